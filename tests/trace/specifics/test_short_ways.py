"""The short ways of the grammar read what the long ways read."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.trace.specifics import amounts, figures, lexicon, qualifier, scan_values
from copydesk.trace.specifics.model import Item
from copydesk.trace.specifics.units import UNIT_NAMES

_BEHIND = [
    *UNIT_NAMES, *lexicon.CURRENCY_WORDS, *lexicon.CURRENCY_CODES, *lexicon.SCALES, "percentage points",
    "per cent", "per person", "percents", "basis points", "bps", "times the", "fold", "cents", "pence",
    "to 30", "and 30", "or 30", "years old", "month-old", "homes", "of them", "m wide", "s", "degrees of",
    "and a half", "km2", "kWh", "MAX", "in 10", "in May", "May 2026", "p.m.", "calls", "US dollars", "x", "K",
]  # fmt: skip
_FIGURES = [
    "24,803",
    "47.3",
    "7",
    "3.5",
    "1,240.75",
    "10.2",
    "2026",
    "911",
    "1,23,456",
    "1.234,5",
    "8.0",
]
_BEFORE = [
    "", "\n", "was ", "$", "US$", "Rs ", "Rs. ", "EUR ", "about ", "more than ", "more than a ", "ABOUT an ",
    "about  ", "\u017fome ", "some\u00a0", "version ", "versions 8.1, ", "release ", "releases ", "S&P ", "#",
    "minus ", "-", "between ", "from ", "in ", "May ", "up to €", "~", "call ", "the 8.1 to ",
]  # fmt: skip
_AFTER = [
    "",
    ".",
    ", said",
    ")",
    "%",
    ";",
    "-",
    ".x",
    " to 10.0.2 now",
    "\n",
    ":30",
    "/5",
    "\u00a0km",
]


def _long_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    def no(*_: Any) -> None:
        return None

    class _Any:
        def __contains__(self, _: object) -> bool:
            return True

    monkeypatch.setattr(figures, "_alone", no)
    monkeypatch.setattr(amounts, "is_bare", no)
    monkeypatch.setattr(qualifier, "_QUALIFIER_ENDS", "")
    monkeypatch.setattr(amounts, "_CURRENCY_ENDS", _Any())


def _read(text: str) -> list[Item]:
    return scan_values(text)


@pytest.mark.parametrize("figure", _FIGURES)
def test_both_ways_read_alike(figure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"{before}{figure}{after}" for before in _BEFORE for after in _AFTER]
    texts += [
        f"It has {figure}{gap}{word}." for word in _BEHIND for gap in (" ", "", "-", "\u00a0")
    ]
    short = list(map(_read, texts))
    _long_ways(monkeypatch)
    wrong = [text for text, found in zip(texts, short, strict=True) if _read(text) != found]
    assert wrong == []


_PIECES = st.sampled_from([*_FIGURES, *_BEFORE, *_AFTER, *_BEHIND[::7], " ", " ", "the ", "¼", "٣"])


@given(st.lists(_PIECES, max_size=8).map("".join))
def test_both_ways_read_any_text_alike(text: str) -> None:
    short = _read(text)
    with pytest.MonkeyPatch.context() as patch:
        _long_ways(patch)
        assert _read(text) == short


@pytest.mark.parametrize(
    ("text", "value", "ulp"),
    [
        ("1,240", 1240, 1),
        ("1.25", Fraction(5, 4), Fraction(1, 100)),
        ("1.234,5", Fraction(12345, 10), Fraction(1, 10)),
        ("12 345,6", Fraction(123456, 10), Fraction(1, 10)),
        ("1 200", 1200, 1),
        ("٣", 3, 1),
    ],
)
def test_numerals(text: str, value: Fraction, ulp: Fraction) -> None:
    assert amounts.parse_number(text) == (value, ulp)
