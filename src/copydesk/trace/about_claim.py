"""What a claim is by itself, before any source is looked at: vague, a title, in a link, background."""

from __future__ import annotations

from bisect import bisect_left

from copydesk.report import Kind
from copydesk.trace.reading import Claim
from copydesk.trace.specifics import Amount, DateValue, IdentifierValue, Item, TextValue, Value

__all__ = ["introduced", "is_title", "is_vague", "siblings"]

# Up to here a bare number counts what a passage has just described.
_SMALL_COUNT = 10


def _in_link(claim: Claim) -> bool:
    """Whether it stands in the words of a link: what these say, the page behind them says."""
    passage, item = claim.read.passage, claim.item
    return any(
        link.start <= item.start and item.end <= link.end
        and any(c.source in claim.cited and link.start <= c.at <= link.end for c in passage.citations)
        for link in passage.links
    )  # fmt: skip


def is_vague(value: Value) -> bool:
    """Whether it only names an order of magnitude: "billions", "a decade"."""
    if not isinstance(value, Amount):
        return False
    return value.vague or (value.amount == 1 and value.unit in {"decade", "century"})


def siblings(claim: Claim) -> list[Item]:
    """The other items of the claim's sentence."""
    items, span = claim.read.items, claim.sentence
    first = bisect_left(items, span.start, key=lambda item: item.start)
    last = bisect_left(items, span.end, key=lambda item: item.start)
    return [item for item in items[first:last] if item is not claim.item]


def is_title(claim: Claim) -> bool:
    """Whether it is a title by rank or office."""
    value = claim.item.value
    return isinstance(value, TextValue) and value.role == "title"


def introduced(claim: Claim) -> bool:
    """Whether one passage may name what another one cites: the article's cast and its calendar.

    Names of things and people, months and years, and small counts are background that any source
    may give. A figure is not: it belongs to the source that states it (docs/adr/0005); nor is what
    stands in the very words of a link.
    """
    value = claim.item.value
    if isinstance(value, DateValue | Amount) and _in_link(claim):
        return False
    if isinstance(value, DateValue):
        return value.day is None or claim.inherited
    if isinstance(value, Amount) and not value.unit and value.high is None:
        return 0 <= value.amount <= _SMALL_COUNT and value.amount.denominator == 1
    if isinstance(value, IdentifierValue):
        return value.scheme not in {"cve", "ghsa", "doi", "arxiv"}
    return claim.item.kind in {Kind.NAME, Kind.SUPERLATIVE}
