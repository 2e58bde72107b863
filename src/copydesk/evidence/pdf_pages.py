"""The pages of a PDF, read by PDFium in a process of its own.

Run by :mod:`copydesk.evidence.pdf`: the file on standard input, one JSON object on standard output. PDFium
is native code that reads what strangers made: here it may run out of memory or time, or crash, without
taking a check along.
"""

from __future__ import annotations

import ctypes
import json
import sys
from dataclasses import asdict, dataclass, field

import pypdfium2 as pdfium
from pypdfium2 import raw

from copydesk.evidence.limits import MAX_TEXT

__all__ = ["MAX_PAGES", "Page", "Pages", "main", "read_pages"]

MAX_PAGES = 1000
"""Pages read: about a millisecond each; longer documents are cited by their page."""
MAX_OBJECTS = 20_000
"""Pieces of text on one page that are looked at one by one; a page of print has some hundreds."""

# A picture of so much of its page is a scan, and text that cannot be seen on it is its text layer.
_SCAN = 0.6
# Fewer points than this are no letters to an eye.
_SMALLEST = 1.0


@dataclass(frozen=True, slots=True)
class Page:
    """One page: what a reader sees of its text, and what he does not. ``scan``: its text is the layer
    that a program put over a picture.
    """

    number: int
    visible: str
    hidden: str = ""
    scan: bool = False


@dataclass(slots=True)
class Pages:
    """What was read of a file; ``problem`` says why it could not be opened."""

    title: str = ""
    count: int = 0
    pages: list[Page] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problem: str = ""


def main() -> None:
    """Read standard input, write standard output."""
    sys.stdout.write(json.dumps(asdict(read_pages(sys.stdin.buffer.read()))))


def read_pages(body: bytes) -> Pages:
    """The text of every page up to the limits; never raises what a file can cause."""
    found = Pages()
    try:
        document = pdfium.PdfDocument(body)
    except pdfium.PdfiumError as error:
        found.problem = str(error)
        return found
    try:
        found.title = str(document.get_metadata_dict().get("Title", ""))[:300]
        found.count = len(document)
        if found.count > MAX_PAGES:
            found.notes.append(f"only the first {MAX_PAGES:,} of {found.count:,} pages were read")
        total = 0
        for number in range(min(found.count, MAX_PAGES)):
            try:
                page = _page(document, number)
            except pdfium.PdfiumError:
                found.notes.append(f"page {number + 1} cannot be read")
                continue
            found.pages.append(page)
            total += len(page.visible) + len(page.hidden)
            if total > MAX_TEXT:
                found.notes.append(f"the text was cut on page {number + 1}")
                break
    finally:
        document.close()
    return found


def _page(document: pdfium.PdfDocument, index: int) -> Page:
    page = document[index]
    textpage = page.get_textpage()
    try:
        unseen = _unseen_objects(page)
        if not unseen:
            return Page(index + 1, _clean(textpage.get_text_range(errors="replace")))
        visible, hidden = _parted(textpage, unseen)
        if not visible.strip() and _is_picture(page):
            return Page(index + 1, hidden, scan=True)
        return Page(index + 1, visible, hidden)
    finally:
        textpage.close()
        page.close()


def _unseen_objects(page: pdfium.PdfPage) -> frozenset[int]:
    """The addresses of pieces of text that nobody sees: drawn invisibly, without a colour, smaller
    than a point, or beside the page.
    """
    left, bottom, right, top = page.get_cropbox()
    found = set()
    for number, one in enumerate(page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT])):
        if number >= MAX_OBJECTS:
            break
        low_x, low_y, high_x, high_y = one.get_bounds()
        beside = high_x < left or low_x > right or high_y < bottom or low_y > top
        if beside or _is_invisible(one.raw) or _is_tiny(one, high_y - low_y):
            found.add(_address(one.raw))
    return frozenset(found)


def _is_invisible(piece: object) -> bool:
    if raw.FPDFTextObj_GetTextRenderMode(piece) == raw.FPDF_TEXTRENDERMODE_INVISIBLE:
        return True
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    known = raw.FPDFPageObj_GetFillColor(piece, red, green, blue, alpha)
    return bool(known) and alpha.value == 0


def _is_tiny(piece: pdfium.PdfObject, height: float) -> bool:
    size = ctypes.c_float()
    if not raw.FPDFTextObj_GetFontSize(piece.raw, size):
        return False
    matrix = piece.get_matrix()
    scale = max(abs(matrix.d), abs(matrix.b), abs(matrix.a), abs(matrix.c))
    return size.value * scale < _SMALLEST and height < _SMALLEST


def _parted(textpage: pdfium.PdfTextPage, unseen: frozenset[int]) -> tuple[str, str]:
    """The page's text in two: what is seen and what is not, a space that PDFium adds with its neighbour."""
    parts: tuple[list[str], list[str]] = ([], [])
    side = 0
    for at in range(textpage.count_chars()):
        piece = raw.FPDFText_GetTextObject(textpage.raw, at)
        if piece:
            before, side = side, int(_address(piece) in unseen)
            if before != side:
                parts[side].append("\n")
        point = raw.FPDFText_GetUnicode(textpage.raw, at)
        parts[side].append(chr(point) if 0 < point < 0x110000 else "")
    return _clean("".join(parts[0])), _clean("".join(parts[1]))


def _address(piece: object) -> int:
    return ctypes.cast(piece, ctypes.c_void_p).value or 0  # type: ignore[arg-type] # a pointer of ctypes


def _is_picture(page: pdfium.PdfPage) -> bool:
    """Whether one picture covers most of the page."""
    width, height = page.get_size()
    for one in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]):
        low_x, low_y, high_x, high_y = one.get_bounds()
        if (high_x - low_x) * (high_y - low_y) >= _SCAN * width * height:
            return True
    return False


def _clean(text: str) -> str:
    """PDFium marks a hyphen that ends a line with U+FFFE or U+0002."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\ufffe", "-").replace("\x02", "-").replace("\0", "").strip()


if __name__ == "__main__":
    main()
