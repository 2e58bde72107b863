"""Parts and wholes that a sentence tells: sums, remainders, shares, what is split."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

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

__all__ = ["find_totals"]

# "…, a total of", "for a combined", "totalling": the figures right before it are its parts.
_TOTAL = re.compile(
    rf"(?: [^,;:.()]{{0,40}})?,? (?:for |making |giving |or )?(?:a|an|in) (?:combined |overall |grand )?(?:total|sum)(?: of)? {ROUGH}\Z"
    rf"|(?: [^,;:.()]{{0,40}})?,? (?:totall?ing|adding up to|which add up to|together) {ROUGH}\Z",
    re.IGNORECASE,
)
_JOINED = re.compile(r"(?: [^,;:.()\d]{0,40})?(?:,| and|, and| plus) (?:[A-Za-z]+ ){0,3}\Z")
_AND = re.compile(r"\b(?:and|plus) (?:[A-Za-z]+ ){0,3}\Z")
_OF_ALL = re.compile(
    rf"\bof (?:the|its|their|all|all the|a total of|some) {ROUGH}\Z", re.IGNORECASE
)
_TOTAL_OF = re.compile(rf"\btotal of {ROUGH}\Z", re.IGNORECASE)
_COLON = re.compile(rf" [^,;:.()\d]{{0,50}}: {ROUGH}\Z")
_REMAINING = re.compile(rf"\bthe (?:remaining|other|rest,?) {ROUGH}\Z", re.IGNORECASE)
_WHOLE = re.compile(
    r"(?: [^,;:.()]{0,60})?,? (?:of which|of whom|made up of|consisting of|comprising|split into|divided into)"
    rf" {ROUGH}\Z",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"\b(?:split|divided|broken down|breaks down|breakdown|make up the rest|the rest|the remaining|remainder)\b",
    re.IGNORECASE,
)
_LEAST_SHARES = 3
_OUT_OF = re.compile(rf" (?:of|out of) (?:the |its |their |all |some )?{ROUGH}\Z", re.IGNORECASE)
# What leads from "30 of 120 sailors" to its share, and back.
_OR = re.compile(rf"(?: [A-Za-z-]+){{0,4}}(?:,? or| \(|,| –| —) {{0,1}}{ROUGH}\Z", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"(?: [A-Za-z-]+){0,4},? \(\Z")
_PART_WORDS = {"half": Fraction(1, 2), "a third": Fraction(1, 3), "one third": Fraction(1, 3),
               "one-third": Fraction(1, 3), "a quarter": Fraction(1, 4), "one quarter": Fraction(1, 4),
               "two-thirds": Fraction(2, 3), "two thirds": Fraction(2, 3), "a fifth": Fraction(1, 5),
               "three-quarters": Fraction(3, 4), "three quarters": Fraction(3, 4)}  # fmt: skip
_PART = re.compile(
    rf"(?P<rough>about |nearly |almost |roughly |more than |over |less than |under |some |around |just over |just under )?"
    rf"\b(?P<part>{'|'.join(_PART_WORDS)}) of (?:the|its|their|all) \Z",
    re.IGNORECASE,
)
_THAT_IS = re.compile(r"(?: [A-Za-z-]+){1,3}(?:, or|,| \(| –| —) ?\Z")
_AN_END = re.compile(r"\)|,|\s[–—]")


def find_totals(line: Line) -> Iterator[Reckoned]:
    """Sums, remainders, shares and parts whose figures do not come out."""
    yield from _sums(line)
    yield from _lists(line)
    yield from _remainders(line)
    yield from _parts_of_a_whole(line)
    yield from _splits(line)
    yield from _shares(line)
    yield from _fractions(line)


def _sums(line: Line) -> Iterator[Reckoned]:
    """As in "$20 million and $19 million, a total of $39 million"."""
    for at, total in enumerate(line.figures):
        parts = _joined(line, line.figures[:at])
        if len(parts) < 2 or not _TOTAL.fullmatch(line.between(parts[-1], total)):
            continue
        if not all(same_unit(one.value, total.value) for one in parts):
            continue
        whole = _sum(parts)
        if not near(whole, total.value):
            right = plain((whole.low + whole.high) / 2, total.value)
            said = " + ".join(line.say(one) for one in parts)
            yield _wrong(line, total, f"{said} is {right}", right)


def _lists(line: Line) -> Iterator[Reckoned]:
    """As in "A total of 40 boats were lost: 20 in Nordhavn, 10 in Sund and 10 in Vik"."""
    total, parts = line.figures[0], line.figures[1:]
    if len(parts) < 2 or not _TOTAL_OF.search(line.before(total)):
        return
    gaps = [line.between(a, b) for a, b in pairwise(parts)]
    if not _COLON.fullmatch(line.between(total, parts[0])) or not all(map(_joins, gaps)):
        return
    if not _AND.search(gaps[-1]) or not all(same_unit(one.value, total.value) for one in parts):
        return
    whole = _sum(parts)
    if not near(whole, total.value):
        right = plain((whole.low + whole.high) / 2, total.value)
        said = " + ".join(line.say(one) for one in parts)
        yield _wrong(line, total, f"{said} is {right}", right)


def _joined(line: Line, figures: Sequence[Figure]) -> list[Figure]:
    """The figures of one unit at the end of a list of figures: "A, B and C"."""
    if not figures:
        return []
    parts = [figures[-1]]
    for one in reversed(figures[:-1]):
        between = line.between(one, parts[0])
        if not same_unit(one.value, parts[0].value) or not _JOINED.fullmatch(between):
            break
        if len(parts) == 1 and not _AND.search(between):
            break
        parts.insert(0, one)
    return parts


def _sum(parts: Sequence[Figure]) -> Reach:
    whole = Reach(Fraction(0), Fraction(0))
    for one in parts:
        whole = whole.plus(reach(one.value))
    return whole


def _remainders(line: Line) -> Iterator[Reckoned]:
    """As in "Of the 120 boats, 80 were laid up and the remaining 40 sailed"."""
    for at, rest in enumerate(line.figures):
        before = line.figures[:at]
        if not _REMAINING.search(line.before(rest)) or len(before) < 2:
            continue
        whole, parts = before[0], before[1:]
        counts = all(same_unit(one.value, whole.value) for one in (*parts, rest))
        if not counts or percent(rest.value) or not _OF_ALL.search(line.before(whole)):
            continue
        left = reach(whole.value).minus(_sum(parts))
        if not near(left, rest.value):
            right = plain((left.low + left.high) / 2, rest.value)
            said = " - ".join([line.say(whole), *(line.say(one) for one in parts)])
            yield _wrong(line, rest, f"{said} is {right}", right)


def _parts_of_a_whole(line: Line) -> Iterator[Reckoned]:
    """As in "14 ferries, of which 9 are electric and 7 run on diesel": parts are no more than the whole."""
    for at, whole in enumerate(line.figures[:-2]):
        parts = [one for one in line.figures[at + 1 :] if same_unit(one.value, whole.value)]
        if len(parts) < 2 or not _WHOLE.fullmatch(line.between(whole, parts[0])):
            continue
        if not all(_joins(line.between(a, b)) for a, b in pairwise(parts)):
            continue
        whole_reach, together = reach(whole.value), _sum(parts)
        if percent(whole.value) or together.low <= whole_reach.high + whole.value.ulp / 2:
            continue
        right = plain(sum((one.value.amount for one in parts), Fraction(0)), parts[0].value)
        said = " + ".join(line.say(one) for one in parts)
        place = Span(parts[0].start, parts[-1].end)
        yield reckoned(
            line, place, "arithmetic", f"{said} is {right}, more than the {line.say(whole)}",
            f"parts of {line.say(whole)}",
        )  # fmt: skip


def _joins(between: str) -> bool:
    return bool(re.fullmatch(r"(?: [^,;:.()]{0,50})?(?:,| and|, and) (?:[A-Za-z]+ ){0,2}", between))


def _splits(line: Line) -> Iterator[Reckoned]:
    """As in "split: 45% for, 40% against and 15% undecided": shares of all come to 100%."""
    shares = [one for one in line.figures if one.value.unit == "%"]
    sentence = line.text[line.span.start : line.span.end]
    cue = _SPLIT.search(sentence)
    if len(shares) < _LEAST_SHARES or cue is None or len(shares) != len(line.figures):
        return
    if not all(_joins(line.between(a, b)) for a, b in pairwise(shares)):
        return
    total = _sum(shares)
    off = sum((one.value.ulp for one in shares), Fraction(1, 2))
    if total.low - off <= 100 <= total.high + off or any(one.value.qualifier for one in shares):
        return
    right = plain((total.low + total.high) / 2, shares[0].value, "%")
    place = Span(
        min(line.span.start + cue.start(), shares[0].start), max(line.span.start + cue.end(), shares[-1].end)
    )  # fmt: skip
    yield reckoned(line, place, "arithmetic", f"the shares come to {right}, not 100%", "100%")


def _shares(line: Line) -> Iterator[Reckoned]:
    """As in "30 of the 120 sailors, or 25%", and "25% (30 of the 120 sailors)"."""
    figures = line.figures
    for part, whole in pairwise(figures):
        if not same_unit(part.value, whole.value) or percent(part.value):
            continue
        if not _OUT_OF.fullmatch(_tail(line.between(part, whole))):
            continue
        for share in figures:
            if share.value.unit == "%" and _is_share(line, share, part, whole):
                yield from _share(line, share, part, whole)


def _tail(between: str) -> str:
    """As in "sailors out of 120" counts as "out of 120"."""
    return re.sub(r"\A [A-Za-z-]+(?= (?:of|out of) )", "", between)


def _is_share(line: Line, share: Figure, part: Figure, whole: Figure) -> bool:
    if share.start >= whole.end:
        gap = line.between(whole, share)
        return bool(_OR.fullmatch(gap) and _AN_END.match(line.behind(share)))
    return share.end <= part.start and bool(_IN_BRACKETS.fullmatch(line.between(share, part)))


def _share(line: Line, share: Figure, part: Figure, whole: Figure) -> Iterator[Reckoned]:
    ratio = reach(part.value).over(reach(whole.value))
    if ratio is None or ratio.high > 1 or near(ratio.times(100), share.value):
        return
    right = plain(part.value.amount / whole.value.amount * 100, share.value, "%")
    said = f"{line.say(part)} of {line.say(whole)} is {right}"
    yield _wrong(line, share, said, right)


def _fractions(line: Line) -> Iterator[Reckoned]:
    """As in "Half of the 250 boats, 125, were sold"."""
    figures = line.figures
    for whole, part in pairwise(figures):
        match = _PART.search(line.before(whole))
        if match is None or match["rough"] or not same_unit(whole.value, part.value):
            continue
        if not _THAT_IS.fullmatch(line.between(whole, part)) or not _AN_END.match(
            line.behind(part)
        ):
            continue
        wanted = reach(whole.value).times(_PART_WORDS[match["part"].lower()])
        if not near(wanted, part.value):
            right = plain((wanted.low + wanted.high) / 2, part.value)
            said = f"{match['part'].lower()} of {line.say(whole)} is {right}"
            yield _wrong(line, part, said, right)


def _wrong(line: Line, figure: Figure, said: str, right: str) -> Reckoned:
    return reckoned(line, Span(figure.start, figure.end), "arithmetic", said, right)
