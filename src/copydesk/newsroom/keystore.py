"""Private keys on this machine: one PEM file each, mode 0600, never inside a newsroom.

They live in ``$COPYDESK_KEYS``, else ``$XDG_CONFIG_HOME/copydesk/keys``, else
``~/.config/copydesk/keys``. A key management service takes this module's place by giving the same
:class:`copydesk.provenance.dsse.Signer`.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from copydesk.errors import ConflictError, SigningKeyError
from copydesk.provenance.keys import (
    PrivateKey,
    decode_public,
    generate_key,
    keyid_of,
    load_private_pem,
)

__all__ = ["KeyFile", "Keystore", "keystore_folder"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,99}\Z")
_MAX_KEY_BYTES = 16 * 1024


@dataclass(frozen=True, slots=True)
class KeyFile:
    """A key of this machine: its name, its id and its raw public key."""

    name: str
    keyid: str
    public: bytes


def keystore_folder(environ: Mapping[str, str]) -> Path:
    """The folder that the environment names."""
    if environ.get("COPYDESK_KEYS"):
        return Path(environ["COPYDESK_KEYS"])
    base = environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(base) / "copydesk" / "keys"


class Keystore:
    """The private keys in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def create(self, name: str, *, passphrase: bytes | None = None) -> PrivateKey:
        """Make a new key and keep it.

        Raises:
            ConflictError: a key of that name is there; a key is never overwritten.
            SigningKeyError: the name cannot be a file name, or the folder cannot be written.
        """
        path = self._path(name)
        key = generate_key()
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            _write_new(path, key.to_pem(passphrase), 0o600)
            _write_new(_public_path(path), key.public_base64.encode() + b"\n", 0o644)
        except FileExistsError as error:
            raise ConflictError(
                f"A key named {name} is already there.",
                fix="Choose another name; keys are never overwritten.",
                location=str(path),
            ) from error
        except OSError as error:
            raise SigningKeyError(
                f"The key cannot be kept: {error.strerror or error}.",
                fix="Name another folder in COPYDESK_KEYS.",
                location=str(path),
            ) from error
        return key

    def load(self, name: str, *, passphrase: bytes | None = None) -> PrivateKey:
        """Read the key of that name.

        Raises:
            SigningKeyError: there is none, others can read the file, or it cannot be decrypted.
        """
        path = self._path(name)
        try:
            status = path.stat()
            data = path.read_bytes() if status.st_size <= _MAX_KEY_BYTES else b""
        except OSError as error:
            raise SigningKeyError(
                f"There is no key named {name} on this machine.",
                fix="`copydesk key list` shows those there are; `copydesk key new NAME` makes one.",
                location=str(path),
            ) from error
        if os.name == "posix" and status.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise SigningKeyError(
                f"The key file {path} can be read by others on this machine.",
                fix=f"Run: chmod 600 {path}",
                location=str(path),
            )
        return load_private_pem(data, passphrase)

    def has(self, name: str) -> bool:
        """Whether a key of that name is there."""
        return self._path(name).is_file()

    def held(self) -> list[KeyFile]:
        """Every key here whose public half can be read, by name; no passphrase is needed."""
        found = []
        for name in self.names():
            try:
                text = _public_path(self._path(name)).read_text("ascii").strip()
                public = decode_public(text)
            except (OSError, UnicodeDecodeError, SigningKeyError):
                continue
            found.append(KeyFile(name, keyid_of(public), public))
        return found

    def names(self) -> list[str]:
        """The names of all keys here, sorted."""
        if not self.folder.is_dir():
            return []
        return sorted(
            path.name.removesuffix(".pem")
            for path in self.folder.glob("*.pem")
            if _NAME.match(path.name.removesuffix(".pem"))
        )

    def _path(self, name: str) -> Path:
        if not _NAME.match(name):
            raise SigningKeyError(
                f"{name!r} cannot be a key's name.",
                fix="Use letters, digits, dots, hyphens and underscores, at most 100.",
            )
        return self.folder / f"{name}.pem"


def _public_path(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(".pem") + ".pub")


def _write_new(path: Path, data: bytes, mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
