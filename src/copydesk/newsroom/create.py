"""``copydesk init``: a new newsroom, its first keyring and the log's first entry."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from copydesk.config import parse_config
from copydesk.errors import ConflictError, NewsroomError, UsageError
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.layout import CONFIG
from copydesk.newsroom.template import GIT_ATTRIBUTES, GIT_IGNORE, config_text
from copydesk.newsroom.transaction import apply_changes
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.dsse import parse_envelope
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.keyring import (
    first_keyring,
    keyring_path,
    keyring_proof_path,
    make_entry,
    seal_keyring,
)
from copydesk.provenance.log.tiles import append
from copydesk.provenance.reading import leaf_bytes

__all__ = ["NewsroomMade", "create_newsroom"]

# Each key has one task, so that the one that is used every day is not the one that rules them.
ROLES = ("root", "publisher", "collector", "log")


@dataclass(frozen=True, slots=True)
class NewsroomMade:
    """What ``init`` made."""

    folder: str
    origin: str
    pin: str
    keys: tuple[tuple[str, str], ...]
    """(name, key id)."""
    keys_folder: str

    def as_json(self) -> dict[str, Any]:
        """For ``--format json``."""
        return {
            "folder": self.folder,
            "origin": self.origin,
            "pin": self.pin,
            "keys": [{"name": name, "keyid": keyid} for name, keyid in self.keys],
            "keys_folder": self.keys_folder,
        }

    def as_text(self) -> str:
        """For a person."""
        names = ", ".join(name for name, _ in self.keys)
        return (
            f"Made the newsroom {self.folder} (log origin {self.origin}).\n"
            f"  Keys on this machine, in {self.keys_folder}: {names}\n"
            f"  Keyring version 1, which readers pin: {self.pin}\n"
            "  Next: `copydesk key new NAME` and `copydesk key register NAME --role contributor`."
        )


def create_newsroom(
    folder: Path,
    keystore: Keystore,
    *,
    name: str = "",
    origin: str = "",
    passphrase: bytes | None = None,
) -> NewsroomMade:
    """Make a newsroom in ``folder``, which may exist as long as it is not one yet.

    Raises:
        ConflictError: the folder is a newsroom already.
        UsageError: the origin cannot name a log.
        NewsroomError: the folder cannot be written.
    """
    if (folder / CONFIG).exists():
        raise ConflictError(
            f"{folder} is a newsroom already.",
            fix="Choose another folder.",
            location=str(folder),
        )
    shown = folder.resolve().name
    label = re.sub(r"[^a-z0-9]+", "-", shown.lower()).strip("-") or "newsroom"
    origin = origin or f"{label}.example/log"
    config = config_text(name or shown or "A newsroom", origin)
    try:
        parse_config(config)
    except Exception as error:
        raise UsageError(
            f"{origin!r} cannot name a log.",
            fix="Use a host name and a path without a scheme, such as news.example/log.",
        ) from error
    keys = {}
    for role in ROLES:
        key_name = f"{origin.split('/')[0]}-{role}"
        keys[role] = (
            keystore.load(key_name, passphrase=passphrase)
            if keystore.has(key_name)
            else keystore.create(key_name, passphrase=passphrase)
        )
    entries = [
        make_entry(f"{origin.split('/')[0]}-{role}", "service", [role], keys[role].public, 0)
        for role in ROLES
    ]
    keyring = seal_keyring(first_keyring(origin, entries), [keys["root"]])
    payload = sha256_hex(parse_envelope(keyring).payload)
    log = append(
        MemoryFiles(), [leaf_bytes("keyring", payload, sha256_hex(keyring))], keys["log"], origin
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NewsroomError(
            f"{folder} cannot be made: {error.strerror or error}.",
            fix="Choose a folder that you may write.",
            location=str(folder),
        ) from error
    apply_changes(
        folder,
        {
            ".gitattributes": GIT_ATTRIBUTES.encode(),
            ".gitignore": GIT_IGNORE.encode(),
            keyring_path(1): keyring,
            keyring_proof_path(1): log.proofs[0],
            **log.changes,
            # Last: a folder without it is not a newsroom, so a crash before leaves none.
            CONFIG: config.encode(),
        },
    )
    made = tuple((entry.name, entry.keyid) for entry in entries)
    return NewsroomMade(str(folder), origin, payload, made, str(keystore.folder))
