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
from copydesk.provenance.keys import PrivateKey, generate_key, load_private_pem

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
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(key.to_pem(passphrase))
                file.flush()
                os.fsync(file.fileno())
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
