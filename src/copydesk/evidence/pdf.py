"""Evidence text from PDF, by PDFium."""

from __future__ import annotations

import threading

import pypdfium2 as pdfium

from copydesk.evidence.limits import MAX_INPUT, MAX_TEXT, assemble
from copydesk.evidence.model import EvidenceText, Label

__all__ = ["read_pdf"]

MAX_PAGES = 1000
"""Pages read: 0.7 ms each, so a second; longer documents are cited by their page."""

MAX_REPLACED = 50
"""Replacement characters in UTF-8 from which a PDF was once decoded as text; a file as it was made
has next to none.
"""

_REPLACEMENT = "\ufffd".encode()
_LOCK = threading.Lock()  # PDFium is not thread-safe


def read_pdf(body: bytes) -> EvidenceText:
    """The text of every page in order, pages separated by a newline; never raises.

    Hyphens at line ends stay as they are in the file. A file that PDFium cannot open (damaged,
    encrypted) gives an empty text and a note.
    """
    pages: list[str] = []
    notes: list[str] = []
    title = ""
    with _LOCK:
        try:
            document = pdfium.PdfDocument(body[:MAX_INPUT])
        except pdfium.PdfiumError as error:
            return assemble(
                [],
                media_type="application/pdf",
                notes=[f"the PDF cannot be opened: {error}"],
                signals=[("damaged", "pdf")],
            )
        try:
            title = str(document.get_metadata_dict().get("Title", ""))[:300]
            count = len(document)
            if count > MAX_PAGES:
                notes.append(f"only the first {MAX_PAGES} of {count} pages were read")
            _read_pages(document, min(count, MAX_PAGES), pages, notes)
        finally:
            document.close()
    text = "\n".join(pages)
    signals = []
    if not text.strip() and body.count(_REPLACEMENT) > MAX_REPLACED:
        notes.insert(0, "it was read as text and written again, which destroys a PDF")
        signals.append(("damaged", "pdf"))
    return assemble(
        [(Label.VISIBLE, text)],
        media_type="application/pdf",
        title=title,
        notes=notes,
        signals=signals,
    )


def _read_pages(
    document: pdfium.PdfDocument, count: int, pages: list[str], notes: list[str]
) -> None:
    total = 0
    for number in range(count):
        try:
            page = document[number]
            textpage = page.get_textpage()
            text = textpage.get_text_range(errors="replace")
            textpage.close()
            page.close()
        except pdfium.PdfiumError:
            notes.append(f"page {number + 1} cannot be read")
            continue
        # PDFium marks a hyphen that ends a line with U+FFFE or U+0002.
        text = text.replace("\r\n", "\n").replace("\ufffe", "-").replace("\x02", "-")
        pages.append(text.replace("\0", "").strip())
        total += len(text)
        if total > MAX_TEXT:
            break
