"""``copydesk check --batch``: JSON Lines in, one report a line out, in order, on all cores."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice

from copydesk.errors import InternalError
from copydesk.newsroom.workers import Workers
from copydesk.trace.batch import check_line

__all__ = ["run_batch"]

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
    pool: Workers[bytes, str] = Workers(workers, partial(_each, work), _died, _nothing, ())
    for answers in pool.run((line,) for line in chain(first, wanted)):
        yield from answers


def _nothing() -> None:
    """Prepare nothing: a line brings all that its check needs."""


def _each(work: Work, lines: tuple[bytes, ...]) -> tuple[str, ...]:
    return tuple(map(work, lines))


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
