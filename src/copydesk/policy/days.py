"""The dates of an article as the rules compare them: as first and last day, with where they stand.

The trace has read them already; what is added here is the day arithmetic and the way back from a
field's code points to the words of a passage.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from copydesk.article.model import Span
from copydesk.article.prose import Prose
from copydesk.policy.registry import Context
from copydesk.report import FieldName, Kind, Specific

__all__ = ["Dated", "article_day", "dated", "day_in_words", "first_day", "in_days", "last_day"]

_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_DECEMBER = 12
# Days are counted back and on: the calendar's first and last years are no news.
_FIRST_YEAR, _LAST_YEAR = 1000, 9000


@dataclass(frozen=True, slots=True)
class Dated:
    """A date of the newsroom's own words: ``at`` counts in the passage's text.

    ``first`` and ``last`` are the days that it can mean: one day, a month, a quarter or a year.
    ``year_stated`` says whether its own words hold the year; else the year is a guess.
    """

    specific: Specific
    prose: Prose
    at: Span
    first: date
    last: date
    year_stated: bool

    @property
    def is_day(self) -> bool:
        """Whether it names one day."""
        return self.first == self.last

    @property
    def sentence(self) -> Span:
        """The sentence that it stands in."""
        return self.prose.sentence(self.at.start)

    @property
    def before(self) -> str:
        """The words of its sentence before it."""
        return self.prose.text[self.sentence.start : self.at.start]

    @property
    def behind(self) -> str:
        """The words of its sentence behind it."""
        return self.prose.text[self.at.end : self.sentence.end]


def article_day(context: Context) -> date | None:
    """The day that the article gives as its own, if it gives one."""
    return in_days(context.article.front.date)


def in_days(text: str) -> date | None:
    """The day that a text begins with in the form of ISO 8601; ``None`` where it does not."""
    match = _ISO.match(text.strip())
    try:
        day = date.fromisoformat(match.group()) if match else None
    except ValueError:
        return None
    return day if day and _FIRST_YEAR <= day.year <= _LAST_YEAR else None


def day_in_words(day: date) -> str:
    """The day as an article writes it: "12 May 2026"."""
    return f"{day.day} {day:%B %Y}"


def dated(context: Context) -> Iterator[list[Dated]]:
    """The dates with a year of each passage of the newsroom's own prose, in reading order.

    A date without a year has the one that brings it nearest to the article's own date.
    """
    own = article_day(context)
    dates = [one for one in context.specifics if one.kind is Kind.DATE and "year" in one.value]
    by_field = {
        name: sorted((one for one in dates if one.field is name), key=lambda one: one.start)
        for name in FieldName
    }
    for prose in context.prose:
        if not prose.text:
            continue
        low, high = prose.passage.text.starts[0], prose.passage.text.ends[-1]
        found = by_field[prose.passage.field]
        inside = found[_at(found, low) : _at(found, high)]
        made = [one for item in inside if (one := _dated(item, prose, own)) is not None]
        if made:
            yield made


def _at(found: Sequence[Specific], offset: int) -> int:
    return bisect_left(found, offset, key=lambda one: one.start)


def _dated(item: Specific, prose: Prose, own: date | None) -> Dated | None:
    text = prose.passage.text
    at = Span(bisect_right(text.starts, item.start) - 1, bisect_left(text.ends, item.end) + 1)
    value = dict(item.value)
    stated = str(value["year"]) in item.text or "quarter" in value
    if not stated and own is not None and "month" in value:
        value["year"] = _nearest_year(value, own)
    first, last = first_day(value), last_day(value)
    if first is None or last is None:
        return None
    return Dated(item, prose, at, first, last, stated)


def _nearest_year(value: dict[str, int], own: date) -> int:
    def away(year: int) -> timedelta:
        day = first_day({**value, "year": year})
        return abs(day - own) if day else timedelta.max

    return min((own.year, own.year - 1, own.year + 1), key=away)


def first_day(value: dict[str, int]) -> date | None:
    """The first day that a date's value (as in a report) can mean; ``None`` where it is no day."""
    month = value.get("month") or 3 * value.get("quarter", 0) - 2
    try:
        return date(value["year"], max(month, 1), value.get("day", 1))
    except ValueError:
        return None


def last_day(value: dict[str, int]) -> date | None:
    """The last day that a date's value can mean; ``None`` where it is no day."""
    if "day" in value:
        return first_day(value)
    month = value.get("month") or 3 * value.get("quarter", 4)
    try:
        after = date(value["year"] + month // _DECEMBER, month % _DECEMBER + 1, 1)
    except ValueError:
        return None
    return after - timedelta(days=1)
