"""``copydesk audit`` as a command: exit codes, text, JSON, CSV, and what it says of its work."""

import csv
import json
from pathlib import Path

import pytest
from audited_newsroom import CAPTURE, FOLDER, newsroom_on_disk

from copydesk.audit.table import COLUMNS
from copydesk.cli import main


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return newsroom_on_disk(tmp_path / "room")


def audit(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(["audit", *map(str, words)])
    shown = capsys.readouterr()
    return int(stopped.value.code or 0), shown.out, shown.err


def test_all_holds(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = audit(capsys, root, "--no-trace")
    assert (code, err) == (0, "")
    assert "The full chain of evidence holds for 1 of 1 (100.0 %) articles." in out
    assert "1 article: 1 judged anew." in out
    assert "\x1b" not in out
    _, again, _ = audit(capsys, root, "--no-trace")
    assert "1 article: 1 unchanged since an earlier audit, 0 judged anew." in again
    assert again.split("\n\n")[:-1] == out.split("\n\n")[:-1]
    _, fresh, _ = audit(capsys, root, "--no-trace", "--fresh")
    assert fresh == out


def test_something_fails(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / CAPTURE).write_bytes(b"another")
    code, out, _ = audit(capsys, root, "--no-trace")
    assert code == 1
    assert "Captures as recorded: 1 damaged" in out


def test_nothing_is_written_into_the_archive(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(root.rglob("*"))
    audit(capsys, root)
    assert sorted(root.rglob("*")) == before


def test_the_json_says_the_same_as_the_rows(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = audit(capsys, root, "--format", "json", "--no-trace")
    value = json.loads(out)
    assert code == 0
    assert (value["schema"], value["archive"], value["ok"]) == (
        "copydesk.audit/1",
        "newsroom",
        True,
    )
    assert [one["article"] for one in value["articles"]] == [FOLDER]
    assert value["totals"]["full_chain"] == 1
    assert value["work"] == {"articles": 1, "unchanged": 0, "statements_only": 0}


def test_the_table_has_a_line_an_article(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    audit(capsys, root, "--csv", tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(newline="", encoding="utf-8") as file:
        (line,) = csv.DictReader(file)
    assert list(line) == list(COLUMNS)
    assert (line["article"], line["full_chain"], line["bodies_ok"]) == (FOLDER, "yes", "1")
    assert (line["captures"], line["captures_code"]) == ("pass", "ok")
    assert line["domains"] == "one.example"


def test_a_sample_says_its_seed_and_a_day_what_is_left_out(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = audit(capsys, root, "--sample", "5", "--seed", "kiwi", "--since", "2026-11")
    assert "(--seed kiwi)" in out
    assert "from 2026-11 on" in out
    code, out, _ = audit(capsys, root, "--since", "2027-01")
    assert code == 0
    assert "No published article was audited." in out


@pytest.mark.parametrize("words", [["--since", "May"], ["--since", "2026-13"], ["--csv", "/"]])
def test_bad_input(root: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    code, out, err = audit(capsys, root, *words)
    assert (code, out) == (2, "")
    assert "What to do" in err


def test_a_sample_is_of_articles_alone(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "articles" / "2026-11" / "No article").mkdir()
    code, out, _ = audit(capsys, root, "--no-trace", "--format", "json")
    assert (code, json.loads(out)["totals"]["stray"]) == (1, {"bad-name": 1})
    code, out, _ = audit(capsys, root, "--no-trace", "--format", "json", "--sample", "9")
    assert (code, len(json.loads(out)["articles"])) == (0, 1)
