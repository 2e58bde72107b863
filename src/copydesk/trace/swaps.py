"""Two values of one sentence that changed places: each has the other's words right beside it.

The words of the sentence agree as a whole, so nothing else tells: "the fee rose from 9 to 6 crowns"
against a source in which it rose from 6 to 9.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from copydesk.trace.figures import cached_relation
from copydesk.trace.index import SourceIndex
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.rivals import same_sort
from copydesk.trace.specifics import Amount, Item, Relation
from copydesk.trace.words import Tokens

__all__ = ["changed_places"]

# Words on either side that belong to a value.
_REACH = 3
# So many more of them must stand beside the other value than beside the own one.
_ENOUGH = 2
# Places of the claim and values of a sentence that are looked at.
_MAX_PLACES, _MAX_ITEMS = 12, 12
# In an enumeration the words between two values may belong to either.
_ENUMERATED = 5
# What another value of the sentence may be to the claim's: 0.505 is not 0.5.
_OTHER = frozenset({Relation.DIFFERENT, Relation.ROUNDED, Relation.FINER})
# Short words that say which of two values is meant.
_ROLES = frozenset({"from", "to", "of", "by", "at", "in", "on", "for", "than", "against", "versus"})


def changed_places(
    claim: Claim, matches: Sequence[Match], siblings: Sequence[Item]
) -> Match | None:
    """The value that stands where the article puts the claim's, or ``None``.

    Args:
        claim: an amount that was found.
        matches: the places that hold it, best first.
        siblings: the other values of its sentence.
    """
    value = claim.item.value
    others = [
        item
        for item in siblings[:_MAX_ITEMS]
        if same_sort(value, item.value) and cached_relation(value, item.value) is Relation.DIFFERENT
    ]
    if not isinstance(value, Amount) or not others:
        return None
    tokens = claim.read.tokens
    mine = _beside(tokens, claim.item.start, claim.item.end)
    found: Match | None = None
    for match in [one for one in matches if not one.note][:_MAX_PLACES]:
        index = match.index
        segment = index.segment_of[index.token_at(match.start)]
        here = _beside(index.tokens, match.start, match.end)
        best, both = None, False
        items = [index.items[at] for at in index.items_of(segment)[:_MAX_ITEMS]]
        if sum(same_sort(value, item.value) for item in items) >= _ENUMERATED:
            return None
        for item in items:
            for other in others:
                if cached_relation(other.value, item.value) is not Relation.EQUAL:
                    continue
                both = True
                if _crossed(mine, _beside(tokens, other.start, other.end), here, index, item):
                    best = Match(index, item.start, item.end, match.score)
        if both and best is None:
            # A place that has the values as the article has them.
            return None
        found = found or best
    return found


def _crossed(
    mine: frozenset[str],
    other: frozenset[str],
    here: frozenset[str],
    index: SourceIndex,
    item: Item,
) -> bool:
    """Whether the words that tell the two values apart stand beside the other one each."""
    there = _beside(index.tokens, item.start, item.end)
    ours, theirs = mine - other, other - mine
    here, there = here - there, there - here
    crossed = len(ours & there) + len(theirs & here)
    straight = len(ours & here) + len(theirs & there)
    return crossed >= straight + _ENOUGH and straight == 0


def _beside(tokens: Tokens, start: int, end: int) -> frozenset[str]:
    """The words right beside code points ``start`` to ``end``, up to the next figure."""
    first = bisect_left(tokens.starts, start)
    last = max(first, bisect_left(tokens.starts, end) - 1)
    found = set()
    for step, begin, side in ((-1, first - 1, "<"), (1, last + 1, ">")):
        for distance in range(_REACH):
            at = begin + step * distance
            if not 0 <= at < len(tokens) or tokens.words[at][0].isdigit():
                break
            word = tokens.words[at]
            if tokens.stems[at]:
                found.add(tokens.stems[at])
            elif word in _ROLES and distance == 0:
                found.add(side + word)
    return frozenset(found)
