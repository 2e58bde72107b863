"""Which pages are shown in a browser, and what is said where there is none; no browser is needed."""

import asyncio
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.capture import browser_launch
from copydesk.capture.browser import BrowserStep, needs_browser
from copydesk.capture.fetch import Fetcher
from copydesk.capture.model import Capture, Outcome, Role
from copydesk.capture.sources import capture_everything
from copydesk.config import CaptureLimits
from copydesk.evidence import Label, read_evidence
from copydesk.evidence.visible import MEDIA_TYPE, REASONS, write_visible
from copydesk.report import Quality

TIME = "2026-11-09T10:00:00Z"


def page(quality: Quality, body: bytes = b"<!doctype html><p>x") -> Capture:
    return Capture(
        url="https://news.example/", outcome=Outcome.STORED, retrieved_at=TIME, client="c",
        media_type="text/html", quality=quality, body=body, sha256="0" * 64, size=len(body),
    )  # fmt: skip


@pytest.mark.parametrize("quality", list(Quality))
def test_automatic_means_a_shell_or_a_block(quality: Quality) -> None:
    shell = quality in {Quality.SCRIPT_ONLY, Quality.BLOCKED, Quality.EMPTY}
    assert needs_browser(page(quality), "auto") is shell
    assert needs_browser(page(quality), "always")
    assert not needs_browser(page(quality), "never")
    assert not needs_browser(page(quality, b"%PDF-1.7"), "auto")


@pytest.mark.parametrize("mode", ["auto", "always"])
def test_where_there_is_no_browser_it_is_said_only_if_asked_for(mode: str, tmp_path: Path) -> None:
    limits = CaptureLimits(browser=mode, browser_path=str(tmp_path / "none"))  # type: ignore[arg-type] # one of the modes
    assert "No browser was used" in browser_launch.unavailable(limits)
    (found,) = capture_everything(["http://127.0.0.1:1/"], limits=limits, clock=lambda: TIME)
    problems = [one.problem.code for one in found.captures if one.problem]
    assert problems[1:] == (["no-browser"] if mode == "always" else [])


def test_a_configured_path_is_the_only_one(tmp_path: Path) -> None:
    program = tmp_path / "chrome"
    assert browser_launch.find_chromium(str(program)) is None
    program.touch()
    assert browser_launch.find_chromium(str(program)) == str(program)


def test_a_step_that_starts_nothing_ends_nothing() -> None:
    async def run() -> tuple[Capture, ...]:
        fetcher = Fetcher(CaptureLimits(browser="never"), lambda: TIME)
        async with fetcher.client, BrowserStep() as step:
            return await step(fetcher, (page(Quality.SCRIPT_ONLY),))

    assert asyncio.run(run()) == ()


segments = st.lists(st.tuples(st.sampled_from(["", *sorted(REASONS)]), st.text(min_size=1)))


@given(segments, st.text())
def test_visible_text_is_read_back_under_its_labels(
    parts: list[tuple[str, str]], title: str
) -> None:
    body = write_visible("https://news.example/", title, parts)
    assert body == write_visible("https://news.example/", title, parts)
    text = read_evidence(body, media_type=MEDIA_TYPE)
    seen = "\n".join(part for why, part in parts if not why)
    hidden = "\n".join(part for why, part in parts if why)
    assert text.visible == seen
    labels = [region.label for region in text.regions]
    assert labels == [Label.VISIBLE] * bool(seen) + [Label.HIDDEN] * bool(hidden)
    assert text.text == "\n".join(filter(None, (seen, hidden)))


@pytest.mark.parametrize("value", [[], {}, {"format": "copydesk-visible-text/1"}, {"segments": 3}])
def test_another_body_of_that_type_is_read_as_json(value: object) -> None:
    text = read_evidence(json.dumps(value).encode(), media_type=MEDIA_TYPE)
    assert text.media_type == "application/json"


def test_a_variant_is_not_shown_again() -> None:
    rendered = Capture(
        url="u", outcome=Outcome.FAILED, retrieved_at=TIME, client="c", role=Role.RENDERED
    )
    assert not needs_browser(rendered, "always")
