"""What an article's sources hold, looked up without the trace's own index.

An error is only one where no source states what was planted. That is decided here by plain means,
so that the trace does not mark its own work: figures as bare numbers, dates by their parts, words as
they are written.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from copydesk.evidence.model import EvidenceSource
from copydesk.trace.specifics import DateValue, Item, scan_values

__all__ = ["NEGATIVE", "Held", "bare", "number_of", "telling"]

_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SCALES = (1.0, 1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9)
# Two figures that are closer may be one figure and its rounding.
_NEAR = 0.02
# The part of a sentence's telling words that a source's sentence shares if it says the same.
_ALIKE = 0.4
NEGATIVE = re.compile(r"\b(?:not|no|never|none|nor|neither|without|cannot)\b|n[’']t\b")


def number_of(text: str) -> float | None:
    """The first figure of a text, without its unit or scale."""
    found = _FIGURE.search(text)
    return float(found.group().replace(",", "")) if found else None


def bare(text: str) -> str:
    """Letters and digits alone, in lower case: what two wordings share whatever their typography."""
    return " ".join(re.findall(r"\w+", text.casefold().replace("’", "'").replace("'", "")))


def telling(sentence: str) -> frozenset[str]:
    """The longer words of a sentence and its figures, cut to their first six letters."""
    return frozenset(w[:6] for w in re.findall(r"[^\W\d_]{4,}|\d+", sentence.casefold()))


class Held:
    """The usable sources of one article."""

    def __init__(self, sources: Sequence[EvidenceSource]) -> None:
        self.usable = {one.id: one for one in sources if one.usable}
        self._items: dict[int, list[Item]] = {}
        self._alone: dict[int, Held] = {}

    def items(self, number: int) -> list[Item]:
        """The values that a reader sees on the page of a source."""
        if number not in self._items:
            self._items[number] = scan_values(self.usable[number].text.visible)
        return self._items[number]

    @cached_property
    def text(self) -> str:
        return "\n".join(one.text.text for one in self.usable.values())

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(re.findall(r"\w+", self.text.casefold()))

    @cached_property
    def wording(self) -> str:
        return f" {bare(self.text)} "

    @cached_property
    def _numbers(self) -> list[float]:
        return sorted({float(f.replace(",", "")) for f in _FIGURE.findall(self.text)})

    @cached_property
    def dates(self) -> list[DateValue]:
        found = {
            item.value
            for one in self.usable.values()
            for item in scan_values(one.text.text)
            if isinstance(item.value, DateValue)
        }
        return list(found)

    def has_number(self, value: float) -> bool:
        """Whether some figure is this one or close to it, at any scale."""
        for scale in _SCALES:
            low = bisect_left(self._numbers, value * scale * (1 - _NEAR))
            if low < len(self._numbers) and self._numbers[low] <= value * scale * (1 + _NEAR):
                return True
        return False

    def has_date(self, new: DateValue) -> bool:
        """Whether some date is stated as finely as ``new`` and may be the same."""
        for held in self.dates:
            finest = "day" if new.day else "month" if new.month else "year"
            if getattr(held, finest) != getattr(new, finest):
                continue
            parts = ((held.year, new.year), (held.month, new.month), (held.day, new.day))
            if all(a is None or b is None or a == b for a, b in parts):
                return True
        return False

    def has_wording(self, words: str) -> bool:
        """Whether the words stand in a source one after the other, whatever is between them."""
        return f" {bare(words)} " in self.wording

    def stated_in(self, number: int, text: str) -> bool:
        """Whether a source has the words, or the figure, of ``text`` at all."""
        if number not in self._alone:
            self._alone[number] = Held([self.usable[number]])
        one, wanted = self._alone[number], number_of(text)
        return one.has_wording(text) or (wanted is not None and one.has_number(wanted))

    @cached_property
    def _sentences(self) -> list[tuple[frozenset[str], bool]]:
        """The telling words of each sentence that a reader sees, and whether it denies something."""
        return [
            (telling(sentence), bool(NEGATIVE.search(sentence)))
            for one in self.usable.values()
            for sentence in re.split(r"(?<=[.!?])\s+|\n", one.text.visible)
            if 20 < len(sentence) < 2000
        ]

    def backs(self, sentence: str, *, denial: bool) -> bool:
        """Whether a source's sentence that has enough of this one's words denies as it does.

        For a denial one such sentence will do; for an affirmation none may deny.
        """
        words = telling(sentence)
        enough = max(3.0, _ALIKE * len(words))
        alike = [negative for held, negative in self._sentences if len(words & held) >= enough]
        return any(alike) if denial else bool(alike) and not any(alike)

    def names(self, number: int, name: str) -> bool:
        """Whether a reader of the source sees the name."""
        return name in self.usable[number].text.visible

    def is_person(self, name: str) -> bool:
        """Whether no word of a name is also written small: "Agile Robots" builds robots."""
        return not any(word.casefold() in self._small for word in re.findall(r"\w{2,}", name))

    @cached_property
    def _small(self) -> frozenset[str]:
        return frozenset(re.findall(r"(?<![\w/.-])[a-z]{2,}(?![\w/])", self.text))
