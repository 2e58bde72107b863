"""An audit on a Dask cluster (extra ``dask``): the same work, handed to workers elsewhere.

Every worker opens the archive by its path, so the folder must be shared under the same path, and
the workers must run the same code. What a worker was doing when it died is done again by another.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from copydesk.audit.archive import Archive, Options, engine_digest
from copydesk.audit.examine import Done, Task, died, examine
from copydesk.audit.opening import open_archive
from copydesk.audit.run import Chunk, Work
from copydesk.errors import CopydeskError, TransientError, UsageError

__all__ = ["cluster"]

CONNECT_SECONDS = 30
# Chunks given out ahead of the one that is awaited, for each thread of the cluster.
AHEAD_PER_THREAD = 4


def cluster(address: str, root: Path, options: Options) -> Work:
    """Work done by the workers of the scheduler at that address.

    Raises:
        UsageError: the library is not installed, or the workers run other code.
        TransientError: there is no scheduler, or it has no worker.
    """
    client = _connected(address)

    def work(chunks: Iterable[Chunk]) -> Iterator[tuple[Done, ...]]:
        try:
            ahead = AHEAD_PER_THREAD * max(sum(client.nthreads().values()), 1)
            waiting: deque[tuple[Chunk, Any]] = deque()
            for chunk in chunks:
                waiting.append((chunk, _given(client, root, options, chunk)))
                if len(waiting) >= ahead:
                    yield _taken(client, root, options, *waiting.popleft())
            while waiting:
                yield _taken(client, root, options, *waiting.popleft())
        finally:
            client.close()

    return work


def _connected(address: str) -> Any:
    library = _library()
    # That a worker was lost is dealt with here, and is no news for whoever reads the answer.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = library.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise TransientError(
            f"There is no scheduler at {address}.", fix="Check the address, or try again."
        ) from error
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        _same_code(client)
    except (TimeoutError, CopydeskError) as error:
        client.close()
        if isinstance(error, CopydeskError):
            raise
        raise TransientError(
            f"The scheduler at {address} has no worker.", fix="Start one, and try again."
        ) from error
    return client


def _library() -> Any:
    try:
        return import_module("distributed")
    except ImportError as error:
        raise UsageError(
            "A cluster needs the library distributed.", fix="pip install 'copydesk[dask]'"
        ) from error


def _same_code(client: Any) -> None:
    """Refuse workers that would judge by other rules."""
    others = [
        name for name, digest in client.run(engine_digest).items() if digest != engine_digest()
    ]
    if others:
        raise UsageError(
            f"{len(others)} workers run another version of Copydesk or of its libraries.",
            fix="Install the same version on every worker.",
        )


def _given(client: Any, root: Path, options: Options, chunk: Chunk) -> Any:
    return client.submit(_examined, str(root), options, chunk, pure=False)


def _taken(
    client: Any, root: Path, options: Options, chunk: Chunk, future: Any
) -> tuple[Done, ...]:
    """The results of a chunk; where it took down worker after worker, those of each article."""
    try:
        done: tuple[Done, ...] = future.result()
    except _library().KilledWorker:
        done = tuple(one for task in chunk for one in _alone(client, root, options, task))
    return done


def _alone(client: Any, root: Path, options: Options, task: Task) -> tuple[Done, ...]:
    try:
        done: tuple[Done, ...] = _given(client, root, options, (task,)).result()
    except _library().KilledWorker:
        done = (died(task.unit),)
    return done


# Each thread of a worker has an archive of its own: one is read by one thread at a time.
_mine = threading.local()


def _examined(root: str, options: Options, chunk: Chunk) -> tuple[Done, ...]:
    key = (root, repr(options))
    if getattr(_mine, "key", None) != key:
        _mine.archive, _mine.key = open_archive(Path(root), options), key
    archive: Archive = _mine.archive
    return tuple(examine(archive, task) for task in chunk)
