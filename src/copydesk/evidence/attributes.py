"""Whether a page's tags have few enough attributes for a parser.

A parser compares each attribute's name with all those before it in the same tag, so 300,000
attributes in one tag (two megabytes) keep it busy for minutes. As in :mod:`copydesk.evidence.nesting`
the estimate is linear, does not parse, and assumes the worse.
"""

from __future__ import annotations

import re

__all__ = ["attributes_are_bounded"]

MAX_COMPARISONS = 1_000_000_000
"""Bound on the sum of squares of what may be attributes of one tag: about a second of lexbor. The
sample archive's largest page, with long scripts counted as tags, comes to a tenth of it."""

_SAFE_NAMES = 30_000
"""So few words in a whole page are within the bound even if all of them stand in one tag."""

_SHORT = 4_000
"""Characters; so short a tag has at most 2,000 attributes, and 20 MB of such tags cost 10 s."""

_START = re.compile(r"<[a-zA-Z]")
_NAMES = re.compile(r"[^ \t\n\r\f/]+")
_SPACES = " \t\n\r\f"
# A quote after "=" or white space with a ">" before the next: it stops short of that next quote,
# which may open a value too.
_DOUBLE = re.compile(r"\"(?<=[= \t\n\r\f]\")[^\">]*+>[^\"]*+")
_SINGLE = re.compile(r"'(?<=[= \t\n\r\f]')[^'>]*+>[^']*+")
_SEPARATORS = f"{_SPACES}/"


def attributes_are_bounded(text: str) -> bool:
    """Whether reading the tags of ``text`` costs time in proportion to it."""
    quotes = (text.count('"') + text.count("'")) // 2
    if quotes + sum(map(text.count, _SEPARATORS)) < _SAFE_NAMES:
        return True
    cost = 0
    for part in _only_certain_ends(_only_certain_ends(text, _DOUBLE), _SINGLE).split(">"):
        if len(part) < _SHORT or (start := _START.search(part)) is None:
            continue
        quoted = (part.count('"') + part.count("'")) // 2  # values may follow without a space
        names = sum(1 for _ in _NAMES.finditer(part, start.start())) + quoted
        cost += names * names
        if cost > MAX_COMPARISONS:
            return False
    return True


def _only_certain_ends(text: str, values: re.Pattern[str]) -> str:
    """``text`` without each ``>`` that may stand within a quoted value, where it ends no tag.

    A value opens with a quote after ``=`` and lasts until the next quote of its kind, whatever
    stands before it; so a ``>`` whose last quote does not follow ``=`` is in no such value.
    """

    def without(match: re.Match[str]) -> str:
        at = match.start() - 1
        while at >= 0 and text[at] in _SPACES:
            at -= 1
        return match[0].replace(">", " ") if at >= 0 and text[at] == "=" else match[0]

    return values.sub(without, text)
