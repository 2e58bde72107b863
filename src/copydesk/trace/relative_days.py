"""What "yesterday" or "last month" means on a day: the first and the last day that it can be."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

from copydesk.trace.specifics import DateValue

__all__ = ["RELATIVE", "days_meant", "days_of"]

_SPELLED = "one two three four five six seven eight nine ten".split()  # noqa: SIM905
_COUNTS = {"a": 1, "an": 1, **{word: number for number, word in enumerate(_SPELLED, 1)}}
_HAPPENED = (
    r"(?:announced|said|released|launched|published|unveiled|reported|filed|issued|confirmed|approved|signed"
    r"|ruled|voted|opened|closed|introduced|disclosed|revealed|began|met)"
)
# "today" is a day only beside something that happened: "used today" means nowadays.
RELATIVE = re.compile(
    rf"\b(?:yesterday|last night|this (?:morning|afternoon|evening|week|month|year)|earlier today"
    rf"|(?<=announced )today|(?:{_HAPPENED}(?: \S+)? )(?P<after>today)|(?P<before>today),? (?={_HAPPENED}\b)"
    rf"|(?:(?:{'|'.join(_COUNTS)}|\d{{1,2}}) (?:days?|weeks?|months?)|a few days) ago"
    rf"|last (?:week|month|year))(?!\w)",
    re.IGNORECASE,
)
_AGO = re.compile(r"(?P<count>\w+) (?P<unit>day|week|month)s? ago")
_WEEK = timedelta(days=7)
_DAY = timedelta(days=1)
# Half of a week and of a month: what is told in these may lie so far on either side.
_SLACK = {"day": 1, "week": 4, "month": 16}
_LENGTH = {"day": 1, "week": 7, "month": 30}


def days_meant(words: str, own: date) -> tuple[date, date] | None:
    """The days that the words can mean in a text of the day ``own``, an hour of night and the next time
    zone included; ``None`` for words without a number.
    """
    said = " ".join(words.lower().split())
    if said in {"yesterday", "last night"}:
        return own - 2 * _DAY, own
    if said.endswith("today") or said in {"this morning", "this afternoon", "this evening"}:
        return own - _DAY, own + _DAY
    match = _AGO.fullmatch(said)
    if match is not None:
        return _ago(match, own)
    which, _, unit = said.partition(" ")
    return _PERIODS[unit](own, this=which == "this") if unit in _PERIODS else None


def _week(own: date, *, this: bool) -> tuple[date, date]:
    monday = own - timedelta(days=own.weekday())
    if this:
        return min(monday, own - _WEEK), max(monday + _WEEK, own + _WEEK)
    return monday - _WEEK - _DAY, own


def _month(own: date, *, this: bool) -> tuple[date, date]:
    first = own.replace(day=1)
    if this:
        return first - _DAY, _last(first) + _DAY
    return _last(first - _DAY).replace(day=1) - _DAY, own


def _year(own: date, *, this: bool) -> tuple[date, date]:
    year = own.year if this else own.year - 1
    return date(year, 1, 1), date(year, 12, 31)


_PERIODS = {"week": _week, "month": _month, "year": _year}


def _ago(match: re.Match[str], own: date) -> tuple[date, date] | None:
    word = match["count"]
    count = int(word) if word.isdigit() else _COUNTS.get(word)
    if count is None:
        return None
    middle = own - timedelta(days=count * _LENGTH[match["unit"]])
    slack = timedelta(days=_SLACK[match["unit"]])
    return middle - slack, middle + slack


def _last(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def days_of(value: DateValue, own: date) -> tuple[date, date] | None:
    """The days of a date as far as it is stated; without a year the one next to ``own``."""
    if value.relative or value.decade is not None or value.quarter is not None or value.fiscal:
        return None
    if value.month is None:
        return (date(value.year, 1, 1), date(value.year, 12, 31)) if value.year else None
    years = (value.year,) if value.year else (own.year - 1, own.year, own.year + 1)
    spans = [span for year in years if (span := _span(year, value.month, value.day))]
    return min(spans, key=lambda span: abs(span[0] - own), default=None)


def _span(year: int, month: int, day: int | None) -> tuple[date, date] | None:
    try:
        first = date(year, month, day or 1)
    except ValueError:
        return None
    return first, first if day else _last(first)
