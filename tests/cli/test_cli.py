"""The command line: exit codes, JSON, errors in words, nothing half-done."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_newsroom import DRAFT, ONE, PAGES, REVIEW

from copydesk import __version__
from copydesk.cli import author, rules
from copydesk.cli.app import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("COPYDESK_KEYS", str(tmp_path / "test-only-keys"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1794218400")
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stopped:
            main(list(words))
        out, err = capsys.readouterr()
        return int(stopped.value.code or 0), out, err

    return call


def evidence(folder: Path) -> Path:
    folder.mkdir()
    (folder / "one.html").write_bytes(PAGES[ONE])
    manifest = {"sources": [{"url": ONE, "file": "one.html", "status_code": 200}]}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def test_a_newsroom_from_the_command_line(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    from small_newsroom import fetch  # noqa: PLC0415 - stands in for the network below

    monkeypatch.setattr(author, "_fetch", fetch)
    (tmp_path / "draft.md").write_text(DRAFT)
    (tmp_path / "review.toml").write_text(REVIEW)
    (tmp_path / "fix.toml").write_text('kind = "clarification"\ntext = "As of 2025."\n')
    room = ("--newsroom", "room")
    slug = "council-runs-12-offices-in-the-northern-district-report-says"
    assert run("init", "room", "--origin", "room.example/log")[0] == 0
    for name, role in (("ada", "contributor"), ("eve", "editor")):
        assert run("key", "new", name)[0] == 0
        assert run("key", "register", name, "--role", role, *room)[0] == 0
    assert run("key", "list", *room)[1].count("private key here") == 6
    assert run("capture", "draft.md", *room)[0] == 0
    assert run("check", slug, *room)[0] == 1  # too short for a briefing
    assert run("submit", slug, *room, "--key", "ada")[0] == 0
    assert run("publish", slug, *room)[0] == 5
    assert run("review", slug, *room, "--key", "eve", "--from", "review.toml")[0] == 0
    assert run("publish", slug, *room)[0] == 0
    assert run("publish", slug, *room)[0] == 4
    assert run("correct", slug, *room, "--from", "fix.toml", "--with", "ada")[0] == 5
    assert run("correct", slug, *room, "--from", "fix.toml", "--with", "eve")[0] == 0
    assert run("countersign", slug, *room, "--key", "ada")[0] == 5
    assert run("countersign", slug, *room)[0] == 0
    code, out, _ = run("verify", "room", "--format", "json")
    assert code == 0
    answer = json.loads(out)
    assert answer["ok"]
    assert [article["counts"]["fail"] for article in answer["articles"]] == [0]
    assert run("build", *room)[0] == 0
    assert (tmp_path / "room/site/index.html").is_file()
    article = next((tmp_path / "room/articles").glob("*/*/article.md"))
    article.write_bytes(article.read_bytes().replace(b"12 offices in", b"13 offices in", 1))
    code, out, _ = run("verify", "room")
    assert code == 1
    assert "DOES NOT VERIFY" in out


def test_check_with_a_folder_of_evidence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "draft.md").write_text(DRAFT)
    folder = evidence(tmp_path / "saved")
    code, out, err = run("check", "draft.md", "--evidence", str(folder), "--format", "json")
    assert (code, err) == (1, "")
    report = json.loads(out)
    assert report["schema"] == "copydesk.trace/1"
    texts = {item["text"]: item for item in report["specifics"]}
    body = DRAFT.split("---\n", 2)[2]
    money = texts["$4.5 million"]
    assert body[money["start"] : money["end"]] == "$4.5 million"
    assert money["status"] == "traced"
    code, out, _ = run("check", "draft.md", "--evidence", str(folder))
    assert "words-per-category" in out
    assert "specifics (" in out


def test_check_without_evidence_says_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "draft.md").write_text(DRAFT)
    code, out, err = run("check", "draft.md", "--format", "json")
    assert code == 1
    assert "No evidence" in err
    statuses = json.loads(out)["summary"]["by_status"]
    assert set(statuses) <= {"unverifiable", "untraced"}
    _, out, _ = run("check", "draft.md")
    assert out.count("No source could be read") == 1
    assert "capture one that can" not in out  # said once, not of each specific
    _, out, _ = run("check", "draft.md", "--all")
    assert "capture one that can" in out


def test_the_examples_for_programs_are_answered_as_they_stand(run: Run, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "for-programs.md").read_text()
    example = {
        name: page.split(f"```json {name}\n")[1].split("```")[0] for name in ("manifest", "batch")
    }
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "manifest.json").write_text(example["manifest"])
    (tmp_path / "pages" / "quay.html").write_text("<p>Floods closed the quay on 14 days.</p>" * 9)
    url = "https://gazette.example/quay"
    other = "https://shut.example/story"
    (tmp_path / "draft.md").write_text(
        f"---\ntitle: The quay\nsources: [{url}, {other}]\n---\nIt closed on 14 days.[1]\n"
    )
    _, out, _ = run("check", "draft.md", "--evidence", "pages", "--format", "json")
    assert [one["quality"] for one in json.loads(out)["sources"]] == ["ok", "blocked"]
    (tmp_path / "batch.jsonl").write_text(example["batch"])
    code, out, _ = run("check", "--batch", "batch.jsonl", "--jobs", "1")
    told = json.loads(out)
    assert (code, told["id"]) == (0, "draft-1")
    assert [one["status"] for one in told["specifics"] if one["text"] == "41 days"] == [
        "contradicted"
    ]


def test_batch_keeps_order_and_goes_on(run: Run, tmp_path: Path) -> None:
    good = {"id": "a", "article": DRAFT, "sources": [{"url": ONE, "text": "12 offices"}]}
    lines = [json.dumps(good), "{", json.dumps({**good, "id": "c"}), json.dumps({"id": "d"})]
    (tmp_path / "in.jsonl").write_text("\n".join(lines) + "\n")
    code, out, _ = run("check", "--batch", "in.jsonl", "--jobs", "1")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [answer.get("id") for answer in answers] == ["a", None, "c", "d"]
    assert ["error" in answer for answer in answers] == [False, True, False, True]
    assert answers[1]["error"]["code"]


REFUSED: dict[str, tuple[tuple[str, ...], int, str]] = {
    "no such command": (("fly",), 2, "usage"),
    "no such option": (("check", "x", "--fast"), 2, "usage"),
    "no such file": (("check", "nowhere.md"), 2, "usage"),
    "no article and no batch": (("check",), 2, "usage"),
    "no such batch file": (("check", "--batch", "nowhere.jsonl"), 2, "usage"),
    "no newsroom": (("verify",), 2, "newsroom-invalid"),
    "a folder that is no newsroom": (("verify", "--newsroom", "."), 2, "newsroom-invalid"),
    "an origin that cannot be": (("init", "room", "--origin", "A B"), 2, "usage"),
    "an unknown rule": (("explain", "no-such-rule"), 2, "usage"),
    "a key's name with a path": (("key", "new", "../x"), 2, "key-invalid"),
    "broken front matter": (("check", "broken.md"), 2, "article-invalid"),
    "a broken evidence folder": (("check", "good.md", "--evidence", "."), 2, "evidence-invalid"),
}


@pytest.mark.parametrize(("words", "code", "error"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
def test_bad_calls_are_answered_in_words_and_in_json(
    run: Run, tmp_path: Path, words: tuple[str, ...], code: int, error: str, as_json: bool
) -> None:
    (tmp_path / "broken.md").write_text("---\ntitle: [\n---\n")
    (tmp_path / "good.md").write_text("---\ntitle: T\n---\n")
    before = sorted(tmp_path.rglob("*"))
    done, out, err = run(*words, *(["--format", "json"] if as_json else []))
    assert done == code
    if as_json:
        assert json.loads(out)["error"]["code"] == error
        assert json.loads(out)["error"]["message"]
    else:
        assert f"[{error}]" in err
        assert "Traceback" not in err
    assert sorted(tmp_path.rglob("*")) == before


def test_an_unknown_format_is_answered_in_words(run: Run) -> None:
    code, out, err = run("rules", "--format", "xml")
    assert (code, out) == (2, "")
    assert "[usage]" in err


def test_init_twice_is_a_conflict_and_keeps_the_first(run: Run, tmp_path: Path) -> None:
    assert run("init", "room")[0] == 0
    before = (tmp_path / "room/copydesk.toml").read_bytes()
    assert run("init", "room")[0] == 4
    assert (tmp_path / "room/copydesk.toml").read_bytes() == before


def test_verify_with_nothing_published_is_not_a_pass(run: Run) -> None:
    run("init", "room")
    code, _, err = run("verify", "room")
    assert code == 2
    assert "no published article" in err


def test_verify_of_a_draft_says_that_it_is_no_record_yet(
    run: Run, tmp_path: Path, monkeypatch: Any
) -> None:
    from small_newsroom import fetch  # noqa: PLC0415 - stands in for the network

    monkeypatch.setattr(author, "_fetch", fetch)
    (tmp_path / "draft.md").write_text(DRAFT)
    run("init", "room")
    run("capture", "draft.md", "--newsroom", "room")
    slug = "council-runs-12-offices-in-the-northern-district-report-says"
    code, out, _ = run("verify", slug, "--newsroom", "room")
    assert code == 1
    assert "is not published" in out


def test_a_terminal_is_not_obeyed_by_a_title(run: Run, tmp_path: Path) -> None:
    hostile = '---\ntitle: "Evil \\e[31m \\u202e title of some length"\n---\nBody TODO \x1b[2J.\n'
    (tmp_path / "draft.md").write_text(hostile)
    _, out, err = run("check", "draft.md", "--all")
    assert "\x1b" not in out + err
    assert "\u202e" not in out + err


def test_a_fault_of_ours_is_no_traceback(run: Run, monkeypatch: Any) -> None:
    def broken(_: object) -> list[Any]:
        raise ValueError("boom")

    monkeypatch.setattr(rules, "rules_table", broken)
    code, _, err = run("rules")
    assert code == 70
    assert "[internal]" in err
    assert "Traceback" not in err


def test_rules_are_listed_and_explained(run: Run) -> None:
    rows = json.loads(run("rules", "--format", "json")[1])["rules"]
    assert len(rows) > 20
    _, out, _ = run("explain", rows[0]["id"])
    assert rows[0]["rationale"] in out
    one = json.loads(run("explain", rows[0]["id"], "--format", "json")[1])
    assert one["rationale"] == rows[0]["rationale"]
    assert {"bad", "good", "found", "precision", "recall"} <= one["measured"].keys()


def test_the_rules_as_a_page_are_those_of_the_documentation(run: Run) -> None:
    _, out, _ = run("rules", "--format", "md")
    page = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    assert [line for line in page.splitlines() if "Generated by" not in line][3:] == (
        out.splitlines()[2:]
    )


def test_rules_show_what_the_newsroom_made_of_them(run: Run, tmp_path: Path) -> None:
    run("init", "room")
    path = tmp_path / "room" / "copydesk.toml"
    path.write_text(
        path.read_text().replace("[policy.severity]", '[policy.severity]\nloaded-word = "error"')
    )
    rows = json.loads(run("rules", "--newsroom", "room", "--format", "json")[1])["rules"]
    assert {row["id"]: row["set"] for row in rows if row["set"]} == {"loaded-word": "error"}
    _, out, _ = run("explain", "loaded-word", "--newsroom", "room")
    assert "In this newsroom: error." in out


def test_version_and_help_as_a_process() -> None:
    def call(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from copydesk.cli import main; main()", *words]
        return subprocess.run(  # noqa: S603 - our own interpreter and code
            command,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "COLUMNS": "100"},
        )

    assert call("--version").stdout.strip() == f"copydesk {__version__}"
    done = call("--help")
    assert done.returncode == 0
    for command in ("init", "key", "capture", "check", "rules", "submit", "review", "publish"):
        assert f"  {command}" in done.stdout
    assert call().returncode in (0, 2)


def test_a_closed_pipe_is_not_an_error() -> None:
    script = "from copydesk.cli import main; main(['rules'])"
    done = subprocess.run(  # noqa: S602 - the pipe is what is tested
        f'{sys.executable} -c "{script}" | head -1',
        shell=True, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
