"""JSON as JavaScript has it, against a JavaScript engine where one is installed."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copydesk.importers.js_json import MAX_JSON_DEPTH, parse, stringify, utf16_sorted
from copydesk.importers.unfit import Unfit, UnfitKind

NODE = shutil.which("node")

# Numbers and texts in which JavaScript and other writers differ; the right side is what ECMA-262's
# JSON.stringify(JSON.parse(left)) gives.
WRITTEN = {
    "1.0": "1",
    "-0": "0",
    "-0.0": "0",
    "1e21": "1e+21",
    "123456789012345680000": "123456789012345680000",
    "12345678901234567890": "12345678901234567000",
    "9007199254740993": "9007199254740992",
    "1e-7": "1e-7",
    "0.000001": "0.000001",
    "1e400": "null",
    "1E2": "100",
    '"\\u0041\\u00e9\\ud83d\\ude00"': '"Aé😀"',
    '"\\ud800"': '"\\ud800"',
    '"\\uDEAD x"': '"\\udead x"',
    '"\\u2028\\u007f\\u0000\\b\\/"': '"\u2028\x7f\\u0000\\b/"',
    "[ null , true,false ]": "[null,true,false]",
    '{"b": 1, "a": {"b": []}}': '{"b":1,"a":{"b":[]}}',
}


@pytest.mark.parametrize("text", WRITTEN)
def test_what_is_parsed_is_written_as_javascript_writes_it(text: str) -> None:
    value = parse(text.encode(), "x.json")
    assert stringify(value).decode() == WRITTEN[text]


def test_a_list_of_keys_holds_at_every_depth() -> None:
    value = {"b": {"a": 1, "x": 2}, "a": [{"b": 3, "x": 4}], "c": 5}
    assert stringify(value, ["a", "b", "missing"]) == b'{"a":[{"b":3}],"b":{"a":1}}'


def test_texts_sort_by_utf16_units() -> None:
    # U+1F600 begins with the unit D83D, below U+FF5E; by code points it would come last.
    assert utf16_sorted(["\uff5e", "\U0001f600", "a"]) == ["a", "\U0001f600", "\uff5e"]


def test_depth_up_to_the_limit_is_read() -> None:
    deep = b"[" * (MAX_JSON_DEPTH + 1) + b"]" * (MAX_JSON_DEPTH + 1)
    assert not isinstance(parse(deep, "x"), Unfit)
    deeper = parse(b"[" + deep + b"1]", "x")
    assert isinstance(deeper, Unfit)
    assert deeper.kind in {UnfitKind.NOT_JSON, UnfitKind.TOO_DEEP}


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    value = parse(data, "x")
    if not isinstance(value, Unfit):
        stringify(value).decode("utf-8")


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.skipif(NODE is None, reason="no JavaScript engine (node) is installed")
@settings(max_examples=15)
@given(st.lists(st.dictionaries(st.sampled_from("abcé1"), JSON_VALUES, max_size=4), max_size=3))
def test_a_javascript_engine_writes_the_same_with_a_list_of_keys(
    objects: list[dict[str, Any]],
) -> None:
    text = json.dumps(objects)
    keys = ["a", "c", "1"]
    program = "JSON.stringify(JSON.parse(process.argv[1]), JSON.parse(process.argv[2]))"
    made = subprocess.run(  # noqa: S603 - the test's own program
        [str(NODE), "-p", program, text, json.dumps(keys)], capture_output=True, check=True
    )
    assert made.stdout.rstrip(b"\n") == stringify(parse(text.encode(), "x"), keys)
