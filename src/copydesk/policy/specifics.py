"""Rules about figures, dates, versions, names: what the trace says of them.

One fault is one finding: a figure that stands in three places of the body is reported where it
stands first, with the ids of all three. A person with twenty drafts must not drown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from copydesk.policy.registry import Context, Hit, register
from copydesk.policy.sources import has_evidence
from copydesk.report import Kind, Severity, Specific, Status

# What has one right form. Names and superlatives are worded in more ways than a text comparison
# can follow, so they have rules of their own, less severe.
VALUES = frozenset(
    {
        Kind.NUMBER,
        Kind.MONEY,
        Kind.PERCENT,
        Kind.DATE,
        Kind.DURATION,
        Kind.VERSION,
        Kind.IDENTIFIER,
    }
)
_WORDINGS = frozenset({Kind.NAME, Kind.SUPERLATIVE})
# How many specifics one message names before it only counts the rest.
_SHOWN = 5


def grouped(
    specifics: Iterable[Specific], key: Callable[[Specific], object]
) -> list[tuple[Specific, ...]]:
    """Specifics with the same key in the same part of the article (each headline field, body)."""
    groups: dict[object, list[Specific]] = {}
    for item in specifics:
        groups.setdefault((item.field, key(item)), []).append(item)
    return [tuple(group) for group in groups.values()]


def _same_words(item: Specific) -> object:
    return item.kind, " ".join(item.text.casefold().split()), item.cited


def _hits(
    context: Context, kinds: frozenset[Kind], status: Status, otherwise: str
) -> Iterable[Hit]:
    """One hit for each thing; the trace's reason is the message, ``otherwise`` where it has none."""
    chosen = [item for item in context.specifics if item.kind in kinds and item.status is status]
    for group in grouped(chosen, _same_words):
        yield _hit(group, otherwise)


def _hit(group: tuple[Specific, ...], otherwise: str) -> Hit:
    first = group[0]
    again = f" It stands in {len(group)} places." if len(group) > 1 else ""
    return Hit(
        first.field,
        first.start,
        first.end,
        (first.reason.strip() or otherwise) + again,
        expected=first.evidence[0].exact if first.evidence else None,
        found=first.text,
        specifics=tuple(item.id for item in group),
    )


@register(
    "specific-contradicted",
    Severity.ERROR,
    statement="No figure, date, version or identifier differs from what the sources say of the "
    "same thing.",
    rationale="The commonest error of machine-written news is a slip in one figure: a digit, a unit, "
    "a year. The source states the right one and nobody compared.",
    fix="Write what the source states, or cite a source that states this.",
    bad="The ferry carried 4,200 passengers. (the source: 2,400 passengers)",
    good="The ferry carried 2,400 passengers.",
)
def specific_contradicted(context: Context) -> Iterable[Hit]:
    """Values whose status is ``contradicted``."""
    return _hits(context, VALUES, Status.CONTRADICTED, "A source states it otherwise.")


@register(
    "specific-misattributed",
    Severity.WARNING,
    statement="Every specific stands in a source that its passage cites.",
    rationale="A reader who follows the link does not find the figure there and stops believing the "
    "rest. Typical: the press release is cited and the figure stands only in the study.",
    fix="Cite the source that holds it at these words.",
    bad="The [operator](https://a.example/) counted 2,400 passengers. (only b.example says so)",
    good="The [port authority](https://b.example/) counted 2,400 passengers.",
)
def specific_misattributed(context: Context) -> Iterable[Hit]:
    """Specifics of any kind, quotations included, whose status is ``misattributed``."""
    return _hits(
        context,
        frozenset(Kind),
        Status.MISATTRIBUTED,
        "The cited source does not hold it; another one does.",
    )


@register(
    "specific-untraced",
    Severity.WARNING,
    headline_severity=Severity.ERROR,
    statement="Every figure, date, version and identifier is found in a source.",
    rationale="An invented specific looks exactly like a true one. In title and summary it is an "
    "error, since those are read alone and repeated without the article.",
    fix="Cite the source that states it, show how it was computed, or remove it.",
    bad="The repair cost $3.2 million. (no source names a cost)",
    good="The operator has not said what the repair cost.",
)
def specific_untraced(context: Context) -> Iterable[Hit]:
    """Values whose status is ``untraced``; silent where no source could be read at all."""
    if not has_evidence(context):
        return ()
    return _hits(context, VALUES, Status.UNTRACED, "No readable source holds it.")


@register(
    "specific-unbound",
    Severity.NOTE,
    headline_severity=Severity.WARNING,
    statement="Every figure, date, version and identifier is found beside what the article says it "
    "is about.",
    rationale="The right number of the wrong thing passes every search: 84% of one thing is no "
    "evidence for 84% of another.",
    fix="Read the source's passage; correct what the figure is said to measure.",
    bad="84% of passengers were satisfied. (the source: 84% of departures were on time)",
    good="84% of departures were on time.",
)
def specific_unbound(context: Context) -> Iterable[Hit]:
    """Values whose status is ``unbound``: a matter for an editor's eye, not a verdict."""
    return _hits(
        context, VALUES, Status.UNBOUND, "A source holds it, in a passage about something else."
    )


@register(
    "specific-unverifiable",
    Severity.WARNING,
    statement="No passage rests only on sources that could not be read.",
    rationale="A page behind a block, a consent wall or scripts may say all of it or none. “Could "
    "not check” is not “wrong”, and it is not “right” either.",
    fix="Capture the source another way, or cite a second one that can be read.",
    bad="Three figures in one paragraph, which cites only a page that refused the capture",
    good="The same figures, with a second source that could be read",
)
def specific_unverifiable(context: Context) -> Iterable[Hit]:
    """One finding for all specifics of a field that rest on the same unreadable sources."""
    if not has_evidence(context):
        return
    chosen = [item for item in context.specifics if item.status is Status.UNVERIFIABLE]
    for group in grouped(chosen, lambda item: item.cited):
        first = group[0]
        named = ", ".join(f"“{item.text}”" for item in group[:_SHOWN])
        more = f" and {len(group) - _SHOWN} more" if len(group) > _SHOWN else ""
        yield Hit(
            first.field,
            first.start,
            first.end,
            f"Could not be checked, as {_cited(first.cited)} cannot be read: {named}{more}.",
            expected="a readable source",
            found=first.text,
            specifics=tuple(item.id for item in group),
        )


@register(
    "name-contradicted",
    Severity.WARNING,
    statement="Names and superlatives stand as the sources state them.",
    rationale="A misspelt name, a swapped firm, a “first” that the source calls “second”: small to "
    "write and impossible to overlook for those concerned.",
    fix="Write it as the source does.",
    bad="Port of Nordhaven (the source: Port of Nordhavn)",
    good="Port of Nordhavn",
)
def name_contradicted(context: Context) -> Iterable[Hit]:
    """Names and superlatives whose status is ``contradicted``."""
    return _hits(context, _WORDINGS, Status.CONTRADICTED, "A source states it otherwise.")


@register(
    "name-untraced",
    Severity.NOTE,
    headline_severity=Severity.WARNING,
    statement="Every name and superlative is found in a source.",
    rationale="A name that no source holds is invented, misspelt, or common knowledge; only an "
    "editor can tell which. “Largest” and “first” need somebody who says so.",
    fix="Check the spelling against the source, cite who says it, or leave it out.",
    bad="the largest ferry operator in the region (no source ranks it)",
    good="a ferry operator with nine vessels",
)
def name_untraced(context: Context) -> Iterable[Hit]:
    """Names and superlatives that are ``untraced``, and superlatives that are ``unbound``.

    A name that some source holds is rarely wrong because its neighbours differ.
    """
    if not has_evidence(context):
        return
    chosen = [
        item
        for item in context.specifics
        if (item.kind in _WORDINGS and item.status is Status.UNTRACED)
        or (item.kind is Kind.SUPERLATIVE and item.status is Status.UNBOUND)
    ]
    for group in grouped(chosen, lambda s: (s.kind, " ".join(s.text.casefold().split()))):
        yield _hit(group, "No readable source says so.")


def _cited(cited: tuple[int, ...]) -> str:
    if not cited:
        return "what was cited"
    if len(cited) == 1:
        return f"source {cited[0]}"
    return f"sources {', '.join(str(item) for item in cited[:-1])} and {cited[-1]}"
