"""A page to look sentences up in, and which of its sentences another page does not hold."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from copydesk.evidence.model import EvidenceSource, EvidenceText, Label
from copydesk.report import Quality
from copydesk.trace.index import SourceIndex

__all__ = ["SHOWN", "Fresh", "Page"]

# A sentence is the old one in other words if it has so many of its telling words.
_MIN_SHARED = 2
# Code points of a sentence that a report shows.
SHOWN = 400
# A page that repeats one sentence for ever is not worth more.
_MAX_FRESH = 50_000


class Page:
    """A text to look things up in, divided into sentences, none of which goes across a line."""

    def __init__(self, text: EvidenceText) -> None:
        source = EvidenceSource(1, "", None, Quality.OK, text)
        self.index = SourceIndex(source)
        self._starts = self._divide()
        self._regions = sorted(text.regions, key=lambda region: region.start)
        self._region_starts = [region.start for region in self._regions]

    def _divide(self) -> list[int]:
        """The numbers of the words that begin a sentence or a line, in order."""
        begins = {first for first, _ in self.index.segments}
        starts, text = self.index.tokens.starts, self.index.text
        at = text.find("\n")
        while at >= 0:
            begins.add(bisect_left(starts, at))
            at = text.find("\n", at + 1)
        begins.discard(len(starts))
        return sorted(begins)

    def __len__(self) -> int:
        """How many sentences there are."""
        return len(self._starts)

    def label(self, token: int) -> Label:
        """What kind of text a word stands in."""
        offset = self.index.tokens.starts[token]
        at = bisect_right(self._region_starts, offset) - 1
        if at < 0 or offset >= self._regions[at].end:
            return Label.VISIBLE
        return self._regions[at].label

    def sentence_of(self, token: int) -> int:
        """The number of the sentence that holds a word."""
        return bisect_right(self._starts, token) - 1

    def span(self, sentence: int) -> tuple[int, int]:
        """The first word of a sentence, and the one after its last."""
        later = sentence + 1
        end = self._starts[later] if later < len(self._starts) else len(self.index.tokens)
        return self._starts[sentence], end

    def words(self, sentence: int) -> tuple[str, ...]:
        """The words of a sentence."""
        first, end = self.span(sentence)
        return tuple(self.index.tokens.words[first:end])

    @cached_property
    def sentences(self) -> frozenset[tuple[str, ...]]:
        """Every sentence of the page, as its words."""
        return frozenset(map(self.words, range(len(self))))

    def shown(self, first: int, end: int) -> str:
        """The text from word ``first`` to before word ``end``, on one line."""
        tokens = self.index.tokens
        if first >= end:
            return ""
        text = " ".join(self.index.text[tokens.starts[first] : tokens.ends[end - 1]].split())
        return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


@dataclass(frozen=True)
class Fresh:
    """The sentences that a reader of a page sees and that another page does not hold, by their
    stems.
    """

    page: Page
    by_stem: dict[str, list[int]]

    @classmethod
    def of(cls, page: Page, old: Page | None) -> Fresh:
        """Those of ``page`` that ``old`` does not hold."""
        known = old.sentences if old else frozenset()
        by_stem: dict[str, list[int]] = defaultdict(list)
        count = 0
        for number in range(len(page)):
            if count >= _MAX_FRESH:
                break
            first, end = page.span(number)
            if page.words(number) in known or page.label(first) is not Label.VISIBLE:
                continue
            count += 1
            for stem in set(page.index.tokens.stems[first:end]):
                by_stem[stem].append(number)
        by_stem.pop("", None)
        return cls(page, by_stem)

    def nearest(self, stems: Iterable[str]) -> tuple[int, float] | None:
        """The sentence with most of the stems, and the share that it has."""
        wanted = set(stems) - {""}
        votes = Counter(number for stem in wanted for number in self.by_stem.get(stem, ()))
        if not votes:
            return None
        most = max(votes.values())
        best = min(
            (number for number, shared in votes.items() if shared == most),
            key=lambda number: (len(self.page.words(number)), number),
        )
        enough = most >= min(_MIN_SHARED, len(wanted))
        return (best, most / len(wanted)) if enough else None
