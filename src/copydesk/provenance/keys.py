"""Ed25519 keys: ids, the keys that are refused, PEM files as bytes."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from copydesk.errors import SigningKeyError
from copydesk.provenance.canonical import sha256_hex

__all__ = [
    "PrivateKey",
    "Signer",
    "check_public",
    "decode_public",
    "generate_key",
    "keyid_of",
    "load_private_pem",
    "public_forms",
    "verify_signature",
]

# A checkpoint is about a hundred bytes; statements are longer, and each is met once.
MAX_REMEMBERED_BYTES = 512

_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P
# y of a point of order 8 (its negative is the other): with these two, 0, 1 and p-1 every point of
# small order is named. RFC 8032 decoding accepts them, and a forger can sign under such a key.
_Y8 = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
)
_SMALL_ORDER_Y = frozenset({0, 1, _P - 1, _Y8, _P - _Y8})


class Signer(Protocol):
    """Whatever can sign: a key file, a key management service, a hardware module."""

    @property
    def keyid(self) -> str:
        """Hex SHA-256 of the raw public key."""

    @property
    def public(self) -> bytes:
        """The raw 32-byte public key."""

    def sign(self, data: bytes) -> bytes:
        """The 64-byte Ed25519 signature of ``data``."""


@dataclass(frozen=True)
class PrivateKey:
    """A private key in memory."""

    _key: Ed25519PrivateKey

    @property
    def public(self) -> bytes:
        """The raw 32-byte public key."""
        return self._key.public_key().public_bytes_raw()

    @property
    def public_base64(self) -> str:
        """The raw public key in base64, as a keyring holds it."""
        return base64.b64encode(self.public).decode("ascii")

    @property
    def keyid(self) -> str:
        """Hex SHA-256 of the raw public key."""
        return keyid_of(self.public)

    def sign(self, data: bytes) -> bytes:
        """The 64-byte Ed25519 signature of ``data`` (RFC 8032, pure)."""
        return self._key.sign(data)

    def to_pem(self, passphrase: bytes | None = None) -> bytes:
        """The key as PKCS #8 PEM, encrypted where a passphrase is given."""
        encryption: serialization.KeySerializationEncryption = serialization.NoEncryption()
        if passphrase:
            encryption = serialization.BestAvailableEncryption(passphrase)
        return self._key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, encryption
        )


def generate_key() -> PrivateKey:
    """A new key from the system's random source."""
    return PrivateKey(Ed25519PrivateKey.generate())


def load_private_pem(data: bytes, passphrase: bytes | None = None) -> PrivateKey:
    """Read a PKCS #8 PEM file.

    Raises:
        SigningKeyError: not PEM, not Ed25519, or the passphrase is missing, wrong or too many.
    """
    try:
        key = serialization.load_pem_private_key(data, passphrase)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise SigningKeyError(
            f"The key file cannot be read: {error}.",
            fix="Set COPYDESK_PASSPHRASE if it is encrypted, or make a new key.",
        ) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise SigningKeyError(
            "The key file is not an Ed25519 key.", fix="`copydesk key new NAME` makes one."
        )
    return PrivateKey(key)


def keyid_of(public: bytes) -> str:
    """Hex SHA-256 of the raw public key."""
    return sha256_hex(public)


def public_forms(public: bytes) -> dict[str, str]:
    """The public key in the forms that other tools read: its id, base64 of the raw bytes, and PEM
    (SubjectPublicKeyInfo, RFC 8410).
    """
    pem = Ed25519PublicKey.from_public_bytes(check_public(public)).public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return {
        "keyid": keyid_of(public),
        "public": base64.b64encode(public).decode("ascii"),
        "pem": pem.decode("ascii"),
    }


def decode_public(text: str) -> bytes:
    """The raw public key of its base64 form, checked as :func:`check_public` does.

    Raises:
        SigningKeyError: not base64 in its only form, or an unsafe key.
    """
    try:
        public = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise SigningKeyError(
            f"{text!r} is not base64.", fix="Give the 44 characters that `key new` printed."
        ) from error
    if base64.b64encode(public).decode("ascii") != text:
        raise SigningKeyError(
            f"{text!r} is not base64 in its canonical form.",
            fix="Give the 44 characters that `key new` printed.",
        )
    return check_public(public)


def check_public(public: bytes) -> bytes:
    """Return the raw public key unchanged if it is safe to trust.

    Raises:
        SigningKeyError: not 32 bytes, not canonical, not on the curve, or of small order (under
            such a key anyone can sign; every common library accepts the forgery).
    """
    if not _is_safe(public):
        raise SigningKeyError(
            "The public key is not a safe Ed25519 key.",
            fix="Make a key with `copydesk key new`; never register one that you did not make.",
        )
    return public


@lru_cache(maxsize=4096)
def _is_safe(public: bytes) -> bool:
    # An archive is verified article by article against the same few keys: hence the cache.
    encoded = int.from_bytes(public, "little")
    y = encoded & (2**255 - 1)
    return len(public) == 32 and y < _P and y not in _SMALL_ORDER_Y and _on_curve(y)


def _on_curve(y: int) -> bool:
    """Whether x exists: x^2 = u/v is a square exactly when u*v is (v is never 0 on this curve).

    x = 0, where the sign could be wrong, has y = 1 or -1: of small order, and refused before.
    """
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    return pow(u * v, (_P - 1) // 2, _P) == 1


def verify_signature(public: bytes, signature: bytes, data: bytes) -> bool:
    """Whether ``signature`` is ``public``'s over ``data`` (RFC 8032, pure; S below L)."""
    if len(data) <= MAX_REMEMBERED_BYTES:
        return _verify_once(public, signature, data)
    return _verify(public, signature, data)


@lru_cache(maxsize=4096)
def _verify_once(public: bytes, signature: bytes, data: bytes) -> bool:
    """The answer depends on nothing but these bytes, and the checkpoint of a day's statements is
    met with each of them.
    """
    return _verify(public, signature, data)


def _verify(public: bytes, signature: bytes, data: bytes) -> bool:
    try:
        _loaded(public).verify(signature, data)
    except (InvalidSignature, ValueError, UnsupportedAlgorithm):
        return False
    return True


@lru_cache(maxsize=4096)
def _loaded(public: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public)
