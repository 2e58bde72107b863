"""The evidence of one article: read from the newsroom's captures, or from a folder of pages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from copydesk.article import Article
from copydesk.capture.folder import read_folder
from copydesk.capture.store import read_capture
from copydesk.evidence import read_evidence
from copydesk.evidence.model import EvidenceSource, EvidenceText
from copydesk.report import Quality

if (
    TYPE_CHECKING
):  # a check of a folder of pages reads no statement, and their models are slow to import
    from copydesk.newsroom.layout import ArticlePaths
    from copydesk.newsroom.store import Newsroom
    from copydesk.provenance.statements import CaptureEntry, SourceSetPredicate

__all__ = ["article_evidence", "evidence_from_captures", "evidence_from_folder", "no_evidence"]

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
    sources = []
    for source in article.front.sources:
        best = _best(entries.get(source.url, []))
        if best is None or best.sha256 is None:
            reason = "not captured yet" if best is None else (best.reason or "no body was received")
            quality = Quality.MISSING if best is None else Quality(best.quality)
            sources.append(EvidenceSource(source.id, source.url, None, quality, _EMPTY, reason))
            continue
        body = read_capture(newsroom.root, best.sha256)
        text = read_evidence(body, media_type=best.mediaType or "", url=source.url)
        sources.append(
            EvidenceSource(
                source.id,
                source.url,
                best.sha256,
                Quality(best.quality),
                text,
                best.reason or "",
                best.retrievedAt,
            )
        )
    return tuple(sources)


def _best(captures: Sequence[CaptureEntry]) -> CaptureEntry | None:
    """The capture to trace against: a usable one before any other, the page before its variants."""
    if not captures:
        return None
    return max(
        captures, key=lambda entry: (Quality(entry.quality).usable, entry.sha256 is not None)
    )
