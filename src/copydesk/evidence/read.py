"""Which reader a capture goes to: its bytes decide, then its header, then its address."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from copydesk.evidence.html import read_html
from copydesk.evidence.json import read_json
from copydesk.evidence.model import EvidenceText
from copydesk.evidence.plain import read_binary, read_plain, read_xml
from copydesk.evidence.visible import MEDIA_TYPE as VISIBLE_TEXT
from copydesk.evidence.visible import read_visible

__all__ = ["read_evidence", "sniff"]

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"RIFF", "application/octet-stream"),
    (b"PK\x03\x04", "application/zip"),
    (b"\x1f\x8b", "application/gzip"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"wOF2", "font/woff2"),
)
_HTML = re.compile(
    rb"(?:<!doctype\s+html|<html|<head|<body|<script|<title|<meta|<table|<div|<h1|<p[\s>]|<iframe)",
    re.IGNORECASE,
)
_XHTML = re.compile(rb"<html[\s>]|<!doctype\s+html", re.IGNORECASE)
# No possessive group: Python 3.11.0 to 3.11.3 match one wrongly. The alternatives begin differently,
# so nothing is tried twice.
_SKIP = re.compile(rb"(?:\s|<!--(?:[^-]|-(?!->))*-->)*")
_SUFFIXES = {
    "html": "text/html", "htm": "text/html", "xhtml": "text/html", "json": "application/json",
    "md": "text/markdown", "txt": "text/plain", "xml": "application/xml", "rss": "application/xml",
    "atom": "application/xml",
}  # fmt: skip
_HEAD = 4096


def sniff(body: bytes, media_type: str = "", url: str = "") -> str:
    """The media type that the bytes are, without parameters."""
    head = body[:_HEAD]
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            return kind
    if b"%PDF-" in head[:1024]:
        return "application/pdf"
    stated = media_type.partition(";")[0].strip().lower() or _by_suffix(url)
    if head[:2] in {b"\xff\xfe", b"\xfe\xff"}:  # UTF-16, where NUL bytes are text
        return stated or "text/plain"
    if b"\0" in head and not _HTML.search(head):
        return "application/octet-stream"
    return _by_start(head.removeprefix(b"\xef\xbb\xbf"), stated)


def _by_suffix(url: str) -> str:
    try:
        path = urlsplit(url).path
    except ValueError:
        path = url
    return _SUFFIXES.get(path.rpartition("/")[2].rpartition(".")[2].lower(), "")


def _by_start(head: bytes, stated: str) -> str:
    """The type of what is text, from how it begins and from what it is said to be."""
    skipped = _SKIP.match(head)
    start = head[skipped.end() :] if skipped else head
    if stated in {"text/plain", "text/markdown", VISIBLE_TEXT}:
        return stated
    if start[:1] in {b"{", b"["} and stated != "text/html":
        return "application/json"
    if start.startswith(b"<?xml") or stated.endswith(("/xml", "+xml")):
        return "text/html" if _XHTML.search(start) else "application/xml"
    if _HTML.match(start) or stated == "text/html":
        return "text/html"
    return stated if stated.startswith("text/") or stated.endswith("json") else "text/plain"


def read_evidence(
    body: bytes, *, media_type: str = "", url: str = "", marks: bool = True
) -> EvidenceText:
    """Read the evidence text of captured bytes; never raises on any bytes.

    Args:
        body: the received, content-decoded bytes.
        media_type: the Content-Type header as received (its charset counts), if there was one.
        url: where the bytes are from; only its suffix is used, when nothing else says the type.
        marks: whether the signals of an HTML page are read, too, which only a verdict on its quality
            and the rules on attribution need.

    Returns:
        The text, its labelled regions (code points), the type it was read as, and notes.
    """
    kind = sniff(body, media_type, url)
    if kind == "application/pdf":
        from copydesk.evidence.pdf import read_pdf  # noqa: PLC0415 - PDFium is slow to import

        return read_pdf(body)
    if kind == "text/html":
        return read_html(body, media_type, marks=marks)
    if kind == "application/xml":
        return read_xml(body, media_type)
    if kind.endswith("json"):
        shown = read_visible(body) if kind == VISIBLE_TEXT else None
        found = shown or read_json(body, media_type)
        return found if found is not None else read_plain(body, media_type)
    if kind.startswith("text/"):
        return read_plain(body, media_type or kind)
    return read_binary(kind)
