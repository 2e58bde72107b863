"""Takes an archive of the Machine Herald into a newsroom, one story at a time.

Each story is one change of the newsroom: its text, the archive's own files as they are, what was
found about them as a signed and logged statement. A run that is killed leaves whole stories; the
next run goes on with the rest. What is here already is compared and left as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from copydesk.article.parse import MAX_ARTICLE_BYTES
from copydesk.errors import CopydeskError, SigningKeyError, UsageError
from copydesk.importers.archive_files import ArchiveFiles
from copydesk.importers.commit import commit_of
from copydesk.importers.herald_records import StoryRef
from copydesk.importers.herald_relations import Relations
from copydesk.importers.herald_statement import ReadAt
from copydesk.importers.herald_stories import is_machine_herald, story_refs
from copydesk.importers.js_json import MAX_JSON_BYTES
from copydesk.importers.unfit import Unfit
from copydesk.newsroom.common import Desk
from copydesk.newsroom.import_reading import (
    CannotImportError,
    ReadStory,
    StoryReader,
    concerns_story,
    read_all,
)
from copydesk.newsroom.import_report import ImportReport, StoryState
from copydesk.newsroom.imported import imported_base
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.ledger import Changes, DeskSigner
from copydesk.newsroom.workers import cores
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.imported import ImportedPredicate
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
    jobs: int = 1,
    on_progress: Progress | None = None,
) -> ImportReport:
    """Import every story of the archive that has an article.

    Args:
        desk: the newsroom, with the publisher's and the log's key on this machine.
        files: the archive.
        name: how the archive is named in the report.
        since: the first month to import, ``YYYY-MM``.
        key: the publisher's key, where several are here.
        jobs: how many processes read the archive; 0 for one on each core. What comes of it is the
            same to the byte.
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
    for item in read_all(run.reader, story_refs(files, since), jobs or cores()):
        if isinstance(item, Unfit):
            run.report.note(item)
            continue
        run.take(item)
        done += 1
        if on_progress is not None:
            on_progress(done, total)
    for unfit in run.relations.unfit(whole=not since):
        run.report.note(unfit)
    return run.report


class _Run:
    """One import: what is done by the one process that holds the newsroom's lock and keys."""

    def __init__(self, desk: Desk, files: ArchiveFiles, name: str, key: str) -> None:
        self.desk = desk
        self.files = files
        self.signer: DeskSigner = desk.signer(("publisher",), key)
        self.log_key = _log_key(desk)
        self.relations = Relations()
        commit = commit_of(files)
        self.report = ImportReport(name, str(desk.room.root), self.signer.entry.name, commit)
        read = ReadAt(
            importer=self.signer.actor(),
            newsroom=desk.room.config.newsroom.origin,
            time=desk.clock(),
            commit=commit,
        )
        self.reader = StoryReader(desk.room, files, read)
        for unfit in self.reader.keys.unfit:
            self.report.note(unfit)

    def take(self, story: ReadStory) -> None:
        """Import one story that was read, or say why not."""
        self.relations.take(story.key, story.meta, published=story.published)
        for unfit in story.unfit:
            self.report.note(unfit)
        said = story.said
        if story.refusal or said is None:
            self.report.leave_out(story.key, story.refusal)
        elif story.changed:
            reason = f"The archive has changed since it was imported at {said.importedAt}."
            self.report.leave_out(story.key, reason, StoryState.CHANGED)
        elif story.there:
            self.report.add(StoryState.ALREADY, said)
        else:
            self._write(story, said)

    def _write(self, story: ReadStory, said: ImportedPredicate) -> None:
        said = said.model_copy(update={"importedAt": self.desk.clock()})
        try:
            self._apply(story, said)
        except CannotImportError as error:
            self.report.leave_out(story.key, str(error))
        except CopydeskError as error:
            if not concerns_story(error):
                raise
            self.report.leave_out(story.key, str(error))
        else:
            self.report.add(StoryState.IMPORTED, said)

    def _apply(self, story: ReadStory, said: ImportedPredicate) -> None:
        """Write the story as one change; its bodies are here already."""
        room = self.desk.room
        changes = self._kept(story)
        paths = ArticlePaths(said.article.month, said.article.slug)
        subject = Subject(name=paths.article, digest=DigestSet(sha256=story.article_sha256))
        envelope = seal(build_statement([subject], said), [self.signer.key])
        with room.locked():
            changes |= self._logged(paths, envelope)
            room.apply(changes)

    def _kept(self, story: ReadStory) -> Changes:
        """The archive's own files, byte for byte."""
        changes: Changes = {}
        for path, sha256, kept in story.files:
            data = self.files.read(path, max(MAX_JSON_BYTES, MAX_ARTICLE_BYTES))
            if isinstance(data, Unfit) or sha256_hex(data) != sha256:
                raise CannotImportError(f"{path} changed while it was read.")
            changes[kept] = data
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
