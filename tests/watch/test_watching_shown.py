"""A source whose text a script fills in: captured in a browser, and looked at again in one."""

import importlib.util
from pathlib import Path

import pytest
from changing_server import ChangingServer, Reply
from watched_newsroom import FACTS, FILLER, publish_article

from copydesk.capture import browser_launch
from copydesk.capture.browser_launch import find_chromium
from copydesk.newsroom.looks import Look
from copydesk.newsroom.watch_plan import plan_turns, watched_articles
from copydesk.newsroom.watching import Looked, look_again
from copydesk.watch.model import Verdict

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(find_chromium() is None, reason="no Chromium is installed"),
    pytest.mark.skipif(
        importlib.util.find_spec("playwright") is None,
        reason="the extra `browser` is not installed",
    ),
]
PAGE = "/2026/harbour-ferries-report"


def shell(facts: list[str], nonce: int = 1) -> Reply:
    """A page without a word of its own; the script writes them."""
    words = "".join(f"<p>{text}</p>" for text in [*FILLER, *facts])
    return Reply(
        f"<!doctype html><html><head><title>Harbour ferries report</title></head><body>"
        f"<div id=app data-n={nonce}></div><script>document.getElementById('app').innerHTML = "
        f"atob('{_encoded(words)}')</script></body></html>".encode()
    )


def _encoded(text: str) -> str:
    """In a form that nobody reads without running the script."""
    import base64  # noqa: PLC0415 - the one use

    return base64.b64encode(text.encode("ascii", "xmlcharrefreplace")).decode()


def test_what_a_browser_showed_is_looked_at_in_a_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ChangingServer() as server:
        server.pages = {PAGE: shell(FACTS)}
        desk, _ = publish_article(server, tmp_path, browser="auto")

        def look() -> Look:
            turns = [t for t in plan_turns(watched_articles(desk.room)[0]) if t.source.id == 1]
            (done,) = look_again(desk.room, turns, lambda: "2026-11-11T10:00:00Z")
            assert isinstance(done, Looked), done
            return done.look

        first = look()
        assert len(first.specifics) == 6
        assert first.verdict is Verdict.BYTES_SAME
        server.pages[PAGE] = shell(FACTS, nonce=2)
        assert look().verdict in {Verdict.BYTES_SAME, Verdict.TEXT_SAME}
        server.pages[PAGE] = shell([FACTS[0].replace("14", "17"), *FACTS[1:]])
        lost = look()
        assert lost.verdict is Verdict.ANCHORS_LOST
        assert [one.says for one in lost.changes] == ["17", "17"]
        # Without a browser nobody knows what the page says: that is no loss.
        monkeypatch.setattr(browser_launch, "unavailable", lambda _: "There is no browser here.")
        blocked = look()
        assert (blocked.verdict, blocked.changes) == (Verdict.BLOCKED, [])
