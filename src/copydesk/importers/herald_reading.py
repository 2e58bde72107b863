"""The Machine Herald's files read as records: bytes in, a record or the reasons against it out."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from copydesk.article.parse import read_head
from copydesk.errors import CopydeskError
from copydesk.importers import js_json
from copydesk.importers.archive_files import is_plain_name
from copydesk.importers.fields import Fields
from copydesk.importers.herald_records import (
    ArticleMeta,
    CorrectionEntry,
    Corrections,
    Manifest,
    ManifestEntry,
    ProvenanceRecord,
    PublishedArticle,
    Related,
    Review,
    ReviewFinding,
    Submission,
)
from copydesk.importers.unfit import Unfit, UnfitKind

__all__ = [
    "Read",
    "read_article_file",
    "read_corrections",
    "read_manifest",
    "read_meta",
    "read_provenance",
    "read_review",
    "read_submission_record",
    "review_round",
]

T = TypeVar("T")

# Names in one list of a record: sources, findings, tags. The known archives have at most 40.
MAX_ITEMS = 2_000
_ROUND = re.compile(r"_review(?:_([0-9]{1,4}))?\.json\Z")


@dataclass(frozen=True, slots=True)
class Read(Generic[T]):
    """What came of a file. ``record`` is ``None`` where it cannot be used at all; ``unfit`` says
    why, or what was left out of a record that can.
    """

    record: T | None
    unfit: tuple[Unfit, ...] = ()


def read_article_file(data: bytes, path: str) -> Read[PublishedArticle]:
    """A published article; its body is kept as bytes and not taken apart."""
    try:
        front, title = read_head(data, path)
    except CopydeskError as error:
        return Read(None, (Unfit(path, UnfitKind.FRONT_MATTER, error.message),))
    extra = dict(front.extra)
    article = PublishedArticle(
        path=path,
        sha256=_sha256(data),
        data=data,
        title=title,
        date=front.date,
        category=front.category,
        tags=front.tags,
        sources=tuple(source.url for source in front.sources),
        bot_id=extra.get("author_bot_id", ""),
        contributor_model=extra.get("contributor_model", ""),
        provenance_id=extra.get("provenance_id", ""),
    )
    return Read(article)


def read_submission_record(data: bytes, path: str) -> Read[Submission]:
    """A submission of format 2 or 3; another version is read as these are, and listed."""
    return _record(data, path, _submission)


def read_review(data: bytes, path: str) -> Read[Review]:
    """One round of review."""
    return _record(data, path, _review)


def read_provenance(data: bytes, path: str) -> Read[ProvenanceRecord]:
    """The publisher's record of one article."""
    return _record(data, path, _provenance)


def read_corrections(data: bytes, path: str) -> Read[Corrections]:
    """The corrections of one article."""
    return _record(data, path, _corrections)


def read_meta(data: bytes, path: str) -> Read[ArticleMeta]:
    """Where an article is shown, and what is related to it."""
    return _record(data, path, _meta)


def read_manifest(data: bytes, path: str) -> Read[Manifest]:
    """The manifest of a folder of captures."""
    return _record(data, path, _manifest)


def review_round(path: str) -> int | None:
    """The round that a review's name states: 1 for ``…_review.json``; ``None`` for other names."""
    match = _ROUND.search(path)
    return int(match[1] or 1) if match else None


def _record(data: bytes, path: str, build: Callable[[Fields, str, dict[str, Any]], T]) -> Read[T]:
    value = js_json.parse(data, path)
    if isinstance(value, Unfit):
        return Read(None, (value,))
    if not isinstance(value, dict):
        return Read(None, (Unfit(path, UnfitKind.FORM, "It is not one JSON object."),))
    fields = Fields(value, path)
    record = build(fields, _sha256(data), value)
    fields.note_unknown()
    return Read(None if fields.broken else record, tuple(fields.unfit))


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _submission(fields: Fields, sha256: str, raw: Mapping[str, Any]) -> Submission:
    version = fields.integer("submission_version")
    if version not in {2, 3}:
        fields.note("submission_version", f"Version {version} is not known; read as version 3.")
    article = fields.inner("article")
    article.known("date")
    found = Submission(
        path=fields.path,
        sha256=sha256,
        raw=raw,
        version=version,
        bot_id=fields.text("bot_id"),
        timestamp=fields.text("timestamp"),
        contributor_model=fields.optional("contributor_model", str),
        human_requested=fields.optional("human_requested", bool),
        human_request_text=fields.optional("human_request_text", str),
        title=article.text("title"),
        category=article.text("category"),
        summary=article.text("summary"),
        tags=article.texts("tags", MAX_ITEMS),
        sources=article.texts("sources", MAX_ITEMS),
        body=article.text("body_markdown"),
        payload_hash=fields.optional("payload_hash", str),
        signature=fields.optional("signature", str),
    )
    article.note_unknown()
    return found


def _review(fields: Fields, sha256: str, raw: Mapping[str, Any]) -> Review:
    del raw
    fields.known("content_preview")
    notes = fields.optional_inner("editor_notes")
    kept = tuple(_notes(notes.value)) if notes else ()
    return Review(
        path=fields.path,
        sha256=sha256,
        round=review_round(fields.path) or 1,
        file=fields.text("file"),
        timestamp=fields.text("timestamp"),
        bot_id=fields.text_or_empty("bot_id"),
        reviewer_model=fields.text_or_empty("reviewer_model"),
        verdict=fields.text("verdict"),
        summary=fields.text_or_empty("summary"),
        title=fields.text_or_empty("article_title"),
        findings=tuple(map(_finding, fields.objects("findings", MAX_ITEMS))),
        checklist=fields.flags("checklist"),
        notes=kept,
        concerns=notes.optional_texts("concerns", MAX_ITEMS) if notes else (),
        recommendations=fields.optional_texts("recommendations", MAX_ITEMS),
    )


def _notes(notes: Mapping[str, Any], before: str = "") -> Iterable[tuple[str, str]]:
    """The notes that are texts or numbers, also those one level down, by their names."""
    for name, value in notes.items():
        if isinstance(value, (str, int, float)):
            yield f"{before}{name}", str(value)
        elif isinstance(value, Mapping) and not before:
            yield from _notes(value, f"{name}: ")


def _finding(fields: Fields) -> ReviewFinding:
    return ReviewFinding(
        category=fields.text_or_empty("category"),
        severity=fields.text_or_empty("severity"),
        message=fields.text_or_empty("message"),
        details=fields.optional("details", str),
    )


def _provenance(fields: Fields, sha256: str, raw: Mapping[str, Any]) -> ProvenanceRecord:
    fields.known("human_requested", "human_request_text", "pr_number", "pr_url")
    return ProvenanceRecord(
        path=fields.path,
        sha256=sha256,
        raw=raw,
        article_sha256=fields.text("article_sha256"),
        submission_hash=fields.text_or_empty("submission_hash"),
        bot_id=fields.text_or_empty("bot_id"),
        publisher_job_id=fields.text_or_empty("publisher_job_id"),
        pipeline_version=fields.text_or_empty("pipeline_version"),
        created_at=fields.text_or_empty("created_at"),
        sources=fields.optional_texts("sources", MAX_ITEMS),
        contributor_model=fields.optional("contributor_model", str),
        signatures_present=fields.flags("signatures_present"),
        signature=fields.optional("provenance_signature", str),
    )


def _corrections(fields: Fields, sha256: str, raw: Mapping[str, Any]) -> Corrections:
    del raw
    return Corrections(
        path=fields.path,
        sha256=sha256,
        article_slug=fields.text("article_slug"),
        date=fields.text_or_empty("date"),
        entries=tuple(
            CorrectionEntry(each.text_or_empty("text"), each.text_or_empty("severity"))
            for each in fields.objects("corrections", MAX_ITEMS)
        ),
    )


def _meta(fields: Fields, sha256: str, raw: Mapping[str, Any]) -> ArticleMeta:
    del raw
    return ArticleMeta(
        path=fields.path,
        sha256=sha256,
        topic=fields.text_or_empty("topic"),
        subcategory=fields.text_or_empty("subcategory"),
        featured=fields.optional("featured", bool) is True,
        editorial_note=fields.optional("editorial_note", str),
        related=tuple(
            Related(each.text_or_empty("slug"), each.text_or_empty("context"))
            for each in fields.objects("related_articles", MAX_ITEMS)
        ),
    )


def _manifest(fields: Fields, sha256: str, raw: Mapping[str, Any]) -> Manifest:
    del raw
    return Manifest(
        path=fields.path,
        sha256=sha256,
        submission_file=fields.text_or_empty("submission_file"),
        article_title=fields.text_or_empty("article_title"),
        fetched_at=fields.text_or_empty("fetched_at"),
        entries=tuple(map(_entry, fields.objects("sources", MAX_ITEMS))),
    )


def _entry(fields: Fields) -> ManifestEntry:
    fields.known("archive_fallback")  # says no more than that there is an archive_url
    file = fields.optional("file", str)
    if file is not None and not is_plain_name(file):
        fields.note("file", "It names no file of the manifest's own folder.", UnfitKind.NAME)
        file = None
    return ManifestEntry(
        url=fields.text_or_empty("url"),
        file=file,
        status_code=fields.optional("status_code", int),
        content_type=fields.optional("content_type", str),
        content_length=fields.optional("content_length", int),
        sha256=fields.optional("sha256", str),
        error=fields.optional("error", str),
        fetched_at=fields.optional("fetched_at", str),
        redirected_domain=fields.optional("redirected_domain", str),
        archive_url=fields.optional("archive_url", str),
    )
