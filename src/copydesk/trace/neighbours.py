"""The words beside a figure, in the article and at each place of the sources that holds it.

Two thirds of modern errors reuse a number that is in the source. The passage is the right one, so
the words of the whole sentence agree; what differs are the words right beside the figure. How well
a place fits is the weight of the claim's neighbours that stand beside it too, as a share of all
that the sources know. A figure whose neighbours fit another value of the same sort clearly better
belongs to that one's thing; one that has next to none of them beside it anywhere is there by chance.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from copydesk.trace.binding import Context, bind
from copydesk.trace.figures import FEW, GOOD, TELLING, cached_relation, threshold
from copydesk.trace.index import MAX_PLACES, Corpus, SourceIndex
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.rivals import like_in_size, same_sort
from copydesk.trace.specifics import Amount, Item, Relation, Value
from copydesk.trace.words import Tokens

__all__ = ["Neighbour", "Neighbourhood", "neighbourhood"]

# Words looked at on either side of the claim, of a place in its sentence (more, since the same
# thing is said in another order), and of a place beyond its sentence.
_MINE, _THEIRS, _BEYOND = 10, 15, 40
# A word counts less the further it stands away, and less behind another figure.
_STEP, _OTHER_FIGURE = 0.2, 0.6
# What words next to the place weigh more than those of the claim, so that order does not matter.
_LENIENT = 1.5
# What a word of the sentences around a place counts.
_BEYOND_FACTOR = 0.35
# The other value's place must fit so much better, absolutely and as a ratio, with so many words;
# and its surroundings must be about the claim nearly as much.
_BETTER, _TIMES, _WORDS, _AS_BOUND = 0.2, 1.3, 2, 0.8
# From here on the other value is what the source says of the claim's thing; below, a doubt.
_SURE = 0.35
# Below this fit nothing but the sentence speaks for the claim's own place.
_NEXT_TO_NONE = 0.1
_OLD = "old"
# A place is a chance one below this fit and this score, if the claim has so many neighbours.
_CHANCE_FIT, _CHANCE_SCORE, _ENOUGH = 0.2, 0.4, 2
# Places of the value, telling neighbours, sentences, and values of a sentence that are looked at.
_MAX_MATCHES, _MAX_NEAR, _MAX_SEGMENTS, _MAX_ITEMS = 24, 8, 16, 60


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another value that the claim's neighbours belong to; ``sure`` where nothing speaks for the
    claim's own.
    """

    match: Match
    sure: bool


@dataclass(frozen=True, slots=True)
class _Fit:
    share: float
    wide: float
    words: int
    noun: bool


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The weights of a claim's neighbours as far as the sources know them, the word right behind
    it, and how well its best place fits.
    """

    claim: Claim
    corpus: Corpus
    near: dict[str, float]
    noun: str
    own: _Fit
    score: float

    @property
    def by_chance(self) -> bool:
        """Whether nothing but the value itself joins the claim to any of its places."""
        if len(self.near) < _ENOUGH or self.own.noun or not self.crowded:
            return False
        if threshold(self.claim.item.value) <= TELLING:
            return False
        return self.own.wide < _CHANCE_FIT and self.score < _CHANCE_SCORE

    @property
    def crowded(self) -> bool:
        """Whether the sources hold so many values that one may stand somewhere by chance."""
        return sum(len(index.items) for index in self.corpus.indexes) >= FEW

    def other(
        self,
        context: Context,
        matches: Sequence[Match],
        mine: Sequence[Value],
        stated: Callable[[], Sequence[Value]],
    ) -> Neighbour | None:
        """The other value that the neighbours belong to, if they fit it clearly better.

        Args:
            context: what the claim is about.
            matches: the places that hold its value; others are looked for in these sources.
            mine: values that the article states in the claim's sentence: these are no rivals.
            stated: values that it states elsewhere: these leave a doubt.
        """
        value = self.claim.item.value
        best: tuple[float, SourceIndex, Item, bool] | None = None
        for index, item, fit in self._rivals({match.source for match in matches}, mine):
            if best is not None and fit.share <= best[0]:
                continue
            first, last = index.token_at(item.start), index.token_at(item.end - 1)
            if bind(context, index, first, last)[0] >= _AS_BOUND * self.score:
                best = fit.share, index, item, fit.noun
        if best is None or len(self.near) <= _ENOUGH:
            return None
        share, index, item, noun = best
        match = Match(index, item.start, item.end, min(1.0, share))
        near = _like(value, item.value)
        # What is counted is its noun; what is measured has its unit.
        same = near if _measured(value) else noun
        if same and share >= self.own.share + _SURE and not self.own.noun:
            return Neighbour(match, sure=not _among(item.value, stated()))
        doubtful = self.crowded and (near or noun or self.own.share < _NEXT_TO_NONE)
        return Neighbour(match, sure=False) if doubtful else None

    def _rivals(
        self, sources: set[int], mine: Sequence[Value]
    ) -> Iterator[tuple[SourceIndex, Item, _Fit]]:
        """Other values of the same sort whose places fit clearly better than the claim's own."""
        enough = max(self.own.share + _BETTER, _TIMES * self.own.share)
        for index, segment in self._segments(sources):
            for at in index.items_of(segment)[:_MAX_ITEMS]:
                item = index.items[at]
                if not _other_value(self.claim.item.value, item.value, mine):
                    continue
                fit = _fit(index, index.item_tokens[at], item.end, self.near, self.noun)
                if fit.words >= _WORDS and fit.share >= enough and not self._ages(index, item):
                    yield index, item, fit

    def _ages(self, index: SourceIndex, item: Item) -> bool:
        """Whether one of the two is an age and the other a time that something takes."""
        theirs = index.text[item.start : item.end + len(_OLD) + 1]
        claim = self.claim
        ours = claim.visible[claim.item.start : claim.item.end + len(_OLD) + 1]
        return (_OLD in ours) != (_OLD in theirs)

    def _segments(self, sources: set[int]) -> list[tuple[SourceIndex, int]]:
        """The sentences of the sources with most of the neighbours."""
        telling = sorted(self.near, key=lambda one: (-self.near[one], one))[:_MAX_NEAR]
        weights: dict[tuple[int, int], float] = {}
        for word in telling:
            for place in self.corpus.segments_with.get(word, ())[:MAX_PLACES]:
                if place[0] in sources:
                    weights[place] = weights.get(place, 0.0) + self.near[word]
        best = nsmallest(_MAX_SEGMENTS, ((-weight, place) for place, weight in weights.items()))
        return [(self.corpus.by_id[source], segment) for _, (source, segment) in best]


def neighbourhood(claim: Claim, matches: Sequence[Match], corpus: Corpus) -> Neighbourhood | None:
    """The neighbourhood of an amount that was found in ``matches``; ``None`` for anything else."""
    value = claim.item.value
    if not isinstance(value, Amount) or value.ordinal or value.high is not None or not matches:
        return None
    near, noun = _near(claim, corpus)
    fits = [
        _fit(match.index, match.index.token_at(match.start), match.end, near, noun)
        for match in matches[:_MAX_MATCHES]
    ]
    own = _Fit(
        max(one.share for one in fits),
        max(one.wide for one in fits),
        max(one.words for one in fits),
        any(one.noun for one in fits),
    )
    return Neighbourhood(claim, corpus, near, noun, own, matches[0].score)


def _near(claim: Claim, corpus: Corpus) -> tuple[dict[str, float], str]:
    tokens = claim.read.tokens
    first = bisect_left(tokens.starts, claim.item.start)
    last = max(first, bisect_left(tokens.starts, claim.item.end) - 1)
    factors: dict[str, float] = {}
    noun = ""
    span = claim.sentence.start, claim.sentence.end
    for stem, factor, distance in _beside(tokens, first, last, _MINE, *span):
        if not noun and 0 < distance <= 2:
            noun = stem
        factors[stem] = max(factors.get(stem, 0.0), factor)
    known = {one: corpus.weight(one) for one in factors if corpus.share(one)}
    return {one: factors[one] * weight for one, weight in known.items()}, noun


def _fit(index: SourceIndex, first: int, end: int, near: dict[str, float], noun: str) -> _Fit:
    last = max(first, index.token_at(end - 1))
    low, high = index.segments[index.segment_of[first]]
    tokens = index.tokens
    best: dict[str, float] = {}
    follows = False
    for stem, factor, distance in _beside(
        tokens, first, last, _THEIRS, tokens.starts[low], tokens.ends[high - 1]
    ):
        if stem in near:
            best[stem] = max(best.get(stem, 0.0), min(1.0, _LENIENT * factor))
        follows = follows or (stem == noun and -1 <= distance <= 3)
    total = sum(near.values()) or 1.0
    share = sum(near[one] * factor for one, factor in best.items()) / total
    around = range(max(0, first - _BEYOND), min(len(tokens), last + 1 + _BEYOND))
    wide = {tokens.stems[at] for at in around if not first <= at <= last} & near.keys()
    beyond = sum(near[one] * max(_LENIENT * _BEYOND_FACTOR, best.get(one, 0.0)) for one in wide)
    return _Fit(share, beyond / total, len(best), follows)


def _beside(
    tokens: Tokens, first: int, last: int, reach: int, low: int, high: int
) -> Iterator[tuple[str, float, int]]:
    """The telling words beside the words ``first`` to ``last`` in code points ``low`` to ``high``:
    stem, how much it counts, and how many words it is away (negative before the figure).
    """
    for step, start in ((-1, first - 1), (1, last + 1)):
        factor = 1.0
        for distance in range(1, reach + 1):
            at = start + step * (distance - 1)
            if not 0 <= at < len(tokens) or not low <= tokens.starts[at] < high:
                break
            if tokens.words[at][0].isdigit():
                factor *= _OTHER_FIGURE
            elif tokens.stems[at]:
                yield tokens.stems[at], factor / (1 + _STEP * (distance - 1)), step * distance


def _other_value(value: Value, other: Value, mine: Sequence[Value]) -> bool:
    """Whether ``other`` is a different value of the same sort that the sentence does not state."""
    return (
        isinstance(value, Amount)
        and isinstance(other, Amount)
        and other.high is None
        and same_sort(value, other)
        and (bool(value.unit) or _whole(value) == _whole(other))
        and cached_relation(value, other) is Relation.DIFFERENT
        and not _among(other, mine)
    )


def _among(value: Value, stated: Sequence[Value]) -> bool:
    """Whether one of the article's values comes to ``value``."""
    return any(isinstance(one, Amount) and cached_relation(one, value) in GOOD for one in stated)


def _measured(value: Value) -> bool:
    return isinstance(value, Amount) and bool(value.unit)


def _whole(value: Amount) -> bool:
    return value.amount.denominator == 1


def _like(value: Value, other: Value) -> bool:
    return isinstance(value, Amount) and isinstance(other, Amount) and like_in_size(value, other)
