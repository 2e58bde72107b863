"""PDF files of our own making, page by page."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

__all__ = ["content", "pdf_of"]

WIDTH, HEIGHT = 600, 800


def content(
    *lines: str, at: tuple[int, int] = (50, 700), size: float = 12, setup: str = ""
) -> bytes:
    """A content stream that writes lines of text; ``setup`` are operators before it."""
    shown = " ".join(f"({line}) Tj 0 -20 Td" for line in lines)
    return f"q BT {setup} /F1 {size} Tf {at[0]} {at[1]} Td {shown} ET Q\n".encode()


def pdf_of(pages: Sequence[bytes], *, compress: bool = False, picture: bool = False) -> bytes:
    """A PDF of these content streams, with its cross-reference table.

    With ``picture``, every page begins with a grey picture that fills it.
    """
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    objects.append(
        b"<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8"
        b"/Length 1>>stream\n\x80\nendstream"
    )
    objects.append(b"<</Type/ExtGState/ca 0>>")
    kids = []
    before = b"q %d 0 0 %d 0 0 cm /Im1 Do Q\n" % (WIDTH, HEIGHT) if picture else b""
    for stream in (before + page for page in pages):
        data, how = (
            (zlib.compress(stream, 9), b"/Filter/FlateDecode") if compress else (stream, b"")
        )
        objects.append(b"<</Length %d%s>>stream\n%s\nendstream" % (len(data), how, data))
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Contents %d 0 R/Resources<</Font<</F1 3 0 R>>"
            b"/XObject<</Im1 4 0 R>>/ExtGState<</Clear 5 0 R>>>>>>" % (WIDTH, HEIGHT, len(objects))
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<</Type/Pages/Kids[%s]/Count %d>>" % (b" ".join(kids), len(kids))
    out = [b"%PDF-1.7\n"]
    offsets, size = [], len(out[0])
    for number, body in enumerate(objects, 1):
        offsets.append(size)
        out.append(b"%d 0 obj%s endobj\n" % (number, body))
        size += len(out[-1])
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    count = len(objects) + 1
    return b"".join(out) + (
        b"xref\n0 %d\n0000000000 65535 f \n" % count + table
        + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (count, size)
    )  # fmt: skip
