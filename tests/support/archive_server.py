"""A web archive on loopback: an index that selects as the Wayback CDX server does, and its copies."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from urllib.parse import parse_qs, urlsplit

from data_server import Answer, DataServer

ARCHIVE = "archive.example"
INDEX = f"https://{ARCHIVE}/cdx/search/cdx"
REPLAY = f"https://{ARCHIVE}/web"
COLUMNS = ["timestamp", "original", "mimetype", "statuscode", "digest"]


def sha1(body: bytes) -> str:
    """As an index states it."""
    return base64.b32encode(hashlib.sha1(body, usedforsecurity=False).digest()).decode()


def http_date(stamp: str) -> str:
    """A stamp as ``Memento-Datetime`` states it."""
    made = datetime.strptime(stamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    return format_datetime(made, usegmt=True)


@dataclass
class ArchiveServer(DataServer):
    """``rows`` are the index's, oldest first; ``answers`` has other hosts' pages, and goes first for
    the archive's own addresses too. ``page_size`` is how many rows the index looks at for one answer.
    """

    rows: list[list[str]] = field(default_factory=list)
    bodies: dict[str, bytes] = field(default_factory=dict)
    page_size: int = 10_000

    def keep(self, stamp: str, url: str, body: bytes, status: str = "200", **more: str) -> None:
        """Put a copy into the archive: a row of the index, and what is replayed."""
        mime = more.get("mime", "text/html")
        self.rows.append([stamp, url, mime, status, more.get("digest", sha1(body))])
        self.rows.sort()
        self.bodies[f"{stamp}id_/{url}"] = body

    @property
    def archive_asked(self) -> list[str]:
        """The addresses that were asked of the archive, without robots.txt and its like."""
        return [a for a, _ in self.asked if a.startswith((f"{ARCHIVE}/cdx", f"{ARCHIVE}/web"))]

    def answer(self, address: str) -> Answer:
        """From ``answers``, then as the archive."""
        host, _, path = address.partition("/")
        if host != ARCHIVE or address in self.answers:
            return super().answer(address)
        return self.archived(f"/{path}")

    def archived(self, path: str) -> Answer:
        """The archive's answer for a path with its query."""
        parts = urlsplit(path)
        if parts.path == "/cdx/search/cdx":
            return 200, {"Content-Type": "application/json"}, self._index(parse_qs(parts.query))
        key = path.removeprefix("/web/")
        if key in self.bodies:
            headers = {
                "Content-Type": "text/html",
                "Memento-Datetime": http_date(key[:14]),
                "X-Archive-Orig-Server": "weir",
            }
            return 200, headers, self.bodies[key]
        return 404, {"Content-Type": "text/html"}, b"<p>The archive has not got this.</p>"

    def _index(self, query: dict[str, list[str]]) -> bytes:
        assert query["matchType"] == ["exact"]
        assert query["fl"] == [",".join(COLUMNS)]
        wanted = self._key(query["url"][0])
        rows = [row for row in self.rows if self._key(row[1]) == wanted]
        rows = [row for row in rows if query.get("from", ["0"])[0] <= row[0]]
        rows = [row for row in rows if row[0] <= query.get("to", ["9"])[0]]
        start = int(query.get("resumeKey", ["0"])[0].removeprefix("row+"))
        limit = int(query["limit"][0])
        looked = rows[start:]
        rest = 0
        if limit > 0 and len(looked) > self.page_size:
            looked, rest = looked[: self.page_size], start + self.page_size
        for one in query.get("filter", []):
            name, _, pattern = one.removeprefix("!").partition(":")
            at = COLUMNS.index(name)
            looked = [
                row for row in looked
                if (re.fullmatch(pattern, row[at]) is None) == one.startswith("!")
            ]  # fmt: skip
        looked = looked[:limit] if limit > 0 else looked[limit:]
        answer: list[list[str]] = [COLUMNS, *looked] if looked else []
        if rest and query.get("showResumeKey") == ["true"]:
            answer = [COLUMNS, *looked, [], [f"row+{rest}"]]
        return json.dumps(answer).encode()

    def _key(self, url: str) -> str:
        """Addresses that differ in case, scheme or "www." are one to the index."""
        return re.sub(r"^https?://(www\.)?", "", url.lower()).rstrip("/")
