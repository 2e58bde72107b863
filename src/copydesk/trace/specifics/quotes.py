"""Quotations in prose: the words between quotation marks, and what the marks are there for."""

from __future__ import annotations

import re

from copydesk.report import Kind
from copydesk.trace.specifics.fold import fold_plain
from copydesk.trace.specifics.model import Item, TextValue

__all__ = ["scan_quotes"]

_MARK = re.compile(r"[\"“”„«»＂]|(?<![^\s(\[“\"—–/])['‘‚‹](?=[^\s'’])|\n[ \t]*\n")
_CLOSERS = {'"': '"＂”', "＂": '"＂”', "“": '”"', "„": '“”"', "«": "»"}
_SINGLE_CLOSE = re.compile(r"(?<=[^\s])['’›](?!\w)")
_ELISION = re.compile(
    r"['‘’](?:\d0s|em\b|til\b|tis\b|twas\b|cause\b|n['’]|round\b|bout\b)", re.IGNORECASE
)
_BREAK = re.compile(r"\n[ \t]*\n")
_SPEECH = re.compile(
    r"\b(?:said|says|say|saying|told|tells|wrote|writes|written|called|calls|calling|described|describes|according|added|adds|"
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
    "a an and as at but by for from in into is it nor of on or the to up vs with".split()
)
# How far a single quotation mark may be from its partner.
_SINGLE_LIMIT = 1200


def scan_quotes(text: str) -> list[Item]:
    """Quotations of ``text``: each item is the words between the outermost marks.

    A quotation that runs over paragraphs (each opened, only the last closed) gives one item a
    paragraph. Inches, elisions ('90s), possessives and marks without a partner are passed over.
    The role is "quote", "title" (announced as one, or capitalised like one) or "scare" (one or
    two words that nobody is said to have said). Brackets and ellipses stay in the text.
    """
    items: list[Item] = []
    at = 0
    while True:
        match = _MARK.search(text, at)
        if match is None:
            return items
        start = match.start()
        at = match.end()
        mark = text[start]
        if mark in "'‘‚‹":
            end = _single_end(text, start)
        elif mark in _CLOSERS:
            end = _double_end(text, start)
        else:
            continue
        if end is None:
            continue
        item = _item(text, start, end)
        if item is not None:
            items.append(item)
        at = max(at, end + 1)


def _paragraph_end(text: str, at: int) -> int:
    match = _BREAK.search(text, at)
    return match.start() if match else len(text)


def _double_end(text: str, start: int) -> int | None:
    mark = text[start]
    if mark in '"＂' and start and (text[start - 1].isdigit() or not _opens(text, start)):
        return None
    stop = _paragraph_end(text, start)
    depth = 0
    closers = _CLOSERS[mark]
    for place in range(start + 1, stop):
        char = text[place]
        if char == mark and mark in "“«":
            depth += 1
        elif char in closers:
            if (
                char == '"'
                and text[place - 1].isdigit()
                and text[place + 1 : place + 2] == " "
                and '"' in text[place + 1 : stop]
            ):
                rest = text[place + 1 : stop]
                if rest.count('"') % 2:
                    continue
            if depth == 0:
                return place
            depth -= 1
    following = re.compile(r"\s*").match(text, stop)
    after = following.end() if following else stop
    continued = after < len(text) and text[after] == mark and mark != "«" and stop < len(text)
    return stop if continued else None


def _opens(text: str, start: int) -> bool:
    before = text[start - 1]
    after = text[start + 1 : start + 2]
    return bool(after) and not after.isspace() and not before.isalnum()


def _single_end(text: str, start: int) -> int | None:
    if _ELISION.match(text, start):
        return None
    stop = min(_paragraph_end(text, start), start + _SINGLE_LIMIT)
    doubtful: int | None = None
    for match in _SINGLE_CLOSE.finditer(text, start + 2, stop):
        place = match.start()
        before, after = text[place - 1], text[place + 1 : place + 3]
        if before in "sS" and re.match(r" [a-z]", after):
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
