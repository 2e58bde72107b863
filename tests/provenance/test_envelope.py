"""The short way into an envelope reads what the long way reads, and nothing that it refuses."""

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.errors import CopydeskError
from copydesk.provenance import dsse
from copydesk.provenance.canonical import canonical_bytes
from copydesk.provenance.dsse import MAX_SIGNATURES, parse_envelope, seal, signers_of
from copydesk.provenance.keys import generate_key
from copydesk.provenance.statements import PAYLOAD_TYPE

KEYS = [generate_key() for _ in range(3)]
SEALED = [
    seal(payload, KEYS[: 1 + len(payload) % 3]) for payload in (b"", b"1", b"12", b"123", b"{}")
]
SNIPPETS = [
    b'"',
    b"\\",
    b"=",
    b"==",
    b"\n",
    b" ",
    b"null",
    b",",
    b"{}",
    b"\xff",
    b"\\u0041",
    b"A",
    b"0",
]


def agree(data: bytes) -> bool:
    """Whether the short way decided; it must then have decided as the long way does."""
    short = dsse._read_as_sealed(data)
    if short is not None:
        assert short == dsse._parse(data)
    return short is not None


@pytest.mark.parametrize("data", SEALED)
def test_what_is_sealed_takes_the_short_way(data: bytes) -> None:
    assert agree(data)
    assert len(parse_envelope(data).signatures) in {1, 2, 3}


@given(st.sampled_from(SEALED), st.data())
def test_bytes_that_were_changed_are_read_alike_or_not_at_all(sealed: bytes, data: Any) -> None:
    at = data.draw(st.integers(0, len(sealed)))
    end = data.draw(st.integers(at, min(at + 120, len(sealed))))
    middle = data.draw(
        st.sampled_from([b"", sealed[at:end] * 2, *SNIPPETS]) | st.binary(max_size=4)
    )
    agree(sealed[:at] + middle + sealed[end:])


@given(st.text("AQg+/=w0\n ", max_size=10), st.sampled_from(["", "=", "=="]))
def test_only_one_base64_of_the_same_bytes_is_read(text: str, end: str) -> None:
    raw = (text + end).encode()
    try:
        short: bytes | None = dsse._decode_ascii(raw)
    except ValueError:
        short = None
    try:
        decoded = base64.b64decode(raw, validate=True)
        long = decoded if base64.b64encode(decoded) == raw else None
    except ValueError:
        long = None
    assert short == long


def test_more_signatures_than_the_limit_are_refused() -> None:
    one = {"keyid": "0" * 64, "sig": base64.b64encode(bytes(64)).decode()}
    for count in (MAX_SIGNATURES, MAX_SIGNATURES + 1):
        data = canonical_bytes(
            {"payload": "", "payloadType": PAYLOAD_TYPE, "signatures": [one] * count}
        )
        assert agree(data) == (count == MAX_SIGNATURES)
    with pytest.raises(CopydeskError):
        parse_envelope(data)


def test_a_wrong_hint_still_finds_the_key() -> None:
    envelope = parse_envelope(seal(b"{}", KEYS[:2]))
    swapped = dsse.Envelope(
        envelope.payload_type,
        envelope.payload,
        tuple(
            (hint, sig)
            for (hint, _), (_, sig) in zip(
                envelope.signatures, reversed(envelope.signatures), strict=True
            )
        ),
    )
    keys = {key.keyid: key.public for key in KEYS}
    assert set(signers_of(swapped, keys)) == {KEYS[0].keyid, KEYS[1].keyid}
    assert signers_of(swapped, {KEYS[2].keyid: KEYS[2].public}) == ()
    doubled = {"one": KEYS[0].public, "two": KEYS[0].public}
    assert len(signers_of(envelope, doubled)) == 1
