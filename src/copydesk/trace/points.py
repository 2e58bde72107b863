"""Percentages of the article that a source has as percentage points, and the reverse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from copydesk.noticed import Reckoned
from copydesk.report import Kind, Status
from copydesk.trace.binding import bind, claim_context
from copydesk.trace.echoes import Decided
from copydesk.trace.index import Corpus, cached_keys
from copydesk.trace.match import Match, as_evidence
from copydesk.trace.reading import Claim
from copydesk.trace.specifics import Amount

__all__ = ["find_points"]

_OTHER = {"%": "pp", "pp": "%"}
# So much of the claim's context, and so many of its telling words, stand around the source's figure.
_BOUND, _SHARED = 0.4, 2


def find_points(decided: Sequence[Decided], corpus: Corpus) -> Iterator[Reckoned]:
    """Figures that no source bears out, where a source has the same number with the other unit."""
    for claim, (status, _, _) in decided:
        if claim.item.kind is Kind.PERCENT and status not in {Status.TRACED, Status.DERIVED}:
            match = _other_unit(claim, corpus)
            if match is not None:
                yield Reckoned(
                    claim.field,
                    claim.start,
                    claim.end,
                    "points",
                    f"source {match.source} has “{match.exact}”",
                    match.exact,
                    (as_evidence(match),),
                )


def _other_unit(claim: Claim, corpus: Corpus) -> Match | None:
    value = claim.item.value
    if not isinstance(value, Amount) or value.unit not in _OTHER or value.high is not None:
        return None
    context = claim_context(claim, corpus)
    wanted = replace(value, unit=_OTHER[value.unit])
    best: Match | None = None
    for index in corpus.indexes:
        if claim.cited and index.id not in claim.cited:
            continue
        for at in index.by_key.get(cached_keys(wanted)[0], ()):
            item = index.items[at]
            other = item.value
            if not isinstance(other, Amount) or other.unit != wanted.unit:
                continue
            if other.amount != value.amount:
                continue
            first = index.item_tokens[at]
            score, shared = bind(context, index, first, index.token_at(item.end - 1))
            if score >= _BOUND and shared >= _SHARED and (best is None or score > best.score):
                best = Match(index, item.start, item.end, score)
    return best
