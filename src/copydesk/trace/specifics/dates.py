"""Dates, times and periods in all common orders.

"11/03/2026" could be two days: it is read as its year alone, because that is all it states
without knowing where the writer lives. "13/03/2026" and "03/13/2026" have one reading each.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from copydesk.report import Kind
from copydesk.trace.specifics.lexicon import MONTHS, ORDINALS, WEEKDAYS
from copydesk.trace.specifics.model import Amount, DateValue, Item

__all__ = ["read_digit_date", "read_word_date"]

_SP = r"[ \t\n\u00a0\u202f]{1,3}"
_MONTH_LONG = (
    "January|February|March|April|May|June|July|August|September|October|November|December"
)
_MONTH_SHORT = "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec"
_MONTH = rf"({_MONTH_LONG}|(?:{_MONTH_SHORT})(?![A-Za-z])\.?)"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?(?![\d:%]|[.,]\d|\s?(?:percent|million|billion|%))"
_YEAR = r"((?:1[5-9]|20|21)\d\d)(?![\d%]|[.,]\d|-\d)"
_ZONE = r"(UTC|GMT|Z|[ECMP][SD]?T|CES?T|BST|JST|IST|AES?T|KST|local time|(?:UTC|GMT)?[+-]\d\d:?\d\d)(?![A-Za-z])"
_ISO = re.compile(
    r"((?:1[5-9]|20|21)\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)"
    rf"(?:(?:T| |,? at )([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d{{1,9}})?)?(?!\d)(?:\s?{_ZONE})?)?"
)
_ISO_MONTH = re.compile(r"((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![\d-])")
_SLASH_YMD = re.compile(r"((?:19|20)\d\d)[/.](0?[1-9]|1[0-2])[/.](0?[1-9]|[12]\d|3[01])(?!\d)")
_SLASHED = re.compile(r"(\d{1,2})([/.])(\d{1,2})\2((?:19|20)\d\d)(?!\d|\.\d)")
_DMY = re.compile(
    rf"(\d{{1,2}})(?:st|nd|rd|th)?{_SP}(?:of{_SP})?{_MONTH}(?![a-z])(?:,?{_SP}{_YEAR})?"
)
_MDY = re.compile(rf"{_MONTH}{_SP}{_DAY}(?:,?{_SP}{_YEAR})?")
# Two days of one month are two dates: the first of "3-9 May", the last of "May 3-9".
_FIRST_DAY = re.compile(
    rf"(\d{{1,2}})(?:st|nd|rd|th)?(?:(?:{_SP})?[–-](?:{_SP})?|{_SP}(?:to|and|or|through|until){_SP})"
    rf"(?=(\d{{1,2}})(?:st|nd|rd|th)?{_SP}{_MONTH}(?![a-z])(?:,?{_SP}{_YEAR})?)"
)
_LAST_DAY = re.compile(
    rf"(\d{{1,2}})(?:st|nd|rd|th)?(?![\w:%/-]|[.,]\d|{_SP}[a-z]+s\b)(?:,?{_SP}{_YEAR})?"
)
_DAY_OPEN = re.compile(
    rf"{_MONTH}{_SP}(\d{{1,2}})(?:st|nd|rd|th)?(?:(?:{_SP})?[–-](?:{_SP})?|{_SP}through{_SP})\Z"
)
# "September 22nd through " is the longest of these.
_OPENED = 24
# What a year behind the last day says of the first.
_YEAR_BEHIND = re.compile(
    rf"(?:(?:{_SP})?[–-](?:{_SP})?|{_SP}(?:through|to|until){_SP})\d{{1,2}}(?!\d),?{_SP}{_YEAR}"
)
_FIRST_HOUR = re.compile(
    r"(\d{1,2})(?::([0-5]\d))?(?:[ \u00a0]?[–-][ \u00a0]?|[ \u00a0](?:to|and|or)[ \u00a0])"
    r"(?=(\d{1,2})(?::[0-5]\d)?[ \u00a0]?([ap])\.?m\b)",
    re.IGNORECASE,
)
_NAMED_HOUR = re.compile(
    rf"(noon|midday|midnight)(?![\w-])(?:[ \u00a0]\(?{_ZONE}\)?)?", re.IGNORECASE
)
_BEFORE_HOUR = re.compile(
    r"\b(?:at|by|until|till|before|after|around|from|to|since|past|about|and|between|12)[ \u00a0]\Z",
    re.IGNORECASE,
)
# A year of the Middle Ages looks like any figure: it needs "in" before it and an end behind it.
_OLD_YEAR = re.compile(r"1[0-5]\d\d(?=[.,;:)](?!\d)|\Z| (?:and|when|by|after|as|but|the|to)\b)")
_MY = re.compile(rf"{_MONTH}(?:,|{_SP}of)?{_SP}{_YEAR}")
_MONTH_ALONE = re.compile(rf"{_MONTH}(?![a-z])")
_TIME = re.compile(
    rf"(\d{{1,2}})(?:[:.]([0-5]\d))?(?::[0-5]\d)?[ \u00a0]?([ap])\.?m\b\.?(?:[ \u00a0]\(?{_ZONE}\)?)?"
    r"|([01]?\d|2[0-3])(?::|\.(?=\d\d[ \u00a0](?:GMT|BST|CES?T|UTC)\b))([0-5]\d)(?::[0-5]\d)?(?![\d:])"
    rf"(?:[ \u00a0]?{_ZONE})?",
    re.IGNORECASE,
)
_ELAPSED = re.compile(r"(\d{1,2}):([0-5]\d):([0-5]\d)(?![\d:]|\s?(?:[ap]\.?m|UTC|GMT))")
_SPLIT = re.compile(r"(\d{1,2}):([0-5]\d)\.(\d{1,3})(?![\d:])")
_LONGEST_MONTH = 31
_HOURS = 12
_DECADE = re.compile(r"((?:1[5-9]|20)\d)0['’]?s\b|['’]?([2-9])0s\b")
_BARE_YEAR = re.compile(
    r"(?:1[6-9]\d\d|20\d\d)(?![\d%]|[.,]\d|[A-Za-z]|['’](?!s\b)[A-Za-z]|-[A-Za-z])"
)
_YEAR_SPAN = re.compile(r"((?:19|20)\d\d)[–/-](\d\d)(?!\d|-)")
_QUARTER = re.compile(
    rf"(?:fiscal{_SP}(?:year{_SP})?)?(?:Q([1-4])|(first|second|third|fourth|1st|2nd|3rd|4th)[ -](?:fiscal )?quarter)(?![a-z])(?P<after>(?:{_SP}['’]?|'|’)?(?:of{_SP})?(?P<fy>fiscal{_SP}(?:year{_SP})?|FY[ ]?)?(?P<year>(?:19|20)\d\d|(?<=FY)\d\d|(?<=['’])\d\d))?",
    re.IGNORECASE,
)
_FISCAL = re.compile(
    r"(?:FY[ ]?['’]?((?:20)?\d\d)|fiscal(?: year)? ((?:19|20)\d\d))(?!\d)", re.IGNORECASE
)
_HALF = re.compile(r"[1-4][QH](?:[ '’]?((?:20)?\d\d))?\b")
_WEEKDAY = re.compile(
    r"(Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|(?:Mon|Tues?|Wed|Thurs?|Thu|Fri|Sat|Sun)(?:\.|(?=,)))"
)
_GAP = re.compile(rf",?{_SP}(?:the{_SP})?")
_RELATIVE = re.compile(
    r"(?:yesterday|tomorrow|tonight|(?:earlier |later )?today"
    r"|(?:last|next|this|past) (?:night|morning|afternoon|evening|week|month|year|quarter|weekend|decade|summer|spring|autumn|fall|winter|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
    r"|(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}|several|a few) (?:minutes?|hours?|days?|weeks?|months?|years?|decades?) (?:ago|earlier|later))(?![A-Za-z])",
    re.IGNORECASE,
)
# "May" and "March" begin sentences as verbs, and "Jan" and "Mar" are names: alone they need one of these before them.
_BEFORE_MONTH = re.compile(
    r"\b(?:in|since|by|until|till|from|to|of|during|last|next|this|early|late|mid|and|through|before|after|for|between)[ -]\Z",
    re.IGNORECASE,
)


def _month(text: str) -> int:
    return MONTHS[text.rstrip(".").lower()]


def _day(text: str) -> int | None:
    number = int(text)
    return number if 1 <= number <= 31 else None


def _item(start: int, end: int, value: DateValue) -> Item:
    return Item(Kind.DATE, start, end, value)


def _clock(match: re.Match[str]) -> DateValue | None:
    hour, minute, half, zone, hour24, minute24, zone24 = match.groups()
    if half is None:
        return DateValue(time=f"{int(hour24):02}:{minute24}", zone=_zone(zone24))
    number = int(hour)
    if not 1 <= number <= 12:
        return None
    number = number % 12 + (12 if half.lower() == "p" else 0)
    return DateValue(time=f"{number:02}:{minute or '00'}", zone=_zone(zone))


def _zone(text: str | None) -> str:
    if not text:
        return ""
    return "UTC" if text == "Z" else text.upper() if text.isalpha() else text


def read_digit_date(text: str, at: int, *, alone: bool = False) -> Item | None:
    """The date, time, year or decade that begins with the digit at ``at``; ``alone`` says that no
    sign and no letter hangs on its digits.
    """
    match = None if alone else _ISO.match(text, at)
    if match:
        year, month, day, hour, minute, zone = match.groups()
        clock = f"{hour}:{minute}" if hour else ""
        value = DateValue(int(year), int(month), int(day), time=clock, zone=_zone(zone))
        return _item(at, match.end(), value)
    found = _one_of_two(text, at)
    if found is not None:
        return found
    match = _DMY.match(text, at)
    if match and (day_number := _day(match[1])):
        year_text = match[3]
        value = DateValue(int(year_text) if year_text else None, _month(match[2]), day_number)
        return _item(at, match.end(), value)
    for reader in (_lone_time, _lone_period) if alone else (_numeric_date, _time_of_day, _period):
        found = reader(text, at)
        if found is not None:
            return found
    return None


def _one_of_two(text: str, at: int) -> Item | None:
    """One end of a span of days ("3-9 May", "May 3-9") or of hours ("8-10 p.m.")."""
    match = _FIRST_DAY.match(text, at)
    if match and 0 < int(match[1]) < int(match[2]) <= _LONGEST_MONTH:
        value = DateValue(int(match[4]) if match[4] else None, _month(match[3]), int(match[1]))
        return _item(at, match.end(1), value)
    if text[max(0, at - 1) : at] in {"-", "–", " "}:
        before = _DAY_OPEN.search(text[max(0, at - _OPENED) : at])
        match = _LAST_DAY.match(text, at) if before else None
        if before and match and int(before[2]) < int(match[1]) <= _LONGEST_MONTH:
            year = int(match[2]) if match[2] else None
            return _item(at, match.end(), DateValue(year, _month(before[1]), int(match[1])))
    match = _FIRST_HOUR.match(text, at)
    return _first_hour(match, at) if match else None


def _first_hour(match: re.Match[str], at: int) -> Item | None:
    """The hour of "8-10 p.m." that has no half of the day of its own: the nearest one before."""
    first, last = int(match[1]), int(match[3])
    if not (1 <= first <= _HOURS and 1 <= last <= _HOURS):
        return None
    half = _HOURS if match[4].lower() == "p" else 0
    if first % _HOURS > last % _HOURS:
        half = _HOURS - half
    value = DateValue(time=f"{first % _HOURS + half:02}:{match[2] or '00'}")
    return _item(at, match.end(2) if match[2] else match.end(1), value)


def _numeric_date(text: str, at: int) -> Item | None:
    match = _SLASH_YMD.match(text, at)
    if match:
        return _item(at, match.end(), DateValue(int(match[1]), int(match[2]), int(match[3])))
    match = _SLASHED.match(text, at)
    if match:
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        if first > 12 >= second >= 1 and first <= 31:
            return _item(at, match.end(), DateValue(year, second, first))
        if second > 12 >= first >= 1 and second <= 31:
            return _item(at, match.end(), DateValue(year, first, second))
        if first <= 12 and second <= 12:
            return _item(at, match.end(), DateValue(year))
    match = _ISO_MONTH.match(text, at)
    return _item(at, match.end(), DateValue(int(match[1]), int(match[2]))) if match else None


def _time_of_day(text: str, at: int) -> Item | None:
    split = _SPLIT.match(text, at)
    if split:
        ulp = Fraction(1, 10 ** len(split[3]))
        elapsed = int(split[1]) * 60 + int(split[2]) + int(split[3]) * ulp
        return Item(Kind.DURATION, at, split.end(), Amount(elapsed, "second", ulp))
    run = _ELAPSED.match(text, at)
    if run and text[max(0, at - 3) : at] in {"in ", "of "}:
        seconds = int(run[1]) * 3600 + int(run[2]) * 60 + int(run[3])
        return Item(Kind.DURATION, at, run.end(), Amount(Fraction(seconds), "second"))
    return _lone_time(text, at)


def _lone_time(text: str, at: int) -> Item | None:
    match = _TIME.match(text, at)
    value = _clock(match) if match else None
    return _item(at, match.end(), value) if match and value else None


def _period(text: str, at: int) -> Item | None:
    match = _YEAR_SPAN.match(text, at)
    if match and (int(match[1]) + 1) % 100 == int(match[2]):
        return _item(at, match.end(), DateValue(int(match[1])))
    match = _DECADE.match(text, at)
    if match:
        decade = int(match[1]) * 10 if match[1] else 1900 + int(match[2]) * 10
        elided = not match[1] and text[max(0, at - 1) : at] in {"'", "’"}
        return _item(at - elided, match.end(), DateValue(decade=decade))
    return _digit_quarter(text, at) or _lone_period(text, at)


def _lone_period(text: str, at: int) -> Item | None:
    match = _RELATIVE.match(text, at)
    if match:
        return _item(at, match.end(), DateValue(relative=" ".join(match.group().lower().split())))
    return _year(text, at)


def _digit_quarter(text: str, at: int) -> Item | None:
    """A quarter written "2Q26" or "2nd quarter"."""
    match = _HALF.match(text, at)
    if match and text[at + 1] == "Q":
        year = _full_year(match[1])
        return _item(at, match.end(), DateValue(year, quarter=int(text[at])))
    match = _QUARTER.match(text, at) if text[at + 1 : at + 2].isalpha() else None
    return _quarter(match, at) if match else None


def _year(text: str, at: int) -> Item | None:
    match = _BARE_YEAR.match(text, at)
    if match and not _counts(text, at, match.end()):
        return _item(at, match.end(), DateValue(int(match.group())))
    match = _OLD_YEAR.match(text, at)
    if match and text[max(0, at - 3) : at].lower() == "in ":
        return _item(at, match.end(), DateValue(int(match.group())))
    return None


_COUNTED = re.compile(
    r"(?:[-–]?[ \u00a0])(?:people|users|workers|employees|jobs|units|GPUs|MiB|GiB|MB|GB|km|miles|meters|metres|feet|percent|per|dollars|euros|times|cases|stars|"
    r"points|MW|kW|Hz|MHz|mAh|nm|hours|days|tokens|homes|deaths|votes|cars|students|companies|files|lines|million|billion)\b|%"
)


def _counts(text: str, at: int, end: int) -> bool:
    """Whether four digits that could be a year count something instead."""
    return bool(_COUNTED.match(text, end)) or text[max(0, at - 1) : at] in {"$", "€", "£", "+", "#"}


def _full_year(text: str | None) -> int | None:
    if not text:
        return None
    return int(text) if len(text) == 4 else 2000 + int(text)


def read_word_date(text: str, at: int) -> Item | None:
    """The date that begins with the word at ``at``: a month, weekday, quarter, "yesterday"."""
    match = _RELATIVE.match(text, at)
    if match:
        return _item(at, match.end(), DateValue(relative=" ".join(match.group().lower().split())))
    if text[at] in "JFMASOND":
        found = _month_first(text, at)
        if found is not None:
            return found
    if text[at] in "nNmM":
        found = _named_hour(text, at)
        if found is not None:
            return found
    match = _QUARTER.match(text, at)
    if match:
        return _quarter(match, at)
    match = _FISCAL.match(text, at)
    if match:
        return _item(at, match.end(), DateValue(_full_year(match[1] or match[2]), fiscal=True))
    return _weekday_first(text, at)


def _named_hour(text: str, at: int) -> Item | None:
    """Noon and midnight as times of day; "a midnight feast" is none."""
    match = _NAMED_HOUR.match(text, at)
    if match is None or not _BEFORE_HOUR.search(text[max(0, at - 9) : at]):
        return None
    clock = "00:00" if match[1].lower() == "midnight" else "12:00"
    return _item(at, match.end(), DateValue(time=clock, zone=_zone(match[2])))


def _quarter(match: re.Match[str], at: int) -> Item:
    number = int(match[1]) if match[1] else ORDINALS.get(match[2].lower()) or int(match[2][0])
    fiscal = bool(match["fy"]) or "fiscal" in match.group().lower()
    return _item(
        at, match.end(), DateValue(_full_year(match["year"]), quarter=number, fiscal=fiscal)
    )


def _month_first(text: str, at: int) -> Item | None:
    match = _MDY.match(text, at)
    if match and (day := _day(match[2])):
        behind = None if match[3] else _YEAR_BEHIND.match(text, match.end())
        year = match[3] or (behind[1] if behind else None)
        return _item(at, match.end(), DateValue(int(year) if year else None, _month(match[1]), day))
    match = _MY.match(text, at)
    if match:
        return _item(at, match.end(), DateValue(int(match[2]), _month(match[1])))
    match = _MONTH_ALONE.match(text, at)
    if match and _BEFORE_MONTH.search(text[max(0, at - 9) : at]):
        month = _month(match[1])
        if len(match[1]) > 3 or match[1] == "May":
            return _item(at, match.end(), DateValue(month=month))
    return None


def _weekday_first(text: str, at: int) -> Item | None:
    match = _WEEKDAY.match(text, at)
    if match is None or (match.end() < len(text) and text[match.end()].isalpha()):
        return None
    weekday = WEEKDAYS[match[1].rstrip(".").lower()]
    gap = _GAP.match(text, match.end())
    if gap is not None:
        after = gap.end()
        rest = None
        if after < len(text) and text[after].isdigit():
            rest = read_digit_date(text, after)
        elif after < len(text) and text[after] in "JFMASOND":
            rest = _month_first(text, after)
        if rest is not None and isinstance(rest.value, DateValue) and rest.value.day:
            return _item(at, rest.end, replace(rest.value, weekday=weekday))
    return _item(at, match.end(), DateValue(weekday=weekday)) if match[1].endswith("day") else None
