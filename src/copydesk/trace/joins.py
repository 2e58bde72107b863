"""Two figures that a text joins into one statement: "7 to 3", "7-3", "181 of the 1,240", "9 against 4"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from copydesk.trace.index import MAX_PLACES, SourceIndex
from copydesk.trace.specifics import Amount, Item, lookup_keys

__all__ = ["AGAINST", "TO", "is_plain", "join_of", "joined_with"]

TO, AGAINST = "to", "against"
# What may stand between the two, and the form that it is compared by.
_JOINS = (
    (re.compile(r"(?:\s+votes?)?\s+to\s+|\s?[-–—:]\s?"), TO),
    (re.compile(r"\s+(?:out\s+)?of\s+(?:(?:the|its|their|all|a\s+total\s+of)\s+){0,2}"), "of"),
    (re.compile(r"\s+(?:against|versus|vs\.?)\s+"), AGAINST),
)
_MAX_BETWEEN = 24
# Places of one figure that are looked at in a source.
_PLACES = 2 * MAX_PLACES


def is_plain(item: Item) -> bool:
    """Whether an item is one figure: no range, no order of magnitude, no rank."""
    value = item.value
    return isinstance(value, Amount) and not (value.ordinal or value.vague) and value.high is None


def join_of(text: str, first: Item, second: Item) -> str:
    """How two items of a text are joined; "" where they are not."""
    if not 0 < second.start - first.end <= _MAX_BETWEEN:
        return ""
    between = text[first.end : second.start]
    return next((name for form, name in _JOINS if form.fullmatch(between)), "")


def joined_with(
    value: Amount, index: SourceIndex, *, behind: bool
) -> Iterator[tuple[Item, Item, str]]:
    """The plain figures of a source equal to ``value``, each with the one that is joined with it
    ``behind`` or before it, and how.
    """
    for at in index.by_key.get(lookup_keys(value)[0], ())[:_PLACES]:
        other = at + 1 if behind else at - 1
        if not 0 <= other < len(index.items):
            continue
        own, item = index.items[at], index.items[other]
        same = isinstance(own.value, Amount) and own.value.amount == value.amount
        if not same or not is_plain(own) or not is_plain(item):
            continue
        first, second = (own, item) if behind else (item, own)
        join = join_of(index.text, first, second)
        if join:
            yield own, item, join
