"""Words in their context: the sentence of the article, the passage of the source.

Every offset is checked before it is used: where the text at a place is not what the report says
stands there, no place is claimed, and the report's own words are shown instead.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from copydesk.article import Article
from copydesk.article.model import Passage, PassageKind, Span
from copydesk.article.sentences import split_sentences
from copydesk.evidence.model import EvidenceText
from copydesk.report import Evidence, FieldName

__all__ = ["ArticleWords", "Words", "source_words"]

# Code points of a sentence or passage that are shown: about four lines of a terminal.
MAX_SHOWN = 340
# How far to either side of a place its passage is searched for the sentence's ends.
_REACH = 1_500


@dataclass(frozen=True, slots=True)
class Words:
    """``text`` with the span ``start`` to ``end`` (code points) that matters in it.

    An empty span marks nothing. ``marks`` are the spans within it that decided, where these are
    not all of it. ``cut_left`` and ``cut_right``: more stands there.
    """

    text: str
    start: int = 0
    end: int = 0
    cut_left: bool = False
    cut_right: bool = False
    marks: tuple[tuple[int, int], ...] = ()

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """What is to be marked, in order."""
        return self.marks or (((self.start, self.end),) if self.start < self.end else ())

    @property
    def pieces(self) -> tuple[tuple[str, bool], ...]:
        """The text in pieces, each with whether it is marked; an ellipsis where more stands."""
        found: list[tuple[str, bool]] = [("… ", False)] if self.cut_left else []
        at = 0
        for start, end in self.spans:
            found += [(self.text[at:start], False), (self.text[start:end], True)]
            at = end
        found += [(self.text[at:], False), (" …" if self.cut_right else "", False)]
        return tuple(piece for piece in found if piece[0])

    @property
    def whole(self) -> bool:
        """Whether the span is all there is, so that marking it tells nothing."""
        return (
            not self.marks
            and not self.cut_left
            and not self.cut_right
            and not self.text[: self.start].strip()
            and not self.text[self.end :].strip(" .!?")
        )


class ArticleWords:
    """Finds the sentence around a place of the article, without mark-up."""

    def __init__(self, article: Article) -> None:
        self._article = article
        self._passages: dict[FieldName, list[Passage]] = {}
        for passage in article.passages:
            if len(passage.text.starts):
                self._passages.setdefault(passage.field, []).append(passage)
        self._starts = {
            name: [passage.text.starts[0] for passage in passages]
            for name, passages in self._passages.items()
        }
        self._lead = article.lead_span

    def in_lead(self, at: int) -> bool:
        """Whether that code point of the body lies in its first paragraph."""
        return self._lead.start <= at < self._lead.end

    def around(self, field: FieldName, start: int, end: int) -> Words:
        """The sentence with the field's ``start`` to ``end`` marked in it.

        Where the place lies in no single passage, the field's raw text around it.
        """
        near = self._passages.get(field, [])
        index = bisect_right(self._starts.get(field, []), start) - 1
        for passage in near[max(index, 0) : index + 2]:
            span = _within(passage, start, end)
            if span is not None:
                return self._sentence(passage, span)
        return _window(self._article.field(field).text, start, end)

    def _sentence(self, passage: Passage, span: Span) -> Words:
        if passage.kind is PassageKind.TABLE_CELL:
            row = self._row_before(passage)
            size = len(row)
            return _window(row + passage.text.text, span.start + size, span.end + size)
        return _cut_to(passage.text.text, passage.sentences, span)

    def _row_before(self, cell: Passage) -> str:
        """The first cell of the row: a figure in a table says nothing without it."""
        for other in self._passages[cell.field]:
            if (other.kind, other.group, other.row) == (cell.kind, cell.group, cell.row):
                return "" if other is cell else f"{other.text.text} · "
        return ""


def source_words(text: EvidenceText | None, found: Evidence) -> Words:
    """The passage of the source in which the evidence stands, the deciding words marked.

    ``text`` is the source's evidence text; without it, or where other words stand there, the
    selector's own prefix and suffix are shown.
    """
    if text is None or text.text[found.start : found.end] != found.exact:
        whole = found.prefix + found.exact + found.suffix
        size = len(found.prefix)
        return Words(whole, size, size + len(found.exact), cut_left=True, cut_right=True)
    base = max(0, found.start - _REACH)
    near = text.text[base : found.end + _REACH]
    first, last = found.start - base, found.end - base
    low = near.rfind("\n", 0, first) + 1
    high = near.find("\n", last)
    block = near[low : high if high >= 0 else len(near)]
    span = Span(first - low, last - low)
    return _cut_to(block, split_sentences(block), span)


def _within(passage: Passage, start: int, end: int) -> Span | None:
    """The field's ``start`` to ``end`` in the passage's text, if it lies in it."""
    mapped = passage.text
    if start >= end or end > max(mapped.ends[-1], mapped.starts[-1]):
        return None
    first = bisect_right(mapped.ends, start)
    last = bisect_right(mapped.starts, end - 1)
    return Span(first, last) if first < last else None


def _cut_to(text: str, sentences: Sequence[Span], span: Span) -> Words:
    """The sentences that the span touches."""
    touched = [one for one in sentences if one.start < span.end and span.start < one.end]
    low = min([span.start, *(one.start for one in touched)])
    high = max([span.end, *(one.end for one in touched)])
    return _window(text[low:high], span.start - low, span.end - low)


def _window(text: str, start: int, end: int) -> Words:
    """``text``, or as much of it around the span as may be shown, cut between words."""
    room = max(MAX_SHOWN - (end - start), 80)
    low, high = max(0, start - room // 2), min(len(text), end + room // 2)
    low = max(0, min(low, high - MAX_SHOWN)) if high == len(text) else low
    high = min(len(text), max(high, low + MAX_SHOWN)) if low == 0 else high
    if low > 0:
        space = text.find(" ", low, start)
        low = space + 1 if space >= 0 else low
    if high < len(text):
        space = text.rfind(" ", end, high)
        high = space if space >= 0 else high
    return Words(text[low:high], start - low, end - low, low > 0, high < len(text))
