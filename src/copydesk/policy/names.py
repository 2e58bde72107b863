"""Rules about names and superlatives: what the trace says of them."""

from __future__ import annotations

from collections.abc import Iterable

from copydesk.policy.registry import Context, Hit, register
from copydesk.policy.sources import has_evidence
from copydesk.policy.specifics import grouped, hit_of, hits_of, names_a_thing
from copydesk.report import Kind, Severity, Status

_WORDINGS = frozenset({Kind.NAME, Kind.SUPERLATIVE})


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
    return hits_of(context, _WORDINGS, Status.CONTRADICTED, "A source states it otherwise.")


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
    """Names, superlatives and names of models or code that are ``untraced``, and superlatives that
    are ``unbound``.

    A name that some source holds is rarely wrong because its neighbours differ.
    """
    if not has_evidence(context):
        return
    chosen = [
        item
        for item in context.specifics
        if ((item.kind in _WORDINGS or names_a_thing(item)) and item.status is Status.UNTRACED)
        or (item.kind is Kind.SUPERLATIVE and item.status is Status.UNBOUND)
    ]
    for group in grouped(chosen, lambda s: (s.kind, " ".join(s.text.casefold().split()))):
        yield hit_of(group, "No readable source says so.")
