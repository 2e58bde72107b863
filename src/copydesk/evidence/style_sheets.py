"""The rules of a page's own style sheets that hide what they match, read in linear time.

Only simple selectors are taken (names, classes, ids, and descendants of these), and only for classes
and ids that the page has. A selector whose subject some rule also shows, in whatever state, is left
out: what a script or a click brings into view is not kept from a reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = ["hiding_rules"]

MAX_SHEETS = 2_000_000
"""Characters of style sheets that are read of one page."""

MAX_RULES = 200
"""Hiding rules that are matched with a page; each costs a walk over its elements."""

_PARTS = re.compile(r"/\*.*?(?:\*/|\Z)|[{}]", re.DOTALL)
# One of these stands in every block that hides: looked for first, as most blocks have none.
_HINTS = (
    "display", "visib", "opacity", "font-size", "overflow", "clip", "text-indent", "transform", "\\",
)  # fmt: skip
_NEGATIVE = re.compile(r":\s*-")  # a place beyond the window's edge
_SIMPLE = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9]*)?(?:[.#][a-zA-Z_-][\w-]*)*")
_NAMES = re.compile(r"[.#]([a-zA-Z_-][\w-]*)")
_SHOWING = re.compile(
    r"display\s*:\s*(?!none)[a-z]|visibility\s*:\s*visible|opacity\s*:\s*(?:0?\.[1-9]|1)",
    re.IGNORECASE,
)
_FOR_ALL_SCREENS = re.compile(
    r"@media\s+(?:only\s+)?(?:screen|all)\s*|@supports|@layer", re.IGNORECASE
)


def hiding_rules(sheets: Sequence[str], page: str, hides: Callable[[str], bool]) -> Iterator[str]:
    """The selectors that hide, at most :data:`MAX_RULES`.

    Args:
        sheets: the text of each ``style`` element.
        page: the mark-up; a selector with a name that it does not hold is left out.
        hides: whether a block of declarations hides.
    """
    hiding: dict[str, None] = {}
    shown: set[str] = set()
    for selectors, block in _rules("\n".join(sheets)[:MAX_SHEETS]):
        if not _may_hide(block.lower()):
            continue
        if hides(block):
            hiding.update(dict.fromkeys(one.strip() for one in selectors.split(",")))
        elif _SHOWING.search(block):
            shown.update(name for one in selectors.split(",") for name in _subject(one))
    count = 0
    for selector in hiding:
        names = _NAMES.findall(selector)
        if not names or not _is_simple(selector) or shown & set(_subject(selector)):
            continue
        if all(name in page for name in names):
            count += 1
            if count > MAX_RULES:
                return
            yield selector


def _may_hide(block: str) -> bool:
    """Whether a block in lower case is worth reading."""
    return any(hint in block for hint in _HINTS) or _NEGATIVE.search(block) is not None


def _is_simple(selector: str) -> bool:
    return all(_SIMPLE.fullmatch(part) for part in selector.split()) and len(selector) < 300


def _subject(selector: str) -> Iterable[str]:
    """The names of the last compound of a selector."""
    parts = selector.split()
    return _NAMES.findall(parts[-1]) if parts else ()


def _rules(text: str) -> Iterator[tuple[str, str]]:
    """Selectors and block of each rule for the screen, at any depth."""
    start, prelude, depth, skipped = 0, "", 0, 0
    for match in _PARTS.finditer(text):
        sign = match[0]
        if sign == "{":
            prelude = text[start : match.start()].rpartition(";")[2].strip()
            depth += 1
            if not skipped and prelude.startswith("@") and not _FOR_ALL_SCREENS.fullmatch(prelude):
                skipped = depth
        elif sign == "}":
            if not skipped and prelude and not prelude.startswith("@"):
                yield prelude, text[start : match.start()]
            skipped = 0 if skipped == depth else skipped
            depth, prelude = max(depth - 1, 0), ""
        start = match.end()
