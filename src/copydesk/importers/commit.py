"""The commit that a checkout names, read from its ``.git`` folder without running git.

It is what ``.git`` says: whether the files are those of that commit is not compared. Each file's
own digest says which bytes were read.
"""

from __future__ import annotations

import re

from copydesk.importers.archive_files import ArchiveFiles

__all__ = ["commit_of"]

MAX_HEAD_BYTES = 4096
MAX_PACKED_BYTES = 16 * 1024 * 1024
_ID = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")
_REF = re.compile(r"ref: (refs/[A-Za-z0-9._/-]{1,200})\Z")


def commit_of(files: ArchiveFiles) -> str | None:
    """The commit's id, or ``None`` where the checkout names none."""
    head = _text(files, ".git/HEAD", MAX_HEAD_BYTES)
    if _ID.match(head):
        return head
    named = _REF.match(head)
    if named is None:
        return None
    loose = _text(files, f".git/{named[1]}", MAX_HEAD_BYTES)
    if _ID.match(loose):
        return loose
    for line in _text(files, ".git/packed-refs", MAX_PACKED_BYTES).splitlines():
        commit, _, name = line.partition(" ")
        if name == named[1] and _ID.match(commit):
            return commit
    return None


def _text(files: ArchiveFiles, path: str, limit: int) -> str:
    data = files.read(path, limit)
    return data.decode("utf-8", "replace").strip() if isinstance(data, bytes) else ""
