"""Archives made to harm: every one ends in findings, none in a traceback."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
import zstandard
from audited_newsroom import CAPTURE, FOLDER, MONTH_FOLDER, newsroom_on_disk
from jsonschema import Draft202012Validator

from copydesk.audit.schema import audit_schema
from copydesk.cli import main


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return newsroom_on_disk(tmp_path / "room", copies=1)


def audit(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, dict[str, Any]]:
    with pytest.raises(SystemExit) as stopped:
        main(["audit", *map(str, words), "--jobs", "1", "--format", "json"])
    shown = capsys.readouterr()
    assert "Traceback" not in shown.err
    value: dict[str, Any] = json.loads(shown.out)
    assert "error" in value or list(Draft202012Validator(audit_schema()).iter_errors(value)) == []
    return int(stopped.value.code or 0), value


def codes(value: dict[str, Any], article: str) -> dict[str, str]:
    row = next(one for one in value["articles"] if one["article"] == article)
    return {one["check"]: one["code"] for one in row["checks"] if one["state"] == "fail"}


def test_a_link_in_an_articles_place_is_not_followed(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "article.md").write_bytes(b"---\ntitle: A secret\n---\nSecret 42.\n")
    (root / MONTH_FOLDER / "linked").symlink_to(tmp_path / "secret")
    (root / "articles" / "2026-12").symlink_to(tmp_path / "secret")
    code, value = audit(capsys, root)
    assert code == 1
    assert codes(value, f"{MONTH_FOLDER}/linked") == {"form": "link"}
    assert codes(value, "articles/2026-12")["form"] in {"link", "bad-name"}
    assert "secret" not in json.dumps(value).lower()


def test_a_link_in_a_files_place_is_not_followed(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(b"outside")
    for name in ("article.md", "prov/trace.json", "prov/review-1.dsse.json"):
        (root / FOLDER / name).unlink()
        (root / FOLDER / name).symlink_to(outside)
    (root / CAPTURE).unlink()
    (root / CAPTURE).symlink_to(outside)
    _, value = audit(capsys, root)
    found = codes(value, FOLDER)
    assert found["form"] == "form"
    assert found["captures"] == "damaged"


@pytest.mark.parametrize("name", ["article.md", "prov/trace.json", "prov/review-1.dsse.json"])
def test_a_link_that_leads_to_itself_is_not_followed(
    root: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = root / FOLDER / name
    path.unlink()
    path.symlink_to(path)
    _, value = audit(capsys, root)
    assert codes(value, FOLDER)["form"] == "form"
    for words in (["build", "--newsroom", str(root)], ["verify", str(root)]):
        with pytest.raises(SystemExit) as stopped:
            main(words)
        assert stopped.value.code in {0, 1, 2}
        capsys.readouterr()


@pytest.mark.parametrize("name", ["a\nb", "x\x1b[31mred", "=cmd()", "...", "\udcff"])
def test_a_folders_name_may_be_anything(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (root / MONTH_FOLDER / name).mkdir()
    code, value = audit(capsys, root, "--csv", tmp_path / "rows.csv")
    assert code == 1
    if not name.startswith("."):
        assert codes(value, f"{MONTH_FOLDER}/{name}") == {"form": "bad-name"}
    lines = (tmp_path / "rows.csv").read_bytes().split(b"\r\n")
    assert all(b"\n" not in line and b"\x1b" not in line for line in lines)
    assert not any(line.startswith((b"=", b'"=')) or b",=" in line for line in lines)


def test_a_bomb_in_a_captures_place_is_not_unpacked(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packer = zstandard.ZstdCompressor(level=19).compressobj(size=1 << 30)
    zeros = bytes(1 << 20)
    bomb = b"".join(packer.compress(zeros) for _ in range(1 << 10)) + packer.flush()
    assert len(bomb) < 200_000
    (root / CAPTURE).write_bytes(bomb)
    _, value = audit(capsys, root)
    assert codes(value, FOLDER)["captures"] == "damaged"


def test_endless_json_is_not_read(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("trace.json", "submission.dsse.json"):
        with (root / FOLDER / "prov" / name).open("wb") as file:
            file.truncate(1 << 30)
    deep = root / FOLDER / "prov" / "review-1.dsse.json"
    deep.write_bytes(b"[" * 1_000_000)
    _, value = audit(capsys, root)
    assert codes(value, FOLDER)["form"] == "form"


def test_a_pipe_is_not_waited_for(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (root / CAPTURE, root / FOLDER / "article.md", root / "state" / "heads.jsonl"):
        path.unlink(missing_ok=True)
        path.parent.mkdir(exist_ok=True)
        os.mkfifo(path)
    code, value = audit(capsys, root)
    assert code == 1
    assert value["totals"]["failing"] == 2


@pytest.mark.parametrize(
    "name", ["log/checkpoint", "keys/1.keyring.dsse.json", "state/heads.jsonl"]
)
@pytest.mark.parametrize("data", [b"", b"\xff" * 1000, b"[" * 100_000])
def test_what_all_articles_share_may_be_damaged(
    root: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes
) -> None:
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_bytes(data)
    code, value = audit(capsys, root)
    assert code == 1
    assert len(value["articles"]) == 2


@pytest.mark.parametrize("config", [b"\xff", b"name = 7\n", b"x" * 100])
def test_a_configuration_that_cannot_be_read_is_bad_input(
    root: Path, capsys: pytest.CaptureFixture[str], config: bytes
) -> None:
    (root / "copydesk.toml").write_bytes(config)
    code, value = audit(capsys, root)
    assert code == 2
    assert value["error"]["code"] == "config-invalid"


def test_a_folder_that_is_no_archive_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (tmp_path, tmp_path / "none"):
        code, value = audit(capsys, path)
        assert code == 2
        assert value["error"]["code"] == "usage"
