"""Relations between values, as newsrooms state the same thing in different words."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.trace.specifics import (
    Amount,
    DateValue,
    Relation,
    TextValue,
    Value,
    VersionValue,
    equal,
    lookup_keys,
    relation,
    resolve,
    scan_values,
)

# (what the article says, what the source says, what the second is to the first)
_PAIRS = [
    ("$899K", "$899,000", "equal"),
    ("twelve", "12 people", "equal"),
    ("a dozen eggs", "12 eggs", "equal"),
    ("$1.03 billion", "$1,030 million", "equal"),
    ("Nov. 3", "3 November", "equal"),
    ("€3.6 billion", "3.6 billion euros", "equal"),
    ("twenty-one thousand homes", "21,000 homes", "equal"),
    ("threefold", "3x", "equal"),
    ("2–1", "1-2 defeat", "equal"),
    ("Q3 2025", "third quarter of 2025", "equal"),
    ("10 to 20 homes", "10–20 homes", "equal"),
    ("80%", "79.61%", "rounded"),
    ("about $4 billion", "$3.97 billion", "rounded"),
    ("$4 billion", "$3.97 billion", "rounded"),
    ("30,000 homes", "29,874 homes", "rounded"),
    ("more than 300 people", "312 people", "rounded"),
    ("nearly 90 people", "87 people", "rounded"),
    ("1.3 million km", "1,284,000 km", "rounded"),
    ("29,874 homes", "about 30,000 homes", "finer"),
    ("79.61%", "80%", "finer"),
    ("half of them", "50%", "converted"),
    ("24 hours", "one day", "converted"),
    ("two years", "24 months", "converted"),
    ("2 GiB", "2048 MiB", "converted"),
    ("16 km", "10 miles", "converted"),
    ("50 basis points", "0.5 percentage points", "converted"),
    ("25 °C", "77 °F", "converted"),
    ("17:09 UTC", "12:09 p.m. EST", "converted"),
    ("in November", "3 November 2026", "compatible"),
    ("Tuesday", "3 November 2026", "compatible"),
    ("in 2026", "3 November 2026", "compatible"),
    ("the 1990s", "in 1994", "compatible"),
    ("Q4 2026", "3 November 2026", "compatible"),
    ("version 2.15", "version 2.15.0", "compatible"),
    ("5 homes", "between 5 and 7 homes", "compatible"),
    ("84%", "48%", "different"),
    ("80%", "84%", "different"),
    ("19 people", "20 people", "different"),
    ("about 20 people", "25 people", "different"),
    ("3 November", "4 November", "different"),
    ("Monday", "3 November 2026", "different"),
    ("the 1990s", "in 2004", "different"),
    ("Q3 2026", "3 November 2026", "different"),
    ("version 2.15", "version 2.16", "different"),
    ("version 2.15", "version 2.150", "different"),
    ("CVE-2026-1234", "CVE-2026-1243", "different"),
    ("16 km", "12 miles", "different"),
    ("$5 million", "$6 million", "different"),
    ("$5 million", "€5 million", "incomparable"),
    ("5 km", "5 kg", "incomparable"),
    ("the third attempt", "3 attempts", "incomparable"),
    ("version 2.15", "2.15%", "incomparable"),
    ("yesterday", "3 November", "incomparable"),
    ("in 2024", "2,024 homes", "incomparable"),
]


def value_of(text: str) -> Value:
    items = scan_values(text)
    assert len(items) == 1, (text, items)
    return items[0].value


@pytest.mark.parametrize(("article", "source", "wanted"), _PAIRS)
def test_relation(article: str, source: str, wanted: str) -> None:
    assert relation(value_of(article), value_of(source)) == Relation(wanted)


@pytest.mark.parametrize(
    ("article", "source"),
    [(a, b) for a, b, r in _PAIRS if r in {"equal", "rounded", "finer", "converted", "compatible"}],
)
def test_related_values_share_a_key(article: str, source: str) -> None:
    assert set(lookup_keys(value_of(article))) & set(lookup_keys(value_of(source)))


@pytest.mark.parametrize(
    ("article", "source", "wanted"),
    [
        ("$899K", "$899,000", True),
        ("24 hours", "one day", True),
        ("half of them", "50%", True),
        ("16 km", "10 miles", False),
        ("80%", "79.61%", False),
        ("version 2.15", "version 2.15.0", False),
    ],
)
def test_equal_is_stricter_than_rounded(article: str, source: str, wanted: bool) -> None:
    assert equal(value_of(article), value_of(source)) is wanted


def test_a_partial_date_takes_the_year_of_the_reference() -> None:
    partial, reference = DateValue(month=11, day=3), DateValue(2026, 11, 6)
    assert resolve(partial, reference) == DateValue(2026, 11, 3)
    assert resolve(DateValue(2024, 11, 3), reference) == DateValue(2024, 11, 3)
    assert resolve(DateValue(weekday=1), reference) == DateValue(weekday=1)


_amounts = st.builds(
    Amount,
    st.fractions(min_value=-(10**12), max_value=10**12, max_denominator=1000),
    st.sampled_from(["", "%", "USD", "MiB", "GB", "km", "mile", "°C", "°F", "day", "x", "score"]),
    st.sampled_from([Fraction(1), Fraction(1, 100), Fraction(10**6)]),
    st.none() | st.integers(0, 1000).map(Fraction),
    ordinal=st.booleans(),
    qualifier=st.sampled_from(["", "about", "more than", "nearly"]),
)
_dates = st.builds(
    DateValue,
    st.none() | st.integers(1, 9999),
    st.none() | st.integers(1, 12),
    st.none() | st.integers(1, 31),
    st.none() | st.integers(1, 4),
    st.none() | st.sampled_from([1990, 2000]),
    st.booleans(),
    st.none() | st.integers(0, 6),
    st.sampled_from(["", "17:09", "00:00"]),
    st.sampled_from(["", "UTC", "EST", "+02:00", "MARS"]),
    st.sampled_from(["", "yesterday"]),
)
_values = _amounts | _dates | st.just(VersionValue(("2", "15"))) | st.just(TextValue("a"))


@given(_values, _values)
def test_any_two_values_have_a_relation(a: Value, b: Value) -> None:
    assert isinstance(relation(a, b), Relation)
    assert lookup_keys(a)
    assert hash(lookup_keys(b)) == hash(lookup_keys(b))


@given(_values)
def test_a_value_is_never_different_from_itself(a: Value) -> None:
    assert relation(a, a) is not Relation.DIFFERENT


@given(st.integers(1, 10**9), st.integers(0, 3))
def test_a_rounded_figure_is_found_by_its_key(exact: int, digits: int) -> None:
    size = 10 ** max(0, len(str(exact)) - 2 - digits)
    rounded = Amount(Fraction((exact + size // 2) // size * size))
    fine = Amount(Fraction(exact))
    assert relation(rounded, fine) in {Relation.EQUAL, Relation.ROUNDED}
    assert set(lookup_keys(rounded)) & set(lookup_keys(fine))


def test_different_numbers_rarely_share_a_key() -> None:
    values = [Amount(Fraction(n)) for n in (11, 13, 17, 29, 53, 97)]
    shared = [
        (a, b)
        for a, b in product(values, values)
        if a is not b and lookup_keys(a)[0] == lookup_keys(b)[0]
    ]
    assert shared == []
