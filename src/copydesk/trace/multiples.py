"""How often one figure goes into another, what one of many costs, the same in another unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from copydesk.article.model import Span
from copydesk.noticed import Reckoned
from copydesk.trace.reckoning import (
    ROUGH,
    Figure,
    Line,
    Reach,
    is_money,
    near,
    plain,
    reach,
    reckoned,
    same_unit,
)
from copydesk.trace.specifics import Relation, relation
from copydesk.trace.specifics.units import dimension

__all__ = ["find_mixed_units", "find_multiples"]

_TIMES = {
    "doubled": Fraction(2), "tripled": Fraction(3), "trebled": Fraction(3), "quadrupled": Fraction(4),
    "halved": Fraction(1, 2), "cut in half": Fraction(1, 2),
}  # fmt: skip
_DOUBLED = re.compile(
    rf"(?P<rough>nearly |almost |about |roughly |more than |over |just |not quite |well |practically )?"
    rf"\b(?P<word>{'|'.join(_TIMES)})\b(?: [a-z]+){{0,2}},? from {ROUGH}\Z",
    re.IGNORECASE,
)
_TO = re.compile(rf"(?: [^,;:.()]{{0,40}})? to {ROUGH}\Z", re.IGNORECASE)
# "900 passengers, three times the 400": what stands around the number of times.
_THAN_THE = re.compile(
    r"\s?(?:times|x|×)?,? (?:the|as (?:many|much|high|large) as(?: the)?|that of|its|last year[’']s) \Z"
)
_BEFORE_TIMES = re.compile(
    rf"(?: [^,;:.()]{{1,40}})?,? (?:or |is |was |are |were )?{ROUGH}\Z", re.IGNORECASE
)
# Beyond this a multiple is told wrong, however roughly: "three times" is not 2.6 and not 3.4.
_ROUND = Fraction(1, 8)
_ROUGHLY = Fraction(1, 4)
_EACH = re.compile(r" (?:each|apiece|a piece|per (?P<per>[a-z]+)|for each)\b", re.IGNORECASE)
_OR = re.compile(rf"(?: [a-z-]+){{0,3}}(?:,? or| –| —|,| \() ?{ROUGH}\Z", re.IGNORECASE)
_FOR = re.compile(
    rf"(?: [A-Za-z-]+){{1,3}} (?:for|at a (?:total )?cost of|costing) (?:a total of )?{ROUGH}\Z"
)
_FOR_COUNT = re.compile(rf" for (?:the |its )?{ROUGH}\Z")
_AT = re.compile(rf"(?: [A-Za-z-]+){{1,3}} (?:at|for) {ROUGH}\Z")
_IN_ALL = re.compile(
    rf" (?:each|apiece|a piece),? (?:or |for )?(?:a total of|in all|together) {ROUGH}\Z"
)
_IN_BRACKETS = re.compile(rf" \({ROUGH}\Z", re.IGNORECASE)
# A conversion is off by no more than this; what is further away is no conversion.
_MEANT = 4


def find_multiples(line: Line) -> Iterator[Reckoned]:
    """Multiples, prices of one and conversions whose figures do not come out."""
    yield from _doubled(line)
    yield from _times(line)
    yield from _each(line)
    yield from _at_each(line)
    yield from _conversions(line)


def _doubled(line: Line) -> Iterator[Reckoned]:
    """As in "doubled from 140 to 280"."""
    for old, new in pairwise(line.figures):
        match = _DOUBLED.search(line.before(old))
        if match is None or not same_unit(old.value, new.value):
            continue
        ratio = reach(new.value).over(reach(old.value))
        if ratio is None or not _TO.fullmatch(line.between(old, new)):
            continue
        wanted = _TIMES[match["word"].lower()]
        if not _roughly(ratio, wanted, rough=bool(match["rough"])):
            place = Span(*(line.span.start + at for at in match.span("word")))
            said, right = _ratio_said(line, new, old)
            yield reckoned(line, place, "arithmetic", said, right)


def _times(line: Line) -> Iterator[Reckoned]:
    """As in "900 passengers, more than twice the 400 of last year"."""
    for at, times in enumerate(line.figures[1:-1], 1):
        new, old = line.figures[at - 1], line.figures[at + 1]
        if times.value.unit != "x" or not same_unit(new.value, old.value):
            continue
        if not _THAN_THE.fullmatch(line.between(times, old)):
            continue
        ratio = reach(new.value).over(reach(old.value))
        if ratio is None or not _BEFORE_TIMES.fullmatch(line.between(new, times)):
            continue
        rough = bool(times.value.qualifier)
        if not _roughly(ratio, times.value.amount, rough=rough):
            said, right = _ratio_said(line, new, old)
            yield reckoned(line, Span(times.start, times.end), "arithmetic", said, right)


def _roughly(ratio: Reach, wanted: Fraction, *, rough: bool) -> bool:
    off = wanted * (_ROUGHLY if rough else _ROUND)
    return ratio.low - off <= wanted <= ratio.high + off


def _ratio_said(line: Line, new: Figure, old: Figure) -> tuple[str, str]:
    right = f"{float(new.value.amount / old.value.amount):.2g} times"
    return f"{line.say(new)} is {right} {line.say(old)}", right


def _each(line: Line) -> Iterator[Reckoned]:
    """As in "40 cranes for $2 million, or $50,000 each"."""
    for at, one in enumerate(line.figures[2:], 2):
        first, second = line.figures[at - 2], line.figures[at - 1]
        if not is_money(one.value) or not _EACH.match(line.behind(one)):
            continue
        gap = line.between(first, second)
        if _FOR.fullmatch(gap) and not first.value.unit and same_unit(second.value, one.value):
            count, total = first, second
        elif (
            _FOR_COUNT.fullmatch(gap)
            and not second.value.unit
            and same_unit(first.value, one.value)
        ):
            count, total = second, first
        else:
            continue
        price = reach(total.value).over(reach(count.value))
        if price is None or not _OR.fullmatch(line.between(second, one)) or near(price, one.value):
            continue
        right = plain(total.value.amount / count.value.amount, one.value)
        said = f"{line.say(total)} for {line.say(count)} is {right} each"
        yield reckoned(line, Span(one.start, one.end), "arithmetic", said, right)


def _at_each(line: Line) -> Iterator[Reckoned]:
    """As in "100 pumps at $30 each, a total of $3,000"."""
    for at, total in enumerate(line.figures[2:], 2):
        count, one = line.figures[at - 2], line.figures[at - 1]
        if count.value.unit or not is_money(one.value) or not same_unit(one.value, total.value):
            continue
        if not _AT.fullmatch(line.between(count, one)) or not _IN_ALL.fullmatch(
            line.between(one, total)
        ):
            continue
        low, high = reach(one.value), reach(count.value)
        whole = Reach(low.low * high.low, low.high * high.high)
        if not near(whole, total.value):
            right = plain(one.value.amount * count.value.amount, total.value)
            said = f"{line.say(count)} at {line.say(one)} each is {right}"
            yield reckoned(line, Span(total.start, total.end), "arithmetic", said, right)


def _conversions(line: Line) -> Iterator[Reckoned]:
    """As in "26 miles (42 kilometres)"."""
    for first, second in pairwise(line.figures):
        a, b = first.value, second.value
        kind, size = dimension(a.unit)
        if not a.unit or a.unit == b.unit or is_money(a) or not line.behind(second).startswith(")"):
            continue
        if not _IN_BRACKETS.fullmatch(line.between(first, second)):
            continue
        if relation(a, b) is not Relation.DIFFERENT or relation(b, a) is not Relation.DIFFERENT:
            continue
        if kind != dimension(b.unit)[0]:
            continue
        result = a.amount * size / dimension(b.unit)[1]
        if b.amount and max(result, b.amount) <= _MEANT * min(result, b.amount):
            right = f"{plain(result, b)} {b.unit}"
            said = f"{line.say(first)} is {right}"
            yield reckoned(line, Span(second.start, second.end), "arithmetic", said, right)


# Units that readers do not compare in their heads; those of one system they do.
_SYSTEMS = {
    **dict.fromkeys(("inch", "foot", "yard", "mile", "acre", "ft²", "mile²", "gallon", "pint", "ft³", "barrel",
                     "pound-mass", "ounce", "ton", "mph", "°F"), "imperial"),
    **dict.fromkeys(("nautical mile", "knot"), "nautical"),
    **dict.fromkeys(("KiB", "MiB", "GiB", "TiB", "PiB"), "binary"),
}  # fmt: skip
_TEMPERATURES = frozenset({"°C", "°F", "K"})
_COMPARED = re.compile(
    r"[^;:()]{0,60}(?:\b(?:compared (?:with|to)|against|versus|vs\.?|up from|down from)"
    r"|\b(?:more|less|larger|bigger|higher|lower|faster|slower|greater|smaller|longer|shorter|heavier|lighter"
    r"|cheaper|dearer|fewer|older|deeper) than) (?:[A-Za-z’']+ ){0,3}\Z",
    re.IGNORECASE,
)
_FROM = re.compile(
    rf"\b(?:rose|rise|rises|risen|fell|fallen|grew|grown|increased?|decreased?|cut|raised|reduced|dropped|climbed"
    rf"|jumped|shrank|went|up|down|declined|lowered|changed) (?:[a-z]+ )?from {ROUGH}\Z",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"[^;:.]{0,40}\b(?:total|totall?ing|sum|combined|together)\b[^;:.,]{0,12}\Z")
_AND = re.compile(r"(?: [a-z]+){0,3} and (?:[a-z]+ ){0,2}\Z")


def find_mixed_units(line: Line) -> Iterator[Reckoned]:
    """Figures that are compared or added although their currencies or systems of units differ, with
    no conversion beside them.
    """
    figures = line.figures
    for at, (first, second) in enumerate(pairwise(figures)):
        if not _mixed(first, second) or line.behind(first).startswith(" ("):
            continue
        if line.behind(second).startswith(" ("):
            continue
        gap = line.between(first, second)
        rise = _FROM.search(line.before(first)) and _TO.fullmatch(gap)
        added = (
            _AND.fullmatch(gap) and at + 2 < len(figures) and _is_sum(line, second, figures[at + 2])
        )
        if rise or added or _COMPARED.fullmatch(gap):
            place = figures[at + 2] if added else first
            verb = "added" if added else "compared"
            said = f"{line.say(first)} and {line.say(second)} are {verb} without being converted"
            yield reckoned(line, Span(place.start, place.end), "units", said, "one unit for both")


def _is_sum(line: Line, second: Figure, total: Figure) -> bool:
    return bool(_TOTAL.fullmatch(line.between(second, total)))


def _mixed(first: Figure, second: Figure) -> bool:
    """Whether two figures measure one thing in two currencies or two systems."""
    a, b = first.value, second.value
    if a.unit == b.unit or not a.unit or not b.unit:
        return False
    if is_money(a) and is_money(b):
        return True
    if {a.unit, b.unit} <= _TEMPERATURES:
        return True
    alike = dimension(a.unit)[0] == dimension(b.unit)[0]
    return alike and _SYSTEMS.get(a.unit, "") != _SYSTEMS.get(b.unit, "")
