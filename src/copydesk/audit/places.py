"""Where in a journal the newest line about each article is, for any number of articles.

A temporary database (SQLite), of which only a few pages are in memory; it is gone with the process.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

__all__ = ["Places"]

# Of its pages, how many KiB are kept in memory.
CACHE_KIB = 2_048


class Places:
    """From an article's name (bytes) to a place in the file; what was asked for is marked as used."""

    def __init__(self) -> None:
        # The empty name is a file that SQLite makes where temporary files go, and removes.
        self._data = sqlite3.connect("", isolation_level=None)
        self._data.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        self._data.execute("PRAGMA journal_mode = OFF")
        self._data.execute(
            "CREATE TABLE place (name BLOB PRIMARY KEY, at INTEGER, used INTEGER) WITHOUT ROWID"
        )
        self._data.execute("BEGIN")  # never ended: nothing of it is to be kept

    def __len__(self) -> int:
        return self._count("SELECT count(*) FROM place")

    @property
    def used(self) -> int:
        """How many were asked for."""
        return self._count("SELECT count(*) FROM place WHERE used")

    def get(self, name: bytes) -> int | None:
        """The place of that name, marked as used."""
        found = self._data.execute("SELECT at, used FROM place WHERE name = ?", (name,)).fetchone()
        if found is None:
            return None
        if not found[1]:
            self._data.execute("UPDATE place SET used = 1 WHERE name = ?", (name,))
        return int(found[0])

    def put(self, name: bytes, at: int, *, used: bool) -> None:
        """Note the newest place of that name."""
        self._data.execute("INSERT OR REPLACE INTO place VALUES (?, ?, ?)", (name, at, int(used)))

    def kept(self) -> Iterator[int]:
        """The places that are used, by name."""
        for (at,) in self._data.execute("SELECT at FROM place WHERE used ORDER BY name"):
            yield int(at)

    def clear(self) -> None:
        """Forget all."""
        self._data.execute("DELETE FROM place")

    def close(self) -> None:
        """Remove the file."""
        self._data.close()

    def _count(self, question: str) -> int:
        (count,) = self._data.execute(question).fetchone()
        return int(count)
