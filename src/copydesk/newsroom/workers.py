"""Work handed to processes and taken back in order: bounded, and begun again when one dies."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import parent_process
from multiprocessing.connection import wait
from typing import Any, Generic, TypeVar

__all__ = ["Workers", "cores"]

# Pieces given out ahead of the one that is awaited: bounded memory, busy cores.
AHEAD_PER_WORKER = 4

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def cores() -> int:
    """How many processes are worth starting."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workers(Generic[Piece, Result]):
    """A pool of processes, which are handed several pieces at a time.

    Args:
        count: how many processes.
        work: what is done with some pieces; a function that can be pickled.
        died: the result of a piece that takes its process down with it.
        begin: called with ``given`` in each process before its first piece.
        given: what ``begin`` is called with.
    """

    def __init__(
        self,
        count: int,
        work: Callable[[tuple[Piece, ...]], tuple[Result, ...]],
        died: Callable[[Piece], Result],
        begin: Callable[..., None],
        given: tuple[Any, ...],
    ) -> None:
        self._count, self._work, self._died = count, work, died
        self._begin, self._given = begin, given
        self._pool = self._new(count)
        self._waiting: deque[tuple[tuple[Piece, ...], Future[tuple[Result, ...]]]] = deque()

    def run(self, pieces: Iterable[tuple[Piece, ...]]) -> Iterator[tuple[Result, ...]]:
        """The results of each handful, in order."""
        try:
            for some in pieces:
                self._waiting.append((some, self._submit(some)))
                if len(self._waiting) >= self._count * AHEAD_PER_WORKER:
                    yield self._next()
            while self._waiting:
                yield self._next()
        finally:
            self._pool.shutdown(cancel_futures=True)

    def _new(self, count: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(count, initializer=_started, initargs=(self._begin, self._given))

    def _submit(self, some: tuple[Piece, ...]) -> Future[tuple[Result, ...]]:
        try:
            return self._pool.submit(self._work, some)
        except BrokenProcessPool:
            self._restart()
            return self._pool.submit(self._work, some)

    def _next(self) -> tuple[Result, ...]:
        some, future = self._waiting.popleft()
        try:
            return future.result()
        except BrokenProcessPool:
            self._restart()
            return tuple(result for piece in some for result in self._alone(piece))

    def _restart(self) -> None:
        """A process died and took the pool along: begin again with all that is waiting."""
        self._pool.shutdown(cancel_futures=True)
        self._pool = self._new(self._count)
        self._waiting = deque(
            (some, self._pool.submit(self._work, some) if _lost(future) else future)
            for some, future in self._waiting
        )

    def _alone(self, piece: Piece) -> tuple[Result, ...]:
        """A piece in a process of its own, so that it is known to be the one that kills."""
        with self._new(1) as pool:
            try:
                return pool.submit(self._work, (piece,)).result()
            except BrokenProcessPool:
                return (self._died(piece),)


def _started(begin: Callable[..., None], given: tuple[Any, ...]) -> None:
    """In each process, before its first piece."""
    parent = parent_process()
    if parent is not None:
        # One that is killed cannot stop its workers, which would wait for it for ever.
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    begin(*given)


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _lost(future: Future[Any]) -> bool:
    return not future.done() or future.cancelled() or future.exception() is not None
