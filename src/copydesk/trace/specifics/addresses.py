"""Figures that name a place to go or to call: houses, emergency numbers, dockets, share indexes."""

from __future__ import annotations

import re

from copydesk.report import Kind
from copydesk.trace.specifics.model import IdentifierValue, Item

__all__ = ["read_address"]

_STREETS = (
    "Street|St|Avenue|Ave|Road|Rd|Drive|Lane|Boulevard|Blvd|Way|Place|Court|Terrace|Square|Crescent|"
    "Parkway|Highway|Broadway|Row|Quay|Close"
)
_STREET = re.compile(
    r"\d{1,5}[ \u00a0](?:[NSEW]\.?[ \u00a0])?"
    r"(?:(?:[A-Z][a-z’'-]{1,20}|\d{1,3}(?:st|nd|rd|th))[ \u00a0]){1,3}"
    rf"(?:{_STREETS})(?![A-Za-z])"
)
_EMERGENCY = re.compile(r"(?:911|999|112|101|111|311|988)(?![\w,/:%-]|\.\d|[ \u00a0]\d)")
_CALLED = re.compile(
    r"\b(?:call(?:ed|ing|s)?|dial(?:l?ed|l?ing|s)?|phon(?:ed|ing)|rang|ring(?:ing)?)[ \u00a0]\Z",
    re.IGNORECASE,
)
_CALLS = re.compile(
    r"[ \u00a0](?:calls?|callers?|operators?|dispatch\w*|hotline|lifeline|recordings?|tapes?)\b"
)
_DOCKET = re.compile(r"\d{1,2}:\d{2}-[a-z]{2}-\d{3,6}(?:-[A-Z]{2,4})*(?!\w)")
_INDEX = re.compile(
    r"(?:S&P|Nikkei|FTSE|Fortune|Forbes|Russell|Stoxx|STOXX|Nasdaq|NASDAQ|Topix)[ \u00a0]"
    r"(?:Global[ \u00a0]|Europe[ \u00a0])?\Z"
)
_INDEX_NUMBER = re.compile(r"\d{2,4}(?![\w%]|[.,]\d)")


def read_address(text: str, at: int, floor: int) -> Item | None:
    """What names a place, a line to call, a court's file or an index of shares, by the digit at
    ``at``; nothing before ``floor`` is taken in.
    """
    before = text[max(floor, at - 18) : at]
    if before[-1:] in {" ", "\u00a0"}:
        match = _INDEX.search(before)
        number = _INDEX_NUMBER.match(text, at) if match else None
        if match and number:
            return _named("model", text, at - len(match.group()), number.end())
    docket = _DOCKET.match(text, at)
    if docket:
        return _named("model", text, at, docket.end())
    number = _EMERGENCY.match(text, at)
    if number and (_CALLED.search(before) or _CALLS.match(text, number.end())):
        return _named("numbered", text, at, number.end())
    street = _STREET.match(text, at)
    return _named("numbered", text, at, street.end()) if street else None


def _named(scheme: str, text: str, start: int, end: int) -> Item:
    folded = text[start:end].lower().replace("\u00a0", " ")
    return Item(Kind.IDENTIFIER, start, end, IdentifierValue(scheme, folded))
