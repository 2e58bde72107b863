"""What the audit asks of an archive, whoever's format it is in."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

from copydesk.audit.row import Part
from copydesk.provenance.trust import Trust

__all__ = ["Archive", "Options", "Reading", "Unit", "digest_of", "engine_digest"]

# What decides how an article comes out; a change in any of it makes every result old.
_PACKAGES = (
    "article", "audit", "capture", "evidence", "importers", "newsroom", "policy", "provenance",
    "trace",
)  # fmt: skip
_LIBRARIES = ("selectolax", "pypdfium2", "pyromark", "nupunkt", "rapidfuzz", "cryptography")


@dataclass(frozen=True, slots=True)
class Options:
    """What an audit is to do: ``trace`` runs the check engine over every article, ``trust`` is what
    the reader brings. ``captures`` is the address of a newsroom's captures where they are not in it.
    """

    trace: bool = True
    trust: Trust = field(default_factory=Trust)
    captures: str = ""


@dataclass(frozen=True, slots=True)
class Unit:
    """One article with all that belongs to it: ``id`` is its place in the archive.

    ``problem`` is set where something lies there that is no article: (code, words). ``found`` is what
    the archive's own reader knows of it.
    """

    id: str
    slug: str = ""
    problem: tuple[str, str] = ("", "")
    found: Any = None


class Reading(Protocol):
    """One article's files, read; nothing is judged before it is asked for."""

    @property
    def keys(self) -> tuple[str, str]:
        """Digests of all that the two halves depend on: statements, evidence."""

    def statements(self) -> Part:
        """What its statements say, and whether they hold."""

    def evidence(self) -> Part:
        """What its captures hold, and what the check finds in them."""


class Archive(Protocol):
    """A whole archive."""

    kind: str

    def units(self, since: str) -> Iterator[Unit]:
        """Every article from ``since`` (``YYYY-MM``, ``YYYY-MM-DD`` or empty) on, in order; one whose
        day is not known counts by its month.
        """

    def read(self, unit: Unit) -> AbstractContextManager[Reading]:
        """One of them, read, for as long as it is looked at.

        Raises:
            CopydeskError: it cannot be read.
        """


def digest_of(parts: Iterable[bytes]) -> str:
    """SHA-256 over the lengths and bytes of the parts, so that no two lists look alike."""
    found = hashlib.sha256()
    for part in parts:
        found.update(b"%d:" % len(part))
        found.update(part)
    return found.hexdigest()


@cache
def engine_digest() -> str:
    """A digest of the code that decides, and of the libraries that read for it."""
    found = hashlib.sha256()
    root = Path(str(files("copydesk")))
    paths = [
        *root.glob("*.py"),
        *(each for name in _PACKAGES for each in (root / name).rglob("*.py")),
    ]
    for path in sorted(paths):
        found.update(path.read_bytes())
    for name in _LIBRARIES:
        try:
            found.update(f"{name} {version(name)}\n".encode())
        except PackageNotFoundError:
            found.update(f"{name} none\n".encode())
    found.update(".".join(map(str, sys.version_info[:2])).encode())
    return found.hexdigest()
