"""Rules about sentences without a specific: whether any source says what they say."""

from __future__ import annotations

from collections.abc import Iterable

from copydesk.policy.registry import Context, Hit, register
from copydesk.report import FieldName, Kind, Severity, Status

_GOOD = frozenset({Status.TRACED, Status.DERIVED})
# Names and ranks are an article's cast; a sentence that has them may still be made up.
_TELLING = frozenset(Kind) - {Kind.NAME, Kind.SUPERLATIVE}
_SHOWN_CHARS = 160


@register(
    "sentence-unsupported",
    Severity.WARNING,
    statement="Every factual sentence has a passage in some source that speaks of the same.",
    rationale="A third of what reviewers object to carries no figure, name or quotation that could "
    "be looked up: a motive, a consequence, a piece of background that was made up or remembered. "
    "The words of such a sentence stand near one another in no source.",
    fix="Cite a source that says it, say it in the source's own terms, or leave it out.",
    bad="Engineers attribute the delay to a shortage of hardened steel. (no source speaks of it)",
    good="The port authority attributes the delay to late permits. (the source says so)",
)
def sentence_unsupported(context: Context) -> Iterable[Hit]:
    """Sentences that the trace found no passage for, and that hold no figure or quotation: these
    have been looked up one by one.
    """
    decided = [
        item
        for item in context.specifics
        if item.field is FieldName.BODY and (item.kind in _TELLING or item.status not in _GOOD)
    ]
    for one in context.noticed.unsupported:
        if any(one.start <= item.start < one.end for item in decided):
            continue
        near = " ".join(one.nearest.split())
        shown = near if len(near) <= _SHOWN_CHARS else near[:_SHOWN_CHARS].rsplit(" ", 1)[0] + "…"
        nearest = f" The nearest words are source {one.source}'s: “{shown}”." if shown else ""
        yield Hit(
            FieldName.BODY,
            one.start,
            one.end,
            f"No source has a passage that says this.{nearest}",
            expected=shown or None,
            found=one.text,
        )


@register(
    "negation-differs",
    Severity.WARNING,
    statement="A sentence denies what its source denies, and affirms what it affirms.",
    rationale="A dropped “not” turns a fact round and leaves every name and figure in its place, so "
    "nothing else notices it.",
    fix="Compare with the source's sentence and say what it says.",
    bad="The regulator approved the merger. (the source: has not approved the merger)",
    good="The regulator has not approved the merger.",
)
def negation_differs(context: Context) -> Iterable[Hit]:
    """Sentences that the nearest passages of the sources contradict by a denial."""
    for one in context.noticed.denied:
        near = " ".join(one.nearest.split())
        shown = near if len(near) <= _SHOWN_CHARS else near[:_SHOWN_CHARS].rsplit(" ", 1)[0] + "…"
        sides = "denies what source {} affirms" if one.denies else "affirms what source {} denies"
        yield Hit(
            one.field,
            one.start,
            one.end,
            f"The sentence {sides.format(one.source)}: “{shown}”.",
            expected=shown,
            found=one.text,
        )
