"""Hedges that the sources have and title, summary or lead drop.

A sentence of these is compared with the passages that share words with it. Where one hedges what the
sentence states, and the sentence has no word of that kind beside it, the hedge was dropped; unless a
passage with nearly the same words says it without the hedge, for then a source does state it flatly.

A long sentence is put together from several passages. So it is the hedged part that must be alike: the
words around an uncertain verb, the words of the claim that is attributed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from copydesk.article.model import Passage, PassageKind
from copydesk.noticed import Dropped
from copydesk.report import FieldName
from copydesk.trace.fronts import Front, Place, as_near
from copydesk.trace.hedges import Hedge, Kind, hedges_of, keeps, statement_of
from copydesk.trace.index import Corpus
from copydesk.trace.scopes import keeps_scope
from copydesk.trace.verbs import same_act
from copydesk.trace.words import Tokens, tokenise, word_set

__all__ = ["find_dropped"]

# What a passage must hold of a sentence, by weight and in words, to be about the same as a whole.
MIN_SHARE, MIN_WORDS = 0.4, 3
# Else what the sentence must hold of the hedged part, by weight and in words.
MIN_PART, MIN_PART_WORDS = 0.7, 5
# Or, around an uncertain verb, what both must share of the lighter and of the heavier surroundings.
MIN_LIGHT, MIN_HEAVY, MIN_AROUND = 0.5, 0.3, 3
_BEFORE, _BEHIND = 10, 12
# A shorter sentence of the article ("Fire at the mill") states too little to drop anything.
MIN_STATED = {Kind.MODALITY: 3, Kind.CONDITION: 3, Kind.ATTRIBUTION: 4, Kind.SCOPE: 4}
# What the sentence must have of the words that an attribution or a scope reaches, by weight.
_COVERED = 0.4
# A passage without the hedge clears the sentence where it has this part of what the hedged passage
# has in common with it. Of what was possible, half of it is the news that it came to pass.
_AS_NEAR = {Kind.MODALITY: 0.5, Kind.CONDITION: 0.75, Kind.ATTRIBUTION: 0.75, Kind.SCOPE: 0.75}
# A longer passage is a page's menu with its headline.
MAX_WORDS = 60
# Of what the passage has in common with the sentence so much must be within the hedge's reach.
_WITHIN = 0.5
# A condition whose words the sentence has too, by share, is told in other words.
_TOLD = 0.4
# Telling words behind a modality that it makes uncertain: the verb, or the end of a compound noun.
_HEADS = 2
# A longer sentence keeps a modality only with a word in the clause of the verb.
_SHORT = 16
_CLAUSE = re.compile(r"[,;:()—–]|\s(?:but|which|that|who|while)\s")
# What parts even a short sentence into statements of their own: "The board voted for it; work begins in May".
_STATEMENT = re.compile(r";|\s[—–]\s")
_IF = re.compile(r"\W*(?:if|should|once|unless)\b", re.IGNORECASE)
_PAST = word_set("was were has have had been did won took gave got made became began sold bought")
_WILL = word_set("will shall to")
_QUESTION = "?"


@dataclass(frozen=True, slots=True)
class _Found:
    """A passage that hedges what a sentence states: the stems that both have of it, and how alike
    the two are.
    """

    place: Place
    hedge: Hedge
    common: frozenset[str]
    alike: float


class _Read:
    """The passages of the sources with their words and hedges, each read once."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self._hedges: dict[tuple[int, int], list[Hedge]] = {}
        self._tokens: dict[tuple[int, int], Tokens] = {}

    def hedges(self, place: Place) -> list[Hedge]:
        """All hedges of a passage."""
        key = place.index.id, place.number
        if key not in self._hedges:
            first, last = place.words
            words = place.index.tokens.words[first:last]
            self._hedges[key] = hedges_of(place.text, words)
        return self._hedges[key]

    def tokens(self, place: Place) -> Tokens:
        """Its words with their places in the passage's own text."""
        key = place.index.id, place.number
        if key not in self._tokens:
            self._tokens[key] = tokenise(place.text)
        return self._tokens[key]


def find_dropped(
    fronts: Sequence[Front], passages: Sequence[Passage], corpus: Corpus
) -> tuple[Dropped, ...]:
    """The sentences that drop a hedge; of each kind one for a sentence.

    Args:
        fronts: the sentences of title, summary and lead.
        passages: all passages of the article; a body that keeps the hedge is a telling sign.
        corpus: the sources.
    """
    found = []
    read = _Read(corpus)
    for front in fronts:
        if front.text.rstrip().endswith(_QUESTION):
            continue
        places = [place for place in front.places if _tells(front, place)]
        for kind in Kind:
            long = len(front.stems) >= MIN_STATED[kind]
            one = _dropped(front, kind, places, read) if long else None
            if one is not None:
                kept = _kept(front, one.hedge, passages)
                start, end = front.origin
                near, word = as_near(one.place), one.hedge.word
                found.append(
                    Dropped(front.field, start, end, front.text, kind.value, word, near, kept)
                )
    return tuple(found)


def _dropped(front: Front, kind: Kind, places: Sequence[Place], read: _Read) -> _Found | None:
    """The passage most alike that has a hedge which the sentence lacks; ``None`` where one as alike
    lacks it too.
    """
    if kind in {Kind.CONDITION, Kind.ATTRIBUTION} and keeps(kind, front.text):
        return None
    best: _Found | None = None
    for place in places:
        one = _hedged(front, place, kind, read)
        if one is not None and (best is None or one.alike > best.alike):
            best = one
    if best is None or any(_clears(front, place, best, read) for place in front.places):
        return None
    return best


def _tells(front: Front, place: Place) -> bool:
    first, last = place.words
    return last - first <= MAX_WORDS and len(_common(front, place)) >= MIN_WORDS


def _common(front: Front, place: Place) -> frozenset[str]:
    return place.stems & frozenset(front.stems.values())


def _clears(front: Front, place: Place, best: _Found, read: _Read) -> bool:
    """Whether a passage says without the hedge what the hedged one does: with the sentence before it
    it has nearly all that the two have in common, and the word that is uncertain there.
    """
    hedge = best.hedge
    if place == best.place or any(one.kind is hedge.kind for one in read.hedges(place)):
        return False
    first, last = place.words
    if place.number:
        first = place.index.segments[place.number - 1][0]
    wide = best.common.intersection(place.index.tokens.stems[first:last])
    if _weight(wide, read.corpus) < _AS_NEAR[hedge.kind] * _weight(best.common, read.corpus):
        return False
    if len(_common(front, place)) < MIN_WORDS - 1:
        return False
    if hedge.kind is not Kind.MODALITY:
        return True
    heads = _heads(read.tokens(best.place), hedge)[:1]
    return any(same_act(one, stem) for one in heads for stem in place.stems)


def _weight(stems: Iterable[str], corpus: Corpus) -> float:
    return sum(corpus.weight(one) for one in sorted(stems))


def _hedged(front: Front, place: Place, kind: Kind, read: _Read) -> _Found | None:
    """The first hedge of that kind in a passage which reaches what the sentence states."""
    for hedge in read.hedges(place):
        if hedge.kind is not kind:
            continue
        if kind is Kind.MODALITY:
            found = _made_certain(front, place, hedge, read)
        else:
            found = _without(front, place, hedge, read)
        if found is not None:
            return found
    return None


def _without(front: Front, place: Place, hedge: Hedge, read: _Read) -> _Found | None:
    """A passage with a condition, an attribution or a scope, where the sentence has what it bears on."""
    tokens, corpus = read.tokens(place), read.corpus
    whole, kept = front.passage.text.text, set(front.stems.values())
    inside = _within(tokens, *hedge.reach)
    if hedge.kind is Kind.CONDITION:
        told = _weight(inside & kept, corpus) >= _TOLD * (_weight(inside, corpus) or 1.0)
        if told or keeps(Kind.CONDITION, whole) or _only_planned(read.hedges(place)):
            return None
        part = _within(tokens, *statement_of(place.text, hedge)) - inside
    else:
        near = _window(tokens, bisect_left(tokens.starts, hedge.start))
        part = (inside & near) - _within(tokens, hedge.start, hedge.end)
        if hedge.kind is Kind.SCOPE and keeps_scope(hedge.strength, whole):
            return None
    common = part & kept
    shared = _weight(common, corpus)
    if shared < _WITHIN * _weight(kept.intersection(tokens.stems), corpus) or not common:
        return None
    covered = shared / (_weight(part, corpus) or 1.0)
    if place.share >= MIN_SHARE:
        enough = hedge.kind is Kind.CONDITION or covered >= _COVERED
    else:
        enough = covered >= MIN_PART and len(common) >= MIN_PART_WORDS
    return _Found(place, hedge, common, place.share + covered) if enough else None


def _only_planned(hedges: Iterable[Hedge]) -> bool:
    """Whether the passage has a plan or a possibility besides: that is looked at by itself."""
    return any(one.kind is Kind.MODALITY for one in hedges)


def _within(tokens: Tokens, start: int, end: int) -> frozenset[str]:
    first, last = bisect_left(tokens.starts, start), bisect_left(tokens.starts, end)
    return frozenset(tokens.stems[first:last]) - {""}


def _heads(tokens: Tokens, hedge: Hedge) -> list[str]:
    """Stems of the words that a modality makes uncertain."""
    at = bisect_left(tokens.starts, hedge.head)
    found: list[str] = []
    while at < len(tokens) and tokens.starts[at] < hedge.reach[1] and len(found) < _HEADS:
        word, stem = tokens.words[at], tokens.stems[at]
        if stem and not word.endswith("ly"):
            found.append(stem)
        elif found and word not in {"to", "be", "a", "an", "the"}:
            break
        at += 1
    return found


def _made_certain(front: Front, place: Place, hedge: Hedge, read: _Read) -> _Found | None:
    """A passage with an uncertain verb, where the sentence has the verb as a fact."""
    text, theirs = place.text, read.tokens(place)
    heads = _heads(theirs, hedge)[:1]
    tokens = front.tokens
    behind = text[hedge.head : hedge.reach[1]].lower().split()
    there = _around(theirs, bisect_left(theirs.starts, hedge.head))
    for at, own in enumerate(tokens.stems):
        if not own or not any(same_act(front.stems.get(own, own), head) for head in heads):
            continue
        if hedge.noun and tokens.words[at] in behind:
            continue
        if not _flat(tokens, at, hedge.strength) or _kept_beside(front, at):
            continue
        here = frozenset(front.stems.get(one, one) for one in _around(tokens, at))
        common = here & there
        alike = _alike(here, there, read.corpus)
        if place.share >= MIN_SHARE:
            return _Found(place, hedge, _common(front, place), place.share + alike)
        if alike and len(common) >= MIN_AROUND:
            return _Found(place, hedge, common, place.share + alike)
    return None


def _around(tokens: Tokens, at: int) -> frozenset[str]:
    """The telling words around a word of a sentence, without itself."""
    return _window(tokens, at) - {tokens.stems[at] if at < len(tokens) else ""}


def _window(tokens: Tokens, at: int) -> frozenset[str]:
    return frozenset(tokens.stems[max(0, at - _BEFORE) : at + _BEHIND + 1]) - {""}


def _alike(here: frozenset[str], there: frozenset[str], corpus: Corpus) -> float:
    """The part of the lighter surroundings that both share; 0 where it is too little."""
    shared = _weight(here & there, corpus)
    light, heavy = sorted((_weight(here, corpus), _weight(there, corpus)))
    if not light or shared < MIN_LIGHT * light or shared < MIN_HEAVY * heavy:
        return 0.0
    return shared / light


def _flat(tokens: Tokens, at: int, strength: str) -> bool:
    """Whether the verb at ``at`` states what is: what is planned or scheduled may be told with "will"."""
    before = tokens.words[at - 1] if at else ""
    if strength == "scheduled":
        return before in _PAST or tokens.words[at].endswith("ed")
    return before != "to" and (strength == "possible" or before not in _WILL)


def _kept_beside(front: Front, at: int) -> bool:
    """Whether a word of the verb's clause, or of a short statement, keeps the modality."""
    text, tokens = front.text, front.tokens
    if _IF.match(text):
        return True
    if len(tokens) <= _SHORT:
        return keeps(Kind.MODALITY, _statement(text, tokens.starts[at]))
    start = 0
    for match in _CLAUSE.finditer(text, 0, tokens.starts[at]):
        start = match.end()
    return keeps(Kind.MODALITY, text[start : tokens.starts[at]])


def _statement(text: str, at: int) -> str:
    """The part of a sentence between semicolons or dashes that holds code point ``at``."""
    breaks = [(0, 0), *(match.span() for match in _STATEMENT.finditer(text)), (len(text),) * 2]
    return next(
        text[before[1] : behind[0]] for before, behind in pairwise(breaks) if at < behind[0]
    )


def _kept(front: Front, hedge: Hedge, passages: Iterable[Passage]) -> str:
    """The sentence of the body that says the same with a hedge of that kind, or ""."""
    stems = set(front.tokens.stems) - {""}
    for text in _body_sentences(front, passages):
        kept = (
            keeps_scope(hedge.strength, text)
            if hedge.kind is Kind.SCOPE
            else bool(hedges_of(text, tokenise(text).words, (hedge.kind,)))
        )
        if kept and 2 * len(stems & set(tokenise(text).stems)) >= len(stems):
            return text
    return ""


def _body_sentences(front: Front, passages: Iterable[Passage]) -> Iterator[str]:
    for passage in passages:
        if passage.field is not FieldName.BODY or passage.kind is PassageKind.CODE:
            continue
        for span in passage.sentences:
            if passage is not front.passage or span != front.span:
                yield passage.text.text[span.start : span.end]
