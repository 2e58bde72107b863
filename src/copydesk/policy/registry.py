"""The registry of editorial rules: every rule is one frozen object with a pure function.

The documentation, ``copydesk rules`` and the check itself are all made from this registry, so a
rule cannot exist in one of them alone. A rule's function says only where and what (:class:`Hit`);
its id and severity are added here, so that they are the same wherever they are shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from copydesk.article import Article
from copydesk.article.prose import Prose
from copydesk.config import PolicyConfig
from copydesk.errors import UsageError
from copydesk.evidence.model import EvidenceSource
from copydesk.noticed import Noticed
from copydesk.policy.archive import Archive
from copydesk.policy.lists import PolicyLists
from copydesk.policy.places import Spots
from copydesk.report import Evidence, FieldName, Finding, Severity, Specific

__all__ = [
    "HOUSE_PREFIX",
    "Context",
    "Hit",
    "Place",
    "Registry",
    "Rule",
    "all_rules",
    "register",
    "rule",
    "rules_table",
]

_ID = re.compile(r"[a-z]+(-[a-z]+)*")
HOUSE_PREFIX = "house-"
"""What the id of every rule of a newsroom's own begins with."""
_HEADLINE = {FieldName.TITLE, FieldName.SUMMARY}


Place = tuple[FieldName, int, int]
"""A field and a span of its code points."""


@dataclass(frozen=True, slots=True)
class Context:
    """All that a rule may read.

    ``noticed`` is what the trace saw besides the specifics; ``prose`` is the article's own words (no quotations, no code); ``cited`` leads from a source's
    id to the place that cites it first. ``archive`` is what the newsroom published before; ``owners`` names who stands
    behind each source, by its id (:mod:`copydesk.policy.owners`); ``spots`` are the sentences by place; ``lead`` is where
    the first paragraph stands, as most readers read no further.
    """

    article: Article
    sources: Sequence[EvidenceSource]
    specifics: Sequence[Specific]
    config: PolicyConfig
    lists: PolicyLists
    prose: tuple[Prose, ...]
    cited: Mapping[int, Place]
    noticed: Noticed = field(default_factory=Noticed)
    archive: Archive = field(default_factory=Archive)
    owners: Mapping[int, str] = field(default_factory=dict)
    spots: Spots = field(default_factory=Spots)
    lead: Place | None = field(init=False)

    def __post_init__(self) -> None:
        span = self.article.lead_span
        lead = (FieldName.BODY, span.start, span.end) if span.start < span.end else None
        object.__setattr__(self, "lead", lead)


@dataclass(frozen=True, slots=True)
class Hit:
    """What a rule's function yields: a place and a sentence.

    ``start`` and ``end`` are code points of the field. A hit about the whole article (a category,
    a source that no passage cites) stands at 0-0 of the body. ``fix`` replaces the rule's own.
    ``passages`` are what sources say, for reading beside it; see :func:`policy.passages.passage`.
    """

    field: FieldName
    start: int
    end: int
    message: str
    expected: str | None = None
    found: str | None = None
    specifics: tuple[int, ...] = ()
    fix: str = ""
    passages: tuple[Evidence, ...] = ()


Check = Callable[[Context], Iterable[Hit]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One editorial check.

    ``severity`` holds for every finding of the rule; ``headline_severity``, where given, replaces
    it in title, summary and lead, which most readers read alone. ``bad`` and ``good`` are one-line
    examples; ``config`` names the keys of ``[policy]`` that the rule reads.
    """

    id: str
    family: str
    severity: Severity
    statement: str
    rationale: str
    fix: str
    bad: str
    good: str
    check: Check = field(repr=False, compare=False)
    headline_severity: Severity | None = None
    config: tuple[str, ...] = ()

    @property
    def house(self) -> bool:
        """Whether a newsroom's own package brings it."""
        return self.id.startswith(HOUSE_PREFIX)

    def severity_in(self, where: FieldName, *, in_lead: bool = False) -> Severity:
        """The severity of a finding in that field; ``in_lead`` says that it lies in the first
        paragraph of the body.
        """
        if self.headline_severity is not None and (in_lead or where in _HEADLINE):
            return self.headline_severity
        return self.severity

    @property
    def severity_words(self) -> str:
        """The severity as shown to people."""
        if self.headline_severity is None:
            return self.severity.value
        return f"{self.severity.value} ({self.headline_severity.value} in title, summary and lead)"

    def finding(self, hit: Hit, lead: Place | None = None) -> Finding:
        """The finding that a hit of this rule is; ``lead`` is where the first paragraph stands."""
        return Finding(
            rule=self.id,
            severity=self.severity_in(hit.field, in_lead=_lies_in(hit, lead)),
            field=hit.field,
            start=hit.start,
            end=hit.end,
            message=hit.message,
            fix=hit.fix or self.fix,
            expected=hit.expected,
            found=hit.found,
            specifics=hit.specifics,
            evidence=hit.passages,
        )


def _lies_in(hit: Hit, place: Place | None) -> bool:
    """Whether a hit has a word within a place; one about the whole article lies in none."""
    if place is None or hit.field is not place[0]:
        return False
    return place[1] < hit.end and hit.start < place[2]


class Registry:
    """Rules by their id."""

    def __init__(self, prefix: str = "") -> None:
        """``prefix`` is what every id of this registry begins with."""
        self._rules: dict[str, Rule] = {}
        self._prefix = prefix

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule, in order of family and id."""
        return tuple(sorted(self._rules.values(), key=lambda item: (item.family, item.id)))

    def get(self, rule_id: str) -> Rule | None:
        """The rule with that id."""
        return self._rules.get(rule_id)

    def register(
        self,
        rule_id: str,
        severity: Severity,
        *,
        statement: str,
        rationale: str,
        fix: str,
        bad: str,
        good: str,
        headline_severity: Severity | None = None,
        config: tuple[str, ...] = (),
    ) -> Callable[[Check], Check]:
        """Register the decorated function as a rule; its module is the rule's family.

        Raises:
            ValueError: at import, when the id is taken, not kebab-case or without the registry's
                prefix, or a text is missing.
        """

        def decorate(check: Check) -> Check:
            if _ID.fullmatch(rule_id) is None or rule_id in self._rules:
                raise ValueError(f"rule id {rule_id!r} is taken or not kebab-case")
            if not rule_id.startswith(self._prefix):
                raise ValueError(f"rule id {rule_id!r} does not begin with {self._prefix!r}")
            if not all((statement, rationale, fix, bad, good)):
                raise ValueError(f"rule {rule_id!r} lacks a text")
            self._rules[rule_id] = Rule(
                id=rule_id,
                family=check.__module__.rsplit(".", 1)[-1],
                severity=severity,
                statement=statement,
                rationale=rationale,
                fix=fix,
                bad=bad,
                good=good,
                check=check,
                headline_severity=headline_severity,
                config=config,
            )
            return check

        return decorate


_BUILT_IN = Registry()
register = _BUILT_IN.register


def all_rules() -> tuple[Rule, ...]:
    """Every rule of Copydesk itself, in order of family and id."""
    return _BUILT_IN.rules


def rule(rule_id: str) -> Rule:
    """The rule with that id.

    Raises:
        UsageError: there is none.
    """
    found = _BUILT_IN.get(rule_id)
    if found is None:
        raise UsageError(
            f"There is no rule {rule_id!r}.", fix="`copydesk rules` lists all of them."
        )
    return found


def rules_table(rules: Sequence[Rule] | None = None) -> list[dict[str, Any]]:
    """The rows of ``copydesk rules``: plain JSON values, the same for text and JSON."""
    return [
        {
            "id": item.id,
            "family": item.family,
            "severity": item.severity.value,
            "headline_severity": item.severity_in(FieldName.TITLE).value,
            "statement": item.statement,
            "rationale": item.rationale,
            "fix": item.fix,
            "bad": item.bad,
            "good": item.good,
            "config": [f"policy.{key}" for key in item.config],
            "docs": "" if item.house else f"docs/rules.md#{item.id}",
        }
        for item in (all_rules() if rules is None else rules)
    ]
