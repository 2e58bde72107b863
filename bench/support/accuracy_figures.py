"""Figures with their counts and targets, and the table that shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Figure", "Outcome", "by_kind", "count", "per_1000", "share", "table"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure.

    ``hits`` of ``of`` is what it was counted from; ``of`` is words for a rate. ``better`` is
    "high", "low" or "" for a count that is only shown. ``target`` is what the finished trace must
    reach, or ``None``. ``sample`` says that ``of`` must not shrink (it is a number of cases).
    """

    set: str
    measure: str
    value: float
    hits: int
    of: int
    better: str = ""
    target: float | None = None
    unit: str = "share"
    sample: bool = False

    @property
    def key(self) -> str:
        """The name of the figure within its set."""
        return self.measure

    @property
    def reached(self) -> bool | None:
        """Whether the target is met; ``None`` where there is none."""
        if self.target is None or not self.of:
            return None
        return self.value >= self.target if self.better == "high" else self.value <= self.target

    def as_json(self) -> dict[str, Any]:
        return {
            "set": self.set,
            "measure": self.measure,
            "value": round(self.value, 4),
            "hits": self.hits,
            "of": self.of,
            "better": self.better,
            "target": self.target,
            "reached": self.reached,
        }


@dataclass(slots=True)
class Outcome:
    """What measuring a set gave: its figures, and what to show of single cases."""

    figures: list[Figure] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)


def share(
    name: str,
    measure: str,
    hits: int,
    of: int,
    *,
    target: float | None = None,
    better: str = "high",
) -> Figure:
    """A part of a number of cases; 0 where there are none."""
    return Figure(name, measure, hits / of if of else 0.0, hits, of, better, target, sample=True)


def per_1000(
    name: str, measure: str, hits: int, words: int, *, target: float | None = None,
    better: str = "low",
) -> Figure:  # fmt: skip
    """So many for 1,000 words."""
    value = 1000 * hits / words if words else 0.0
    return Figure(name, measure, value, hits, words, better, target, unit="rate", sample=True)


def count(
    name: str, measure: str, hits: int, of: int, *, target: float | None = None, better: str = ""
) -> Figure:
    """A plain count out of so many."""
    return Figure(name, measure, float(hits), hits, of, better, target, unit="count", sample=True)


def by_kind(name: str, measure: str, kinds: Counter[str], words: int) -> list[Figure]:
    """The rate of each kind, commonest first."""
    return [per_1000(name, f"{measure}: {kind}", n, words) for kind, n in kinds.most_common()]


def table(figures: Sequence[Figure]) -> str:
    """The figures as text, set by set."""
    width = max((len(one.measure) for one in figures), default=0)
    lines: list[str] = []
    previous = ""
    for one in figures:
        if one.set != previous:
            lines += ["", one.set]
            previous = one.set
        lines.append(
            f"  {one.measure:<{width}}  {_value(one):>8}  {_counts(one):<18}{_target(one)}"
        )
    return "\n".join(lines).lstrip("\n")


def _value(one: Figure) -> str:
    if not one.of:
        return "–"
    if one.unit == "share":
        return f"{100 * one.value:.1f} %"
    return f"{one.value:.0f}" if one.unit == "count" else f"{one.value:.3f}"[:6]


def _counts(one: Figure) -> str:
    if one.unit == "rate":
        return f"{one.hits:,} in {one.of:,} w"
    return f"{one.hits:,}/{one.of:,}" if one.of else "none"


def _target(one: Figure) -> str:
    if one.target is None:
        return ""
    sign = "≥" if one.better == "high" else "≤"
    goal = f"{100 * one.target:.0f} %" if one.unit == "share" else f"{one.target:g}"
    return f"{sign} {goal:<7} {'reached' if one.reached else 'not reached'}"


def unreached(figures: Iterable[Figure]) -> list[Figure]:
    """The figures that miss their target."""
    return [one for one in figures if one.reached is False]
