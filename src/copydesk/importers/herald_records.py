"""The Machine Herald's records, as they stand in its files: nothing filled in, nothing changed.

Times are the texts of the files (:func:`moment` reads one). ``sha256`` is of a file's exact bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from copydesk.importers.unfit import Unfit

__all__ = [
    "ArticleMeta",
    "CorrectionEntry",
    "Corrections",
    "Manifest",
    "ManifestEntry",
    "ProvenanceRecord",
    "PublishedArticle",
    "Related",
    "Review",
    "ReviewFinding",
    "Story",
    "StoryRef",
    "Submission",
    "moment",
]


@dataclass(frozen=True, slots=True)
class PublishedArticle:
    """An article as published: its bytes and what its front matter states."""

    path: str
    sha256: str
    data: bytes = field(repr=False)
    title: str
    date: str
    category: str
    tags: tuple[str, ...]
    sources: tuple[str, ...]
    bot_id: str
    contributor_model: str
    provenance_id: str


@dataclass(frozen=True, slots=True)
class Submission:
    """What a contributor handed in and signed, format 2 or 3. ``raw`` is the whole JSON object,
    numbers as JavaScript has them: what the signature is checked over.
    """

    path: str
    sha256: str
    raw: Mapping[str, Any] = field(repr=False)
    version: int
    bot_id: str
    timestamp: str
    contributor_model: str | None
    human_requested: bool | None
    human_request_text: str | None
    title: str
    category: str
    summary: str
    tags: tuple[str, ...]
    sources: tuple[str, ...]
    body: str = field(repr=False)
    payload_hash: str | None
    signature: str | None


@dataclass(frozen=True, slots=True)
class ReviewFinding:
    """One finding of a review, in the review's own words."""

    category: str
    severity: str
    message: str
    details: str | None


@dataclass(frozen=True, slots=True)
class Review:
    """One round of review; never signed. ``round`` is from the file's name, from 1; ``file`` is the
    submission's path as the review states it, ``bot_id`` that submission's: who reviewed is not
    named, only ``reviewer_model``. ``notes`` are the editor's notes that are texts.
    """

    path: str
    sha256: str
    round: int
    file: str
    timestamp: str
    bot_id: str
    reviewer_model: str
    verdict: str
    summary: str
    title: str
    findings: tuple[ReviewFinding, ...]
    checklist: tuple[tuple[str, bool], ...]
    notes: tuple[tuple[str, str], ...]
    concerns: tuple[str, ...]
    recommendations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProvenanceRecord:
    """The publisher's record. ``raw`` as for :class:`Submission`."""

    path: str
    sha256: str
    raw: Mapping[str, Any] = field(repr=False)
    article_sha256: str
    submission_hash: str
    bot_id: str
    publisher_job_id: str
    pipeline_version: str
    created_at: str
    sources: tuple[str, ...]
    contributor_model: str | None
    signatures_present: tuple[tuple[str, bool], ...]
    signature: str | None


@dataclass(frozen=True, slots=True)
class CorrectionEntry:
    """One correction's text and what kind it is said to be."""

    text: str
    severity: str


@dataclass(frozen=True, slots=True)
class Corrections:
    """A file of corrections to one article; never signed."""

    path: str
    sha256: str
    article_slug: str
    date: str
    entries: tuple[CorrectionEntry, ...]


@dataclass(frozen=True, slots=True)
class Related:
    """Another article that this one names as related, by ``<month>/<name>``."""

    slug: str
    context: str


@dataclass(frozen=True, slots=True)
class ArticleMeta:
    """Where the article is shown, and what is related to it."""

    path: str
    sha256: str
    topic: str
    subcategory: str
    featured: bool
    editorial_note: str | None
    related: tuple[Related, ...]


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """One cited page as the manifest has it. ``file`` is a name in the manifest's own folder."""

    url: str
    file: str | None
    status_code: int | None
    content_type: str | None
    content_length: int | None
    sha256: str | None
    error: str | None
    fetched_at: str | None
    redirected_domain: str | None
    archive_url: str | None


@dataclass(frozen=True, slots=True)
class Manifest:
    """The list of a story's captured pages."""

    path: str
    sha256: str
    submission_file: str
    article_title: str
    fetched_at: str
    entries: tuple[ManifestEntry, ...]

    @property
    def folder(self) -> str:
        """The folder of the captures."""
        return self.path.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class StoryRef:
    """The paths of one story's files, found by their names alone; cheap, and sent to a worker as it
    is. ``key`` is ``<month>/<name>``, or the submission's path where no article came of it.
    """

    key: str
    month: str
    name: str
    article: str | None = None
    provenance: str | None = None
    meta: str | None = None
    submission: str | None = None
    reviews: tuple[str, ...] = ()
    earlier_reviews: tuple[str, ...] = ()
    """Reviews of an earlier submission of the same title, which the archive no longer holds."""
    corrections: tuple[str, ...] = ()
    manifest: str | None = None
    captures: tuple[str, ...] = ()
    """The names of the other files in the manifest's folder."""

    @property
    def paths(self) -> tuple[str, ...]:
        """Every file but the captured pages, in a fixed order."""
        single = (self.article, self.submission, self.provenance, self.meta, self.manifest)
        lists = (self.reviews, self.earlier_reviews, self.corrections)
        return (*(path for path in single if path), *(path for each in lists for path in each))


@dataclass(frozen=True, slots=True)
class Story:
    """An article with everything that belongs to it, the captured pages' bytes left out.

    ``digests`` are the path and SHA-256 of each file that was read, also of those that do not fit.
    """

    ref: StoryRef
    article: PublishedArticle | None
    submission: Submission | None
    reviews: tuple[Review, ...]
    earlier_reviews: tuple[Review, ...]
    provenance: ProvenanceRecord | None
    corrections: tuple[Corrections, ...]
    meta: ArticleMeta | None
    manifest: Manifest | None
    digests: tuple[tuple[str, str], ...]
    unfit: tuple[Unfit, ...]


def moment(text: str | None) -> datetime | None:
    """The time that an ISO 8601 text states, in UTC; ``None`` where it states none (a date without
    a zone is taken as UTC, as JavaScript takes it).
    """
    if not text or len(text) > 40:
        return None
    try:
        found = datetime.fromisoformat(text)
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
