"""An archive's answer for one copy: when the copy was made, and whether these are its bytes.

Sources: RFC 7089 (``Memento-Datetime``, section 2.1.1); the addresses of Wayback replay,
``<prefix>/<timestamp><flags>/<address>``, where the flag ``id_`` asks for the bytes as archived.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from copydesk.capture.archive.index import moment
from copydesk.capture.model import Capture

__all__ = [
    "Replayed", "digest_fact", "is_replay", "memento_time", "original_of", "read_replayed", "rewritten",
    "stamp_in", "stamp_of",
]  # fmt: skip

_REPLAY = re.compile(r"/([12]\d{13})([a-z]{2}_)?/(https?:/{1,2}[^/].*)", re.DOTALL)

# What replay software writes into a page, within the first of it; each beside its own script's path.
_REWRITTEN = re.compile(
    rb"<!-- BEGIN WAYBACK TOOLBAR INSERT -->|<!-- End Wayback Rewrite JS Include -->"
    rb"|__wm\.(?:init|wombat|bt)\(|/_static/js/(?:bundle-playback|wombat)\.js|\bWB_wombat_Init\(",
)
_STAMP = re.compile(rb"__wm\.wombat\(\"[^\"<>]{1,4096}\",\"([12][0-9]{13})\"")
_HEAD_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Replayed:
    """A replay address in parts; ``stamp`` has 14 digits, ``flags`` is ``id_`` for raw bytes."""

    stamp: str
    flags: str
    original: str


def read_replayed(address: str, prefix: str) -> Replayed | None:
    """The parts of an address of the archive; ``None`` where it is not one below ``prefix``."""
    try:
        parts, own = urlsplit(address), urlsplit(prefix)
        if (parts.hostname, _port(parts.port)) != (own.hostname, _port(own.port)):
            return None
    except ValueError:
        return None
    tail = address.partition("://")[2].partition("/")[2]
    path = own.path.strip("/")
    if path and not tail.startswith(f"{path}/"):
        return None
    found = _REPLAY.fullmatch(f"/{tail.removeprefix(path).lstrip('/')}")
    if found is None or moment(found.group(1)) is None:
        return None
    return Replayed(found.group(1), found.group(2) or "", _whole(found.group(3)))


def _port(port: int | None) -> int | None:
    return None if port in {80, 443} else port


def _whole(original: str) -> str:
    """With both slashes: some servers make one of two in a path."""
    return re.sub(r"^(https?:)/(?=[^/])", r"\1//", original)


def is_replay(address: str) -> bool:
    """Whether an address of any archive is that of a copy, with its time."""
    return _anywhere(address) is not None


def original_of(address: str) -> str:
    """The address that a copy is of, or ``address`` itself where it is not a replay's.

    Of any archive: for captures that come without the newsroom's configuration.
    """
    found = _anywhere(address)
    return _whole(found.group(3)) if found else address


def stamp_of(address: str) -> str:
    """The time in the address of a copy (14 digits), or empty."""
    found = _anywhere(address)
    return found.group(1) if found and moment(found.group(1)) else ""


def _anywhere(address: str) -> re.Match[str] | None:
    return _REPLAY.search(address.partition("://")[2])


def memento_time(headers: tuple[tuple[str, str], ...]) -> datetime | None:
    """The time in ``Memento-Datetime``, or ``None``."""
    said = next((value for name, value in headers if name == "memento-datetime"), "")
    try:
        found = parsedate_to_datetime(said[:100])
    except (ValueError, OverflowError):
        return None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def rewritten(body: bytes) -> bool:
    """Whether replay software has written into the page."""
    return _REWRITTEN.search(body[:_HEAD_BYTES]) is not None


def stamp_in(body: bytes) -> str:
    """When a copy that replay software wrote into was made, by its own words (14 digits), or empty."""
    found = _STAMP.search(body[:_HEAD_BYTES])
    stamp = found.group(1).decode("ascii") if found else ""
    return stamp if moment(stamp) else ""


def digest_fact(capture: Capture, digest: str) -> str:
    """How the body compares with the digest in the index, in words.

    That they are equal shows that this is what the archive stored. That they differ shows nothing
    against it: an archive may store a page packed, and unpack it for whoever asks.
    """
    if not digest:
        return "not compared: the index states no digest of this copy"
    body = hashlib.sha1(capture.body or b"", usedforsecurity=False).digest()
    if base64.b32encode(body).decode() == digest:
        return "equal to the SHA-1 of the body"
    if capture.wire_sha1 == digest:
        return "equal to the SHA-1 of the body as it was sent, before it was unpacked"
    return "differs from the SHA-1 of the body (the archive may have stored it packed)"
