"""Where each thing lives in a newsroom (DESIGN section 2). Paths are relative, with ``/``."""

from __future__ import annotations

import re
import unicodedata

from copydesk.errors import UsageError

__all__ = [
    "CONFIG",
    "MAX_SLUG_CHARS",
    "ArticlePaths",
    "article_paths",
    "check_month",
    "check_slug",
    "make_slug",
]

CONFIG = "copydesk.toml"
# Long enough for a headline, short enough for every file system and for a readable address.
MAX_SLUG_CHARS = 80

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])\Z")


def make_slug(title: str) -> str:
    """The slug of a title: ASCII letters and digits joined by hyphens, cut at a word.

    Raises:
        UsageError: the title has no letter or digit that ASCII can hold.
    """
    folded = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", re.sub(r"['`]|(?<=\d)[.,](?=\d)", "", folded))
    slug = ""
    for word in words:
        longer = f"{slug}-{word}" if slug else word[:MAX_SLUG_CHARS]
        if len(longer) > MAX_SLUG_CHARS:
            break
        slug = longer
    if not slug:
        raise UsageError(
            f"No address can be made from the title {title!r}.",
            fix="Add `slug: some-words` to the front matter.",
        )
    return slug


def check_slug(slug: str) -> str:
    """Return ``slug`` unchanged if it is one.

    Raises:
        UsageError: it holds anything but lower-case letters, digits and single hyphens.
    """
    if not _SLUG.match(slug) or len(slug) > MAX_SLUG_CHARS:
        raise UsageError(
            f"{slug!r} is not a slug.",
            fix=f"Use lower-case letters, digits and hyphens, at most {MAX_SLUG_CHARS}.",
        )
    return slug


def check_month(month: str) -> str:
    """Return ``month`` unchanged if it is ``YYYY-MM``.

    Raises:
        UsageError: it is not.
    """
    if not _MONTH.match(month):
        raise UsageError(f"{month!r} is not a month.", fix="Write it as YYYY-MM.")
    return month


class ArticlePaths:
    """The paths of one article's files."""

    def __init__(self, month: str, slug: str) -> None:
        self.month = check_month(month)
        self.slug = check_slug(slug)
        self.folder = f"articles/{month}/{slug}"
        self.article = f"{self.folder}/article.md"
        self.prov = f"{self.folder}/prov"
        self.trace = f"{self.prov}/trace.json"
        self.watch = f"{self.folder}/watch"

    def statement(self, name: str) -> str:
        """The envelope of the statement ``name``: ``submission``, ``review-1``, ``publication``."""
        return f"{self.prov}/{name}.dsse.json"

    def pending(self, name: str) -> str:
        """Where a statement lies that waits for another signature."""
        return f"{self.prov}/pending/{name}.dsse.json"

    def proof(self, name: str) -> str:
        """The log proof beside that envelope."""
        return f"{self.prov}/{name}.tlog-proof"

    def round(self, number: int) -> str:
        """Where the files of an earlier round are kept once a new submission supersedes it."""
        return f"{self.prov}/round-{number}"


def article_paths(path: str) -> ArticlePaths | None:
    """The paths of the article that ``path`` (relative to the newsroom) belongs to, if any."""
    parts = path.split("/")
    if len(parts) < 3 or parts[0] != "articles" or not _MONTH.match(parts[1]):
        return None
    return ArticlePaths(parts[1], parts[2]) if _SLUG.match(parts[2]) else None
