"""What of a page's text is its own: lines that are sentences, not the menus, dates, counters and
teasers around them, which change on every load.
"""

from __future__ import annotations

import re

from copydesk.evidence.model import EvidenceText
from copydesk.trace.words import tokenise

__all__ = ["MAX_WORDS", "prose", "survival"]

# A line of fewer words, or without a sentence's end, is furniture: measured in docs/watch.md.
_MIN_WORDS = 8
_SENTENCE_END = re.compile(r"[.!?][\"”’'»)\]]*(?:\s|$)")
_SHINGLE = 5

MAX_WORDS = 200_000
"""Words of a text that are compared: a book; what follows is not looked at."""


def prose(text: EvidenceText) -> tuple[tuple[str, ...], ...]:
    """The sentences' words, line by line, each line once, in the order of the page."""
    lines: dict[tuple[str, ...], None] = {}
    left = MAX_WORDS
    for line in text.visible.split("\n"):
        if left <= 0:
            break
        if _SENTENCE_END.search(line) is None:
            continue
        words = tuple(tokenise(line).words)
        if len(words) >= _MIN_WORDS:
            lines[words] = None
            left -= len(words)
    return tuple(lines)


def survival(old: EvidenceText, new: EvidenceText) -> int:
    """How many thousandths of the old text's five-word sequences stand in the new text."""
    kept, seen = _shingles(old), _shingles(new)
    return round(1000 * len(kept & seen) / len(kept)) if kept else 1000


def _shingles(text: EvidenceText) -> set[tuple[str, ...]]:
    words = tokenise(text.visible).words[:MAX_WORDS]
    if len(words) < _SHINGLE:
        return {tuple(words)} if words else set()
    return set(zip(*(words[at:] for at in range(_SHINGLE)), strict=False))
