"""Asks the witnesses of a policy to cosign a checkpoint (C2SP tlog-witness, the client's side).

Operators may run witnesses in networks of their own, so any address is fine here; http and https
are the only schemes, redirects are not followed, answers and their time are limited, and no line is
kept that does not verify. Nothing here writes a file.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

import httpx

from copydesk import __version__
from copydesk.errors import CopydeskError, StatementError
from copydesk.provenance.log.cosignature import add_lines, cosigned_by
from copydesk.provenance.log.note import (
    Checkpoint,
    Note,
    format_note,
    parse_checkpoint,
    parse_note,
    signature_line,
)
from copydesk.provenance.log.policy import Policy, PolicyAnswer, Witness, satisfied
from copydesk.witness.decision import SIZE_TYPE, request_body

__all__ = ["ClientSettings", "Gathered", "WitnessOutcome", "gather"]

_SIZE = re.compile(rb"(0|[1-9][0-9]{0,15})\n")

Consistency = Callable[[int], Sequence[bytes]]


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """Limits of the client, for each witness.

    Attributes:
        connect_seconds: until a connection stands.
        total_seconds: for the whole exchange, the second request included.
        max_answer_bytes: an answer's body.
    """

    connect_seconds: float = 5.0
    total_seconds: float = 20.0
    max_answer_bytes: int = 64 * 1024


@dataclass(frozen=True, slots=True)
class WitnessOutcome:
    """What came of asking one witness.

    Attributes:
        witness: its name in the policy.
        code: ``cosigned``, ``had`` (the note had its cosignature), ``no-url``, ``bad-url``,
            ``unreachable``, ``timeout``, ``refused`` (another status), ``unknown-log``, ``ahead``
            (it cosigned a larger tree), ``inconsistent`` (the tree it knows is no prefix of this
            one, it says), ``fork`` (it knows another tree of this size), ``bad-answer``,
            ``no-proof`` (the log's own tiles give no proof).
        reason: the same in words.
        time: seconds since 1970, as the cosignature has it.
        size: the size that the witness now is known to have cosigned.
        retryable: whether asking again later may help.
    """

    witness: str
    code: str
    reason: str
    time: int | None = None
    size: int | None = None
    retryable: bool = False

    @property
    def ok(self) -> bool:
        """Whether the note holds its valid cosignature."""
        return self.code in {"cosigned", "had"}


@dataclass(frozen=True, slots=True)
class Gathered:
    """The note with the lines that were gathered.

    ``outcomes`` are in the policy's order; ``answer`` is the policy's on ``note``; ``sizes`` is
    what to hand in as ``previous`` next time.
    """

    note: bytes
    outcomes: tuple[WitnessOutcome, ...]
    answer: PolicyAnswer
    sizes: Mapping[str, int]


class _FailedError(Exception):
    """An exchange that brought no cosignature, and why."""

    def __init__(
        self, code: str, reason: str, *, size: int | None = None, retryable: bool = False
    ) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.size = size
        self.retryable = retryable


def gather(
    checkpoint_note: bytes,
    consistency: Consistency,
    policy: Policy,
    previous: Mapping[str, int],
    settings: ClientSettings | None = None,
) -> Gathered:
    """Ask every witness of the policy that has a URL, all at once.

    A witness whose valid cosignature the note has already is not asked again; a broken line of a
    witness's key is dropped.

    Args:
        checkpoint_note: the checkpoint as the log signed it, with or without cosignatures.
        consistency: the consistency proof from a smaller size to the checkpoint's.
        policy: whom to ask, where, and under which keys.
        previous: the size that each witness cosigned last, by its vkey text; a guess that saves a
            request, corrected by the witness where it is wrong.
        settings: limits.

    Returns:
        The note with what was gathered. A failure is an outcome; nothing raises for it.

    Raises:
        StatementError: ``checkpoint_note`` is no checkpoint.
    """
    note = _without_broken(parse_note(checkpoint_note), policy)
    if not note.signatures:
        raise StatementError(
            "The checkpoint has no signature but broken ones.", fix="Have the log sign it again."
        )
    checkpoint = parse_checkpoint(note)
    asked = asyncio.run(
        _Gathering(note, checkpoint, consistency, settings or ClientSettings()).ask_all(
            policy.witnesses, previous
        )
    )
    text = add_lines(format_note(note), [line for _, line in asked if line])
    sizes = dict(previous)
    for witness, (outcome, _) in zip(policy.witnesses, asked, strict=True):
        if outcome.size is not None:
            sizes[witness.key.text] = outcome.size
    return Gathered(
        text.encode(),
        tuple(outcome for outcome, _ in asked),
        satisfied(policy, parse_note(text.encode())),
        sizes,
    )


@dataclass(frozen=True)
class _Gathering:
    """One checkpoint on its way to the witnesses."""

    note: Note
    checkpoint: Checkpoint
    consistency: Consistency
    settings: ClientSettings

    async def ask_all(
        self, witnesses: Sequence[Witness], previous: Mapping[str, int]
    ) -> list[tuple[WitnessOutcome, str]]:
        timeout = httpx.Timeout(self.settings.total_seconds, connect=self.settings.connect_seconds)
        async with httpx.AsyncClient(
            verify=ssl.create_default_context(),
            timeout=timeout,
            trust_env=False,
            follow_redirects=False,
            headers={"user-agent": f"copydesk/{__version__}", "accept-encoding": "identity"},
        ) as client:
            return await asyncio.gather(
                *(
                    self.outcome(client, witness, previous.get(witness.key.text, 0))
                    for witness in witnesses
                )
            )

    async def outcome(
        self, client: httpx.AsyncClient, witness: Witness, known: int
    ) -> tuple[WitnessOutcome, str]:
        """The outcome of one witness, and its line where there is one."""
        name, key = witness.name, witness.key
        time = cosigned_by(self.note, key.name, key.public)
        if time is not None:
            return WitnessOutcome(name, "had", "The note has its cosignature.", time=time), ""
        try:
            async with asyncio.timeout(self.settings.total_seconds):
                line, time = await self.ask(client, witness, _submission_url(witness.url), known)
        except _FailedError as failed:
            return (
                WitnessOutcome(
                    name,
                    failed.code,
                    failed.reason,
                    size=failed.size,
                    retryable=failed.retryable,
                ),
                "",
            )
        except (TimeoutError, httpx.TimeoutException):
            reason = f"It did not answer within {self.settings.total_seconds:g} seconds."
            return WitnessOutcome(name, "timeout", reason, retryable=True), ""
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            reason = f"It could not be reached: {type(error).__name__}."
            return WitnessOutcome(name, "unreachable", reason, retryable=True), ""
        return (
            WitnessOutcome(name, "cosigned", "It cosigned.", time, self.checkpoint.size),
            line,
        )

    async def ask(
        self, client: httpx.AsyncClient, witness: Witness, url: str, known: int
    ) -> tuple[str, int]:
        """Its verified line and time; asks a second time where the witness corrects the size."""
        old = known if 0 < known <= self.checkpoint.size else 0
        status, kind, body = await self.post(client, url, old)
        if status == 409:
            old = self.corrected(old, kind, body)
            status, kind, body = await self.post(client, url, old)
            if status == 409:
                self.corrected(old, kind, body)
                raise _FailedError("bad-answer", "It took back the size it had told.")
        if status != 200:
            raise _status_error(status)
        return self.line(witness, body)

    def corrected(self, sent: int, kind: str, body: bytes) -> int:
        """The size that a 409 tells, where asking again with it makes sense."""
        found = _SIZE.fullmatch(body)
        if found is None or kind != SIZE_TYPE:
            raise _FailedError("bad-answer", "Its conflict (409) does not tell a size.")
        size, mine = int(found.group(1)), self.checkpoint.size
        if size > mine:
            reason = f"It has cosigned a larger tree: {size} entries; this one has {mine}."
            raise _FailedError("ahead", reason, size=size)
        if size == sent == mine:
            reason = f"FORK: it has cosigned another tree of {size} entries under this origin."
            raise _FailedError("fork", reason, size=size)
        if size == sent:
            raise _FailedError("bad-answer", "Its conflict (409) tells the size that was sent.")
        return size

    async def post(self, client: httpx.AsyncClient, url: str, old: int) -> tuple[int, str, bytes]:
        """Status, content type and body of one request's answer."""
        origin = self.checkpoint.origin
        own = tuple(each for each in self.note.signatures if each[0] == origin)
        note = format_note(replace(self.note, signatures=own or self.note.signatures))
        body = request_body(old, self.proof(old), note.encode())
        async with client.stream("POST", url, content=body) as response:
            found = bytearray()
            async for part in response.aiter_raw():
                found += part
                if len(found) > self.settings.max_answer_bytes:
                    reason = f"Its answer is over {self.settings.max_answer_bytes} bytes."
                    raise _FailedError("bad-answer", reason)
            return response.status_code, response.headers.get("content-type", ""), bytes(found)

    def proof(self, old: int) -> Sequence[bytes]:
        """The proof that the tree of ``old`` entries is a prefix; the specification has it empty
        from nothing and to the same size.
        """
        try:
            return self.consistency(old) if 0 < old < self.checkpoint.size else ()
        except (CopydeskError, OSError) as error:
            reason = f"The log gives no consistency proof from {old} entries: {error}"
            raise _FailedError("no-proof", reason) from error

    def line(self, witness: Witness, body: bytes) -> tuple[str, int]:
        """The witness's line of an answer, verified; lines of other keys are ignored."""
        key = witness.key
        try:
            answer = parse_note(f"{self.note.text}\n".encode() + body)
        except StatementError as error:
            raise _FailedError("bad-answer", "Its answer holds no signature lines.") from error
        if answer.text != self.note.text:
            raise _FailedError("bad-answer", "Its answer holds no signature lines.")
        for name, hash_, data in answer.signatures:
            one = replace(answer, signatures=((name, hash_, data),))
            time = cosigned_by(one, key.name, key.public)
            if time is not None:
                return signature_line(name, hash_, data), time
        raise _FailedError("bad-answer", "Its answer holds no valid cosignature of its key.")


def _without_broken(note: Note, policy: Policy) -> Note:
    """The note without the lines of witnesses whose cosignature does not verify."""
    broken = {
        (witness.key.name, witness.key.hash)
        for witness in policy.witnesses
        if cosigned_by(note, witness.key.name, witness.key.public) is None
    }
    good = tuple(each for each in note.signatures if each[:2] not in broken)
    return replace(note, signatures=good)


def _submission_url(url: str | None) -> str:
    """Where to post: the policy's submission prefix and ``/add-checkpoint``."""
    if url is None:
        raise _FailedError("no-url", "The policy names no URL for it.")
    try:
        parts = urlsplit(url)
        fine = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fine = False
    if not fine or parts.query or parts.fragment or "?" in url or "#" in url:
        raise _FailedError("bad-url", "Its URL is no http or https address without a query.")
    if parts.username is not None or parts.password is not None:
        raise _FailedError("bad-url", "Its URL holds a user name; a policy is no place for one.")
    return url.rstrip("/") + "/add-checkpoint"


def _status_error(status: int) -> _FailedError:
    if status == 404:
        return _FailedError("unknown-log", "It does not know this log, or its URL is wrong (404).")
    if status == 403:
        return _FailedError("unknown-log", "It does not trust this log's key (403).")
    if status == 422:
        reason = "The tree that it cosigned is no prefix of this one, it says (422)."
        return _FailedError("inconsistent", reason)
    if 300 <= status < 400:
        return _FailedError("refused", f"It redirects ({status}); redirects are not followed.")
    busy = status == 429 or status >= 500
    return _FailedError("refused", f"It answers with status {status}.", retryable=busy)
