"""JSON inside a page, and JSON as a source: text lines out of values, walked without recursion."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from selectolax.lexbor import LexborHTMLParser

__all__ = ["json_ld_lines", "json_lines", "json_strings"]

# Long enough for an issue's whole body, short enough to leave out encoded images.
MAX_STRING_CHARS = 60_000
MAX_VALUES = 200_000
# Values of a page's own state that are shorter than this are class names and flags.
MIN_STRING_CHARS = 3


def _values(text: str) -> Iterator[tuple[str, Any]]:
    """(key path, scalar) of a JSON text, in order; nothing where it is not JSON."""
    try:
        root = json.loads(text)
    except (ValueError, RecursionError):
        return
    stack: list[tuple[str, Any]] = [("", root)]
    for _ in range(MAX_VALUES):
        if not stack:
            return
        path, value = stack.pop()
        if isinstance(value, dict):
            stack.extend(
                (f"{path}.{key}" if path else str(key), value[key]) for key in reversed(value)
            )
        elif isinstance(value, list):
            stack.extend((path, item) for item in reversed(value))
        elif value is not None:
            yield path, value


def _shown(value: Any) -> str:
    text = str(value) if not isinstance(value, bool) else str(value).lower()
    text = text.encode("utf-8", "replace").decode("utf-8")
    if "<" in text and ">" in text and ("</" in text or "<br" in text):
        node = LexborHTMLParser(text).body
        text = node.text(separator=" ") if node is not None else text
    return text


def json_lines(text: str) -> list[str]:
    """``key.path: value`` for every scalar; strings are kept with their line breaks.

    Empty where ``text`` is not JSON.
    """
    return [
        f"{path}: {shown}" if path else shown
        for path, value in _values(text)
        if len(shown := _shown(value)) <= MAX_STRING_CHARS
    ]


def json_ld_lines(text: str) -> list[str]:
    """``key: value`` for every string and number of a JSON-LD block, types and ids left out."""
    lines = []
    for path, value in _values(text):
        key = path.rsplit(".", 1)[-1]
        if key.startswith("@") or isinstance(value, bool):
            continue
        shown = _shown(value)
        if shown.strip() and len(shown) <= MAX_STRING_CHARS and not shown.startswith("http"):
            lines.append(f"{key}: {shown}")
    return lines


def json_strings(text: str) -> list[str]:
    """The strings of a page's embedded state that could be read by a person, and its numbers."""
    lines = []
    for path, value in _values(text):
        if isinstance(value, bool):
            continue
        key = path.rsplit(".", 1)[-1]
        if isinstance(value, (int, float)):
            lines.append(f"{key}: {value}")
            continue
        if not MIN_STRING_CHARS <= len(value) <= MAX_STRING_CHARS:
            continue
        if value.startswith(("http", "data:", "/")) and " " not in value:
            continue
        lines.append(f"{key}: {_shown(value)}")
    return lines
