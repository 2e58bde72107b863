"""Whether a capture can serve as evidence: a first, honest verdict from measured signatures.

No verdict without a gate on the amount of text: on a real archive the same marks without the gate
gave ten false alarms for four right ones. Marks and numbers: see ADR 4.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from copydesk.evidence.marks import Verdict, verdict
from copydesk.evidence.model import EvidenceText, Label

__all__ = ["judge"]

CHALLENGE_TEXT = 400
"""Visible characters below which a challenge's mark means a challenge page."""

SHELL_TEXT = 200
"""Visible characters below which an HTML page that had scripts is only their shell."""

TEASER_TEXT = 2_600
"""Visible characters below which a page that declares itself not free is a teaser."""

PARTIAL_RATIO = 0.5
"""Visible words to the declared word count, below which the text is cut off."""

SHELL_SIZE = 2_000
"""Bytes from which a page with next to no text is a shell rather than simply short."""

_REFUSING = {401: "asks for a login", 403: "refuses access", 407: "asks for a login",
             429: "refuses so many requests", 451: "is withheld for legal reasons",
             503: "is not available"}  # fmt: skip
_CHALLENGE_TITLES = ("just a moment", "attention required", "pardon our interruption")
_CONSENT_HOSTS = ("consent.", "guce.")


def judge(
    text: EvidenceText,
    *,
    status: int | None = None,
    media_type: str = "",
    url: str = "",
    final_url: str = "",
    size: int = 0,
) -> Verdict:
    """The quality of a capture, the mark that decides it, and one sentence a person can act on.

    Args:
        text: what was read from the body.
        status: the HTTP status, or ``None`` where it is not known.
        media_type: the Content-Type header as received.
        url: the URL that was cited.
        final_url: the URL that answered, after redirects.
        size: bytes of the body.
    """
    if size == 0 and not text.text and (status is None or status < 400):
        return verdict("no-body", "No body was received.")
    found = _by_status(status)
    if found is None:
        if text.media_type == "text/html":
            found = _wall(text, url, final_url) or _amount(text, size)
        else:
            found = _by_other(text, media_type)
    if found is not None:
        return found
    return verdict("text", " ".join(f"{note[:1].upper()}{note[1:]}." for note in text.notes))


def _by_status(status: int | None) -> Verdict | None:
    if status is None or status < 400:
        return None
    if status in _REFUSING:
        return verdict("refused-status", f"The server {_REFUSING[status]} (HTTP {status}).")
    if status in {404, 410}:
        said = f"The server says that the page is not there (HTTP {status})."
        return verdict("not-found-status", said)
    return verdict("error-status", f"The server answered with an error (HTTP {status}).")


def _by_other(text: EvidenceText, media_type: str) -> Verdict | None:
    """Plain text, JSON, PDF and the rest: there is text or there is none."""
    if text.text.strip():
        return None
    if text.media_type == "application/pdf":
        why = text.notes[0] if text.notes else "it holds images only, or nothing"
        return verdict("no-text", f"No text in the PDF: {why}.")
    if text.media_type.startswith("text/"):
        return verdict("no-text", "The body holds no text.")
    return verdict("no-text", f"No text is read from {text.media_type or media_type}.")


def _wall(text: EvidenceText, url: str, final_url: str) -> Verdict | None:
    """Something else was served in the page's place."""
    visible = len(text.visible)
    vendor = text.signal("challenge")
    if vendor is None and text.title.casefold().startswith(_CHALLENGE_TITLES):
        vendor = text.title[:40]
    if vendor is not None and visible < CHALLENGE_TEXT:
        return verdict("bot-check", f"A bot check ({vendor}) was served instead of the page.")
    host = _host(final_url)
    said = "A consent wall was served instead of the page."
    if text.signal("consent"):
        return verdict("consent-form", said)
    if host.startswith(_CONSENT_HOSTS) and host != _host(url):
        return verdict("consent-host", said)
    if text.signal("archive-stub") and visible < TEASER_TEXT:
        return verdict("archive-redirect", "The archive kept a redirect, not the page.")
    return None


def _amount(text: EvidenceText, size: int) -> Verdict | None:
    """The page itself was served, but not its text, or not all of it."""
    visible = len(text.visible)
    if visible < SHELL_TEXT:
        return _little_text(text, visible, size)
    if text.signal("free") == "false" and visible < TEASER_TEXT:
        return verdict(
            "declared-not-free",
            f"The page declares itself as not free, and only {visible:,} characters came.",
        )
    declared = int(text.signal("word-count") or 0)
    words = len(text.visible.split())
    if declared >= 100 and words < PARTIAL_RATIO * declared:
        said = f"The page declares {declared:,} words and shows {words:,}."
        return verdict("declared-words", said)
    return None


def _little_text(text: EvidenceText, visible: int, size: int) -> Verdict | None:
    lengths: dict[Label, int] = {}
    for region in text.regions:
        lengths[region.label] = region.end - region.start
    if lengths.get(Label.NOSCRIPT, 0) >= SHELL_TEXT:
        return verdict("noscript-text")  # a forum that serves its posts so: a good page
    if visible > 0 and (size < SHELL_SIZE or text.signal("scripts") is None):
        return verdict("short-text")
    if text.signal("scripts") is None:
        return verdict("no-text", "The page holds no visible text.")
    data = lengths.get(Label.EMBEDDED_JSON, 0) + lengths.get(Label.JSON_LD, 0)
    more = f"; {data:,} characters stand in its data only" if data > 1000 else ""
    return verdict(
        "script-shell",
        f"The page is filled in by scripts: {visible} visible characters{more}.",
    )


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""
