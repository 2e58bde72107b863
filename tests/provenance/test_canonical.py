"""The fast canonical form agrees with the reference one, and refuses all that it refused."""

import json
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from copydesk.errors import StatementError
from copydesk.provenance.canonical import (
    MAX_DEPTH,
    MAX_INTEGER,
    canonical_bytes,
    parse_canonical,
    parse_strict,
)

AWKWARD = '\x00\x07\b\t\n\x0b\f\r\x1b\x1f "\\/\x7f\x80\x9fé\u2028\u2029\ufeff\ue000\uffff😀𐀀'
TEXTS = st.text(st.sampled_from(AWKWARD) | st.characters(exclude_categories=["Cs"]), max_size=12)
SCALARS = st.none() | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER) | TEXTS
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5)
)


@given(VALUES)
def test_both_encoders_agree_on_every_value(value: Any) -> None:
    data = canonical_bytes(value)
    assert data == rfc8785.dumps(value)
    assert parse_canonical(data) == value


@given(st.dictionaries(TEXTS, st.integers(0, 9), min_size=2, max_size=6))
def test_only_the_order_of_utf16_units_is_canonical(value: dict[str, int]) -> None:
    by_code_point = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if by_code_point.encode() != rfc8785.dumps(value):
        with pytest.raises(StatementError, match="canonical"):
            parse_canonical(by_code_point.encode())


def test_a_key_beyond_the_first_plane_sorts_before_the_last_of_the_first_plane() -> None:
    value = {"\uffff": 1, "😀": 2}
    assert canonical_bytes(value) == '{"😀":2,"\uffff":1}'.encode()
    with pytest.raises(StatementError, match="canonical"):
        parse_canonical('{"\uffff":1,"😀":2}'.encode())


@pytest.mark.parametrize(
    "data",
    [
        b'{"a":1,"a":1}',
        b'{"a":1.0}',
        b"1e2",
        b"NaN",
        b"-Infinity",
        b"-0",
        b"9007199254740992",
        b"-9007199254740992",
        b"1" * 5000,
        b'"\\ud800"',
        b'{"\\udc00":1}',
        b'"\xed\xa0\x80"',
        b'"\xff"',
        b"\xef\xbb\xbf1",
        b'"\x01"',
        b"",
        b"{",
        b"1 2",
        b"[" * 100_000,
    ],
)
def test_what_two_parsers_could_read_differently_is_refused(data: bytes) -> None:
    with pytest.raises(StatementError):
        parse_strict(data)
    with pytest.raises(StatementError):
        parse_canonical(data)


@pytest.mark.parametrize(
    "data",
    [
        b'{"b":1,"a":2}',
        b'{"a": 1}',
        b" 1",
        b"1\n",
        b'"\\u0041"',
        b'"\\/"',
        b'"\\u001F"',
        b'"\\u000a"',
        b'"\\u007f"',
        b'"\\u2028"',
        b'"\\ud83d\\ude00"',
    ],
)
def test_another_spelling_of_the_same_value_is_not_canonical(data: bytes) -> None:
    parse_strict(data)
    with pytest.raises(StatementError, match="canonical"):
        parse_canonical(data)


@pytest.mark.parametrize("value", [1.5, float("nan"), 2**53, "\ud800", {"\ud800": 1}, {1: 2}, b"x"])
def test_what_json_or_this_form_lacks_is_refused(value: object) -> None:
    for wrapped in (value, [value], {"a": [{"b": value}]}):
        with pytest.raises(StatementError):
            canonical_bytes(wrapped)


def _nested(depth: int, *, leaf: bool) -> Any:
    value: Any = 1 if leaf else []
    for _ in range(depth):
        value = [value]
    return value


def test_the_depth_is_limited_to_the_last_container() -> None:
    for leaf in (True, False):
        data = json.dumps(_nested(MAX_DEPTH, leaf=leaf), separators=(",", ":")).encode()
        assert canonical_bytes(parse_canonical(data)) == data
        with pytest.raises(StatementError, match="nested"):
            canonical_bytes(_nested(MAX_DEPTH + 1, leaf=leaf))
    with pytest.raises(StatementError, match="nested"):
        parse_strict(b'{"a":' * (MAX_DEPTH + 1) + b"1" + b"}" * (MAX_DEPTH + 1))


def test_rarer_python_types_have_the_reference_form() -> None:
    class Word(str):
        __slots__ = ()

    class Sub(dict[str, int]):
        pass

    value = {"tuple": (1, 2), "word": Word("a\u2028"), "sub": Sub(b=1, a=2)}
    expected = '{"sub":{"a":2,"b":1},"tuple":[1,2],"word":"a\u2028"}'.encode()
    assert canonical_bytes(value) == expected
