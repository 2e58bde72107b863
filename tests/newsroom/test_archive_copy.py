"""An article whose source refuses: captured, traced in an archive's copy, published, exported."""

import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from archive_server import ARCHIVE, INDEX, REPLAY, ArchiveServer
from small_newsroom import DRAFT, ONE, PAGES, REVIEW, TIME, make_desk, review_input

from copydesk.capture.model import SourceCaptures
from copydesk.capture.sources import capture_everything
from copydesk.config import CaptureLimits
from copydesk.newsroom.common import Desk
from copydesk.newsroom.exporting import Exporter
from copydesk.newsroom.intake import capture_article, take_in
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.site import build_site
from copydesk.newsroom.steps import publish, submit
from copydesk.newsroom.store import CONFIG, Newsroom
from copydesk.newsroom.verify_wacz import verify_wacz
from copydesk.provenance.checks import CheckState

FOUND = """[[findings]]
rule = "archive-copy-near"
resolution = "accepted"
note = "Compared with the page."
"""


@pytest.fixture
def server() -> Iterator[ArchiveServer]:
    with ArchiveServer() as running:
        running.answers["one.example/report"] = (403, {"Content-Type": "text/html"}, b"<p>No</p>")
        running.keep("20261106080000", ONE, PAGES[ONE])
        yield running


def desk_of(folder: Path, server: ArchiveServer) -> Desk:
    """A newsroom whose configuration names the archive on loopback."""
    desk = make_desk(folder)
    text = (desk.room.root / CONFIG).read_text("utf-8")
    for name, value in {
        "archive_index": f'"{INDEX}"', "archive_replay": f'"{REPLAY}"', "archive_wait_seconds": "0.0",
        "browser": '"never"', "retries": "0", "timeout_seconds": "5.0",
    }.items():  # fmt: skip
        lines = [
            f"{name} = {value}" if line.startswith(f"{name} =") else line
            for line in text.splitlines()
        ]
        text = "\n".join(lines)
    hosts = server.resolve(ARCHIVE, "one.example", "two.example")
    text += "\n[capture.resolve]\n" + "".join(f'"{k}" = "{v}"\n' for k, v in hosts.items())
    (desk.room.root / CONFIG).write_text(text, "utf-8")
    return Desk(Newsroom.open(desk.room.root), desk.keystore, desk.clock)


def fetch(urls: Sequence[str], limits: CaptureLimits) -> tuple[SourceCaptures, ...]:
    return capture_everything(urls, limits=limits, clock=lambda: TIME, dated="2026-11-09")


def test_a_refused_source_is_published_with_an_archives_copy_that_says_so(
    server: ArchiveServer, tmp_path: Path
) -> None:
    desk = desk_of(tmp_path, server)
    paths = take_in(desk.room, "draft.md", DRAFT.encode(), TIME)
    one, two = capture_article(desk, paths, fetch)
    assert [each.role.value for each in one.captures] == ["page", "archive-copy"]
    assert two.captures[1].problem
    assert two.captures[1].problem.code == "archive-no-copy"
    submit(desk, paths)
    report = json.loads(desk.room.files.read(paths.trace) or b"{}")
    money = next(item for item in report["specifics"] if item["text"] == "$4.5 million")
    assert money["status"] == "traced"
    assert money["evidence"][0]["archived"] == "2026-11-06T08:00:00Z"
    assert money["reason"].endswith("a web archive’s copy of 2026-11-06, not on the page.")
    (age,) = [item for item in report["findings"] if item["rule"].startswith("archive-copy")]
    assert "copy of 2026-11-06, made 3 days before the article’s date." in age["message"]
    # The article's second source is gone for good, and the archive has not got it either.
    unread = REVIEW.replace("source-not-captured", "source-unusable")
    review(desk, paths, review_input(unread + FOUND))
    publish(desk, paths)
    build_site(desk.room, tmp_path / "site")
    page = next((tmp_path / "site").glob("a/*/record/index.html")).read_text("utf-8")
    assert "Copy held by a web archive" in page
    assert "6 November 2026, 08:00 UTC" in page
    exported = Exporter(desk.room, []).export_wacz(paths).data
    with zipfile.ZipFile(io.BytesIO(exported)) as opened:
        pages = opened.read("pages/pages.jsonl").decode()
    assert "a web archive's copy of 2026-11-06T08:00:00Z" in pages
    (tmp_path / "x.wacz").write_bytes(exported)
    checks = {one.id: one.state for one in verify_wacz(tmp_path / "x.wacz").checks}
    assert checks["archive-records"] is CheckState.PASS
