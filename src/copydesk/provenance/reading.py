"""Reads the statements of one article from a newsroom's files, and notes what is malformed."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from copydesk.errors import CopydeskError, StatementError
from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.checks import CheckState
from copydesk.provenance.dsse import parse_envelope, signers_of
from copydesk.provenance.files import Files
from copydesk.provenance.keyring import Keyring
from copydesk.provenance.log.merkle import hash_leaf, verify_inclusion
from copydesk.provenance.log.note import signed_by
from copydesk.provenance.log.proof import Proof, parse_proof
from copydesk.provenance.record import Signed
from copydesk.provenance.statement import parse_statement
from copydesk.provenance.statements import (
    CorrectionPredicate,
    Model,
    PublicationPredicate,
    ReviewPredicate,
    SourceSetPredicate,
    SubmissionPredicate,
    WithdrawalPredicate,
)

__all__ = [
    "ArticleFiles",
    "Problem",
    "leaf_bytes",
    "read_article_files",
    "read_logged",
    "read_statement",
    "why_not_logged",
]

# More reviews or corrections than any article has had; a longer list is an attack on time.
MAX_NUMBERED = 200
_PLAIN = re.compile(r"[a-z0-9-]*")

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that is not what its name says; ``path`` is relative to the newsroom."""

    path: str
    message: str


@dataclass
class ArticleFiles:
    """What was read, before it is judged."""

    folder: str
    article: bytes | None = None
    trace: bytes | None = None
    source_set: Signed[SourceSetPredicate] | None = None
    submission: Signed[SubmissionPredicate] | None = None
    reviews: list[Signed[ReviewPredicate]] = field(default_factory=list)
    publication: Signed[PublicationPredicate] | None = None
    corrections: list[Signed[CorrectionPredicate]] = field(default_factory=list)
    withdrawal: Signed[WithdrawalPredicate] | None = None
    partial: bool = False
    """Whether files that say more than the statements may be left out, as in a page's bundle."""
    problems: list[Problem] = field(default_factory=list)
    log_problems: list[Problem] = field(default_factory=list)

    @cached_property
    def article_sha256(self) -> str:
        """The digest of the article's text; empty where there is none."""
        return "" if self.article is None else sha256_hex(self.article)

    @cached_property
    def trace_sha256(self) -> str:
        """The digest of the trace; empty where there is none."""
        return "" if self.trace is None else sha256_hex(self.trace)

    @property
    def missing(self) -> CheckState:
        """What an absent step means: a failure once something claims to be published."""
        return CheckState.FAIL if self.publication is not None else CheckState.NOT_PRESENT

    def statements(self) -> list[Signed[Model]]:
        """Every statement that could be read, in the order of the steps."""
        steps = (
            self.source_set,
            self.submission,
            *self.reviews,
            self.publication,
            *self.corrections,
            self.withdrawal,
        )
        return [step for step in steps if step is not None]

    def newest(self) -> Signed[Model] | None:
        """The statement that says how the article stands: its withdrawal, last correction or
        publication.
        """
        last = self.corrections[-1] if self.corrections else self.publication
        return self.withdrawal or last


def leaf_bytes(kind: str, sha256: str, envelope_sha256: str) -> bytes:
    """The log entry of a statement: its payload's digest, and its envelope's, which covers the
    signatures.
    """
    if _PLAIN.fullmatch(kind + sha256 + envelope_sha256):
        # What the encoder would write, ten times faster: an archive has one for each statement.
        return (
            f'{{"envelope_sha256":"{envelope_sha256}","kind":"{kind}",'
            f'"payload_sha256":"{sha256}","v":1}}'
        ).encode()
    return canonical_bytes(
        {"v": 1, "kind": kind, "payload_sha256": sha256, "envelope_sha256": envelope_sha256}
    )


def read_article_files(
    files: Files, folder: str, keyring: Keyring | None, *, partial: bool = False
) -> ArticleFiles:
    """Read everything that belongs to one article; nothing raises, everything is noted."""
    found = ArticleFiles(folder, partial=partial)
    found.article = _bytes(files, f"{folder}/article.md", found)
    found.trace = _bytes(files, f"{folder}/prov/trace.json", found)
    reader = _Reader(files, folder, keyring, found)
    found.source_set = reader.read("source-set", SourceSetPredicate)
    found.submission = reader.read("submission", SubmissionPredicate)
    found.reviews = reader.numbered("review", ReviewPredicate)
    found.publication = reader.read("publication", PublicationPredicate)
    found.corrections = reader.numbered("correction", CorrectionPredicate)
    found.withdrawal = reader.read("withdrawal", WithdrawalPredicate)
    reader.leftovers()
    return found


def read_statement(
    files: Files, path: str, model: type[M], keyring: Keyring | None
) -> Signed[M] | None:
    """Read one envelope; ``None`` where there is no file.

    Raises:
        StatementError: malformed, or a statement of another kind.
        LimitError: too large.
    """
    data = files.read(path)
    if data is None:
        return None
    envelope = parse_envelope(data)
    statement = parse_statement(envelope.payload)
    if not isinstance(statement.predicate, model):
        raise StatementError(
            f"It holds a {statement.kind} statement.", fix="Restore the file from the repository."
        )
    keyids = signers_of(envelope, keyring.public_keys()) if keyring is not None else ()
    return Signed(
        kind=statement.kind,
        path=path,
        predicate=statement.predicate,
        subject_sha256=statement.subject[0].digest.sha256,
        subjects=tuple(subject.digest.sha256 for subject in statement.subject),
        sha256=statement.sha256,
        envelope_sha256=sha256_hex(data),
        signatures=tuple(
            (keyid, base64.b64encode(sig).decode()) for keyid, sig in envelope.signatures
        ),
        keyids=keyids,
    )


def read_logged(
    files: Files, base: str, model: type[M], keyring: Keyring
) -> tuple[Signed[M] | None, str]:
    """Read ``<base>.dsse.json`` and its proof ``<base>.tlog-proof``; the second value says why the
    proof does not hold.

    Raises:
        StatementError: one of the two is malformed.
        LimitError: too large.
    """
    signed = read_statement(files, f"{base}.dsse.json", model, keyring)
    data = files.read(f"{base}.tlog-proof")
    if signed is None or data is None:
        return signed, "" if signed is None else "it has no log proof."
    proof = parse_proof(data)
    reason = why_not_logged(signed.kind, signed.sha256, signed.envelope_sha256, proof, keyring)
    return (signed, reason) if reason else (replace(signed, log_index=proof.index, proof=proof), "")


def _bytes(files: Files, path: str, found: ArticleFiles) -> bytes | None:
    try:
        return files.read(path)
    except CopydeskError as error:
        found.problems.append(Problem(path, error.message))
        return None


class _Reader:
    def __init__(
        self, files: Files, folder: str, keyring: Keyring | None, found: ArticleFiles
    ) -> None:
        self.files = files
        self.folder = f"{folder}/prov"
        self.keyring = keyring
        self.found = found
        self.seen: set[str] = set()

    def read(self, name: str, model: type[M]) -> Signed[M] | None:
        path = f"{self.folder}/{name}.dsse.json"
        self.seen.add(path)
        try:
            signed = read_statement(self.files, path, model, self.keyring)
        except CopydeskError as error:
            self.found.problems.append(Problem(path, error.message))
            return None
        return None if signed is None else self._with_proof(signed, name)

    def numbered(self, name: str, model: type[M]) -> list[Signed[M]]:
        read = []
        for number in range(1, MAX_NUMBERED + 1):
            signed = self.read(f"{name}-{number}", model)
            if signed is None:
                break
            read.append(signed)
        return read

    def leftovers(self) -> None:
        """Statements that no step accounts for: a review after a gap, an unknown kind."""
        noted = {problem.path for problem in self.found.problems}
        for path in self.files.names(self.folder):
            inside = path.removeprefix(self.folder + "/")
            if "/" in inside or not inside.endswith(".dsse.json"):
                continue
            if path not in self.seen and path not in noted:
                self.found.problems.append(
                    Problem(path, "No step of the article accounts for this statement.")
                )

    def _with_proof(self, signed: Signed[M], name: str) -> Signed[M]:
        path = f"{self.folder}/{name}.tlog-proof"
        try:
            data = self.files.read(path)
            proof = None if data is None else parse_proof(data)
        except CopydeskError as error:
            self.found.log_problems.append(Problem(path, error.message))
            return signed
        if proof is None:
            return signed
        if self.keyring is None:
            return signed
        reason = why_not_logged(
            signed.kind, signed.sha256, signed.envelope_sha256, proof, self.keyring
        )
        if reason:
            self.found.log_problems.append(Problem(path, reason))
            return signed
        return replace(signed, log_index=proof.index, proof=proof)


def why_not_logged(
    kind: str, sha256: str, envelope_sha256: str, proof: Proof, keyring: Keyring
) -> str:
    """Why ``proof`` does not show that the log holds the statement; empty when it does."""
    leaf = hash_leaf(leaf_bytes(kind, sha256, envelope_sha256))
    tree = proof.checkpoint
    if not verify_inclusion(leaf, proof.index, tree.size, proof.path, tree.root):
        return "The log entry of the proof is not this statement with these signatures."
    origin = keyring.newest.predicate.newsroom
    if tree.origin != origin:
        return f"The proof is of another log, {tree.origin!r}, not {origin}."
    if not any(signed_by(proof.note, origin, key) for key in keyring.log_keys(tree.size)):
        return "The proof's checkpoint is not signed by a log key that counts for it."
    return ""
