"""``copydesk key``: what keys there are, and every change of the newsroom's keyring.

A change is a new version, signed by the root keys and logged. Where not enough root keys are on
this machine it waits in ``keys/pending/`` until :func:`countersign_keyring` has the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from copydesk.errors import ConflictError, NewsroomError, SigningKeyError, UsageError
from copydesk.newsroom.common import Desk
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.ledger import Changes, Overlay
from copydesk.newsroom.store import Newsroom, find_newsroom
from copydesk.newsroom.witness_policy import follow_keyring
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.dsse import Envelope, countersign, parse_envelope, signers_of
from copydesk.provenance.keyring import (
    Keyring,
    KeyringVersion,
    add_key,
    keyring_path,
    keyring_proof_path,
    load_keyring,
    make_entry,
    root_keys,
    seal_keyring,
)
from copydesk.provenance.keyring_changes import active, revoke_key, rotate_key, set_threshold
from copydesk.provenance.keys import Signer, decode_public
from copydesk.provenance.log.tiles import append, read_checkpoint
from copydesk.provenance.reading import leaf_bytes
from copydesk.provenance.statement import parse_statement
from copydesk.provenance.statements import KeyringPredicate

__all__ = [
    "KeyringChanged",
    "change_threshold",
    "countersign_keyring",
    "list_keys",
    "register_key",
    "revoke",
    "rotate",
]

PENDING = "keys/pending/"
Change = Callable[[KeyringVersion, int], KeyringPredicate]


@dataclass(frozen=True, slots=True)
class KeyringChanged:
    """A new keyring version: what it does, and where the log holds it, or who must still sign."""

    what: str
    version: int
    index: int
    keyid: str = ""
    waiting: str = ""

    def as_json(self) -> dict[str, Any]:
        """For ``--format json``."""
        return {
            "what": self.what,
            "keyring_version": self.version,
            "log_index": None if self.waiting else self.index,
            "keyid": self.keyid,
            "waiting_for": self.waiting,
        }

    def as_text(self) -> str:
        """For a person."""
        if self.waiting:
            return (
                f"{self.what}\n  Keyring version {self.version} waits for {self.waiting}: "
                "`copydesk key countersign` on that machine."
            )
        return f"{self.what}\n  Keyring version {self.version} is log entry {self.index}."


def list_keys(keystore: Keystore, folder: Path | None) -> list[dict[str, Any]]:
    """Keys of this machine and of the newsroom (if there is one here), by name."""
    here = {held.keyid: held.name for held in keystore.held()}
    rows: dict[str, dict[str, Any]] = {
        keyid: {"name": name, "keyid": keyid, "roles": [], "private": True, "state": ""}
        for keyid, name in here.items()
    }
    root = folder or find_newsroom(Path.cwd())
    if root is not None:
        for entry in load_keyring(Newsroom.open(root).files).newest.predicate.keys:
            state = "" if active(entry) else f"ended at log entry {entry.validUntil}"
            if entry.revoked is not None:
                since = f"from log entry {entry.revoked.logIndex} on"
                if entry.revoked.retroactive:
                    since = "from the start"
                state = f"revoked {since}: {entry.revoked.reason}"
            rows[entry.keyid] = {
                "name": entry.name,
                "keyid": entry.keyid,
                "roles": list(entry.roles),
                "private": entry.keyid in here,
                "state": state,
            }
    return sorted(rows.values(), key=lambda row: (row["name"], row["keyid"]))


def register_key(
    desk: Desk,
    *,
    name: str,
    roles: Sequence[str],
    public: str = "",
    kind: str = "person",
) -> KeyringChanged:
    """Write a keyring version with one more key.

    Args:
        desk: the newsroom, and the machine that holds the root and log keys, and the key itself
            unless ``public`` is given.
        name: the key's name; statements name their signer by it.
        roles: what it may sign.
        public: base64 of the raw public key, for a key that is held elsewhere.
        kind: person, bot or service.

    Raises:
        SigningKeyError: the key is unsafe, registered already, or the root or log key is not here.
    """
    raw = _public(desk, name, public)

    def make(last: KeyringVersion, index: int) -> KeyringPredicate:
        if any(entry.name == name for entry in last.predicate.keys):
            raise SigningKeyError(
                f"The keyring has a key named {name} already.",
                fix="Choose another name; `copydesk key rotate` replaces the key of a name.",
            )
        return add_key(last, make_entry(name, kind, roles, raw, index))

    return _change(desk, make, f"Registered {name} as {', '.join(sorted(set(roles)))}.", raw)


def rotate(desk: Desk, *, name: str, new: str = "", public: str = "") -> KeyringChanged:
    """Put another key in the place of the one registered as ``name``: the same name and roles.

    Args:
        desk: as for :func:`register_key`.
        name: the name in the keyring; what its key signed before stays valid.
        new: the new key's name on this machine, unless ``public`` is given.
        public: base64 of the raw public key, for a key that is held elsewhere.

    Raises:
        SigningKeyError: no active key of that name, an unsafe or known key, or a missing root key.
    """
    raw = _public(desk, new, public)
    what = f"Replaced the key of {name}; what the old one signed before stays valid."
    return _change(desk, lambda last, index: rotate_key(last, name, raw, index), what, raw)


def revoke(
    desk: Desk,
    *,
    name: str,
    reason: str,
    since: int | None = None,
    retroactive: bool = False,
    keyid: str = "",
) -> KeyringChanged:
    """Revoke a key: from now, from log entry ``since`` on, or altogether.

    Raises:
        SigningKeyError: no such key, revoked before, or a missing root key.
        UsageError: ``since`` lies ahead.
    """

    def make(last: KeyringVersion, index: int) -> KeyringPredicate:
        if since is not None and not 0 <= since <= index:
            raise UsageError(f"The log has {index} entries.", fix="Give --since as one of them.")
        at = index if since is None else since
        return revoke_key(last, name, reason, index=at, retroactive=retroactive, keyid=keyid)

    how = "for all that it signed" if retroactive else "from now on"
    if since is not None and not retroactive:
        how = f"from log entry {since} on"
    return _change(desk, make, f"Revoked {name} {how}: {reason}")


def change_threshold(desk: Desk, role: str, count: int) -> KeyringChanged:
    """Ask for ``count`` different keys of a role.

    Raises:
        SigningKeyError: a role without a threshold, or not that many keys.
    """
    what = f"From now on {count} {role} keys must sign."
    return _change(desk, lambda last, _: set_threshold(last, role, count), what)


def countersign_keyring(desk: Desk) -> KeyringChanged:
    """Add the root keys of this machine to the keyring version that waits.

    Raises:
        NewsroomError: none waits.
        ConflictError: the log has grown since it was made.
        SigningKeyError: no root key here that has not signed yet.
    """
    with desk.room.locked():
        keyring = load_keyring(desk.room.files)
        number = keyring.newest.predicate.version + 1
        data = desk.room.files.read(_pending_path(number))
        if data is None:
            raise NewsroomError(
                "No keyring version waits for signatures.", fix="`copydesk key list` shows it."
            )
        envelope = parse_envelope(data)
        predicate = parse_statement(envelope.payload).predicate
        if not isinstance(predicate, KeyringPredicate):
            raise NewsroomError("What waits is no keyring.", fix=f"Delete {_pending_path(number)}.")
        index = _size(desk)
        newest = {e.keyid for e in keyring.newest.predicate.keys}
        starts = {e.validFrom for e in predicate.keys if e.keyid not in newest}
        if starts - {index}:
            raise ConflictError(
                "The log has grown since this keyring version was made.",
                fix=f"Delete {_pending_path(number)} and make the change again.",
            )
        signers = _signers(desk, keyring.newest.predicate, predicate, _who(envelope, predicate))
        if not signers:
            raise SigningKeyError(
                "No root key on this machine that has not signed it yet.",
                fix="Run this where another root key is.",
            )
        signed = countersign(envelope, signers)
        what = f"Signed keyring version {number} with {len(signers)} more."
        return _commit(desk, keyring, predicate, signed, index, what)


def _public(desk: Desk, name: str, public: str) -> bytes:
    if public:
        return decode_public(public)
    return desk.keystore.load(name, passphrase=desk.passphrase).public


def _change(desk: Desk, make: Change, what: str, public: bytes = b"") -> KeyringChanged:
    with desk.room.locked():
        keyring = load_keyring(desk.room.files)
        index = _size(desk)
        number = keyring.newest.predicate.version + 1
        if desk.room.files.read(_pending_path(number)) is not None:
            raise ConflictError(
                f"Keyring version {number} waits for signatures.",
                fix=f"`copydesk key countersign`, or delete {_pending_path(number)}.",
            )
        predicate = make(keyring.newest, index)
        signers = _signers(desk, keyring.newest.predicate, predicate, frozenset())
        if not signers:
            raise SigningKeyError(
                "The newsroom's root key is not on this machine.",
                fix="Run this where `copydesk init` was run, or copy the key file there.",
            )
        envelope = seal_keyring(predicate, signers)
        keyid = sha256_hex(public) if public else ""
        return _commit(desk, keyring, predicate, envelope, index, what, keyid)


def _commit(
    desk: Desk,
    keyring: Keyring,
    predicate: KeyringPredicate,
    envelope: bytes,
    index: int,
    what: str,
    keyid: str = "",
) -> KeyringChanged:
    """Write and log the version if enough have signed it, else keep it until they have."""
    path, pending = keyring_path(predicate.version), _pending_path(predicate.version)
    parsed = parse_envelope(envelope)
    waiting = _waiting(parsed, [keyring.newest.predicate, predicate])
    if waiting:
        desk.room.apply({pending: envelope})
        return KeyringChanged(what, predicate.version, index, keyid, waiting)
    changes: Changes = {path: envelope, pending: None}
    after = load_keyring(Overlay(desk.room.files, changes))
    leaf = leaf_bytes("keyring", sha256_hex(parsed.payload), sha256_hex(envelope))
    log_key = desk.ledger.log_key(after)
    if log_key is None:
        raise SigningKeyError(
            "The newsroom's log key is not on this machine.",
            fix="Run this where `copydesk init` was run, or copy the key file there.",
        )
    origin = desk.room.config.newsroom.origin
    logged = append(desk.room.files, [leaf], log_key, origin, trusted=keyring.log_keys(index))
    proof = {keyring_proof_path(predicate.version): logged.proofs[0]}
    policy = follow_keyring(desk.room.files, keyring, after)
    desk.room.apply({**changes, **proof, **policy, **logged.changes})
    return KeyringChanged(what, predicate.version, index, keyid)


def _pending_path(number: int) -> str:
    return f"{PENDING}{number}.keyring.dsse.json"


def _size(desk: Desk) -> int:
    checkpoint = read_checkpoint(desk.room.files)
    return checkpoint[0].size if checkpoint else 0


def _who(envelope: Envelope, predicate: KeyringPredicate) -> frozenset[str]:
    keys = {entry.keyid: decode_public(entry.public) for entry in predicate.keys}
    return frozenset(signers_of(envelope, keys))


def _signers(
    desk: Desk, last: KeyringPredicate, fresh: KeyringPredicate, signed: frozenset[str]
) -> list[Signer]:
    """The keys of this machine whose signature the version asks for."""
    wanted = (set(root_keys(last)) | set(root_keys(fresh))) - signed
    held = [each for each in desk.keystore.held() if each.keyid in wanted]
    return [desk.keystore.load(each.name, passphrase=desk.passphrase) for each in held]


def _waiting(envelope: Envelope, versions: Sequence[KeyringPredicate]) -> str:
    """Whose signatures are missing, in words; empty when the root rules are met."""
    missing = []
    for version in versions:
        lacking = version.threshold["root"] - len(signers_of(envelope, root_keys(version)))
        if lacking > 0:
            missing.append(f"{lacking} more root keys of version {version.version}")
    return " and ".join(missing)
