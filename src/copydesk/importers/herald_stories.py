"""The stories of a Machine Herald archive: each article with what belongs to it, one at a time.

The archive keeps every kind of record in folders by month. A story's files are found by their names
within a month, so that no more than a month's names are in memory at once; what a record says of
itself (a review's ``file``, a manifest's ``submission_file``) is compared when the story is read.
Two passes for two uses: :func:`story_refs` is cheap and names files only; :func:`read_story` reads
one story and may run anywhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from copydesk.article.parse import MAX_ARTICLE_BYTES
from copydesk.importers.archive_files import ArchiveFiles, Listing
from copydesk.importers.herald_month import KINDS, MonthNames, stories_of_month
from copydesk.importers.herald_reading import (
    Read,
    read_article_file,
    read_corrections,
    read_manifest,
    read_meta,
    read_provenance,
    read_review,
    read_submission_record,
)
from copydesk.importers.herald_records import Manifest, Story, StoryRef, Submission
from copydesk.importers.js_json import MAX_JSON_BYTES
from copydesk.importers.unfit import Unfit, UnfitKind

__all__ = ["CONTENT", "SOURCES", "is_machine_herald", "read_stories", "read_story", "story_refs"]

CONTENT = "src/content"
SOURCES = "sources"
# Each is read once to learn which article it belongs to; the known archive has five.
MAX_CORRECTION_FILES = 100_000
# All records of one story, which are in memory together; the known archive's largest has 0.2 MB.
MAX_STORY_BYTES = 64 * 1024 * 1024

T = TypeVar("T")


def is_machine_herald(files: ArchiveFiles) -> bool:
    """Whether the archive has the folders of a Machine Herald checkout."""
    return {"articles", "submissions"} & set(files.folder(CONTENT).folders) != set()


def story_refs(files: ArchiveFiles, since: str = "") -> Iterator[StoryRef | Unfit]:
    """Every story of the archive by month and name, and what belongs to none.

    Args:
        files: the archive.
        since: the first month, ``YYYY-MM``; all where empty.
    """
    corrections, lost = _corrections_by_article(files)
    yield from lost
    tops = (*(f"{CONTENT}/{kind}" for kind in KINDS), SOURCES)
    months: dict[str, set[str]] = {}
    for top in tops:
        listing = files.folder(top)
        yield from listing.unfit
        yield from (_no_month(f"{top}/{name}") for name in listing.files)
        for month in listing.folders:
            months.setdefault(month, set()).add(top)
    for month in sorted(months):
        if month >= since:
            yield from _month(files, month, months[month], corrections)
    for slug in sorted(corrections):
        for path in corrections[slug] if slug[:7] >= since else ():
            yield Unfit(path, UnfitKind.NO_STORY, f"Its article {slug} is not in the archive.")


def _month(
    files: ArchiveFiles, month: str, tops: set[str], corrections: dict[str, list[str]]
) -> Iterator[StoryRef | Unfit]:
    """The stories of a month; ``tops`` are the folders that have a folder of it."""

    def listed(top: str) -> Listing:
        return files.folder(f"{top}/{month}") if top in tops else Listing()

    found = {kind: listed(f"{CONTENT}/{kind}") for kind in KINDS}
    sources = listed(SOURCES)
    for kind, listing in (*found.items(), (SOURCES, sources)):
        yield from listing.unfit
        extra = listing.files if kind == SOURCES else listing.folders
        top = kind if kind == SOURCES else f"{CONTENT}/{kind}"
        yield from (_no_month(f"{top}/{month}/{name}") for name in extra)
    names = MonthNames(
        month, CONTENT, {kind: listing.files for kind, listing in found.items()}, sources.folders
    )
    for item in stories_of_month(names, _Peek(files, month)):
        if isinstance(item, Unfit):
            yield item
            continue
        ref = replace(item, corrections=tuple(corrections.pop(item.key, ())), captures=())
        for folder in item.captures:
            held = files.folder(f"{SOURCES}/{month}/{folder}")
            yield from held.unfit
            ref = _with_captures(ref, f"{SOURCES}/{month}/{folder}", held.files)
        yield ref


class _Peek:
    """Reads what the matching of a month asks for."""

    def __init__(self, files: ArchiveFiles, month: str) -> None:
        self._files = files
        self._month = month

    def submission_hash(self, path: str) -> str:
        read = _read(self._files, path, MAX_JSON_BYTES, read_submission_record).record
        return (read.payload_hash or "").removeprefix("sha256:") if read else ""

    def recorded_hash(self, path: str) -> str:
        read = _read(self._files, path, MAX_JSON_BYTES, read_provenance).record
        return read.submission_hash.removeprefix("sha256:") if read else ""

    def captured_for(self, folder: str) -> str:
        path = f"{SOURCES}/{self._month}/{folder}/manifest.json"
        read = _read(self._files, path, MAX_JSON_BYTES, read_manifest).record
        return read.submission_file if read else ""


def _with_captures(ref: StoryRef, folder: str, names: tuple[str, ...]) -> StoryRef:
    manifest = f"{folder}/manifest.json" if "manifest.json" in names else None
    rest = tuple(name for name in names if name != "manifest.json")
    return replace(ref, manifest=manifest, captures=rest)


def _corrections_by_article(files: ArchiveFiles) -> tuple[dict[str, list[str]], list[Unfit]]:
    """The paths of the correction files by the article they name; their own names say nothing."""
    found: dict[str, list[str]] = {}
    lost: list[Unfit] = []
    top = f"{CONTENT}/corrections"
    root = files.folder(top)
    lost += root.unfit
    places = [(top, root.files)]
    for month in root.folders:
        listing = files.folder(f"{top}/{month}")
        lost += listing.unfit
        places.append((f"{top}/{month}", listing.files))
    paths = [f"{folder}/{name}" for folder, names in places for name in names]
    if len(paths) > MAX_CORRECTION_FILES:
        reason = (
            f"{len(paths):,} files of corrections; the first {MAX_CORRECTION_FILES:,} are read."
        )
        lost.append(Unfit(top, UnfitKind.TOO_MANY, reason))
    for path in paths[:MAX_CORRECTION_FILES]:
        read = _read(files, path, MAX_JSON_BYTES, read_corrections)
        if read.record is None:
            lost += read.unfit
        else:
            found.setdefault(read.record.article_slug, []).append(path)
    return found, lost


def read_stories(files: ArchiveFiles, since: str = "") -> Iterator[Story | Unfit]:
    """:func:`story_refs` with each story read."""
    for item in story_refs(files, since):
        yield item if isinstance(item, Unfit) else read_story(files, item)


def read_story(files: ArchiveFiles, ref: StoryRef) -> Story:
    """Read one story's records; what does not fit is in its ``unfit``."""
    reader = _Reader(files)
    article = reader.one(ref.article, MAX_ARTICLE_BYTES, read_article_file)
    submission = reader.one(ref.submission, MAX_JSON_BYTES, read_submission_record)
    reviews = [reader.one(path, MAX_JSON_BYTES, read_review) for path in ref.reviews]
    earlier = [reader.one(path, MAX_JSON_BYTES, read_review) for path in ref.earlier_reviews]
    provenance = reader.one(ref.provenance, MAX_JSON_BYTES, read_provenance)
    corrections = [reader.one(path, MAX_JSON_BYTES, read_corrections) for path in ref.corrections]
    manifest = reader.one(ref.manifest, MAX_JSON_BYTES, read_manifest)
    story = Story(
        ref=ref,
        article=article,
        submission=submission,
        reviews=tuple(sorted(filter(None, reviews), key=lambda each: each.round)),
        earlier_reviews=tuple(filter(None, earlier)),
        provenance=provenance,
        corrections=tuple(filter(None, corrections)),
        meta=reader.one(ref.meta, MAX_JSON_BYTES, read_meta),
        manifest=manifest,
        digests=tuple(reader.digests),
        unfit=tuple(reader.unfit),
    )
    return replace(story, unfit=(*story.unfit, *_disagreements(story)))


class _Reader:
    """Reads files and keeps their digests and what does not fit."""

    def __init__(self, files: ArchiveFiles) -> None:
        self._files = files
        self._left = MAX_STORY_BYTES
        self.digests: list[tuple[str, str]] = []
        self.unfit: list[Unfit] = []

    def one(self, path: str | None, limit: int, read: Callable[[bytes, str], Read[T]]) -> T | None:
        if path is None:
            return None
        data = self._files.read(path, min(limit, self._left))
        if isinstance(data, Unfit):
            self.unfit.append(data)
            return None
        self._left -= len(data)
        self.digests.append((path, hashlib.sha256(data).hexdigest()))
        found = read(data, path)
        self.unfit += found.unfit
        return found.record


def _read(
    files: ArchiveFiles, path: str, limit: int, read: Callable[[bytes, str], Read[T]]
) -> Read[T]:
    data = files.read(path, limit)
    return Read(None, (data,)) if isinstance(data, Unfit) else read(data, path)


def _disagreements(story: Story) -> Iterator[Unfit]:
    """Where a record names another file than the one that its name put it beside."""
    submission = story.ref.submission
    for review in story.reviews:
        if review.file != submission:
            yield _other(review.path, "reviews", review.file)
    if story.manifest is not None and story.manifest.submission_file != submission:
        yield _other(story.manifest.path, "is of", story.manifest.submission_file)
    if story.manifest is not None:
        yield from _captured_names(story.ref, story.manifest)
    if story.provenance is not None and story.submission is not None:
        yield from _hash_named(
            story.submission, story.provenance.path, story.provenance.submission_hash
        )


def _other(path: str, does: str, named: str) -> Unfit:
    reason = f"It says that it {does} {named or 'nothing'}, which is not this story's submission."
    return Unfit(path, UnfitKind.DISAGREES, reason)


def _hash_named(submission: Submission, path: str, named: str) -> Iterator[Unfit]:
    stated = (submission.payload_hash or "").removeprefix("sha256:")
    if stated != named.removeprefix("sha256:"):
        reason = "Its submission_hash is not the payload_hash that the submission states."
        yield Unfit(path, UnfitKind.DISAGREES, reason)


def _captured_names(ref: StoryRef, manifest: Manifest) -> Iterator[Unfit]:
    """Files that the manifest names and that are not there, and the other way round."""
    named = {entry.file for entry in manifest.entries if entry.file}
    for name in sorted(named - set(ref.captures)):
        yield Unfit(f"{manifest.folder}/{name}", UnfitKind.MISSING, "The manifest names it.")
    for name in sorted(set(ref.captures) - named):
        reason = "No entry of the manifest names it."
        yield Unfit(f"{manifest.folder}/{name}", UnfitKind.NO_STORY, reason)


def _no_month(path: str) -> Unfit:
    return Unfit(path, UnfitKind.NO_STORY, "It stands in no month's folder, or in no story's.")
