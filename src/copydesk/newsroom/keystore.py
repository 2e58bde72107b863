"""Private keys on this machine: one PEM file each, mode 0600, never inside a newsroom.

They live in ``$COPYDESK_KEYS``, else ``$XDG_CONFIG_HOME/copydesk/keys``, else
``~/.config/copydesk/keys``. A key that lives elsewhere (a key management service, a hardware module)
stands here as ``NAME.signer.json``: its public half and the command that signs, see
:class:`CommandSigner`.
"""

from __future__ import annotations

import base64
import json
import os
import re
import stat
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from copydesk.errors import ConflictError, SigningKeyError, TransientError
from copydesk.provenance.keys import (
    PrivateKey,
    Signer,
    check_public,
    decode_public,
    generate_key,
    keyid_of,
    load_private_pem,
    verify_signature,
)

__all__ = ["CommandSigner", "KeyFile", "Keystore", "keystore_folder"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,99}\Z")
_MAX_KEY_BYTES = 16 * 1024
# A hardware module may wait for a touch.
SIGN_SECONDS = 120


@dataclass(frozen=True, slots=True)
class KeyFile:
    """A key of this machine: its name, its id and its raw public key."""

    name: str
    keyid: str
    public: bytes


@dataclass(frozen=True, slots=True)
class CommandSigner:
    """A key that another program holds: it reads the bytes to sign on its standard input and writes
    the 64 bytes of the pure Ed25519 signature (RFC 8032) on its standard output.

    The shape of a signer of its own, as securesystemslib's signers have it: whatever gives
    ``keyid``, ``public`` and ``sign`` takes a file key's place.
    """

    name: str
    public: bytes
    command: tuple[str, ...]

    @property
    def keyid(self) -> str:
        """Hex SHA-256 of the raw public key."""
        return keyid_of(self.public)

    def sign(self, data: bytes) -> bytes:
        """The signature, checked before it is used.

        Raises:
            TransientError: the program failed, took too long, or gave another key's signature.
        """
        try:
            ran = subprocess.run(  # noqa: S603 - the operator named this program
                self.command, input=data, capture_output=True, timeout=SIGN_SECONDS, check=True
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise TransientError(
                f"The signer of {self.name} failed: {error}.",
                fix="Run its command by hand; it reads the bytes and writes the signature.",
            ) from error
        if not verify_signature(self.public, ran.stdout, data):
            raise TransientError(
                f"The signer of {self.name} gave no signature of its key.",
                fix="Check that it signs with pure Ed25519 and writes 64 bytes and nothing else.",
            )
        return ran.stdout


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

    def attach(self, name: str, public: bytes, command: Sequence[str]) -> CommandSigner:
        """Keep where a key that lives elsewhere signs.

        Raises:
            ConflictError: a key of that name is there.
            SigningKeyError: an unsafe public key, no command, or the folder cannot be written.
        """
        path = self._path(name)
        if not command:
            raise SigningKeyError("No signing command is named.", fix="Put it after --.")
        if self.has(name):
            raise ConflictError(
                f"A key named {name} is already there.",
                fix="Choose another name; keys are never overwritten.",
                location=str(path),
            )
        signer = CommandSigner(name, check_public(public), tuple(command))
        text = base64.b64encode(public).decode()
        value = {"public": text, "command": list(command)}
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            _write_new(_signer_path(path), json.dumps(value).encode() + b"\n", 0o600)
            _write_new(_public_path(path), text.encode() + b"\n", 0o644)
        except OSError as error:
            raise SigningKeyError(
                f"The signer cannot be kept: {error.strerror or error}.",
                fix="Name another folder in COPYDESK_KEYS.",
                location=str(path),
            ) from error
        return signer

    def load(self, name: str, *, passphrase: bytes | None = None) -> Signer:
        """The key of that name, from its file or from the program that holds it.

        Raises:
            SigningKeyError: there is none, others can read the file, or it cannot be decrypted.
        """
        path = self._path(name)
        if _signer_path(path).is_file():
            return _read_signer(name, _signer_path(path))
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
        # Keys with and without a passphrase may lie side by side.
        return load_private_pem(data, passphrase if b"ENCRYPTED" in data else None)

    def has(self, name: str) -> bool:
        """Whether a key of that name is there."""
        path = self._path(name)
        return path.is_file() or _signer_path(path).is_file()

    def name_of(self, keyid: str) -> str | None:
        """What the key with that id is called on this machine, if it is here."""
        return next((held.name for held in self.held() if held.keyid == keyid), None)

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
        names = {
            path.name.removesuffix(end)
            for end in (".pem", ".signer.json")
            for path in self.folder.glob(f"*{end}")
        }
        return sorted(name for name in names if _NAME.match(name))

    def _path(self, name: str) -> Path:
        if not _NAME.match(name):
            raise SigningKeyError(
                f"{name!r} cannot be a key's name.",
                fix="Use letters, digits, dots, hyphens and underscores, at most 100.",
            )
        return self.folder / f"{name}.pem"


def _public_path(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(".pem") + ".pub")


def _signer_path(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(".pem") + ".signer.json")


def _read_signer(name: str, path: Path) -> CommandSigner:
    try:
        status = path.stat()
        value = json.loads(path.read_bytes() if status.st_size <= _MAX_KEY_BYTES else b"")
        command = tuple(str(word) for word in value["command"])
        public = decode_public(value["public"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SigningKeyError(
            f"{path} does not say where the key {name} signs.",
            fix='It holds {"public": BASE64, "command": [WORDS]}; `copydesk key attach` makes it.',
            location=str(path),
        ) from error
    if os.name == "posix" and status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise SigningKeyError(
            f"{path} can be written by others on this machine.",
            fix=f"Run: chmod 600 {path}",
            location=str(path),
        )
    return CommandSigner(name, public, command)


def _write_new(path: Path, data: bytes, mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
