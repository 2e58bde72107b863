"""The ways in which one value can relate to another."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Relation"]


class Relation(StrEnum):
    """What ``b`` (the source's value) is to ``a`` (the article's), in ``relation(a, b)``.

    ``ROUNDED``: ``b`` rounds to ``a`` at the precision that ``a`` states. ``FINER``: the other
    way, ``a`` is more exact than ``b`` and rounds to it. ``CONVERTED``: the same in another unit
    (MiB and GiB, km and miles, "half" and 50%), rounding to the coarser side's precision allowed.
    ``COMPATIBLE``: one is a part of the other (November and 3 November 2026; 2.15 and 2.15.0; one
    end of a range). ``INCOMPARABLE``: of other kinds or units, so that nothing follows.
    """

    EQUAL = "equal"
    ROUNDED = "rounded"
    FINER = "finer"
    CONVERTED = "converted"
    COMPATIBLE = "compatible"
    DIFFERENT = "different"
    INCOMPARABLE = "incomparable"
