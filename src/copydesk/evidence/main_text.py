"""How much of a page's visible text is its main text: a cheap estimate, for gates only.

A line of the visible text counts where it is long enough to be prose or a table's row, is not the
text of a link, and does not stand in navigation, a footer or an aside. Nothing is cut out of the
evidence by it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

__all__ = ["MainText", "line_starts", "main_text", "visible_chars"]

MIN_LINE, MIN_ROW = 40, 20
"""Characters from which a line is prose, and from which a row of a table counts."""

MAX_LINKS, MAX_ASIDES = 4_000, 200
_MAX_LINK_CHARS = 600
MAX_BLOCKS = 500
_PROBE = 60  # characters that tell one block from another
# A line in a script without spaces says in one character what takes others two and a half.
_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_DENSE_WEIGHT = 1.5
_ASIDE = (
    "nav, footer, aside, [role=navigation], [role=contentinfo], [role=complementary], [role=dialog]"
)


@dataclass(frozen=True, slots=True)
class MainText:
    """Characters, words and lines of the main text; a character of Chinese, Japanese or Korean
    counts as two and a half. ``last`` is its last line.
    """

    chars: int = 0
    words: int = 0
    lines: int = 0
    last: str = ""


def main_text(tree: LexborHTMLParser, visible: str) -> MainText:
    """The estimate for a parsed page.

    Args:
        tree: the page.
        visible: its visible text as :func:`copydesk.evidence.markup.walk` gives it.
    """
    candidates = [
        (line, size)
        for line in visible.split("\n")
        if (size := weight(line)) >= MIN_LINE or (size >= MIN_ROW and " | " in line)
    ]
    if not candidates:
        return MainText()
    links = _link_texts(tree)
    aside = _aside_text(tree)
    chars = words = lines = 0
    last = ""
    for line, size in candidates:
        if line in links or (aside and line in aside):
            continue
        chars += size
        words += line.count(" ") + 1
        lines += 1
        last = line
    return MainText(chars, words, lines, last)


def weight(line: str) -> int:
    """Characters of ``line``, as of a script with spaces."""
    if line.isascii():
        return len(line)
    return len(line) + int(_DENSE_WEIGHT * len(_DENSE.findall(line)))


def _link_texts(tree: LexborHTMLParser) -> set[str]:
    found = set()
    for node in tree.css("a[href]")[:MAX_LINKS]:
        text = node.text() or ""
        if MIN_ROW <= len(text) <= _MAX_LINK_CHARS:
            found.add(" ".join(text.split()))
    return found


def _aside_text(tree: LexborHTMLParser) -> str:
    return "\n".join(
        " ".join((node.text() or "").split()) for node in tree.css(_ASIDE)[:MAX_ASIDES]
    )


def line_starts(visible: str) -> frozenset[str]:
    """The beginning of every line of the visible text, to look blocks up in."""
    return frozenset(line[:_PROBE] for line in visible.split("\n"))


def visible_chars(node: LexborNode, starts: frozenset[str]) -> int:
    """How many characters of the blocks below ``node`` begin a line of the visible text."""
    blocks = node.css("p, li, h2, h3, blockquote")[:MAX_BLOCKS] or [node]
    seen = 0
    for block in blocks:
        text = " ".join((block.text() or "").split())
        if text and text[:_PROBE] in starts:
            seen += weight(text)
    return seen
