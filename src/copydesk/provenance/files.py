"""How the pure core reads a newsroom: a small interface, and an in-memory one for tests.

Paths are relative to the newsroom's root, with ``/``. The one that reads a directory is
``copydesk.newsroom.DirectoryFiles``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

__all__ = ["Files", "MemoryFiles"]


class Files(Protocol):
    """Read access to a tree of files."""

    def read(self, path: str) -> bytes | None:
        """The file's bytes, or ``None`` where there is no such file.

        Raises:
            CopydeskError: the file is there but over a limit, or not a regular file.
        """

    def names(self, prefix: str) -> Iterable[str]:
        """The paths of all files below the folder ``prefix``, sorted."""


class MemoryFiles:
    """A newsroom in memory."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files: dict[str, bytes] = dict(files or {})

    def read(self, path: str) -> bytes | None:
        """As :meth:`Files.read`."""
        return self.files.get(path)

    def names(self, prefix: str) -> Iterable[str]:
        """As :meth:`Files.names`."""
        folder = prefix.rstrip("/") + "/" if prefix else ""
        return sorted(name for name in self.files if name.startswith(folder))
