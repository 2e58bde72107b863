"""An archive's index and its addresses, as bytes and texts that anybody may have written."""

import json
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.capture.archive.index import (
    Listed,
    ask_after,
    ask_before,
    choose,
    moment,
    read_listing,
)
from copydesk.capture.archive.replay import (
    memento_time,
    original_of,
    read_replayed,
    rewritten,
)

URL = "https://weir.example/a?b=1&c=*"
PREFIX = "https://archive.example/web"
DAY = date(2026, 11, 5)
# The example of the Wayback CDX server's documentation, section "Resumption Key", in its own shape.
DOCUMENTED = b"""[["urlkey","timestamp","original","mimetype","statuscode","digest","length"],
 ["org,archive)/", "19970126045828", "http://www.archive.org:80/", "text/html", "200", "Q4YULN754FHV2U6Q5JUT6Q2P57WEWNNY", "1415"],
 ["org,archive)/", "19980109140106", "http://archive.org:80/", "text/html", "200", "XAHDNHZ5P3GSSSNJ3DMEOJF7BMCCPZR3", "1402"],
 [],
 ["org%2Carchive%29%2F+19980109140106%21"]]"""


def test_the_documented_answer_is_read() -> None:
    listing = read_listing(DOCUMENTED, "https://archive.org/")
    assert listing
    assert [one.stamp for one in listing.copies] == ["19970126045828", "19980109140106"]
    assert listing.copies[0].digest == "Q4YULN754FHV2U6Q5JUT6Q2P57WEWNNY"
    assert listing.resume == "org%2Carchive%29%2F+19980109140106%21"


def test_what_is_asked() -> None:
    asked = parse_qs(urlsplit(ask_before("https://archive.example/cdx", URL + "#part", DAY)).query)
    assert asked["url"] == [URL]
    assert asked["matchType"] == ["exact"]
    assert (asked["to"], asked["limit"]) == (["20261105235959"], ["-25"])
    asked = parse_qs(urlsplit(ask_after("https://a.example/cdx?x=1", URL, DAY, "k&y")).query)
    assert (asked["x"], asked["from"], asked["resumeKey"]) == (["1"], ["20261105000000"], ["k&y"])


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_are_no_index(data: bytes) -> None:
    listing = read_listing(data, URL)
    assert listing is None or listing.copies == ()


_ITEMS = st.one_of(
    st.none(), st.integers(), st.text(max_size=20), st.lists(st.text(max_size=3), max_size=2),
    st.sampled_from([URL, "20261104080000", "200", "warc/revisit", "A" * 32, "timestamp", "original"]),
)  # fmt: skip


@given(st.lists(st.lists(_ITEMS, max_size=5), max_size=5))
def test_any_rows_give_copies_of_the_page_or_none(rows: list[list[object]]) -> None:
    columns = ["timestamp", "original", "mimetype", "statuscode", "digest"]
    listing = read_listing(json.dumps([columns, *rows]).encode(), URL)
    assert listing is not None
    for one in listing.copies:
        assert moment(one.stamp)
        assert one.original == URL
        assert one.digest in {"", "A" * 32}


@given(st.text(max_size=80))
def test_any_address_is_read(text: str) -> None:
    for address in (text, f"{PREFIX}/{text}", f"{PREFIX}/20261104080000id_/{text}"):
        found = read_replayed(address, PREFIX)
        assert found is None or moment(found.stamp)
        assert isinstance(original_of(address), str)


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        (f"{PREFIX}/20261104080000id_/{URL}", ("20261104080000", "id_", URL)),
        (f"{PREFIX}/20261104080000/{URL}", ("20261104080000", "", URL)),
        (f"{PREFIX}/20261104080000id_/https:/weir.example/a", ("20261104080000", "id_", "https://weir.example/a")),
        ("http://archive.example:80/web/20261104080000id_/http://x.example/", ("20261104080000", "id_", "http://x.example/")),
        (f"https://evil.example/web/20261104080000id_/{URL}", None),
        (f"https://archive.example:8443/web/20261104080000id_/{URL}", None),
        (f"https://archive.example/other/20261104080000id_/{URL}", None),
        (f"{PREFIX}/2026110408id_/{URL}", None),
        (f"{PREFIX}/20261199080000id_/{URL}", None),
        (f"{PREFIX}/20261104080000id_/javascript:alert(1)", None),
        ("https://[archive/web/", None),
    ],
)  # fmt: skip
def test_addresses_of_copies(address: str, parts: tuple[str, str, str] | None) -> None:
    found = read_replayed(address, PREFIX)
    assert (found and (found.stamp, found.flags, found.original)) == parts


def test_the_address_that_any_archives_copy_is_of() -> None:
    assert original_of(f"https://web.archive.org/web/20261104080000id_/{URL}") == URL
    assert original_of(URL) == URL


@pytest.mark.parametrize("said", ["", "yesterday", "99", "Tue, 99 Nov 2026 08:00:00 GMT"])
def test_a_date_that_is_none(said: str) -> None:
    assert memento_time((("memento-datetime", said),)) is None


def test_words_about_replay_are_no_replay() -> None:
    shown = b"<p>It writes &lt;!-- BEGIN WAYBACK TOOLBAR INSERT --&gt; into the page.</p>"
    assert not rewritten(shown)
    assert rewritten(b"<script>__wm.init('https://archive.example/web')</script>")


def row(stamp: str, digest: str = "") -> Listed:
    return Listed(stamp, URL, digest, revisit=False)


@pytest.mark.parametrize(
    ("stamps", "first"),
    [
        (["20261101000000", "20261105120000", "20261106000000"], "20261105120000"),
        (["20261006000000", "20261106000000"], "20261006000000"),  # 30 days before
        (["20261005000000", "20261106000000"], "20261106000000"),  # 31 days before
        (["20250101000000"], "20250101000000"),
        (["20270101000000", "20261201000000"], "20261201000000"),
        (["20260905000000", "20270104000000"], "20270104000000"),
    ],
)
def test_which_copy_is_taken(stamps: list[str], first: str) -> None:
    assert choose(map(row, stamps), DAY, "the day")[0].copy.stamp == first


def test_of_two_as_far_away_the_older_one_is_taken() -> None:
    far = choose(map(row, ["20261215000000", "20260926000000"]), DAY, "the day")
    assert far[0].copy.stamp == "20260926000000"
