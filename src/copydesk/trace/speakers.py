"""Who is said to have said it: the article's speaker against the one beside the source's words."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import OSA

from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.match import Match
from copydesk.trace.name_forms import ROLES
from copydesk.trace.reading import Claim
from copydesk.trace.said import Said, attribution
from copydesk.trace.specifics.names import NOT_NAMES
from copydesk.trace.words import tokenise, word_set

__all__ = ["other_speaker"]

# Places of the words that are looked at.
_PLACES = 4
# Words of a source before and behind words whose speaker it does not name there.
_AROUND = 150
# Of a common word the first places show how it is written; in so many of them it may be small.
_LOOKED_AT, _ADDRESSES = 100, 0.3
_STANDING = ROLES | word_set(
    "head leader lead scientist engineer researcher student commissioner spokesman spokeswoman lawyer "
    "economist historian co-author author partner investor resident ambassador he she who his her"
)
_BEHIND_NAMES = word_set("jr sr ii iii iv phd md esq")


def other_speaker(
    claim: Claim, matches: Sequence[Match], corpus: Corpus
) -> tuple[Match, str, str] | None:
    """The place, the article's and the source's speaker, where these are two different people.

    Only when the article lets one person say it, no source lets that person say it at any of the
    places, and one of them says that somebody else did.
    """
    mine = attribution(claim.visible, claim.item.start, claim.item.end)
    if mine is None or not _is_person(mine.name, corpus.indexes):
        return None
    if mine.according and not any(_no_firm(mine, index) for index in corpus.indexes):
        return None
    wrong: tuple[Match, str, str] | None = None
    for match in matches[:_PLACES]:
        index = match.index
        theirs = attribution(index.text, match.start, match.end)
        if theirs is None:
            if _stands_near(mine.name, match):
                return None
            continue
        if _same(mine.name, theirs.name) or _surname(mine.name) in _words(theirs.clause):
            return None
        if theirs.pronoun and _stands_near(mine.name, match):
            return None
        if wrong is None and _is_person(theirs.name, [index]) and _no_firm(theirs, index):
            wrong = match, mine.name, _in_full(theirs.name, index)
    return wrong


def _stands_near(name: str, match: Match) -> bool:
    index = match.index
    first, last = index.token_at(match.start), index.token_at(match.end - 1)
    window = index.tokens.words[max(0, first - _AROUND) : last + 1 + _AROUND]
    return _surname(name) in {word.removesuffix("'s") for word in window}


def _words(text: str) -> set[str]:
    return {word.removesuffix("'s") for word in tokenise(text).words}


def _surname(name: str) -> str:
    words = [word.removesuffix("'s") for word in tokenise(name).words]
    while len(words) > 1 and words[-1] in _BEHIND_NAMES:
        words.pop()
    return words[-1] if words else ""


def _same(one: str, other: str) -> bool:
    """Whether two names may be one person's: the same surname, but for a slip."""
    a, b = _surname(one), _surname(other)
    return a == b or (min(len(a), len(b)) > 4 and OSA.distance(a, b) <= 1)


def _is_person(name: str, indexes: Sequence[SourceIndex]) -> bool:
    """Whether a name is a person's, as far as rules can tell: a first name stands before it
    somewhere, and no word of it is also written small.
    """
    words = [word.removesuffix("'s") for word in tokenise(name).words]
    if not words or words[-1] in NOT_NAMES:
        return False
    if any(_small(word, index) for index in indexes for word in words):
        return False
    return len(words) > 1 or any(_first_name(words[0], index) for index in indexes)


def _no_firm(said: Said, index: SourceIndex) -> bool:
    """Whether a name of several words is rather a person's than a firm's: what the person is stands
    beside it, or the source goes on with the last word alone.
    """
    if said.pronoun or " " not in said.name or _words(said.clause) & _STANDING:
        return True
    raw, surname = index.tokens.raw, _surname(said.name)
    return any(
        at == 0 or not raw[at - 1][0].isupper() or index.segment_of[at] != index.segment_of[at - 1]
        for at in index.places.get(surname, ())[:_LOOKED_AT]
    )


def _small(word: str, index: SourceIndex) -> bool:
    """Whether a source writes a word small; an address does so with every name."""
    places = index.places.get(word, ())[:_LOOKED_AT]
    small = sum(index.tokens.raw[at][0].islower() for at in places)
    return small > _ADDRESSES * len(places)


def _first_name(surname: str, index: SourceIndex) -> str:
    """The word that stands before a surname as a first name does; empty where none does."""
    raw, words = index.tokens.raw, index.tokens.words
    for at in index.places.get(surname, ())[:_LOOKED_AT]:
        before = raw[at - 1] if at else ""
        if not before.isalpha() or not before[0].isupper() or before.isupper() or len(before) < 2:
            continue
        if index.text[index.tokens.ends[at - 1] : index.tokens.starts[at]] != " ":
            continue
        if words[at - 1] in NOT_NAMES or words[at - 1] in ROLES:
            continue
        if not _small(words[at - 1], index):
            return before
    return ""


def _in_full(name: str, index: SourceIndex) -> str:
    if " " in name:
        return name
    first = _first_name(_surname(name), index)
    return f"{first} {name}" if first else name
