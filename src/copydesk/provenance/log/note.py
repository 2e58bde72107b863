"""Signed notes and checkpoints (C2SP signed-note v1, tlog-checkpoint v1)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass

from copydesk.errors import StatementError
from copydesk.provenance.keys import Signer, verify_signature

__all__ = [
    "Checkpoint",
    "Note",
    "key_hash",
    "parse_checkpoint",
    "parse_note",
    "sign_note",
    "signed_by",
]

ED25519 = 0x01
# The specification asks verifiers to accept at least 16 signatures; more than this is noise.
MAX_SIGNATURES = 32
MAX_NOTE_BYTES = 256 * 1024

_LINE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")
_SIZE = re.compile(r"0|[1-9][0-9]{0,15}")
_FIX = "Restore the file from the repository, or take it from the newsroom again."


@dataclass(frozen=True, slots=True)
class Note:
    """A note: its text (with the final newline) and its signatures.

    ``signatures`` are (key name, 4-byte key hash, signature bytes).
    """

    text: str
    signatures: tuple[tuple[str, bytes, bytes], ...]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a log said of itself: its origin, how many entries, and the root over them."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """The checkpoint's note text."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


def key_hash(name: str, public: bytes, kind: int = ED25519) -> bytes:
    """The 4-byte key id of the signed-note specification."""
    return hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]


def sign_note(text: str, name: str, signer: Signer) -> str:
    """``text`` as a note signed under the key name ``name``.

    Raises:
        StatementError: the text does not end in a newline.
    """
    if not text.endswith("\n"):
        raise StatementError("A note's text ends in a newline.", fix="This is a fault; report it.")
    signature = key_hash(name, signer.public) + signer.sign(text.encode())
    return f"{text}\n— {name} {base64.b64encode(signature).decode()}\n"


def parse_note(data: bytes) -> Note:
    """Parse a signed note; nothing in it is trusted before :func:`signed_by` says so.

    Raises:
        StatementError: not a signed note.
    """
    text = _text(data)
    body, found, rest = text.rpartition("\n\n")
    if not found or not rest.endswith("\n"):
        raise StatementError("The note has no signatures.", fix=_FIX)
    lines = rest[:-1].split("\n")
    if len(lines) > MAX_SIGNATURES:
        raise StatementError("The note has too many signatures.", fix=_FIX)
    return Note(body + "\n", tuple(_signature(line) for line in lines))


def signed_by(note: Note, name: str, public: bytes) -> bool:
    """Whether the key ``name`` with ``public`` signed the note.

    A signature by that key which does not verify makes the whole note unsigned.
    """
    wanted = key_hash(name, public)
    mine = [sig for who, hash_, sig in note.signatures if who == name and hash_ == wanted]
    return bool(mine) and all(verify_signature(public, sig, note.text.encode()) for sig in mine)


def parse_checkpoint(note: Note) -> Checkpoint:
    """The checkpoint in a note's text; extension lines are accepted and ignored, empty ones not.

    Raises:
        StatementError: the text is no checkpoint.
    """
    lines = note.text.split("\n")
    if len(lines) < 4 or not all(lines[:-1]) or not _SIZE.fullmatch(lines[1]):
        raise StatementError("The note is not a checkpoint.", fix=_FIX)
    root = _base64(lines[2])
    if len(root) != hashlib.sha256().digest_size:
        raise StatementError("The checkpoint's root is not a SHA-256 hash.", fix=_FIX)
    return Checkpoint(lines[0], int(lines[1]), root)


def _text(data: bytes) -> str:
    if len(data) > MAX_NOTE_BYTES:
        raise StatementError("The note is too large.", fix=_FIX)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise StatementError("The note is not UTF-8.", fix=_FIX) from error
    if any(char < " " and char != "\n" for char in text):
        raise StatementError("The note holds control characters.", fix=_FIX)
    return text


def _signature(line: str) -> tuple[str, bytes, bytes]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise StatementError("A signature line of the note is malformed.", fix=_FIX)
    data = _base64(found.group(2))
    if len(data) < 5:
        raise StatementError("A signature of the note is too short.", fix=_FIX)
    return found.group(1), data[:4], data[4:]


def _base64(text: str) -> bytes:
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise StatementError("The note holds what is not base64.", fix=_FIX) from error
    if base64.b64encode(data).decode() != text:
        raise StatementError("The note's base64 is not in its canonical form.", fix=_FIX)
    return data
