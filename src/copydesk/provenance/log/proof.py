"""Inclusion proofs as files (C2SP tlog-proof v1): self-contained, verified offline."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from functools import lru_cache

from copydesk.errors import StatementError
from copydesk.provenance.log.note import Checkpoint, Note, parse_checkpoint, parse_note

__all__ = ["Proof", "format_proof", "parse_proof"]

_HEADER = "c2sp.org/tlog-proof@v1"
# A tree of 2^63 entries has paths of 63 hashes.
MAX_PATH = 63
HASH_BYTES = 32
# Statements that were logged together share their checkpoint: it is taken apart once.
MAX_REMEMBERED_BYTES = 2_048

# An index, and hashes in base64 as only their 32 bytes are written: the last sign of each has two
# bits that no byte has.
_HEAD = re.compile(
    rb"%b\nindex (0|[1-9][0-9]{0,15})((?:\n[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=){0,%d})"
    % (re.escape(_HEADER.encode()), MAX_PATH)
)

_FIX = "Restore the proof from the repository; `publish` wrote it beside the statement."


@dataclass(frozen=True, slots=True)
class Proof:
    """Entry ``index`` of the log, its audit path, and the checkpoint it leads to."""

    index: int
    path: tuple[bytes, ...]
    note: Note
    checkpoint: Checkpoint


def format_proof(index: int, path: list[bytes], note: str) -> bytes:
    """The proof file of entry ``index`` with the checkpoint ``note``."""
    lines = [_HEADER, f"index {index}", *(base64.b64encode(part).decode() for part in path)]
    return ("\n".join(lines) + "\n\n" + note).encode()


def parse_proof(data: bytes) -> Proof:
    """Parse a proof file; nothing in it is trusted before it is verified.

    Raises:
        StatementError: not a proof. An ``extra`` line is refused: Copydesk writes none, and the
            specification gives it no authenticity.
    """
    head, found, note_text = data.partition(b"\n\n")
    plain = _HEAD.fullmatch(head) if found else None
    if plain is None:
        index, path = _parse_head(head, found)
    else:
        index = int(plain[1])
        path = tuple(map(binascii.a2b_base64, plain[2].split(b"\n")[1:]))
    return Proof(index, path, *_checkpoint(note_text))


def _checkpoint(data: bytes) -> tuple[Note, Checkpoint]:
    return _remembered(data) if len(data) <= MAX_REMEMBERED_BYTES else _read(data)


def _read(data: bytes) -> tuple[Note, Checkpoint]:
    note = parse_note(data)
    return note, parse_checkpoint(note)


_remembered = lru_cache(maxsize=256)(_read)


def _parse_head(head: bytes, found: bytes) -> tuple[int, tuple[bytes, ...]]:
    """The long way, which knows why a head is refused; raises as :func:`parse_proof`."""
    try:
        lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise StatementError("The log proof is not ASCII.", fix=_FIX) from error
    if not found or len(lines) < 2 or lines[0] != _HEADER or len(lines) > MAX_PATH + 2:
        raise StatementError("The file is not a log proof.", fix=_FIX)
    index = re.fullmatch(r"index (0|[1-9][0-9]{0,15})", lines[1])
    if index is None:
        raise StatementError("The log proof names no index.", fix=_FIX)
    return int(index.group(1)), tuple(_hash(line) for line in lines[2:])


def _hash(line: str) -> bytes:
    try:
        data = base64.b64decode(line, validate=True)
    except (binascii.Error, ValueError) as error:
        raise StatementError("The log proof holds what is not base64.", fix=_FIX) from error
    if len(data) != HASH_BYTES or base64.b64encode(data).decode() != line:
        raise StatementError("The log proof holds what is not a hash.", fix=_FIX)
    return data
