"""Timestamps of checkpoints (RFC 3161): an authority signs that a text existed at a time.

A token is judged at the time that it states (genTime): the authority's certificate had to be valid
then, and may have expired since. Nothing here reads a clock or opens a socket, and no root is built
in: the reader names the authority. What a token cannot show is a key that was stolen and revoked
later; revocation lists are not asked for.

The signature and the chain are checked by ``rfc3161-client`` (the extra ``timestamp``); without it
a token can be read, not verified.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import warnings
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from copydesk.errors import LimitError, UsageError, VerificationError
from copydesk.provenance.der import (
    BOOLEAN,
    NULL,
    OCTET_STRING,
    SEQUENCE,
    broken,
    encode,
    encode_integer,
    encode_oid,
)
from copydesk.provenance.timestamp_form import Token, take_apart

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

__all__ = [
    "MAX_ROOTS",
    "MAX_ROOT_BYTES",
    "NOT_INSTALLED",
    "Timestamp",
    "can_verify",
    "load_roots",
    "read_timestamp",
    "timestamp_request",
    "verify_timestamp",
]

MAX_ROOTS = 64
MAX_ROOT_BYTES = 256 * 1024
MAX_NONCE_BITS = 128
NOT_INSTALLED = "Checking a timestamp needs an extra: pip install copydesk[timestamp]."

_SHA256 = encode_oid("2.16.840.1.101.3.4.2.1")
_SIGNED_WITH = frozenset({"sha256", "sha384", "sha512"})
_NAME_CHARS = 200
_CHAIN = re.compile(r"Verify error: ?([^\"\]]+)")
_NOT_UNDER = "its certificate is under none of the roots named"
_WORDS = {
    "certificate has expired": "a certificate of its chain had expired at the time it states",
    "certificate is not yet valid": "a certificate of its chain was not valid yet then",
    "unable to get local issuer certificate": _NOT_UNDER,
    "unable to get issuer certificate": _NOT_UNDER,
    "self-signed certificate": _NOT_UNDER,
    "unsuitable certificate purpose": "its certificate is not one for timestamps",
    "invalid CA certificate": "a certificate of its chain may not issue certificates",
}


@dataclass(frozen=True, slots=True)
class Timestamp:
    """What a token states.

    ``gen_time`` is ``YYYY-MM-DDTHH:MM:SSZ`` (fractions cut off), ``authority`` the name in the
    signer's certificate, ``serial`` the token's number in hexadecimal, ``policy`` the dotted
    identifier of the terms under which the authority dates.
    """

    gen_time: str
    authority: str
    serial: str
    policy: str


def can_verify() -> bool:
    """Whether the extra ``timestamp`` is installed; if not, :data:`NOT_INSTALLED` says so."""
    return importlib.util.find_spec("rfc3161_client") is not None


def timestamp_request(note_text: bytes, nonce: int) -> bytes:
    """A TimeStampReq (DER, RFC 3161 section 2.4.1) for the SHA-256 of a checkpoint's note text.

    Args:
        note_text: the signed text of the checkpoint, without its signature lines.
        nonce: a fresh random number (64 bits); the answer has to repeat it.

    Raises:
        UsageError: the nonce is not a positive number of at most :data:`MAX_NONCE_BITS` bits.
    """
    if not 0 < nonce < 2**MAX_NONCE_BITS:
        raise UsageError(f"A nonce is a positive number of at most {MAX_NONCE_BITS} bits.")
    imprint = encode(
        SEQUENCE,
        encode(SEQUENCE, _SHA256, encode(NULL)),
        encode(OCTET_STRING, hashlib.sha256(note_text).digest()),
    )
    with_certificate = encode(BOOLEAN, b"\xff")
    return encode(SEQUENCE, encode_integer(1), imprint, encode_integer(nonce), with_certificate)


def read_timestamp(response: bytes, note_text: bytes, *, nonce: int | None = None) -> Timestamp:
    """What a token of that very text states; its signature is NOT checked.

    Args:
        response: a TimeStampResp (DER).
        note_text: the checkpoint's note text.
        nonce: the number that the request held; only where the request is at hand.

    Raises:
        LimitError: it is over a limit.
        StatementError: it is not a response in the form of RFC 3161.
        VerificationError: it is of another text, or answers another request, or refuses.
    """
    token = take_apart(response)
    _of_this(token, note_text, nonce)
    return _stated(token, _load(token.signer))


def verify_timestamp(response: bytes, note_text: bytes, roots: Sequence[bytes]) -> Timestamp:
    """What a token of that very text states, where an authority under one of the roots signed it.

    Args:
        response: a TimeStampResp (DER).
        note_text: the checkpoint's note text.
        roots: root certificates (PEM) of the authorities that the reader trusts.

    Raises:
        LimitError: it is over a limit.
        StatementError: it is not a response in the form of RFC 3161.
        UsageError: the extra is not installed, or a root cannot be read.
        VerificationError: the token is of another text, or not signed by such an authority with a
            certificate for timestamps that was valid at the time stated.
    """
    token = take_apart(response)
    _of_this(token, note_text, None)
    trusted = load_roots(roots)
    certificate = _load(token.signer)
    _for_timestamps(certificate)
    _valid_then(certificate, token.gen_time)
    _names_it(token)
    _signed_under(token, trusted)
    return _stated(token, certificate)


def load_roots(roots: Sequence[bytes]) -> list[Certificate]:
    """The certificates in PEM files that a reader names; one file may hold several.

    Raises:
        UsageError: there is none, or one cannot be read.
        LimitError: over :data:`MAX_ROOTS` or :data:`MAX_ROOT_BYTES`.
    """
    from cryptography import x509  # noqa: PLC0415 - slow to import, and most runs need none

    found: list[Certificate] = []
    for pem in roots:
        if len(pem) > MAX_ROOT_BYTES:
            raise LimitError(f"A file of root certificates has at most {MAX_ROOT_BYTES} bytes.")
        try:
            found += x509.load_pem_x509_certificates(pem)
        except Exception:  # noqa: BLE001 - the loader has no one error for what it cannot read
            raise UsageError(
                "The root named is not a certificate in PEM form.",
                fix="Name a file that begins with -----BEGIN CERTIFICATE-----.",
            ) from None
    if not found:
        raise UsageError("No root certificate of a timestamp authority is named.")
    if len(found) > MAX_ROOTS:
        raise LimitError(f"At most {MAX_ROOTS} root certificates can be named.")
    return found


def _refused(
    why: str, fix: str = "Have the checkpoint dated by another token."
) -> VerificationError:
    return VerificationError(f"The timestamp does not count: {why}.", fix=fix)


def _of_this(token: Token, note_text: bytes, nonce: int | None) -> None:
    if token.imprint_digest != "sha256":
        raise _refused("it is not over a SHA-256")
    if token.imprint != hashlib.sha256(note_text).digest():
        raise _refused("it is of another text", "Restore the checkpoint that it belongs to.")
    if nonce is not None and token.nonce != nonce:
        raise _refused("it answers another request")


def _quietly() -> AbstractContextManager[None]:
    """Certificates of real authorities have small faults, which are warned of on the terminal."""
    return warnings.catch_warnings(action="ignore")


def _load(certificate: bytes) -> Certificate:
    from cryptography import x509  # noqa: PLC0415 - slow to import, and most runs need none

    try:
        with _quietly():
            loaded = x509.load_der_x509_certificate(certificate)
            # Read here what is read lazily and needed later, so that it fails here.
            _ = (loaded.subject, loaded.extensions)
            _ = (loaded.not_valid_before_utc, loaded.not_valid_after_utc)
    except Exception:  # noqa: BLE001 - the loader has no one error for what it cannot read
        raise broken("the certificate of the authority is damaged") from None
    return loaded


def _for_timestamps(certificate: Certificate) -> None:
    """RFC 3161, section 2.3: one critical extended key usage, and only for timestamps."""
    from cryptography import x509  # noqa: PLC0415 - slow to import, and most runs need none
    from cryptography.x509.oid import ExtendedKeyUsageOID  # noqa: PLC0415 - as above

    try:
        usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage)
    except x509.ExtensionNotFound:
        usage = None
    wanted = [ExtendedKeyUsageOID.TIME_STAMPING]
    if usage is None or not usage.critical or list(usage.value) != wanted:
        raise _refused("its certificate is not one for timestamps")


def _valid_then(certificate: Certificate, gen_time: datetime) -> None:
    if gen_time < certificate.not_valid_before_utc:
        raise _refused("the authority's certificate was not valid yet at the time it states")
    if gen_time > certificate.not_valid_after_utc:
        raise _refused("the authority's certificate had expired at the time it states")


def _names_it(token: Token) -> None:
    """RFC 3161, section 2.4.2: the signed attributes name the signer's certificate by its digest,
    so that no other certificate of the same key can be put in its place.
    """
    if not token.named:
        raise _refused("its signature does not say by which certificate it was made")
    for kind, digest in token.named:
        if not kind or hashlib.new(kind, token.signer).digest() != digest:
            raise _refused("it was signed with another certificate than the one it holds")


def _signed_under(token: Token, roots: list[Certificate]) -> None:
    """The signature, and the chain to one of the roots at the time stated."""
    if token.signer_digest not in _SIGNED_WITH:
        raise _refused("it was signed with a digest that is no longer safe")
    if not can_verify():
        raise UsageError(NOT_INSTALLED, fix="pip install copydesk[timestamp]")
    import rfc3161_client as client  # noqa: PLC0415 - an extra, which may be absent

    try:
        with _quietly():
            parsed = client.decode_timestamp_response(token.response)
            client.VerifierBuilder(roots=roots).build().verify(parsed, token.imprint)
        same = parsed.tst_info.gen_time.replace(microsecond=0) == token.gen_time
    except client.VerificationError as error:
        why = _plain(str(error))
        if why == _NOT_UNDER:
            raise _refused(why, "Name the root certificate of the authority.") from None
        raise _refused(why) from None
    except (KeyboardInterrupt, SystemExit):
        raise
    # A panic of the library's Rust code is not an Exception, and hostile bytes must not end us.
    except BaseException:  # noqa: BLE001 - see above
        raise broken("its signed part is damaged") from None
    if not same:
        raise broken("its time can be read in two ways")


def _plain(said: str) -> str:
    """The library's words in ours."""
    match = _CHAIN.search(said)
    if match is None:
        return "its signature does not verify"
    words = [ours for theirs, ours in _WORDS.items() if match[1].startswith(theirs)]
    return words[0] if words else "the chain of its certificates does not verify"


def _stated(token: Token, certificate: Certificate) -> Timestamp:
    return Timestamp(
        gen_time=token.gen_time.isoformat().replace("+00:00", "Z"),
        authority=_authority(certificate),
        serial=f"{token.serial:x}",
        policy=token.policy,
    )


def _authority(certificate: Certificate) -> str:
    """The common name, with the organisation where that says more; printed in terminals."""
    from cryptography.x509.oid import NameOID  # noqa: PLC0415 - slow to import

    names = [
        str(attribute.value)
        for kind in (NameOID.COMMON_NAME, NameOID.ORGANIZATION_NAME)
        for attribute in certificate.subject.get_attributes_for_oid(kind)[:1]
    ]
    text = ", ".join(dict.fromkeys(names)) or certificate.subject.rfc4514_string()
    text = "".join(char if char.isprintable() else "?" for char in text)[:_NAME_CHARS]
    return text or "an authority without a name"
