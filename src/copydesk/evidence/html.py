"""HTML to evidence text: what a reader sees, then what stands in the page's metadata.

The tree is walked once, without recursion, in document order. Blocks end lines, inline elements
never split words, the cells of a table row stand in one line. What the mark-up hides goes into a
region of its own; style sheets are not evaluated here.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from copydesk.evidence.build import assemble
from copydesk.evidence.charset import decode
from copydesk.evidence.embedded import json_ld_lines, json_strings
from copydesk.evidence.model import EvidenceText, Label

__all__ = ["read_html"]

# A page of 2 million nodes is an attack on the reader's time; the rest of it is not read.
MAX_NODES = 2_000_000
# Scripts with JSON inside: how many of them, and how much of each, is read.
MAX_SCRIPTS = 60
MAX_SCRIPT_CHARS = 4_000_000

_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "option",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "tr",
        "ul",
    ]
)
_SKIPPED = frozenset(
    [
        "script",
        "style",
        "svg",
        "iframe",
        "object",
        "embed",
        "canvas",
        "audio",
        "video",
        "map",
        "datalist",
        "head",
        "select",
    ]
)
_HIDING = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_SPACES = re.compile(r"[ \t\n\r\f]+")
_META_NAMES = frozenset(
    {
        "description", "author", "date", "og:title", "og:description", "og:site_name",
        "article:published_time", "article:modified_time", "article:author", "twitter:title",
        "twitter:description", "citation_title", "citation_author", "citation_publication_date",
        "citation_doi", "dc.title", "dc.date", "dc.creator", "parsely-pub-date", "pubdate",
    }
)  # fmt: skip


class _Lines:
    """Collects text as HTML lays it out: white space collapses, blocks end lines."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.fresh = True  # at the beginning of a line
        self.space = False  # a space is due before the next word

    def add(self, text: str, *, verbatim: bool = False) -> None:
        if verbatim:
            self.parts.append(text)
            self.fresh = text.endswith("\n")
            self.space = False
            return
        folded = _SPACES.sub(" ", text)
        if folded == " ":
            self.space = self.space or not self.fresh
            return
        if not folded:
            return
        if (self.space or folded[0] == " ") and not self.fresh:
            self.parts.append(" ")
        self.space = folded[-1] == " "
        self.parts.append(folded.strip(" "))
        self.fresh = False

    def end_line(self) -> None:
        if not self.fresh:
            self.parts.append("\n")
        self.fresh, self.space = True, False

    def cell(self) -> None:
        if not self.fresh:
            self.parts.append(" | ")
            self.space = False

    def text(self) -> str:
        return "".join(self.parts)


class _Walk:
    def __init__(self) -> None:
        self.seen = _Lines()
        self.hidden = _Lines()
        self.noscript = _Lines()
        self.into = self.seen
        self.masks: list[tuple[int, _Lines]] = []  # (node, where text went before it)
        self.pre = 0
        self.cells: list[int] = []

    def run(self, root: LexborNode) -> None:
        node: LexborNode | None = root
        for _ in range(MAX_NODES):
            if node is None:
                return
            child = node.first_child if self.enter(node) else None
            if child is not None:
                node = child
                continue
            node = self.after(node, root)

    def after(self, node: LexborNode, root: LexborNode) -> LexborNode | None:
        """The next node in document order once ``node`` is done, closing what it closes."""
        current: LexborNode | None = node
        while current is not None:
            self.leave(current)
            if current.mem_id == root.mem_id:
                return None
            if current.next is not None:
                return current.next
            current = current.parent
        return None

    def enter(self, node: LexborNode) -> bool:
        """Take a node in; whether its children are to be read."""
        tag = node.tag
        if tag == "-text":
            text = node.text_content
            if text:
                self.into.add(text, verbatim=self.pre > 0)
            return False
        if tag in _SKIPPED or tag == "-comment":
            return False
        self.mask(node, tag or "")
        if tag == "br":
            self.into.end_line()
        elif tag in {"td", "th"}:
            self.into.cell()
        elif tag in _BLOCKS:
            self.into.end_line()
            self.pre += tag == "pre"
        return True

    def mask(self, node: LexborNode, tag: str) -> None:
        """Send the text of a hidden element elsewhere."""
        if tag in {"noscript", "template"} or self.is_hidden(node):
            self.masks.append((node.mem_id, self.into))
            if self.into is self.seen:
                self.into = self.noscript if tag == "noscript" else self.hidden

    @staticmethod
    def is_hidden(node: LexborNode) -> bool:
        attributes = node.attributes
        if not attributes:
            return False
        if "hidden" in attributes and attributes["hidden"] != "until-found":
            return True
        style = attributes.get("style")
        return bool(style) and _HIDING.search(style or "") is not None

    def leave(self, node: LexborNode) -> None:
        tag = node.tag
        if tag in _BLOCKS:
            self.into.end_line()
            self.pre -= tag == "pre"
        if self.masks and self.masks[-1][0] == node.mem_id:
            self.into.end_line()
            self.into = self.masks.pop()[1]


def read_html(body: bytes, *, content_type: str = "") -> EvidenceText:
    """Read an HTML page.

    Args:
        body: the received bytes.
        content_type: the Content-Type header, for its charset.

    Returns:
        The evidence text: visible text first, then meta, JSON-LD, embedded JSON, noscript and
        hidden text, each in its own region. Never raises.
    """
    parser = LexborHTMLParser(decode(body, content_type))
    walk = _Walk()
    if parser.root is not None:
        start = parser.body or parser.root
        walk.run(start)
    title_node = parser.css_first("title")
    title = " ".join(title_node.text().split()) if title_node is not None else ""
    ld, embedded = _scripts(parser)
    return assemble(
        [
            (Label.VISIBLE, walk.seen.text()),
            (Label.META, "\n".join(_meta(parser, title))),
            (Label.JSON_LD, ld),
            (Label.EMBEDDED_JSON, embedded),
            (Label.NOSCRIPT, walk.noscript.text()),
            (Label.HIDDEN, walk.hidden.text()),
        ],
        title=title,
        media_type="text/html",
    )


def _meta(parser: LexborHTMLParser, title: str) -> list[str]:
    lines = [f"title: {title}"] if title else []
    for node in parser.css("meta[content]"):
        attributes = node.attributes
        name = (attributes.get("property") or attributes.get("name") or "").lower()
        content = attributes.get("content")
        if name in _META_NAMES and content:
            lines.append(f"{name}: {' '.join(content.split())}")
    for node in parser.css("time[datetime]")[:200]:
        value = node.attributes.get("datetime")
        if value:
            lines.append(f"time: {value}")
    return list(dict.fromkeys(lines))


def _scripts(parser: LexborHTMLParser) -> tuple[str, str]:
    """The text of JSON-LD, and of other JSON, in the page's scripts."""
    ld: list[str] = []
    other: list[str] = []
    for node in parser.css("script[type]")[:MAX_SCRIPTS]:
        kind = (node.attributes.get("type") or "").lower().split(";")[0].strip()
        if not kind.endswith("json") or "importmap" in kind:
            continue
        text = node.text()
        if len(text) > MAX_SCRIPT_CHARS:
            continue
        if kind == "application/ld+json":
            ld.extend(json_ld_lines(text))
        else:
            other.extend(json_strings(text))
    return "\n".join(ld), "\n".join(other)
