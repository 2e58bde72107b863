"""The rule about tense and date: what has happened lies behind the article, what will be before it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta

from copydesk.policy.days import Dated, article_day, dated, day_in_words
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import Severity

# What is one day ahead may be the same day in another time zone.
_ZONES = timedelta(days=1)
# A day without its year is only taken for one that lies this near.
_NEAR = timedelta(days=60)
# Code points of a sentence before a date that can govern it.
_CLAUSE = 300

# Verbs of what happens on a day. Of what is announced, scheduled or signed the day may lie ahead.
_HAPPENED = (
    r"(?:released|launched|opened|closed|published|shipped|began|ended|died|sank|ruled|voted|acquired"
    r"|completed|took place|occurred|happened|came into force|took effect|started|arrested|resigned"
    r"|arrived|left|struck|hit|broke out|passed|rejected|approved|collapsed|crashed|won|lost|met"
    r"|reopened|resumed|landed|lifted off|was held|were held|followed|appeared|disclosed|leaked|fell|rose|dropped|climbed|jumped"
    r"|gained|slid|plunged|surged|recalled|suspended|halted|banned|fined|defeated|beat|sued|testified|pleaded"
    r"|visited|bought|sold|joined|took office|stepped down|docked|exploded|burned|ruptured|flooded)"
)
_HAPPENS = (
    r"(?:be (?:released|launched|opened|closed|published|shipped|held|completed)|release|launch|open"
    r"|close|publish|ship|begin|start|end|take place|take effect|come into force|vote|meet|arrive"
    r"|resume|reopen|go on sale|rule)"
)
_AHEAD = r"(?:will|(?:is|are) (?:set|due|expected|scheduled|slated|about) to|plans? to|intends? to|expects? to)"
# Words between the verb and its date that make the date somebody else's, or only a thing's name.
_MID = (
    r"(?:\s+(?!(?:to|that|for|until|till|which|who|when|whether|if|before|after|by|will|would|is|are"
    r"|plans?|deadlines?|dates?|elections?|hearings?|conferences?|ending|effective|due|starting"
    r"|scheduled|set|since|from|than|and|but|\w{3,}ed)\b)[^\s,;:.()]+)"
)
_ON = r"\s+(?:on|in|at the end of|in early|in late)\s+(?:\w+day,?\s+)?\Z"
_HAPPENED_ON = re.compile(
    rf"(?P<front>(?:\S+\s+){{0,4}})(?<![-\w])(?P<verb>{_HAPPENED}){_MID}{{0,5}}{_ON}"
)
# What is said or announced may be of any day; what was said "on" a day was said on that one.
_SAID_ON = re.compile(
    rf"(?P<front>(?:\S+\s+){{0,4}})(?<![-\w])(?P<verb>said|announced|reported|confirmed|wrote|warned|told [a-z]+"
    rf"|signed|filed|unveiled|introduced){_ON}"
)
_HAPPENS_ON = re.compile(rf"\b(?P<verb>{_AHEAD} {_HAPPENS}){_MID}{{0,5}}{_ON}")
_ON_DATE = re.compile(r"\A\s*(?:On|In)\s+(?:\w+day,?\s+)?\Z")
_THEN_HAPPENED = re.compile(rf",?\s+(?P<front>(?:[^\s,;:.()]+\s+){{1,4}}?)(?P<verb>{_HAPPENED})\b")
# What stands before the verb and makes it a plan, a condition, a report, or a noun's attribute.
_UNREAL = re.compile(
    r"\b(?:will|would|to|be|may|might|could|should|must|can|shall|cannot|expected|scheduled|planned"
    r"|due|set|if|once|until|unless|when|before|after|not|never|being|get|gets|as|than|assuming)\b|n’t\b|n't\b",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:said|told|announced|promised|had|wrote|stated|planned|expected|was|were)\b",
    re.IGNORECASE,
)


@register(
    "tense-and-date",
    Severity.WARNING,
    statement="What is told as past has a date before the article, what is told as future one after it.",
    rationale="A date of next month with “was released” is a wrong year, a wrong month or a plan that "
    "was taken for a fact. An announcement that is copied late does the reverse.",
    fix="Look up the date; where it is a plan, say so.",
    bad="The agency released the report on 20 June 2026. (in an article of 14 May 2026)",
    good="The agency will release the report on 20 June 2026.",
)
def tense_and_date(context: Context) -> Iterable[Hit]:
    """Verbs of events right before “on” and a date, or right behind it; silent without a date of the
    article itself.
    """
    own = article_day(context)
    if own is None:
        return
    for dates in dated(context):
        for one in dates:
            if not one.year_stated and abs(one.first - own) > _NEAR:
                continue
            verb, told = "", ""
            if one.first > own + _ZONES:
                verb, told = _past(one), "past"
            elif one.last < own - _ZONES:
                verb, told = _future(one), "to come"
            if verb:
                yield Hit(
                    one.specific.field,
                    one.specific.start,
                    one.specific.end,
                    f"“{verb}” tells it as {told}; the article is of {day_in_words(own)}.",
                    expected=f"a date {'before' if told == 'past' else 'after'} {day_in_words(own)}",
                    found=one.specific.text,
                    specifics=(one.specific.id,),
                )


def _past(one: Dated) -> str:
    """The verb that tells of the date as past, if one does."""
    before = one.before[-_CLAUSE:]
    match = _HAPPENED_ON.search(before) or _SAID_ON.search(before)
    if match is None and _ON_DATE.match(one.before):
        match = _THEN_HAPPENED.match(one.behind)
    if match is None or _UNREAL.search(match["front"]):
        return ""
    return match["verb"]


def _future(one: Dated) -> str:
    """The words that tell of the date as future, if they do."""
    before = one.before[-_CLAUSE:]
    match = _HAPPENS_ON.search(before)
    if match is None or _REPORTED.search(before[: match.start()]):
        return ""
    return match["verb"]
