"""What could not be read, or does not fit: a value with its place and its reason, never an error
that stops (an archive of years always holds some).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Unfit", "UnfitKind", "shown"]

# Shown in reports; what a hostile file says in its own words is cut here.
MAX_REASON_CHARS = 400


class UnfitKind(StrEnum):
    """What is the matter, for counting; the reason says it in full."""

    LINK = "link"
    """A symbolic link: nothing is read through one."""
    NOT_A_FILE = "not-a-file"
    """A folder, pipe or device where a file should be."""
    NAME = "name"
    """A name that is not UTF-8, holds a control character, or leads elsewhere."""
    TOO_LARGE = "too-large"
    TOO_MANY = "too-many"
    UNREADABLE = "unreadable"
    """The system does not give it."""
    MISSING = "missing"
    """Named by a record, but not there."""
    NOT_UTF8 = "not-utf-8"
    NOT_JSON = "not-json"
    DUPLICATE_KEY = "duplicate-key"
    TOO_DEEP = "too-deep"
    COMPRESSION = "compression"
    """Not gzip although its name says so, cut off, or larger than a capture may be."""
    FORM = "form"
    """A field that the record must have is missing or of another type."""
    FIELD = "field"
    """A field that is not known, or not of its type, and was left out; the rest is read."""
    FRONT_MATTER = "front-matter"
    """The article cannot be read as an article."""
    NO_STORY = "no-story"
    """A record that belongs to nothing in the archive."""
    DISAGREES = "disagrees"
    """Two files of one story say different things of the same."""
    RELATION = "relation"
    """A related article that is not there, is the article itself, or leads back to it."""
    KEY = "key"
    """A key file that is not a safe Ed25519 key."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """One thing that does not fit. ``path`` is relative to the archive and safe to print."""

    path: str
    kind: UnfitKind
    reason: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", shown(self.path))
        object.__setattr__(self, "reason", shown(self.reason)[:MAX_REASON_CHARS])

    def as_json(self) -> dict[str, str]:
        """For ``--format json``."""
        return {"path": self.path, "kind": str(self.kind), "reason": self.reason}


def shown(text: str) -> str:
    """``text`` in one line without what a terminal would obey: line ends, control and direction
    characters, bytes that are not UTF-8 and the backslash itself are written out.
    """
    if text.isprintable() and "\\" not in text:
        return text
    return "".join(map(_written, text))


def _written(char: str) -> str:
    if char == "\\":
        return "\\\\"
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
