"""Makes statements and writes them: signing, logging and files as one change.

Everything that a step adds to a newsroom goes through :func:`write_statement`, so that a statement
and its log entry are never apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from copydesk.errors import AuthorisationError, SigningKeyError, VerificationError
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.store import Newsroom
from copydesk.provenance.checks import CheckState, Verification
from copydesk.provenance.dsse import seal
from copydesk.provenance.files import Files
from copydesk.provenance.keyring import Keyring, load_keyring
from copydesk.provenance.keys import Signer
from copydesk.provenance.log.tiles import append, read_checkpoint
from copydesk.provenance.reading import leaf_bytes, read_article_files, read_statement
from copydesk.provenance.record import Signed
from copydesk.provenance.statement import build_statement
from copydesk.provenance.statements import (
    Actor,
    KeyEntry,
    Model,
    Predicate,
    Subject,
    SubmissionPredicate,
)
from copydesk.provenance.verify import verify_article

__all__ = [
    "Changes",
    "DeskSigner",
    "Ledger",
    "Made",
    "Overlay",
    "read_step",
    "rounds",
    "signer_for",
    "superseded_digest",
    "write_envelope",
    "write_statement",
]

Changes = dict[str, bytes | None]
M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class DeskSigner:
    """A key of this machine together with its entry in the newsroom's keyring."""

    key: Signer
    entry: KeyEntry

    @property
    def keyid(self) -> str:
        """Hex SHA-256 of the raw public key."""
        return self.entry.keyid

    def actor(self, generator: str = "", kind: str = "") -> Actor:
        """Who this key is, for a statement.

        Raises:
            AuthorisationError: a bot that does not name its generator.
        """
        chosen: Literal["person", "bot", "service"] = self.entry.kind
        if kind in {"person", "bot"} and kind != self.entry.kind:
            raise AuthorisationError(
                f"{self.entry.name} is registered as {self.entry.kind}, not as {kind}.",
                fix="State the kind that the keyring holds.",
            )
        if chosen == "bot" and not generator:
            raise AuthorisationError(
                f"{self.entry.name} is a bot and names no generator.",
                fix="State the model: `generator:` in the front matter or the review file.",
            )
        return Actor(id=self.entry.name, kind=chosen, generator=generator or None)


@dataclass(frozen=True, slots=True)
class Made:
    """A statement that was made and written."""

    path: str
    sha256: str
    signer: str
    log_index: int | None


@dataclass(frozen=True)
class Ledger:
    """A newsroom and the keys of this machine: what writing a statement needs."""

    room: Newsroom
    keystore: Keystore
    passphrase: bytes | None = None

    def log_key(self, keyring: Keyring | None = None) -> Signer | None:
        """The log key that counts for the next entry, if it is on this machine; by ``keyring``
        where that entry is its newest version, else by the one on disk.
        """
        keyring = keyring or load_keyring(self.room.files)
        checkpoint = read_checkpoint(self.room.files)
        size = checkpoint[0].size if checkpoint else 0
        for entry in keyring.holders("log"):
            name = self.keystore.name_of(entry.keyid)
            if name is not None and not keyring.why_not(entry.keyid, ("log",), size):
                return self.keystore.load(name, passphrase=self.passphrase)
        return None


class Overlay:
    """A newsroom as it will be once ``changes`` are written."""

    def __init__(self, files: Files, changes: Changes) -> None:
        self._files = files
        self._changes = changes

    def read(self, path: str) -> bytes | None:
        """As :meth:`Files.read`."""
        return self._changes[path] if path in self._changes else self._files.read(path)

    def names(self, prefix: str) -> list[str]:
        """As :meth:`Files.names`."""
        folder = prefix.rstrip("/") + "/"
        found = set(self._files.names(prefix))
        for path, data in self._changes.items():
            if path.startswith(folder):
                (found.discard if data is None else found.add)(path)
        return sorted(found)


def read_step(room: Newsroom, paths: ArticlePaths, name: str, model: type[M]) -> Signed[M] | None:
    """A statement of the article, or ``None`` where there is none.

    Raises:
        StatementError: the file is malformed.
    """
    return read_statement(room.files, paths.statement(name), model, load_keyring(room.files))


def signer_for(
    room: Newsroom,
    keystore: Keystore,
    roles: Sequence[str],
    name: str,
    passphrase: bytes | None,
) -> DeskSigner:
    """The key to sign with: the one named, else the only one here that holds one of the roles.

    Raises:
        AuthorisationError: the key does not hold any of the roles.
        SigningKeyError: no key here fits, or several do.
    """
    keyring = load_keyring(room.files)
    checkpoint = read_checkpoint(room.files)
    # What is signed now will be logged next: the key must count there.
    size = checkpoint[0].size if checkpoint else 0
    if name:
        return _named(keyring, keystore, roles, name, passphrase, size)
    for role in roles:
        fitting = [
            held
            for held in keystore.held()
            if (entry := keyring.entry(held.keyid)) is not None and role in entry.roles
        ]
        if len(fitting) > 1:
            raise SigningKeyError(
                f"Several keys here hold the role {role}: {', '.join(k.name for k in fitting)}.",
                fix="Choose one with --key NAME.",
            )
        if fitting:
            return _named(keyring, keystore, roles, fitting[0].name, passphrase, size)
    raise SigningKeyError(
        f"No key on this machine holds the role {' or '.join(roles)}.",
        fix=f"`copydesk key new NAME`, then `copydesk key register NAME --role {roles[0]}`.",
    )


def _named(
    keyring: Keyring,
    keystore: Keystore,
    roles: Sequence[str],
    name: str,
    passphrase: bytes | None,
    size: int,
) -> DeskSigner:
    key = keystore.load(name, passphrase=passphrase)
    reason = keyring.why_not(key.keyid, roles, size)
    entry = keyring.entry(key.keyid)
    if reason or entry is None:
        raise AuthorisationError(
            f"The key {name} cannot sign this: {reason}.",
            fix=f"`copydesk key register {name} --role {roles[0]}` gives it the role.",
        )
    return DeskSigner(key, entry)


def write_statement(
    ledger: Ledger,
    paths: ArticlePaths,
    name: str,
    subjects: Sequence[Subject],
    predicate: Predicate,
    signer: DeskSigner,
    *,
    changes: Changes | None = None,
    log: bool = True,
    must_log: bool = False,
) -> Made:
    """Sign a statement and write it, with its log entry where this machine holds the log key.

    The caller holds the newsroom's lock. With ``must_log`` the record as it would stand is
    verified first, and nothing is written unless every check holds.

    Args:
        ledger: the newsroom, and where its log key may be.
        paths: the article.
        name: the file's name: ``submission``, ``review-1``, …
        subjects: what the statement is about.
        predicate: what it says.
        signer: who signs.
        changes: further files of the same step.
        log: whether to log it now, if the log key is here; a source set is logged with its
            submission, since until then it may be replaced.
        must_log: the step is only complete once it is logged.

    Raises:
        SigningKeyError: ``must_log`` and the log key is not here.
        VerificationError: ``must_log`` and the record would not verify.
    """
    envelope = seal(build_statement(subjects, predicate), [signer.key])
    return write_envelope(
        ledger, paths, name, envelope, signer, changes=changes, log=log, must_log=must_log
    )


def write_envelope(
    ledger: Ledger,
    paths: ArticlePaths,
    name: str,
    envelope: bytes,
    signer: DeskSigner,
    *,
    changes: Changes | None = None,
    log: bool = True,
    must_log: bool = False,
) -> Made:
    """Write a statement that is signed already; otherwise as :func:`write_statement`."""
    room = ledger.room
    path = paths.statement(name)
    wanted: Changes = {**(changes or {}), path: envelope}
    if must_log or (log and ledger.log_key() is not None):
        wanted |= _log_changes(ledger, paths, wanted)
    after = Overlay(room.files, wanted)
    if must_log:
        _refuse_failed(verify_article(after, paths.month, paths.slug))
    found = read_article_files(after, paths.folder, load_keyring(after))
    made = next(item for item in found.statements() if item.path == path)
    room.apply(wanted)
    return Made(path, made.sha256, signer.entry.name, made.log_index)


def _log_changes(ledger: Ledger, paths: ArticlePaths, changes: Changes) -> Changes:
    """The files that log every statement of the article that is not logged yet, in order."""
    key = ledger.log_key()
    if key is None:
        raise SigningKeyError(
            "The log key is not on this machine.",
            fix="Publish on the newsroom's own machine, where `copydesk init` made it.",
        )
    after = Overlay(ledger.room.files, changes)
    found = read_article_files(after, paths.folder, load_keyring(after))
    waiting = [item for item in found.statements() if item.log_index is None]
    leaves = [leaf_bytes(item.kind, item.sha256, item.envelope_sha256) for item in waiting]
    made = append(after, leaves, key, ledger.room.config.newsroom.origin)
    proofs = {
        item.path.removesuffix(".dsse.json") + ".tlog-proof": proof
        for item, proof in zip(waiting, made.proofs, strict=True)
    }
    return {**made.changes, **proofs}


def _refuse_failed(verification: Verification) -> None:
    failed = [check for check in verification.checks if check.state is CheckState.FAIL]
    if failed or not verification.ok:
        first = f"{failed[0].title}: {failed[0].reason}" if failed else "nothing could be checked"
        raise VerificationError(
            f"The record would not verify: {len(failed)} checks fail, the first: {first}",
            fix="Nothing was written. Mend what the check names and try again.",
        )


def rounds(room: Newsroom, paths: ArticlePaths) -> list[int]:
    """The numbers of the earlier rounds whose files are kept."""
    parts = {
        name.removeprefix(f"{paths.prov}/round-").split("/")[0]
        for name in room.files.names(paths.prov)
        if name.startswith(f"{paths.prov}/round-")
    }
    return sorted(int(part) for part in parts if part.isdigit())


def superseded_digest(room: Newsroom, paths: ArticlePaths) -> str | None:
    """The payload digest of the newest submission of an earlier round, if there was one."""
    earlier = rounds(room, paths)
    if not earlier:
        return None
    path = f"{paths.round(earlier[-1])}/submission.dsse.json"
    submission = read_statement(room.files, path, SubmissionPredicate, None)
    return submission.sha256 if submission else None
