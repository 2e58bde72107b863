"""The bounds of reading a capture, and the one place that assembles an evidence text within them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from copydesk.evidence.model import EvidenceText, Label, Region

__all__ = ["MAX_INPUT", "MAX_TEXT", "assemble", "clean"]

MAX_INPUT = 20 * 1024 * 1024
"""Bytes read of one capture: as many as one fetch may bring; what follows is cut, with a note."""

MAX_TEXT = 4_000_000
"""Code points of one evidence text: a 700-page book; a page that has more is not an article."""

_SURROGATE = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """``text`` without lone surrogates, which a JSON escape can make and no file can hold."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


def assemble(
    parts: Iterable[tuple[Label, str]],
    *,
    media_type: str,
    title: str = "",
    notes: Iterable[str] = (),
    signals: Iterable[tuple[str, str]] = (),
) -> EvidenceText:
    """One evidence text from its parts in order; each non-empty part becomes a region.

    Regions are separated by one newline which belongs to none of them.
    """
    pieces: list[str] = []
    regions: list[Region] = []
    told = list(notes)
    offset = 0
    for label, raw in parts:
        text = clean(raw)
        room = MAX_TEXT - offset - 1
        if len(text) > room:
            told.append(f"the text was cut at {MAX_TEXT:,} characters")
            text = text[: max(room, 0)]
        if not text:
            continue
        if pieces:
            pieces.append("\n")
            offset += 1
        pieces.append(text)
        regions.append(Region(offset, offset + len(text), label))
        offset += len(text)
    return EvidenceText(
        "".join(pieces),
        tuple(regions),
        clean(title),
        media_type,
        tuple(dict.fromkeys(told)),
        tuple(signals),
    )
