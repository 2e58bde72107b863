"""Pages in a real browser: what is kept of them, and that nothing gets out."""

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hostile_pages import SCRIPTS, HostilePages, Sentinel

from copydesk.capture.browser_launch import find_chromium
from copydesk.capture.entry import to_entry
from copydesk.capture.model import Capture, Outcome, Role, SourceCaptures
from copydesk.capture.sources import capture_everything
from copydesk.config import CaptureLimits
from copydesk.evidence import Label, read_evidence
from copydesk.report import Quality

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(find_chromium() is None, reason="no Chromium is installed"),
    pytest.mark.skipif(
        importlib.util.find_spec("playwright") is None,
        reason="the extra `browser` is not installed",
    ),
]
HOST = "https://news.example"


def children() -> set[str]:
    """The processes that this one started and that are still there, zombies too."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[1] == str(os.getpid()):
            found.add(stat.parent.name)
    return found


@pytest.fixture(scope="module")
def run() -> Iterator[tuple[dict[str, SourceCaptures], Sentinel, set[str]]]:
    """All the pages of this module, captured in one run with one browser."""
    sentinel = Sentinel()
    before = children()
    with HostilePages(sentinel.port) as pages:
        limits = CaptureLimits(
            browser="always",
            browser_seconds=3.0,
            resolve={"news.example": f"http://127.0.0.1:{pages.port}"},
        )
        urls = [f"{HOST}{path}" for path in ("/seen", *SCRIPTS)]
        found = capture_everything(urls, limits=limits, clock=lambda: "2026-11-09T10:00:00Z")
    left = children() - before
    yield {one.url.removeprefix(HOST): one for one in found}, sentinel, left
    sentinel.close()


Run = tuple[dict[str, SourceCaptures], Sentinel, set[str]]


def variant(run: Run, path: str, role: Role) -> Capture:
    found = [one for one in run[0][path].captures if one.role is role]
    assert len(found) == 1, [(one.role, one.reason) for one in run[0][path].captures]
    return found[0]


def test_each_variant_has_its_hash_and_what_it_was_made_from(run: Run) -> None:
    page, dom, text, picture = run[0]["/seen"].captures
    assert [one.role for one in (dom, text, picture)] == [Role.RENDERED, Role.TEXT, Role.SCREENSHOT]
    assert (dom.derived_from, text.derived_from) == (page.sha256, dom.sha256)
    assert picture.derived_from == dom.sha256
    assert (dom.quality, text.quality) == (Quality.OK, Quality.OK)
    assert picture.body is not None
    assert picture.body.startswith(b"\xff\xd8\xff")
    for source in run[0].values():
        for capture in source.captures:
            to_entry(capture)  # every capture can be stated


def test_what_a_reader_does_not_see_is_labelled(run: Run) -> None:
    text = variant(run, "/seen", Role.TEXT)
    assert text.body is not None
    evidence = read_evidence(text.body, media_type=text.media_type)
    assert "It has 417 units today.\n" in evidence.visible
    assert "Light on dark" in evidence.visible
    assert "City | Oslo" in evidence.visible
    for words in ("or 999", "White", "Tiny", "Far", "Clear", "Cut", "No words"):
        assert words not in evidence.visible
        assert evidence.label_at(evidence.text.index(words)) is Label.HIDDEN
    for reason in (
        "not-shown",
        "same-colour",
        "tiny",
        "off-page",
        "transparent",
        "clipped",
        "no-box",
    ):
        assert f'"hidden": "{reason}"'.encode() in text.body


def test_a_shell_is_filled_in(run: Run) -> None:
    assert run[0]["/escape"].page.quality is Quality.SCRIPT_ONLY
    dom = variant(run, "/escape", Role.RENDERED)
    assert dom.body is not None
    assert b"All was tried." in dom.body


def test_no_address_that_is_not_public_is_contacted(run: Run) -> None:
    refused = dict(variant(run, "/escape", Role.RENDERED).facts)["requests refused"]
    assert int(refused) > 10  # it did try
    assert run[1].seen == []


@pytest.mark.parametrize("path", sorted(SCRIPTS))
def test_every_hostile_page_ends_with_a_result(run: Run, path: str) -> None:
    found = run[0][path].captures
    assert len(found) > 1
    for capture in found:
        assert capture.outcome is Outcome.STORED or capture.problem is not None


def test_requests_have_a_number(run: Run) -> None:
    facts = dict(variant(run, "/requests", Role.RENDERED).facts)
    assert int(facts["requests refused"]) >= int(facts["requests"]) - 300 > 0


def test_dialogs_and_windows_do_not_hold_a_page_up(run: Run) -> None:
    for path, words in (("/alert", b"After the alerts."), ("/open", b"After the windows.")):
        body = variant(run, path, Role.TEXT).body
        assert body is not None
        assert words in body


def test_an_endless_script_is_stopped_and_what_was_there_is_kept(run: Run) -> None:
    dom = variant(run, "/endless", Role.RENDERED)
    assert dom.body is not None
    assert b"Before the end." in dom.body
    assert "did not come to rest" in dom.reason


def test_a_huge_page_is_not_kept_whole(run: Run) -> None:
    assert not [one for one in run[0]["/large"].captures if one.role is Role.RENDERED and one.body]
    for capture in run[0]["/large"].captures:
        assert capture.size < 20_000_000


def test_a_redirect_of_the_page_itself_is_followed(run: Run) -> None:
    assert variant(run, "/away", Role.RENDERED).final_url == f"{HOST}/page"


def test_no_process_is_left(run: Run) -> None:
    assert run[2] == set()
