"""A newsroom on disk: opening it, reading its files within limits, changing it as one."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from filelock import FileLock, Timeout

from copydesk.config import Config, parse_config
from copydesk.errors import ConfigError, LimitError, NewsroomError, TransientError, UsageError
from copydesk.newsroom.layout import CONFIG, ArticlePaths, article_paths
from copydesk.newsroom.transaction import DESK, apply_changes, recover
from copydesk.policy.lists import HostList, PolicyLists, parse_host_list

__all__ = ["MAX_FILE_BYTES", "DirectoryFiles", "Newsroom", "find_newsroom"]

# The largest file that a newsroom itself holds is a compressed capture.
MAX_FILE_BYTES = 64 * 1024 * 1024
LOCK_SECONDS = 30


class DirectoryFiles:
    """A folder as :class:`copydesk.provenance.files.Files`; never follows a link out of it."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def read(self, path: str) -> bytes | None:
        """The file's bytes, or ``None`` where there is none.

        Raises:
            NewsroomError: it is not a regular file inside the folder.
            LimitError: it is larger than :data:`MAX_FILE_BYTES`.
        """
        target = self.root / path
        try:
            inside = target.resolve().is_relative_to(self.root)
            if inside and not target.exists():
                return None
            if not inside or not target.is_file():
                raise NewsroomError(
                    f"{path} is not a regular file of this newsroom.",
                    fix="Remove the link or folder that stands in its place.",
                    location=path,
                )
            if target.stat().st_size > MAX_FILE_BYTES:
                raise LimitError(
                    f"{path} is larger than {MAX_FILE_BYTES:,} bytes.",
                    fix="No file of a newsroom is that large; restore it from a backup.",
                    location=path,
                )
            return target.read_bytes()
        except OSError as error:
            raise NewsroomError(
                f"{path} cannot be read: {error.strerror or error}.",
                fix="Check the file's permissions.",
                location=path,
            ) from error

    def names(self, prefix: str) -> Iterable[str]:
        """The paths of all regular files below ``prefix``, sorted; links are left out."""
        found = []
        for folder, folders, files in os.walk(self.root / prefix, followlinks=False):
            folders.sort()
            for name in files:
                path = Path(folder) / name
                if not path.is_symlink():
                    found.append(path.relative_to(self.root).as_posix())
        return sorted(found)


class Newsroom:
    """An opened newsroom. Reading needs no lock; every change goes through :meth:`changing`."""

    def __init__(self, root: Path, config: Config) -> None:
        self.root = root
        self.config = config
        self.files = DirectoryFiles(root)

    @classmethod
    def open(cls, root: Path) -> Newsroom:
        """Open the newsroom at ``root`` and finish a change that was interrupted there.

        Raises:
            NewsroomError: there is none.
            ConfigError: its ``copydesk.toml`` is wrong.
        """
        path = root / CONFIG
        if not path.is_file():
            raise NewsroomError(
                f"{root} is not a newsroom: it has no {CONFIG}.",
                fix="Run `copydesk init DIR`, or name the newsroom with --newsroom DIR.",
                location=str(root),
            )
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(
                f"{path} cannot be read: {error}.", fix="Save it as UTF-8.", location=str(path)
            ) from error
        newsroom = cls(root.resolve(), parse_config(text, path=str(path)))
        if (root / DESK / "commit").exists():
            with newsroom.locked():
                recover(newsroom.root)
        return newsroom

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the newsroom's lock: one writer at a time.

        Raises:
            TransientError: another process holds it for longer than :data:`LOCK_SECONDS`.
        """
        desk = self.root / DESK
        desk.mkdir(exist_ok=True)
        try:
            with FileLock(desk / "lock", timeout=LOCK_SECONDS):
                yield
        except Timeout as error:
            raise TransientError(
                "Another process is writing to this newsroom.",
                fix="Wait for it to finish and try again.",
                location=str(self.root),
            ) from error

    def apply(self, changes: Mapping[str, bytes | None]) -> None:
        """Change these files as one (see :mod:`copydesk.newsroom.transaction`)."""
        apply_changes(self.root, changes)

    def lists(self) -> PolicyLists:
        """The allowlist and blocklist that the policy names.

        Raises:
            ConfigError: a list is named but is not there, or one of its lines is wrong.
        """
        policy = self.config.policy
        return PolicyLists(self._list(policy.allowlist), self._list(policy.blocklist))

    def list_bytes(self) -> dict[str, bytes]:
        """The bytes of the lists that the policy names, by name; part of the policy's digest."""
        names = (self.config.policy.allowlist, self.config.policy.blocklist)
        return {name: self._list_data(name) for name in names if name}

    def _list(self, name: str) -> HostList | None:
        if not name:
            return None
        return parse_host_list(self._list_data(name).decode("utf-8", "replace"), path=name)

    def _list_data(self, name: str) -> bytes:
        data = self.files.read(name)
        if data is None:
            raise ConfigError(
                f"The policy names the list {name}, which is not there.",
                fix=f"Add the file or remove its name from {CONFIG}.",
                location=f"{CONFIG}:policy",
            )
        return data

    def articles(self) -> list[ArticlePaths]:
        """Every article, by month and slug."""
        folders = {path.parent for path in (self.root / "articles").glob("*/*/article.md")} | {
            # The text of a withdrawn article is gone; its record stays.
            path.parent.parent
            for path in (self.root / "articles").glob("*/*/prov/withdrawal.dsse.json")
        }
        names = (f"{path.relative_to(self.root).as_posix()}/article.md" for path in sorted(folders))
        return [paths for name in names if (paths := article_paths(name)) is not None]

    def article(self, name: str) -> ArticlePaths:
        """The article named by its slug, its folder or its file.

        Raises:
            UsageError: there is no such article, or two with that slug.
        """
        path = Path(name)
        for candidate in (path, path / "article.md"):
            full = candidate if candidate.is_absolute() else Path.cwd() / candidate
            if full.is_file() and full.resolve().is_relative_to(self.root):
                found = article_paths(full.resolve().relative_to(self.root).as_posix())
                if found is not None:
                    return found
        matching = [paths for paths in self.articles() if paths.slug == name]
        if len(matching) == 1:
            return matching[0]
        if matching:
            raise UsageError(
                f"{len(matching)} articles have the slug {name}.",
                fix="Name the folder: " + " or ".join(paths.folder for paths in matching),
            )
        raise UsageError(
            f"There is no article {name!r} in {self.root}.",
            fix="Name a slug, or the path of an article.md inside the newsroom.",
            location=name,
        )


def find_newsroom(start: Path) -> Path | None:
    """The nearest folder at or above ``start`` that is a newsroom."""
    for folder in (start, *start.parents):
        if (folder / CONFIG).is_file():
            return folder
    return None
