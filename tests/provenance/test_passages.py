"""A quoted passage is proved to stand in a capture, and every change to the proof is noticed."""

import base64
import copy
import hashlib
import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copydesk.evidence import read_evidence
from copydesk.provenance import rawtext
from copydesk.provenance.checks import CheckState
from copydesk.provenance.chunks import CHUNK_BYTES, chunk_root
from copydesk.provenance.passages import (
    MAX_PASSAGES,
    MAX_SHOWN,
    check_passages,
    make_passages,
)
from copydesk.provenance.rawtext import Wanted, find_words, is_words, unsuited
from copydesk.provenance.statements import Actor, CaptureEntry, SourceEntry, SourceSetPredicate

TIME = "2026-11-09T10:00:00Z"
PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT
WORDS = "the council will not close the northern office before 2027"
FILLER = b"<p>The minutes of the meeting run to many pages, and this is one of them.</p>\n" * 40
PAGE = (
    b'<!doctype html><html><head><meta charset="utf-8"><title>Minutes</title></head><body>'
    + FILLER
    + b"<p>\xe2\x80\x9cWe said that the council will <em>not</em> close\n the northern&#32;office "
    + b"before 2027,\xe2\x80\x9d the mayor said.</p>"
    + FILLER
    + b"</body></html>"
)


def sha(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def source_set(*bodies: bytes, root: str | None = "") -> SourceSetPredicate:
    """One source for each body; ``root`` replaces the chunk roots."""
    return SourceSetPredicate(
        collector=Actor(id="the-collector", kind="person"),
        capturedAt=TIME,
        sources=[
            SourceEntry(
                id=number,
                url=f"https://{number}.example/",
                captures=[
                    CaptureEntry(
                        role="page", outcome="stored", retrievedAt=TIME, client="test",
                        size=len(body), sha256=sha(body), quality="ok",
                        chunkRoot=chunk_root(body) if root == "" else root,
                    )
                ],
            )
            for number, body in enumerate(bodies, 1)
        ],
    )  # fmt: skip


def evidence(body: bytes, exact: str, source: int = 1, **more: Any) -> dict[str, Any]:
    return {"source": source, "sha256": sha(body), "exact": exact, **more}


def trace(*items: dict[str, Any], kind: str = "quote") -> dict[str, Any]:
    return {"specifics": [{"id": 7, "kind": kind, "evidence": list(items)}]}


def made(body: bytes, exact: str, **more: Any) -> dict[str, Any]:
    """The one passage of these words in this body."""
    found, skipped = make_passages(
        trace(evidence(body, exact, **more)), source_set(body), lambda _: body
    )
    assert not skipped
    assert len(found) == 1
    return found[0]


def state(passage: Any, body: bytes = PAGE) -> CheckState:
    answers = check_passages([passage], source_set(body))
    assert len(answers) == 1
    return answers[0].state


# -- finding --------------------------------------------------------------------------------------

BODIES = {
    "mark-up, line ends and references": (PAGE, WORDS),
    "a page's words, whole blocks apart": (
        b"<ul><li>one thing</li><li>another&nbsp;thing</li></ul>",
        "thing\nanother\u00a0thing",
    ),
    "a word with mark-up in it": (b"<p>an un<b>happy</b><!-- --> end</p>", "unhappy end"),
    "typographic characters": (
        "<p>it\u2019s “what we’d call” a – dash</p>".encode(),
        "it\u2019s “what we’d call” a – dash",
    ),
    "named references": (b"<p>R&amp;D &ldquo;caf&eacute;&rdquo; x</p>", "R&D \u201ccaf\u00e9\u201d x"),
    "plain text with an angle bracket": (b"if a < b and b > c then", "a < b and b > c then"),
    "plain text that only looks like a reference": (b"write &amp; for it", "write &amp; for it"),
    "windows-1252": (b"<p>the \x93caf\xe9\x94 costs \x80 5</p>", "the “caf\u00e9” costs € 5"),
    "UTF-8 with a broken byte elsewhere": (b"\xff <p>caf\xc3\xa9 here</p>", "caf\u00e9 here"),
    "a byte order mark": (b"\xef\xbb\xbfthe first words", "the first words"),
    "JSON": (
        json.dumps({"a": 'She said: "no" – and\nleft\u2019s \U0001f600 it'}).encode(),
        'said: "no" – and\nleft\u2019s \U0001f600 it',
    ),
    "JSON with mark-up": (
        rb'{"body": "\u003cp\u003eShe said \"no\" &amp; <i>left</i> it\u003c\/p\u003e"}',
        'She said "no" & left it',
    ),
    "JSON-LD of a page": (
        b'<script type="application/ld+json">{"articleBody":"A long \\u201cday\\u201d ends."}</script>',
        "long “day” ends",
    ),
    "spaces beside blocks": (b"<p>one </p> <p> two </p>three<br> four", "one two three four"),
    "an attribute": (b'<meta name="description" content="A day &amp; a night">', "day & a night"),
    "a part of a tag in a script": (b"<script>a<b</script><p>and so on</p>", "and so on"),
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_words_are_found_and_verified(name: str) -> None:
    body, exact = BODIES[name]
    padded = FILLER + body + FILLER
    for whole in (body, padded) if not body.startswith(b"\xef\xbb\xbf") else (body,):
        passage = made(whole, exact)
        assert state(passage, whole) is PASS
        assert passage["exact"] == exact


@pytest.mark.parametrize("name", BODIES)
def test_every_other_start_and_end_is_noticed(name: str) -> None:
    body, exact = BODIES[name]
    passage = made(body, exact)
    for field in ("start", "end"):
        for other in range(-2, len(body) + 3):
            if other != passage[field]:
                assert state({**passage, field: other}, body) is FAIL


def test_of_several_places_the_one_with_the_same_surroundings() -> None:
    body = b"<p>He said no way to it.</p>" + FILLER + b"<p>She said no way at all.</p>"
    passage = made(body, "no way", prefix="She said ", suffix=" at all")
    assert body[passage["start"] - 9 : passage["end"] + 7] == b"She said no way at all"
    assert passage["start"] > len(FILLER)


def test_the_evidence_text_of_a_page_is_found_in_its_bytes() -> None:
    """Whatever the reader of evidence makes of ordinary mark-up, its lines stand in the bytes."""
    text = read_evidence(PAGE, media_type="text/html").visible
    for line in set(text.split("\n")):
        exact = line.strip("“”.,")
        assert find_words(PAGE, [Wanted(exact)]) != [None]


# -- what is skipped ------------------------------------------------------------------------------


def skipped(body: bytes, exact: str, *, here: bool = True, root: str | None = "") -> str:
    found, left = make_passages(
        trace(evidence(body, exact)),
        source_set(body, root=root),
        lambda _: body if here else None,
    )
    assert not found
    assert [(item.specific, item.source) for item in left] == [(7, 1)]
    return left[0].reason


def test_what_cannot_be_shown_is_skipped_with_its_reason() -> None:
    assert skipped(b"%PDF-1.7 words", "words") == "a PDF's text does not stand in its bytes"
    assert "do not stand in the captured bytes" in skipped(PAGE, "words that are not there")
    assert "is not here" in skipped(PAGE, WORDS, here=False)
    assert "no chunk root" in skipped(PAGE, WORDS, root=None)
    assert "not the one that was signed" in skipped(PAGE, WORDS, root="0" * 64)
    assert "begin and end" in skipped(PAGE, "before 2027,” the mayor said. ")
    far = b"<p>one " + b"<i></i>" * 10_000 + b" two</p>"
    assert "over 64 KiB" in skipped(far, "one two")
    assert "over 20,000 characters" in skipped(b"word " * 5_000, "word " * 4_999 + "word")
    assert "over 4,194,304 bytes" in skipped(b"word " * 850_000, "word")


def test_another_capture_than_the_signed_one_is_skipped() -> None:
    found, left = make_passages(
        trace(evidence(b"another", "another")), source_set(PAGE), lambda _: b"another"
    )
    assert not found
    assert left[0].reason == "the source set has no such capture"


def test_only_quotations_are_shown_and_each_once() -> None:
    one = evidence(PAGE, WORDS)
    assert make_passages(trace(one, kind="number"), source_set(PAGE), lambda _: PAGE) == ([], [])
    found, left = make_passages(trace(one, dict(one)), source_set(PAGE), lambda _: PAGE)
    assert (len(found), left) == (1, [])


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"specifics": None},
        {"specifics": ["quote", {"kind": "quote"}, {"kind": "quote", "evidence": [1, {}]}]},
        trace({"source": True, "sha256": "a", "exact": "b"}),
        trace({"source": 1, "sha256": None, "exact": "b"}),
    ],
)
def test_a_trace_of_another_form_has_no_passages(value: dict[str, Any]) -> None:
    assert make_passages(value, source_set(PAGE), lambda _: PAGE) == ([], [])


def test_limits_of_a_bundle() -> None:
    body = b" ".join(b"word%d" % at for at in range(400))
    many = trace(*(evidence(body, f"word{at}") for at in range(400)))
    found, left = make_passages(many, source_set(body), lambda _: body)
    assert [item["exact"] for item in found] == [f"word{at}" for at in range(MAX_PASSAGES)]
    assert {item.reason for item in left} == {
        "a bundle has at most 200 passages of 262,144 bytes in all"
    }
    assert len(left) == 200
    answers = check_passages(found, source_set(body))
    assert {answer.state for answer in answers} == {PASS}
    assert [answer.state for answer in check_passages([*found, found[0]], source_set(body))] == [
        FAIL
    ]
    wide = {**found[0], "start": 0, "end": MAX_SHOWN + 1}
    assert [answer.state for answer in check_passages([wide], source_set(body))] == [FAIL]


# -- what is noticed ------------------------------------------------------------------------------

PASSAGE = made(PAGE, WORDS)


def flip(text: str, at: int, bit: int) -> str:
    data = bytearray(base64.b64decode(text))
    data[at % len(data)] ^= 1 << bit
    return base64.b64encode(bytes(data)).decode()


def test_a_passage_is_the_bundles_form() -> None:
    assert state(PASSAGE) is PASS
    assert json.loads(json.dumps(PASSAGE)) == PASSAGE
    first = PASSAGE["start"] // CHUNK_BYTES
    assert PASSAGE["first"] == first
    shown = b"".join(base64.b64decode(chunk) for chunk in PASSAGE["chunks"])
    assert shown == PAGE[first * CHUNK_BYTES : (first + len(PASSAGE["chunks"])) * CHUNK_BYTES]
    assert PAGE[PASSAGE["start"] : PASSAGE["end"]].startswith(b"the council will <em>not</em>")


@given(st.sampled_from(["chunks", "path"]), st.integers(0, 5000), st.integers(0, 7), st.data())
def test_every_flipped_bit_of_a_chunk_or_a_hash_is_noticed(
    field: str, at: int, bit: int, data: st.DataObject
) -> None:
    forged = copy.deepcopy(PASSAGE)
    which = data.draw(st.integers(0, len(forged[field]) - 1))
    forged[field][which] = flip(forged[field][which], at, bit)
    assert state(forged) is FAIL


@given(
    st.sampled_from(["start", "end", "first", "size", "source"]),
    st.integers(-(2**60), 2**60) | st.integers(-3, len(PAGE)),
)
def test_every_other_number_is_noticed(field: str, value: int) -> None:
    if value != PASSAGE[field]:
        assert state({**PASSAGE, field: value}) is FAIL


@given(st.integers(0, len(WORDS) - 1), st.characters(codec="utf-8"))
def test_every_other_character_of_the_words_is_noticed(at: int, char: str) -> None:
    changed = WORDS[:at] + char + WORDS[at + 1 :]
    if changed.split() != WORDS.split():
        assert state({**PASSAGE, "exact": changed}) is FAIL
    assert state({**PASSAGE, "exact": WORDS[:at] + WORDS[at + 1 :]}) is FAIL
    assert state({**PASSAGE, "exact": WORDS[:at] + "x" + WORDS[at:]}) is FAIL


@given(st.sampled_from(["sha256", "chunkRoot"]), st.integers(0, 63))
def test_every_other_digest_is_noticed(field: str, at: int) -> None:
    digest = PASSAGE[field]
    other = "0" if digest[at] != "0" else "1"
    assert state({**PASSAGE, field: digest[:at] + other + digest[at + 1 :]}) is FAIL


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(st.sampled_from(sorted(PASSAGE)), JSON)
def test_no_value_of_any_field_raises(field: str, value: Any) -> None:
    if value != PASSAGE[field] or isinstance(value, bool):
        assert state({**PASSAGE, field: value}) is FAIL


@given(JSON)
def test_nothing_raises_whatever_the_passages_are(value: Any) -> None:
    for answers in (
        check_passages(value, source_set(PAGE)),
        check_passages([value], source_set(PAGE)),
        check_passages([{**PASSAGE, "more": value}], None),
    ):
        assert all(answer.state is FAIL for answer in answers)


def test_base64_that_is_not_canonical_is_refused() -> None:
    part = PASSAGE["path"][0]
    assert part.endswith("=")
    last = part[-2]
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    other = part[:-2] + alphabet[alphabet.index(last) + 1] + "="
    assert base64.b64decode(other) == base64.b64decode(part)
    assert state({**PASSAGE, "path": [other, *PASSAGE["path"][1:]]}) is FAIL
    assert state({**PASSAGE, "path": ["\u00fc", *PASSAGE["path"][1:]]}) is FAIL


def test_what_cannot_be_checked_is_not_present() -> None:
    assert check_passages([PASSAGE], None)[0].state is ABSENT
    assert check_passages([PASSAGE], source_set(PAGE, root=None))[0].state is ABSENT
    assert check_passages([], None) == []


def test_the_words_are_those_of_the_signed_trace_where_it_is_given() -> None:
    own = trace(evidence(PAGE, WORDS))
    other = trace(evidence(PAGE, "the mayor said"))
    assert check_passages([PASSAGE], source_set(PAGE), trace=own)[0].state is PASS
    assert check_passages([PASSAGE], source_set(PAGE), trace=other)[0].state is FAIL


def test_a_slice_is_the_words_and_nothing_more() -> None:
    assert is_words(b"will <em>not</em> close", "will not close")
    assert not is_words(b"will <em>not</em> close", "will close")
    assert not is_words(b"<p>will close", "will close")
    assert not is_words(b"will close</p>", "will close")
    assert not is_words(b"will close ", "will close")
    assert not is_words(b"will not close", "will close")
    assert not is_words(b"nowhere", "now here")
    assert not is_words(b"", "")
    assert not is_words(b"caf\xe9", "caf\udce9")


PIECES = st.sampled_from(
    [
        "a", "bc", "é", " ", "  ", "\n", "\t ", "<p>", "</p>", "<b>", "<b x='>'>", "<br/>", "<", ">",
        "<!-- -->", "&amp;", "&", "&#32;", "&nbsp;", "&lt;", "&quot", ";", "\\", "\\n", '\\"', '"',
        "\\u0026", "\\u003cp\\u003e", "\\ud83d\\ude00", "\\ud83d", "u00e9", "amp;", "n", "\u00a0",
    ]
)  # fmt: skip


@settings(max_examples=300)
@given(st.lists(PIECES, min_size=1, max_size=30).map("".join), st.data())
def test_a_slice_reads_as_the_whole_reads_there(body: str, data: st.DataObject) -> None:
    """Why finding and verifying cannot disagree."""
    for read in rawtext._WAYS:
        whole = read(body)
        if not whole.text:
            continue
        start = data.draw(st.integers(0, len(whole.text) - 1))
        end = data.draw(st.integers(start + 1, len(whole.text)))
        words = whole.text[start:end]
        if not unsuited(words):
            low, high = whole.to_origin(start, end)
            # A reference may stand for several characters: its part is no slice.
            if (whole.starts[start - 1] if start else -1) < low and high <= (
                whole.starts[end] if end < len(whole.text) else high
            ):
                assert read(body[low:high]).text == words
                assert is_words(body[low:high].encode(), words)


@given(st.lists(PIECES, min_size=1, max_size=30).map("".join))
def test_no_reading_has_two_spaces_or_loses_its_place(body: str) -> None:
    for read in rawtext._WAYS:
        reading = read(body)
        assert not re.search(r"[\t\n\r\f\v]|  ", reading.text)
        assert len(reading.text) == len(reading.starts) == len(reading.ends)
        assert list(reading.starts) == sorted(reading.starts)
        assert all(low < high for low, high in zip(reading.starts, reading.ends, strict=True))


def test_hostile_slices_cost_little() -> None:
    """Every reading is linear; 64 KiB of what could backtrack takes no time worth noting."""
    for part in (b"<a", b"<!--", b"&a", b"\\u", b"<a \"'", b"\\ud83d", b"&#1", b"\xf0\x9f"):
        data = (part * 40_000)[: 64 * 1024]
        assert not is_words(data, "a" * 20_000)
