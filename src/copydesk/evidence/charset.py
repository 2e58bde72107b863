"""From bytes to text: what the bytes say of themselves, then the header, then UTF-8."""

from __future__ import annotations

import codecs
import re

__all__ = ["decode"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META = re.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE
)
_HEADER = re.compile(r"charset\s*=\s*[\"']?([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE)
# HTML says that pages which name one of these are read as windows-1252.
_LATIN = {"iso-8859-1", "iso8859-1", "latin1", "latin-1", "us-ascii", "ascii", "cp819"}
# A meta element counts within the first kilobyte only (HTML, encoding sniffing).
_SNIFFED_BYTES = 1024


def decode(body: bytes, content_type: str = "") -> str:
    """Decode a body; never raises, replaces what cannot be read by U+FFFD.

    Args:
        body: the received, content-decoded bytes.
        content_type: the Content-Type header, for its charset.
    """
    for mark, name in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    header = _HEADER.search(content_type)
    meta = _META.search(body[:_SNIFFED_BYTES])
    named = [found.group(1) for found in (header,) if found]
    named += [found.group(1).decode("ascii") for found in (meta,) if found]
    for name in named:
        text = _try(body, name)
        if text is not None:
            return text
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        # A cut-off last character is still UTF-8; anything else most likely never was.
        if error.start >= len(body) - 3:
            return body.decode("utf-8", "replace")
        return body.decode("windows-1252", "replace")


def _try(body: bytes, name: str) -> str | None:
    folded = name.lower()
    codec = "windows-1252" if folded in _LATIN else folded
    try:
        if not codecs.lookup(codec)._is_text_encoding:  # noqa: SLF001 - the only way to ask
            return None
        return body.decode(codec, "replace")
    except (LookupError, UnicodeError, ValueError):
        return None
