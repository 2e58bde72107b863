"""Cosignatures of witnesses (C2SP tlog-cosignature v1, the Ed25519 kind: signature type 0x04).

A cosignature is a line of a checkpoint's note by which a witness says: at this time, the largest
consistent tree that I have seen of this log has this size and root.
"""

from __future__ import annotations

from collections.abc import Iterable

from copydesk.errors import StatementError
from copydesk.provenance.keys import Signer, verify_signature
from copydesk.provenance.log.note import (
    COSIGNATURE,
    MAX_SIGNATURES,
    Note,
    format_note,
    key_hash,
    parse_checkpoint,
    parse_note,
    signature_line,
)

__all__ = ["MAX_TIME", "add_lines", "cosign", "cosigned_by", "cosigned_message"]

# "It MUST NOT exceed 2^63 - 1."
MAX_TIME = 2**63 - 1
TIME_BYTES = 8
SIGNATURE_BYTES = 64

_FIX = "Ask the witness again; nothing else in the note is affected."


def cosigned_message(text: str, time: int) -> bytes:
    """What a witness signs: a header line, the time in seconds since 1970, the note's text."""
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def cosign(text: str, name: str, signer: Signer, time: int) -> str:
    """The cosignature line (without its newline) of a checkpoint's note text.

    Args:
        text: the checkpoint's note text, with its final newline and any extension lines.
        name: the witness's key name.
        signer: the witness's key.
        time: seconds since 1970 (POSIX).

    Raises:
        StatementError: the text is no checkpoint, or the time is out of the format's range.
    """
    parse_checkpoint(Note(text, ()))
    if not 0 <= time <= MAX_TIME:
        raise StatementError("A cosignature's time is a POSIX time.", fix="Set the clock.")
    signature = time.to_bytes(TIME_BYTES, "big") + signer.sign(cosigned_message(text, time))
    return signature_line(name, key_hash(name, signer.public, COSIGNATURE), signature)


def cosigned_by(note: Note, name: str, public: bytes) -> int | None:
    """When the witness ``name`` with the key ``public`` cosigned the note.

    A line of that key which does not verify makes the witness's word void, also beside a good one.

    Returns:
        Seconds since 1970, the earliest where there are several; ``None`` without a cosignature.
        (0 is a time: compare with ``None``.)
    """
    wanted = key_hash(name, public, COSIGNATURE)
    mine = [data for who, hash_, data in note.signatures if who == name and hash_ == wanted]
    times = [_time(note.text, public, data) for data in mine]
    found = [time for time in times if time is not None]
    return min(found) if found and len(found) == len(times) else None


def add_lines(note_text: str, lines: Iterable[str]) -> str:
    """Merge signature lines into a note.

    The log's own lines (those named as the origin) stay first. A key that has a line already gets
    no second one: adding again changes nothing, and the earlier time, which says more, is kept.

    Args:
        note_text: a whole signed note.
        lines: signature lines, with or without their newline.

    Raises:
        StatementError: the note or a line is malformed, or there would be too many signatures.
    """
    note = parse_note(note_text.encode())
    merged = list(dict.fromkeys(note.signatures))
    keys = {(name, hash_) for name, hash_, _ in merged}
    for line in lines:
        bare = line.removesuffix("\n")
        if "\n" in bare:
            raise StatementError("A signature line of the note is malformed.", fix=_FIX)
        # A lone surrogate is no UTF-8 either way, and parse_note says so.
        alone = f"{note.text}\n{bare}\n".encode("utf-8", "surrogatepass")
        ((name, hash_, data),) = parse_note(alone).signatures
        if (name, hash_) not in keys:
            keys.add((name, hash_))
            merged.append((name, hash_, data))
    if len(merged) > MAX_SIGNATURES:
        raise StatementError("The note would have too many signatures.", fix=_FIX)
    origin = note.text.partition("\n")[0]
    merged.sort(key=lambda each: each[0] != origin)
    return format_note(Note(note.text, tuple(merged)))


def _time(text: str, public: bytes, data: bytes) -> int | None:
    time = int.from_bytes(data[:TIME_BYTES], "big")
    if len(data) != TIME_BYTES + SIGNATURE_BYTES or time > MAX_TIME:
        return None
    good = verify_signature(public, data[TIME_BYTES:], cosigned_message(text, time))
    return time if good else None
