"""The article's Markdown as safe HTML, with source numbers and correction marks in their places.

The order matters for safety. Marks go into the Markdown as Unicode noncharacters (never valid in
text, so no article can hold one afterwards), pyromark renders, nh3 keeps an allowlist that has no
``class``, ``id`` or ``style`` at all, and only then do the marks become this module's own elements.
An article can therefore bring no element that looks like part of the record.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import nh3
import pyromark

from copydesk.article.model import Article
from copydesk.article.urls import same_page_key
from copydesk.press.marks import OPTIONS, Mark, Rank, TextMap, merged
from copydesk.press.visible import visible
from copydesk.report import FieldName

__all__ = ["Annotation", "annotate_body", "render_body"]

# Noncharacters (Unicode 16, section 23.7): open + digits + close is one mark.
_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
_NONCHARACTERS = re.compile("[\ufdd0-\ufdef]")
_MARK = re.compile(f"{_OPEN}([0-9]+){_CLOSE}")

_TAGS = {
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code",
    "em", "strong", "del", "s", "sub", "sup", "br", "hr", "a", "img",
    "table", "thead", "tbody", "tr", "th", "td", "abbr", "kbd", "q", "cite",
}  # fmt: skip
_ATTRIBUTES: dict[str, set[str]] = {"a": {"href"}, "img": {"src", "alt"}, "ol": {"start"}}
_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    attributes=_ATTRIBUTES,
    url_schemes={"http", "https"},
    url_relative="deny",
    link_rel="nofollow noopener noreferrer",
)

# nh3 writes tags in one form only: lower case, attributes in double quotes.
_TAG = re.compile(r'<(/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"]*")*)\s*/?>')
_VOID = frozenset({"br", "hr", "img"})
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Annotation:
    """What the page adds to the passage ``start`` to ``end`` of the body: ``label`` (trusted HTML)
    behind its words and, where ``corrected``, a mark on the words themselves.
    """

    start: int
    end: int
    label: str
    corrected: bool = False


def annotate_body(
    article: Article, annotations: Sequence[Annotation]
) -> tuple[str, frozenset[int]]:
    """The body as HTML with its source numbers and with all annotations that have a place.

    Returns:
        The HTML, and the indices of the annotations that could be placed. One that cannot is one
        whose passage shows no text, or where a mark would change how the Markdown reads; the caller
        shows what it says elsewhere. It costs no other annotation its place.
    """
    source = _NONCHARACTERS.sub("\ufffd", article.body.text)
    text = TextMap(source)
    fixed = reference_marks(article, text)
    everything = [at for at, item in enumerate(annotations) if text.pieces(item.start, item.end)]
    shown = [annotations[at] for at in everything]
    body, placed = render_body(article, [*fixed, *_marks(shown, fixed, text)])
    if placed:
        return body, frozenset(everything)
    fixed = fixed if render_body(article, fixed)[1] else []
    chosen: list[Annotation] = []
    found: set[int] = set()
    for index in everything:
        one = annotations[index]
        for attempt in (one, replace(one, corrected=False)):
            marks = _marks([*chosen, attempt], fixed, text)
            if render_body(article, [*fixed, *marks])[1]:
                chosen.append(attempt)
                found.add(index)
                break
    body, _ = render_body(article, [*fixed, *_marks(chosen, fixed, text)])
    return body, frozenset(found)


def _marks(annotations: Sequence[Annotation], fixed: Sequence[Mark], text: TextMap) -> list[Mark]:
    """The marks of the annotations; no two elements overlap, also where two passages do."""
    references = list(zip(fixed[::2], fixed[1::2], strict=True))
    notes = [Mark(_behind(references, item.end), item.label, after=True) for item in annotations]
    places = (text.place(mark) for mark in (*fixed, *notes))
    cuts = sorted({place for place in places if place is not None})
    words: list[Mark] = []
    for start, end in merged([(item.start, item.end) for item in annotations if item.corrected]):
        for first, last in text.pieces(start, end, cuts):
            words.append(Mark(first, '<mark class="corrected">', rank=Rank.OPEN_WORDS))
            words.append(Mark(last, "</mark>", after=True, rank=Rank.CLOSE_WORDS))
    return [*notes, *words]


def _behind(references: Sequence[tuple[Mark, Mark]], at: int) -> int:
    """The end of the reference in which a note would stand, since one link holds no other."""
    return next((last.at for first, last in references if first.at < at < last.at), at)


def render_body(article: Article, marks: Sequence[Mark] = ()) -> tuple[str, bool]:
    """The body as HTML that may be put into a page as it stands.

    Returns:
        The HTML, and whether the marks could be placed. They cannot where a mark would change how
        the Markdown reads; the caller then shows what they mark elsewhere.
    """
    source = _NONCHARACTERS.sub("\ufffd", article.body.text)
    plain = pyromark.html(source, options=OPTIONS)
    rendered, placed = plain, True
    if marks:
        marked = _insert(source, TextMap(source), marks)
        rendered = pyromark.html(marked, options=OPTIONS)
        if _MARK.sub("", rendered) != plain:
            rendered, placed = plain, False
    numbers = {same_page_key(source.url): source.id for source in article.front.sources}
    finished = _safe(rendered, numbers)
    if marks and placed:
        marked_up = _MARK.sub(lambda found: marks[int(found.group(1))].html, finished)
        placed = len(_MARK.findall(finished)) == len(marks) and _balanced(marked_up)
        finished = marked_up if placed else _safe(plain, numbers)
    return _NONCHARACTERS.sub("", finished), placed


def _safe(rendered: str, numbers: Mapping[str, int]) -> str:
    return _finish(visible(_CLEANER.clean(rendered)), numbers)


def _balanced(markup: str) -> bool:
    """Whether every element closes inside the one it opened in."""
    stack: list[str] = []
    for found in _TAG.finditer(markup):
        closing, name = found.group(1) == "/", found.group(2)
        if name in _VOID:
            continue
        if not closing:
            stack.append(name)
        elif not stack or stack.pop() != name:
            return False
    return not stack


def reference_marks(article: Article, text: TextMap) -> list[Mark]:
    """Marks that make each ``[1]`` of the body lead to that source in the record."""
    marks: list[Mark] = []
    for passage in article.passages:
        if passage.field is not FieldName.BODY:
            continue
        for cited in passage.citations:
            if cited.url is None and cited.source is not None and not text.in_link(cited.start):
                opening = f'<a class="source-ref" href="record/index.html#source-{cited.source}">'
                marks.append(Mark(cited.start, opening, rank=Rank.OPEN_LINK))
                marks.append(Mark(cited.end, "</a>", after=True, rank=Rank.CLOSE_LINK))
    return marks


def _insert(source: str, text: TextMap, marks: Sequence[Mark]) -> str:
    """The Markdown with every mark moved to the nearest place that holds running text."""
    places: list[tuple[int, int, int]] = []
    for index, mark in enumerate(marks):
        place = text.place(mark)
        if place is not None:
            places.append((place, mark.rank, index))
    out: list[str] = []
    last = 0
    for place, _, index in sorted(places):
        out.append(source[last:place])
        out.append(f"{_OPEN}{index}{_CLOSE}")
        last = place
    out.append(source[last:])
    return "".join(out)


def _finish(clean: str, numbers: Mapping[str, int]) -> str:
    """Shift headings below the page's own, number the links, fence tables, replace images."""
    finish = _Finisher(numbers)
    return _TAG.sub(finish.tag, clean)


class _Finisher:
    """One pass over the sanitised tags, in document order."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = numbers
        self._level = 1
        self._levels: list[int] = []
        self._links: list[str] = []

    def tag(self, found: re.Match[str]) -> str:
        closing, name, raw = found.group(1) == "/", found.group(2), found.group(3)
        if name in {"h1", "h2", "h3", "h4", "h5", "h6"}:
            return self._heading(int(name[1]), closing=closing)
        if name == "a":
            return self._link(found.group(0), raw, closing=closing)
        if name == "img":
            return self._image(raw)
        if name == "table":
            return (
                "</table></div>"
                if closing
                else '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>'
            )
        return found.group(0)

    def _heading(self, level: int, *, closing: bool) -> str:
        """A level that never skips one: the title is the page's only ``h1``."""
        if closing:
            return f"</h{self._levels.pop() if self._levels else 2}>"
        self._level = max(2, min(level, self._level + 1))
        self._levels.append(self._level)
        return f"<h{self._level}>"

    def _link(self, tag: str, raw: str, *, closing: bool) -> str:
        if not closing:
            href = dict(_ATTRIBUTE.findall(raw)).get("href", "")
            self._links.append(html.unescape(href))
            return tag if href else "<span>"
        href = self._links.pop() if self._links else ""
        if not href:
            return "</span>"
        source = self._numbers.get(same_page_key(href))
        if source is None:
            return "</a>"
        return (
            f'</a><a class="source-ref" href="record/index.html#source-{source}" data-added="" '
            f'aria-label="Source {source} in the Provenance Record">{source}</a>'
        )

    def _image(self, raw: str) -> str:
        """An image would be a request to another host: its description stands in its place."""
        attributes = dict(_ATTRIBUTE.findall(raw))
        words = attributes.get("alt") or "no description"
        src = attributes.get("src", "")
        label = f"[Image: {words.replace('<', '&lt;').replace('>', '&gt;')}]"
        if src and not self._links:
            return f'<a class="image" href="{src}" rel="nofollow noopener noreferrer">{label}</a>'
        return f'<span class="image">{label}</span>'
