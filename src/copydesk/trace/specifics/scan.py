"""The scanner: one pass over the words of a text, the longest reading first at each place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from copydesk.article.model import Span
from copydesk.report import Kind
from copydesk.trace.specifics import lexicon
from copydesk.trace.specifics.amounts import NUMBER, qualifier_before, read_amount, read_words
from copydesk.trace.specifics.dates import read_digit_date, read_word_date
from copydesk.trace.specifics.fold import fold_plain
from copydesk.trace.specifics.identifiers import (
    NAMED_WORDS,
    read_identifier,
    read_named,
    skip_address,
)
from copydesk.trace.specifics.model import Amount, DateValue, IdentifierValue, Item

__all__ = ["scan_passage", "scan_values"]

_WORD = re.compile(r"\w+")
_NUMERALS = frozenset(lexicon.NUMBER_WORDS)
_DATE_WORDS = frozenset(
    {*lexicon.MONTHS, *lexicon.WEEKDAYS, "yesterday", "tomorrow", "tonight", "today", "earlier",
     "later", "last", "next", "this", "past", "a", "an", "one", "two", "three", "four", "five",
     "six", "seven", "eight", "nine", "ten", "several", "first", "second", "third", "fourth",
     "fiscal", "q1", "q2", "q3", "q4", "fy"}
)  # fmt: skip
_SHARE_WORDS = frozenset(
    {"half", "third", "quarter", "a", "an", "one", "two", "three", "four", "five", "nine", "dozen"}
)
_ADDRESS_WORDS = frozenset({"http", "https", "ftp", "www"})
_IDENTIFIER_WORDS = frozenset(
    {
        "cve",
        "ghsa",
        "arxiv",
        "doi",
        "rfc",
        "pr",
        "pull",
        "issue",
        "issues",
        "bug",
        "ticket",
        "version",
        "versions",
        "release",
    }
)
_TRIGGERS = (
    _NUMERALS | _DATE_WORDS | _SHARE_WORDS | _ADDRESS_WORDS | _IDENTIFIER_WORDS
    | {word.split()[0].lower() for word in NAMED_WORDS} | set(lexicon.ORDINALS)
    | {"wi", "twofold", "threefold", "fourfold", "fivefold", "sixfold", "tenfold", "hundredfold"}
)  # fmt: skip
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
_FOLD = {
    "twofold": 2,
    "threefold": 3,
    "fourfold": 4,
    "fivefold": 5,
    "sixfold": 6,
    "tenfold": 10,
    "hundredfold": 100,
}
_ORDINAL_DIGITS = re.compile(r"(\d{1,4})(?:st|nd|rd|th)(?![A-Za-z])")
_ORDINAL_NOUN = re.compile(
    r"(?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|twentieth)(?:[- ]\w|\b)",
    re.IGNORECASE,
)
_SCORE = re.compile(r"(\d{1,3})[-–](\d{1,3})(?![\w-]|[.,%]\d|%)")
_SCORE_CUE = re.compile(
    r"\b(?:won|win|wins|beat|beats|lost|lose|loss|drew|draw|defeat\w*|victory|led|lead|trail\w*|vote[ds]?|voting|ruling|decision|score\w*|tied|tie|ahead)\b",
    re.IGNORECASE,
)
# Ten to a power, a family of versions ("6.x"), a ratio ("3:1"), a screen ("8K video").
_POWER = re.compile(r"10\^(\d{1,3})(?!\d)")
_FAMILY = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,2}\.x\b")
_RATIO = re.compile(r"(\d{1,3}):(\d{1,2})(?![\d:])(?<!:\d\d)")
_TIME_CUE = re.compile(r"\s?(?:[ap]\.?m|UTC|GMT|[ECMP][SD]?T)\b", re.IGNORECASE)
_SCREEN = re.compile(
    r"([24568]K)(?= (?:output|video|resolution|display|TVs?|monitor|content|streaming|HDR|screen)\b)"
)
_LIST_MARK = re.compile(r"(?:\A|\n)[ \t]{0,8}(?:#{1,6} )?\(?\Z")
# "2.1 Method": a heading's own number.
_SECTION = re.compile(
    r"\d{1,2}(?:\.\d{1,2}){1,3}(?= (?!Million|Billion|Trillion|Percent)[A-Z][a-z]+[A-Za-z ]{0,60}(?:\n|\Z))"
)
_LIST_END = re.compile(r"(?:\.\d{1,2}){0,3}[.)](?=\s|\Z)")
_DIGIT_HYPHEN = re.compile(r"[A-Za-z0-9_]{0,3}[-/]\Z")


def scan_values(text: str) -> list[Item]:
    """All values of ``text``: amounts, dates, durations, versions, identifiers.

    Sorted, not overlapping; offsets are code points of ``text``. A bare "one", "first" and
    "second", list marks, section numbers at the start of a line, and addresses are passed over.
    """
    items: list[Item] = []
    done = 0
    append = items.append
    for match in _WORD.finditer(text):
        at = match.start()
        if at < done:
            continue
        word = match.group()
        if word.isalpha():
            if word.lower() not in _TRIGGERS and not _figure_follows(text, match.end(), word):
                continue
        elif not any(char in "0123456789" for char in word):
            continue
        if word[:4].lower() in {"http", "www", "ftp"}:
            done = skip_address(text, at)
            if done > at:
                continue
        item = _read(text, at, word, done)
        if isinstance(item, int):
            done = max(item, done)
        elif item is not None and item.start >= done:
            append(item)
            done = item.end
    return items


def _figure_follows(text: str, end: int, word: str) -> bool:
    """Whether a figure hangs on the word (F-150) or stands behind an acronym (RTX 4090)."""
    after = text[end : end + 2]
    if after[:1] == ".":
        # A file name: "setup.py".
        return after[1:].isalnum()
    if len(after) < 2 or not after[1].isdigit():
        return False
    return after[0] in "-/" or (after[0] in " \u00a0" and word.isupper() and len(word) > 1)


def _hyphen_figure(text: str, end: int) -> bool:
    return text[end : end + 1] in {"-", "/"} and text[end + 1 : end + 2].isdigit()


def _read(text: str, at: int, word: str, done: int) -> Item | int | None:
    """The item at a word, or the place to go on from where there is none."""
    if word[0] in "0123456789":
        return _read_digits(text, at, word, done)
    if word.isalpha():
        return _read_word(text, at, word.lower(), done)
    date = read_word_date(text, at)
    if date is not None:
        return date
    return read_identifier(text, at, done) or at + len(word)


def _read_digits(text: str, at: int, word: str, done: int) -> Item | int | None:
    if at and _LIST_MARK.search(text[max(0, at - 18) : at]) or at == 0:
        section = _SECTION.match(text, at)
        if section:
            return section.end()
        mark = _LIST_END.match(text, at + len(word))
        if mark and len(word) <= 3 and word.isdigit():
            return mark.end()
    power = _POWER.match(text, at)
    if power:
        return Item(Kind.NUMBER, at, power.end(), Amount(Fraction(10 ** int(power[1]))))
    family = _FAMILY.match(text, at)
    if family:
        return family.end()
    share = _one_in(text, at)
    if share is not None:
        return share
    ratio = _RATIO.match(text, at)
    if ratio and not _TIME_CUE.match(text, ratio.end()):
        amount = Amount(Fraction(int(ratio[1])), "ratio", high=Fraction(int(ratio[2])))
        return Item(Kind.NUMBER, at, ratio.end(), amount)
    screen = _SCREEN.match(text, at)
    if screen:
        value = IdentifierValue("model", screen[1].lower())
        return Item(Kind.IDENTIFIER, at, screen.end(1), value)
    for reader in (read_digit_date,):
        found = reader(text, at)
        if found is not None and not _money_before(text, at):
            return found
    found = read_identifier(text, at, done)
    if found is not None:
        return found
    score = _score(text, at)
    if score is not None:
        return score
    ordinal = _ORDINAL_DIGITS.match(text, at)
    if ordinal:
        amount = Amount(Fraction(int(ordinal[1])), ordinal=True)
        return Item(Kind.NUMBER, at, ordinal.end(), amount)
    return _number(text, at, word, done)


def _number(text: str, at: int, word: str, done: int) -> Item | int | None:
    item = read_amount(text, at, done)
    if item is None:
        return at + len(word)
    rest = text[item.end : item.end + 1]
    if rest and (rest.isalnum() or rest == "_"):
        # Letters right behind that are no unit: a code of some kind, not a figure.
        return at + len(word)
    return item


def _money_before(text: str, at: int) -> bool:
    return text[max(0, at - 1) : at] in {"$", "€", "£", "¥", "₹"}


def _score(text: str, at: int) -> Item | None:
    match = _SCORE.match(text, at)
    if match is None:
        return None
    around = text[max(0, at - 60) : at] + " " + text[match.end() : match.end() + 30]
    low, high = int(match[1]), int(match[2])
    if not _SCORE_CUE.search(around) and not (low > high and low < 30):
        return None
    return Item(Kind.NUMBER, at, match.end(), Amount(Fraction(low), "score", high=Fraction(high)))


def _small(word: str) -> int:
    return int(word) if word.isdigit() else lexicon.NUMBER_WORDS[word.lower()]


def _one_in(text: str, at: int) -> Item | None:
    match = _ONE_IN.match(text, at)
    if match is None:
        return None
    part, whole = _small(match[1]), _small(match[2])
    if not 0 < part < whole or (
        "in" in match.group().split()
        and part > 1
        and not match[1].isalpha()
        and "out" not in match.group()
    ):
        return None
    return _amount(text, at, match.end(), Fraction(part, whole), Fraction(1, 100))


def _amount(
    text: str,
    at: int,
    end: int,
    amount: Fraction,
    ulp: Fraction = Fraction(1),
    unit: str = "",
    kind: Kind = Kind.NUMBER,
) -> Item:
    qualifier = qualifier_before(text, at)
    return Item(kind, at, end, Amount(amount, unit, ulp, qualifier=qualifier))


def _read_word(text: str, at: int, low: str, done: int) -> Item | int | None:
    end = at + len(low)
    if low in _DATE_WORDS:
        date = read_word_date(text, at)
        if date is not None:
            return date
    if low in _FOLD:
        return _amount(text, at, end, Fraction(_FOLD[low]), unit="x")
    if low in _SHARE_WORDS:
        share = _share(text, at, low)
        if share is not None:
            return share
    if low in _NUMERALS:
        return _spelled(text, at, low)
    if low in _IDENTIFIER_WORDS:
        found = read_identifier(text, at, done)
        if found is not None:
            return found
    named = read_named(text, at)
    if named is not None:
        return named
    if _hyphen_figure(text, end) or text[end : end + 1] == ".":
        return read_identifier(text, at, done)
    if low in lexicon.ORDINALS:
        return _ordinal(text, at, low)
    return None


def _ordinal(text: str, at: int, low: str) -> Item | int | None:
    """ "third" counts; "first" and "second" are as often adverbs and never read as a figure."""
    end = at + len(low)
    if low in {"first", "second"} or not _ORDINAL_NOUN.match(text, at):
        return end
    if text[end : end + 6].lower() in {"-party", " party"} or text[at].isupper():
        return end
    return Item(Kind.NUMBER, at, end, Amount(Fraction(lexicon.ORDINALS[low]), ordinal=True))


def _spelled(text: str, at: int, low: str) -> Item | int | None:
    if low == "zero" and text[at + 4 : at + 5] == "-":
        return at + 4
    share = _one_in(text, at)
    if share is not None:
        return share
    item = read_words(text, at)
    end = at + len(low)
    if item is None:
        return end
    value = item.value
    if (
        low == "one"
        and isinstance(value, Amount)
        and value.amount == 1
        and not value.unit
        and value.high is None
    ):
        return item.end
    if low == "zero" and not isinstance(value, Amount):
        return end
    if text[item.end : item.end + 1] == "-" and low in {"one", "zero", "two"} and item.end == end:
        # "one-off", "zero-day", "two-way": part of a word.
        return end
    return item


def _share(text: str, at: int, low: str) -> Item | None:
    found = _one_in(text, at)
    if found is not None:
        return found
    if low == "half":
        return _half(text, at)
    match = _FRACTION.match(text, at)
    if match and not (
        match["d"].lower()
        in {"third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "quarter"}
        and match["n"].lower() in {"a", "an"}
        and text[match.end() : match.end() + 3] != " of"
        and text[max(0, at - 3) : at].lower() != "by "
    ):
        upper = 1 if match["n"].lower() in {"a", "an"} else lexicon.NUMBER_WORDS[match["n"].lower()]
        lower = lexicon.FRACTIONS[match["d"].lower()]
        plural = match["d"].lower().endswith("s") or match["d"].lower() == "halves"
        if upper < lower and (upper == 1) != plural:
            return _amount(text, at, match.end(), Fraction(upper, lower), Fraction(1, 100))
    return _a_scale(text, at)


def _half(text: str, at: int) -> Item | None:
    match = _HALF_SCALE.match(text, at)
    if match:
        noun = (match[1] or match.group().split("-")[1]).lower()
        if noun == "dozen":
            return _amount(text, at, match.end(), Fraction(6))
        if noun == "percent":
            return _amount(
                text, at, match.end(), Fraction(1, 2), Fraction(1, 10), "%", Kind.PERCENT
            )
        if noun in lexicon.SCALE_WORDS:
            scale = lexicon.SCALE_WORDS[noun]
            return _amount(text, at, match.end(), Fraction(scale, 2), Fraction(scale, 10))
        return _amount(text, at, match.end(), Fraction(1, 2), Fraction(1, 10), noun, Kind.DURATION)
    match = _HALF.match(text, at)
    return _amount(text, at, match.end(), Fraction(1, 2), Fraction(1, 100)) if match else None


def _a_scale(text: str, at: int) -> Item | None:
    match = _A_SCALE.match(text, at)
    if match is None:
        unit = _A_UNIT.match(text, at)
        if unit is None:
            return None
        return _amount(text, at, unit.end(), Fraction(1), unit=unit[1], kind=Kind.DURATION)
    scale = 12 if match[1].lower() == "dozen" else lexicon.SCALE_WORDS[match[1].lower()]
    currency = lexicon.CURRENCY_WORDS[match[2].lower()] if match[2] else ""
    kind = Kind.MONEY if currency else Kind.NUMBER
    return _amount(text, at, match.end(), Fraction(scale), Fraction(scale), currency, kind)


def scan_passage(text: str, *, code: Sequence[Span] = ()) -> list[Item]:
    """All values of an article's passage: as :func:`scan_values`, and each code span as one
    identifier (scheme "code") in place of whatever stands in it.

    Args:
        text: the passage's text, without mark-up.
        code: the code spans of ``text``, in code points.
    """
    items = scan_values(text)
    if not code:
        return items
    spans = [span for span in code if text[span.start : span.end].strip()]
    kept = [i for i in items if not any(i.start < s.end and s.start < i.end for s in spans)]
    inside = [_code_item(text, span, items) for span in spans]
    return sorted([*kept, *inside], key=lambda item: item.start)


def _code_item(text: str, span: Span, items: list[Item]) -> Item:
    """A code span that is a version or a CVE as a whole keeps that reading."""
    for item in items:
        if (item.start, item.end) == (span.start, span.end) and item.kind is not Kind.NUMBER:
            return item
    folded = fold_plain(text[span.start : span.end])
    return Item(Kind.IDENTIFIER, span.start, span.end, IdentifierValue("code", folded))
