"""Evidence folders, honest and hostile."""

import gzip
import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
import zstandard

from copydesk.capture import folder
from copydesk.capture.folder import read_folder, write_folder
from copydesk.capture.model import Capture, CaptureProblem, Outcome, Role, SourceCaptures
from copydesk.errors import EvidenceError
from copydesk.report import Quality

URL = "https://one.example/a"
PAGE = b"<html><body><p>" + b"The source says 12 offices. " * 40 + b"</p></body></html>"
HERALD = Path(
    os.environ.get("COPYDESK_HERALD")
    or Path(__file__).resolve().parents[2].parent / "shared" / "herald"
)


def make(path: Path, entry: dict[str, Any], body: bytes = PAGE) -> Path:
    path.mkdir(exist_ok=True)
    if entry.get("file"):
        (path / entry["file"]).write_bytes(body)
    (path / "manifest.json").write_text(json.dumps({"sources": [{"url": URL, **entry}]}))
    return path


PACKED = {
    "page.html": PAGE,
    "page.html.gz": gzip.compress(PAGE, mtime=0),
    "page.zst": zstandard.compress(PAGE),
    "page.txt": PAGE,
    "page.md": PAGE,
}


@pytest.mark.parametrize(("name", "body"), PACKED.items(), ids=PACKED)
def test_saved_pages_are_read_whatever_they_are_packed_in(
    tmp_path: Path, name: str, body: bytes
) -> None:
    sha = hashlib.sha256(PAGE).hexdigest()
    (source,) = read_folder(make(tmp_path, {"file": name, "sha256": sha}, body), [URL])
    assert (source.id, source.sha256, source.quality) == (1, sha, Quality.OK)
    assert "12 offices" in source.text.text
    assert source.reason == ""


def test_another_hash_is_said_and_the_real_one_given(tmp_path: Path) -> None:
    (source,) = read_folder(make(tmp_path, {"file": "a.html", "sha256": "0" * 64}), [URL])
    assert source.sha256 == hashlib.sha256(PAGE).hexdigest()
    assert "hash differs" in source.reason


def test_another_spelling_of_the_url_is_found_and_said(tmp_path: Path) -> None:
    (source,) = read_folder(make(tmp_path, {"file": "a.html"}), ["https://www.one.example/a/#x"])
    assert source.usable
    assert URL in source.reason


def test_order_and_ids_are_the_articles(tmp_path: Path) -> None:
    sources = read_folder(make(tmp_path, {"file": "a.html"}), ["https://two.example/", URL])
    assert [(s.id, s.quality) for s in sources] == [(1, Quality.MISSING), (2, Quality.OK)]
    assert "does not list" in sources[0].reason


@pytest.mark.parametrize(
    ("entry", "quality", "words"),
    [
        ({"status_code": 403, "error": "HTTP 403"}, Quality.BLOCKED, "HTTP 403"),
        ({"status_code": None, "error": None}, Quality.MISSING, "no body"),
        ({"file": "a.html", "status_code": 404}, Quality.MISSING, "404"),
    ],
)
def test_failures_are_sources_too(
    tmp_path: Path, entry: dict[str, Any], quality: Quality, words: str
) -> None:
    (source,) = read_folder(make(tmp_path, entry), [URL])
    assert source.quality is quality
    assert words in source.reason


@pytest.mark.parametrize(
    "name",
    ["../secret", "/etc/hostname", "link", "sub/../../secret", ".", "circle", "a\0b", "\ud800"],
)
def test_no_file_outside_the_folder_is_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret").write_text("outside")
    inside = tmp_path / "in"
    make(inside, {})
    (inside / "sub").mkdir()
    (inside / "link").symlink_to(tmp_path / "secret")
    (inside / "circle").symlink_to(inside / "circle")
    (inside / "manifest.json").write_text(json.dumps({"sources": [{"url": URL, "file": name}]}))
    (source,) = read_folder(inside, [URL])
    assert source.quality is Quality.MISSING
    assert any(word in source.reason for word in ("outside", "not in", "nowhere"))


def test_bombs_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "MAX_FILE_BYTES", 100_000)
    body = gzip.compress(b"\0" * 20_000_000)
    (source,) = read_folder(make(tmp_path, {"file": "a.html.gz"}, body), [URL])
    assert source.quality is Quality.MISSING
    assert "unpacks to over" in source.reason


def test_a_damaged_file_is_said(tmp_path: Path) -> None:
    body = gzip.compress(PAGE)[:-20]
    (source,) = read_folder(make(tmp_path, {"file": "a.html.gz"}, body), [URL])
    assert "damaged" in source.reason


MANIFESTS = {
    "not JSON": b"{",
    "a list": b"[]",
    "no sources": b"{}",
    "sources is a word": b'{"sources": "x"}',
    "an entry without url": b'{"sources": [{}]}',
    "url is a number": b'{"sources": [{"url": 3}]}',
    "deep": b'{"sources": ' + b"[" * 100_000,
    "not UTF-8": b"\xff\xfe",
}


@pytest.mark.parametrize("data", MANIFESTS.values(), ids=MANIFESTS)
def test_a_broken_manifest_is_an_error_in_words(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "manifest.json").write_bytes(data)
    with pytest.raises(EvidenceError) as caught:
        read_folder(tmp_path, [URL])
    assert caught.value.fix


def test_a_pipe_is_no_manifest(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "manifest.json")
    with pytest.raises(EvidenceError, match="not an evidence folder"):
        read_folder(tmp_path, [URL])


def test_no_folder_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(EvidenceError, match="not an evidence folder"):
        read_folder(tmp_path / "nowhere", [URL])


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    sha = hashlib.sha256(PAGE).hexdigest()
    stored = Capture(
        URL, Outcome.STORED, "2026-11-09T10:00:00Z", "test", status=200, sha256=sha,
        media_type="text/html", size=len(PAGE), body=PAGE,
    )  # fmt: skip
    failed = Capture(
        "https://two.example/", Outcome.FAILED, "2026-11-09T10:00:00Z", "test",
        problem=CaptureProblem("timeout", "No answer."),
    )  # fmt: skip
    sources = [SourceCaptures(capture.url, (capture,)) for capture in (stored, failed)]
    write_folder(tmp_path / "new", sources)
    one, two = read_folder(tmp_path / "new", [URL, "https://two.example/"])
    assert (one.sha256, one.captured_at) == (sha, "2026-11-09T10:00:00Z")
    assert "No answer" in two.reason


def test_a_variant_is_written_beside_its_page_under_its_own_kind(tmp_path: Path) -> None:
    def made(role: Role, media_type: str, body: bytes) -> Capture:
        return Capture(
            URL, Outcome.STORED, "2026-11-09T10:00:00Z", "test", status=200, role=role, body=body,
            media_type=media_type, size=len(body), sha256=hashlib.sha256(body).hexdigest(),
        )  # fmt: skip

    captures = (
        made(Role.PAGE, "text/html", PAGE),
        made(Role.SCREENSHOT, "image/jpeg", b"\xff\xd8\xff picture"),
        made(Role.RAW, "application/vnd.site+json", b'{"a": "It has 12 offices."}'),
    )
    write_folder(tmp_path, [SourceCaptures(URL, captures)])
    assert {path.name for path in tmp_path.iterdir()} == {
        "manifest.json", "source-1.html", "source-1-1.jpg", "source-1-2.json",
    }  # fmt: skip
    (source,) = read_folder(tmp_path, [URL])
    assert [one.role for one in source.variants] == [Role.RAW, Role.PAGE]


@pytest.mark.herald
def test_every_manifest_of_the_sample_is_read() -> None:
    manifests = sorted(HERALD.glob("sources/*/*/manifest.json"))
    if not manifests:
        pytest.skip(f"no sample archive at {HERALD}; set COPYDESK_HERALD")
    read = 0
    for manifest in manifests:
        urls = [entry["url"] for entry in json.loads(manifest.read_bytes())["sources"]]
        read += sum(source.usable for source in read_folder(manifest.parent, urls))
    assert read > 200


REPLAYED = (
    b'<html><head><script>__wm.wombat("https://weir.example/a","20260222182403","https://'
    b'archive.example/");</script></head><body>' + b"<p>The gate holds 40 litres.</p>" * 40
)


@pytest.mark.parametrize(
    ("entry", "body", "role", "archived_at"),
    [
        ({"archive_url": "https://archive.example/web/https://weir.example/a"}, REPLAYED,
         "archive-copy", "2026-02-22T18:24:03Z"),
        ({"archive_url": "https://archive.example/web/20260301080000/https://weir.example/a"},
         REPLAYED, "archive-copy", "2026-03-01T08:00:00Z"),
        ({"final_url": "https://archive.example/web/20260301080000id_/https://weir.example/a"},
         REPLAYED[-900:], "archive-copy", "2026-03-01T08:00:00Z"),
        ({"archive_url": "https://archive.example/keep/7"}, REPLAYED[-900:], "archive-copy", ""),
        ({"archive_url": None, "final_url": "https://weir.example/a?x=1"}, REPLAYED, "page", ""),
        ({"archive_url": 7}, REPLAYED, "page", ""),
        ({"role": "archive-copy", "final_url": "https://weir.example/a",
          "archived_at": "2026-03-02T08:00:00Z"}, REPLAYED, "archive-copy", "2026-03-02T08:00:00Z"),
    ],
)  # fmt: skip
def test_an_archives_copy_of_another_programs_folder_is_known_as_one(
    tmp_path: Path, entry: dict[str, object], body: bytes, role: str, archived_at: str
) -> None:
    url = "https://weir.example/a"
    (tmp_path / "a.html").write_bytes(body)
    said = {"url": url, "file": "a.html", "status_code": 200, "content_type": "text/html", **entry}
    (tmp_path / "manifest.json").write_text(json.dumps({"sources": [said]}), "utf-8")
    (read,) = read_folder(tmp_path, [url])
    assert (read.role, read.archived_at, read.usable) == (role, archived_at, True)


def test_a_copy_that_the_article_cites_is_the_page_that_it_cites(tmp_path: Path) -> None:
    url = "https://archive.example/web/20260301080000/https://weir.example/a"
    (tmp_path / "a.html").write_bytes(REPLAYED)
    said = {"url": url, "file": "a.html", "status_code": 200, "final_url": url}
    (tmp_path / "manifest.json").write_text(json.dumps({"sources": [said]}), "utf-8")
    (read,) = read_folder(tmp_path, [url])
    assert (read.role, read.archived_at) == ("page", "")
