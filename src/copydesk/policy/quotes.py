"""Rules about quotations: the words between quotation marks are somebody's, exactly."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from copydesk.policy.registry import Context, Hit, register
from copydesk.policy.sources import has_evidence
from copydesk.report import Kind, Severity, Specific, Status

_OPEN_TO_DOUBT = frozenset({Status.CONTRADICTED, Status.UNTRACED, Status.UNBOUND})


def _quotes(context: Context, roles: frozenset[str]) -> Iterator[Specific]:
    for item in context.specifics:
        if item.kind is not Kind.QUOTE or item.status not in _OPEN_TO_DOUBT:
            continue
        if item.status is not Status.CONTRADICTED and not has_evidence(context):
            continue
        if item.value.get("role", "quote") in roles:
            yield item


@register(
    "quote-not-verbatim",
    Severity.ERROR,
    statement="Every quotation stands word for word in a source.",
    rationale="Quotation marks promise somebody's own words. A smoothed or shortened quotation puts "
    "words in a mouth, and it is the error that is hardest to take back.",
    fix="Restore the source's words, mark what is left out with […], or drop the marks and "
    "paraphrase.",
    bad="“We will sail by Monday,” the operator said. (the source: “We hope to sail by Monday”)",
    good="“We hope to sail by Monday,” the operator said.",
)
def quote_not_verbatim(context: Context) -> Iterable[Hit]:
    """Quotations, not single words in marks and not titles, with other words or in no source."""
    for item in _quotes(context, frozenset({"quote"})):
        if item.status is Status.UNBOUND or _same_words(item):
            continue
        if item.status is Status.CONTRADICTED:
            message = "The source has other words."
        else:
            message = "No readable source holds these words."
        yield _hit(item, message)


@register(
    "quote-speaker",
    Severity.WARNING,
    statement="Every quotation is given to whoever said it.",
    rationale="The words are right and the mouth is wrong: a rival's doubt becomes the firm's own "
    "admission. Comparing words alone never notices.",
    fix="Name the speaker whom the source names.",
    bad="“It was overdue,” the operator said. (in the source the union says it)",
    good="“It was overdue,” the union said.",
)
def quote_speaker(context: Context) -> Iterable[Hit]:
    """Quotations that a source holds word for word and gives to somebody else."""
    for item in _quotes(context, frozenset({"quote", "scare"})):
        if item.status is Status.CONTRADICTED and _same_words(item):
            yield _hit(item, "The source has these words and another speaker.")


@register(
    "quote-unbound",
    Severity.NOTE,
    statement="Every quotation is used for what it was said about.",
    rationale="True words moved to another subject are a false quotation. Which subject a quotation was "
    "about is seldom in words that a comparison finds: no labelled case and no archived article "
    "bears this finding out so far, so it is a note.",
    fix="Read the words in the source and say what they were about.",
    bad="A remark on last year's timetable, quoted as an answer to this week's outage",
    good="The remark, with the subject that it was about",
)
def quote_unbound(context: Context) -> Iterable[Hit]:
    """Quotations that a source holds in a passage about something else."""
    for item in _quotes(context, frozenset({"quote"})):
        if item.status is Status.UNBOUND:
            yield _hit(item, "A source holds these words, in a passage about something else.")


@register(
    "marked-words-untraced",
    Severity.NOTE,
    statement="Single words in quotation marks are somebody's words too.",
    rationale="Readers take marked words for a quotation. Where nobody used them the marks only "
    "express distance, which is comment.",
    fix="Drop the marks, or cite who used the word.",
    bad="the so-called “upgrade” (no source uses the word)",
    good="the change of timetable",
)
def marked_words_untraced(context: Context) -> Iterable[Hit]:
    """One or two words in marks, given to nobody, that no source holds."""
    for item in _quotes(context, frozenset({"scare"})):
        if item.status is Status.UNTRACED or (
            item.status is Status.CONTRADICTED and not _same_words(item)
        ):
            yield _hit(item, "No readable source uses these words.")


def _hit(item: Specific, otherwise: str) -> Hit:
    return Hit(
        item.field,
        item.start,
        item.end,
        item.reason.strip() or otherwise,
        expected=item.evidence[0].exact if item.evidence else None,
        found=item.text,
        specifics=(item.id,),
    )


def _same_words(item: Specific) -> bool:
    """Whether the nearest evidence has the quotation's words, typography aside."""
    mine = _letters(str(item.value.get("text") or item.text))
    return bool(mine) and any(mine in _letters(found.exact) for found in item.evidence)


def _letters(text: str) -> str:
    """Lower-case words with single spaces between; no punctuation at all."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(
        "".join(char if char.isalnum() else " " for char in folded if char not in "'\u2019").split()
    )
