"""What a source joins with one of two figures that the article joins: "voted 7 to 3", "181 of the 1,240 children".

That figure is what the source states in the place of the other. Such a pair says more than the
words around it: a summary has few of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from operator import eq

from copydesk.trace.about_claim import siblings
from copydesk.trace.binding import Context, bind
from copydesk.trace.figures import cached_relation
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.joins import TO, is_plain, join_of, joined_with
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.rivals import same_sort
from copydesk.trace.specifics import Amount, Relation

__all__ = ["find_partner"]

# How much of the claim's context must stand around the source's pair.
_BOUND = 0.2
_SCORE = "score"


def find_partner(claim: Claim, context: Context, corpus: Corpus) -> list[Match]:
    """The figures that sources join with the claim's partner in its place; of a score ("7-3"), the
    pairs of which one figure agrees.

    Returns:
        None where the claim stands in no pair, no source has a like pair about the same, or one
        has the very pair; best bound first.
    """
    value = claim.item.value
    if isinstance(value, Amount) and value.unit == _SCORE and value.high is not None:
        others = _scores(value, corpus)
    else:
        others = _others(claim, corpus)
    found: list[Match] = []
    for index, start, end, differs in others:
        if not differs:
            return []
        score, shared = bind(context, index, index.token_at(start), index.token_at(end - 1))
        if score >= _BOUND and shared:
            found.append(Match(index, start, end, score))
    return sorted(found, key=lambda match: -match.score)


def _others(claim: Claim, corpus: Corpus) -> Iterator[tuple[SourceIndex, int, int, bool]]:
    value = claim.item.value
    for partner, join, behind in _partners(claim):
        for index in corpus.indexes:
            for _, item, theirs in joined_with(partner, index, behind=behind):
                related = cached_relation(value, item.value)
                if theirs == join and (
                    related is not Relation.DIFFERENT or same_sort(value, item.value)
                ):
                    yield index, item.start, item.end, related is Relation.DIFFERENT


def _partners(claim: Claim) -> Iterator[tuple[Amount, str, bool]]:
    """The figures that the claim is joined with, how, and whether the claim stands behind."""
    if not is_plain(claim.item):
        return
    for other in siblings(claim):
        behind = other.start < claim.item.start
        first, second = (other, claim.item) if behind else (claim.item, other)
        join = join_of(claim.visible, first, second)
        if join and is_plain(other) and isinstance(other.value, Amount):
            yield other.value, join, behind


def _scores(value: Amount, corpus: Corpus) -> Iterator[tuple[SourceIndex, int, int, bool]]:
    """The score "7-2" or pair "7 to 2" of a source of which one figure is the claim's; none of a source
    with several: a game's score changes, and a report may leave the last one to its reader.
    """
    ours = _pair(value)
    for index in corpus.indexes:
        found = sorted(set(_written(value, index)))
        if len({score for _, _, score in found}) == 1:
            yield from (
                (index, start, end, score != ours)
                for start, end, score in found
                if any(map(eq, ours, score))
            )


def _pair(value: Amount) -> tuple[Fraction, Fraction]:
    return value.amount, value.amount if value.high is None else value.high


def _written(
    value: Amount, index: SourceIndex
) -> Iterator[tuple[int, int, tuple[Fraction, Fraction]]]:
    for item in index.items:
        other = item.value
        if isinstance(other, Amount) and other.unit == _SCORE and other.high is not None:
            yield item.start, item.end, _pair(other)
    for one, behind in zip(_pair(value), (True, False), strict=True):
        for own, item, join in joined_with(Amount(one), index, behind=behind):
            other = item.value
            if join == TO and isinstance(other, Amount) and not other.unit:
                score = (one, other.amount) if behind else (other.amount, one)
                yield min(own.start, item.start), max(own.end, item.end), score
