"""The JSON of an audit is as its schema says, whatever was audited; and the schema is strict."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from audited_newsroom import CAPTURE, newsroom_on_disk
from herald_archive import HeraldArchive, Page
from jsonschema import Draft202012Validator

from copydesk.audit.schema import audit_schema
from copydesk.cli import main

VALIDATOR = Draft202012Validator(audit_schema())


def newsroom(folder: Path) -> Path:
    """One whole article, one that only lies there, something that is none."""
    room = newsroom_on_disk(folder, copies=1)
    (room / "articles" / "2026-11" / "No article").mkdir()
    return room


def damaged(folder: Path) -> Path:
    room = newsroom_on_disk(folder)
    (room / CAPTURE).write_bytes(b"another")
    return room


def checkout(folder: Path) -> Path:
    archive = HeraldArchive(folder)
    archive.add()
    pages = (
        Page("https://a.example/", status=404, error="HTTP 404"),
        Page("https://b.example/", status=0, error="timed out"),
        Page("https://c.example/", b"one\r\ntwo\r\n", b"one\ntwo\n"),
    )
    archive.add(title="Another of them", contributor="random", publisher="hmac", pages=pages)
    archive.write("src/content/provenance/2031-03/16-no-article.json", b"{")
    return folder


def answer(capsys: pytest.CaptureFixture[str], root: Path, *words: str) -> dict[str, Any]:
    with pytest.raises(SystemExit):
        main(["audit", str(root), "--jobs", "1", "--format", "json", *words])
    value: dict[str, Any] = json.loads(capsys.readouterr().out)
    return value


@pytest.mark.parametrize("make", [newsroom, damaged, checkout])
@pytest.mark.parametrize("words", [(), ("--no-trace",), ("--sample", "1"), ("--since", "2032-01")])
def test_a_real_answer_is_as_the_schema_says(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    make: Callable[[Path], Path],
    words: tuple[str, ...],
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    value = answer(capsys, make(tmp_path / "archive"), *words)
    assert [f"{each.json_path}: {each.message}" for each in VALIDATOR.iter_errors(value)] == []
    if not words:
        assert value["articles"]
        assert any(one["specifics"] for one in value["articles"])


def test_the_schema_refuses_what_no_audit_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    value = answer(capsys, newsroom_on_disk(tmp_path / "room"))
    row, totals = value["articles"][0], value["totals"]
    changes: list[tuple[dict[str, Any], str, Any]] = [
        (value, "schema", "copydesk.audit/2"),
        (value, "more", 1),
        (row, "more", 1),
        (row, "captures", {"unheard-of": 1}),
        (row, "findings", {"a rule": 1}),
        (row["checks"][0], "code", "unheard-of"),
        (row["checks"][0], "check", "unheard-of"),
        (totals, "failing", -1),
        (totals["by"], "editor", []),
        (totals["checks"]["form"]["codes"], "unheard-of", 1),
    ]
    assert VALIDATOR.is_valid(value)
    for inside, name, wrong in changes:
        before = dict(inside)
        inside[name] = wrong
        assert not VALIDATOR.is_valid(value), name
        inside.clear()
        inside.update(before)
    assert VALIDATOR.is_valid(value)
