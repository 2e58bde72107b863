"""From a place in a field back to the sentence that holds it; and specifics and sources in words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from copydesk.article import Citation, Passage, Span
from copydesk.report import FieldName, Kind, Specific

__all__ = ["Spot", "Spots", "is_telling", "names_a_thing", "numbers", "same_thing", "shown"]

_CAST = frozenset({Kind.NAME, Kind.SUPERLATIVE})
_TELLING = frozenset({Kind.QUOTE, Kind.MONEY, Kind.PERCENT, Kind.VERSION, Kind.IDENTIFIER})
# Three digits, or a decimal fraction.
_FIGURE = re.compile(r"(?:\d\D*){3}|\d[.,]\d")
# Specifics that one message names before it only counts the rest.
_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Spot:
    """A sentence: its passage, its span in the passage's text, and its span in the field."""

    passage: Passage
    span: Span
    start: int
    end: int

    @property
    def text(self) -> str:
        """The sentence as a reader sees it."""
        return self.passage.text.text[self.span.start : self.span.end]

    @property
    def citations(self) -> tuple[Citation, ...]:
        """What the sentence itself cites, in order."""
        low, high = self.span.start, self.span.end
        return tuple(one for one in self.passage.citations if low <= one.at <= high)


class Spots:
    """The sentences of an article by place."""

    def __init__(self, passages: Sequence[Passage] = ()) -> None:
        self._spots: dict[FieldName, list[Spot]] = {}
        for passage in passages:
            own = self._spots.setdefault(passage.field, [])
            whole = (Span(0, len(passage.text.text)),)
            for span in passage.sentences or whole:
                if span.start < span.end:
                    own.append(Spot(passage, span, *passage.text.to_origin(span.start, span.end)))
        for own in self._spots.values():
            own.sort(key=lambda spot: spot.start)

    def __iter__(self) -> Iterator[Spot]:
        return (spot for own in self._spots.values() for spot in own)

    def of(self, item: Specific) -> Spot | None:
        """The sentence that a specific begins in."""
        own = self._spots.get(item.field, [])
        at = bisect_right(own, item.start, key=lambda spot: spot.start) - 1
        return own[at] if at >= 0 and item.start < own[at].end else None


def is_telling(item: Specific) -> bool:
    """Whether it can hardly stand in a page by chance: no name, no bare year, no small count."""
    if item.kind in _TELLING:
        return True
    if item.kind is Kind.DATE:
        return item.value.get("day") is not None
    return item.kind not in _CAST and _FIGURE.search(item.text) is not None


def names_a_thing(item: Specific) -> bool:
    """Whether it is what something is called, a version or a model, and no statement about it."""
    if item.kind is Kind.VERSION:
        return True
    return item.kind is Kind.IDENTIFIER and item.value.get("scheme") in {"model", "code", "file"}


def same_thing(item: Specific) -> object:
    """Equal for two specifics with the same words."""
    return item.kind, " ".join(item.text.casefold().split())


def shown(items: Sequence[Specific]) -> str:
    """Specifics as a message names them: “9”, “31” and 2 more."""
    texts = list(dict.fromkeys(item.text for item in items))
    more = f" and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
    return ", ".join(f"“{text}”" for text in texts[:_SHOWN]) + more


def numbers(ids: Sequence[int]) -> str:
    """Sources by their numbers, in words: "sources 1, 2 and 4"."""
    if len(ids) == 1:
        return f"source {ids[0]}"
    return f"sources {', '.join(map(str, ids[:-1]))} and {ids[-1]}"
