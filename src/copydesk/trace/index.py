"""Everything that can be looked up in the sources, read once for a whole article."""

from __future__ import annotations

import math
import re
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, compress, count, islice, repeat
from operator import or_, sub

from copydesk.evidence.model import EvidenceSource
from copydesk.trace.ago import with_spans
from copydesk.trace.lowercase import with_capitals, without_capitals
from copydesk.trace.specifics import Amount, Item, Value, lookup_keys, scan_values
from copydesk.trace.words import ALIKE, Tokens, akin, stem, tokenise, word_set

__all__ = [
    "MAX_EVIDENCE_CHARS",
    "MAX_PLACES",
    "Corpus",
    "Postings",
    "SourceIndex",
    "cached_keys",
]

# A long report is 1 MB of text. What stands behind two million characters is not searched, and the
# reason of what was not found says so.
MAX_EVIDENCE_CHARS = 2_000_000
# Places of one word or value that are weighed: a word that stands in more places tells nothing.
MAX_PLACES = 300
# From this length on a sequence of words is looked for as one string.
_LONG_SEQUENCE = 24

_SENTENCE_END = re.compile(r"[.!?][\"”’')\]]*\s")
# Texts with no longer line are laid out in columns; a line shorter than that is an entry of a menu.
_WIDTH, _SHORT_LINE = 120, 40
# How much of a text is looked at to tell.
_SAMPLE = 200_000
_ABBREVIATION = word_set(
    "mr mrs ms dr prof st vs inc corp co ltd jr sr gen sen rep gov no jan feb mar apr jun jul aug "
    "sep sept oct nov dec approx est fig etc"
)


@lru_cache(maxsize=1 << 15)
def cached_keys(value: Value) -> tuple[Hashable, ...]:
    """:func:`lookup_keys`, remembered: pages repeat their figures, and each source is asked."""
    return lookup_keys(value)


class SourceIndex:
    """One source: its words, its blocks and sentences, and its values by what they equal."""

    def __init__(self, source: EvidenceSource) -> None:
        self.source = source
        self.id = source.id
        self.text = source.text.text[:MAX_EVIDENCE_CHARS]
        self.cut = len(source.text.text) > MAX_EVIDENCE_CHARS
        self.tokens: Tokens = tokenise(self.text)
        self.block_of: array[int] = array("I")
        self.segment_of: array[int] = array("I")
        self.segments: list[tuple[int, int]] = []
        self._divide()
        self.places: dict[str, list[int]] = _places(self.tokens.words)
        items = scan_values(with_capitals(self.text)) if len(self.tokens) else []
        self.items: list[Item] = with_spans(items, self.text)
        self.item_tokens: list[int] = [self._first_token(item.start) for item in self.items]
        self.by_key: dict[Hashable, list[int]] = defaultdict(list)
        self.bare: dict[Fraction, list[int]] = defaultdict(list)
        for at, item in enumerate(self.items):
            for key in cached_keys(item.value):
                self.by_key[key].append(at)
            value = item.value
            if isinstance(value, Amount) and not value.unit and not value.ordinal:
                self.bare[value.amount].append(at)
        self._joined: tuple[str, array[int]] | None = None
        self._lowercase: bool | None = None
        self._capitals: dict[str, list[int]] | None = None
        self._by_letter: dict[str, list[str]] = {}
        self.operands: dict[str, list[tuple[Item, int]]] = {}
        """By unit the values that others may follow from, once they were looked up."""

    def _first_token(self, offset: int) -> int:
        starts = self.tokens.starts
        return max(0, min(len(starts) - 1, bisect_left(starts, offset)))

    def _divide(self) -> None:
        """Number the blocks (lines) and the sentences that the words stand in."""
        starts, ends, raw = self.tokens.starts, self.tokens.ends, self.tokens.raw
        if not raw:
            return
        block = first = first_of_block = 0
        laid_out = _laid_out(self.text)
        # Only where a line ends, or more than one character stands between two words, something can end.
        gaps = map(sub, islice(starts, 1, None), ends)
        # The last character may be two words ("¼"): the place behind it must be there to look at.
        behind = (self.text + " ").__getitem__
        breaks = map("\n".__eq__, map(behind, islice(ends, 0, len(ends) - 1)))
        for at in compress(count(1), map(or_, map((1).__lt__, gaps), breaks)):
            gap = self.text[ends[at - 1] : starts[at]]
            line = "\n" in gap
            if gap == "\n" and (laid_out or _goes_on(self.text, ends[at - 1])):
                continue
            if line or (_SENTENCE_END.match(gap) and _ends(raw[at - 1], raw[at], gap)):
                self.segment_of.extend(repeat(len(self.segments), at - first))
                self.segments.append((first, at))
                first = at
                if line:
                    self.block_of.extend(repeat(block, at - first_of_block))
                    first_of_block = at
                    block += 1
        self.segment_of.extend(repeat(len(self.segments), len(raw) - first))
        self.block_of.extend(repeat(block, len(raw) - first_of_block))
        self.segments.append((first, len(raw)))

    @cached_property
    def counted(self) -> frozenset[str]:
        """The telling words that stand right behind a bare figure."""
        stems, found = self.tokens.stems, set()
        for item in self.items:
            value = item.value
            if isinstance(value, Amount) and not (value.unit or value.ordinal):
                behind = bisect_left(self.tokens.starts, item.end)
                found.update(stems[behind : behind + 1])
        return frozenset(found) - {""}

    def token_at(self, offset: int) -> int:
        """The number of the word that begins at or before the code point ``offset``."""
        return max(0, bisect_right(self.tokens.starts, offset) - 1)

    def items_of(self, segment: int) -> range:
        """Numbers of the values that stand in a sentence."""
        first, last = self.segments[segment]
        tokens = self.item_tokens
        return range(bisect_left(tokens, first), bisect_left(tokens, last))

    def sequences(self, words: Sequence[str], limit: int = MAX_PLACES) -> list[int]:
        """Where ``words`` (case-folded) stand one after the other; numbers of their first word."""
        if not words:
            return []
        bare = [word.removesuffix("'s") for word in words]
        if len(bare) >= _LONG_SEQUENCE:
            return self._long_sequences(bare, limit)
        lists = [self.places.get(word, []) for word in bare]
        rarest = min(range(len(bare)), key=lambda at: len(lists[at]))
        found = []
        own = self.tokens.words
        for place in lists[rarest]:
            first = place - rarest
            if first < 0 or first + len(bare) > len(own):
                continue
            if all(
                own[first + k] == words[k] or own[first + k].removesuffix("'s") == bare[k]
                for k in range(len(bare))
            ):
                found.append(first)
                if len(found) >= limit:
                    break
        return found

    def _long_sequences(self, bare: Sequence[str], limit: int) -> list[int]:
        """The same for a whole paragraph, in time that its repetitions do not multiply."""
        if self._joined is None:
            plain = [word.removesuffix("'s") for word in self.tokens.words]
            starts = array("L", [0])
            for word in plain:
                starts.append(starts[-1] + len(word) + 1)
            self._joined = "\n" + "\n".join(plain) + "\n", starts
        text, starts = self._joined
        wanted = "\n" + "\n".join(bare) + "\n"
        found: list[int] = []
        at = text.find(wanted)
        while at >= 0 and len(found) < limit:
            found.append(bisect_left(starts, at))
            at = text.find(wanted, at + 1)
        return found

    def is_name(self, first: int, last: int) -> bool:
        """Whether the words ``first`` to ``last`` begin and end with a capital; where the source is
        printed in lower case nothing says that they are no name.
        """
        raw = self.tokens.raw
        if raw[first][0].isupper() and raw[last][0].isupper():
            return True
        if self._lowercase is None:
            self._lowercase = without_capitals(self.text)
        return self._lowercase

    def capitals(self, letter: str) -> list[int]:
        """Numbers of the words that begin with a capital ``letter``."""
        if self._capitals is None:
            grouped: dict[str, list[int]] = defaultdict(list)
            for at, word in enumerate(self.tokens.raw):
                if word[0].isupper():
                    grouped[word[0]].append(at)
            self._capitals = dict(grouped)
        return self._capitals.get(letter, [])

    def spelt_like(self, word: str, longer: int) -> list[str]:
        """The source's words with the first letter of ``word``, up to ``longer`` letters off."""
        letter = word[:1]
        begun = self._by_letter.get(letter)
        if begun is None:
            begun = [one for one in self.places if one.startswith(letter)]
            self._by_letter[letter] = begun = sorted(begun, key=len)
        first = bisect_left(begun, len(word) - longer, key=len)
        return begun[first : bisect_right(begun, len(word) + longer, key=len)]


def _places(words: Sequence[str]) -> dict[str, list[int]]:
    """Where each word stands, "Norway's" with "Norway"."""
    places: dict[str, list[int]] = defaultdict(list)
    # A loop that stays in C: each word's list takes its number.
    deque(map(list.append, map(places.__getitem__, words), count()), maxlen=0)
    for word in [word for word in places if word.endswith("'s")]:
        own = places.pop(word)
        plain = places[word.removesuffix("'s")]
        plain += own
        plain.sort()
    return places


def _laid_out(text: str) -> bool:
    """Whether a text's lines are of a set width, so that their ends mean nothing: a plain text or
    the page of a PDF, not one that was read from marked-up blocks.
    """
    return len(max(text[:_SAMPLE].split("\n"), key=len)) <= _WIDTH


def _goes_on(text: str, end: int) -> bool:
    """Whether the line that ends at ``end`` is long and the next one begins small, as in a sentence."""
    begin = text.rfind("\n", max(0, end - _WIDTH), end) + 1
    return text[end + 1 : end + 2].islower() and end - begin >= _SHORT_LINE


def _ends(word: str, following: str, gap: str) -> bool:
    """Whether a full stop between two words ends a sentence."""
    if word.casefold() in _ABBREVIATION or len(word) == 1:
        return False
    return following[0].isupper() or following[0].isdigit() or gap[-1] in "\"“‘'($€£"


class Postings(Mapping[str, Sequence[tuple[int, int]]]):
    """For each stem the sentences that it stands in: (source, number), in order.

    Put together for a stem when it is asked for: an article asks for a few hundred of the many
    thousand stems that its sources have.
    """

    def __init__(self, indexes: Sequence[SourceIndex]) -> None:
        self._indexes = indexes
        self._known: dict[str, tuple[tuple[int, int], ...]] = {}
        self._words: dict[str, list[str]] = defaultdict(list)
        words = list(dict.fromkeys(chain.from_iterable(index.places for index in indexes)))
        for one, word in zip(map(stem, words), words, strict=True):
            self._words[one].append(word)
        self._words.pop("", None)

    def __getitem__(self, key: str) -> tuple[tuple[int, int], ...]:
        found = self._known.get(key)
        if found is None:
            if key not in self._words:
                raise KeyError(key)
            found = self._known[key] = tuple(self._sentences(self._words[key]))
        return found

    def akin(self, stems: Iterable[str]) -> dict[str, str]:
        """:func:`akin` with the sources' own stems, of which only those that begin alike are tried."""
        wanted = list(stems)
        begun = self._by_beginning
        near = [begun.get(one, ()) for one in {one[:ALIKE] for one in wanted}]
        return akin(wanted, chain.from_iterable(near))

    @cached_property
    def _by_beginning(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for one in self._words:
            found[one[:ALIKE]].append(one)
        return found

    def _sentences(self, words: Sequence[str]) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for index in self._indexes:
            held: set[int] = set()
            for places in filter(None, map(index.places.get, words)):
                held.update(map(index.segment_of.__getitem__, places))
            if held:
                found += [(index.id, number) for number in sorted(held)]
        return found

    def __contains__(self, key: object) -> bool:
        return key in self._words

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


class Corpus:
    """The given sources of an article as far as they are legible, and how telling each word is among
    them.
    """

    def __init__(
        self, sources: Sequence[EvidenceSource], known: Sequence[SourceIndex] = ()
    ) -> None:
        """``known`` are indexes of some of the sources, which are not read again."""
        read = {id(index.source): index for index in known}
        self.indexes = [
            read.get(id(source)) or SourceIndex(source) for source in sources if source.legible
        ]
        self.by_id = {index.id: index for index in self.indexes}
        self.segments_with = Postings(self.indexes)
        self.total = max(sum(len(index.segments) for index in self.indexes), 1)
        self._weights: dict[str, float] = {}
        self.name_places: dict[str, dict[int, list[tuple[int, int, str]]]] = {}
        """Where each source holds a name of the article, once it was looked up: it comes again."""
        # Words of the article that no source has: as telling as a word of a few sentences.
        self._unseen = math.log(1 + self.total / 4)

    def share(self, stem: str) -> float:
        """In what share of the sentences the stem stands."""
        return len(self.segments_with.get(stem, ())) / self.total

    def weight(self, stem: str) -> float:
        """How telling a stem is: the logarithm of how rare it is among the sentences."""
        found = self._weights.get(stem)
        if found is None:
            count = len(self.segments_with.get(stem, ()))
            found = math.log(1 + self.total / count) if count else self._unseen
            self._weights[stem] = found
        return found
