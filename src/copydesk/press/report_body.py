"""An article as HTML in which every specific is marked at its exact place.

The HTML is written from the renderer's own events, so an article can bring no element, attribute
or address of its own: what it has as HTML is shown as text, its links and images are words. Every
event says which bytes it was read from; a mark stands where the report says, to the code point.
"""

from __future__ import annotations

import html
from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pyromark

from copydesk.article.urls import same_page_key
from copydesk.press.marks import OPTIONS
from copydesk.press.visible import visible
from copydesk.report import Specific, Status
from copydesk.report_view.items import MATCHED, ORDER

__all__ = ["LETTERS", "Noted", "Segment", "marked_body", "marked_line", "segments_of"]

LETTERS = {
    Status.TRACED: "T",
    Status.DERIVED: "D",
    Status.MISATTRIBUTED: "M",
    Status.CONTRADICTED: "C",
    Status.UNBOUND: "B",
    Status.UNTRACED: "U",
    Status.UNVERIFIABLE: "?",
}

_PLAIN = {
    "Paragraph": "p",
    "Item": "li",
    "Emphasis": "em",
    "Strong": "strong",
    "Strikethrough": "del",
}


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of a field's code points that is shown as one specific's; segments never overlap."""

    start: int
    end: int
    specific: Specific


@dataclass(frozen=True, slots=True)
class Noted:
    """A finding about no specific: the page can be led to code point ``at``, and where ``shown``
    leads from there to the finding.
    """

    at: int
    finding: int
    shown: bool = True


def segments_of(specifics: Sequence[Specific]) -> list[Segment]:
    """Which specific each run of one field is shown as.

    A name within a quotation is shown as the name, so that both can be chosen; but a specific that
    is borne out never hides one that is not.
    """
    points = sorted({at for item in specifics for at in (item.start, item.end)})
    waiting = sorted(specifics, key=lambda item: item.start)
    active: list[Specific] = []
    found: list[Segment] = []
    next_in = 0
    for low, high in pairwise(points):
        while next_in < len(waiting) and waiting[next_in].start <= low:
            active.append(waiting[next_in])
            next_in += 1
        active = [item for item in active if item.end > low]
        if not active:
            continue
        chosen = min(active, key=_foremost)
        if found and found[-1].specific is chosen and found[-1].end == low:
            found[-1] = Segment(found[-1].start, high, chosen)
        else:
            found.append(Segment(low, high, chosen))
    return found


def marked_line(
    text: str, segments: Sequence[Segment], notes: Sequence[Noted] = ()
) -> tuple[str, frozenset[int]]:
    """A title or a summary, and the ids of the specifics that have a place in it."""
    writer = _Writer(text, segments, notes, {})
    writer.run(0, len(text), text)
    return writer.finished()


def marked_body(
    text: str,
    segments: Sequence[Segment],
    notes: Sequence[Noted],
    sources: Mapping[str, int],
) -> tuple[str, frozenset[int]]:
    """The Markdown as HTML that may be put into a page as it stands.

    Args:
        text: the body, exactly as in the file.
        segments: what is marked, from :func:`segments_of`.
        notes: findings that get a link behind a place, in order.
        sources: the number of each source by :func:`~copydesk.article.urls.same_page_key`.

    Returns:
        The HTML, and the ids of the specifics that have a place in it. A specific whose code points
        are mark-up only (an address in a link) has none.
    """
    writer = _Writer(text, segments, notes, sources)
    points = _Points(text)
    for event, where in pyromark.events_with_range(text, options=OPTIONS):
        writer.event(event, points.at(where["start"]), points.at(where["end"]))
    return writer.finished()


def _foremost(item: Specific) -> tuple[bool, int, int]:
    return item.status in MATCHED, item.end - item.start, ORDER.index(item.status)


class _Points:
    """The code point at each byte of a text."""

    def __init__(self, text: str) -> None:
        raw = text.encode("utf-8", "surrogatepass")
        self._table: array[int] | None = None
        if len(raw) != len(text):
            # A continuation byte (10xxxxxx) begins no code point.
            table = array("I", [0])
            count = 0
            for byte in raw:
                count += byte & 0xC0 != 0x80
                table.append(count)
            self._table = table

    def at(self, byte: int) -> int:
        return byte if self._table is None else self._table[byte]


@dataclass(slots=True)
class _Piece:
    """Text of the page that is one specific's, or nobody's."""

    text: str
    specific: Specific | None


@dataclass(slots=True)
class _Writer:
    """Collects the page's pieces in order; marks are written when the last piece of each is known."""

    source: str
    segments: Sequence[Segment]
    notes: Sequence[Noted]
    numbers: Mapping[str, int]
    _out: list[str | _Piece] = field(default_factory=list)
    _closing: list[str] = field(default_factory=list)
    _starts: list[int] = field(default_factory=list)
    _noted: int = 0
    _level: int = 2
    _head: bool = False

    def __post_init__(self) -> None:
        self._starts = [segment.start for segment in self.segments]

    def event(self, event: Any, start: int, end: int) -> None:
        """One event of the renderer, read from code points ``start`` to ``end``."""
        if isinstance(event, str):
            self._out.append(
                {"SoftBreak": "\n", "HardBreak": "<br>", "Rule": "<hr>"}.get(event, "")
            )
            return
        kind, value = next(iter(event.items()))
        if kind == "Start":
            opening, closing = self._element(value)
            self._out.append(opening)
            self._closing.append(closing)
        elif kind == "End":
            self._out.append(self._closing.pop() if self._closing else "")
            self._flush(end)
        elif kind in {"Text", "Code", "Html", "InlineHtml"}:
            self._out.append("<code>" * (kind != "Text"))
            self.run(start, end, value)
            self._out.append("</code>" * (kind != "Text"))
        elif kind == "FootnoteReference":
            self._out.append(f"<sup>{_safe(value)}</sup>")
        elif kind == "TaskListMarker":
            self._out.append("[x] " if value else "[ ] ")

    def run(self, start: int, end: int, shown: str) -> None:
        """Text ``shown`` that was read from ``start`` to ``end``, cut where marks begin and end."""
        at = self.source.find(shown, start, end) if shown else -1
        if at < 0:  # an entity: it is shown whole, as one specific's or nobody's
            self._out.append(_Piece(shown, self._specific(start, end)))
        else:
            stop = at + len(shown)
            for low, high in pairwise(self._cuts(at, stop)):
                self._out.append(_Piece(self.source[low:high], self._specific(low, high)))
                self._flush(high)
        self._flush(end)

    def finished(self) -> tuple[str, frozenset[int]]:
        """The HTML, and the ids of the specifics that are marked in it."""
        while self._closing:
            self._out.append(self._closing.pop())
        self._flush(len(self.source))
        last = {
            piece.specific.id: piece
            for piece in self._out
            if isinstance(piece, _Piece) and piece.specific
        }
        begun: set[int] = set()
        parts = []
        for piece in self._out:
            if isinstance(piece, str):
                parts.append(piece)
                continue
            parts.append(_marked(piece, begun=begun, last=last))
        return "".join(parts), frozenset(begun)

    def _cuts(self, start: int, end: int) -> list[int]:
        first = bisect_right(self._starts, start) - 1
        cuts = {start, end}
        for index in range(max(first, 0), len(self.segments)):
            segment = self.segments[index]
            if segment.start >= end:
                break
            cuts |= {at for at in (segment.start, segment.end) if start < at < end}
        for index in range(self._noted, len(self.notes)):
            if self.notes[index].at >= end:
                break
            cuts |= {self.notes[index].at} if start < self.notes[index].at else set()
        return sorted(cuts)

    def _specific(self, start: int, end: int) -> Specific | None:
        first = max(bisect_right(self._starts, start) - 1, 0)
        for segment in self.segments[first : first + 2]:
            if segment.start < end and start < segment.end:
                return segment.specific
        return None

    def _flush(self, reached: int) -> None:
        while self._noted < len(self.notes) and self.notes[self._noted].at <= reached:
            self._out.append(_note(self.notes[self._noted]))
            self._noted += 1

    def _element(self, tag: Any) -> tuple[str, str]:
        """Opening and closing HTML of an element."""
        name: str
        value: Any
        name, value = next(iter(tag.items())) if isinstance(tag, dict) else (str(tag), None)
        if name in _PLAIN:
            return f"<{_PLAIN[name]}>", f"</{_PLAIN[name]}>"
        if name == "Heading":
            # A level that never skips one, below the headline.
            self._level = max(3, min(int(value["level"][1]) + 1, self._level + 1, 6))
            return f"<h{self._level}>", f"</h{self._level}>"
        if name == "List":
            ordered = value is not None
            return (f'<ol start="{int(value)}">', "</ol>") if ordered else ("<ul>", "</ul>")
        if name == "Link":
            return '<span class="link">', "</span>" + self._number(value["dest_url"])
        if name.startswith("Table"):
            return self._table(name)
        return {
            "BlockQuote": ("<blockquote>", "</blockquote>"),
            "CodeBlock": ("<pre><code>", "</code></pre>"),
            "HtmlBlock": ("<pre>", "</pre>"),
            "Image": ('<span class="image">[Image: ', "]</span>"),
            "FootnoteDefinition": ('<div class="footnote">', "</div>"),
        }.get(name, ("", ""))

    def _table(self, name: str) -> tuple[str, str]:
        if name == "Table":
            opening = '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>'
            return opening, "</tbody></table></div>"
        if name == "TableHead":
            self._head = True
            return "<thead><tr>", "</tr></thead><tbody>"
        if name == "TableRow":
            self._head = False
            return "<tr>", "</tr>"
        return ("<th>", "</th>") if self._head else ("<td>", "</td>")

    def _number(self, address: str) -> str:
        number = self.numbers.get(same_page_key(address))
        if number is None:
            return '<span class="ref">not a source</span>'
        return f'<a class="ref" href="#source-{number}" aria-label="Source {number}">{number}</a>'


def _marked(piece: _Piece, *, begun: set[int], last: Mapping[int, _Piece]) -> str:
    words = _safe(piece.text)
    if piece.specific is None:
        return words
    number, status = piece.specific.id, piece.specific.status
    first = f'id="at-{number}"' if number not in begun else 'tabindex="-1"'
    begun.add(number)
    letter = ""
    if last[number] is piece:
        letter = f'<sup title="{status.value}">{LETTERS[status]}</sup>'
    return (
        f'<a class="s {status.value}" {first} href="#s-{number}" '
        f'data-s="{number}">{words}{letter}</a>'
    )


def _note(note: Noted) -> str:
    number = note.finding
    if not note.shown:
        return f'<span id="note-{number}"></span>'
    return (
        f'<a class="noted" id="note-{number}" href="#finding-{number}" '
        f'aria-label="Finding {number}">[{number}]</a>'
    )


def _safe(text: str) -> str:
    return html.escape(visible(text))
