"""Clauses that no source speaks of, in a sentence that one does: what was put in.

A sentence made of a source's words may go on with a motive, a consequence or a description of the
writer's own ("…, due to concerns about her safety"). One missing word tells nothing: it is mostly
the writer's way of putting it. A whole clause of them is for a reader to look at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from copydesk.noticed import Added
from copydesk.trace.index import Corpus
from copydesk.trace.support import MAX_SENTENCE_WORDS, MIN_MISSING, Sentence, best_place

__all__ = ["find_added"]

# Missing words of a clause, in number and in share, and the shares of the rest of the sentence that
# stand in any source, and together in one place. Of 31 such clauses in FaithBench's summaries ten
# overlap what people marked as wrong, two what they doubted: hence a note. Of single missing words
# it is one in six, and of two together one in four.
MISSING_SHARE, REST_HELD, REST_TOGETHER = 0.75, 0.85, 0.5
# A shorter rest is borne out by chance.
MIN_REST = 4

_CUT = re.compile(
    r"[,;:()–—\n]+(?=\s|\Z)|\b(?:and|but|which|who|that|while|because|due to|after|before|as|with|by|"
    r"despite|although|following|since|including|rather than|resulting|leading|causing|where|when|"
    r"to|for|in|on|at|from|during|through|under|against|among)\b",
    re.IGNORECASE,
)
# "34-year-old": the figure is compared elsewhere.
_WITH_FIGURE = re.compile(r"\d\w{0,20}(?:-\w{1,20}){1,4}")


def find_added(sentences: Sequence[Sentence], corpus: Corpus) -> tuple[Added, ...]:
    """The clauses of the sentences that stand in no source, where the rest stands in one."""
    found = []
    for one in sentences:
        if not one.sure or len(one.missing) < MIN_MISSING:
            continue
        for start, end, own in _clauses(one):
            gone = [stem for stem in own if stem not in one.held]
            if len(gone) < MIN_MISSING or len(gone) < MISSING_SHARE * len(own):
                continue
            place = _borne_out(one, own, corpus)
            if place is not None:
                at, to = one.passage.text.to_origin(one.span.start + start, one.span.start + end)
                words = tuple(one.words[stem] for stem in gone)
                found.append(Added(at, to, one.text[start:end], words, *place))
    return tuple(found)


def _clauses(one: Sentence) -> Iterator[tuple[int, int, list[str]]]:
    """Between two marks or words that join: the first and last telling word, and all stems."""
    tokens = one.tokens
    figures = [match.span() for match in _WITH_FIGURE.finditer(one.text)]
    cuts = [match.start() for match in _CUT.finditer(one.text)] + [len(one.text)]
    at, words = 0, len(tokens)
    for cut in cuts:
        first, last, own = cut, cut, list[str]()
        while at < words and tokens.starts[at] < cut:
            start, end, stem = tokens.starts[at], tokens.ends[at], tokens.stems[at]
            at += 1
            if stem not in one.words or any(low <= start < high for low, high in figures):
                continue
            first, last = min(first, start), end
            if stem not in own:
                own.append(stem)
        if own:
            yield first, last, own


def _borne_out(one: Sentence, clause: Sequence[str], corpus: Corpus) -> tuple[int, str] | None:
    """The source that the rest of the sentence stands in, and its words."""
    rest = [stem for stem in one.words if stem not in clause]
    held = {one.held[stem] for stem in rest if stem in one.held}
    if len(rest) < MIN_REST or len(held) < REST_HELD * len(rest):
        return None
    together, source, nearest = best_place(held, len(rest), corpus)
    # Nor is a menu or the data of a page a sentence.
    fits = together >= REST_TOGETHER and len(nearest.split()) <= MAX_SENTENCE_WORDS
    return (source, nearest) if fits else None
