"""A capture as the entry of a signed source set."""

from __future__ import annotations

from collections.abc import Sequence

from copydesk.capture.addresses import IPAddress
from copydesk.capture.model import Capture, Certificate, Outcome, Role
from copydesk.capture.own_marks import mask
from copydesk.provenance.chunks import chunk_root
from copydesk.provenance.source_set import (
    AttemptEntry,
    CaptureEntry,
    CertificateEntry,
    HopEntry,
    ProblemEntry,
    RoleName,
)

__all__ = ["to_entry"]

# What a statement may hold of one text; longer ones come from hostile servers only.
MAX_CHARS = 4_096
MAX_HEADERS = 100


def to_entry(capture: Capture, own: Sequence[IPAddress] = ()) -> CaptureEntry:
    """The entry of ``capture``; long header values are cut, all else is as received.

    Passages of a stored body can be proved only if the capture still has it (``body``).

    Args:
        capture: what was captured.
        own: the capturer's addresses. Where a header, a redirect or another text holds one of them, or
            a token of the session, it is masked, and ``masked`` names the field: a statement is signed
            and published whole, so that nothing could be taken out of it afterwards.
    """
    entry = _entry(capture)
    return _masked(entry, capture.url, own)


def _masked(entry: CaptureEntry, cited: str, own: Sequence[IPAddress]) -> CaptureEntry:
    def plain(text: str) -> str:
        return mask(text, own, cited)

    problem = entry.problem
    made: dict[str, object] = {
        "finalUrl": plain(entry.finalUrl) if entry.finalUrl else None,
        "headers": [(name, plain(value)) for name, value in entry.headers],
        "hops": [
            hop.model_copy(update={"url": plain(hop.url), "location": plain(hop.location)})
            for hop in entry.hops
        ],
        "facts": [(name, plain(value)) for name, value in entry.facts] if entry.facts else None,
        "reason": plain(entry.reason) if entry.reason else None,
        "problem": problem.model_copy(update={"message": plain(problem.message)})
        if problem
        else None,
    }
    changed = [name for name, value in made.items() if value != getattr(entry, name)]
    return entry.model_copy(update={**made, "masked": changed}) if changed else entry


def _entry(capture: Capture) -> CaptureEntry:
    stored = capture.outcome is Outcome.STORED
    problem = capture.problem
    return CaptureEntry(
        role=_role(capture),
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
        derivedFrom=capture.derived_from,
        archivedAt=capture.archived_at or None,
        address=_cut(capture.address) or None,
        tls=[_certificate(one) for one in capture.tls] or None,
        attempts=[
            AttemptEntry(at=a.at, status=a.status, problem=a.problem or None, waited=a.waited)
            for a in capture.attempts
        ]
        or None,
        robots=capture.robots.value if capture.robots else None,
        reservations=[_cut(one) for one in capture.reservations] or None,
        facts=[(_cut(name), _cut(value)) for name, value in capture.facts] or None,
        mark=capture.mark or None,
        headers=[(_cut(name), _cut(value)) for name, value in capture.headers[:MAX_HEADERS]],
        hops=[
            HopEntry(
                url=_cut(hop.url),
                status=hop.status,
                location=_cut(hop.location),
                address=_cut(hop.address) or None,
            )
            for hop in capture.hops
        ],
        quality=capture.quality.value,
        reason=_cut(capture.reason) or None,
        problem=ProblemEntry(code=problem.code, message=_cut(problem.message)) if problem else None,
    )


def _role(capture: Capture) -> RoleName:
    if capture.role is Role.PAGE and capture.media_type.startswith("application/pdf"):
        return "pdf"
    return capture.role.value


def _certificate(one: Certificate) -> CertificateEntry:
    return CertificateEntry(
        sha256=one.sha256,
        subject=_cut(one.subject),
        issuer=_cut(one.issuer),
        notBefore=one.not_before,
        notAfter=one.not_after,
    )


def _cut(text: str) -> str:
    """Bounded, and without what no signed text can hold."""
    return text[:MAX_CHARS].encode("utf-8", "replace").decode("utf-8")
