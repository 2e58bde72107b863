"""A bundle holds what a verifier needs and nothing that it may not hold."""

import base64
import json
from typing import Any

import jsonschema
import pytest
from newsroom_simulator import BODY, FOLDER, MONTH, ORIGIN, SLUG, Simulator, published

from copydesk.errors import CopydeskError, LimitError, StatementError, VerificationError
from copydesk.provenance import bundle as bundles
from copydesk.provenance.bundle import Bundler, bundle_schema, find_bundle, parse_bundle
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.checks import CheckState
from copydesk.provenance.heads import HEAD_PROOF
from copydesk.provenance.keyring import load_keyring
from copydesk.provenance.log.proof import parse_proof
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify_bundle import load_bundle, verify_bundle


def simulated() -> Simulator:
    room = published()
    room.state()
    return room


def made(room: Simulator | None = None, **options: Any) -> bytes:
    return Bundler((room or simulated()).files).bundle(MONTH, SLUG, **options).to_bytes()


def value(data: bytes | None = None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(data or made())
    return found


def test_a_bundle_verifies_alone() -> None:
    room = simulated()
    pin = load_keyring(room.files).pin
    result = verify_bundle(parse_bundle(made(room)), Trust(pin=pin))
    assert result.ok
    absent = {c.id for c in result.checks if c.state is CheckState.NOT_PRESENT}
    assert absent == {"captures", "withdrawal", "witnesses", "timestamp", "passages"}
    assert not verify_bundle(parse_bundle(made(room)), Trust(pin="0" * 64)).ok


def test_every_proof_leads_to_the_one_checkpoint_and_no_tile_is_needed() -> None:
    files = parse_bundle(made()).files.files
    notes = {parse_proof(data).note for path, data in files.items() if path.endswith(".tlog-proof")}
    assert len(notes) == 1
    assert not [path for path in files if "/tile/" in path]
    assert HEAD_PROOF in files


def test_a_bundle_is_of_its_schema_and_reads_back_the_same() -> None:
    data = made()
    jsonschema.validate(value(data), bundle_schema())
    assert parse_bundle(data).to_bytes() == data


def test_captures_are_put_in_only_when_asked() -> None:
    sha = sha256_hex(BODY)
    assert not value()["binary"]
    assert list(value(made(captures=[sha]))["binary"]) == [f"captures/sha256/{sha[:2]}/{sha}.zst"]
    result = verify_bundle(parse_bundle(made(captures=[sha])))
    assert result.state("captures") is CheckState.PASS


def test_a_withdrawn_article_can_be_exported() -> None:
    room = published()
    room.withdraw()
    room.state()
    record = load_bundle(parse_bundle(made(room)))
    assert record.verification.ok
    assert record.withdrawal is not None


def test_what_is_not_logged_cannot_be_exported() -> None:
    room = published()
    del room.files.files[f"{FOLDER}/prov/review-1.tlog-proof"]
    with pytest.raises(VerificationError, match="not in the log"):
        made(room)
    empty = Simulator()
    del empty.files.files["log/checkpoint"]
    with pytest.raises(VerificationError, match="no log"):
        made(empty)


def test_earlier_rounds_and_what_waits_stay_at_home() -> None:
    room = simulated()
    room.files.files[f"{FOLDER}/prov/pending/correction-3.dsse.json"] = b"{}"
    room.files.files[f"{FOLDER}/prov/round-1/submission.dsse.json"] = b"{}"
    assert not [path for path in value(made(room))["files"] if path.count("/") > 4]


def test_a_bundle_without_its_trace_says_so_and_is_no_failure() -> None:
    bundle = parse_bundle(made())
    del bundle.files.files[f"{FOLDER}/prov/trace.json"]
    result = verify_bundle(bundle)
    assert result.ok
    assert result.state("trace") is CheckState.NOT_PRESENT
    bundle.files.files[f"{FOLDER}/prov/trace.json"] = b"{}"
    assert not verify_bundle(bundle).ok


def test_a_page_carries_a_bundle() -> None:
    data = made()
    escaped = data.replace(b"<", b"\\u003c")
    page = b'<!doctype html><script type="application/json" id="provenance">%b</script>' % escaped
    assert parse_bundle(find_bundle(page)).to_bytes() == data
    assert find_bundle(data) == data
    with pytest.raises(StatementError, match="carries no bundle"):
        find_bundle(b"<!doctype html><p>Nothing.")


def changed(**changes: Any) -> bytes:
    return json.dumps({**value(), **changes}).encode()


def with_file(path: str, text: Any = "x") -> bytes:
    return changed(files={**value()["files"], path: text})


HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "deeply nested": b"[" * 100_000,
    "no UTF-8": b"\xff\xfe{}",
    "another schema": changed(schema="copydesk.bundle/2"),
    "another field": changed(more=1),
    "no files": changed(files=None),
    "files as a list": changed(files=[]),
    "a newsroom that is no text": changed(newsroom=7),
    "an article elsewhere": changed(article="articles/../keys"),
    "an article of no month": changed(article="articles/2026-13/a-story"),
    "passages as an object": changed(passages={}),
    "a field twice": made().replace(b'"newsroom"', b'"newsroom": "x", "newsroom"', 1),
    "a path upwards": with_file("articles/../../etc/passwd"),
    "a path from the root": with_file("/etc/passwd"),
    "an empty path": with_file(""),
    "a path of another article": with_file("articles/2026-11/other/article.md"),
    "a path of the configuration": with_file("copydesk.toml"),
    "an endless path": with_file("keys/" + "a/" * 10_000 + "a"),
    "a hidden path": with_file("keys/.git/config"),
    "a text that is none": with_file("keys/2.keyring.dsse.json", 5),
    "a lone surrogate": with_file("keys/2.keyring.dsse.json", "\ud800"),
    "no base64": changed(binary={"log/checkpoints/1.tsr": "?"}),
    "a file twice": changed(binary={"log/checkpoint": base64.b64encode(b"x").decode()}),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_bundle_is_an_error_with_a_message(data: bytes) -> None:
    with pytest.raises(CopydeskError) as caught:
        parse_bundle(data)
    assert caught.value.message
    assert len(caught.value.message) < 400


def test_a_bundle_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "MAX_FILES", 3)
    with pytest.raises(LimitError):
        parse_bundle(made())
    monkeypatch.setattr(bundles, "MAX_BUNDLE_BYTES", 100)
    for read in (parse_bundle, find_bundle):
        with pytest.raises(LimitError):
            read(made())


@pytest.mark.parametrize("path", sorted(value()["files"]))
def test_a_bundle_that_lacks_a_file_never_passes_as_whole(path: str) -> None:
    """Whatever is left out is noticed as missing or as wrong; nothing raises."""
    bundle = parse_bundle(made())
    whole = {c.id: c.state for c in verify_bundle(bundle).checks}
    del bundle.files.files[path]
    result = verify_bundle(bundle)
    now = {c.id: result.state(c.id) for c in result.checks}
    assert not result.ok or now != whole
    assert bundle.newsroom == ORIGIN
