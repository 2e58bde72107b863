"""One capture of a source as a reader sees it: what came, from where, and what it says of itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from copydesk.press import wording
from copydesk.press.capture_wording import (
    ASSOCIATION_WORDS,
    CAPTURE_TERMS,
    OUTCOME_WORDS,
    RESERVATION_WORDS,
    ROBOTS_WORDS,
    ROLE_WORDS,
    CaptureTerms,
)
from copydesk.press.links import safe_href
from copydesk.provenance.source_set import AttemptEntry, CaptureEntry, CertificateEntry
from copydesk.report import Quality

__all__ = ["CaptureView", "HopView", "capture_view"]

Row = tuple[str, str]
"""What a line is about, and what it says."""


@dataclass(frozen=True, slots=True)
class HopView:
    """One redirect on the way; ``address`` is the server's, where it is known."""

    url: str
    status: int
    location: str
    address: str


@dataclass(frozen=True, slots=True)
class CaptureView:
    """One capture as shown. Empty strings stand for what the statement does not hold.

    ``archived`` is when a web archive made the copy, ``archive_href`` its address there; ``facts``
    is what raw data or an archive says of itself; ``asks`` what the publisher asks of machines;
    ``tries`` are the earlier tries; ``fetched`` is what the server was and who asked.
    """

    role: str
    about: str
    terms: CaptureTerms
    outcome: str
    stored: bool
    time: str
    time_words: str
    status: str
    final_url: str
    final_href: str
    media_type: str
    size: str
    sha256: str
    quality: str
    quality_meaning: str
    usable: bool
    problem: str
    """Why it cannot serve; empty where it can."""
    note: str
    """What a reader should know about a capture that can serve."""
    archived: str
    facts: tuple[Row, ...]
    asks: tuple[Row, ...]
    hops: tuple[HopView, ...]
    tries: tuple[str, ...]
    fetched: tuple[Row, ...]
    certificates: tuple[Row, ...]
    """Each certificate in words, and its SHA-256; the server's own first."""
    wire_sha256: str
    """Where it differs from the body's: of the bytes as they were sent."""
    derived_from: str


def capture_view(capture: CaptureEntry, url: str) -> CaptureView:
    """The capture of ``url`` in words."""
    label, meaning, usable = _quality(capture.quality)
    role, about = ROLE_WORDS[capture.role]
    final = capture.finalUrl or ""
    reason = capture.problem.message if capture.problem else capture.reason or ""
    wire = capture.wireSha256 or ""
    return CaptureView(
        role=role,
        about=about,
        terms=CAPTURE_TERMS.get(capture.role, CaptureTerms()),
        outcome=OUTCOME_WORDS[capture.outcome],
        stored=capture.outcome == "stored",
        time=capture.retrievedAt,
        time_words=wording.moment(capture.retrievedAt),
        status=_status(capture),
        final_url=final if final != url else "",
        final_href=safe_href(final)[0],
        media_type=capture.mediaType or "",
        size=wording.size(capture.size) if capture.size is not None else "",
        sha256=capture.sha256 or "",
        quality=label,
        quality_meaning=meaning,
        usable=usable,
        problem="" if usable else wording.readable(reason),
        note=wording.readable(reason) if usable else "",
        archived=wording.moment(capture.archivedAt) if capture.archivedAt else "",
        facts=tuple(_facts(capture)),
        asks=tuple(_asks(capture)),
        hops=tuple(HopView(h.url, h.status, h.location, h.address or "") for h in capture.hops),
        tries=tuple(_try(one) for one in capture.attempts or ()),
        fetched=tuple(_fetched(capture)),
        certificates=tuple((_certificate(one), one.sha256) for one in capture.tls or ()),
        wire_sha256=wire if wire != capture.sha256 else "",
        derived_from=capture.derivedFrom or "",
    )


def _quality(name: str) -> tuple[str, str, bool]:
    try:
        quality = Quality(name)
    except ValueError:  # a later version of the source set may name more
        return name, "", False
    label, meaning = wording.QUALITY_WORDS[quality]
    return label, meaning, quality.usable


def _status(capture: CaptureEntry) -> str:
    if capture.status is not None:
        return f"HTTP {capture.status}"
    return "No answer" if capture.outcome != "stored" else "Made here"


def _facts(capture: CaptureEntry) -> Iterator[Row]:
    for name, value in capture.facts or ():
        said = wording.readable(value)
        if name == "author association":
            said = ASSOCIATION_WORDS.get(value, said)
        yield wording.sentence_case(name), said


def _asks(capture: CaptureEntry) -> Iterator[Row]:
    if capture.robots:
        yield "robots.txt", ROBOTS_WORDS[capture.robots]
    asked = [RESERVATION_WORDS.get(one, one) for one in capture.reservations or ()]
    if asked:
        yield "Publisher asks", wording.sentence_case("; ".join(asked)) + "."


def _try(one: AttemptEntry) -> str:
    what = f"HTTP {one.status}" if one.problem is None and one.status is not None else one.problem
    waited = f"{one.waited / 1000:.1f}".removesuffix(".0")
    unit = "second" if waited == "1" else "seconds"
    return f"{wording.moment(one.at)}: {what or 'no answer'}; {waited} {unit} later tried again"


_MASKED = {
    "finalUrl": "the address", "headers": "the headers", "hops": "the redirects",
    "facts": "what it says of itself", "reason": "the note", "problem": "the problem",
}  # fmt: skip


def _fetched(capture: CaptureEntry) -> Iterator[Row]:
    if capture.address:
        yield "Server", capture.address
    yield "Client", capture.client
    if capture.mark:
        yield "Judged by", f"the sign “{capture.mark}”"
    if capture.masked:
        where = ", ".join(_MASKED.get(name, name) for name in capture.masked)
        yield "Masked", f"who captured it, and tokens of the visit, with X in {where}"


def _certificate(one: CertificateEntry) -> str:
    span = f"{wording.day(one.notBefore)} to {wording.day(one.notAfter)}"
    return f"{one.subject or 'No name'}, issued by {one.issuer or 'nobody'}, valid {span}"
