"""Rules about dates: what a reader a year from now can still place."""

from __future__ import annotations

import re
from collections.abc import Iterable

from copydesk.article.prose import Match, Prose
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import Severity

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_DAY = re.compile(
    rf"\b(?:{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?!:)"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}|\d{{4}}-\d\d-\d\d\b)",
    re.IGNORECASE,
)
_FEW = r"(?:an?|one|two|three|four|five|six|seven|\d{1,2}|several|(?:a\s+)?few|a\s+couple\s+of)"
_RELATIVE = re.compile(
    rf"\b(?:yesterday|tomorrow|tonight|(?:earlier|later)\s+today"
    rf"|(?:last|this|next|past)\s+(?:night|morning|afternoon|evening|weekend|week|{_WEEKDAY})"
    rf"|{_FEW}\s+(?:minutes?|hours?|days?|weeks?)\s+ago)\b",
    re.IGNORECASE,
)
# One of these stands in all that is found so.
_NEAR_DAYS = ("day", "week", "ago", "night", "morning", "afternoon", "evening", "tomorrow")
# "today" is a date only beside something that happened; "used today" means nowadays.
_EVENT = (
    r"(?:announced|said|released|launched|published|unveiled|reported|filed|issued|confirmed|told"
    r"|approved|signed|ruled|voted|opened|closed|introduced|disclosed|revealed|posted|began|met)"
)
_TODAY = re.compile(
    rf"\b(?:(?:{_EVENT}\s+(?:\S+\s+)?)(?P<after>today)|(?P<before>today)(?=,?\s+{_EVENT}\b))\b",
    re.IGNORECASE,
)
_PERIODS = ("month", "year", "quarter", "spring", "summer", "autumn", "fall", "winter")
_PERIOD = re.compile(rf"\b(?:last|this|next)\s+(?:{'|'.join(_PERIODS)})\b", re.IGNORECASE)
_ON_WEEKDAY = re.compile(
    rf"\b(?:on|{_EVENT})\s+(?P<weekday>{_WEEKDAY})\b(?!\s+(?:night|morning)s)", re.IGNORECASE
)
_DATED_WEEKDAY = re.compile(rf"\b({_WEEKDAY})[,\s(]{{1,3}}(?={_DAY.pattern})", re.IGNORECASE)
# How far an absolute date may stand from the words that it makes clear.
_BESIDE = 30


@register(
    "relative-date",
    Severity.WARNING,
    statement="Days are given as dates, not as “yesterday” or “last week”.",
    rationale="An article is read for years, is syndicated, and is written in another time zone than "
    "its source. “Yesterday” is right on one day and wrong on all others; copied from a source it "
    "may never have been right.",
    fix="Write the date.",
    bad="The service resumed yesterday.",
    good="The service resumed on 12 May 2026.",
)
def relative_date(context: Context) -> Iterable[Hit]:
    """Outside quotations; silent where the date itself stands beside the words."""
    for prose in context.prose:
        for match in (*prose.find(_RELATIVE, _NEAR_DAYS), *prose.find(_TODAY, ("today",))):
            if not _dated_beside(prose, match) and not prose.is_name(match):
                yield _hit(prose, match, "names no date by itself")


@register(
    "relative-date-differs",
    Severity.WARNING,
    statement="“Yesterday” and “last month” mean, on the article's date, what the sources say.",
    rationale="Copied from a page of another day, “yesterday” is a date nobody wrote. Counted back from "
    "the article's own date it is a day that the source contradicts.",
    fix="Write the source's date.",
    bad="The ferry stopped yesterday. (article of 14 May 2026; the source: on 11 May 2026)",
    good="The ferry stopped on 11 May 2026.",
)
def relative_date_differs(context: Context) -> Iterable[Hit]:
    """Where a source dates the same thing, and none of its dates can be meant; silent where the article
    has no date of its own.
    """
    for one in context.noticed.relative:
        first, last = one.meant
        source = one.passages[0].source if one.passages else 0
        yield Hit(
            one.field,
            one.start,
            one.end,
            f"“{one.text}” is at the earliest {first} and at the latest {last}; source {source} has "
            f"“{one.date}”.",
            expected=one.date,
            found=one.text,
            passages=one.passages,
        )


@register(
    "weekday-without-date",
    Severity.NOTE,
    statement="A weekday comes with its date.",
    rationale="“On Monday” is one of fifty in the year once the week is over.",
    fix="Add the date.",
    bad="The council met on Monday.",
    good="The council met on Monday, 11 May 2026.",
)
def weekday_without_date(context: Context) -> Iterable[Hit]:
    """“On <weekday>” in a sentence without a date, where no sentence dates that weekday."""
    dated = {
        found.group(1).lower()
        for prose in context.prose
        if prose.may_hold(("day",))
        for found in _DATED_WEEKDAY.finditer(prose.text)
    }
    for prose in context.prose:
        for match in prose.find(_ON_WEEKDAY, ("day",)):
            if match.text.lower() in dated:
                continue
            sentence = prose.sentence(match.at.start)
            if not _DAY.search(prose.text, sentence.start, sentence.end):
                yield _hit(prose, match, "stands without its date")


@register(
    "relative-period",
    Severity.NOTE,
    statement="Months and years are named, not “last month” or “next year”.",
    rationale="A reader in January cannot tell which year “this year” was. The day of publication "
    "mostly settles it, so this informs and does not ask.",
    fix="Name the month or the year.",
    bad="Fares rise next year.",
    good="Fares rise in 2027.",
)
def relative_period(context: Context) -> Iterable[Hit]:
    """Outside quotations."""
    for prose in context.prose:
        for match in prose.find(_PERIOD, _PERIODS):
            if not prose.is_name(match):
                yield _hit(prose, match, "depends on the day of reading")


def _dated_beside(prose: Prose, match: Match) -> bool:
    low, high = max(match.at.start - _BESIDE, 0), match.at.end + _BESIDE
    return _DAY.search(prose.text, low, high) is not None


def _hit(prose: Prose, match: Match, why: str) -> Hit:
    return Hit(
        prose.passage.field,
        match.start,
        match.end,
        f"“{match.text}” {why}.",
        expected="a date",
        found=match.text,
    )
