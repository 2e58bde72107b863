"""The verifier in the pages, run under Node: its answers are those of ``copydesk verify``."""

from __future__ import annotations

import base64
import importlib.util
import json
import posixpath
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

import pytest
from bundles import bundle_of
from newsroom_simulator import FOLDER, MONTH, ORIGIN, SLUG, Simulator, published

from copydesk.article import read_article
from copydesk.config import Config
from copydesk.errors import CopydeskError, NewsroomError
from copydesk.press import render_site
from copydesk.press.templating import CONTENT_SECURITY_POLICY
from copydesk.press.view_verifier import inline_bundle, script, verifier_policy, verifier_view
from copydesk.provenance.bundle import Bundle, Bundler, parse_bundle
from copydesk.provenance.checks import CHECKS
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.keyring import load_keyring
from copydesk.provenance.keyring_changes import revoke_key, set_threshold
from copydesk.provenance.log.cosignature import add_lines, cosign
from copydesk.provenance.log.note import parse_note
from copydesk.provenance.log.tiles import CHECKPOINT
from copydesk.provenance.statements import PREDICATES, Actor
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import verify_article

NODE = shutil.which("node")
TESTS = Path(__file__).parents[1]
SCRIPT = TESTS.parent / "src/copydesk/press/static/verify.js"
needs_node = pytest.mark.skipif(NODE is None, reason="no Node is installed")

# What a browser leaves to ``copydesk verify``.
ELSEWHERE = {"captures", "timestamp", "passages"}

RUN = """
const verifier = require(process.argv[1]);
const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk)).on("end", async () => {
  const answers = [];
  for (const [bundle, pin] of JSON.parse(Buffer.concat(chunks).toString("utf8"))) {
    try {
      const result = await verifier.verifyBundle(JSON.parse(bundle), pin);
      answers.push({ checks: result.checks, headline: verifier.headline(result) });
    } catch (error) { answers.push({ error: error.constructor.name, message: error.message }); }
  }
  const ids = Object.keys(verifier.CHECKS);
  const shapes = JSON.stringify(verifier.SHAPES, (_, v) => typeof v === "function" ? "value" : v);
  const titles = verifier.TITLES;
  console.log(JSON.stringify({ answers, ids, titles, shapes: JSON.parse(shapes) }));
});
"""

Answers = set[tuple[str, str, str]]


def ask_node(bundles: Sequence[tuple[bytes, str]]) -> dict[str, Any]:
    """What the script says of each bundle with the pin that the reader gives."""
    asked = json.dumps([(bundle.decode(), pin) for bundle, pin in bundles])
    done = subprocess.run(  # noqa: S603 - our own script on our own bundles
        [str(NODE), "-e", RUN, str(SCRIPT)],
        input=asked,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def of_script(answer: dict[str, Any]) -> Answers:
    assert "checks" in answer, answer
    return {(c["id"], c["about"], c["state"]) for c in answer["checks"]}


def of_python(bundle: Bundle, pin: str = "") -> Answers:
    result = verify_article(bundle.files, bundle.month, bundle.slug, trust=Trust(pin=pin))
    return {(c.id, c.about, c.state.value) for c in result.checks}


def differences(answer: dict[str, Any], bundle: Bundle, pin: str = "") -> Answers:
    """What the two say differently, where a browser can say anything."""
    unlike = of_script(answer) ^ of_python(bundle, pin)
    return {each for each in unlike if each[0] not in ELSEWHERE}


def failed(answer: dict[str, Any]) -> set[str]:
    return {name for name, _, state in of_script(answer) if state == "fail"}


def whole() -> Simulator:
    room = published()
    room.state()
    return room


def bundled(room: Simulator) -> Bundle:
    return bundle_of(room.files.files, FOLDER, ORIGIN)


@needs_node
def test_an_honest_record_gets_the_same_answers() -> None:
    bundle = bundled(whole())
    said = ask_node([(bundle.to_bytes(), "")])
    answer = said["answers"][0]
    assert differences(answer, bundle) == set()
    assert said["ids"] == [name for name in CHECKS if name != "signer"]
    titles = {name: kind.title for name, kind in CHECKS.items()}
    assert said["titles"] == {"shown": "Words on this page", **titles}
    assert list(dict.fromkeys(c["id"] for c in answer["checks"])) == list(CHECKS)
    assert all(check["reason"] for check in answer["checks"])
    state, words = answer["headline"]
    assert state == "pass"
    assert words.startswith("Checked in this browser: 17 checks hold, none failed")


def verify_cases() -> ModuleType:
    """The tamperings that the tests of ``copydesk verify`` know."""
    path = TESTS / "provenance/test_verify.py"
    spec = importlib.util.spec_from_file_location("verify_cases", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@needs_node
def test_tampering_and_misdeeds_get_the_same_answers() -> None:
    cases = verify_cases()
    asked: list[tuple[str, Bundle, str]] = []
    for name, (tamper, _) in cases.TAMPERINGS.items():
        room = whole()
        pin = load_keyring(room.files).pin
        tamper(room)
        try:
            asked.append((name, bundled(room), pin))
        except (CopydeskError, KeyError, IndexError):
            continue  # of a broken log no bundle can be made
    for name, (make, _) in cases.MISDEEDS.items():
        asked.append((name, bundled(make()), ""))
    assert len(asked) > 65
    said = ask_node([(bundle.to_bytes(), pin) for _, bundle, pin in asked])["answers"]
    unlike = {
        name: differences(answer, bundle, pin)
        for (name, bundle, pin), answer in zip(asked, said, strict=True)
    }
    # Pages leave the trace out to stay light: its absence is no failure there.
    missing = unlike.pop("the trace is gone")
    assert {name for name, _, _ in missing} == {"trace", "references"}
    assert {name: found for name, found in unlike.items() if found} == {}
    whole_ones = {"a tile is gone", "a tile is damaged"}
    harmless = {"a captured body", "the log is forked"}
    for (name, _, _), answer in zip(asked, said, strict=True):
        if name not in whole_ones | {"the trace is gone"} and not name.startswith(tuple(harmless)):
            assert answer["headline"][0] != "pass", name


def with_a_publisher_threshold() -> Simulator:
    room = Simulator()
    room.register("the-second", ["publisher"])
    room.change_keyring(set_threshold(load_keyring(room.files).newest, "publisher", 2))
    return steps(room)


def with_an_editor_threshold(*, second: bool) -> Simulator:
    room = Simulator()
    key = room.register("the-second", ["editor"])
    room.change_keyring(set_threshold(load_keyring(room.files).newest, "editor", 2))
    room.capture()
    room.submit()
    room.review()
    if second:
        room.keys["second"] = key
        room.review("second", number=2)
    room.publish()
    return room


def steps(room: Simulator) -> Simulator:
    room.capture()
    room.submit()
    room.review()
    room.publish()
    return room


def with_a_revoked_editor(*, retroactive: bool) -> Simulator:
    room = whole()
    last = load_keyring(room.files).newest
    room.change_keyring(
        revoke_key(last, "the-editor", "Lost.", index=room.size(), retroactive=retroactive)
    )
    return room


def with_a_dropped_keyring_version() -> Simulator:
    room = whole()
    room.register("another", ["editor"])
    room.register("third", ["editor"])
    for end in ("dsse.json", "tlog-proof"):
        del room.files.files[f"keys/2.keyring.{end}"]
    return room


def withdrawn() -> Simulator:
    room = published()
    room.withdraw()
    room.state()
    return room


def with_a_withheld_correction() -> Simulator:
    room = whole()
    for end in ("dsse.json", "tlog-proof"):
        del room.files.files[f"{FOLDER}/prov/correction-2.{end}"]
    return room


def corrected_after_the_state() -> Simulator:
    room = whole()
    room.correct(3)
    return room


def corrected_by_one_person() -> Simulator:
    room = steps(Simulator())
    room.correct(1, signers=["publisher"])
    return room


def corrected_by_the_contributor() -> Simulator:
    room = Simulator()
    room.keys["both"] = room.register("the-both", ["contributor", "editor"])
    room.capture()
    room.submit("both")
    room.review()
    room.publish()
    room.correct(1, signers=["publisher", "both"], reviewer=Actor(id="the-both", kind="person"))
    return room


def witnessed(room: Simulator, wanted: int, *, spoilt: bool = False) -> Simulator:
    """Two witnesses are registered; one of them has countersigned."""
    keys = [room.register(f"w{number}.example", ["witness"]) for number in (1, 2)]
    room.change_keyring(set_threshold(load_keyring(room.files).newest, "witness", wanted))
    note = room.files.files[CHECKPOINT].decode()
    line = cosign(parse_note(note.encode()).text, "w1.example", keys[0], 1_794_000_000)
    if spoilt:
        body = base64.b64decode(line.rsplit(" ", 1)[1])
        body = body[:-1] + bytes([body[-1] ^ 1])
        line = line.rsplit(" ", 1)[0] + " " + base64.b64encode(body).decode()
    room.files.files[CHECKPOINT] = add_lines(note, [line]).encode()
    return room


ROOMS: dict[str, tuple[Callable[[], Simulator], set[str]]] = {
    "two publishers are asked for": (with_a_publisher_threshold, {"publication", "signer"}),
    "two editors are asked for": (lambda: with_an_editor_threshold(second=False), {"approval"}),
    "two editors approve": (lambda: with_an_editor_threshold(second=True), set()),
    "a key revoked later": (lambda: with_a_revoked_editor(retroactive=False), set()),
    "a key that was stolen": (lambda: with_a_revoked_editor(retroactive=True), {"approval"}),
    "a keyring version is gone": (with_a_dropped_keyring_version, {"keyring-chain"}),
    "withdrawn": (withdrawn, set()),
    "a correction is withheld": (with_a_withheld_correction, {"site-state"}),
    "newer than the state": (corrected_after_the_state, set()),
    "corrected by one": (corrected_by_one_person, {"four-eyes", "signer"}),
    "corrected by the contributor": (corrected_by_the_contributor, {"four-eyes"}),
    "a witness": (lambda: witnessed(whole(), 1), set()),
    "one witness of two": (lambda: witnessed(whole(), 2), set()),
    "a witness's line is changed": (lambda: witnessed(whole(), 1, spoilt=True), set()),
}


@needs_node
def test_thresholds_revocations_withdrawals_and_witnesses_get_the_same_answers() -> None:
    asked = [(name, bundled(make()), wanted) for name, (make, wanted) in ROOMS.items()]
    said = ask_node([(bundle.to_bytes(), "") for _, bundle, _ in asked])["answers"]
    for (name, bundle, wanted), answer in zip(asked, said, strict=True):
        assert differences(answer, bundle) == set(), name
        assert wanted <= failed(answer), name
        assert bool(failed(answer)) == bool(wanted), (name, failed(answer))
    states = {name: dict(of_id(answer)) for (name, _, _), answer in zip(asked, said, strict=True)}
    assert states["a witness"]["witnesses"] == "pass"
    assert states["one witness of two"]["witnesses"] == "not-present"
    assert states["a witness's line is changed"]["witnesses"] == "not-present"
    assert states["withdrawn"]["withdrawal"] == "pass"
    assert states["newer than the state"]["site-state"] == "not-present"


def of_id(answer: dict[str, Any]) -> set[tuple[str, str]]:
    return {(name, state) for name, _, state in of_script(answer)}


@needs_node
def test_any_flipped_character_gets_the_same_answers() -> None:
    honest = bundled(witnessed(whole(), 1))
    changed: list[tuple[str, Bundle]] = []
    for path, data in honest.files.files.items():
        for part in range(1, 8):
            files = dict(honest.files.files)
            at = len(data) * part // 8
            files[path] = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
            changed.append((path, Bundle(ORIGIN, FOLDER, MemoryFiles(files))))
    said = ask_node([(bundle.to_bytes(), "") for _, bundle in changed])["answers"]
    assert len(said) > 150
    alike = 0
    for (path, bundle), answer in zip(changed, said, strict=True):
        # The script does not know every field's values, nor how broken YAML reads; whatever was
        # changed there fails all the same, under the name of its signature or digest.
        alike += not differences(answer, bundle)
        assert bool(failed(answer)) == any(s == "fail" for _, _, s in of_python(bundle)), path
    assert alike > 0.95 * len(said)


@needs_node
def test_a_pin_is_compared() -> None:
    room = whole()
    bundle, pin = bundled(room).to_bytes(), load_keyring(room.files).pin
    right, wrong, none = ask_node([(bundle, pin.upper() + " "), (bundle, "0" * 64), (bundle, "")])[
        "answers"
    ]
    states = [dict(of_id(answer))["keyring-pin"] for answer in (right, wrong, none)]
    assert states == ["pass", "fail", "not-present"]
    said = next(c["reason"] for c in none["checks"] if c["id"] == "keyring-pin")
    assert pin in said
    assert said.startswith("Not compared: compare")


HOSTILE = [
    b"{}",
    b"[]",
    b"null",
    b"7",
    b'{"schema":"copydesk.bundle/1"}',
    b'{"schema":"copydesk.bundle/1","article":7,"files":{}}',
    b'{"schema":"copydesk.bundle/1","article":"x","files":{"keys/1.keyring.dsse.json":7}}',
    b'{"schema":"copydesk.bundle/1","article":"x","files":{"__proto__":"1"},"binary":null}',
    b'{"schema":"copydesk.bundle/1","article":"x","files":{},"binary":{"x/article.md":7}}',
    b'{"schema":"copydesk.bundle/1","article":"x","files":{"keys/1.keyring.dsse.json":"{}"}}',
    b'{"schema":"copydesk.bundle/1","article":"x","files":{"x/article.md":"words"}}',
]


@needs_node
def test_nothing_passes_because_nothing_is_there_and_nothing_crashes() -> None:
    for answer in ask_node([(bundle, "") for bundle in HOSTILE])["answers"]:
        if "error" in answer:
            assert answer["error"] == "Refused", answer
        else:
            assert answer["headline"][0] != "pass"
    empty = b'{"schema":"copydesk.bundle/1","article":"x","files":{}}'
    answer = ask_node([(empty, "")])["answers"][0]
    assert not [check for check in answer["checks"] if check["state"] == "pass"]


@needs_node
def test_a_draft_is_no_yes() -> None:
    room = Simulator()
    room.capture()
    room.submit()
    answer = ask_node([(bundled(room).to_bytes(), "")])["answers"][0]
    assert failed(answer) == set()
    assert answer["headline"] == [
        "not-present",
        "Nothing here shows that this text was published.",
    ]


@needs_node
def test_the_fields_are_those_of_the_statements() -> None:
    shapes = ask_node([])["shapes"]
    # No page carries an imported statement: the pages show what the newsroom itself published.
    own = {kind: model for kind, model in PREDICATES.items() if kind != "imported"}
    assert set(shapes) == set(own)
    for kind, model in own.items():
        schema = model.model_json_schema()
        assert set(shapes[kind]) == fields(schema), kind
    definitions = PREDICATES["keyring"].model_json_schema()["$defs"]
    capture = PREDICATES["source-set"].model_json_schema()["$defs"]["CaptureEntry"]
    for found, model_schema in (
        (shapes["keyring"]["keys"][0], definitions["KeyEntry"]),
        (shapes["keyring"]["keys"][0]["revoked?"], definitions["Revocation"]),
        (shapes["source-set"]["sources"][0]["captures"][0], capture),
        (shapes["review"]["reviewer"], PREDICATES["review"].model_json_schema()["$defs"]["Actor"]),
    ):
        assert set(found) == fields(model_schema)


def fields(schema: dict[str, Any]) -> set[str]:
    """The names of a model's fields; a default other than ``null`` is always written."""
    found = schema["properties"].items()
    return {f"{name}?" if field.get("default", 0) is None else name for name, field in found}


# -- in the page -----------------------------------------------------------------------------------


def test_the_script_asks_nobody_for_anything_and_stays_small() -> None:
    text = script()
    assert len(text.encode()) < 73_500
    for word in ("fetch(", "XMLHttpRequest", "WebSocket", "import(", "eval(", "innerHTML", "http:"):
        assert word not in text
    assert text.encode() == SCRIPT.read_bytes()


def test_the_policy_allows_the_one_script_and_nothing_more() -> None:
    policy = verifier_policy()
    assert policy.startswith(CONTENT_SECURITY_POLICY)
    assert policy.count("script-src") == 1
    assert "unsafe" not in policy
    assert policy.removeprefix(CONTENT_SECURITY_POLICY).startswith("; script-src 'sha256-")


def test_pages_carry_what_a_browser_checks() -> None:
    bundle = bundled(whole())
    article = json.loads(inline_bundle(bundle.to_bytes(), trace=False))
    record = json.loads(inline_bundle(bundle.to_bytes(), trace=True))
    trace = f"{FOLDER}/prov/trace.json"
    assert trace not in article["files"]
    assert record["files"][trace].encode() == bundle.files.files[trace]
    for path, text in article["files"].items():
        assert text.encode() == bundle.files.files[path]
    assert parse_bundle(json.dumps(article).encode()).slug == SLUG
    assert bundle.month == MONTH


def test_nothing_in_a_bundle_ends_the_element_that_holds_it() -> None:
    bundle = bundled(whole())
    bundle.files.files[f"{FOLDER}/article.md"] = "</script><script>x</script><!-- \u2028 é".encode()
    text = inline_bundle(bundle.to_bytes(), trace=False)
    assert "<" not in text
    assert text.isascii()


def test_pages_with_a_verifier_are_sound(newsroom: Any, config: Config, read_page: Any) -> None:
    record = newsroom.record()
    bundle = Bundler(MemoryFiles(newsroom.files)).bundle(record.month, record.slug).to_bytes()
    site = render_site([record], config, read_article=read_article, bundles={record.slug: bundle})
    folder = f"a/{record.slug}"
    assert site[f"{folder}/{record.slug}.copydesk.json"] == bundle
    for path in (f"{folder}/index.html", f"{folder}/record/index.html", "verify/index.html"):
        page = read_page(site[path])
        assert page.faults == [], path
        policies = [held["content"] for _, held in page.elements if held.get("http-equiv")]
        assert policies == [verifier_policy()]
        scripts = [held.get("type", "") for tag, held in page.elements if tag == "script"]
        assert scripts.count("") == 1, path
        assert all("src" not in held for tag, held in page.elements if tag == "script")
        for link in page.links:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
            assert urlsplit(link).scheme or link.startswith("#") or target.split("#")[0] in site
    assert b"verify.js" not in site["index.html"]


def test_without_a_bundle_a_page_carries_no_script(
    newsroom: Any, config: Config, read_page: Any
) -> None:
    record = newsroom.record()
    for bundles in (None, {"another-slug": b""}):
        site = render_site([record], config, read_article=read_article, bundles=bundles)
        page = read_page(site[f"a/{record.slug}/index.html"])
        policies = [held["content"] for _, held in page.elements if held.get("http-equiv")]
        assert policies == [CONTENT_SECURITY_POLICY]
        assert "Checked by this page" not in page.text
        assert ("verify/index.html" in site) == (bundles is not None)


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"schema":1}', b"\xff", *HOSTILE[:8]])
def test_what_is_no_bundle_is_refused(data: bytes) -> None:
    with pytest.raises(NewsroomError):
        verifier_view(data, SLUG, to_article="", to_root="../../")
