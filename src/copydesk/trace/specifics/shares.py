"""Shares and round numbers in words: "two-thirds", "half of", "one in five", "a dozen"."""

from __future__ import annotations

import re
from fractions import Fraction

from copydesk.report import Kind
from copydesk.trace.specifics import lexicon
from copydesk.trace.specifics.amounts import Figure, finish, is_duration
from copydesk.trace.specifics.model import Amount, Item
from copydesk.trace.specifics.qualifier import qualifier_before
from copydesk.trace.specifics.units import UNIT_NAMES

__all__ = ["plain_amount", "read_one_in", "read_share"]

_FRAC = "|".join(lexicon.FRACTIONS)
_FRACTION = re.compile(
    rf"(?:(?P<n>a|an|one|two|three|four|five|six|seven|eight|nine)[- ])(?P<d>{_FRAC})(?![a-z-])"
    r"(?=[ ,.;:)]|\Z)",
    re.IGNORECASE,
)
_HALF = re.compile(
    r"half(?= (?:of|the|its|their|his|her|all|that|those|these|as)\b)", re.IGNORECASE
)
# "the first half of the year" is a period.
_PERIOD_HALF = re.compile(
    r"\b(?:first|second|opening|latter|other|either|each)[ -]\Z", re.IGNORECASE
)
# "half a million dollars", "half-hour", "quarter-point": half of what stands behind.
_HALF_OF = re.compile(r"half[ -](?:an?(?=[ ]))?", re.IGNORECASE)
_HALF_DOZEN = re.compile(r"half[ -](?:a )?dozen(?![A-Za-z])", re.IGNORECASE)
_PART_POINT = re.compile(
    r"(?:(half)|quarter)[- ](?:an? )?(?:percentage[- ])?points?(?![A-Za-z])"
    r"|(?:a |one )?(?:(half)|quarter)(?: of)? an? (?:percentage point|per cent|percent)(?![A-Za-z])",
    re.IGNORECASE,
)
# "a year and a half"
_AND_HALF = re.compile(
    r"an? (second|minute|hour|day|week|month|year|decade|century|mile|metre|meter|point|dozen)"
    r"( and a half)(?![A-Za-z])",
    re.IGNORECASE,
)
_ONE_IN = re.compile(
    r"(one|two|three|four|five|six|seven|eight|nine|\d{1,3})(?: (?:in|out of)(?: every)? |-in-(?!\w{1,9}-))(two|three|four|five|six|seven|eight|nine|ten|twenty|(?:a|one) (?:hundred|thousand|million|billion)|\d{1,3}(?:,\d{3}){1,3}|\d{1,5})(?: (million|billion))?(?![\w%,.]?\d|[ ](?:percent|years|months|days|weeks|hours)|%)(?![A-Za-z])",
    re.IGNORECASE,
)
_A_SCALE = re.compile(
    r"(?:a|an) (dozen|hundred|thousand|million|billion|trillion)(?: (dollars|euros|pounds|yen))?(?![A-Za-z])",
    re.IGNORECASE,
)
_A_UNIT = re.compile(r"(?:a|an) (decade|century|fortnight)(?: ago)?(?![A-Za-z])")


# "6 in 10" is a share; "2 in 2024" and "3 in 47" are not.
_ROUND_WHOLES = frozenset({3, 4, 5, 10, 20, 100})


def _whole(words: str, scale: str | None) -> int:
    """What is divided: "ten", "1,000", "a million", "10 million"."""
    last = words.lower().split()[-1].replace(",", "")
    size = lexicon.SCALE_WORDS.get(last) or _small(last)
    return size * (lexicon.SCALE_WORDS[scale.lower()] if scale else 1)


def _small(word: str) -> int:
    return int(word) if word.isdigit() else lexicon.NUMBER_WORDS[word.lower()]


def read_one_in(text: str, at: int) -> Item | None:
    """A share as "one in five" or "7 out of 10"; not "two in 2024"."""
    match = _ONE_IN.match(text, at)
    if match is None:
        return None
    part, whole = _small(match[1]), _whole(match[2], match[3])
    if not 0 < part < whole or (
        "in" in match.group().replace("-", " ").split()
        and part > 1
        and not match[1].isalpha()
        and "out" not in match.group()
        and whole not in _ROUND_WHOLES
    ):
        return None
    return plain_amount(text, at, match.end(), Fraction(part, whole), Fraction(1, 100))


def plain_amount(
    text: str,
    at: int,
    end: int,
    amount: Fraction,
    ulp: Fraction = Fraction(1),
    unit: str = "",
    kind: Kind = Kind.NUMBER,
) -> Item:
    """An amount with the qualifier that stands before it."""
    qualifier = qualifier_before(text, at)
    return Item(kind, at, end, Amount(amount, unit, ulp, qualifier=qualifier))


def read_share(text: str, at: int, low: str) -> Item | None:
    """The share or round number in words that begins at ``at``."""
    found = read_one_in(text, at)
    if found is not None:
        return found
    if low == "half":
        return _half(text, at)
    if low == "quarter":
        return _part_point(text, at)
    if low in {"a", "an", "one"}:
        found = _part_point(text, at) or _and_half(text, at)
    return found or _fraction(text, at) or _a_scale(text, at)


def _fraction(text: str, at: int) -> Item | None:
    match = _FRACTION.match(text, at)
    if match is None:
        return None
    number, part = match["n"].lower(), match["d"].lower()
    single = number in {"a", "an"}
    around = text[max(0, at - 3) : at].lower() == "by " or text.startswith(" of", match.end())
    if single and not around and part != "half":
        # "a third attempt", "a quarter earlier": a rank and a period, no share.
        return None
    if single and text[max(0, at - 4) : at].lower() == "and ":
        # The end of "two years and a half".
        return None
    upper, lower = 1 if single else lexicon.NUMBER_WORDS[number], lexicon.FRACTIONS[part]
    plural = part.endswith("s") or part == "halves"
    if upper >= lower or (upper == 1) == plural:
        return None
    return plain_amount(text, at, match.end(), Fraction(upper, lower), Fraction(1, 100))


def _part_point(text: str, at: int) -> Item | None:
    """A quarter or half of a percentage point, which central banks move by."""
    match = _PART_POINT.match(text, at)
    if match is None:
        return None
    size = Fraction(1, 2) if match[1] or match[2] else Fraction(1, 4)
    unit = "%" if match.group().lower().endswith("cent") else "pp"
    return plain_amount(text, at, match.end(), size, Fraction(1, 100), unit, Kind.PERCENT)


def _and_half(text: str, at: int) -> Item | None:
    """Read "a year and a half", a figure without a numeral."""
    match = _AND_HALF.match(text, at)
    if match is None:
        return None
    noun = match[1].lower()
    if noun == "dozen":
        return plain_amount(text, at, match.end(), Fraction(18))
    unit = UNIT_NAMES.get(noun, "")
    kind = Kind.DURATION if is_duration(unit) else Kind.NUMBER
    return plain_amount(text, at, match.end(), Fraction(3, 2), Fraction(1, 10), unit, kind)


def _half(text: str, at: int) -> Item | None:
    match = _HALF_DOZEN.match(text, at)
    if match:
        return plain_amount(text, at, match.end(), Fraction(6))
    found = _part_point(text, at)
    if found is not None:
        return found
    match = _HALF_OF.match(text, at)
    if match:
        end = match.end() - (text[match.end() - 1] in " -")
        item = finish(Figure(text, at, end, Fraction(1, 2), Fraction(1, 10)))
        if item.end > end:
            return item
    match = None if _PERIOD_HALF.search(text[max(0, at - 9) : at]) else _HALF.match(text, at)
    return plain_amount(text, at, match.end(), Fraction(1, 2), Fraction(1, 100)) if match else None


def _a_scale(text: str, at: int) -> Item | None:
    match = _A_SCALE.match(text, at)
    if match is None:
        unit = _A_UNIT.match(text, at)
        if unit is None:
            return None
        return plain_amount(text, at, unit.end(), Fraction(1), unit=unit[1], kind=Kind.DURATION)
    scale = 12 if match[1].lower() == "dozen" else lexicon.SCALE_WORDS[match[1].lower()]
    currency = lexicon.CURRENCY_WORDS[match[2].lower()] if match[2] else ""
    kind = Kind.MONEY if currency else Kind.NUMBER
    return plain_amount(text, at, match.end(), Fraction(scale), Fraction(scale), currency, kind)
