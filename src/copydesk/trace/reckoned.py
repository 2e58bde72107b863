"""All figures of an article that others beside them, or a source's unit, deny."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from copydesk.noticed import Reckoned
from copydesk.trace.changes import find_changes
from copydesk.trace.echoes import Decided
from copydesk.trace.index import Corpus
from copydesk.trace.multiples import find_mixed_units, find_multiples
from copydesk.trace.points import find_points
from copydesk.trace.reckoning import lines
from copydesk.trace.totals import find_totals

__all__ = ["find_reckoned"]


def find_reckoned(decided: Sequence[Decided], corpus: Corpus) -> Iterator[Reckoned]:
    """Within each sentence what does not come out, then percentages that a source has as points."""
    for line in lines([claim for claim, _ in decided]):
        yield from find_changes(line)
        yield from find_totals(line)
        yield from find_multiples(line)
        yield from find_mixed_units(line)
    yield from find_points(decided, corpus)
