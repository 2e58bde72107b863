"""The evidence of one article: read from the newsroom's captures, or from a folder of pages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from copydesk.article import Article, SourceRef
from copydesk.capture.folder import read_folder
from copydesk.capture.store import read_capture
from copydesk.evidence import read_evidence
from copydesk.evidence.model import EvidenceSource, EvidenceText
from copydesk.evidence.variants import joined, preferred
from copydesk.report import Quality

if (
    TYPE_CHECKING
):  # a check of a folder of pages reads no statement, and their models are slow to import
    from copydesk.newsroom.layout import ArticlePaths
    from copydesk.newsroom.store import Newsroom
    from copydesk.provenance.statements import CaptureEntry, SourceSetPredicate

__all__ = [
    "article_evidence",
    "evidence_from_captures",
    "evidence_from_folder",
    "no_evidence",
    "read_captures",
]

_EMPTY = EvidenceText("", ())


def no_evidence(article: Article, reason: str) -> tuple[EvidenceSource, ...]:
    """Every source as missing, for the same reason."""
    return tuple(
        EvidenceSource(source.id, source.url, None, Quality.MISSING, _EMPTY, reason)
        for source in article.front.sources
    )


def evidence_from_folder(article: Article, folder: Path) -> tuple[EvidenceSource, ...]:
    """The article's sources from an evidence folder (DESIGN section 4).

    Raises:
        EvidenceError: the folder has no readable manifest.
    """
    return read_folder(folder, [source.url for source in article.front.sources])


def article_evidence(
    room: Newsroom, paths: ArticlePaths, article: Article
) -> tuple[EvidenceSource, ...]:
    """The evidence that the newsroom holds for the article, by its source set.

    Raises:
        EvidenceError: a stored body does not match its hash.
        StatementError: the source set is malformed.
    """
    # Only what reads a statement, and only here: a check neither signs nor verifies one.
    from copydesk.provenance.keyring import load_keyring  # noqa: PLC0415
    from copydesk.provenance.reading import read_statement  # noqa: PLC0415
    from copydesk.provenance.statements import SourceSetPredicate  # noqa: PLC0415

    path = paths.statement("source-set")
    found = read_statement(room.files, path, SourceSetPredicate, load_keyring(room.files))
    if found is None:
        return no_evidence(article, "not captured yet: run `copydesk capture`")
    return evidence_from_captures(room, article, found.predicate)


def evidence_from_captures(
    newsroom: Newsroom, article: Article, source_set: SourceSetPredicate
) -> tuple[EvidenceSource, ...]:
    """The article's sources from the newsroom's store, by its signed source set.

    Raises:
        EvidenceError: a stored body does not match its hash.
    """
    entries = {entry.url: entry.captures for entry in source_set.sources}
    return tuple(
        joined(read_captures(newsroom, source, entries.get(source.url, [])))
        for source in article.front.sources
    )


def read_captures(
    newsroom: Newsroom, source: SourceRef, captures: Sequence[CaptureEntry]
) -> list[EvidenceSource]:
    """The source as read from each capture that it is traced in, the preferred one first.

    Raises:
        EvidenceError: a stored body is not there or does not match its hash.
    """
    known = [
        (one.role, Quality(one.quality) if one.sha256 is not None else Quality.MISSING)
        for one in captures
    ]
    chosen = {captures[at].sha256: captures[at] for at in preferred(known)}
    read = [
        EvidenceSource(
            source.id,
            source.url,
            entry.sha256,
            Quality(entry.quality),
            _text(newsroom, entry, source.url),
            entry.reason or ("no body was received" if entry.sha256 is None else ""),
            entry.retrievedAt,
            entry.role,
            entry.archivedAt or "",
        )
        for entry in chosen.values()
    ]
    missing = EvidenceSource(
        source.id, source.url, None, Quality.MISSING, _EMPTY, "not captured yet"
    )
    return [one for one in read if one.legible] or read[:1] or [missing]


def _text(newsroom: Newsroom, entry: CaptureEntry, url: str) -> EvidenceText:
    if entry.sha256 is None:
        return _EMPTY
    body = read_capture(newsroom.root, entry.sha256)
    return read_evidence(body, media_type=entry.mediaType or "", url=entry.finalUrl or url)
