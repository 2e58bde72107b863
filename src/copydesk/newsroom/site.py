"""Builds the reader's pages of a newsroom into a folder, all or nothing."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from copydesk.article import read_article
from copydesk.errors import ConflictError, CopydeskError, NewsroomError, UsageError
from copydesk.importers.verifying import has_import_statement, verify_imported
from copydesk.newsroom.common import is_published, read_text
from copydesk.newsroom.exporting import Exporter
from copydesk.newsroom.imported import read_imported
from copydesk.newsroom.layout import CONFIG, ArticlePaths
from copydesk.newsroom.store import Newsroom
from copydesk.press import render_site
from copydesk.press.imported import ImportedArticle
from copydesk.provenance.context import Context
from copydesk.provenance.log.tiles import CHECKPOINT
from copydesk.provenance.record import Record
from copydesk.provenance.verify import load_record

__all__ = ["BuiltSite", "build_site", "load_records"]

_MARKER = ".copydesk-site"


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """Where the pages are, and how many."""

    folder: Path
    articles: int
    files: int
    imported: int = 0


def load_records(newsroom: Newsroom) -> tuple[Record, ...]:
    """The record of every published article, verified.

    An article is published by its publication statement, so one whose text was lost or taken away
    without a withdrawal is among them; its record then fails, and is not left out in silence.
    """
    context = Context(newsroom.files)
    return tuple(
        load_record(newsroom.files, paths.month, paths.slug, context=context)
        for paths in newsroom.articles()
        if is_published(newsroom, paths)
    )


def load_imported(newsroom: Newsroom) -> tuple[ImportedArticle, ...]:
    """Every imported article, verified; one that is damaged is among them and its page says so."""
    context = Context(newsroom.files)
    found = []
    for paths in newsroom.articles():
        if not has_import_statement(context, paths.month, paths.slug):
            continue
        said = article = None
        with contextlib.suppress(CopydeskError):
            said = read_imported(newsroom, paths)
        with contextlib.suppress(CopydeskError):
            article = read_text(newsroom, paths)[1]
        verification = verify_imported(context, paths.month, paths.slug)
        found.append(ImportedArticle(paths.month, paths.slug, said, article, verification))
    return tuple(found)


def downloads(newsroom: Newsroom, paths: ArticlePaths) -> dict[str, bytes]:
    """The files that a record's page offers, by their paths in the newsroom.

    Kept in their folders they are a newsroom of one article, which ``copydesk verify`` reads. The
    captured bodies belong to their publishers and are not among them; the log's newest checkpoint
    is offered beside the newsroom, since without the whole log it proves nothing that the proofs
    do not.

    Never offered: what waits for another signature, since it is not published; and of a withdrawn
    article its text, its trace and what earlier rounds hold of both, wherever they still lie.
    """
    withdrawn = newsroom.files.read(paths.statement("withdrawal")) is not None
    names = [
        CONFIG,
        *newsroom.files.names("keys"),
        *(
            name
            for name in newsroom.files.names(paths.folder)
            if not (withdrawn and _holds_text(name, paths))
        ),
    ]
    names = [name for name in names if "/pending/" not in name]
    found = {name: newsroom.files.read(name) or b"" for name in names}
    checkpoint = newsroom.files.read(CHECKPOINT)
    if checkpoint is not None:
        found["checkpoint"] = checkpoint
    return found


def _holds_text(name: str, paths: ArticlePaths) -> bool:
    """Whether a file of the article's folder is more than a statement or its log proof."""
    inside = name.removeprefix(f"{paths.prov}/")
    return "/" in inside or not inside.endswith((".dsse.json", ".tlog-proof"))


def build_site(newsroom: Newsroom, folder: Path, *, allow_failed: bool = False) -> BuiltSite:
    """Render every page, then put the new site in the old one's place by one rename.

    Raises:
        UsageError: there is no published article.
        VerificationError: a published record does not verify; the old pages stay.
        ConflictError: ``folder`` holds something that is not a built site.
    """
    records = load_records(newsroom)
    imported = load_imported(newsroom)
    if not records and not imported:
        raise UsageError(
            "There is no published article to build pages for.",
            fix="`copydesk publish ARTICLE` publishes one.",
        )
    files = render_site(
        records,
        newsroom.config,
        read_article=read_article,
        downloads={
            record.slug: downloads(newsroom, ArticlePaths(record.month, record.slug))
            for record in records
        },
        bundles=_bundles(newsroom, records),
        imported=imported,
        allow_failed=allow_failed,
    )
    _replace(folder, files)
    return BuiltSite(folder, len(records), len(files), len(imported))


def _bundles(newsroom: Newsroom, records: tuple[Record, ...]) -> dict[str, bytes]:
    """The bundle that each record's pages carry; a record that is not whole has none."""
    exporter = Exporter(newsroom)
    found = {}
    for record in records:
        with contextlib.suppress(CopydeskError):
            made = exporter.export(ArticlePaths(record.month, record.slug), record=record)
            found[record.slug] = made.bundle.to_bytes()
    return found


def _replace(folder: Path, files: dict[str, bytes]) -> None:
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARKER).exists():
        raise ConflictError(
            f"{folder} holds files that are not pages built by Copydesk.",
            fix="Name another folder with --out.",
            location=str(folder),
        )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        fresh.chmod(0o755)
        for path, data in {**files, _MARKER: b"Built by Copydesk; may be deleted.\n"}.items():
            target = fresh / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        old = fresh.with_name(fresh.name + "-old")
        if folder.exists():
            folder.rename(old)
        fresh.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise NewsroomError(
            f"The pages cannot be written: {error.strerror or error}.",
            fix="Check the folder's permissions and the disk's free space.",
            location=str(folder),
        ) from error
