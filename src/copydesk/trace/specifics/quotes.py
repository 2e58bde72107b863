"""Quotations in prose: the words between quotation marks, and what the marks are there for."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from copydesk.report import Kind
from copydesk.trace.specifics.fold import fold_plain
from copydesk.trace.specifics.lexicon import listed
from copydesk.trace.specifics.model import Item, TextValue

__all__ = ["quoted_spans", "scan_quotes"]

_DOUBLE = re.compile(r"[\"“”„«»＂]")
_SINGLE_OPEN = re.compile(r"(?<![^\s(\[\"“—–/])['‘‚‹](?=[^\s'’])")
_SINGLE_CLOSE = re.compile(r"(?<=[^\s])['’›](?!\w)")
_CLOSERS = {'"': '"＂”', "＂": '"＂”', "“": '”"', "„": '“”"', "«": "»"}
_ELISION = re.compile(
    r"['‘’](?:\d0s|em\b|til\b|tis\b|twas\b|cause\b|n['’]|round\b|bout\b)", re.IGNORECASE
)
_BREAK = re.compile(r"\n[ \t]*\n\s*")
_SPEECH = re.compile(
    r"\b(?<!so-)(?:said|says|say|saying|told|tells|wrote|writes|written|called|calls|calling|described|describes|according|added|adds|"
    r"noted|notes|stated|states|explained|argued|warned|asked|reads|read|replied|tweeted|posted|insisted|claimed|"
    r"quoted|words|concluded|acknowledged|declared|dubbed|termed|characteri[sz]ed|characteri[sz]es|puts? it)\b",
    re.IGNORECASE,
)
_TITLE_CUE = re.compile(
    r"\b(?:titled|entitled|headlined|named|book|film|movie|song|album|novel|paper|essay|article|series|show|episode|report|"
    r"study|post|play|poem|documentary|podcast|talk|video|section|chapter|headed)[,:]? ?\Z",
    re.IGNORECASE,
)
_SMALL = frozenset(
    listed("a an and as at but by for from in into is it nor of on or the to up vs with")
)
# How far a single quotation mark may be from its partner, and how many apostrophes are weighed.
_SINGLE_LIMIT = 1200
_SINGLE_TRIES = 12


def scan_quotes(text: str) -> list[Item]:
    """Quotations of ``text``: each item is the words between the outermost marks.

    A quotation that runs over paragraphs (each opened, only the last closed) gives one item a
    paragraph. Inches, elisions ('90s), possessives and marks without a partner are passed over.
    The role is "quote", "title" (announced as one, or capitalised like one) or "scare" (one or
    two words that nobody is said to have said). Brackets and ellipses stay in the text.
    """
    items = (_item(text, start, end) for start, end in quoted_spans(text))
    return [item for item in items if item is not None]


def quoted_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where the outermost marks of each quotation stand, in order; what they are for is not asked.

    The opening mark's place, and that of the closing one or the end of a paragraph without it.
    """
    at = 0
    for gap in [*_BREAK.finditer(text), None]:
        stop = gap.start() if gap else len(text)
        following = text[gap.end() : gap.end() + 1] if gap else ""
        yield from _outermost(text, at, stop, following)
        at = gap.end() if gap else stop


def _outermost(text: str, at: int, stop: int, following: str) -> list[tuple[int, int]]:
    """The pairs of marks of one paragraph that stand in no other pair."""
    doubles = _double_pairs(text, at, stop, following)
    pairs = sorted(doubles + _single_pairs(text, at, stop, _top(doubles)))
    return _top(pairs)


def _top(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for pair in sorted(pairs):
        if not kept or pair[0] >= kept[-1][1]:
            kept.append(pair)
    return kept


def _double_pairs(text: str, at: int, stop: int, following: str) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    open_marks: list[int] = []
    straight = 0
    for match in _DOUBLE.finditer(text, at, stop):
        place, char = match.start(), match.group()
        if open_marks and char in _CLOSERS[text[open_marks[-1]]]:
            if char == '"' and straight == 1 and _inch(text, place, stop):
                continue
            pairs.append((open_marks.pop(), place))
            straight -= char in '"＂'
        elif char in _CLOSERS and (char not in '"＂' or _opens(text, place)):
            open_marks.append(place)
            straight += char in '"＂'
    if open_marks and following == text[open_marks[0]] and following in '“"„':
        pairs.append((open_marks[0], stop))
    return pairs


def _inch(text: str, place: int, stop: int) -> bool:
    """Whether the mark behind a figure is inches, with the closing mark still to come."""
    if not text[place - 1].isdigit() or text[place + 1 : place + 2] != " ":
        return False
    coming = text.find('"', place + 1, min(stop, place + _SINGLE_LIMIT))
    return coming > 0 and not _opens(text, coming)


def _opens(text: str, start: int) -> bool:
    before = text[start - 1 : start]
    after = text[start + 1 : start + 2]
    return bool(after) and not after.isspace() and not before.isalnum()


def _single_pairs(
    text: str, at: int, stop: int, doubles: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    begins = [pair[0] for pair in doubles]
    closes = [
        match.start()
        for match in _SINGLE_CLOSE.finditer(text, at, stop)
        if not _within(match.start(), begins, doubles)
    ]
    pairs: list[tuple[int, int]] = []
    done = at
    for match in _SINGLE_OPEN.finditer(text, at, stop):
        start = match.start()
        if start < done or _ELISION.match(text, start) or _within(start, begins, doubles):
            continue
        end = _single_end(text, start, closes)
        if end is not None:
            pairs.append((start, end))
            done = end + 1
    return pairs


def _within(place: int, begins: list[int], pairs: list[tuple[int, int]]) -> bool:
    index = bisect_right(begins, place) - 1
    return index >= 0 and place <= pairs[index][1]


def _single_end(text: str, start: int, closes: list[int]) -> int | None:
    first = bisect_right(closes, start + 1)
    doubtful: int | None = None
    for place in closes[first : first + _SINGLE_TRIES]:
        if place > start + _SINGLE_LIMIT:
            break
        if text[place - 1] in "sS" and re.match(r" [a-z]", text[place + 1 : place + 3]):
            # "the firms' plan" or the end of the quotation: a later mark decides.
            doubtful = doubtful if doubtful is not None else place
            continue
        return place
    return doubtful


def _item(text: str, start: int, end: int) -> Item | None:
    first, last = start + 1, end
    while first < last and text[first].isspace():
        first += 1
    while last > first and text[last - 1].isspace():
        last -= 1
    inner = text[first:last]
    if not any(char.isalnum() for char in inner):
        return None
    role = _role(text, start, end, inner)
    return Item(Kind.QUOTE, first, last, TextValue(fold_plain(inner), role))


def _role(text: str, start: int, end: int, inner: str) -> str:
    before, after = text[max(0, start - 90) : start], text[end + 1 : end + 91]
    tokens = inner.split()
    if _TITLE_CUE.search(before) and not re.search(
        r"\b(?:report|study|paper|article|post)s? (?:said|says)", before
    ):
        return "title"
    capital = [word for word in tokens if word[0].isalpha() and word.lower() not in _SMALL]
    if (
        len(tokens) >= 3
        and len(capital) >= 2
        and all(word[0].isupper() for word in capital)
        and inner[-1] not in ".,"
    ):
        return "title"
    if len(tokens) <= 2 and not _SPEECH.search(_sentence_part(before, after)):
        return "scare"
    return "quote"


def _sentence_part(before: str, after: str) -> str:
    return re.split(r"[.!?]\s", before)[-1] + " | " + re.split(r"[.!?](?:\s|\Z)", after)[0]
