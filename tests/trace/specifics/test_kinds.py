"""Kinds of figures that one rule each reads, with what looks alike and is something else."""

import pytest
from specific_labels import show

from copydesk.trace.specifics import Relation, Value, lookup_keys, relation, scan_values

# text, then each item as its words and its value
_READ = [
    # Orders of magnitude, but not the scale of a table.
    ("dozens of boats", [("dozens", "12+")]),
    ("tens of thousands of people", [("tens of thousands", "10000+")]),
    ("millions of dollars", [("millions of dollars", "1000000+ USD")]),
    ("(in thousands, unaudited)", []),
    ("the millions-strong crowd", []),
    # A change has two values, a range has one.
    ("fees went from $5 to $7", [("$5", "5 USD"), ("$7", "7 USD")]),
    ("from 4% to 6% is usual", [("4% to 6%", "4..6 %")]),
    ("up from 10 to 97 percent", [("10", "10 %"), ("97 percent", "97 %")]),
    ("went 10 to 97 percent", [("10 to 97 percent", "10..97 %")]),
    ("could rise 2 to 3 percent", [("2 to 3 percent", "2..3 %")]),
    ("8 per cent to £9m", [("8 per cent", "8 %"), ("£9m", "9000000 GBP")]),
    # Hundredths of a currency, but not the lines of a screen.
    ("47 cents and 12.5p", [("47 cents", "0.47 USD"), ("12.5p", "0.125 GBP")]),
    ("shot at 24p video", []),
    # Metres and millions.
    ("the 200m final", [("200m", "200 m")]),
    ("200m users", [("200m", "200000000")]),
    # Spans of days and of hours are two dates; a span without a month is a number.
    ("May 3–9, 2025", [("May 3", "2025-05-03"), ("9, 2025", "2025-05-09")]),
    ("3 to 9 May", [("3", "--05-03"), ("9 May", "--05-09")]),
    ("11–1 p.m.", [("11", "T11:00"), ("1 p.m.", "T13:00")]),
    ("3 to 9 boats", [("3 to 9", "3..9")]),
    # Times of day with a name.
    ("until midnight", [("midnight", "T00:00")]),
    ("a midnight feast", []),
    # Fractions, but not dates and idioms.
    ("7 1/3 innings", [("7 1/3", "22/3")]),
    ("2½ years", [("2½ years", "2.5 year")]),
    ("on 3/4", [("3", "3"), ("4", "4")]),
    ("open 24/7", []),
    ("three and a half miles", [("three and a half miles", "3.5 mile")]),
    ("the first half of the year", []),
    ("a P of .04", [(".04", "0.04")]),
    # Names with figures.
    ("the S&P 500", [("S&P 500", "model:s&p 500")]),
    ("500 firms", [("500", "500")]),
    ("they called 999", [("999", "numbered:999")]),
    ("999 boats", [("999", "999")]),
    ("at 12 Mill Lane", [("12 Mill Lane", "numbered:12 mill lane")]),
    ("12 Mill workers", [("12", "12")]),
    ("1:26-cv-00418", [("1:26-cv-00418", "model:1:26-cv-00418")]),
    ("a 95% CI of 2 to 4", [("95%", "95 %"), ("2 to 4", "2..4")]),
    ("they won 112-104", [("112-104", "112..104 score")]),
    ("part 112-104", [("part 112-104", "numbered:part 112-104")]),
    # Versions that only their neighbours show.
    ("from 9.7 to 10.0.2", [("9.7", "v9.7"), ("10.0.2", "v10.0.2")]),
    ("from 9.7 to 10.2 points", [("9.7 to 10.2", "9.7..10.2")]),
    # Ages, and decades.
    ("in her 30s", [("30s", "30..39 year")]),
    ("in the '30s", [("'30s", "1930s")]),
    ("18- to 24-year-olds", [("18- to 24-year-olds", "18..24 year")]),
    # Signs and tolerances.
    ("a loss of -$4.2m", [("-$4.2m", "-4200000 USD")]),
    ("plus or minus 3 points", [("3", "3")]),
    ("minus 3 degrees", [("minus 3 degrees", "-3 °")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), _READ)
def test_kinds(text: str, wanted: list[tuple[str, str]]) -> None:
    assert [(text[i.start : i.end], show(i)) for i in scan_values(text)] == wanted


def _value(text: str) -> Value:
    (item,) = scan_values(text)
    return item.value


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ("second quarter", "Q2", Relation.EQUAL),
        ("fiscal second quarter", "second fiscal quarter", Relation.EQUAL),
        ("47 cents", "$0.47", Relation.EQUAL),
        ("twelve months", "12-month", Relation.EQUAL),
        ("COVID", "Covid-19", Relation.EQUAL),
        ("COVID 19", "covid", Relation.EQUAL),
        ("COVID-19", "H5N1", Relation.DIFFERENT),
        ("hundreds", "350", Relation.ROUNDED),
        ("350", "hundreds", Relation.FINER),
        ("hundreds", "Hundreds", Relation.EQUAL),
        ("hundreds", "thousands", Relation.DIFFERENT),
        ("hundreds", "90", Relation.DIFFERENT),
        ("hundreds", "4,000", Relation.DIFFERENT),
        ("thousands", "45,000", Relation.ROUNDED),
        ("millions of dollars", "$12 million", Relation.ROUNDED),
        ("millions of dollars", "12 million", Relation.INCOMPARABLE),
    ],
)
def test_how_they_compare(first: str, second: str, wanted: Relation) -> None:
    a, b = _value(first), _value(second)
    assert relation(a, b) is wanted
    if wanted in {Relation.EQUAL, Relation.ROUNDED, Relation.FINER}:
        assert set(lookup_keys(a)) & set(lookup_keys(b))
