"""One story of an archive, read for an import: all but writing it down, in whichever process.

A worker reads, judges and keeps the captured bodies, which is nearly all of the work. What it hands
back is written by the one process that holds the newsroom's lock and keys.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from copydesk.capture.store import store_body
from copydesk.errors import CopydeskError, NewsroomError
from copydesk.importers.archive_files import ArchiveFiles
from copydesk.importers.herald_captures import read_captures
from copydesk.importers.herald_keys import read_keys
from copydesk.importers.herald_records import ArticleMeta, PublishedArticle, Story, StoryRef
from copydesk.importers.herald_statement import Captured, ReadAt, imported_predicate, kept_files
from copydesk.importers.herald_stories import read_story
from copydesk.importers.line_ends import MAX_TRIED_BYTES
from copydesk.importers.unfit import Unfit
from copydesk.newsroom.imported import import_slug, imported_file, read_imported
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.store import Newsroom
from copydesk.newsroom.workers import Workers
from copydesk.provenance.imported import MAX_LISTED, ImportedPlace, ImportedPredicate

__all__ = ["CannotImportError", "ReadStory", "StoryReader", "concerns_story", "read_all"]

# Stories handed over at a time.
CHUNK = 4


class CannotImportError(Exception):
    """Why one story is left out."""


@dataclass(frozen=True, slots=True)
class ReadStory:
    """A story as it was read.

    ``refusal`` says why it cannot be imported. Else ``said`` is what is to be stated of it, or what
    was stated when it was imported before (``there``); ``changed`` is then whether the archive
    holds other bytes now. ``files`` are the files to be kept: path in the archive, SHA-256, path in
    the newsroom.
    """

    key: str
    unfit: tuple[Unfit, ...] = ()
    published: bool = False
    meta: ArticleMeta | None = None
    refusal: str = ""
    said: ImportedPredicate | None = None
    there: bool = False
    changed: bool = False
    files: tuple[tuple[str, str, str], ...] = ()
    article_sha256: str = ""


class StoryReader:
    """Reads the stories of one archive for one newsroom."""

    def __init__(self, room: Newsroom, files: ArchiveFiles, read: ReadAt) -> None:
        self.room, self.files, self.at = room, files, read
        self.keys = read_keys(files)

    def read(self, ref: StoryRef) -> ReadStory:
        """Read a story; whatever is wrong with it is its result.

        Raises:
            NewsroomError: a captured body cannot be kept.
        """
        try:
            return self._read(ref)
        except CopydeskError:
            raise
        except Exception as error:  # noqa: BLE001 - one story's fault is that story's result
            said = f"Reading it failed: {type(error).__name__}. Please report it with the story."
            return ReadStory(ref.key, refusal=said)

    def _read(self, ref: StoryRef) -> ReadStory:
        story = read_story(self.files, ref)
        unfit = list(story.unfit)
        read = ReadStory(ref.key, published=story.article is not None, meta=story.meta)
        try:
            read = self._judged(read, story, unfit)
        except (CannotImportError, CopydeskError) as error:
            if isinstance(error, CopydeskError) and not concerns_story(error):
                raise
            read = replace(read, refusal=str(error))
        return replace(read, unfit=tuple(unfit))

    def _judged(self, read: ReadStory, story: Story, unfit: list[Unfit]) -> ReadStory:
        """What is to be stated of the story, or was; pages that do not fit are added to ``unfit``.

        Raises:
            CannotImportError, CopydeskError: it cannot be imported.
        """
        article, paths = _place(story)
        try:
            there = self._existing(paths)
        except NewsroomError as error:  # something in this story's own place cannot be read
            raise CannotImportError(error.message) from error
        if there is not None:
            found = self._captured(story, unfit, budget=0, keep=False)
            return replace(read, said=there, there=True, changed=_differs(story, there, found))
        found = self._captured(story, unfit, budget=MAX_TRIED_BYTES, keep=True)
        title = article.title or article.path
        place = ImportedPlace(slug=paths.slug, month=paths.month, title=title)
        said = imported_predicate(story, self.keys, found, place, self.at)
        return replace(read, said=said, files=_files(story, paths), article_sha256=article.sha256)

    def _existing(self, paths: ArticlePaths) -> ImportedPredicate | None:
        """What was stated when the story was imported before.

        Raises:
            CannotImportError: something else stands in its place.
        """
        files = self.room.files
        said = read_imported(self.room, paths)
        if said is not None:
            return said
        if files.read(paths.article) is not None or any(True for _ in files.names(paths.folder)):
            raise CannotImportError(f"{paths.folder} holds an article of this newsroom.")
        return None

    def _captured(
        self, story: Story, unfit: list[Unfit], *, budget: int, keep: bool
    ) -> list[Captured]:
        """Each entry of the manifest, judged; bodies are kept one at a time."""
        manifest, found = story.manifest, []
        if manifest is None:
            return []
        pages = read_captures(self.files, manifest, budget)
        for entry, (finding, body) in zip(manifest.entries, pages, strict=True):
            if finding.unfit is not None:
                unfit.append(finding.unfit)
            if keep and body is not None:
                store_body(self.room.root, body)
            found.append(Captured(entry, finding))
        return found


def read_all(
    reader: StoryReader, items: Iterable[StoryRef | Unfit], jobs: int
) -> Iterator[ReadStory | Unfit]:
    """The stories read, on so many processes, in order; what is no story is passed on."""
    given = iter(items)
    first = list(islice(given, CHUNK))
    if jobs == 1 or len(first) < CHUNK:
        for item in (*first, *given):
            yield item if isinstance(item, Unfit) else reader.read(item)
        return
    workers = Workers(jobs, _read_some, _died, _begin, (reader,))
    for some in workers.run(_chunks(first, given)):
        yield from some


def _chunks(
    first: list[StoryRef | Unfit], given: Iterator[StoryRef | Unfit]
) -> Iterator[tuple[StoryRef | Unfit, ...]]:
    yield tuple(first)
    while chunk := tuple(islice(given, CHUNK)):
        yield chunk


# A worker's own reader.
_mine: list[StoryReader] = []


def _begin(reader: StoryReader) -> None:
    # Control-C is for the process that hands out the work; it stops the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _mine[:] = [reader]
    gc.freeze()


def _read_some(some: tuple[StoryRef | Unfit, ...]) -> tuple[ReadStory | Unfit, ...]:
    return tuple(item if isinstance(item, Unfit) else _mine[0].read(item) for item in some)


def _died(item: StoryRef | Unfit) -> ReadStory | Unfit:
    if isinstance(item, Unfit):
        return item
    said = "The process that read it died, most likely for want of memory."
    return ReadStory(item.key, refusal=said)


def _place(story: Story) -> tuple[PublishedArticle, ArticlePaths]:
    """The story's article, and where it goes.

    Raises:
        CannotImportError: there is no article, or its month is none.
    """
    ref = story.ref
    if ref.article is None:
        what = "submission" if ref.provenance is None else "record"
        raise CannotImportError(f"The archive holds a {what} of it, but no article.")
    if story.article is None:
        raise CannotImportError("Its article cannot be read; see what does not fit.")
    if len(story.digests) > MAX_LISTED:
        raise CannotImportError(f"It has more than {MAX_LISTED:,} files.")
    return story.article, ArticlePaths(ref.month, import_slug(ref.name))


def _files(story: Story, paths: ArticlePaths) -> tuple[tuple[str, str, str], ...]:
    """The archive's own files, and where each is kept, byte for byte."""
    return tuple(
        (path, sha256, paths.article if kept is None else imported_file(paths, kept))
        for path, sha256, kept in kept_files(story)
    )


def _differs(story: Story, there: ImportedPredicate, found: list[Captured]) -> bool:
    """Whether the archive holds other bytes than those that were imported."""
    stated = {(each.path, each.sha256) for each in there.files}
    bodies = [each.sha256 for each in there.captures]
    return stated != set(story.digests) or bodies != [each.finding.actual for each in found]


def concerns_story(error: CopydeskError) -> bool:
    """Whether an error is about one story and not about the newsroom as a whole."""
    return error.code in {"statement-invalid", "limit-reached", "usage", "evidence-invalid"}
