"""Title, summary and lead: what most readers read alone, sentence by sentence, with the passages
of the sources that say the same or nearly so.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest

from copydesk.article.model import Passage, Span
from copydesk.evidence.model import Label
from copydesk.noticed import Near
from copydesk.report import FieldName
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.support import MAX_SENTENCE_WORDS, candidates
from copydesk.trace.words import Tokens, tokenise

__all__ = ["Front", "Place", "as_near", "is_sentence", "read_fronts", "read_sentence"]

# Of title, summary and lead every passage is compared that has so many of a sentence's words, the
# nearest first; a word that stands in more sentences than _COMMON points nowhere.
MIN_COMMON, MAX_PLACES, _COMMON = 3, 30, 400
# A sentence with fewer telling words points at no passage.
MIN_STEMS = 2
# A title is one sentence, a summary two or three; a lead of more is no lead.
MAX_FRONTS = 30


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence of a source that holds the share ``share`` of a sentence's words, by weight."""

    index: SourceIndex
    number: int
    share: float

    @property
    def words(self) -> tuple[int, int]:
        """The numbers of its first word and of the one behind its last."""
        return self.index.segments[self.number]

    @property
    def text(self) -> str:
        """Its words as they stand in the source."""
        start, end = self.span
        return self.index.text[start:end]

    @property
    def span(self) -> tuple[int, int]:
        """Code points of the source's text."""
        first, last = self.words
        return self.index.tokens.starts[first], self.index.tokens.ends[last - 1]

    @property
    def stems(self) -> frozenset[str]:
        """Its telling words."""
        first, last = self.words
        return frozenset(self.index.tokens.stems[first:last]) - {""}


@dataclass(frozen=True, slots=True)
class Front:
    """A sentence of the article, and the nearest passages, best first.

    ``stems`` leads from each of its telling words to the sources' own word for it, or to itself.
    """

    passage: Passage
    span: Span
    text: str
    tokens: Tokens
    stems: dict[str, str]
    places: tuple[Place, ...]

    @property
    def field(self) -> FieldName:
        """The field that it stands in."""
        return self.passage.field

    @property
    def origin(self) -> tuple[int, int]:
        """Its code points in the field."""
        return self.passage.text.to_origin(self.span.start, self.span.end)


def read_fronts(parts: Sequence[Passage], corpus: Corpus) -> list[Front]:
    """The sentences of the title, the summary and the lead, as far as they have words enough.

    Args:
        parts: the passages that are title, summary and lead.
        corpus: the sources; without a usable one there is nothing to compare with.
    """
    if not corpus.indexes:
        return []
    found: list[Front] = []
    for passage in parts:
        for span in passage.sentences:
            if span.start < span.end and len(found) < MAX_FRONTS:
                front = read_sentence(passage, span, corpus, wide=True)
                if len(front.stems) >= MIN_STEMS:
                    found.append(front)
    return found


def read_sentence(passage: Passage, span: Span, corpus: Corpus, *, wide: bool = False) -> Front:
    """One sentence with its nearest passages: those that its rarest words point at, or, with
    ``wide``, all that have some words of it.
    """
    text = passage.text.text[span.start : span.end]
    tokens = tokenise(text)
    own = list(dict.fromkeys(stem for stem in tokens.stems if stem))
    known = corpus.segments_with
    other = known.akin(stem for stem in own if stem not in known)
    stems = {stem: other.get(stem, stem) for stem in own}
    wanted = set(stems.values())
    near = _all_near(wanted, corpus) if wide else candidates(wanted, corpus)
    places = tuple(
        Place(corpus.by_id[source], number, share)
        for share, (source, number) in near
        if is_sentence(corpus.by_id[source], number)
    )
    return Front(passage, span, text, tokens, stems, places)


def _all_near(stems: set[str], corpus: Corpus) -> list[tuple[float, tuple[int, int]]]:
    """The sentences with at least :data:`MIN_COMMON` of the stems, by their share of the weight."""
    weights = {stem: corpus.weight(stem) for stem in sorted(stems)}
    total = sum(weights.values()) or 1.0
    held: dict[tuple[int, int], float] = defaultdict(float)
    common: Counter[tuple[int, int]] = Counter()
    for stem, weight in weights.items():
        found = corpus.segments_with.get(stem, ())
        if len(found) <= _COMMON:
            common.update(found)
            for place in found:
                held[place] += weight
    least = min(MIN_COMMON, len(stems))
    scored = [(held[place] / total, place) for place, count in common.items() if count >= least]
    return nsmallest(MAX_PLACES, scored, key=lambda one: (-one[0], one[1]))


def is_sentence(index: SourceIndex, number: int) -> bool:
    """Neither a menu or a heap of data, nor what the page hides from its readers, says anything."""
    first, last = index.segments[number]
    if last - first > MAX_SENTENCE_WORDS:
        return False
    return index.source.text.label_at(index.tokens.starts[first]) is not Label.HIDDEN


def as_near(place: Place) -> Near:
    """A passage as the report shows it."""
    return Near(place.index.id, *place.span, place.text, place.share)
