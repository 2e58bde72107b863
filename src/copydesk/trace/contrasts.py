"""What tells that two sentences speak of two things, although most of their words are the same."""

from __future__ import annotations

import re
from collections.abc import Sequence

from copydesk.trace.figures import GOOD, cached_relation
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.specifics import DateValue, Relation
from copydesk.trace.words import stem

__all__ = ["speak_of_two"]

# One of a row in one sentence and another one in the other: two things.
_ROWS = (
    "men women boys girls", "male female", "adults children", "first second third fourth", "old new",
    "previous current", "domestic foreign international", "imports exports", "gross net", "average median",
    "revenue profit income loss sales earnings", "profit lost", "loss gained", "north south east west", "northern southern eastern western",
    "public private", "upper lower inner outer", "left right", "front back rear", "minimum maximum", "highest lowest", "high low", "confirmed suspected",
    "dead injured missing", "killed injured wounded", "day week month quarter year hour minute", "morning evening night", "arrivals departures",
    "passengers crew", "before after", "input output", "upload download", "buy sell", "urban rural",
    "planned actual", "length width height depth", "long wide deep high", "spring summer autumn winter",
    "january february march april may june july august september october november december",
)  # fmt: skip
_ROW_OF: dict[str, set[int]] = {}
for _number, _row in enumerate(_ROWS):
    for _word in _row.split():
        for _form in (_word, f"{_word}s"):
            _ROW_OF.setdefault(stem(_form) or _form, set()).add(_number)
_LATER = re.compile(r"\b(?:day|week|month|year|decade)s? (?:later|earlier|before)\b", re.IGNORECASE)
# How many words away a name can be the name of what is measured.
_NAME_REACH = 9


def speak_of_two(claim: Claim, ours: Match, theirs: Match) -> bool:
    """Whether two places that state different values speak of two things.

    Args:
        claim: the article's claim, which ``ours`` bears out.
        ours: a place that holds the claim's value.
        theirs: a place of another source, with another value.
    """
    return (
        _counted_on(ours) is not _counted_on(theirs)
        or _other_days(_dates(ours), _dates(theirs))
        or _other_days(_claimed_dates(claim), _dates(theirs))
        or _contrast(_stems(ours), _stems(theirs))
        or _other_names(claim, theirs)
    )


def _counted_on(match: Match) -> bool:
    """Whether a sentence tells of a time that is counted on from another one."""
    low, high = _segment(match)
    index = match.index
    return (
        _LATER.search(index.text, index.tokens.starts[low], index.tokens.ends[high - 1]) is not None
    )


def _segment(match: Match) -> tuple[int, int]:
    index = match.index
    return index.segments[index.segment_of[index.token_at(match.start)]]


def _stems(match: Match) -> set[str]:
    low, high = _segment(match)
    return {one for one in match.index.tokens.stems[low:high] if one}


def _dates(match: Match) -> list[DateValue]:
    """The other dates of a place's sentence."""
    index = match.index
    segment = index.segment_of[index.token_at(match.start)]
    items = [index.items[at] for at in index.items_of(segment)]
    return [
        item.value
        for item in items
        if isinstance(item.value, DateValue)
        and item.start != match.start
        and not item.value.relative
    ]


def _claimed_dates(claim: Claim) -> list[DateValue]:
    span = claim.sentence
    return [
        item.value
        for item in claim.read.items
        if isinstance(item.value, DateValue)
        and item is not claim.item
        and span.start <= item.start < span.end
    ]


def _other_days(ours: Sequence[DateValue], theirs: Sequence[DateValue]) -> bool:
    """Whether both are dated, and no date of one can be one of the other."""
    related = [cached_relation(a, b) for a in ours for b in theirs]
    return Relation.DIFFERENT in related and not any(one in GOOD for one in related)


def _contrast(ours: set[str], theirs: set[str]) -> bool:
    for word in ours - theirs:
        for row in _ROW_OF.get(word, ()):
            for other in theirs - ours:
                if row in _ROW_OF.get(other, ()):
                    return True
    return False


def _other_names(claim: Claim, theirs: Match) -> bool:
    """Whether a name stands beside the other value, none of the article's stands there, and the
    article has a name beside its own that the other sentence lacks.
    """
    tokens = claim.read.tokens
    index = theirs.index
    low, high = _segment(theirs)
    first, last = index.token_at(theirs.start), index.token_at(theirs.end - 1)
    there = {
        index.tokens.stems[at]
        for at in range(max(low + 1, first - _NAME_REACH), min(high, last + 1 + _NAME_REACH))
        if index.tokens.raw[at][0].isupper() and index.tokens.stems[at]
    }
    all_there = {one for one in index.tokens.stems[low:high] if one}
    own = {
        tokens.stems[at]
        for at, start in enumerate(tokens.starts)
        if abs(start - claim.item.start) <= _NAME_REACH * 7
        and claim.sentence.start < start < claim.sentence.end
        and tokens.raw[at][0].isupper()
        and tokens.stems[at]
    }
    everywhere = {one for one in tokens.stems if one} | set(claim.read.around)
    missing, strange = own - all_there, there - everywhere
    return bool(missing and strange) and not (own & there)
