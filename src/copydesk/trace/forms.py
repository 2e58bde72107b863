"""The same figure in another form: an age, one end of a share, a score.

"Brown, 22," is the 22-year-old of the source; "five of the injured" are its five out of six. These
are other values to the grammar, so a look-up by value passes them by.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from copydesk.trace.about_claim import siblings
from copydesk.trace.binding import Context, bind
from copydesk.trace.index import MAX_PLACES, SourceIndex
from copydesk.trace.joins import AGAINST, TO, join_of, joined_with
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.specifics import Amount, DateValue, lookup_keys
from copydesk.trace.words import Tokens

__all__ = ["is_end_of_range", "other_forms"]

# An age is written beside a name: "Brown, 22, said", "aged 22", "at 22, she", "(22)".
_AGE_BEFORE = re.compile(
    r"(?:[^\W\d_],[ \u00a0]|\b[Aa]ged?(?: of)?[ \u00a0]|\b[Aa]t[ \u00a0]|\()\Z"
)
_AGE_AFTER = re.compile(r"(?:[ \u00a0]?[,.;)]|\Z)")
_OLD_AFTER = re.compile(r"[- \u00a0]?(?:years?)?[- \u00a0]?old\b|[- \u00a0]?year-olds?\b")
_AGES = range(1, 120)
_FIRST_ORDINAL = 3
# "five out of six", "3 of 4", "two in five": either end may stand alone in the article.
_SHARE = re.compile(
    r"([^\W_]+)[ \u00a0-](?:out of|of|in)[ \u00a0-](?:the[ \u00a0]|every[ \u00a0])?([^\W_]+)"
)
_SPAN = re.compile(r"(?<!\d)((?:19|20)\d\d)[ \u00a0]?(?:-{1,2}|[–—/])[ \u00a0]?\Z")
_REACH = 16
_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
# What must stand around such a place.
_AGE_SCORE, _SHARE_SCORE = 0.16, 0.35


def other_forms(claim: Claim, context: Context, index: SourceIndex) -> list[Match]:
    """Bound places where a source states the claim's small whole number in another form."""
    value = claim.item.value
    if isinstance(value, DateValue):
        return _spans(value, context, index)
    if isinstance(value, Amount) and value.unit == "score" and value.high is not None:
        return _as_two(value, context, index) or _as_colon(value, context, index)
    if not isinstance(value, Amount) or value.ordinal or value.high is not None:
        return []
    if value.unit not in {"", "year"} or value.amount.denominator != 1:
        return []
    if value.amount.numerator not in _AGES:
        return []
    found = [*_ages(claim, value, index), *_shares(value, index), *_ordinals(claim, value, index)]
    matches = []
    for start, end, enough, note in found:
        first, last = index.token_at(start), index.token_at(end - 1)
        score, shared = bind(context, index, first, last)
        if score >= enough and shared > 0:
            matches.append(Match(index, start, end, score, note=note))
    return matches


def _spans(value: DateValue, context: Context, index: SourceIndex) -> list[Match]:
    """A year that closes a span by its last digits: "2007-11", "2007 -- 11"."""
    if value.year is None or value.month is not None or value.quarter is not None:
        return []
    matches = []
    for at in index.places.get(f"{value.year % 100:02d}", ())[:MAX_PLACES]:
        start, end = index.tokens.starts[at], index.tokens.ends[at]
        opened = _SPAN.search(index.text[max(0, start - _REACH) : start])
        if opened and int(opened[1]) // 100 == value.year // 100 and int(opened[1]) < value.year:
            score, shared = bind(context, index, at, at)
            if score >= _SHARE_SCORE and shared > 0:
                matches.append(Match(index, start, end, score, note="as the end of a span"))
    return matches


def is_end_of_range(claim: Claim, matches: Sequence[Match]) -> bool:
    """Whether a place found for a figure is the very range of which the article writes both ends by
    themselves: "from 10 to 97 percent" for "10-97%".
    """
    value = claim.item.value
    if not isinstance(value, Amount) or value.high is not None:
        return False
    ends = {
        frozenset((value.amount, other.value.amount))
        for other in siblings(claim)
        if isinstance(other.value, Amount) and other.value.unit == value.unit
        if TO
        in {join_of(claim.visible, claim.item, other), join_of(claim.visible, other, claim.item)}
    }
    if not ends:
        return False
    for match in matches:
        items = match.index.items
        at = bisect_left(items, match.start, key=lambda item: item.start)
        found = items[at].value if at < len(items) else None
        if isinstance(found, Amount) and frozenset((found.amount, found.high)) in ends:
            return True
    return False


def _as_colon(value: Amount, context: Context, index: SourceIndex) -> list[Match]:
    """A score that the source writes with a colon: "2:1" for "2-1"."""
    matches = []
    high = value.high or 0
    for printed in {f"{value.amount}:{high}", f"{value.amount}:{int(high):02d}"}:
        for at in index.places.get(printed, ())[:MAX_PLACES]:
            score, shared = bind(context, index, at, at)
            if score >= _AGE_SCORE and shared > 0:
                start, end = index.tokens.starts[at], index.tokens.ends[at]
                matches.append(Match(index, start, end, score))
    return matches


def _as_two(score: Amount, context: Context, index: SourceIndex) -> list[Match]:
    """A score that the source writes as two figures: "7-2" for "7 to 2"."""
    matches = []
    for own, item, join in joined_with(replace(score, unit="", high=None), index, behind=True):
        if join in {TO, AGAINST} and getattr(item.value, "amount", None) == score.high:
            first, last = index.token_at(own.start), index.token_at(item.end - 1)
            value, shared = bind(context, index, first, last)
            if value >= _AGE_SCORE and shared > 0:
                matches.append(Match(index, own.start, item.end, value))
    return matches


def _ages(claim: Claim, value: Amount, index: SourceIndex) -> Iterator[tuple[int, int, float, str]]:
    text = claim.visible
    if value.unit == "" and _is_age(text, claim.item.start, claim.item.end):
        wanted, fits = Amount(value.amount, "year"), _is_old
    elif value.unit == "year" and _is_old(text, claim.item.start, claim.item.end):
        wanted, fits = Amount(value.amount), _is_age
    else:
        return
    for at in index.by_key.get(lookup_keys(wanted)[0], ())[:MAX_PLACES]:
        item = index.items[at]
        other = item.value
        same = isinstance(other, Amount) and (other.unit, other.amount) == (
            wanted.unit, value.amount,
        )  # fmt: skip
        if same and fits(index.text, item.start, item.end):
            yield item.start, item.end, _AGE_SCORE, "as an age"


def _is_age(text: str, start: int, end: int) -> bool:
    """Whether a bare number is written as an age is."""
    before = text[max(0, start - _REACH) : start]
    return bool(_AGE_BEFORE.search(before) and _AGE_AFTER.match(text, end))


def _is_old(text: str, start: int, end: int) -> bool:
    """Whether a number of years is an age."""
    return "old" in text[start:end] or bool(_OLD_AFTER.match(text, end))


def _ordinals(
    claim: Claim, value: Amount, index: SourceIndex
) -> Iterator[tuple[int, int, float, str]]:
    """The third straight year of the source is the article's "three straight years"."""
    if value.unit or value.amount < _FIRST_ORDINAL:
        return
    ours = _behind(claim.read.tokens, claim.item.end)
    if not ours:
        return
    for at in index.by_key.get(lookup_keys(replace(value, ordinal=True))[0], ())[:MAX_PLACES]:
        item = index.items[at]
        if ours == _behind(index.tokens, item.end):
            yield item.start, item.end, _AGE_SCORE, "as an ordinal"


def _behind(tokens: Tokens, end: int) -> str:
    """The stem of the word right behind a figure; empty where it says nothing."""
    at = bisect_left(tokens.starts, end)
    return tokens.stems[at] if at < len(tokens) else ""


def _shares(value: Amount, index: SourceIndex) -> Iterator[tuple[int, int, float, str]]:
    if value.unit:
        return
    for word in _spellings(value):
        for at in index.places.get(word, ())[:MAX_PLACES]:
            low = max(0, index.tokens.starts[at] - _REACH)
            for found in _SHARE.finditer(index.text, low, index.tokens.ends[at] + _REACH):
                ends = {found[1].lower(), found[2].lower()}
                if word in ends and all(one in _WORDS or one.isdecimal() for one in ends):
                    yield found.start(), found.end(), _SHARE_SCORE, "as a part of it"


def _spellings(value: Amount) -> Iterator[str]:
    number = value.amount.numerator
    yield str(number)
    if 2 <= number < len(_WORDS):
        yield _WORDS[number]
