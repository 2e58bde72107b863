"""What bends a figure: its direction ("rose", "fell") and its bound ("above", "below").

The right number with the opposite direction is as wrong as another number. Compared only where
both places say a direction right beside the figure, and no place in the sources agrees.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.specifics import Amount
from copydesk.trace.words import Tokens, word_set

__all__ = ["opposite"]

_UP = word_set("""rise rises rising rose risen increase increases increased increasing grow grows growing grew
    grown growth gain gains gained climb climbs climbed climbing surge surges surged jump jumps
    jumped up higher raised raise raises expanded expand expansion improvement improved improve
    soared soar uptick""")
_DOWN = word_set("""fall falls falling fell fallen decrease decreases decreased decreasing decline declines
    declined declining drop drops dropped dropping shrink shrinks shrank shrinkage shrinking slump
    slumped plunge plunged down lower lowered reduced reduce reduction contracted contraction
    slipped slid tumbled cut cuts downtick""")
_OVER = frozenset({"above", "over", "exceeding", "exceeds", "exceed", "exceeded", "surpass"})
_UNDER = frozenset({"below", "under", "beneath"})
_SIGNS = ((1, _UP), (-1, _DOWN), (2, _OVER), (-2, _UNDER))
# A direction belongs to the figure when it stands this near, in words; a bound nearer still.
_BEFORE, _AFTER, _RIGHT_BEFORE = 5, 2, 2
# Places much worse bound than the best one, and badly bound ones, are not asked.
_COMPARABLE, _ENOUGH = 0.6, 0.3


def opposite(claim: Claim, matches: list[Match]) -> tuple[str, str]:
    """The article's word and the sources' word, where all places say the opposite; else empty.

    Args:
        claim: any claim; only amounts have a direction.
        matches: the bound places that hold it, best first.
    """
    if not isinstance(claim.item.value, Amount) or not matches or matches[0].score < _ENOUGH:
        return "", ""
    tokens = claim.read.tokens
    inside = (
        bisect_left(tokens.starts, claim.sentence.start),
        bisect_left(tokens.starts, claim.sentence.end),
    )
    mine = _bearings(tokens, claim.item.start, claim.item.end, inside)
    found: tuple[str, str] = ("", "")
    for match in matches:
        if match.score < _COMPARABLE * matches[0].score:
            continue
        index = match.index
        segment = index.segments[index.segment_of[index.token_at(match.start)]]
        theirs = _bearings(index.tokens, match.start, match.end, segment)
        clash = [
            (mine[-sign], word)
            for sign, word in theirs.items()
            if -sign in mine and sign not in mine and -sign not in theirs
        ]
        if not clash:
            return "", ""
        found = found if found[0] else clash[0]
    return found


def _bearings(tokens: Tokens, start: int, end: int, inside: tuple[int, int]) -> dict[int, str]:
    """Signs (1 and -1 for directions, 2 and -2 for bounds) and the words that give them."""
    first = bisect_right(tokens.starts, start) - 1
    last = bisect_left(tokens.starts, end) - 1
    low, high = max(inside[0], first - _BEFORE), min(inside[1], last + 1 + _AFTER)
    found: dict[int, str] = {}
    for at in range(low, high):
        word = tokens.words[at]
        if first <= at <= last:
            continue
        if word[0].isdigit():
            if at > last:
                break
            # What stands before another figure belongs to that one.
            found.clear()
            continue
        if word == "up" and tokens.words[at + 1 : at + 2] == ["to"]:
            # "up to 18%" sets a bound and says no direction.
            continue
        for sign, group in _SIGNS:
            near = abs(sign) == 1 or first - _RIGHT_BEFORE <= at < first
            if near and word in group:
                found[sign] = word
    return found
