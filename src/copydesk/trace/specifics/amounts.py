"""Numbers, money, percentages, durations, measures: one figure with what stands around it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from copydesk.report import Kind
from copydesk.trace.specifics import lexicon as words
from copydesk.trace.specifics.model import Amount, Item
from copydesk.trace.specifics.units import UNIT_NAMES

__all__ = ["Figure", "finish", "qualifier_before", "read_amount"]

_SP = r"[ \t\u00a0\u2009\u202f]"
# Bounded repeats everywhere: a figure of more than 40 characters is not a figure.
NUMBER = re.compile(
    r"\d{1,3}(?:,\d{3}){1,8}(?![\d,]\d)(?:\.\d{1,12})?"
    r"|\d{1,3}(?:,\d{2}){1,4},\d{3}(?!\d)(?:\.\d{1,4})?"
    r"|\d{1,3}(?:[\u00a0\u2009\u202f]\d{3}){1,8}(?!\d)(?:[.,]\d{1,4}(?!\d))?"
    r"|\d{1,3}(?: \d{3}){2,8}(?!\d)"
    r"|\d{1,3}(?:\.\d{3}){1,8},\d{1,4}(?!\d)"
    r"|\d{1,18}(?:\.\d{1,12})?"
)
_CURRENCY_BEFORE = re.compile(
    # "CAD $390" is Canadian; "a $5 fee" names no country, so single letters must touch the sign.
    r"(?:(?<![A-Za-z])(?:(?:USD|AUD|CAD|NZD|HKD|SGD|US|NZ|HK)[ \u00a0]?|AU|CA|NT|A|C|S|R))?\$|[€£¥₹₩₽₺₴₿₦₱฿]|(?<!\w)Rs\.?"
    r"|(?<!\w)(?:" + "|".join(sorted(words.CURRENCY_CODES)) + r")(?=[ \u00a0]?\Z)"
)
_SCALE = (
    r"(?:hundred thousand|hundred million|hundred billion|hundred|thousand|million|billion"
    r"|trillion|quadrillion|lakhs?|crores?|Million|Billion|Trillion|Thousand)(?![A-Za-z])"
)
_SCALE_AFTER = re.compile(
    rf"(?:{_SP}|-(?=[A-Za-z]))?({_SCALE})|{_SP}?(bn|Bn|bln|mn|mln|mio|tn|trn)\b|([KkMmBbT]|MM)\b(?![-/'’²]|{_SP}?[²³])"
)
_PERCENT = re.compile(
    rf"(?:{_SP}|-)?(?:(percentage[ -]points?|percent(?:age)? points?|per cent points?|ppts?\b|pp\b)"
    rf"|(basis[ -]points?\b|bps\b)|(%|％|percent\b|per{_SP}cent\b|pct\b))",
    re.IGNORECASE,
)
_UNIT_WORDS = sorted(UNIT_NAMES, key=len, reverse=True)
_UNIT_AFTER = re.compile(
    rf"(?:{_SP}|-)?(" + "|".join(re.escape(name) for name in _UNIT_WORDS) + r")(?![\w²³]|/\w)"
)
_TOUCHING = re.compile(r"g(?![\w²³/])")
_TIMES = re.compile(
    rf"{_SP}?(?:[x×X](?![\w])|-?fold\b|{_SP}times(?={_SP}(?:the|as|more|less|that|its|their|what|\w{{2,10}}er)\b))"
)
_CURRENCY_AFTER = re.compile(
    rf"(?:{_SP}|-)?(€|£|(?:{'|'.join(sorted(words.CURRENCY_CODES))})\b"
    rf"|(?i:{'|'.join(sorted(map(re.escape, words.CURRENCY_WORDS), key=len, reverse=True))})\b)"
)
_RANGE = re.compile(
    rf"{_SP}?[–—]{_SP}?(?=[$€£¥]?\d)|-(?=[$€£¥]?\d)|{_SP}(?:to|and|or){_SP}(?=(?:[A-Z]{{1,2}})?[$€£¥]?\d)"
)
_PREFIX = re.compile(r"(?:[A-Z]{1,2})?\$|[€£¥₹]")
_CURRENCY_AGAIN = re.compile(rf"{_SP}(?:U\.?S\.? dollars|dollars|euros|pounds)\b")
# A third part behind the second: a part number or a date, no range.
_CHAIN = re.compile(r"[-–/]\d")
_AGE = re.compile(r"[- ]years?[- ]olds?\b|[- ](month|week|day|hour|minute)s?[- ]olds?\b")
_COMPOUND = re.compile(
    rf"{_SP}?(?:and{_SP})?(\d{{1,2}}){_SP}?(seconds?|minutes?|mins?|hours?|days?|weeks?|months?)\b"
)
_SMALLER = {"hour": ("minute", "second"), "minute": ("second",), "day": ("hour",),
            "year": ("month",), "week": ("day",)}  # fmt: skip
_IN_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
_DURATIONS = frozenset(
    {"ns", "µs", "ms", "second", "minute", "hour", "day", "week", "fortnight", "month", "quarter",
     "year", "decade", "century"}
)  # fmt: skip
_QUALIFIER = re.compile(
    r"(?:\A|[\s(—–-])("
    + "|".join(re.escape(q) for q in sorted(words.QUALIFIERS, key=len, reverse=True))
    + rf"){_SP}?(?:an?{_SP})?\Z",
    re.IGNORECASE,
)
# How far back a qualifier or a currency may stand.
_BACK = 28


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure in the making: ``text[start:end]`` so far, its value, and its upper end.

    ``scaled`` says that the lower end had a scale of its own ("$3 million to $4 billion").
    """

    text: str
    start: int
    end: int
    amount: Fraction
    ulp: Fraction = Fraction(1)
    high: Fraction | None = None
    scaled: bool = False

    def item(self, kind: Kind, end: int, unit: str) -> Item:
        """The finished item, with the qualifier that stands before it."""
        qualifier = qualifier_before(self.text, self.start)
        value = Amount(self.amount, unit, self.ulp, self.high, qualifier=qualifier)
        return Item(kind, self.start, end, value)


def parse_number(text: str) -> tuple[Fraction, Fraction]:
    """The value of a matched numeral and the size of its last digit."""
    plain = re.sub(r"[\s\u00a0\u2009\u202f]", "", text)
    if re.fullmatch(r"\d{1,3}(\.\d{3})+,\d+", plain):
        plain = plain.replace(".", "").replace(",", ".")
    elif plain != text and re.search(r",\d{1,4}$", plain):
        plain = plain.replace(",", ".")
    plain = plain.replace(",", "")
    whole, _, decimals = plain.partition(".")
    return Fraction(int(whole + decimals), 10 ** len(decimals)), Fraction(1, 10 ** len(decimals))


def qualifier_before(text: str, at: int) -> str:
    """The bending word that ends right before ``at``, folded; "" when there is none."""
    match = _QUALIFIER.search(text[max(0, at - _BACK) : at])
    return match[1].lower() if match else ""


def currency_before(text: str, at: int, floor: int) -> tuple[int, str]:
    """Where a currency sign that belongs to the figure at ``at`` begins, and its code."""
    low = max(floor, at - 6)
    gap = at
    if gap > low and text[gap - 1] in " \u00a0\u202f":
        gap -= 1
    for match in _CURRENCY_BEFORE.finditer(text[low:gap]):
        if low + match.end() == gap:
            found = match.group().replace(" ", "").replace("\u00a0", "")
            return low + match.start(), words.CURRENCY_SYMBOLS.get(
                found, "CNY" if found == "RMB" else found
            )
    return at, ""


def read_amount(text: str, at: int, floor: int) -> Item | None:
    """The amount whose first digit stands at ``at``; it may begin earlier, not before ``floor``."""
    match = NUMBER.match(text, at)
    if match is None:
        return None
    amount, ulp = parse_number(match.group())
    start, currency, sign = _before(text, at, floor)
    figure = Figure(text, start, match.end(), amount * sign, ulp)
    return finish(_ranged(figure, at), currency)


def _before(text: str, at: int, floor: int) -> tuple[int, str, int]:
    """Where the figure at ``at`` really begins, its currency, and its sign."""
    start, currency = currency_before(text, at, floor)
    if start != at:
        return start, currency, 1
    if at > floor and text[at - 1] in "-−–" and (at < 2 or text[at - 2] in " (\t\n"):
        second, code = currency_before(text, at - 1, floor)
        return (second, code, -1) if code else (at - 1, "", -1)
    if at - 6 >= floor and text[at - 6 : at].lower() == "minus ":
        return at - 6, "", -1
    return at, "", 1


def _ranged(figure: Figure, at: int) -> Figure:
    """The figure with its upper end, when it is a range."""
    text = figure.text
    scale = _SCALE_AFTER.match(text, figure.end)
    middle = scale.end() if scale else figure.end
    percent = _PERCENT.match(text, middle)
    joint = _RANGE.match(text, percent.end() if percent else middle)
    if joint is None or not _joins(text, figure.start, at, joint):
        return figure
    prefix = _PREFIX.match(text, joint.end())
    number = NUMBER.match(text, prefix.end() if prefix else joint.end())
    if number is None or _CHAIN.match(text, number.end()):
        return figure
    high, ulp = parse_number(number.group())
    if high <= abs(figure.amount) and not scale:
        return figure
    low = figure.amount * (_scale_of(scale) if scale else 1)
    return replace(
        figure, end=number.end(), amount=low, ulp=ulp, high=high, scaled=scale is not None
    )


def _joins(text: str, start: int, at: int, joint: re.Match[str]) -> bool:
    """Whether it is a range: "and" only after "between", "or" only for neighbours ("5 or 6")."""
    word = joint.group().strip()
    before = text[max(0, start - 24) : start].lower()
    if word == "and":
        return before.rstrip().endswith("between")
    if word == "to":
        return not re.search(
            r"\b(?:rose|fell|grew|up|down|increased?|declined?|dropped|reduced|cut) (?:by |from )?\Z",
            before,
        )
    return word != "or" or joint.end() - at < 8


def _scale_of(match: re.Match[str]) -> int:
    text = next(group for group in match.groups() if group)
    product = 1
    for part in text.split():
        product *= words.SCALES.get(part) or words.SCALES[part.lower()]
    return product


def finish(figure: Figure, currency: str = "") -> Item:
    """The item of a figure, with the scale, percent sign, unit or currency behind it."""
    figure = _scaled(figure, currency)
    if currency:
        tail = _CURRENCY_AGAIN.match(figure.text, figure.end)
        return figure.item(Kind.MONEY, tail.end() if tail else figure.end, currency)
    return _percent(figure) or _money_after(figure) or _measured(figure)


def _scaled(figure: Figure, currency: str) -> Figure:
    scale = _SCALE_AFTER.match(figure.text, figure.end)
    unit = None if currency else _unit_at(figure.text, figure.end)
    if scale is None or (unit and unit[1] > scale.end()):
        return figure
    factor = _scale_of(scale)
    low, high = figure.amount, figure.high
    if high is None:
        low *= factor
    else:
        high *= factor
        if not figure.scaled and low * factor < high:
            low *= factor
    return replace(figure, end=scale.end(), amount=low, high=high, ulp=figure.ulp * factor)


def _percent(figure: Figure) -> Item | None:
    percent = _PERCENT.match(figure.text, figure.end)
    if percent:
        unit = "pp" if percent[1] else "bp" if percent[2] else "%"
        return figure.item(Kind.PERCENT, percent.end(), unit)
    times = _TIMES.match(figure.text, figure.end)
    return figure.item(Kind.NUMBER, times.end(), "x") if times else None


def _money_after(figure: Figure) -> Item | None:
    money = _CURRENCY_AFTER.match(figure.text, figure.end)
    if money is None or (money[1].lower() == "won" and abs(figure.amount) < 100):
        # "She won one medal" and "one won": the verb, unless there are many of them.
        return None
    found = _unit_at(figure.text, figure.end)
    if found and found[1] > money.end():
        return None
    name = money[1]
    code = words.CURRENCY_SYMBOLS.get(name) or words.CURRENCY_WORDS.get(name.lower(), name)
    return figure.item(Kind.MONEY, money.end(), "CNY" if code == "RMB" else code)


def _measured(figure: Figure) -> Item:
    age = _AGE.match(figure.text, figure.end)
    if age:
        return figure.item(Kind.DURATION, age.end(), age[1] or "year")
    found = _unit_at(figure.text, figure.end)
    if found:
        return _measure(figure, *found)
    return figure.item(Kind.NUMBER, figure.end, "")


def _unit_at(text: str, end: int) -> tuple[str, int] | None:
    match = _UNIT_AFTER.match(text, end)
    if match:
        name = match[1]
        if name == "degrees" and text[match.end() : match.end() + 3] == " of":
            return None
        return UNIT_NAMES[name], match.end()
    touching = _TOUCHING.match(text, end)
    return ("g", touching.end()) if touching else None


def _measure(figure: Figure, unit: str, end: int) -> Item:
    kind = Kind.DURATION if unit in _DURATIONS else Kind.NUMBER
    amount, ulp = figure.amount, figure.ulp
    while figure.high is None and unit in _SMALLER:
        more = _COMPOUND.match(figure.text, end)
        smaller = UNIT_NAMES.get(more[2], "") if more else ""
        if more is None or smaller not in _SMALLER[unit]:
            break
        ratio = 12 if unit == "year" else _IN_SECONDS[unit] // _IN_SECONDS[smaller]
        amount, ulp = amount * ratio + int(more[1]), Fraction(1)
        unit, end = smaller, more.end()
    return replace(figure, amount=amount, ulp=ulp).item(kind, end, unit)
