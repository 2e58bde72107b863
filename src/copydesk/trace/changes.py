"""A change that a sentence tells three times over: from what, to what, and by how much."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from copydesk.article.model import Span
from copydesk.noticed import Reckoned
from copydesk.trace.reckoning import (
    ROUGH,
    Figure,
    Line,
    Reach,
    near,
    percent,
    plain,
    reach,
    reckoned,
    same_unit,
)

__all__ = ["Change", "changes", "find_changes"]

_UP = (
    r"(?:up|down|rose|risen|rises|rising|fell|fallen|falls|grew|grown|grows|increased?|decreased?|declined?"
    r"|dropped|drops?|climbed|climbs|jumped|gained|lost|shrank|surged|slipped|went up|went down|gone up"
    r"|raised|cut|lowered|reduced|improved|widened|narrowed|expanded|slid|plunged|soared|advanced|by)"
)
_NOUN = (
    r"(?:increase|decrease|rise|drop|decline|fall|growth|jump|gain|reduction|cut|surge|improvement|hike"
    r"|loss|change|discount)"
)
_FROM = re.compile(rf"\bfrom {ROUGH}\Z", re.IGNORECASE)
# Between the two ends: "1,200 ships in 2024 to 1,500".
_TO = re.compile(rf"(?: [^,;:.()]{{0,40}})? to {ROUGH}\Z", re.IGNORECASE)
_TO_BEFORE = re.compile(rf"\bto {ROUGH}\Z", re.IGNORECASE)
_FROM_BETWEEN = re.compile(
    rf"(?: [^,;:.()]{{0,30}})?,? (?:up |down )?from {ROUGH}\Z", re.IGNORECASE
)
# The change before "from": "rose 30% from", "a 30% increase from", "rose by 450, from".
_CHANGE_BEFORE = re.compile(rf"(?:\b{_UP}|\ba|\ban) {ROUGH}\Z", re.IGNORECASE)
_BEFORE_FROM = re.compile(rf"(?: {_NOUN})?(?: in [a-z ]{{1,20}})?,? from {ROUGH}\Z", re.IGNORECASE)
_BEFORE_TO = re.compile(rf"(?: {_NOUN})?,? to {ROUGH}\Z", re.IGNORECASE)
# The change behind the second figure: "to 60, up 12%", "to 6, a drop of 33%".
_BEHIND = re.compile(
    rf"(?:[ -][\w-]+){{0,4}},? ?[(—–]? ?(?:up|down|or|(?:which is |representing )?an? (?:[a-z]+ )?{_NOUN} of"
    rf"|(?:an? )?{_NOUN} of|(?:for |with |representing )?an?) {ROUGH}(?:by )?\Z",
    re.IGNORECASE,
)
_IS_CHANGE = re.compile(rf"\b(?:up|down|{_NOUN})\b", re.IGNORECASE)
# Between the new figure and its change, and between the change and the old figure.
_UP_BY = re.compile(
    rf"(?:[ -][\w-]+){{0,4}},? [(—–]?(?:(?:which (?:is|was) |is |was )?(?:up|down)|an? (?:[a-z]+ )?{_NOUN} of|an?) {ROUGH}(?:by )?\Z",
    re.IGNORECASE,
)
_FROM_OLD = re.compile(
    rf"(?: {_NOUN})?,? (?:from|over|compared with|against) (?:the |last year[’']s )?{ROUGH}\Z",
    re.IGNORECASE,
)
# "a 24 percent reduction in the risk" is a change of the risk, whatever stood before.
_NOUN_BEHIND = re.compile(rf" {_NOUN}\b(?! (?:in|of) )", re.IGNORECASE)
# Code points before and behind a change whose words say which way it goes.
_AROUND = 20
_UPWARD = re.compile(
    r"\b(?:up|rose|risen|rises|rising|grew|grown|grows|increased?|climb\w*|jump\w*|gain\w*|surg\w*|raised|went up"
    r"|gone up|widened|expanded|soared|advanced|rise|growth|hike)\b",
    re.IGNORECASE,
)
_DOWNWARD = re.compile(
    r"\b(?:down|fell|fallen|falls|decreased?|declin\w*|drop\w*|lost|loss|shrank|slipped|went down|cut|lowered|reduc\w*"
    r"|narrowed|slid|plunged|fall|discount)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Change:
    """From ``old`` to ``new`` by ``by``."""

    old: Figure
    new: Figure
    by: Figure


def changes(line: Line) -> Iterator[Change]:
    """The changes that a sentence tells with all three figures; each figure is of one change."""
    yield from _middle(line)
    for first, second, swapped in _ends(line):
        old, new = (second, first) if swapped else (first, second)
        for by in line.figures:
            if by not in (old, new) and _belongs(line, by, first, second, swapped=swapped):
                yield Change(old, new, by)
                break


def _middle(line: Line) -> Iterator[Change]:
    """As in "$60 million, up 20% from $50 million": the change stands between the two."""
    for new, by, old in zip(line.figures, line.figures[1:], line.figures[2:], strict=False):
        if not same_unit(new.value, old.value) or not percent(by.value):
            continue
        gap = line.between(new, by)
        if _UP_BY.fullmatch(gap) and _FROM_OLD.fullmatch(line.between(by, old)):
            yield Change(old, new, by)


def _ends(line: Line) -> Iterator[tuple[Figure, Figure, bool]]:
    """Pairs of figures of one unit: from one to the other, or (swapped) to the first from the second."""
    figures = line.figures
    for at, first in enumerate(figures):
        for second in figures[at + 1 : at + 3]:
            if not same_unit(first.value, second.value):
                continue
            between = line.between(first, second)
            if _FROM.search(line.before(first)) and _TO.fullmatch(between):
                yield first, second, False
                break
            if _FROM_BETWEEN.fullmatch(between) and _TO_BEFORE.search(line.before(first)):
                yield first, second, True
                break


def _belongs(line: Line, by: Figure, first: Figure, second: Figure, *, swapped: bool) -> bool:
    if not (percent(by.value) or same_unit(by.value, first.value)):
        return False
    if by.end <= first.start:
        gap = line.between(by, first)
        joins = _BEFORE_TO if swapped else _BEFORE_FROM
        told = _CHANGE_BEFORE.search(line.before(by)) is not None
        if line.before(by).rstrip().endswith((" a", " an")):
            told = _NOUN_BEHIND.match(line.behind(by)) is not None
        return told and joins.fullmatch(gap) is not None
    if by.start >= second.end:
        gap = line.between(second, by)
        if _BEHIND.fullmatch(gap) is None:
            return False
        return bool(_IS_CHANGE.search(gap) or _NOUN_BEHIND.match(line.behind(by)))
    return False


def find_changes(line: Line) -> Iterator[Reckoned]:
    """Changes whose figures do not come out, and percentages that are points or the reverse."""
    for change in changes(line):
        old, new, by = change.old.value, change.new.value, change.by.value
        if not old.amount or old.amount < 0 or new.amount < 0 or _runs_against(line, change):
            continue
        if percent(by) and not percent(old):
            yield from _relative(line, change)
        elif percent(by):
            yield from _of_percentages(line, change)
        elif not near(_size(reach(new).minus(reach(old))), by):
            result = abs(new.amount - old.amount)
            yield _wrong(line, change, f"{_minus(line, change)} is", result, "")


def _runs_against(line: Line, change: Change) -> bool:
    """Whether the words at the change tell the other direction: then it is a change of another thing."""
    by = change.by
    told = (
        line.before(by)[-_AROUND:]
        if by.end <= change.old.start
        else line.between(max(change.old, change.new, key=lambda one: one.start), by)
    )
    told += line.behind(by)[:_AROUND].split(",")[0]
    up, down = _UPWARD.search(told), _DOWNWARD.search(told)
    if bool(up) == bool(down):
        return False
    return (change.new.value.amount > change.old.value.amount) is not bool(up)


def _size(one: Reach) -> Reach:
    """How large a difference is, whichever way it goes."""
    if one.low >= 0:
        return one
    if one.high <= 0:
        return Reach(-one.high, -one.low)
    return Reach(Fraction(0), max(-one.low, one.high))


def _relative(line: Line, change: Change) -> Iterator[Reckoned]:
    old, new, by = change.old.value, change.new.value, change.by.value
    if by.unit == "pp":
        said = f"{_ends_said(line, change)} are no percentages: a change is told in percent"
        yield _points(line, change, said, "percent")
        return
    result = abs(new.amount - old.amount) / old.amount * 100
    if _fits(change, result):
        return
    yield _wrong(line, change, f"the change {_ends_said(line, change)} is", result, "%")


def _fits(change: Change, result: Fraction) -> bool:
    """Whether the stated percentage is right within rounding, and no known slip explains it better."""
    old, new, by = change.old.value, change.new.value, change.by.value
    ratio = reach(new).over(reach(old))
    if ratio is None or not new.amount:
        return True
    could = _size(Reach(ratio.low * 100 - 100, ratio.high * 100 - 100))
    if not near(could, by):
        return False
    exact = Reach(result, result)
    if near(exact, by):
        return True
    # Both ends are round, so that much is possible: but reckoned from the wrong end it is exact.
    slip = abs(new.amount - old.amount) / new.amount * 100
    return not (abs(slip - by.amount) <= by.ulp / 2)


def _of_percentages(line: Line, change: Change) -> Iterator[Reckoned]:
    old, new, by = change.old.value, change.new.value, change.by.value
    points = _size(reach(new).minus(reach(old)))
    ratio = reach(new).over(reach(old))
    relative = _size(Reach(ratio.low * 100 - 100, ratio.high * 100 - 100)) if ratio else points
    apart = abs(new.amount - old.amount)
    if by.unit == "pp":
        if not near(points, by):
            yield _wrong(line, change, f"{_minus(line, change)} is", apart, " percentage points")
        return
    if near(relative, by) or by.unit != "%":
        return
    if near(points, by):
        said = f"{_minus(line, change)} is {plain(apart, by)} percentage points; in percent it is"
        right = plain(apart / old.amount * 100, by, "%")
        yield _points(line, change, f"{said} {right}", f"{plain(apart, by)} percentage points")
    else:
        yield _wrong(line, change, f"{_minus(line, change)} is", apart, " percentage points")


def _minus(line: Line, change: Change) -> str:
    old, new = change.old, change.new
    high, low = (new, old) if new.value.amount >= old.value.amount else (old, new)
    return f"{line.say(high)} less {line.say(low)}"


def _ends_said(line: Line, change: Change) -> str:
    return f"from {line.say(change.old)} to {line.say(change.new)}"


def _wrong(line: Line, change: Change, said: str, result: Fraction, unit: str) -> Reckoned:
    right = plain(result, change.by.value, unit)
    place = Span(change.by.start, change.by.end)
    return reckoned(line, place, "arithmetic", f"{said} {right}", right)


def _points(line: Line, change: Change, said: str, expected: str) -> Reckoned:
    return reckoned(line, Span(change.by.start, change.by.end), "points", said, expected)
