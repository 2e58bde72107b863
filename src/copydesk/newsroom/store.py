"""A newsroom on disk: opening it, reading its files within limits, changing it as one."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from copydesk.config import Config, parse_config
from copydesk.errors import ConfigError, LimitError, NewsroomError, TransientError, UsageError
from copydesk.newsroom.layout import CONFIG, ArticlePaths, article_paths
from copydesk.newsroom.transaction import DESK, apply_changes, recover
from copydesk.policy.lists import HostList, PolicyLists, parse_host_list, parse_owner_list

__all__ = [
    "FOLDER_FLAGS",
    "MAX_FILE_BYTES",
    "DirectoryFiles",
    "Newsroom",
    "find_newsroom",
    "read_regular",
]

# The largest file that a newsroom itself holds is a compressed capture.
MAX_FILE_BYTES = 64 * 1024 * 1024
LOCK_SECONDS = 30

# Where the system can open a file relative to an open folder without following links, nothing has
# to be resolved; elsewhere every path is.
_WALKS = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
FOLDER_FLAGS = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
# Not to be kept waiting by a pipe that stands in a file's place.
_FILE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
_NOT_NAMES = frozenset({"", ".", ".."})


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
        try:
            return self._read_directly(path)
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            return self._read_resolved(path)

    def _read_directly(self, path: str) -> bytes:
        """Read by opening one folder after the other, none of which may be a link.

        Raises:
            OSError: a part is missing, is a link, or is not to be read.
            ValueError: a part is not what it usually is, or the system cannot open files so.
        """
        *folders, name = path.split("/")
        if not _WALKS or name in _NOT_NAMES or not _NOT_NAMES.isdisjoint(folders):
            raise ValueError(path)
        at = os.open(self.root, FOLDER_FLAGS)
        try:
            for folder in folders:
                inner = os.open(folder, FOLDER_FLAGS, dir_fd=at)
                os.close(at)
                at = inner
            return read_regular(name, at)
        finally:
            os.close(at)

    def _read_resolved(self, path: str) -> bytes | None:
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
        except (OSError, RuntimeError) as error:
            # A link that leads to itself is a RuntimeError before Python 3.13.
            said = error.strerror if isinstance(error, OSError) else ""
            raise NewsroomError(
                f"{path} cannot be read: {said or 'a link leads to itself'}.",
                fix="Check the file's permissions, and that no link stands in its place.",
                location=path,
            ) from error

    def names(self, prefix: str) -> Iterable[str]:
        """The paths of all regular files below ``prefix``, sorted; links are left out."""
        found: list[str] = []
        waiting = [prefix.strip("/")]
        while waiting:
            folder = waiting.pop()
            start = f"{folder}/" if folder else ""
            with contextlib.suppress(OSError), os.scandir(self.root / folder) as entries:
                for entry in entries:
                    if entry.is_symlink():
                        continue
                    (waiting if entry.is_dir() else found).append(start + entry.name)
        return sorted(found)


def read_regular(name: str, folder: int) -> bytes:
    """The bytes of the file ``name`` of an open folder.

    Raises:
        OSError: it is not there, is a link, or is not to be read.
        ValueError: no regular file, or larger than :data:`MAX_FILE_BYTES`.
    """
    file = os.open(name, _FILE, dir_fd=folder)
    try:
        state = os.fstat(file)
        if not stat.S_ISREG(state.st_mode) or state.st_size > MAX_FILE_BYTES:
            raise ValueError(name)
        data = os.read(file, state.st_size + 1)
        # One call gives it all but on unusual file systems, or while somebody writes.
        while len(data) != state.st_size and (more := os.read(file, MAX_FILE_BYTES)):
            data += more
            if len(data) > MAX_FILE_BYTES:
                raise ValueError(name)
        return data
    finally:
        os.close(file)


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
        newsroom = cls.for_reading(root)
        if (root / DESK / "commit").exists():
            with newsroom.locked():
                recover(newsroom.root)
        return newsroom

    @classmethod
    def for_reading(cls, root: Path) -> Newsroom:
        """As :meth:`open`, and nothing is written, not even to finish what was interrupted."""
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
        return cls(root.resolve(), _placed(parse_config(text, path=str(path)), root.resolve()))

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the newsroom's lock: one writer at a time.

        Raises:
            TransientError: another process holds it for longer than :data:`LOCK_SECONDS`.
        """
        from filelock import FileLock, Timeout  # noqa: PLC0415 - slow to import; readers lock nothing

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
        """The lists that the policy names.

        Raises:
            ConfigError: a list is named but is not there, or one of its lines is wrong.
        """
        policy = self.config.policy
        owners = self._list_text(policy.owners) if policy.owners else None
        return PolicyLists(
            self._list(policy.allowlist),
            self._list(policy.blocklist),
            None if owners is None else parse_owner_list(owners, path=policy.owners),
        )

    def list_bytes(self) -> dict[str, bytes]:
        """The bytes of the lists that the policy names, by name; part of the policy's digest."""
        policy = self.config.policy
        names = (policy.allowlist, policy.blocklist, policy.owners)
        return {name: self._list_data(name) for name in names if name}

    def _list(self, name: str) -> HostList | None:
        if not name:
            return None
        return parse_host_list(self._list_text(name), path=name)

    def _list_text(self, name: str) -> str:
        return self._list_data(name).decode("utf-8", "replace")

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
            # The text may be gone, withdrawn or lost; that there is a record stays.
            path.parent.parent
            for path in (self.root / "articles").glob("*/*/prov/publication.dsse.json")
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


def _placed(config: Config, root: Path) -> Config:
    """``config`` with the file of authorities found from the newsroom, wherever it is used."""
    if not config.capture.ca_file:
        return config
    return replace(
        config, capture=replace(config.capture, ca_file=str(root / config.capture.ca_file))
    )
