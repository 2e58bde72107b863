"""Whether two places are about the same thing, decided from the words around both.

A claim's context is the telling words of its sentence, nearer ones heavier, with a little help
from its heading and its passage. A place in a source is compared by how much of that weight stands
around it; the value itself never counts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import compress, count

from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.reading import Claim

__all__ = ["Context", "bind", "claim_context"]

# How much a word counts by how many words it is away from a place in a source: a clause, a
# sentence, two, a paragraph. What is further away is not looked at.
_WINDOW = 70
_NEAR = tuple(
    1.0 if d <= 10 else 0.85 if d <= 22 else 0.55 if d <= 40 else 0.35 for d in range(_WINDOW + 1)
)
# What stands in another block (the heading above, the next list item) says less.
_OTHER_BLOCK = 0.65
# Words of the heading and of the passage's other sentences only help.
_HELP = 0.25
# From this factor on a word counts as shared.
_SHARED = 0.5


# So much of the claim's passage is looked at on either side: a paragraph is never longer, and a
# whole book in one paragraph costs no more than its length.
_PASSAGE_WORDS = 250


@dataclass(frozen=True, slots=True)
class Context:
    """What a claim is about: weights of stems of its sentence, and of stems that only help;
    ``either`` are the stems of both.
    """

    words: dict[str, float]
    help: dict[str, float]
    total: float
    either: frozenset[str]


def _claim_factor(distance: int) -> float:
    return 1.0 if distance <= 6 else 0.7 if distance <= 12 else 0.45


def _own_words(claim: Claim) -> tuple[int, int]:
    """Numbers of the first and the last word of the claim itself."""
    tokens = claim.read.tokens
    first = bisect_right(tokens.ends, claim.item.start)
    behind = bisect_left(tokens.starts, claim.item.end)
    return (first, behind - 1) if first < behind else (0, -1)


def claim_context(claim: Claim, corpus: Corpus) -> Context:
    """The context of a claim."""
    tokens = claim.read.tokens
    words: dict[str, float] = {}
    helping: dict[str, float] = {}
    first, last = _own_words(claim)
    low, high = max(0, first - _PASSAGE_WORDS), min(len(tokens), last + 1 + _PASSAGE_WORDS)
    for at in range(low, high):
        one = tokens.stems[at]
        if not one or first <= at <= last:
            continue
        if one[0].isdigit():
            # Another figure of the sentence beside it says much; its absence says nothing, as it
            # may be written in another way.
            if len(one) > 1:
                helping[one] = corpus.weight(one)
            continue
        if not claim.sentence.start <= tokens.starts[at] < claim.sentence.end:
            helping[one] = _HELP * corpus.weight(one)
            continue
        factor = _claim_factor(first - at if at < first else at - last)
        words[one] = max(words.get(one, 0.0), factor * corpus.weight(one))
    for one in claim.read.around:
        helping[one] = _HELP * corpus.weight(one)
    for one in words:
        helping.pop(one, None)
    return Context(words, helping, sum(words.values()), frozenset(words) | frozenset(helping))


def bind(context: Context, index: SourceIndex, first: int, last: int) -> tuple[float, int]:
    """How far the words ``first`` to ``last`` of a source stand in the claim's context.

    Returns:
        A score from 0 to 1, and how many telling words of the claim's sentence stand there.
    """
    stems, blocks = index.tokens.stems, index.block_of
    best: dict[str, float] = {}
    block = blocks[first]
    wanted, helping, either = context.words, context.help, context.either
    low = max(0, first - _WINDOW)
    near = stems[low : last + 1 + _WINDOW]
    for at in compress(count(low), map(either.__contains__, near)):
        if first <= at <= last:
            continue
        one = stems[at]
        factor = _NEAR[first - at if at < first else at - last]
        if blocks[at] != block:
            factor *= _OTHER_BLOCK
        if factor > best.get(one, 0.0):
            best[one] = factor
    got = helped = 0.0
    shared = 0
    for one, factor in best.items():
        if one in wanted:
            got += wanted[one] * factor
            shared += factor >= _SHARED
        else:
            helped += helping[one] * factor
    if context.total <= 0:
        available = sum(helping.values())
        return (min(1.0, helped / available) if available else 0.0), 0
    return min(1.0, (got + min(helped, 0.25 * context.total)) / context.total), shared
