"""Every published article of a newsroom verified, in order, on all cores.

Each worker reads the keyring, the log and the site-state once. A fault in one article is a value
like any other result; an article that takes its worker process down is found out and named.
"""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from copydesk.errors import CopydeskError, InternalError
from copydesk.newsroom.layout import article_paths
from copydesk.newsroom.run_files import RunFiles
from copydesk.newsroom.store import DirectoryFiles
from copydesk.newsroom.workers import Workers
from copydesk.provenance.checks import Check, CheckState
from copydesk.provenance.context import Context
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import NOBODY, verify_article

__all__ = ["Audit", "Verified", "article_folders", "verify_articles"]

# Articles handed over at a time: enough that handing over costs nothing.
CHUNK = 16
_PUBLIC = ("publication", "withdrawal")
Place = tuple[str, str]
"""(month, slug)"""


@dataclass(frozen=True, slots=True)
class Audit:
    """What is verified and how: the newsroom's folder, what the reader brings, whether captured
    bodies are hashed (without: the check ``captures`` is not-present), and whether articles that
    are not published yet are left out.
    """

    root: Path
    trust: Trust = NOBODY
    captures: bool = True
    published_only: bool = True


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of one article; ``failed`` are the checks that fail, ``counts`` how many checks
    answered pass, fail and not-present. Where ``error`` is set the article could not be judged.
    """

    article: str
    ok: bool
    counts: tuple[int, int, int] = (0, 0, 0)
    failed: tuple[Check, ...] = ()
    error: dict[str, Any] | None = None

    def as_json(self) -> dict[str, Any]:
        """One line of the answer of an audit."""
        names = (state.value for state in CheckState)
        value = {
            "article": self.article,
            "ok": self.ok,
            "counts": dict(zip(names, self.counts, strict=True)),
            "failed": [check.as_json() for check in self.failed],
        }
        return value if self.error is None else {**value, "error": self.error}


def article_folders(root: Path) -> Iterator[Place]:
    """Every article's folder, published or not, by month and slug; links are left out."""
    for month in _folders(root / "articles"):
        for slug in _folders(root / "articles" / month):
            if article_paths(f"articles/{month}/{slug}/article.md") is not None:
                yield month, slug


def verify_articles(
    audit: Audit, articles: Iterable[Place] | None = None, *, jobs: int = 0
) -> Iterator[Verified]:
    """Verify articles, all of them where none are named.

    Args:
        audit: what is verified and how.
        articles: (month, slug) of each; the whole newsroom by default.
        jobs: number of processes; 0 means one for each core.

    Yields:
        One result an article, in the order given. With ``published_only`` the articles that have
        neither a publication nor a withdrawal yield nothing.
    """
    places = iter(article_folders(audit.root) if articles is None else articles)
    first = list(islice(places, CHUNK + 1))
    workers = jobs or os.cpu_count() or 1
    everything = chain(first, places)
    if workers == 1 or len(first) <= CHUNK:
        run = _Run(audit)
        with contextlib.closing(run.files):
            for place in everything:
                yield from run.one(place)
        return
    pool: Workers[Place, list[Verified]] = Workers(workers, _verify, _died, _begin, (audit,))
    for results in pool.run(_chunks(everything)):
        for found in results:
            yield from found


class _Run:
    """One process's part of an audit."""

    def __init__(self, audit: Audit) -> None:
        self.audit = audit
        self.files = RunFiles(DirectoryFiles(audit.root), captures=audit.captures)
        self.context = Context(self.files)

    def one(self, place: Place) -> list[Verified]:
        month, slug = place
        folder = f"articles/{month}/{slug}"
        try:
            if self.audit.published_only and not self._published(folder):
                return []
            found = verify_article(
                self.files, month, slug, trust=self.audit.trust, context=self.context
            )
        except CopydeskError as error:
            return [Verified(folder, ok=False, error=error.as_json())]
        except Exception as error:  # noqa: BLE001 - one article's fault is that article's result
            fault = InternalError(
                f"Verifying it failed: {type(error).__name__}.",
                fix="This is a fault; please report it with the article's folder.",
            )
            return [Verified(folder, ok=False, error=fault.as_json())]
        states = [check.state for check in found.checks]
        passed, failed, absent = (states.count(state) for state in CheckState)
        wrong = tuple(check for check in found.checks if check.state is CheckState.FAIL)
        return [Verified(folder, found.ok, (passed, failed, absent), wrong)]

    def _published(self, folder: str) -> bool:
        names = self.files.names(f"{folder}/prov")
        return any(f"{folder}/prov/{name}.dsse.json" in names for name in _PUBLIC)


# A worker's own part, made when the process begins.
_mine: list[_Run] = []


def _begin(audit: Audit) -> None:
    _mine[:] = [_Run(audit)]
    # What is here now stays to the end: the collector need not look at it again and again.
    gc.freeze()


def _verify(chunk: tuple[Place, ...]) -> tuple[list[Verified], ...]:
    return tuple(_mine[0].one(place) for place in chunk)


def _died(place: Place) -> list[Verified]:
    error = InternalError(
        "The process that verified this article died, most likely for want of memory.",
        fix="Verify this article alone.",
    )
    return [Verified(f"articles/{place[0]}/{place[1]}", ok=False, error=error.as_json())]


def _chunks(places: Iterator[Place]) -> Iterator[tuple[Place, ...]]:
    while chunk := tuple(islice(places, CHUNK)):
        yield chunk


def _folders(path: Path) -> list[str]:
    try:
        with os.scandir(path) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []
