"""What the newsroom published or was handed before, found for one article among any number.

An index in ``.copydesk/archive.sqlite`` (SQLite's full-text search, ranked by BM25) leads to the few
articles that may tell the same story; it is a cache, made anew where it is missing or damaged, and
follows the files by their times and sizes. Nothing in it is evidence: it only chooses what the rules
compare, and the articles are read from the newsroom's own files.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from copydesk.article import Article, read_article, same_page_key
from copydesk.errors import CopydeskError
from copydesk.newsroom.layout import ArticlePaths, make_slug
from copydesk.newsroom.store import Newsroom
from copydesk.newsroom.transaction import DESK
from copydesk.policy.archive import Archive, ArchivedArticle
from copydesk.policy.links import internal_slugs

__all__ = ["past"]

INDEX = "archive.sqlite"
MOST = 20
"""Articles that are compared in full, beside those that the article names itself."""
_VERSION = 1
_MOST_WORDS = 40
_BUSY_SECONDS = 5.0
_WORD = re.compile(r"\w{3,}")

_TABLES = """
CREATE TABLE article (
  id INTEGER PRIMARY KEY, path TEXT UNIQUE, stamp TEXT, slug TEXT, listed INTEGER,
  title TEXT, summary TEXT, body TEXT, rest TEXT);
CREATE INDEX by_slug ON article (slug);
CREATE TABLE source (page TEXT, article INTEGER);
CREATE INDEX by_page ON source (page);
CREATE INDEX by_article ON source (article);
CREATE VIRTUAL TABLE words USING fts5 (
  title, summary, body, content='article', content_rowid='id', tokenize='porter unicode61');
"""
_FORGET = "INSERT INTO words (words, rowid, title, summary, body) VALUES ('delete', ?, ?, ?, ?)"
_COLUMNS = "slug, title, summary, body, rest"


def past(room: Newsroom, article: Article, own: str = "") -> Archive:
    """The earlier articles that an article may repeat, links to, or says that it follows.

    Args:
        room: the newsroom.
        article: the article as read.
        own: its slug, where it has one already.

    Returns:
        The best matches by words and by shared sources, and every one that the article names; the
        article itself is not among them. An archive that cannot be read is an empty one.
    """
    own = own or article.front.slug or _slug(article)
    with suppress(sqlite3.Error, OSError), closing(_open(room.root)) as index:
        _follow(index, room)
        return Archive(tuple(_chosen(index, article, own)), known=True)
    return Archive()


def _slug(article: Article) -> str:
    with suppress(CopydeskError):
        return make_slug(article.title.text)
    return ""


def _open(root: Path) -> sqlite3.Connection:
    """The index; in memory where it cannot be written."""
    folder = root / DESK
    try:
        folder.mkdir(exist_ok=True)
        return _ready(folder / INDEX)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            return _ready(None)  # read-only, locked, or without full-text search: that fails again
        (folder / INDEX).unlink(missing_ok=True)
        return _ready(folder / INDEX)
    except OSError:
        return _ready(None)


def _ready(path: Path | None) -> sqlite3.Connection:
    index = sqlite3.connect(path or ":memory:", timeout=_BUSY_SECONDS)
    try:
        (version,) = index.execute("PRAGMA user_version").fetchone()
        if version not in (0, _VERSION):
            raise sqlite3.DatabaseError("another version")
        if version == 0:
            index.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {_VERSION}; COMMIT;")
    except sqlite3.Error:
        index.close()
        raise
    return index


def _follow(index: sqlite3.Connection, room: Newsroom) -> None:
    """Bring the index up to the newsroom's files."""
    known = dict(index.execute("SELECT path, stamp FROM article"))
    there = {paths.folder: paths for paths in room.articles()}
    with index:
        for folder in known.keys() - there.keys():
            _forget(index, folder)
        for folder, paths in there.items():
            stamp = _stamp(room.root, paths)
            if known.get(folder) != stamp:
                _forget(index, folder)
                _remember(index, room, paths, stamp)


def _stamp(root: Path, paths: ArticlePaths) -> str:
    parts = []
    for name in (paths.article, paths.prov):
        with suppress(OSError):
            state = (root / name).stat()
            parts.append(f"{state.st_mtime_ns}:{state.st_size}")
    return ",".join(parts)


def _forget(index: sqlite3.Connection, folder: str) -> None:
    row = index.execute(
        "SELECT id, title, summary, body FROM article WHERE path = ?", (folder,)
    ).fetchone()
    if row is not None:
        index.execute(_FORGET, row)
        index.execute("DELETE FROM source WHERE article = ?", row[:1])
        index.execute("DELETE FROM article WHERE id = ?", row[:1])


def _remember(index: sqlite3.Connection, room: Newsroom, paths: ArticlePaths, stamp: str) -> None:
    found = _read(room, paths)
    one = found.article
    rest = {
        "published": one.published, "category": one.category, "tags": one.tags,
        "sources": one.sources, "follows": one.follows, "corrections": one.corrections,
        "withdrawn": one.withdrawn,
    }  # fmt: skip
    made = index.execute(
        "INSERT INTO article (path, stamp, slug, listed, title, summary, body, rest) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (paths.folder, stamp, one.slug, found.handed_in, one.title, one.summary, one.body,
         json.dumps(rest)),
    )  # fmt: skip
    index.execute(
        "INSERT INTO words (rowid, title, summary, body) VALUES (?, ?, ?, ?)",
        (made.lastrowid, one.title, one.summary, one.body),
    )
    index.executemany(
        "INSERT INTO source VALUES (?, ?)",
        [(same_page_key(url), made.lastrowid) for url in one.sources],
    )


@dataclass(frozen=True, slots=True)
class _Read:
    """An article as it stands; a draft that nobody handed in is not ``handed_in``."""

    article: ArchivedArticle
    handed_in: bool


def _read(room: Newsroom, paths: ArticlePaths) -> _Read:
    published = _predicate(room, paths, "publication")
    submitted = _predicate(room, paths, "submission")
    withdrawn = _predicate(room, paths, "withdrawal") is not None
    empty = ArchivedArticle(paths.slug, "", withdrawn=withdrawn)
    handed_in = bool(published or submitted)
    data = None
    with suppress(CopydeskError):
        data = room.files.read(paths.article)
    if data is None or withdrawn:
        return _Read(empty, handed_in)
    try:
        article = read_article(data, paths.article)
    except CopydeskError:
        return _Read(empty, handed_in)
    dated = str((published or {}).get("publishedAt", ""))[:10] or article.front.date
    return _Read(
        ArchivedArticle(
            slug=paths.slug,
            title=article.title.text,
            summary=article.summary.text,
            body=article.body.text,
            published=dated if published else "",
            category=article.front.category,
            tags=article.front.tags,
            sources=tuple(source.url for source in article.front.sources),
            follows=article.front.follows,
            corrections=tuple(_corrections(room, paths)),
        ),
        handed_in,
    )


def _corrections(room: Newsroom, paths: ArticlePaths) -> Iterator[str]:
    number = 1
    while (made := _predicate(room, paths, f"correction-{number}")) is not None:
        yield f"{made.get('kind', 'correction')}: {made.get('text', '')}"
        number += 1


def _predicate(room: Newsroom, paths: ArticlePaths, name: str) -> dict[str, object] | None:
    """What a statement says, unverified: it only chooses, and `copydesk verify` is for trust."""
    # Only when something changed: most checks find the index as it should be.
    from copydesk.provenance.dsse import parse_envelope  # noqa: PLC0415

    try:
        data = room.files.read(paths.statement(name))
        if data is None:
            return None
        statement = json.loads(parse_envelope(data).payload)
    except (CopydeskError, ValueError, RecursionError):
        return {}
    found = statement.get("predicate") if isinstance(statement, dict) else None
    return found if isinstance(found, dict) else {}


def _chosen(index: sqlite3.Connection, article: Article, own: str) -> Iterator[ArchivedArticle]:
    """The best matches first."""
    seen = {own}
    for row in _candidates(index, article, own):
        if row[0] not in seen:
            seen.add(row[0])
            yield _article(row)


def _candidates(
    index: sqlite3.Connection, article: Article, own: str
) -> Iterator[tuple[str, str, str, str, str]]:
    named = {*article.front.follows, *internal_slugs(article)} - {own}
    for slug in sorted(named):
        yield from index.execute(f"SELECT {_COLUMNS} FROM article WHERE slug = ?", (slug,))  # noqa: S608 - constants
    pages = [same_page_key(source.url) for source in article.front.sources][:100]
    marks = ",".join("?" * len(pages))
    yield from index.execute(
        f"SELECT {_COLUMNS} FROM article JOIN source ON article = id "  # noqa: S608 - constants
        f"WHERE page IN ({marks}) AND listed AND slug != ? "
        "GROUP BY id ORDER BY count(*) DESC, id DESC LIMIT ?",
        (*pages, own, MOST),
    )
    text = f"{article.title.text} {article.summary.text}".lower()
    words = list(dict.fromkeys(_WORD.findall(text)))[:_MOST_WORDS]
    if words:
        yield from index.execute(
            f"SELECT {', '.join(f'article.{name}' for name in _COLUMNS.split(', '))} "  # noqa: S608 - constants
            "FROM words JOIN article ON article.id = words.rowid "
            "WHERE words MATCH ? AND listed AND slug != ? ORDER BY bm25(words, 5, 3, 1) LIMIT ?",
            (" OR ".join(f'"{word}"' for word in words), own, MOST),
        )


def _article(row: tuple[str, str, str, str, str]) -> ArchivedArticle:
    slug, title, summary, body, rest = row
    more: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in json.loads(rest).items()
    }
    return ArchivedArticle(slug=slug, title=title, summary=summary, body=body, **more)
