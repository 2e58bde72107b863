"""Numbers, money, percentages, dates, durations, versions, identifiers: looked up as values."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import replace
from fractions import Fraction

from copydesk.trace.binding import Context, bind
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
    lookup_keys,
    relation,
)
from copydesk.trace.specifics.units import dimension
from copydesk.trace.words import Tokens, tokenise

__all__ = ["find_rivals", "find_value", "same_sort", "threshold"]

_GOOD = frozenset({Relation.EQUAL, Relation.ROUNDED, Relation.CONVERTED, Relation.COMPATIBLE})
# How much of the claim's context must stand around a value, by how telling the value is itself:
# a figure of four digits hardly ever stands somewhere by chance, a "three" always does.
_TELLING, _ORDINARY, _COMMON = 0.06, 0.16, 0.2
# A passage that states another value must be about the same thing beyond doubt.
RIVAL_SCORE = 0.5
# A figure that only differs by a slip of the pen needs less.
_SLIP_SCORE = 0.25
# What a bare count gains when the noun behind it is the same.
_SAME_NOUN = 0.15
_NO_DIGIT = re.compile(r"\D+")
_RIVAL_SHARED = 3
_RIVAL_SENTENCES = 8
# Digits alone must stand in well matching surroundings.
_GLUED = 0.25
_DATELINE_WORDS = 9
_DECIMAL = re.compile(r"\d{1,4}(?:\.\d{1,4}){1,2}")
_HAS_DIGIT = re.compile(r"\d")
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
# Another count of the same thing is hardly ever more than this many times larger or smaller.
_MAGNITUDE = 20
_SCALES = (1, 10**3, 10**6, 10**9)


def threshold(value: Value) -> float:
    """The score from which a place that holds ``value`` is about the same thing."""
    if isinstance(value, Amount):
        digits = len(str(abs(value.amount.numerator)).strip("0"))
        measured = value.unit not in {"", "x"}
        if digits >= 4 or (digits == 3 and (measured or value.high is not None)):
            return _TELLING
        return _ORDINARY if digits == 3 or measured or value.high is not None else _COMMON
    if isinstance(value, DateValue):
        if value.day is not None:
            return _TELLING
        return _ORDINARY if value.month is not None or value.time else 0.1
    if isinstance(value, VersionValue):
        return 0.0 if len(value.parts) > 2 else 0.05
    return 0.0


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


def find_value(claim: Claim, context: Context, corpus: Corpus) -> list[Match]:
    """All places in the sources that hold the claim's value."""
    value = claim.item.value
    found = [
        match for index in corpus.indexes for match in _in_source(claim, value, context, index)
    ]
    if not found and isinstance(value, DateValue) and _guessed_year(claim, value):
        # "December 15" in January: the article's year was only a guess.
        open_year = replace(value, year=None)
        for index in corpus.indexes:
            found.extend(_in_source(claim, open_year, context, index))
    return found


def _guessed_year(claim: Claim, value: DateValue) -> bool:
    return value.month is not None and value.year is not None and str(value.year) not in claim.text


def _in_source(claim: Claim, value: Value, context: Context, index: SourceIndex) -> list[Match]:
    limit = threshold(value)
    matches = []
    for at, note in _candidates(value, index).items():
        item = index.items[at]
        first = index.item_tokens[at]
        last = max(first, index.token_at(item.end - 1))
        score, shared = bind(context, index, first, last)
        if _same_noun(claim, index, at):
            score = min(1.0, score + _SAME_NOUN)
        bound = score >= limit and (shared > 0 or limit == 0 or not context.words)
        matches.append(Match(index, item.start, item.end, score, bound, note))
    if not matches and isinstance(value, (VersionValue, IdentifierValue)):
        matches = _verbatim(claim, context, index)
    if not matches and isinstance(value, Amount):
        matches = (
            _as_version(claim, context, index)
            or _other_unit(value, context, index)
            or _glued(claim, context, index)
        )
    return matches


def _as_version(claim: Claim, context: Context, index: SourceIndex) -> list[Match]:
    """A bare "4.2" in the article is the version 4.2.0 of the source."""
    if _DECIMAL.fullmatch(claim.text) is None:
        return []
    version = VersionValue(tuple(claim.text.split(".")))
    matches = []
    for at in _candidates(version, index):
        item = index.items[at]
        first = index.item_tokens[at]
        score, shared = bind(context, index, first, index.token_at(item.end - 1))
        bound = score >= _ORDINARY and shared > 0
        matches.append(Match(index, item.start, item.end, score, bound, "as a version"))
    return matches


def _candidates(value: Value, index: SourceIndex) -> dict[int, str]:
    """Numbers of the values that mean the same, and how they say it where not equal."""
    found: dict[int, str] = {}
    for key in lookup_keys(value):
        for at in index.by_key.get(key, ())[:MAX_PLACES]:
            if at in found:
                continue
            other = index.items[at].value
            related = relation(value, other)
            if _tons(value, other):
                found[at] = ""
                continue
            if related not in _GOOD or (related is Relation.COMPATIBLE and _coarser(value, other)):
                continue
            found[at] = _NOTES.get(related, "")
    return found


_NOTES = {
    Relation.ROUNDED: "rounded",
    Relation.CONVERTED: "in another unit",
    Relation.COMPATIBLE: "as a part of it",
}


def _coarser(value: Value, other: Value) -> bool:
    """Whether the source's value leaves open what the article states."""
    if isinstance(value, DateValue) and isinstance(other, DateValue):
        if value.day is not None and other.day is None:
            return other.weekday is None or value.weekday is None
        if value.weekday is not None and value.month is None:
            return False
        return value.month is not None and other.month is None
    if isinstance(value, VersionValue) and isinstance(other, VersionValue):
        return len(value.parts) > len(other.parts)
    return isinstance(value, Amount) and value.high is not None


def _verbatim(claim: Claim, context: Context, index: SourceIndex) -> list[Match]:
    """A version or an identifier that the source prints as plain words."""
    words = tokenise(claim.text).words
    matches = []
    for first in index.sequences(words):
        last = first + len(words) - 1
        score, _ = bind(context, index, first, last)
        start, end = index.tokens.starts[first], index.tokens.ends[last]
        matches.append(Match(index, start, end, score))
    return matches


def _tons(value: Value, other: Value) -> bool:
    """Sources say "tons" for tonnes; the figure decides."""
    return (
        isinstance(value, Amount)
        and isinstance(other, Amount)
        and {value.unit, other.unit} == {"ton", "tonne"}
        and (value.amount, value.high) == (other.amount, other.high)
    )


def _glued(claim: Claim, context: Context, index: SourceIndex) -> list[Match]:
    """The same digits inside something that is read as another item: "12MP", "13 out of 134"."""
    figure = _DIGITS.search(claim.text)
    if figure is None:
        return []
    matches = []
    for at in index.places.get(figure.group(), ())[:MAX_PLACES]:
        if _measures_else(index, at):
            continue
        score, shared = bind(context, index, at, at)
        start, end = index.tokens.starts[at], index.tokens.ends[at]
        matches.append(Match(index, start, end, score, score >= _GLUED and shared > 1))
    return [match for match in matches if match.bound]


def _measures_else(index: SourceIndex, token: int) -> bool:
    """Whether the digits at a word belong to a value with a unit of its own."""
    at = bisect_right(index.item_tokens, token) - 1
    if at < 0 or index.items[at].end <= index.tokens.starts[token]:
        return False
    value = index.items[at].value
    return isinstance(value, DateValue) or (
        isinstance(value, Amount) and value.unit not in {"", "x", "ratio", "score"}
    )


def _other_unit(value: Amount, context: Context, index: SourceIndex) -> list[Match]:
    """The same figure without its unit: a table's cell whose header names the unit or scale."""
    if value.unit in {"", "x"} or value.high is not None:
        return []
    matches = []
    for scale in _SCALES if value.unit not in {"%", "pp"} else (1,):
        bare = value.amount / scale
        digits = len(str(abs(bare.numerator)).strip("0"))
        if digits < 2 or (scale > 1 and digits < 3):
            continue
        for at in index.bare.get(bare, ())[:MAX_PLACES]:
            item = index.items[at]
            first = index.item_tokens[at]
            score, shared = bind(context, index, first, index.token_at(item.end - 1))
            bound = score >= 0.2 and shared > 1
            matches.append(Match(index, item.start, item.end, score, bound, "without its unit"))
    return matches


def find_rivals(claim: Claim, context: Context, corpus: Corpus) -> list[Match]:
    """Passages beyond doubt about the same thing that state another value of the same sort."""
    if _too_common(claim):
        return []
    mine = [item.value for item in claim.read.items if item is not claim.item]
    found = []
    for source, segment in _same_subject(context, corpus):
        index = corpus.by_id[source]
        for at in index.items_of(segment):
            item = index.items[at]
            if not same_sort(claim.item.value, item.value):
                continue
            related = relation(claim.item.value, item.value)
            if related is not Relation.DIFFERENT or _stated(item.value, mine):
                continue
            first = index.item_tokens[at]
            if not _comparable(claim, index, at):
                continue
            score, shared = bind(context, index, first, index.token_at(item.end - 1))
            enough, words = (
                (_SLIP_SCORE, 1)
                if _slip(claim.text, index.text[item.start : item.end])
                else (RIVAL_SCORE, _RIVAL_SHARED)
            )
            if score >= enough and shared >= words:
                found.append(Match(index, item.start, item.end, score))
    return found


def _slip(ours: str, theirs: str) -> bool:
    """Whether one digit is wrong or two have changed places, in a figure of two digits or more."""
    a, b = (_NO_DIGIT.sub("", text) for text in (ours, theirs))
    if len(a) != len(b) or len(a) < 2 or a == b:
        return False
    return sorted(a) == sorted(b) or (
        len(a) > 3 and sum(x != y for x, y in zip(a, b, strict=True)) == 1
    )


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
        return not other.time and not _dateline(index, at)
    if not isinstance(value, Amount) or not isinstance(other, Amount):
        return True
    figure = _DIGITS.search(claim.text)
    if figure is not None and _stands_near(figure.group(), index, index.item_tokens[at]):
        return False
    return _like_in_size(value, other) and (bool(value.unit) or _same_noun(claim, index, at))


def _like_in_size(value: Amount, other: Amount) -> bool:
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
    return any(words[at] == figure and not _measures_else(index, at) for at in range(low, high))


def _same_noun(claim: Claim, index: SourceIndex, at: int) -> bool:
    """Whether the same telling word follows a bare count in both places: "61 donors"."""
    value = claim.item.value
    if not isinstance(value, Amount) or value.unit:
        return False
    ours = _nouns_behind(claim.read.tokens, claim.item.end)
    return bool(ours & _nouns_behind(index.tokens, index.items[at].end))


def _dateline(index: SourceIndex, at: int) -> bool:
    """Whether a date says when the page appeared: a time follows, or its line is short."""
    item = index.items[at]
    if at + 1 < len(index.items):
        following = index.items[at + 1]
        value = following.value
        if following.start - item.end < 20 and isinstance(value, DateValue) and value.time:
            return True
    first, last = index.segments[index.segment_of[index.item_tokens[at]]]
    return last - first < _DATELINE_WORDS


def _nouns_behind(tokens: Tokens, end: int) -> set[str]:
    """The telling words right behind a count; its noun is among them."""
    first = bisect_left(tokens.starts, end)
    return {one for one in tokens.stems[first : first + 3] if one and not one[0].isdigit()}


def _stated(value: Value, mine: list[Value]) -> bool:
    """Whether the article's passage states that value too: then it is another thing's."""
    return any(relation(other, value) in _GOOD for other in mine)


def _same_subject(context: Context, corpus: Corpus) -> list[tuple[int, int]]:
    """Sentences of the sources that share most of the claim's context."""
    scores: dict[tuple[int, int], float] = {}
    for word, weight in context.words.items():
        for place in corpus.segments_with.get(word, ())[: 4 * MAX_PLACES]:
            scores[place] = scores.get(place, 0.0) + weight
    enough = [(score, place) for place, score in scores.items() if score >= 0.3 * context.total]
    enough.sort(key=lambda pair: (-pair[0], pair[1]))
    return [place for _, place in enough[:_RIVAL_SENTENCES]]


def rescaled(value: Amount, factor: Fraction) -> Amount:
    """``value`` times ``factor``."""
    high = None if value.high is None else value.high * factor
    return replace(value, amount=value.amount * factor, high=high, ulp=value.ulp * factor)
