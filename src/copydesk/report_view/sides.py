"""The article's words beside the source's: which of them decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from copydesk.article import Article
from copydesk.article.urls import host_of
from copydesk.evidence.model import EvidenceSource
from copydesk.report import Evidence, Kind, Specific, Status
from copydesk.report_view.items import Item
from copydesk.report_view.passages import ArticleWords, Words, source_words

__all__ = ["Sides", "differing"]

# Longer quotations are marked whole: comparing words costs the product of both lengths.
_MAX_WORDS = 200
# Below this share of common words two wordings have nothing to be compared in.
_ALIKE = 0.4

Side = tuple[Evidence, Words]


class Sides:
    """Shows an item's or a specific's sentence and the passages that it is compared with."""

    def __init__(self, article: Article, sources: Sequence[EvidenceSource]) -> None:
        self.words = ArticleWords(article)
        self._sources = {source.id: source for source in sources}

    def host(self, source: int) -> str:
        """The host of a source's address; empty for a source that is not known."""
        found = self._sources.get(source)
        return (host_of(found.url) or found.url) if found else ""

    def of(self, item: Item | Specific, places: int) -> tuple[Words, tuple[Side, ...]]:
        """The sentence, and up to ``places`` passages of sources, the deciding words marked.

        Where a quotation differs from its source, those are the words that differ.
        """
        said = Words("")
        if item.start < item.end:
            said = self.words.around(item.field, item.start, item.end)
        if isinstance(item, Item):
            places = max(places, item.together)
        theirs = [(found, self._theirs(found)) for found in item.evidence[:places]]
        if item.kind is Kind.QUOTE and item.status is Status.CONTRADICTED and theirs:
            compared = [differing(said, words) for _, words in theirs]
            said = compared[0][0]
            theirs = [(found, pair[1]) for (found, _), pair in zip(theirs, compared, strict=True)]
        if isinstance(item, Item) and item.nearest:
            said, theirs = replace(said, end=said.start), [_unmarked(side) for side in theirs]
        return said, tuple(_once(theirs))

    def _theirs(self, found: Evidence) -> Words:
        source = self._sources.get(found.source)
        if source is None:
            return source_words(None, found)
        base = source.start_of(found.sha256)
        return source_words(
            source.text, replace(found, start=found.start + base, end=found.end + base)
        )


def differing(mine: Words, theirs: Words) -> tuple[Words, Words]:
    """Both with only those words marked that differ; as they are where nothing is alike."""
    ours, others = _words(mine), _words(theirs)
    if not ours or not others or max(len(ours), len(others)) > _MAX_WORDS:
        return mine, theirs
    matcher = SequenceMatcher(
        None, [word for word, _, _ in ours], [word for word, _, _ in others], autojunk=False
    )
    if matcher.ratio() < _ALIKE:
        return mine, theirs
    marks: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for kind, low, high, first, last in matcher.get_opcodes():
        if kind == "equal":
            continue
        if low < high:
            marks[0].append((ours[low][1], ours[high - 1][2]))
        if first < last:
            marks[1].append((others[first][1], others[last - 1][2]))
    return replace(mine, marks=tuple(marks[0])), replace(theirs, marks=tuple(marks[1]))


def _words(words: Words) -> list[tuple[str, int, int]]:
    """The words in the span: what is compared of each, and where it stands in the text."""
    found = []
    at = words.start
    for piece in words.text[words.start : words.end].split(" "):
        key = "".join(char for char in piece.casefold() if char.isalnum())
        if key:
            found.append((key, *_trimmed(piece, at)))
        at += len(piece) + 1
    return found


def _trimmed(piece: str, at: int) -> tuple[int, int]:
    """Where the word begins and ends, without the punctuation around it."""
    letters = [index for index, char in enumerate(piece) if char.isalnum()]
    return at + letters[0], at + letters[-1] + 1


def _unmarked(side: Side) -> Side:
    found, words = side
    return found, replace(words, end=words.start)


def _once(sides: Iterable[Side]) -> Iterable[Side]:
    """Each passage once: a page often says the same twice, in its text and in its meta tags."""
    seen: set[tuple[int, str, tuple[tuple[int, int], ...]]] = set()
    for found, words in sides:
        key = (found.source, words.text, words.spans)
        if key not in seen:
            seen.add(key)
            yield found, words
