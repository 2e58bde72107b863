"""The parts of an RFC 3161 response, read by hand and judged by nobody yet.

Reading needs no extra package and never trusts what it reads: :mod:`.timestamp` says what a part
means, and leaves the signature and the chain of certificates to ``rfc3161-client``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from copydesk.errors import LimitError, VerificationError
from copydesk.provenance.der import (
    GENERALIZED_TIME,
    INTEGER,
    OCTET_STRING,
    OID,
    SEQUENCE,
    SET,
    UTF8_STRING,
    Element,
    broken,
    context,
    encode_oid,
    read_der,
)

__all__ = ["MAX_RESPONSE_BYTES", "MAX_TOKEN_CERTIFICATES", "Token", "take_apart"]

MAX_RESPONSE_BYTES = 64 * 1024
"""A response with a chain of four RSA certificates is about 8 KiB."""
MAX_TOKEN_CERTIFICATES = 16

_GRANTED = 0
_STATUS = {
    1: "it granted another request than this one",
    2: "it rejected the request",
    3: "it asks to wait",
    4: "it warns that its key is about to be revoked",
    5: "its key has been revoked",
}
_SIGNED_DATA = encode_oid("1.2.840.113549.1.7.2")
_TST_INFO = encode_oid("1.2.840.113549.1.9.16.1.4")
_SIGNING_CERTIFICATE = encode_oid("1.2.840.113549.1.9.16.2.12")
_SIGNING_CERTIFICATE_V2 = encode_oid("1.2.840.113549.1.9.16.2.47")
_DIGESTS = {
    encode_oid("1.3.14.3.2.26"): "sha1",
    encode_oid("2.16.840.1.101.3.4.2.1"): "sha256",
    encode_oid("2.16.840.1.101.3.4.2.2"): "sha384",
    encode_oid("2.16.840.1.101.3.4.2.3"): "sha512",
}
_GENERALIZED = re.compile(rb"([0-9]{14})(?:\.[0-9]{0,8}[1-9])?Z")
_SAID_CHARS = 200


@dataclass(frozen=True, slots=True)
class Token:
    """What a granted response states; nothing of it is verified.

    ``response`` is in DER throughout (see :func:`take_apart`); ``gen_time`` is in UTC, without
    fractions of a second. Names of digests are ``hashlib``'s, or empty for an unknown one.
    ``signer`` is the certificate (DER) that the signature names, ``named`` the digests by which the
    signed attributes name it (RFC 5035: kind of digest, digest).
    """

    response: bytes
    policy: str
    imprint_digest: str
    imprint: bytes
    serial: int
    gen_time: datetime
    nonce: int | None
    signer: bytes
    signer_digest: str
    named: tuple[tuple[str, bytes], ...]


def take_apart(response: bytes) -> Token:
    """Reads a TimeStampResp (RFC 3161, section 2.4.2; CMS is RFC 5652).

    Many authorities send their certificates in another order than DER asks of a SET; nothing signs
    that order, so it is mended here rather than refused.

    Raises:
        LimitError: over :data:`MAX_RESPONSE_BYTES` or :data:`MAX_TOKEN_CERTIFICATES`.
        VerificationError: the authority refused the request.
        StatementError: it is not such a response, or has not one signature.
    """
    if len(response) > MAX_RESPONSE_BYTES:
        raise LimitError(f"A timestamp has at most {MAX_RESPONSE_BYTES} bytes.")
    whole = read_der(response).expect(SEQUENCE)
    _granted(whole.child(0, SEQUENCE))
    content_info = whole.child(1, SEQUENCE)
    if content_info.child(0, OID).whole != _SIGNED_DATA:
        raise broken("it is not signed data")
    signed = content_info.child(1, context(0)).child(0, SEQUENCE)
    parts = signed.children()
    if len(parts) < 4:
        raise broken("a part is missing")
    content = parts[2].expect(SEQUENCE)
    if content.child(0, OID).whole != _TST_INFO:
        raise broken("what is signed is not a statement of time")
    info = read_der(content.child(1, context(0)).child(0, OCTET_STRING).content)
    bag = next((part for part in parts[3:] if part.tag == context(0)), None)
    signatures = parts[-1].expect(SET).children()
    if len(signatures) != 1:
        raise broken("it has not exactly one signature")
    return _token(_mended(response, bag), info, bag, signatures[0].expect(SEQUENCE))


def _granted(status: Element) -> None:
    """RFC 3161: only status 0 says that the token is what was asked for."""
    code = status.child(0, INTEGER).integer()
    if code == _GRANTED:
        return
    said = ""
    for part in status.children()[1:]:
        if part.tag == SEQUENCE:
            texts = [text.expect(UTF8_STRING).content for text in part.children()]
            said = " ".join(text.decode("utf-8", "replace") for text in texts)
    said = "".join(char if char.isprintable() else "?" for char in said)[:_SAID_CHARS]
    words = _STATUS.get(code, f"it answered with the unknown status {code}")
    raise VerificationError(
        f"The authority gave no timestamp: {words}" + (f" ({said})." if said else "."),
        fix="Ask again later, or ask another authority.",
    )


def _mended(response: bytes, bag: Element | None) -> bytes:
    """The response with its certificates in the order of DER (as many bytes, so no length moves)."""
    if bag is None:
        return response
    certificates = sorted(one.whole for one in bag.children())
    if len(certificates) > MAX_TOKEN_CERTIFICATES:
        raise LimitError(f"A timestamp has at most {MAX_TOKEN_CERTIFICATES} certificates.")
    return response[: bag.inside] + b"".join(certificates) + response[bag.end :]


def _token(response: bytes, info: Element, bag: Element | None, signature: Element) -> Token:
    imprint = info.child(2, SEQUENCE)
    signer = signature.child(1, SEQUENCE)
    # Everything after genTime is optional; nonce is the only INTEGER there (accuracy is a SEQUENCE).
    nonce = next((part.integer() for part in info.children()[5:] if part.tag == INTEGER), None)
    return Token(
        response=response,
        policy=_dotted(info.child(1, OID)),
        imprint_digest=_digest(imprint.child(0, SEQUENCE)),
        imprint=imprint.child(1, OCTET_STRING).content,
        serial=info.child(3, INTEGER).integer(),
        gen_time=_time(info.child(4, GENERALIZED_TIME)),
        nonce=nonce,
        signer=_certificate(bag, signer),
        signer_digest=_digest(signature.child(2, SEQUENCE)),
        named=_named(signature.children()[3:]),
    )


def _certificate(bag: Element | None, signer: Element) -> bytes:
    """The one certificate in the bag with the signer's issuer and serial number."""
    wanted = (signer.child(0, SEQUENCE).whole, signer.child(1, INTEGER).whole)
    found = []
    for certificate in bag.children() if bag else []:
        fields = certificate.expect(SEQUENCE).child(0, SEQUENCE).children()
        at = 1 if fields and fields[0].tag == context(0) else 0  # the version may be left out
        if len(fields) > at + 2 and (fields[at + 2].whole, fields[at].whole) == wanted:
            found.append(certificate.whole)
    if not found:
        raise broken("it does not hold the certificate of the authority")
    if len(found) > 1:
        raise broken("two of its certificates claim to be the signer's")
    return found[0]


def _named(parts: list[Element]) -> tuple[tuple[str, bytes], ...]:
    """The digests in the signed attributes that name the signer's certificate (ESSCertID)."""
    attributes = parts[0].children() if parts and parts[0].tag == context(0) else []
    found = []
    for attribute in attributes:
        name = attribute.child(0, OID).whole
        if name not in (_SIGNING_CERTIFICATE, _SIGNING_CERTIFICATE_V2):
            continue
        values = attribute.child(1, SET)
        first = values.child(0, SEQUENCE).child(0, SEQUENCE).child(0, SEQUENCE)
        kind, at = "sha1" if name == _SIGNING_CERTIFICATE else "sha256", 0
        if name == _SIGNING_CERTIFICATE_V2 and first.children()[:1]:
            head = first.children()[0]
            if head.tag == SEQUENCE:
                kind, at = _digest(head), 1
        found.append((kind, first.child(at, OCTET_STRING).content))
    return tuple(found)


def _digest(algorithm: Element) -> str:
    return _DIGESTS.get(algorithm.child(0, OID).whole, "")


def _time(element: Element) -> datetime:
    match = _GENERALIZED.fullmatch(element.content)
    if match is None:
        raise broken("its time is not in the form that RFC 3161 asks for")
    try:
        return datetime.strptime(match[1].decode(), "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        raise broken("its time is on no calendar") from None


def _dotted(oid: Element) -> str:
    """An OBJECT IDENTIFIER as numbers with dots between."""
    arcs: list[int] = []
    value, begun = 0, False
    for byte in oid.content:
        if not begun and byte == 0x80:
            raise broken("an identifier is not in its shortest form")
        value, begun = value << 7 | byte & 0x7F, True
        if byte < 0x80:
            arcs.append(value)
            value, begun = 0, False
    if begun or not arcs or value.bit_length() > 0 or max(arcs) >= 2**128:
        raise broken("an identifier is not complete")
    first = min(arcs[0] // 40, 2)
    return ".".join(str(arc) for arc in (first, arcs[0] - first * 40, *arcs[1:]))
