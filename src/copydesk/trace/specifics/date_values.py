"""Comparing dates as far as they were stated, and completing one from another."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import replace
from datetime import date

from copydesk.trace.specifics.model import DateValue
from copydesk.trace.specifics.relation import Relation

__all__ = ["date_keys", "date_relation", "resolve"]

_PARTS = ("year", "month", "day", "quarter", "decade", "weekday", "time")
# Minutes east of UTC of the zone abbreviations that newsrooms use; others are compared as text.
_ZONES = {
    "UTC": 0, "GMT": 0, "Z": 0, "BST": 60, "CET": 60, "CEST": 120, "EST": -300, "EDT": -240,
    "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420, "JST": 540,
    "KST": 540, "IST": 330, "AEST": 600, "AEDT": 660,
}  # fmt: skip
_OFFSET = re.compile(r"([+-])(\d\d):?(\d\d)")


def resolve(value: DateValue, reference: DateValue) -> DateValue:
    """``value`` with the year of ``reference`` where it states a day or month without a year."""
    if value.year is None and value.month is not None and reference.year is not None:
        return replace(value, year=reference.year)
    return value


def _minutes(value: DateValue) -> int | None:
    """Minutes after midnight UTC, or ``None`` when the zone is missing or unknown."""
    offset = _ZONES.get(value.zone.upper())
    if offset is None:
        match = _OFFSET.fullmatch(value.zone)
        if match is None:
            return None
        offset = (int(match[2]) * 60 + int(match[3])) * (-1 if match[1] == "-" else 1)
    hours, minutes = value.time.split(":")[:2]
    return (int(hours) * 60 + int(minutes) - offset) % 1440


def _weekday(value: DateValue) -> int | None:
    if value.weekday is not None:
        return value.weekday
    if value.year and value.month and value.day:
        try:
            return date(value.year, value.month, value.day).weekday()
        except ValueError:
            return None
    return None


def _stated(value: DateValue) -> frozenset[str]:
    return frozenset(name for name in _PARTS if getattr(value, name) not in (None, ""))


def _period_relation(a: DateValue, b: DateValue) -> Relation | None:
    """Quarter against month, decade against year; ``None`` when that is not the case here."""
    for whole, part in ((a, b), (b, a)):
        if whole.quarter and part.month and not part.quarter and not whole.fiscal:
            inside = (part.month + 2) // 3 == whole.quarter
            same_year = None in (whole.year, part.year) or whole.year == part.year
            return Relation.COMPATIBLE if inside and same_year else Relation.DIFFERENT
        if whole.decade is not None and part.decade is None and part.year is not None:
            inside = whole.decade <= part.year < whole.decade + 10
            return Relation.COMPATIBLE if inside else Relation.DIFFERENT
    return None


def _time_relation(a: DateValue, b: DateValue) -> Relation:
    if a.zone == b.zone:
        return Relation.EQUAL if a.time == b.time else Relation.DIFFERENT
    first, second = (_minutes(a), _minutes(b)) if a.zone and b.zone else (None, None)
    if first is None or second is None:
        return Relation.COMPATIBLE if a.time == b.time else Relation.INCOMPARABLE
    return Relation.CONVERTED if first == second else Relation.DIFFERENT


def date_relation(a: DateValue, b: DateValue) -> Relation:
    """How the dates relate; a partial date within a fuller one is compatible."""
    if a.relative or b.relative:
        return Relation.EQUAL if a == b else Relation.INCOMPARABLE
    stated_a, stated_b = _stated(a), _stated(b)
    if a.fiscal != b.fiscal and a.year != b.year:
        return Relation.INCOMPARABLE
    period = _period_relation(a, b)
    if period is not None:
        return period
    clock = _time_relation(a, b) if a.time and b.time else Relation.EQUAL
    if clock is not Relation.EQUAL:
        return clock
    if any(getattr(a, n) != getattr(b, n) for n in (stated_a & stated_b) - {"time"}):
        return Relation.DIFFERENT
    return _parts_relation(a, b, stated_a, stated_b)


def _parts_relation(
    a: DateValue, b: DateValue, stated_a: frozenset[str], stated_b: frozenset[str]
) -> Relation:
    """Dates that agree in all parts that both state."""
    if stated_a == stated_b:
        return Relation.EQUAL if a.fiscal == b.fiscal else Relation.COMPATIBLE
    day_a, day_b = _weekday(a), _weekday(b)
    if day_a is not None and day_b is not None:
        return Relation.COMPATIBLE if day_a == day_b else Relation.DIFFERENT
    return Relation.COMPATIBLE if stated_a & stated_b else Relation.INCOMPARABLE


def date_keys(value: DateValue) -> tuple[Hashable, ...]:
    """Keys of every part that another date may share, the most specific first."""
    if value.relative:
        return (("date", "relative", value.relative),)
    keys: list[Hashable] = []
    year, month, day = value.year, value.month, value.day
    if month is not None and day is not None:
        keys += [("date", year, month, day)] if year is not None else []
        keys.append(("date", "md", month, day))
    quarter = value.quarter or ((month + 2) // 3 if month is not None else None)
    if month is not None:
        keys += [("date", "ym", year, month)] if year is not None else []
        keys.append(("date", "m", month))
    if quarter is not None:
        keys += [("date", "yq", year, quarter)] if year is not None else []
        keys.append(("date", "q", quarter))
    if value.decade is not None:
        keys.append(("date", "decade", value.decade))
    if year is not None:
        keys += [("date", "y", year), ("date", "decade", year - year % 10)]
    if value.time:
        minutes = _minutes(value) if value.zone else None
        keys.append(("date", "time", value.time))
        keys += [("date", "utc", minutes)] if minutes is not None else []
    weekday = _weekday(value)
    if weekday is not None:
        keys.append(("date", "weekday", weekday))
    return tuple(keys) or (("date",),)
