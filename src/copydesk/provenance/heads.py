"""The newest statement of every article as one Merkle tree, whose root a site-state signs.

A reader who holds one record and its leaf's path sees offline whether the newsroom had signed
something newer about it. Leaves are the canonical JSON of :class:`.statements.Head`, sorted by
article; the tree is RFC 6962's.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from copydesk.errors import StatementError
from copydesk.provenance.canonical import canonical_bytes, parse_canonical
from copydesk.provenance.log.merkle import (
    ListNodes,
    hash_leaf,
    inclusion_proof,
    root,
    verify_inclusion,
)
from copydesk.provenance.statements import Head

__all__ = [
    "FIX",
    "HEADS",
    "HEAD_PROOF",
    "MAX_ARTICLES",
    "SITE_STATE",
    "HeadProof",
    "HeadTree",
    "format_heads",
    "head_proof",
    "heads_root",
    "leaf_bytes",
    "parse_head",
    "parse_head_proof",
]

SITE_STATE = "state/site-state"
HEADS = "state/heads.jsonl"
HEAD_PROOF = "state/head.json"
MAX_ARTICLES = 1_000_000
MAX_PATH = 63
# A leaf as it is written, with an article's folder and numbers of no unusual length.
_LINE = re.compile(
    rb'\{"article":"([a-z0-9/-]{1,200})","corrections":(0|[1-9][0-9]{0,14}),"head":"([0-9a-f]{64})"\}'
)

FIX = "Run `copydesk anchor`, which writes it anew."


@dataclass(frozen=True, slots=True)
class HeadProof:
    """One leaf with its path; ``index`` and ``size`` are its place and the number of leaves."""

    leaf: Head
    index: int
    size: int
    path: tuple[bytes, ...]

    def under(self, heads_root: str, articles: int) -> bool:
        """Whether the leaf is in the tree of ``articles`` leaves with that root (hex)."""
        return self.size == articles and verify_inclusion(
            hash_leaf(leaf_bytes(self.leaf)),
            self.index,
            self.size,
            self.path,
            bytes.fromhex(heads_root),
        )

    def to_bytes(self) -> bytes:
        """As ``state/head.json`` of a bundle."""
        return canonical_bytes(
            {
                **self.leaf.model_dump(),
                "index": self.index,
                "size": self.size,
                "path": [base64.b64encode(part).decode() for part in self.path],
            }
        )


def leaf_bytes(head: Head) -> bytes:
    """The leaf of one article."""
    line = (
        f'{{"article":"{head.article}","corrections":{head.corrections},"head":"{head.head}"}}'
    ).encode("utf-8", "replace")
    return line if _LINE.fullmatch(line) else canonical_bytes(head.model_dump())


class HeadTree:
    """The tree over the leaves, for whoever asks for many of them."""

    def __init__(self, heads: Sequence[Head]) -> None:
        self.heads = tuple(heads)
        self._nodes = ListNodes([hash_leaf(leaf_bytes(head)) for head in heads])
        self._index = {head.article: at for at, head in enumerate(heads)}

    @property
    def root(self) -> str:
        """The root over the leaves, in hex."""
        return root(self._nodes, len(self.heads)).hex()

    def proof(self, article: str) -> HeadProof | None:
        """The leaf of the article's folder with its path; ``None`` where it is not listed."""
        index = self._index.get(article)
        if index is None:
            return None
        path = inclusion_proof(self._nodes, index, len(self.heads))
        return HeadProof(self.heads[index], index, len(self.heads), tuple(path))


def heads_root(heads: Sequence[Head]) -> str:
    """The root over the leaves, in hex."""
    return HeadTree(heads).root


def head_proof(heads: Sequence[Head], article: str) -> HeadProof | None:
    """As :meth:`HeadTree.proof`."""
    return HeadTree(heads).proof(article)


def format_heads(heads: Sequence[Head]) -> bytes:
    """``state/heads.jsonl``: one leaf a line, in order, so that Git shows what changed."""
    return b"".join(leaf_bytes(head) + b"\n" for head in heads)


def parse_head(line: bytes) -> Head:
    """Read one line of the list.

    Raises:
        StatementError: malformed.
    """
    found = _LINE.fullmatch(line)
    if found is None:
        return _head(parse_canonical(line))
    article, corrections, head = found[1].decode(), int(found[2]), found[3].decode()
    return Head.model_construct(article=article, head=head, corrections=corrections)


def parse_head_proof(data: bytes) -> HeadProof:
    """Read ``state/head.json``.

    Raises:
        StatementError: malformed.
    """
    value = parse_canonical(data)
    try:
        place = (value.pop("index"), value.pop("size"))
        path = tuple(base64.b64decode(part, validate=True) for part in value.pop("path"))
    except (AttributeError, KeyError, TypeError, ValueError, binascii.Error) as error:
        raise StatementError("The proof of the newest statement is damaged.", fix=FIX) from error
    sizes = all(type(part) is int and 0 <= part <= MAX_ARTICLES for part in place)
    if not sizes or len(path) > MAX_PATH or any(len(part) != 32 for part in path):
        raise StatementError("The proof of the newest statement is damaged.", fix=FIX)
    proof = HeadProof(_head(value), place[0], place[1], path)
    if proof.to_bytes() != data:
        # Base64 with spare bits, or a path that is no list.
        raise StatementError("The proof of the newest statement is damaged.", fix=FIX)
    return proof


def _head(value: Any) -> Head:
    try:
        return Head.model_validate(value)
    except ValidationError as error:
        raise StatementError("A newest statement is malformed.", fix=FIX) from error
