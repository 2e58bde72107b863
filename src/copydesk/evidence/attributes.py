"""Whether a page's tags have few enough attributes for a parser.

A parser compares each attribute's name with all those before it in the same tag, so 300,000
attributes in one tag (two megabytes) keep it busy for minutes. As in :mod:`copydesk.evidence.nesting`
the estimate is linear, does not parse, and assumes the worse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["attributes_are_bounded"]

MAX_COMPARISONS = 1_000_000_000
"""Bound on the sum of squares of what may be attributes of one tag: about a second of lexbor. The
sample archive's largest page, with long scripts counted as tags, comes to a tenth of it."""

_STEP = 3_000
"""Characters after which the end of a tag is looked for."""

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
_BEFORE_VALUE = f"={_SPACES}"


def attributes_are_bounded(text: str) -> bool:
    """Whether reading the tags of ``text`` costs time in proportion to it."""
    long = [text[start:end] for start, end in _stretches(text) if end - start >= _SHORT]
    measures = (_by_length, _by_separators, _by_names)
    return any(sum(map(measure, long)) <= MAX_COMPARISONS for measure in measures)


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """The text in stretches that no tag goes beyond: each ends with a ``>`` that is in no value.

    Some of these ends are found, not all: beyond 3,000 characters the next, and if that may be in a
    value, one that is farther by an eighth.
    """
    start = 0
    while start < len(text):
        step = _STEP
        while True:
            end = text.find(">", start + step)
            if end < 0:
                yield start, len(text)
                return
            if not (_may_be_open(text, '"', start, end) or _may_be_open(text, "'", start, end)):
                break
            step = (end - start) * 9 // 8
        yield start, end + 1
        start = end + 1


def _may_be_open(text: str, quote: str, start: int, end: int) -> bool:
    """Whether a value in such quotes may have begun after ``start`` and not ended before ``end``."""
    at = text.rfind(quote, start, end)
    if at <= start or text[at - 1] not in _BEFORE_VALUE:
        return False  # as most quotes, it ends a value
    return text[start:at].rstrip(_SPACES).endswith("=")


def _by_length(stretch: str) -> int:
    """The most comparisons that fit: a name and what parts it from the next take two characters."""
    start = _START.search(stretch)
    return (len(stretch) - start.start()) ** 2 // 4 if start is not None else 0


def _by_separators(stretch: str) -> int:
    """The same by what parts names: spaces, slashes, and quoted values."""
    quotes = (stretch.count('"') + stretch.count("'")) // 2
    return (1 + quotes + sum(map(stretch.count, _SEPARATORS))) ** 2


def _by_names(stretch: str) -> int:
    """The same by the words of each part that may be a tag."""
    cost = 0
    for part in _only_certain_ends(_only_certain_ends(stretch, _DOUBLE), _SINGLE).split(">"):
        if len(part) < _SHORT or (start := _START.search(part)) is None:
            continue
        quoted = (part.count('"') + part.count("'")) // 2  # values may follow without a space
        names = sum(1 for _ in _NAMES.finditer(part, start.start())) + quoted
        cost += names * names
    return cost


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
