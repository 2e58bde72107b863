"""What a witness answers to a request: a function of what it knew and what it was sent.

C2SP tlog-witness, ``add-checkpoint``. No clock, no disk, no key: whoever calls this persists the
new state and then signs.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from copydesk.errors import StatementError
from copydesk.provenance.log.merkle import EMPTY_ROOT, verify_consistency
from copydesk.provenance.log.note import (
    Checkpoint,
    Note,
    parse_checkpoint,
    parse_note,
    signed_by,
)

__all__ = [
    "NEVER",
    "SIZE_TYPE",
    "TEXT_TYPE",
    "Answer",
    "Decision",
    "Request",
    "State",
    "decide",
    "parse_request",
    "request_body",
]

# "The client MUST NOT send more than 63 consistency proof lines."
MAX_PROOF_LINES = 63
HASH_BYTES = 32
SIZE_TYPE = "text/x.tlog.size"
TEXT_TYPE = "text/plain; charset=utf-8"

_OLD = re.compile(r"old (0|[1-9][0-9]{0,15})")
_FIX = "Send what c2sp.org/tlog-witness describes for add-checkpoint."


@dataclass(frozen=True, slots=True)
class State:
    """The largest tree of a log that the witness has cosigned."""

    size: int
    root: bytes


NEVER = State(0, EMPTY_ROOT)


@dataclass(frozen=True, slots=True)
class Request:
    """An ``add-checkpoint`` request, parsed; nothing in it is verified yet."""

    old: int
    proof: tuple[bytes, ...]
    note: Note
    checkpoint: Checkpoint


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer: its status, its body, the body's type."""

    status: int
    body: str
    type: str = TEXT_TYPE


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do with a request.

    Exactly one of the two is set: ``refusal`` says no; ``state`` is what to persist before the
    request's checkpoint is cosigned. ``fork`` marks the log's two signatures over two trees of one
    size, which prove that the log has split its view.
    """

    refusal: Answer | None = None
    state: State | None = None
    fork: bool = False


def parse_request(body: bytes) -> Request:
    """Parse the body of a request.

    Raises:
        StatementError: it is not of the protocol's form (status 400).
    """
    head, found, note_data = body.partition(b"\n\n")
    try:
        lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise StatementError("The proof is not ASCII.", fix=_FIX) from error
    old = _OLD.fullmatch(lines[0])
    if not found or old is None:
        raise StatementError("The body does not begin with the old size.", fix=_FIX)
    if len(lines) - 1 > MAX_PROOF_LINES:
        raise StatementError(f"The proof has over {MAX_PROOF_LINES} lines.", fix=_FIX)
    proof = tuple(_hash(line) for line in lines[1:])
    note = parse_note(note_data)
    return Request(int(old.group(1)), proof, note, parse_checkpoint(note))


def request_body(old: int, proof: Sequence[bytes], note: bytes) -> bytes:
    """The body of a request; the inverse of :func:`parse_request`."""
    lines = [f"old {old}", *(base64.b64encode(part).decode() for part in proof)]
    return ("\n".join(lines) + "\n\n").encode() + note


def decide(  # noqa: PLR0911 - one return for each answer of the specification
    request: Request, keys: Mapping[str, Sequence[bytes]], state: State
) -> Decision:
    """Decide on a request, in the order of the specification.

    Args:
        request: what was sent.
        keys: the raw public keys of each log that is witnessed, by origin.
        state: the latest tree cosigned for the request's origin, or :data:`NEVER`.
    """
    new = request.checkpoint
    if new.origin not in keys:
        return _no(404, "This witness does not know the log.")
    if not any(signed_by(request.note, new.origin, key) for key in keys[new.origin]):
        return _no(403, "No key of the log that this witness trusts signed the checkpoint.")
    if request.old > new.size:
        return _no(400, "The old size is over the checkpoint's size.")
    if request.old != state.size:
        return Decision(_conflict(state))
    if request.old == new.size and new.root != state.root:
        # The one pair of checkpoints that proves a split view, whatever the client meant.
        return Decision(_conflict(state), fork=True)
    if not verify_consistency(state.size, new.size, state.root, new.root, request.proof):
        return _no(422, "The proof does not lead from the old tree to the new one.")
    return Decision(state=State(new.size, new.root))


def _conflict(state: State) -> Answer:
    return Answer(409, f"{state.size}\n", SIZE_TYPE)


def _no(status: int, message: str) -> Decision:
    return Decision(Answer(status, message + "\n"))


def _hash(line: str) -> bytes:
    try:
        data = base64.b64decode(line, validate=True)
    except (binascii.Error, ValueError) as error:
        raise StatementError("A line of the proof is not base64.", fix=_FIX) from error
    if len(data) != HASH_BYTES or base64.b64encode(data).decode() != line:
        raise StatementError("A line of the proof is not a hash.", fix=_FIX)
    return data
