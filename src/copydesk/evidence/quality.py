"""Whether a capture can serve as evidence: an honest verdict from measured signatures.

No verdict without a gate on the amount of text: on a real archive the same marks without the gate
gave ten false alarms for four right ones. Marks and numbers: docs/capture-marks.md, ADR 4.
"""

from __future__ import annotations

from collections.abc import Iterable

from copydesk.evidence.amount import cut_off, little_text, paid_part, scripts_only
from copydesk.evidence.answer import Answer
from copydesk.evidence.consent import consent_wall
from copydesk.evidence.excerpts import excerpt
from copydesk.evidence.marks import Verdict, verdict
from copydesk.evidence.model import EvidenceText
from copydesk.evidence.other_types import judge_other
from copydesk.evidence.paging import further_pages
from copydesk.evidence.walls import (
    bot_check,
    declared_check,
    login_wall,
    notice_in_words,
    refusal_in_words,
)
from copydesk.evidence.wrong_page import another_page, fault_page, redirected_away

__all__ = ["judge"]

ARCHIVE_TEXT = 2_600
"""Visible characters below which an archive's words on a redirect are the whole page."""

GARBLED = 0.05
"""Share of replacement characters from which a text was destroyed on its way."""

SHORT_TEXT = 400
"""Main text below which a good page is called short."""

_REFUSING = {401: "asks for a login", 403: "refuses access", 405: "refuses this request",
             406: "refuses this request", 407: "asks for a login", 418: "refuses this request", 429: "refuses so many requests", 451: "is withheld for legal reasons",
             503: "is not available", 999: "refuses access"}  # fmt: skip
_STATUSES = {206: ("partial-status", "The server sent a part of the page"),
             402: ("payment-status", "The server asks for payment"),
             404: ("not-found-status", "The server says that the page is not there"),
             410: ("not-found-status", "The server says that the page is not there")}  # fmt: skip
# In this order: what was served instead of the page, then whether it is the page, then how much of it.
_TESTS = (
    bot_check, refusal_in_words, consent_wall, login_wall, fault_page, redirected_away, paid_part, little_text,
    scripts_only, excerpt, further_pages, another_page, cut_off,
    notice_in_words,
)  # fmt: skip


def judge(
    text: EvidenceText,
    *,
    status: int | None = None,
    media_type: str = "",
    url: str = "",
    final_url: str = "",
    size: int = 0,
    headers: Iterable[tuple[str, str]] = (),
) -> Verdict:
    """The quality of a capture, the mark that decides it, and one sentence a person can act on.

    Args:
        text: what was read from the body.
        status: the HTTP status, or ``None`` where it is not known.
        media_type: the Content-Type header as received.
        url: the URL that was cited.
        final_url: the URL that answered, after redirects.
        size: bytes of the body.
        headers: the answer's headers as received, where they are known.
    """
    answer = Answer(text, status, url, final_url, size, media_type, tuple(headers))
    found = declared_check(answer) or _by_status(status)
    if found is None and size == 0 and not text.text:
        found = verdict("no-body", "No body was received.")
    return found or _by_text(answer)


def _by_status(status: int | None) -> Verdict | None:
    if status is None or status in {200, 201, 202, 203}:
        return None
    if status in _REFUSING:
        return verdict("refused-status", f"The server {_REFUSING[status]} (HTTP {status}).")
    code, said = _STATUSES.get(status, ("", ""))
    if not code and status < 400:
        code, said = "no-body", "The server answered without the page"
    return verdict(
        code or "error-status", f"{said or 'The server answered with an error'} (HTTP {status})."
    )


def _cut_transfer(answer: Answer) -> Verdict | None:
    """Fewer bytes than the headers announce, where they count the bytes of the body itself."""
    said = {name.lower(): value.strip() for name, value in answer.headers}
    length = said.get("content-length", "")
    if said.get("content-encoding", "identity") != "identity" or "transfer-encoding" in said:
        return None
    if not (length.isascii() and length.isdigit() and len(length) < 16):
        return None
    if answer.size >= int(length):
        return None
    return verdict("cut-transfer", f"{answer.size:,} bytes of {int(length):,} announced ones came.")


def _by_text(answer: Answer) -> Verdict:
    text = answer.text
    if text.text.count("\ufffd") > GARBLED * len(text.text):
        said = "Its characters were destroyed on the way: many of them cannot be read."
        return verdict("garbled-text", said)
    if text.media_type != "text/html":
        found = judge_other(answer)
    elif text.signal("archive-stub") and answer.visible < ARCHIVE_TEXT:
        found = verdict("archive-redirect", "The archive kept a redirect, not the page.")
    else:
        found = next(filter(None, (test(answer) for test in _TESTS)), None)
    found = found or _cut_transfer(answer)
    if found is not None:
        return found
    notes = " ".join(f"{note[:1].upper()}{note[1:]}." for note in text.notes)
    short = text.media_type == "text/html" and answer.main < SHORT_TEXT
    return verdict("short-text" if short else "text", notes)
