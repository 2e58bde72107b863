"""Sentences that say "not" where their source does not, or the other way round.

A dropped "not" leaves every figure and name in its place. So a sentence is compared with the
passages that share most of its telling words: where the source denies a word that the article
affirms, or affirms one that it denies, and no such passage agrees with the article, that is
noticed. Softer words of denial ("failed to", "without", "unlikely") count as a denial of the whole
sentence, since what they deny is beyond a program.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from copydesk.article.model import Passage, PassageKind
from copydesk.report import Denied
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.support import candidates
from copydesk.trace.words import Tokens, tokenise, word_set

__all__ = ["find_denied"]

# A passage that shares less of the sentence's weight, or of its words, is about something else.
MIN_SHARE, MIN_COUNT = 0.55, 0.6
MIN_WORDS = 4
# How many words behind a "not" it denies, and how many telling ones of these.
_REACH, _TELLING = 4, 2
# A longer sentence has clauses that a denial elsewhere in it does not touch.
_MAX_WORDS = 45
_SHOWN = 3

_QUOTED = re.compile(r"[“\"][^“”\"]*(?:[”\"]|\Z)")

# Where a clause of its own begins, which a denial before it does not reach.
_CLAUSE = word_set("that which who whose where when while because")
_NEGATORS = word_set("not never no cannot neither nor nobody none nothing")
_SOFT = word_set(
    "without fail failed fails failing deny denied denies lack lacks lacked refuse refused refuses "
    "reject rejected rejects unlikely hardly rarely barely few little stop stopped halt halted "
    "except unless instead rather only until yet avoid avoided prevent prevented ban banned "
    "if whether before require requires required requiring "
    "withdrew withdraw cancel cancelled canceled unable impossible unchanged"
)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence's stems, those that it denies, and whether it denies anything at all."""

    stems: frozenset[str]
    denied: frozenset[str]
    denies: bool


def find_denied(passages: Sequence[Passage], corpus: Corpus) -> tuple[Denied, ...]:
    """Sentences whose denial is not that of the passages which say the same otherwise."""
    if not corpus.indexes:
        return ()
    found = []
    for passage in passages:
        if passage.kind in {PassageKind.CODE, PassageKind.HEADING}:
            continue
        for span in passage.sentences:
            text = passage.text.text[span.start : span.end]
            # What is quoted is compared word for word elsewhere.
            own = _QUOTED.sub(" ", text)
            mine = _read(tokenise(own), own)
            if len(mine.stems) < MIN_WORDS or text.rstrip().endswith("?"):
                continue
            other = _other_side(mine, corpus)
            if other is not None and span.start < span.end:
                start, end = passage.text.to_origin(span.start, span.end)
                index, number, word = other
                found.append(
                    Denied(
                        passage.field, start, end, text, word in mine.denied, index.id,
                        _words(index, number),
                    )
                )  # fmt: skip
    return tuple(found)


def _other_side(mine: _Sentence, corpus: Corpus) -> tuple[SourceIndex, int, str] | None:
    """The passage nearest to the sentence, if it and every other near one say the opposite."""
    near = [
        place for share, place in candidates(set(mine.stems), corpus)[:_SHOWN] if share >= MIN_SHARE
    ]
    clashes = []
    for source, number in near:
        index = corpus.by_id[source]
        first, last = index.segments[number]
        theirs = _read_segment(index, number)
        if len(mine.stems & theirs.stems) < MIN_COUNT * len(mine.stems):
            continue
        word = _clash(mine, theirs) if last - first <= _MAX_WORDS else ""
        if not word:
            return None
        clashes.append((index, number, word))
    return clashes[0] if clashes else None


def _clash(mine: _Sentence, theirs: _Sentence) -> str:
    """A word that one of the two denies and the other affirms."""
    if not mine.denies:
        return min(theirs.denied & mine.stems, default="")
    if not theirs.denies:
        return min(mine.denied & theirs.stems, default="")
    return ""


def _read_segment(index: SourceIndex, number: int) -> _Sentence:
    first, last = index.segments[number]
    tokens = index.tokens
    gaps = [index.text[tokens.ends[at] : tokens.starts[at + 1]] for at in range(first, last - 1)]
    return _read_words(tokens.words[first:last], tokens.stems[first:last], gaps)


def _read(tokens: Tokens, text: str) -> _Sentence:
    gaps = [text[tokens.ends[at] : tokens.starts[at + 1]] for at in range(len(tokens) - 1)]
    return _read_words(tokens.words, tokens.stems, gaps)


def _read_words(words: Sequence[str], stems: Sequence[str], gaps: Sequence[str]) -> _Sentence:
    denied: set[str] = set()
    left = telling = 0
    denies = False
    for at, word in enumerate(words):
        if at and any(mark in gaps[at - 1] for mark in ",;:—–("):
            left = 0
        if word in _CLAUSE:
            left = 0
        if _negates(words, at):
            left, telling, denies = _REACH, _TELLING, True
            continue
        denies = denies or word in _SOFT
        if left and telling and stems[at] and not stems[at][0].isdigit():
            denied.add(stems[at])
            telling -= 1
        left = max(0, left - 1)
    kept = {one for one in stems if one and not one[0].isdigit()}
    return _Sentence(frozenset(kept), frozenset(denied), denies)


def _negates(words: Sequence[str], at: int) -> bool:
    """Whether the word denies what follows; "not only", "no later than" do not."""
    word = words[at]
    if word.endswith("n't"):
        return True
    if word not in _NEGATORS:
        return False
    behind = words[at + 1] if at + 1 < len(words) else ""
    return behind not in {
        "only",
        "just",
        "least",
        "more",
        "less",
        "later",
        "fewer",
        "longer",
        "doubt",
    }


def _words(index: SourceIndex, number: int) -> str:
    first, last = index.segments[number]
    return index.text[index.tokens.starts[first] : index.tokens.ends[last - 1]]
