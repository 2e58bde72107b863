"""Finds out what kind of archive a folder is, and opens it."""

from __future__ import annotations

from pathlib import Path

from copydesk.audit.archive import Archive, Options
from copydesk.errors import UsageError
from copydesk.newsroom.layout import CONFIG

__all__ = ["open_archive"]


def open_archive(root: Path, options: Options) -> Archive:
    """The archive in that folder.

    Raises:
        UsageError: it is neither a newsroom nor an archive that Copydesk can import.
        CopydeskError: it is one, and what all its articles need cannot be read.
    """
    if (root / CONFIG).is_file():
        from copydesk.audit.newsroom import NewsroomArchive  # noqa: PLC0415 - only what is needed

        return NewsroomArchive(root, options)
    from copydesk.audit.herald import HeraldArchive  # noqa: PLC0415 - as above
    from copydesk.importers.checkout import Checkout  # noqa: PLC0415
    from copydesk.importers.herald_stories import is_machine_herald  # noqa: PLC0415

    files = Checkout(root)
    if is_machine_herald(files):
        return HeraldArchive(root, files, options)
    raise UsageError(
        f"{root} is neither a newsroom nor an archive that can be imported.",
        fix="Name a folder with a copydesk.toml, or a checkout of a Machine Herald archive.",
        location=str(root),
    )
