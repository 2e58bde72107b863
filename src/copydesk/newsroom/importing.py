"""Takes an archive of the Machine Herald into a newsroom, one story at a time.

Each story is one change of the newsroom: its text, the archive's own files as they are, what was
found about them as a signed and logged statement. A run that is killed leaves whole stories; the
next run goes on with the rest. What is here already is compared and left as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from copydesk.capture.store import store_body
from copydesk.errors import CopydeskError, SigningKeyError, UsageError
from copydesk.importers.archive_files import ArchiveFiles
from copydesk.importers.commit import commit_of
from copydesk.importers.herald_captures import MAX_TRIED_BYTES, read_capture_file
from copydesk.importers.herald_keys import HeraldKeys, read_keys
from copydesk.importers.herald_records import PublishedArticle, Story, StoryRef
from copydesk.importers.herald_relations import Relations
from copydesk.importers.herald_statement import (
    Captured,
    ReadAt,
    imported_predicate,
    kept_files,
)
from copydesk.importers.herald_stories import is_machine_herald, read_story, story_refs
from copydesk.importers.js_json import MAX_JSON_BYTES
from copydesk.importers.unfit import Unfit
from copydesk.newsroom.common import Desk
from copydesk.newsroom.import_report import ImportReport, StoryState
from copydesk.newsroom.imported import import_slug, imported_base, imported_file, read_imported
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.ledger import Changes, DeskSigner
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.imported import ImportedPlace, ImportedPredicate
from copydesk.provenance.keys import Signer
from copydesk.provenance.log.tiles import append
from copydesk.provenance.reading import leaf_bytes
from copydesk.provenance.statement import build_statement
from copydesk.provenance.statements import DigestSet, Subject

__all__ = ["Progress", "import_machine_herald"]

Progress = Callable[[int, int], None]
"""Called with (stories done, stories in all)."""


def import_machine_herald(
    desk: Desk,
    files: ArchiveFiles,
    name: str,
    *,
    since: str = "",
    key: str = "",
    on_progress: Progress | None = None,
) -> ImportReport:
    """Import every story of the archive that has an article.

    Args:
        desk: the newsroom, with the publisher's and the log's key on this machine.
        files: the archive.
        name: how the archive is named in the report.
        since: the first month to import, ``YYYY-MM``.
        key: the publisher's key, where several are here.
        on_progress: called after each story.

    Raises:
        UsageError: it is no Machine Herald archive.
        SigningKeyError: a key is missing.
        AuthorisationError: the key is no publisher's.
    """
    if not is_machine_herald(files):
        raise UsageError(
            f"{name} is not a Machine Herald archive: it has no src/content/articles.",
            fix="Name the folder of a checkout.",
            location=name,
        )
    run = _Run(desk, files, name, key)
    total = 0
    if on_progress is not None:
        total = sum(isinstance(item, StoryRef) for item in story_refs(files, since))
    done = 0
    for item in story_refs(files, since):
        if isinstance(item, Unfit):
            run.report.note(item)
            continue
        run.story(item)
        done += 1
        if on_progress is not None:
            on_progress(done, total)
    for unfit in run.relations.unfit(whole=not since):
        run.report.note(unfit)
    return run.report


class _CannotImportError(Exception):
    """Why one story is left out."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A story that has an article, and where it goes."""

    story: Story
    article: PublishedArticle
    paths: ArticlePaths


class _Run:
    """One import."""

    def __init__(self, desk: Desk, files: ArchiveFiles, name: str, key: str) -> None:
        self.desk = desk
        self.files = files
        self.signer: DeskSigner = desk.signer(("publisher",), key)
        self.log_key = _log_key(desk)
        self.keys: HeraldKeys = read_keys(files)
        self.relations = Relations()
        commit = commit_of(files)
        self.report = ImportReport(name, str(desk.room.root), self.signer.entry.name, commit)
        for unfit in self.keys.unfit:
            self.report.note(unfit)

    def story(self, ref: StoryRef) -> None:
        """Import one story, or say why not."""
        story = read_story(self.files, ref)
        self.relations.add(story)
        for unfit in story.unfit:
            self.report.note(unfit)
        try:
            placed = _place(story)
            there = self._existing(placed.paths)
            if there is not None:
                self._compare(placed, there)
            else:
                self.report.add(StoryState.IMPORTED, self._import(placed))
        except (_CannotImportError, CopydeskError) as error:
            if isinstance(error, CopydeskError) and not _concerns_story(error):
                raise
            self.report.leave_out(ref.key, str(error))

    def _existing(self, paths: ArticlePaths) -> ImportedPredicate | None:
        """What was stated when the story was imported before.

        Raises:
            _CannotImportError: something else stands in its place.
        """
        files = self.desk.room.files
        said = read_imported(self.desk.room, paths)
        if said is not None:
            return said
        if files.read(paths.article) is not None or any(True for _ in files.names(paths.folder)):
            raise _CannotImportError(f"{paths.folder} holds an article of this newsroom.")
        return None

    def _compare(self, placed: _Placed, there: ImportedPredicate) -> None:
        """Whether the archive still holds the bytes that were imported."""
        stated = {(each.path, each.sha256) for each in there.files}
        bodies = [each.sha256 for each in there.captures]
        now = [each.finding.actual for each in self._captured(placed.story, budget=0, keep=False)]
        if stated == set(placed.story.digests) and bodies == now:
            self.report.add(StoryState.ALREADY, there)
            return
        reason = f"The archive has changed since it was imported at {there.importedAt}."
        self.report.leave_out(placed.story.ref.key, reason, StoryState.CHANGED)

    def _captured(self, story: Story, *, budget: int, keep: bool) -> list[Captured]:
        """Each entry of the manifest, judged; bodies are kept one at a time."""
        manifest, found = story.manifest, []
        if manifest is None:
            return []
        for entry in manifest.entries:
            finding, body = read_capture_file(self.files, manifest, entry, budget)
            if finding.unfit is not None:
                self.report.note(finding.unfit)
            if keep and body is not None:
                store_body(self.desk.room.root, body)
            found.append(Captured(entry, finding))
        return found

    def _import(self, placed: _Placed) -> ImportedPredicate:
        """Write the story: bodies first, then everything else as one change."""
        story, paths = placed.story, placed.paths
        captures = self._captured(story, budget=MAX_TRIED_BYTES, keep=True)
        room = self.desk.room
        read = ReadAt(
            importer=self.signer.actor(),
            newsroom=room.config.newsroom.origin,
            time=self.desk.clock(),
            commit=self.report.commit,
        )
        title = placed.article.title or placed.article.path
        place = ImportedPlace(slug=paths.slug, month=paths.month, title=title)
        predicate = imported_predicate(story, self.keys, captures, place, read)
        changes: Changes = {paths.article: placed.article.data, **self._kept(story, paths)}
        envelope = seal(
            build_statement(_subjects(paths, placed.article), predicate), [self.signer.key]
        )
        with room.locked():
            changes |= self._logged(paths, envelope)
            room.apply(changes)
        return predicate

    def _kept(self, story: Story, paths: ArticlePaths) -> Changes:
        """The archive's own files, byte for byte."""
        changes: Changes = {}
        for path, sha256, kept in kept_files(story):
            if kept is None:
                continue
            data = self.files.read(path, MAX_JSON_BYTES)
            if isinstance(data, Unfit) or sha256_hex(data) != sha256:
                raise _CannotImportError(f"{path} changed while it was read.")
            changes[imported_file(paths, kept)] = data
        return changes

    def _logged(self, paths: ArticlePaths, envelope: bytes) -> Changes:
        """The statement, its log entry and its proof."""
        room, base = self.desk.room, imported_base(paths)
        payload = sha256_hex(parse_envelope(envelope).payload)
        leaf = leaf_bytes("imported", payload, sha256_hex(envelope))
        made = append(room.files, [leaf], self.log_key, room.config.newsroom.origin)
        proof = {f"{base}.tlog-proof": made.proofs[0]}
        return {**made.changes, f"{base}.dsse.json": envelope, **proof}


def _log_key(desk: Desk) -> Signer:
    key = desk.ledger.log_key()
    if key is None:
        raise SigningKeyError(
            "The log key is not on this machine.",
            fix="Import on the newsroom's own machine, where `copydesk init` made it.",
        )
    return key


def _concerns_story(error: CopydeskError) -> bool:
    """Whether an error is about one story and not about the newsroom as a whole."""
    return error.code in {"statement-invalid", "limit-reached", "usage", "evidence-invalid"}


def _place(story: Story) -> _Placed:
    """Where the story's article goes.

    Raises:
        _CannotImportError: there is no article, or its month is none.
    """
    ref = story.ref
    if ref.article is None:
        what = "submission" if ref.provenance is None else "record"
        raise _CannotImportError(f"The archive holds a {what} of it, but no article.")
    if story.article is None:
        raise _CannotImportError("Its article cannot be read; see what does not fit.")
    return _Placed(story, story.article, ArticlePaths(ref.month, import_slug(ref.name)))


def _subjects(paths: ArticlePaths, article: PublishedArticle) -> list[Subject]:
    return [Subject(name=paths.article, digest=DigestSet(sha256=article.sha256))]
