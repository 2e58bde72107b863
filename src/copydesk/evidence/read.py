"""Captured bytes to evidence text: what the bytes are decides, not what the header claims."""

from __future__ import annotations

import re

from copydesk.evidence.build import assemble
from copydesk.evidence.charset import decode
from copydesk.evidence.embedded import json_lines
from copydesk.evidence.html import read_html
from copydesk.evidence.model import EvidenceText, Label
from copydesk.evidence.pdf import read_pdf

__all__ = ["MAX_BODY_BYTES", "read_evidence", "sniff"]

# As large as a capture may be; a larger body is cut before it is read.
MAX_BODY_BYTES = 64 * 1024 * 1024

_HTML = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|title|meta|script|div|p|h1|table|a|span|br)[\s>/]",
    re.IGNORECASE,
)
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def sniff(body: bytes, media_type: str = "", url: str = "") -> str:
    """What a body is: ``text/html``, ``application/json``, ``application/pdf``, ``text/plain``,
    or ``application/octet-stream``.

    Args:
        body: the received bytes.
        media_type: the Content-Type header.
        url: where it came from, for a suffix.
    """
    head = body[:2048].lstrip(b"\xef\xbb\xbf \t\r\n\f")
    claimed = media_type.split(";", maxsplit=1)[0].strip().lower()
    if body[:1024].lstrip().startswith(b"%PDF-"):
        return "application/pdf"
    if head.startswith((b"{", b"[")) and (claimed.endswith("json") or not _HTML.search(head)):
        return "application/json"
    if claimed in {"text/plain", "text/markdown"} or url.lower().endswith((".txt", ".md")):
        return "text/plain"
    if _HTML.search(head) or claimed in {"text/html", "application/xhtml+xml"}:
        return "text/html"
    if head.startswith(b"<"):
        return "text/html" if _HTML.search(body[:65_536]) else "text/plain"
    return "application/octet-stream" if _BINARY.search(body[:2048]) else "text/plain"


def read_evidence(body: bytes, *, media_type: str = "", url: str = "") -> EvidenceText:
    """Read a captured body.

    Args:
        body: the received, content-decoded bytes.
        media_type: the Content-Type header, for charset and as a second opinion on the type.
        url: where it came from.

    Returns:
        The evidence text; empty where the bytes hold no text. Never raises.
    """
    body = body[:MAX_BODY_BYTES]
    kind = sniff(body, media_type, url)
    if kind == "application/pdf":
        return read_pdf(body)
    if kind == "text/html":
        return read_html(body, content_type=media_type)
    if kind == "application/octet-stream":
        return assemble([], media_type=kind)
    text = _clean(decode(body, media_type))
    if kind == "application/json":
        lines = json_lines(text)
        if lines:
            return assemble([(Label.VISIBLE, "\n".join(lines))], media_type=kind)
    return assemble([(Label.VISIBLE, text)], media_type="text/plain")


def _clean(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
