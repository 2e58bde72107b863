"""How a text is made wrong: one small change each, as a slip or an invention makes it."""

from __future__ import annotations

import random
import re
from calendar import month_name
from collections.abc import Callable, Collection
from typing import Any

from planted_sources import NEGATIVE

from copydesk.trace.specifics import DateValue

__all__ = [
    "another_date",
    "another_figure",
    "another_spelling",
    "another_wording",
    "denied",
    "undenied",
]

_TRIES = 60
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_MONTHS = [name for name in month_name if name]
_MONTH = re.compile(
    r"\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    r"Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
)
_VERBS = "is|are|was|were|has|have|had|will|would|can|could|should|may|might|must|did|does|do"
_DENIAL = re.compile(rf"\b((?:{_VERBS}) not|(?:{_VERBS}|wo|ca)n[’']t|cannot)\b")
_AFFIRMED = re.compile(rf"\b({_VERBS})(?= [a-z])")


def another_figure(text: str, rng: random.Random, held: Callable[[float], bool]) -> str:
    """The text with another first figure of the same shape that ``held`` denies; else empty.

    Figures of one digit are left alone: there is hardly one that no source has.
    """
    match = _FIGURE.search(text)
    if match is None or len(re.findall(r"\d", match.group())) < 2:
        return ""
    for _ in range(_TRIES):
        made = re.sub(r"\d", lambda _: str(rng.randrange(1, 10)), match.group())
        if not held(float(made.replace(",", ""))):
            return text[: match.start()] + made + text[match.end() :]
    return ""


def another_date(
    text: str, value: dict[str, Any], rng: random.Random, held: Callable[[DateValue], bool]
) -> str:
    """The text with another day, month or year, whichever comes first and ``held`` denies."""
    day, month, year = value.get("day"), value.get("month"), value.get("year")
    parts = ["day", "month", "year"]
    rng.shuffle(parts)
    for part in parts:
        for _ in range(12):
            new, changed = text, {"day": day, "month": month, "year": year}
            if part == "day" and day:
                changed["day"] = rng.randrange(1, 29)
                new = re.sub(rf"(?<!\d)0?{day}(?!\d)", str(changed["day"]), text, count=1)
            elif part == "month" and month and _MONTH.search(text):
                changed["month"] = rng.randrange(1, 13)
                new = _MONTH.sub(_MONTHS[changed["month"] - 1], text, count=1)
            elif part == "year" and year and str(year) in text:
                changed["year"] = year + rng.choice([-4, -3, -2, -1, 1, 2, 3])
                new = text.replace(str(year), str(changed["year"]), 1)
            if new != text and changed != {"day": day, "month": month, "year": year}:
                stated = {
                    key: n for key, n in changed.items() if n and (key != "year" or str(n) in new)
                }
                if not held(DateValue(**stated)):
                    return new
    return ""


def another_spelling(text: str, rng: random.Random, known: Collection[str]) -> str:
    """The name with one letter replaced, dropped or put before its neighbour; else empty.

    Never the first or the last letter of a word: that would be another word or another form.
    ``known`` are the words of the sources in lower case.
    """
    words = list(re.finditer(r"[A-Z][a-z]{4,}", text))
    for _ in range(_TRIES if words else 0):
        word = rng.choice(words)
        letters = word.group()
        at = rng.randrange(1, len(letters) - 1)
        swap = letters[:at] + letters[at + 1] + letters[at] + letters[at + 2 :]
        drop = letters[:at] + letters[at + 1 :]
        other = letters[:at] + rng.choice("aeioubdklmnprst") + letters[at + 1 :]
        made = rng.choice([swap, drop, other])
        # Another final letter is another form ("Canadian", "Canada's").
        if made != letters and made[-1] == letters[-1] and made.casefold() not in known:
            return text[: word.start()] + made + text[word.end() :]
    return ""


def another_wording(text: str, rng: random.Random, held: Callable[[str], bool]) -> str:
    """The quotation with one inner word dropped, doubled elsewhere or replaced; else empty.

    A word at the edge is left: without it the quotation is shorter, not wrong.
    """
    words = list(re.finditer(r"(?<![\w’'-])[A-Za-z]{2,}(?![\w’'-])", text))
    inner = [word for word in words[1:-1] if word.start() > 2 and word.end() < len(text) - 2]
    for _ in range(_TRIES if len(words) > 3 and inner else 0):
        word = rng.choice(inner)
        fill = rng.choice(["", "gladly", "other", "often", rng.choice(words).group().lower()])
        if fill:
            made = text[: word.start()] + fill + text[word.end() :]
        else:
            made = text[: word.start()].rstrip() + " " + text[word.end() :].lstrip()
        if made.casefold() != text.casefold() and not held(made):
            return made
    return ""


def undenied(text: str) -> str:
    """The text without its only denial; empty where it has none, or more than one."""
    found = list(_DENIAL.finditer(text))
    if len(found) != 1 or len(NEGATIVE.findall(text)) != 1:
        return ""
    match = found[0]
    verb = re.sub(r"n[’']t\Z| ?not\Z", "", match.group(1))
    return text[: match.start()] + {"ca": "can", "wo": "will"}.get(verb, verb) + text[match.end() :]


def denied(text: str) -> str:
    """The text with a "not" behind its first verb; empty where it denies something already."""
    match = _AFFIRMED.search(text)
    if match is None or NEGATIVE.search(text):
        return ""
    return f"{text[: match.end()]} not{text[match.end() :]}"
