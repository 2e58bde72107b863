"""What begins with a digit: which of the readers has the longest reading of it."""

from __future__ import annotations

import re
from fractions import Fraction

from copydesk.report import Kind
from copydesk.trace.specifics.amounts import read_amount
from copydesk.trace.specifics.dates import read_digit_date
from copydesk.trace.specifics.identifiers import read_identifier
from copydesk.trace.specifics.model import Amount, IdentifierValue, Item
from copydesk.trace.specifics.shares import read_one_in

__all__ = ["read_digits"]

_ORDINAL_DIGITS = re.compile(r"(\d{1,4})(?:st|nd|rd|th)(?![A-Za-z])")
# "101-A" is a room, not a figure.
_LETTERED = re.compile(r"-[A-Z](?![A-Za-z])")
_SCORE = re.compile(r"(\d{1,3})[-–](\d{1,3})(?![\w-]|[.,%]\d|%)")
_SCORE_CUE = re.compile(
    r"\b(?:won|win|wins|beat|beats|lost|lose|loss|drew|draw|defeat\w*|victory|led|lead|trail\w*|vote[ds]?|voting|ruling|decision|score\w*|tied|tie|ahead)\b",
    re.IGNORECASE,
)
# Ten to a power, a family of versions ("6.x"), a ratio ("3:1"), a screen ("8K video").
_POWER = re.compile(r"10\^(\d{1,3})(?!\d)")
# "3/29/13", "8/17": a date whose order and century the writer kept to himself; "2/3" is a share.
_SHORT_DATE = re.compile(r"\d{1,2}/\d{1,2}/\d\d(?!\d)|\d{1,2}/(?:1[1-9]|[23]\d)(?![\d/.])")
_FAMILY = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,2}\.x\b")
_RATIO = re.compile(r"(\d{1,3}):(\d{1,2})(?![\d:])(?<!:\d\d)")
_TIME_CUE = re.compile(r"\s?(?:[ap]\.?m|UTC|GMT|[ECMP][SD]?T)\b", re.IGNORECASE)
_SCREEN = re.compile(
    r"([24568]K)(?= (?:output|video|resolution|display|TVs?|monitor|content|streaming|HDR|screen)\b)"
)
_LIST_MARK = re.compile(r"(?:\A|\n)[ \t]{0,8}(?:#{1,6} )?\(?\Z")
# "2.1 Method": a heading's own number.
_SECTION = re.compile(
    r"\d{1,2}(?:\.\d{1,2}){1,3}(?= (?!Million|Billion|Trillion|Percent)[A-Z][a-z]+[A-Za-z ]{0,60}(?:\n|\Z))"
)
_LIST_END = re.compile(r"(?:\.\d{1,2}){0,3}[.)](?=\s|\Z)")


def read_digits(text: str, at: int, word: str, done: int) -> Item | int | None:
    """What begins with the digits at ``at``; or the place to go on from when it is nothing."""
    passed = _passed_over(text, at, word)
    if passed is not None:
        return passed
    date = None if _money_before(text, at) else read_digit_date
    for reader in (_power, read_one_in, _ratio, _screen, date):
        found = reader(text, at) if reader else None
        if found is not None:
            return found
    found = read_identifier(text, at, done) or _score(text, at) or _ordinal(text, at)
    return found or _number(text, at, word, done)


def _passed_over(text: str, at: int, word: str) -> int | None:
    """The end of a list mark, a section number, or a family of versions ("6.x")."""
    for pattern in (_FAMILY, _SHORT_DATE):
        match = pattern.match(text, at)
        if match:
            return match.end()
    if at and not _LIST_MARK.search(text[max(0, at - 18) : at]):
        return None
    section = _SECTION.match(text, at)
    if section:
        return section.end()
    mark = _LIST_END.match(text, at + len(word))
    return mark.end() if mark and len(word) <= 3 and word.isdigit() else None


def _power(text: str, at: int) -> Item | None:
    power = _POWER.match(text, at)
    if power is None:
        return None
    return Item(Kind.NUMBER, at, power.end(), Amount(Fraction(10 ** int(power[1]))))


def _ratio(text: str, at: int) -> Item | None:
    ratio = _RATIO.match(text, at)
    if ratio is None or _TIME_CUE.match(text, ratio.end()):
        return None
    if len(ratio[2]) == 2 and int(ratio[1]) < 24 and int(ratio[2]) < 60:
        # "09:30" is a time of day.
        return None
    amount = Amount(Fraction(int(ratio[1])), "ratio", high=Fraction(int(ratio[2])))
    return Item(Kind.NUMBER, at, ratio.end(), amount)


def _screen(text: str, at: int) -> Item | None:
    screen = _SCREEN.match(text, at)
    if screen is None:
        return None
    value = IdentifierValue("model", screen[1].lower())
    return Item(Kind.IDENTIFIER, at, screen.end(1), value)


def _ordinal(text: str, at: int) -> Item | None:
    ordinal = _ORDINAL_DIGITS.match(text, at)
    if ordinal is None:
        return None
    return Item(Kind.NUMBER, at, ordinal.end(), Amount(Fraction(int(ordinal[1])), ordinal=True))


def _number(text: str, at: int, word: str, done: int) -> Item | int | None:
    item = read_amount(text, at, done)
    if item is None:
        return at + len(word)
    rest = text[item.end : item.end + 1]
    if _LETTERED.match(text, item.end) or (rest and (rest.isalnum() or rest == "_")):
        # Letters right behind that are no unit: a code of some kind, not a figure.
        return at + len(word)
    return item


def _money_before(text: str, at: int) -> bool:
    return text[max(0, at - 1) : at] in {"$", "€", "£", "¥", "₹"}


def _score(text: str, at: int) -> Item | None:
    match = _SCORE.match(text, at)
    if match is None:
        return None
    around = text[max(0, at - 60) : at] + " " + text[match.end() : match.end() + 30]
    low, high = int(match[1]), int(match[2])
    if not _SCORE_CUE.search(around) and not (high < low or low == high):
        return None
    return Item(Kind.NUMBER, at, match.end(), Amount(Fraction(low), "score", high=Fraction(high)))
