"""Signed notes, verifier keys and checkpoints (C2SP signed-note v1, tlog-checkpoint v1)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass

from copydesk.errors import SigningKeyError, StatementError
from copydesk.provenance.keys import Signer, check_public, verify_signature

__all__ = [
    "COSIGNATURE",
    "ED25519",
    "MAX_NOTE_BYTES",
    "MAX_SIGNATURES",
    "Checkpoint",
    "Note",
    "VerifierKey",
    "format_note",
    "format_vkey",
    "key_hash",
    "parse_checkpoint",
    "parse_note",
    "parse_vkey",
    "sign_note",
    "signature_line",
    "signed_by",
]

# The signature types of the signed-note specification that Copydesk knows: Ed25519 over the note's
# text, and timestamped Ed25519 cosignatures of witnesses (see cosignature.py).
ED25519 = 0x01
COSIGNATURE = 0x04
# The specification asks verifiers to accept at least 16 signatures. A policy may name 32 witnesses,
# and a log signs with more than one key while it changes keys; more than this is noise.
MAX_SIGNATURES = 64
MAX_NOTE_BYTES = 256 * 1024
MAX_VKEY_CHARS = 512

_LINE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")
_NAME = re.compile(r"[^\s+]+")
_VKEY = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})")
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f]")
_KINDS = frozenset({ED25519, COSIGNATURE})
_SIZE = re.compile(r"0|[1-9][0-9]{0,15}")
_FIX = "Restore the file from the repository, or take it from the newsroom again."
_VKEY_FIX = "Ask the log's or the witness's operator for the key: NAME+8 HEX DIGITS+BASE64."


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


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A public key with the name and the signature type that it is used under.

    ``kind`` is :data:`ED25519` (a log's) or :data:`COSIGNATURE` (a witness's).
    """

    name: str
    public: bytes
    kind: int

    @property
    def hash(self) -> bytes:
        """The 4-byte key id that its signatures carry."""
        return key_hash(self.name, self.public, self.kind)

    @property
    def text(self) -> str:
        """The key as a vkey."""
        return format_vkey(self.name, self.public, self.kind)


def key_hash(name: str, public: bytes, kind: int = ED25519) -> bytes:
    """The 4-byte key id of the signed-note specification."""
    return hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]


def format_vkey(name: str, public: bytes, kind: int = ED25519) -> str:
    """The verifier key in text: ``name+key id in hex+base64 of type and key`` (C2SP signed-note).

    Raises:
        SigningKeyError: the name cannot be a key's name, the type is unknown, or the key is unsafe.
    """
    _check_name(name)
    if kind not in _KINDS:
        raise SigningKeyError(f"Signature type {kind:#04x} is not known.", fix=_VKEY_FIX)
    encoded = base64.b64encode(bytes([kind]) + check_public(public)).decode()
    return f"{name}+{key_hash(name, public, kind).hex()}+{encoded}"


def parse_vkey(text: str) -> VerifierKey:
    """The verifier key of its text; the one form that :func:`format_vkey` gives is accepted.

    Raises:
        SigningKeyError: malformed, an unknown type, a key id that is not the key's, or an unsafe key
            (not canonical, not on the curve, of small order).
    """
    found = _VKEY.fullmatch(text) if len(text) <= MAX_VKEY_CHARS else None
    if found is None:
        raise SigningKeyError("The verifier key is malformed.", fix=_VKEY_FIX)
    name, hash_, encoded = found.groups()
    _check_name(name)
    try:
        data = _base64(encoded)
    except StatementError as error:
        raise SigningKeyError("The verifier key's base64 is malformed.", fix=_VKEY_FIX) from error
    kind, public = data[0], data[1:]
    if kind not in _KINDS:
        raise SigningKeyError(
            f"The verifier key of {name} has signature type {kind:#04x}; Copydesk knows 0x01"
            " (Ed25519) and 0x04 (Ed25519 cosignature).",
            fix=_VKEY_FIX,
        )
    if key_hash(name, public, kind).hex() != hash_:
        raise SigningKeyError(f"The verifier key of {name} has another key's id.", fix=_VKEY_FIX)
    return VerifierKey(name, check_public(public), kind)


def signature_line(name: str, hash_: bytes, signature: bytes) -> str:
    """A note's signature line, without its newline."""
    return f"— {name} {base64.b64encode(hash_ + signature).decode()}"


def format_note(note: Note) -> str:
    """The note in text: its text, an empty line, its signature lines."""
    return "".join([note.text, "\n", *(signature_line(*each) + "\n" for each in note.signatures)])


def sign_note(text: str, name: str, signer: Signer) -> str:
    """``text`` as a note signed under the key name ``name``.

    Raises:
        StatementError: the text does not end in a newline.
    """
    if not text.endswith("\n"):
        raise StatementError("A note's text ends in a newline.", fix="This is a fault; report it.")
    signature = (name, key_hash(name, signer.public), signer.sign(text.encode()))
    return format_note(Note(text, (signature,)))


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


def _check_name(name: str) -> None:
    """A key's name: UTF-8, not empty, no Unicode space, no plus sign, no control character."""
    if not _NAME.fullmatch(name) or any(char < " " or "\ud800" <= char < "\ue000" for char in name):
        raise SigningKeyError(
            f"{name!r} cannot be the name of a note's key.",
            fix="Use a name without spaces and plus signs, best a URL without https://.",
        )


def _text(data: bytes) -> str:
    if len(data) > MAX_NOTE_BYTES:
        raise StatementError("The note is too large.", fix=_FIX)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise StatementError("The note is not UTF-8.", fix=_FIX) from error
    if _CONTROL.search(text):
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
