"""Mark-up to lines of text: block boundaries become newlines, inline mark-up leaves no trace.

A tree is walked once, by the parser's own traversal, which does not say where an element ends: the node
that follows each block is kept, and when it comes, the block has been left. Boundaries are collected
as lone surrogates, which no parsed page can hold, so a page can never forge one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice

from selectolax.lexbor import LexborNode

__all__ = ["BREAKING", "Walk", "strip_tags", "walk"]

MAX_NODES = 1_000_000
"""Nodes walked of one page: the largest page in a newsroom's archive has 60,000."""

_BLOCK, _CELL, _NEWLINE, _SPACE, _TAB = "\ud800", "\ud801", "\ud802", "\ud803", "\ud804"
_EDGES = " " + _CELL
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
_SKIPPED = _NEVER | {"noscript"}
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
    walker = _Walker(root, hidden)
    walker.run(root)
    walker.found.text = _lines("".join(walker.out))
    return walker.found


class _Walker:
    """One walk in document order; nodes are known by their ``mem_id``.

    ``open`` holds, for each block that the walk is in, its own id, the id of the node that follows
    it (0 where none does), and the boundary to write there.
    """

    __slots__ = ("cells", "found", "hidden", "open", "out", "pre")

    def __init__(self, root: LexborNode, hidden: set[int]) -> None:
        self.hidden = hidden
        self.found = Walk()
        self.out: list[str] = []
        self.cells: list[int] = []
        self.pre = 0
        self.open: list[tuple[int, int, str]] = [(root.mem_id, 0, "")]

    def run(self, root: LexborNode) -> None:
        out, hidden, opened = self.out, self.hidden, self.open
        nodes = root.traverse(include_text=True)
        next(nodes)  # the root itself
        block_end = skipped_end = 0
        for node in islice(nodes, MAX_NODES):
            here = node.mem_id
            if skipped_end and here != skipped_end:
                continue
            skipped_end = 0
            if here == block_end:
                block_end = self.leave(here)
            tag = node.tag
            if tag == "-text":
                text = node.text_content or ""
                if self.pre:
                    text = _keep(text)
                elif text.isspace() and text.isascii():
                    text = " "  # most text is what indents tags
                out.append(text)
            elif tag in _SKIPPED or here in hidden:
                skipped_end = self.skip(node, tag) or -1  # to the end
            elif tag in _BLOCKS:
                out.append(_BLOCK)
                block_end = self.end_of(node)
                opened.append((here, block_end, _BLOCK))
            elif tag in BREAKING:
                block_end = self.enter(node, tag)
        self.found.cut = next(nodes, None) is not None
        self.leave(0)

    def skip(self, node: LexborNode, tag: str | None) -> int:
        """Keep what is not visible for a walk of its own; the id of the node that follows it."""
        if tag == "noscript":
            self.found.noscript.append(node)
        elif tag not in _NEVER:
            self.found.hidden.append(node)
        return self.end_of(node)

    def enter(self, node: LexborNode, tag: str | None) -> int:
        """Write what comes before a cell, a line or preformatted text; where the innermost block ends."""
        if tag in _CELLS:
            self.cells.append(len(self.out))
            return self.open_block(node, _CELL)
        self.out.append(_BLOCK)
        if tag in _BREAKS:
            return self.open[-1][1]
        self.pre += 1
        return self.open_block(node, _NEWLINE)

    def open_block(self, node: LexborNode, boundary: str) -> int:
        """Note what is to be written at the end of ``node``; the id of what follows it."""
        end = self.end_of(node)
        self.open.append((node.mem_id, end, boundary))
        return end

    def end_of(self, node: LexborNode) -> int:
        """The id of the first node after all that ``node`` holds, 0 where the walk ends before.

        Linear in all: what is climbed here are last children, up to the innermost block, and no other
        block or skipped element within that block is reached from the same ones.
        """
        if (after := node.next) is not None:
            return after.mem_id
        block, end, _ = self.open[-1]
        above = node.parent
        while above is not None and above.mem_id != block:
            if (after := above.next) is not None:
                return after.mem_id
            above = above.parent
        return end

    def leave(self, here: int) -> int:
        """Write what comes after the blocks that end at ``here``; where the next one ends."""
        opened, out = self.open, self.out
        _, end, boundary = opened[-1]
        while end == here and len(opened) > 1:
            opened.pop()
            if boundary == _CELL:
                _close_cell(out, self.cells.pop())
            elif boundary == _NEWLINE:
                self.pre -= 1
                boundary = _BLOCK
            out.append(boundary)
            _, end, boundary = opened[-1]
        return end


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
    for raw in _one_space(joined).split(_BLOCK):
        line = raw.strip(_EDGES) if raw and raw != " " else ""
        if not line:
            continue
        if _CELL in line:
            line = " | ".join(cell.strip(" ") for cell in line.split(_CELL))
        lines.append(line)
    text = "\n".join(lines)
    if _NEWLINE in text or _SPACE in text or _TAB in text:
        text = text.replace(_NEWLINE, "\n").replace(_SPACE, " ").replace(_TAB, "\t")
    return text


def _one_space(text: str) -> str:
    """``text`` with each run of white space as one space; a run is halved until it is one."""
    for char in "\t\n\r\f":
        text = text.replace(char, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text
