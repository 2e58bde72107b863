"""A newsroom with one published article whose two sources a loopback server holds; for tests of
``watch``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from changing_server import ChangingServer, Reply
from small_newsroom import REVIEW, TIME, make_desk, review_input

from copydesk.capture.model import SourceCaptures
from copydesk.capture.sources import capture_everything
from copydesk.config import CaptureLimits
from copydesk.newsroom.common import Desk
from copydesk.newsroom.intake import capture_article, take_in
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.steps import publish, submit
from copydesk.newsroom.store import Newsroom

REPORT, NOTE = (
    "https://paper.example/2026/harbour-ferries-report",
    "https://ministry.example/budget-note",
)
HOSTS = ("paper.example", "ministry.example")
FILLER = [
    "The council met on Tuesday to hear what the harbour had done with the money of the year before.",
    "Members asked why the quay in the east was closed for most of the winter, and when it would open.",
    "The director answered that the contract for the quay had been signed before the rules changed.",
    "Nobody on the board expected the price of steel to fall again before the end of the season.",
    "A second vote on the plan for the western basin is to be held when the auditors have reported.",
]
FACTS = [
    "The harbour runs 14 ferries between the islands, according to the yearly report of its board.",
    "Repairs of the ferries cost $4.5 million in 2025, the auditors of the harbour found.",
    "“We did not expect so many passengers to come back after the winter,” said Ada Brenner.",
]
NOTE_TEXT = (
    "The ministry set aside $61 million for the harbours of the islands in its budget of 2026."
)
DECISIONS = """[[findings]]
rule = "words-per-category"
resolution = "dismissed"
note = "A test."
"""
DRAFT = f"""---
title: Harbour runs 14 ferries between the islands, report says
summary: The harbour's yearly report counts its ferries and names the cost of their repairs.
category: Briefing
tags: [harbour]
sources:
  - {REPORT}
  - {NOTE}
contributor: ada
date: 2026-11-09
---
The harbour runs 14 ferries between the islands, according to [its yearly report]({REPORT}).

Repairs of the ferries cost $4.5 million in 2025, [the report]({REPORT}) says.

“We did not expect so many passengers to come back after the winter,” Ada Brenner said, [the
report]({REPORT}) says.

The ministry set aside $61 million for the harbours of the islands, [a note]({NOTE}) says.
"""


def page(
    paragraphs: list[str], *, title: str = "Harbour ferries report", furniture: str = ""
) -> bytes:
    """A news page with these paragraphs."""
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    return (
        f"<!doctype html><html><head><title>{title}</title></head><body>"
        f"<nav><a href=/>Home</a> <a href=/s>Sport</a></nav><article><h1>{title}</h1>{body}</article>"
        f"<aside>{furniture}</aside><footer>The Paper</footer></body></html>"
    ).encode()


def report(*, facts: list[str] | None = None, furniture: str = "2 comments") -> bytes:
    """The report as it was, or with other facts or furniture."""
    first, *rest = FILLER
    return page([first, *(FACTS if facts is None else facts), *rest], furniture=furniture)


def note(text: str = NOTE_TEXT) -> bytes:
    """The ministry's note."""
    return page([*FILLER[1:], text], title="Budget note of the ministry")


def publish_article(
    server: ChangingServer,
    folder: Path,
    *,
    draft: str = DRAFT,
    hosts: Sequence[str] = HOSTS,
    browser: str = "never",
) -> tuple[Desk, ArticlePaths]:
    """A newsroom in ``folder/room`` with the draft, captured from ``server``, published."""
    desk = make_desk(folder)
    config = desk.room.root / "copydesk.toml"
    text = config.read_text(encoding="utf-8")
    resolve = "".join(f'"{host}" = "http://127.0.0.1:{server.port}"\n' for host in hosts)
    for old, new in (
        ("timeout_seconds = 30.0", "timeout_seconds = 2.0"),
        ("\nretries = 2", "\nretries = 0"),
        ('browser = "auto"', f'browser = "{browser}"'),
        ("confirm_seconds = 10.0", "confirm_seconds = 0.0"),
    ):
        assert old in text
        text = text.replace(old, new)
    config.write_text(f"{text}\n[capture.resolve]\n{resolve}", encoding="utf-8")
    desk = replace(desk, room=Newsroom.open(desk.room.root))
    server.pages = {
        "/2026/harbour-ferries-report": Reply(report()),
        "/budget-note": Reply(note()),
    } | server.pages
    paths = take_in(desk.room, "draft.md", draft.encode(), TIME)
    capture_article(desk, paths, fetch)
    submit(desk, paths)
    review(desk, paths, review_input(REVIEW[: REVIEW.index("[[findings]]")] + DECISIONS))
    publish(desk, paths)
    return desk, paths


def fetch(urls: list[str], limits: CaptureLimits) -> tuple[SourceCaptures, ...]:
    """Captures from the server."""
    return capture_everything(urls, limits=limits, clock=lambda: TIME)
