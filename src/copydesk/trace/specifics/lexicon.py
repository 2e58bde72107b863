"""The words of the grammar: numerals, scales, currencies, months, qualifiers."""

from __future__ import annotations

__all__ = [
    "CURRENCY_CODES", "CURRENCY_SYMBOLS", "CURRENCY_WORDS", "FRACTIONS", "MONTHS", "NUMBER_WORDS",
    "ORDINALS", "QUALIFIERS", "SCALES", "SCALE_WORDS", "WEEKDAYS", "listed",
]  # fmt: skip


def listed(text: str) -> list[str]:
    """The words of ``text``: long lists are easier to read without a quote around each."""
    return text.split()


_ONES = listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS = listed("twenty thirty forty fifty sixty seventy eighty ninety")
NUMBER_WORDS: dict[str, int] = {
    **{word: number for number, word in enumerate(_ONES)},
    **{word: 20 + 10 * number for number, word in enumerate(_TENS)},
}
ORDINALS: dict[str, int] = {
    word: number
    for number, word in enumerate(
        listed(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
            "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
        ),
        start=1,
    )
}
FRACTIONS: dict[str, int] = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4,
    "fourths": 4, "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6, "seventh": 7, "sevenths": 7,
    "eighth": 8, "eighths": 8, "ninth": 9, "ninths": 9, "tenth": 10, "tenths": 10,
}  # fmt: skip
SCALE_WORDS: dict[str, int] = {
    "hundred": 10**2, "thousand": 10**3, "lakh": 10**5, "lakhs": 10**5, "million": 10**6,
    "crore": 10**7, "crores": 10**7, "billion": 10**9, "trillion": 10**12,
    "quadrillion": 10**15,
}  # fmt: skip
# Letters that scale a figure; a lone "m" is metres unless money stands before it.
SCALES: dict[str, int] = {
    **SCALE_WORDS, "K": 10**3, "k": 10**3, "M": 10**6, "m": 10**6, "mn": 10**6, "mln": 10**6,
    "mio": 10**6, "MM": 10**6, "B": 10**9, "b": 10**9, "bn": 10**9, "Bn": 10**9, "bln": 10**9, "T": 10**12,
    "tn": 10**12, "trn": 10**12,
}  # fmt: skip
CURRENCY_SYMBOLS: dict[str, str] = {
    "$": "USD", "US$": "USD", "USD$": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD",
    "CAD$": "CAD", "AUD$": "AUD", "NZD$": "NZD", "HKD$": "HKD", "SGD$": "SGD", "HK$": "HKD", "NZ$": "NZD", "S$": "SGD", "NT$": "TWD", "R$": "BRL", "€": "EUR",
    "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY", "₴": "UAH",
    "₿": "BTC", "₦": "NGN", "₱": "PHP", "฿": "THB", "Rs": "INR", "Rs.": "INR",
}  # fmt: skip
CURRENCY_CODES = frozenset(
    listed(
        "USD EUR GBP JPY CNY INR AUD CAD CHF KRW SEK NOK DKK BRL MXN SGD HKD NZD RUB TRY ZAR PLN TWD "
        "THB IDR AED SAR ILS BTC ETH RMB"
    )
)
CURRENCY_WORDS: dict[str, str] = {
    "dollar": "USD", "dollars": "USD", "u.s. dollars": "USD", "us dollars": "USD", "euro": "EUR",
    "euros": "EUR", "pound": "GBP", "pounds": "GBP", "pounds sterling": "GBP", "yen": "JPY",
    "yuan": "CNY", "renminbi": "CNY", "rmb": "CNY", "won": "KRW", "rupees": "INR", "rupee": "INR",
    "rubles": "RUB", "roubles": "RUB", "swiss francs": "CHF", "francs": "CHF", "pesos": "MXN",
    "kronor": "SEK", "kroner": "NOK", "lira": "TRY", "shekels": "ILS", "zloty": "PLN",
    "bucks": "USD", "bitcoin": "BTC", "bitcoins": "BTC", "canadian dollars": "CAD",
    "australian dollars": "AUD", "hong kong dollars": "HKD", "singapore dollars": "SGD",
}  # fmt: skip
_MONTH_NAMES = listed(
    "january february march april may june july august september october november december"
)
MONTHS: dict[str, int] = {
    **{name: number for number, name in enumerate(_MONTH_NAMES, start=1)},
    **{name[:3]: number for number, name in enumerate(_MONTH_NAMES, start=1)},
    "sept": 9,
}
_DAYS = listed("monday tuesday wednesday thursday friday saturday sunday")
WEEKDAYS: dict[str, int] = {
    **{name: number for number, name in enumerate(_DAYS)},
    **{name[:3]: number for number, name in enumerate(_DAYS)},
    "tues": 1, "thurs": 3, "thur": 3,
}  # fmt: skip
# Words right before a figure that bend it; the longer first where one begins with another.
QUALIFIERS = (
    "well over", "just over", "slightly more than", "slightly less than", "slightly over",
    "slightly under", "just under", "a little over", "a little under", "a little more than", "no more than", "no fewer than", "no less than", "not more than", "more than",
    "greater than", "less than", "fewer than", "at least", "at most", "up to", "as many as",
    "as much as", "as few as", "as little as", "as low as", "as high as", "close to",
    "upwards of", "upward of", "in excess of", "north of", "almost", "nearly", "about", "around",
    "roughly", "approximately", "plus or minus", "approx.", "approx", "some", "circa", "over", "under", "above", "below",
    "exceeding", "an estimated", "estimated", "alleged", "reported", "a reported", "exactly",
    "precisely", "only", "just", "a mere", "a record", "nominal", "by nearly", "~", "≈", "<", ">",
    "≤", "≥",
)  # fmt: skip
