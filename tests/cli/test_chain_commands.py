"""The provenance chain from the command line: keys, anchor, export, and what a reader verifies."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from small_newsroom import captured, make_desk, review_input

from copydesk.cli import main
from copydesk.newsroom.common import Desk
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.steps import publish, submit
from copydesk.provenance.keyring import load_keyring

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = make_desk(tmp_path)
    paths = captured(desk)
    submit(desk, paths)
    review(desk, paths, review_input())
    publish(desk, paths)
    return desk


@pytest.fixture
def run(desk: Desk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("COPYDESK_KEYS", str(desk.keystore.folder))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1794218400")
    monkeypatch.chdir(desk.room.root)

    def call(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stopped:
            main(list(words))
        out, err = capsys.readouterr()
        return int(stopped.value.code or 0), out, err

    return call


@contextmanager
def served(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def slug(desk: Desk) -> str:
    return desk.room.articles()[0].slug


def test_keys_are_replaced_and_revoked_and_the_archive_stays(run: Run, desk: Desk) -> None:
    assert run("key", "new", "eve-2")[0] == 0
    code, out, _ = run("key", "rotate", "eve", "--new", "eve-2", "--format", "json")
    assert code == 0
    answer = json.loads(out)
    assert answer["keyring_version"] == 4
    assert answer["waiting_for"] == ""
    code, out, _ = run("key", "revoke", "ada", "--reason", "Left the newsroom.")
    assert code == 0
    assert out.startswith("Revoked ada from now on: Left the newsroom.")
    code, out, _ = run("key", "list")
    assert out.count("ended at log entry") == 1
    assert "revoked from log entry" in out
    assert run("verify")[0] == 0
    code, out, _ = run("key", "revoke", "eve", "--reason", "Stolen.", "--retroactive",
                       "--keyid", desk.keystore.load("eve").keyid[:16])  # fmt: skip
    assert code == 0
    code, out, _ = run("verify")
    assert code == 1
    assert "The key eve is revoked: Stolen.\n" in out


def test_export_prints_a_key_in_the_forms_that_others_read(run: Run, desk: Desk) -> None:
    code, out, _ = run("key", "export", "eve", "--format", "json")
    assert code == 0
    forms = json.loads(out)
    assert forms["keyid"] == desk.keystore.load("eve").keyid
    assert forms["pem"].startswith("-----BEGIN PUBLIC KEY-----")


def test_a_reader_verifies_a_bundle_a_page_and_their_addresses(
    run: Run, desk: Desk, tmp_path: Path
) -> None:
    name, pin = slug(desk), load_keyring(desk.room.files).pin
    assert run("anchor")[0] == 0
    assert run("export", name)[0] == 0
    assert run("build")[0] == 0
    bundle = desk.room.root / f"{name}.copydesk.json"
    page = desk.room.root / "site/a" / name / "record/index.html"
    away = tmp_path / "elsewhere"
    away.mkdir()
    (away / "b.json").write_bytes(bundle.read_bytes())
    (away / "page.html").write_bytes(page.read_bytes())
    with served(away) as address:
        for target in (
            str(away / "b.json"),
            str(away / "page.html"),
            f"{address}/b.json",
            f"{address}/page.html",
        ):
            code, out, _ = run("verify", target, "--pin", pin, "--format", "json")
            assert code == 0, target
            states = {c["id"]: c["state"] for c in json.loads(out)["articles"][0]["checks"]}
            assert states["keyring-pin"] == states["site-state"] == "pass"
        assert run("verify", f"{address}/none.json")[0] == 3
    assert run("verify", str(away / "b.json"), "--pin", "0" * 64)[0] == 1


def test_a_reader_compares_their_own_copy_of_the_text(run: Run, desk: Desk, tmp_path: Path) -> None:
    name = slug(desk)
    run("export", name)
    text = (desk.room.root / desk.room.articles()[0].article).read_bytes()
    mine = tmp_path / "mine.md"
    for data, code in ((text, 0), (text.replace(b"12 offices", b"13 offices"), 1)):
        mine.write_bytes(data)
        assert run("verify", f"{name}.copydesk.json", "--article", str(mine))[0] == code


def test_a_reader_brings_witnesses_and_authorities_of_their_own(
    run: Run, desk: Desk, tmp_path: Path
) -> None:
    name = slug(desk)
    run("export", name)
    bundle = f"{name}.copydesk.json"
    policy = tmp_path / "policy.txt"
    policy.write_text("quorum none\n")
    assert run("verify", bundle, "--witness-policy", str(policy))[0] == 0
    policy.write_text("quorum w1\n")
    assert run("verify", bundle, "--witness-policy", str(policy))[0] == 2
    assert run("verify", bundle, "--tsa-root", str(policy))[0] == 2


def test_the_log_says_how_it_stands_and_proves_that_it_only_grew(run: Run) -> None:
    code, out, _ = run("log", "status", "--format", "json")
    status = json.loads(out)
    assert code == 0
    assert status["vkeys"][0].startswith("test.example/log+")
    code, out, _ = run("log", "consistency", "3", "--format", "json")
    assert code == 0
    assert json.loads(out)["new"] == status["size"]
    assert json.loads(out)["proof"]
    assert run("log", "consistency", "9999")[0] == 2


def test_a_whole_newsroom_is_verified_in_brief(run: Run, desk: Desk) -> None:
    code, out, _ = run("verify", "--brief")
    assert (code, out) == (0, "1 of 1 published articles verify.\n")
    text = desk.room.root / desk.room.articles()[0].article
    text.write_bytes(text.read_bytes().replace(b"12 offices", b"13 offices"))
    code, out, _ = run("verify", "--brief", "--format", "json")
    assert code == 1
    answer = json.loads(out)
    assert answer["articles"] == 1
    assert "article" in {check["id"] for check in answer["failed"][0]["failed"]}
    code, out, _ = run("verify", "--brief")
    assert out.endswith("0 of 1 published articles verify.\n")


REFUSED: dict[str, tuple[tuple[str, ...], int]] = {
    "a bundle that is none": (("verify", "copydesk.toml"), 2),
    "an article for a newsroom": (("verify", ".", "--article", "copydesk.toml"), 2),
    "an address without a host": (("verify", "https://"), 2),
    "a sidecar without a key": (("export", "SLUG", "--c2pa", "copydesk.toml"), 2),
    "a sidecar of an unknown kind": (
        ("export", "SLUG", "--c2pa", "copydesk.toml", "--c2pa-key", "copydesk.toml"), 2,
    ),
    "a witness whose key is none": (("log", "witness", "x", "--url", "http://w.example"), 2),
    "a witness at no address": (
        ("log", "witness", "w.example+95c9f3a9+BHM1srR4OB19irx3ea6w5mDvYBO7qNt2AcUTLyR2e6zd",
         "--url", "w.example"), 2,
    ),
    "an article that is not there": (("export", "nowhere"), 2),
    "no place to write": (("export", "SLUG", "--out", "copydesk.toml/y.json"), 2),
}  # fmt: skip


@pytest.mark.parametrize(("words", "code"), REFUSED.values(), ids=REFUSED)
def test_bad_calls_are_answered_in_words(
    run: Run, desk: Desk, words: tuple[str, ...], code: int
) -> None:
    got, _, err = run(*(slug(desk) if word == "SLUG" else word for word in words))
    assert got == code
    assert err.startswith("copydesk: ")
    assert "Traceback" not in err
