"""Hedges that the sources have and title, summary or lead drop.

A sentence of these is compared with the nearest passages. Where the best of them hedges what the
sentence states, and the sentence has no word of that kind, the hedge was dropped; unless a passage
nearly as near says the same without it, for then a source does state it flatly.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from copydesk.article.model import Passage, PassageKind
from copydesk.report import Dropped, FieldName
from copydesk.trace.fronts import Front, Place, as_near
from copydesk.trace.hedges import Hedge, Kind, hedges_of, keeps
from copydesk.trace.index import Corpus
from copydesk.trace.scopes import keeps_scope
from copydesk.trace.verbs import same_act
from copydesk.trace.words import tokenise, word_set

__all__ = ["find_dropped"]

# What a passage must hold of a sentence, by weight and in words, to be about the same.
MIN_SHARE, MIN_WORDS = 0.4, 3
# A shorter sentence of the article ("Fire at the mill") states too little to drop anything.
MIN_STATED = {Kind.MODALITY: 3, Kind.CONDITION: 3, Kind.ATTRIBUTION: 4, Kind.SCOPE: 4}
# What the sentence must have of the words that an attribution or a scope reaches, by weight.
_COVERED = 0.4
# A passage that states it flatly clears it where it holds nearly as much; of what was possible or
# planned, one that holds half as much has the news that it came to pass.
_AS_NEAR = {Kind.MODALITY: 0.5, Kind.CONDITION: 0.75, Kind.ATTRIBUTION: 0.75, Kind.SCOPE: 0.75}
# A longer passage is a page's menu with its headline.
MAX_WORDS = 60
# Of what the passage has in common with the sentence so much must be within the hedge's reach.
_WITHIN = 0.5
# A condition whose words the sentence has too, by share, is told in other words.
_TOLD = 0.4
# Telling words behind a modality that it makes uncertain: the verb, or the end of a compound noun.
_HEADS = 2
_PAST = word_set("was were has have had been did won took gave got made became began sold bought")
_WILL = word_set("will shall to")
_QUESTION = "?"


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
    for front in fronts:
        if front.text.rstrip().endswith(_QUESTION):
            continue
        for kind in Kind:
            long = len(front.stems) >= MIN_STATED[kind]
            dropped = _dropped(front, kind, corpus) if long else None
            if dropped is not None:
                place, hedge = dropped
                kept = _kept(front, hedge, passages)
                start, end = front.origin
                near = as_near(place)
                found.append(
                    Dropped(front.field, start, end, front.text, kind.value, hedge.word, near, kept)
                )
    return tuple(found)


def _dropped(front: Front, kind: Kind, corpus: Corpus) -> tuple[Place, Hedge] | None:
    """The nearest passage with a hedge that the sentence lacks; ``None`` where one lacks it too."""
    if kind is not Kind.SCOPE and keeps(kind, front.text):
        return None
    best: tuple[Place, Hedge] | None = None
    for place in front.places:
        if place.share < MIN_SHARE:
            break
        hedge = _hedged(front, place, kind, corpus) if _tells(front, place) else None
        if hedge is not None:
            best = place, hedge
            break
    if best is None or any(_clears(front, place, best, corpus) for place in front.places):
        return None
    return best


def _tells(front: Front, place: Place) -> bool:
    first, last = place.words
    return last - first <= MAX_WORDS and _common(front, place) >= MIN_WORDS


def _common(front: Front, place: Place) -> int:
    return len(place.stems & set(front.stems.values()))


def _clears(front: Front, place: Place, best: tuple[Place, Hedge], corpus: Corpus) -> bool:
    """Whether a passage says without the hedge what the hedged one does: it has nearly as much of
    the sentence, with the sentence before it, and the word that is uncertain there.
    """
    of, hedge = best
    if place == of or _hedged(front, place, hedge.kind, corpus) is not None:
        return False
    first, last = place.words
    if place.number:
        first = place.index.segments[place.number - 1][0]
    wide = set(place.index.tokens.stems[first:last]) & set(front.stems.values())
    total = sum(map(corpus.weight, front.stems.values())) or 1.0
    enough = _AS_NEAR[hedge.kind] * of.share * total
    if sum(map(corpus.weight, wide)) < enough or _common(front, place) < 2:
        return False
    if hedge.kind is not Kind.MODALITY:
        return True
    heads = _heads(of.text, hedge)[:1]
    return any(same_act(one, stem) for one in heads for stem in place.stems)


def _hedged(front: Front, place: Place, kind: Kind, corpus: Corpus) -> Hedge | None:
    """The first hedge of that kind in a passage which reaches what the sentence states."""
    text = place.text
    common = set(front.stems.values())
    for hedge in hedges_of(text):
        if hedge.kind is kind and _reaches(front, text, hedge, common, corpus):
            return hedge
    return None


def _reaches(front: Front, text: str, hedge: Hedge, common: set[str], corpus: Corpus) -> bool:
    tokens = tokenise(text)
    inside = {
        stem
        for stem, start in zip(tokens.stems, tokens.starts, strict=True)
        if stem and hedge.reach[0] <= start < hedge.reach[1]
    }
    shared = common & set(tokens.stems)
    total = sum(map(corpus.weight, shared)) or 1.0
    part = sum(map(corpus.weight, shared & inside)) / total
    if hedge.kind is Kind.MODALITY:
        return _made_certain(front, text, hedge)
    if hedge.kind is Kind.CONDITION:
        own = sum(map(corpus.weight, inside)) or 1.0
        return (
            part < 1 - _WITHIN
            and sum(map(corpus.weight, inside & common)) < _TOLD * own
            and not keeps(kind=Kind.CONDITION, text=_field_text(front))
        )
    outside = {
        stem
        for stem, start in zip(tokens.stems, tokens.starts, strict=True)
        if hedge.start <= start < hedge.end
    }
    stated = sum(map(corpus.weight, inside - outside)) or 1.0
    covered = sum(map(corpus.weight, (inside - outside) & common)) / stated
    if part < _WITHIN or covered < _COVERED:
        return False
    return hedge.kind is not Kind.SCOPE or not keeps_scope(hedge.strength, _field_text(front))


def _field_text(front: Front) -> str:
    """The whole of title, summary or lead: another sentence of it may keep the hedge."""
    return front.passage.text.text


def _heads(text: str, hedge: Hedge) -> list[str]:
    """Stems of the words that a modality makes uncertain."""
    tokens = tokenise(text)
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


def _made_certain(front: Front, text: str, hedge: Hedge) -> bool:
    """Whether the sentence has the uncertain act as a fact."""
    heads = _heads(text, hedge)
    tokens = front.tokens
    for at, own in enumerate(tokens.stems):
        if not own or not any(same_act(front.stems.get(own, own), head) for head in heads[:1]):
            continue
        if hedge.noun and tokens.words[at] in text[hedge.head : hedge.reach[1]].lower().split():
            continue
        before = tokens.words[at - 1] if at else ""
        if hedge.strength == "scheduled":
            return before in _PAST or tokens.words[at].endswith("ed")
        return hedge.strength == "possible" or before not in _WILL
    return False


def _kept(front: Front, hedge: Hedge, passages: Iterable[Passage]) -> str:
    """The sentence of the body that says the same with a hedge of that kind, or ""."""
    stems = set(front.tokens.stems) - {""}
    for text in _body_sentences(front, passages):
        kept = (
            keeps_scope(hedge.strength, text)
            if hedge.kind is Kind.SCOPE
            else any(one.kind is hedge.kind for one in hedges_of(text))
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
