"""Captured bodies, content-addressed: ``captures/sha256/<aa>/<hex>.zst`` (DESIGN section 2)."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import zstandard

from copydesk.atomic import atomic_write
from copydesk.errors import EvidenceError, NewsroomError

__all__ = ["MAX_BODY_BYTES", "pack_body", "read_capture", "store_body", "stored_path"]

# zstd level 9 measured best on real captures: 16 % of the raw size at gzip -6's speed.
LEVEL = 9
# As large as any configured capture limit may sensibly be.
MAX_BODY_BYTES = 256 * 1024 * 1024


def stored_path(root: Path, sha256: str) -> Path:
    """Where the body with that digest is kept.

    Raises:
        EvidenceError: ``sha256`` is no digest.
    """
    if not re.fullmatch(r"[0-9a-f]{64}", sha256):
        raise EvidenceError(f"{sha256!r} is not a SHA-256 digest.", fix="Check the source set.")
    return root / "captures" / "sha256" / sha256[:2] / f"{sha256}.zst"


def pack_body(body: bytes) -> bytes:
    """The body as it is kept: one zstd frame that states its size."""
    return zstandard.ZstdCompressor(level=LEVEL).compress(body)


def store_body(root: Path, body: bytes) -> str:
    """Keep a body and return its SHA-256; a whole one already there is not rewritten.

    Raises:
        NewsroomError: the disk refuses.
    """
    sha256 = hashlib.sha256(body).hexdigest()
    path = stored_path(root, sha256)
    if not _is_whole(root, sha256):
        try:
            atomic_write(path, pack_body(body))
        except OSError as error:
            raise NewsroomError(
                f"A capture cannot be kept: {error.strerror or error}.",
                fix="Check the disk's free space and the folder's permissions.",
                location=str(path),
            ) from error
    return sha256


def _is_whole(root: Path, sha256: str) -> bool:
    """Whether the body is there and undamaged: capturing again is how damage is mended."""
    try:
        read_capture(root, sha256)
    except EvidenceError:
        return False
    return True


def read_capture(root: Path, sha256: str) -> bytes:
    """The stored body with that digest, re-hashed.

    Raises:
        EvidenceError: it is not there, damaged, longer than :data:`MAX_BODY_BYTES`, or another.
    """
    path = stored_path(root, sha256)
    try:
        with path.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as reader:
            body = reader.read(MAX_BODY_BYTES + 1)
    except FileNotFoundError as error:
        raise EvidenceError(
            f"The captured body {sha256} is not in this newsroom.",
            fix="Restore the captures folder, or capture again.",
            location=str(path),
        ) from error
    except (OSError, zstandard.ZstdError) as error:
        raise EvidenceError(
            f"The captured body {sha256} cannot be read: {error}.",
            fix="Restore it from a backup, or capture again.",
            location=str(path),
        ) from error
    if len(body) > MAX_BODY_BYTES or hashlib.sha256(body).hexdigest() != sha256:
        raise EvidenceError(
            f"The stored body {sha256} is not the one that was captured.",
            fix="Restore it from a backup, or capture again.",
            location=str(path),
        )
    return body
