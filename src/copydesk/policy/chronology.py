"""Rules about what dates say of one another: the calendar, the order, the day of writing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import pairwise

from copydesk.article.model import Span
from copydesk.policy.days import Dated, article_day, dated, day_in_words, in_days
from copydesk.policy.intervals import Interval, interval_before, interval_behind, interval_of_span
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import Severity

# What is one day ahead may be the same day in another time zone.
_ZONES = timedelta(days=1)
# The first full year in which all countries of the news use one calendar.
_ONE_CALENDAR = 1924
_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
# Code points in which a distance begins its sentence: "About two weeks later", "Then, a day later".
_OPENING = 12
_BEHIND = re.compile(rf"(?:,? a |, which was a | \()({'|'.join(_NAMES)})(?=[),.;]| and\b)")
_SHORT = re.compile(rf" \(({'|'.join(name[:3] for name in _NAMES)})\w{{0,2}}\.?\)")
_IN_FRONT = re.compile(rf"\b({'|'.join(_NAMES)}) \(\Z")


@register(
    "weekday-mismatch",
    Severity.ERROR,
    statement="A weekday and its date agree.",
    rationale="The calendar says that one of the two is wrong, and a reader who wants to go there "
    "does not know which.",
    fix="Look up which of the two the source states, and correct the other.",
    bad="The council met on Monday, 12 May 2026. (a Tuesday)",
    good="The council met on Tuesday, 12 May 2026.",
)
def weekday_mismatch(context: Context) -> Iterable[Hit]:
    """Dates of one day with a weekday beside them. Without a stated year the day nearest to the
    article's own date is meant; where the article gives none, nothing is said.
    """
    own = article_day(context)
    for dates in dated(context):
        for one in dates:
            said, at = _weekday_beside(one)
            if said is None or not one.is_day or one.first.year < _ONE_CALENDAR:
                continue
            if said == one.first.weekday() or not (one.year_stated or own):
                continue
            right = _NAMES[one.first.weekday()]
            yield Hit(
                one.specific.field,
                *one.prose.passage.text.to_origin(at.start, at.end),
                f"{day_in_words(one.first)} is a {right}, not a {_NAMES[said]}.",
                expected=right,
                found=_raw(context, one, at.start, at.end),
                specifics=(one.specific.id,),
            )


def _weekday_beside(one: Dated) -> tuple[int | None, Span]:
    """The weekday that is said of a date (Monday is 0), and where both stand in the passage."""
    inside = one.specific.value.get("weekday")
    if isinstance(inside, int):
        return inside, one.at
    match = _BEHIND.match(one.behind)
    if match is not None:
        return _NAMES.index(match[1]), Span(one.at.start, one.at.end + match.end(1))
    match = _SHORT.match(one.behind)
    if match is not None:
        number = next(at for at, name in enumerate(_NAMES) if name.startswith(match[1]))
        return number, Span(one.at.start, one.at.end + match.end())
    match = _IN_FRONT.search(one.before)
    if match is not None:
        return _NAMES.index(match[1]), Span(one.sentence.start + match.start(), one.at.end)
    return None, one.at


@register(
    "chronology-wrong",
    Severity.ERROR,
    statement="What the article says of the order and the distance of two dates, the dates bear out.",
    rationale="“Three days after” is computed in the head, or copied from a page that counted from "
    "another day. The two dates stand beside it, and any reader can count.",
    fix="Count again from the dates of the source.",
    bad="The board approved it on 10 May 2026, three days after the hearing of 5 May 2026.",
    good="The board approved it on 10 May 2026, five days after the hearing of 5 May 2026.",
)
def chronology_wrong(context: Context) -> Iterable[Hit]:
    """Two dates that follow one another in a passage, with words between them that say how they
    lie: a distance, “before”, “after”, from one to the other.
    """
    for dates in dated(context):
        for first, second in pairwise(dates):
            if _comparable(first, second):
                yield from _distance(first, second)
                yield from _length(first, second)
                yield from _order(first, second)


def _comparable(first: Dated, second: Dated) -> bool:
    """Whether the years are sure: both stated, or neither and the article's date decides."""
    return first.year_stated == second.year_stated or first.first.year == second.first.year


def _distance(first: Dated, second: Dated) -> Iterator[Hit]:
    between = first.prose.text[first.at.end : second.at.start]
    found = interval_behind(between) or interval_before(between)
    if found is None or found.fits(first, second) or not _counts_from(first, second, found):
        return
    passage = first.prose.passage
    start, end = (first.at.end + at for at in (found.start, found.end))
    said = first.prose.text[start:end]
    real = _apart(first, second)
    yield Hit(
        passage.field,
        *passage.text.to_origin(start, end),
        f"“{said}” does not fit the two dates: {_days(first)} and {_days(second)} are {real} apart.",
        expected=real,
        found=said,
        specifics=(first.specific.id, second.specific.id),
    )


def _length(first: Dated, second: Dated) -> Iterator[Hit]:
    """As in "lasted three days, from 4 May to 6 May", with the last day counted or not."""
    between = first.prose.text[first.at.end : second.at.start]
    if not (_FROM.search(first.before) and _TO.fullmatch(between)) or second.last < first.first:
        return
    found = interval_of_span(first.before)
    if found is None or found.lasts(first, second):
        return
    passage = first.prose.passage
    start, end = (first.sentence.start + at for at in (found.start, found.end))
    yield Hit(
        passage.field,
        *passage.text.to_origin(start, end),
        f"From {_days(first)} to {_days(second)} it is {_apart(first, second)}.",
        expected=_apart(first, second),
        found=first.prose.text[start:end],
        specifics=(first.specific.id, second.specific.id),
    )


def _counts_from(first: Dated, second: Dated, found: Interval) -> bool:
    """Whether a distance is counted from the first date: in its own sentence, or at the beginning of
    the next one.
    """
    if first.sentence == second.sentence:
        return True
    between = first.prose.text[first.sentence.end : second.sentence.start]
    begins = first.at.end + found.start - second.sentence.start
    return not between.strip() and 0 <= begins <= _OPENING


def _days(one: Dated) -> str:
    return day_in_words(one.first) if one.is_day else one.specific.text


def _apart(first: Dated, second: Dated) -> str:
    if first.is_day and second.is_day:
        return Interval.in_words(abs((second.first - first.first).days))
    years = abs(second.first.year - first.first.year)
    return f"about {years} years"


# What may stand between two dates that one word sets in order: no clause of its own.
_CALM = r"(?:[^,;:.()\n]|\.(?!\s)){0,60}"
_BEFORE = re.compile(
    rf",? (?:shortly |just |right |long |well )?before (?!then|that|or\b){_CALM}\Z"
)
_AFTER = re.compile(rf",? (?:shortly |just |right |long |well )?after (?!all|that){_CALM}\Z")
_ENDS = re.compile(
    r",? (?:and|but) (?:it |was |then |only |finally ){0,2}"
    r"(?:ended|finished|concluded|stopped|expired|reopened|returned|arrived|was lifted|was completed)"
    rf" {_CALM}\Z|[^,;:.]{{0,60}}, (?:and was )?followed (?:by [^,;:.]{{1,40}} )?(?:on|in) \Z"
)
# What begins, and what can only come after it.
_BEGAN = re.compile(
    r"\b(?:born|began|begun|started|opened|founded|announced|proposed|launched|filed)\b[^,;:.]{0,30}\Z"
)
_CLOSED = re.compile(
    rf",? (?:and|but) (?:it |was |then |only |finally ){{0,2}}(?:died|closed|completed|withdrawn|ceased|dissolved)"
    rf" {_CALM}\Z"
)
_FIRST = re.compile(r"\b(?:first|initially|originally)\b[^;:.]{0,40}\Z", re.IGNORECASE)
_THEN = re.compile(
    r",? [^;:.\d]{0,40}\b(?:then|later|subsequently|again)\b[^;:.,\d]{0,30} (?:on|in) \Z"
)
_FROM = re.compile(r"\b(?:from|between) \Z", re.IGNORECASE)
_TO = re.compile(r" (?:to|until|till|through|and) \Z")
_NOT = re.compile(r"\b(?:not|never|no later|no earlier|and|but)\b")


_DENIED = re.compile(r"\b(?:not|never)\b|n[’']t\b")


def _order(first: Dated, second: Dated) -> Iterator[Hit]:
    between = first.prose.text[first.at.end : second.at.start]
    span = bool(_FROM.search(first.before) and _TO.fullmatch(between))
    calm = (
        first.sentence == second.sentence
        and not _NOT.search(between[len(" and ") :])
        and not _DENIED.search(first.before)
    )
    forward = span or (calm and _runs_on(first.before, between))
    backward = calm and bool(_AFTER.fullmatch(between))
    wrong = (forward and first.first > second.last) or (backward and first.last < second.first)
    if not wrong:
        return
    said = f"{_days(first)} is {'later' if forward else 'earlier'} than {_days(second)}"
    yield Hit(
        first.specific.field,
        first.specific.start,
        second.specific.end,
        f"The words set the two dates in the other order: {said}.",
        expected=f"{'a later' if forward else 'an earlier'} date than {_days(first)}",
        found=first.prose.text[first.at.start : second.at.end],
        specifics=(first.specific.id, second.specific.id),
    )


_AS_OF = re.compile(
    r"\bas (?:of|at)(?: the)?(?P<end> end of| late)?(?: early| mid)?[ -](?:\w+day,? )?\Z",
    re.IGNORECASE,
)
_FROM_THEN = re.compile(
    r"\b(?:will|would|shall|must|may|can|effective|effect|force|apply|applies|rises?|begins?|starts?"
    r"|becomes?|ends|changes?|requires?|is to|are to|no longer|replaces?|plans?|expects?|expected"
    r"|forecasts?|projected|scheduled)\b"
)


@register(
    "as-of-late",
    Severity.WARNING,
    statement="“As of” a date is not later than the article, nor than the capture of its source.",
    rationale="A count as of Friday cannot come from a page that was captured on Wednesday. The date "
    "was slipped in, or belongs to something else.",
    fix="Give the day on which the source says it, or the day of the capture.",
    bad="As of 20 May 2026, 14 ships were waiting. (in an article of 14 May 2026)",
    good="As of 13 May 2026, 14 ships were waiting.",
)
def as_of_late(context: Context) -> Iterable[Hit]:
    """“As of” and “as at” before a date, except where the sentence says what holds from then on."""
    own = article_day(context)
    captured = {one.id: in_days(one.captured_at) for one in context.sources}
    for dates in dated(context):
        for one in dates:
            match = _AS_OF.search(one.before)
            sentence = one.prose.text[one.sentence.start : one.sentence.end]
            if match is None or _FROM_THEN.search(sentence):
                continue
            day = one.last if match["end"] else one.first
            limit, what = _limit(one, own, captured)
            if limit is None or day <= limit + _ZONES:
                continue
            words = one.sentence.start + match.start(), one.at.end
            yield Hit(
                one.specific.field,
                *one.prose.passage.text.to_origin(*words),
                f"{day_in_words(day)} is later than {what} of {day_in_words(limit)}.",
                expected=f"{day_in_words(limit)} or earlier",
                found=_raw(context, one, *words),
                specifics=(one.specific.id,),
            )


def _runs_on(before: str, between: str) -> bool:
    """Whether the words before and between two dates set the first one before the second."""
    if _BEFORE.fullmatch(between) or _ENDS.fullmatch(between):
        return True
    if _BEGAN.search(before) and _CLOSED.fullmatch(between):
        return True
    return bool(_FIRST.search(before) and _THEN.fullmatch(between))


def _raw(context: Context, one: Dated, start: int, end: int) -> str:
    """Code points of a date's passage as the file has them."""
    low, high = one.prose.passage.text.to_origin(start, end)
    return context.article.field(one.specific.field).text[low:high]


def _limit(
    one: Dated, own: date | None, captured: dict[int, date | None]
) -> tuple[date | None, str]:
    """The latest day that can be spoken of, and what sets it."""
    cited = one.specific.cited or tuple(captured)
    days = [captured.get(source) for source in cited]
    known = [day for day in days if day is not None]
    # Where the time of one capture is unknown, that one may be the later.
    last = max(known) if known and len(known) == len(days) else None
    limits = [(last, "the capture"), (own, "the article’s own date")]
    return min(((day, what) for day, what in limits if day is not None), default=(None, ""))
