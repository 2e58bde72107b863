"""Rules about where a date comes from: the event or only the page, one clock or another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta

from copydesk.evidence.model import EvidenceSource, Label
from copydesk.policy.days import Dated, dated
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import Evidence, FieldName, Severity, Status

_META = frozenset({Label.META, Label.JSON_LD, Label.EMBEDDED_JSON})
# A line of fewer words around a date says when the page appeared.
_DATELINE_WORDS = 9
_PUBLISHED = re.compile(
    r"\s*(?:date )?(?:first |last )?(?:published|posted|updated|modified|publication date|release date)\b",
    re.IGNORECASE,
)
_BYLINE = re.compile(r"\s*(?:by|written by|author)\b", re.IGNORECASE)
# Code points in which a page's head ends, and lines above a date in which its byline stands.
_HEAD, _ABOVE, _LINES_ABOVE = 200, 120, 2
# Acts that a page is the record of: its date is theirs.
_OF_THE_PAGE = re.compile(
    r"\b(?:announce\w*|publish\w*|publication|post\w*|report\w*|wrote|writes|releas\w*|disclos\w*|unveil\w*"
    r"|dated|launch\w*|statement|issu\w*|updat\w*|confirm\w*|blog|introduc\w*|ship\w*|fil(?:ed|ing)|sign(?:ed|ing)|shared"
    r"|interview\w*|listed|stated|warned|reveal\w*|detail\w*|described|paper|article|notice of|advisory"
    r"|commit\w*|merged|opened|submitted|responded|version|(?:said|told [^,.;]{1,30}) (?:\w+ ){0,2}(?:on|in)"
    r" (?:\w+day,? )?\Z)",
    re.IGNORECASE,
)
# Code points before and behind a date in which its verb stands.
_CLAUSE = 80
_SAME_DAY = r"\b(?:today|tonight|this (?:morning|afternoon|evening)|earlier today"
_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
# Places of one date in one source that are looked at.
_MAX_PLACES = 20


@register(
    "page-date-as-event",
    Severity.NOTE,
    statement="An event is dated by a passage about it, not by the day on which a page appeared.",
    rationale="A page of Tuesday tells of Sunday. Where no passage gives the day, the page's date is "
    "the easiest to take, and it is found when it is looked up.",
    fix="Take the day from a passage about the event, or say on which day it was reported.",
    bad="The ferry ran aground on 12 May 2026. (the page was published on that day)",
    good="The ferry ran aground, the Gazette reported on 12 May 2026.",
)
def page_date_as_event(context: Context) -> Iterable[Hit]:
    """Days that the sources hold only as their own dates, in a sentence that speaks of no publication;
    silent where the source's text says “today” or names that weekday.
    """
    sources = {one.id: one for one in context.sources}
    for one in _traced_days(context):
        shown = one.specific.evidence
        if _of_publication(one):
            continue
        if all(_of_page(place, sources) for place in shown) and not any(
            _told_as_day(sources[place.source], one.first) for place in shown
        ):
            place = shown[0]
            yield Hit(
                one.specific.field,
                one.specific.start,
                one.specific.end,
                f"Source {place.source} has “{place.exact}” only as the date of the page; no passage "
                "gives it as the day of the event.",
                expected="the day of the event",
                found=one.specific.text,
                specifics=(one.specific.id,),
                passages=shown[:1],
            )


def _of_publication(one: Dated) -> bool:
    """Whether what is dated is a publication, an announcement or the like."""
    before = one.before[-_CLAUSE:]
    behind = (
        one.behind[:_CLAUSE] if len(before.split()) <= 1 else one.behind[:_CLAUSE].split(",")[0]
    )
    said = len(before.split()) <= 1 and re.search(r"\b(?:said|told|says)\b", behind)
    return bool(said or _OF_THE_PAGE.search(before) or _OF_THE_PAGE.search(behind))


def _traced_days(context: Context) -> Iterator[Dated]:
    for dates in dated(context):
        for one in dates:
            item = one.specific
            known = item.status is Status.TRACED and item.evidence
            if known and one.is_day and item.field is not FieldName.TITLE:
                yield one


def _of_page(place: Evidence, sources: Mapping[int, EvidenceSource]) -> bool:
    """Whether a place, and each other one of the same words in that text, dates the page only."""
    source = sources[place.source]
    text = source.text.text
    at = source.start_of(place.sha256) + place.start
    places = [at]
    found = text.find(place.exact)
    while found >= 0 and len(places) < _MAX_PLACES:
        places.append(found)
        found = text.find(place.exact, found + 1)
    return all(_is_dateline(text, one, source) for one in places)


def _is_dateline(text: str, at: int, source: EvidenceSource) -> bool:
    """Whether a date stands alone in metadata, in the head of the text, or beside a byline."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[start : end if end >= 0 else len(text)]
    if len(line.split()) >= _DATELINE_WORDS:
        return bool(_PUBLISHED.match(line))
    if at < _HEAD or source.text.label_at(at) in _META:
        return True
    above = text[max(0, start - _ABOVE) : start].splitlines()[-_LINES_ABOVE:]
    return any(_PUBLISHED.match(one) or _BYLINE.match(one) for one in (line, *above))


def _told_as_day(source: EvidenceSource, day: date) -> bool:
    """Whether the text says that something happened on the day of the page."""
    name = _NAMES[day.weekday()]
    return bool(re.search(rf"{_SAME_DAY}|{name}[a-z]*)\b", source.text.visible, re.IGNORECASE))


_CLOCK = (
    r"(?P<hour>[01]?\d|2[0-3])[:.](?P<minute>[0-5]\d)(?P<second>:[0-5]\d)?(?:\.\d+)?"
    r" ?(?P<half>[ap]\.?m\.?)? ?\(?(?P<zone>Z|UTC|GMT|[ECMP][SD]?T|CES?T|BST|JST|IST|KST|AES?T|[+-]\d\d:?\d\d)\b"
)
_BEHIND = re.compile(rf"(?:T|,? (?:at )?| - | · ){_CLOCK}", re.IGNORECASE)
_BEFORE = re.compile(rf"{_CLOCK}\)?,? (?:on )?\Z", re.IGNORECASE)
_OFFSETS = {
    "Z": 0, "UTC": 0, "GMT": 0, "BST": 1, "CET": 1, "CEST": 2, "ET": -5, "EST": -5, "EDT": -4, "CT": -6,
    "CST": -6, "CDT": -5, "MT": -7, "MST": -7, "MDT": -6, "PT": -8, "PST": -8, "PDT": -7, "JST": 9,
    "KST": 9, "IST": 5.5, "AET": 10, "AEST": 10, "AEDT": 11,
}  # fmt: skip
# What names the clock in the article.
_BASIS = re.compile(
    r"\b(?:UTC|GMT|[ECMP][SD]?T|CES?T|BST|JST|local time|(?:Pacific|Eastern|Central|Mountain|[A-Z][a-z]+)"
    r" (?:standard |daylight )?time|local)\b|time zone"
)
# Hours from midnight UTC in which it is another day for many readers.
_NEAR_MIDNIGHT = 3
_NOON = 12


@register(
    "time-basis",
    Severity.NOTE,
    statement="A day says by which clock it is meant, where it is another day by another clock.",
    rationale="At 23:40 in San Francisco it is tomorrow in London. A log in UTC and a press release in "
    "local time give one event two days, and each looks like the other's mistake.",
    fix="Add the clock (“UTC”, “local time”) or the time with its zone.",
    bad="The system failed on 13 May 2026. (the source: 23:40 on 13 May, seven hours behind UTC)",
    good="The system failed on 13 May 2026, Pacific time.",
)
def time_basis(context: Context) -> Iterable[Hit]:
    """Days whose source gives a time with its zone, by which it is another day in UTC, or a time in
    UTC near midnight; silent where the sentence names a clock.
    """
    for one in _traced_days(context):
        item = one.specific
        sentence = one.prose.text[one.sentence.start : one.sentence.end]
        if "time" in item.value or _BASIS.search(sentence):
            continue
        said = [_other_day(place, one.first) for place in item.evidence]
        if all(said):
            yield Hit(
                item.field,
                item.start,
                item.end,
                f"{said[0]} The article does not say by which clock the day is meant.",
                expected="a day with its time zone",
                found=item.text,
                specifics=(item.id,),
                passages=item.evidence[:1],
            )


def _other_day(place: Evidence, day: date) -> str:
    """What the time beside a date says of other clocks' days; empty where it is the same day."""
    inside = re.search(rf"T| {_CLOCK}", place.exact) and re.search(_CLOCK, place.exact)
    match = inside or _BEHIND.match(place.suffix) or _BEFORE.search(place.prefix)
    if match is None:
        return ""
    hour, minute = int(match["hour"]), int(match["minute"])
    if match["half"]:
        hour = hour % _NOON + (_NOON if match["half"][0].lower() == "p" else 0)
    if (hour, minute, match["second"] or ":00") == (0, 0, ":00"):
        # Midnight to the second stands for a day without a time.
        return ""
    offset = _offset(match["zone"])
    there = datetime(day.year, day.month, day.day, hour, minute)  # noqa: DTZ001 - a clock's face
    utc = there - timedelta(hours=offset)
    said = f"Source {place.source} gives {hour:02}:{minute:02} {match['zone']}"
    if utc.date() != day:
        return f"{said}, which is {utc.day} {utc:%B} in UTC."
    if offset == 0 and not _NEAR_MIDNIGHT <= utc.hour < 24 - _NEAR_MIDNIGHT:
        return f"{said}, near midnight: elsewhere it is another day."
    return ""


def _offset(zone: str) -> float:
    """Hours east of UTC."""
    if zone[0] in "+-":
        digits = zone[1:].replace(":", "")
        size = int(digits[:2]) + int(digits[2:]) / 60
        return -size if zone[0] == "-" else size
    return _OFFSETS.get(zone.upper(), 0)
