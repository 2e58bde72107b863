"""Evidence text from HTML: what a reader sees first, then every other text under its own label."""

from __future__ import annotations

import html as entities
import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from copydesk.evidence.charset import decode_page
from copydesk.evidence.json import MAX_WEIGHT, json_lines, load, values, weight
from copydesk.evidence.limits import MAX_INPUT, MAX_TEXT, assemble
from copydesk.evidence.markup import strip_tags, walk
from copydesk.evidence.model import EvidenceText, Label
from copydesk.evidence.nesting import cost_is_bounded
from copydesk.evidence.signals import page_signals
from copydesk.evidence.visibility import hidden_ids

__all__ = ["read_html"]

MAX_SCRIPTS = 200
"""Data scripts read of one page; pages have up to 40."""

MAX_FRAGMENTS = 5_000
"""Embedded strings parsed as mark-up; of further ones the tags are only removed."""

MIN_STRING, MAX_STRING = 12, 200_000
"""Length of an embedded string worth keeping: below are keys and class names, above is data."""

_META = re.compile(
    r"^(?:description|author|keywords|date|pubdate|publish-?date|last-modified|news_keywords"
    r"|(?:og|article|twitter|dc|dcterms|citation|parsely|sailthru)[:._-].+)$",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"</[a-zA-Z]|<br\s*/?>")
_NOT_PARSED = (
    "the mark-up is nested too deeply, or has too many elements or attributes, to be parsed; its tags"
    " were only removed"
)
_KEPT_SPACES = re.compile(r"\s+")


def read_html(body: bytes, media_type: str = "", *, marks: bool = True) -> EvidenceText:
    """The evidence text of an HTML page; never raises.

    Order of the regions: visible, meta (title, description, Open Graph, dates), JSON-LD, embedded
    JSON (strings of prose only), noscript, hidden. Quotes and dashes are exactly the page's own.
    Without ``marks`` there are no signals.
    """
    text, notes, page = decode_page(body[:MAX_INPUT], media_type)
    if len(body) > MAX_INPUT:
        notes.append(f"only the first {MAX_INPUT:,} bytes were read")
    if not cost_is_bounded(text):
        notes.append(_NOT_PARSED)
        plain = entities.unescape(strip_tags(text))
        return assemble([(Label.VISIBLE, plain)], media_type="text/html", notes=notes)
    tree = LexborHTMLParser(page)
    root = tree.root
    if root is None:
        return assemble([], media_type="text/html", notes=notes)
    data = _data_scripts(tree)
    hidden = hidden_ids(tree)
    main = walk(root, hidden)
    if main.cut:
        notes.append("the page has more elements than are read; its end is missing")
    title = _title(tree)
    parts = [
        (Label.VISIBLE, main.text),
        (Label.META, _meta(tree, title)),
        (Label.JSON_LD, _linked(data.linked)),
        (Label.EMBEDDED_JSON, _prose(data.embedded)),
        (Label.NOSCRIPT, _others(main.noscript, hidden)),
        (Label.HIDDEN, _others(main.hidden, hidden)),
    ]
    signals = list(page_signals(tree, text, main.text, data.linked)) if marks else []
    return assemble(parts, media_type="text/html", title=title, notes=notes, signals=signals)


class _Data:
    """The data scripts of a page, parsed."""

    __slots__ = ("embedded", "linked")

    def __init__(self) -> None:
        self.linked: list[object] = []
        self.embedded: list[object] = []


def _data_scripts(tree: LexborHTMLParser) -> _Data:
    found = _Data()
    room = MAX_WEIGHT
    for node, kind in list(_with_data(tree))[:MAX_SCRIPTS]:
        text = (node.text() or "").strip()
        room -= weight(text)
        value = load(text) if room >= 0 else None
        if value is not None:
            (found.linked if "ld+json" in kind else found.embedded).append(value)
    return found


def _with_data(tree: LexborHTMLParser) -> Iterator[tuple[LexborNode, str]]:
    """The scripts that hold JSON, and their type."""
    for node in tree.css("script"):
        own = node.attributes
        kind = (own.get("type") or "").lower()
        if "json" in kind or own.get("id") == "__NEXT_DATA__":
            yield node, kind


def _title(tree: LexborHTMLParser) -> str:
    node = tree.css_first("head > title") or tree.css_first("title")
    return _KEPT_SPACES.sub(" ", node.text() or "").strip()[:300] if node is not None else ""


def _meta(tree: LexborHTMLParser, title: str) -> str:
    lines = [f"title: {title}"] if title else []
    for node in tree.css("meta[content]")[:500]:
        attributes = node.attributes
        name = attributes.get("property") or attributes.get("name") or attributes.get("itemprop")
        content = (attributes.get("content") or "").strip()
        if name and content and _META.match(name):
            lines.append(f"{name}: {content[:MAX_STRING]}")
    times = (
        node.attributes.get("datetime") or ""
        for node in tree.css("time[datetime], relative-time[datetime]")[:500]
    )
    lines.extend(f"time: {when.strip()[:100]}" for when in times if when.strip())
    return "\n".join(dict.fromkeys(lines))


def _linked(data: list[object]) -> str:
    parts: list[str] = []
    room = MAX_TEXT
    for value in data:
        if room < 0:
            break
        parts.append(json_lines(value, room))
        room -= len(parts[-1])
    return "\n".join(parts)


def _prose(data: list[object]) -> str:
    """The embedded strings that read as prose; mark-up in them is read as mark-up."""
    seen: dict[str, None] = {}
    size = fragments = 0
    for value in data:
        for _, text in values(value):
            if not MIN_STRING <= len(text) <= MAX_STRING or " " not in text:
                continue
            read = text
            if _MARKUP.search(text):
                fragments += 1
                read = _fragment(text) if fragments <= MAX_FRAGMENTS else strip_tags(text)
            if read and read not in seen:
                seen[read] = None
                size += len(read)
            if size > MAX_TEXT:
                return "\n".join(seen)
    return "\n".join(seen)


def _fragment(text: str) -> str:
    if not cost_is_bounded(text):
        return strip_tags(text)
    tree = LexborHTMLParser(text)
    return walk(tree.root, hidden_ids(tree)).text if tree.root is not None else ""


def _others(nodes: list[LexborNode], hidden: set[int]) -> str:
    return "\n".join(filter(None, _texts(nodes, hidden)))


def _texts(nodes: list[LexborNode], hidden: set[int]) -> Iterator[str]:
    """Each node's own text, then that of what is hidden within it."""
    queue = list(nodes)
    for node in queue:
        found = walk(node, hidden)
        queue.extend(found.hidden)
        queue.extend(found.noscript)
        yield found.text
