"""The Merkle tree of RFC 6962: hashes, roots, inclusion and consistency proofs.

A tree is read through :class:`Nodes`, which gives the hash of any complete subtree; tiles and a
list of leaf hashes are two ways to be one. Verification follows RFC 9162, 2.1.3.2 and 2.1.4.2.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

__all__ = [
    "EMPTY_ROOT",
    "ListNodes",
    "Nodes",
    "consistency_proof",
    "hash_leaf",
    "hash_node",
    "inclusion_proof",
    "root",
    "verify_consistency",
    "verify_inclusion",
]

HASH_BYTES = 32
EMPTY_ROOT = hashlib.sha256(b"").digest()


class Nodes(Protocol):
    """The complete subtrees of a tree."""

    def node(self, level: int, index: int) -> bytes:
        """The hash of the ``index``-th complete subtree of ``2**level`` leaves."""


class ListNodes:
    """Leaf hashes in memory, one behind the other: 64 bytes a leaf with those above them."""

    def __init__(self, leaves: Iterable[bytes]) -> None:
        self._levels = [b"".join(leaves)]

    def node(self, level: int, index: int) -> bytes:
        """As :meth:`Nodes.node`."""
        while len(self._levels) <= level:
            self._levels.append(b"".join(_above(self._levels[-1])))
        found = self._levels[level][HASH_BYTES * index : HASH_BYTES * (index + 1)]
        if len(found) != HASH_BYTES:
            raise IndexError(index)
        return found


def _above(level: bytes) -> Iterator[bytes]:
    for at in range(0, len(level) - 2 * HASH_BYTES + 1, 2 * HASH_BYTES):
        middle, end = at + HASH_BYTES, at + 2 * HASH_BYTES
        yield hash_node(level[at:middle], level[middle:end])


def hash_leaf(entry: bytes) -> bytes:
    """RFC 6962: SHA-256 of 0x00 and the entry."""
    return hashlib.sha256(b"\x00" + entry).digest()


def hash_node(left: bytes, right: bytes) -> bytes:
    """RFC 6962: SHA-256 of 0x01 and both children."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root(nodes: Nodes, size: int) -> bytes:
    """The root of the first ``size`` leaves."""
    return _range(nodes, 0, size) if size else EMPTY_ROOT


def inclusion_proof(nodes: Nodes, index: int, size: int) -> list[bytes]:
    """The audit path of leaf ``index`` in the tree of ``size`` leaves, from the leaf up."""
    if not 0 <= index < size:
        msg = f"leaf {index} is not in a tree of {size}"
        raise IndexError(msg)
    path = []
    low, high = 0, size
    while high - low > 1:
        middle = low + _split(high - low)
        if index < middle:
            path.append(_range(nodes, middle, high))
            high = middle
        else:
            path.append(_range(nodes, low, middle))
            low = middle
    return path[::-1]


def consistency_proof(nodes: Nodes, old: int, new: int) -> list[bytes]:
    """The proof that the tree of ``old`` leaves is a prefix of that of ``new`` leaves."""
    if not 0 <= old <= new:
        msg = f"{old} and {new} are not an older and a newer size"
        raise IndexError(msg)
    if old in (0, new):
        return []
    proof = []
    low, high, whole = 0, new, True
    while old - low != high - low:
        middle = low + _split(high - low)
        if old <= middle:
            proof.append(_range(nodes, middle, high))
            high = middle
        else:
            proof.append(_range(nodes, low, middle))
            low, whole = middle, False
    if not whole:
        proof.append(_range(nodes, low, high))
    return proof[::-1]


def verify_inclusion(
    leaf_hash: bytes, index: int, size: int, proof: Sequence[bytes], tree_root: bytes
) -> bool:
    """Whether the leaf is at ``index`` of the tree with that root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    position, last = index, size - 1
    current = leaf_hash
    for sibling in proof:
        if last == 0:
            return False
        if position & 1 or position == last:
            current = hash_node(sibling, current)
            while not position & 1 and position:
                position, last = position >> 1, last >> 1
        else:
            current = hash_node(current, sibling)
        position, last = position >> 1, last >> 1
    return last == 0 and current == tree_root


def verify_consistency(
    old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether the first tree is a prefix of the second (RFC 9162, 2.1.4.2)."""
    if old == 0:
        return not proof and old_root == EMPTY_ROOT
    if old == new:
        return not proof and old_root == new_root
    if not 0 < old < new or not proof:
        return False
    path = list(proof)
    if old & (old - 1) == 0:
        path.insert(0, old_root)
    position, last = old - 1, new - 1
    while position & 1:
        position, last = position >> 1, last >> 1
    first = second = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if position & 1 or position == last:
            first, second = hash_node(sibling, first), hash_node(sibling, second)
            while not position & 1 and position:
                position, last = position >> 1, last >> 1
        else:
            second = hash_node(second, sibling)
        position, last = position >> 1, last >> 1
    return last == 0 and first == old_root and second == new_root


def _split(size: int) -> int:
    """The largest power of two below ``size``."""
    return 1 << ((size - 1).bit_length() - 1)


def _range(nodes: Nodes, low: int, high: int) -> bytes:
    """The hash of the leaves from ``low`` to ``high``; ``low`` is where a subtree may begin."""
    size = high - low
    if size & (size - 1) == 0:
        level = size.bit_length() - 1
        return nodes.node(level, low >> level)
    middle = low + _split(size)
    return hash_node(_range(nodes, low, middle), _range(nodes, middle, high))
