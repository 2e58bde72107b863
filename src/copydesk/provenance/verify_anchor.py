"""What others than the newsroom say of its log: witnesses that countersigned a checkpoint, and the
authority that dated one (checks ``witnesses`` and ``timestamp``).

An anchored checkpoint is ``log/checkpoints/<size>``, with its timestamp beside it; the newest
checkpoint, ``log/checkpoint``, counts as well. Both say something of an article only when the
checkpoint holds every statement of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from copydesk.errors import CopydeskError, VerificationError
from copydesk.provenance.checks import Check, CheckState, answer
from copydesk.provenance.keyring import Keyring
from copydesk.provenance.log.cosignature import cosigned_by
from copydesk.provenance.log.note import Checkpoint, Note, parse_checkpoint, parse_note, signed_by
from copydesk.provenance.log.policy import satisfied
from copydesk.provenance.log.tiles import CHECKPOINT
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify_log import LogView

__all__ = ["ANCHORS", "AnchorJudge", "anchor_path", "token_path"]

ANCHORS = "log/checkpoints"
PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT
MAX_MOMENT = 253_402_300_799
_NAME = re.compile(r"log/checkpoints/(0|[1-9][0-9]{0,15})(?:\.tsr)?")


def anchor_path(size: int) -> str:
    """``log/checkpoints/<size>``: a checkpoint with the cosignatures that were gathered."""
    return f"{ANCHORS}/{size}"


def token_path(size: int) -> str:
    """``log/checkpoints/<size>.tsr``: the timestamp of that checkpoint's text."""
    return f"{ANCHORS}/{size}.tsr"


@dataclass(frozen=True, slots=True)
class _Anchor:
    note: Note
    checkpoint: Checkpoint


class AnchorJudge:
    """Answers ``witnesses`` and ``timestamp``.

    Args:
        log: the newsroom's log, or a bundle's, with the verified keyring.
        newest: the newest checkpoint, if it is properly signed.
        last: the highest log index of the article's statements.
        trust: what the reader brings.
    """

    def __init__(
        self,
        log: LogView,
        newest: Checkpoint | None,
        last: int | None,
        trust: Trust,
    ) -> None:
        self.files = log.files
        self.keyring = log.keyring
        self.log = log
        self.newest = newest
        self.last = last
        self.trust = trust

    def checks(self) -> Iterator[Check]:
        """The two checks; nothing raises."""
        for name, judge in (("witnesses", self._witnesses), ("timestamp", self._timestamp)):
            if self.keyring is None or self.newest is None:
                # What the reader insists on is not met by leaving out what would show it.
                insists = name == "witnesses" and self.trust.witness_policy is not None
                reason = "There is no checkpoint that could be checked."
                yield answer(name, FAIL if insists else ABSENT, reason)
                continue
            try:
                yield judge(self.keyring, self.newest)
            except CopydeskError as error:
                yield answer(name, FAIL, error.message)

    # -- witnesses --------------------------------------------------------------------------------

    def _witnesses(self, keyring: Keyring, newest: Checkpoint) -> Check:
        asked = self.trust.witness_policy is not None or bool(keyring.holders("witness"))
        if not asked:
            reason = "The keyring names no witness, so nobody else vouches for the log."
            return answer("witnesses", ABSENT, reason)
        best = "No checkpoint is here that a witness has countersigned."
        for size in self._sizes(newest, token=False):
            anchor = self._anchor(size, keyring, newest)
            quorum, words = self._quorum(anchor, keyring)
            covered = self.last is None or self.last < anchor.checkpoint.size
            if quorum and covered:
                return answer("witnesses", PASS, words)
            if quorum:
                words += f" But this article's newest entry is {self.last}."
                return answer("witnesses", ABSENT, words)
            best = words or best
        # What the reader asked for must be there; what the newsroom merely plans need not be yet.
        demanded = self.trust.witness_policy is not None
        return answer("witnesses", FAIL if demanded else ABSENT, best)

    def _quorum(self, anchor: _Anchor, keyring: Keyring) -> tuple[bool, str]:
        size = anchor.checkpoint.size
        if self.trust.witness_policy is not None:
            found = satisfied(self.trust.witness_policy, anchor.note)
            return found.valid, f"{found.reason} The checkpoint is of {size} entries."
        public = keyring.public_keys()
        times = {}
        for entry in keyring.holders("witness"):
            if "log" in entry.roles:
                # A log's own key is nobody's witness.
                continue
            at = cosigned_by(anchor.note, entry.name, public[entry.keyid])
            if at is not None and not keyring.why_not(entry.keyid, ("witness",), max(size - 1, 0)):
                times[entry.name] = at
        wanted = keyring.threshold("witness")
        if not times:
            return False, ""
        latest = _moment(max(times.values()))
        names = ", ".join(sorted(times))
        words = f"{len(times)} of {wanted} asked for: {names} saw the {size} entries, {latest}."
        return len(times) >= wanted, words

    # -- time -------------------------------------------------------------------------------------

    def _timestamp(self, keyring: Keyring, newest: Checkpoint) -> Check:
        for size in self._sizes(newest, token=True):
            token = self.files.read(token_path(size))
            if token is None:
                continue
            anchor = self._anchor(size, keyring, newest)
            return self._dated(size, token, anchor.note.text.encode())
        return answer("timestamp", ABSENT, "No authority has dated a checkpoint.")

    def _dated(self, size: int, token: bytes, text: bytes) -> Check:
        # Slow to import, and needs an extra package: only where there is a token.
        from copydesk.provenance.timestamp import (  # noqa: PLC0415
            NOT_INSTALLED,
            can_verify,
            read_timestamp,
            verify_timestamp,
        )

        if not self.trust.tsa_roots:
            stated = read_timestamp(token, text)
            reason = (
                f"A token of {stated.authority} states {stated.gen_time}; name that authority's "
                "root certificate with --tsa-root to have it checked."
            )
            return answer("timestamp", ABSENT, reason)
        if not can_verify():
            return answer("timestamp", ABSENT, NOT_INSTALLED)
        stated = verify_timestamp(token, text, self.trust.tsa_roots)
        if self.last is not None and self.last >= size:
            reason = f"The log's first {size} entries are dated {stated.gen_time}, not this."
            return answer("timestamp", ABSENT, reason)
        reason = f"{stated.authority} dated the log's first {size} entries {stated.gen_time}."
        return answer("timestamp", PASS, reason)

    # -- checkpoints ------------------------------------------------------------------------------

    def _sizes(self, newest: Checkpoint, *, token: bool) -> list[int]:
        """The sizes of the anchored checkpoints (or of those with a timestamp), the smallest that
        holds every statement first: it is the one nearest to the publication.
        """
        found = {newest.size}
        for path in self.files.names(ANCHORS):
            match = _NAME.fullmatch(path)
            if match and path.endswith(".tsr") == token and int(match[1]) <= newest.size:
                found.add(int(match[1]))
        last = -1 if self.last is None else self.last
        return sorted(found, key=lambda size: (size <= last, size if size > last else -size))

    def _anchor(self, size: int, keyring: Keyring, newest: Checkpoint) -> _Anchor:
        """The checkpoint of that size: properly signed, and of the very log that is here.

        Raises:
            StatementError: it is not.
        """
        data = self.files.read(anchor_path(size))
        if data is None and size == newest.size:
            data = self.files.read(CHECKPOINT)
        note = parse_note(data or b"")
        checkpoint = parse_checkpoint(note)
        origin = keyring.newest.predicate.newsroom
        signed = any(signed_by(note, origin, key) for key in keyring.log_keys(size))
        if checkpoint.size != size or checkpoint.origin != origin or not signed:
            raise _forked(size)
        same = checkpoint == newest if size == newest.size else self._contains(newest, checkpoint)
        if not same:
            raise _forked(size)
        return _Anchor(note, checkpoint)

    def _contains(self, newest: Checkpoint, older: Checkpoint) -> bool:
        return self.log.contains(newest.size, older)


def _moment(seconds: int) -> str:
    # A witness may state any number; no calendar goes beyond the year 9999.
    shown = datetime.fromtimestamp(min(seconds, MAX_MOMENT), UTC)
    return shown.strftime("%Y-%m-%dT%H:%M:%SZ")


def _forked(size: int) -> VerificationError:
    return VerificationError(
        f"The checkpoint of {size} entries is not one of this log.",
        fix="Restore the log folder from the repository.",
    )
