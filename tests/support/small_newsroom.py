"""A small newsroom on disk with a contributor, an editor and a draft; for tests of the steps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from copydesk.capture.model import Capture, CaptureProblem, Outcome, SourceCaptures
from copydesk.config import CaptureLimits
from copydesk.evidence import judge, read_evidence
from copydesk.newsroom.common import Desk
from copydesk.newsroom.create import create_newsroom
from copydesk.newsroom.intake import capture_article, take_in
from copydesk.newsroom.keyrings import register_key
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.review_input import ReviewInput, parse_review
from copydesk.newsroom.store import Newsroom
from copydesk.provenance.canonical import sha256_hex

TIME = "2026-11-09T10:00:00Z"
ONE, TWO = "https://one.example/report", "https://two.example/note"
PAGES = {
    ONE: b"<html><head><title>Report</title></head><body><h1>Office report</h1><p>"
    + b"The council runs 12 offices in the northern district, the report says. " * 12
    + b"</p><p>Repairs of the town hall cost $4.5 million in 2025.</p></body></html>",
}
DRAFT = f"""---
title: Council runs 12 offices in the northern district, report says
summary: The council's report counts its offices in the northern district and names a cost.
category: Briefing
tags: [council]
sources:
  - {ONE}
  - {TWO}
contributor: ada
date: 2026-11-09
---
## What the report says

The council runs 12 offices in the northern district, according to [the report]({ONE}).

Repairs of the town hall cost $4.5 million in 2025, [the report]({ONE}) says.

A [note]({TWO}) could not be read.
"""
REVIEW = """verdict = "approve"
summary = "Every figure was compared with the report."
[assessments]
content = "Short and clear."
sourceVerification = "The report was read as captured; the note could not be fetched."
facts = "Both figures stand in the report."
tone = "Neutral."
originality = "New."
[[findings]]
rule = "words-per-category"
resolution = "dismissed"
note = "A test."
[[findings]]
rule = "source-not-captured"
resolution = "accepted"
note = "Nothing is taken from the note."
"""


def fetch(
    urls: Sequence[str], _limits: CaptureLimits, _dated: str = ""
) -> tuple[SourceCaptures, ...]:
    """Captures of the test pages; whatever is not among them timed out."""
    captures = []
    for url in urls:
        body = PAGES.get(url)
        if body is None:
            problem = CaptureProblem("timeout", "No answer within 30 seconds.")
            captures.append(
                Capture(url, Outcome.FAILED, TIME, "test", problem=problem, reason=problem.message)
            )
            continue
        text = read_evidence(body, media_type="text/html", url=url)
        found = judge(
            text, status=200, media_type="text/html", url=url, final_url=url, size=len(body)
        )
        captures.append(
            Capture(
                url, Outcome.STORED, TIME, "test", final_url=url, status=200,
                media_type="text/html", size=len(body), sha256=sha256_hex(body),
                wire_sha256=sha256_hex(body), quality=found.quality, mark=found.mark,
                reason=found.reason, body=body,
            )
        )  # fmt: skip
    return tuple(SourceCaptures(capture.url, (capture,)) for capture in captures)


def make_desk(folder: Path) -> Desk:
    """A newsroom in ``folder/room`` with the keys ada (contributor) and eve (editor)."""
    keystore = Keystore(folder / "test-only-keys")
    create_newsroom(folder / "room", keystore, name="Test", origin="test.example/log")
    room = Newsroom.open(folder / "room")
    desk = Desk(room, keystore, lambda: TIME)
    for name, role in (("ada", "contributor"), ("eve", "editor")):
        keystore.create(name)
        register_key(desk, name=name, roles=[role])
    return desk


def captured(desk: Desk, draft: str = DRAFT) -> ArticlePaths:
    """The draft, taken in and captured."""
    paths = take_in(desk.room, "draft.md", draft.encode(), TIME)
    capture_article(desk, paths, fetch)
    return paths


def review_input(text: str = REVIEW) -> ReviewInput:
    """The review, parsed."""
    return parse_review(text.encode(), "review.toml")
