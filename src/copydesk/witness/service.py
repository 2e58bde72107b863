"""The witness itself: decide, sign, persist, answer, one request for each log at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from copydesk.errors import CopydeskError, StatementError, UsageError
from copydesk.provenance.keys import Signer
from copydesk.provenance.log.cosignature import cosign
from copydesk.provenance.log.note import ED25519, Note, VerifierKey, parse_note, signed_by
from copydesk.witness.decision import NEVER, Answer, Request, decide, parse_request
from copydesk.witness.store import Kept, StateStore

__all__ = ["WitnessService", "keys_by_origin"]

Clock = Callable[[], int]
Report = Callable[[str], None]


def keys_by_origin(keys: Iterable[VerifierKey]) -> dict[str, tuple[bytes, ...]]:
    """The raw public keys of each log by its origin, which is its keys' name.

    Raises:
        UsageError: there is no key, or one is no log's.
    """
    found: dict[str, tuple[bytes, ...]] = {}
    for key in keys:
        if key.kind != ED25519:
            raise UsageError(
                f"The key of {key.name} is a witness's, not a log's.",
                fix="Give the log's verifier key, of signature type 0x01.",
            )
        found[key.name] = (*found.get(key.name, ()), key.public)
    if not found:
        raise UsageError("The witness knows no log.", fix="Name one with --log or --policy.")
    return found


class WitnessService:
    """A witness of some logs.

    Args:
        store: its memory, entered by the caller.
        logs: raw public keys by origin; see :func:`keys_by_origin`.
        signer: the key behind ``store.key``.
        clock: seconds since 1970.
        report: is given one line for what an operator should know.

    Raises:
        UsageError: ``signer`` is another key than the store's.
        StatementError: the state of one of the logs is damaged.
    """

    def __init__(
        self,
        store: StateStore,
        logs: Mapping[str, tuple[bytes, ...]],
        signer: Signer,
        *,
        clock: Clock,
        report: Report = lambda _line: None,
    ) -> None:
        if signer.public != store.key.public:
            raise UsageError("The signer is not the witness's key.", fix="This is a fault.")
        self._store = store
        self._logs = dict(logs)
        self._signer = signer
        self._clock = clock
        self._report = report
        # One lock for each log, made here: requests cannot make more.
        self._locks = {origin: threading.Lock() for origin in self._logs}
        for origin in self._logs:
            store.load(origin)

    def add_checkpoint(self, body: bytes) -> Answer:
        """Answer an ``add-checkpoint`` request; never raises for what was sent or for the disk."""
        try:
            request = parse_request(body)
        except CopydeskError as error:
            return Answer(400, error.message + "\n")
        origin = request.checkpoint.origin
        if origin not in self._locks:
            return decide(request, self._logs, NEVER).refusal or _FAULT
        try:
            with self._locks[origin]:
                return self._decide(request)
        except (OSError, StatementError) as error:
            # Fail closed: without its memory a witness says nothing.
            self._report(f"{origin}: the state cannot be used: {error}")
            return _FAULT

    def _decide(self, request: Request) -> Answer:
        origin = request.checkpoint.origin
        kept = self._store.load(origin)
        decision = decide(request, self._logs, kept.state if kept else NEVER)
        if decision.fork:
            self._report(f"{origin}: FORK: two trees of {request.checkpoint.size} entries, signed")
            self._store.save_fork(self._signed(request))
        if decision.refusal is not None:
            return decision.refusal
        return self._cosign(request, kept)

    def _cosign(self, request: Request, kept: Kept | None) -> Answer:
        # A clock that was set back must not make a later tree look older.
        time = max(self._clock(), kept.time if kept else 0)
        line = cosign(request.note.text, self._store.key.name, self._signer, time) + "\n"
        if kept is None or kept.note.text != request.note.text:
            mine = parse_note(f"{request.note.text}\n{line}".encode()).signatures
            signed = self._signed(request)
            self._store.save(replace(signed, signatures=(*signed.signatures, *mine)))
        return Answer(200, line)

    def _signed(self, request: Request) -> Note:
        """The request's note with one good signature of the log; the rest is anybody's text."""
        origin = request.checkpoint.origin
        notes = (replace(request.note, signatures=(each,)) for each in request.note.signatures)
        return next(
            note
            for note in notes
            if any(signed_by(note, origin, key) for key in self._logs[origin])
        )


_FAULT = Answer(500, "The witness cannot answer now.\n")
