"""A stated distance between two dates: "three days after", "two weeks later, on"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from copydesk.policy.days import Dated

__all__ = ["Interval", "interval_before", "interval_behind", "interval_of_span"]

_NUMBERS = {
    word: number
    for number, words in enumerate(
        ("", "a an one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
         "nineteen", "twenty")
    )
    for word in words.split()
} | {"thirty": 30, "forty": 40, "fifty": 50}  # fmt: skip
_ROUGH = r"(?:about|around|roughly|some|nearly|almost|just over|just under|more than|over|less than|barely|only|exactly|just|fully|approximately|at least)"
_LENGTH = (
    rf"(?:(?P<rough>{_ROUGH}) )?(?P<number>{'|'.join(_NUMBERS)}|\d{{1,3}}) "
    r"(?P<unit>day|week|month|year|decade)s?"
)
_SAID = rf"(?P<said>{_LENGTH} (?P<side>after|before))"
# "…, three days after the hearing of": the first date is that long after the second.
_BEHIND = re.compile(
    rf",? (?:or |and )?{_SAID}(?: (?!and\b|but\b|or\b|when\b|which\b)[\w’'-]+){{0,7}} (?:of|on|in|its|his|her|their) \Z",
    re.IGNORECASE,
)
# "… and reopened two weeks later, on": the second date is that long after the first.
_BEFORE = re.compile(
    rf"(?<![\w-])(?P<said>{_LENGTH} (?P<side>later|earlier)),?(?: on | in | \(| )\Z",
    re.IGNORECASE,
)
# "lasted three days, from", "the two-week strike ran from": how long it was from one date to the other.
_SPAN = re.compile(
    rf"\b(?P<said>{_LENGTH.replace(' (?P<unit>', '[ -](?P<unit>')})(?P<after>[^;:.\d]{{0,30}}?),? from \Z",
    re.IGNORECASE,
)
_NO_SPAN = re.compile(
    r"\b(?:a|an|per|each|every|ago|later|earlier|before|after|old|away)\b", re.IGNORECASE
)
_EXACT = frozenset({None, "only", "exactly", "just", "barely", "fully"})
_DAYS = {"day": Fraction(1), "week": Fraction(7), "month": Fraction(30437, 1000)}
_YEAR = Fraction(36525, 100)
# What a distance that is told in this unit may be off, in days.
_OFF = {"day": Fraction(0), "week": Fraction(3), "month": Fraction(16)}
_SHORT = 21


@dataclass(frozen=True, slots=True)
class Interval:
    """A distance in words: its span in the text between two dates, and which way it runs.

    ``sign`` is 1 where the second date is the later one, -1 where it is the earlier one.
    """

    start: int
    end: int
    number: int
    unit: str
    rough: bool
    sign: int

    def fits(self, first: Dated, second: Dated) -> bool:
        """Whether the dates lie so, as exactly as both are told."""
        days = self.sign * (second.first - first.first).days
        if self.unit in {"year", "decade"}:
            wanted = self.number * (10 if self.unit == "decade" else 1)
            off = Fraction(6, 10) if first.is_day and second.is_day else Fraction(1)
            off += Fraction(wanted, 5) if self.rough or self.unit == "decade" else 0
            years = (
                Fraction(days) / _YEAR
                if first.is_day and second.is_day
                else Fraction(self.sign * (second.first.year - first.first.year))
            )
            return abs(years - wanted) <= off
        if not (first.is_day and second.is_day):
            # A month is too coarse to count days and weeks from.
            return True
        wanted_days = self.number * _DAYS[self.unit]
        off = _OFF[self.unit] + (wanted_days / 4 + 1 if self.rough else 0)
        return abs(days - wanted_days) <= off

    def lasts(self, first: Dated, second: Dated) -> bool:
        """Whether it is so long from one date to the other, the last day counted or not."""
        if not (first.is_day and second.is_day) or self.unit not in _DAYS:
            return True
        days = (second.first - first.first).days
        wanted = self.number * _DAYS[self.unit]
        off = _OFF[self.unit] + (wanted / 4 + 1 if self.rough else 0)
        return wanted - off - 1 <= days <= wanted + off

    @staticmethod
    def in_words(days: int) -> str:
        """So many days in the unit that people use."""
        if days < _SHORT:
            return f"{days} day{'' if days == 1 else 's'}"
        if days < 2 * _DAYS["month"]:
            return f"{days} days (about {round(days / 7)} weeks)"
        if days < _YEAR:
            return f"{days} days (about {round(days / _DAYS['month'])} months)"
        return f"about {float(days / _YEAR):.1f} years"


def interval_behind(between: str) -> Interval | None:
    """The distance that is told right behind the first date ("…, three days after the hearing of")."""
    match = _BEHIND.match(between)
    if match is None:
        return None
    return _made(match, sign=-1 if match["side"].lower() == "after" else 1)


def interval_before(between: str) -> Interval | None:
    """The distance that is told right before the second date ("two weeks later, on")."""
    match = _BEFORE.search(between)
    if match is None:
        return None
    return _made(match, sign=1 if match["side"].lower() == "later" else -1)


def interval_of_span(before: str) -> Interval | None:
    """The length that is told before "from" and the first of two dates ("lasted three days, from")."""
    match = _SPAN.search(before)
    if match is None or _NO_SPAN.search(match["after"]):
        return None
    return _made(match, sign=1)


def _made(match: re.Match[str], sign: int) -> Interval:
    word = match["number"].lower()
    number = int(word) if word.isdigit() else _NUMBERS[word]
    rough = match["rough"].lower() if match["rough"] else None
    start, end = match.span("said")
    return Interval(start, end, number, match["unit"].lower(), rough not in _EXACT, sign)
