"""A redacted copy of a captured body: what was taken out, and that the rest is what was signed.

The copy is as long as the body; the bytes taken out are ``X``. Beside it lies a list of the places,
with the leaf hashes of the kilobytes that hold them (:mod:`copydesk.provenance.chunks`): with those
in their places the tree over the copy has the signed ``chunkRoot``, which shows that every other
kilobyte is the captured one. A short secret can be guessed by whoever tries all of them against
these hashes, as against the body's own SHA-256, which is signed and public (ADR 10).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError

from copydesk.errors import StatementError
from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.chunks import CHUNK_BYTES
from copydesk.provenance.fields import Count, Sha256
from copydesk.provenance.log.merkle import ListNodes, hash_leaf, root
from copydesk.provenance.statements import Model

__all__ = ["FILLER", "Redaction", "Span", "copy_path", "list_path", "parse_redaction", "redact"]

FILLER = b"X"
# More places than any page has; a longer list is an attack on time.
MAX_PLACES = 10_000
MAX_LIST_BYTES = 4 * 1024 * 1024

Reason = Literal["own-address", "session-token"]


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes ``start`` to ``end`` of a body, and why they are not for the public."""

    start: int
    end: int
    reason: Reason


class PlaceEntry(Model):
    """One place that was taken out."""

    start: Count
    end: Count
    reason: Reason


class ChunkEntry(Model):
    """The leaf hash of a kilobyte that holds such a place, as it was captured."""

    number: Count
    leaf: Sha256


class Redaction(Model):
    """The list beside a redacted copy: of which body, which bytes, and the copy's own hash."""

    schema_: Literal["copydesk.redaction/1"]
    sha256: Sha256
    size: Count
    copySha256: Sha256  # noqa: N815 - the file's own field name
    places: list[PlaceEntry]
    chunks: list[ChunkEntry]

    def to_bytes(self) -> bytes:
        """The list's file: canonical JSON."""
        value = self.model_dump()
        value["schema"] = value.pop("schema_")
        return canonical_bytes(value)

    @property
    def said(self) -> str:
        """What was taken out, in words."""
        size = sum(place.end - place.start for place in self.places)
        return f"redacted copy of {self.sha256}: {len(self.places)} places, {size:,} bytes"

    def problem(self, copy: bytes, size: int, chunk_root: str | None) -> str:
        """Why ``copy`` is not the body that was signed, but for the places; empty when it is.

        Args:
            copy: the redacted copy.
            size: of the body, as signed.
            chunk_root: of the body, as signed; ``None`` where the source set states none, and then
                nothing shows that the rest is as it was.
        """
        if self.size != size or len(copy) != size or sha256_hex(copy) != self.copySha256:
            return "the redacted copy is not the one that its list describes"
        at = 0
        for place in self.places:
            if not at <= place.start < place.end <= size:
                return "the list of redacted places is not in order"
            if copy.count(FILLER, place.start, place.end) != place.end - place.start:
                return "a redacted place still holds something"
            at = place.end
        numbers = [chunk.number for chunk in self.chunks]
        if numbers != _touched(self.places):
            return "the list of redacted kilobytes is not that of the places"
        if chunk_root is not None and self._root(copy) != chunk_root:
            return "something else than the redacted places was changed"
        return ""

    def _root(self, copy: bytes) -> str:
        known = {chunk.number: bytes.fromhex(chunk.leaf) for chunk in self.chunks}
        leaves = [
            known.get(number) or hash_leaf(copy[at : at + CHUNK_BYTES])
            for number, at in enumerate(range(0, len(copy), CHUNK_BYTES))
        ]
        return root(ListNodes(leaves), len(leaves)).hex()


def copy_path(sha256: str) -> str:
    """Where a bundle holds the redacted copy (zstd) of the body with that digest."""
    return f"captures/redacted/{sha256[:2]}/{sha256}.zst"


def list_path(sha256: str) -> str:
    """Where the list of its places lies."""
    return f"captures/redacted/{sha256[:2]}/{sha256}.json"


def redact(body: bytes, spans: Iterable[Span]) -> tuple[bytes, Redaction]:
    """A copy of ``body`` without the bytes of ``spans``, and its list; spans that meet are joined."""
    places = _joined(spans)
    copy = bytearray(body)
    for place in places:
        copy[place.start : place.end] = FILLER * (place.end - place.start)
    chunks = [
        ChunkEntry(
            number=number,
            leaf=hash_leaf(body[number * CHUNK_BYTES : (number + 1) * CHUNK_BYTES]).hex(),
        )
        for number in _touched(places)
    ]
    done = bytes(copy)
    return done, Redaction(
        schema_="copydesk.redaction/1",
        sha256=sha256_hex(body),
        size=len(body),
        copySha256=sha256_hex(done),
        places=places,
        chunks=chunks,
    )


def parse_redaction(data: bytes) -> Redaction:
    """Read the list of a redacted copy, fail closed.

    Raises:
        StatementError: it is no such list, or too long.
    """
    try:
        if len(data) > MAX_LIST_BYTES:
            raise ValueError("it is too long")  # noqa: TRY301 - one place says what is wrong
        value: Any = json.loads(data)
        if not isinstance(value, dict) or "schema_" in value:
            raise ValueError("it is no object")  # noqa: TRY301
        found = Redaction.model_validate({**_without_schema(value), "schema_": value.get("schema")})
        if found.to_bytes() != data or len(found.places) > MAX_PLACES:
            raise ValueError("it is not in its canonical form")  # noqa: TRY301
    except (ValueError, RecursionError, ValidationError) as error:
        said = "another form" if isinstance(error, ValidationError) else str(error)
        raise StatementError(
            f"The list of redacted places cannot be read: {said[:200]}.",
            fix="Ask for the bundle again.",
        ) from error
    return found


def _without_schema(value: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in value.items() if name != "schema"}


def _joined(spans: Iterable[Span]) -> list[PlaceEntry]:
    joined: list[PlaceEntry] = []
    for span in sorted(spans, key=lambda each: (each.start, each.end)):
        if joined and span.start <= joined[-1].end:
            last = joined.pop()
            joined.append(
                PlaceEntry(start=last.start, end=max(last.end, span.end), reason=last.reason)
            )
        else:
            joined.append(PlaceEntry(start=span.start, end=span.end, reason=span.reason))
    return joined


def _touched(places: Sequence[PlaceEntry]) -> list[int]:
    """The numbers of the kilobytes that hold a place, in order."""
    found: list[int] = []
    for place in places:
        last = found[-1] if found else -1
        found += range(
            max(place.start // CHUNK_BYTES, last + 1), (place.end - 1) // CHUNK_BYTES + 1
        )
    return found
