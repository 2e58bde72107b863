"""The index of a web archive: what to ask it, what it answered, which copy to take.

Source: the Wayback CDX Server API (parameters ``url``, ``matchType``, ``output``, ``fl``, ``filter``,
``from``, ``to``, ``limit``, ``showResumeKey``, ``resumeKey``). Its answer is an array of arrays of
strings, the first naming the columns; where there is more, an empty array and one with the key to
go on follow. A copy that is the same as an earlier one is listed as ``warc/revisit``, with ``-`` for
its status; the digest is the base32 of a SHA-1 over the payload as the archive stores it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import urlencode

from copydesk.article import same_page_key
from copydesk.article.urls import MAX_URL_CHARS
from copydesk.evidence.json import load

__all__ = [
    "MAX_INDEX_BYTES", "MAX_ROWS", "NEAR_DAYS", "Choice", "Listed", "Listing", "ask_after", "ask_before", "choose",
    "days_apart", "moment", "read_listing",
]  # fmt: skip

MAX_ROWS = 25
"""Of the index that are asked for on either side of a date; days of the busiest page."""

MAX_INDEX_BYTES = 256 * 1024
"""Of an answer that is read: 25 rows are about 4 kB."""

NEAR_DAYS = 30
"""A copy from that long before the article, or less, is taken before any from after it."""

_FIELDS = ("timestamp", "original", "mimetype", "statuscode", "digest")
_STAMP = re.compile(r"[12]\d{13}")
_DIGEST = re.compile(r"[A-Z2-7]{32}")
_KEY = re.compile(r"[\x21-\x7e]{1,2000}")


@dataclass(frozen=True, slots=True)
class Listed:
    """One copy as the index lists it. ``stamp`` is ``YYYYMMDDhhmmss``; ``digest`` may be empty."""

    stamp: str
    original: str
    digest: str
    revisit: bool


@dataclass(frozen=True, slots=True)
class Listing:
    """What an answer says: the copies of the page, and the key for more where there is more."""

    copies: tuple[Listed, ...]
    resume: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A copy to take, and why it is this one."""

    copy: Listed
    why: str


def ask_before(index: str, url: str, day: date) -> str:
    """The address that asks for the last copies made until the end of ``day`` (UTC)."""
    # No `collapse`: of copies alike it leaves the first of a row, and the last is the one wanted.
    return _ask(index, url, to=f"{day:%Y%m%d}235959", limit=str(-MAX_ROWS))


def ask_after(index: str, url: str, day: date, resume: str = "") -> str:
    """The address that asks for the first copies made from ``day`` on, or for those that follow."""
    more = {"resumeKey": resume} if resume else {}
    start = f"{day:%Y%m%d}000000"
    return _ask(index, url, limit=str(MAX_ROWS), showResumeKey="true", **{"from": start}, **more)


def _ask(index: str, url: str, **more: str) -> str:
    fields = {
        "url": url.partition("#")[0],
        # Said outright: without it a star in the address would ask for a whole site.
        "matchType": "exact",
        "output": "json",
        "fl": ",".join(_FIELDS),
        # Not `statuscode:200`: a copy that is the same as one before has no status in the index.
        "filter": "!statuscode:[1345]..",
        **more,
    }
    return f"{index}{'&' if '?' in index else '?'}{urlencode(fields)}"


def read_listing(body: bytes, url: str) -> Listing | None:
    """The copies of ``url`` in an answer of the index, or ``None`` where it is no such answer.

    An archive compares addresses without their case, their scheme and "www."; a row of what may be
    another page is left out, and so is a row that cannot be read.
    """
    if len(body) > MAX_INDEX_BYTES:
        return None
    text = body.decode("utf-8", "replace").strip()
    if not text:
        return Listing(())
    value = load(text)
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        return None
    if not value:
        return Listing(())
    columns, *rows = value
    if not {"timestamp", "original"} <= {name for name in columns if isinstance(name, str)}:
        return None
    return Listing(tuple(_copies(columns, rows, url)), _resume(rows))


def _resume(rows: Sequence[list[Any]]) -> str:
    if len(rows) < 2 or rows[-2] or len(rows[-1]) != 1:
        return ""
    key = rows[-1][0]
    return key if isinstance(key, str) and _KEY.fullmatch(key) else ""


def _copies(columns: list[Any], rows: Iterable[list[Any]], url: str) -> Iterable[Listed]:
    wanted = same_page_key(url)
    for row in rows:
        if len(row) != len(columns) or not all(isinstance(item, str) for item in row):
            continue
        said: dict[str, str] = dict(zip(columns, row, strict=True))
        stamp, original = said["timestamp"], said["original"]
        revisit = said.get("mimetype") == "warc/revisit"
        good = said.get("statuscode", "200")[:1] == "2" or revisit
        if not good or moment(stamp) is None or len(original) > MAX_URL_CHARS:
            continue
        if not original.startswith(("http://", "https://")) or same_page_key(original) != wanted:
            continue
        digest = said.get("digest", "").removeprefix("sha1:")
        known = digest if _DIGEST.fullmatch(digest) else ""
        yield Listed(stamp, original, known, revisit)


def moment(stamp: str) -> datetime | None:
    """The time of a stamp of 14 digits, or ``None`` where it is none."""
    if _STAMP.fullmatch(stamp) is None:
        return None
    try:
        return datetime.strptime(stamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def choose(copies: Iterable[Listed], day: date, of: str) -> tuple[Choice, ...]:
    """The copies in the order in which they are to be taken, each content once.

    A page may have been changed since the article was written, perhaps because of it: so the last
    copy from before goes first, unless it is over :data:`NEAR_DAYS` days old. Then that of another
    time, another text perhaps, is no better than one from shortly after, and the nearest is taken.

    Args:
        copies: as listed.
        day: what they are compared with.
        of: what that day is, in words: "the article's date".
    """
    rows = [(days_apart(one.stamp, day), one) for one in copies]
    near = [row for row in rows if -NEAR_DAYS <= row[0] <= 0]
    far = [row for row in rows if not -NEAR_DAYS <= row[0] <= 0]
    near.sort(key=lambda row: row[1].stamp, reverse=True)
    far.sort(key=lambda row: (abs(row[0]), row[0] > 0))
    seen: set[str] = set()
    found: list[Choice] = []
    for apart, one in (*near, *far):
        if one.digest and one.digest in seen:
            continue
        seen.add(one.digest)
        if apart <= 0 and -apart <= NEAR_DAYS:
            why = f"the last copy from before the end of {of} ({_told(apart)})"
        else:
            why = (
                f"the nearest copy, since there is none of the {NEAR_DAYS} days before {of} "
                f"({_told(apart)})"
            )
        found.append(Choice(one, why if len(found) == 0 else f"tried next: {why}"))
    return tuple(found)


def days_apart(stamp: str, day: date) -> int:
    """Days from ``day`` to the day of ``stamp``; negative where the copy is older."""
    made = moment(stamp)
    return (made.date() - day).days if made else 0


def _told(apart: int) -> str:
    if apart == 0:
        return "made that day"
    count = f"{abs(apart):,} day{'' if abs(apart) == 1 else 's'}"
    return f"made {count} {'later' if apart > 0 else 'earlier'}"
