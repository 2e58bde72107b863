"""Evidence text from PDF: its pages, read by PDFium in a process with limits."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from copydesk.evidence.limits import MAX_INPUT, assemble
from copydesk.evidence.model import EvidenceText, Label

__all__ = ["MAX_MEMORY", "MAX_SECONDS", "read_pdf"]

MAX_SECONDS = 30
"""Of the clock, for one file; a thousand pages take one or two."""

MAX_MEMORY = 1024 * 1024 * 1024
"""Bytes that reading one file may take, where the system can hold a process to it."""

MAX_REPLACED = 50
"""Replacement characters in UTF-8 from which a PDF was once decoded as text; a file as it was made
has next to none.
"""

_REPLACEMENT = "\ufffd".encode()
_MEDIA_TYPE = "application/pdf"


def read_pdf(body: bytes) -> EvidenceText:
    """The text of every page in order, pages separated by a newline; never raises.

    What a reader of the page does not see (drawn invisibly, beside the page, smaller than a point) is
    kept apart, labelled, behind the visible text; the text layer of a scan is visible text with a note.
    Hyphens at line ends stay as they are in the file. A file that cannot be opened (damaged,
    encrypted) or goes beyond :data:`MAX_SECONDS` or :data:`MAX_MEMORY` gives an empty text and a note.
    """
    found = _pages(body[:MAX_INPUT])
    if found["problem"]:
        return assemble(
            [], media_type=_MEDIA_TYPE, notes=[found["problem"]], signals=[("damaged", "pdf")]
        )
    notes = list(found["notes"])
    scans = [str(page["number"]) for page in found["pages"] if page["scan"]]
    if scans:
        notes.append(
            f"page {', '.join(scans[:10])} is a picture; its text was recognised by a program"
        )
    text = "\n".join(page["visible"] for page in found["pages"])
    signals = []
    if not text.strip() and body.count(_REPLACEMENT) > MAX_REPLACED:
        notes.insert(0, "it was read as text and written again, which destroys a PDF")
        signals.append(("damaged", "pdf"))
    hidden = [page for page in found["pages"] if page["hidden"].strip()]
    parts = [(Label.VISIBLE, text), *((Label.HIDDEN, page["hidden"]) for page in hidden)]
    made = assemble(
        parts, media_type=_MEDIA_TYPE, title=found["title"], notes=notes, signals=signals
    )
    return replace(made, pages=tuple(_starts(found["pages"], hidden, made)))


def _starts(
    pages: list[dict[str, Any]], hidden: list[dict[str, Any]], made: EvidenceText
) -> Iterator[tuple[int, int]]:
    """Where each page's text begins (code points), visible text first, and the page's number."""
    at, end = 0, made.visible_end
    for page in pages:
        if at >= end:
            break
        yield at, page["number"]
        at += len(page["visible"]) + 1
    unseen = (region for region in made.regions if region.label is Label.HIDDEN)
    yield from (
        (region.start, page["number"]) for region, page in zip(unseen, hidden, strict=False)
    )


def _pages(body: bytes) -> dict[str, Any]:
    """What :func:`copydesk.evidence.pdf_pages.read_pages` found, as plain values."""
    code = (
        f"from copydesk.evidence.pdf_limits import hold; hold({MAX_MEMORY}, {MAX_SECONDS}); "
        "from copydesk.evidence.pdf_pages import main; main()"
    )
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and code; the file is on its input
            [sys.executable, "-c", code],
            input=body,
            capture_output=True,
            check=False,
            timeout=MAX_SECONDS,
        )
        found: dict[str, Any] = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return {"problem": f"reading the PDF took longer than {MAX_SECONDS} seconds"}
    except ValueError:
        return {
            "problem": "the PDF needs more memory or time than one file may take, or is damaged"
        }
    if found["problem"]:
        found["problem"] = f"the PDF cannot be opened: {found['problem']}"
    return found
