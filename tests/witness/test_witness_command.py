"""``copydesk witness``: the command from key to cosignature, in a process of its own."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from small_log import SmallLog

from copydesk.cli import witness
from copydesk.errors import CopydeskError, SigningKeyError, StatementError, UsageError
from copydesk.newsroom.cosigning import gather
from copydesk.newsroom.keystore import Keystore
from copydesk.provenance.log.note import COSIGNATURE, parse_vkey
from copydesk.provenance.log.policy import parse_policy

LOG = SmallLog()

RUN = """
import sys, typer
from copydesk.cli import witness
app = typer.Typer()
witness.register(app)
sys.exit(app(sys.argv[1:], standalone_mode=False))
"""


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Keystore:
    monkeypatch.setenv("COPYDESK_KEYS", str(tmp_path / "keys"))
    store = Keystore(tmp_path / "keys")
    store.create("w1")
    return store


@contextlib.contextmanager
def serving(folder: Path, *words: str) -> Iterator[tuple[dict[str, object], subprocess.Popen[str]]]:
    command = [
        sys.executable, "-c", RUN, "witness", "serve", "--state", str(folder / "state"),
        "--key", "w1", "--listen", "127.0.0.1:0", "--format", "json", *words,
    ]  # fmt: skip
    process = subprocess.Popen(  # noqa: S603 - this interpreter, the words above
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    with process:
        try:
            text = ""
            while not text.endswith("}\n"):
                line = process.stdout.readline()
                assert line, process.communicate()[1]
                text += line
            yield json.loads(text), process
        finally:
            process.kill()


def _app(*words: str) -> int:
    app = typer.Typer()
    witness.register(app)
    return int(app(["witness", *words], standalone_mode=False) or 0)


def test_a_witness_is_run_asked_stopped_and_run_again(tmp_path: Path) -> None:
    (tmp_path / "policy.txt").write_text(f"log {LOG.vkey.text}\nquorum none\n")
    name = ("--name", "witness.example/w1")
    with serving(tmp_path, "--log", LOG.vkey.text, *name) as (row, process):
        assert row["logs"] == [LOG.origin]
        policy = parse_policy(f"witness w {row['vkey']} {row['url']}\nquorum w\n".encode())
        done = gather(LOG.note(5), lambda old: LOG.proof(old, 5), policy, {})
        assert done.answer.valid, done.outcomes
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "what it cosigned is kept" in errors
        assert "Traceback" not in errors
    with serving(tmp_path, "--policy", str(tmp_path / "policy.txt"), *name) as (row, _):
        policy = parse_policy(f"witness w {row['vkey']} {row['url']}\nquorum w\n".encode())
        fork = LOG.fork()
        assert gather(fork.note(5), lambda _: [], policy, {}).outcomes[0].code == "fork"
        grown = gather(LOG.note(9), lambda old: LOG.proof(old, 9), policy, {})
        assert grown.answer.valid, grown.outcomes


def test_the_verifier_key_is_printed(capsys: pytest.CaptureFixture[str], keys: Keystore) -> None:
    assert _app("vkey", "w1") == 0
    key = parse_vkey(capsys.readouterr().out.strip())
    assert (key.name, key.kind, key.public) == ("w1", COSIGNATURE, keys.load("w1").public)
    assert _app("vkey", "w1", "--name", "witness.example/w1", "--format", "json") == 0
    named = parse_vkey(json.loads(capsys.readouterr().out)["vkey"])
    assert (named.name, named.public) == ("witness.example/w1", key.public)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["vkey", "nobody"], SigningKeyError),
        (["vkey", "w1", "--name", "two words"], SigningKeyError),
        (["serve", "--state", "{tmp}/s", "--key", "w1"], UsageError),
        (["serve", "--state", "{tmp}/s", "--key", "w1", "--log", "rubbish"], SigningKeyError),
        (["serve", "--state", "{tmp}/s", "--key", "w1", "--policy", "{tmp}/no"], UsageError),
        (["serve", "--state", "{tmp}/s", "--key", "w1", "--policy", "{tmp}/bad"], StatementError),
        (["serve", "--state", "{tmp}/s", "--key", "no", "--log", "{log}"], SigningKeyError),
        (
            ["serve", "--state", "{tmp}/s", "--key", "w1", "--log", "{log}", "--listen", "here"],
            UsageError,
        ),
        (["serve", "--state", "{tmp}/bad", "--key", "w1", "--log", "{log}"], UsageError),
        (
            ["serve", "--state", "{tmp}/s", "--key", "w1", "--log", "{log}", "--name", "a b"],
            SigningKeyError,
        ),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_served(
    words: list[str], error: type[CopydeskError], tmp_path: Path
) -> None:
    (tmp_path / "bad").write_text("quorum nobody\n")
    with pytest.raises(error):
        _app(*(word.format(tmp=tmp_path, log=LOG.vkey.text) for word in words))
