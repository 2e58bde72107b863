"""Mark-up to lines of text: block boundaries become newlines, inline mark-up leaves no trace.

A tree is walked once, with an explicit stack. Boundaries are collected as lone surrogates, which
no parsed page can hold, so a page can never forge one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

__all__ = ["BREAKING", "Walk", "strip_tags", "walk"]

MAX_NODES = 1_000_000
"""Nodes walked of one page: the largest page in a newsroom's archive has 60,000."""

_BLOCK, _CELL, _NEWLINE, _SPACE, _TAB = "\ud800", "\ud801", "\ud802", "\ud803", "\ud804"
_CELL_CHARS = 400  # a cell with more text than this is layout: its blocks stay lines

_BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "button", "caption", "center",
        "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption",
        "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup",
        "legend", "li", "main", "menu", "nav", "ol", "optgroup", "option", "p", "section",
        "select", "summary", "table", "tbody", "textarea", "tfoot", "thead", "tr", "ul",
        "video", "audio",
    }
)  # fmt: skip
_BREAKS = frozenset({"br", "hr"})
_CELLS = frozenset({"td", "th"})
_PREFORMATTED = frozenset({"pre", "listing", "xmp"})
BREAKING = _BLOCKS | _BREAKS | _CELLS | _PREFORMATTED
"""The elements at whose edges words are parted; any other tag may stand within a word."""
_NEVER = frozenset(
    {
        "head", "script", "style", "template", "iframe", "noembed", "noframes", "title",
        "desc", "metadata", "datalist", "object",
    }
)  # fmt: skip
_SPACES = re.compile("[ \t\n\r\f]+")
_DROP = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|template|noscript)\b.*?(?:</\1[^<>]*>?|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_ANY_TAG = re.compile(r"</?[a-zA-Z!?][^<>]*>?")


@dataclass(slots=True)
class Walk:
    """What one walk found: lines of visible text, and the nodes that are not visible."""

    text: str = ""
    hidden: list[LexborNode] = field(default_factory=list)
    noscript: list[LexborNode] = field(default_factory=list)
    cut: bool = False


def strip_tags(text: str) -> str:
    """The text between tags, one line each, for a page that no parser should be given."""
    return "\n".join(
        line
        for raw in _ANY_TAG.split(_DROP.sub(" ", text))
        if (line := _SPACES.sub(" ", raw).strip())
    )


def walk(root: LexborNode, hidden: set[int]) -> Walk:
    """The visible text under ``root``, and its hidden and noscript nodes for walks of their own."""
    walker = _Walker(hidden)
    walker.run(root)
    walker.found.text = _lines("".join(walker.out))
    return walker.found


class _Walker:
    """One walk in document order. A string on the stack is a boundary to write on the way out."""

    __slots__ = ("cells", "found", "hidden", "out", "pre", "stack")

    def __init__(self, hidden: set[int]) -> None:
        self.hidden = hidden
        self.found = Walk()
        self.out: list[str] = []
        self.cells: list[int] = []
        self.pre = 0
        self.stack: list[LexborNode | str] = []

    def run(self, root: LexborNode) -> None:
        stack, out = self.stack, self.out
        if (first := root.first_child) is not None:
            stack.append(first)
        budget = MAX_NODES
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                self.leave(item)
                continue
            budget -= 1
            if budget < 0:
                self.found.cut = True
                return
            if (after := item.next) is not None:
                stack.append(after)
            tag = item.tag
            if tag == "-text":
                text = item.text_content or ""
                out.append(_keep(text) if self.pre else text)
            elif (
                tag is not None
                and tag not in _NEVER
                and self.enter(item, tag)
                and (child := item.first_child) is not None
            ):
                stack.append(child)

    def enter(self, node: LexborNode, tag: str) -> bool:
        """Write what comes before an element's content; whether the content is visible."""
        if tag == "noscript":
            self.found.noscript.append(node)
            return False
        if node.mem_id in self.hidden:
            self.found.hidden.append(node)
            return False
        if tag in _BLOCKS:
            self.out.append(_BLOCK)
            self.stack.append(_BLOCK)
        elif tag in _BREAKS:
            self.out.append(_BLOCK)
        elif tag in _CELLS:
            self.cells.append(len(self.out))
            self.stack.append(_CELL)
        elif tag in _PREFORMATTED:
            self.pre += 1
            self.out.append(_BLOCK)
            self.stack.append(_NEWLINE)
        return True

    def leave(self, boundary: str) -> None:
        """Write what comes after an element's content."""
        if boundary == _CELL:
            _close_cell(self.out, self.cells.pop())
        elif boundary == _NEWLINE:
            self.pre -= 1
            boundary = _BLOCK
        self.out.append(boundary)


def _keep(text: str) -> str:
    """Preformatted text: its spaces and line ends stand for themselves."""
    return text.replace("\n", _NEWLINE).replace(" ", _SPACE).replace("\t", _TAB)


def _close_cell(out: list[str], start: int) -> None:
    """Put a table cell's blocks on one line, unless the cell is a column of the page's layout."""
    size = 0
    for at in range(start, len(out)):
        size += len(out[at])
        if size > _CELL_CHARS:
            return
    for at in range(start, len(out)):
        if out[at] == _BLOCK:
            out[at] = " "


def _lines(joined: str) -> str:
    lines = []
    for raw in _SPACES.sub(" ", joined).split(_BLOCK):
        line = raw.strip(" " + _CELL)
        if not line:
            continue
        if _CELL in line:
            line = " | ".join(cell.strip(" ") for cell in line.split(_CELL))
        lines.append(line)
    text = "\n".join(lines)
    if _NEWLINE in text or _SPACE in text or _TAB in text:
        text = text.replace(_NEWLINE, "\n").replace(_SPACE, " ").replace(_TAB, "\t")
    return text
