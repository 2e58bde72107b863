"""Sentences that say "not" where their source does not, or the other way round.

A dropped "not" leaves every figure and name in its place. So each word that the article affirms or
denies is looked up among the words that the sources deny or affirm, and the words around the two
are compared. Where a source has the same word among the same neighbours with the other side, and no
place has it with the article's side among neighbours as like, that is noticed. Words of saying
("disclosed", "announced", "commented") count as one word: "has not said" denies "has disclosed".
A clause with a softer word ("few", "unlikely", "until") takes no side: what such a word denies is
beyond a program.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, count

from copydesk.article.model import Passage, PassageKind
from copydesk.noticed import Denied
from copydesk.trace.clauses import AFFIRMED, DENIED, sides
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.support import candidates
from copydesk.trace.words import Tokens, tokenise, word_set

__all__ = ["find_denied"]

# How far around a word its neighbours are compared, in words before and behind it.
_BEFORE, _BEHIND = 12, 14
# The weight that two surroundings must share, of the lighter one and of the heavier one, and in how
# many words.
MIN_SHARE, MIN_OTHER, MIN_COMMON = 0.5, 0.25, 2
# A place with the article's own side clears it where its surroundings are nearly as like.
_AS_LIKE = 0.8
# What a sentence that denies must share of its weight with a passage that does not, and of how many
# near ones none may; a longer passage has clauses enough for both.
MIN_ALIKE, _NEAR, _LONG = 0.6, 3, 60
# A word that stands in more sentences than this points nowhere.
_COMMON = 400

_QUOTED = re.compile(r"[“\"][^“”\"]*(?:[”\"]|\Z)")

_DENIES = re.compile(r"\b(?:not|never|no|cannot|nothing|none)\b|n[’']t\b", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?!\d|[.,]\d)")

_TELLING = "tell"
_TELLS = word_set(
    "disclose disclosed disclosing reveal revealed revealing announce announced announcing confirm "
    "confirmed confirming specify specified share shared provide provided comment commented publish "
    "published release released detail detailed state stated identify identified name named say "
    "said explain explained describe described mention mentioned report reported determine determined establish established address addressed answer answered respond responded"
)


@dataclass(frozen=True, slots=True)
class _Place:
    """A word of a source, by its number, that is denied or affirmed there."""

    index: SourceIndex
    at: int


@dataclass(frozen=True, slots=True)
class _Said:
    """The words of a sentence with the side that each takes."""

    tokens: Tokens
    sides: array[int]


class _Sources:
    """What the sources deny, by word, read once for a whole article."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.sides = {
            index.id: sides(index.text, index.tokens, [first for first, _ in index.segments])
            for index in corpus.indexes
        }

    @cached_property
    def denied(self) -> dict[str, list[_Place]]:
        """The places of every word that is denied somewhere."""
        found: dict[str, list[_Place]] = defaultdict(list)
        for index in self.corpus.indexes:
            for at in compress(count(), map(DENIED.__eq__, self.sides[index.id])):
                found[_key(index.tokens, at)].append(_Place(index, at))
        return found

    def places(self, key: str, side: int) -> Iterator[_Place]:
        """Where the sources have a word with that side."""
        if side == DENIED:
            yield from self.denied.get(key, ())[:_COMMON]
            return
        stems = sorted(_STEMS) if key == _TELLING else [key]
        for stem in stems:
            for source, number in self.corpus.segments_with.get(stem, ())[:_COMMON]:
                index = self.corpus.by_id[source]
                first, last = index.segments[number]
                if last - first > _LONG:
                    # A menu or a heap of data says nothing.
                    continue
                for at in range(first, last):
                    if self.sides[source][at] == side and _key(index.tokens, at) == key:
                        yield _Place(index, at)


def _key(tokens: Tokens, at: int) -> str:
    return _TELLING if tokens.words[at] in _TELLS else tokens.stems[at]


_STEMS = frozenset(stem for word in _TELLS for stem in tokenise(word).stems if stem)


def find_denied(passages: Sequence[Passage], corpus: Corpus) -> tuple[Denied, ...]:
    """Sentences that take the other side than the passages which say the same otherwise.

    Offsets are code points of the sentence's field. Nothing is noticed in questions, headings and
    code, nor within quotation marks, where the words themselves are compared.
    """
    if not corpus.indexes:
        return ()
    sources = _Sources(corpus)
    found = []
    for passage in passages:
        if passage.kind in {PassageKind.CODE, PassageKind.HEADING}:
            continue
        for span in passage.sentences:
            text = passage.text.text[span.start : span.end]
            if text.rstrip().endswith("?") or span.start >= span.end:
                continue
            # What is quoted is compared word for word elsewhere, and a denial there denies the rest.
            quoted = " ".join(_QUOTED.findall(text))
            if _DENIES.search(quoted):
                continue
            other = _other_side(_QUOTED.sub(" ", text), sources, _years(passage.text.text))
            if other is not None:
                start, end = passage.text.to_origin(span.start, span.end)
                place, denies = other
                found.append(
                    Denied(
                        passage.field, start, end, text, denies, place.index.id, _sentence(place)
                    )
                )  # fmt: skip
    return tuple(found)


def _years(text: str) -> frozenset[str]:
    return frozenset(_YEAR.findall(text))


def _other_side(text: str, sources: _Sources, years: frozenset[str]) -> tuple[_Place, bool] | None:
    """The place that contradicts a sentence most clearly, and whether the sentence denies.

    A place that names years, and none of the sentence's passage, tells of another time.
    """
    tokens = tokenise(text)
    said = _Said(tokens, sides(text, tokens, [0]))
    denied = {_key(tokens, at) for at, side in enumerate(said.sides) if side == DENIED}
    best, shown = 0.0, None
    for at, side in enumerate(said.sides):
        key = _key(tokens, at)
        if side not in {AFFIRMED, DENIED} or not key or key[0].isdigit():
            continue
        if side == AFFIRMED and (key in denied or key not in sources.denied):
            continue
        score, place = _clash(said, at, key, sources)
        if place is not None and score > best and _same_time(place, years):
            best, shown = score, (place, side == DENIED)
    if shown is None and denied:
        bold = _undenied(said, sources)
        return (bold, True) if bold and _same_time(bold, years) else None
    return shown


def _same_time(place: _Place, years: frozenset[str]) -> bool:
    theirs = _years(_sentence(place))
    return not theirs or bool(theirs & years)


def _undenied(said: _Said, sources: _Sources) -> _Place | None:
    """The passage nearest to a sentence that denies, where neither it nor another near one denies."""
    corpus = sources.corpus
    stems = {one for one in said.tokens.stems if one}
    shown = None
    for share, (source, number) in candidates(stems, corpus)[:_NEAR]:
        if share < MIN_ALIKE:
            break
        index = corpus.by_id[source]
        first, last = index.segments[number]
        if last - first > _LONG or any(sources.sides[source][at] for at in range(first, last)):
            return None
        if not _holds(index.tokens.stems[first:last], said, corpus):
            continue
        shown = shown or _Place(index, first)
    return shown


def _holds(stems: Sequence[str], said: _Said, corpus: Corpus) -> bool:
    """Whether half of what a sentence denies, the denied clause by weight, stands among stems."""
    held = set(stems)
    clause = {one for one, side in zip(said.tokens.stems, said.sides, strict=True) if side and one}
    got = sum(corpus.weight(one) for one in clause & held)
    return 2 * got >= sum(map(corpus.weight, clause)) > 0


def _clash(said: _Said, at: int, key: str, sources: _Sources) -> tuple[float, _Place | None]:
    """How like the likest place with the other side is; 0 where one with the same side is as like."""
    mine = said.sides[at]
    around = _around(said.tokens, at, 0, len(said.tokens))
    other, theirs = _likest(around, key, AFFIRMED + DENIED - mine, sources)
    if theirs is None:
        return 0.0, None
    same, _ = _likest(around, key, mine, sources)
    return (0.0, None) if same >= _AS_LIKE * other else (other, theirs)


def _likest(
    around: frozenset[str], key: str, side: int, sources: _Sources
) -> tuple[float, _Place | None]:
    best, shown = 0.0, None
    for place in sources.places(key, side):
        index = place.index
        first, last = index.segments[index.segment_of[place.at]]
        score = _likeness(around, _around(index.tokens, place.at, first, last), sources.corpus)
        if score > best:
            best, shown = score, place
    return best, shown


def _around(tokens: Tokens, at: int, first: int, last: int) -> frozenset[str]:
    """The telling words around a word, within its sentence."""
    low, high = max(first, at - _BEFORE), min(last, at + _BEHIND + 1)
    kept = {tokens.stems[k] for k in range(low, high) if k != at} - {"", tokens.stems[at]}
    return frozenset(kept)


def _likeness(mine: frozenset[str], theirs: frozenset[str], corpus: Corpus) -> float:
    """The weight shared of the lighter surroundings; 0 where it is too little to tell by."""
    common = mine & theirs
    if len(common) < MIN_COMMON:
        return 0.0
    shared = sum(map(corpus.weight, common))
    light, heavy = sorted((sum(map(corpus.weight, mine)), sum(map(corpus.weight, theirs))))
    if shared < MIN_SHARE * light or shared < MIN_OTHER * heavy:
        return 0.0
    return shared / light + shared / heavy


def _sentence(place: _Place) -> str:
    index = place.index
    first, last = index.segments[index.segment_of[place.at]]
    return index.text[index.tokens.starts[first] : index.tokens.ends[last - 1]]
