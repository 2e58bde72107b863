"""What the grammar yields: an item, its place, and its value as a value.

The same grammar reads the article and the evidence text, so that both sides are compared as
values: "$899K" and "$899,000" are one :class:`Amount`, "Nov. 3" and "3 November" one
:class:`DateValue`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from copydesk.report import Kind

__all__ = [
    "Amount",
    "DateValue",
    "IdentifierValue",
    "Item",
    "TextValue",
    "Value",
    "VersionValue",
]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number, a sum of money, a percentage or a duration.

    ``amount`` is exact and already scaled ("$1.03 billion" is 1030000000). ``unit`` is a
    normalised unit: a currency code for money ("USD"), "%" or "pp" for percentages, a time unit
    for durations ("day"), a measured unit ("MiB", "km") or "" for a bare number. ``ulp`` is the
    size of the last digit stated, after scaling (for "$1.03 billion" 10000000): what rounding is
    judged by. ``high`` closes a range ("10 to 20"). ``ordinal`` marks "third". ``qualifier`` is
    the folded word before it that bends it ("about", "more than", "up to", "at least", …).
    ``vague`` marks an order of magnitude ("hundreds of"): ``amount`` is the scale that is named,
    ``high`` what it cannot reach.
    """

    amount: Fraction
    unit: str = ""
    ulp: Fraction = Fraction(1)
    high: Fraction | None = None
    ordinal: bool = False
    qualifier: str = ""
    vague: bool = False

    def __hash__(self) -> int:
        # By the parts of the fractions: to hash a fraction itself is to divide it by a large prime.
        amount, ulp = self.amount, self.ulp
        return hash(
            (amount.numerator, amount.denominator, self.unit, ulp.numerator, ulp.denominator,
             self.high, self.ordinal, self.qualifier, self.vague)
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """As the ``value`` of a specific; decimal strings, so that nothing is lost."""
        out: dict[str, Any] = {"amount": plain_decimal(self.amount)}
        if self.unit:
            out["unit"] = self.unit
        if self.vague:
            out["vague"] = True
        elif self.high is not None:
            out["high"] = plain_decimal(self.high)
        if self.ordinal:
            out["ordinal"] = True
        if self.qualifier:
            out["qualifier"] = self.qualifier
        return out


@dataclass(frozen=True, slots=True)
class DateValue:
    """A date as far as it was stated; parts that were not are ``None``.

    ``quarter`` (1-4) and ``decade`` (1990) stand for the whole period; ``weekday`` counts Monday
    as 0; ``time`` is ``HH:MM`` with ``zone`` as written (``UTC``, ``EST``, ``+02:00``).
    ``relative`` keeps the folded words of "yesterday" or "last week", which state no date by
    themselves.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    quarter: int | None = None
    decade: int | None = None
    fiscal: bool = False
    weekday: int | None = None
    time: str = ""
    zone: str = ""
    relative: str = ""

    def as_json(self) -> dict[str, Any]:
        """As the ``value`` of a specific: only the parts that were stated."""
        names = ("year", "month", "day", "quarter", "decade", "weekday", "time", "zone", "relative")
        out: dict[str, Any] = {
            name: getattr(self, name) for name in names if getattr(self, name) not in (None, "")
        }
        if self.fiscal:
            out["fiscal"] = True
        return out


@dataclass(frozen=True, slots=True)
class VersionValue:
    """A version exactly as its parts: "v2.15" is ("2", "15") and never "2.150"; ``suffix`` keeps
    what follows the numbers ("rc1", "a0+fd23299d96").
    """

    parts: tuple[str, ...]
    suffix: str = ""

    def as_json(self) -> dict[str, Any]:
        """As the ``value`` of a specific."""
        return {"version": ".".join(self.parts) + self.suffix}


@dataclass(frozen=True, slots=True)
class IdentifierValue:
    """A thing's own name with digits or marks: CVE, DOI, RFC, issue, hash, model, code span.

    ``scheme`` is "cve", "doi", "arxiv", "rfc", "issue", "hash", "file", "code", "model",
    "numbered" (Phase 3, Table 2) or "url"; ``id`` is folded for comparison.
    """

    scheme: str
    id: str

    def as_json(self) -> dict[str, Any]:
        """As the ``value`` of a specific."""
        return {"scheme": self.scheme, "id": self.id}


@dataclass(frozen=True, slots=True)
class TextValue:
    """A quotation, a name or a superlative: the folded words that are compared.

    For a quotation ``text`` is what stands between the quotation marks and ``role`` is "quote",
    "scare" (one or two words, not attributed) or "title"; for a name ``role`` is "person",
    "organisation", "place", "product" or "" when the grammar cannot tell.
    """

    text: str
    role: str = ""

    def as_json(self) -> dict[str, Any]:
        """As the ``value`` of a specific."""
        return {"text": self.text, **({"role": self.role} if self.role else {})}


Value = Amount | DateValue | VersionValue | IdentifierValue | TextValue


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that the grammar found: code points ``start`` to ``end`` of the scanned text."""

    kind: Kind
    start: int
    end: int
    value: Value


def plain_decimal(value: Fraction) -> str:
    """``value`` as the shortest exact decimal, or ``n/d`` where it has none."""
    numerator, denominator = value.numerator, value.denominator
    rest = denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"{numerator}/{denominator}"
    digits = 0
    while numerator * 10**digits % denominator:
        digits += 1
    scaled = numerator * 10**digits // denominator
    if digits == 0:
        return str(scaled)
    sign = "-" if scaled < 0 else ""
    text = str(abs(scaled)).rjust(digits + 1, "0")
    return f"{sign}{text[:-digits]}.{text[-digits:]}"
