"""Puts regions of text together into one evidence text."""

from __future__ import annotations

from copydesk.evidence.model import EvidenceText, Label, Region

__all__ = ["MAX_TEXT_CHARS", "assemble"]

# About 600,000 words: a long report. What is longer is cut, and the regions say how far it goes.
MAX_TEXT_CHARS = 4_000_000


def assemble(
    parts: list[tuple[Label, str]], *, title: str = "", media_type: str = ""
) -> EvidenceText:
    """One text of all ``parts`` in order, a blank line between them; empty parts are left out."""
    pieces: list[str] = []
    regions: list[Region] = []
    at = 0
    for label, text in parts:
        kept = text.strip("\n ")[: max(MAX_TEXT_CHARS - at, 0)]
        if not kept.strip():
            continue
        if pieces:
            pieces.append("\n\n")
            at += 2
        pieces.append(kept)
        regions.append(Region(at, at + len(kept), label))
        at += len(kept)
    return EvidenceText("".join(pieces), tuple(regions), title.strip(), media_type)
