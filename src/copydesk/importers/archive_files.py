"""What the readers of an archive need from where it lies: names and bytes, within limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from copydesk.importers.unfit import Unfit, UnfitKind

__all__ = ["MAX_NAMES", "ArchiveFiles", "Listing", "is_plain_name"]

# Names of one folder that are listed; a month of the largest newsroom has some thousands.
MAX_NAMES = 200_000
_MAX_NAME_BYTES = 255


@dataclass(frozen=True, slots=True)
class Listing:
    """The names in one folder, sorted. What cannot be read under its name is in ``unfit``."""

    files: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    unfit: tuple[Unfit, ...] = ()


class ArchiveFiles(Protocol):
    """An archive's files by their path, relative, with ``/``. Nothing here raises."""

    def folder(self, path: str) -> Listing:
        """What stands in the folder; an empty listing where there is none."""

    def read(self, path: str, limit: int) -> bytes | Unfit:
        """The file's bytes, or why there are none (missing, a link, more than ``limit`` bytes)."""


def is_plain_name(name: str) -> bool:
    """Whether ``name`` names a file in its own folder and can be printed as it is."""
    return (
        name not in {"", ".", ".."}
        and name.isprintable()
        and "/" not in name
        and "\\" not in name
        and len(name.encode("utf-8", "surrogatepass")) <= _MAX_NAME_BYTES
    )


def missing(path: str, reason: str = "It is not there.") -> Unfit:
    """A file that is not there."""
    return Unfit(path, UnfitKind.MISSING, reason)
