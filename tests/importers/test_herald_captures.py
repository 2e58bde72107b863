"""Captured pages against their recorded hashes."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from pathlib import Path

import pytest
from herald_archive import HeraldArchive, Page
from hypothesis import given
from hypothesis import strategies as st

from copydesk.importers import herald_captures, line_ends
from copydesk.importers.checkout import Checkout
from copydesk.importers.herald_captures import (
    MAX_CAPTURE_BYTES,
    CaptureFinding,
    CaptureState,
    judge_capture,
    read_capture_file,
    read_captures,
    unzip,
)
from copydesk.importers.herald_records import ManifestEntry, Story
from copydesk.importers.herald_stories import read_stories
from copydesk.importers.line_ends import restoring_run
from copydesk.importers.unfit import Unfit, UnfitKind

LINES = [b"<html>", b"<p>one</p>", b"<p>two</p>", b"<p>three</p>", b"<p>four</p>", b"</html>"]


def entry(recorded: bytes | None, **changes: object) -> ManifestEntry:
    values = {
        "url": "https://a.example/",
        "file": "source-0.html",
        "status_code": 200,
        "content_type": "text/html",
        "content_length": None if recorded is None else len(recorded),
        "sha256": None if recorded is None else hashlib.sha256(recorded).hexdigest(),
        "error": None,
        "fetched_at": None,
        "redirected_domain": None,
        "archive_url": None,
    }
    return ManifestEntry(**{**values, **changes})  # type: ignore[arg-type]


def crlf(*places: int) -> bytes:
    """The lines with CRLF at the end of those (from 0), LF elsewhere."""
    ends = [b"\r\n" if place in places else b"\n" for place in range(len(LINES))]
    return b"".join(line + end for line, end in zip(LINES, ends, strict=True))


LF = crlf()
SHOWN = {
    "every line": (crlf(*range(6)), LF, "CRLF for every LF"),
    "the first line": (crlf(0), LF, "at the end of line 1 "),
    "one line": (crlf(3), LF, "at the end of line 4 "),
    "the last line": (crlf(5), LF, "at the end of line 6 "),
    "three lines": (crlf(1, 2, 3), LF, "for the 3 line ends from line 2 "),
    "beside CRLF that stayed": (crlf(0, 2), crlf(0), "at the end of line 3 "),
    "the other way": (LF, crlf(*range(6)), "LF for every CRLF"),
}


@pytest.mark.parametrize("case", SHOWN)
def test_a_conversion_of_line_ends_is_shown(case: str) -> None:
    recorded, stored, words = SHOWN[case]
    found = judge_capture(entry(recorded), stored)
    assert found.state is CaptureState.LINE_ENDS
    assert words in found.reason
    assert found.actual == hashlib.sha256(stored).hexdigest()
    assert found.recorded == hashlib.sha256(recorded).hexdigest()


def test_scattered_line_ends_are_likely_and_not_shown() -> None:
    found = judge_capture(entry(crlf(0, 2, 4)), LF)
    assert found.state is CaptureState.LINE_ENDS_LIKELY


def test_the_work_to_show_it_is_bounded() -> None:
    assert judge_capture(entry(crlf(5)), LF, budget=10).state is CaptureState.LINE_ENDS
    assert judge_capture(entry(crlf(3)), LF, budget=10).state is CaptureState.LINE_ENDS_LIKELY


@given(
    lines=st.lists(
        st.sampled_from([b"", b"a", b"\r", b"b\r", b"\xff\x00"]), min_size=1, max_size=30
    ),
    data=st.data(),
)
def test_every_unbroken_run_is_found_again(lines: list[bytes], data: st.DataObject) -> None:
    stored = b"".join(line + b"\n" for line in lines)
    bare = [at for at, line in enumerate(lines) if not line.endswith(b"\r")]
    first = data.draw(st.integers(0, len(bare)))
    run = bare[first : first + data.draw(st.integers(1, 30))]
    recorded = b"".join(line + (b"\r\n" if at in run else b"\n") for at, line in enumerate(lines))
    line = restoring_run(stored, len(run), hashlib.sha256(recorded).hexdigest())
    assert line == (run[0] + 1 if run else None)


def test_a_page_of_nothing_but_line_ends_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_ends, "MAX_LINE_ENDS", 5)
    assert judge_capture(entry(crlf(5)), LF).state is CaptureState.LINE_ENDS_LIKELY


def test_what_the_pages_of_one_story_may_cost_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(herald_captures, "MAX_STORY_BYTES", len(LF) + 1)
    monkeypatch.setattr(herald_captures, "MAX_TRIED_PAGES", 1)
    pages = [Page(f"https://{name}.example/", crlf(2), LF) for name in "abc"]
    HeraldArchive(tmp_path).add(pages=tuple(pages))
    files = Checkout(tmp_path)
    (story,) = (item for item in read_stories(files) if isinstance(item, Story))
    assert story.manifest is not None
    found = [finding for finding, _ in read_captures(files, story.manifest)]
    assert [each.state for each in found] == [
        CaptureState.LINE_ENDS,
        CaptureState.LINE_ENDS_LIKELY,
        CaptureState.UNREADABLE,
    ]
    assert found[2].unfit is not None
    assert found[2].unfit.kind is UnfitKind.TOO_LARGE


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    spec = archive.add(pages=(Page("https://a.example/", LF), Page("https://b.example/", LF)))
    path = f"sources/{spec.month}/{spec.slug}/manifest.json"
    value = json.loads((tmp_path / path).read_bytes())
    value["sources"][1]["file"] = value["sources"][0]["file"]
    archive.write(path, value)
    files = Checkout(tmp_path)
    (story,) = (item for item in read_stories(files) if isinstance(item, Story))
    assert story.manifest is not None
    found = list(read_captures(files, story.manifest))
    assert [(each.url, body) for each, body in found] == [
        ("https://a.example/", LF),
        ("https://b.example/", None),
    ]
    assert found[0][0].actual == found[1][0].actual


@pytest.mark.parametrize("length", [None, -5, 0, len(LF), 10**30])
def test_another_body_differs_whatever_length_is_stated(length: int | None) -> None:
    found = judge_capture(entry(b"other", content_length=length), LF)
    assert found.state is CaptureState.DIFFERS


def test_the_other_states() -> None:
    assert judge_capture(entry(LF), LF).state is CaptureState.MATCHES
    assert judge_capture(entry(None), LF).state is CaptureState.NO_HASH
    assert judge_capture(entry(LF, sha256="abc"), LF).state is CaptureState.NO_HASH
    none = judge_capture(entry(None, file=None, status_code=403, error="HTTP 403"), None)
    assert none.state is CaptureState.NOT_STORED
    assert "403" in none.reason
    assert none.as_json()["actual_sha256"] is None


def captures(tmp_path: Path, *pages: Page) -> list[tuple[CaptureFinding, bytes | None]]:
    HeraldArchive(tmp_path).add(pages=pages)
    files = Checkout(tmp_path)
    (story,) = (item for item in read_stories(files) if isinstance(item, Story))
    assert story.manifest is not None
    return [read_capture_file(files, story.manifest, each) for each in story.manifest.entries]


def test_plain_and_gzipped_bodies_are_read_alike(tmp_path: Path) -> None:
    found = captures(
        tmp_path,
        Page("https://a.example/", LF),
        Page("https://b.example/", LF, gz=True),
        Page("https://c.example/", crlf(2), LF, gz=True),
        Page("https://d.example/", None, status=403, error="HTTP 403"),
    )
    states = [finding.state for finding, _ in found]
    assert states == [
        CaptureState.MATCHES,
        CaptureState.MATCHES,
        CaptureState.LINE_ENDS,
        CaptureState.NOT_STORED,
    ]
    assert [body for _, body in found] == [LF, LF, LF, None]


def test_a_file_that_is_gone_is_unreadable(tmp_path: Path) -> None:
    captures(tmp_path, Page("https://a.example/", LF))
    next(tmp_path.glob("sources/*/*/source-0.html")).unlink()
    (story,) = (item for item in read_stories(Checkout(tmp_path)) if isinstance(item, Story))
    assert story.manifest is not None
    finding, body = read_capture_file(Checkout(tmp_path), story.manifest, story.manifest.entries[0])
    assert body is None
    assert finding.state is CaptureState.UNREADABLE
    assert finding.unfit is not None
    assert finding.unfit.kind is UnfitKind.MISSING


def bomb() -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    block = bytes(1024 * 1024)
    parts = [packer.compress(block) for _ in range(MAX_CAPTURE_BYTES // len(block) + 1)]
    return b"".join([*parts, packer.flush()])


PACKED = {
    "bomb": (bomb, "unpacks to more"),
    "not gzip": (lambda: b"<html>", "not gzip"),
    "empty": (lambda: b"", "cut off"),
    "cut off": (lambda: gzip.compress(LF * 100)[:-9], "cut off"),
    "something behind": (lambda: gzip.compress(LF) + b"more", "follows"),
}


@pytest.mark.parametrize("case", PACKED)
def test_what_is_packed_badly_is_refused(case: str) -> None:
    make, words = PACKED[case]
    found = unzip(make(), "source-0.html.gz")
    assert isinstance(found, Unfit)
    assert found.kind is UnfitKind.COMPRESSION
    assert words in found.reason
