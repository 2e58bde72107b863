"""Texts without capitals: the names of months and days get theirs back before dates are read.

Transcripts, captions and old archives are often printed in lower case. The grammar of dates wants
capitals, since "may", "march" and "sun" are words. Where a whole text has next to none, a month or
a day is one by its name alone, and the two doubtful months by what stands beside them.
"""

from __future__ import annotations

import re

__all__ = ["with_capitals", "without_capitals"]

# A text of fewer letters says nothing about how it is printed; a sentence in fifty words has a
# capital, a name or two.
_LETTERS, _SHARE = 80, 0.002
# So much of a text shows how it is printed.
_SAMPLE = 20_000
_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_MONTHS = "january|february|april|june|july|august|september|october|november|december"
_DATE = re.compile(
    rf"\b(?:(?:{_DAYS}|{_MONTHS})\b"
    r"|(?:(?<=\bin )|(?<=\bof )|(?<=\bby )|(?<=\bsince )|(?<=\buntil )|(?<=\blast )|(?<=\bearly )"
    r"|(?<=\blate )|(?<=\d ))(?:may|march)\b|(?:may|march)(?= \d))"
)


def without_capitals(text: str) -> bool:
    """Whether a text is printed in lower case; one of a few words never is said to be."""
    sample = text[:_SAMPLE]
    capitals = sum(map(sample.count, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    return len(text) >= _LETTERS and capitals <= _SHARE * len(sample)


def with_capitals(text: str) -> str:
    """``text`` with capitals for months and days where it is printed without any, else ``text``.

    The length stays as it is, so that offsets hold.
    """
    if not without_capitals(text):
        return text
    return _DATE.sub(lambda found: found.group().capitalize(), text)
