"""Where an imported article lies in a newsroom, and how one is read from there."""

from __future__ import annotations

import hashlib

from copydesk.errors import UsageError
from copydesk.newsroom.layout import MAX_SLUG_CHARS, ArticlePaths, check_slug, make_slug
from copydesk.newsroom.store import Newsroom
from copydesk.provenance.imported import FOLDER, STATEMENT, ImportedCapture, ImportedPredicate
from copydesk.provenance.reading import read_statement

__all__ = [
    "import_slug",
    "imported_base",
    "imported_file",
    "is_imported",
    "read_imported",
    "read_imported_captures",
]

_DIGEST_CHARS = 8


def imported_base(paths: ArticlePaths) -> str:
    """The path of the import statement and of its log proof, without their suffixes."""
    return f"{paths.folder}/{STATEMENT}"


def imported_file(paths: ArticlePaths, kept: str) -> str:
    """The path of a file of the archive that is kept."""
    return f"{paths.folder}/{FOLDER}/{kept}"


def is_imported(room: Newsroom, paths: ArticlePaths) -> bool:
    """Whether the article has an import statement (verified or not)."""
    return room.files.read(f"{imported_base(paths)}.dsse.json") is not None


def read_imported(room: Newsroom, paths: ArticlePaths) -> ImportedPredicate | None:
    """What was stated when the article was imported; ``None`` where it was not.

    Raises:
        StatementError: the statement is malformed.
    """
    path = f"{imported_base(paths)}.dsse.json"
    signed = read_statement(room.files, path, ImportedPredicate, None)
    return None if signed is None else signed.predicate


def read_imported_captures(room: Newsroom, paths: ArticlePaths) -> list[ImportedCapture]:
    """The captured pages of an imported article; raises as :func:`read_imported`."""
    said = read_imported(room, paths)
    return [] if said is None else said.captures


def import_slug(name: str) -> str:
    """The slug of an article by its name in the archive: the name itself where it is a slug, else
    its beginning with a digest of the whole behind it, so that two names never share one.

    Raises:
        UsageError: the name has no letter or digit that ASCII can hold.
    """
    try:
        return check_slug(name)
    except UsageError:
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST_CHARS]
        room = MAX_SLUG_CHARS - _DIGEST_CHARS - 1
        begun = make_slug(name)[:room].rstrip("-")
        return f"{begun}-{digest}"
