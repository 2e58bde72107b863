"""A figure that stands in the source beside other words than in the article: two values swapped.

Two thirds of modern errors reuse a number that is in the source. The passage is the right one, so
the words of the whole sentence agree; what differs are the words right beside the figure. Where
none of these stands beside any place that holds the value, and at least two of them stand beside
another value of the same sort, the article has given this value to that one's thing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from copydesk.trace.figures import TELLING, threshold
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.rivals import same_sort
from copydesk.trace.specifics import Amount, Relation, relation
from copydesk.trace.words import Tokens

__all__ = ["find_neighbour"]

# Words looked at on either side: of the claim (close), and of a place in a source (a little more,
# since the same thing is said in another order).
_MINE, _THEIRS = 4, 7
# So many words must stand beside the other value; beside a value of many digits, which hardly ever
# stands somewhere by chance, one more.
_SHARED = 2
# A word of more sentences than this share of all says nothing about one of them.
_COMMON = 0.04
# Values of one sort that are looked at.
_MAX_ITEMS = 3_000


def find_neighbour(claim: Claim, matches: Sequence[Match], corpus: Corpus) -> Match | None:
    """The other value that the claim's neighbours belong to, if its own have none of them.

    Args:
        claim: an amount that was found.
        matches: the places that hold it.
        corpus: the sources.
    """
    value = claim.item.value
    if not isinstance(value, Amount) or value.ordinal or value.high is not None:
        return None
    tokens = claim.read.tokens
    first = bisect_left(tokens.starts, claim.item.start)
    last = max(first, bisect_left(tokens.starts, claim.item.end) - 1)
    mine = _beside(tokens, first, last, _MINE, claim.sentence.start, claim.sentence.end)
    if any(mine & _place(match) for match in matches):
        return None
    mine = frozenset(one for one in mine if corpus.share(one) <= _COMMON)
    wanted = _SHARED + (threshold(value) <= TELLING)
    if len(mine) < wanted:
        return None
    read = {match.source for match in matches}
    best: tuple[int, Match] | None = None
    for index in corpus.indexes:
        if index.id not in read:
            continue
        for at, item in enumerate(index.items[:_MAX_ITEMS]):
            if not same_sort(value, item.value):
                continue
            if relation(value, item.value) is not Relation.DIFFERENT:
                continue
            held = len(mine & _around(index, index.item_tokens[at], item.end))
            figure = any(char.isdigit() for char in index.text[item.start : item.end])
            if figure and held >= wanted and (best is None or held > best[0]):
                best = held, Match(index, item.start, item.end, min(1.0, held / len(mine)))
    return best[1] if best else None


def _place(match: Match) -> frozenset[str]:
    return _around(match.index, match.index.token_at(match.start), match.end)


def _around(index: SourceIndex, first: int, end: int) -> frozenset[str]:
    last = max(first, index.token_at(end - 1))
    low, high = index.segments[index.segment_of[first]]
    tokens = index.tokens
    return _beside(tokens, first, last, _THEIRS, tokens.starts[low], tokens.ends[high - 1])


def _beside(
    tokens: Tokens, first: int, last: int, reach: int, low: int, high: int
) -> frozenset[str]:
    """The telling words, no figures, that stand beside the words ``first`` to ``last``, in code
    points ``low`` to ``high``.
    """
    near = [*range(max(0, first - reach), first), *range(last + 1, last + 1 + reach)]
    return frozenset(
        tokens.stems[at]
        for at in near
        if at < len(tokens)
        and low <= tokens.starts[at] < high
        and tokens.stems[at]
        and not tokens.stems[at][0].isdigit()
    )
