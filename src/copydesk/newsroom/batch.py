"""``copydesk check --batch``: JSON Lines in, one report a line out, in order, on all cores."""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice

from copydesk.errors import InternalError
from copydesk.trace.batch import check_line

__all__ = ["run_batch"]

# Lines handed to the workers ahead of the one that is awaited: enough to keep every core busy,
# few enough that memory stays bounded whatever the length of the input.
AHEAD_PER_WORKER = 4
# Fewer lines than this are not worth starting processes for.
ALONE = 4

Work = Callable[[bytes], str]


def run_batch(lines: Iterable[bytes], *, jobs: int = 0, work: Work = check_line) -> Iterator[str]:
    """Check each line.

    A line whose check takes its worker process down with it (memory, a crash in a native
    library) gives an error line like any other bad line, and the run goes on.

    Args:
        lines: JSON Lines as bytes; blank lines are skipped.
        jobs: number of processes; 0 means one for each core.
        work: what is done with a line.

    Yields:
        One JSON object a line, in the order of the input.
    """
    wanted = (line for line in lines if line.strip())
    first = list(islice(wanted, ALONE))
    workers = jobs or os.cpu_count() or 1
    if workers == 1 or len(first) < ALONE:
        yield from map(work, chain(first, wanted))
        return
    yield from _Workers(workers, work).run(chain(first, wanted))


class _Workers:
    def __init__(self, workers: int, work: Work) -> None:
        self.workers = workers
        self.work = work
        self.pool = ProcessPoolExecutor(workers)
        self.waiting: deque[tuple[bytes, Future[str]]] = deque()

    def run(self, lines: Iterable[bytes]) -> Iterator[str]:
        try:
            for line in lines:
                self.submit(line)
                if len(self.waiting) >= self.workers * AHEAD_PER_WORKER:
                    yield self.next()
            while self.waiting:
                yield self.next()
        finally:
            self.pool.shutdown(cancel_futures=True)

    def submit(self, line: bytes) -> None:
        try:
            future = self.pool.submit(self.work, line)
        except BrokenProcessPool:
            self.restart()
            future = self.pool.submit(self.work, line)
        self.waiting.append((line, future))

    def next(self) -> str:
        line, future = self.waiting.popleft()
        try:
            return future.result()
        except BrokenProcessPool:
            self.restart()
            return self.alone(line)

    def restart(self) -> None:
        """A worker died and took the pool along: begin again with every line that is waiting."""
        self.pool.shutdown(cancel_futures=True)
        self.pool = ProcessPoolExecutor(self.workers)
        self.waiting = deque(
            (line, self.pool.submit(self.work, line) if _lost(future) else future)
            for line, future in self.waiting
        )

    def alone(self, line: bytes) -> str:
        """Try a line in a process of its own, so that it is known to be the one that kills."""
        with ProcessPoolExecutor(1) as pool:
            try:
                return pool.submit(self.work, line).result()
            except BrokenProcessPool:
                return _died(line)


def _lost(future: Future[str]) -> bool:
    return not future.done() or future.cancelled() or future.exception() is not None


def _died(line: bytes) -> str:
    error = InternalError(
        "The process that checked this line died, most likely for want of memory.",
        fix="Check this article alone, or with fewer sources.",
    )
    try:
        name = json.loads(line).get("id")
    except (ValueError, AttributeError, RecursionError):
        name = None
    return json.dumps({"id": name, "error": error.as_json()}, ensure_ascii=False)
