"""Marks in running text that cite: ``[1]`` references and bare URLs, made citations and cut out."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from copydesk.article.model import Citation, SourceRef, Span
from copydesk.article.urls import same_page_key
from copydesk.textmap import MappedText

__all__ = ["SourceIndex", "lift_marks"]

_REFERENCE = re.compile(r"\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]")
_BARE_URL = re.compile(r"https?://[^\s<>\"']+[^\s<>\"'.,;:!?)\]}]")


class SourceIndex:
    """Finds the source that a cited URL names."""

    def __init__(self, sources: Sequence[SourceRef]) -> None:
        self._count = len(sources)
        self._exact = {source.url: source.id for source in reversed(sources)}
        self._loose = {same_page_key(source.url): source.id for source in reversed(sources)}

    def by_url(self, url: str) -> int | None:
        """The source's id, by the exact URL first, then by :func:`same_page_key`."""
        found = self._exact.get(url)
        return found if found is not None else self._loose.get(same_page_key(url))

    def by_number(self, number: int) -> int | None:
        """The source that ``[number]`` names, if there is one."""
        return number if 1 <= number <= self._count else None


def lift_marks(
    text: MappedText,
    code: list[Span],
    links: list[Span],
    citations: list[Citation],
    sources: SourceIndex,
) -> tuple[MappedText, list[Span], list[Span]]:
    """Take ``[1]`` references and bare URLs out of the text and make them citations.

    They are not prose: left in, the grammar would read numbers in them.
    """
    cuts = [
        found
        for pattern in (_REFERENCE, _BARE_URL)
        for found in pattern.finditer(text.text)
        if not _inside(code, found.start())
    ]
    if not cuts:
        return text, code, links
    cuts.sort(key=lambda found: found.start())
    keep: list[tuple[int, int]] = []
    lifted: list[Citation] = []
    at = kept = 0
    for found in cuts:
        if found.start() < at:
            continue
        keep.append((at, found.start()))
        kept += found.start() - at
        at = found.end()
        start, end = text.to_origin(found.start(), found.end())
        lifted.extend(_cited(found, start, end, max(kept - 1, 0), sources))
    keep.append((at, len(text.text)))
    kept_ranges = _Kept(keep)
    citations[:] = [replace(item, at=kept_ranges.place(item.at)) for item in citations] + lifted
    return _cut(text, keep), kept_ranges.spans(code), kept_ranges.spans(links)


def _inside(spans: list[Span], at: int) -> bool:
    """Whether ``at`` lies in one of the sorted ``spans``."""
    index = bisect_right(spans, at, key=lambda span: span.start) - 1
    return index >= 0 and at < spans[index].end


def _cited(
    found: re.Match[str], start: int, end: int, at: int, sources: SourceIndex
) -> list[Citation]:
    if found.re is _BARE_URL:
        url = found.group()
        return [Citation(url, sources.by_url(url), start, end, url, at)]
    numbers = [int(number) for number in re.findall(r"\d+", found.group(1))]
    return [
        Citation(None, sources.by_number(number), start, end, str(number), at) for number in numbers
    ]


def _cut(text: MappedText, keep: list[tuple[int, int]]) -> MappedText:
    starts, ends = text.starts[:0], text.ends[:0]
    for start, end in keep:
        starts.extend(text.starts[start:end])
        ends.extend(text.ends[start:end])
    return MappedText("".join(text.text[start:end] for start, end in keep), starts, ends)


class _Kept:
    """Which ranges of a text were kept, in order, and where each went."""

    def __init__(self, keep: list[tuple[int, int]]) -> None:
        self._starts = [start for start, _ in keep]
        self._ends = [end for _, end in keep]
        self._base = [0]
        for start, end in keep:
            self._base.append(self._base[-1] + end - start)

    def place(self, at: int) -> int:
        """Where the place ``at`` of the text before the cut stands in what was kept."""
        index = max(bisect_right(self._starts, at) - 1, 0)
        return self._base[index] + min(max(at - self._starts[index], 0), self._size(index))

    def spans(self, spans: list[Span]) -> list[Span]:
        """Spans of the text before the cut, as spans of what was kept; empty ones are dropped."""
        moved = [Span(self.place(span.start), self.place(span.end)) for span in spans]
        return [span for span in moved if span.start < span.end]

    def _size(self, index: int) -> int:
        return self._ends[index] - self._starts[index]
