"""Numbers, money, percentages, durations, measures: one figure with what stands around it."""

from __future__ import annotations

import re
from fractions import Fraction

from copydesk.report import Kind
from copydesk.trace.specifics import lexicon as words
from copydesk.trace.specifics.model import Amount, Item
from copydesk.trace.specifics.units import UNIT_NAMES

__all__ = ["NUMBER", "read_amount", "read_words"]

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
    r"(?:(?<![A-Za-z])(?:USD|AUD|CAD|US|AU|CA|HK|NZ|NT|A|C|S|R))?\$|[€£¥₹₩₽₺₴₿₦₱฿]|(?<!\w)Rs\.?"
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
_TOUCHING = re.compile(r"([mgJ]|[xX×])(?![\w²³/])")
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
    + rf"){_SP}?(?:(?:the|a|an){_SP})?\Z",
    re.IGNORECASE,
)
# How far back a qualifier or a currency may stand.
_BACK = 28


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
    low = max(floor, at - 5)
    gap = at
    if gap > low and text[gap - 1] in " \u00a0\u202f":
        gap -= 1
    for match in _CURRENCY_BEFORE.finditer(text[low:gap]):
        if low + match.end() == gap:
            found = match.group()
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
    end = match.end()
    start, currency = currency_before(text, at, floor)
    if (
        start == at
        and at > floor
        and text[at - 1] in "-−–"
        and (at < 2 or text[at - 2] in " (\t\n")
    ):
        amount, start = -amount, at - 1
        second, code = currency_before(text, start, floor)
        start, currency = (second, code) if code else (start, currency)
    if start == at and text[max(0, at - 6) : at].lower() == "minus ":
        amount, start = -amount, at - 6
    high = None
    low_scaled = _SCALE_AFTER.match(text, end)
    middle = low_scaled.end() if low_scaled else end
    percent = _PERCENT.match(text, middle)
    middle = percent.end() if percent else middle
    joint = _RANGE.match(text, middle)
    if joint and _joins(text, start, at, joint):
        second = _PREFIX.match(text, joint.end())
        number = NUMBER.match(text, second.end() if second else joint.end())
        if number is not None and not (
            number.end() < len(text)
            and text[number.end()] in "-–/"
            and text[number.end() + 1 : number.end() + 2].isdigit()
        ):
            high, ulp = parse_number(number.group())
            if high <= abs(amount) and not low_scaled:
                high = None
                ulp = parse_number(match.group())[1]
            else:
                if low_scaled:
                    amount *= _scale_of(low_scaled)
                end = number.end()
    return _tail(text, start, end, amount, high, ulp, currency, scaled=bool(low_scaled))


def _joins(text: str, start: int, at: int, joint: re.Match[str]) -> bool:
    """ "and" joins a range only after "between"; "or" only for neighbours ("two or three")."""
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


def _tail(
    text: str,
    start: int,
    end: int,
    amount: Fraction,
    high: Fraction | None,
    ulp: Fraction,
    currency: str,
    *,
    scaled: bool = False,
) -> Item | None:
    """The scale, percent sign, unit or currency behind a figure that ends at ``end``."""
    unit_first = None if currency else _unit_at(text, end)
    scale = _SCALE_AFTER.match(text, end)
    if scale and unit_first and unit_first[1] > scale.end():
        scale = None
    if (
        scale
        and not currency
        and scale.group(3) == "m"
        and not _CURRENCY_AFTER.match(text, scale.end())
    ):
        # "300m" is metres or millions: both are written, so neither unit is claimed.
        if unit_first is None:
            scale = scale if high is None else None
    if scale:
        factor = _scale_of(scale)
        old_low = amount
        amount = amount if scaled and high is not None else amount * factor
        if high is not None:
            high *= factor
            if amount >= high and not scaled:
                amount = old_low
        ulp, end = ulp * factor, scale.end()
    if currency:
        tail = re.compile(rf"{_SP}(?:U\.?S\.? dollars|dollars|euros|pounds)\b").match(text, end)
        return _item(
            Kind.MONEY, text, start, tail.end() if tail else end, amount, high, ulp, currency
        )
    percent = _PERCENT.match(text, end)
    if percent:
        unit = "pp" if percent[1] else "bp" if percent[2] else "%"
        return _item(Kind.PERCENT, text, start, percent.end(), amount, high, ulp, unit)
    age = _AGE.match(text, end)
    if age:
        unit = age[1] or "year"
        return _item(Kind.DURATION, text, start, age.end(), amount, high, ulp, unit)
    times = _TIMES.match(text, end)
    if times:
        return _item(Kind.NUMBER, text, start, times.end(), amount, high, ulp, "x")
    money = _CURRENCY_AFTER.match(text, end)
    found = _unit_at(text, end)
    if money and money[1].lower() == "won" and abs(amount) < 100:
        money = None
    if money and not (found and found[1] > money.end()):
        code = words.CURRENCY_SYMBOLS.get(money[1]) or words.CURRENCY_WORDS.get(
            money[1].lower(), money[1]
        )
        code = "CNY" if code == "RMB" else code
        return _item(Kind.MONEY, text, start, money.end(), amount, high, ulp, code)
    if found:
        return _measure(text, start, found, amount, high, ulp)
    return _item(Kind.NUMBER, text, start, end, amount, high, ulp, "")


def _unit_at(text: str, end: int) -> tuple[str, int] | None:
    match = _UNIT_AFTER.match(text, end)
    if match:
        name = match[1]
        if name == "degrees" and text[match.end() : match.end() + 3] == " of":
            return None
        if (
            name in {"second", "minute", "foot", "V", "AU", "W"}
            and text[end : end + 1] == " "
            and name == "second"
        ):
            return None
        return UNIT_NAMES[name], match.end()
    touching = _TOUCHING.match(text, end)
    if touching and touching[1] == "g":
        return "g", touching.end()
    return None


def _measure(
    text: str,
    start: int,
    found: tuple[str, int],
    amount: Fraction,
    high: Fraction | None,
    ulp: Fraction,
) -> Item:
    unit, end = found
    kind = Kind.DURATION if unit in _DURATIONS else Kind.NUMBER
    while high is None and unit in _SMALLER:
        more = _COMPOUND.match(text, end)
        smaller = UNIT_NAMES.get(more[2], "") if more else ""
        if more is None or smaller not in _SMALLER[unit]:
            break
        ratio = 12 if unit == "year" else _IN_SECONDS[unit] // _IN_SECONDS[smaller]
        amount, ulp = amount * ratio + int(more[1]), Fraction(1)
        unit, end = smaller, more.end()
    return _item(kind, text, start, end, amount, high, ulp, unit)


def _item(
    kind: Kind,
    text: str,
    start: int,
    end: int,
    amount: Fraction,
    high: Fraction | None,
    ulp: Fraction,
    unit: str,
) -> Item:
    qualifier = qualifier_before(text, start)
    return Item(kind, start, end, Amount(amount, unit, ulp, high, qualifier=qualifier))


_W = "|".join(words.NUMBER_WORDS)
_WORD = re.compile(
    rf"({_W})(?:-({'|'.join(list(words.NUMBER_WORDS)[1:10])}))?(?![A-Za-z])", re.IGNORECASE
)
_NEXT = re.compile(rf"{_SP}(?:and{_SP})?", re.IGNORECASE)
_BIG = re.compile(
    rf"(?:{_SP}|-)(hundred|thousand|million|billion|trillion|lakh|crore|dozen)(?![A-Za-z])",
    re.IGNORECASE,
)


def read_words(text: str, at: int) -> Item | None:
    """The spelled-out amount that begins at ``at`` ("twenty-one thousand people")."""
    match = _WORD.match(text, at)
    total = Fraction(0)
    group = Fraction(0)
    smallest = 10**18
    end = at
    first = True
    # A spelled number has at most a dozen words; the bound keeps hostile runs linear.
    for _step in range(12):
        if match is None:
            break
        tens = words.NUMBER_WORDS[match[1].lower()]
        ones = words.NUMBER_WORDS[match[2].lower()] if match[2] else 0
        if not first and (group % 100 or (group == 0 and smallest == 10**18)):
            break
        if match[2] and tens < 20:
            return None
        group += tens + ones
        end, first = match.end(), False
        big = _BIG.match(text, end)
        while big:
            size = 12 if big[1].lower() == "dozen" else words.SCALE_WORDS[big[1].lower()]
            end = big.end()
            if size <= 100:
                group *= size
            else:
                total, group, smallest = total + group * size, Fraction(0), size
            big = _BIG.match(text, end)
        joint = _NEXT.match(text, end)
        match = _WORD.match(text, joint.end()) if joint else None
        if match and joint and group and group % 100:
            match = None
        if match and joint and "and" in joint.group() and not (group or total):
            match = None
    if first:
        return None
    value = total + group
    ulp = Fraction(smallest) if total and not group else Fraction(1)
    return _range_words(text, at, end, value, ulp)


_TO_WORD = re.compile(rf"{_SP}(?:to|or|and){_SP}", re.IGNORECASE)


def _range_words(text: str, at: int, end: int, value: Fraction, ulp: Fraction) -> Item | None:
    joint = _TO_WORD.match(text, end)
    high = None
    if joint:
        word = joint.group().strip().lower()
        second = _WORD.match(text, joint.end())
        fits = (
            word == "to" or text[max(0, at - 8) : at].lower().endswith("between ") or word == "or"
        )
        if second and fits and not second[2] and words.NUMBER_WORDS[second[1].lower()] > value:
            high, end = Fraction(words.NUMBER_WORDS[second[1].lower()]), second.end()
            big = _BIG.match(text, end)
            if big and big[1].lower() in words.SCALE_WORDS:
                factor = words.SCALE_WORDS[big[1].lower()]
                value, high, ulp, end = value * factor, high * factor, Fraction(factor), big.end()
    return _tail(text, at, end, value, high, ulp, "", scaled=False)
