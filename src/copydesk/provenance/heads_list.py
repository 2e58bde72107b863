"""The list of newest statements as it is written, for whoever asks for many articles of a large one.

Kept are its own bytes, the place of each line, and the hashes of the tree: some 200 bytes an article,
where objects of each line and hash would take over a kilobyte.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property

from copydesk.errors import StatementError
from copydesk.provenance.heads import FIX, MAX_ARTICLES, HeadProof, leaf_bytes, parse_head
from copydesk.provenance.log.merkle import ListNodes, hash_leaf, inclusion_proof
from copydesk.provenance.statements import Head

__all__ = ["HeadsList", "parse_heads"]


class HeadsList:
    """``state/heads.jsonl``, every line of it read once.

    Raises:
        StatementError: malformed, unsorted, an article twice, or over :data:`MAX_ARTICLES`.
    """

    def __init__(self, data: bytes) -> None:
        if (data and not data.endswith(b"\n")) or data.count(b"\n") > MAX_ARTICLES:
            raise StatementError("The list of newest statements is damaged.", fix=FIX)
        self._data = data
        self._ends = array("Q", _ends(data))
        before = ""
        for head in self:
            if head.article <= before:
                raise StatementError("The list of newest statements is not in order.", fix=FIX)
            before = head.article

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, at: int) -> Head:
        start = self._ends[at - 1] + 1 if at else 0
        return parse_head(self._data[start : self._ends[at]])

    def __iter__(self) -> Iterator[Head]:
        return (self[at] for at in range(len(self)))

    def __contains__(self, article: object) -> bool:
        return isinstance(article, str) and self._find(article) is not None

    def under(self, folder: str) -> Iterator[str]:
        """The articles whose path begins with that folder's, in order."""
        prefix = f"{folder}/"
        at = bisect_left(self, prefix, key=_article)
        while at < len(self) and (article := self[at].article).startswith(prefix):
            yield article
            at += 1

    def proof(self, article: str) -> HeadProof | None:
        """The leaf of the article's folder with its path; ``None`` where it is not listed."""
        index = self._find(article)
        if index is None:
            return None
        path = inclusion_proof(self._nodes, index, len(self))
        return HeadProof(self[index], index, len(self), tuple(path))

    @cached_property
    def _nodes(self) -> ListNodes:
        return ListNodes(hash_leaf(leaf_bytes(head)) for head in self)

    def _find(self, article: str) -> int | None:
        at = bisect_left(self, article, key=_article)
        return at if at < len(self) and self[at].article == article else None


def parse_heads(data: bytes) -> tuple[Head, ...]:
    """Read what :func:`.heads.format_heads` wrote; raises as :class:`HeadsList`."""
    return tuple(HeadsList(data))


def _article(head: Head) -> str:
    return head.article


def _ends(data: bytes) -> Iterator[int]:
    at = data.find(b"\n")
    while at >= 0:
        yield at
        at = data.find(b"\n", at + 1)
