"""What one fetch of a source returned, as a value: stored, failed or refused, never lost."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from copydesk.report import Quality

__all__ = ["Capture", "CaptureProblem", "Hop", "Outcome"]


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
class CaptureProblem:
    """Why there is no body: a stable code and a sentence."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Capture:
    """One attempt to fetch one URL.

    ``sha256`` and ``size`` are of the received, content-decoded body, ``wire_sha256`` of the bytes
    as they came over the wire. ``headers`` is the raw header list in order, names in lower case.
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
    quality: Quality = Quality.MISSING
    reason: str = ""
    problem: CaptureProblem | None = None
    body: bytes | None = None
