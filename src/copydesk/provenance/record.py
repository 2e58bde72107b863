"""The Provenance Record: everything the newsroom signed about one article, read and verified."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from copydesk.provenance.checks import Verification
from copydesk.provenance.log.proof import Proof
from copydesk.provenance.statements import (
    CorrectionPredicate,
    KeyringPredicate,
    PublicationPredicate,
    ReviewPredicate,
    SourceSetPredicate,
    SubmissionPredicate,
    WithdrawalPredicate,
)

__all__ = ["Record", "Signed"]

P_co = TypeVar("P_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Signed(Generic[P_co]):
    """One statement of the record: its predicate, who signed it, and where the log holds it.

    ``path`` is relative to the newsroom. ``sha256`` is of the payload, ``envelope_sha256`` of the
    envelope file. ``keyids`` are those of the keyring whose signature verified; ``log_index`` is
    that of a proof that verified, ``None`` while there is none.
    """

    kind: str
    path: str
    predicate: P_co
    subject_sha256: str
    sha256: str
    envelope_sha256: str
    signatures: tuple[tuple[str, str], ...]
    """(keyid, base64 signature) as the envelope states them."""
    keyids: tuple[str, ...]
    log_index: int | None = None
    proof: Proof | None = None
    subjects: tuple[str, ...] = ()
    """Every subject's digest, the first one included."""

    @property
    def name(self) -> str:
        """The file's own name, such as ``review-1``."""
        return self.path.rsplit("/", 1)[-1].removesuffix(".dsse.json")


@dataclass(frozen=True, slots=True)
class Record:
    """The record of one article. Absent steps are ``None`` or empty."""

    slug: str
    month: str
    article_bytes: bytes
    article_sha256: str
    keyring: KeyringPredicate | None
    verification: Verification
    source_set: Signed[SourceSetPredicate] | None = None
    submission: Signed[SubmissionPredicate] | None = None
    reviews: tuple[Signed[ReviewPredicate], ...] = ()
    publication: Signed[PublicationPredicate] | None = None
    corrections: tuple[Signed[CorrectionPredicate], ...] = ()
    withdrawal: Signed[WithdrawalPredicate] | None = None
    """The tombstone; ``article_bytes`` is then empty."""
    trace: dict[str, Any] | None = None
    """The parsed ``trace.json`` (schema ``copydesk.trace/1``), if its digest is the signed one."""
    checkpoint: str = ""
    """The log's newest checkpoint note, as text."""

    @property
    def folder(self) -> str:
        """``articles/<yyyy-mm>/<slug>``."""
        return f"articles/{self.month}/{self.slug}"
