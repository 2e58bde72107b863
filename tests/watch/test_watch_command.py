"""``copydesk watch`` from the command line: what is due, what an editor sees and answers."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from changing_server import ChangingServer, Reply
from watched_newsroom import FACTS, publish_article, report

from copydesk.cli import main
from copydesk.newsroom import watching
from copydesk.newsroom.common import Desk
from copydesk.newsroom.layout import ArticlePaths

DAY = 86_400
PUBLISHED = 1_794_218_400
PAGE, OTHER = "/2026/harbour-ferries-report", "/budget-note"
LOST = Reply(report(facts=[FACTS[0].replace("14", "17"), *FACTS[1:]]))
CORRECTION = 'kind = "correction"\ntext = "The harbour runs 17 ferries, not 14."\n'

Run = Callable[..., tuple[int, Any]]


@pytest.fixture
def server() -> Iterator[ChangingServer]:
    with ChangingServer() as running:
        yield running


@pytest.fixture
def article(server: ChangingServer, tmp_path: Path) -> tuple[Desk, ArticlePaths]:
    return publish_article(server, tmp_path)


@pytest.fixture
def run(
    article: tuple[Desk, ArticlePaths],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Run:
    """Call a command on a day after publication; the exit code and the answer."""
    desk, _ = article
    monkeypatch.setenv("COPYDESK_KEYS", str(desk.keystore.folder))
    monkeypatch.chdir(desk.room.root)

    def call(*words: str, day: float = 1, text: bool = False) -> tuple[int, Any]:
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(PUBLISHED + day * DAY)))
        with pytest.raises(SystemExit) as stopped:
            main([*words, *(() if text else ("--format", "json"))])
        out = capsys.readouterr().out
        return int(stopped.value.code or 0), out if text else json.loads(out)

    return call


def test_only_what_is_due_is_asked_and_only_once(server: ChangingServer, run: Run) -> None:
    server.asked.clear()
    code, answer = run("watch", day=0.5)
    assert (code, answer["looks"], server.asked) == (0, [], [])
    code, answer = run("watch")
    assert (code, answer["counts"]) == (0, {"bytes-same": 2})
    code, answer = run("watch", day=1.1)
    assert (code, answer["looks"]) == (0, [])
    code, answer = run("watch", day=7)
    assert len(answer["looks"]) == 2


def test_limit_takes_the_longest_overdue_and_says_what_is_left(run: Run) -> None:
    code, answer = run("watch", "--limit", "1")
    assert (code, len(answer["looks"]), answer["still_due"]) == (0, 1, 1)
    code, answer = run("watch", "--limit", "1")
    assert (code, len(answer["looks"]), answer["still_due"]) == (0, 1, 0)


def test_lost_evidence_is_a_finding_and_waits_until_a_note_answers_it(
    server: ChangingServer, article: tuple[Desk, ArticlePaths], run: Run
) -> None:
    _, paths = article
    server.pages[PAGE] = LOST
    code, answer = run("watch")
    assert code == 1
    first = answer["looks"][0]
    assert (first["verdict"], first["item"]) == ("anchors-lost", "open")
    (finding,) = first["findings"]
    assert (finding["rule"], finding["severity"], finding["specifics"]) == (
        "source-changed", "error", [1, 2],
    )  # fmt: skip
    assert finding["message"] == (
        "Source 1 said “14”. It now says “17” in its place. The article has “14” in its title and "
        "body. No other source of the article bears it out."
    )
    code, answer = run("watch", "--list")
    assert (code, [row["state"] for row in answer["items"]]) == (1, ["open"])
    assert run("watch", "--settle", "--slug", paths.slug, "--note", " ")[0] == 2
    assert run("watch", "--settle", "--slug", paths.slug, "--source", "2", "--note", "n")[0] == 4
    code, answer = run("watch", "--settle", "--slug", paths.slug, "--note", "So on the day.")
    assert (code, answer["answered"]) == (0, ["1-1"])
    assert run("watch", "--settle", "--slug", paths.slug, "--note", "Again.")[0] == 4
    code, answer = run("watch", "--list")
    assert code == 0
    assert answer["items"][0]["answer"]["note"] == "So on the day."
    # The same is no news; something else is.
    code, answer = run("watch", "--all", day=2)
    assert (code, answer["looks"][0]["item"]) == (0, "answered")
    server.pages[PAGE] = Reply(report(facts=FACTS[1:]))
    code, answer = run("watch", "--all", day=3)
    assert (code, answer["looks"][0]["item"]) == (1, "open")


def test_what_the_source_says_again_waits_for_nobody(server: ChangingServer, run: Run) -> None:
    server.pages[PAGE] = Reply(b"", 404)
    assert run("watch")[0] == 1
    server.pages[PAGE] = Reply(b"", 403)
    assert run("watch", "--all", day=2)[0] == 0
    assert run("watch", "--list", day=2)[0] == 1  # being kept out answers nothing
    server.pages[PAGE] = Reply(report())
    assert run("watch", "--all", day=3)[0] == 0
    assert run("watch", "--list", day=3)[1]["items"] == []


def test_a_correction_answers_it_once_both_have_signed(
    server: ChangingServer, article: tuple[Desk, ArticlePaths], run: Run, tmp_path: Path
) -> None:
    _, paths = article
    given = tmp_path / "correction.toml"
    given.write_text(CORRECTION)
    words = ("correct", paths.slug, "--from", str(given), "--with", "eve", "--source", "1")
    assert run(*words)[0] == 4  # nothing waits yet, and nothing is signed
    server.pages[PAGE] = LOST
    assert run("watch")[0] == 1
    assert run(*words)[0] == 0
    assert run("watch", "--list")[1]["items"][0]["state"] == "waiting"
    assert run("countersign", paths.slug, "--key", "eve")[0] == 0
    code, answer = run("watch", "--list")
    assert (code, answer["items"][0]["state"]) == (0, "answered")
    assert answer["items"][0]["answer"]["statement"] == "correction-1"


def test_a_source_that_nobody_can_reach_is_no_alarm(server: ChangingServer, run: Run) -> None:
    server.pages |= {PAGE: Reply(b"", 500), OTHER: Reply(b"", 403)}
    assert run("watch")[0] == 0
    server.pages |= {OTHER: Reply(b"", 500)}
    code, answer = run("watch", "--all", day=2)
    assert (code, answer["counts"]) == (3, {"unreachable": 2})
    # Asked again a day later, not at the next turn.
    assert len(run("watch", day=3)[1]["looks"]) == 2


def test_the_list_says_when_each_article_was_looked_at(
    server: ChangingServer, article: tuple[Desk, ArticlePaths], run: Run
) -> None:
    _, paths = article
    code, answer = run("watch", "--list")
    assert (code, answer["due"], answer["articles"][0]["looked_at"]) == (0, 2, None)
    server.pages[PAGE] = LOST
    run("watch")
    code, out = run("watch", "--list", text=True)
    assert (
        f"{paths.folder}: last looked at 2026-11-10T10:00:00Z: 1 anchors-lost, 1 bytes-same" in out
    )
    assert "next on 2026-11-16T10:00:00Z" in out
    assert "was: The harbour runs 14 ferries" in out
    assert "now: The harbour runs 17 ferries" in out


def test_what_cannot_be_watched_is_said(article: tuple[Desk, ArticlePaths], run: Run) -> None:
    desk, paths = article
    assert run("watch", "--slug", "no-such-article")[0] == 2
    assert run("watch", "--due", "--all")[0] == 2
    assert run("watch", "--note", "x")[0] == 2
    assert run("watch", "--settle", "--note", "x")[0] == 2
    draft = desk.room.root / "articles/2026-11/a-draft/article.md"
    draft.parent.mkdir(parents=True)
    draft.write_bytes((desk.room.root / paths.article).read_bytes())
    assert run("watch")[0] == 0  # a draft is nobody's business
    code, answer = run("watch", "--slug", "a-draft")
    assert (code, answer["left_out"][0]["article"]) == (1, "articles/2026-11/a-draft")


def test_a_damaged_look_is_said_and_holds_no_other_article(
    article: tuple[Desk, ArticlePaths], run: Run
) -> None:
    desk, paths = article
    run("watch")
    (desk.room.root / paths.watch / "1-1.json").write_text("{}")
    code, answer = run("watch", "--all", day=2)
    assert (code, answer["looks"]) == (1, [])
    assert "watch/1-1.json" in answer["left_out"][0]["reason"]


def test_bodies_of_looks_are_hashed_again_too(server: ChangingServer, run: Run) -> None:
    server.pages[PAGE] = LOST
    run("watch")
    code, answer = run("verify", "--captures")
    assert (code, answer["counts"]["ok"], answer["unnamed"]) == (0, 3, 0)


def test_hostile_words_of_a_page_are_shown_escaped(server: ChangingServer, run: Run) -> None:
    text = "The harbour runs \x1b[31m17\u202e ferries between the islands, according to the yearly report of its board."
    server.pages[PAGE] = Reply(report(facts=[text, *FACTS[1:]]))
    code, out = run("watch", text=True)
    assert code == 1
    assert "\x1b" not in out
    assert "\u202e" not in out


@pytest.mark.usefixtures("run")
def test_a_run_that_is_stopped_says_what_stays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(watching, "look_again", stop)
    with pytest.raises(SystemExit) as stopped:
        main(["watch"])
    assert stopped.value.code == 130
    assert "the looks made so far are kept" in capsys.readouterr().err
