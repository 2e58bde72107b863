"""What the article repeats: a headline or a closing line rests on the passage that it repeats.

Title and summary abridge the body, so few of the words around a figure in them stand around it in
the source. Where the body states the same value of the same thing and is traced, the repetition is
traced with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from copydesk.report import Kind, Status
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.specifics import Amount, DateValue, Relation, Value, relation

__all__ = ["Decided", "echo"]

Decided = tuple[Claim, tuple[Status, Sequence[Match], str]]

_SAME = frozenset({Relation.EQUAL, Relation.ROUNDED, Relation.CONVERTED, Relation.COMPATIBLE})
_VERY = frozenset({Relation.EQUAL, Relation.CONVERTED})
_OPEN = frozenset({Status.UNBOUND, Status.UNTRACED})
_UNBOUND = frozenset({Status.UNBOUND})
# Up to here a bare count says little by itself.
_SMALL = 12
_GOOD = frozenset({Status.TRACED, Status.DERIVED})
_WORDS = frozenset({Kind.NAME, Kind.QUOTE, Kind.SUPERLATIVE})


def echo(one: Decided, others: Sequence[Decided]) -> Decided:
    """The decision on a claim, or that on the claim which it repeats.

    A claim that cites nothing can repeat any other; one that cites something, and whose value
    stands there beside other words, one that rests on the same source. The two must share a telling
    word of their sentences beside the value, small bare counts two.
    """
    claim, (status, _, _) = one
    if status not in (_UNBOUND if claim.cited else _OPEN) or claim.item.kind in _WORDS:
        return one
    about = _about(claim)
    same = _VERY if claim.cited else _SAME
    enough = 2 if _is_small(claim.item.value) else 1
    for other, decision in others:
        if (
            decision[0] in _GOOD
            and other is not claim
            and other.item.kind not in _WORDS
            and relation(claim.item.value, other.item.value) in same
            and _no_finer(claim.item.value, other.item.value)
            and len(about & _about(other)) >= enough
            and (not claim.cited or any(m.source in claim.cited for m in decision[1]))
        ):
            reason = f"The article repeats “{other.text}” here. {decision[2]}"
            return claim, (decision[0], decision[1], reason)
    return one


def _is_small(value: Value) -> bool:
    return isinstance(value, Amount) and not value.unit and value.amount <= _SMALL


def _no_finer(value: Value, other: Value) -> bool:
    """Whether a value states no part that the other leaves out: a year bears out no day of it, and
    one end of a range not the other.
    """
    if isinstance(value, Amount) and isinstance(other, Amount):
        return value.high is None or other.high is not None
    if not isinstance(value, DateValue) or not isinstance(other, DateValue):
        return True
    parts = ("year", "month", "day", "quarter", "time")
    return all(
        getattr(other, part) not in {None, ""}
        for part in parts
        if getattr(value, part) not in {None, ""}
    )


def _about(claim: Claim) -> set[str]:
    tokens = claim.read.tokens
    return {
        one
        for at, one in enumerate(tokens.stems)
        if one
        and not one[0].isdigit()
        and claim.sentence.start <= tokens.starts[at] < claim.sentence.end
        and not claim.item.start <= tokens.starts[at] < claim.item.end
    }
