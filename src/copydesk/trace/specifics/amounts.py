"""Numbers, money, percentages, durations, measures: one figure with what stands around it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from copydesk.report import Kind
from copydesk.trace.specifics import lexicon as words
from copydesk.trace.specifics.bare import is_bare
from copydesk.trace.specifics.fractions import read_fraction_behind
from copydesk.trace.specifics.metres import read_metres
from copydesk.trace.specifics.model import Amount, Item
from copydesk.trace.specifics.qualifier import qualifier_before
from copydesk.trace.specifics.units import UNIT_NAMES

__all__ = ["Figure", "finish", "is_duration", "read_amount"]

_SPACES = " \t\u00a0\u2009\u202f"
_SP = f"[{_SPACES}]"
# Bounded repeats everywhere: a figure of more than 40 characters is not a figure.
NUMBER = re.compile(
    r"\d{1,3}(?:,\d{3}){1,8}(?![\d,]\d)(?:\.\d{1,12})?"
    r"|\d{1,3}(?:,\d{2}){1,4},\d{3}(?!\d)(?:\.\d{1,4})?"
    r"|\d{1,3}(?:[\u00a0\u2009\u202f]\d{3}){1,8}(?!\d)(?:[.,]\d{1,4}(?!\d))?"
    r"|\d{1,3}(?: \d{3}){2,8}(?!\d)"
    # One plain space groups only before a noun in the plural: "1 200 cakes".
    r"|(?<=[a-z] )\d{1,3} \d{3}(?= [a-z]{2,20}s\b)"
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
_TOUCHING = re.compile(r"([gCF])(?![\w²³/])")
_TOUCHING_UNITS = {"g": "g", "C": "°C", "F": "°F"}
_SECONDS = re.compile(rf"{_SP}?s(?![\w²³/'’])")
_DECIMAL_END = re.compile(r"\.\d{1,3}\Z")
_TIMES = re.compile(
    rf"{_SP}?(?:[x×X](?![\w])|-?fold\b|{_SP}times(?={_SP}(?:the|as|more|less|that|its|their|what|\w{{2,10}}er)\b))"
)
_CURRENCY_AFTER = re.compile(
    rf"(?:{_SP}|-)?(€|£|(?:{'|'.join(sorted(words.CURRENCY_CODES))})\b"
    rf"|(?i:{'|'.join(sorted(map(re.escape, words.CURRENCY_WORDS), key=len, reverse=True))})\b)"
)
# Hundredths of a currency: "47 cents", "75p", but not the lines of a screen or a frame rate.
_MINOR_AFTER = re.compile(
    rf"(?:{_SP}|-)?(?i:(cents?|pence)\b|(¢))"
    rf"|(p)(?![\w/-]|{_SP}(?:video|footage|resolution|recording|output|display|mode|screen|stream))"
)
_SCREEN_LINES = frozenset({144, 240, 360, 480, 540, 576, 720, 1080, 1440, 2160, 4320})
_RANGE = re.compile(
    rf"{_SP}?[–—]{_SP}?(?=[$€£¥]?\d)|-(?=[$€£¥]?\d)|-{_SP}to{_SP}(?=\d)|-to-(?=\d{{1,3}}-?[a-z])|{_SP}(?:to|and|or){_SP}(?=(?:[A-Z]{{1,2}})?[$€£¥]?\d)"
)
_PREFIX = re.compile(r"(?:[A-Z]{1,2})?\$|[€£¥₹]")
_CURRENCY_AGAIN = re.compile(rf"{_SP}(?:U\.?S\.? dollars|dollars|euros|pounds)\b")
_CHANGE = re.compile(
    r"\b(?:r[oi]se|rising|f[ea]ll|falling|fallen|gr[eo]w|grown|growing|growth|up|down|increas|declin|"
    r"dropp?|reduc|cut|rais|went|go|climb|slip|widen|narrow|shr[aiu]nk|improv|lift|slash|lower|jump|"
    r"surg|soar|mov|chang|tripl|doubl|quadrupl|expand|slid|plung|trim|advanc|gain|boost|bump|\w+fold|"
    r"swell|swol|ebb|sank|sink|eas|revis|adjust|upgrad|updat|convert|transform|increment|tumbl|dip|"
    r"edg|inch|halv|extend|push|bring|brought|t[oa]ke?n?|decreas|hik|swung|swing|switch|turn|scal)"
    r"\w{0,4}\b",
    re.IGNORECASE,
)
# Not "rise" and "fall": "could rise 2 to 3 percent" says how far.
_CHANGED_BY = re.compile(
    r"\b(?:rose|fell|grew|up|down|increased?|declined?|dropped|reduced|cut|slipped|jumped|climbed|"
    r"gained|lost|surged|slid|soared|advanced|eased|dipped|edged|tumbled|plunged|sank|shed|added|"
    r"narrowed|widened|improved|shrank) (?:by |from )?\Z",
    re.IGNORECASE,
)
# A third part behind the second: a part number or a date, no range.
_CHAIN = re.compile(r"[-–/.]\d")
_AGE = re.compile(r"[- ]years?[- ]olds?\b|[- ](month|week|day|hour|minute)s?[- ]olds?\b")
_COMPOUND = re.compile(
    rf"(?:{_SP}?(?:and{_SP})?|,{_SP})(\d{{1,2}}){_SP}?"
    r"(seconds?|minutes?|mins?|hours?|days?|weeks?|months?|inches|inch|in|ounces?|oz)\b"
)
_SMALLER = {"hour": ("minute", "second"), "minute": ("second",), "day": ("hour",),
            "year": ("month",), "week": ("day",), "foot": ("inch",),
            "pound-mass": ("ounce",)}  # fmt: skip
_IN_SMALLER = {"year": 12, "foot": 12, "pound-mass": 16}
_IN_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
_DURATIONS = frozenset(
    {"ns", "µs", "ms", "second", "minute", "hour", "day", "week", "fortnight", "month", "quarter",
     "year", "decade", "century"}
)  # fmt: skip
# What the sign or the code of a currency ends in, but for "Rs" and "Rs.".
_CURRENCY_ENDS = frozenset("$€£¥₹₩₽₺₴₿₦₱฿").union(code[-1] for code in words.CURRENCY_CODES)
_ONE = Fraction(1)


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


def is_duration(unit: str) -> bool:
    """Whether ``unit`` measures time."""
    return unit in _DURATIONS


def parse_number(text: str) -> tuple[Fraction, Fraction]:
    """The value of a matched numeral and the size of its last digit."""
    whole, _, decimals = text.partition(".")
    digits = whole.replace(",", "") + decimals
    if digits.isdecimal():
        return _shifted(int(digits), len(decimals))
    plain = re.sub(r"[\s\u00a0\u2009\u202f]", "", text)
    if re.fullmatch(r"\d{1,3}(\.\d{3})+,\d+", plain):
        plain = plain.replace(".", "").replace(",", ".")
    elif plain != text and re.search(r",\d{1,4}$", plain):
        plain = plain.replace(",", ".")
    plain = plain.replace(",", "")
    whole, _, decimals = plain.partition(".")
    return _shifted(int(whole + decimals), len(decimals))


def _shifted(digits: int, decimals: int) -> tuple[Fraction, Fraction]:
    """The number of ``digits`` with so many decimals, and the size of its last one."""
    if not decimals:
        return Fraction(digits), _ONE
    return Fraction(digits, 10**decimals), Fraction(1, 10**decimals)


def currency_before(text: str, at: int, floor: int) -> tuple[int, str]:
    """Where a currency sign that belongs to the figure at ``at`` begins, and its code."""
    low = max(floor, at - 6)
    gap = at
    if gap > low and text[gap - 1] in " \u00a0\u202f":
        gap -= 1
    if text[gap - 1 : gap] not in _CURRENCY_ENDS and text[max(0, gap - 3) : gap].find("Rs") < 0:
        return at, ""
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
    end = match.end()
    if _leading_dot(text, start, floor):
        start, ulp = at - 1, Fraction(1, 10 ** len(match.group()))
        amount *= ulp
    elif ulp == 1:
        end, amount, ulp = read_fraction_behind(text, end, amount)
    figure = Figure(text, start, end, amount if sign == 1 else -amount, ulp)
    if is_bare(text, end):
        return figure.item(Kind.MONEY if currency else Kind.NUMBER, end, currency)
    return finish(_ranged(figure, at, currency), currency)


def _leading_dot(text: str, at: int, floor: int) -> bool:
    """Whether the digits at ``at`` are the decimals of ".312"."""
    return at > floor and text[at - 1] == "." and (at < 2 or text[at - 2] in " (=<>\u00a0\t")


def _before(text: str, at: int, floor: int) -> tuple[int, str, int]:
    """Where the figure at ``at`` really begins, its currency, and its sign."""
    start, currency = currency_before(text, at, floor)
    if start != at:
        lone = start < 2 or text[start - 2] in " (\t\n"
        signed = lone and start > floor and text[start - 1] in "-−"
        return (start - 1, currency, -1) if signed else (start, currency, 1)
    if at > floor and text[at - 1] in "-−–" and (at < 2 or text[at - 2] in " (\t\n"):
        second, code = currency_before(text, at - 1, floor)
        return (second, code, -1) if code else (at - 1, "", -1)
    minus = at - 6 >= floor and text[at - 6 : at].lower() == "minus "
    if minus and text[max(0, at - 11) : at - 6].lower() != "s or ":
        return at - 6, "", -1
    return at, "", 1


def _ranged(figure: Figure, at: int, currency: str) -> Figure:
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
    if number is None or _CHAIN.match(text, number.end()) or (prefix and not currency):
        return figure
    if percent and not _PERCENT.match(text, number.end()):
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
    word = joint.group().strip("- \t\u00a0\u2009\u202f")
    if word == "and":
        return text[max(0, start - 10) : start].lower().rstrip().endswith("between")
    if word == "to":
        return not _changes(text, start, joint.end())
    return word != "or" or joint.end() - at < 8


def _changes(text: str, start: int, end: int) -> bool:
    """Whether "to" leads from an old value to a new one: "rose 5% to 7%", "up from 5 to 7"."""
    before = text[max(0, start - 70) : start]
    if before[-5:].lower() == "from ":
        stop = max(before.rfind(". "), before.rfind("; "))
        return bool(_CHANGE.search(before, stop + 1) or _CHANGE.match(text, end + 1))
    return _CHANGED_BY.search(before[-28:]) is not None


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
    return (
        _percent(figure)
        or _money_after(figure)
        or _minor(figure)
        or _age_or_length(figure)
        or _measured(figure)
    )


def _scaled(figure: Figure, currency: str) -> Figure:
    scale = _SCALE_AFTER.match(figure.text, figure.end)
    if scale is None:
        return figure
    if (
        scale[3] == "m"
        and not currency
        and read_metres(figure.text, figure.start, figure.end, figure.amount)
    ):
        return figure
    unit = None if currency else _unit_at(figure.text, figure.end)
    if unit and unit[1] > scale.end():
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


def _minor(figure: Figure) -> Item | None:
    """Cents are of a dollar and pence of a pound: the text around seldom says so."""
    match = _MINOR_AFTER.match(figure.text, figure.end)
    if match is None or (match[3] and not _pence(figure)):
        return None
    code = "USD" if match[2] or (match[1] and match[1].lower() != "pence") else "GBP"
    high = figure.high / 100 if figure.high is not None else None
    hundredths = replace(figure, amount=figure.amount / 100, ulp=figure.ulp / 100, high=high)
    return hundredths.item(Kind.MONEY, match.end(), code)


def _pence(figure: Figure) -> bool:
    return figure.amount not in _SCREEN_LINES and abs(figure.amount) < 10_000


def _age_or_length(figure: Figure) -> Item | None:
    age = _AGE.match(figure.text, figure.end)
    if age:
        return figure.item(Kind.DURATION, age.end(), age[1] or "year")
    metres = read_metres(figure.text, figure.start, figure.end, figure.amount)
    return figure.item(Kind.NUMBER, metres, "m") if metres else None


def _measured(figure: Figure) -> Item:
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
    if touching:
        return _TOUCHING_UNITS[touching[1]], touching.end()
    if "s" in text[end : end + 2] and _DECIMAL_END.search(text[max(0, end - 4) : end]):
        second = _SECONDS.match(text, end)
        return ("second", second.end()) if second else None
    return None


def _measure(figure: Figure, unit: str, end: int) -> Item:
    kind = Kind.DURATION if unit in _DURATIONS else Kind.NUMBER
    amount, ulp = figure.amount, figure.ulp
    while figure.high is None and unit in _SMALLER:
        more = _COMPOUND.match(figure.text, end)
        smaller = ("inch" if more[2] == "in" else UNIT_NAMES.get(more[2], "")) if more else ""
        if more is None or smaller not in _SMALLER[unit]:
            break
        ratio = _IN_SMALLER.get(unit) or _IN_SECONDS[unit] // _IN_SECONDS[smaller]
        amount, ulp = amount * ratio + int(more[1]), Fraction(1)
        unit, end = smaller, more.end()
    return replace(figure, amount=amount, ulp=ulp).item(kind, end, unit)
