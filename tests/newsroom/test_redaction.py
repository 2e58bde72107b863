"""What leaves the newsroom does not tell who captured it, and a reader is told what was taken out."""

import base64
import ipaddress
import json
from pathlib import Path

import pytest
import small_newsroom
from small_newsroom import ONE, captured, make_desk, review_input

from copydesk.capture.store import pack_body, read_capture
from copydesk.cli import main
from copydesk.errors import ConfigError, StatementError
from copydesk.newsroom.common import Desk
from copydesk.newsroom.exporting import Exported, Exporter
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.own_addresses import own_addresses
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.steps import publish, submit
from copydesk.provenance.bundle import parse_bundle
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.checks import Check
from copydesk.provenance.redaction import (
    FILLER,
    Span,
    copy_path,
    list_path,
    parse_redaction,
    redact,
)
from copydesk.provenance.verify import load_record
from copydesk.provenance.verify_bundle import verify_bundle

OWN = "192.0.2.77"
OWN_ADDRESS = ipaddress.ip_address(OWN)
QUOTE = "The bridge will be open to walkers before the winter begins"
PAGE = small_newsroom.PAGES[ONE].replace(
    b"</body>",
    b"<p>" + b"It is a long report. " * 150 + b"</p><p>Ada Holm said: \xe2\x80\x9c" + QUOTE.encode()
    + b"\xe2\x80\x9d.</p><!-- " + b"x" * 3000 + f' --><i data-ip="{OWN}"></i></body>'.encode(),
)  # fmt: skip
SHA256 = sha256_hex(PAGE)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setitem(small_newsroom.PAGES, ONE, PAGE)
    return make_desk(tmp_path)


@pytest.fixture
def paths(desk: Desk) -> ArticlePaths:
    draft = (
        small_newsroom.DRAFT + f"\n“{QUOTE},” Ada Holm said, according to [the report]({ONE}).\n"
    )
    paths = captured(desk, draft)
    submit(desk, paths)
    review(desk, paths, review_input())
    publish(desk, paths)
    return paths


def captures_check(made: Exported) -> tuple[bool, Check]:
    verified = verify_bundle(parse_bundle(made.bundle.to_bytes()))
    return verified.ok, next(each for each in verified.checks if each.id == "captures")


def test_a_bundle_holds_a_redacted_copy_that_is_not_called_tampered(
    desk: Desk, paths: ArticlePaths
) -> None:
    made = Exporter(desk.room, [OWN_ADDRESS]).export(paths, captures=True)
    data = made.bundle.to_bytes()
    assert OWN.encode() not in data
    assert copy_path(SHA256) in made.bundle.files.files
    ok, check = captures_check(made)
    assert ok
    assert check.state.value == "not-present"
    assert f"redacted copy of {SHA256}: 1 places, {len(OWN)} bytes taken out" in check.reason
    assert "all other kilobytes are as signed" in check.reason
    # The newsroom's own copy stays whole.
    assert read_capture(desk.room.root, SHA256) == PAGE


def test_without_an_own_address_the_body_goes_out_whole(desk: Desk, paths: ArticlePaths) -> None:
    made = Exporter(desk.room, []).export(paths, captures=True)
    ok, check = captures_check(made)
    assert (ok, check.state.value, made.redacted) == (True, "pass", ())


def test_passages_keep_to_the_same(
    desk: Desk, paths: ArticlePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Exporter(desk.room, [OWN_ADDRESS]).export(paths)
    assert [each["exact"] for each in made.bundle.passages] == [QUOTE]
    # Were the address beside the words, the passage would not be shown.
    marked = {
        **made.bundle.passages[0],
        "chunks": [base64.b64encode(b"ip " + OWN.encode()).decode()],
    }
    monkeypatch.setattr(Exporter, "_passages", lambda *_: ([marked], []))
    made = Exporter(desk.room, [OWN_ADDRESS]).export(paths)
    assert made.bundle.passages == []
    assert "own address" in made.skipped[0].reason


@pytest.mark.parametrize("harm", ["rest", "filler", "list", "size", "other", "tail"])
def test_a_redacted_copy_that_was_changed_fails(desk: Desk, paths: ArticlePaths, harm: str) -> None:
    made = Exporter(desk.room, [OWN_ADDRESS]).export(paths, captures=True)
    files, redaction = made.bundle.files.files, made.redacted[0]
    copy = PAGE.replace(OWN.encode(), FILLER * len(OWN))
    place = redaction.places[0]
    if harm == "rest":
        copy = copy.replace(b"12 offices", b"13 offices")
    elif harm == "filler":
        copy = copy[: place.start] + b"198.51.100" + copy[place.end :]
    elif harm == "size":
        copy += b"X"
    elif harm == "list":
        wider = [place.model_copy(update={"start": 0})]
        redaction = redaction.model_copy(update={"places": wider})
    elif harm == "other":
        redaction = redaction.model_copy(update={"sha256": "0" * 64})
    redaction = redaction.model_copy(update={"copySha256": sha256_hex(copy)})
    files[list_path(SHA256)] = redaction.to_bytes()
    files[copy_path(SHA256)] = pack_body(copy) + (b"tail" if harm == "tail" else b"")
    ok, check = captures_check(made)
    assert not ok
    assert check.state.value == "fail"


def test_only_the_touched_kilobytes_are_taken_on_trust() -> None:
    body = bytes(range(256)) * 20
    copy, redaction = redact(
        body,
        [
            Span(1020, 1030, "own-address"),
            Span(1025, 1040, "own-address"),
            Span(4000, 4001, "session-token"),
        ],
    )
    assert [(each.start, each.end) for each in redaction.places] == [(1020, 1040), (4000, 4001)]
    assert [each.number for each in redaction.chunks] == [0, 1, 3]
    assert parse_redaction(redaction.to_bytes()) == redaction
    assert copy[1020:1040] == b"X" * 20


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{}", b'{"schema_":"copydesk.redaction/1"}', b"[" * 100_000, b'{"schema":1e999}'],
)
def test_a_hostile_list_is_refused(data: bytes) -> None:
    with pytest.raises(StatementError):
        parse_redaction(data)


def test_the_list_has_one_form(desk: Desk, paths: ArticlePaths) -> None:
    made = Exporter(desk.room, [OWN_ADDRESS]).export(paths, captures=True)
    data = made.redacted[0].to_bytes()
    with pytest.raises(StatementError):
        parse_redaction(json.dumps(json.loads(data), indent=1).encode())


def test_addresses_come_from_outside_the_newsroom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("COPYDESK_OWN_ADDRESSES", f"{OWN}, 2001:DB8::1")
    (tmp_path / "copydesk").mkdir()
    (tmp_path / "copydesk" / "own-addresses").write_text("# office\n198.51.100.4\n")
    found = [str(each) for each in own_addresses()]
    assert found[:3] == [OWN, "2001:db8::1", "198.51.100.4"]
    monkeypatch.setenv("COPYDESK_OWN_ADDRESSES", "office")
    with pytest.raises(ConfigError):
        own_addresses()


def test_the_command_says_what_it_took_out(
    desk: Desk,
    paths: ArticlePaths,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COPYDESK_OWN_ADDRESSES", OWN)
    monkeypatch.chdir(desk.room.root)
    with pytest.raises(SystemExit) as stopped:
        main(["export", paths.slug, "--with-captures", "--format", "json"])
    assert stopped.value.code == 0
    out, err = capsys.readouterr()
    places = json.loads(out)["redacted"][0]["places"]
    assert [place["reason"] for place in places] == ["own-address"]
    assert f"A redacted copy of {SHA256}" in err


def test_addresses_of_unrelated_hosts_are_reported_without_configuration(
    desk: Desk, paths: ArticlePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    exporter = Exporter(desk.room, [])
    page = b'<i data-ip="93.184.215.14"></i>'
    monkeypatch.setattr(
        "copydesk.newsroom.exporting._stored", lambda _: {"a": "a.example", "b": "b.test"}
    )
    monkeypatch.setattr(exporter, "_capture", lambda _: page)
    record = load_record(desk.room.files, paths.month, paths.slug)
    assert exporter.public_bodies(record).shared == {"93.184.215.14": ("a.example", "b.test")}
