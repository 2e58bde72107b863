"""Shares and round numbers in words: "two-thirds", "half of", "one in five", "a dozen"."""

from __future__ import annotations

import re
from fractions import Fraction

from copydesk.report import Kind
from copydesk.trace.specifics import lexicon
from copydesk.trace.specifics.amounts import qualifier_before
from copydesk.trace.specifics.model import Amount, Item

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
_HALF_SCALE = re.compile(
    r"half (?:a|an) (dozen|million|billion|trillion|century|hour|percent|day|year|decade)|half-(?:hour|day|year)",
    re.IGNORECASE,
)
_ONE_IN = re.compile(
    r"(one|two|three|four|five|six|seven|eight|nine|\d{1,3}) (?:in|out of)(?: every)? (two|three|four|five|six|seven|eight|nine|ten|twenty|\d{1,5})(?![\w%,.]?\d|[ ](?:percent|years|months|days|weeks|hours)|%)(?![A-Za-z])",
    re.IGNORECASE,
)
_A_SCALE = re.compile(
    r"(?:a|an) (dozen|hundred|thousand|million|billion|trillion)(?: (dollars|euros|pounds|yen))?(?![A-Za-z])",
    re.IGNORECASE,
)
_A_UNIT = re.compile(r"(?:a|an) (decade|century|fortnight)(?: ago)?(?![A-Za-z])")


# "6 in 10" is a share; "2 in 2024" and "3 in 47" are not.
_ROUND_WHOLES = frozenset({3, 4, 5, 10, 20, 100})


def _small(word: str) -> int:
    return int(word) if word.isdigit() else lexicon.NUMBER_WORDS[word.lower()]


def read_one_in(text: str, at: int) -> Item | None:
    """A share as "one in five" or "7 out of 10"; not "two in 2024"."""
    match = _ONE_IN.match(text, at)
    if match is None:
        return None
    part, whole = _small(match[1]), _small(match[2])
    if not 0 < part < whole or (
        "in" in match.group().split()
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
    return _fraction(text, at) or _a_scale(text, at)


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
    upper, lower = 1 if single else lexicon.NUMBER_WORDS[number], lexicon.FRACTIONS[part]
    plural = part.endswith("s") or part == "halves"
    if upper >= lower or (upper == 1) == plural:
        return None
    return plain_amount(text, at, match.end(), Fraction(upper, lower), Fraction(1, 100))


def _half(text: str, at: int) -> Item | None:
    match = _HALF_SCALE.match(text, at)
    if match:
        noun = (match[1] or match.group().split("-")[1]).lower()
        if noun == "dozen":
            return plain_amount(text, at, match.end(), Fraction(6))
        if noun == "percent":
            return plain_amount(
                text, at, match.end(), Fraction(1, 2), Fraction(1, 10), "%", Kind.PERCENT
            )
        if noun in lexicon.SCALE_WORDS:
            scale = lexicon.SCALE_WORDS[noun]
            return plain_amount(text, at, match.end(), Fraction(scale, 2), Fraction(scale, 10))
        return plain_amount(
            text, at, match.end(), Fraction(1, 2), Fraction(1, 10), noun, Kind.DURATION
        )
    match = _HALF.match(text, at)
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
