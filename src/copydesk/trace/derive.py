"""Figures that follow from other figures by an arithmetic that can be spelled out.

Searching every sum and difference explains a quarter of wrong figures too. So each operation needs
its cue word near the claim, operands of one unit class that stand close together, and operands
that say something themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from copydesk.report import Kind
from copydesk.trace.about_claim import siblings
from copydesk.trace.binding import Context, bind
from copydesk.trace.figures import LEAST_MONEY
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.specifics import Amount, DateValue, Item, Relation, relation
from copydesk.trace.specifics.units import dimension, is_money

__all__ = ["Derivation", "derive"]

# Operands stand in one paragraph of the source.
_OPERAND_CHARS = 400
# Pairs tried for one claim and source.
_MAX_PAIRS = 400
# Figures of one unit class in one source from which nothing is derived any more.
_MAX_OPERANDS = 300
# How much of the claim's context must stand around the operands; for a share of two figures more,
# since any percentage is the share of some two.
_BOUND, _BOUND_SHARE = 0.18, 0.3

# A result may be rounded by no more than this part of it.
_EXACT = 15

_SUM = re.compile(
    r"\b(?:total|combined(?!-)|together|altogether|sum|overall|in all|both)\b", re.IGNORECASE
)
_TOGETHER = re.compile(r"\b(?:combined(?!-)|together|altogether|both)\b", re.IGNORECASE)
_DIFFERENCE = re.compile(
    r"\b(?:more|less|fewer|higher|lower|difference|gap|up|down|rose|fell|increase[ds]?|decrease[ds]?|"
    r"decline[ds]?|gain(?:ed)?|lost|drop(?:ped)?|added|grew|ahead|behind|remaining|left|short|extra|"
    r"additional|later|earlier|after|before|over|between|spread|margin|the (?:other|rest|remainder|balance))\b",
    re.IGNORECASE,
)
# A part of the total, told right behind it: "six children, four of them in the north".
_PART = re.compile(r"\s+of\s+(?:them|whom|these|those|which)\b", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:increase[ds]?|decrease[ds]?|rise|rose|risen|fell|fall|fallen|drop(?:ped)?|up|down|grew|growth|"
    r"more|less|fewer|higher|lower|cut|reduc\w+|jump(?:ed)?|surge[ds]?|decline[ds]?|improve\w*|gain\w*|"
    r"faster|slower|cheaper|discount|premium|slashed|shr[aiu]nk\w*|expand\w*|climb\w*|plunge\w*|slip\w*)\b",
    re.IGNORECASE,
)
_RATIO = re.compile(
    r"\b(?:times|fold|double[ds]?|triple[ds]?|quadruple[ds]?|ratio|per|average|each|half|third|quarter|"
    r"share|of the|out of|proportion|fraction|accounts?|represent\w*|roughly|about)\b|%|\bx\b|×",
    re.IGNORECASE,
)
# "32 percent of total revenue" is a share, whatever else the sentence says rose.
_SHARE_OF = re.compile(r"\s+of\s")
# "1210 BC": a year, and no difference of two others.
_ERA = re.compile(
    r"[ \u00a0]B\.?C\.?(?:E\.?)?(?![A-Za-z])|(?:[ \u00a0]?(?:and|to|[–-])[ \u00a0]?)\d{1,4}[ \u00a0]B\.?C"
)
_COUNT_NOUN = re.compile(r"\s+(?:[a-z-]+\s+){0,2}([a-z]{3,}s)\b")
_SPAN = re.compile(
    r"\b(?:later|earlier|after|before|ago|since|between|span|over|took|past|within|apart|in the|gap|"
    r"ahead|until|old|anniversary|delay\w*|by)\b",
    re.IGNORECASE,
)
_OVER = frozenset({"over", "more than", "well over", "just over", "at least"})
_DAYS = {"day": 1, "week": 7, "fortnight": 14}


@dataclass(frozen=True, slots=True)
class Derivation:
    """The operands' places and the arithmetic in words."""

    matches: tuple[Match, ...]
    formula: str


def derive(claim: Claim, context: Context, corpus: Corpus) -> Derivation | None:
    """How the claim's value follows from values of the sources, if it does.

    Args:
        claim: an amount or a date that no source holds.
        context: what the claim is about.
        corpus: the sources.
    """
    value = claim.item.value
    cue = _around(claim)
    if isinstance(value, Amount) and not value.ordinal and value.high is None:
        if not value.unit and _ERA.match(claim.visible, claim.item.end):
            return None
        if claim.item.kind is Kind.DURATION:
            found = _dates_apart(value, context, corpus, cue)
            if found is not None:
                return found
        return _arithmetic(value, claim, context, corpus, cue) or _counted(value, claim)
    return None


def _around(claim: Claim) -> str:
    text = claim.visible
    low, high = max(claim.sentence.start, claim.item.start - 70), claim.item.end + 60
    return text[low : min(high, claim.sentence.end)]


def _operands(index: SourceIndex, unit: str) -> list[tuple[Item, int]]:
    """The figures of one unit class with their words; a source is asked for each claim anew."""
    known = index.operands.get(unit)
    if known is None:
        known = index.operands[unit] = _find_operands(index, unit)
    return known


def _find_operands(index: SourceIndex, unit: str) -> list[tuple[Item, int]]:
    wanted = dimension(unit)[0]
    found: list[tuple[Item, int]] = []
    money = -1
    for item, token in zip(index.items, index.item_tokens, strict=True):
        value = item.value
        if not isinstance(value, Amount) or value.ordinal or value.high is not None:
            continue
        if value.amount <= 0 or value.unit in {"score", "ratio"}:
            continue
        # "38 million euros, of which 21 million came from the fund": the second is money too.
        bare = not value.unit and value.amount >= LEAST_MONEY and is_money(unit)
        if dimension(value.unit)[0] == wanted or (bare and index.segment_of[token] == money):
            found.append((item, token))
            money = index.segment_of[token]
    return found


def _arithmetic(
    value: Amount, claim: Claim, context: Context, corpus: Corpus, cue: str
) -> Derivation | None:
    wants_change = (
        claim.item.kind is Kind.PERCENT
        and bool(_CHANGE.search(cue))
        and not _SHARE_OF.match(claim.visible, claim.item.end)
    )
    wants_ratio = bool(_RATIO.search(cue)) and (
        value.unit in {"%", "x"} or (value.unit == "" and value.amount.denominator != 1)
    )
    # "53 percent of the total" is a share of one, no sum of shares.
    sums = _TOGETHER if value.unit in {"%", "pp"} else _SUM
    wants_sum, wants_difference = bool(sums.search(cue)), bool(_DIFFERENCE.search(cue))
    parts = _parts(claim)
    for index in corpus.indexes:
        if parts:
            found = _total_of(value, parts, context, index)
            if found is not None:
                return found
        if (wants_sum or wants_difference) and value.unit != "x":
            found = _pairs(value, context, index, wants_sum, wants_difference)
            if found is not None:
                return found
        if wants_change or wants_ratio:
            found = _quotients(value, context, index, wants_change, wants_ratio)
            if found is not None:
                return found
    return None


def _parts(claim: Claim) -> list[Fraction]:
    """The parts that the claim's sentence tells of it: "six children, four of them"."""
    return [
        item.value.amount
        for item in siblings(claim)
        if isinstance(item.value, Amount)
        and item.start > claim.item.end
        and _PART.match(claim.visible, item.end)
    ]


def _total_of(
    value: Amount, parts: list[Fraction], context: Context, index: SourceIndex
) -> Derivation | None:
    """Two figures of one statement that add up, one of which the article tells as its part."""
    for first, second, score in _near_pairs(_operands(index, value.unit), context, index):
        a, b = _base(first.value, value.unit), _base(second.value, value.unit)
        if a is None or b is None or not _together(index, first, second):
            continue
        if a + b == value.amount and (a in parts or b in parts):
            return _made(
                index, (first, second), score, f"{_say(index, first)} + {_say(index, second)}"
            )
    return None


def _near_pairs(
    operands: list[tuple[Item, int]], context: Context, index: SourceIndex
) -> Iterator[tuple[Item, Item, float]]:
    tried = 0
    if len(operands) > _MAX_OPERANDS:
        # A table of figures: anything follows from some two of them.
        return
    scores: dict[int, float] = {}
    for k, (first, token) in enumerate(operands):
        if token not in scores:
            scores[token] = bind(context, index, token, token)[0]
        if scores[token] < _BOUND:
            continue
        for second, other in operands[k + 1 : k + 12]:
            if second.start - first.end > _OPERAND_CHARS or tried >= _MAX_PAIRS:
                break
            if other not in scores:
                scores[other] = bind(context, index, other, other)[0]
            if scores[other] < _BOUND:
                continue
            tried += 1
            yield first, second, min(scores[token], scores[other])


def _same(value: Amount, result: Fraction, unit: str) -> bool:
    if result == 0:
        return False
    made = Amount(result, unit, Fraction(1, 10**6))
    if abs(result - value.amount) * _EXACT > abs(result):
        # One digit is a wide net: too many results round to it.
        return False
    return relation(value, made) in {Relation.EQUAL, Relation.ROUNDED, Relation.CONVERTED}


def _pairs(
    value: Amount,
    context: Context,
    index: SourceIndex,
    wants_sum: bool,
    wants_difference: bool,
) -> Derivation | None:
    if value.unit == "" and value.amount < 10:
        # Small bare numbers are a difference of something or other anywhere.
        return None
    for first, second, score in _near_pairs(_operands(index, value.unit), context, index):
        a, b = _base(first.value, value.unit), _base(second.value, value.unit)
        if a is None or b is None:
            continue
        if not is_money(value.unit) and not _together(index, first, second):
            # Sums of money of one paragraph (rounds, fines) belong together; other figures do not.
            continue
        tests = []
        if wants_sum:
            tests.append((a + b, f"{_say(index, first)} + {_say(index, second)}"))
        if wants_difference and a != b:
            big, small = (first, second) if a > b else (second, first)
            tests.append((abs(a - b), f"{_say(index, big)} - {_say(index, small)}"))
        for result, formula in tests:
            if _same(value, result, value.unit):
                return _made(index, (first, second), score, formula)
    return None


def _base(value: object, unit: str) -> Fraction | None:
    if not isinstance(value, Amount):
        return None
    here, wanted = dimension(value.unit), dimension(unit)
    if not value.unit and is_money(unit):
        return value.amount
    return value.amount * here[1] / wanted[1] if here[0] == wanted[0] else None


def _quotients(
    value: Amount, context: Context, index: SourceIndex, wants_change: bool, wants_ratio: bool
) -> Derivation | None:
    units = {
        dimension(item.value.unit)[0]: item.value.unit
        for item in index.items
        if isinstance(item.value, Amount)
    }
    for unit in sorted(set(units.values())):
        if unit in {"score", "ratio"}:
            continue
        for first, second, score in _near_pairs(_operands(index, unit), context, index):
            a, b = _base(first.value, unit), _base(second.value, unit)
            if not a or not b or a == b or (unit == "" and min(a, b) < 3):
                continue
            share = (
                unit not in {"%", "pp"}
                and score >= _BOUND_SHARE
                and _together(index, first, second)
            )
            # From 56% to 74% is told in points: in percent of percent, any figure is some two's change.
            change = wants_change and unit not in {"%", "pp"}
            formula = _quotient(value, a, b, change, wants_ratio and share)
            if formula:
                names = {"A": _say(index, first), "B": _say(index, second)}
                said = " ".join(names.get(word, word) for word in formula.split(" "))
                return _made(index, (first, second), score, said)
    return None


def _together(index: SourceIndex, first: Item, second: Item) -> bool:
    """Whether both stand in one sentence, or in two that follow one another."""
    segments = index.segment_of
    return segments[index.token_at(second.start)] - segments[index.token_at(first.start)] <= 1


def _quotient(value: Amount, a: Fraction, b: Fraction, change: bool, ratio: bool) -> str:
    """The arithmetic by which ``a`` and ``b`` give ``value``, with A and B for their words."""
    percent = value.unit in {"%", "pp"}
    tests = []
    if percent and change:
        tests += [
            (abs(b - a) / a * 100, "the change from A to B"),
            (abs(a - b) / b * 100, "the change from B to A"),
        ]
    if percent and ratio:
        tests.append(
            (a / b * 100, "A as a share of B") if a < b else (b / a * 100, "B as a share of A")
        )
    if not percent and ratio:
        tests += [(a / b, "A / B"), (b / a, "B / A")]
    return next((said for result, said in tests if _same(value, result, value.unit)), "")


def _say(index: SourceIndex, item: Item) -> str:
    return " ".join(index.text[item.start : item.end].split())


def _made(index: SourceIndex, items: tuple[Item, ...], score: float, formula: str) -> Derivation:
    matches = tuple(Match(index, item.start, item.end, score) for item in items)
    return Derivation(matches, formula)


def _counted(value: Amount, claim: Claim) -> Derivation | None:
    """A small bare number that counts the names or items the passage itself lists."""
    count = value.amount
    if value.unit or count.denominator != 1 or not 2 <= count <= 12:
        return None
    text = claim.visible
    noun = _COUNT_NOUN.match(text, claim.item.end)
    rest = text[claim.item.end : claim.item.end + 500]
    if noun is None:
        return None
    if count in {_listed(rest), claim.read.listed}:
        return Derivation((), f"the {count} items that the passage lists")
    return None


def _listed(text: str) -> int:
    """How many items a list of the form "a, b and c" behind a colon or a dash has; 0 for none."""
    match = re.search(r"[:—–]|\b(?:including|namely|are|were|from|in)\b", text)
    if match is None:
        return 0
    clause = re.split(r"[.;!?](?:\s|\Z)", text[match.end() :])[0]
    parts = [p for p in re.split(r",\s+(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+", clause) if p.strip()]
    return len(parts) if len(parts) > 1 else 0


def _dates_apart(value: Amount, context: Context, corpus: Corpus, cue: str) -> Derivation | None:
    if not _SPAN.search(cue):
        return None
    for index in corpus.indexes:
        dated = [
            (item, token, made)
            for item, token in zip(index.items, index.item_tokens, strict=True)
            if isinstance(item.value, DateValue) and (made := _day(item.value)) is not None
        ]
        for k, (first, token, a) in enumerate(dated[:60]):
            for second, other, b in dated[k + 1 : k + 12]:
                if a != b and _apart(value, a, b):
                    score = min(
                        bind(context, index, token, token)[0], bind(context, index, other, other)[0]
                    )
                    if score >= _BOUND:
                        said = f"from {_say(index, first)} to {_say(index, second)}"
                        return _made(index, (first, second), score, said)
    return None


def _day(value: DateValue) -> date | None:
    if value.year is None:
        return None
    try:
        return date(value.year, value.month or 7, value.day or 1)
    except ValueError:
        return None


def _apart(value: Amount, a: date, b: date) -> bool:
    days = abs((b - a).days)
    if value.unit in _DAYS:
        size = _DAYS[value.unit]
        return abs(days - value.amount * size) <= (size - 1) // 2
    if value.unit == "month":
        return abs(Fraction(days * 12, 365) - value.amount) <= Fraction(1, 2)
    if value.unit == "year":
        return abs(Fraction(days, 365) - value.amount) <= Fraction(1, 2)
    if value.unit == "decade":
        low, high = (0, 5) if value.qualifier in _OVER else (1, 1)
        return -low <= Fraction(days, 365) - value.amount * 10 <= high
    return False
