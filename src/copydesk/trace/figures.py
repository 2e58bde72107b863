"""Numbers, money, percentages, dates, durations, versions, identifiers: looked up as values."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import replace
from functools import lru_cache

from copydesk.trace.about_claim import siblings
from copydesk.trace.binding import Context, bind
from copydesk.trace.forms import other_forms
from copydesk.trace.index import MAX_PLACES, Corpus, SourceIndex, cached_keys
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.span_of import span_of
from copydesk.trace.specifics import (
    Amount,
    DateValue,
    IdentifierValue,
    Relation,
    Value,
    VersionValue,
    relation,
)
from copydesk.trace.specifics.units import is_money
from copydesk.trace.tables import NO_CELL, in_another_cell
from copydesk.trace.words import Tokens, tokenise

__all__ = [
    "DIGITS",
    "FEW",
    "GOOD",
    "LEAST_MONEY",
    "TELLING",
    "cached_relation",
    "find_value",
    "measures_else",
    "same_noun",
    "threshold",
]

GOOD = frozenset({Relation.EQUAL, Relation.ROUNDED, Relation.CONVERTED, Relation.COMPATIBLE})
# How much of the claim's context must stand around a value, by how telling the value is itself:
# a figure of four digits hardly ever stands somewhere by chance, a "three" always does.
TELLING, _ORDINARY, _COMMON = 0.06, 0.16, 0.2
# What a bare count gains when the noun behind it is the same.
_SAME_NOUN = 0.15
# Words from one end of a range to the other; two years are rarely another pair's.
_SPAN_WORDS, _YEARS_APART, _YEAR = 12, 70, 4
# Digits alone must stand in well matching surroundings.
_GLUED = 0.25
# A figure of one digit is no rounding of one that is further off than this part of it.
_ROUNDED_BY = 6
_MOST = frozenset({"up to", "as much as", "as many as", "at most", "no more than"})
_LEAST = frozenset({"at least", "more than", "over", "no less than", "no fewer than"})
# Sources with fewer values leave little to chance.
FEW = 60
_PARTS = 2
# Words between a version and the name of what it is a version of.
_PRODUCT = 12
# Places of one value in one source that are weighed before less exact ones are looked for.
_ENOUGH_PLACES = 60
_DECIMAL = re.compile(r"\d{1,4}(?:\.\d{1,4}){1,2}")
DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
# A smaller bare figure in a sentence about money mostly counts something else.
LEAST_MONEY = 10_000
_SCALES = (1, 10**3, 10**6, 10**9)


@lru_cache(maxsize=1 << 17)
def cached_relation(a: Value, b: Value) -> Relation:
    """:func:`relation`, remembered: pages repeat their figures."""
    return relation(a, b)


def threshold(value: Value) -> float:
    """The score from which a place that holds ``value`` is about the same thing."""
    if isinstance(value, Amount):
        return _amount_threshold(value)
    if isinstance(value, DateValue):
        if value.day is not None:
            return TELLING
        return _ORDINARY if value.month is not None or value.time else 0.1
    if isinstance(value, VersionValue):
        return 0.0 if len(value.parts) > 2 else 0.05
    return 0.0


def _amount_threshold(value: Amount) -> float:
    if value.vague:
        return _COMMON
    digits = len(str(abs(value.amount.numerator)).strip("0"))
    measured = value.unit not in {"", "x"}
    if digits >= 4 or (digits == 3 and measured) or value.high is not None:
        return TELLING
    return _ORDINARY if digits == 3 or measured else _COMMON


def find_value(claim: Claim, context: Context, corpus: Corpus) -> list[Match]:
    """All places in the sources that hold the claim's value."""
    value = claim.item.value
    found = [
        match for index in corpus.indexes for match in _in_source(claim, value, context, index)
    ]
    if found and claim.read.cell is NO_CELL and _unmistakable(value, corpus):
        # Where nothing else can be meant, words that differ say nothing.
        return [replace(match, bound=match.bound or not match.note) for match in found]
    if not found and isinstance(value, DateValue) and _guessed_year(claim, value):
        # "December 15" in January: the article's year was only a guess.
        open_year = replace(value, year=None)
        for index in corpus.indexes:
            found.extend(_in_source(claim, open_year, context, index))
    return found


def _unmistakable(value: Value, corpus: Corpus) -> bool:
    """Whether a value of many digits stands in the one source, which has few values."""
    return (
        threshold(value) <= TELLING
        and len(corpus.indexes) == 1
        and len(corpus.indexes[0].items) < FEW
        and isinstance(value, Amount | DateValue)
    )


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
        if same_noun(claim, index, at):
            score = min(1.0, score + _SAME_NOUN)
        bound = score >= limit and (shared > 0 or limit == 0 or not context.words)
        if bound and isinstance(value, VersionValue) and not _same_product(claim, index, first):
            bound = False
        if bound and in_another_cell(index.text, item.start, claim.read.cell):
            bound = False
        matches.append(Match(index, item.start, item.end, score, bound, note))
    if not matches and isinstance(value, (VersionValue, IdentifierValue)):
        matches = _verbatim(claim, context, index)
    if not matches and isinstance(value, Amount):
        matches = (
            _as_version(claim, context, index)
            or _as_printed(claim, context, index)
            or _other_unit(value, context, index)
            or _in_money(claim, value, context, index)
            or _glued(claim, context, index)
        )
    if not matches and isinstance(value, DateValue):
        matches = _as_printed(claim, context, index)
    if not any(match.bound for match in matches):
        matches += other_forms(claim, context, index)
    return matches


def _same_product(claim: Claim, index: SourceIndex, first: int) -> bool:
    """Whether the name that a short version follows ("Skua 7.2") stands near this place too.

    A version of three parts is hardly ever another product's.
    """
    value = claim.item.value
    if isinstance(value, VersionValue) and len(value.parts) > _PARTS:
        return True
    tokens = claim.read.tokens
    before = bisect_left(tokens.starts, claim.item.start) - 1
    if before < 0 or not tokens.raw[before][0].isupper() or not tokens.stems[before]:
        return True
    near = index.tokens.stems[max(0, first - _PRODUCT) : first + _PRODUCT]
    return tokens.stems[before] in near


def _as_printed(claim: Claim, context: Context, index: SourceIndex) -> list[Match]:
    """A figure of several parts ("34-23") that stands so in the source, however it is read."""
    words = tokenise(claim.text).words
    if sum(word[0].isdigit() for word in words) < _PARTS:
        return []
    limit = threshold(claim.item.value)
    found = _verbatim(claim, context, index)
    return [replace(match, bound=match.score >= limit) for match in found]


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
    seen: set[int] = set()
    span = span_of(value)
    for key in cached_keys(value):
        # The most specific key comes first: what equals the value is among the first found.
        if len(found) >= _ENOUGH_PLACES:
            break
        for at in index.by_key.get(key, ())[:MAX_PLACES]:
            if at in seen:
                continue
            seen.add(at)
            other = index.items[at].value
            if span is not None and span.excludes(other):
                continue
            related = cached_relation(value, other)
            if _tons(value, other):
                found[at] = ""
                continue
            if related not in GOOD or (related is Relation.COMPATIBLE and _coarser(value, other)):
                continue
            if not _same_year(value, other, index) or _misrounded(value, other, related):
                continue
            if _wrong_end(value, other):
                continue
            found[at] = _NOTES.get(related, "")
    return found


_NOTES = {
    Relation.ROUNDED: "rounded",
    Relation.CONVERTED: "in another unit",
    Relation.COMPATIBLE: "as a part of it",
}


def _misrounded(value: Value, other: Value, related: Relation) -> bool:
    """Whether nobody would round so: by more than a sixth."""
    if related is not Relation.ROUNDED or not isinstance(value, Amount):
        return False
    if not isinstance(other, Amount) or value.vague or value.high is not None:
        return False
    return abs(other.amount - value.amount) * _ROUNDED_BY > abs(value.amount)


def _wrong_end(value: Value, other: Value) -> bool:
    """Whether "up to 15" stands for 15 to 25, or "at least 25"."""
    if not isinstance(value, Amount) or not isinstance(other, Amount):
        return False
    if value.high is not None or other.high is None or other.vague:
        return False
    return value.qualifier in (_MOST if value.amount == other.amount else _LEAST)


def _same_year(value: Value, other: Value, index: SourceIndex) -> bool:
    """Whether a date that states no year can be of the year that the article states: somewhere the
    source must speak of that year.
    """
    if not isinstance(value, DateValue) or not isinstance(other, DateValue):
        return True
    if value.year is None or other.year is not None or other.decade is not None:
        return True
    return ("date", "y", value.year) in index.by_key


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
    figures = DIGITS.findall(claim.text)
    if not figures:
        return []
    matches = []
    for at in index.places.get(figures[0], ())[:MAX_PLACES]:
        if len(figures) > 1:
            # Of a score or a range one end alone says nothing: "1515-1547" is from 1515 until 1547.
            reach = _YEARS_APART if len(figures[0]) == len(figures[-1]) == _YEAR else _SPAN_WORDS
            if figures[-1] not in index.tokens.words[max(0, at - reach) : at + reach]:
                continue
        elif measures_else(index, at):
            continue
        score, shared = bind(context, index, at, at)
        start, end = index.tokens.starts[at], index.tokens.ends[at]
        matches.append(Match(index, start, end, score, score >= _GLUED and shared > 1))
    return [match for match in matches if match.bound]


def measures_else(index: SourceIndex, token: int) -> bool:
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


def _in_money(claim: Claim, value: Amount, context: Context, index: SourceIndex) -> list[Match]:
    """A bare figure of a sentence about money: "17 million euros of the 38 million"."""
    if value.unit or value.high is not None or value.amount < LEAST_MONEY:
        return []
    units = {
        item.value.unit
        for item in siblings(claim)
        if isinstance(item.value, Amount) and is_money(item.value.unit)
    }
    matches = []
    for unit in sorted(units):
        for at in _candidates(replace(value, unit=unit), index):
            item = index.items[at]
            score, shared = bind(
                context, index, index.item_tokens[at], index.token_at(item.end - 1)
            )
            bound = score >= _ORDINARY and shared > 0
            matches.append(Match(index, item.start, item.end, score, bound))
    return matches


def same_noun(claim: Claim, index: SourceIndex, at: int) -> bool:
    """Whether the same telling word follows a bare count in both places: "61 donors"."""
    value = claim.item.value
    if not isinstance(value, Amount) or value.unit:
        return False
    ours = _nouns_behind(claim.read.tokens, claim.item.end)
    return bool(ours & _nouns_behind(index.tokens, index.items[at].end))


def _nouns_behind(tokens: Tokens, end: int) -> set[str]:
    """The telling words right behind a count; its noun is among them."""
    first = bisect_left(tokens.starts, end)
    return {one for one in tokens.stems[first : first + 3] if one and not one[0].isdigit()}
