"""The verdict on a capture: each mark with a page that is a wall, and a good page that carries it."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from copydesk.capture.folder import read_folder
from copydesk.evidence import judge, read_evidence
from copydesk.evidence.marks import MARKS
from copydesk.report import Quality

ARTICLE = "<p>" + "The quick brown fox went over the lazy dog again. " * 80 + "</p>"
URL = "https://news.example/a"

CASES: dict[str, tuple[str, int | None, str, Quality]] = {
    "an article": (ARTICLE, 200, URL, Quality.OK),
    "refused": ("<p>no", 403, URL, Quality.BLOCKED),
    "too many requests": ("<p>no", 429, URL, Quality.BLOCKED),
    "not there": (ARTICLE, 404, URL, Quality.MISSING),
    "server error": ("<p>oops", 500, URL, Quality.MISSING),
    "a bot check": ("<script>_Incapsula_Resource</script>", 200, URL, Quality.BLOCKED),
    "a bot check by title": ("<title>Just a moment...</title><p>wait", 200, URL, Quality.BLOCKED),
    "an article with a bot check's script": (
        f"<script>_Incapsula_Resource</script>{ARTICLE}", 200, URL, Quality.OK,
    ),
    "a normal page behind a delivery network": (
        f"<script src='/cdn-cgi/challenge-platform/x'></script>{ARTICLE}", 200, URL, Quality.OK,
    ),
    "a consent host": ("<p>Accept?", 200, "https://consent.example/c", Quality.CONSENT),
    "a consent form in any language": (
        "<form class=consent-form><input type=hidden name=originalDoneUrl><button>Ok</form>", 200, URL,
        Quality.CONSENT,
    ),
    "an article about consent": (f"<form class='consent-form'></form>{ARTICLE}", 200, URL, Quality.OK),
    "a shell": ("<div id=app></div><script>" + "x" * 3000 + "</script>", 200, URL, Quality.SCRIPT_ONLY),
    "a forum within noscript": (
        f"<script>x</script><noscript>{ARTICLE}</noscript>", 200, URL, Quality.OK,
    ),
    "a short page": ("<p>Version 2.15 is out.", 200, URL, Quality.OK),
    "nothing": ("<html><body></body></html>", 200, URL, Quality.EMPTY),
    "a teaser": (
        '<script type="application/ld+json">{"isAccessibleForFree": false}</script>'
         "<p>" + "Some words of it. " * 30, 200, URL, Quality.PAYWALLED,
    ),
    "not free but complete": (
        f'<script type="application/ld+json">{{"isAccessibleForFree": "False"}}</script>{ARTICLE}',
        200, URL, Quality.OK,
    ),
    "cut off": (
        f'<script type="application/ld+json">{{"wordCount": 5000}}</script>{ARTICLE}', 200, URL,
        Quality.PARTIAL,
    ),
    "an absurd word count": (
        f'<script type="application/ld+json">{{"wordCount": "{"9" * 5000}"}}</script>{ARTICLE}',
        200, URL, Quality.OK,
    ),
    "an archive's redirect": (
        "<p>Got an HTTP 302 response at crawl time. Redirecting</p>" + "<p>other words</p>" * 20,
        200, URL, Quality.EMPTY,
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("markup", "status", "final", "expected"), CASES.values(), ids=CASES.keys()
)
def test_pages(markup: str, status: int | None, final: str, expected: Quality) -> None:
    body = markup.encode()
    text = read_evidence(body, media_type="text/html")
    found = judge(text, status=status, url=URL, final_url=final, size=len(body))
    assert found.quality is expected
    assert MARKS[found.mark].quality is expected
    assert bool(found.reason) == (expected is not Quality.OK)


@pytest.mark.parametrize(
    ("body", "media_type", "expected"),
    [
        (b"Ten words of plain text.", "text/plain", Quality.OK),
        (b'{"a": "b"}', "application/json", Quality.OK),
        (b"  \n", "text/plain", Quality.EMPTY),
        (b"%PDF-1.4 \xef\xbf\xbd", "application/pdf", Quality.EMPTY),
        (b"\x89PNG\r\n\x1a\n", "image/png", Quality.EMPTY),
        (b"", "text/html", Quality.MISSING),
    ],
)
def test_other_types(body: bytes, media_type: str, expected: Quality) -> None:
    text = read_evidence(body, media_type=media_type)
    assert judge(text, status=200, media_type=media_type, size=len(body)).quality is expected


def herald() -> Path:
    root = Path(__file__).parents[2] / ".." / "shared" / "herald"
    folder = Path(os.environ.get("COPYDESK_HERALD", root)) / "sources"
    if not folder.is_dir():
        pytest.skip("no sample archive: set COPYDESK_HERALD")
    return folder


@pytest.mark.herald
def test_a_real_archive_is_read_and_judged() -> None:
    counts: Counter[Quality] = Counter()
    manifests = sorted(herald().rglob("manifest.json"))
    assert len(manifests) >= 80
    for manifest in manifests:
        urls = [row["url"] for row in json.loads(manifest.read_bytes())["sources"]]
        sources = read_folder(manifest.parent, urls)
        assert [source.url for source in sources] == urls
        for source in sources:
            counts[source.quality] += 1
            assert source.usable or source.reason
            assert not any("nested" in note for note in source.text.notes)
    assert counts[Quality.OK] > 260
    assert counts[Quality.CONSENT] == 2
    assert counts[Quality.SCRIPT_ONLY] == 2
