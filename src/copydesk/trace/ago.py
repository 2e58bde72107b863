"""How long ago: "35 years ago" is a figure, which another page states alike or not at all.

The grammar reads it as a relative date, whose day depends on when it was written. The number of
years stays what it is.
"""

from __future__ import annotations

import re
from dataclasses import replace

from copydesk.report import Kind
from copydesk.trace.specifics import Amount, DateValue, Item, scan_values

__all__ = ["with_spans"]

_AGO = re.compile(r"(.*\S)[ \u00a0](?:ago|earlier|later)\Z", re.DOTALL | re.IGNORECASE)
# A few days or weeks shift with the day of writing; "a year ago" is a manner of speaking.
_UNITS = frozenset({"year", "decade"})


def with_spans(items: list[Item], text: str) -> list[Item]:
    """The items of ``text``, those that say how many years ago as durations."""
    return [
        _span(item, text) if isinstance(item.value, DateValue) and item.value.relative else item
        for item in items
    ]


def _span(item: Item, text: str) -> Item:
    found = _AGO.match(text[item.start : item.end])
    inner = scan_values(found[1]) if found else []
    value = inner[0].value if len(inner) == 1 else None
    if not isinstance(value, Amount) or value.unit not in _UNITS or value.amount < 2:
        return item
    return replace(
        item, kind=Kind.DURATION, value=value, start=item.start + inner[0].start,
        end=item.start + inner[0].end,
    )  # fmt: skip
