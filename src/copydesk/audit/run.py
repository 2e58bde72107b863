"""Runs an audit: which articles, on which processes, with what is known from the last time."""

from __future__ import annotations

import gc
import hashlib
import heapq
import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

from copydesk.audit.archive import Archive, Options, Unit
from copydesk.audit.examine import NOTHING_KNOWN, Done, Task, died, examine
from copydesk.audit.journal import Entry, Journal
from copydesk.audit.opening import open_archive
from copydesk.audit.row import AuditRow, Part, row_of
from copydesk.newsroom.workers import Workers, cores

__all__ = ["Audit", "Work", "choose", "local"]

# Articles handed over at a time.
CHUNK = 8

Chunk = tuple[Task, ...]
Work = Callable[[Iterable[Chunk]], Iterator[tuple[Done, ...]]]
"""What examines chunks of articles and gives their results back in order."""


@dataclass
class Audit:
    """One audit of one archive.

    Args:
        archive: what is audited.
        work: who examines the articles.
        journal: what is known from earlier audits, if that is wanted.
    """

    archive: Archive
    work: Work
    journal: Journal | None = None
    seen: int = field(default=0, init=False)
    """Articles whose rows were given out."""
    unchanged: int = field(default=0, init=False)
    """Those of which nothing had to be done again."""
    statements_only: int = field(default=0, init=False)
    """Those whose statements were verified again, and whose captures and trace were as before."""

    def rows(self, units: Iterable[Unit]) -> Iterator[AuditRow]:
        """The row of each article, in order."""
        for done in self.work(_chunks(self._task(unit) for unit in units)):
            for one in done:
                yield self._row(one)
            if self.journal is not None:
                self.journal.flush()

    def _task(self, unit: Unit) -> Task:
        entry = self.journal.get(unit.id) if self.journal is not None else None
        return Task(unit, entry.keys if entry else NOTHING_KNOWN)

    def _row(self, done: Done) -> AuditRow:
        statements, evidence = done.statements, done.evidence
        if done.unit.problem[0]:
            return row_of(done.unit.id, done.unit.slug, (statements or Part(),))
        self.seen += 1
        if statements is None and evidence is None:
            self.unchanged += 1
        elif evidence is None:
            self.statements_only += 1
        if self.journal is not None:
            entry = self.journal.get(done.unit.id)
            if entry is not None:
                statements = entry.statements if statements is None else statements
                evidence = entry.evidence if evidence is None else evidence
            changed = done.statements is not None or done.evidence is not None
            if changed and done.keys != NOTHING_KNOWN and statements and evidence:
                self.journal.put(done.unit.id, Entry(done.keys, statements, evidence))
        parts = (statements or Part(), evidence or Part())
        return row_of(done.unit.id, done.unit.slug, parts)


def choose(units: Iterable[Unit], count: int, seed: str) -> list[Unit]:
    """``count`` of them, the same for the same seed whatever else lies in the archive's folders:
    those with the smallest digests of seed and place, in the archive's order.
    """

    def rank(numbered: tuple[int, Unit]) -> bytes:
        place = f"{seed}\n{numbered[1].id}".encode("utf-8", "surrogateescape")
        return hashlib.sha256(place).digest()

    chosen = heapq.nsmallest(count, enumerate(units), key=rank)
    return [unit for _, unit in sorted(chosen, key=lambda one: one[0])]


def local(root: Path, options: Options, jobs: int = 0) -> Work:
    """Work done by processes of this machine: ``jobs`` of them, 0 for one on each core."""
    count = jobs or cores()

    def work(chunks: Iterable[Chunk]) -> Iterator[tuple[Done, ...]]:
        given = iter(chunks)
        first = list(islice(given, 2))
        if count == 1 or len(first) < 2:
            archive = open_archive(root, options)
            for one in chain(first, given):
                yield tuple(examine(archive, task) for task in one)
            return
        workers = Workers(count, _examine, _died, _begin, (root, options))
        yield from workers.run(chain(first, given))

    return work


# A worker's own archive, opened when the process begins.
_mine: list[Archive] = []


def _begin(root: Path, options: Options) -> None:
    # Control-C is for the process that hands out the work; it stops the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _mine[:] = [open_archive(root, options)]
    gc.freeze()


def _examine(chunk: Chunk) -> tuple[Done, ...]:
    return tuple(examine(_mine[0], task) for task in chunk)


def _died(task: Task) -> Done:
    return died(task.unit)


def _chunks(tasks: Iterator[Task]) -> Iterator[Chunk]:
    while chunk := tuple(islice(tasks, CHUNK)):
        yield chunk
