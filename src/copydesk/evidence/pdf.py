"""PDF to evidence text, page by page."""

from __future__ import annotations

import pypdfium2

from copydesk.evidence.build import MAX_TEXT_CHARS, assemble
from copydesk.evidence.model import EvidenceText, Label

__all__ = ["read_pdf"]

# The longest report that a newsroom cites; the rest of a longer file is not read.
MAX_PAGES = 1_000


def read_pdf(body: bytes) -> EvidenceText:
    """Read a PDF's text; pages are separated by a blank line. A damaged file gives no text."""
    pages: list[str] = []
    size = 0
    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError:
        return assemble([], media_type="application/pdf")
    try:
        title = str(document.get_metadata_value("Title") or "")
        for index in range(min(len(document), MAX_PAGES)):
            text = _page(document, index)
            pages.append(text)
            size += len(text)
            if size > MAX_TEXT_CHARS:
                break
    finally:
        document.close()
    return assemble(
        [(Label.VISIBLE, "\n\n".join(pages))], title=title, media_type="application/pdf"
    )


def _page(document: pypdfium2.PdfDocument, index: int) -> str:
    try:
        page = document[index]
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        return ""
    try:
        text = str(text_page.get_text_range(errors="replace"))
    except pypdfium2.PdfiumError:
        return ""
    finally:
        text_page.close()
        page.close()
    return text.replace("\r\n", "\n").replace("\ufffe", "-").encode("utf-8", "replace").decode()
