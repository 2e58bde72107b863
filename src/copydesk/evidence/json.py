"""Evidence text from JSON: an API's answer, JSON-LD, and the data that a page embeds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from copydesk.evidence.charset import decode
from copydesk.evidence.limits import MAX_INPUT, MAX_TEXT, assemble
from copydesk.evidence.model import EvidenceText, Label

__all__ = ["MAX_WEIGHT", "json_lines", "load", "read_json", "values", "weight"]

MAX_WEIGHT = 2_000_000
"""Commas and brackets of a JSON text that is parsed: 20 MB of `1,1,1` would take a gigabyte."""

MAX_NODES = 200_000
"""Values read of one JSON text: the largest API body in use here has 30,000."""

MAX_DEPTH = 100
"""Nesting read; Python's own parser stops near 1,000 and no API comes near 100."""


class _Literal(str):
    """A number exactly as it is written: ``1.10`` stays ``1.10``."""

    __slots__ = ()


def weight(text: str) -> int:
    """A bound, found without parsing, on the values of a JSON text."""
    return text.count(",") + text.count("[") + text.count("{")


def load(text: str) -> Any:
    """The JSON value of ``text``, numbers as written; ``None`` where it is not JSON, or too much."""
    if weight(text) > MAX_WEIGHT:
        return None
    try:
        return json.loads(text, parse_float=_Literal, parse_int=_Literal, parse_constant=_Literal)
    except (ValueError, RecursionError):
        return None


def values(value: Any) -> Iterator[tuple[str, str]]:
    """Key path and text of every string, number and boolean, in document order.

    List positions are left out of the path: a position is not a number that the source states.
    """
    stack: list[tuple[str, Any, int]] = [("", value, 0)]
    count = 0
    while stack and count < MAX_NODES:
        path, item, depth = stack.pop()
        count += 1
        if isinstance(item, str):
            yield path, item
        elif isinstance(item, bool):
            yield path, "true" if item else "false"
        elif depth < MAX_DEPTH and isinstance(item, dict):
            pairs = list(item.items())[:MAX_NODES]
            stack.extend(
                (f"{path[:200]}.{key[:100]}" if path else key[:100], child, depth + 1)
                for key, child in reversed(pairs)
            )
        elif depth < MAX_DEPTH and isinstance(item, list):
            stack.extend((path, child, depth + 1) for child in reversed(item[:MAX_NODES]))


_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\((https?://[^\s()<>]{1,1000})\)")
_WRAPPED = re.compile(r"(?<=\S)\n(?=[a-z])")


def _prose(text: str) -> str:
    """Markdown in a value as it is read: the words of a link without its address, which follows
    the text; a line that goes on in small letters is one with the line before.
    """
    plain = _WRAPPED.sub(" ", text.replace("\r\n", "\n"))
    links = [found.group(2) for found in _LINK.finditer(plain)]
    return "\n".join([_LINK.sub(r"\1", plain), *links]) if links else plain


def json_lines(value: Any, room: int = MAX_TEXT, *, prose: bool = False) -> str:
    """``key.path: value`` lines; a value of several lines stands below its key.

    With ``prose`` a value is read as Markdown where it is some (a release's notes, a comment). It stops soon after ``room`` code points: a long key may stand before each of many values.
    """
    lines = []
    for path, text in values(value):
        if not text:
            continue
        shown = _prose(text) if prose else text
        gap = "\n" if "\n" in shown else " "
        lines.append(f"{path}:{gap}{shown}" if path else shown)
        room -= len(lines[-1])
        if room < 0:
            break
    return "\n".join(lines)


def read_json(body: bytes, media_type: str = "") -> EvidenceText | None:
    """The evidence text of a JSON body, or ``None`` where it is not JSON."""
    text, notes = decode(body[:MAX_INPUT], media_type)
    value = load(text)
    if value is None:
        return None
    title = ""
    if isinstance(value, dict):
        found = value.get("title") or value.get("name")
        title = found[:300] if isinstance(found, str) else ""
    return assemble(
        [(Label.VISIBLE, json_lines(value, prose=True))],
        media_type="application/json",
        title=title,
        notes=notes,
    )
