"""Every stored body of a newsroom hashed again, one after the other, in bounded memory.

What is wrong is said for each object, with its likely cause where restoring shows it: a conversion
of line ends that git or an editor made, a text that was decoded and encoded again, a cut.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, BinaryIO

import zstandard

from copydesk.capture.store import MAX_BODY_BYTES

__all__ = [
    "CAUSES",
    "ObjectState",
    "StoredObject",
    "audit_object",
    "audit_store",
    "likely_cause",
    "stored_objects",
]

CAUSES = ("line-ends", "decoded", "uncompressed")
"""The codes of the causes that can be shown."""

STORE = "captures/sha256"
# One byte of a zstd frame can stand for tens of kilobytes: little is given to it at a time.
STEP_BYTES = 1_024
# The longest header of a frame (RFC 8878, section 3.1.1).
MAX_HEADER_BYTES = 18
# A frame that asks for a larger window is not one of ours, and would take that much memory.
MAX_WINDOW_BYTES = 1 << 27
# Bodies up to here are read whole a second time to find out why they do not match.
MAX_CAUSE_BYTES = 32 * 1024 * 1024

_NAME = re.compile(r"([0-9a-f]{64})\.zst")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}".encode()


class ObjectState(StrEnum):
    """``missing``: a source set names it and it is not here, which is no mismatch."""

    OK = "ok"
    WRONG = "wrong"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class StoredObject:
    """One object of the store: ``path`` in the newsroom, ``size`` of the body in bytes (``None``
    where it cannot be told), what is wrong, and the likely cause where it could be shown.
    ``named`` says whether a source set of the newsroom names it. ``code`` is ``ok``, ``absent``,
    ``damaged``, ``another-body`` or one of :data:`CAUSES`.
    """

    path: str
    state: ObjectState
    named: bool
    size: int | None = None
    problem: str = ""
    cause: str = ""
    code: str = "ok"

    def as_json(self) -> dict[str, Any]:
        """One object of the answer of ``copydesk verify --captures``."""
        return {
            "path": self.path,
            "state": self.state.value,
            "named": self.named,
            "size": self.size,
            "problem": self.problem,
            "cause": self.cause,
        }


class _WrongError(Exception):
    """Why an object does not hold the body that it is named for."""


Cause = tuple[str, str]
"""(code, words); both empty where no cause shows."""


def stored_objects(root: Path) -> list[str]:
    """Every entry of the store that is no folder of it, by its path in the newsroom, sorted."""
    found = []
    for entry in _entries(root / STORE):
        if entry.is_symlink() or not entry.is_dir():
            found.append(f"{STORE}/{entry.name}")
            continue
        inside = [f"{STORE}/{entry.name}/{inner.name}" for inner in _entries(Path(entry.path))]
        found += inside
    return sorted(found)


def audit_store(
    root: Path,
    named: Mapping[str, Collection[int]],
    *,
    only_named: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
) -> Iterator[StoredObject]:
    """Hash every object of ``root``'s store again.

    Args:
        root: the newsroom.
        named: SHA-256 of each body that a source set names, with the sizes (bytes) stated for it.
        only_named: leave out what no source set names.
        on_progress: called with (done, all) after each object.

    Yields:
        One result an object, by path; those that are named and not there come last.
    """
    paths = {path: _digest_of(path) for path in stored_objects(root)}
    if only_named:
        paths = {path: sha256 for path, sha256 in paths.items() if sha256 in named}
    gone = sorted(set(named) - set(paths.values()))
    total = len(paths) + len(gone)
    for done, (path, sha256) in enumerate(paths.items(), 1):
        yield _audit(root, path, sha256, named)
        if on_progress is not None:
            on_progress(done, total)
    for sha256 in gone:
        yield _missing(f"{STORE}/{sha256[:2]}/{sha256}.zst")


def audit_object(root: Path, sha256: str, sizes: Collection[int]) -> StoredObject:
    """As :func:`audit_store` for the one body that a source set names, of any of these sizes."""
    path = f"{STORE}/{sha256[:2]}/{sha256}.zst"
    if not os.path.lexists(root / path):
        return _missing(path)
    return _audit(root, path, sha256, {sha256: sizes})


def _missing(path: str) -> StoredObject:
    return StoredObject(
        path, ObjectState.MISSING, named=True, problem="It is not here.", code="absent"
    )


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _digest_of(path: str) -> str:
    """The digest that the object is named for; empty where its name or folder is none."""
    folder, _, name = path.removeprefix(f"{STORE}/").rpartition("/")
    match = _NAME.fullmatch(name)
    return match[1] if match and folder == match[1][:2] else ""


def _audit(
    root: Path, path: str, sha256: str, named: Mapping[str, Collection[int]]
) -> StoredObject:
    is_named = sha256 in named
    if not sha256:
        problem = "Its name is not that of a stored body: <aa>/<sha256>.zst."
        return StoredObject(path, ObjectState.WRONG, is_named, None, problem, code="damaged")
    size: int | None = None
    code = "another-body"
    try:
        with _open(root / path) as file:
            found, size = _hash(file)
        problem = "" if found == sha256 else f"The body's SHA-256 is {found}."
        if not problem and is_named and size not in named[sha256]:
            stated = ", ".join(f"{each:,}" for each in sorted(named[sha256]))
            problem = f"The body has {size:,} bytes, the source set states {stated}."
    except _WrongError as wrong:
        problem, code = str(wrong), "damaged"
    except OSError as error:
        problem, code = f"It cannot be read: {error.strerror or error}.", "damaged"
    if not problem:
        return StoredObject(path, ObjectState.OK, is_named, size)
    shown, cause = _cause(root / path, sha256)
    return StoredObject(path, ObjectState.WRONG, is_named, size, problem, cause, shown or code)


def _open(path: Path) -> BinaryIO:
    """The object, opened; a link or a pipe in its place is refused and not waited for."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    if path.is_symlink():
        raise _WrongError("It is a link, not a file.")
    file = os.fdopen(os.open(path, flags), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise _WrongError("It is not a regular file.")
    return file


def _hash(file: BinaryIO) -> tuple[str, int]:
    """SHA-256 and size of the body in one whole frame that states its size and ends with the file.

    Raises:
        _WrongError: it is not such a frame.
    """
    stated = _stated_size(file.read(MAX_HEADER_BYTES))
    file.seek(0)
    unpack = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW_BYTES).decompressobj()
    digest, size = hashlib.sha256(), 0
    try:
        while not unpack.eof and (data := file.read(STEP_BYTES)):
            body = unpack.decompress(data)
            size += len(body)
            if size > MAX_BODY_BYTES:
                raise _WrongError(f"The body is longer than {MAX_BODY_BYTES:,} bytes.")
            digest.update(body)
    except zstandard.ZstdError as error:
        raise _WrongError(f"The compressed file is damaged: {error}.") from error
    if not unpack.eof:
        raise _WrongError("The compressed file is cut short.")
    if unpack.unused_data or file.read(1):
        raise _WrongError("Something follows the compressed body.")
    if stated is None:
        raise _WrongError("The compressed file does not state the body's size.")
    return digest.hexdigest(), size


def _stated_size(head: bytes) -> int | None:
    try:
        size = zstandard.get_frame_parameters(head).content_size
    except zstandard.ZstdError as error:
        raise _WrongError(f"It is not a compressed body: {error}.") from error
    if size == zstandard.CONTENTSIZE_UNKNOWN:
        return None
    if size > MAX_BODY_BYTES:
        raise _WrongError(
            f"It states a body of {size:,} bytes; none is longer than {MAX_BODY_BYTES:,}."
        )
    return int(size)


def _cause(path: Path, sha256: str) -> Cause:
    """What happened to the object, where undoing it brings the hash back; else what shows in it."""
    try:
        with _open(path) as file:
            data = file.read(MAX_CAUSE_BYTES + 1)
    except (OSError, _WrongError):
        return "", ""
    if len(data) > MAX_CAUSE_BYTES:
        return "", ""
    if _is(data, sha256):
        return (
            "uncompressed",
            "The body lies here uncompressed; compressed with zstd it would be right.",
        )
    for said, undone in _line_ends(data):
        if _is(_unpacked(undone), sha256):
            return "line-ends", (
                f"The line ends of the stored file were converted ({said}); undoing it restores it."
            )
    body = _unpacked(data)
    return ("", "") if body is None else likely_cause(body, sha256)


def likely_cause(body: bytes, sha256: str) -> Cause:
    """Why ``body`` does not have that hash: the code of a cause and the words for it, where undoing
    it brings the hash back or the body shows it; else both are empty.
    """
    for said, undone in _line_ends(body):
        if _is(undone, sha256):
            return "line-ends", (
                f"The line ends of the body were converted ({said}); undoing it restores it."
            )
    if not (count := body.count(_REPLACEMENT)):
        return "", ""
    return "decoded", (
        f"The body holds {count:,} replacement characters (U+FFFD): it seems to have been decoded "
        "to text and encoded again, which cannot be undone."
    )


def _line_ends(data: bytes) -> Iterator[tuple[str, bytes]]:
    lf = data.replace(b"\r\n", b"\n")
    yield "LF to CRLF", lf
    yield "CRLF to LF", lf.replace(b"\n", b"\r\n")


def _unpacked(data: bytes) -> bytes | None:
    try:
        if zstandard.get_frame_parameters(data).content_size > MAX_CAUSE_BYTES:
            return None
        return zstandard.ZstdDecompressor().decompress(data, max_output_size=MAX_CAUSE_BYTES)
    except zstandard.ZstdError:
        return None


def _is(body: bytes | None, sha256: str) -> bool:
    return body is not None and hashlib.sha256(body).hexdigest() == sha256
