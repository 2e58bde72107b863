"""Words of a text with their places: tokens, light stems, and which of them say nothing.

The stemmer only takes endings off and knows a few irregular verbs of reporting; it need not yield
a word, only the same string for forms of one word.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from copydesk.trace.specifics import fold, fold_in_place, hard_places

__all__ = ["ALIKE", "Tokens", "akin", "stem", "tokenise", "word_set"]


def word_set(text: str) -> frozenset[str]:
    """The words of a list that is written as running text."""
    return frozenset(text.split())


# After folding every apostrophe is straight. A figure keeps its separators; signs that change what
# a phrase says ("$", "%") are words too. Most words are small letters of ASCII, which are matched by
# themselves: twice as fast as "a letter of any script"; and every branch begins with a set, so that
# one look tells whether it is tried at all.
_LETTERS_ON = r"[^\W\d_]*(?:'[^\W\d_]+)?"
_TOKEN = re.compile(
    rf"[a-z]+{_LETTERS_ON}|[A-Z]\.(?:[A-Z]\.){{1,4}}(?![A-Za-z])|[A-Z][a-z]*{_LETTERS_ON}"
    rf"|\d\d*(?:[.,:]\d+)*|[^\W\d_]{_LETTERS_ON}|[$€£¥₹%+=<>≥≤&]"
)

_STOP = word_set(
    """a an the this that these those it its it's he she they them we you i his her their our your my me him us who whom whose
    which what when where why how and or nor but if then than so as at by in on of to from with without within into onto over
    under up down out off for about after before since until during between among against through across along per via be is
    are was were been being am has have had having do does did done will would can could may might must shall should not no
    also more most less very just only even still such some any each every all both either neither other another same own much
    many few said say says saying told according one ones there here now however while because though although whether yet
    s t re ve ll d m mr mrs ms get got make made like well back upon around toward towards both including include included
    amid despite too ago around nearly almost roughly approximately some new first second"""
)
_IRREGULAR = {
    "rose": "rise", "risen": "rise", "grew": "grow", "grown": "grow", "growth": "grow",
    "fell": "fall", "fallen": "fall", "sold": "sell", "sale": "sell", "sales": "sell",
    "bought": "buy", "paid": "pay", "payment": "pay", "spent": "spend", "built": "build",
    "led": "lead", "won": "win", "lost": "lose", "loss": "lose", "losses": "lose", "held": "hold",
    "ran": "run", "began": "begin", "begun": "begin", "shipped": "ship", "children": "child",
    "women": "woman", "men": "man", "people": "person", "cut": "cut", "cuts": "cut",
    "died": "die", "deaths": "die", "death": "die", "dead": "die", "killed": "kill",
    "percent": "%", "per cent": "%", "analyses": "analysis", "launches": "launch",
    "u.s": "us", "american": "us", "america": "us", "taken": "take", "took": "take",
    "given": "give", "gave": "give", "seen": "see", "saw": "see", "found": "find",
    "chose": "choose", "chosen": "choose", "wrote": "write", "written": "write",
}  # fmt: skip
_ENDINGS = (
    "ization", "isation", "ations", "ation", "ments", "ment", "ingly", "ness", "ings", "ing",
    "ions", "ion", "edly", "ied", "ies", "ers", "ed", "er", "es", "ly", "al", "s", "e", "y",
)  # fmt: skip


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of a case-folded word; "" for a word that says nothing about the subject."""
    word = word.removesuffix("'s")
    if word in _STOP or (len(word) == 1 and not word.isdigit()):
        return ""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not word.isalpha() or len(word) < 4:
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word


# Letters, and the share of the longer stem, that two forms of a word begin with alike.
ALIKE, _ALIKE_SHARE = 4, 0.6


def akin(stems: Iterable[str], vocabulary: Iterable[str]) -> dict[str, str]:
    """For stems that are not in ``vocabulary`` one of it that begins alike ("acquisit", "acquir"):
    derived words, which endings alone do not bring together. Stems without one are left out.
    """
    wanted: dict[str, list[str]] = defaultdict(list)
    for one in stems:
        if len(one) >= ALIKE:
            wanted[one[:ALIKE]].append(one)
    # The nearest of all, so that the order of the vocabulary does not matter.
    best: dict[str, tuple[int, str]] = {}
    for other in vocabulary:
        for one in wanted.get(other[:ALIKE], ()):
            same = _begin_alike(one, other)
            if same and (one not in best or (-same, other) < best[one]):
                best[one] = (-same, other)
    return {one: other for one, (_, other) in best.items()}


def _begin_alike(one: str, other: str) -> int:
    """How many letters two stems share at their beginning; 0 where these are too few."""
    longest = max(len(one), len(other))
    same = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        same += 1
    return same if same >= max(ALIKE, _ALIKE_SHARE * longest, min(longest - 2, 5)) else 0


@lru_cache(maxsize=4096)
def bare(word: str) -> str:
    """``word`` case-folded and without accents: "Moretó" and "Moreto" are one name."""
    split = unicodedata.normalize("NFD", word.casefold())
    plain = "".join(char for char in split if not unicodedata.combining(char))
    return plain.translate(_LETTERS) or word


_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ı": "i"})


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words of a text in order.

    ``raw`` are folded words as written, ``words`` case-folded without accents, ``stems`` their stems ("" for stop
    words); ``starts`` and ``ends`` are code points of the text that was read.
    """

    raw: list[str]
    words: list[str]
    stems: list[str]
    starts: array[int]
    ends: array[int]

    def __len__(self) -> int:
        return len(self.words)


class _Lowered(dict[str, str]):
    """Words as compared, remembered by words as written; C looks them up one after the other."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = self[word] = word.lower() if word.isascii() else bare(word)
        return found


class _Stemmed(dict[str, str]):
    """The stems of words, remembered."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = self[word] = stem(word)
        return found


_REMEMBERED = 1 << 16
_lowered, _stemmed = _Lowered(), _Stemmed()
_SPLIT = re.compile(f"({_TOKEN.pattern})")
# Begins with what is rare in a text, so that the search skips most of it.
_DOTTED = re.compile(r"\.[A-Z]\.")


def tokenise(text: str) -> Tokens:
    """The words of ``text`` after typographic folding, with their places in ``text`` itself.

    No word goes across a line, so that only the lines with a character that folds to more or fewer
    than one need the map of the folded text.
    """
    raw: list[str] = []
    starts: array[int] = array("I")
    ends: array[int] = array("I")
    plain = fold_in_place(text)
    if plain is not None:
        _in_place(plain, 0, raw, starts, ends)
    else:
        for low, high, hard in _stretches(text):
            if hard:
                _mapped(text[low:high], low, raw, starts, ends)
            else:
                _in_place(fold_in_place(text[low:high]) or "", low, raw, starts, ends)
    words = list(map(_lowered.__getitem__, raw))
    return Tokens(raw, words, list(map(_stemmed.__getitem__, words)), starts, ends)


def _stretches(text: str) -> Iterator[tuple[int, int, bool]]:
    """The lines of ``text`` in order: each with a hard character alone, the others together."""
    done = 0
    for at in hard_places(text):
        if at < done:
            continue
        low = text.rfind("\n", done, at) + 1 or done
        high = text.find("\n", at)
        high = high if high >= 0 else len(text)
        if low > done:
            yield done, low, False
        yield low, high, True
        done = high
    if done < len(text):
        yield done, len(text), False


def _in_place(
    plain: str, offset: int, raw: list[str], starts: array[int], ends: array[int]
) -> None:
    """Add the words of a text that was folded in place; it begins at ``offset``."""
    parts = _SPLIT.split(plain)
    places = list(accumulate(map(len, parts), initial=offset))
    words = parts[1::2]
    if _DOTTED.search(plain):
        words = [word if word[-1] != "." else word.replace(".", "") for word in words]
    raw += words
    starts.extend(places[1:-1:2])
    ends.extend(places[2::2])


def _mapped(text: str, offset: int, raw: list[str], starts: array[int], ends: array[int]) -> None:
    """Add the words of any text; it begins at ``offset``."""
    folded = fold(text)
    origin_starts, origin_ends = folded.starts, folded.ends
    for match in _TOKEN.finditer(folded.text):
        word = match.group()
        raw.append(word if word[-1] != "." else word.replace(".", ""))
        starts.append(offset + origin_starts[match.start()])
        ends.append(offset + origin_ends[match.end() - 1])
