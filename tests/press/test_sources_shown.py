"""What a reader of the record sees of each capture."""

from __future__ import annotations

import re
from typing import Any

import pytest
from rich_captures import rich_captures, with_rich_captures

from copydesk.article import read_article
from copydesk.config import Config
from copydesk.press import render_site
from copydesk.press.view_captures import capture_view
from copydesk.provenance.record import Record


@pytest.fixture
def shown(record: Record, config: Config) -> str:
    """The text of the third source on the record's page."""
    site = render_site([with_rich_captures(record)], config, read_article=read_article)
    page = site[f"a/{record.slug}/record/index.html"].decode()
    part = page.partition('id="source-3"')[2].partition('id="source-4"')[0]
    return " ".join(re.sub(r"<[^>]*>", " ", part).split())


@pytest.mark.parametrize(
    "words",
    [
        "Page as received",
        "Status HTTP 403 Archived",
        "The server refuses access (HTTP 403).",
        "https://code.example/7 answered 301 from 203.0.113.79 and led to /i/7",
        "https://code.example/i/7 answered 302 and led to https://code.example/otter/weir/issues/7",
        "9 November 2026, 09:13 UTC: HTTP 429; 1 second later tried again",
        "9 November 2026, 09:13 UTC: timeout; 2.5 seconds later tried again",
        "robots.txt Disallows this address for programs.",
        (
            "Publisher asks That no copy be shown (noarchive); that it not be used for artificial "
            "intelligence (noai); that it not be mined for text and data (tdm-reservation);"
        ),
        "Server 203.0.113.80",
        (
            "Certificate CN=code.example, issued by CN=Weir CA 3,O=Weir Trust,C=IE, valid "
            "1 September 2026 to 30 November 2026"
        ),
        "Issuer’s certificate CN=Weir CA 3",
        "Raw data from the site’s interface",
        (
            "State closed Author heron Author association NONE: no part in the project Comments 2 "
            "Created 1 October 2026, 08:00 UTC Updated 2 November 2026, 09:30 UTC"
        ),
        "Data’s address https://api.code.example/repos/otter/weir/issues/7",
        "Page after its scripts ran Made here, in a browser",
        "Not the page itself: what an archive kept of it",
        "Archive’s copy of 4 November 2026, 08:00 UTC",
        "Digest equal to the SHA-1 of the body",
        "Problem archive.example answered HTTP 503.",
        "Client copydesk/0.1 httpx/0.28.1",
        "Masked who captured it, and tokens of the visit, with X in the headers, the redirects",
        "Judged by the sign “refused-status”",
    ],
)
def test_the_record_shows(shown: str, words: str) -> None:
    assert words in shown


def test_every_hash_of_a_capture_is_shown(shown: str) -> None:
    page, *_ = rich_captures()
    for one in rich_captures():
        assert (one.sha256 or "") in shown
        assert (one.derivedFrom or "") in shown
    assert page.wireSha256
    assert page.wireSha256 in shown
    assert page.tls
    assert all(one.sha256 in shown for one in page.tls)


def test_what_a_capture_says_is_shown_as_text_only(record: Record, config: Config) -> None:
    evil = "<script>alert(1)</script>"
    page = rich_captures()[1].model_copy(
        update={"facts": [(evil, evil)], "reservations": [evil], "address": evil, "mark": evil}
    )
    changed = with_rich_captures(record)
    assert changed.source_set
    changed.source_set.predicate.sources[2].captures[:] = [page]
    site = render_site([changed], config, read_article=read_article)
    html = site[f"a/{record.slug}/record/index.html"].decode()
    assert evil not in html
    assert html.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 4


def test_what_is_not_known_is_not_shown() -> None:
    bare: Any = rich_captures()[2].model_copy(update={"mark": None, "derivedFrom": None})
    view = capture_view(bare, "https://code.example/")
    assert (view.facts, view.asks, view.hops, view.tries, view.certificates) == ((), (), (), (), ())
    assert view.fetched == (("Client", "Chromium 156"),)
    assert (view.archived, view.wire_sha256) == ("", "")
