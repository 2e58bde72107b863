"""What a bare figure counts: 96 adults in the source are not the article's 96 children.

The same figure stands in a passage about the same trial, so the words of the sentence agree. That the
source counts the article's noun too, with another figure, tells the two apart from two words for one thing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from copydesk.trace.index import SourceIndex
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.specifics import Amount
from copydesk.trace.words import Tokens, stem, word_set

__all__ = ["counts_else"]

# Words behind a figure among which its noun is.
_BEHIND = 3
# Words on either side of a place in which the article's noun may stand otherwise ("of the children, 96").
_AROUND = 8
# What is counted in whole, whoever they are.
_ANYBODY = frozenset(
    map(
        stem,
        word_set(
            "person people individual human participant volunteer member case patient subject respondent user "
            "customer employee worker staff resident citizen victim passenger unit item piece thing time times way other"
        ),
    )
)


def counts_else(claim: Claim, matches: Sequence[Match]) -> tuple[Match, str] | None:
    """The place of a figure that counts something else there, with the figure and its noun as they stand.

    Args:
        claim: an amount that was found.
        matches: the places that hold it.

    Returns:
        ``None`` where one place counts the same, or a source has no count of the article's noun.
    """
    value = claim.item.value
    if not isinstance(value, Amount) or value.unit or value.ordinal or value.high is not None:
        return None
    ours = _nouns(claim.read.tokens, claim.item.end, claim.sentence.end)
    if not ours or ours & _ANYBODY or not matches:
        return None
    own = set(claim.read.tokens.stems)
    first: tuple[Match, str] | None = None
    for match in matches:
        index = match.index
        at = index.token_at(match.start)
        around = index.tokens.stems[max(0, at - _AROUND) : at + _AROUND]
        theirs = _nouns(index.tokens, match.end, len(index.text))
        if match.note or not theirs or theirs & (own | _ANYBODY) or not ours.isdisjoint(around):
            return None
        if ours.isdisjoint(index.counted):
            return None
        first = first or (match, _shown(index, match))
    return first


def _nouns(tokens: Tokens, end: int, limit: int) -> set[str]:
    """The telling words right behind a figure, as far as no other figure comes between."""
    first = bisect_left(tokens.starts, end)
    found: set[str] = set()
    if first < len(tokens) and not tokens.stems[first]:
        # "56 of the largest" leaves open what is counted.
        return found
    for at in range(first, min(first + _BEHIND, len(tokens))):
        if tokens.starts[at] >= limit or tokens.words[at][0].isdigit():
            break
        if tokens.stems[at]:
            found.add(tokens.stems[at])
        elif found:
            break
    return found


def _shown(index: SourceIndex, match: Match) -> str:
    last = min(len(index.tokens) - 1, index.token_at(match.end - 1) + 1)
    return " ".join(index.text[match.start : index.tokens.ends[last]].split())
