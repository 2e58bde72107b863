"""Places in the article's Markdown where the page may put something of its own.

A mark goes only into running text, never into mark-up, a link's address or an image's description.
Offsets are code points of the body's text.
"""

from __future__ import annotations

import string
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import pairwise

import pyromark

__all__ = ["OPTIONS", "Mark", "Rank", "TextMap", "merged"]

OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_FOOTNOTES
)


# CommonMark 0.31, section 2.4: what a backslash may escape.
_ESCAPABLE = frozenset(string.punctuation)
# A longer run is read as if it were even, which only costs a mark its place.
MAX_BACKSLASHES = 64


class Rank(IntEnum):
    """The order of marks at one place: what closes comes first, what holds words stands inside."""

    CLOSE_WORDS = 0
    CLOSE_LINK = 1
    NOTE = 2
    OPEN_LINK = 3
    OPEN_WORDS = 4


@dataclass(frozen=True, slots=True)
class Mark:
    """Put ``html`` (trusted) at code point ``at`` of the body's text.

    ``after`` marks close a span: they go behind the text before them, not before the text behind.
    """

    at: int
    html: str
    after: bool = False
    rank: Rank = Rank.NOTE


@dataclass(frozen=True, slots=True)
class _Span:
    """A span of text in the Markdown.

    ``splittable``: it may be cut anywhere (no entity). ``link_end``: the end of the link that holds
    it, 0 outside links. ``joined``: nothing or only a soft line break parts it from the span before.
    ``escaped``: it begins with a backslash, which must stay before its character.
    """

    start: int
    end: int
    splittable: bool
    link_end: int = 0
    joined: bool = False
    escaped: bool = False

    def clamp(self, at: int) -> int:
        """The place in the span that is nearest to ``at`` and where it may be cut."""
        place = min(max(at, self.start), self.end)
        return self.start if self.escaped and place == self.start + 1 else place


class TextMap:
    """Where the Markdown holds running text."""

    def __init__(self, source: str) -> None:
        self._source = source

    @cached_property
    def _spans(self) -> tuple[_Span, ...]:
        return tuple(_Reader(self._source).spans())

    @cached_property
    def _ends(self) -> list[int]:
        return [span.end for span in self._spans]

    def place(self, mark: Mark) -> int | None:
        """The nearest place for the mark, ``None`` where there is no text at all.

        An opening mark wants the first text that ends behind it, a closing one the last that begins
        before it; a note, being a link itself, goes behind the link that it would stand in.
        """
        if not self._spans:
            return None
        if mark.after:
            index = bisect_left(self._ends, mark.at)
            if index == len(self._spans) or self._spans[index].start >= mark.at:
                index -= 1
            if index < 0:
                return None
            span = self._spans[index]
            if mark.rank is Rank.NOTE and span.link_end:
                return span.link_end
            return span.clamp(mark.at) if span.splittable else span.end
        index = bisect_left(self._ends, mark.at + 1)
        if index == len(self._spans):
            return None
        span = self._spans[index]
        return span.clamp(mark.at) if span.splittable else span.start

    def in_link(self, at: int) -> bool:
        """Whether the text at that code point is a link's."""
        index = bisect_left(self._ends, at + 1)
        return index < len(self._spans) and 0 < at < self._spans[index].link_end

    def pieces(self, start: int, end: int, cuts: Sequence[int] = ()) -> list[tuple[int, int]]:
        """The running text from ``start`` to ``end``, each piece within one element, cut at each of
        ``cuts``.
        """
        found: list[tuple[int, int]] = []
        for span in self._spans[bisect_left(self._ends, start + 1) :]:
            if span.start >= end:
                break
            first, last = span.start, span.end
            if span.splittable:
                first, last = span.clamp(start), span.clamp(end)
            inner = [first, *(cut for cut in cuts if first < cut < last), last]
            parts = [(a, b) for a, b in pairwise(inner) if a < b]
            whole = bool(found) and span.joined and first not in cuts and found[-1][1] not in cuts
            if whole and parts and found[-1][1] == self._before(span):
                parts[0] = (found.pop()[0], parts[0][1])
            found.extend(parts)
        edges = {start, end, *cuts}
        return [self._trimmed(a, b, edges) for a, b in found if self._source[a:b].strip()]

    def _trimmed(self, start: int, end: int, edges: AbstractSet[int]) -> tuple[int, int]:
        """The piece without space at an edge, where a label of the page stands."""
        words = self._source[start:end]
        return (
            end - len(words.lstrip()) if start in edges else start,
            start + len(words.rstrip()) if end in edges else end,
        )

    def _before(self, span: _Span) -> int:
        index = bisect_left(self._ends, span.end)
        return self._spans[index - 1].end if index else -1


def merged(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The union of the ranges, in order, without overlaps."""
    out: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], end))
        else:
            out.append((start, end))
    return out


class _Reader:
    """Reads the spans of one Markdown text from the renderer's own events."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._raw = source.encode("utf-8", "surrogatepass")
        self._ascii = len(self._raw) == len(source)
        self._byte = 0
        self._point = 0
        self._links: list[int] = []

    def spans(self) -> Iterator[_Span]:
        images = 0
        recent: tuple[str, str] = ("", "")  # the two events before
        for event, where in pyromark.events_with_range(self._source, options=OPTIONS):
            kind = event if isinstance(event, str) else next(iter(event))
            if isinstance(event, dict):
                images += _step(event, "Image")
                self._link(_step(event, "Link"), where["end"])
            start, end = where["start"], where["end"]
            # What starts before the place reached is repeated or nested: already covered.
            if kind in {"Text", "Code"} and not images and start >= self._byte:
                joined = recent[1] == "Text" or recent == ("Text", "SoftBreak")
                yield self._span(event, start, end, joined=joined)
            recent = (recent[1], kind)

    def _span(
        self, event: str | Mapping[str, object], start: int, end: int, *, joined: bool
    ) -> _Span:
        first = self._points(start)
        self._byte, self._point = start, first
        last = self._points(end)
        self._byte, self._point = end, last
        text = event.get("Text") if isinstance(event, Mapping) else None
        same = isinstance(text, str) and text == self._source[first:last]
        link_end = self._links[-1] if self._links else 0
        escaped = self._escaped(first)
        return _Span(first - escaped, last, same, link_end, joined, escaped)

    def _escaped(self, at: int) -> bool:
        """Whether the character there is a punctuation mark behind the backslash that escapes it."""
        before = self._source[max(at - MAX_BACKSLASHES, 0) : at]
        slashes = len(before) - len(before.rstrip("\\"))
        return slashes % 2 == 1 and self._source[at : at + 1] in _ESCAPABLE

    def _link(self, step: int, end: int) -> None:
        if step > 0:
            self._links.append(self._points(end))
        elif step < 0 and self._links:
            self._links.pop()

    def _points(self, byte: int) -> int:
        """The code point at a byte of the text, at or behind the place that was reached."""
        if self._ascii:
            return byte
        between = self._raw[self._byte : byte]
        return self._point + len(between.decode("utf-8", "surrogatepass"))


def _step(event: Mapping[str, object], name: str) -> int:
    """1 where an element of that name begins, -1 where it ends."""
    start = event.get("Start")
    if isinstance(start, dict) and name in start:
        return 1
    return -1 if event.get("End") == name else 0
