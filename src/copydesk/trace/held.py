"""Where each figure and quotation stands in every source, whatever its passage cites.

The decision on a specific looks at what its passage cites. Whether a second source bears it out too,
or the other one of two that are cited for it lacks it, is a matter for the rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from copydesk.noticed import Held
from copydesk.report import Kind
from copydesk.trace.match import Match, as_evidence

__all__ = ["held_by"]

# Any source may name an article's cast.
_CAST = frozenset({Kind.NAME, Kind.SUPERLATIVE})


def held_by(number: int, kind: Kind, matches: Sequence[Match]) -> Held | None:
    """The sources that hold specific ``number``; ``None`` where none does, or it is a name.

    Args:
        number: the specific's id.
        kind: what it is.
        matches: every place that holds it, best first, without hidden text.
    """
    if kind in _CAST or not matches:
        return None
    best: dict[int, Match] = {}
    for match in matches:
        best.setdefault(match.source, match)
    about = tuple(as_evidence(match) for match in best.values() if match.bound)
    return Held(number, about, tuple(sorted(one for one, m in best.items() if not m.bound)))
