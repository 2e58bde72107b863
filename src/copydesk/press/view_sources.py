"""The numbered sources: what was asked for, what came back, and whether it can serve as evidence."""

from __future__ import annotations

from dataclasses import dataclass

from copydesk.press import wording
from copydesk.press.links import safe_href
from copydesk.press.signed_trace import SignedTrace, signed_trace
from copydesk.press.view_captures import CaptureView, capture_view
from copydesk.provenance.record import Record
from copydesk.provenance.statements import SourceEntry

__all__ = ["SourceView", "source_views"]


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
        tuple(capture_view(capture, entry.url) for capture in entry.captures),
    )
