"""What a witness remembers: one file for each log, the last checkpoint that it cosigned.

The file is that checkpoint's note with the log's signature and the witness's own cosignature, so a
damaged file is noticed and never taken for "nothing cosigned yet". Deleting the file does make the
witness forget; the folder belongs in a backup.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

from copydesk.atomic import atomic_write
from copydesk.errors import ConflictError, StatementError, TransientError, UsageError
from copydesk.provenance.log.cosignature import cosigned_by
from copydesk.provenance.log.note import (
    COSIGNATURE,
    MAX_NOTE_BYTES,
    Note,
    VerifierKey,
    format_note,
    parse_checkpoint,
    parse_note,
)
from copydesk.witness.decision import State

__all__ = ["Kept", "StateStore"]

KEY_FILE = "witness.vkey"
LOCK_FILE = "witness.lock"
LOCK_SECONDS = 2


@dataclass(frozen=True, slots=True)
class Kept:
    """A log's last cosigned checkpoint: its tree, and when the witness cosigned it."""

    state: State
    time: int
    note: Note


class StateStore:
    """The folder with a witness's state; entered, no other process uses it.

    Args:
        folder: made where it is not there.
        key: the witness's cosignature key; a folder belongs to one key for ever.
    """

    def __init__(self, folder: Path, key: VerifierKey) -> None:
        if key.kind != COSIGNATURE:
            raise UsageError("A witness's key is a cosignature key.", fix="This is a fault.")
        self.folder = folder
        self.key = key
        self._lock = FileLock(folder / LOCK_FILE, timeout=LOCK_SECONDS)

    def __enter__(self) -> Self:
        """Take the folder.

        Raises:
            TransientError: another process has it.
            ConflictError: it is the state of a witness with another key.
            UsageError: it cannot be used.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
            try:
                self._claim()
            except BaseException:
                self._lock.release()
                raise
        except Timeout as error:
            raise TransientError(
                f"Another witness is using {self.folder}.",
                fix="Stop it first; one state never serves two processes.",
            ) from error
        except OSError as error:
            raise UsageError(
                f"The state folder cannot be used: {error.strerror or error}.",
                fix="Name a folder that can be written.",
                location=str(self.folder),
            ) from error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """Give the folder back."""
        self._lock.release()

    def load(self, origin: str) -> Kept | None:
        """The last checkpoint cosigned for a log; ``None`` if there never was one.

        Raises:
            StatementError: the file is damaged. Nothing may be cosigned for this log then.
            OSError: it cannot be read.
        """
        path = self._path(origin)
        try:
            with path.open("rb") as file:
                data = file.read(MAX_NOTE_BYTES + 1)
        except FileNotFoundError:
            return None
        note = parse_note(data)
        checkpoint = parse_checkpoint(note)
        time = cosigned_by(note, self.key.name, self.key.public)
        if checkpoint.origin != origin or time is None:
            raise StatementError(
                f"The witness's state for {origin} is damaged.",
                fix="Restore the file from a backup; deleted, it makes the witness forget.",
                location=str(path),
            )
        return Kept(State(checkpoint.size, checkpoint.root), time, note)

    def save(self, note: Note) -> None:
        """Keep a cosigned checkpoint; it is on disk when this returns.

        Raises:
            OSError: it could not be written; the former one is still there.
        """
        atomic_write(self._path(parse_checkpoint(note).origin), format_note(note).encode())

    def save_fork(self, note: Note) -> None:
        """Keep the first checkpoint of a log that contradicts the one cosigned: evidence of a fork.

        Raises:
            OSError: it could not be written.
        """
        path = self._path(parse_checkpoint(note).origin).with_suffix(".fork")
        if not path.exists():
            atomic_write(path, format_note(note).encode())

    def _path(self, origin: str) -> Path:
        return self.folder / f"{hashlib.sha256(origin.encode()).hexdigest()}.checkpoint"

    def _claim(self) -> None:
        path, vkey = self.folder / KEY_FILE, self.key.text.encode() + b"\n"
        try:
            there = path.read_bytes()
        except FileNotFoundError:
            atomic_write(path, vkey)
            return
        if there != vkey:
            raise ConflictError(
                f"{self.folder} is the state of a witness with another name or key.",
                fix="Give this key a folder of its own; the other's memory is not its memory.",
                location=str(path),
            )
