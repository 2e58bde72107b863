"""A record whose third source shows all that a capture can hold."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from copydesk.provenance.record import Record
from copydesk.provenance.source_set import (
    AttemptEntry,
    CaptureEntry,
    CertificateEntry,
    HopEntry,
    ProblemEntry,
)

__all__ = ["with_rich_captures"]

AT = "2026-11-09T09:13:07Z"
PAGE = "https://code.example/otter/weir/issues/7"
COPY = f"https://archive.example/web/20261104080000id_/{PAGE}"


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _stored(role: str, text: str, **more: object) -> CaptureEntry:
    base: dict[str, object] = {
        "role": role, "outcome": "stored", "retrievedAt": AT, "client": "copydesk/0.1 httpx/0.28.1",
        "sha256": _sha(text), "size": 48_211, "status": 200, "quality": "ok", "mark": "text",
        "mediaType": "text/html; charset=utf-8", "finalUrl": PAGE,
    }  # fmt: skip
    return CaptureEntry.model_validate(base | more)


def _chain() -> list[CertificateEntry]:
    return [
        CertificateEntry(
            sha256=_sha(name), subject=f"CN={name}", issuer=f"CN={by},O=Weir Trust,C=IE",
            notBefore="2026-09-01T00:00:00Z", notAfter="2026-11-30T00:00:00Z",
        )
        for name, by in (("code.example", "Weir CA 3"), ("Weir CA 3", "Weir Root"))
    ]  # fmt: skip


def rich_captures() -> list[CaptureEntry]:
    """A page that refused after two tries, its data, a browser's variants, two tries at an archive."""
    page = _stored(
        "page", "wall", status=403, quality="blocked", mark="refused-status",
        reason="The server refuses access (HTTP 403).", wireSha256=_sha("packed wall"),
        address="203.0.113.80", tls=_chain(), robots="disallowed",
        masked=["headers", "hops"], reservations=["noarchive", "noai", "tdm-reservation", "nosnippet"],
        attempts=[
            AttemptEntry(at="2026-11-09T09:13:01Z", status=429, waited=1000),
            AttemptEntry(at="2026-11-09T09:13:03Z", problem="timeout", waited=2500),
        ],
        hops=[
            HopEntry(url="https://code.example/7", status=301, location="/i/7", address="203.0.113.79"),
            HopEntry(url="https://code.example/i/7", status=302, location=PAGE),
        ],
    )  # fmt: skip
    raw = _stored(
        "raw", "data", mediaType="application/json", address="203.0.113.81", robots="allowed",
        finalUrl="https://api.code.example/repos/otter/weir/issues/7",
        facts=[
            ("state", "closed"), ("author", "heron"), ("author association", "NONE"),
            ("comments", "2"), ("created", "2026-10-01T08:00:00Z"),
            ("updated", "2026-11-02T09:30:00Z"),
        ],
    )  # fmt: skip
    rendered = _stored("rendered-dom", "dom", derivedFrom=page.sha256, client="Chromium 156")
    text = _stored("visible-text", "seen", derivedFrom=rendered.sha256, client="Chromium 156")
    copy = _stored(
        "archive-copy", "copy", finalUrl=COPY, archivedAt="2026-11-04T08:00:00Z",
        address="203.0.113.90",
        reason="A copy that archive.example made on 2026-11-04, 5 days before the article’s date.",
        facts=[
            ("archive", "archive.example"),
            ("chosen as", "the last copy from before the end of the article’s date (made 5 days earlier)"),
            ("digest in the index", "sha1:Q4YULN754FHV2U6Q5JUT6Q2P57WEWNNY"),
            ("digest", "equal to the SHA-1 of the body"),
        ],
    )  # fmt: skip
    problem = ProblemEntry(code="archive-error", message="archive.example answered HTTP 503.")
    failed = CaptureEntry(
        role="archive-copy", outcome="failed", retrievedAt=AT, client="copydesk/0.1", status=503,
        finalUrl=COPY, quality="missing", mark="no-answer", reason=problem.message, problem=problem,
    )  # fmt: skip
    return [page, raw, rendered, text, failed, copy]


def with_rich_captures(record: Record) -> Record:
    """The record with those captures for its third source."""
    assert record.source_set is not None
    said = record.source_set.predicate
    sources = [
        one.model_copy(update={"captures": rich_captures()}) if one.id == 3 else one
        for one in said.sources
    ]
    changed = replace(record.source_set, predicate=said.model_copy(update={"sources": sources}))
    return replace(record, source_set=changed)
