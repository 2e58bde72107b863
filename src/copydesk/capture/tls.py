"""TLS of captures: whom to trust, and the certificates that a server showed."""

from __future__ import annotations

import hashlib
import ssl
from typing import Any

import httpcore
from cryptography import x509

from copydesk.capture.model import Certificate
from copydesk.errors import ConfigError

__all__ = ["make_context", "read_chain"]

MAX_CERTIFICATES = 10
"""Of one chain; real ones have two to four."""

_TIME = "%Y-%m-%dT%H:%M:%SZ"


def make_context(ca_file: str = "") -> ssl.SSLContext:
    """Certificates and host names are checked against the system's authorities, and ``ca_file``'s.

    Raises:
        ConfigError: ``ca_file`` cannot be read or holds no certificate.
    """
    context = ssl.create_default_context()
    if ca_file:
        try:
            context.load_verify_locations(ca_file)
        except (OSError, ssl.SSLError) as error:
            raise ConfigError(
                f"capture.ca_file: {ca_file} cannot be used: {error.strerror or error}.",
                fix="Name a file of PEM certificates, relative to the newsroom, or leave it empty.",
                location=ca_file,
            ) from error
    return context


def read_chain(stream: httpcore.AsyncNetworkStream | None) -> tuple[Certificate, ...]:
    """The certificates of the peer, leaf first; empty without TLS.

    The chain is the one that was verified, up to the authority's own certificate. Where Python
    does not give it (a build without the functions that 3.13 made public), the leaf alone.
    """
    found = stream.get_extra_info("ssl_object") if stream is not None else None
    if found is None:
        return ()
    return tuple(_certificate(der) for der in _chain(found)[:MAX_CERTIFICATES])


def _chain(found: Any) -> list[bytes]:
    # Public from Python 3.13; the same method of the C object before, with objects for bytes.
    source = found if hasattr(found, "get_verified_chain") else getattr(found, "_sslobj", None)
    method = getattr(source, "get_verified_chain", None)
    chain = (method() if method is not None else None) or []
    encoded = [one if isinstance(one, bytes) else _der(one) for one in chain]
    leaf = found.getpeercert(binary_form=True)
    return encoded or ([leaf] if leaf else [])


def _der(one: Any) -> bytes:
    pem = one.public_bytes()  # PEM unless told otherwise, by a constant of a private module
    return ssl.PEM_cert_to_DER_cert(pem if isinstance(pem, str) else pem.decode("ascii"))


def _certificate(der: bytes) -> Certificate:
    """Verified certificates can be parsed; a name that cannot be written out is left empty."""
    read = x509.load_der_x509_certificate(der)
    return Certificate(
        sha256=hashlib.sha256(der).hexdigest(),
        subject=_name(read, "subject"),
        issuer=_name(read, "issuer"),
        not_before=read.not_valid_before_utc.strftime(_TIME),
        not_after=read.not_valid_after_utc.strftime(_TIME),
    )


def _name(read: x509.Certificate, which: str) -> str:
    try:
        name: x509.Name = getattr(read, which)
        return name.rfc4514_string()
    except ValueError:
        return ""
