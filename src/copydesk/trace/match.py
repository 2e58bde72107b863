"""What the matchers hand to the decision: a place in a source and how it relates to a claim."""

from __future__ import annotations

from dataclasses import dataclass, replace

from copydesk.evidence.model import Label
from copydesk.report import Evidence
from copydesk.trace.index import SourceIndex

__all__ = ["Match", "as_evidence", "best_first", "sentence_evidence"]

# Code points shown on either side of the exact words (W3C TextQuoteSelector).
_AFFIX = 32
# A sentence is shown whole, or this much of it around the place.
_SHOWN_CHARS = 300


@dataclass(frozen=True, slots=True)
class Match:
    """Code points ``start`` to ``end`` of a source, how alike the surroundings are, and how it
    relates to the claim.

    ``bound`` says whether the place is about the same thing; ``note`` is a clause for the reason.
    """

    index: SourceIndex
    start: int
    end: int
    score: float
    bound: bool = True
    note: str = ""

    @property
    def source(self) -> int:
        """The id of the source."""
        return self.index.id

    @property
    def visible(self) -> bool:
        """Whether a reader of the captured page sees it."""
        return self.label is Label.VISIBLE

    @property
    def label(self) -> Label:
        """What kind of text of the capture it stands in."""
        return self.index.source.text.label_at(self.start)

    @property
    def hidden(self) -> bool:
        """Whether the page keeps it from its readers: then it bears nothing out."""
        return self.label is Label.HIDDEN

    @property
    def archived(self) -> str:
        """When a web archive made the copy that it stands in; empty where it is the site's own."""
        return self.index.source.variant_at(self.start).archived

    @property
    def whole(self) -> bool:
        """Whether all of it stands in one capture: the end of one and the beginning of the next say
        nothing together.
        """
        source = self.index.source
        return not source.variants or self.end <= source.variant_at(self.start).end

    @property
    def exact(self) -> str:
        """The source's own words."""
        return self.index.text[self.start : self.end]


def as_evidence(match: Match) -> Evidence:
    """The match as the report shows it: its place counts in the text of its own capture."""
    text, own = match.index.text, match.index.source.variant_at(match.start)
    end = min(match.end, own.end)
    return Evidence(
        source=match.source,
        sha256=own.sha256,
        exact=text[match.start : end],
        prefix=text[max(own.start, match.start - _AFFIX) : match.start],
        suffix=text[end : min(end + _AFFIX, own.end)],
        start=match.start - own.start,
        end=end - own.start,
        score=round(match.score, 3),
        label="" if match.visible else match.label.value,
        archived=own.archived,
        page=match.index.source.text.page_at(match.start),
    )


def sentence_evidence(match: Match) -> Evidence:
    """The sentence of a place, as far as it is not too long to be read beside the article."""
    index = match.index
    low, high = index.segments[index.segment_of[index.token_at(match.start)]]
    start, end = index.tokens.starts[low], index.tokens.ends[high - 1]
    start = max(min(start, match.start), match.start - _SHOWN_CHARS // 2)
    end = max(match.end, min(end, start + _SHOWN_CHARS))
    return as_evidence(replace(match, start=start, end=end))


def best_first(matches: list[Match]) -> list[Match]:
    """The order in which places speak for a claim.

    Bound before unbound; the very value before one that only comes to the same; about equally
    alike, what a reader of the page sees before its metadata; then better before worse.
    """
    return sorted(
        matches,
        key=lambda m: (
            not m.bound,
            bool(m.note),
            -round(m.score, 1),
            not m.visible,
            -round(m.score, 6),
            m.source,
            m.start,
        ),
    )
