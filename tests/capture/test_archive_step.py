"""A web archive on loopback is asked for what a page's own site did not give."""

import gzip
from collections.abc import Iterator
from dataclasses import replace

import pytest
from archive_server import ARCHIVE, INDEX, REPLAY, ArchiveServer, http_date, sha1

from copydesk.capture.archive.index import ask_after, ask_before
from copydesk.capture.archive.step import MAX_COPIES
from copydesk.capture.entry import to_entry
from copydesk.capture.model import Capture, Outcome, Robots, Role
from copydesk.capture.sources import capture_everything
from copydesk.config import CaptureLimits, changed
from copydesk.report import Quality

NOW = "2026-11-09T10:00:00Z"
URL = "https://weir.example/news/council-opens-the-lower-weir"
HOSTS = ("weir.example", "other.example")
STORY = "The council opened the lower weir on Monday; it cost 310 euros and holds 40 litres. "


def page(note: str = "", title: str = "Council opens the lower weir") -> bytes:
    body = f"<title>{title}</title><h1>{title}</h1>" + f"<p>{STORY}{note}</p>" * 20
    return f"<!doctype html><html><body>{body}</body></html>".encode()


WALL = b"<title>Just a moment...</title><p>Checking your browser.</p>"


@pytest.fixture
def server() -> Iterator[ArchiveServer]:
    with ArchiveServer() as running:
        running.answers["weir.example/news/council-opens-the-lower-weir"] = (
            403, {"Content-Type": "text/html"}, WALL,
        )  # fmt: skip
        yield running


def capture(
    server: ArchiveServer, url: str = URL, dated: str = "2026-11-05", **changes: object
) -> tuple[Capture, ...]:
    base = {
        "timeout_seconds": 5.0, "retries": 0, "browser": "never", "archive_wait_seconds": 0.0,
        "archive_index": INDEX, "archive_replay": REPLAY, "resolve": server.resolve(ARCHIVE, *HOSTS),
    }  # fmt: skip
    limits = changed(CaptureLimits(), **{**base, **changes})
    (found,) = capture_everything([url], limits=limits, clock=lambda: NOW, dated=dated)
    for one in found.captures:
        to_entry(one)  # every capture can be stated
    return found.captures


def test_a_refused_page_gets_the_last_copy_from_before_the_article(server: ArchiveServer) -> None:
    for stamp in ("20250101000000", "20261020080000", "20261105235900", "20261106000500"):
        server.keep(stamp, URL, page(stamp))
    first, copy = capture(server)
    assert (first.role, first.quality) == (Role.PAGE, Quality.BLOCKED)
    assert (copy.role, copy.outcome, copy.quality) == (Role.ARCHIVE, Outcome.STORED, Quality.OK)
    assert copy.body == page("20261105235900")
    assert copy.archived_at == "2026-11-05T23:59:00Z"
    assert copy.url == URL
    assert copy.final_url == f"{REPLAY}/20261105235900id_/{URL}"
    facts = dict(copy.facts)
    assert facts["archive"] == ARCHIVE
    assert facts["digest in the index"] == f"sha1:{sha1(copy.body)}"
    assert facts["digest"] == "equal to the SHA-1 of the body"
    assert facts["chosen as"].startswith("the last copy from before the end of the article’s date")
    assert copy.reason.startswith(
        "A copy that archive.example made on 2026-11-05, on the article’s date. Fetched over plain HTTP"
    )
    assert len(server.archive_asked) == 2


def test_without_a_near_copy_from_before_the_nearest_is_taken(server: ArchiveServer) -> None:
    server.keep("20250101000000", URL, page("old"))
    server.keep("20261117080000", URL, page("new"))
    copy = capture(server)[1]
    assert copy.archived_at == "2026-11-17T08:00:00Z"
    assert "12 days after the article’s date" in copy.reason
    assert "none of the 30 days before" in dict(copy.facts)["chosen as"]


@pytest.mark.parametrize("dated", ["", "soon", "2027-01-01"])
def test_without_a_date_the_day_of_the_capture_counts(server: ArchiveServer, dated: str) -> None:
    server.keep("20261108080000", URL, page())
    copy = capture(server, dated=dated)[1]
    assert "2026-11-08, 1 day before the day of the capture." in copy.reason


def test_a_copy_that_is_itself_a_wall_is_kept_and_the_next_is_taken(server: ArchiveServer) -> None:
    server.keep("20261103080000", URL, page())
    server.keep("20261104080000", URL, WALL)
    wall, good = capture(server)[1:]
    assert (wall.quality, wall.mark) == (Quality.BLOCKED, "refused-title")
    assert wall.body == WALL
    assert good.quality is Quality.OK
    assert dict(good.facts)["chosen as"].startswith("tried next: ")


def test_so_many_copies_are_tried_and_alike_ones_once(server: ArchiveServer) -> None:
    for day in range(1, 6):
        server.keep(f"2026110{day}080000", URL, WALL + bytes([48 + day // 2]))
    assert len(capture(server)[1:]) == MAX_COPIES
    server.rows.clear()
    for day in range(1, 6):
        server.keep(f"2026110{day}080000", URL, WALL)
    assert len(capture(server)[1:]) == 1


def test_a_copy_listed_as_seen_before_is_one_of_its_own_day(server: ArchiveServer) -> None:
    body = page()
    server.keep("20260901080000", URL, body)
    server.keep("20261104080000", URL, body, status="-", mime="warc/revisit")
    copy = capture(server)[1]
    assert copy.archived_at == "2026-11-04T08:00:00Z"
    assert dict(copy.facts)["listed as"] == "the same as an earlier copy"


def test_the_page_of_another_spelling_is_not_taken_for_the_cited_one(server: ArchiveServer) -> None:
    server.keep("20261104080000", URL.replace("council", "COUNCIL"), page())
    copy = capture(server)[1]
    assert copy.problem
    assert copy.problem.code == "archive-no-copy"
    server.keep("20261103080000", URL.replace("https://", "http://www."), page())
    copy = capture(server)[1]
    assert copy.quality is Quality.OK
    assert dict(copy.facts)["copy of"].startswith("http://www.weir.example/")


def test_a_digest_of_what_was_stored_packed_is_found_in_the_bytes_as_sent(
    server: ArchiveServer,
) -> None:
    packed = gzip.compress(page(), mtime=0)
    server.keep("20261104080000", URL, page(), digest=sha1(packed))
    address = f"{ARCHIVE}/web/20261104080000id_/{URL}"
    headers = {"Memento-Datetime": http_date("20261104080000"), "Content-Encoding": "gzip"}
    server.answers[address] = (200, headers, packed)
    copy = capture(server)[1]
    assert copy.body == page()
    assert dict(copy.facts)["digest"].startswith("equal to the SHA-1 of the body as it was sent")
    server.answers[address] = (200, headers, gzip.compress(page("x"), mtime=0))
    copy = capture(server)[1]
    assert dict(copy.facts)["digest"].startswith("differs from the SHA-1 of the body")
    assert copy.quality is Quality.OK


@pytest.mark.parametrize("stated", [True, False])
def test_led_to_another_time_the_real_one_is_kept(server: ArchiveServer, *, stated: bool) -> None:
    server.keep("20261104080000", URL, page())
    real = "20230302010203"
    server.answers[f"{ARCHIVE}/web/20261104080000id_/{URL}"] = (
        302, {"Location": f"http://{ARCHIVE}/web/{real}id_/{URL}"}, b"",
    )  # fmt: skip
    headers = {"Memento-Datetime": http_date(real)} if stated else {}
    server.answers[f"{ARCHIVE}/web/{real}id_/{URL}"] = (200, headers, page())
    copy = capture(server)[1]
    assert copy.archived_at == "2023-03-02T01:02:03Z"
    facts = dict(copy.facts)
    assert facts["archive led to"] == "its copy of 20230302010203"
    assert facts["digest"].startswith("not compared")
    assert len(copy.hops) == 1


def test_where_address_and_header_differ_the_header_is_believed_and_both_are_kept(
    server: ArchiveServer,
) -> None:
    server.keep("20261104080000", URL, page())
    server.answers[f"{ARCHIVE}/web/20261104080000id_/{URL}"] = (
        200, {"Memento-Datetime": http_date("20261030080000")}, page(),
    )  # fmt: skip
    copy = capture(server)[1]
    assert copy.archived_at == "2026-10-30T08:00:00Z"
    assert dict(copy.facts)["address says"] == "20261104080000"


def test_a_copied_redirect_to_the_front_page_is_the_wrong_page(server: ArchiveServer) -> None:
    server.keep("20261104080000", URL, page())
    front = f"{ARCHIVE}/web/20261104080001id_/https://weir.example/"
    server.answers[f"{ARCHIVE}/web/20261104080000id_/{URL}"] = (
        302, {"Location": f"https://{front}"}, b"",
    )  # fmt: skip
    server.answers[front] = (
        200,
        {"Memento-Datetime": http_date("20261104080001")},
        page(title="Welcome").replace(b"weir", b"dam"),
    )
    assert capture(server)[1].quality is Quality.WRONG_PAGE


@pytest.mark.parametrize(
    "location", ["http://169.254.169.254/latest", "file:///etc/passwd", "javascript:alert(1)"]
)
def test_an_archive_that_leads_to_where_nobody_may_go(server: ArchiveServer, location: str) -> None:
    server.keep("20261104080000", URL, page())
    server.answers[f"{ARCHIVE}/web/20261104080000id_/{URL}"] = (302, {"Location": location}, b"")
    copy = capture(server)[1]
    assert (copy.outcome, copy.body, copy.archived_at) == (Outcome.REFUSED, None, "")
    assert copy.reason.startswith("archive.example did not give its copy: ")


def test_a_copy_larger_than_the_limit_is_a_result(server: ArchiveServer) -> None:
    server.keep("20261104080000", URL, page() * 40)
    copy = capture(server, max_bytes=20_000)[1]
    assert copy.problem
    assert copy.problem.code == "too-large"


TOOLBAR = b"<!-- BEGIN WAYBACK TOOLBAR INSERT --><div>FILE ARCHIVED ON</div>"


@pytest.mark.parametrize(
    ("location", "code"),
    [
        (f"/web/20261104080000/{URL}", "archive-rewritten"),
        (f"/web/20261104080000if_/{URL}", "archive-rewritten"),
        ("https://other.example/page", "archive-led-away"),
        (f"https://{ARCHIVE}/about", "archive-led-away"),
        (f"https://{ARCHIVE}/web/20261304080000id_/{URL}", "archive-led-away"),
    ],
)
def test_what_is_not_the_archived_bytes_is_not_kept(
    server: ArchiveServer, location: str, code: str
) -> None:
    server.keep("20261104080000", URL, page())
    server.answers[f"{ARCHIVE}/web/20261104080000id_/{URL}"] = (302, {"Location": location}, b"")
    target = location.removeprefix("https://") if "://" in location[:8] else f"{ARCHIVE}{location}"
    server.answers[target] = (200, {"Memento-Datetime": http_date("20261104080000")}, page())
    copy = capture(server)[1]
    assert (copy.outcome, copy.body, copy.sha256) == (Outcome.REFUSED, None, None)
    assert copy.archived_at == ""
    assert copy.problem
    assert copy.problem.code == code


def test_a_body_that_the_archive_wrote_into_is_refused_and_an_archived_one_is_not(
    server: ArchiveServer,
) -> None:
    server.keep("20261104080000", URL, TOOLBAR + page(), digest=sha1(page()))
    copy = capture(server)[1]
    assert copy.problem
    assert copy.problem.code == "archive-rewritten"
    server.rows.clear()
    # The site itself published it so: the digest says that these are the bytes.
    server.keep("20261104080000", URL, TOOLBAR + page())
    assert capture(server)[1].quality is Quality.OK


def test_a_page_that_answers_is_not_asked_for(server: ArchiveServer) -> None:
    server.keep("20261104080000", URL, page("old"))
    server.answers["weir.example/news/council-opens-the-lower-weir"] = (200, {}, page())
    assert len(capture(server)) == 1
    assert server.archive_asked == []


def test_nothing_is_asked_where_the_newsroom_has_turned_it_off(server: ArchiveServer) -> None:
    server.keep("20261104080000", URL, page())
    assert len(capture(server, archive="off")) == 1
    assert server.archive_asked == []


def test_what_is_refused_here_is_not_got_there(server: ArchiveServer) -> None:
    server.answers["weir.example/robots.txt"] = (200, {}, b"User-agent: *\nDisallow: /news/")
    server.keep("20261104080000", URL, page())
    (only,) = capture(server, robots="obey")
    assert only.robots is Robots.DISALLOWED
    assert server.archive_asked == []


def test_the_archives_own_robots_file_is_obeyed(server: ArchiveServer) -> None:
    server.answers[f"{ARCHIVE}/robots.txt"] = (200, {}, b"User-agent: *\nDisallow: /web/")
    server.keep("20261104080000", URL, page())
    _, copy = capture(server, robots="obey")
    assert copy.problem
    assert copy.problem.code == "robots-disallowed"
    assert capture(server)[1].robots is Robots.DISALLOWED
    server.answers[f"{ARCHIVE}/robots.txt"] = (200, {}, b"User-agent: *\nDisallow: /cdx/")
    server.asked.clear()
    _, copy = capture(server, robots="obey")
    assert copy.problem
    assert copy.problem.code == "archive-index"
    assert server.archive_asked == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "archive-no-copy"),
        (b"[]", "archive-no-copy"),
        (b"[[]]", "archive-index"),
        (b"<html><h1>503</h1></html>", "archive-index"),
        (b'{"rows": 3}', "archive-index"),
        (b"null", "archive-index"),
        (b"[" * 5000, "archive-index"),
        (b'[["timestamp","original"],["20261104080000","x"', "archive-index"),
        (b'[["timestamp","original"]]' + b" " * 300_000, "archive-index"),
        (b'[["timestamp","original"],["20261104080000"],[3,4],[null,[]]]', "archive-no-copy"),
        (b'[["timestamp","original"],["19","javascript:1"],["20269904080000","%s"]]',
         "archive-no-copy"),
        (b"org.archive.util.io.RuntimeIOException: ... AdministrativeAccessControlException: Blocked",
         "archive-excluded"),
        (b"\xff\xfe\x00[", "archive-index"),
    ],
)  # fmt: skip
def test_an_index_that_answers_nothing_of_use(
    server: ArchiveServer, body: bytes, code: str
) -> None:
    from datetime import date  # noqa: PLC0415 - here only

    body = body.replace(b"%s", URL.encode())
    day = date(2026, 11, 5)
    for address in (ask_before(INDEX, URL, day), ask_after(INDEX, URL, day)):
        server.answers[address.removeprefix("https://")] = (200, {}, body)
    _, copy = capture(server)
    assert (copy.outcome, copy.body) == (Outcome.FAILED, None)
    assert copy.problem
    assert copy.problem.code == code
    assert copy.reason


def test_an_index_that_is_huge_ends_at_the_limit(server: ArchiveServer) -> None:
    from datetime import date  # noqa: PLC0415 - here only

    address = ask_before(INDEX, URL, date(2026, 11, 5)).removeprefix("https://")
    server.answers[address] = (200, {}, b"[" + b"1," * 3_000_000 + b"1]")
    _, copy = capture(server, max_bytes=1_000_000)
    assert copy.problem
    assert copy.problem.code == "archive-index"


def test_more_of_the_index_is_read_where_it_says_that_there_is_more(server: ArchiveServer) -> None:
    server.page_size = 2
    for day in range(6, 10):
        server.keep(f"202611{day:02d}080000", URL, WALL, status="404")
    server.keep("20261110080000", URL, page())
    copy = capture(server)[1]
    assert copy.archived_at == "2026-11-10T08:00:00Z"
    asked = [one for one in server.archive_asked if "resumeKey=" in one]
    assert [one.rpartition("=")[2] for one in asked] == ["row%2B2", "row%2B4"]


def test_an_archive_that_says_stop_is_asked_no_more(server: ArchiveServer) -> None:
    urls = [f"https://weir.example/{n}" for n in range(4)]
    for url in urls:
        server.keep("20261104080000", url, page())
    server.answers.update(
        {
            f"{ARCHIVE}/web/20261104080000id_/{url}": (429, {"Retry-After": "1"}, b"slow")
            for url in urls
        }
    )
    limits = changed(
        CaptureLimits(), timeout_seconds=5.0, retries=0, browser="never", archive_wait_seconds=0.0,
        archive_index=INDEX, archive_replay=REPLAY, resolve=server.resolve(ARCHIVE, *HOSTS),
    )  # fmt: skip
    found = capture_everything(urls, limits=limits, clock=lambda: NOW, dated="2026-11-05")
    codes = sorted(one.captures[1].problem.code for one in found if one.captures[1].problem)
    assert codes == ["archive-error", *["archive-not-asked"] * 3]
    assert len(server.archive_asked) == 2
    assert any("allows no more requests" in one.captures[1].reason for one in found)


def test_an_answer_of_too_many_requests_is_tried_again_after_the_wait(
    server: ArchiveServer,
) -> None:
    server.keep("20261104080000", URL, page())
    server.answers[f"{ARCHIVE}/web/20261104080000id_/{URL}"] = (
        429, {"Retry-After": "0"}, b"slow",
    )  # fmt: skip
    _, copy = capture(server, retries=2, retry_wait_seconds=0.0)
    assert [one.status for one in copy.attempts] == [429, 429]
    assert copy.problem
    assert copy.problem.code == "archive-error"


def test_an_archive_that_cannot_be_reached_is_said(server: ArchiveServer) -> None:
    resolve = {**server.resolve(*HOSTS), ARCHIVE: "http://127.0.0.1:1"}
    _, copy = capture(server, resolve=resolve)
    assert copy.problem
    assert copy.problem.code == "archive-index"
    assert "gave no answer" in copy.reason


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/x", "http://intranet/x", "https://desk.internal/x"]
)
def test_no_outside_archive_is_told_of_an_address_of_the_newsrooms_own(
    server: ArchiveServer, url: str
) -> None:
    outside = server.resolve(*HOSTS)
    limits = {"archive_index": "https://outside.invalid/cdx", "allow_hosts": ("127.0.0.1",)}
    assert len(capture(server, url, resolve=outside, **limits)) == 1
    # A host that the configuration leads elsewhere is the newsroom's own too.
    assert len(capture(server, URL, resolve=outside, **limits)) == 1


def test_a_teaser_keeps_its_place_beside_the_copy(server: ArchiveServer) -> None:
    teaser = (
        b'<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false,'
        b'"hasPart":{"@type":"WebPageElement","isAccessibleForFree":false,"cssSelector":".paid"}}'
        b"</script><title>Council opens the lower weir</title><p>The council opened it. Subscribe.</p>"
    )
    server.answers["weir.example/news/council-opens-the-lower-weir"] = (200, {}, teaser)
    server.keep("20261104080000", URL, page())
    first, copy = capture(server)
    assert first.quality is Quality.PAYWALLED
    assert copy.quality is Quality.OK


def test_what_the_copied_page_reserves_is_kept(server: ArchiveServer) -> None:
    server.keep("20261104080000", URL, page())
    server.answers[f"{ARCHIVE}/web/20261104080000id_/{URL}"] = (
        200,
        {"Memento-Datetime": http_date("20261104080000"), "X-Archive-Orig-X-Robots-Tag": "noarchive",
         "X-Archive-Orig-TDM-Reservation": "1"},
        page(),
    )  # fmt: skip
    assert capture(server)[1].reservations == ("noarchive", "tdm-reservation")


def test_a_capture_without_a_body_still_has_no_date_of_an_archive(server: ArchiveServer) -> None:
    server.keep("20261104080000", URL, page())
    server.answers[f"{ARCHIVE}/web/20261104080000id_/{URL}"] = (503, {}, b"<p>No</p>")
    _, copy = capture(server)
    assert (copy.archived_at, copy.sha256) == ("", None)
    assert replace(copy, role=Role.PAGE).problem
