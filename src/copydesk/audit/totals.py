"""What many rows say together: counts that can be added up in any order.

Every figure is one count under a key, so that the totals of two shards are added key by key, and
the sum is the same whichever shard comes first and wherever the archive was cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from copydesk.audit.checks import AUDIT_CHECKS, FUNNEL
from copydesk.audit.row import AuditRow
from copydesk.provenance.checks import CheckState

__all__ = ["AXES", "NOT_SAID", "Group", "Totals"]

AXES = ("month", "contributor", "model", "category", "domain")
"""By what the articles are grouped."""

NOT_SAID = "(not said)"

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The articles that share a month, contributor, model, category or source domain."""

    name: str
    articles: int
    full_chain: int
    failing: int
    failed: dict[str, int]
    """How many of them fail each check."""

    def as_json(self) -> dict[str, Any]:
        """One entry of ``by`` in the JSON."""
        return {
            "name": self.name,
            "articles": self.articles,
            "full_chain": self.full_chain,
            "failing": self.failing,
            "failed": self.failed,
        }


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts of rows; add two with ``+``."""

    counts: Counter[Key] = field(default_factory=Counter)

    @classmethod
    def of(cls, rows: Iterable[AuditRow]) -> Totals:
        """The totals of these rows."""
        made = cls()
        for row in rows:
            made.add(row)
        return made

    def add(self, row: AuditRow) -> None:
        """Count one row more."""
        self.counts.update(dict(_counts(row)))

    def __add__(self, other: Totals) -> Totals:
        both = Counter(self.counts)
        both.update(other.counts)
        return Totals(both)

    def __getitem__(self, key: Key) -> int:
        return self.counts[key]

    @property
    def articles(self) -> int:
        """Articles that were judged: published ones."""
        return self.counts["articles",]

    @property
    def full_chain(self) -> int:
        """Articles whose chain is full."""
        return self.counts["full-chain",]

    @property
    def failing(self) -> int:
        """Articles of which a check fails."""
        return self.counts["failing",]

    @property
    def unpublished(self) -> int:
        """Articles on their way."""
        return self.counts["unpublished",]

    @property
    def stray(self) -> int:
        """What lies in the archive and belongs to no article."""
        return sum(self.under("stray").values())

    @property
    def ok(self) -> bool:
        """Nothing fails."""
        return not self.failing and not self.stray

    def state(self, check: str, state: CheckState) -> int:
        """How many articles answered that check so."""
        return self.counts["state", check, state.value]

    def funnel(self) -> list[tuple[str, int]]:
        """For each step of the chain, how many articles hold up to and with it."""
        reached = [self.counts["steps", str(number)] for number in range(len(FUNNEL) + 1)]
        return [(check, sum(reached[at:])) for at, check in enumerate(FUNNEL, 1)]

    def under(self, *head: str) -> dict[str, int]:
        """What is counted under a key's beginning, most first, then by name."""
        found = {key[-1]: count for key, count in self.counts.items() if key[:-1] == head and count}
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    def groups(self, axis: str) -> list[Group]:
        """The articles by that axis: months in order, the rest by size and name."""
        failed: dict[str, dict[str, int]] = {}
        for key, count in self.counts.items():
            if key[0] == axis and len(key) == 4:
                failed.setdefault(key[1], {})[key[3]] = count
        made = [
            Group(
                name,
                count,
                self.counts[axis, name, "full-chain"],
                self.counts[axis, name, "failing"],
                {check: failed[name][check] for check in AUDIT_CHECKS if check in failed[name]}
                if name in failed
                else {},
            )
            for name, count in self._sizes(axis)
        ]
        if axis == "month":
            return sorted(made, key=lambda one: one.name)
        return sorted(made, key=lambda one: (-one.articles, one.name))

    def _sizes(self, axis: str) -> Iterator[tuple[str, int]]:
        for key, count in self.counts.items():
            if key[0] == axis and len(key) == 3 and key[2] == "articles":
                yield key[1], count

    def as_json(self) -> dict[str, Any]:
        """``totals`` of ``--format json``."""
        return {
            "articles": self.articles,
            "unpublished": self.unpublished,
            "full_chain": self.full_chain,
            "failing": self.failing,
            "stray": self.under("stray"),
            "funnel": [{"check": check, "articles": count} for check, count in self.funnel()],
            "checks": {check: self._check(check) for check in AUDIT_CHECKS},
            "captures": self.under("capture"),
            "sources": self.under("source"),
            "specifics": self.under("specific"),
            "findings": self.under("finding"),
            "by": {axis: [one.as_json() for one in self.groups(axis)] for axis in AXES},
        }

    def _check(self, check: str) -> dict[str, Any]:
        states = {state.value: self.state(check, state) for state in CheckState}
        return {**states, "codes": self.under("code", check)}

    def why(self, check: str) -> dict[str, int]:
        """How often the check fails by each code, most first."""
        return self.under("why", check)


def _counts(row: AuditRow) -> Iterator[tuple[Key, int]]:
    if row.stray:
        yield from ((("stray", one.code), 1) for one in row.failed)
        return
    if not row.published:
        yield ("unpublished",), 1
        return
    full, failed = int(row.full_chain), row.failed
    failing = int(bool(failed))
    yield ("articles",), 1
    yield ("full-chain",), full
    yield ("failing",), failing
    yield ("steps", str(row.steps)), 1
    for one in row.outcomes:
        yield ("state", one.check, one.state.value), 1
        yield ("code", one.check, one.code), 1
        if one.state is CheckState.FAIL:
            yield ("why", one.check, one.code), 1
    for kind, counts in (
        ("capture", row.captures),
        ("source", row.sources),
        ("specific", row.specifics),
        ("finding", row.findings),
    ):
        for what, count in counts:
            yield (kind, what), count
    for axis, name in _places(row):
        yield (axis, name, "articles"), 1
        yield (axis, name, "full-chain"), full
        yield (axis, name, "failing"), failing
        for one in failed:
            yield (axis, name, "failed", one.check), 1


def _places(row: AuditRow) -> Iterator[tuple[str, str]]:
    yield "month", row.month or NOT_SAID
    yield "contributor", row.contributor or NOT_SAID
    yield "model", row.model or NOT_SAID
    yield "category", row.category or NOT_SAID
    for host in row.domains:
        yield "domain", host
