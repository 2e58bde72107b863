"""Captured pages beside the hashes that were recorded when they were fetched.

Where the two differ, version control may have rewritten line ends
(:mod:`copydesk.importers.line_ends`): the recorded hash is then that of the stored bytes with CRLF
in some places where LF stands now.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from copydesk.importers.archive_files import ArchiveFiles
from copydesk.importers.herald_records import Manifest, ManifestEntry
from copydesk.importers.line_ends import (
    MAX_TRIED_BYTES,
    bare_line_ends,
    full_conversion,
    restoring_run,
)
from copydesk.importers.unfit import Unfit, UnfitKind

__all__ = [
    "MAX_CAPTURE_BYTES",
    "CaptureFinding",
    "CaptureState",
    "judge_capture",
    "read_capture_file",
    "read_captures",
    "unzip",
]

# The largest page of the known archive has 9 MB.
MAX_CAPTURE_BYTES = 32 * 1024 * 1024
# All pages of one story; and those of one whose line ends are tried. Real stories cite a dozen.
MAX_STORY_BYTES = 512 * 1024 * 1024
MAX_TRIED_PAGES = 64

_SHA256 = re.compile(r"[0-9a-f]{64}\Z")


class CaptureState(StrEnum):
    """What became of a cited page."""

    MATCHES = "matches"
    LINE_ENDS = "line-ends"
    """Converting line ends back gives the recorded hash: shown, not guessed."""
    LINE_ENDS_LIKELY = "line-ends-likely"
    """As many bytes are missing as a conversion could have taken; not shown."""
    DIFFERS = "differs"
    NO_HASH = "no-hash"
    """A body is there, but no hash was recorded."""
    NOT_STORED = "not-stored"
    """Nothing was kept when it was fetched."""
    UNREADABLE = "unreadable"
    """The manifest names a file that is not there, or cannot be read."""


@dataclass(frozen=True, slots=True)
class CaptureFinding:
    """One entry of a manifest against the bytes in its folder. ``actual`` and ``size`` are of the
    body, unpacked where it is kept gzipped.
    """

    url: str
    file: str | None
    state: CaptureState
    recorded: str | None
    actual: str | None
    size: int | None
    reason: str
    unfit: Unfit | None = None

    def as_json(self) -> dict[str, Any]:
        """For ``--format json``."""
        return {
            "url": self.url,
            "file": self.file,
            "state": str(self.state),
            "recorded_sha256": self.recorded,
            "actual_sha256": self.actual,
            "size": self.size,
            "reason": self.reason,
        }


def read_capture_file(
    files: ArchiveFiles, manifest: Manifest, entry: ManifestEntry, budget: int = MAX_TRIED_BYTES
) -> tuple[CaptureFinding, bytes | None]:
    """One captured page, judged as :func:`judge_capture` does, and its body where there is one."""
    stored = None
    if entry.file is not None:
        path = f"{manifest.folder}/{entry.file}"
        stored = files.read(path, MAX_CAPTURE_BYTES)
        if not isinstance(stored, Unfit) and entry.file.endswith(".gz"):
            stored = unzip(stored, path)
    body = None if isinstance(stored, Unfit) else stored
    return judge_capture(entry, stored, budget), body


def read_captures(
    files: ArchiveFiles, manifest: Manifest, budget: int = MAX_TRIED_BYTES
) -> Iterator[tuple[CaptureFinding, bytes | None]]:
    """Every page of a story's manifest, in its order, as :func:`read_capture_file` has it.

    A file that is named again for the same hash is looked at once, and its body is given once. What
    all pages of one story together may cost is bounded.
    """
    seen: dict[tuple[str, str | None], CaptureFinding] = {}
    left, tries = MAX_STORY_BYTES, MAX_TRIED_PAGES
    for entry in manifest.entries:
        if entry.file is None:
            yield read_capture_file(files, manifest, entry)
        elif (entry.file, entry.sha256) in seen:
            yield replace(seen[entry.file, entry.sha256], url=entry.url), None
        elif left <= 0:
            yield judge_capture(entry, _too_much(f"{manifest.folder}/{entry.file}")), None
        else:
            found, body = read_capture_file(files, manifest, entry, budget if tries else 0)
            seen[entry.file, entry.sha256] = found
            left -= _cost(found)
            tries -= tries > 0 and found.state in {
                CaptureState.LINE_ENDS,
                CaptureState.LINE_ENDS_LIKELY,
            }
            yield found, body


def _cost(found: CaptureFinding) -> int:
    """How many bytes were read; where unpacking failed, as many as it may have come to."""
    if found.size is not None:
        return found.size
    packed = found.unfit is not None and found.unfit.kind is UnfitKind.COMPRESSION
    return MAX_CAPTURE_BYTES if packed else 0


def _too_much(path: str) -> Unfit:
    reason = (
        f"The pages named before it have {MAX_STORY_BYTES:,} bytes; no more are read of one story."
    )
    return Unfit(path, UnfitKind.TOO_LARGE, reason)


def unzip(data: bytes, path: str) -> bytes | Unfit:
    """The body of a gzipped file, at most :data:`MAX_CAPTURE_BYTES`."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        body = unpacker.decompress(data, MAX_CAPTURE_BYTES + 1)
    except zlib.error as error:
        return Unfit(path, UnfitKind.COMPRESSION, f"It is not gzip: {error}.")
    if len(body) > MAX_CAPTURE_BYTES:
        reason = f"It unpacks to more than {MAX_CAPTURE_BYTES:,} bytes."
        return Unfit(path, UnfitKind.COMPRESSION, reason)
    if not unpacker.eof:
        return Unfit(path, UnfitKind.COMPRESSION, "It is cut off.")
    if unpacker.unused_data:
        return Unfit(
            path, UnfitKind.COMPRESSION, "Something follows the end of its one gzip member."
        )
    return body


def judge_capture(
    entry: ManifestEntry, stored: bytes | Unfit | None, budget: int = MAX_TRIED_BYTES
) -> CaptureFinding:
    """Compare a stored body with what the manifest recorded of it.

    Args:
        entry: the manifest's entry.
        stored: the body's bytes (unpacked); why there are none; or ``None`` where none is named.
        budget: how many bytes may be hashed to show a conversion of line ends.
    """
    recorded = entry.sha256
    if isinstance(stored, Unfit):
        return _finding(entry, CaptureState.UNREADABLE, stored.reason, None, stored)
    if stored is None:
        return _finding(entry, CaptureState.NOT_STORED, _why_not_stored(entry), None)
    if recorded is None:
        return _finding(entry, CaptureState.NO_HASH, "No hash was recorded.", stored)
    if not _SHA256.match(recorded):
        return _finding(entry, CaptureState.NO_HASH, "What was recorded is no SHA-256.", stored)
    if hashlib.sha256(stored).hexdigest() == recorded:
        return _finding(entry, CaptureState.MATCHES, "The bytes have the recorded hash.", stored)
    return _finding(entry, *_explain(entry, stored, recorded, budget), stored)


def _why_not_stored(entry: ManifestEntry) -> str:
    if entry.error:
        return f"Nothing was kept: {entry.error}."
    return f"Nothing was kept; the server answered {entry.status_code or 'nothing'}."


def _finding(
    entry: ManifestEntry,
    state: CaptureState,
    reason: str,
    body: bytes | None,
    unfit: Unfit | None = None,
) -> CaptureFinding:
    return CaptureFinding(
        url=entry.url,
        file=entry.file,
        state=state,
        recorded=entry.sha256,
        actual=None if body is None else hashlib.sha256(body).hexdigest(),
        size=None if body is None else len(body),
        reason=reason,
        unfit=unfit,
    )


def _explain(
    entry: ManifestEntry, body: bytes, recorded: str, budget: int
) -> tuple[CaptureState, str]:
    """Why a body does not have its recorded hash."""
    if hashlib.sha256(body.replace(b"\r\n", b"\n")).hexdigest() == recorded:
        return CaptureState.LINE_ENDS, "With LF for every CRLF it has the recorded hash."
    if hashlib.sha256(full_conversion(body)).hexdigest() == recorded:
        return CaptureState.LINE_ENDS, "With CRLF for every LF it has the recorded hash."
    bare = bare_line_ends(body)
    missing = (entry.content_length or 0) - len(body)
    if not 0 < missing <= bare:
        return CaptureState.DIFFERS, "The bytes are others than those that were recorded."
    line = restoring_run(body, missing, recorded, budget)
    if line is not None:
        return CaptureState.LINE_ENDS, _run_words(missing, line)
    reason = (
        f"{missing:,} bytes are missing and {bare:,} line ends are LF: a conversion of line "
        "ends is likely, but which of them were CRLF is not recorded."
    )
    return CaptureState.LINE_ENDS_LIKELY, reason


def _run_words(missing: int, line: int) -> str:
    ends = "at the end of line" if missing == 1 else f"for the {missing:,} line ends from line"
    return f"With CRLF {ends} {line:,} it has the recorded hash."
