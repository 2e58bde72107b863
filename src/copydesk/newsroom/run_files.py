"""A newsroom's files for a run over many articles: what all of them share is read once, and the
folder that is being read stays open.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass

from copydesk.newsroom.store import FOLDER_FLAGS, DirectoryFiles, read_regular

__all__ = ["RunFiles"]

# Keyrings, checkpoints and the list of heads; a newsroom of 100,000 articles has about 15 MB.
MAX_KEPT_BYTES = 64 * 1024 * 1024
# articles/, its month, the article and its prov/, and the same of the article before.
MAX_OPEN = 8
_SHARED = ("keys/", "log/checkpoint", "state/")


@dataclass(frozen=True, slots=True)
class _Open:
    """An open folder; ``names`` are its entries (true: a plain file), where they were asked for."""

    descriptor: int
    names: dict[str, bool] | None


class RunFiles:
    """As :class:`copydesk.provenance.files.Files`, for one thread and for as long as nobody writes.

    Nothing is followed out of the newsroom: a folder is only kept open that was reached without a
    link, and whatever is unusual is left to ``base``.

    Args:
        base: the newsroom.
        captures: whether captured bodies are read; without them they count as not present.
    """

    def __init__(self, base: DirectoryFiles, *, captures: bool = True) -> None:
        self._base = base
        self._captures = captures
        self._kept: dict[str, bytes | None] = {}
        self._kept_bytes = 0
        self._listed: dict[str, list[str]] = {}
        self._open: dict[str, _Open] = {}

    def close(self) -> None:
        """Close the folders that are open; reading opens them again."""
        while self._open:
            self._close(next(iter(self._open)))

    def read(self, path: str) -> bytes | None:
        """As :meth:`Files.read`."""
        if path.startswith("articles/"):
            return self._read_in_folder(path)
        if path.startswith(_SHARED):
            return self._read_shared(path)
        if not self._captures and path.startswith("captures/"):
            return None
        return self._base.read(path)

    def names(self, prefix: str) -> Iterable[str]:
        """As :meth:`Files.names`."""
        if prefix.startswith("articles/"):
            with contextlib.suppress(OSError, ValueError):
                found = self._folder(prefix).names
                if found is not None and all(found.values()):
                    return sorted(f"{prefix}/{name}" for name in found)
            return self._base.names(prefix)
        if not f"{prefix}/".startswith(_SHARED):
            return self._base.names(prefix)
        if prefix not in self._listed:
            self._listed[prefix] = list(self._base.names(prefix))
        return self._listed[prefix]

    def _read_shared(self, path: str) -> bytes | None:
        if path in self._kept:
            return self._kept[path]
        data = self._base.read(path)
        self._kept_bytes += len(data or b"")
        if self._kept_bytes <= MAX_KEPT_BYTES:
            self._kept[path] = data
        return data

    def _read_in_folder(self, path: str) -> bytes | None:
        folder, _, name = path.rpartition("/")
        try:
            opened = self._folder(folder)
            if opened.names is not None and name not in opened.names:
                return None
            return read_regular(name, opened.descriptor)
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            return self._base.read(path)

    def _folder(self, path: str) -> _Open:
        """The open folder; raises as :func:`read_regular`."""
        if path in self._open:
            return self._open[path]
        above, _, name = path.rpartition("/")
        if name in {"", ".", ".."} or os.open not in os.supports_dir_fd:
            raise ValueError(path)
        if above:
            descriptor = os.open(name, FOLDER_FLAGS, dir_fd=self._folder(above).descriptor)
        else:
            descriptor = os.open(self._base.root / name, FOLDER_FLAGS)
        try:
            names = _names(descriptor) if name == "prov" else None
        except OSError:
            os.close(descriptor)
            raise
        if len(self._open) >= MAX_OPEN:
            self._close(next(each for each in self._open if each != above))
        self._open[path] = _Open(descriptor, names)
        return self._open[path]

    def _close(self, path: str) -> None:
        os.close(self._open.pop(path).descriptor)


def _names(descriptor: int) -> dict[str, bool]:
    with os.scandir(descriptor) as entries:
        return {entry.name: entry.is_file(follow_symlinks=False) for entry in entries}
