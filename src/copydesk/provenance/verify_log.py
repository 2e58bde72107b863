"""What the log says of an article's statements and of the keyring: that they are in it, in order,
and unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from copydesk.errors import CopydeskError
from copydesk.provenance.checks import Check, CheckState, answer
from copydesk.provenance.files import Files
from copydesk.provenance.keyring import Keyring, keyring_proof_path
from copydesk.provenance.log.merkle import root
from copydesk.provenance.log.note import Checkpoint, parse_checkpoint, parse_note, signed_by
from copydesk.provenance.log.proof import parse_proof
from copydesk.provenance.log.tiles import CHECKPOINT, TileNodes, tile_path
from copydesk.provenance.reading import ArticleFiles, why_not_logged

__all__ = ["KeyringLog", "LogJudge", "LogView", "Newest", "keyring_log"]

# Earlier checkpoints that are remembered as contained; the statements of a day share one.
MAX_CONTAINED = 4_096

PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT


@dataclass(frozen=True, slots=True)
class KeyringLog:
    """Where the log holds the keyring's versions: ``indices`` from version 1 on, as far as there
    are proofs that hold; ``problem`` says what is wrong, ``missing`` is 1 where version 1, which
    a reader knows from elsewhere, has no proof.

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
        where not every later version's place is known.
        """
        return None if self.problem else self.missing + sum(at < index for at in self.indices)


def keyring_log(log: LogView, keyring: Keyring) -> KeyringLog:
    """Where the log holds each version, and whether a key counts before its version was logged."""
    indices: list[int] = []
    checkpoints: set[Checkpoint] = set()
    missing = 0
    for number, version in enumerate(keyring.versions, 1):
        try:
            data = log.files.read(keyring_proof_path(number))
            proof = None if data is None else parse_proof(data)
        except CopydeskError as error:
            return KeyringLog(problem=f"Version {number}: {error.message}")
        if proof is None and number == 1:
            missing = 1
            continue
        if proof is None:
            # Left out, it could say later what it allows earlier, or ask for less than it does.
            return KeyringLog(problem=f"Version {number}: it has no log proof.")
        reason = why_not_logged(
            "keyring", version.sha256, version.envelope_sha256, proof, keyring
        ) or _back_dated(keyring, number, proof.index)
        if reason or proof.index <= max(indices, default=-1):
            return KeyringLog(problem=f"Version {number}: {reason or 'it is logged out of order.'}")
        indices.append(proof.index)
        checkpoints.add(proof.checkpoint)
    newest = log.newest.checkpoint
    forked = _inconsistent(log, newest, checkpoints) if newest and checkpoints else ""
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


class LogView:
    """The log of one newsroom: its newest checkpoint, verified once, and whether it contains
    earlier ones.
    """

    def __init__(self, files: Files, keyring: Keyring | None) -> None:
        self.files = files
        self.keyring = keyring
        self._nodes: TileNodes | None = None
        self._contained: dict[Checkpoint, bool] = {}

    @cached_property
    def newest(self) -> Newest:
        """The newest checkpoint, or why it does not count."""
        return _newest(self.files, self.keyring)

    def contains(self, size: int, older: Checkpoint) -> bool:
        """Whether the log on disk, read as one of ``size`` entries, begins with that checkpoint's.

        Raises:
            StatementError: a tile is missing or damaged.
        """
        if self._nodes is None or self._nodes.size != size:
            self._nodes, self._contained = TileNodes(self.files, size), {}
        if older not in self._contained:
            if len(self._contained) >= MAX_CONTAINED:
                self._contained.clear()
            self._contained[older] = root(self._nodes, older.size) == older.root
        return self._contained[older]


class LogJudge:
    """Answers the checks ``inclusion``, ``order`` and ``consistency`` of one article.

    ``checkpoint_text`` is the newest checkpoint's note, and ``newest`` what it states, once
    ``checks`` found it properly signed.
    """

    def __init__(self, log: LogView, found: ArticleFiles) -> None:
        self.log = log
        self.found = found
        self.keyring = log.keyring
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
        newest = self.log.newest
        self.newest, self.checkpoint_text = newest.checkpoint, newest.text
        if newest.checkpoint is None:
            state = FAIL if newest.problem else ABSENT
            return answer("consistency", state, newest.problem or "No log is here.")
        if not mine:
            return answer("consistency", ABSENT, "No statement has a log proof.")
        reason = _inconsistent(self.log, newest.checkpoint, proofs) or keyring_log.forked
        contains = f"The log of {newest.checkpoint.size} entries contains each proof's."
        return answer("consistency", FAIL if reason else PASS, reason or contains)


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest checkpoint and its note, if it is properly signed; else why not."""

    checkpoint: Checkpoint | None = None
    text: str = ""
    problem: str = ""


def _newest(files: Files, keyring: Keyring | None) -> Newest:
    try:
        data = files.read(CHECKPOINT)
        if data is None:
            return Newest()
        note = parse_note(data)
        checkpoint = parse_checkpoint(note)
    except CopydeskError as error:
        return Newest(problem=error.message)
    if keyring is None:
        return Newest()
    origin = keyring.newest.predicate.newsroom
    keys = keyring.log_keys(checkpoint.size)
    if checkpoint.origin != origin or not any(signed_by(note, origin, key) for key in keys):
        reason = "The newest checkpoint is not signed by a log key that counts for it."
        return Newest(problem=reason)
    return Newest(checkpoint, data.decode())


def _inconsistent(log: LogView, newest: Checkpoint, proofs: set[Checkpoint]) -> str:
    """Why the log on disk does not contain those of the proofs; empty when it does."""
    if any(proof.size > newest.size for proof in proofs):
        return "The log is shorter than when a proof was made."
    if proofs == {newest} and not _has_tiles(log.files, newest.size):
        # A bundle: every proof leads to the one checkpoint that it holds.
        return ""
    try:
        if not log.contains(newest.size, newest):
            return "The log's tiles do not give its checkpoint."
        if not all(log.contains(newest.size, proof) for proof in proofs):
            return "The log does not contain an earlier one."
    except CopydeskError as error:
        return error.message
    return ""


def _has_tiles(files: Files, size: int) -> bool:
    # Most have the first tile; to look for any other, the whole tree is listed.
    first = tile_path(0, 0, min(size, 256))
    return files.read(first) is not None or any(True for _ in files.names("log/tile"))
