"""Figures and days on which the sources disagree: one states this, another that, of the same thing.

"The same thing" is decided as for a contradiction (half of the claim's context and three of its
telling words), and more strictly, because here each value has a source that bears it out: neither
source holds the other's value, the words beside both are alike, and nothing in the two sentences
(another day, another name, men and women) says that they speak of two things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from copydesk.noticed import Disagreement
from copydesk.report import Kind, Status
from copydesk.trace.binding import claim_context
from copydesk.trace.contrasts import speak_of_two
from copydesk.trace.echoes import Decided
from copydesk.trace.figures import GOOD, cached_relation
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.match import Match, sentence_evidence
from copydesk.trace.reading import Claim
from copydesk.trace.rivals import find_rivals
from copydesk.trace.specifics import Amount, DateValue, Item, Relation, Value

__all__ = ["find_disagreements"]

_KINDS = frozenset({Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.DATE, Kind.DURATION})
_SCORE, _SHARED_BESIDE, _BESIDE = 0.5, 1, 6
_NOT_OTHER = frozenset({*GOOD, Relation.FINER})
_ABOVE = frozenset(
    {"more than", "over", "at least", "upwards of", "well over", "just over", "no fewer than"}
)
_BELOW = frozenset({"up to", "less than", "under", "at most", "nearly", "almost", "as many as", "as much as",
                    "fewer than", "no more than", "just under"})  # fmt: skip
# Counts of one thing are hardly ever more than so many times apart.
_APART = 3
# What another value of the same sentence is nearer to, by this factor, is that one's.
_NEARER = 4
_BEYOND = re.compile(
    r"\b(?:beyond|past|exceed\w*|surpass\w*|topp\w*|cross\w*|passing|above)\b[^.]{0,12}\Z",
    re.IGNORECASE,
)
_ROUGH = frozenset({"about", "around", "roughly", "some", "approximately", "estimated", "an estimated", "nearly",
                    "almost", "close to", "circa", "just over", "just under"})  # fmt: skip
# What is told roughly is within an eighth of it.
_ROUGHLY = 8
# How far a limit may lie from a value that it allows.
_FAR = 2
_BACK = 30
_ATTRIBUTED = re.compile(
    r"\b(?:according to|said|says?|told|report\w*|estimat\w*|count(?:s|ed)|put(?:s)? (?:it|the)|stat(?:es|ed)"
    r"|writes|wrote|announced|gives?|gave|by the count of)\b",
    re.IGNORECASE,
)


def find_disagreements(
    decided: Sequence[Decided], found: Mapping[Claim, Sequence[Match]], corpus: Corpus
) -> Iterator[Disagreement]:
    """What the article states after one source, where another one states otherwise.

    Args:
        decided: all claims with their decisions, in reading order.
        found: for each claim every place that holds its value.
        corpus: the sources.

    Yields:
        One for each two values, at the first place of the article; none where the article names
        both, each with a source.
    """
    if len(corpus.indexes) < 2:
        return
    seen: set[tuple[str, str]] = set()
    for claim, (status, matches, _) in decided:
        if status is not Status.TRACED or claim.item.kind not in _KINDS or not matches:
            continue
        if not _states(claim.item.value):
            continue
        places = found.get(claim, matches)
        rival = _rival(claim, matches, places, corpus)
        if rival is None or (claim.text, rival.exact) in seen:
            continue
        seen.add((claim.text, rival.exact))
        if not _names_both(claim, rival, decided):
            yield _made(claim, matches, rival)


def _states(value: Value) -> bool:
    """Whether a value is one of which another can only be wrong: no order of magnitude, no month."""
    if isinstance(value, DateValue):
        return value.day is not None and value.month is not None
    return (
        isinstance(value, Amount)
        and not (value.vague or value.ordinal)
        and value.high is None
        and value.amount > 1
    )


def _rival(
    claim: Claim, matches: Sequence[Match], places: Sequence[Match], corpus: Corpus
) -> Match | None:
    """The best place of another source that states another value of the same thing."""
    holders = {match.source for match in places}
    if len(holders) == len(corpus.indexes):
        return None
    context = claim_context(claim, corpus)
    best: Match | None = None
    for rival in find_rivals(claim, context, corpus):
        if rival.source in holders or not rival.visible or rival.score < _SCORE:
            continue
        if best is not None and rival.score <= best.score:
            continue
        if any(
            _same_thing(claim, match, rival, holders, corpus) for match in matches if match.visible
        ):
            best = rival
    return best


def _same_thing(
    claim: Claim, match: Match, rival: Match, holders: set[int], corpus: Corpus
) -> bool:
    ours, theirs = _item(match), _item(rival)
    if ours is None or theirs is None or not _exclude(claim.item.value, ours.value, theirs.value):
        return False
    if any(_holds(corpus.by_id[source], theirs.value) for source in holders):
        return False
    if _belongs_elsewhere(match, ours.value, theirs.value) or _is_limit(match) or _is_limit(rival):
        return False
    shared = _beside(match) & _beside(rival)
    return len(shared) >= _SHARED_BESIDE and not speak_of_two(claim, match, rival)


def _item(match: Match) -> Item | None:
    """The value of the source at a place."""
    index = match.index
    at = index.token_at(match.start)
    segment = index.segment_of[at]
    return next(
        (
            index.items[one]
            for one in index.items_of(segment)
            if index.items[one].start == match.start
        ),
        None,
    )


def _exclude(claimed: Value, ours: Value, theirs: Value) -> bool:
    """Whether the two values cannot both be right, as exactly as each is told."""
    if not _states(theirs):
        return False
    pairs = ((claimed, theirs), (theirs, claimed), (ours, theirs), (theirs, ours))
    if any(cached_relation(a, b) in _NOT_OTHER for a, b in pairs):
        return False
    if isinstance(ours, Amount) and isinstance(theirs, Amount):
        high, low = max(ours.amount, theirs.amount), min(ours.amount, theirs.amount)
        return high <= _APART * low and not (_allows(ours, theirs) or _allows(theirs, ours))
    return _near_days(ours, theirs)


def _near_days(ours: Value, theirs: Value) -> bool:
    """Whether two days can be meant for one event: no more than a month apart."""
    if not isinstance(ours, DateValue) or not isinstance(theirs, DateValue):
        return False
    if ours.year != theirs.year and None not in (ours.year, theirs.year):
        return False
    return abs((ours.month or 0) - (theirs.month or 0)) <= 1


def _allows(limit: Amount, value: Amount) -> bool:
    """Whether "more than 40" allows 62, and "up to 62" 40."""
    if limit.qualifier in _ROUGH and abs(limit.amount - value.amount) * _ROUGHLY <= value.amount:
        return True
    if limit.qualifier in _ABOVE:
        return limit.amount <= value.amount <= _FAR * limit.amount
    return limit.qualifier in _BELOW and value.amount <= limit.amount < _FAR * value.amount


def _holds(index: SourceIndex, value: Value) -> bool:
    return any(cached_relation(value, item.value) in GOOD for item in index.items)


def _belongs_elsewhere(match: Match, ours: Value, theirs: Value) -> bool:
    """Whether another value near a place is much nearer to the rival than the place's own is."""
    if not isinstance(ours, Amount) or not isinstance(theirs, Amount):
        return False
    index = match.index
    segment = index.segment_of[index.token_at(match.start)]
    apart = abs(ours.amount - theirs.amount)
    for near in range(max(0, segment - 1), min(len(index.segments), segment + 2)):
        for at in index.items_of(near):
            other = index.items[at].value
            if not isinstance(other, Amount) or other.unit != theirs.unit or other.high is not None:
                continue
            if abs(other.amount - theirs.amount) * _NEARER < apart:
                return True
    return False


def _is_limit(match: Match) -> bool:
    """Whether a value is one that the true one lies beyond."""
    return _BEYOND.search(match.index.text[max(0, match.start - _BACK) : match.start]) is not None


def _beside(match: Match) -> set[str]:
    """The telling words beside a place, in its sentence."""
    index = match.index
    first, last = index.token_at(match.start), index.token_at(match.end - 1)
    low, high = index.segments[index.segment_of[first]]
    stems = index.tokens.stems
    around = [
        *range(max(low, first - _BESIDE), first),
        *range(last + 1, min(high, last + 1 + _BESIDE)),
    ]
    return {stems[at] for at in around if stems[at] and not stems[at][0].isdigit()}


def _names_both(claim: Claim, rival: Match, decided: Sequence[Decided]) -> bool:
    """Whether the article states the other value too, and says of both who says so."""
    theirs = _item(rival)
    if theirs is None:
        return False
    for other, (_, _, _) in decided:
        if other is claim or type(other.item.value) is not type(theirs.value):
            continue
        if cached_relation(other.item.value, theirs.value) in GOOD and _is_attributed(other):
            return _is_attributed(claim) or claim.field != other.field
    return False


def _is_attributed(claim: Claim) -> bool:
    said = claim.visible[claim.sentence.start : claim.sentence.end]
    return bool(claim.cited) or _ATTRIBUTED.search(said) is not None


def _made(claim: Claim, matches: Sequence[Match], rival: Match) -> Disagreement:
    by_source: dict[int, Match] = {}
    for match in matches:
        by_source.setdefault(match.source, match)
    sides = [*by_source.values(), rival]
    return Disagreement(
        claim.field,
        claim.start,
        claim.end,
        tuple((match.source, " ".join(match.exact.split())) for match in sides),
        tuple(sentence_evidence(match) for match in sides),
    )
