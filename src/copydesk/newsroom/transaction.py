"""Several files changed as one: either all of them or none, whatever happens in between.

Changes are first written to a staging folder with a manifest, all flushed to disk. One rename of
that folder to ``.copydesk/commit`` is the moment of decision. After it, each staged file is moved
to its place; a crash leaves the folder, and whoever opens the newsroom next finishes the moves
(:func:`recover`). A crash before it leaves a staging folder that the next writer throws away.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from copydesk.errors import NewsroomError

__all__ = ["DESK", "apply_changes", "recover"]

DESK = ".copydesk"
_COMMIT = "commit"
_STAGING = "staging"
_DONE = "done"
_MANIFEST = "manifest.json"


def apply_changes(root: Path, changes: Mapping[str, bytes | None]) -> None:
    """Write every path of ``changes`` (relative to ``root``), or delete it where ``None``.

    The caller holds the newsroom's lock. A file that already has these bytes is left alone.

    Raises:
        NewsroomError: a path leads out of the newsroom, or the disk refuses.
    """
    wanted = {path: data for path, data in changes.items() if _differs(root, path, data)}
    if not wanted:
        return
    desk = root / DESK
    staging = desk / _STAGING
    try:
        if staging.exists():
            shutil.rmtree(staging)
        staging.mkdir(parents=True)
        _stage(staging, wanted)
        staging.replace(desk / _COMMIT)
        _sync_folder(desk)
    except OSError as error:
        shutil.rmtree(staging, ignore_errors=True)
        raise NewsroomError(
            f"The newsroom cannot be written: {error.strerror or error}.",
            fix="Check the disk's free space and the folder's permissions; nothing was changed.",
            location=str(root),
        ) from error
    recover(root)


def recover(root: Path) -> bool:
    """Finish a commit that was decided but not carried out; true if there was one.

    Raises:
        NewsroomError: the commit's manifest is damaged or the disk refuses.
    """
    commit = root / DESK / _COMMIT
    manifest = commit / _MANIFEST
    if not commit.is_dir():
        return False
    try:
        entries = json.loads(manifest.read_bytes())
        folders = dict.fromkeys((root / path).parent for path in entries["write"])
        for number, path in enumerate(entries["write"]):
            _check_inside(root, path)
            staged = commit / str(number)
            target = root / path
            if staged.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                staged.replace(target)
        for folder in folders:
            _sync_folder(folder)
        for path in entries["delete"]:
            _check_inside(root, path)
            (root / path).unlink(missing_ok=True)
        _discard(commit)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NewsroomError(
            f"An interrupted change in {commit} cannot be finished: {error}.",
            fix="Restore the folder from a backup, or remove it to go back to the state before.",
            location=str(commit),
        ) from error
    return True


def _discard(commit: Path) -> None:
    """Remove a finished commit: one rename first, or a crash half-way would leave a damaged one."""
    done = commit.with_name(_DONE)
    shutil.rmtree(done, ignore_errors=True)
    commit.replace(done)
    shutil.rmtree(done, ignore_errors=True)


def _stage(staging: Path, changes: Mapping[str, bytes | None]) -> None:
    writes = [path for path, data in changes.items() if data is not None]
    deletes = [path for path, data in changes.items() if data is None]
    for number, path in enumerate(writes):
        data = changes[path]
        if data is not None:
            _write(staging / str(number), data)
    manifest = json.dumps({"write": writes, "delete": deletes}).encode()
    _write(staging / _MANIFEST, manifest)
    _sync_folder(staging)


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _check_inside(root: Path, path: str) -> None:
    parts = Path(path).parts
    if not parts or Path(path).is_absolute() or ".." in parts:
        raise NewsroomError(
            f"The path {path!r} leads out of the newsroom.", fix="This is a fault; report it."
        )
    folder = root
    for part in parts[:-1]:
        folder /= part
        if folder.is_symlink():
            raise NewsroomError(
                f"{folder} is a symbolic link; Copydesk writes through none.",
                fix="Replace it by a real folder.",
                location=str(folder),
            )


def _differs(root: Path, path: str, data: bytes | None) -> bool:
    _check_inside(root, path)
    target = root / path
    if data is None:
        return target.exists()
    try:
        return target.is_symlink() or target.read_bytes() != data
    except FileNotFoundError:
        return True
