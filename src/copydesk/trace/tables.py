"""Tables: a figure belongs to its row and its column, in the article as in the source.

The evidence text keeps a table's row on one line with " | " between its cells. A cell of the
article whose figure stands in a source's table only under another column, or in another row, is
not about the same thing, however alike the words around both tables are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from copydesk.article.model import Passage, PassageKind
from copydesk.trace.words import tokenise

__all__ = ["NO_CELL", "Cell", "cells", "in_another_cell"]

_BAR = " | "
# Rows of a source's table that are looked at on either side of a figure.
_MAX_ROWS = 60
# Code points of a sentence that are looked at on either side of a figure.
_CLAUSE = 200
_END = re.compile(r"(?<=[.;!?])\s|\n")


@dataclass(frozen=True, slots=True)
class _Row:
    start: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """The labels of a cell of the article, as stems; ``other_rows`` and ``other_columns`` are those
    of the rest of its table.
    """

    row: frozenset[str] = frozenset()
    column: frozenset[str] = frozenset()
    other_rows: frozenset[str] = frozenset()
    other_columns: frozenset[str] = frozenset()


NO_CELL = Cell()


def cells(passages: Sequence[Passage]) -> dict[int, Cell]:
    """The labels of every cell that has a column header, by the passage's place in the list."""
    rows: dict[int, dict[int, str]] = {}
    columns: dict[int, dict[str, None]] = {}
    for one in passages:
        if one.kind is PassageKind.TABLE_CELL:
            rows.setdefault(one.group, {}).setdefault(one.row, one.text.text)
            columns.setdefault(one.group, {})[one.header] = None
    found = {}
    for number, one in enumerate(passages):
        if one.kind is PassageKind.TABLE_CELL and one.header:
            others = [label for row, label in rows[one.group].items() if row != one.row]
            found[number] = Cell(
                _stems(rows[one.group][one.row]),
                _stems(one.header),
                _stems(" ".join(others)),
                _stems(" ".join(header for header in columns[one.group] if header != one.header)),
            )
    return found


def in_another_cell(text: str, at: int, cell: Cell) -> bool:
    """Whether the figure at ``at`` of a source's text belongs to another row or column of the
    article's table than ``cell``.

    In a table of the source only a better fit elsewhere in it counts; in running text only words
    that name another row or column, where none names this one.
    """
    if cell is NO_CELL:
        return False
    rows, own = _table(text, at)
    if not rows:
        near = _stems(_clause(text, at))
        return _names_another(near, cell.row, cell.other_rows) or _names_another(
            near, cell.column, cell.other_columns
        )
    if len(rows) < 2 or own == 0:
        return False
    place = _place(rows[own], at)
    head = rows[0].cells
    if place < len(head) and _better(cell.column, [*head], place):
        return True
    labels = [one.cells[0] for one in rows[1:]]
    return place > 0 and _better(cell.row, labels, own - 1)


def _names_another(near: frozenset[str], own: frozenset[str], others: frozenset[str]) -> bool:
    telling = own - others
    return bool(telling) and not (near & telling) and bool(near & (others - own))


def _clause(text: str, at: int) -> str:
    """The sentence around ``at``, near it."""
    low, high = max(0, at - _CLAUSE), at + _CLAUSE
    before = _END.split(text[low:at])[-1]
    return before + " " + _END.split(text[at:high])[0]


def _table(text: str, at: int) -> tuple[list[_Row], int]:
    """The rows of the table around ``at``, and which of them holds it; no rows where none does."""
    low = text.rfind("\n", 0, at) + 1
    line = _line(text, low)
    if line is None:
        return [], 0
    before: list[_Row] = []
    start = low
    while start > 0 and len(before) < _MAX_ROWS:
        start = text.rfind("\n", 0, start - 1) + 1
        above = _line(text, start)
        if above is None or len(above.cells) != len(line.cells):
            break
        before.insert(0, above)
    after: list[_Row] = []
    end = text.find("\n", at)
    while end >= 0 and len(after) < _MAX_ROWS:
        below = _line(text, end + 1)
        if below is None or len(below.cells) != len(line.cells):
            break
        after.append(below)
        end = text.find("\n", end + 1)
    return [*before, line, *after], len(before)


def _line(text: str, start: int) -> _Row | None:
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)]
    cells = tuple(line.split(_BAR))
    return _Row(start, cells) if len(cells) > 1 else None


def _place(row: _Row, at: int) -> int:
    start = row.start
    for number, cell in enumerate(row.cells):
        start += len(cell) + len(_BAR)
        if at < start:
            return number
    return len(row.cells) - 1


def _better(wanted: frozenset[str], labels: list[str], own: int) -> bool:
    """Whether another label fits the wanted stems better than the one at ``own``."""
    if not wanted:
        return False
    fits = [_fit(wanted, label) for label in labels]
    return max(fits) > fits[own]


def _fit(wanted: frozenset[str], label: str) -> float:
    """Shared stems as a share of all stems of both."""
    there = _stems(label)
    return len(wanted & there) / len(wanted | there) if there else 0.0


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(stem for stem in tokenise(text).stems if stem)
