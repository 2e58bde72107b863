"""A story of the Machine Herald as the statement that an import signs about it: pure, from records
and findings to a predicate. Nothing is filled in; what is too long or cannot be written in a
statement is shortened or spelt out, and the file itself is kept.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from copydesk.importers.herald_captures import CaptureFinding
from copydesk.importers.herald_keys import PUBLISHER, HeraldKeys
from copydesk.importers.herald_records import ManifestEntry, Review, Story
from copydesk.importers.herald_signatures import (
    SignatureFinding,
    check_payload_hash,
    check_publisher,
    check_submission,
)
from copydesk.importers.unfit import Unfit
from copydesk.provenance.imported import (
    MAX_LISTED,
    ImportedArchive,
    ImportedCapture,
    ImportedFile,
    ImportedHash,
    ImportedPlace,
    ImportedPredicate,
    ImportedSignature,
    ImportedStep,
    ImportedUnfit,
)
from copydesk.provenance.parts import Actor

__all__ = ["Captured", "ReadAt", "imported_predicate", "imported_steps", "kept_files"]

MAX_TEXT_CHARS = 2_000
_SURROGATE = re.compile("[\ud800-\udfff]")
NOT_SIGNED = "This system does not sign it."


@dataclass(frozen=True, slots=True)
class Captured:
    """A manifest's entry with what came of looking at its body."""

    entry: ManifestEntry
    finding: CaptureFinding


@dataclass(frozen=True, slots=True)
class ReadAt:
    """Who reads the archive, when, and at which commit."""

    importer: Actor
    newsroom: str
    time: str
    commit: str | None = None


def imported_predicate(
    story: Story,
    keys: HeraldKeys,
    captures: Sequence[Captured],
    place: ImportedPlace,
    read: ReadAt,
) -> ImportedPredicate:
    """What the newsroom states about the story."""
    unfit = [*story.unfit, *(each.finding.unfit for each in captures if each.finding.unfit)]
    return ImportedPredicate(
        importer=read.importer,
        newsroom=read.newsroom,
        archive=ImportedArchive(
            format="machine-herald", key=_text(story.ref.key), commit=read.commit
        ),
        article=place,
        importedAt=read.time,
        files=[
            ImportedFile(path=_text(path), sha256=sha256, kept=kept)
            for path, sha256, kept in kept_files(story)
        ],
        steps=list(imported_steps(story, keys))[:MAX_LISTED],
        captures=[_capture(each) for each in captures[:MAX_LISTED]],
        unfit=[_unfit(each) for each in unfit[:MAX_LISTED]],
    )


def kept_files(story: Story) -> list[tuple[str, str, str | None]]:
    """Path, SHA-256 and the name under which it is kept, of each file of the story that was read.

    The article itself has no name: it is ``article.md``.
    """
    names = {
        story.ref.article: None,
        story.ref.submission: "submission.json",
        story.ref.provenance: "provenance.json",
        story.ref.meta: "article-meta.json",
        story.ref.manifest: "manifest.json",
    }
    names |= _numbered("review", story.ref.reviews)
    names |= _numbered("earlier-review", story.ref.earlier_reviews)
    names |= _numbered("corrections", story.ref.corrections)
    return [(path, sha256, names[path]) for path, sha256 in story.digests]


def _numbered(name: str, paths: Iterable[str]) -> dict[str | None, str]:
    return {path: f"{name}-{number}.json" for number, path in enumerate(paths, 1)}


def imported_steps(story: Story, keys: HeraldKeys) -> Iterator[ImportedStep]:
    """The steps that the archive records, in the order in which such steps follow each other."""
    if story.submission is not None:
        yield _submission(story, keys)
    for review in story.earlier_reviews:
        yield _review(review, "earlier-review")
    for review in story.reviews:
        yield _review(review, "review")
    if story.provenance is not None:
        yield _publication(story, keys)
    for corrections in story.corrections:
        for entry in corrections.entries:
            yield ImportedStep(
                step="correction",
                file=_text(corrections.path),
                at=_stated(corrections.date),
                says=_stated(entry.severity),
                text=_stated(entry.text),
                signature=_none(),
            )


def _submission(story: Story, keys: HeraldKeys) -> ImportedStep:
    made = story.submission
    if made is None:
        raise ValueError(story.ref.key)
    stated = check_payload_hash(made)
    hashed = ImportedHash(
        name="payload_hash",
        stated=_stated(stated.stated),
        actual=stated.actual,
        matches=stated.matches,
    )
    return ImportedStep(
        step="submission",
        file=_text(made.path),
        by=_stated(made.bot_id),
        generator=_stated(made.contributor_model),
        at=_stated(made.timestamp),
        says=f"format {made.version}",
        signature=_signature(check_submission(made, keys), keys.public.get(made.bot_id)),
        hashes=[hashed],
    )


def _review(review: Review, step: str) -> ImportedStep:
    return ImportedStep(
        step="review" if step == "review" else "earlier-review",
        file=_text(review.path),
        # Its ``bot_id`` is that of the submission: of the reviewer only the model is named.
        generator=_stated(review.reviewer_model),
        at=_stated(review.timestamp),
        says=_stated(review.verdict),
        signature=_none(),
    )


def _publication(story: Story, keys: HeraldKeys) -> ImportedStep:
    record = story.provenance
    if record is None:
        raise ValueError(story.ref.key)
    hashes = []
    if story.article is not None:
        actual = story.article.sha256
        hashes.append(_hash("article_sha256", record.article_sha256, actual))
    if story.submission is not None:
        actual = (story.submission.payload_hash or "").removeprefix("sha256:")
        hashes.append(_hash("submission_hash", record.submission_hash, actual))
    return ImportedStep(
        step="publication",
        file=_text(record.path),
        by=PUBLISHER,
        at=_stated(record.created_at),
        signature=_signature(check_publisher(record, keys), keys.public.get(PUBLISHER)),
        hashes=hashes,
    )


def _hash(name: str, stated: str, actual: str) -> ImportedHash:
    return ImportedHash(
        name=name, stated=_stated(stated), actual=_text(actual), matches=stated == actual
    )


def _signature(found: SignatureFinding, key: bytes | None) -> ImportedSignature:
    return ImportedSignature(
        signer=_text(found.signer),
        scheme=_text(found.scheme),
        outcome=found.outcome.value,
        reason=_text(found.reason),
        key=base64.b64encode(key).decode("ascii") if key else None,
        notCovered=[_text(each) for each in found.not_covered[:MAX_LISTED]],
        changed=[_text(each) for each in found.changed],
    )


def _none() -> ImportedSignature:
    return ImportedSignature(signer="", scheme="none", outcome="not-signed", reason=NOT_SIGNED)


def _capture(each: Captured) -> ImportedCapture:
    entry, found = each.entry, each.finding
    return ImportedCapture(
        url=_text(entry.url),
        state=found.state.value,
        reason=_text(found.reason),
        file=_stated(entry.file),
        recordedSha256=_stated(entry.sha256),
        sha256=found.actual,
        size=found.size,
        status=None if entry.status_code is None else _text(str(entry.status_code)),
        mediaType=_stated(entry.content_type),
        fetchedAt=_stated(entry.fetched_at),
        archiveUrl=_stated(entry.archive_url),
    )


def _unfit(each: Unfit) -> ImportedUnfit:
    return ImportedUnfit(path=_text(each.path), kind=str(each.kind), reason=_text(each.reason))


def _stated(text: str | None) -> str | None:
    """The text as the archive has it; ``None`` where it has none."""
    return _text(text) if text else None


def _text(text: str) -> str:
    """The text as a statement can hold it: lone surrogates spelt out, an endless one cut."""
    spelt = _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text[: MAX_TEXT_CHARS + 1])
    return spelt if len(spelt) <= MAX_TEXT_CHARS else spelt[: MAX_TEXT_CHARS - 1] + "…"
