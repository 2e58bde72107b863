"""Superlatives and absolutes: the same claim must stand in a source about the same thing."""

from __future__ import annotations

import re

from copydesk.trace.binding import Context, bind
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.words import tokenise, word_set

__all__ = ["find_rank"]

_BOUND = 0.22
# Ways of saying one and the same thing.
_FAMILIES = (
    frozenset({"first", "never", "debut", "inaugural", "unprecedented", "pioneering"}),
    frozenset({"only", "sole", "single", "exclusively", "alone", "none", "no", "never", "any", "solely"}),
    frozenset({"record", "highest", "high", "peak", "never", "ever", "all-time", "largest", "unprecedented"}),
    frozenset({"largest", "biggest", "greatest", "most", "top", "leading", "no.1", "largest-ever", "huge"}),
    frozenset({"lowest", "smallest", "least", "fewest", "record"}),
    frozenset({"fastest", "quickest", "rapid"}),
    frozenset({"all", "every", "each", "entire", "both", "no", "none"}),
    frozenset({"newest", "latest"}),
    frozenset({"worst", "deadliest", "most", "bloodiest"}),
    frozenset({"best", "top", "highest", "leading"}),
)  # fmt: skip
_EMPTY = word_set("the a an its their of for than ever before more to in on time them these")


def find_rank(claim: Claim, context: Context, corpus: Corpus) -> list[Match]:
    """Places in the sources with the same quantifier, or another way of saying it."""
    tokens = [word for word in tokenise(claim.text).words if word not in _EMPTY]
    wanted = {_key(word) for word in tokens} or {claim.text.casefold()}
    accepted = {word for family in _FAMILIES if family & wanted for word in family} | wanted
    found: list[Match] = []
    for index in corpus.indexes:
        found.extend(_in_source(wanted, accepted, context, index))
    return found


def _key(word: str) -> str:
    return re.sub(r"'s\Z", "", word)


def _in_source(
    wanted: set[str], accepted: set[str], context: Context, index: SourceIndex
) -> list[Match]:
    matches = []
    for word in sorted(accepted):
        for at in index.places.get(word, ())[:120]:
            score, shared = bind(context, index, at, at)
            if shared == 0:
                continue
            bound = score >= _BOUND
            if not bound and word not in wanted:
                continue
            start, end = index.tokens.starts[at], index.tokens.ends[at]
            if index.text[end : end + 1] == "-":
                continue  # "all-reduce", "no-load": a part of a name, not a claim
            note = "" if word in wanted else f"as “{word}”"
            matches.append(Match(index, start, end, score, bound, note))
    return matches
