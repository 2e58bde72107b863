"""``copydesk key``: what keys there are, and giving one a role."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from copydesk.errors import SigningKeyError
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.store import Newsroom, find_newsroom
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.dsse import parse_envelope
from copydesk.provenance.keyring import (
    add_key,
    keyring_path,
    load_keyring,
    make_entry,
    seal_keyring,
)
from copydesk.provenance.keys import PrivateKey, decode_public
from copydesk.provenance.log.tiles import append, read_checkpoint
from copydesk.provenance.reading import leaf_bytes

__all__ = ["KeyRegistered", "list_keys", "register_key"]


@dataclass(frozen=True, slots=True)
class KeyRegistered:
    """A key that got its roles."""

    name: str
    keyid: str
    roles: tuple[str, ...]
    version: int
    valid_from: int

    def as_json(self) -> dict[str, Any]:
        """For ``--format json``."""
        return {
            "name": self.name,
            "keyid": self.keyid,
            "roles": list(self.roles),
            "keyring_version": self.version,
            "valid_from": self.valid_from,
        }

    def as_text(self) -> str:
        """For a person."""
        return (
            f"Registered {self.name} as {', '.join(self.roles)} "
            f"from log entry {self.valid_from} on (keyring version {self.version})."
        )


def list_keys(keystore: Keystore, folder: Path | None) -> list[dict[str, Any]]:
    """Keys of this machine and of the newsroom (if there is one here), by name."""
    here = {held.keyid: held.name for held in keystore.held()}
    rows: dict[str, dict[str, Any]] = {
        keyid: {"name": name, "keyid": keyid, "roles": [], "private": True}
        for keyid, name in here.items()
    }
    root = folder or find_newsroom(Path.cwd())
    if root is not None:
        for entry in load_keyring(Newsroom.open(root).files).newest.predicate.keys:
            rows[entry.keyid] = {
                "name": entry.name,
                "keyid": entry.keyid,
                "roles": list(entry.roles),
                "private": entry.keyid in here,
            }
    return sorted(rows.values(), key=lambda row: (row["name"], row["keyid"]))


def register_key(
    room: Newsroom,
    keystore: Keystore,
    *,
    name: str,
    roles: Sequence[str],
    public: str = "",
    kind: str = "person",
    passphrase: bytes | None = None,
) -> KeyRegistered:
    """Write keyring version N+1 with one more key, and log it.

    Args:
        room: the newsroom.
        keystore: holds the root key and the log key, and the key itself unless ``public`` is given.
        name: the key's name; statements name their signer by it.
        roles: what it may sign.
        public: base64 of the raw public key, for a key that is held elsewhere.
        kind: person, bot or service.
        passphrase: of the root and log keys.

    Raises:
        SigningKeyError: the key is unsafe, registered already, or the root or log key is not here.
    """
    raw = decode_public(public) if public else keystore.load(name, passphrase=passphrase).public
    with room.locked():
        keyring = load_keyring(room.files)
        if any(entry.name == name for entry in keyring.newest.predicate.keys):
            raise SigningKeyError(
                f"The keyring has a key named {name} already.", fix="Choose another name."
            )
        checkpoint = read_checkpoint(room.files)
        index = checkpoint[0].size if checkpoint else 0
        entry = make_entry(name, kind, roles, raw, index)
        predicate = add_key(keyring.newest, entry)
        root = _holder(room, keystore, "root", passphrase)
        log = _holder(room, keystore, "log", passphrase)
        envelope = seal_keyring(predicate, [root])
        payload = sha256_hex(parse_envelope(envelope).payload)
        leaf = leaf_bytes("keyring", payload, sha256_hex(envelope))
        logged = append(room.files, [leaf], log, room.config.newsroom.origin)
        room.apply({keyring_path(predicate.version): envelope, **logged.changes})
    return KeyRegistered(name, entry.keyid, tuple(entry.roles), predicate.version, index)


def _holder(room: Newsroom, keystore: Keystore, role: str, passphrase: bytes | None) -> PrivateKey:
    wanted = {entry.keyid for entry in load_keyring(room.files).holders(role)}
    for held in keystore.held():
        if held.keyid in wanted:
            return keystore.load(held.name, passphrase=passphrase)
    raise SigningKeyError(
        f"The newsroom's {role} key is not on this machine.",
        fix="Run this where `copydesk init` was run, or copy the key file there.",
    )
