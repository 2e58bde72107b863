"""A checkout of an archive on this machine, read without ever being led out of it.

Each folder on the way is opened for itself and none may be a link, so that neither a link nor a
name can lead elsewhere; a pipe or a device in a file's place is not waited for.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from copydesk.importers.archive_files import MAX_NAMES, Listing, is_plain_name, missing
from copydesk.importers.unfit import Unfit, UnfitKind

__all__ = ["Checkout"]

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_FILE = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | getattr(os, "O_NOCTTY", 0)
_LINK_ERRORS = frozenset({errno.ELOOP, errno.EMLINK})


class Checkout:
    """A folder of this machine as :class:`copydesk.importers.archive_files.ArchiveFiles`."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def folder(self, path: str) -> Listing:
        """As the protocol has it."""
        try:
            descriptor = self._open_folder(path)
        except FileNotFoundError:
            return Listing()
        except (OSError, ValueError) as error:
            return Listing(unfit=(_why(path, error),))
        files: list[str] = []
        folders: list[str] = []
        unfit: list[Unfit] = []
        try:
            with os.scandir(descriptor) as entries:
                for count, entry in enumerate(entries):
                    if count >= MAX_NAMES:
                        unfit.append(_too_many(path))
                        break
                    _sort_in(entry, path, files, folders, unfit)
        except OSError as error:
            unfit.append(_why(path, error))
        finally:
            os.close(descriptor)
        unfit.sort(key=lambda each: each.path)
        return Listing(tuple(sorted(files)), tuple(sorted(folders)), tuple(unfit))

    def read(self, path: str, limit: int) -> bytes | Unfit:
        """As the protocol has it."""
        folder, _, name = path.rpartition("/")
        if not is_plain_name(name):
            return _why(path, ValueError(name))
        try:
            at = self._open_folder(folder)
        except (OSError, ValueError) as error:
            return _why(path, error)
        try:
            return _read(os.open(name, _FILE, dir_fd=at), path, limit)
        except OSError as error:
            return _why(path, error)
        finally:
            os.close(at)

    def _open_folder(self, path: str) -> int:
        """Open one folder after the other.

        Raises:
            OSError: one is not there, is a link or no folder.
            ValueError: a part of the path is no plain name.
        """
        parts = path.split("/") if path else []
        if not all(map(is_plain_name, parts)):
            raise ValueError(path)
        at = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY)
        try:
            for part in parts:
                inner = os.open(part, _FOLDER, dir_fd=at)
                os.close(at)
                at = inner
        except BaseException:
            os.close(at)
            raise
        return at


def _sort_in(
    entry: os.DirEntry[str], path: str, files: list[str], folders: list[str], unfit: list[Unfit]
) -> None:
    place = f"{path}/{entry.name}" if path else entry.name
    if not is_plain_name(entry.name):
        reason = "The name is not UTF-8 or holds a control character; it is not read."
        unfit.append(Unfit(place, UnfitKind.NAME, reason))
    elif entry.is_symlink():
        unfit.append(_link(place))
    elif entry.is_dir(follow_symlinks=False):
        folders.append(entry.name)
    elif entry.is_file(follow_symlinks=False):
        files.append(entry.name)
    else:
        unfit.append(_no_file(place))


def _read(descriptor: int, path: str, limit: int) -> bytes | Unfit:
    with os.fdopen(descriptor, "rb") as file:
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode):
            return _no_file(path)
        # A sparse file's size costs nothing: it is looked at before anything is read.
        data = b"" if state.st_size > limit else file.read(limit + 1)
        if state.st_size > limit or len(data) > limit:
            size = max(state.st_size, len(data))
            reason = f"It has {size:,} bytes; {limit:,} are read at most."
            return Unfit(path, UnfitKind.TOO_LARGE, reason)
        return data


def _why(path: str, error: OSError | ValueError) -> Unfit:
    if isinstance(error, FileNotFoundError):
        return missing(path)
    if isinstance(error, ValueError):
        return Unfit(path, UnfitKind.NAME, "The path leads elsewhere, or is not one of an archive.")
    if error.errno in _LINK_ERRORS:
        return _link(path)
    if isinstance(error, NotADirectoryError):
        reason = "A part of the path is a link or a file where a folder should be."
        return Unfit(path, UnfitKind.NOT_A_FILE, reason)
    return Unfit(path, UnfitKind.UNREADABLE, f"It cannot be read: {error.strerror or error}.")


def _link(path: str) -> Unfit:
    return Unfit(path, UnfitKind.LINK, "It is a symbolic link; nothing is read through one.")


def _no_file(path: str) -> Unfit:
    return Unfit(path, UnfitKind.NOT_A_FILE, "It is a pipe, a device or a socket, not a file.")


def _too_many(path: str) -> Unfit:
    reason = f"The folder holds more than {MAX_NAMES:,} names; the rest is left out."
    return Unfit(path, UnfitKind.TOO_MANY, reason)
