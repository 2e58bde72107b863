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
from newsroom_simulator import FOLDER, MONTH, ORIGIN, SLUG, Simulator, published, ref

from copydesk.provenance.dsse import parse_envelope
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.keyring import (
    add_key,
    keyring_path,
    keyring_proof_path,
    load_keyring,
    make_entry,
    seal_keyring,
)
from copydesk.provenance.keys import generate_key
from copydesk.provenance.log.merkle import inclusion_proof
from copydesk.provenance.log.note import parse_checkpoint, parse_note, sign_note
from copydesk.provenance.log.proof import format_proof, parse_proof
from copydesk.provenance.log.tiles import CHECKPOINT, TileNodes
from copydesk.provenance.statement import parse_statement
from copydesk.provenance.statements import Actor, Concern, Revocation
from copydesk.provenance.verify import verify_article

PAGE = Path(__file__).resolve().parents[1] / "docs" / "verify-by-hand.md"
SCRIPT = "\n".join(
    re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
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


pytestmark = pytest.mark.skipif(bool(_missing()), reason=_missing() or "every tool is there")


def bundle_of(files: MemoryFiles) -> dict[str, Any]:
    """The newsroom as a bundle: every proof re-made against the newest checkpoint."""
    note = files.files[CHECKPOINT]
    size = parse_checkpoint(parse_note(note)).size
    texts = {}
    for path, data in files.files.items():
        if path.startswith(("log/tile", "captures/")):
            continue
        kept = data
        if path.endswith(".tlog-proof"):
            index = parse_proof(data).index
            kept = format_proof(
                index, inclusion_proof(TileNodes(files, size), index, size), note.decode()
            )
        texts[path] = kept.decode()
    return {"schema": "copydesk.bundle/1", "newsroom": ORIGIN, "article": FOLDER, "files": texts}


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


def newsroom() -> Simulator:
    """An article with two reviews, of odd characters, and two corrections, in a newsroom whose
    keyring has two versions."""
    room = Simulator()
    room.capture()
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
    return room


@pytest.fixture(scope="module")
def room() -> Simulator:
    return newsroom()


@pytest.fixture(scope="module")
def bundle(room: Simulator) -> dict[str, Any]:
    return bundle_of(room.files)


@pytest.fixture(scope="module")
def pin(room: Simulator) -> str:
    return load_keyring(room.files).pin


def test_a_real_bundle_verifies(bundle: dict[str, Any], pin: str, tmp_path: Path) -> None:
    done = by_hand(bundle, pin, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("Everything that this page checks holds.\n")
    assert done.stderr == ""
    assert re.findall(r"^== (\d+),", done.stdout, re.MULTILINE) == [str(n) for n in range(1, 11)]


# -- one changed byte -----------------------------------------------------------------------------

PROV = f"{FOLDER}/prov"
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


@pytest.mark.parametrize("path", CHANGED)
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


def _not_logged() -> Simulator:
    room = published()
    del room.files.files[f"{PROV}/correction-2.tlog-proof"]
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
    envelope = seal_keyring(predicate, [room.keys["root"]])
    room.files.files[keyring_path(2)] = envelope
    room.log(keyring_proof_path(2), "keyring", envelope)
    return room


def _dropped_key() -> Simulator:
    room = published()
    last = load_keyring(room.files).newest
    key = generate_key()
    predicate = add_key(last, make_entry("another", "person", ["editor"], key.public, 90))
    predicate = predicate.model_copy(update={"keys": [*predicate.keys[:-2], predicate.keys[-1]]})
    room.files.files[keyring_path(2)] = seal_keyring(predicate, [room.keys["root"]])
    return room


def _stolen_keyring() -> Simulator:
    room = published()
    last = load_keyring(room.files).newest
    thief = generate_key()
    predicate = add_key(last, make_entry("thief", "person", ["root"], thief.public, 90))
    room.files.files[keyring_path(2)] = seal_keyring(predicate, [thief])
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
    envelope = seal_keyring(predicate, [room.keys["root"]])
    room.files.files[keyring_path(2)] = envelope
    room.log(keyring_proof_path(2), "keyring", envelope)
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
    _not_logged: "7, the log",
    _back_dated_key: "7, the log",
    _another_log_key: "7, the log",
    _dropped_key: "3, the keyring",
    _stolen_keyring: "3, the keyring",
}


@pytest.mark.parametrize("make", WRONG, ids=lambda make: make.__name__.strip("_"))
def test_what_is_signed_and_yet_wrong_is_noticed(
    make: Callable[[], Simulator], tmp_path: Path
) -> None:
    room = make()
    pin = parse_statement(parse_envelope(room.files.files[keyring_path(1)]).payload).sha256
    assert not verify_article(room.files, MONTH, SLUG).ok
    assert refused(bundle_of(room.files), pin, tmp_path) == WRONG[make]


def test_another_pin_is_noticed(bundle: dict[str, Any], tmp_path: Path) -> None:
    assert refused(bundle, "0" * 64, tmp_path) == "3, the keyring"


@pytest.mark.parametrize("name", ["../x", "/x", "a/../x", ".x", "a//x", "-x", "a\nb", "a b", 'a"b'])
def test_no_file_lands_outside(name: str, bundle: dict[str, Any], pin: str, tmp_path: Path) -> None:
    forged = {**bundle, "files": {**bundle["files"], name: "x"}}
    assert refused(forged, pin, tmp_path) == "1, the bundle"


def test_what_is_no_bundle_is_refused(pin: str, tmp_path: Path) -> None:
    for text in ("", "no", "{}", '{"schema": "copydesk.bundle/2"}'):
        done = by_hand(text, pin, tmp_path)
        assert done.returncode != 0
        assert "FAILED in step 1, the bundle" in done.stderr
