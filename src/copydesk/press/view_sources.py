"""The numbered sources: what was asked for, what came back, and whether it can serve as evidence."""

from __future__ import annotations

from dataclasses import dataclass

from copydesk.press import wording
from copydesk.press.links import safe_href
from copydesk.press.signed_trace import SignedTrace, signed_trace
from copydesk.provenance.record import Record
from copydesk.provenance.statements import CaptureEntry, SourceEntry
from copydesk.report import Quality

__all__ = ["CaptureView", "HopView", "SourceView", "source_views"]

_ROLE_WORDS = {
    "page": "Page as received",
    "rendered-dom": "Page after its scripts ran",
    "visible-text": "Text that a browser shows",
    "screenshot": "Picture of the page",
    "raw": "Raw data from the site’s interface",
    "pdf": "PDF",
    "archive-copy": "Copy held by a web archive",
}
_OUTCOME_WORDS = {
    "stored": "Archived",
    "failed": "Not archived: the fetch failed",
    "refused": "Not archived: the address was refused",
}


@dataclass(frozen=True, slots=True)
class HopView:
    """One redirect on the way."""

    url: str
    status: int
    location: str


@dataclass(frozen=True, slots=True)
class CaptureView:
    """One capture as shown. Empty strings stand for what the statement does not hold."""

    role: str
    outcome: str
    stored: bool
    time: str
    time_words: str
    client: str
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
    hops: tuple[HopView, ...]


@dataclass(frozen=True, slots=True)
class SourceView:
    """One source as shown; ``href`` is empty where the URL must not become a link."""

    id: int
    url: str
    href: str
    host: str
    matched: int
    matched_words: str
    captures: tuple[CaptureView, ...]


def source_views(record: Record) -> tuple[SourceView, ...]:
    """All sources of the signed source set, in its order."""
    if record.source_set is None:
        return ()
    matched = _matched_by_source(signed_trace(record))
    return tuple(
        _source(entry, matched.get(entry.id, 0)) for entry in record.source_set.predicate.sources
    )


def _matched_by_source(trace: SignedTrace) -> dict[int, int]:
    """How many matched specifics lean on each source."""
    out: dict[int, int] = {}
    for item in trace.specifics:
        if item.status in wording.MATCHED:
            for source in {entry.source for entry in item.evidence}:
                out[source] = out.get(source, 0) + 1
    return out


def _source(entry: SourceEntry, matched: int) -> SourceView:
    href, host = safe_href(entry.url)
    return SourceView(
        entry.id,
        entry.url,
        href,
        host,
        matched,
        wording.sentence_case(f"{wording.count(matched, 'specific')} of the article matched here"),
        tuple(_capture(capture, entry.url) for capture in entry.captures),
    )


def _quality(name: str) -> tuple[str, str, bool]:
    try:
        quality = Quality(name)
    except ValueError:  # a later version of the source set may name more
        return name, "", False
    label, meaning = wording.QUALITY_WORDS[quality]
    return label, meaning, quality.usable


def _capture(capture: CaptureEntry, url: str) -> CaptureView:
    label, meaning, usable = _quality(capture.quality)
    final = capture.finalUrl or ""
    reason = capture.problem.message if capture.problem else capture.reason or ""
    return CaptureView(
        role=_ROLE_WORDS[capture.role],
        outcome=_OUTCOME_WORDS[capture.outcome],
        stored=capture.outcome == "stored",
        time=capture.retrievedAt,
        time_words=wording.moment(capture.retrievedAt),
        client=capture.client,
        status=f"HTTP {capture.status}" if capture.status is not None else "No answer",
        final_url=final if final != url else "",
        final_href=safe_href(final)[0],
        media_type=capture.mediaType or "",
        size=wording.size(capture.size) if capture.size is not None else "",
        sha256=capture.sha256 or "",
        quality=label,
        quality_meaning=meaning,
        usable=usable,
        problem="" if usable else reason,
        note=reason if usable else "",
        hops=tuple(HopView(h.url, h.status, h.location) for h in capture.hops),
    )
