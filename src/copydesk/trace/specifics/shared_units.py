"""A unit said once for several figures: "200, 231 and 197 MiB" states three sizes."""

from __future__ import annotations

import re
from dataclasses import replace

from copydesk.trace.specifics.amounts import parse_number
from copydesk.trace.specifics.model import Amount, Item

__all__ = ["share_units"]

_LINK = re.compile(r"(,)?-? ?(?:(and|or|to) )?")
_FIGURE = re.compile(r"[+-]?\d[\d,]*(?:\.\d+)?")


def share_units(text: str, items: list[Item]) -> list[Item]:
    """Give a bare number the unit of the figure that it is listed with.

    Only a list that ends in "and" or "or", and "from … to …", shares its unit, and only a unit
    that stands behind the figure: "of 200, 45 percent said so" and "12 and $5" are no such lists.
    """
    if len(items) < 2:
        return items
    shared = list(items)
    listed = False  # whether the item to the right is part of a list that ends in "and"
    for place in range(len(items) - 2, -1, -1):
        left, right = shared[place], shared[place + 1]
        link = _LINK.fullmatch(text, left.end, right.start)
        joined = link is not None and right.start > left.end
        closing = joined and link is not None and link.group(2) is not None
        if closing and link is not None and link.group(2) == "to":
            # "from 10 to 97 percent": the old value is one of percent, too.
            closing = text[max(0, left.start - 5) : left.start].lower() == "from "
        if not (joined and (closing or listed)):
            listed = False
            continue
        given = _with_unit(text, left, right)
        listed = given is not None
        if given is not None:
            shared[place] = given
    return shared


def _with_unit(text: str, left: Item, right: Item) -> Item | None:
    """``left`` with the unit of ``right``, where ``left`` is bare and ``right`` unscaled."""
    bare, full = left.value, right.value
    if not isinstance(bare, Amount) or not isinstance(full, Amount):
        return None
    figure = _FIGURE.match(text, right.start)
    if not full.unit or figure is None or full.ordinal or full.unit in {"score", "ratio"}:
        return None
    # "5 and 7 million dollars" shares more than the unit; a bare 5 would then be wrong.
    if full.high is not None or parse_number(figure.group().lstrip("+"))[0] != full.amount:
        return None
    if bare.unit or bare.ordinal or bare.high is not None:
        return None
    return replace(left, kind=right.kind, value=replace(bare, unit=full.unit))
