"""Names: all their words side by side in a source; else the nearest spelling."""

from __future__ import annotations

import re
from collections import Counter

from rapidfuzz import process
from rapidfuzz.distance import OSA

from copydesk.trace.binding import Context, bind
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.words import Tokens, tokenise, word_set

__all__ = ["find_name", "find_other_spelling"]

# A shorter word is one slip away from too many others.
_MIN_SPELLING = 5
_MIN_IN_FULL_NAME = 4
# A name of fewer letters may be one slip off, a longer one two.
_LONG_NAME = 8
# A page names its subject again and again; the first places show it as well as all of them.
_MAX_NAMED = 12
_ROLES = word_set(
    "chief officer executive technology president vice director senior professor associate minister "
    "secretary general attorney senator representative governor ceo cto cfo dr doctor based whether"
)
_FILLER = frozenset(
    {"of", "the", "and", "for", "de", "inc", "corp", "ltd", "llc", "co", "&", "plc"}
)


def find_name(claim: Claim, context: Context, corpus: Corpus) -> list[Match]:
    """Where the sources hold the name: whole words, possessive or not, or as its acronym."""
    tokens = tokenise(claim.text)
    words = _own_words(tokens)
    found: list[Match] = []
    for index in corpus.indexes:
        places = [(first, len(words), "") for first in index.sequences(words, limit=_MAX_NAMED)]
        if not places and len(words) == 1:
            places = [
                (at, 1, "") for form in _forms(words[0]) for at in index.places.get(form, ())[:5]
            ]
        if not places:
            places = _joined(words, index)
        if not places:
            places = _expansions(tokens.raw, words, index)
        if not places and len(words) > 1:
            places = _parts(words, index)
        for first, size, note in places:
            score, _ = bind(context, index, first, first + size - 1)
            start, end = index.tokens.starts[first], index.tokens.ends[first + size - 1]
            found.append(Match(index, start, end, score, note != "only in part", note))
    return found


def _own_words(tokens: Tokens) -> list[str]:
    """The name's words, without "-based" and "-centric" behind a hyphen."""
    words = [word.removesuffix("'s") for word in tokens.words]
    ends = tokens.ends
    while len(words) > 1 and tokens.raw[len(words) - 1][0].islower():
        at = len(words) - 1
        if tokens.starts[at] != ends[at - 1] + 1:
            break
        words.pop()
    return words


def _forms(word: str) -> list[str]:
    """A country for its people and the other way, a plural for its singular."""
    forms = [word.removesuffix("s"), word + "s"]
    for family in _COUNTRIES:
        if word in family or word.removesuffix("s") in family:
            forms += sorted(family)
    return [form for form in forms if form != word]


_COUNTRIES = tuple(
    frozenset(family.split())
    for family in """us america american usa|uk britain british|eu europe european|china chinese|russia russian|germany german
    france french|japan japanese|korea korean|india indian|israel israeli|iran iranian|ukraine ukrainian|canada canadian
    australia australian|mexico mexican|brazil brazilian|turkey turkish turkiye|italy italian|spain spanish|netherlands dutch
    switzerland swiss|sweden swedish|norway norwegian|denmark danish|finland finnish|poland polish|ireland irish|taiwan taiwanese
    africa african|asia asian|scotland scottish|wales welsh|england english|austria austrian|belgium belgian|greece greek
    egypt egyptian|pakistan pakistani|syria syrian|iraq iraqi|palestine palestinian|vietnam vietnamese|thailand thai""".replace(
        "\n", "|"
    ).split("|")
)


def _joined(words: list[str], index: SourceIndex) -> list[tuple[int, int, str]]:
    """Find "Open AI" for "OpenAI" and the other way."""
    whole = "".join(words)
    found = [(at, 1, "in one word") for at in index.places.get(whole, ())[:5]]
    if len(words) != 1 or len(whole) < 5:
        return found
    own = index.tokens.words
    for cut in range(2, len(whole) - 1):
        head, tail = whole[:cut], whole[cut:]
        for at in index.places.get(head, ())[:200]:
            if at + 1 < len(own) and own[at + 1].removesuffix("'s") == tail:
                return [*found, (at, 2, "in two words")]
    return found


def _expansions(raw: list[str], words: list[str], index: SourceIndex) -> list[tuple[int, int, str]]:
    """An acronym written out in the source, or a name that the source only gives as an acronym."""
    own = index.tokens.raw
    if len(raw) == 1 and raw[0].isupper() and 2 <= len(raw[0]) <= 6:
        letters = raw[0]
        for at in index.capitals(letters[0]):
            if own[at] != letters:
                size = _spells(own, at, letters)
                if size:
                    return [(at, size, "written out")]
        return []
    initials = "".join(w[0] for w in words if w not in _FILLER or w == "&").upper()
    if 3 <= len(initials) <= 6:
        for at in index.places.get(initials.casefold(), ())[:20]:
            if own[at] == initials:
                return [(at, 1, "as an acronym")]
    return []


def _spells(own: list[str], at: int, letters: str) -> int:
    """How many words from ``at`` on have capitals that spell ``letters``; 0 when they do not."""
    place = at
    for letter in letters:
        while place < len(own) and place > at and own[place] in _FILLER and own[place][0] != letter:
            place += 1
        if place >= len(own) or own[place][0] != letter or len(own[place]) < 2:
            return 0
        place += 1
    return place - at


def _parts(words: list[str], index: SourceIndex) -> list[tuple[int, int, str]]:
    """All words of the name within one sentence, or the part that carries it."""
    telling = [word for word in words if word not in _FILLER and word not in _ROLES]
    lists = [index.places.get(word, []) for word in telling]
    if not telling or not lists[-1]:
        lists = lists[:1] if lists and lists[0] else []
        return [(at, 1, "only in part") for at in (lists[0][:1] if lists else [])]
    if all(lists):
        # Every word stands in the source: a title, a first name and a surname set apart.
        segments = Counter(
            segment for places in lists for segment in {index.segment_of[at] for at in places[:400]}
        )
        full = sorted(s for s, count in segments.items() if count == len(telling))
        for segment in full[:5]:
            at = next(p for p in lists[0] if index.segment_of[p] == segment)
            return [(at, 1, "word by word")]
        return [(lists[-1][0], 1, "word by word")]
    return [(lists[-1][0], 1, "only in part")]


def find_other_spelling(claim: Claim, context: Context, corpus: Corpus) -> list[Match]:
    """The same name in the source with one word spelt another way, or another first name."""
    tokens = tokenise(claim.text)
    words = [word.removesuffix("'s") for word in tokens.words]
    found = []
    for index in corpus.indexes:
        for first, size in _near_spellings(words, index):
            score, _ = bind(context, index, first, first + size - 1)
            start, end = index.tokens.starts[first], index.tokens.ends[first + size - 1]
            if len(words) > 1 or score >= 0.3:
                found.append(Match(index, start, end, score))
    return found


def _near_spellings(words: list[str], index: SourceIndex) -> list[tuple[int, int]]:
    own, raw = index.tokens.words, index.tokens.raw
    missing = [k for k, word in enumerate(words) if word not in index.places]
    least = _MIN_SPELLING if len(words) == 1 else _MIN_IN_FULL_NAME
    if len(missing) != 1 or len(words[missing[0]]) < least:
        return []
    slot = missing[0]
    word = words[slot]
    for other in _similar(word, index):
        for place in index.places[other][:60]:
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


def _similar(word: str, index: SourceIndex) -> list[str]:
    most = 1 if len(word) < _LONG_NAME else 2
    near = process.extract_iter(
        word, index.spelt_like(word, most), scorer=OSA.distance, score_cutoff=most
    )
    close = [
        (distance, other)
        for other, distance, _ in near
        if not (word.startswith(other) or other.startswith(word)) and not _inflected(word, other)
    ]
    return [other for _, other in sorted(close)]


_ENDING = re.compile(r"(?:n|s|es|an|ian|ns|i|ish|'s|e|al|ed|er)?\Z")


def _inflected(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    return long.startswith(short) and bool(_ENDING.fullmatch(long[len(short) :]))
