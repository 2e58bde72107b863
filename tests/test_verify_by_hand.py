"""The commands of docs/verify-by-hand.md verify a real bundle, and notice every change to it."""

import json
import os
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from newsroom_simulator import (
    FOLDER,
    MONTH,
    ORIGIN,
    SLUG,
    TIME,
    Simulator,
    published,
    ref,
    subject,
)

from copydesk.provenance.bundle import Bundler, parse_bundle
from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.chunks import chunk_root
from copydesk.provenance.dsse import parse_envelope
from copydesk.provenance.keyring import (
    add_key,
    keyring_path,
    load_keyring,
    make_entry,
)
from copydesk.provenance.keys import generate_key
from copydesk.provenance.log.note import parse_note, sign_note
from copydesk.provenance.log.tiles import CHECKPOINT
from copydesk.provenance.passages import make_passages
from copydesk.provenance.statement import parse_statement
from copydesk.provenance.statements import (
    Actor,
    CaptureEntry,
    Concern,
    Revocation,
    SourceEntry,
    SourceSetPredicate,
)
from copydesk.provenance.verify_bundle import verify_bundle

BY_HAND = Path(__file__).resolve().parents[1] / "docs" / "verify-by-hand.md"
SCRIPT = "\n".join(
    re.findall(r"^```sh\n(.*?)^```$", BY_HAND.read_text("utf-8"), re.DOTALL | re.MULTILINE)
)


def _missing() -> str:
    tools = ("sh", "openssl", "jq", "xxd", "base64", "sha256sum")
    absent = [tool for tool in tools if shutil.which(tool) is None]
    if absent:
        return f"not installed: {', '.join(absent)}"
    openssl = shutil.which("openssl") or ""
    done = subprocess.run([openssl, "version"], capture_output=True, text=True, check=True)  # noqa: S603
    number = re.match(r"OpenSSL (\d+)", done.stdout)
    return "" if number and int(number[1]) >= 3 else f"not OpenSSL 3 or newer: {done.stdout}"


PROV = f"{FOLDER}/prov"
LINE = b"<p>A line of the page that says nothing of the matter, in some words.</p>\n"
QUOTE = "we will not close the “northern” office"
LONG_QUOTE = (
    "A first sentence. "
    + "A line of the page that says nothing of the matter, in some words. " * 40
    + "The last"
)
PAGE = (
    LINE * 31
    + "<p>So <b>we will not</b> close the &ldquo;northern” office.</p>\n".encode()
    + LINE * 100
    + b"<p>A first sentence.</p>"
    + LINE * 40
    + b"<p>The last.</p>"
    + LINE * 9
)
PAGE_SHA = sha256_hex(PAGE)

pytestmark = pytest.mark.skipif(bool(_missing()), reason=_missing() or "every tool is there")


def bundle_of(room: Simulator) -> dict[str, Any]:
    """The article's bundle as `copydesk export` makes it, with the passages of its quotations."""
    source_set = parse_statement(
        parse_envelope(room.files.files[f"{PROV}/source-set.dsse.json"]).payload
    ).predicate
    assert isinstance(source_set, SourceSetPredicate)
    passages, skipped = make_passages(json.loads(room.trace), source_set, {PAGE_SHA: PAGE}.get)
    assert not skipped
    made = Bundler(room.files).bundle(MONTH, SLUG, passages=passages)
    value = json.loads(made.to_bytes())
    assert isinstance(value, dict)
    return value


def by_hand(
    bundle: dict[str, Any] | str, pin: str, folder: Path
) -> subprocess.CompletedProcess[str]:
    path = folder / "story.copydesk.json"
    text = (
        bundle
        if isinstance(bundle, str)
        else json.dumps(bundle, sort_keys=True, ensure_ascii=False)
    )
    path.write_text(text, "utf-8")
    return subprocess.run(  # noqa: S603 - the commands of our own page
        [shutil.which("sh") or "sh", "-c", SCRIPT],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "TMPDIR": str(folder), "BUNDLE": str(path), "PIN": pin},
    )


def capture_page(room: Simulator) -> None:
    """A source set whose one capture is the page, and the trace of two quotations from it."""
    url = "https://one.example/a"
    entry = CaptureEntry(
        role="page", outcome="stored", retrievedAt=TIME, client="test", status=200, size=len(PAGE),
        sha256=PAGE_SHA, chunkRoot=chunk_root(PAGE), quality="ok",
    )  # fmt: skip
    predicate = SourceSetPredicate(
        collector=Actor(id="the-collector", kind="person"),
        capturedAt=TIME,
        sources=[SourceEntry(id=1, url=url, captures=[entry])],
    )
    subjects = [subject(canonical_bytes([url]), "sources"), subject(PAGE, url)]
    room.put("source-set", predicate, "collector", subjects)
    evidence = [{"source": 1, "sha256": PAGE_SHA, "exact": exact} for exact in (QUOTE, LONG_QUOTE)]
    trace = json.loads(room.trace)
    room.trace = canonical_bytes(
        {**trace, "specifics": [{"id": 1, "kind": "quote", "evidence": evidence}]}
    )


def newsroom() -> Simulator:
    """An article with two reviews, of odd characters, and two corrections, in a newsroom whose
    keyring has two versions."""
    room = Simulator()
    capture_page(room)
    room.submit()
    concern = Concern(id="1", text="Why?", resolution="Open.")
    room.review(
        verdict="request-changes", concerns=[concern], summary="No\u2028 \x7f\x1f\x00 “é” 😀"
    )
    room.review(number=2, summary='Yes: \n\t\b\f\r \\ / "<&>" \ue000\uffff')
    room.publish()
    room.correct(1)
    room.register("a-second-editor", ["editor"])
    room.correct(2)
    room.state()
    return room


@pytest.fixture(scope="module")
def room() -> Simulator:
    return newsroom()


@pytest.fixture(scope="module")
def bundle(room: Simulator) -> dict[str, Any]:
    return bundle_of(room)


@pytest.fixture(scope="module")
def pin(room: Simulator) -> str:
    return load_keyring(room.files).pin


def test_a_real_bundle_verifies(bundle: dict[str, Any], pin: str, tmp_path: Path) -> None:
    done = by_hand(bundle, pin, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("Everything that this page checks holds.\n")
    assert done.stderr == ""
    assert re.findall(r"^== (\d+),", done.stdout, re.MULTILINE) == [str(n) for n in range(1, 12)]
    assert done.stdout.count("shows, and the trace has") == 2


# -- one changed byte -----------------------------------------------------------------------------

# Which step notices a change to the file.
CHANGED = {
    f"{FOLDER}/article.md": "5, the article",
    f"{PROV}/trace.json": "6, the references",
    f"{PROV}/review-1.dsse.json": "4, the signatures",
    f"{PROV}/correction-2.dsse.json": "4, the signatures",
    "keys/2.keyring.dsse.json": "3, the keyring",
    "keys/2.keyring.tlog-proof": "7, the log",
    f"{PROV}/publication.tlog-proof": "7, the log",
    "log/checkpoint": "7, the log",
}


def changed(bundle: dict[str, Any], path: str) -> dict[str, Any]:
    """The bundle with one byte of the file exchanged, another one in each run."""
    text = bundle["files"][path]
    places = [at for at, char in enumerate(text) if " " < char < "\x7f"]
    at = random.choice(places)  # noqa: S311 - pytest-randomly says and repeats the seed
    other = chr(ord(text[at]) ^ 1)
    return {**bundle, "files": {**bundle["files"], path: text[:at] + other + text[at + 1 :]}}


def refused(bundle: dict[str, Any] | str, pin: str, folder: Path) -> str:
    """The step that fails."""
    done = by_hand(bundle, pin, folder)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Everything" not in done.stdout
    return done.stderr.splitlines()[-1].removeprefix("FAILED in step ")


# Every second one: each starts some forty programs, and test_mutations.py breaks every byte.
@pytest.mark.parametrize("path", list(CHANGED)[::2])
def test_one_changed_byte_is_noticed(
    path: str, bundle: dict[str, Any], pin: str, tmp_path: Path
) -> None:
    assert refused(changed(bundle, path), pin, tmp_path) == CHANGED[path]


# -- what is properly signed and yet wrong --------------------------------------------------------


def _self_approved() -> Simulator:
    room = Simulator()
    room.keys["both"] = room.register("the-both", ["contributor", "editor"])
    room.capture()
    room.submit("both")
    room.review("both")
    room.publish()
    return room


def _wrong_role() -> Simulator:
    room = Simulator()
    room.capture()
    room.submit()
    room.review("contributor")
    room.publish()
    return room


def _another_name() -> Simulator:
    room = Simulator()
    room.capture()
    room.submit(contributor=Actor(id="somebody-else", kind="person"))
    room.review()
    room.publish()
    return room


def _rejected() -> Simulator:
    room = Simulator()
    room.capture()
    room.submit()
    room.review()
    concern = Concern(id="1", text="No.", resolution="None.")
    room.review(number=2, verdict="reject", concerns=[concern])
    room.publish()
    return room


def _late_review() -> Simulator:
    room = published()
    room.review()
    room.put("publication", room.publication(), "publisher", logged=False)
    path = f"{PROV}/publication.dsse.json"
    room.log("publication", "publication", room.files.files[path])
    room.review()
    return room


def _another_trace() -> Simulator:
    room = Simulator()
    room.capture()
    room.submit()
    room.review(trace=ref("0" * 64))
    room.publish()
    return room


def _another_correction() -> Simulator:
    room = published()
    room.correct(3, corrects=room.shas["correction-1"])
    return room


def _left_out() -> Simulator:
    room = published()
    for ending in ("dsse.json", "tlog-proof"):
        del room.files.files[f"{PROV}/correction-1.{ending}"]
    return room


def _back_dated_key() -> Simulator:
    room = published()
    key = generate_key()
    last = load_keyring(room.files).newest
    predicate = add_key(last, make_entry("an-old-editor", "person", ["editor"], key.public, 1))
    room.change_keyring(predicate)
    return room


def _dropped_key() -> Simulator:
    room = published()
    last = load_keyring(room.files).newest
    key = generate_key()
    predicate = add_key(last, make_entry("another", "person", ["editor"], key.public, 90))
    predicate = predicate.model_copy(update={"keys": [*predicate.keys[:-2], predicate.keys[-1]]})
    room.change_keyring(predicate)
    return room


def _stolen_keyring() -> Simulator:
    room = published()
    last = load_keyring(room.files).newest
    thief = generate_key()
    predicate = add_key(last, make_entry("thief", "person", ["root"], thief.public, 90))
    room.change_keyring(predicate, [thief])
    return room


def _another_log_key() -> Simulator:
    room = published()
    note = parse_note(room.files.files[CHECKPOINT])
    room.files.files[CHECKPOINT] = sign_note(note.text, ORIGIN, room.keys["editor"]).encode()
    return room


def _revoked_editor() -> Simulator:
    room = published()
    last = load_keyring(room.files).newest
    keys = [
        entry.model_copy(
            update={"revoked": Revocation(logIndex=0, reason="stolen", retroactive=True)}
        )
        if entry.name == "the-editor"
        else entry
        for entry in last.predicate.keys
    ]
    predicate = last.predicate.model_copy(
        update={"version": 2, "prev": ref(last.sha256), "keys": keys}
    )
    room.change_keyring(predicate)
    return room


WRONG = {
    _self_approved: "9, who signed",
    _wrong_role: "9, who signed",
    _another_name: "9, who signed",
    _rejected: "9, who signed",
    _revoked_editor: "9, who signed",
    _late_review: "8, the order of the steps",
    _another_trace: "6, the references",
    _another_correction: "10, the corrections",
    _left_out: "10, the corrections",
    _back_dated_key: "7, the log",
    _another_log_key: "7, the log",
    _dropped_key: "3, the keyring",
    _stolen_keyring: "3, the keyring",
}


@pytest.mark.parametrize("make", list(WRONG)[::2], ids=lambda make: make.__name__.strip("_"))
def test_what_is_signed_and_yet_wrong_is_noticed(
    make: Callable[[], Simulator], tmp_path: Path
) -> None:
    room = make()
    pin = parse_statement(parse_envelope(room.files.files[keyring_path(1)]).payload).sha256
    bundle = bundle_of(room)
    assert not verify_bundle(parse_bundle(json.dumps(bundle).encode())).ok
    assert refused(bundle, pin, tmp_path) == WRONG[make]


def test_a_statement_without_a_log_proof_is_noticed(
    bundle: dict[str, Any], pin: str, tmp_path: Path
) -> None:
    name = f"{PROV}/correction-2.tlog-proof"
    files = {path: text for path, text in bundle["files"].items() if path != name}
    assert refused({**bundle, "files": files}, pin, tmp_path) == "7, the log"


@pytest.mark.parametrize("field", ["chunks", "start"])
def test_another_passage_is_noticed(
    field: str, bundle: dict[str, Any], pin: str, tmp_path: Path
) -> None:
    """``start`` and ``end`` within a chunk are for the reader's eyes."""
    forged = json.loads(json.dumps(bundle))
    passage = forged["passages"][1]
    value = passage[field]
    if isinstance(value, int):
        passage[field] = value - 1024
    elif isinstance(value, str):
        passage[field] = ("b" if value[0] == "a" else "a") + value[1:]
    else:
        value[0] = ("A" if value[0][0] == "B" else "B") + value[0][1:]
    assert refused(forged, pin, tmp_path) == "11, the quotations"


def test_another_pin_is_noticed(bundle: dict[str, Any], tmp_path: Path) -> None:
    assert refused(bundle, "0" * 64, tmp_path) == "3, the keyring"


@pytest.mark.parametrize("name", ["../x", "/x", "a/../x", "a\nb"])
def test_no_file_lands_outside(name: str, bundle: dict[str, Any], pin: str, tmp_path: Path) -> None:
    forged = {**bundle, "files": {**bundle["files"], name: "x"}}
    assert refused(forged, pin, tmp_path) == "1, the bundle"


@pytest.mark.parametrize("name", ["..", "articles/2026-11/../..", "articles/2026-11/a\nb"])
def test_no_article_is_looked_for_outside(
    name: str, bundle: dict[str, Any], pin: str, tmp_path: Path
) -> None:
    assert refused({**bundle, "article": name}, pin, tmp_path) == "1, the bundle"


def test_a_statement_of_no_step_is_noticed(
    bundle: dict[str, Any], pin: str, tmp_path: Path
) -> None:
    files = dict(bundle["files"])
    files[f"{PROV}/Review-3.dsse.json"] = files[f"{PROV}/review-2.dsse.json"]
    assert refused({**bundle, "files": files}, pin, tmp_path) == "4, the signatures"


def test_what_is_no_bundle_is_refused(pin: str, tmp_path: Path) -> None:
    for text in ("", "no", "{}", '{"schema": "copydesk.bundle/2"}'):
        done = by_hand(text, pin, tmp_path)
        assert done.returncode != 0
        assert "FAILED in step 1, the bundle" in done.stderr
