"""The words that bend a figure, in the article and at the places where the figure was found."""

from __future__ import annotations

from collections.abc import Sequence

from copydesk.article.model import Article
from copydesk.noticed import Bent
from copydesk.report import Evidence, Kind, Specific, Status
from copydesk.trace.index import Corpus
from copydesk.trace.specifics import Amount, qualifier_before, scan_values

__all__ = ["find_bent"]

_KINDS = frozenset({Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.DURATION})
# What a qualifier says of the true value: above the figure, below it, or not certain at all.
_ABOVE = frozenset(
    {
        "well over", "just over", "slightly more than", "slightly over", "a little over",
        "a little more than", "no fewer than", "no less than", "more than", "greater than",
        "at least", "upwards of", "upward of", "in excess of", "north of", "over", "above",
        "exceeding", ">", "≥",
    }
)  # fmt: skip
_BELOW = frozenset(
    {
        "slightly less than", "slightly under", "just under", "a little under", "no more than",
        "not more than", "less than", "fewer than", "at most", "up to", "as many as", "as much as",
        "as high as", "almost", "nearly", "by nearly", "under", "below", "<", "≤",
    }
)  # fmt: skip
_UNSURE = frozenset({"an estimated", "estimated", "alleged", "reported", "a reported"})

# The article's text before a figure that is looked at.
_BACK = 40


def find_bent(article: Article, specifics: Sequence[Specific], corpus: Corpus) -> tuple[Bent, ...]:
    """Every traced figure that is bent, here or there, with both qualifiers."""
    found = []
    for item in specifics:
        if item.kind not in _KINDS or item.status is not Status.TRACED or not item.evidence:
            continue
        text = article.field(item.field).text[max(0, item.start - _BACK) : item.start]
        word = qualifier_before(text, len(text))
        theirs = tuple(_place(item, shown, corpus) for shown in item.evidence)
        if word or any(place[2] for place in theirs):
            found.append(Bent(item.id, word, _side(word), theirs))
    return tuple(found)


def _place(item: Specific, shown: Evidence, corpus: Corpus) -> tuple[int, str, str, str]:
    before = corpus.by_id[shown.source].text[max(0, shown.start - _BACK) : shown.start]
    word = qualifier_before(before, len(before))
    lies = _lies(item, shown)
    # Two limits of different figures ("at least a dozen", "under 15") can both be true.
    side = lies if not word else "" if lies else _side(word)
    return shown.source, shown.exact, word, side


def _side(qualifier: str) -> str:
    sides = (("above", _ABOVE), ("below", _BELOW), ("unsure", _UNSURE))
    return next((name for name, words in sides if qualifier in words), "")


def _lies(item: Specific, shown: Evidence) -> str:
    """On which side of the article's figure the source's lies; empty where they are equal."""
    mine, theirs = _amount(item.text), _amount(shown.exact)
    if mine is None or theirs is None or mine.unit != theirs.unit or mine.high or theirs.high:
        return ""
    if mine.amount == theirs.amount:
        return ""
    return "above" if theirs.amount > mine.amount else "below"


def _amount(text: str) -> Amount | None:
    values = [found.value for found in scan_values(text)]
    only = values[0] if len(values) == 1 else None
    return only if isinstance(only, Amount) else None
