"""Bytes to text: which character encoding a capture is in (WHATWG Encoding Standard's order)."""

from __future__ import annotations

import re

__all__ = ["decode", "decode_page"]

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))

# Labels of the Encoding Standard that differ from Python's own codec for the name. Python's
# lookup alone will not do: it also finds rot13, zlib, utf-7 and unicode_escape.
_CODECS = {
    "utf8": "utf-8", "utf-8": "utf-8", "unicode-1-1-utf-8": "utf-8",
    "utf-16": "utf-16-le", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be",
    "ascii": "cp1252", "us-ascii": "cp1252", "latin1": "cp1252", "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252", "windows-1252": "cp1252", "cp1252": "cp1252",
    "iso-8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030",
    "big5": "big5hkscs", "euc-jp": "euc_jp", "shift_jis": "cp932", "shift-jis": "cp932",
    "sjis": "cp932", "iso-2022-jp": "iso2022_jp", "euc-kr": "cp949", "ks_c_5601-1987": "cp949",
    "koi8-r": "koi8_r", "koi8-u": "koi8_u", "macintosh": "mac_roman", "ibm866": "cp866",
    "windows-874": "cp874", "tis-620": "cp874",
}  # fmt: skip
_CODECS |= {f"windows-{n}": f"cp{n}" for n in (1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258)}
_CODECS |= {f"iso-8859-{n}": f"iso8859_{n}" for n in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)}

_PRESCAN = 4096  # bytes; the standard says 1024, real pages put long scripts before the meta tag
_LONG = 1_000_000  # bytes; shorter bodies are never cut
_META = re.compile(
    rb"<meta\s[^>]{0,300}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE
)
_XML = re.compile(rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9_.:-]{1,40})")
_HEADER = re.compile(r"charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)


def decode(body: bytes, media_type: str = "", *, markup: bool = False) -> tuple[str, list[str]]:
    """The text of ``body`` and notes on what was doubtful; never raises.

    Args:
        body: the bytes as captured.
        media_type: the Content-Type header, with its charset if it has one.
        markup: whether a ``meta`` tag or an XML declaration may name the charset.

    Returns:
        The text without a BOM, and sentences for the capture's notes.
    """
    text, notes, _ = _decoded(body, media_type, markup=markup)
    return text, notes


def decode_page(body: bytes, media_type: str = "") -> tuple[str, list[str], bytes]:
    """The same for a page's mark-up, and its UTF-8: where the body is that, the body itself."""
    text, notes, is_utf8 = _decoded(body, media_type, markup=True)
    return text, notes, body if is_utf8 else text.encode("utf-8", "replace")


def _decoded(body: bytes, media_type: str, *, markup: bool) -> tuple[str, list[str], bool]:
    """The text, the notes, and whether the body is the text's UTF-8."""
    for bom, codec in _BOMS:
        if body.startswith(bom):
            return *_replaced(body[len(bom) :], codec), False
    declared = _declared(body, media_type, markup=markup)
    if declared and declared != "utf-8":
        return *_replaced(body, declared), False
    try:
        return body.decode("utf-8"), [], True
    except UnicodeDecodeError as error:
        # A long body may have been cut within its last character: that is still UTF-8.
        if error.start > max(len(body) - 4, _LONG):
            return body[: error.start].decode("utf-8", "replace"), [], False
        return *_replaced(body, declared or "cp1252"), False


def _declared(body: bytes, media_type: str, *, markup: bool) -> str:
    match = _HEADER.search(media_type)
    if match and (codec := _CODECS.get(match[1].lower())):
        return codec
    if not markup:
        return ""
    head = body[:_PRESCAN]
    found = _META.search(head) or _XML.search(head)
    if found is None:
        return ""
    codec = _CODECS.get(found[1].decode("ascii").lower(), "")
    # A meta tag that was read as ASCII cannot stand in UTF-16 (the standard says so too).
    return "utf-8" if codec.startswith("utf-16") else codec


def _replaced(body: bytes, codec: str) -> tuple[str, list[str]]:
    text = body.decode(codec, "replace")
    bad = text.count("\ufffd")
    return text, [f"{bad:,} characters could not be read as {codec}"] if bad else []
