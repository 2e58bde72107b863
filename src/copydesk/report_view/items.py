"""The things an editor has to look at, the most important first.

A finding and the specifics it speaks of are one item; a specific that no finding speaks of and that
is not borne out is one too. The order: errors, warnings, what is for review, notes; within each the
headline before the summary, the lead and the rest; then by status; then as one reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from copydesk.evidence.model import EvidenceSource, Label
from copydesk.report import Evidence, FieldName, Finding, Kind, Report, Severity, Specific, Status
from copydesk.report_view.passages import ArticleWords

__all__ = ["MATCHED", "ORDER", "Group", "Item", "Selection", "brief", "choose", "items_of"]

ORDER = (
    Status.CONTRADICTED,
    Status.MISATTRIBUTED,
    Status.UNTRACED,
    Status.UNBOUND,
    Status.UNVERIFIABLE,
    Status.DERIVED,
    Status.TRACED,
)
MATCHED = frozenset({Status.TRACED, Status.DERIVED})
_FIELD = {FieldName.TITLE: 0, FieldName.SUMMARY: 1, FieldName.BODY: 3}
_LEAD = 2
# Words of a passage that are enough to find it again.
_FIRST_WORDS = 12


class Group(StrEnum):
    """What an item asks of an editor."""

    ERROR = "error"
    WARNING = "warning"
    REVIEW = "for review"
    NOTE = "note"
    MATCHED = "borne out"


_GROUPS = tuple(Group)
MOST_TOGETHER = 4
"""Passages of one finding that are shown side by side; more are not compared by eye."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to look at; ``number`` counts from 1 in the order of importance.

    ``rule`` and ``fix`` are empty for a specific that no finding speaks of, ``kind`` and ``status``
    are ``None`` for a finding about no specific. ``start`` to ``end`` are code points of the field,
    empty for a finding about the whole article. ``nearest`` marks evidence that only comes nearest,
    in which no single words decided. ``together`` are as many of the first pieces of evidence as a
    rule wants side by side; ``dispute`` is what the contributor says against the finding.
    """

    group: Group
    field: FieldName
    start: int
    end: int
    message: str
    rule: str = ""
    fix: str = ""
    kind: Kind | None = None
    status: Status | None = None
    specifics: tuple[int, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    nearest: bool = False
    together: int = 0
    dispute: str = ""
    number: int = 0

    @property
    def brief(self) -> str:
        """The message without the passage at its end, for where the passage is shown itself."""
        return brief(self.message) if self.evidence else self.message


@dataclass(frozen=True, slots=True)
class Selection:
    """Which items are shown; an empty set chooses nothing in particular.

    ``every`` adds the specifics that are borne out; ``limit`` 0 means all.
    """

    rules: frozenset[str] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    statuses: frozenset[Status] = frozenset()
    every: bool = False
    limit: int = 0

    @property
    def narrow(self) -> bool:
        """Whether it asks for something in particular."""
        return bool(self.rules or self.kinds or self.statuses or self.every or self.limit)


def items_of(
    report: Report, words: ArticleWords, sources: Sequence[EvidenceSource]
) -> tuple[Item, ...]:
    """Every item of the report, the borne out ones included, numbered in order of importance."""
    specifics = {item.id: item for item in report.specifics}
    found = [_of_finding(finding, specifics, sources) for finding in report.findings]
    told = {number for finding in report.findings for number in finding.specifics}
    found += [_of_specific(item) for item in report.specifics if item.id not in told]
    ordered = sorted(found, key=lambda item: _importance(item, words))
    return tuple(replace(item, number=at) for at, item in enumerate(ordered, 1))


def choose(items: Iterable[Item], selection: Selection) -> tuple[Item, ...]:
    """The items that the selection asks for, in the order given."""
    every = selection.every or bool(selection.statuses & MATCHED)
    chosen = [
        item
        for item in items
        if (every or item.group is not Group.MATCHED)
        and (not selection.rules or item.rule in selection.rules)
        and (not selection.kinds or item.kind in selection.kinds)
        and (not selection.statuses or item.status in selection.statuses)
    ]
    return tuple(chosen[: selection.limit or None])


def brief(message: str) -> str:
    """The message without the passage at its end; as it is where it has none."""
    head, mark, tail = message.partition(": “…")
    closed, ended, more = tail.partition("…”.")
    return f"{head}.{more}" if mark and ended and closed else message


def _importance(item: Item, words: ArticleWords) -> tuple[int, int, int, int, int]:
    place = _FIELD[item.field]
    if item.field is FieldName.BODY and item.start < item.end and words.in_lead(item.start):
        place = _LEAD
    status = ORDER.index(item.status) if item.status else len(ORDER)
    return _GROUPS.index(item.group), place, status, item.start, item.end


def _of_specific(item: Specific) -> Item:
    return Item(
        group=Group.MATCHED if item.status in MATCHED else Group.REVIEW,
        field=item.field,
        start=item.start,
        end=item.end,
        message=item.reason,
        kind=item.kind,
        status=item.status,
        specifics=(item.id,),
        evidence=item.evidence,
    )


def _of_finding(
    finding: Finding, specifics: Mapping[int, Specific], sources: Sequence[EvidenceSource]
) -> Item:
    about = [specifics[number] for number in finding.specifics if number in specifics]
    worst = min(about, key=lambda item: ORDER.index(item.status), default=None)
    evidence = finding.evidence or next((item.evidence for item in about if item.evidence), ())
    nearest = () if about or evidence else _nearest(finding, sources)
    return Item(
        group=_group(finding.severity, worst),
        field=finding.field,
        start=finding.start,
        end=finding.end,
        message=finding.message,
        rule=finding.rule,
        fix=finding.fix,
        kind=worst.kind if worst else None,
        status=worst.status if worst else None,
        specifics=finding.specifics,
        evidence=evidence or nearest,
        nearest=bool(nearest),
        together=min(len(finding.evidence), MOST_TOGETHER),
        dispute=finding.dispute,
    )


def _group(severity: Severity, worst: Specific | None) -> Group:
    """A note on a specific that is not borne out is for review; any other note only informs."""
    if severity is Severity.NOTE:
        return Group.REVIEW if worst and worst.status not in MATCHED else Group.NOTE
    return Group.ERROR if severity is Severity.ERROR else Group.WARNING


def _nearest(finding: Finding, sources: Sequence[EvidenceSource]) -> tuple[Evidence, ...]:
    """The place of the passage that a finding about a whole sentence compares with, if it has one."""
    said = (finding.expected or "").rstrip("…").split()
    if len(said) < 4:
        return ()
    pattern = re.compile(r"\s+".join(re.escape(word) for word in said[:_FIRST_WORDS]))
    for source in sources:
        at = pattern.search(source.text.text)
        if at is not None:
            own = source.variant_at(at.start())
            start, end = at.start() - own.start, at.end() - own.start
            label = source.text.label_at(at.start())
            seen = "" if label is Label.VISIBLE else label.value
            return (Evidence(source.id, own.sha256, at.group(), "", "", start, end, 0.0, seen),)
    return ()
