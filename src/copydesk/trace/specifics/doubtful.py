"""Capitalised words that may be names: in a headline and at the start of a sentence capitals say
nothing. They are read only to notice a name that is misspelt there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from copydesk.report import Kind
from copydesk.trace.specifics.fold import fold_plain
from copydesk.trace.specifics.model import Item, TextValue
from copydesk.trace.specifics.names import NOT_NAMES

__all__ = ["DOUBTFUL", "scan_doubtful"]

DOUBTFUL = "doubtful"
"""The role of such a word."""

# A shorter one is one letter off from too many words.
_MIN_LETTERS = 4
# "Qom-based", "3D-Print" and camel case are names or no words.
_WORD = re.compile(rf"(?<![\w.@/#$’'-])[^\W\d_a-z][^\W\d_A-Z]{{{_MIN_LETTERS - 1},30}}(?![\w-])")


def scan_doubtful(
    text: str, *, sentence_starts: Sequence[int], headline: bool, small: Collection[str]
) -> list[Item]:
    """Capitalised words of a headline, or at the starts of sentences, each as a name of role
    "doubtful".

    Args:
        text: running text, or a headline.
        sentence_starts: code points where sentences begin.
        headline: every word of ``text`` is read.
        small: words that the article writes small elsewhere, case-folded: they are no names.
    """
    found = []
    for match in _at_starts(text, sentence_starts) if not headline else _WORD.finditer(text):
        word = fold_plain(match.group())
        if word not in small and word not in NOT_NAMES:
            found.append(Item(Kind.NAME, match.start(), match.end(), TextValue(word, DOUBTFUL)))
    return found


def _at_starts(text: str, starts: Sequence[int]) -> Iterator[re.Match[str]]:
    for start in starts:
        match = _WORD.match(text, start)
        if match is not None:
            yield match
