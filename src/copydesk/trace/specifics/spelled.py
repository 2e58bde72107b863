"""Numbers in words: "twenty-one thousand", "two or three", "three million dollars"."""

from __future__ import annotations

import re
from fractions import Fraction

from copydesk.report import Kind
from copydesk.trace.specifics import lexicon as words
from copydesk.trace.specifics.amounts import Figure, finish
from copydesk.trace.specifics.model import Amount, Item

__all__ = ["read_ordinal_words", "read_words"]

_SP = r"[ \t\u00a0\u2009\u202f]"
_W = "|".join(words.NUMBER_WORDS)
_WORD = re.compile(
    rf"({_W})(?:-({'|'.join(list(words.NUMBER_WORDS)[1:10])}))?(?![A-Za-z])", re.IGNORECASE
)
_NEXT = re.compile(rf"{_SP}(?:and{_SP})?", re.IGNORECASE)
_BIG = re.compile(
    rf"(?:{_SP}|-)(hundred|thousand|million|billion|trillion|lakh|crore|dozen)(?![A-Za-z])",
    re.IGNORECASE,
)


# "three and a half miles"
_AND_PART = re.compile(
    r"[ \u00a0-]and[ \u00a0-](?:a[ \u00a0-]|one-)(half|third|quarter)(?![A-Za-z])", re.IGNORECASE
)
_PARTS = {"half": Fraction(1, 2), "third": Fraction(1, 3), "quarter": Fraction(1, 4)}
_TENS = "|".join(word for word, number in words.NUMBER_WORDS.items() if number >= 20)
_RANKS = "|".join(word for word, number in words.ORDINALS.items() if number < 10)
# "twenty-first"
_TENS_ORDINAL = re.compile(rf"({_TENS})-({_RANKS})(?![A-Za-z])", re.IGNORECASE)


def read_ordinal_words(text: str, at: int) -> Item | None:
    """Read "twenty-first" at ``at``."""
    match = _TENS_ORDINAL.match(text, at)
    if match is None:
        return None
    rank = words.NUMBER_WORDS[match[1].lower()] + words.ORDINALS[match[2].lower()]
    return Item(Kind.NUMBER, at, match.end(), Amount(Fraction(rank), ordinal=True))


def read_words(text: str, at: int) -> Item | None:
    """The spelled-out amount that begins at ``at`` ("twenty-one thousand people")."""
    tally = _Tally()
    end = at
    place: int | None = at
    # A spelled number has at most a dozen words; the bound keeps hostile runs linear.
    for _ in range(12):
        match = _WORD.match(text, place) if place is not None else None
        if match is None or not tally.take(match):
            break
        end = tally.scales(text, match.end())
        joint = _NEXT.match(text, end)
        place = joint.end() if joint and tally.goes_on() else None
    if end == at:
        return None
    half = _AND_PART.match(text, end)
    if half:
        value = tally.total + tally.group + _PARTS[half[1].lower()]
        return finish(Figure(text, at, half.end(), value, Fraction(1, 10)))
    return _range_words(text, at, end, tally.total + tally.group, tally.ulp())


class _Tally:
    """Adds up the words of one number: what is complete, and the group under a thousand."""

    def __init__(self) -> None:
        self.total = Fraction(0)
        self.group = Fraction(0)
        self.smallest = 0

    def take(self, match: re.Match[str]) -> bool:
        """Add a word below a hundred; False when it cannot be part of the number."""
        tens = words.NUMBER_WORDS[match[1].lower()]
        ones = words.NUMBER_WORDS[match[2].lower()] if match[2] else 0
        if ones and tens < 20:
            return False
        self.group += tens + ones
        return True

    def scales(self, text: str, end: int) -> int:
        """Apply the scale words at ``end``; where they end."""
        for _ in range(3):
            big = _BIG.match(text, end)
            if big is None:
                break
            word = big[1].lower()
            size = 12 if word == "dozen" else words.SCALE_WORDS[word]
            end = big.end()
            if size <= 100:
                self.group *= size
            else:
                self.total += self.group * size
                self.group, self.smallest = Fraction(0), size
        return end

    def goes_on(self) -> bool:
        """Whether another word can follow: not behind "twenty", but behind "two hundred"."""
        return self.group % 100 == 0 and (self.group or self.total) != 0

    def ulp(self) -> Fraction:
        """The size of the last word said."""
        return Fraction(self.smallest) if self.smallest and not self.group else Fraction(1)


_TO_WORD = re.compile(rf"{_SP}(?:to|or|and){_SP}|-to-|-{_SP}to{_SP}", re.IGNORECASE)


def _range_words(text: str, at: int, end: int, value: Fraction, ulp: Fraction) -> Item | None:
    joint = _TO_WORD.match(text, end)
    high = None
    if joint:
        word = joint.group().strip("- \t\u00a0\u2009\u202f").lower()
        second = _WORD.match(text, joint.end())
        fits = (
            word == "to" or text[max(0, at - 8) : at].lower().endswith("between ") or word == "or"
        )
        if second and fits and not second[2] and words.NUMBER_WORDS[second[1].lower()] > value:
            high, end = Fraction(words.NUMBER_WORDS[second[1].lower()]), second.end()
            big = _BIG.match(text, end)
            if big and big[1].lower() in words.SCALE_WORDS:
                factor = words.SCALE_WORDS[big[1].lower()]
                value, high, ulp, end = value * factor, high * factor, Fraction(factor), big.end()
    return finish(Figure(text, at, end, value, ulp, high, scaled=high is not None))
