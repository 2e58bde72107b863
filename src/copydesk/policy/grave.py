"""The rule about grave words: deaths, crimes, dismissals, bankruptcies that no source speaks of."""

from __future__ import annotations

from collections.abc import Iterable

from copydesk.policy.fidelity import near_passage
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import Severity

__all__: list[str] = []


@register(
    "grave-word-untraced",
    Severity.WARNING,
    statement="A death, an injury, an arrest, a crime, a lawsuit, a dismissal, a bankruptcy, a ban, a break-in or "
    "somebody’s kin is in some source, in whatever words, beside what the sentence speaks of.",
    rationale="One invented word is enough to do harm that no correction undoes: four children who fell ill have "
    "“died”, a trial that ended was “halted”. Figures and names around it may all be right, so nothing "
    "else objects. A matter of which no source has any word was not taken from the sources. The words are English ones; of "
    "sources in another language nothing is said.",
    fix="Say what the source says happened, or cite a source that says this.",
    bad="Four children died of seizures. (the source: four children developed seizures; all recovered)",
    good="Four children developed seizures; all recovered.",
    config=("language",),
)
def grave_word_untraced(context: Context) -> Iterable[Hit]:
    """The first such word of each matter; nothing is said where a source could not be read."""
    if context.config.language != "en" or not all(one.legible for one in context.sources):
        return
    for one in context.noticed.grave:
        yield Hit(
            one.field,
            one.start,
            one.end,
            f"“{one.text}”: no source speaks of {one.matter} beside the rest, in this word or another.",
            found=one.text,
            passages=near_passage(context, one.near) if one.near else (),
        )
