"""Fractions in figures: "3/4 of", "7 1/3 innings", "2½ years", "½"."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

__all__ = ["VULGAR", "read_fraction_behind", "read_slash", "read_vulgar"]

VULGAR = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
_SLASH = re.compile(r"(\d{1,2})[/⁄](\d{1,2})(?![\w/⁄]|[.,]\d)")
_BEHIND = re.compile(rf"([{VULGAR}])|[ \u00a0-](\d{{1,2}})[/⁄](\d{{1,2}})(?![\w/⁄]|[.,]\d)")
# What writers divide by; "9/11" and "24/7" are no fractions, and "4/7" may be a date.
_WHOLES = frozenset({2, 3, 4, 5, 6, 8, 10, 16, 32})
# "on 3/4" and "by 3/4" are dates.
_DATED = re.compile(r"\b(?:on|by|since|until|before|after|dated|from)[ \u00a0]\Z", re.IGNORECASE)


def read_fraction_behind(text: str, end: int, whole: Fraction) -> tuple[int, Fraction, Fraction]:
    """Where a number ends with the fraction behind it, its value, and the size of its last step."""
    match = _BEHIND.match(text, end)
    if match is None:
        return end, whole, Fraction(1)
    if match[1]:
        part = read_vulgar(match[1])
    else:
        upper, lower = int(match[2]), int(match[3])
        if lower not in _WHOLES or not 0 < upper < lower:
            return end, whole, Fraction(1)
        part = Fraction(upper, lower)
    return match.end(), whole + part, Fraction(1, part.denominator)


def read_vulgar(char: str) -> Fraction:
    """The value of one character such as "½"."""
    upper, _, lower = unicodedata.normalize("NFKC", char).partition("⁄")
    return Fraction(int(upper), int(lower))


def read_slash(text: str, at: int) -> tuple[int, Fraction] | None:
    """The end and the value of "3/4" at ``at``; ``None`` when it may be a date or anything else."""
    match = _SLASH.match(text, at)
    if match is None:
        return None
    upper, lower = int(match[1]), int(match[2])
    if lower not in _WHOLES or not 0 < upper < lower:
        return None
    if _DATED.search(text[max(0, at - 8) : at]):
        return None
    return match.end(), Fraction(upper, lower)
