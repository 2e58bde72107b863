"""Verification, proved by breaking it: every tampering names the checks that must fail."""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from newsroom_simulator import (
    ARTICLE,
    BODY,
    FOLDER,
    MONTH,
    ORIGIN,
    SLUG,
    TRACE,
    Simulator,
    published,
    ref,
    subject,
)

from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.checks import CHECKS, CheckState, Verification
from copydesk.provenance.context import Context
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.keyring import keyring_path, load_keyring, seal_keyring
from copydesk.provenance.keys import generate_key
from copydesk.provenance.log.tiles import append
from copydesk.provenance.reading import leaf_bytes
from copydesk.provenance.statements import Actor, Concern
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import load_record, verify_article

PROV = f"{FOLDER}/prov"
SHA = sha256_hex(BODY)
CAPTURE = f"captures/sha256/{SHA[:2]}/{SHA}.zst"


def verify(room: Simulator, pin: str | None = None) -> Verification:
    return verify_article(room.files, MONTH, SLUG, trust=Trust(pin=pin or ""))


def failing(result: Verification) -> set[str]:
    return {check.id for check in result.checks if check.state is CheckState.FAIL}


def test_an_honest_record_verifies() -> None:
    room = published()
    result = verify(room, load_keyring(room.files).pin)
    assert result.ok
    assert not failing(result)
    absent = {check.id for check in result.checks if check.state is CheckState.NOT_PRESENT}
    assert absent == {"withdrawal", "witnesses", "timestamp", "site-state", "passages"}
    assert {check.id for check in result.checks} == set(CHECKS)
    assert all(check.reason for check in result.checks)


def test_the_record_is_read_whole() -> None:
    record = load_record(published().files, MONTH, SLUG)
    assert record.publication is not None
    assert record.publication.log_index == 4
    assert [item.log_index for item in record.corrections] == [5, 6]
    assert record.trace == json.loads(TRACE)
    assert record.checkpoint.startswith(ORIGIN)


def test_nothing_passes_because_nothing_is_there() -> None:
    assert not verify_article(MemoryFiles(), MONTH, SLUG).ok
    only_text = MemoryFiles({f"{FOLDER}/article.md": ARTICLE})
    assert not verify_article(only_text, MONTH, SLUG).ok


def test_a_draft_on_its_way_is_not_a_failure_but_no_publication_either() -> None:
    room = Simulator()
    room.capture()
    room.submit()
    result = verify(room)
    assert not failing(result)
    assert not result.ok
    assert result.state("approval") is CheckState.NOT_PRESENT
    assert result.state("publication") is CheckState.NOT_PRESENT


# -- tampering ------------------------------------------------------------------------------------


def edit(room: Simulator, path: str, change: Callable[[bytes], bytes]) -> None:
    room.files.files[path] = change(room.files.files[path])


def flip(path: str, at: int = 10) -> Callable[[Simulator], None]:
    def tamper(room: Simulator) -> None:
        edit(room, path, lambda d: d[:at] + bytes([d[at] ^ 1]) + d[at + 1 :])

    return tamper


def drop(path: str) -> Callable[[Simulator], None]:
    return lambda room: room.files.files.pop(path) and None


def payload(room: Simulator, name: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(
        parse_envelope(room.files.files[f"{PROV}/{name}.dsse.json"]).payload
    )
    return value


def resign(room: Simulator, name: str, value: Any, signer: Any) -> None:
    """Write ``value`` as the statement ``name``, properly signed, without a new log entry."""
    room.files.files[f"{PROV}/{name}.dsse.json"] = seal(canonical_bytes(value), [signer])


def keep_signature(room: Simulator, name: str, value: Any) -> None:
    envelope = json.loads(room.files.files[f"{PROV}/{name}.dsse.json"])
    envelope["payload"] = base64.b64encode(canonical_bytes(value)).decode()
    room.files.files[f"{PROV}/{name}.dsse.json"] = canonical_bytes(envelope)


def change_payload(name: str, field: str, value: Any) -> Callable[[Simulator], None]:
    def tamper(room: Simulator) -> None:
        statement = payload(room, name)
        statement["predicate"][field] = value
        keep_signature(room, name, statement)

    return tamper


def other_statement(room: Simulator) -> None:
    other = published()
    for end in ("dsse.json", "tlog-proof"):
        room.files.files[f"{PROV}/review-1.{end}"] = other.files.files[f"{PROV}/review-1.{end}"]


def swap_capture(room: Simulator) -> None:
    room.files.files[CAPTURE] = zstandard.compress(b"<p>The source says 13.</p>")


def bomb_capture(room: Simulator) -> None:
    room.files.files[CAPTURE] = zstandard.compress(b"\0" * 50_000_000)


def rollback_log(room: Simulator) -> None:
    fresh = Simulator()
    fresh.keys = room.keys
    fresh.files = MemoryFiles({keyring_path(1): room.files.files[keyring_path(1)]})
    fresh.log(None, "keyring", room.files.files[keyring_path(1)])
    for path in [path for path in room.files.files if path.startswith("log/")]:
        del room.files.files[path]
    room.files.files |= {p: d for p, d in fresh.files.files.items() if p.startswith("log/")}


def fork_log(room: Simulator) -> None:
    forked = append(MemoryFiles(), [b"%d" % n for n in range(20)], room.keys["log"], ORIGIN)
    for path in [path for path in room.files.files if path.startswith("log/")]:
        del room.files.files[path]
    room.files.files |= {p: d for p, d in forked.changes.items() if d is not None}


def foreign_checkpoint(room: Simulator) -> None:
    made = append(MemoryFiles(), [b"x"] * 30, room.keys["log"], "other.example/log")
    room.files.files["log/checkpoint"] = made.changes["log/checkpoint"] or b""


def stranger_checkpoint(room: Simulator) -> None:
    made = append(MemoryFiles(), [b"x"] * 30, generate_key(), ORIGIN)
    room.files.files["log/checkpoint"] = made.changes["log/checkpoint"] or b""


def proof_of_another_entry(room: Simulator) -> None:
    room.files.files[f"{PROV}/review-1.tlog-proof"] = room.files.files[
        f"{PROV}/submission.tlog-proof"
    ]


def unknown_signer(room: Simulator) -> None:
    resign(room, "review-1", payload(room, "review-1"), generate_key())


def duplicate_key(room: Simulator) -> None:
    envelope = json.loads(room.files.files[f"{PROV}/review-1.dsse.json"])
    raw = base64.b64decode(envelope["payload"])
    doubled = raw.replace(b'"verdict":"approve"', b'"verdict":"approve","verdict":"approve"')
    room.files.files[f"{PROV}/review-1.dsse.json"] = seal(doubled, [room.keys["editor"]])


def unknown_field(room: Simulator) -> None:
    statement = payload(room, "review-1")
    statement["predicate"]["stars"] = 5
    resign(room, "review-1", statement, room.keys["editor"])


def unknown_kind(room: Simulator) -> None:
    statement = payload(room, "review-1")
    statement["predicateType"] = "urn:copydesk:praise:v1"
    resign(room, "review-1", statement, room.keys["editor"])


def float_in_payload(room: Simulator) -> None:
    raw = parse_envelope(room.files.files[f"{PROV}/review-1.dsse.json"]).payload
    room.files.files[f"{PROV}/review-1.dsse.json"] = seal(
        raw.replace(b'"wordCount":2', b'"wordCount":2.0'), [room.keys["editor"]]
    )


def s_plus_l(room: Simulator) -> None:
    envelope = json.loads(room.files.files[f"{PROV}/review-1.dsse.json"])
    signature = base64.b64decode(envelope["signatures"][0]["sig"])
    order = 2**252 + 27742317777372353535851937790883648493
    s = int.from_bytes(signature[32:], "little") + order
    envelope["signatures"][0]["sig"] = base64.b64encode(
        signature[:32] + s.to_bytes(32, "little")
    ).decode()
    room.files.files[f"{PROV}/review-1.dsse.json"] = canonical_bytes(envelope)


def key_hint(room: Simulator) -> None:
    envelope = json.loads(room.files.files[f"{PROV}/review-1.dsse.json"])
    envelope["signatures"][0]["keyid"] = "0" * 64
    room.files.files[f"{PROV}/review-1.dsse.json"] = canonical_bytes(envelope)


def small_order_keyring(room: Simulator) -> None:
    keyring = json.loads(parse_envelope(room.files.files[keyring_path(1)]).payload)
    identity = base64.b64encode(b"\x01" + b"\0" * 31).decode()
    keyring["predicate"]["keys"][1]["public"] = identity
    room.files.files[keyring_path(1)] = seal(canonical_bytes(keyring), [room.keys["root"]])


def keyring_gap(room: Simulator) -> None:
    room.register("ada", ["editor"])
    room.files.files[keyring_path(3)] = room.files.files.pop(keyring_path(2))


def keyring_by_a_stranger(room: Simulator) -> None:
    last = load_keyring(room.files).newest
    room.files.files[keyring_path(2)] = seal_keyring(
        last.predicate.model_copy(update={"version": 2, "prev": ref(last.sha256)}),
        [generate_key()],
    )


def keyring_drops_a_key(room: Simulator) -> None:
    last = load_keyring(room.files).newest
    smaller = last.predicate.model_copy(
        update={"version": 2, "prev": ref(last.sha256), "keys": last.predicate.keys[:-1]}
    )
    room.files.files[keyring_path(2)] = seal_keyring(smaller, [room.keys["root"]])


def keyring_rewrites_history(room: Simulator) -> None:
    other = Simulator()
    room.files.files[keyring_path(1)] = other.files.files[keyring_path(1)]


def late_submission_is_proved_late(room: Simulator) -> None:
    """The submission is logged again, after everything else, and shows that proof."""
    room.log("submission", "submission", room.files.files[f"{PROV}/submission.dsse.json"])


def stray_statement(room: Simulator) -> None:
    room.files.files[f"{PROV}/review-3.dsse.json"] = room.files.files[f"{PROV}/review-1.dsse.json"]


def unpublish(room: Simulator) -> None:
    """Take the publication away with all that follows: a text that nobody published."""
    for path in [path for path in room.files.files if path.startswith(f"{PROV}/")]:
        if "publication" in path or "correction" in path:
            del room.files.files[path]


def only_submitted(room: Simulator) -> None:
    unpublish(room)
    for end in ("dsse.json", "tlog-proof"):
        del room.files.files[f"{PROV}/review-1.{end}"]


def no_keyring(room: Simulator) -> None:
    for path in [path for path in room.files.files if path.startswith("keys/")]:
        del room.files.files[path]


def keyring_without_threshold(room: Simulator) -> None:
    keyring = json.loads(parse_envelope(room.files.files[keyring_path(1)]).payload)
    keyring["predicate"]["threshold"] = {}
    room.files.files[keyring_path(1)] = seal(canonical_bytes(keyring), [room.keys["root"]])


def stale_keyring(room: Simulator) -> None:
    """The publication was made under version 2, and version 2 is taken away again."""
    room.register("another", ["editor"])
    room.publish()
    del room.files.files[keyring_path(2)]


def two_histories(room: Simulator) -> None:
    """Another log of the same length, properly signed, holds the review; the log is not here."""
    envelope = room.files.files[f"{PROV}/review-1.dsse.json"]
    payload = sha256_hex(parse_envelope(envelope).payload)
    leaf = leaf_bytes("review", payload, sha256_hex(envelope))
    filler = [b"%d" % n for n in range(4)]
    forked = append(MemoryFiles(), [*filler[:3], leaf, filler[3]], room.keys["log"], ORIGIN)
    room.files.files[f"{PROV}/review-1.tlog-proof"] = forked.proofs[3]
    for path in [path for path in room.files.files if path.startswith("log/")]:
        del room.files.files[path]


def sign_with_two_keys(room: Simulator) -> None:
    """The contributor's signature beside the editor's, over the unchanged review."""
    both = [room.keys["editor"], room.keys["contributor"]]
    review = parse_envelope(room.files.files[f"{PROV}/review-1.dsse.json"]).payload
    room.files.files[f"{PROV}/review-1.dsse.json"] = seal(review, both)


def terminal_escape(room: Simulator) -> None:
    envelope = json.loads(room.files.files[f"{PROV}/review-1.dsse.json"])
    envelope["signatures"][0]["keyid"] = "\x1b]0;verifies\x07"
    room.files.files[f"{PROV}/review-1.dsse.json"] = canonical_bytes(envelope)


def swap_statements(room: Simulator) -> None:
    for end in ("dsse.json", "tlog-proof"):
        one, two = f"{PROV}/correction-1.{end}", f"{PROV}/correction-2.{end}"
        files = room.files.files
        files[one], files[two] = files[two], files[one]


def repeat_review(room: Simulator) -> None:
    for end in ("dsse.json", "tlog-proof"):
        room.files.files[f"{PROV}/review-2.{end}"] = room.files.files[f"{PROV}/review-1.{end}"]


TAMPERINGS: dict[str, tuple[Callable[[Simulator], None], set[str]]] = {
    "a byte of the article": (flip(f"{FOLDER}/article.md", 60), {"article"}),
    "the article is gone": (drop(f"{FOLDER}/article.md"), {"article"}),
    "a source URL of the article": (flip(f"{FOLDER}/article.md", 48), {"article", "source-list"}),
    "a byte of the trace": (flip(f"{PROV}/trace.json"), {"trace", "references"}),
    "the trace is gone": (drop(f"{PROV}/trace.json"), {"trace"}),
    "a captured body is replaced": (swap_capture, {"captures"}),
    "a captured body is a bomb": (bomb_capture, {"captures"}),
    "a captured body is damaged": (flip(CAPTURE), {"captures"}),
    "a captured body is cut": (lambda room: edit(room, CAPTURE, lambda d: d[:-3]), {"captures"}),
    "a captured body has something after it": (
        lambda room: edit(room, CAPTURE, lambda d: d + zstandard.compress(b"more")), {"captures"},
    ),
    "a captured body has something hidden after it": (
        lambda room: edit(room, CAPTURE, lambda d: d + b"\x50\x2a\x4d\x18\x01\0\0\0x"), {"captures"},
    ),
    "a captured body is no zstd": (
        lambda room: edit(room, CAPTURE, lambda _: BODY), {"captures"},
    ),
    "everything after the review is gone": (unpublish, set()),
    "everything after the submission is gone": (only_submitted, set()),
    "the publication alone is gone": (
        drop(f"{PROV}/publication.dsse.json"), {"corrections"},
    ),
    "the keyring is gone": (no_keyring, {"keyring-chain"}),
    "a keyring without a threshold": (keyring_without_threshold, {"keyring-chain"}),
    "a stale keyring": (stale_keyring, {"references"}),
    "proofs of two histories": (two_histories, {"consistency"}),
    "a signature more": (sign_with_two_keys, {"four-eyes", "inclusion"}),
    "a terminal's escape code": (terminal_escape, {"form"}),
    "two corrections change places": (swap_statements, {"corrections", "order"}),
    "a review counts twice": (repeat_review, {"order", "references"}),
    "a field of the submission": (
        change_payload("submission", "note", "Added later"), {"signature", "inclusion"},
    ),
    "the verdict of a review": (
        change_payload("review-1", "summary", "Excellent."), {"signature", "inclusion"},
    ),
    "the date of the publication": (
        change_payload("publication", "publishedAt", "2026-11-08T10:00:00Z"), {"signature"},
    ),
    "the text of a correction": (
        change_payload("correction-1", "text", "Nothing."), {"signature", "corrections"},
    ),
    "a source's status": (
        change_payload("source-set", "capturedAt", "2026-11-08T10:00:00Z"), {"signature"},
    ),
    "the review is gone": (drop(f"{PROV}/review-1.dsse.json"), {"approval", "references"}),
    "the submission is gone": (drop(f"{PROV}/submission.dsse.json"), {"four-eyes", "trace"}),
    "the source set is gone": (drop(f"{PROV}/source-set.dsse.json"), {"source-list"}),
    "a correction is gone": (drop(f"{PROV}/correction-1.dsse.json"), {"form"}),
    "a review of another newsroom": (other_statement, {"signer", "inclusion"}),
    "a review by an unknown key": (unknown_signer, {"signer", "inclusion"}),
    "a stray statement": (stray_statement, {"form"}),
    "a duplicate key": (duplicate_key, {"form"}),
    "an unknown field": (unknown_field, {"form"}),
    "an unknown kind": (unknown_kind, {"form"}),
    "a float": (float_in_payload, {"form"}),
    "a signature with S + L": (s_plus_l, {"signature", "inclusion"}),
    "the key hint": (key_hint, {"inclusion"}),
    "a proof is gone": (drop(f"{PROV}/review-1.tlog-proof"), {"inclusion", "order"}),
    "a proof is truncated": (
        lambda room: edit(room, f"{PROV}/review-1.tlog-proof", lambda d: d[:60]), {"inclusion"},
    ),
    "a proof of another entry": (proof_of_another_entry, {"inclusion"}),
    "the log is rolled back": (rollback_log, {"consistency"}),
    "the log is forked": (fork_log, {"consistency"}),
    "a checkpoint of another log": (foreign_checkpoint, {"consistency"}),
    "a checkpoint by a stranger": (stranger_checkpoint, {"consistency"}),
    "a tile is gone": (drop("log/tile/0/000.p/7"), {"consistency"}),
    "a tile is damaged": (flip("log/tile/0/000.p/7"), {"consistency"}),
    "the submission's proof is a late one": (late_submission_is_proved_late, {"order"}),
    "a small-order key in the keyring": (small_order_keyring, {"keyring-chain"}),
    "a keyring version is skipped": (keyring_gap, {"keyring-chain"}),
    "a keyring signed by a stranger": (keyring_by_a_stranger, {"keyring-chain"}),
    "a keyring that drops a key": (keyring_drops_a_key, {"keyring-chain"}),
    "another newsroom's keyring": (keyring_rewrites_history, {"signer", "keyring-pin"}),
}  # fmt: skip


@pytest.mark.parametrize(("tamper", "checks"), TAMPERINGS.values(), ids=TAMPERINGS)
def test_tampering_fails_the_checks_that_it_should(
    tamper: Callable[[Simulator], None], checks: set[str]
) -> None:
    room = published()
    pin = load_keyring(room.files).pin
    tamper(room)
    result = verify(room, pin)
    assert not result.ok
    assert result.as_json()["ok"] is False
    assert all(check.reason.isprintable() for check in result.checks)
    assert checks <= failing(result), [c for c in result.checks if c.state is CheckState.FAIL]


def four_eyes_missing() -> Simulator:
    room = Simulator()
    room.keys["editor"] = room.keys["contributor"]
    room.register("the-both", ["contributor", "editor"])
    room.capture()
    room.submit()
    room.review("contributor")
    room.publish()
    return room


def not_approved() -> Simulator:
    room = Simulator()
    room.capture()
    room.submit()
    room.review(
        verdict="request-changes", concerns=[Concern(id="a", text="No.", resolution="Open.")]
    )
    room.publish()
    return room


def approval_withdrawn() -> Simulator:
    room = Simulator()
    room.capture()
    room.submit()
    room.review()
    room.review(
        number=2, verdict="reject", concerns=[Concern(id="a", text="No.", resolution="Open.")]
    )
    room.publish()
    return room


def reviewed_after_publication() -> Simulator:
    room = Simulator()
    room.capture()
    room.submit()
    room.review()
    review = room.files.files[f"{PROV}/review-1.dsse.json"]
    room.publish()
    room.log("review-1", "review", review)
    return room


def wrong_role() -> Simulator:
    room = Simulator()
    room.capture()
    room.submit()
    room.keys["editor"] = room.keys["publisher"]
    room.review()
    room.publish()
    return room


def names_another_signer() -> Simulator:
    room = Simulator()
    room.keys["second"] = room.register("second", ["editor"])
    room.capture()
    room.submit()
    room.keys["editor"] = room.keys["second"]
    room.review()
    room.publish()
    return room


def key_not_valid_yet() -> Simulator:
    room = Simulator()
    last = load_keyring(room.files).newest
    keys = [
        entry.model_copy(update={"validFrom": 90}) if "editor" in entry.roles else entry
        for entry in last.predicate.keys
    ]
    envelope = seal_keyring(last.predicate.model_copy(update={"keys": keys}), [room.keys["root"]])
    room.files.files[keyring_path(1)] = envelope
    room.capture()
    room.submit()
    room.review()
    room.publish()
    return room


def one_person_two_keys() -> Simulator:
    """Ada may write with one key and review with another, but not her own article."""
    room = Simulator()
    last = load_keyring(room.files).newest
    keys = [
        entry.model_copy(update={"name": "ada"})
        if {"contributor", "editor"} & set(entry.roles)
        else entry
        for entry in last.predicate.keys
    ]
    envelope = seal_keyring(last.predicate.model_copy(update={"keys": keys}), [room.keys["root"]])
    room.files.files[keyring_path(1)] = envelope
    room.capture()
    room.submit(contributor=Actor(id="ada", kind="person"))
    room.review(reviewer=Actor(id="ada", kind="person"))
    room.publish()
    return room


def bot_says_it_is_a_person() -> Simulator:
    room = Simulator()
    room.capture()
    room.submit()
    room.review(reviewer=Actor(id="the-editor", kind="bot", generator="a-model"))
    room.publish()
    return room


def traced_another_text() -> Simulator:
    room = Simulator()
    room.trace = canonical_bytes(
        {"schema": "copydesk.trace/1", "article": {"sha256": sha256_hex(b"another text")}}
    )
    room.capture()
    room.submit()
    room.review()
    room.publish()
    return room


def no_trace_at_all() -> Simulator:
    room = Simulator()
    room.trace = b"{}"
    room.capture()
    room.submit()
    room.review()
    room.publish()
    return room


def another_title() -> Simulator:
    room = Simulator()
    room.capture()
    room.submit()
    room.review()
    honest = room.publication()
    room.publish(article=honest.article.model_copy(update={"title": "Something else"}))
    return room


def published_by_an_editor() -> Simulator:
    room = Simulator()
    room.capture()
    room.submit()
    room.review()
    room.keys["publisher"] = room.keys["editor"]
    room.publish(publisher=Actor(id="the-editor", kind="person"))
    return room


def other_reviews_listed() -> Simulator:
    room = Simulator()
    room.capture()
    room.submit()
    room.review()
    room.publish(reviews=[ref("1" * 64)])
    return room


def another_place() -> Simulator:
    room = published()
    for path in [path for path in room.files.files if path.startswith(FOLDER)]:
        moved = path.replace(MONTH, "2026-10")
        room.files.files[moved] = room.files.files[path]
    return room


def other_subject() -> Simulator:
    room = Simulator()
    room.capture()
    room.submit()
    room.review()
    room.put("publication", room.publication(), "publisher", [subject(b"other text")])
    return room


def broken_correction_chain() -> Simulator:
    room = published()
    room.correct(3, corrects=room.shas["publication"])
    return room


MISDEEDS: dict[str, tuple[Callable[[], Simulator], set[str]]] = {
    "the contributor approves": (four_eyes_missing, {"four-eyes", "signer", "approval"}),
    "published against the review": (not_approved, {"approval"}),
    "published after the approval was taken back": (approval_withdrawn, {"approval"}),
    "reviewed after publication": (reviewed_after_publication, {"order"}),
    "reviewed by a key without the role": (wrong_role, {"signer", "approval"}),
    "a statement names another signer": (names_another_signer, {"signer", "approval"}),
    "a key that does not count yet": (key_not_valid_yet, {"signer"}),
    "one person approves with a second key": (one_person_two_keys, {"four-eyes"}),
    "a kind of actor that the keyring does not know": (
        bot_says_it_is_a_person,
        {"signer", "approval"},
    ),
    "the trace of another text": (traced_another_text, {"trace"}),
    "a trace that is none": (no_trace_at_all, {"trace"}),
    "another title than the article's": (another_title, {"publication"}),
    "published by a key without the role": (published_by_an_editor, {"signer", "publication"}),
    "a publication lists other reviews": (other_reviews_listed, {"references"}),
    "a publication of another text": (other_subject, {"article"}),
    "a correction out of the chain": (broken_correction_chain, {"corrections"}),
}


@pytest.mark.parametrize(("make", "checks"), MISDEEDS.values(), ids=MISDEEDS)
def test_a_newsroom_that_does_wrong_is_refused(
    make: Callable[[], Simulator], checks: set[str]
) -> None:
    result = verify(make())
    assert not result.ok
    assert checks <= failing(result), [c for c in result.checks if c.state is CheckState.FAIL]


def test_a_record_at_another_place_is_refused() -> None:
    result = verify_article(another_place().files, "2026-10", SLUG)
    assert "references" in failing(result)


def test_an_unknown_signer_is_not_called_a_tamperer() -> None:
    room = published()
    unknown_signer(room)
    checks = [c for c in verify(room).checks if c.about == "review-1" and c.id == "signature"]
    assert [check.state for check in checks] == [CheckState.NOT_PRESENT]
    signer = next(c for c in verify(room).checks if c.about == "review-1" and c.id == "signer")
    assert "Signer not recognised" in signer.reason


def test_without_a_keyring_nothing_is_called_tampered() -> None:
    room = published()
    no_keyring(room)
    result = verify(room)
    assert "inclusion" not in failing(result)
    assert "signature" not in failing(result)
    assert result.state("inclusion") is CheckState.NOT_PRESENT
    assert not result.ok


def test_what_is_common_to_all_articles_is_read_once() -> None:
    room = published()
    context = Context(room.files)
    expected = verify_article(room.files, MONTH, SLUG)
    assert verify_article(room.files, MONTH, SLUG, context=context) == expected
    for path in [p for p in room.files.files if p.startswith(("keys/", "log/tile/entries"))]:
        del room.files.files[path]
    assert verify_article(room.files, MONTH, SLUG, context=context) == expected
    assert expected.ok


def test_each_check_is_failed_by_some_tampering() -> None:
    # Aside from those that test_amendments.py, test_keys_in_force.py and test_bundle.py break.
    named = set().union(*(checks for _, checks in (*TAMPERINGS.values(), *MISDEEDS.values())))
    assert set(CHECKS) - named == {
        "keyring-log",
        "withdrawal",
        "witnesses",
        "timestamp",
        "site-state",
        "passages",
    }
    assert len(TAMPERINGS) + len(MISDEEDS) >= 60


def test_a_missing_capture_is_not_called_a_mismatch() -> None:
    room = published()
    del room.files.files[CAPTURE]
    result = verify(room)
    assert result.state("captures") is CheckState.NOT_PRESENT
    assert result.ok


def test_another_pin_fails_and_no_pin_is_not_present() -> None:
    room = published()
    assert failing(verify(room, "0" * 64)) == {"keyring-pin"}
    assert verify(room).state("keyring-pin") is CheckState.NOT_PRESENT


def test_a_later_key_does_not_void_the_archive() -> None:
    room = published()
    room.register("another", ["editor"])
    assert verify(room).ok


HONEST = published()
GUARDED = sorted(
    path
    for path in HONEST.files.files
    if path.startswith((FOLDER, "captures/", "keys/")) or path == "log/checkpoint"
)


@given(st.sampled_from(GUARDED), st.data())
@settings(max_examples=150, deadline=None)
def test_any_flipped_byte_is_noticed(path: str, data: st.DataObject) -> None:
    original = HONEST.files.files[path]
    at = data.draw(st.integers(0, len(original) - 1))
    bit = data.draw(st.integers(0, 7))
    changed = original[:at] + bytes([original[at] ^ (1 << bit)]) + original[at + 1 :]
    files = MemoryFiles({**HONEST.files.files, path: changed})
    result = verify_article(files, MONTH, SLUG, trust=Trust(pin=load_keyring(HONEST.files).pin))
    # One bit of a zstd frame means nothing: the captured body is then still the same.
    assert result.ok is ((path, at, bit) == (CAPTURE, 4, 4)), (path, at, bit)


def test_a_bit_that_zstd_ignores_changes_nothing() -> None:
    original = HONEST.files.files[CAPTURE]
    changed = original[:4] + bytes([original[4] ^ 0x10]) + original[5:]
    assert verify_article(MemoryFiles({**HONEST.files.files, CAPTURE: changed}), MONTH, SLUG).ok
