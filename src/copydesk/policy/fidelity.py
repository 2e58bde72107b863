"""Rules about title, summary and lead: they keep what the sources keep."""

from __future__ import annotations

from collections.abc import Iterable

from copydesk.noticed import Dropped, Near
from copydesk.policy.passages import passage
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import Evidence, FieldName, Severity

__all__ = ["near_passage", "shown"]

_SHOWN_CHARS = 200
_NAMES = {FieldName.TITLE: "title", FieldName.SUMMARY: "summary", FieldName.BODY: "lead"}


def shown(text: str, limit: int = _SHOWN_CHARS) -> str:
    """A sentence on one line, cut where it is long."""
    plain = " ".join(text.split())
    return plain if len(plain) <= limit else plain[:limit].rsplit(" ", 1)[0] + "…"


def near_passage(context: Context, near: Near) -> tuple[Evidence, ...]:
    """The passage as a finding carries it; empty where the source was not handed over."""
    source = next((one for one in context.sources if one.id == near.source), None)
    return (passage(source, near.start, near.end, near.share),) if source is not None else ()


def _dropped(context: Context, kind: str, what: str) -> Iterable[Hit]:
    for one in context.noticed.dropped:
        if one.kind == kind:
            yield _hit(context, one, what)


def _hit(context: Context, one: Dropped, what: str) -> Hit:
    word = shown(one.word)
    kept = f" The body keeps it: “{shown(one.kept)}”." if one.kept else ""
    return Hit(
        one.field,
        one.start,
        one.end,
        f"The {_NAMES[one.field]} {what}; source {one.near.source} has “{word}”: "
        f"“{shown(one.near.text)}”.{kept}",
        expected=word,
        found=one.text,
        passages=near_passage(context, one.near),
    )


@register(
    "modality-dropped",
    Severity.WARNING,
    statement="What a source calls possible, planned or proposed is not told as done in title, "
    "summary or lead.",
    rationale="“May buy”, “plans to cut” and “a proposed ban” become “buys”, “cuts” and “bans” where "
    "a title is short. Most readers read no further, and nothing has happened yet.",
    fix="Keep the source's word: may, could, plans to, proposed, expected.",
    bad="Orrin Foods buys Lark Bakeries (the source: may buy)",
    good="Orrin Foods in talks to buy Lark Bakeries",
)
def modality_dropped(context: Context) -> Iterable[Hit]:
    """Sentences of title, summary and lead that the trace saw drop a “may” or a “plans to”."""
    return _dropped(context, "modality", "tells as a fact what is not one yet")


@register(
    "condition-dropped",
    Severity.WARNING,
    statement="A condition that a source sets (“if”, “unless”, “subject to”) stands in title, summary "
    "or lead too.",
    rationale="A strike that an offer would avert, a merger that an office has yet to allow: without "
    "the condition the sentence says more than its source does.",
    fix="Name the condition, or say that there is one.",
    bad="Teachers strike on Thursday (the source: if no offer is made)",
    good="Teachers threaten to strike on Thursday",
)
def condition_dropped(context: Context) -> Iterable[Hit]:
    """Sentences of title, summary and lead that the trace saw drop a condition."""
    return _dropped(context, "condition", "has no condition")


@register(
    "attribution-dropped",
    Severity.WARNING,
    statement="What a source only alleges, reports from unnamed people, or claims of itself has its "
    "attribution in title, summary or lead.",
    rationale="An allegation told as a fact is the gravest thing a title can do to those it names. A "
    "maker's word about its own product is advertising until somebody else has measured it.",
    fix="Say who says so.",
    bad="Hollis Motors hid brake faults (the source: a suit alleges that it did)",
    good="Suit alleges that Hollis Motors hid brake faults",
)
def attribution_dropped(context: Context) -> Iterable[Hit]:
    """Sentences of title, summary and lead that the trace saw drop an attribution."""
    return _dropped(context, "attribution", "states without attribution what others say")


@register(
    "scope-dropped",
    Severity.WARNING,
    statement="What a source found in mice, in a laboratory, in a test version, in a survey or in one "
    "user's report is not told of everybody in title, summary or lead.",
    rationale="The narrower a finding is, the duller its title; so the narrowing goes first. Readers "
    "then take a dish for a patient and a forum post for a recall.",
    fix="Name the scope: in mice, in a pre-release version, in a survey of 212 members.",
    bad="Beetroot extract reverses memory loss (the source: in mice)",
    good="Beetroot extract reverses memory loss in mice",
)
def scope_dropped(context: Context) -> Iterable[Hit]:
    """Sentences of title, summary and lead that the trace saw widen a scope."""
    return _dropped(context, "scope", "does not say where this holds")


@register(
    "actor-differs",
    Severity.WARNING,
    statement="Who does what to whom in title, summary and lead is as in the source.",
    rationale="Buyer and bought, winner and loser: both names are in the source, so a look-up passes "
    "them, and the story is the opposite one.",
    fix="Compare with the source's sentence and put the names where it has them.",
    bad="Lark Bakeries acquires Orrin Foods (the source: Orrin Foods acquires Lark Bakeries)",
    good="Orrin Foods acquires Lark Bakeries",
)
def actor_differs(context: Context) -> Iterable[Hit]:
    """Names that the trace saw in another's place, unless the trace denies the name itself."""
    for one in context.noticed.renamed:
        yield Hit(
            one.field,
            one.start,
            one.end,
            f"In source {one.near.source} it is “{one.theirs}” who does this, where the "
            f"{_NAMES[one.field]} has “{one.text}”: “{shown(one.near.text)}”.",
            expected=one.theirs,
            found=one.text,
            passages=near_passage(context, one.near),
        )
