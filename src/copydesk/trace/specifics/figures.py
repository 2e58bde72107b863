"""What begins with a digit: which of the readers has the longest reading of it."""

from __future__ import annotations

import re
from fractions import Fraction

from copydesk.report import Kind
from copydesk.trace.specifics.addresses import read_address
from copydesk.trace.specifics.amounts import Figure, finish, read_amount
from copydesk.trace.specifics.dates import read_digit_date
from copydesk.trace.specifics.fractions import read_slash
from copydesk.trace.specifics.identifiers import read_identifier, read_lone_identifier
from copydesk.trace.specifics.model import Amount, IdentifierValue, Item
from copydesk.trace.specifics.qualifier import qualifier_before
from copydesk.trace.specifics.shares import read_one_in

__all__ = ["read_digits"]

_ORDINAL_DIGITS = re.compile(r"(\d{1,4}|\d{1,3},\d{3})(?:st|nd|rd|th)(?![A-Za-z])")
# "101-A" is a room, not a figure.
_LETTERED = re.compile(r"-[A-Z](?![A-Za-z])")
_SCORE = re.compile(r"(\d{1,3})[-–](\d{1,3})(?![\w-]|[.,%]\d|%)")
# No type of aeroplane ("737-800").
_HIGH_SCORE = re.compile(r"(?!7\d7)(1\d\d)[-–](1\d\d|\d\d)(?![\w-]|[.,%]\d|%)")
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
_FOR_ONE = re.compile(
    r"(\d{1,3})-(?:for|to)-(\d{1,3})"
    r"(?!\w|-(?:year|month|week|day|hour|minute|inch|foot|mile)s?\b)"
)
# "24/7" and "the 11th hour" say how, not how many.
_IDIOM = re.compile(r"24/7(?!\d)|11th[- ]hour\b")
_PRESSURE = re.compile(r"(\d{2,3})/(\d{2,3})(?![\w/])")
_PRESSURE_CUE = re.compile(r"\b(?:pressure|mmHg|hypertension)\b", re.IGNORECASE)
_ODDS = re.compile(r"\b(?:odds|favourite|favorite|outsider|bet)\b", re.IGNORECASE)
# A score in a list of scores: the sets of a match.
_SCORE_BEFORE = re.compile(r"\d[-–]\d{1,2}(?:,| and|, and) \Z")
_SCORE_AFTER = re.compile(r"(?:,| and|, and) \d{1,2}[-–]\d{1,2}(?![\w-])")
# No side makes more in a set or a half that is told among others.
_MOST_IN_A_SET = 30
_AGE_BRACKET = re.compile(r"([2-9]0)s(?!\w)")
_OWN_AGE = re.compile(r"\b(?:his|her|their|my|your|our) (?:early |late |mid[- ])?\Z", re.IGNORECASE)
_TIME_CUE = re.compile(r"\s?(?:[ap]\.?m|UTC|GMT|[ECMP][SD]?T)\b", re.IGNORECASE)
_SCREEN = re.compile(
    r"([24568]K)(?= (?:output|video|resolution|display|TVs?|monitor|content|streaming|HDR|screen)\b)"
)
_LIST_MARK = re.compile(r"(?:\A|\n)[ \t]{0,8}(?:#{1,6} )?\(?\Z")
# "2.1 Method": a heading's own number.
_SECTION = re.compile(
    r"\d{1,2}(?:\.\d{1,2}){1,3}(?= (?!Million|Billion|Trillion|Percent)[A-Z][a-z]+[A-Za-z ]{0,60}(?:\n|\Z))"
)
# A figure, grouped and with decimals or not, on which nothing hangs: behind it stands what ends it, or
# its unit. Once any of it is given up, what follows is a digit, or a separator with a digit behind.
_ALONE = re.compile(
    r"[0-9]+(?:,[0-9]{3})*(\.[0-9]+)?(?:(?=[ \u00a0\n\t)%;\]”\"])|[,.](?![^\W_])|\Z)"
)
_LIST_END = re.compile(r"(?:\.\d{1,2}){0,3}[.)](?=\s|\Z)")


def read_digits(text: str, at: int, word: str, done: int) -> Item | int | None:
    """What begins with the digits at ``at``; or the place to go on from when it is nothing."""
    alone = _alone(text, at)
    if alone is not None:
        return _read_alone(text, at, word, done, decimal=alone[1] is not None)
    passed = _passed_over(text, at, word)
    if passed is not None:
        return passed
    date = None if _money_before(text, at) else read_digit_date
    found = read_address(text, at, done)
    if found is not None:
        return found
    for reader in (_power, read_one_in, _ratio, _screen, _fraction, _bracket, date):
        found = reader(text, at) if reader else None
        if found is not None:
            return found
    found = _high_score(text, at) or read_identifier(text, at, done)
    found = found or _score(text, at) or _ordinal(text, at)
    return found or _number(text, at, word, done)


def _alone(text: str, at: int) -> re.Match[str] | None:
    """The figure at ``at`` if nothing hangs on it, as is the rule: what ends it begins no date in
    figures, no score, ratio, share, time of day, part number or version of several parts.
    """
    before = text[max(0, at - 8) : at]
    return None if "ersion" in before or "elease" in before else _ALONE.match(text, at)


def _read_alone(text: str, at: int, word: str, done: int, *, decimal: bool) -> Item | int | None:
    """:func:`read_digits` without the readers that cannot read such a figure."""
    passed = _list_mark(text, at, word)
    if passed is not None:
        return passed
    found = read_address(text, at, done) or read_one_in(text, at)
    if found is None and not _money_before(text, at):
        found = read_digit_date(text, at, alone=True)
    found = found or read_lone_identifier(text, at, done, decimal=decimal)
    return found or _number(text, at, word, done)


def _passed_over(text: str, at: int, word: str) -> int | None:
    """The end of a list mark, a section number, or a family of versions ("6.x")."""
    for pattern in (_FAMILY, _SHORT_DATE, _IDIOM):
        match = pattern.match(text, at)
        if match:
            return match.end()
    return _list_mark(text, at, word)


def _list_mark(text: str, at: int, word: str) -> int | None:
    """The end of a list mark or a section number."""
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
    ratio = _FOR_ONE.match(text, at) or _pressure(text, at)
    if ratio is not None:
        return _of_two(text, at, ratio)
    ratio = _RATIO.match(text, at)
    if ratio is None or _TIME_CUE.match(text, ratio.end()):
        return None
    if len(ratio[2]) == 2 and int(ratio[1]) < 24 and int(ratio[2]) < 60:
        # "09:30" is a time of day.
        return None
    return _of_two(text, at, ratio)


def _of_two(text: str, at: int, match: re.Match[str], unit: str = "ratio") -> Item:
    """The two figures of a ratio, a score or odds as one value."""
    low, high = Fraction(int(match[1])), Fraction(int(match[2]))
    value = Amount(low, unit, high=high, qualifier=qualifier_before(text, at))
    return Item(Kind.NUMBER, at, match.end(), value)


def _pressure(text: str, at: int) -> re.Match[str] | None:
    """The two pressures of the heart, "120/80"."""
    match = _PRESSURE.match(text, at)
    if match is None or not _PRESSURE_CUE.search(text, max(0, at - 60), match.end() + 20):
        return None
    return match


def _fraction(text: str, at: int) -> Item | None:
    """A share in figures: "3/4 of the pie"."""
    found = read_slash(text, at)
    return finish(Figure(text, at, found[0], found[1], Fraction(1, 100))) if found else None


def _bracket(text: str, at: int) -> Item | None:
    """The years of "in her 30s", which are no decade."""
    match = _AGE_BRACKET.match(text, at)
    if match is None or not _OWN_AGE.search(text[max(0, at - 14) : at]):
        return None
    low = Fraction(int(match[1]))
    return Item(Kind.DURATION, at, match.end(), Amount(low, "year", high=low + 9))


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
    rank = int(ordinal[1].replace(",", ""))
    return Item(Kind.NUMBER, at, ordinal.end(), Amount(Fraction(rank), ordinal=True))


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


def _high_score(text: str, at: int) -> Item | None:
    """Read "112-104" where a game is spoken of: elsewhere it is the number of a part or a type."""
    match = _HIGH_SCORE.match(text, at)
    around = text[max(0, at - 40) : at] if match else ""
    return _of_two(text, at, match, "score") if match and _SCORE_CUE.search(around) else None


def _score(text: str, at: int) -> Item | None:
    match = _SCORE.match(text, at)
    if match is None:
        return None
    before = text[max(0, at - 60) : at]
    if _ODDS.search(before[-24:]):
        return _of_two(text, at, match)
    low, high = int(match[1]), int(match[2])
    if low < high and not _SCORE_CUE.search(before + " " + text[match.end() : match.end() + 30]):
        listed = _SCORE_BEFORE.search(before[-12:]) or _SCORE_AFTER.match(text, match.end())
        if not listed or high > _MOST_IN_A_SET:
            return None
    return _of_two(text, at, match, "score")
