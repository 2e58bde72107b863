"""A checkout of a Machine Herald archive, audited as it lies there."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from copydesk.article import Article, read_article
from copydesk.article.urls import same_page_key
from copydesk.audit.archive import Options, Unit, digest_of, engine_digest
from copydesk.audit.checks import OK
from copydesk.audit.evidence import (
    STORED,
    body_outcome,
    evidence_part,
    source_outcome,
    untraced_outcomes,
    with_outcomes,
    with_report,
)
from copydesk.audit.herald_story import story_day, story_facts, story_form, story_outcomes
from copydesk.audit.row import Part, counted
from copydesk.errors import CopydeskError
from copydesk.importers.checkout import Checkout
from copydesk.importers.herald_captures import (
    MAX_CAPTURE_BYTES,
    CaptureFinding,
    CaptureState,
    read_captures,
)
from copydesk.importers.herald_keys import read_keys
from copydesk.importers.herald_reading import read_meta
from copydesk.importers.herald_records import ArticleMeta, ManifestEntry, Story, StoryRef
from copydesk.importers.herald_relations import Relations
from copydesk.importers.herald_stories import read_story, story_refs
from copydesk.importers.js_json import MAX_JSON_BYTES
from copydesk.importers.machine_herald import read_submission
from copydesk.importers.unfit import Unfit, UnfitKind
from copydesk.newsroom.checking import check
from copydesk.newsroom.evidence import evidence_from_folder, no_evidence

__all__ = ["HeraldArchive"]

_BODY = {
    CaptureState.MATCHES: OK,
    CaptureState.LINE_ENDS: "line-ends",
    CaptureState.LINE_ENDS_LIKELY: "line-ends-likely",
    CaptureState.DIFFERS: "another-body",
    CaptureState.NO_HASH: "no-hash",
}
_UNREAD = {
    UnfitKind.MISSING: "absent",
    UnfitKind.TOO_LARGE: "too-large",
    UnfitKind.LINK: "outside",
    UnfitKind.NAME: "outside",
}


class HeraldArchive:
    """The archive; its stories are found by the importer's own readers."""

    kind = "machine-herald"

    def __init__(self, root: Path, files: Checkout, options: Options) -> None:
        self.root, self.files, self.options = root, files, options
        self.keys = read_keys(files)

    @cached_property
    def shared(self) -> str:
        """A digest of the keys and of what decides."""
        keys = (
            part for name, key in sorted(self.keys.public.items()) for part in (name.encode(), key)
        )
        return digest_of([engine_digest().encode(), *keys])

    def units(self, since: str) -> Iterator[Unit]:
        """As :meth:`Archive.units`; behind the articles what their relations lead to that is not
        there, or in a circle.
        """
        yield from map(_stray, self.keys.unfit)
        relations = Relations()
        for found in story_refs(self.files, since[:7]):
            if isinstance(found, Unfit):
                yield _stray(found)
                continue
            relations.take(found.key, self._meta(found), published=found.article is not None)
            if len(since) < 10 or story_day(found) >= since or found.month > since[:7]:
                yield Unit(found.key, found.name, found=found)
        yield from map(_stray, relations.unfit(whole=not since))

    def _meta(self, ref: StoryRef) -> ArticleMeta | None:
        data = self.files.read(ref.meta, MAX_JSON_BYTES) if ref.meta else None
        if data is None or isinstance(data, Unfit):
            return None  # the check of its form says so
        return read_meta(data, str(ref.meta)).record

    @contextlib.contextmanager
    def read(self, unit: Unit) -> Iterator[HeraldReading]:
        """As :meth:`Archive.read`."""
        yield HeraldReading(self, unit.found)


def _stray(unfit: Unfit) -> Unit:
    return Unit(unfit.path, "", (str(unfit.kind), unfit.reason))


class HeraldReading:
    """One story of the archive."""

    def __init__(self, archive: HeraldArchive, ref: StoryRef) -> None:
        self.archive, self.ref = archive, ref
        self.story: Story = read_story(archive.files, ref)

    @cached_property
    def keys(self) -> tuple[str, str]:
        """As :attr:`Reading.keys`."""
        read = [f"{path} {sha256}".encode() for path, sha256 in self.story.digests]
        unread = [f"{each.path} {each.kind}".encode() for each in self.story.unfit]
        paths = [path.encode("utf-8", "surrogateescape") for path in self.ref.paths]
        statements = digest_of([self.archive.shared.encode(), *paths, *read, *unread])
        options = str(self.archive.options.trace).encode()
        return statements, digest_of([statements.encode(), options, *self._captured()])

    def _captured(self) -> Iterator[bytes]:
        """A digest of each captured file; the body is let go again."""
        folder = self.story.manifest.folder if self.story.manifest else ""
        for name in self.ref.captures if folder else ():
            data = self.archive.files.read(f"{folder}/{name}", MAX_CAPTURE_BYTES)
            yield name.encode("utf-8", "surrogateescape")
            yield (
                str(data.kind).encode()
                if isinstance(data, Unfit)
                else hashlib.sha256(data).digest()
            )

    # -- statements -------------------------------------------------------------------------------

    def statements(self) -> Part:
        """As :meth:`Reading.statements`."""
        story = self.story
        outcomes = (story_form(story), *story_outcomes(story, self.archive.keys))
        return Part(outcomes=outcomes, facts=story_facts(story))

    # -- evidence ---------------------------------------------------------------------------------

    def evidence(self) -> Part:
        """As :meth:`Reading.evidence`."""
        manifest = self.story.manifest
        pages = read_captures(self.archive.files, manifest) if manifest else ()
        findings = [found for found, _ in pages]
        bodies = counted(
            _body_code(found) for found in findings if found.state is not CaptureState.NOT_STORED
        )
        article = self._article()
        if article is None:
            untraced = untraced_outcomes("no-text", "The article's text cannot be read.")
            return Part((body_outcome(bodies), source_outcome(()), *untraced), captures=bodies)
        urls = [source.url for source in article.front.sources]
        sources = counted(self._source(url, findings) for url in urls)
        part = evidence_part(bodies, sources, urls)
        if not self.archive.options.trace:
            return with_outcomes(part, untraced_outcomes("not-run", "It was not asked for."))
        return self._traced(article, part)

    def _source(self, url: str, findings: list[CaptureFinding]) -> str:
        """What became of a cited source: ``stored``, or why it has no body."""
        manifest = self.story.manifest
        if manifest is None:
            return "no-manifest"
        key = same_page_key(url)
        for number, entry in enumerate(manifest.entries):
            if entry.url == url or same_page_key(entry.url) == key:
                return _kept(entry, findings[number])
        return "not-listed"

    def _article(self) -> Article | None:
        story = self.story
        try:
            if story.article is not None:
                return read_article(story.article.data, story.article.path)
            if story.submission is not None and story.ref.submission is not None:
                data = self.archive.files.read(story.ref.submission, MAX_CAPTURE_BYTES)
                return None if isinstance(data, Unfit) else read_submission(data, self.ref.key)
        except CopydeskError:
            pass  # the check of its form says so
        return None

    def _traced(self, article: Article, part: Part) -> Part:
        manifest = self.story.manifest
        try:
            if manifest is None:
                sources = no_evidence(article, "no manifest of captures is in the archive")
            else:
                sources = evidence_from_folder(article, self.archive.root / manifest.folder)
            return with_report(part, check(article, sources))
        except CopydeskError as error:
            return with_outcomes(part, untraced_outcomes("fault", error.message))


def _body_code(found: CaptureFinding) -> str:
    if found.state is CaptureState.UNREADABLE:
        return _UNREAD.get(found.unfit.kind, "damaged") if found.unfit else "damaged"
    return _BODY[found.state]


def _kept(entry: ManifestEntry, found: CaptureFinding) -> str:
    status = entry.status_code
    if status is not None and status >= 400:
        return f"http-{status}" if status < 600 else "http-error"
    if found.state is CaptureState.UNREADABLE:
        return "file-missing"
    if found.state is not CaptureState.NOT_STORED:
        return STORED
    said = (entry.error or "").lower()
    return "timeout" if "timeout" in said or "timed out" in said else "fetch-failed"
