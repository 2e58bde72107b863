"""Names: all their words side by side in a source, in one of their forms."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from copydesk.trace.binding import Context, bind
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.match import Match
from copydesk.trace.name_forms import (
    DIRECTIONS,
    GENERIC,
    PEOPLES,
    ROLES,
    aliases,
    forms,
    one_spelling,
)
from copydesk.trace.reading import Claim
from copydesk.trace.spellings import find_other_spelling, near_spellings
from copydesk.trace.words import Tokens, tokenise, word_set

__all__ = ["find_name", "find_other_spelling"]

# A page names its subject again and again; the first places show it as well as all of them.
_MAX_NAMED = 12
# A longer name is not looked for in other forms, and of a common word not every place.
_MAX_FORMED, _LOOKED_AT = 6, 300
# Words of a name that stand apart still name one thing where so few words are between them.
_APART = 8
# A longer name of an institution is hardly put together from words that stand apart by chance.
_SHORT = 3
_FILLER = frozenset(
    {"of", "the", "and", "for", "de", "in", "inc", "corp", "ltd", "llc", "co", "&", "plc"}
)
_HYPHENS = frozenset({"-", "‐", "‑"})
_COUNTRY_LETTERS = frozenset({"US", "UK", "EU", "UN", "USA"})
# What a name of an institution begins or ends with: its other words say which one it is.
_INSTITUTIONS = word_set(
    "bank university ministry department institute court council parliament commission committee agency "
    "board union federation senate academy college school hospital embassy museum association"
)
_PART = "only in part"
_LOOSE = frozenset({_PART, "in words that stand apart"})

Place = tuple[int, int, str]
"""First word, number of words, and how it differs from the name."""


def find_name(claim: Claim, context: Context, corpus: Corpus) -> list[Match]:
    """Where the sources hold the name: whole words, possessive or not, or in another form.

    An acronym or a part does not stand for a full name that a source spells almost like it.
    """
    places = corpus.name_places.get(claim.text)
    if places is None:
        places = corpus.name_places[claim.text] = _named(claim.text, corpus)
    found: list[Match] = []
    for index in corpus.indexes:
        for first, size, note in places.get(index.id, ()):
            score, _ = bind(context, index, first, first + size - 1)
            start, end = index.tokens.starts[first], index.tokens.ends[first + size - 1]
            found.append(Match(index, start, end, score, note not in _LOOSE, note))
    return found


def _named(text: str, corpus: Corpus) -> dict[int, list[Place]]:
    """By source the places of the name, or where no source has it whole, of what comes near."""
    tokens = tokenise(text)
    words = _own_words(tokens, text)
    places = {index.id: _whole(tokens.raw, words, index) for index in corpus.indexes}
    if len(words) > 1 and not any(places.values()):
        if any(near_spellings(words, index) for index in corpus.indexes):
            return {}
        places = {index.id: _less(tokens.raw, words, index) for index in corpus.indexes}
    return places


def _own_words(tokens: Tokens, text: str) -> list[str]:
    """The name's words, without "-based" behind a hyphen or "Bronfield-backed" before the name, and
    without initials before a surname.
    """
    words = [word.removesuffix("'s") for word in tokens.words]
    raw, starts, ends = tokens.raw, tokens.starts, tokens.ends
    hung = [
        at
        for at in range(1, len(raw))
        if raw[at][0].islower() and text[ends[at - 1] : starts[at]] in _HYPHENS
    ]
    last = len(words)
    while last > 1 and last - 1 in hung:
        last -= 1
    first = max((at + 1 for at in hung if at + 1 < last), default=0)
    while first + 1 < last and _initials(tokens, first):
        first += 1
    return words[first:last]


def _initials(tokens: Tokens, at: int) -> bool:
    """Whether a word is one initial or several with full stops ("J.", "J.R.R.")."""
    raw = tokens.raw[at]
    dotted = tokens.ends[at] - tokens.starts[at] > len(raw)
    return raw.isupper() and (len(raw) == 1 or dotted) and raw not in _COUNTRY_LETTERS


def _whole(raw: list[str], words: list[str], index: SourceIndex) -> list[Place]:
    """The name itself, or for a single word another form of it."""
    found = [(first, len(words), "") for first in index.sequences(words, limit=_MAX_NAMED)]
    if found or len(words) != 1:
        return found
    word = words[0]
    found = [(at, 1, "") for form in forms(word) for at in index.places.get(form, ())[:5]]
    return found or _joined(words, index) or _expansions(raw, words, index) or _respelt(word, index)


def _respelt(word: str, index: SourceIndex) -> list[Place]:
    """British for American spelling and the other way."""
    wanted = one_spelling(word)
    return [
        (index.places[other][0], 1, "")
        for other in (index.spelt_like(word, 1) if len(word) > 4 else ())
        if one_spelling(other) == wanted
    ]


def _less(raw: list[str], words: list[str], index: SourceIndex) -> list[Place]:
    """A name of several words in another form, without what is no part of it, or in part."""
    return (
        _other_form(words, index)
        or _turned(words, index)
        or [(at, 1, "") for one in aliases(words) for at in index.places.get(one, ())[:5]]
        or _joined(words, index)
        or _expansions(raw, words, index)
        or _trimmed(words, index)
        or _parts(words, index)
    )


def _other_form(words: list[str], index: SourceIndex) -> list[Place]:
    """Words of the name in another form: "EU Parliament" for "European Parliament"."""
    own, size = index.tokens.words, len(words)
    if size > _MAX_FORMED:
        return []
    accepted = [_present(word, index) for word in words]
    slot = min(range(size), key=lambda at: sum(len(index.places[w]) for w in accepted[at]))
    found = []
    for form in sorted(accepted[slot]):
        for place in index.places[form][:_LOOKED_AT]:
            first = place - slot
            last = first + size - 1
            if first < 0 or last >= len(own):
                continue
            # "west Norwegian waters" lie in Western Norway.
            if not index.is_name(last if words[0] in DIRECTIONS else first, last):
                continue
            if all(own[first + k].removesuffix("'s") in accepted[k] for k in range(size)):
                found.append((first, size, ""))
    return sorted(found)[:_MAX_NAMED]


def _turned(words: list[str], index: SourceIndex) -> list[Place]:
    """The head in front: "Labour Department" for "Department of Labour", and the other way."""
    if words[-1] in _INSTITUTIONS:
        turned = [words[-1], "of", *words[:-1]]
    elif words[0] in _INSTITUTIONS and words[1:2] == ["of"]:
        turned = [*words[2:], words[0]]
    else:
        return []
    return [(first, len(turned), "") for first in index.sequences(turned, _MAX_NAMED)]


def _present(word: str, index: SourceIndex) -> set[str]:
    """The forms of a word that stand in the source."""
    held = {form for form in (word, *forms(word)) if form in index.places}
    if word not in index.places:
        held |= {index.tokens.words[at].removesuffix("'s") for at, _, _ in _respelt(word, index)}
    return held


def _trimmed(words: list[str], index: SourceIndex) -> list[Place]:
    """Without a role or a people before it, and without a generic head behind it."""
    low, high = 0, len(words)
    while high - low > 1 and (words[high - 1] in GENERIC or words[high - 1] in ROLES):
        high -= 1
    while high - low > 1 and _no_part(words[low], index, alone=high - low == 2):
        low += 1
    if high - low > 3 and aliases(words[low : low + 2]):
        low += 2  # the United States Supreme Court
    rest = words[low:high]
    if len(rest) == len(words) or (len(rest) == 1 and rest[0] in PEOPLES):
        return []  # "French League" is no part of what is known of France
    size = len(rest)
    found = [at for at in index.sequences(rest, _MAX_NAMED) if index.is_name(at, at + size - 1)]
    return [(first, size, "without all its words") for first in found]


def _no_part(word: str, index: SourceIndex, *, alone: bool) -> bool:
    """Whether a word before a name is none of its own: a role; before a name of two words or more
    (not ``alone``) a people, or a word that the source writes small, as well.
    """
    if word in ROLES or alone:
        return word in ROLES
    if word in PEOPLES:
        return True
    places = index.places.get(word, ())[:20]
    return any(not index.is_name(at, at) for at in places)


def _joined(words: list[str], index: SourceIndex) -> list[Place]:
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


def _expansions(raw: list[str], words: list[str], index: SourceIndex) -> list[Place]:
    """An acronym written out in the source, or a name that the source only gives as an acronym."""
    own = index.tokens.raw
    if len(raw) == 1 and raw[0].isupper() and 2 <= len(raw[0]) <= 6:
        letters = raw[0]
        for at in index.capitals(letters[0]):
            if own[at] != letters:
                size = _spells(own, at, letters)
                if size:
                    return [(at, size, "written out")]
        return _office(letters, index)
    initials = "".join(w[0] for w in words if w not in _FILLER or w == "&").upper()
    least = 2 if "of" in words else 3
    if least <= len(initials) <= 6:
        for at in index.places.get(initials.casefold(), ())[:20]:
            if own[at] == initials:
                return [(at, 1, "as an acronym")]
    return []


def _office(letters: str, index: SourceIndex) -> list[Place]:
    """A "CMO" in a source that says "chief marketing officer": offices are written small."""
    own = index.tokens.words
    for at in index.places.get("chief", ()) if letters[0] == "C" and letters[-1] == "O" else ():
        words = own[at : at + len(letters)]
        if words[-1] == "officer" and [word[0].upper() for word in words] == list(letters):
            return [(at, len(letters), "written out")]
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


def _parts(words: list[str], index: SourceIndex) -> list[Place]:
    """All words of the name within one sentence, or the part that carries it."""
    telling = [word for word in words if word not in _FILLER and word not in ROLES]
    lists = [index.places.get(word, []) for word in telling]
    if not telling or not lists[-1]:
        lists = lists[:1] if lists and lists[0] else []
        return [(at, 1, _PART) for at in (lists[0][:1] if lists else [])]
    if not all(lists):
        return [(lists[-1][0], 1, _PART)]
    # Every word stands in the source: a title, a first name and a surname set apart.
    segments = Counter(
        segment for places in lists for segment in {index.segment_of[at] for at in places[:400]}
    )
    full = sorted(s for s, count in segments.items() if count == len(telling))
    institution = len(telling) <= _SHORT and bool(_INSTITUTIONS & {words[0], words[-1]})
    for segment in full[:5]:
        chosen = [next(p for p in places if index.segment_of[p] == segment) for places in lists]
        near = all(abs(b - a) <= _APART for a, b in pairwise(chosen))
        if near or not institution:
            return [(chosen[0], 1, "word by word")]
    return [(lists[-1][0], 1, "in words that stand apart" if institution else "word by word")]
