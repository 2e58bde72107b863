"""DSSE 1.0 envelopes: what is signed is the payload's bytes and their type, nothing parsed."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from copydesk.errors import LimitError, StatementError
from copydesk.provenance.canonical import MAX_JSON_BYTES, canonical_bytes, parse_canonical
from copydesk.provenance.keys import Signer, verify_signature
from copydesk.provenance.statements import PAYLOAD_TYPE

__all__ = ["Envelope", "countersign", "pae", "parse_envelope", "seal", "signers_of"]

# More signatures than roles and people of one statement; a longer list is an attack on time.
MAX_SIGNATURES = 16
SIGNATURE_BYTES = 64
# Only a hint, but it is printed: nothing else may stand there.
_KEYID = re.compile(r"[0-9a-f]{64}")
# An envelope as `seal` writes it: the one canonical spelling of its three fields.
_SIGNATURE = rb'\{"keyid":"([0-9a-f]{64})","sig":"([A-Za-z0-9+/]{86}==)"\}'
_START = b'{"payload":"'
_END = re.compile(
    rb'","payloadType":"%b","signatures":\[(%b(?:,%b)*)\]\}'
    % (re.escape(PAYLOAD_TYPE.encode()), _SIGNATURE, _SIGNATURE)
)
_EACH = re.compile(_SIGNATURE)

_FIX = "Restore the file from the repository; it was not written by Copydesk as it stands."


@dataclass(frozen=True, slots=True)
class Envelope:
    """A parsed envelope; nothing in it is trusted before a signature verifies.

    ``signatures`` are (keyid, signature); the keyid is a hint and nothing more.
    """

    payload_type: str
    payload: bytes
    signatures: tuple[tuple[str, bytes], ...]


def pae(payload_type: str, payload: bytes) -> bytes:
    """The pre-authentication encoding of the DSSE 1.0 specification."""
    kind = payload_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def seal(payload: bytes, signers: Sequence[Signer]) -> bytes:
    """An envelope of ``payload``, signed by every signer, as canonical JSON bytes.

    Raises:
        LimitError: the envelope would be too large to be read back.
    """
    message = pae(PAYLOAD_TYPE, payload)
    envelope = canonical_bytes(
        {
            "payloadType": PAYLOAD_TYPE,
            "payload": _encode(payload),
            "signatures": [
                {"keyid": signer.keyid, "sig": _encode(signer.sign(message))} for signer in signers
            ],
        }
    )
    if len(envelope) > MAX_JSON_BYTES:
        raise LimitError(
            f"A statement of {len(payload):,} bytes is too large to be signed.",
            fix="Shorten its texts, or cite fewer sources.",
        )
    return envelope


def countersign(envelope: Envelope, signers: Sequence[Signer]) -> bytes:
    """The envelope with the signatures of ``signers`` after those that it has, as canonical bytes.

    Raises:
        LimitError: more signatures than an envelope may have.
    """
    message = pae(envelope.payload_type, envelope.payload)
    signatures = [*envelope.signatures, *((each.keyid, each.sign(message)) for each in signers)]
    if len(signatures) > MAX_SIGNATURES:
        raise LimitError(f"Over {MAX_SIGNATURES} signatures.", fix="Ask for fewer signers.")
    return canonical_bytes(
        {
            "payloadType": envelope.payload_type,
            "payload": _encode(envelope.payload),
            "signatures": [{"keyid": keyid, "sig": _encode(sig)} for keyid, sig in signatures],
        }
    )


def parse_envelope(data: bytes) -> Envelope:
    """Parse an envelope, fail closed.

    Raises:
        StatementError: another field, another type, base64 that is not canonical, no signature
            or too many.
        LimitError: the file is too large.
    """
    return _read_as_sealed(data) or _parse(data)


def _read_as_sealed(data: bytes) -> Envelope | None:
    """The short way, for an envelope that is spelt as it should be; ``None`` where it is not."""
    if len(data) > MAX_JSON_BYTES or not data.startswith(_START):
        return None
    end = data.find(b'"', len(_START))
    found = _END.fullmatch(data, end) if end >= 0 else None
    if found is None:
        return None
    signatures = _EACH.findall(found[1])
    if len(signatures) > MAX_SIGNATURES:
        return None
    try:
        return Envelope(
            PAYLOAD_TYPE,
            _decode_ascii(data[len(_START) : end]),
            tuple((keyid.decode(), _decode_ascii(sig)) for keyid, sig in signatures),
        )
    except ValueError:
        return None


def _decode_ascii(text: bytes) -> bytes:
    """The bytes of canonical base64.

    Raises:
        ValueError: it is not; only the last group can have bits that no byte has.
    """
    data = binascii.a2b_base64(text, strict_mode=True)
    if binascii.b2a_base64(data[(len(data) - 1) // 3 * 3 :], newline=False) != text[-4:]:
        raise ValueError(text)
    return data


def _parse(data: bytes) -> Envelope:
    """The long way, which knows why a file is refused; raises as :func:`parse_envelope`."""
    value = parse_canonical(data)
    if not isinstance(value, dict) or set(value) != {"payloadType", "payload", "signatures"}:
        raise StatementError("The file is not a DSSE envelope.", fix=_FIX)
    signatures = value["signatures"]
    if value["payloadType"] != PAYLOAD_TYPE:
        raise StatementError(f"The envelope's payload is not {PAYLOAD_TYPE}.", fix=_FIX)
    if not isinstance(signatures, list) or not 1 <= len(signatures) <= MAX_SIGNATURES:
        raise StatementError("The envelope has no signature, or too many.", fix=_FIX)
    return Envelope(
        PAYLOAD_TYPE, _decode(value["payload"]), tuple(_signature(item) for item in signatures)
    )


def signers_of(envelope: Envelope, keys: Mapping[str, bytes]) -> tuple[str, ...]:
    """The ids of those ``keys`` (keyid → raw public key) that signed the envelope.

    The hint chooses which key is tried first; whether it names the right one does not matter.
    One raw key counts once, whatever it is called.
    """
    message = pae(envelope.payload_type, envelope.payload)
    found: dict[bytes, str] = {}
    for hint, signature in envelope.signatures:
        first = (hint,) if hint in keys else ()
        for keyid in chain(first, (other for other in keys if other != hint)):
            if keys[keyid] not in found and verify_signature(keys[keyid], signature, message):
                found[keys[keyid]] = keyid
                break
    return tuple(found.values())


def _signature(item: object) -> tuple[str, bytes]:
    if not isinstance(item, dict) or set(item) != {"keyid", "sig"}:
        raise StatementError("A signature of the envelope has other fields.", fix=_FIX)
    keyid, signature = item["keyid"], _decode(item["sig"])
    if not isinstance(keyid, str) or not _KEYID.fullmatch(keyid):
        raise StatementError("A signature of the envelope has no proper key id.", fix=_FIX)
    if len(signature) != SIGNATURE_BYTES:
        raise StatementError("A signature of the envelope is not Ed25519's.", fix=_FIX)
    return keyid, signature


def _encode(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _decode(text: object) -> bytes:
    try:
        data = base64.b64decode(text, validate=True) if isinstance(text, str) else b""
    except (binascii.Error, ValueError) as error:
        raise StatementError("The envelope holds what is not base64.", fix=_FIX) from error
    if not isinstance(text, str) or _encode(data) != text:
        raise StatementError("The envelope's base64 is not in its canonical form.", fix=_FIX)
    return data
