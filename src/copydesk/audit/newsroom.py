"""A newsroom as an archive: every article that lies there or that its signed state lists."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from copydesk.article import read_head
from copydesk.audit.archive import Options, Unit, digest_of, engine_digest
from copydesk.audit.imported_reading import ImportedReading
from copydesk.audit.newsroom_reading import PUBLIC, NewsroomReading, day_of
from copydesk.audit.remote_captures import RemoteCaptures
from copydesk.config import policy_digest
from copydesk.errors import CopydeskError
from copydesk.newsroom.layout import article_paths
from copydesk.newsroom.run_files import RunFiles
from copydesk.newsroom.store import DirectoryFiles, Newsroom
from copydesk.provenance.context import Context
from copydesk.provenance.heads_list import HeadsList
from copydesk.provenance.imported import STATEMENT

__all__ = ["Listed", "NewsroomArchive"]

_SHARED = ("keys", "state")


class NewsroomArchive:
    """A newsroom, opened for reading; what its articles share is read and verified once.

    Raises:
        NewsroomError, ConfigError: it is not a newsroom, or its configuration is wrong.
    """

    kind = "newsroom"

    def __init__(self, root: Path, options: Options) -> None:
        self.options = options
        self.room = Newsroom.for_reading(root)
        self.files = RunFiles(DirectoryFiles(self.room.root), captures=False)
        self.remote = RemoteCaptures(options.captures) if options.captures else None
        self.lists = self.room.lists()
        self.policy = policy_digest(self.room.config, self.room.list_bytes())

    @cached_property
    def context(self) -> Context:
        """The keyring, the log and the site-state."""
        return Context(self.files)

    @cached_property
    def shared(self) -> str:
        """A digest of all that every article's statements are verified against."""
        trust = self.options.trust
        parts = [repr((trust.pin, trust.tsa_roots, trust.witness_policy)).encode()]
        for name in [
            *(n for folder in _SHARED for n in self.files.names(folder)),
            "log/checkpoint",
        ]:
            parts += [name.encode(), self._bytes(name)]
        return digest_of([engine_digest().encode(), *parts])

    def units(self, since: str) -> Iterator[Unit]:
        """As :meth:`Archive.units`. An article that the signed state lists and that has no folder is
        one too; so is whatever lies in an article's place without being one.
        """
        months = {f"articles/{name}" for name in _entries(self.room.root / "articles")}
        for month in sorted(months | self.listed.months()):
            if since and month < f"articles/{since[:7]}":
                continue
            first = len(since) > 7 and month == f"articles/{since[:7]}"
            inside = {f"{month}/{name}" for name in _entries(self.room.root / month)}
            for path in sorted(inside.union(self.listed.under(month))) or [month]:
                if not first or not self._before(path, since):
                    yield self._unit(path)

    def _before(self, path: str, day: str) -> bool:
        """Whether the article says that it is of an earlier day."""
        try:
            front, _ = read_head(self.room.files.read(f"{path}/article.md") or b"", path)
        except CopydeskError:
            return False
        return "" < day_of(front.date) < day

    @contextlib.contextmanager
    def read(self, unit: Unit) -> Iterator[NewsroomReading]:
        """As :meth:`Archive.read`; captures that are kept elsewhere are here for as long."""
        kind = ImportedReading if self._is_imported(unit) else NewsroomReading
        reading = kind(self, unit, self.room)
        if self.remote is None:
            yield reading
            return
        with self.remote.here(reading.digests) as folder:
            yield kind(self, unit, Newsroom(folder, self.room.config))

    def _is_imported(self, unit: Unit) -> bool:
        """Whether all that is stated of it is that it was imported: what was once published here is
        not made another system's by a file beside it.
        """
        prov = self.files.names(f"{unit.id}/prov")
        if unit.id in self.listed or any(
            f"{unit.id}/prov/{name}.dsse.json" in prov for name in PUBLIC
        ):
            return False
        try:
            return self.files.read(f"{unit.id}/{STATEMENT}.dsse.json") is not None
        except CopydeskError:
            return True

    def _unit(self, path: str) -> Unit:
        slug = path.rsplit("/", 1)[-1]
        if (self.room.root / path).is_symlink():
            return Unit(path, slug, ("link", "A link stands in the place of an article's folder."))
        if article_paths(f"{path}/article.md") is None:
            said = "Its name is not that of a month or of an article's folder."
            return Unit(path, slug, ("bad-name", said))
        return Unit(path, slug)

    @cached_property
    def listed(self) -> Listed:
        """The articles that the newsroom's signed state lists."""
        return Listed(self.context.state.listed)

    def _bytes(self, path: str) -> bytes:
        try:
            data = self.files.read(path)
        except CopydeskError as error:
            return f"!{error.message}".encode("utf-8", "replace")
        return b"-" if data is None else b"+" + data


class Listed:
    """The articles of a signed list that can be articles by their names; none where it cannot be
    read, which every article's check of the state says.
    """

    def __init__(self, heads: HeadsList | CopydeskError | None) -> None:
        self._heads = heads if isinstance(heads, HeadsList) else HeadsList(b"")

    def __contains__(self, folder: object) -> bool:
        return isinstance(folder, str) and _may_be_one(folder) and folder in self._heads

    def months(self) -> set[str]:
        """The folders that they lie in."""
        listed = (head.article for head in self._heads)
        return {path.rpartition("/")[0] for path in listed if _may_be_one(path)}

    def under(self, month: str) -> Iterator[str]:
        """Those of one month."""
        return filter(_may_be_one, self._heads.under(month))


def _may_be_one(folder: str) -> bool:
    return article_paths(f"{folder}/article.md") is not None


def _entries(path: Path) -> set[str]:
    """The names in a folder, links and files among them; hidden files are none of ours."""
    if path.is_symlink():
        return set()
    try:
        with os.scandir(path) as entries:
            return {entry.name for entry in entries if not entry.name.startswith(".")}
    except OSError:
        return set()
