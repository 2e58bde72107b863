"""The scanner: one pass over the words of a text, the longest reading first at each place."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, compress

from copydesk.article.model import Span
from copydesk.report import Kind
from copydesk.trace.specifics import lexicon
from copydesk.trace.specifics.amounts import Figure, finish
from copydesk.trace.specifics.dates import read_word_date
from copydesk.trace.specifics.figures import read_digits
from copydesk.trace.specifics.fold import fold_plain
from copydesk.trace.specifics.fractions import VULGAR, read_vulgar
from copydesk.trace.specifics.identifiers import (
    NAMED_WORDS,
    read_covid,
    read_identifier,
    read_named,
    skip_address,
)
from copydesk.trace.specifics.model import Amount, IdentifierValue, Item
from copydesk.trace.specifics.shared_units import share_units
from copydesk.trace.specifics.shares import plain_amount, read_one_in, read_share
from copydesk.trace.specifics.spelled import read_ordinal_words, read_words
from copydesk.trace.specifics.vague import VAGUE_WORDS, read_vague

__all__ = ["scan_passage", "scan_values"]

_WORD = re.compile(r"(\w+)")
_DIGITS = frozenset("0123456789" + VULGAR)
_NUMERALS = frozenset(lexicon.NUMBER_WORDS)
_DATE_WORDS = frozenset(
    {*lexicon.MONTHS, *lexicon.WEEKDAYS, "yesterday", "tomorrow", "tonight", "today", "earlier",
     "later", "last", "next", "this", "past", "a", "an", "one", "two", "three", "four", "five",
     "six", "seven", "eight", "nine", "ten", "several", "first", "second", "third", "fourth",
     "fiscal", "noon", "midday", "midnight", "q1", "q2", "q3", "q4", "fy"}
)  # fmt: skip
_SHARE_WORDS = frozenset(
    {"half", "quarter", "a", "an", "one", "two", "three", "four", "five", "nine", "dozen"}
)
_ADDRESS_WORDS = frozenset({"http", "https", "ftp", "www"})
_IDENTIFIER_WORDS = frozenset(
    {
        "cve",
        "ghsa",
        "arxiv",
        "doi",
        "rfc",
        "pr",
        "pull",
        "issue",
        "issues",
        "bug",
        "ticket",
        "version",
        "versions",
        "release",
    }
)
_TRIGGERS = (
    _NUMERALS | _DATE_WORDS | _SHARE_WORDS | _ADDRESS_WORDS | _IDENTIFIER_WORDS
    | {word.split()[0].lower() for word in NAMED_WORDS} | set(lexicon.ORDINALS)
    | VAGUE_WORDS | {"covid", "noon", "midday", "midnight"}
    | {"wi", "twofold", "threefold", "fourfold", "fivefold", "sixfold", "tenfold", "hundredfold"}
)  # fmt: skip
_FOLD = {
    "twofold": 2,
    "threefold": 3,
    "fourfold": 4,
    "fivefold": 5,
    "sixfold": 6,
    "tenfold": 10,
    "hundredfold": 100,
}
_ORDINAL_NOUN = re.compile(
    rf"(?:{'|'.join(list(lexicon.ORDINALS)[2:])})(?:[- ]\w|\b)",
    re.IGNORECASE,
)


_TWO_COUNTS = re.compile(
    r"-(?:time|stor(?:e?y)|member|person|man|woman|vehicle|car|bedroom|game|run|goal|point|term|stage|"
    r"seat|page|stroke|shot|dose|drug|child|lane|engine|judge|thirds)\b"
)


class _Read(dict[str, bool]):
    """Whether a word is looked at for what it is, remembered; C looks them up one after the other."""

    def __missing__(self, word: str) -> bool:
        if len(self) >= _REMEMBERED:
            self.clear()
        if word.isalpha():
            found = word.lower() in _TRIGGERS
        else:
            found = any(char in _DIGITS for char in word)
        self[word] = found
        return found


_REMEMBERED = 1 << 16
_read_words = _Read()
# Behind such a sign a figure, or the ending of a file's name, may hang on the word before it.
_HANGS = re.compile(r"\.(?=[^\W_])|[-/ \u00a0](?=[^\W_A-Za-z])")


def _words(text: str) -> Iterator[tuple[int, str]]:
    """Where the words begin that may begin a value, and the words; no word by word loop."""
    parts = _WORD.split(text)
    places = list(accumulate(map(len, parts)))
    words, starts, ends = parts[1::2], places[0::2], places[1::2]
    wanted = bytearray(map(_read_words.__getitem__, words))
    for match in _HANGS.finditer(text):
        at = bisect_left(ends, match.start())
        if at < len(ends) and ends[at] == match.start():
            wanted[at] = True
    return compress(zip(starts, words, strict=False), wanted)


def scan_values(text: str) -> list[Item]:
    """All values of ``text``: amounts, dates, durations, versions, identifiers.

    Sorted, not overlapping; offsets are code points of ``text``. A bare "one", "first" and
    "second", list marks, section numbers at the start of a line, and addresses are passed over.
    """
    items: list[Item] = []
    done = 0
    append = items.append
    for at, word in _words(text):
        if at < done:
            continue
        if word.isalpha():
            if word.lower() not in _TRIGGERS and not _figure_follows(text, at + len(word), word):
                continue
        elif not _read_words[word]:
            continue
        if word[:4].lower() in {"http", "www", "ftp"}:
            done = skip_address(text, at)
            if done > at:
                continue
        item = _read(text, at, word, done)
        if isinstance(item, int):
            done = max(item, done)
        elif item is not None and item.start >= done:
            append(item)
            done = item.end
    return share_units(text, items)


def _figure_follows(text: str, end: int, word: str) -> bool:
    """Whether a figure hangs on the word (F-150) or stands behind an acronym (RTX 4090)."""
    after = text[end : end + 2]
    if after[:1] == ".":
        # A file name: "setup.py".
        return after[1:].isalnum()
    if len(after) < 2 or not after[1].isdigit():
        return False
    return after[0] in "-/" or (after[0] in " \u00a0" and word.isupper() and len(word) > 1)


def _read(text: str, at: int, word: str, done: int) -> Item | int | None:
    """The item at a word, or the place to go on from where there is none."""
    if word[0] in "0123456789":
        return read_digits(text, at, word, done)
    if word.isalpha():
        return _read_word(text, at, word.lower(), done)
    if word in VULGAR:
        return finish(Figure(text, at, at + 1, read_vulgar(word), Fraction(1, 100)))
    if word[:5].lower() == "covid":
        return read_covid(text, at)
    date = read_word_date(text, at)
    if date is not None:
        return date
    return read_identifier(text, at, done) or at + len(word)


def _read_word(text: str, at: int, low: str, done: int) -> Item | int | None:
    found = _dated(text, at, low)
    if found is not None:
        return found
    if low in VAGUE_WORDS:
        return read_vague(text, at) or at + len(low)
    if low == "covid":
        return read_covid(text, at)
    if low in _FOLD:
        return plain_amount(text, at, at + len(low), Fraction(_FOLD[low]), unit="x")
    if low in _NUMERALS:
        return _spelled(text, at, low)
    return _named(text, at, low, done) or (
        _ordinal(text, at, low) if low in lexicon.ORDINALS else None
    )


def _dated(text: str, at: int, low: str) -> Item | None:
    """A date or a share: the words that begin them begin much else, too."""
    date = read_word_date(text, at) if low in _DATE_WORDS else None
    return date or (read_share(text, at, low) if low in _SHARE_WORDS else None)


def _named(text: str, at: int, low: str, done: int) -> Item | None:
    found = read_identifier(text, at, done) if low in _IDENTIFIER_WORDS else None
    found = found or read_named(text, at)
    end = at + len(low)
    if found is None and text[end : end + 1] in {"-", "/", "."}:
        return read_identifier(text, at, done)
    return found


def _ordinal(text: str, at: int, low: str) -> Item | int | None:
    """The ordinal "third" counts; "first" and "second" are as often adverbs and never read as a figure."""
    end = at + len(low)
    if low in {"first", "second"} or not _ORDINAL_NOUN.match(text, at):
        return end
    if text[end : end + 6].lower() in {"-party", " party"} or text[at].isupper():
        return end
    return Item(Kind.NUMBER, at, end, Amount(Fraction(lexicon.ORDINALS[low]), ordinal=True))


def _spelled(text: str, at: int, low: str) -> Item | int | None:
    end = at + len(low)
    if low == "zero" and (
        text[end : end + 1] == "-" or text[max(0, at - 9) : at].lower() == "absolute "
    ):
        return end
    item = read_ordinal_words(text, at) or read_one_in(text, at) or read_words(text, at)
    if item is None:
        return end
    if low == "one" and item.end == end and _pronoun(item):
        return end
    if low in {"one", "two"} and item.end == end and _part_of_word(text, end, low):
        return end
    return item


def _part_of_word(text: str, end: int, low: str) -> bool:
    """Whether it counts nothing ("one-off", "two-way"), unlike "two-time" and "two-storey"."""
    return text[end : end + 1] == "-" and not (low == "two" and _TWO_COUNTS.match(text, end))


def _pronoun(item: Item) -> bool:
    """Whether "one" counts nothing: "one of the", "no one", "one another"."""
    return isinstance(item.value, Amount) and not item.value.unit


def scan_passage(text: str, *, code: Sequence[Span] = ()) -> list[Item]:
    """All values of an article's passage: as :func:`scan_values`, and each code span as one
    identifier (scheme "code") in place of whatever stands in it.

    Args:
        text: the passage's text, without mark-up.
        code: the code spans of ``text``, in code points.
    """
    items = scan_values(text)
    if not code:
        return items
    spans = [span for span in code if text[span.start : span.end].strip()]
    kept = [i for i in items if not any(i.start < s.end and s.start < i.end for s in spans)]
    inside = [_code_item(text, span, items) for span in spans]
    return sorted([*kept, *inside], key=lambda item: item.start)


def _code_item(text: str, span: Span, items: list[Item]) -> Item:
    """A code span that is a version or a CVE as a whole keeps that reading."""
    for item in items:
        if (item.start, item.end) == (span.start, span.end) and item.kind is not Kind.NUMBER:
            return item
    folded = fold_plain(text[span.start : span.end])
    return Item(Kind.IDENTIFIER, span.start, span.end, IdentifierValue("code", folded))
