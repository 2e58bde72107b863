"""Arithmetic that a sentence shows: the figures it names, and what they come to.

Only what the sentence itself sets out is worked out again ("from 50 to 60, up 12%"): the operands
stand beside the result, with words between them that say how they belong together. Every figure is
taken as exact as it is told: "$8 million" is anything that is written so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from copydesk.article.model import Span
from copydesk.noticed import Reckoned
from copydesk.trace.reading import Claim, ReadPassage
from copydesk.trace.specifics import Amount, Item

__all__ = [
    "ROUGH", "Figure", "Line", "Reach", "is_money", "lines", "near", "percent", "reach", "reckoned", "same_unit",
]  # fmt: skip

# Sentences with more figures are tables in words, where nothing says what belongs to what.
_MAX_FIGURES = 12
ROUGH = (
    r"(?:(?:about|around|roughly|some|nearly|almost|just over|just under|more than|over|less than|under|at"
    r" least|approximately|an estimated|only|just|up to|close to|well over)\s+)?"
)
# What a figure with such a word may be off.
_ROUGHLY = Fraction(1, 8)
_MOST_DIGITS = 15


@dataclass(frozen=True, slots=True)
class Figure:
    """An amount of a sentence; ``start`` and ``end`` count in the passage's text."""

    item: Item
    value: Amount
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with two figures or more, in reading order."""

    read: ReadPassage
    span: Span
    figures: tuple[Figure, ...]

    @property
    def text(self) -> str:
        """The passage's text; the sentence is ``span`` of it."""
        return self.read.passage.text.text

    def before(self, figure: Figure) -> str:
        """The sentence up to a figure."""
        return self.text[self.span.start : figure.start]

    def behind(self, figure: Figure) -> str:
        """The sentence from a figure on."""
        return self.text[figure.end : self.span.end]

    def between(self, first: Figure, second: Figure) -> str:
        """The words between two figures."""
        return self.text[first.end : second.start]

    def say(self, figure: Figure) -> str:
        """The figure as the article has it."""
        return self.text[figure.start : figure.end]


def lines(claims: Sequence[Claim]) -> Iterator[Line]:
    """Every sentence with two figures or more; ordinals, ranges and orders of magnitude are none."""
    reads = {id(claim.read): claim.read for claim in claims}
    for read in reads.values():
        figures = [
            Figure(item, item.value, item.start, item.end)
            for item in read.items
            if isinstance(item.value, Amount) and _is_figure(item.value)
        ]
        if not figures:
            continue
        for sentence in read.passage.sentences:
            own = tuple(one for one in figures if sentence.start <= one.start < sentence.end)
            if 1 <= len(own) <= _MAX_FIGURES:
                yield Line(read, sentence, own)


def _is_figure(value: Amount) -> bool:
    return not (value.ordinal or value.vague or value.high is not None) and value.unit not in {
        "score", "ratio",
    }  # fmt: skip


def reckoned(line: Line, place: Span, kind: str, said: str, expected: str) -> Reckoned:
    """What is wrong at a place of the passage's text."""
    passage = line.read.passage
    start, end = passage.text.to_origin(place.start, place.end)
    return Reckoned(passage.field, start, end, kind, said, expected)


def is_money(value: Amount) -> bool:
    """Whether the unit is a currency."""
    return len(value.unit) == len("EUR") and value.unit.isupper() and value.unit.isalpha()


def percent(value: Amount) -> bool:
    """Whether it is a percentage or a number of percentage points."""
    return value.unit in {"%", "pp", "bp"}


def same_unit(first: Amount, second: Amount) -> bool:
    """Whether both are told in one unit."""
    return first.unit == second.unit


@dataclass(frozen=True, slots=True)
class Reach:
    """Between what two values a figure lies, as exactly as it is told."""

    low: Fraction
    high: Fraction

    def over(self, other: Reach) -> Reach | None:
        """This divided by another; ``None`` where that can be nothing."""
        if other.low <= 0 or self.low < 0:
            return None
        return Reach(self.low / other.high, self.high / other.low)

    def plus(self, other: Reach) -> Reach:
        """The sum of both."""
        return Reach(self.low + other.low, self.high + other.high)

    def minus(self, other: Reach) -> Reach:
        """The difference of both."""
        return Reach(self.low - other.high, self.high - other.low)

    def times(self, factor: int | Fraction) -> Reach:
        """This so many times."""
        return Reach(self.low * factor, self.high * factor)


def reach(value: Amount) -> Reach:
    """The values that are written so: half of the last digit on either side, more where it is rough."""
    off = value.ulp / 2 if _rounded(value) else Fraction(0)
    if value.qualifier:
        off = max(off, abs(value.amount) * _ROUGHLY)
    return Reach(value.amount - off, value.amount + off)


def _rounded(value: Amount) -> bool:
    """Whether the last digit may be rounded: a count to the one is not."""
    return value.ulp != 1 or bool(value.unit)


def near(result: Reach, stated: Amount) -> bool:
    """Whether a stated figure is within rounding of what it should be.

    The last digit may be off by one: people cut off as often as they round.
    """
    off = stated.ulp
    if stated.qualifier:
        off = max(off, abs(stated.amount) * _ROUGHLY)
    return result.low - off < stated.amount < result.high + off


def plain(number: Fraction, like: Amount, unit: str = "") -> str:
    """A result as a person writes it, to as many digits as the stated figure."""
    digits = 0
    while like.ulp * 10**digits < 1 and digits < _MOST_DIGITS:
        digits += 1
    text = f"{float(number):,.{digits}f}"
    return text + unit


def blank(text: str) -> str:
    """The text without what stands in brackets."""
    return re.sub(r"\([^)]*\)", "", text)
