"""Sentences of which the cited source holds not one figure, while another source holds them.

Months, small counts and models are an article's cast and may stand in any of its sources. Where a
sentence says "according to" one source, and all that it states stands in another, the link is to
the wrong page.
"""

from __future__ import annotations

from collections.abc import Sequence

from copydesk.report import Kind, Status
from copydesk.trace import reasons
from copydesk.trace.echoes import Decided
from copydesk.trace.reading import Claim

__all__ = ["attributed"]

_WORDINGS = frozenset({Kind.NAME, Kind.SUPERLATIVE})


def attributed(decided: Sequence[Decided], readable: frozenset[int]) -> list[Decided]:
    """The decisions, those of a sentence whose own citation bears out nothing as misattributed.

    Args:
        decided: all claims with their decisions, in reading order.
        readable: the sources that could be read.
    """
    sentences: dict[tuple[int, int], list[int]] = {}
    for at, (claim, _) in enumerate(decided):
        if claim.item.kind not in _WORDINGS and claim.cited and not claim.inherited:
            sentences.setdefault((id(claim.read), claim.sentence.start), []).append(at)
    out = list(decided)
    for members in sentences.values():
        own = [decided[at] for at in members]
        cited = {source for claim, _ in own for source in claim.cited}
        if len(cited) != 1 or not cited <= readable:
            continue
        if all(_elsewhere(claim, decision) for claim, decision in own):
            for at in members:
                claim, (_, matches, _) = decided[at]
                said = reasons.misattributed(claim, matches, ())
                out[at] = claim, (Status.MISATTRIBUTED, matches, said)
    return out


def _elsewhere(claim: Claim, decision: tuple[Status, Sequence[object], str]) -> bool:
    """Whether only sources that the passage does not cite bear it out."""
    status, matches, _ = decision
    sources = {getattr(match, "source", 0) for match in matches}
    return status is Status.TRACED and bool(sources) and not sources & set(claim.cited)
