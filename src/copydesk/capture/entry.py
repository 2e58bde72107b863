"""A capture as the entry of a signed source set."""

from __future__ import annotations

from copydesk.capture.model import Capture, Outcome
from copydesk.provenance.chunks import chunk_root
from copydesk.provenance.statements import CaptureEntry, HopEntry, ProblemEntry

__all__ = ["to_entry"]

# What a statement may hold of one text; longer ones come from hostile servers only.
MAX_CHARS = 4_096
MAX_HEADERS = 100


def to_entry(capture: Capture) -> CaptureEntry:
    """The entry of ``capture``; long header values are cut, all else is as received.

    Passages of a stored body can be proved only if the capture still has it (``body``).
    """
    stored = capture.outcome is Outcome.STORED
    problem = capture.problem
    return CaptureEntry(
        role="pdf" if capture.media_type.startswith("application/pdf") else "page",
        outcome=capture.outcome.value,
        retrievedAt=capture.retrieved_at,
        client=capture.client,
        finalUrl=_cut(capture.final_url) or None,
        status=capture.status,
        mediaType=_cut(capture.media_type) or None,
        size=capture.size if stored else None,
        sha256=capture.sha256 if stored else None,
        wireSha256=capture.wire_sha256 if stored else None,
        chunkRoot=chunk_root(capture.body) if stored and capture.body is not None else None,
        headers=[(_cut(name), _cut(value)) for name, value in capture.headers[:MAX_HEADERS]],
        hops=[
            HopEntry(url=_cut(hop.url), status=hop.status, location=_cut(hop.location))
            for hop in capture.hops
        ],
        quality=capture.quality.value,
        reason=_cut(capture.reason) or None,
        problem=ProblemEntry(code=problem.code, message=_cut(problem.message)) if problem else None,
    )


def _cut(text: str) -> str:
    """Bounded, and without what no signed text can hold."""
    return text[:MAX_CHARS].encode("utf-8", "replace").decode("utf-8")
