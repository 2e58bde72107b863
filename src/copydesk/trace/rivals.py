"""Passages about the same thing that state another value: what a contradiction rests on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from copydesk.trace.binding import Context, bind
from copydesk.trace.figures import DIGITS, GOOD, cached_relation, measures_else, same_noun
from copydesk.trace.index import MAX_PLACES, Corpus, SourceIndex
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.specifics import (
    Amount,
    DateValue,
    IdentifierValue,
    Relation,
    Value,
    VersionValue,
)
from copydesk.trace.specifics.units import dimension, is_money

__all__ = ["find_rivals", "is_dateline", "like_in_size", "same_sort", "same_subject"]

# A passage that states another value must be about the same thing beyond doubt: half of the
# claim's context and three of its telling words.
_SCORE, _SHARED = 0.5, 3
# Years, months and counts up to ten need more, a figure that only differs by a slip of the pen less.
_VAGUE_SCORE, _SMALL = 0.65, 10
_SLIP_SCORE, _SCALE_SCORE = 0.25, 0.4
# The best matching sentences of the sources are looked at, and those that share this much.
_SENTENCES, _SENTENCE_SHARE = 8, 0.3
# A date in a line of fewer words says when the page appeared.
_DATELINE_WORDS = 9
# Another count of the same thing is hardly ever more than this many times larger or smaller.
_MAGNITUDE = 8
_BASE = re.compile(r"\b(?:from|compared (?:to|with)|versus|vs\.?|than)[ \u00a0]\Z", re.IGNORECASE)
_BASE_CHARS = 16
_NO_DIGIT = re.compile(r"\D+")
_HAS_DIGIT = re.compile(r"\d")


def same_sort(a: Value, b: Value) -> bool:
    """Whether two values answer the same question: same unit class, as fully stated."""
    if isinstance(a, Amount) and isinstance(b, Amount):
        if a.ordinal != b.ordinal or (a.unit == "") != (b.unit == ""):
            return False
        return dimension(a.unit)[0] == dimension(b.unit)[0]
    if isinstance(a, DateValue) and isinstance(b, DateValue):
        if a.relative or b.relative:
            return False
        return _grain(a) == _grain(b)
    if isinstance(a, IdentifierValue) and isinstance(b, IdentifierValue):
        return a.scheme == b.scheme and a.scheme in {"cve", "rfc", "doi", "arxiv", "ghsa"}
    return (
        isinstance(a, VersionValue) and isinstance(b, VersionValue) and len(a.parts) == len(b.parts)
    )


def _denies(value: Value, other: Value) -> bool:
    """Whether the two answer one question differently."""
    if _other_currency(value, other):
        return True
    return same_sort(value, other) and cached_relation(value, other) is Relation.DIFFERENT


def _other_currency(a: Value, b: Value) -> bool:
    """Whether both are one figure in two currencies: nobody converts without changing it."""
    if not isinstance(a, Amount) or not isinstance(b, Amount) or a.unit == b.unit:
        return False
    return a.amount == b.amount and is_money(a.unit) and is_money(b.unit)


def _grain(value: DateValue) -> str:
    if value.day is not None:
        return "day"
    if value.month is not None:
        return "month"
    if value.quarter is not None:
        return "quarter"
    if value.year is not None:
        return "year"
    return "decade" if value.decade is not None else "weekday" if value.weekday is not None else "t"


def find_rivals(
    claim: Claim, context: Context, corpus: Corpus, stated: Sequence[Value] = ()
) -> list[Match]:
    """Passages beyond doubt about the same thing that state another value of the same sort.

    Args:
        claim: the claim whose value was not found.
        context: what it is about.
        corpus: the sources.
        stated: values that the article states elsewhere: those belong to other things.
    """
    if _too_common(claim):
        return []
    mine = [item.value for item in claim.read.items if item is not claim.item] + list(stated)
    mine = [value for value in mine if type(value) is type(claim.item.value)]
    found = []
    for source, segment in same_subject(context, corpus):
        index = corpus.by_id[source]
        if _less_exact(claim.item.value, index, segment):
            continue
        for at in index.items_of(segment):
            item = index.items[at]
            if not _denies(claim.item.value, item.value):
                continue
            first = index.item_tokens[at]
            if not _comparable(claim, index, at):
                continue
            score, shared = bind(context, index, first, index.token_at(item.end - 1))
            enough, words = _enough(claim, item.value, index.text[item.start : item.end])
            if score >= enough and shared >= words and not _stated(item.value, mine):
                found.append(Match(index, item.start, item.end, score))
    return found


def _less_exact(value: Value, index: SourceIndex, segment: int) -> bool:
    """Whether the sentence states the claim's value less exactly: "just over 1,000 km"."""
    return any(
        cached_relation(value, index.items[at].value) is Relation.FINER
        for at in index.items_of(segment)
    )


def _is_year(value: Value) -> bool:
    return isinstance(value, DateValue) and value.month is None and value.day is None


def _enough(claim: Claim, other: Value, text: str) -> tuple[float, int]:
    """The score and the shared words from which another value is meant for the same thing.

    Years, months and small counts differ from their neighbours more often than other figures.
    """
    value = claim.item.value
    slip = "" if _is_year(other) else _slip(claim.text, text)
    if slip:
        return (_SLIP_SCORE if slip == "digit" else _SCALE_SCORE), 1
    vague = isinstance(value, DateValue) and value.day is None
    small = isinstance(value, Amount) and not value.unit and abs(value.amount) <= _SMALL
    return (_VAGUE_SCORE if vague or small else _SCORE), _SHARED


def _slip(ours: str, theirs: str) -> str:
    """How a figure of two digits or more went wrong: by a "digit", by its "scale", or not so."""
    a, b = (_NO_DIGIT.sub("", text) for text in (ours, theirs))
    if len(a) != len(b) or len(a) < 2:
        return ""
    if a == b:
        return "scale"
    wrong = sum(x != y for x, y in zip(a, b, strict=True))
    return "digit" if sorted(a) == sorted(b) or (len(a) > 3 and wrong == 1) else ""


def _too_common(claim: Claim) -> bool:
    """Ordinals, and months or weekdays alone, differ from their neighbours as a rule."""
    value = claim.item.value
    if isinstance(value, Amount):
        return value.ordinal or value.unit in {"score", "ratio"}
    return isinstance(value, DateValue) and value.day is None and not _HAS_DIGIT.search(claim.text)


def _comparable(claim: Claim, index: SourceIndex, at: int) -> bool:
    """Whether another value can be meant for the same: like in size, and a count of one noun."""
    value, item = claim.item.value, index.items[at]
    other = item.value
    if isinstance(other, DateValue):
        return not other.time and not is_dateline(index, at)
    if not isinstance(value, Amount) or not isinstance(other, Amount):
        return True
    if _NO_DIGIT.sub("", claim.text) == _NO_DIGIT.sub("", index.text[item.start : item.end]):
        return value.unit == other.unit or _other_currency(value, other)
    if _is_base(index.text, item.start) and not _is_base(claim.visible, claim.item.start):
        # "rose from 56%": what it was before is not what it is.
        return False
    figure = DIGITS.search(claim.text)
    if figure is not None and _stands_near(figure.group(), index, index.item_tokens[at]):
        return False
    return like_in_size(value, other) and (bool(value.unit) or same_noun(claim, index, at))


def _is_base(text: str, start: int) -> bool:
    """Whether a figure is told as what something was before: "from 56%", "compared with 56%"."""
    return bool(_BASE.search(text[max(0, start - _BASE_CHARS) : start]))


def like_in_size(value: Amount, other: Amount) -> bool:
    """Whether two amounts of one sort can be meant for the same: neither is many times the other."""
    if not value.unit and (value.amount.denominator == 1) != (other.amount.denominator == 1):
        # A share and a count answer different questions.
        return False
    a = dimension(value.unit)[1] * abs(value.amount)
    b = dimension(other.unit)[1] * abs(other.amount)
    return bool(a and b) and max(a, b) <= _MAGNITUDE * min(a, b)


def _stands_near(figure: str, index: SourceIndex, token: int) -> bool:
    """Whether the claim's digits stand beside the other value after all, in some other form."""
    words = index.tokens.words
    low, high = max(0, token - 12), min(len(words), token + 14)
    return any(words[at] == figure and not measures_else(index, at) for at in range(low, high))


def is_dateline(index: SourceIndex, at: int) -> bool:
    """Whether a date says when the page appeared: a time follows, or its line is short."""
    item = index.items[at]
    if at + 1 < len(index.items):
        following = index.items[at + 1]
        value = following.value
        if following.start - item.end < 20 and isinstance(value, DateValue) and value.time:
            return True
    first, last = index.segments[index.segment_of[index.item_tokens[at]]]
    return last - first < _DATELINE_WORDS


def _stated(value: Value, mine: list[Value]) -> bool:
    """Whether the article's passage states that value too: then it is another thing's."""
    return any(cached_relation(other, value) in GOOD for other in mine)


def same_subject(context: Context, corpus: Corpus) -> list[tuple[int, int]]:
    """Sentences of the sources that share most of the claim's context."""
    scores: dict[tuple[int, int], float] = {}
    for word, weight in context.words.items():
        for place in corpus.segments_with.get(word, ())[: 4 * MAX_PLACES]:
            scores[place] = scores.get(place, 0.0) + weight
    enough = [
        (score, place)
        for place, score in scores.items()
        if score >= _SENTENCE_SHARE * context.total
    ]
    enough.sort(key=lambda pair: (-pair[0], pair[1]))
    return [place for _, place in enough[:_SENTENCES]]
