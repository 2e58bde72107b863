"""The short way into a statement accepts nothing that the long way refuses, and reads the same."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from newsroom_simulator import FOLDER, published

from copydesk.errors import CopydeskError
from copydesk.provenance import statement as long_way
from copydesk.provenance.canonical import MAX_INTEGER, canonical_bytes
from copydesk.provenance.dsse import parse_envelope
from copydesk.provenance.statements import PREDICATES, KeyringPredicate
from copydesk.provenance.wire import read_as_written

ROOM = published()
NAMES = ("source-set", "submission", "review-1", "publication", "correction-1")
PAYLOADS = {
    name: parse_envelope(ROOM.files.files[f"{FOLDER}/prov/{name}.dsse.json"]).payload
    for name in NAMES
}
EVERY = st.sampled_from(list(PAYLOADS.values()))
SNIPPETS = [
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[]",
    b"null",
    b"1.0",
    b"-0",
    b"9007199254740992",
    b" ",
    b"\n",
]
SNIPPETS += [b"\\u0041", b"\\ud800", b"\xff", b"\xed\xa0\x80", b'"a":1,', b"\xe2\x80\xa8", b"true"]
LEAVES = st.sampled_from([None, True, 0, -1, 1.0, MAX_INTEGER + 1, "", "\x7f\u2028😀\x01", [], {}])


def agree(payload: bytes) -> bool:
    """Whether the short way decided; it must then have decided as the long way does."""
    short = read_as_written(payload)
    if short is not None:
        assert short == long_way._parse(payload)
    return short is not None


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
def test_an_honest_statement_takes_the_short_way(payload: bytes) -> None:
    assert agree(payload)


def test_a_keyring_has_a_free_mapping_and_takes_the_long_way() -> None:
    payload = parse_envelope(ROOM.files.files["keys/1.keyring.dsse.json"]).payload
    assert not agree(payload)
    assert isinstance(long_way.parse_statement(payload).predicate, KeyringPredicate)
    assert KeyringPredicate in PREDICATES.values()


@given(EVERY, st.data())
def test_bytes_that_were_changed_are_read_alike_or_not_at_all(payload: bytes, data: Any) -> None:
    at = data.draw(st.integers(0, len(payload)))
    end = data.draw(st.integers(at, min(at + 40, len(payload))))
    middle = data.draw(
        st.sampled_from([b"", payload[at:end] * 2, *SNIPPETS]) | st.binary(max_size=4)
    )
    agree(payload[:at] + middle + payload[end:])


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Each (container, key) of a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, part in list(inside):
        found.append((value, key))
        if isinstance(part, (dict, list)):
            found += _places(part)
    return found


@given(EVERY, st.data())
def test_values_that_were_changed_are_read_alike_or_not_at_all(payload: bytes, data: Any) -> None:
    value = json.loads(payload)
    container, key = data.draw(st.sampled_from(_places(value)))
    how = data.draw(st.sampled_from(["drop", "replace", "add"]))
    if how == "drop":
        del container[key]
    elif how == "replace" or isinstance(container, list):
        container[key] = data.draw(LEAVES | st.text(max_size=5))
    else:
        container[data.draw(st.sampled_from(["z", "generator", "note", "_type"]))] = data.draw(
            LEAVES
        )
    dumped = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    agree(dumped.encode())


@pytest.mark.parametrize("name", PAYLOADS)
def test_every_leaf_of_every_statement_is_read_alike(name: str) -> None:
    for number in range(len(_places(json.loads(PAYLOADS[name])))):
        for leaf in (None, True, 0, 1.0, MAX_INTEGER + 1, "", "ü\x7f\u2028😀", [], {}):
            value = json.loads(PAYLOADS[name])
            container, key = _places(value)[number]
            container[key] = leaf
            dumped = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            agree(dumped.encode())


@pytest.mark.parametrize("version", [MAX_INTEGER + 1, 10**30, 1.0, True, "1"])
def test_an_integer_out_of_range_is_refused_by_both(version: object) -> None:
    value = json.loads(PAYLOADS["publication"])
    value["predicate"]["version"] = version
    dumped = json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
    assert not agree(dumped)
    with pytest.raises(CopydeskError):
        long_way.parse_statement(dumped)


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p + b"\n",
        lambda p: b" " + p,
        lambda p: p.replace(b'"_type":', b'"_type": '),
        lambda p: p.replace(b'"verdict":"approve"', b'"verdict":"approve","verdict":"approve"'),
        lambda p: p.replace(b'"verdict":"approve"', b'"verdict":"\\u0061pprove"'),
        lambda p: p.replace(b'"findings":[],', b""),
        lambda p: p.replace(b'"findings":[],', b'"featured":null,"findings":[],'),
        lambda p: p.replace(b"urn:copydesk:review:v1", b"urn:copydesk:review:v2"),
        lambda p: p.replace(b"urn:copydesk:review:v1", b"urn:copydesk:review:v1:v1"),
        lambda p: p.replace(b"urn:copydesk:review:v1", b"urn:copydesk:publication:v1"),
    ],
)
def test_what_the_long_way_refuses_does_not_pass(change: Any) -> None:
    changed = change(PAYLOADS["review-1"])
    assert changed != PAYLOADS["review-1"]
    assert not agree(changed)
    with pytest.raises(CopydeskError):
        long_way.parse_statement(changed)


def test_texts_that_must_be_escaped_are_written_alike() -> None:
    value = json.loads(PAYLOADS["review-1"])
    value["predicate"]["summary"] = "".join(map(chr, range(256))) + "\u2028\u2029\ufeff\uffff😀"
    assert agree(canonical_bytes(value))
