"""Results kept from one audit to the next, and across a kill: a file that is only appended to.

A line is ``<digest of the article's place> <JSON>``; the last line about a place counts. A line that
was torn by a kill is cut off, one that cannot be read counts as none. Which line is whose stands in a
temporary file and not in memory (:mod:`copydesk.audit.places`), so that a journal may be of any length.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from filelock import FileLock, Timeout

from copydesk.atomic import atomic_write
from copydesk.audit.places import Places
from copydesk.audit.row import Part
from copydesk.errors import TransientError, UsageError

__all__ = ["Entry", "Journal", "Keys"]

HEAD = b"copydesk.audit-journal/1\n"
# A row holds a few reasons and counts; what is longer was not written here.
MAX_LINE_BYTES = 4 * 1024 * 1024
_NAME_BYTES = 16

Keys = tuple[str, str]
"""Digests of what the two halves of an article's audit depend on."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What was found of one article, and from what."""

    keys: Keys
    statements: Part
    evidence: Part


class Journal:
    """The file, open for reading and appending.

    Args:
        path: the file; made where there is none.
        fresh: forget what it holds.

    Raises:
        UsageError: it cannot be written.
        TransientError: another audit is writing to it.
    """

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        self.path = path
        self._places = Places()
        self._lock = FileLock(f"{path}.lock", timeout=0)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock.acquire()
            if fresh or not self._is_ours():
                atomic_write(path, HEAD)
            self._file = path.open("r+b")
            self._index()
        except Timeout as error:
            self._places.close()
            raise TransientError(
                "Another audit of this archive is running.", fix="Wait for it to finish."
            ) from error
        except OSError as error:
            self._places.close()
            raise UsageError(
                f"{path} cannot be written: {error.strerror or error}.",
                fix="Name another folder with --state DIR.",
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._places)

    def close(self) -> None:
        """Give the file back."""
        self._file.close()
        self._places.close()
        self._lock.release()

    def get(self, place: str) -> Entry | None:
        """What is known of the article at that place, if it can be read."""
        name = _name(place)
        at = self._places.get(name)
        if at is None:
            return None
        self._file.seek(at)
        line = self._file.readline(MAX_LINE_BYTES)
        try:
            value = json.loads(line[2 * _NAME_BYTES + 1 :])
            statements, evidence = value["keys"]
            return Entry(
                (str(statements), str(evidence)),
                Part.from_json(value["statements"]),
                Part.from_json(value["evidence"]),
            )
        except (ValueError, TypeError, LookupError, RecursionError):
            return None

    def put(self, place: str, entry: Entry) -> None:
        """Append what was found."""
        value = {
            "keys": list(entry.keys),
            "statements": entry.statements.as_json(),
            "evidence": entry.evidence.as_json(),
        }
        name = _name(place)
        text = json.dumps(value, separators=(",", ":"))
        if len(text) > MAX_LINE_BYTES // 2:
            return  # no row is as long; it is judged anew each time
        self._file.seek(0, os.SEEK_END)
        self._places.put(name, self._file.tell(), used=True)
        self._file.write(name.hex().encode() + b" " + text.encode() + b"\n")

    def flush(self) -> None:
        """Hand what was appended to the system, which keeps it if this process is killed."""
        self._file.flush()

    def compact(self) -> None:
        """After a whole audit: leave out what it did not ask for, once that is most of the file."""
        self.flush()
        lines = sum(1 for _ in self._lines())
        if lines < 2 * self._places.used or lines < 64:
            return
        fresh = self.path.with_suffix(".new")
        with fresh.open("wb") as file:
            file.write(HEAD)
            for at in self._places.kept():
                self._file.seek(at)
                file.write(self._file.readline(MAX_LINE_BYTES))
        self._file.close()
        fresh.replace(self.path)
        self._file = self.path.open("r+b")
        self._index()

    def _is_ours(self) -> bool:
        with contextlib.suppress(OSError), self.path.open("rb") as file:
            return file.read(len(HEAD)) == HEAD
        return False

    def _index(self) -> None:
        self._places.clear()
        whole = len(HEAD)
        for at, line in self._lines():
            with contextlib.suppress(ValueError):
                name = bytes.fromhex(line[: 2 * _NAME_BYTES].decode("ascii"))
                if len(name) == _NAME_BYTES and line[2 * _NAME_BYTES : 2 * _NAME_BYTES + 1] == b" ":
                    self._places.put(name, at, used=False)
            whole = at + len(line)
        self._file.truncate(whole)

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """Every whole line with its place in the file."""
        at = self._file.seek(len(HEAD))
        while line := self._file.readline(MAX_LINE_BYTES):
            if not line.endswith(b"\n"):
                return
            yield at, line
            at += len(line)


def _name(place: str) -> bytes:
    return hashlib.sha256(place.encode("utf-8", "surrogateescape")).digest()[:_NAME_BYTES]
