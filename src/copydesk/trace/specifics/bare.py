"""Figures that nothing belongs to: behind them stands what is no unit, scale, currency or range.

Most figures of a page are such ("24,803 homes."), and a look at the word behind them is a tenth of the
work of trying all that could stand there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from copydesk.trace.specifics import lexicon
from copydesk.trace.specifics.units import UNIT_NAMES

__all__ = ["is_bare"]

# What ends a clause begins no unit.
_ENDS = frozenset({"", ".", ",", ";", ":", ")", "]", "\n", '"', "”"})
_NEXT_WORD = re.compile(r" ([a-z]{2,})")
_FIRST_WORD = re.compile(r"[a-z]{2,}")
# Of the patterns in ``amounts`` and ``metres`` that are no tables: scales, percent, "to", "times", cents, ages.
_OTHERS = lexicon.listed(
    "hundred thousand million billion trillion quadrillion lakh lakhs crore crores bn bln mn mln mio tn trn "
    "percentage percent per ppt ppts pp basis bps pct to and or times fold cent cents pence "
    "year years month months week weeks day days hour hours minute minutes"
)


def _first_words(names: Iterable[str]) -> set[str]:
    return {found.group() for name in names if (found := _FIRST_WORD.match(name.lower()))}


_FOLLOWERS = frozenset(
    _first_words(UNIT_NAMES) | _first_words(lexicon.CURRENCY_WORDS) | _first_words(_OTHERS)
)


def is_bare(text: str, end: int) -> bool:
    """Whether nothing behind the figure that ends at ``end`` is part of it. False where it is not
    plain to see: then each pattern is tried.
    """
    if text[end : end + 1] in _ENDS:
        return True
    word = _NEXT_WORD.match(text, end)
    return word is not None and word[1] not in _FOLLOWERS
