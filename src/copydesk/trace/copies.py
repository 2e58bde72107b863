"""Captures that hold one and the same text: an agency's report that several papers printed.

Compared are runs of words, each begun by a long word so that about one word in six begins one, and
as sets: the share of the smaller set that the larger one has too (containment; Broder, "On the
resemblance and containment of documents", 1997). An article has some dozens of sources at most, so
that every pair can be compared exactly; a library for sketches (MinHash) would first have to be given
the same runs, and finding them is all the work there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, compress, count

from copydesk.noticed import Copied
from copydesk.report import Evidence
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.match import Match, as_evidence

__all__ = ["find_copies"]

# Words of a run: two reports of one event share short phrases, hardly ever seven words on end.
_RUN = 7
# Letters of a word that begins a run.
_LONG = 8
# A page's report stands in its first words; comments and lists of other reports stand behind.
_WORDS = 3_000
# Runs that must be shared, so that a boilerplate line is no copy, and what share of the shorter one.
_SHARED, _SHARE = 12, 0.4
# Sources that are compared; nobody lists more.
_SOURCES = 60
# Words of the passage that is shown.
_SHOWN = 40
# Shared runs that are looked at for it.
_LOOKED_AT = 60


def find_copies(corpus: Corpus) -> tuple[Copied, ...]:
    """The pairs of usable sources that hold the same text, in order of their ids."""
    indexes = corpus.indexes[:_SOURCES]
    if len(indexes) < 2:
        return ()
    runs = [(index, _runs(index)) for index in indexes]
    return tuple(
        Copied(one.id, other.id, round(share, 2), _example((one, mine), (other, theirs)))
        for (one, mine), (other, theirs) in combinations(runs, 2)
        if (share := _contained(mine, theirs)) >= _SHARE
    )


_Runs = dict[tuple[str, ...], int]


def _runs(index: SourceIndex) -> _Runs:
    """The runs of a source with the number of the word that each begins at, the last one of several."""
    words: Sequence[str] = index.tokens.words[:_WORDS]
    long = list(map(_LONG.__le__, map(len, words)))
    runs = zip(*(words[k:] for k in range(_RUN)), strict=False)
    return dict(compress(zip(runs, count(), strict=False), long))


def _contained(one: _Runs, other: _Runs) -> float:
    shared = len(one.keys() & other.keys())
    return shared / min(len(one), len(other)) if shared >= _SHARED else 0.0


def _example(
    one: tuple[SourceIndex, _Runs], other: tuple[SourceIndex, _Runs]
) -> tuple[Evidence, ...]:
    """The longest passage that both have word for word, as it stands in each."""
    (here, mine), (there, theirs) = one, other
    best = (0, 0, 0)
    shared = sorted(mine.keys() & theirs.keys(), key=mine.__getitem__)
    for run in shared[:_LOOKED_AT]:
        best = max(
            best, (_same_words(here, mine[run], there, theirs[run]), -mine[run], -theirs[run])
        )
    size, first, second = best
    return _words(here, -first, size), _words(there, -second, size)


def _same_words(here: SourceIndex, at: int, there: SourceIndex, other: int) -> int:
    mine, theirs = here.tokens.words[at : at + _SHOWN], there.tokens.words[other : other + _SHOWN]
    pairs = enumerate(zip(mine, theirs, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(mine), len(theirs)))


def _words(index: SourceIndex, first: int, size: int) -> Evidence:
    tokens = index.tokens
    return as_evidence(Match(index, tokens.starts[first], tokens.ends[first + size - 1], 1.0))
