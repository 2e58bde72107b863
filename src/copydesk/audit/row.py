"""What an audit says of one article, as one frozen row; and the row as JSON and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from copydesk.audit.checks import AUDIT_CHECKS, CHAIN, FUNNEL, OK
from copydesk.provenance.checks import CheckState

__all__ = ["AuditRow", "Counts", "Outcome", "Part", "absent", "counted", "fail", "passed", "row_of"]

Counts = tuple[tuple[str, int], ...]
"""(what, how many), sorted."""

# Longer reasons and names are of hostile archives; what they say is in their beginning.
MAX_REASON = 400
MAX_NAME = 300
MAX_DOMAINS = 500


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one check came out: ``code`` is stable, ``reason`` is for people."""

    check: str
    state: CheckState
    code: str
    reason: str

    def as_json(self) -> dict[str, str]:
        """One outcome of a row."""
        return {
            "check": self.check,
            "state": self.state.value,
            "code": self.code,
            "reason": self.reason,
        }


def passed(check: str, reason: str = "") -> Outcome:
    """The check holds."""
    return Outcome(check, CheckState.PASS, OK, reason)


def fail(check: str, code: str, reason: str) -> Outcome:
    """The check does not hold."""
    return Outcome(check, CheckState.FAIL, code, _short(reason, MAX_REASON))


def absent(check: str, code: str, reason: str) -> Outcome:
    """What the check needs is not there."""
    return Outcome(check, CheckState.NOT_PRESENT, code, _short(reason, MAX_REASON))


def counted(values: Iterable[str] | Mapping[str, int]) -> Counts:
    """How often each value occurs, sorted by value."""
    found: dict[str, int] = {}
    if isinstance(values, Mapping):
        found.update(values)
    else:
        for value in values:
            found[value] = found.get(value, 0) + 1
    return tuple(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Part:
    """What one half of an audit found of an article: of its statements, or of its evidence.

    ``facts`` are what the statements say (date, contributor, model, category, corrections).
    """

    outcomes: tuple[Outcome, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    domains: tuple[str, ...] = ()
    captures: Counts = ()
    sources: Counts = ()
    specifics: Counts = ()
    findings: Counts = ()

    def as_json(self) -> dict[str, Any]:
        """As the journal keeps it."""
        return {
            "outcomes": [
                [one.check, one.state.value, one.code, one.reason] for one in self.outcomes
            ],
            "facts": [list(pair) for pair in self.facts],
            "domains": list(self.domains),
            **{name: [list(pair) for pair in getattr(self, name)] for name in _COUNTS},
        }

    @classmethod
    def from_json(cls, value: Any) -> Part:
        """As :meth:`as_json` wrote it.

        Raises:
            ValueError, TypeError, KeyError: it is anything else.
        """
        outcomes = tuple(
            Outcome(_text(check), CheckState(state), _text(code), _text(reason))
            for check, state, code, reason in value["outcomes"]
        )
        if any(one.check not in AUDIT_CHECKS for one in outcomes):
            raise ValueError("a check that is none")
        facts = tuple((_text(name), _text(said)) for name, said in value["facts"])
        counts = {
            name: tuple((_text(what), _number(count)) for what, count in value[name])
            for name in _COUNTS
        }
        return cls(outcomes, facts, tuple(_text(host) for host in value["domains"]), **counts)


_COUNTS = ("captures", "sources", "specifics", "findings")


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One article: where it lies (``article``), what it says of itself, and how each check came out.

    ``stray`` says that it is no article, but something in the archive that belongs to none.
    ``captures`` counts stored bodies by code, ``sources`` cited sources by what became of their
    capture, ``specifics`` by status, ``findings`` by severity and rule. What is not known is empty.
    """

    article: str
    slug: str = ""
    date: str = ""
    contributor: str = ""
    model: str = ""
    category: str = ""
    published: bool = True
    stray: bool = False
    corrected: int = 0
    domains: tuple[str, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    captures: Counts = ()
    sources: Counts = ()
    specifics: Counts = ()
    findings: Counts = ()

    @property
    def month(self) -> str:
        """``YYYY-MM``, or empty."""
        return self.date[:7]

    def outcome(self, check: str) -> Outcome | None:
        """How that check came out, if it was asked."""
        return next((one for one in self.outcomes if one.check == check), None)

    def state(self, check: str) -> CheckState:
        """As :meth:`outcome`; not-present where it was not asked."""
        found = self.outcome(check)
        return found.state if found is not None else CheckState.NOT_PRESENT

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """The checks that fail."""
        return tuple(one for one in self.outcomes if one.state is CheckState.FAIL)

    @property
    def steps(self) -> int:
        """How many steps of :data:`FUNNEL` hold before the first that does not."""
        holding = {one.check for one in self.outcomes if one.state is CheckState.PASS}
        for done, check in enumerate(FUNNEL):
            if check not in holding:
                return done
        return len(FUNNEL)

    @property
    def full_chain(self) -> bool:
        """Every step of the chain holds, and no check on the chain fails."""
        return self.steps == len(FUNNEL) and not any(one.check in CHAIN for one in self.failed)

    def as_json(self) -> dict[str, Any]:
        """One line of ``--format json``."""
        return {
            "article": self.article,
            "slug": self.slug,
            "date": self.date,
            "contributor": self.contributor,
            "model": self.model,
            "category": self.category,
            "published": self.published,
            "stray": self.stray,
            "full_chain": self.full_chain,
            "corrections": self.corrected,
            "domains": list(self.domains),
            "checks": [one.as_json() for one in self.outcomes],
            **{name: dict(getattr(self, name)) for name in _COUNTS},
        }


def row_of(article: str, slug: str, parts: Iterable[Part]) -> AuditRow:
    """The row of an article from what the halves of its audit found."""
    parts = tuple(parts)
    facts = {name: said for part in parts for name, said in part.facts}
    outcomes = {one.check: one for part in parts for one in part.outcomes}

    def fact(name: str) -> str:
        return _short(facts.get(name, ""), MAX_NAME)

    def counts(name: str) -> Counts:
        return tuple(pair for part in parts for pair in getattr(part, name))

    return AuditRow(
        article=_short(article, MAX_NAME),
        slug=_short(slug, MAX_NAME),
        date=fact("date"),
        contributor=fact("contributor"),
        model=fact("model"),
        category=fact("category"),
        published=facts.get("published", "yes") == "yes",
        stray=facts.get("stray", "") == "yes",
        corrected=int(facts["corrections"]) if facts.get("corrections", "").isdigit() else 0,
        domains=tuple(sorted({host for part in parts for host in part.domains})[:MAX_DOMAINS]),
        outcomes=tuple(outcomes[check] for check in AUDIT_CHECKS if check in outcomes),
        captures=counts("captures"),
        sources=counts("sources"),
        specifics=counts("specifics"),
        findings=counts("findings"),
    )


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("no number")
    return value
