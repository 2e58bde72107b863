"""The newsroom's own words in an article: what stands in no quotation and in no code.

Rules about language read this and not the field's text, because a quotation is somebody else's
words and a code span is nobody's. What is left out is replaced, code point for code point, so
that every offset still leads back to the field.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from copydesk.article import Article, Passage, PassageKind, Span

__all__ = ["Match", "Prose", "own_words", "quoted_spans"]

# Neither a letter, nor a space, nor punctuation that a rule looks for.
MASK = "\N{OBJECT REPLACEMENT CHARACTER}"

_NOT_OURS = {PassageKind.BLOCK_QUOTE, PassageKind.CODE}
_CAPITALISED = {PassageKind.TITLE, PassageKind.HEADING}
_OPENING = re.compile("[\u201c\u00ab\u201e\u2018'\"]")
# What a pattern in any case takes for "s", "i" or "k", and lower case leaves or splits.
_ODD_CASE = re.compile("[\u017f\u0130\u0131\u212a]")
_BEFORE_OPENING = re.compile(r"[\s(\[{/\u2013\u2014:-]")


@dataclass(frozen=True, slots=True)
class Match:
    """Words that a pattern found: their span in the field, and in the passage's text."""

    start: int
    end: int
    text: str
    at: Span


@dataclass(frozen=True, slots=True)
class Prose:
    """One passage with quotations and code masked; ``text`` is as long as ``passage.text.text``."""

    passage: Passage
    text: str

    def find(self, pattern: re.Pattern[str], hints: Sequence[str] = ()) -> Iterator[Match]:
        """Every match of ``pattern``; a named group narrows it.

        ``hints`` are pieces of text in lower case, one of which every match holds: they are looked
        for first, which takes a tenth of the time.
        """
        if hints and not self.may_hold(hints):
            return
        for found in pattern.finditer(self.text):
            inner = [name for name, text in found.groupdict().items() if text is not None]
            start, end = found.span(inner[0] if inner else 0)
            if start < end:
                origin = self.passage.text.to_origin(start, end)
                yield Match(*origin, self.text[start:end], Span(start, end))

    def may_hold(self, hints: Sequence[str]) -> bool:
        """Whether one of ``hints`` (in lower case) stands in the text, in any case."""
        lower, odd = _lowered(self.text)
        return odd or any(hint in lower for hint in hints)

    def sentence(self, at: int) -> Span:
        """The sentence of the passage's text that holds ``at``, or all of it."""
        for sentence in self.passage.sentences:
            if sentence.start <= at < sentence.end:
                return sentence
        return Span(0, len(self.text))

    def is_name(self, match: Match) -> bool:
        """Whether the words look like a part of a name: a capital letter within a sentence.

        Titles and headings capitalise other words too, so nothing is a name there.
        """
        if not match.text[0].isupper() or self.passage.kind in _CAPITALISED:
            return False
        before = self.text[self.sentence(match.at.start).start : match.at.start]
        return before.strip() != ""


@lru_cache(maxsize=1024)
def _lowered(text: str) -> tuple[str, bool]:
    """``text`` in lower case, and whether a pattern in any case may take some of it otherwise; each
    of a hundred rules asks for it.
    """
    return text.lower(), _ODD_CASE.search(text) is not None


def own_words(article: Article) -> tuple[Prose, ...]:
    """The passages of an article that are the newsroom's own prose, in reading order."""
    return tuple(
        Prose(passage, _masked(passage))
        for passage in article.passages
        if passage.kind not in _NOT_OURS
    )


def quoted_spans(text: str) -> tuple[Span, ...]:
    """Where ``text`` quotes, marks included, in order and without overlap.

    Read are double and single marks, straight and typographic, and guillemets. An apostrophe
    opens nothing. A double mark that nothing closes quotes to the end of the text, as it does in
    the first paragraph of a quotation over several.
    """
    spans: list[Span] = []
    found = _OPENING.search(text)
    closers = _Closers(text) if found is not None else None
    while found is not None and closers is not None:
        at = found.start()
        end = closers.end_of_quotation(at)
        if end is not None:
            spans.append(Span(at, end))
        found = _OPENING.search(text, end or at + 1)
    return tuple(spans)


class _Closers:
    """Looks up, in logarithmic time, what closes a quotation mark."""

    _PAIRS = (("\u201c", "\u201d"), ("\u00ab", "\u00bb"), ("\u201e", "\u201c\u201d"))

    def __init__(self, text: str) -> None:
        self.text = text
        self.closing: dict[str, list[int]] = {
            opening: [m.start() for m in re.finditer(f"[{closing}]", text)]
            for opening, closing in self._PAIRS
        }
        # A single mark within a word is an apostrophe.
        self.closing["\u2018"] = [
            m.start() for m in re.finditer(r"\u2019(?<=\S\u2019)(?!\w)", text)
        ]
        self.closing["'"] = [m.start() for m in re.finditer(r"'(?<=\S')(?!\w)", text)]
        self.closing['"'] = [m.start() for m in re.finditer(r'"(?<=\S")(?!\w)', text)]

    def end_of_quotation(self, at: int) -> int | None:
        """The end of the quotation that begins at ``at``, or ``None`` if none does."""
        mark = self.text[at]
        if mark not in self.closing or not self._opens(mark, at):
            return None
        candidates = self.closing[mark]
        place = bisect_left(candidates, at + 1)
        if place < len(candidates):
            return candidates[place] + 1
        return None if mark in "'\u2018" else len(self.text)

    def _opens(self, mark: str, at: int) -> bool:
        if mark not in "'\"":
            return True
        after = self.text[at + 1 : at + 2]
        if not after or after.isspace() or (mark == "'" and after.isdigit()):
            return False
        return at == 0 or _BEFORE_OPENING.match(self.text[at - 1]) is not None


def _masked(passage: Passage) -> str:
    text = passage.text.text
    spans = [*quoted_spans(text), *passage.code]
    if not spans:
        return text
    out = list(text)
    for span in spans:
        out[span.start : span.end] = MASK * (span.end - span.start)
    return "".join(out)
