"""A small log in memory for tests of witnesses: it grows, forks, signs checkpoints and proofs."""

from __future__ import annotations

from collections.abc import Sequence

from copydesk.provenance.keys import PrivateKey, generate_key
from copydesk.provenance.log.merkle import ListNodes, consistency_proof, hash_leaf, root
from copydesk.provenance.log.note import Checkpoint, VerifierKey, parse_vkey, sign_note
from copydesk.provenance.log.note import format_vkey as _format_vkey
from copydesk.witness.decision import request_body

__all__ = ["SmallLog"]


class SmallLog:
    """A log of ``size`` entries under a test key; ``salt`` makes another history."""

    def __init__(
        self,
        size: int = 20,
        *,
        origin: str = "news.example/log",
        salt: str = "",
        key: PrivateKey | None = None,
    ) -> None:
        self.origin = origin
        self.key = key or generate_key()
        self.nodes = ListNodes([hash_leaf(f"{salt}{n}".encode()) for n in range(size)])

    @property
    def vkey(self) -> VerifierKey:
        return parse_vkey(_format_vkey(self.origin, self.key.public))

    def fork(self, size: int = 20) -> SmallLog:
        """Another history under the same key."""
        return SmallLog(size, origin=self.origin, salt="fork ", key=self.key)

    def root(self, size: int) -> bytes:
        return root(self.nodes, size)

    def text(self, size: int, more: str = "") -> str:
        return Checkpoint(self.origin, size, self.root(size)).text() + more

    def note(self, size: int, more: str = "") -> bytes:
        return sign_note(self.text(size, more), self.origin, self.key).encode()

    def proof(self, old: int, size: int) -> list[bytes]:
        return consistency_proof(self.nodes, old, size)

    def request(
        self, old: int, size: int, proof: Sequence[bytes] | None = None, more: str = ""
    ) -> bytes:
        made = self.proof(old, size) if proof is None else proof
        return request_body(old, made, self.note(size, more))
