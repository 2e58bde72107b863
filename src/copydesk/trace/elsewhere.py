"""Sentences that cite one source and stand in another: the link leads to the wrong page.

Figures, names and quotations are compared with the cited source one by one. A sentence can be wrong
about its source without any of them: what it says stands nearly word for word in a source that it
does not cite, and in the cited one hardly at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from copydesk.article.model import Passage, Span
from copydesk.noticed import Misplaced
from copydesk.report import FieldName
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.support import (
    KINDS,
    MAX_SENTENCE_WORDS,
    MIN_WORDS,
    pointed_at,
    words_of,
    words_together,
)
from copydesk.trace.words import tokenise

__all__ = ["find_misplaced"]

# Shares of the sentence's telling words that stand together in the source that it cites, and in the
# one that it does not, and how far they lie apart. Of the sentences of two archives that this finds,
# nearly all are rightly found when read by hand.
CITED, OTHER, APART = 0.45, 0.5, 0.25
# Places that are looked at, in each source.
_PLACES = 6
# Sentences in a row of the cited source that may bear it out together: the items of a list, too.
_LENIENT = 6
# What makes a link speak for a whole sentence: words before it, words behind it, or that it is most
# of the sentence. Other links speak for the words that they are laid on.
_BEFORE = re.compile(
    r"(?:\b(?:according to|per|see|via|source:|(?:reported|noted|told|described|detailed|announced|said|"
    r"published|confirmed|quoted|covered) (?:by|in|to|on)|in)|\()"
    r" ?(?:an?|the|its|his|her|their|this)?(?: [\w’'.-]+){0,3}[ “\"]*\Z",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"(?:[’']s)?\W{0,3}(?:\w+ ){0,2}?(?:says?|said|reports?|reported|writes?|wrote|notes?|noted|told|tells|"
    r"finds?|found|shows?|showed|states?|stated|describes?|described|announced|confirmed|explains?|"
    r"explained|adds?|added|counted|counts|lists?|listed|\))\b|\)",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"\d{1,3}\Z")
_MOST = 0.5
# Characters before a link that are read for that.
_NEAR = 60


def find_misplaced(passages: Sequence[Passage], corpus: Corpus) -> tuple[Misplaced, ...]:
    """The sentences of the body that themselves cite readable sources, and stand in others."""
    if len(corpus.indexes) < 2:
        return ()
    found = []
    for passage in passages:
        if passage.field is not FieldName.BODY or passage.kind not in KINDS:
            continue
        for span in passage.sentences:
            cited = _cited(passage, span)
            if cited and _for_all(passage, span) and cited <= corpus.by_id.keys():
                one = _misplaced(passage, span, cited, corpus)
                if one is not None:
                    found.append(one)
    return tuple(found)


def _cited(passage: Passage, span: Span) -> set[int]:
    own = [one.source for one in passage.citations if span.start <= one.at <= span.end]
    return {source for source in own if source is not None} if None not in own else set()


def _for_all(passage: Passage, span: Span) -> bool:
    """Whether one of a sentence's links speaks for the whole of it."""
    text = passage.text.text
    for one in passage.citations:
        if not span.start <= one.at <= span.end:
            continue
        end = next((link.end for link in passage.links if link.start <= one.at < link.end), one.at)
        if (
            _REFERENCE.match(one.label)
            or end - one.at >= _MOST * (span.end - span.start)
            or _BEFORE.search(text, max(span.start, one.at - _NEAR), one.at)
            or _BEHIND.match(text, end, span.end)
        ):
            return True
    return False


def _is_sentence(index: SourceIndex, number: int) -> bool:
    first, last = index.segments[number]
    return last - first <= MAX_SENTENCE_WORDS


def _misplaced(passage: Passage, span: Span, cited: set[int], corpus: Corpus) -> Misplaced | None:
    text = passage.text.text[span.start : span.end]
    stems = {stem for stem in tokenise(text).stems if stem}
    held = {stem for stem in stems if stem in corpus.segments_with}
    # Where much of it stands in no source at all, it is not another's either.
    if len(stems) < MIN_WORDS or len(held) < OTHER * len(stems):
        return None
    here, there, place, looked = 0, 0, (0, 0), Counter[int]()
    for source, number in pointed_at(held, corpus, places=8 * _PLACES):
        looked[source] += 1
        if looked[source] > _PLACES:
            continue
        got = words_together(held, corpus.by_id[source], number)
        if source in cited:
            wide = words_together(held, corpus.by_id[source], number, window=_LENIENT)
            here = max(here, wide)
            if here >= CITED * len(stems):
                return None
        elif got > there and _is_sentence(corpus.by_id[source], number):
            there, place = got, (source, number)
    if there < OTHER * len(stems) or there - here < APART * len(stems):
        return None
    start, end = passage.text.to_origin(span.start, span.end)
    nearest = words_of(corpus.by_id[place[0]], place[1])
    return Misplaced(start, end, text, tuple(sorted(cited)), place[0], nearest)
