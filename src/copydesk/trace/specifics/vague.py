"""Orders of magnitude in words: "dozens", "hundreds of thousands", "millions of dollars"."""

from __future__ import annotations

import re
from fractions import Fraction

from copydesk.report import Kind
from copydesk.trace.specifics.lexicon import CURRENCY_WORDS, SCALE_WORDS
from copydesk.trace.specifics.model import Amount, Item
from copydesk.trace.specifics.qualifier import qualifier_before

__all__ = ["VAGUE_WORDS", "read_vague"]

_SIZES = {"tens": 10, "dozens": 12, **{f"{name}s": size for name, size in SCALE_WORDS.items()}}
VAGUE_WORDS = frozenset(
    {"tens", "dozens", "hundreds", "thousands", "millions", "billions", "trillions"}
)
_MONEY = "|".join(sorted(map(re.escape, CURRENCY_WORDS), key=len, reverse=True))
_VAGUE = re.compile(
    r"(?:(tens|dozens|hundreds|thousands)[ \u00a0]of[ \u00a0])?"
    r"(dozens|hundreds|thousands|millions|billions|trillions)"
    rf"(?:[ \u00a0]of[ \u00a0]({_MONEY}))?(?![A-Za-z-])",
    re.IGNORECASE,
)
# "(in thousands, except per share)": the scale of a table, no amount.
_TABLE_SCALE = re.compile(r"(?:\bin|[$€£¥])[ \u00a0]\Z", re.IGNORECASE)


def read_vague(text: str, at: int) -> Item | None:
    """The order of magnitude that begins at ``at``.

    Its amount is the scale that is named ("hundreds" 100, "tens of thousands" 10000), its upper end
    what nobody would call so any more: a thousand times a bare "thousands" or more, which writers
    use up to the next word; twenty dozens; ten times all others.
    """
    match = _VAGUE.match(text, at)
    if match is None:
        return None
    named = match[1] or match[3] or text.startswith(" of", match.end())
    if not named and _TABLE_SCALE.search(text[max(0, at - 4) : at]):
        return None
    scale = _SIZES[match[2].lower()]
    amount = Fraction(scale * (_SIZES[match[1].lower()] if match[1] else 1))
    reach = 1000 if scale >= 1000 and not match[1] else 20 if scale == 12 else 10
    unit = CURRENCY_WORDS[match[3].lower()] if match[3] else ""
    value = Amount(
        amount, unit, amount, amount * reach, qualifier=qualifier_before(text, at), vague=True
    )
    return Item(Kind.MONEY if unit else Kind.NUMBER, at, match.end(), value)
