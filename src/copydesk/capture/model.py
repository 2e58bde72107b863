"""What a source returned, as a value: stored, failed or refused, never lost.

A source can have several captures: the page as received, and variants of it (rendered, raw data of
the site's interface, a web archive's copy), each with a hash of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from copydesk.report import Quality

__all__ = [
    "Attempt",
    "Capture",
    "CaptureProblem",
    "Certificate",
    "Hop",
    "Outcome",
    "Robots",
    "Role",
    "SourceCaptures",
]


class Role(StrEnum):
    """What kind of variant a capture is; an archive's copy is never passed off as the page."""

    PAGE = "page"
    RENDERED = "rendered-dom"
    TEXT = "visible-text"
    SCREENSHOT = "screenshot"
    RAW = "raw"
    PDF = "pdf"
    ARCHIVE = "archive-copy"


class Robots(StrEnum):
    """What the host's robots.txt says of the address; ``unknown`` where it cannot be had."""

    ALLOWED = "allowed"
    DISALLOWED = "disallowed"
    UNKNOWN = "unknown"


class Outcome(StrEnum):
    """``stored``: a body was received and kept (whatever its status). ``failed``: none came.
    ``refused``: Copydesk would not ask (an address that is not public, a scheme, a limit).
    """

    STORED = "stored"
    FAILED = "failed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Hop:
    """One redirect: the URL asked for, the status it answered, the peer address it came from."""

    url: str
    status: int
    location: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """One certificate of the peer's chain, leaf first; ``sha256`` is of its DER bytes."""

    sha256: str
    subject: str
    issuer: str
    not_before: str
    not_after: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """An earlier try that was given up for another: what it answered and the wait before the next.

    ``waited`` is in milliseconds.
    """

    at: str
    status: int | None
    problem: str
    waited: int


@dataclass(frozen=True, slots=True)
class CaptureProblem:
    """Why there is no body: a stable code and a sentence."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Capture:
    """One attempt to fetch one URL, or what was made of such a capture.

    ``derived_from`` is the digest of the capture that a variant was made from; ``archived_at`` the
    time at which a web archive took its copy; ``mark`` the signature that decided ``quality``;
    ``reservations`` what the publisher reserves (``noarchive``, ``noai``, ``tdm-reservation``);
    ``facts`` what a raw variant states of itself (state, author, times), for showing.
    ``sha256`` and ``size`` are of the received, content-decoded body, ``wire_sha256`` of the bytes
    as they came over the wire; ``wire_sha1`` in base32 too, as web archives' indexes hold it (not signed,
    for a comparison only). ``headers`` is the raw header list in order, names in lower case.
    ``retrieved_at`` is ``YYYY-MM-DDTHH:MM:SSZ``. ``body`` is dropped once the body is in the store.
    """

    url: str
    outcome: Outcome
    retrieved_at: str
    client: str
    final_url: str = ""
    status: int | None = None
    http_version: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    hops: tuple[Hop, ...] = ()
    address: str = ""
    media_type: str = ""
    size: int = 0
    sha256: str | None = None
    wire_sha256: str | None = None
    wire_sha1: str = ""
    quality: Quality = Quality.MISSING
    reason: str = ""
    problem: CaptureProblem | None = None
    body: bytes | None = None
    role: Role = Role.PAGE
    derived_from: str | None = None
    archived_at: str = ""
    mark: str = ""
    tls: tuple[Certificate, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    robots: Robots | None = None
    reservations: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SourceCaptures:
    """One cited URL and everything that was captured for it; ``captures[0]`` is the page."""

    url: str
    captures: tuple[Capture, ...]

    @property
    def page(self) -> Capture:
        """The capture of the URL itself."""
        return self.captures[0]
