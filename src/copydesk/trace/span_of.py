"""What a figure can be at all: within its own last place, a look that needs no fractions.

A round figure shares its first digit with hundreds of others in large sources. Nearly all of them lie
further off than rounding reaches, which two comparisons of whole numbers tell.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from copydesk.trace.specifics import Amount, Value
from copydesk.trace.specifics.values import grain

__all__ = ["Span", "span_of"]


@dataclass(frozen=True, slots=True)
class Span:
    """The whole numbers between which a figure of that unit is equal to another or its rounding."""

    unit: str
    low: int
    high: int

    def excludes(self, other: Value) -> bool:
        """Whether ``other`` is plainly neither. False where that takes a closer look: another unit, a
        part of a number, a range, an order of magnitude.
        """
        return (
            isinstance(other, Amount)
            and other.unit == self.unit
            and other.high is None
            and not other.vague
            and other.amount.denominator == 1
            and not self.low <= other.amount.numerator <= self.high
        )


def span_of(value: Value) -> Span | None:
    """The span of an amount that is no range and no order of magnitude; ``None`` for others."""
    if not isinstance(value, Amount) or value.vague or value.high is not None:
        return None
    reach = grain(value)
    return Span(value.unit, math.floor(value.amount - reach), math.ceil(value.amount + reach))
