"""Statements: what each kind refuses, and that building and parsing are one another's inverse."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from newsroom_simulator import FOLDER, published

from copydesk.errors import LimitError, StatementError
from copydesk.provenance.canonical import MAX_JSON_BYTES, canonical_bytes
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.keys import generate_key
from copydesk.provenance.statement import build_statement, json_schemas, parse_statement
from copydesk.provenance.statements import KINDS, PREDICATES, Subject

ROOM = published()
NAMES = ("source-set", "submission", "review-1", "publication", "correction-1")
PAYLOADS = {
    name: parse_envelope(ROOM.files.files[f"{FOLDER}/prov/{name}.dsse.json"]).payload
    for name in NAMES
} | {"keyring": parse_envelope(ROOM.files.files["keys/1.keyring.dsse.json"]).payload}


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
def test_a_statement_is_built_as_it_was_read(payload: bytes) -> None:
    statement = parse_statement(payload)
    subjects = [Subject.model_validate(item) for item in json.loads(payload)["subject"]]
    assert build_statement(subjects, statement.predicate) == payload


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
def test_the_published_schema_accepts_what_is_signed(payload: bytes) -> None:
    statement = parse_statement(payload)
    schema = json_schemas()[statement.kind]
    Draft202012Validator.check_schema(schema)
    predicate = json.loads(payload)["predicate"]
    assert list(Draft202012Validator(schema).iter_errors(predicate)) == []
    assert list(Draft202012Validator(schema).iter_errors({**predicate, "extra": 1}))


def test_every_kind_that_is_read_has_a_schema() -> None:
    assert set(json_schemas()) == set(PREDICATES) == set(KINDS)


def concern(verdict: str, *texts: str) -> Callable[[dict[str, Any]], object]:
    concerns = [{"id": f"c{n}", "text": text, "resolution": ""} for n, text in enumerate(texts)]
    return lambda p: p.update(verdict=verdict, concerns=concerns)


def failed_capture(**fields: Any) -> Callable[[dict[str, Any]], object]:
    entry = {
        "role": "page", "outcome": "failed", "retrievedAt": "2026-11-09T10:00:00Z", "client": "c",
        "headers": [], "hops": [], "quality": "missing",
        "problem": {"code": "timeout", "message": "No answer."},
    }  # fmt: skip
    return lambda p: p["sources"][0].update(captures=[{**entry, **fields}])


TIMES = {
    "a day that is not": "2026-02-30T10:00:00Z",
    "an hour that is not": "2026-02-03T25:00:00Z",
    "a leap second": "2016-12-31T23:59:60Z",
    "a zone": "2026-02-03T10:00:00+00:00",
    "fractions": "2026-02-03T10:00:00.5Z",
    "digits of another script": "٢٠٢٦-02-03T10:00:00Z",
    "a line end": "2026-02-03T10:00:00Z\n",
    "the year nought": "0000-02-03T10:00:00Z",
}


def made_at(text: str) -> Callable[[dict[str, Any]], object]:
    return lambda p: p.update(createdAt=text)


REFUSED: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "a bot without its model": ("review-1", lambda p: p["reviewer"].update(kind="bot")),
    "a kind of actor that is none": ("review-1", lambda p: p["reviewer"].update(kind="robot")),
    "a control character in a name": ("review-1", lambda p: p["reviewer"].update(id="a\x1b[2J")),
    "an empty name": ("review-1", lambda p: p["reviewer"].update(id="")),
    "a refusal without a concern": ("review-1", concern("reject")),
    "a refusal with an empty concern": ("review-1", concern("request-changes", "")),
    "two concerns of one id": (
        "review-1",
        lambda p: p.update(concerns=[{"id": "a", "text": "x", "resolution": ""}] * 2),
    ),
    "a verdict that is none": ("review-1", concern("maybe")),
    "a null": ("review-1", lambda p: p.update(featured=None)),
    "a list that is left out": ("review-1", lambda p: p.pop("concerns")),
    "a number for a text": ("review-1", lambda p: p.update(summary=3)),
    "a flag for a number": ("review-1", lambda p: p.update(wordCount=True)),
    "a negative number": ("review-1", lambda p: p.update(wordCount=-1)),
    "no review named": ("publication", lambda p: p.update(reviews=[])),
    "a month that is none": ("publication", lambda p: p["article"].update(month="2026-13")),
    "a digest in capitals": ("publication", lambda p: p["policy"]["digest"].update(sha256="A" * 64)),
    "another digest": ("publication", lambda p: p["policy"].update(digest={"md5": "0" * 32})),
    "an empty correction": ("correction-1", lambda p: p.update(text="")),
    "a correction of no kind": ("correction-1", lambda p: p.update(kind="edit")),
    "a stored capture without its size": (
        "source-set", lambda p: p["sources"][0]["captures"][0].pop("size"),
    ),
    "a failed capture with a hash": ("source-set", failed_capture(sha256="0" * 64, size=1)),
    "a failed capture without a reason": ("source-set", failed_capture(problem=None)),
    "sources out of order": ("source-set", lambda p: p["sources"][0].update(id=2)),
} | {
    f"a time: {what}": ("review-1", made_at(text))
    for what, text in TIMES.items()
}  # fmt: skip


@pytest.mark.parametrize(("name", "change"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_quite_a_statement_is_refused(
    name: str, change: Callable[[dict[str, Any]], object]
) -> None:
    value = json.loads(PAYLOADS[name])
    change(value["predicate"])
    with pytest.raises(StatementError) as caught:
        parse_statement(canonical_bytes(value))
    assert caught.value.message.startswith("The statement")


FRAMES: dict[str, Callable[[dict[str, Any]], object]] = {
    "another in-toto version": lambda v: v.update(_type="https://in-toto.io/Statement/v0.1"),
    "no subject": lambda v: v.update(subject=[]),
    "an unknown kind": lambda v: v.update(predicateType="urn:copydesk:praise:v1"),
    "a kind of a later version": lambda v: v.update(predicateType="urn:copydesk:withdrawal:v1"),
    "another kind's predicate": lambda v: v.update(predicateType="urn:copydesk:submission:v1"),
    "a field more": lambda v: v.update(extra=1),
    "a subject with a field more": lambda v: v["subject"][0].update(uri="x"),
    "a predicate that is a list": lambda v: v.update(predicate=[]),
}


@pytest.mark.parametrize("change", FRAMES.values(), ids=FRAMES)
def test_what_is_no_statement_is_refused(change: Callable[[dict[str, Any]], object]) -> None:
    value = json.loads(PAYLOADS["review-1"])
    change(value)
    with pytest.raises(StatementError):
        parse_statement(canonical_bytes(value))


PARTS = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@given(st.sampled_from(sorted(PAYLOADS)), st.data(), PARTS)
@settings(max_examples=200, deadline=None)
def test_a_statement_with_any_part_replaced_is_read_or_refused(
    name: str, data: st.DataObject, part: Any
) -> None:
    value = json.loads(PAYLOADS[name])
    place: Any = value
    while True:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else [0]))
        if isinstance(place[key], (dict, list)) and place[key] and data.draw(st.booleans()):
            place = place[key]
            continue
        break
    place[key] = part
    payload = canonical_bytes(value)
    try:
        statement = parse_statement(payload)
    except StatementError:
        return
    subjects = [Subject.model_validate(item) for item in value["subject"]]
    assert build_statement(subjects, statement.predicate) == payload


def test_what_could_not_be_read_back_is_not_signed() -> None:
    with pytest.raises(LimitError, match="too large"):
        seal(b"x" * MAX_JSON_BYTES, [generate_key()])


@pytest.mark.parametrize("keyid", ["", "0" * 63, "A" * 64, "\x1b[31m" + "0" * 59, "0" * 65])
def test_a_key_id_is_a_digest_and_nothing_else(keyid: str) -> None:
    envelope = json.loads(seal(b"{}", [generate_key()]))
    envelope["signatures"][0]["keyid"] = keyid
    with pytest.raises(StatementError, match="key id"):
        parse_envelope(canonical_bytes(envelope))
