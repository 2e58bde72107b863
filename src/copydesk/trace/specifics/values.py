"""Comparing values as values: equal, rounded, converted, compatible, different.

``relation(a, b)`` reads as "what ``b`` is to ``a``", with ``a`` the article's value and ``b`` the
source's. ``lookup_keys`` is what an index over evidence is built from.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from copydesk.trace.specifics.date_values import date_keys, date_relation, resolve
from copydesk.trace.specifics.model import (
    Amount,
    DateValue,
    IdentifierValue,
    TextValue,
    Value,
    VersionValue,
)
from copydesk.trace.specifics.relation import Relation
from copydesk.trace.specifics.units import dimension

__all__ = ["Relation", "equal", "grain", "lookup_keys", "relation", "resolve"]


Rational = int | Fraction
# One object: to make a fraction costs more than most of what is done with it.
_ONE = Fraction(1)

_ROUGH = frozenset(
    {"about", "around", "roughly", "approximately", "some", "estimated", "nearly", "almost",
     "more than", "over", "at least", "less than", "under", "up to", "close to", "as many as",
     "as much as", "at most", "upwards of", "just over", "just under", "well over", "no more than",
     "no fewer than", "fewer than", "circa", "approx"}
)  # fmt: skip
_DOWN = frozenset({"more than", "over", "at least", "upwards of", "just over", "well over",
                   "no fewer than"})  # fmt: skip
_UP = frozenset({"nearly", "almost", "less than", "under", "just under", "up to", "fewer than",
                 "close to"})  # fmt: skip
# Significant digits under which a value is filed for rounding.
_DIGITS = (1, 2, 3, 4)


def grain(value: Amount) -> Fraction:
    """What the stated figure is exact to.

    The zeros that end an integer may be rounding ("30,000 homes"), but at least two digits are
    taken as meant, one when the text itself says that it is rough ("about 30,000").
    """
    if value.ulp != 1 or value.amount.denominator != 1 or value.unit in {"%", "pp"}:
        return value.ulp
    digits = str(abs(value.amount.numerator))
    zeros = len(digits) - len(digits.rstrip("0"))
    meant = 1 if value.qualifier in _ROUGH else 2
    return Fraction(10 ** max(0, min(zeros, len(digits) - meant)))


def _rounds_to(coarse: Amount, fine: Fraction, grain: Fraction) -> bool:
    """Whether ``fine`` is conventionally written as ``coarse`` with that ``grain``."""
    gap = fine - coarse.amount
    half = grain / 2
    if coarse.qualifier in _ROUGH and coarse.amount:
        # One digit is a wide net: "about 20" is not 25.
        half = min(half, abs(coarse.amount) / 8)
    if abs(gap) <= half:
        return True
    if coarse.qualifier in _DOWN:
        return 0 <= gap < grain
    return coarse.qualifier in _UP and -grain < gap <= 0


def _in_base(value: Amount) -> tuple[str, Fraction]:
    if value.unit == "°F":
        return "temperature", Fraction(5, 9)
    if value.unit == "°C":
        return "temperature", _ONE
    return dimension(value.unit)


def _convert(value: Amount, amount: Fraction, scale: Fraction) -> Fraction:
    if value.unit == "°F":
        return (amount - 32) * scale
    return amount if scale is _ONE else amount * scale


def _share(value: Amount) -> bool:
    """Whether a bare number can be a share: "half" is 50%."""
    return value.unit == "" and value.amount.denominator != 1 and 0 < value.amount < 1


def _amount_relation(a: Amount, b: Amount) -> Relation:
    if a.ordinal != b.ordinal:
        return Relation.INCOMPARABLE
    if a.unit == b.unit or {a.unit, b.unit} == {"", "x"}:
        return _same_unit(a, b)
    if a.unit == "%" and _share(b):
        return _converted(a, a.amount, grain(a), b.amount * 100, b.ulp * 100)
    if b.unit == "%" and _share(a):
        return _converted(a, a.amount * 100, a.ulp * 100, b.amount, grain(b))
    return _by_unit(a, b)


def _by_unit(a: Amount, b: Amount) -> Relation:
    (dim_a, scale_a), (dim_b, scale_b) = _in_base(a), _in_base(b)
    if dim_a != dim_b:
        return Relation.INCOMPARABLE
    return _converted(
        a,
        _convert(a, a.amount, scale_a),
        grain(a) * scale_a,
        _convert(b, b.amount, scale_b),
        grain(b) * scale_b,
    )


def _converted(
    a: Amount, first: Fraction, grain_a: Fraction, second: Fraction, grain_b: Fraction
) -> Relation:
    """Half of the coarser side's last digit is what a conversion may be off."""
    slack = max(grain_a, grain_b) / 2
    if abs(first) and slack > abs(first) / 8 and first != second and a.unit != "%":
        slack = abs(first) / 8
    return Relation.CONVERTED if abs(first - second) <= slack else Relation.DIFFERENT


def _same_unit(a: Amount, b: Amount) -> Relation:
    if a.unit == "score":
        # A score is told from either side: 2-1 is 1-2.
        same = {(a.amount, a.high), (a.high, a.amount)}
        return Relation.EQUAL if (b.amount, b.high) in same else Relation.DIFFERENT
    if a.vague or b.vague:
        return _vague_relation(a, b)
    if a.high is not None or b.high is not None:
        return _range_relation(a, b)
    if a.amount == b.amount:
        return Relation.EQUAL
    return Relation.DIFFERENT if a.ordinal else _rounding(a, b)


def _rounding(a: Amount, b: Amount) -> Relation:
    grain_a, grain_b = grain(a), grain(b)
    if grain_a >= grain_b and _rounds_to(a, b.amount, grain_a):
        return Relation.ROUNDED
    if grain_b >= grain_a and _rounds_to(b, a.amount, grain_b):
        return Relation.FINER
    return Relation.DIFFERENT


def _vague_relation(a: Amount, b: Amount) -> Relation:
    """An order of magnitude: "hundreds" is borne out by 350, and 350 says more than "hundreds"."""
    if a.vague and b.vague:
        return Relation.EQUAL if a.amount == b.amount else Relation.DIFFERENT
    order, exact = (a, b) if a.vague else (b, a)
    if order.high is None or not order.amount * Fraction(3, 2) <= exact.amount < order.high:
        return Relation.DIFFERENT
    return Relation.ROUNDED if a.vague else Relation.FINER


def _range_relation(a: Amount, b: Amount) -> Relation:
    if a.high is not None and b.high is not None:
        same = (a.amount, a.high) == (b.amount, b.high)
        return Relation.EQUAL if same else Relation.DIFFERENT
    whole, single = (a, b) if a.high is not None else (b, a)
    ends = {whole.amount, whole.high}
    return Relation.COMPATIBLE if single.amount in ends else Relation.DIFFERENT


def _version_relation(a: VersionValue, b: VersionValue) -> Relation:
    if a == b:
        return Relation.EQUAL
    size = min(len(a.parts), len(b.parts))
    shorter_suffix = a.suffix if len(a.parts) <= len(b.parts) else b.suffix
    if a.parts[:size] == b.parts[:size] and len(a.parts) != len(b.parts) and not shorter_suffix:
        return Relation.COMPATIBLE
    return Relation.DIFFERENT


def relation(a: Value, b: Value) -> Relation:
    """What ``b`` (the source's value) is to ``a`` (the article's); never raises.

    A year that a partial date leaves out is not guessed: see :func:`resolve`.
    """
    if isinstance(a, Amount) and isinstance(b, Amount):
        found = _amount_relation(a, b)
    elif isinstance(a, DateValue) and isinstance(b, DateValue):
        found = date_relation(a, b)
    elif isinstance(a, VersionValue) and isinstance(b, VersionValue):
        found = _version_relation(a, b)
    elif isinstance(a, IdentifierValue) and isinstance(b, IdentifierValue):
        other = Relation.DIFFERENT if a.scheme == b.scheme else Relation.INCOMPARABLE
        found = Relation.EQUAL if a.id == b.id else other
    elif isinstance(a, TextValue) and isinstance(b, TextValue):
        found = Relation.EQUAL if a.text == b.text else Relation.DIFFERENT
    else:
        found = Relation.INCOMPARABLE
    return found


def equal(a: Value, b: Value) -> bool:
    """Whether the values are the same, however written: scale, spelling and unit aside.

    Rounding is not equality: see :func:`relation`. An exact conversion (24 hours, one day) is.
    """
    found = relation(a, b)
    if found is Relation.CONVERTED and isinstance(a, Amount) and isinstance(b, Amount):
        return _exact_base(a) == _exact_base(b)
    return found in {Relation.EQUAL, Relation.CONVERTED}


def _exact_base(value: Amount) -> tuple[str, Fraction]:
    if _share(value):
        return "%", value.amount * 100
    dim, scale = _in_base(value)
    return dim, _convert(value, value.amount, scale)


def _rounded(amount: Fraction, digits: int, places: int) -> tuple[Rational, Rational]:
    """``amount`` to that many significant digits (half away from zero), and its last place; a whole
    number has that many ``places`` more.

    Worked out in integers, which is several times as fast; a whole number stays one, since it is
    the same key as the fraction.
    """
    over, under = abs(amount.numerator), amount.denominator
    if under == 1:
        if places <= 0:
            return amount.numerator, Fraction(1, 10**-places)
    else:
        exponent = len(str(over)) - len(str(under))
        if 10 ** max(exponent, 0) * under > over * 10 ** max(-exponent, 0):
            exponent -= 1
        places = exponent - digits + 1
    step: Rational
    if places >= 0:
        step = 10**places
        whole: Rational = (2 * over + step * under) // (2 * step * under) * step
    else:
        scale = 10**-places
        step = Fraction(1, scale)
        whole = Fraction((2 * over * scale + under) // (2 * under), scale)
    return (whole if amount >= 0 else -whole), step


def _amount_keys(value: Amount) -> list[Hashable]:
    dim, scale = _in_base(value)
    if dim == "x":
        dim = ""
    if value.vague:
        return _vague_keys(dim, value, scale)
    keys: list[Hashable] = []
    for one in (value.amount, value.high):
        if one is None:
            continue
        base = _convert(value, one, scale)
        keys += _number_keys("ordinal" if value.ordinal else dim, base, value.qualifier in _ROUGH)
        if _share(value):
            keys += _number_keys("%", base * 100, rough=value.qualifier in _ROUGH)
    return list(dict.fromkeys(keys))


def _vague_keys(dim: str, value: Amount, scale: Fraction) -> list[Hashable]:
    """Each first digit that a value of this order can have; nothing else costs a key more."""
    keys: list[Hashable] = [(dim, "order", value.amount * scale)]
    size, high = 10 ** (len(str(value.amount.numerator)) - 1), value.high or value.amount
    while size < high:
        keys += [(dim, 1, digit * size * scale) for digit in range(1, 10)]
        size *= 10
    return keys


def _number_keys(dim: str, base: Fraction, rough: bool) -> list[Hashable]:
    exact: Rational = base.numerator if base.denominator == 1 else base
    keys: list[Hashable] = [(dim, exact)]
    if base == 0 or dim == "ordinal":
        return keys
    size = len(str(abs(base.numerator))) if base.denominator == 1 else 0
    for digits in _DIGITS:
        if 0 < size <= digits and not rough:
            # A whole number of so few digits is its own rounding.
            keys.append((dim, digits, exact))
            continue
        whole, step = _rounded(base, digits, size - digits)
        keys.append((dim, digits, whole))
        if rough:
            keys += [(dim, digits, whole + step), (dim, digits, whole - step)]
    return keys


def lookup_keys(value: Value) -> tuple[Hashable, ...]:
    """Keys for an index: values that may be equal, rounded or converted share at least one.

    The most specific key comes first. An amount is filed under its exact base value and under
    its rounding to one to four significant digits, so a look-up by all keys gives all candidates
    (confirm each with :func:`relation`); the first key alone gives those that are equal.
    """
    if isinstance(value, Amount):
        return tuple(_amount_keys(value))
    if isinstance(value, DateValue):
        return date_keys(value)
    if isinstance(value, VersionValue):
        full = ("version", value.parts, value.suffix)
        return tuple(dict.fromkeys((full, ("version", value.parts), ("version", value.parts[:1]))))
    if isinstance(value, IdentifierValue):
        return (("id", value.id),)
    return (("text", value.text),)
