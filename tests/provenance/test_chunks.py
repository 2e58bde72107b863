"""A part of a body is proved under its chunk root, and nothing else is."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.capture.entry import to_entry
from copydesk.capture.model import Capture, Outcome
from copydesk.provenance.chunks import (
    CHUNK_BYTES,
    MAX_CHUNKS,
    MAX_PATH,
    ChunkProof,
    chunk_root,
    prove,
    verify,
)
from copydesk.provenance.log.merkle import (
    EMPTY_ROOT,
    ListNodes,
    hash_leaf,
    inclusion_proof,
    verify_inclusion,
)


def body_of(size: int) -> bytes:
    """Bytes without a period of 1 KiB."""
    return b"".join(hashlib.sha256(b"%d" % at).digest() for at in range(-(-size // 32)))[:size]


@st.composite
def ranges(draw: st.DrawFn, most: int = 12_000) -> tuple[bytes, int, int]:
    size = draw(st.integers(1, most))
    start = draw(st.integers(0, size - 1))
    return body_of(size), start, draw(st.integers(start + 1, size))


def leaves(body: bytes) -> list[bytes]:
    return [hash_leaf(body[at : at + CHUNK_BYTES]) for at in range(0, len(body), CHUNK_BYTES)]


@given(ranges())
def test_every_range_of_a_body_is_proved(case: tuple[bytes, int, int]) -> None:
    body, start, end = case
    proof = prove(body, start, end)
    assert verify(proof, len(body), chunk_root(body))
    offset = start - proof.first * CHUNK_BYTES
    assert proof.data[offset : offset + end - start] == body[start:end]
    assert len(proof.chunks) <= (end - start) // CHUNK_BYTES + 2


@given(ranges())
def test_one_chunk_has_the_hashes_of_rfc_9162(case: tuple[bytes, int, int]) -> None:
    body, start, _ = case
    proof = prove(body, start, start + 1)
    own = leaves(body)
    audit = inclusion_proof(ListNodes(own), proof.first, len(own))
    assert sorted(audit) == sorted(proof.path)
    top = bytes.fromhex(chunk_root(body))
    assert verify_inclusion(hash_leaf(proof.chunks[0]), proof.first, len(own), audit, top)


def test_the_tree_is_that_of_rfc_6962() -> None:
    one, two, three = body_of(1024), b"b" * 1024, b"c"
    a, b, c = (hashlib.sha256(b"\0" + part).digest() for part in (one, two, three))
    ab = hashlib.sha256(b"\1" + a + b).digest()
    assert chunk_root(one + two + three) == hashlib.sha256(b"\1" + ab + c).hexdigest()
    assert chunk_root(one) == a.hex()
    assert chunk_root(b"") == EMPTY_ROOT.hex()
    assert prove(one + two + three, 1024, 1025).path == (a, c)


@given(ranges(), st.data())
def test_every_flipped_bit_is_noticed(case: tuple[bytes, int, int], data: st.DataObject) -> None:
    body, start, end = case
    proof = prove(body, start, end)
    parts = [*proof.chunks, *proof.path]
    which = data.draw(st.integers(0, len(parts) - 1))
    at = data.draw(st.integers(0, len(parts[which]) - 1))
    changed = bytearray(parts[which])
    changed[at] ^= 1 << data.draw(st.integers(0, 7))
    parts[which] = bytes(changed)
    count = len(proof.chunks)
    forged = ChunkProof(proof.first, tuple(parts[:count]), tuple(parts[count:]))
    assert not verify(forged, len(body), chunk_root(body))


@given(ranges(), st.data())
def test_another_place_size_or_shape_is_noticed(
    case: tuple[bytes, int, int], data: st.DataObject
) -> None:
    body, start, end = case
    proof, top = prove(body, start, end), chunk_root(body)
    first = data.draw(st.integers(-3, 20).filter(lambda n: n != proof.first))
    assert not verify(ChunkProof(first, proof.chunks, proof.path), len(body), top)
    assert not verify(
        ChunkProof(proof.first, proof.chunks, (*proof.path, b"\0" * 32)), len(body), top
    )
    assert not verify(ChunkProof(proof.first, (*proof.chunks, b""), proof.path), len(body), top)
    assert not verify(ChunkProof(proof.first, proof.chunks[:-1], proof.path), len(body), top)
    if proof.path:
        assert not verify(ChunkProof(proof.first, proof.chunks, proof.path[:-1]), len(body), top)
        assert not verify(
            ChunkProof(proof.first, proof.chunks, proof.path[::-1] + proof.path), len(body), top
        )
    # The size is signed beside the root; the proof itself binds it where the last chunk is shown.
    if proof.first + len(proof.chunks) == len(leaves(body)):
        assert not verify(proof, len(body) - 1, top)
        assert not verify(proof, len(body) + 1, top)


def test_a_chunk_cannot_pass_for_a_node() -> None:
    """A leaf is hashed with another prefix than a node (RFC 6962's second-preimage rule)."""
    body = body_of(2048)
    a, b = leaves(body)
    assert not verify(ChunkProof(0, (a + b,), ()), 64, chunk_root(body))


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (2, 2), (3, 2), (0, 5), (4, 5)])
def test_no_range_of_the_body_is_refused(start: int, end: int) -> None:
    with pytest.raises(IndexError):
        prove(b"body", start, end)


def test_limits() -> None:
    body = b"\0" * (CHUNK_BYTES * (MAX_CHUNKS + 1))
    assert verify(prove(body, 0, CHUNK_BYTES * MAX_CHUNKS), len(body), chunk_root(body))
    with pytest.raises(IndexError):
        prove(body, 0, len(body))
    whole = tuple(body[at : at + 1024] for at in range(0, len(body), 1024))
    assert not verify(ChunkProof(0, whole, ()), len(body), chunk_root(body))
    huge = ChunkProof(2**40, (b"\0" * 1024,) * MAX_CHUNKS, (b"\0" * 32,) * MAX_PATH)
    assert not verify(huge, 2**53 - 1, "0" * 64)
    assert not verify(huge, 2**60, "0" * 64)
    assert not verify(ChunkProof(0, (), ()), 0, EMPTY_ROOT.hex())


def test_every_stored_body_states_its_chunk_root() -> None:
    time = "2026-11-09T10:00:00Z"
    body = body_of(3000)
    capture = Capture(
        "https://one.example/", Outcome.STORED, time, "test", size=3000,
        sha256=hashlib.sha256(body).hexdigest(), body=body,
    )  # fmt: skip
    assert to_entry(capture).chunkRoot == chunk_root(body)
