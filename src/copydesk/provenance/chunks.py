"""Bytes of a captured body, proved to stand in it without the rest of it.

The body is cut into chunks of 1 KiB (the last one may be shorter), which are the leaves of an RFC
6962 tree. A range of consecutive chunks is proved with the recursion that defines the tree's hash
(RFC 6962, 2.1, MTH): wherever it comes to a subtree of which no chunk is given, the proof states
that subtree's hash; from left to right, no more and no less. For one chunk these are the hashes of
its audit path (2.1.1), in another order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from copydesk.provenance.log.merkle import EMPTY_ROOT, ListNodes, hash_leaf, hash_node, root

__all__ = [
    "CHUNK_BYTES",
    "MAX_CHUNKS",
    "ChunkProof",
    "chunk_root",
    "chunks_of",
    "prove",
    "verify",
]

CHUNK_BYTES = 1024
# What one proof may show of a body: a passage, not the page.
MAX_CHUNKS = 64
# Two hashes for each level above the range; no tree of 2^53 bytes has more than 43.
MAX_PATH = 96
MAX_SIZE = 2**53 - 1


@dataclass(frozen=True, slots=True)
class ChunkProof:
    """Consecutive ``chunks`` of a body, the first of them number ``first`` (from 0), and the hashes
    of the subtrees beside them, from left to right.
    """

    first: int
    chunks: tuple[bytes, ...]
    path: tuple[bytes, ...]

    @property
    def data(self) -> bytes:
        """The chunks' bytes; they begin at byte ``first * CHUNK_BYTES`` of the body."""
        return b"".join(self.chunks)


def chunk_root(body: bytes) -> str:
    """The root of the tree over the body's chunks, in hex."""
    leaves = _leaves(body)
    return root(ListNodes(leaves), len(leaves)).hex()


def chunks_of(start: int, end: int) -> tuple[int, int]:
    """The chunks that hold bytes ``start`` to ``end``: the first one, and the one after the last."""
    return start // CHUNK_BYTES, (end - 1) // CHUNK_BYTES + 1


def prove(body: bytes, start: int, end: int) -> ChunkProof:
    """The proof of the chunks that hold the body's bytes ``start`` to ``end``.

    Raises:
        IndexError: that is no range of the body, or over :data:`MAX_CHUNKS` chunks.
    """
    if not 0 <= start < end <= len(body):
        msg = f"bytes {start} to {end} are not a part of a body of {len(body)}"
        raise IndexError(msg)
    first, last = chunks_of(start, end)
    if last - first > MAX_CHUNKS:
        msg = f"bytes {start} to {end} are more than {MAX_CHUNKS} chunks"
        raise IndexError(msg)
    leaves = _leaves(body)
    chunks = body[first * CHUNK_BYTES : last * CHUNK_BYTES]
    return ChunkProof(
        first,
        tuple(chunks[at : at + CHUNK_BYTES] for at in range(0, len(chunks), CHUNK_BYTES)),
        tuple(_beside(leaves, 0, len(leaves), first, last)),
    )


def verify(proof: ChunkProof, size: int, chunk_root: str) -> bool:
    """Whether the proof's chunks stand where it says in the body of ``size`` bytes that has the
    root ``chunk_root`` (hex). Never raises; its work is bounded by the limits of this module.
    """
    first, last = proof.first, proof.first + len(proof.chunks)
    count = -(-size // CHUNK_BYTES)
    if not (0 < size <= MAX_SIZE and 0 <= first < last <= count):
        return False
    if len(proof.chunks) > MAX_CHUNKS or len(proof.path) > MAX_PATH:
        return False
    for number, chunk in enumerate(proof.chunks, first):
        if len(chunk) != min(CHUNK_BYTES, size - number * CHUNK_BYTES):
            return False
    if any(len(part) != len(EMPTY_ROOT) for part in proof.path):
        return False
    path = iter(proof.path)
    try:
        top = _top(proof, path, 0, count)
    except StopIteration:
        return False
    return next(path, None) is None and top.hex() == chunk_root


def _leaves(body: bytes) -> list[bytes]:
    return [hash_leaf(body[at : at + CHUNK_BYTES]) for at in range(0, len(body), CHUNK_BYTES)]


def _beside(leaves: Sequence[bytes], low: int, high: int, first: int, last: int) -> Iterator[bytes]:
    """The hashes of the largest subtrees of leaves ``low`` to ``high`` without one of the range."""
    if high <= first or last <= low:
        yield root(ListNodes(leaves[low:high]), high - low)
    elif high - low > 1:
        middle = low + _split(high - low)
        yield from _beside(leaves, low, middle, first, last)
        yield from _beside(leaves, middle, high, first, last)


def _top(proof: ChunkProof, path: Iterator[bytes], low: int, high: int) -> bytes:
    """The hash of leaves ``low`` to ``high``, from the chunks and the path."""
    if high <= proof.first or proof.first + len(proof.chunks) <= low:
        return next(path)
    if high - low == 1:
        return hash_leaf(proof.chunks[low - proof.first])
    middle = low + _split(high - low)
    left = _top(proof, path, low, middle)
    return hash_node(left, _top(proof, path, middle, high))


def _split(size: int) -> int:
    """The largest power of two below ``size``."""
    return 1 << ((size - 1).bit_length() - 1)
