"""Published articles' sources on a server whose pages change: every verdict, and what is written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from changing_server import ChangingServer, Reply
from small_newsroom import TIME
from watched_newsroom import (
    DRAFT,
    FACTS,
    FILLER,
    NOTE,
    NOTE_TEXT,
    note,
    page,
    publish_article,
    report,
)

from copydesk.capture.store import read_capture
from copydesk.errors import TransientError
from copydesk.newsroom import watching
from copydesk.newsroom.common import Desk
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.looks import Look, read_looks
from copydesk.newsroom.watch_items import needs_editor
from copydesk.newsroom.watch_plan import plan_turns, watched_articles
from copydesk.newsroom.watching import Fault, Looked, alone, look_again
from copydesk.provenance.canonical import sha256_hex
from copydesk.watch.model import AnchorState, Verdict

DOCS = Path(__file__).resolve().parents[2] / "docs"
LATER = "2026-11-11T10:00:00Z"
PAGE, OTHER = "/2026/harbour-ferries-report", "/budget-note"


@pytest.fixture
def server() -> Iterator[ChangingServer]:
    with ChangingServer() as running:
        yield running


@pytest.fixture
def article(server: ChangingServer, tmp_path: Path) -> tuple[Desk, ArticlePaths]:
    return publish_article(server, tmp_path)


def look(article: tuple[Desk, ArticlePaths], at: str = LATER) -> list[Look]:
    """Look at both sources; the looks by source."""
    desk, _ = article
    watched, left_out = watched_articles(desk.room)
    assert left_out == []
    done = look_again(desk.room, plan_turns(watched), lambda: at)
    assert all(isinstance(one, Looked) for one in done), done
    looks = [one.look for one in done if isinstance(one, Looked)]
    return sorted(looks, key=lambda one: one.source)


def changed(facts: list[str]) -> Reply:
    return Reply(report(facts=facts))


HOME = page(
    [f"{place} has news of its own today, and a long story about it." for place in "ABCDEFGH"],
    title="The Paper",
)
TEASER = (
    "<!doctype html><html><head><title>Harbour ferries report</title>"
    '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": false}'
    f"</script></head><body><article><h1>Harbour ferries report</h1><p>{FILLER[0]}</p>"
    "<p>Subscribe to continue reading.</p></article></body></html>"
).encode()
CHALLENGE = (
    b"<html><head><title>Just a moment...</title></head><body><script>window._cf_chl_opt={}"
    b"</script></body></html>"
)
SEVENTEEN = [FACTS[0].replace("14", "17"), *FACTS[1:]]
CORRECTION = "Correction: an earlier version of this report gave another name for the eastern quay."

CASES = {
    "the same": (Reply(report()), Verdict.BYTES_SAME),
    "other furniture": (Reply(report(furniture="907 comments")), Verdict.TEXT_SAME),
    "more text": (Reply(page([FILLER[4], *FILLER, *FACTS, "A new end of the story follows here."])),
                  Verdict.ANCHORS_INTACT),
    "reordered": (Reply(page([*reversed(FACTS), FILLER[0] + " It was late.", *FILLER[1:]])),
                  Verdict.ANCHORS_INTACT),
    "moved address": (Reply(b"", 301, {"Location": "/moved/harbour-ferries-report"}),
                      Verdict.BYTES_SAME),
    "another figure": (changed(SEVENTEEN), Verdict.ANCHORS_LOST),
    "a quotation gone": (changed(FACTS[:2]), Verdict.ANCHORS_LOST),
    "denied": (changed([FACTS[0].replace("runs", "never runs"), *FACTS[1:]]), Verdict.ANCHORS_LOST),
    "hidden": (changed([f'<span style="display:none">{FACTS[0]}</span>', *FACTS[1:]]),
               Verdict.ANCHORS_LOST),
    "another article": (Reply(page([f"{one} {n}." for n, one in enumerate(
        ["Apples", "Pears", "Plums", "Cherries", "Berries"])] * 30, title="Harbour ferries report")),
        Verdict.REPLACED),
    "the front page": (Reply(b"", 302, {"Location": "/"}), Verdict.REPLACED),
    "empty": (Reply(b"<html><body></body></html>"), Verdict.REPLACED),
    "forbidden": (Reply(b"<p>No</p>", 403), Verdict.BLOCKED),
    "too many requests": (Reply(b"<p>Slow down</p>", 429), Verdict.BLOCKED),
    "a bot check": (Reply(CHALLENGE), Verdict.BLOCKED),
    "a bot check that says 404": (Reply(CHALLENGE, 404, {"cf-mitigated": "challenge"}),
                                  Verdict.BLOCKED),
    "a paywall": (Reply(TEASER), Verdict.BLOCKED),
    "an error": (Reply(b"<p>Oops</p>", 500), Verdict.UNREACHABLE),
    "not now": (Reply(b"<p>Later</p>", 503), Verdict.UNREACHABLE),
    "no answer": (Reply(hang=True), Verdict.UNREACHABLE),
    "a broken connection": (Reply(cut=True), Verdict.UNREACHABLE),
    "not there": (Reply(b"<p>Not found</p>", 404), Verdict.GONE),
    "gone for good": (Reply(b"", 410), Verdict.GONE),
    "not there, says the page": (Reply(page(["Nothing here."], title="Page not found")),
                                 Verdict.GONE),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_each_verdict(
    server: ChangingServer, article: tuple[Desk, ArticlePaths], case: str
) -> None:
    reply, expected = CASES[case]
    server.pages |= {
        PAGE: reply,
        "/": Reply(HOME),
        "/moved/harbour-ferries-report": Reply(report()),
    }
    first, second = look(article)
    assert (first.verdict, second.verdict) == (expected, Verdict.BYTES_SAME), first.reason
    assert first.specifics == [1, 2, 3, 4, 5, 6]
    assert first.reason


def test_what_was_lost_is_shown_with_what_stands_there(
    server: ChangingServer, article: tuple[Desk, ArticlePaths]
) -> None:
    server.pages[PAGE] = changed(SEVENTEEN)
    first, _ = look(article)
    assert [(one.specific, one.state, one.said, one.says) for one in first.changes] == [
        (1, AnchorState.CHANGED, "14", "17"),
        (2, AnchorState.CHANGED, "14", "17"),
    ]
    assert first.changes[0].was.startswith("The harbour runs 14 ferries")
    assert first.changes[0].now.startswith("The harbour runs 17 ferries")


def test_a_notice_of_correction_is_seen_though_all_still_stands(
    server: ChangingServer, article: tuple[Desk, ArticlePaths]
) -> None:
    server.pages[PAGE] = Reply(page([FILLER[0], *FACTS, *FILLER[1:], CORRECTION]))
    first, _ = look(article)
    assert (first.verdict, first.notices) == (Verdict.ANCHORS_INTACT, [CORRECTION])


def test_new_captures_are_kept_and_the_old_ones_stay(
    server: ChangingServer, article: tuple[Desk, ArticlePaths]
) -> None:
    desk, _ = article
    new = report(facts=SEVENTEEN)
    server.pages[PAGE] = Reply(new)
    first, _ = look(article)
    assert first.captures[0].sha256 == sha256_hex(new)
    assert first.captures[0].retrievedAt == LATER
    assert read_capture(desk.room.root, sha256_hex(new)) == new
    assert read_capture(desk.room.root, sha256_hex(report())) == report()


def test_looks_are_numbered_and_none_is_overwritten(
    server: ChangingServer, article: tuple[Desk, ArticlePaths]
) -> None:
    desk, paths = article
    look(article)
    before = desk.room.files.read(f"{paths.watch}/1-1.json")
    server.pages[PAGE] = changed(SEVENTEEN)
    look(article)
    assert desk.room.files.read(f"{paths.watch}/1-1.json") == before
    looks = read_looks(desk.room, paths)
    assert {source: list(names) for source, names in looks.items()} == {
        1: ["1-1", "1-2"], 2: ["2-1", "2-2"],
    }  # fmt: skip
    schema = json.loads((DOCS / "schemas/watch-look.json").read_bytes())
    for name in desk.room.files.names(paths.watch):
        jsonschema.validate(json.loads(desk.room.files.read(name) or b""), schema)
    assert json.loads(before or b"")["schema"] == "copydesk.watch/1"


def test_an_alarm_counts_only_if_it_is_found_twice(
    server: ChangingServer, article: tuple[Desk, ArticlePaths]
) -> None:
    server.pages[PAGE] = [Reply(b"", 404), Reply(report())]
    server.pages[OTHER] = [Reply(note("Nothing is left of it.")), Reply(b"", 403)]
    first, second = look(article)
    assert (first.verdict, first.tries) == (Verdict.BYTES_SAME, 2)
    # What the page said is known, although it was not said twice.
    assert (second.verdict, second.tries) == (Verdict.ANCHORS_LOST, 2)
    assert [entry.status for entry in first.beside] == [404]
    server.pages[PAGE] = [Reply(b"", 404), Reply(b"", 403)]
    assert look(article)[0].verdict is Verdict.BLOCKED


def test_a_host_is_gone_only_after_days(
    article: tuple[Desk, ArticlePaths], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, _ = article
    monkeypatch.setitem(desk.room.config.capture.resolve, "gone.example", "127.0.0.1:1")
    del desk.room.config.capture.resolve["paper.example"]
    no_names(monkeypatch)
    days = ["2026-11-11T10:00:00Z", "2026-11-11T18:00:00Z", "2026-11-12T10:00:00Z"]
    for day in days:
        first, _ = look(article, day)
        assert first.verdict is Verdict.UNREACHABLE, day
        assert first.captures[0].problem is not None
        assert first.captures[0].problem.code == "no-such-host"
    assert look(article, "2026-11-13T10:00:00Z")[0].verdict is Verdict.GONE


def no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket  # noqa: PLC0415 - the one use

    def fails(*_: object, **__: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, "there is no such name")

    monkeypatch.setattr(socket, "getaddrinfo", fails)


def test_a_source_of_two_articles_is_asked_once(
    server: ChangingServer, article: tuple[Desk, ArticlePaths]
) -> None:
    desk, _ = article
    watched, _ = watched_articles(desk.room)
    turns = plan_turns([*watched, *watched])
    server.asked.clear()
    done = look_again(desk.room, turns, lambda: LATER)
    assert len(done) == 4
    assert server.asked.count(PAGE) == server.asked.count(OTHER) == 1


def test_a_hanging_source_holds_nobody(
    server: ChangingServer, article: tuple[Desk, ArticlePaths]
) -> None:
    desk, paths = article
    server.pages[PAGE] = Reply(hang=True)
    watched, _ = watched_articles(desk.room)
    order: list[int] = []

    def note_down(one: Looked | Fault) -> None:
        order.append(one.turn.source.id)
        # It is on the disk before it is told of, and before the other has ended.
        assert list(read_looks(desk.room, paths)) == sorted(order)

    look_again(desk.room, plan_turns(watched), lambda: LATER, note_down)
    assert order == [2, 1]


def test_a_host_of_many_hanging_sources_holds_no_other_host(
    server: ChangingServer,
    article: tuple[Desk, ArticlePaths],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk, _ = article
    monkeypatch.setattr(watching, "MAX_OPEN", 3)
    first, second = plan_turns(watched_articles(desk.room)[0])
    assert (first.source.id, second.source.id) == (1, 2)
    hanging = []
    for n in range(4):
        url = f"https://paper.example/hanging-{n}"
        server.pages[f"/hanging-{n}"] = Reply(hang=True)
        hanging.append(
            replace(first, source=first.source.model_copy(update={"url": url, "id": n + 10}))
        )
    done = look_again(desk.room, [*hanging, second], lambda: LATER)
    assert done[0].turn.source.id == 2


def test_a_run_that_is_broken_off_goes_on_where_it_stopped(
    server: ChangingServer, article: tuple[Desk, ArticlePaths]
) -> None:
    desk, paths = article
    server.pages[PAGE] = Reply(hang=True)
    watched, _ = watched_articles(desk.room)

    def stop(_: Looked | Fault) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        look_again(desk.room, plan_turns(watched), lambda: LATER, stop)
    assert list(read_looks(desk.room, paths)) == [2]
    (left,) = [turn for turn in plan_turns(watched_articles(desk.room)[0]) if not turn.looks]
    assert left.source.id == 1


def test_one_page_that_cannot_be_compared_does_not_hold_the_others(
    article: tuple[Desk, ArticlePaths], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, paths = article
    real = watching.compare

    def fails(kept: object, anchors: list[object], seen: object) -> object:
        if len(anchors) > 3:
            raise RecursionError("too deep")
        return real(kept, anchors, seen)  # type: ignore[arg-type] # passed on as they came

    monkeypatch.setattr(watching, "compare", fails)
    done = look_again(desk.room, plan_turns(watched_articles(desk.room)[0]), lambda: LATER)
    faults = [one for one in done if isinstance(one, Fault)]
    assert [one.turn.source.id for one in faults] == [1]
    assert "RecursionError" in faults[0].message
    assert list(read_looks(desk.room, paths)) == [2]


def test_without_the_kept_body_the_selectors_decide(
    server: ChangingServer, article: tuple[Desk, ArticlePaths]
) -> None:
    desk, _ = article
    sha256 = sha256_hex(report())
    (desk.room.root / "captures/sha256" / sha256[:2] / f"{sha256}.zst").unlink()
    server.pages[PAGE] = Reply(report(furniture="1 comment"))
    assert look(article)[0].verdict is Verdict.ANCHORS_INTACT
    server.pages[PAGE] = changed(SEVENTEEN)
    first, _ = look(article)
    assert first.verdict is Verdict.ANCHORS_LOST
    assert {one.specific for one in first.changes if one.state is not AnchorState.REWORDED} == {
        1,
        2,
    }


def test_data_that_is_not_had_this_time_loses_nothing(
    server: ChangingServer, tmp_path: Path
) -> None:
    project, data = "https://pypi.org/project/harbour/", "/pypi/harbour/json"
    draft = DRAFT.replace(NOTE, project).replace(
        f"The ministry set aside $61 million for the harbours of the islands, [a note]({project}) says.",
        f"The package harbour needs Python 3.11, [its page]({project}) says.",
    )
    info = {"name": "harbour", "version": "1.2.0", "requires_python": ">=3.11",
            "summary": "The package harbour needs Python 3.11 and counts ferries."}  # fmt: skip
    told = json.dumps({"info": info, "releases": {}, "urls": []}).encode()
    shown = Reply(page(FILLER, title="harbour"))
    kind = {"Content-Type": "application/json"}
    server.pages = {"/project/harbour/": shown, data: Reply(told, headers=kind)}
    article = publish_article(server, tmp_path, draft=draft, hosts=("paper.example", "pypi.org"))
    assert look(article)[1].verdict is Verdict.BYTES_SAME
    server.pages[data] = Reply(b"{}", 429, kind)
    blocked = look(article)[1]
    assert (blocked.verdict, blocked.changes) == (Verdict.BLOCKED, [])
    assert "allows no more requests" in blocked.reason
    server.pages[data] = Reply(told.replace(b"3.11", b"3.12"), headers=kind)
    lost = look(article)[1]
    assert lost.verdict is Verdict.ANCHORS_LOST
    assert any("3.12" in one.says for one in lost.changes)


def test_a_page_that_an_archives_copy_stood_in_for_is_no_news_when_it_is_not_there(
    server: ChangingServer, article: tuple[Desk, ArticlePaths]
) -> None:
    desk, _ = article
    (turn,) = [one for one in plan_turns(watched_articles(desk.room)[0]) if one.source.id == 1]
    (page_then,) = turn.source.captures
    missing = page_then.model_copy(update={"quality": "missing", "status": 404, "sha256": "0" * 64})
    copy = page_then.model_copy(update={"role": "archive-copy", "archivedAt": TIME})
    source = turn.source.model_copy(update={"captures": [missing, copy]})

    def again() -> Look:
        (done,) = look_again(desk.room, [replace(turn, source=source)], lambda: LATER)
        assert isinstance(done, Looked)
        return done.look

    server.pages[PAGE] = Reply(b"", 404)
    gone = again()
    assert (gone.verdict, needs_editor(gone)) == (Verdict.GONE, False)
    server.pages[PAGE] = Reply(report(furniture="9 comments"))
    assert again().verdict is Verdict.TEXT_SAME
    server.pages[PAGE] = changed(SEVENTEEN)
    lost = again()
    assert (lost.verdict, needs_editor(lost)) == (Verdict.ANCHORS_LOST, True)


def test_an_article_whose_record_fails_is_said(article: tuple[Desk, ArticlePaths]) -> None:
    desk, paths = article
    path = desk.room.root / paths.article
    path.write_bytes(path.read_bytes().replace(b"14 ferries", b"15 ferries"))
    watched, left_out = watched_articles(desk.room)
    assert watched == []
    assert left_out[0][0] == paths.folder
    assert "does not verify" in left_out[0][1]


def test_two_runs_at_once_are_refused(article: tuple[Desk, ArticlePaths]) -> None:
    desk, _ = article
    with alone(desk.room), pytest.raises(TransientError, match="under way"), alone(desk.room):
        pass


def test_what_is_due_follows_the_looks(article: tuple[Desk, ArticlePaths]) -> None:
    desk, _ = article
    due = [turn.due for turn in plan_turns(watched_articles(desk.room)[0])]
    assert [one.isoformat() for one in due if one] == ["2026-11-10T10:00:00+00:00"] * 2
    look(article, TIME.replace("-09T", "-10T"))
    due = [turn.due for turn in plan_turns(watched_articles(desk.room)[0])]
    assert [one.isoformat() for one in due if one] == ["2026-11-16T10:00:00+00:00"] * 2


def test_nothing_else_of_the_newsroom_is_touched(
    server: ChangingServer, article: tuple[Desk, ArticlePaths]
) -> None:
    desk, paths = article
    before = {name: desk.room.files.read(name) for name in desk.room.files.names("articles")}
    log = {name: desk.room.files.read(name) for name in desk.room.files.names("log")}
    server.pages[PAGE] = Reply(page([NOTE_TEXT]))
    look(article)
    after = {name: desk.room.files.read(name) for name in desk.room.files.names("articles")}
    new = {name for name in after if name not in before}
    assert new == {f"{paths.watch}/1-1.json", f"{paths.watch}/2-1.json"}
    assert {name: data for name, data in after.items() if name in before} == before
    assert {name: desk.room.files.read(name) for name in desk.room.files.names("log")} == log
