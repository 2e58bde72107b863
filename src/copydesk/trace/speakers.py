"""Who is said to have said it: the article's speaker against the one beside the source's words."""

from __future__ import annotations

import re

from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.specifics import TextValue, scan_names
from copydesk.trace.words import tokenise

__all__ = ["other_speaker"]

_SAYING = re.compile(
    r"\b(?:said|says|told|wrote|writes|added|adds|noted|notes|stated|explained|argued|warned|"
    r"asked|insisted|claimed|concluded|acknowledged|declared|called)\b"
)
# Words of the source on either side of a quotation in which its speaker is named.
_AROUND = 60
# How far before or behind a quotation the article names its speaker, in code points.
_REACH = 110


def other_speaker(claim: Claim, match: Match) -> tuple[str, str]:
    """The article's and the source's speaker where they are two different people; else empty.

    Only when the article names exactly one person beside the quotation, that person is nowhere
    near the words in the source, and exactly one other full name stands there with a word of
    saying.
    """
    mine = _article_speaker(claim)
    if not mine:
        return "", ""
    index = match.index
    first, last = index.token_at(match.start), index.token_at(match.end - 1)
    low, high = max(0, first - _AROUND), min(len(index.tokens), last + 1 + _AROUND)
    surname = _surname(mine)
    window = {word.removesuffix("'s") for word in index.tokens.words[low:high]}
    if surname in window:
        return "", ""
    before = index.text[index.tokens.starts[max(0, first - 25)] : match.start]
    behind = index.text[match.end : index.tokens.ends[min(high - 1, last + 18)]]
    names = {_surname(name): name for name in (*_people(before), *_people(behind))}
    if len(names) != 1:
        return "", ""
    return mine, max((*_people(before), *_people(behind)), key=len)


def _surname(name: str) -> str:
    words = tokenise(name).words
    return words[-1].removesuffix("'s") if words else ""


def _people(text: str) -> list[str]:
    """Names right beside a word of saying; of two words or more, or a surname alone."""
    found = []
    for item in scan_names(text):
        if isinstance(item.value, TextValue) and item.value.role == "organisation":
            continue
        name = text[item.start : item.end]
        # "The Harbour Gazette" wrote it: that is where it stood, not who said it.
        article = text[max(0, item.start - 4) : item.start].lower() == "the "
        if article or name.isupper() or " of " in name:
            continue
        near = text[max(0, item.start - 25) : item.start] + " | " + text[item.end : item.end + 25]
        if _SAYING.search(near):
            found.append(name)
    return found


def _article_speaker(claim: Claim) -> str:
    text = claim.visible
    before = text[max(claim.sentence.start, claim.item.start - _REACH) : claim.item.start]
    behind = text[claim.item.end : min(claim.sentence.end, claim.item.end + _REACH)]
    names = {name for name in (*_people(before), *_people(behind)) if len(name.split()) > 1}
    return names.pop() if len(names) == 1 else ""
