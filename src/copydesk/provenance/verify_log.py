"""What the log says of an article's statements and of the keyring: that they are in it, in order,
and unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from copydesk.errors import CopydeskError
from copydesk.provenance.checks import Check, CheckState, answer
from copydesk.provenance.files import Files
from copydesk.provenance.keyring import Keyring, keyring_proof_path
from copydesk.provenance.log.merkle import root
from copydesk.provenance.log.note import Checkpoint, parse_checkpoint, parse_note, signed_by
from copydesk.provenance.log.proof import parse_proof
from copydesk.provenance.log.tiles import CHECKPOINT, TileNodes
from copydesk.provenance.reading import ArticleFiles, why_not_logged

__all__ = ["KeyringLog", "LogJudge", "keyring_log"]

PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT


@dataclass(frozen=True, slots=True)
class KeyringLog:
    """Where the log holds the keyring's versions: ``indices`` from version 1 on, as far as there
    are proofs that hold; ``problem`` says what is wrong, ``missing`` how many have no proof.

    ``checkpoints`` are those that the proofs lead to, and ``forked`` says why the log on disk does
    not contain them.
    """

    indices: tuple[int, ...] = ()
    missing: int = 0
    problem: str = ""
    checkpoints: frozenset[Checkpoint] = frozenset()
    forked: str = ""

    def in_force(self, index: int) -> int | None:
        """The number of the newest version that the log holds before entry ``index``; ``None``
        where not every version's place is known.
        """
        if self.missing or self.problem:
            return None
        return sum(at < index for at in self.indices)


def keyring_log(files: Files, keyring: Keyring) -> KeyringLog:
    """Where the log holds each version, and whether a key counts before its version was logged."""
    indices: list[int] = []
    checkpoints: set[Checkpoint] = set()
    missing = 0
    for number, version in enumerate(keyring.versions, 1):
        try:
            data = files.read(keyring_proof_path(number))
            proof = None if data is None else parse_proof(data)
        except CopydeskError as error:
            return KeyringLog(problem=f"Version {number}: {error.message}")
        if proof is None:
            missing += 1
            continue
        reason = why_not_logged(
            "keyring", version.sha256, version.envelope_sha256, proof, keyring
        ) or _back_dated(keyring, number, proof.index)
        if reason or proof.index <= max(indices, default=-1):
            return KeyringLog(problem=f"Version {number}: {reason or 'it is logged out of order.'}")
        indices.append(proof.index)
        checkpoints.add(proof.checkpoint)
    newest = _newest(files, keyring).checkpoint
    forked = _inconsistent(files, newest, checkpoints) if newest and checkpoints else ""
    return KeyringLog(tuple(indices), missing, checkpoints=frozenset(checkpoints), forked=forked)


def _back_dated(keyring: Keyring, number: int, index: int) -> str:
    """A new key, or the end of one, may not count before the log holds the version that says so:
    whoever has stolen the root key cannot change what was signed before.
    """
    before = keyring.version(number - 1)
    known = {entry.keyid: entry for entry in before.predicate.keys} if before else {}
    for entry in keyring.versions[number - 1].predicate.keys:
        old = known.get(entry.keyid)
        starts = entry.validFrom if old is None else None
        ends = entry.validUntil if old is None or old.validUntil is None else None
        if any(at is not None and at < index for at in (starts, ends)):
            return f"it lets the key {entry.name} begin or end before log entry {index}."
    return ""


class LogJudge:
    """Answers the checks ``inclusion``, ``order`` and ``consistency`` of one article.

    ``checkpoint_text`` is the newest checkpoint's note, and ``newest`` what it states, once
    ``checks`` found it properly signed.
    """

    def __init__(self, files: Files, found: ArticleFiles, keyring: Keyring | None) -> None:
        self.files = files
        self.found = found
        self.keyring = keyring
        self.statements = found.statements()
        self.checkpoint_text = ""
        self.newest: Checkpoint | None = None

    def checks(self, keyring_log: KeyringLog, others: Sequence[Checkpoint]) -> Iterator[Check]:
        """The three checks, in the order of :data:`copydesk.provenance.checks.CHECKS`.

        Args:
            keyring_log: where the log holds the keyring.
            others: the checkpoints of proofs of other statements than the article's, which must be
                of the same log: whoever keeps two could show the reader another in each.
        """
        yield from self._inclusion()
        yield self._order()
        yield self._consistency(keyring_log, others)

    def _inclusion(self) -> Iterator[Check]:
        for problem in self.found.log_problems:
            yield answer("inclusion", FAIL, problem.message, problem.path)
        bad = {problem.path.removesuffix(".tlog-proof") for problem in self.found.log_problems}
        for item in self.statements:
            if item.path.removesuffix(".dsse.json") in bad:
                continue
            if self.keyring is None:
                reason = "Without a keyring it cannot be checked."
                yield answer("inclusion", ABSENT, reason, item.name)
            elif item.log_index is None:
                yield answer("inclusion", self.found.missing, "It has no log proof.", item.name)
            else:
                reason = f"Entry {item.log_index} of the log."
                yield answer("inclusion", PASS, reason, item.name)
        if not self.statements and not self.found.log_problems:
            yield answer("inclusion", ABSENT, "There is no statement to be logged.")

    def _order(self) -> Check:
        steps = [item.log_index for item in self.statements]
        known = [index for index in steps if index is not None]
        if self.keyring is None:
            return answer("order", ABSENT, "Without a keyring it cannot be checked.")
        if len(known) < len(steps) or len(known) < 2:
            return answer("order", self.found.missing, "Not every step is logged.")
        if any(later <= earlier for earlier, later in pairwise(known)):
            return answer("order", FAIL, "The log holds the steps in another order.")
        return answer("order", PASS, "Each step is logged after the one before it.")

    def _consistency(self, keyring_log: KeyringLog, others: Sequence[Checkpoint]) -> Check:
        mine = {item.proof.checkpoint for item in self.statements if item.proof is not None}
        proofs = mine.union(others)
        every = proofs | keyring_log.checkpoints
        if len({proof.size for proof in every}) < len(every):
            reason = "Two proofs are of logs of one length that differ: the log was forked."
            return answer("consistency", FAIL, reason)
        newest = _newest(self.files, self.keyring)
        self.newest, self.checkpoint_text = newest.checkpoint, newest.text
        if newest.checkpoint is None:
            state = FAIL if newest.problem else ABSENT
            return answer("consistency", state, newest.problem or "No log is here.")
        if not mine:
            return answer("consistency", ABSENT, "No statement has a log proof.")
        reason = _inconsistent(self.files, newest.checkpoint, proofs) or keyring_log.forked
        contains = f"The log of {newest.checkpoint.size} entries contains each proof's."
        return answer("consistency", FAIL if reason else PASS, reason or contains)


@dataclass(frozen=True, slots=True)
class _Newest:
    """The newest checkpoint and its note, if it is properly signed; else why not."""

    checkpoint: Checkpoint | None = None
    text: str = ""
    problem: str = ""


def _newest(files: Files, keyring: Keyring | None) -> _Newest:
    try:
        data = files.read(CHECKPOINT)
        if data is None:
            return _Newest()
        note = parse_note(data)
        checkpoint = parse_checkpoint(note)
    except CopydeskError as error:
        return _Newest(problem=error.message)
    if keyring is None:
        return _Newest()
    origin = keyring.newest.predicate.newsroom
    keys = keyring.log_keys(checkpoint.size)
    if checkpoint.origin != origin or not any(signed_by(note, origin, key) for key in keys):
        reason = "The newest checkpoint is not signed by a log key that counts for it."
        return _Newest(problem=reason)
    return _Newest(checkpoint, data.decode())


def _inconsistent(files: Files, newest: Checkpoint, proofs: set[Checkpoint]) -> str:
    """Why the log on disk does not contain those of the proofs; empty when it does."""
    if any(proof.size > newest.size for proof in proofs):
        return "The log is shorter than when a proof was made."
    if proofs == {newest} and not _has_tiles(files):
        # A bundle: every proof leads to the one checkpoint that it holds.
        return ""
    try:
        nodes = TileNodes(files, newest.size)
        if root(nodes, newest.size) != newest.root:
            return "The log's tiles do not give its checkpoint."
        if any(root(nodes, proof.size) != proof.root for proof in proofs):
            return "The log does not contain an earlier one."
    except CopydeskError as error:
        return error.message
    return ""


def _has_tiles(files: Files) -> bool:
    return any(True for _ in files.names("log/tile"))
