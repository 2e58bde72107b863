"""Rules about sentences without a specific: whether any source says what they say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from copydesk.noticed import Unsupported
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import FieldName, Kind, Severity, Specific, Status

__all__ = ["not_decided"]

_GOOD = frozenset({Status.TRACED, Status.DERIVED})
# Found word for word, a quotation bears its sentence out. A figure or a name may stand in a sentence
# that is made up all the same.
_TELLING = frozenset({Kind.QUOTE})
# Names and ranks are an article's cast; of other specifics so many that are borne out are enough.
_CAST = frozenset({Kind.NAME, Kind.SUPERLATIVE})
_ENOUGH = 2
_SHOWN_CHARS = 160
# Missing words that a message names.
_SHOWN_WORDS = 4


@register(
    "sentence-unsupported",
    Severity.WARNING,
    statement="Every factual sentence has a passage in some source that speaks of the same.",
    rationale="A third of what reviewers object to carries no figure, name or quotation that could "
    "be looked up: a motive, a consequence, a piece of background that was made up or remembered. "
    "Several words of such a sentence stand in no source at all, and the rest nowhere together.",
    fix="Cite a source that says it, say it in the source's own terms, or leave it out.",
    bad="Engineers attribute the delay to a shortage of hardened steel. (no source speaks of it)",
    good="The port authority attributes the delay to late permits. (the source says so)",
)
def sentence_unsupported(context: Context) -> Iterable[Hit]:
    """Sentences that the trace found no passage for, unless a specific in them says so already, or
    a quotation in them was found.
    """
    return _sentences(context, "No source has a passage that says this", sure=True)


@register(
    "sentence-scattered",
    Severity.NOTE,
    statement="The words of a factual sentence stand together in some source.",
    rationale="A paraphrase, a summary of much in little, or a conclusion of the writer's own looks "
    "alike to a program: some words stand here and there in the sources, and some in none of them. "
    "A reader tells which it is.",
    fix="Compare with the nearest passage; keep a fair paraphrase, cite or leave out the rest.",
    bad="The harbour board regards the ferry as a lifeline for remote islands. (in no one place)",
    good="The harbour board said that the islands depend on the ferry. (in one place)",
)
def sentence_scattered(context: Context) -> Iterable[Hit]:
    """The same where the trace is not sure: for a reader to decide."""
    return _sentences(context, "No one passage of the sources says this", sure=False)


def not_decided(
    specifics: Sequence[Specific], unsupported: Iterable[Unsupported]
) -> Iterator[Unsupported]:
    """The sentences that no specific decides: no quotation, nothing that is not borne out, and fewer
    than two figures that are: these bound to their source word by word.
    """
    decided = [
        item.start
        for item in specifics
        if item.field is FieldName.BODY and (item.kind in _TELLING or item.status not in _GOOD)
    ]
    borne_out = [
        item.start
        for item in specifics
        if item.field is FieldName.BODY and item.kind not in _CAST and item.status in _GOOD
    ]
    for one in unsupported:
        figures = sum(one.start <= start < one.end for start in borne_out)
        if figures < _ENOUGH and not any(one.start <= start < one.end for start in decided):
            yield one


def _sentences(context: Context, said: str, *, sure: bool) -> Iterator[Hit]:
    for one in not_decided(context.specifics, context.noticed.unsupported):
        if one.sure is not sure:
            continue
        shown = _shown(one.nearest)
        nearest = f" The nearest words are source {one.source}'s: “{shown}”." if shown else ""
        words = ", ".join(f"“{word}”" for word in one.missing[:_SHOWN_WORDS])
        absent = f"; {words} stand in none of them" if words else ""
        yield Hit(
            FieldName.BODY,
            one.start,
            one.end,
            f"{said}{absent}.{nearest}",
            expected=shown or None,
            found=one.text,
        )


def _shown(nearest: str) -> str:
    near = " ".join(nearest.split())
    return near if len(near) <= _SHOWN_CHARS else near[:_SHOWN_CHARS].rsplit(" ", 1)[0] + "…"


@register(
    "sentence-misattributed",
    Severity.WARNING,
    statement="A sentence that cites a source says what stands in that source.",
    rationale="With several sources open, a writer links the wrong one. Every figure and name of the "
    "sentence may be right, and a reader who follows the link finds nothing of it.",
    fix="Cite the source that says it, or say what the cited one says.",
    bad="The ferry needs new engines, [the notice](https://harbour.example/notice) says. (the "
    "Gazette says so)",
    good="The ferry needs new engines, [the Gazette](https://gazette.example/ferry) says.",
)
def sentence_misattributed(context: Context) -> Iterable[Hit]:
    """Sentences that stand in another source than they cite, unless a specific says so already."""
    said = [
        item.start
        for item in context.specifics
        if item.field is FieldName.BODY and item.status is Status.MISATTRIBUTED
    ]
    for one in context.noticed.misplaced:
        if any(one.start <= start < one.end for start in said):
            continue
        shown = _shown(one.nearest)
        cited = ", ".join(map(str, one.cited))
        yield Hit(
            FieldName.BODY,
            one.start,
            one.end,
            f"Source {one.source} says this: “{shown}”. The cited source {cited} has little of it.",
            expected=shown,
            found=one.text,
        )


@register(
    "clause-unsupported",
    Severity.NOTE,
    statement="No clause is added to what a source says.",
    rationale="A sentence that a source bears out goes on with a motive, a consequence or a "
    "description, of which no source has a word. It reads as if the source had said that too. "
    "One in three is wrong or made up; the others are fair in other words, which a reader can tell.",
    fix="Check the clause with the nearest passage; cite what says it, or leave it out.",
    bad="The ferry runs again on Monday, easing worries among shopkeepers. (no source has the end)",
    good="The ferry runs again on Monday, after two weeks of repairs. (the source says both)",
)
def clause_unsupported(context: Context) -> Iterable[Hit]:
    """Clauses that the trace found in no source, unless a specific says so already."""
    bad = [
        item.start
        for item in context.specifics
        if item.field is FieldName.BODY and item.status not in _GOOD
    ]
    for one in context.noticed.added:
        if any(one.start <= start < one.end for start in bad):
            continue
        words = ", ".join(f"“{word}”" for word in one.missing[:_SHOWN_WORDS])
        shown = _shown(one.nearest)
        yield Hit(
            FieldName.BODY,
            one.start,
            one.end,
            f"{words} stand in no source; the rest of the sentence is source {one.source}'s: “{shown}”.",
            expected=shown,
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
    """Sentences that the nearest passages of the sources contradict by a denial; a claim that a
    source is silent is looked at by rules of its own.
    """
    silent = [(item.field, item.start) for item in context.noticed.absent]
    for one in context.noticed.denied:
        if any(one.field is name and one.start <= at < one.end for name, at in silent):
            continue
        shown = _shown(one.nearest)
        sides = "denies what source {} affirms" if one.denies else "affirms what source {} denies"
        yield Hit(
            one.field,
            one.start,
            one.end,
            f"The sentence {sides.format(one.source)}: “{shown}”.",
            expected=shown,
            found=one.text,
        )
