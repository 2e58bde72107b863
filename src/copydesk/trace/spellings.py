"""Names spelt almost as in a source: what a slip of the pen makes of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

from copydesk.report import Kind
from copydesk.trace.binding import Context, bind, claim_context
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.match import Match
from copydesk.trace.name_forms import one_spelling
from copydesk.trace.reading import Claim
from copydesk.trace.specifics import DOUBTFUL, TextValue
from copydesk.trace.words import tokenise

__all__ = ["find_other_spelling", "find_slip", "is_doubtful", "near_spellings", "words_of_names"]

# A shorter word is one slip away from too many others.
_MIN_SPELLING = 5
_MIN_IN_FULL_NAME = 4
# A name of fewer letters may be one slip off, a longer one two.
_LONG_NAME = 8
# A doubled letter, and by how many slips one that moved is counted.
_DOUBLED, _MOVED = re.compile(r"(.)\1"), 2
# A single word that may be no name is held against names that a source has this often.
_SLIP_PLACES = 3
# Such a name is hardly ever written small; one that the article names may be, in addresses.
_MOSTLY, _ALWAYS = 0.5, 0.95
# Of a word that stands everywhere the first places show how it is written.
_LOOKED_AT = 60


def find_other_spelling(claim: Claim, context: Context, corpus: Corpus) -> list[Match]:
    """The same name in the source with one word spelt another way, or another first name."""
    words = [word.removesuffix("'s") for word in tokenise(claim.text).words]
    found = []
    for index in corpus.indexes:
        for first, size in near_spellings(words, index):
            score, _ = bind(context, index, first, first + size - 1)
            start, end = index.tokens.starts[first], index.tokens.ends[first + size - 1]
            if len(words) > 1 or score >= 0.3:
                found.append(Match(index, start, end, score))
    return found


def is_doubtful(claim: Claim) -> bool:
    """Whether it is a capitalised word that may be no name."""
    value = claim.item.value
    return isinstance(value, TextValue) and value.role == DOUBTFUL


def words_of_names(claims: Iterable[Claim]) -> frozenset[str]:
    """The words that are a sure name of the article by themselves or begin one, case-folded."""
    names = (one.text for one in claims if one.item.kind is Kind.NAME and not is_doubtful(one))
    words = (tokenise(name).words for name in dict.fromkeys(names))
    return frozenset(own[0].removesuffix("'s") for own in words if own)


def find_slip(claim: Claim, corpus: Corpus, named: Collection[str]) -> list[Match]:
    """The name that a doubtful word was meant to be, best first; empty where it is a word.

    Args:
        claim: a capitalised word where capitals say nothing (a headline, the start of a sentence).
        corpus: the sources.
        named: the words of the article's names, case-folded; one of them needs no further proof.
    """
    words = [word.removesuffix("'s") for word in tokenise(claim.text).words]
    if len(words) != 1 or words[0] in named or any(words[0] in i.places for i in corpus.indexes):
        return []
    places = [(index, at) for index in corpus.indexes for at in _meant(words[0], index, named)]
    context = claim_context(claim, corpus) if places else None
    found = []
    for index, at in places:
        score = bind(context, index, at, at)[0] if context else 0.0
        found.append(Match(index, index.tokens.starts[at], index.tokens.ends[at], score))
    return sorted(found, key=lambda match: (-match.score, match.source))


def _meant(word: str, index: SourceIndex, named: Collection[str]) -> list[int]:
    """The first place of a name of the source that is one slip from ``word``."""
    for other in _similar(word, index, most=1):
        if other[-1] != word[-1]:
            continue  # "Comes" is another word than "Comet", not a slip
        places = index.places[other][:_LOOKED_AT]
        alone = sum(_alone(index, at) for at in places)
        sure = other in named and len(other) >= _MIN_SPELLING
        enough = alone >= _SLIP_PLACES and len(word) >= _MIN_SPELLING
        least = _MOSTLY if sure else _ALWAYS
        if (sure or enough) and _capitals(index, places) > least * len(places):
            return places[:1]
    return []


def _capitals(index: SourceIndex, places: list[int]) -> int:
    return sum(index.tokens.raw[at][0].isupper() for at in places)


def _alone(index: SourceIndex, at: int) -> bool:
    """Whether it stands as a name between words that are written small."""
    raw = index.tokens.raw[max(0, at - 1) : at + 2]
    return len(raw) == 3 and raw[1][0].isupper() and raw[0][0].islower() and raw[2][0].islower()


def near_spellings(words: list[str], index: SourceIndex) -> list[tuple[int, int]]:
    """First word and number of words of the same name in the source with one word one slip off."""
    own, raw = index.tokens.words, index.tokens.raw
    missing = [k for k, word in enumerate(words) if word not in index.places]
    least = _MIN_SPELLING if len(words) == 1 else _MIN_IN_FULL_NAME
    if len(missing) != 1 or len(words[missing[0]]) < least:
        return []
    slot = missing[0]
    word = words[slot]
    for other in _similar(word, index):
        for place in index.places[other][:_LOOKED_AT]:
            first = place - slot
            if first < 0 or first + len(words) > len(own) or not raw[place][0].isupper():
                continue
            around = all(
                own[first + k].removesuffix("'s") == words[k]
                for k in range(len(words))
                if k != slot
            )
            if around:
                return [(first, len(words))]
    return []


def _similar(word: str, index: SourceIndex, most: int = 0) -> list[str]:
    most = most or (1 if len(word) < _LONG_NAME else 2)
    # A letter doubled in the wrong place ("Sorell" for "Sorrel") counts as one slip.
    single = _DOUBLED.sub(r"\1", word)
    reach = max(most, _MOVED) if single != word else most
    near = process.extract_iter(
        word, index.spelt_like(word, reach), scorer=OSA.distance, score_cutoff=reach
    )
    close = [
        (distance, other)
        for other, distance, _ in near
        if (distance <= most or _DOUBLED.sub(r"\1", other) == single)
        and not (word.startswith(other) or other.startswith(word))
        and not _inflected(word, other)
        and one_spelling(word) != one_spelling(other)
    ]
    return [other for _, other in sorted(close)]


_ENDING = re.compile(r"(?:n|s|es|an|ian|ns|i|ish|'s|e|al|ed|er)?\Z")


def _inflected(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    return long.startswith(short) and bool(_ENDING.fullmatch(long[len(short) :]))
