"""Evidence text from plain text, Markdown, XML feeds and anything else that is text."""

from __future__ import annotations

import html
import re

from copydesk.evidence.charset import decode
from copydesk.evidence.limits import MAX_INPUT, assemble
from copydesk.evidence.model import EvidenceText, Label

__all__ = ["read_binary", "read_plain", "read_xml"]

_CDATA = re.compile(r"<!\[CDATA\[|\]\]>")
_TAG = re.compile(r"<[^<>]*>")
_FEED = re.compile(r"<(?:rss|feed|rdf:RDF|channel)[\s>]")
_FAULT = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?<(?:\w{1,20}:)?(?:error|errors|error-?response|exception-?report|service-?exception-?report)[\s>]",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"<(?:item|entry)[\s>/]")
_HEAD = 2_000  # characters in which a feed says that it is one
_BLANKS = re.compile(r"[ \t]*\n\s*")


def read_plain(body: bytes, media_type: str = "") -> EvidenceText:
    """The text as it stands, its line ends as newlines."""
    text, notes = decode(body[:MAX_INPUT], media_type)
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    kind = media_type.partition(";")[0].strip().lower() or "text/plain"
    return assemble([(Label.VISIBLE, text)], media_type=kind, notes=notes)


def read_xml(body: bytes, media_type: str = "") -> EvidenceText:
    """The character data of an XML text, one element's text a line; no entity but HTML's is known.

    No XML parser is used, so there are no external entities and nothing expands.
    """
    text, notes = decode(body[:MAX_INPUT], media_type, markup=True)
    empty = _FEED.search(text[:_HEAD]) and not _ENTRY.search(text)
    fault = _FAULT.match(text.removeprefix("\ufeff"))
    text = html.unescape(_TAG.sub("\n", _CDATA.sub("", text)))
    text = _BLANKS.sub("\n", text.replace("\0", "\ufffd")).strip()
    return assemble(
        [(Label.VISIBLE, text)],
        media_type="application/xml",
        notes=notes,
        signals=[*([("feed", "empty")] if empty else []), *([("fault", "root")] if fault else [])],
    )


def read_binary(kind: str) -> EvidenceText:
    """No text: the bytes are an image, an archive or another format that holds none to read."""
    return assemble([], media_type=kind, notes=[f"no text is read from {kind}"])
