"""The source set: every capture of every cited URL, failures included (DESIGN section 3)."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from copydesk.provenance.fields import Count, Name, Sha256, Text, Time
from copydesk.provenance.parts import Actor, Model

__all__ = [
    "AttemptEntry",
    "CaptureEntry",
    "CertificateEntry",
    "HopEntry",
    "ProblemEntry",
    "RoleName",
    "SourceEntry",
    "SourceSetPredicate",
]


class HopEntry(Model):
    """One redirect on the way to the body."""

    url: Text
    status: Count
    location: Text
    address: Name | None = None  # the server's


RoleName = Literal[
    "page", "rendered-dom", "visible-text", "screenshot", "raw", "pdf", "archive-copy"
]


class CertificateEntry(Model):
    """One certificate of the server's chain, leaf first; ``sha256`` is of its DER bytes."""

    sha256: Sha256
    subject: Text
    issuer: Text
    notBefore: Time  # noqa: N815 - the statement's own field name
    notAfter: Time  # noqa: N815


class AttemptEntry(Model):
    """An earlier try: when, what it answered, and the milliseconds waited before the next."""

    at: Time
    status: Count | None = None
    problem: Name | None = None
    waited: Count


class ProblemEntry(Model):
    """Why there is no body."""

    code: Name
    message: Text


class CaptureEntry(Model):
    """One variant of what a source returned; failures are entries like any other."""

    role: RoleName
    outcome: Literal["stored", "failed", "refused"]
    retrievedAt: Time  # noqa: N815 - the statement's own field name
    client: Name
    finalUrl: Text | None = None  # noqa: N815
    status: Count | None = None
    mediaType: Text | None = None  # noqa: N815
    size: Count | None = None
    sha256: Sha256 | None = None
    wireSha256: Sha256 | None = None  # noqa: N815
    chunkRoot: Sha256 | None = None  # noqa: N815 - provenance/chunks.py; of the stored body
    derivedFrom: Sha256 | None = None  # noqa: N815 - the capture that this variant was made from
    archivedAt: Time | None = None  # noqa: N815 - when a web archive took its copy
    address: Name | None = None  # the server's
    tls: list[CertificateEntry] | None = None
    attempts: list[AttemptEntry] | None = None
    robots: Literal["allowed", "disallowed", "unknown"] | None = None
    reservations: list[Name] | None = None
    facts: list[tuple[Name, Text]] | None = None
    masked: list[Name] | None = None  # fields in which the capturer's own marks were made illegible
    headers: list[tuple[str, str]] = Field(default_factory=list)
    hops: list[HopEntry] = Field(default_factory=list)
    quality: Name
    mark: Name | None = None  # the signature that decided the quality
    reason: Text | None = None
    problem: ProblemEntry | None = None

    @model_validator(mode="after")
    def _stored_means_a_body(self) -> Self:
        stored = self.outcome == "stored"
        if stored != (self.sha256 is not None and self.size is not None):
            raise ValueError("an entry has sha256 and size exactly when it is stored")
        if stored == (self.problem is not None):
            raise ValueError("an entry has a problem exactly when it is not stored")
        if self.chunkRoot is not None and not stored:
            raise ValueError("only a stored entry has a chunkRoot")
        return self


class SourceEntry(Model):
    """One cited URL with all its captures; ``id`` is its place in the article's list, from 1."""

    id: Annotated[int, Field(ge=1)]
    url: Text
    captures: list[CaptureEntry]


class SourceSetPredicate(Model):
    """Signed by the collector. ``subject[0]`` is the digest of the canonical list of URLs; the
    stored bodies follow.
    """

    collector: Actor
    capturedAt: Time  # noqa: N815
    sources: list[SourceEntry]

    @model_validator(mode="after")
    def _ids_are_places(self) -> Self:
        if any(entry.id != place for place, entry in enumerate(self.sources, 1)):
            raise ValueError("the ids of the sources count up from 1")
        return self
