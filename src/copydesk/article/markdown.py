"""The body: CommonMark/GFM events from pyromark, turned into passages that know their offsets.

pyromark (pulldown-cmark) was chosen by measurement (docs/adr/0001-dependencies.md): it is the only
one of the parsers tried that gives a source range for every inline event, and it reads 1 MB in
half a second. Its ranges are UTF-8 bytes; :class:`_Offsets` turns them into code points.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

import pyromark

from copydesk.article.marks import SourceIndex, lift_marks
from copydesk.article.model import Citation, Passage, PassageKind, Span
from copydesk.article.sentences import split_sentences
from copydesk.report import FieldName
from copydesk.textmap import MappedTextBuilder

__all__ = ["SourceIndex", "body_passages", "plain_passage"]

_PARSER = pyromark.Markdown(
    options=pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
)

_BLOCKS = frozenset(
    {
        "Paragraph",
        "Heading",
        "Item",
        "List",
        "TableCell",
        "Table",
        "BlockQuote",
        "CodeBlock",
        "TableHead",
        "TableRow",
        "HtmlBlock",
        "FootnoteDefinition",
    }
)


class _Offsets:
    """UTF-8 byte offsets of a text to code points."""

    def __init__(self, text: str) -> None:
        self._bytes: list[int] = []
        self._extra: list[int] = []
        extra = 0
        for found in re.finditer(r"[^\x00-\x7f]", text):
            code = ord(found.group())
            width = 2 if code < 0x800 else 3 if code < 0x10000 else 4
            self._bytes.append(found.start() + extra + width)
            extra += width - 1
            self._extra.append(extra)

    def code_point(self, byte: int) -> int:
        """The code point that begins at ``byte``."""
        at = bisect_right(self._bytes, byte)
        return byte - self._extra[at - 1] if at else byte


@dataclass
class _Draft:
    """A passage being collected."""

    kind: PassageKind
    text: MappedTextBuilder = field(default_factory=MappedTextBuilder)
    citations: list[Citation] = field(default_factory=list)
    code: list[Span] = field(default_factory=list)
    links: list[Span] = field(default_factory=list)


@dataclass
class _Place:
    """Where the reader stands in the block structure."""

    quotes: int = 0
    items: int = 0
    group: int = 0
    row: int = 0
    column: int = 0
    in_head: bool = False
    headers: list[str] = field(default_factory=list)
    heading: str = ""


class _Reader:
    def __init__(self, text: str, sources: SourceIndex) -> None:
        self.raw = text
        self.sources = sources
        self.offsets = _Offsets(text)
        self.passages: list[Passage] = []
        self.place = _Place()
        self.open: _Draft | None = None
        self.stack: list[tuple[str, Any]] = []
        self.link: tuple[str, int, int, int] | None = None
        self.muted = 0
        self.groups = 0
        self.footnotes = dict(_footnotes(text))

    def run(self) -> tuple[Passage, ...]:
        for event, span in _PARSER.events_with_range(self.raw):
            start = self.offsets.code_point(span["start"])
            end = self.offsets.code_point(span["end"])
            if isinstance(event, str):
                self._leaf(event, "", start, end)
                continue
            ((name, payload),) = event.items()
            if name == "Start":
                self._start(*_tag(payload), start, end)
            elif name == "End":
                self._end(_tag(payload)[0])
            else:
                self._leaf(name, payload, start, end)
        self._flush()
        return tuple(self.passages)

    # -- blocks ---------------------------------------------------------------------------------

    def _start(self, tag: str, data: Any, start: int, end: int) -> None:
        place = self.place
        if tag in _BLOCKS:
            self._flush()
        self.stack.append((tag, data))
        if tag == "Link":
            self.link = (data["dest_url"], start, end, len(self._draft().text))
            if data["link_type"] in {"Autolink", "Email"} or _is_number(self.raw[start:end]):
                self.muted += 1
        elif tag == "Image":
            self.muted += 1
        elif tag == "BlockQuote":
            place.quotes += 1
        elif tag in {"List", "Table"}:
            self.groups += 1
            place.group, place.row = self.groups, 0
            place.headers = []
        elif tag == "Item":
            place.items += 1
            place.row += 1
        elif tag in {"TableHead", "TableRow"}:
            place.in_head = tag == "TableHead"
            place.row += 1
            place.column = 0

    def _end(self, tag: str) -> None:
        place = self.place
        if tag == "TableCell":
            if place.in_head:
                place.headers.append(self.open.text.build().text.strip() if self.open else "")
            self._flush()
            place.column += 1
        elif tag in _BLOCKS:
            self._flush()
        _, data = self.stack.pop()
        if tag == "Link":
            self._end_link(data)
        elif tag == "Image":
            self.muted -= 1
        elif tag == "BlockQuote":
            place.quotes -= 1
        elif tag == "Item":
            place.items -= 1

    def _end_link(self, data: dict[str, Any]) -> None:
        if self.link is None:
            return
        url, start, end, at = self.link
        self.link = None
        raw = self.raw[start:end]
        draft = self._draft()
        if data["link_type"] in {"Autolink", "Email"} or _is_number(raw):
            self.muted -= 1
        size = len(draft.text)
        if size > at:
            draft.links.append(Span(at, size))
        if data["link_type"] == "Email" or url.startswith("#"):
            return
        label = raw[1:].split("]", 1)[0] if raw.startswith("[") else url
        draft.citations.append(Citation(url, self.sources.by_url(url), start, end, label, at))

    def _draft(self) -> _Draft:
        if self.open is None:
            self.open = _Draft(self._kind())
        return self.open

    def _kind(self) -> PassageKind:
        tags = [tag for tag, _ in self.stack]
        if "CodeBlock" in tags:
            return PassageKind.CODE
        if "Heading" in tags:
            return PassageKind.HEADING
        if "TableCell" in tags:
            return PassageKind.TABLE_CELL
        if self.place.quotes:
            return PassageKind.BLOCK_QUOTE
        return PassageKind.LIST_ITEM if self.place.items else PassageKind.PARAGRAPH

    def _flush(self) -> None:
        draft, self.open = self.open, None
        if draft is None:
            return
        text = draft.text.build()
        if not text.text.strip() and not draft.citations:
            return
        place = self.place
        table = draft.kind is PassageKind.TABLE_CELL
        grouped = table or draft.kind is PassageKind.LIST_ITEM
        header = ""
        if table and not place.in_head and place.column < len(place.headers):
            header = place.headers[place.column]
        self.passages.append(
            _finish(
                draft,
                FieldName.BODY,
                self.sources,
                heading=place.heading,
                group=place.group if grouped else 0,
                row=place.row if grouped else 0,
                header=header,
            )
        )
        if draft.kind is PassageKind.HEADING:
            place.heading = text.text.strip()

    # -- inline ---------------------------------------------------------------------------------

    def _leaf(self, name: str, data: Any, start: int, end: int) -> None:
        if name == "FootnoteReference":
            self._footnote(str(data), start, end)
        elif (name in {"SoftBreak", "HardBreak"} and not self.muted) or (
            name == "InlineHtml" and re.match(r"<br\b", str(data), re.IGNORECASE)
        ):
            self._draft().text.replaced(" ", start, end)
        elif name == "Code" and not self.muted:
            self._code(str(data), start, end)
        elif name == "Text" and not self.muted:
            self._text(str(data), start, end)

    def _text(self, text: str, start: int, end: int) -> None:
        builder = self._draft().text
        if self.raw[start:end] == text:
            builder.verbatim(text, start)
        else:
            builder.replaced(text, start, end)

    def _code(self, text: str, start: int, end: int) -> None:
        draft = self._draft()
        before = len(draft.text)
        inner = self.raw.find(text, start, end)
        if inner >= 0:
            draft.text.verbatim(text, inner)
        else:
            draft.text.replaced(text, start, end)
        draft.code.append(Span(before, len(draft.text)))

    def _footnote(self, name: str, start: int, end: int) -> None:
        draft = self._draft()
        url = self.footnotes.get(name)
        source = self.sources.by_url(url) if url else None
        at = max(len(draft.text) - 1, 0)
        draft.citations.append(Citation(url, source, start, end, name, at))


def _is_number(raw: str) -> bool:
    """Whether a link's label is only a reference number: ``[1]`` or ``[1](url)``."""
    return re.match(r"\[\s*\d{1,3}\s*\]", raw) is not None


def _tag(payload: Any) -> tuple[str, Any]:
    if isinstance(payload, str):
        return payload, None
    ((tag, data),) = payload.items()
    return tag, data


def _footnotes(text: str) -> list[tuple[str, str]]:
    """Each footnote's first URL, by the footnote's name."""
    found = re.finditer(r"^\[\^([^\]\s]{1,40})\]:[^\n]*?(https?://[^\s)>\]]+)", text, re.MULTILINE)
    return [(match.group(1), match.group(2)) for match in found]


def plain_passage(field_name: FieldName, text: str, kind: PassageKind) -> Passage:
    """A title or a summary as one passage; it has no mark-up and cites nothing."""
    draft = _Draft(kind)
    draft.text.verbatim(text, 0)
    whole = kind is PassageKind.TITLE
    mapped = draft.text.build()
    sentences = (Span(0, len(text)),) if whole and text.strip() else split_sentences(text)
    return Passage(field_name, kind, mapped, sentences, ())


def body_passages(text: str, sources: SourceIndex) -> tuple[Passage, ...]:
    """The passages of a Markdown body in reading order; offsets are code points of ``text``."""
    return _Reader(text, sources).run()


def _finish(
    draft: _Draft,
    field_name: FieldName,
    sources: SourceIndex,
    *,
    heading: str,
    group: int,
    row: int,
    header: str,
) -> Passage:
    text = draft.text.build()
    citations = list(draft.citations)
    if draft.kind is not PassageKind.CODE:
        text, draft.code, draft.links = lift_marks(
            text, draft.code, draft.links, citations, sources
        )
    sentences = () if draft.kind is PassageKind.CODE else split_sentences(text.text)
    if draft.kind in {PassageKind.HEADING, PassageKind.TABLE_CELL} and text.text.strip():
        sentences = (Span(0, len(text.text)),)
    return Passage(
        field_name,
        draft.kind,
        text,
        sentences,
        tuple(sorted(citations, key=lambda citation: citation.start)),
        tuple(draft.code),
        tuple(draft.links),
        heading,
        group,
        row,
        header,
    )
