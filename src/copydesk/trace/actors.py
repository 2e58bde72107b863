"""Who does what to whom: actors of title, summary and lead that are another in the nearest passage.

Two things are noticed. Two names changed places about the same verb ("A acquires B" against "B
acquires A"). Or a name stands before the verb where the passage, which has the rest of the sentence,
has another name there. A passive, a verb that goes both ways and names that belong together are left
alone: grammar is not read here, only the order of words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from copydesk.noticed import Renamed
from copydesk.trace.fronts import Front, Place, as_near
from copydesk.trace.index import Corpus
from copydesk.trace.verbs import same_act
from copydesk.trace.words import Tokens, tokenise, word_set

__all__ = ["find_renamed"]

# What a passage must hold of a sentence, by weight: all of it where two names changed places, the
# rest of it where one name is another.
MIN_SHARE, MIN_REST = 0.5, 0.6
# Words between an actor and the verb.
_REACH = 2
# And between the verb and the object.
_FAR = 14
_PASSIVE_BEFORE = word_set("was were been is are being be get gets got")
# Joined names act together, and these acts go both ways.
_JOINED = word_set("and or with versus vs")
_MUTUAL = frozenset(
    tokenise(
        "merge merges merged meet meets met join joins joined partner partners partnered agree agrees "
        "agreed play plays played face faces faced talk talks share shares team teams trade trades "
        "marry married draw draws drew negotiate negotiates sign signs signed discuss discusses"
    ).stems
)
_SMALL = word_set(
    "the a an its his her their new former and of today yesterday tomorrow monday tuesday wednesday thursday friday saturday "
    "sunday in on at it he she they we i this that these those"
)
# A longer run of capitals is a headline, and so is a passage with this share of them.
_LONGEST, _HEADLINE = 5, 0.6
# Words before a name in which another one may be joined to it.
_BESIDE = 2


@dataclass(frozen=True, slots=True)
class _Name:
    """A name in a run of words: its stems, and the numbers of its first word and behind its last."""

    words: tuple[str, ...]
    first: int
    last: int


def find_renamed(fronts: Sequence[Front], corpus: Corpus) -> tuple[Renamed, ...]:
    """The sentences whose actor is another than in the passage that says the rest of it.

    Compared are names that the sources hold; of others the trace itself says that none does.
    """
    found = []
    for front in fronts:
        names = _names_of(front)
        for one in names:
            renamed = _swapped(front, one, names) or _replaced(front, one, names, corpus)
            if renamed is not None:
                place, theirs = renamed
                start, end = _origin(front, one)
                words = front.text[front.tokens.starts[one.first] : front.tokens.ends[one.last - 1]]
                near = as_near(place)
                found.append(Renamed(front.field, start, end, words, theirs, near))
                break
    return tuple(found)


def _names_of(front: Front) -> list[_Name]:
    """The names of the nearest passages, as far as they stand in the sentence, in its order."""
    found: dict[int, _Name] = {}
    plain = [word.removesuffix("'s") for word in front.tokens.words]
    runs = {tuple(run) for place in front.places for run in _runs(place) if run[0] in plain}
    for run in sorted(runs):
        for size in range(len(run), 0, -1):
            at = _at(front.tokens, plain, run[:size])
            if at is not None:
                if at not in found or found[at].last < at + size:
                    found[at] = _Name(_bare(run[:size]), at, at + size)
                break
    names = [found[at] for at in sorted(found)]
    return [
        one
        for one in names
        if one.words
        and not any(other.first < one.first and one.last <= other.last for other in names)
    ]


def _runs(place: Place) -> Iterator[Sequence[str]]:
    """The names of a passage: words with a capital in a row, without what only begins the sentence."""
    tokens, (first, last) = place.index.tokens, place.words
    large = sum(word[:1].isupper() for word in tokens.raw[first:last])
    if large > _HEADLINE * (last - first) > 0 and last - first > _LONGEST:
        return
    at = first
    while at < last:
        end = at
        while end < last and tokens.raw[end][:1].isupper():
            end += 1
        begin = at
        while begin < end and tokens.words[begin] in _SMALL:
            begin += 1
        if (
            begin < end
            and not tokens.words[end - 1].endswith(_OF_A_LAND)
            and _is_name(place, _Name(_bare(tokens.words[begin:end]), begin, end))
        ):
            yield [word.removesuffix("'s") for word in tokens.words[begin:end]]
        at = max(end, at + 1)


def _at(tokens: Tokens, plain: Sequence[str], words: Sequence[str]) -> int | None:
    """Where words stand in a sentence with a capital, or ``None``."""
    for at in range(len(plain) - len(words) + 1):
        if (
            plain[at] == words[0]
            and tuple(plain[at : at + len(words)]) == tuple(words)
            and tokens.raw[at][:1].isupper()
        ):
            return at
    return None


def _bare(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word.removesuffix("'s") for word in words if word not in _SMALL)


def _origin(front: Front, name: _Name) -> tuple[int, int]:
    low = front.span.start + front.tokens.starts[name.first]
    high = front.span.start + front.tokens.ends[name.last - 1]
    return front.passage.text.to_origin(low, high)


# "Egyptian" describes; it does nothing.
_OF_A_LAND = ("ian", "ish", "ese", "ican", "ean")
_AGENT = ("er", "ers", "or", "ors", "ion", "ions", "ment")


def _verbs(tokens: Tokens, name: _Name, bounds: tuple[int, int]) -> Iterator[int]:
    """Words right behind a name that may be its verb, where the clause is active."""
    for at in range(name.last, min(name.last + 1 + _REACH, bounds[1])):
        if tokens.words[at] in _PASSIVE_BEFORE | _JOINED:
            return
        stem = tokens.stems[at]
        if tokens.words[at].endswith(_AGENT):
            return
        if stem and stem not in _MUTUAL and not tokens.raw[at][:1].isdigit():
            if "by" not in tokens.words[at + 1 : at + 3]:
                yield at
            if not tokens.words[at].endswith("ly"):
                return


def _swapped(front: Front, actor: _Name, names: Sequence[_Name]) -> tuple[Place, str] | None:
    """The passage in which an object of the sentence's verb is its actor, and the actor its object."""
    tokens = front.tokens
    for verb in _verbs(tokens, actor, (0, len(tokens))):
        for other in names:
            if not verb < other.first <= verb + _FAR or set(other.words) & set(actor.words):
                continue
            found: Place | None = None
            for place in front.places:
                if place.share < MIN_SHARE:
                    break
                order = _order(place, actor, tokens.stems[verb], other)
                if order > 0:
                    return None
                if order < 0 and found is None:
                    found = place
            if found is not None:
                return found, _as_written(found, other)
    return None


def _order(place: Place, actor: _Name, verb: str, other: _Name) -> int:
    """1 where the passage has actor, verb, other in this order; -1 where it has them the other way
    round; 0 where it has neither, or both.
    """
    straight = _acts(place, actor, verb, other)
    reverse = _acts(place, other, verb, actor)
    return int(straight) - int(reverse) if straight != reverse else 1 if straight else 0


def _acts(place: Place, actor: _Name, verb: str, other: _Name) -> bool:
    """Whether a name of the passage does it, actively, to the other, or the other way in a passive."""
    tokens, bounds = place.index.tokens, place.words
    for mine in _places_of(tokens, actor, bounds):
        for at in _verbs(tokens, mine, bounds):
            if (
                tokens.raw[at][:1].islower()
                and same_act(tokens.stems[at], verb)
                and any(
                    at < theirs.first <= at + _FAR for theirs in _places_of(tokens, other, bounds)
                )
            ):
                return True
    words = tokens.words
    for at in range(*bounds):
        if same_act(tokens.stems[at], verb) and "by" in words[at + 1 : at + 3]:
            by = words.index("by", at)
            if any(by < one.first <= by + _BESIDE for one in _places_of(tokens, actor, bounds)):
                return True
    return False


def _places_of(tokens: Tokens, name: _Name, bounds: tuple[int, int]) -> Iterator[_Name]:
    """Where a name stands in a passage: all its words, or the first of several."""
    words = name.words
    for at in range(*bounds):
        if tokens.words[at].removesuffix("'s") != words[0]:
            continue
        last = at + 1
        while last < bounds[1] and tokens.raw[last][:1].isupper():
            last += 1
        run = set(_bare(tokens.words[at:last]))
        # "Orrin" for "Orrin Foods", and the other way round; not "North Korean" for "North Korea".
        if len(run) <= _LONGEST and (run <= set(words) or run >= set(words)):
            yield _Name(words, at, last)


def _as_written(place: Place, name: _Name) -> str:
    tokens, bounds = place.index.tokens, place.words
    one = next(_places_of(tokens, name, bounds))
    return place.index.text[tokens.starts[one.first] : tokens.ends[one.last - 1]]


def _replaced(
    front: Front, actor: _Name, names: Sequence[_Name], corpus: Corpus
) -> tuple[Place, str] | None:
    """The passage that has the rest of the sentence with another name before its verb."""
    tokens = front.tokens
    own = set(tokens.stems[actor.first : actor.last])
    rest = {theirs for mine, theirs in front.stems.items() if mine not in own}
    total = sum(map(corpus.weight, rest))
    if actor is not names[0] or len(rest) < _LEAST:
        return None
    for verb in _verbs(tokens, actor, (0, len(tokens))):
        for place in front.places:
            got = sum(map(corpus.weight, rest & place.stems))
            if got < MIN_REST * total or _names(place, actor):
                continue
            other = _subject(place, tokens.stems[verb])
            if other is None or not _apart(actor, other, front, corpus):
                continue
            if not _elsewhere(front, actor, tokens.stems[verb], rest, corpus):
                return place, place.index.text[
                    place.index.tokens.starts[other.first] : place.index.tokens.ends[other.last - 1]
                ]
    return None


# Telling words that a sentence must have besides the actor.
_LEAST = 4


def _names(place: Place, name: _Name) -> bool:
    """Whether the passage, the two before it or the one behind it have any word of a name."""
    index = place.index
    first = index.segments[max(0, place.number - 2)][0]
    return not set(name.words).isdisjoint(index.tokens.words[first : place.words[1]])


def _subject(place: Place, verb: str) -> _Name | None:
    """The name right before the verb in a passage."""
    tokens, (first, last) = place.index.tokens, place.words
    for at in range(first, last):
        if tokens.raw[at][:1].isupper() or not same_act(tokens.stems[at], verb):
            continue
        end = at
        while end > first and not tokens.raw[end - 1][:1].isupper() and at - end < _REACH:
            end -= 1
        begin = end
        while begin > first and tokens.raw[begin - 1][:1].isupper():
            begin -= 1
        while begin < end and tokens.words[begin] in _SMALL:
            begin += 1
        name = _Name(_bare(tokens.words[begin:end]), begin, end)
        if begin < end and at in set(_verbs(tokens, name, (first, last))) and _is_name(place, name):
            return name
    return None


def _is_name(place: Place, name: _Name) -> bool:
    """Whether a run of capitals is a name: several words, or one that is never written small."""
    if len(name.words) != 1:
        return 1 < len(name.words) <= _LONGEST
    index = place.index
    return all(index.tokens.raw[at][:1].isupper() for at in index.places.get(name.words[0], ()))


def _apart(actor: _Name, other: _Name, front: Front, corpus: Corpus) -> bool:
    """Whether two names are of two: no word in common, no initials, no sentence that has both."""
    mine, theirs = set(actor.words), set(other.words)
    if mine & theirs or mine & set(front.tokens.words) & theirs:
        return False
    if theirs & set(front.tokens.words):
        return False
    initials = {"".join(word[0] for word in one.words) for one in (actor, other)}
    if initials & (mine | theirs):
        return False
    for index in corpus.indexes:
        both = [
            {index.segment_of[at] for word in words for at in index.places.get(word, ())}
            for words in (mine, theirs)
        ]
        if both[0] & both[1]:
            return False
    return True


def _elsewhere(front: Front, actor: _Name, verb: str, rest: set[str], corpus: Corpus) -> bool:
    """Whether some passage has the actor do it."""
    for place in front.places:
        if not _names(place, actor):
            continue
        if any(same_act(verb, stem) for stem in place.stems):
            return True
    held = [index for index in corpus.indexes if actor.words[0] in index.places]
    for index in held:
        for at in index.places[actor.words[0]]:
            place = Place(index, index.segment_of[at], 0.0)
            if len(rest & place.stems) * 2 >= len(rest):
                return True
    return False
