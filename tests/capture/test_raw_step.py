"""Raw variants captured from a server on loopback that answers as the sites' interfaces do."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from data_server import DataServer

from copydesk.capture.entry import to_entry
from copydesk.capture.model import Capture, Outcome, Role
from copydesk.capture.sources import capture_everything
from copydesk.config import CaptureLimits, changed
from copydesk.report import Quality

TIME = "2026-11-09T10:00:00Z"
PAGE = (
    200,
    {"Content-Type": "text/html"},
    b"<h1>Weir</h1>" + b"<p>The gate holds the water.</p>" * 30,
)

ISSUE = {
    "number": 7, "title": "Gate sticks at 40 litres", "state": "closed",
    "state_reason": "completed", "comments": 2, "author_association": "NONE",
    "user": {"login": "heron"}, "created_at": "2026-10-01T08:00:00Z",
    "updated_at": "2026-11-02T09:30:00Z", "closed_at": "2026-11-02T09:30:00Z",
    "body": "The gate sticks when the flow is over **40 litres**.\r\n\r\nIt did not before 1.9.",
}  # fmt: skip
COMMENTS = [
    {"user": {"login": "otter"}, "author_association": "OWNER", "body": "Fixed in `2.0`."},
    {"user": {"login": "heron"}, "author_association": "NONE", "body": "Thank you."},
]
ATOM = b"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>http://arxiv.org/api/x</id><updated>2026-11-08T00:00:00Z</updated>
<entry><id>http://arxiv.org/abs/2401.01234v3</id><updated>2024-06-01T10:00:00Z</updated>
<published>2024-01-02T10:00:00Z</published><title>On weirs</title>
<summary>We measure 12 weirs over two years.</summary></entry></feed>"""
DATA: dict[str, Any] = {
    "api.github.com/repos/otter/weir/issues/7": ISSUE,
    "api.github.com/repos/otter/weir/issues/7/comments?per_page=100": COMMENTS,
    "api.github.com/repos/otter/weir/releases/tags/v2.0": {
        "tag_name": "v2.0", "draft": False, "prerelease": True, "author": {"login": "otter"},
        "created_at": "2026-11-01T08:00:00Z", "published_at": "2026-11-02T08:00:00Z",
        "body": "## Changes\r\n\r\n- The gate opens 12% faster.",
    },
    "pypi.org/pypi/weir/1.0/json": {
        "info": {"version": "1.0", "yanked": True, "yanked_reason": "leaks"},
        "urls": [{"upload_time_iso_8601": "2026-10-10T10:00:00Z"}],
    },
    "registry.npmjs.org/weir/latest": {"name": "weir", "version": "2.0.0", "deprecated": "use gate"},
    "services.nvd.nist.gov/rest/json/cves/2.0?cveId=CVE-2026-12345": {
        "vulnerabilities": [{"cve": {"id": "CVE-2026-12345", "vulnStatus": "Analyzed",
                                     "published": "2026-10-01T00:00:00.000"}}],
    },
    "cveawg.mitre.org/api/cve/CVE-2026-12345": {
        "cveMetadata": {"state": "REJECTED", "datePublished": "2026-10-01T00:00:00.000Z"},
    },
    "www.rfc-editor.org/rfc/rfc9999.json": {
        "status": "PROPOSED STANDARD", "pub_date": "May 2026", "obsoleted_by": ["RFC10000"],
    },
    "api.crossref.org/works/10.5555%2Fweir": {
        "status": "ok", "message": {"type": "journal-article", "updated-by": [{"type": "retraction"}]},
    },
}  # fmt: skip
HOSTS = {address.partition("/")[0] for address in DATA} | {
    "github.com", "pypi.org", "www.npmjs.com", "nvd.nist.gov", "www.cve.org", "doi.org",
    "datatracker.ietf.org", "arxiv.org", "export.arxiv.org", "news.example",
}  # fmt: skip


@pytest.fixture
def server() -> Iterator[DataServer]:
    with DataServer() as running:
        for address, value in DATA.items():
            body = json.dumps(value).encode()
            running.answers[address] = (200, {"Content-Type": "application/json"}, body)
        running.answers["export.arxiv.org/api/query?id_list=2401.01234"] = (
            200, {"Content-Type": "application/atom+xml"}, ATOM,
        )  # fmt: skip
        yield running


def capture(server: DataServer, url: str, **changes: object) -> tuple[Capture, ...]:
    server.answers[url.partition("://")[2]] = PAGE
    base = {"timeout_seconds": 5.0, "browser": "never", "resolve": server.resolve(*HOSTS)}
    limits = changed(CaptureLimits(), **{**base, **changes})
    (found,) = capture_everything([url], limits=limits, clock=lambda: TIME)
    for one in found.captures:
        to_entry(one)  # every capture can be stated
    return found.captures


def test_an_issue_comes_with_its_comments_and_facts(server: DataServer) -> None:
    page, issue, comments = capture(server, "https://github.com/otter/weir/issues/7")
    assert (page.role, issue.role, comments.role) == (Role.PAGE, Role.RAW, Role.RAW)
    assert issue.body == json.dumps(ISSUE).encode()
    assert issue.quality is comments.quality is Quality.OK
    assert dict(issue.facts) == {
        "state": "closed", "reason for the state": "completed", "author": "heron",
        "author association": "NONE", "comments": "2", "created": "2026-10-01T08:00:00Z",
        "updated": "2026-11-02T09:30:00Z", "closed": "2026-11-02T09:30:00Z",
    }  # fmt: skip
    assert comments.facts == (("comments read", "2"),)
    sent = dict(server.asked)["api.github.com/repos/otter/weir/issues/7"]
    assert sent["accept"] == "application/vnd.github+json"
    assert sent["x-github-api-version"] == "2022-11-28"


@pytest.mark.parametrize(
    ("url", "facts"),
    [
        ("https://github.com/otter/weir/releases/tag/v2.0",
         {"tag": "v2.0", "pre-release": "yes", "published": "2026-11-02T08:00:00Z"}),
        ("https://arxiv.org/abs/2401.01234",
         {"version": "2401.01234v3", "first submitted": "2024-01-02T10:00:00Z",
          "this version": "2024-06-01T10:00:00Z"}),
        ("https://pypi.org/project/weir/1.0/",
         {"yanked": "yes", "reason for yanking": "leaks", "uploaded": "2026-10-10T10:00:00Z"}),
        ("https://www.npmjs.com/package/weir", {"version": "2.0.0", "deprecated": "use gate"}),
        ("https://nvd.nist.gov/vuln/detail/CVE-2026-12345", {"status": "Analyzed"}),
        ("https://www.cve.org/CVERecord?id=CVE-2026-12345", {"state": "REJECTED"}),
        ("https://datatracker.ietf.org/doc/html/rfc9999", {"obsoleted by": "RFC10000"}),
        ("https://doi.org/10.5555/weir", {"changed by": "retraction"}),
    ],
)  # fmt: skip
def test_each_site_states_its_facts(server: DataServer, url: str, facts: dict[str, str]) -> None:
    raw = capture(server, url)[1]
    assert raw.outcome is Outcome.STORED
    assert facts.items() <= dict(raw.facts).items()


def test_a_refusal_for_too_many_requests_is_recorded(server: DataServer) -> None:
    headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1794219000"}
    for address in DATA:
        server.answers[address] = (403, headers, b'{"message": "limit"}')
    page, issue, _ = capture(server, "https://github.com/otter/weir/issues/7")
    assert page.quality is Quality.OK
    assert (issue.outcome, issue.status, issue.quality) == (Outcome.STORED, 403, Quality.BLOCKED)
    assert "no more requests for now" in issue.reason
    assert "1794219000" in issue.reason
    assert issue.facts == ()


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b"{" * 5000, b'{"user": 3}', b"\xff\x00"])
def test_an_answer_of_another_shape_states_nothing(server: DataServer, body: bytes) -> None:
    for address in DATA:
        server.answers[address] = (200, {"Content-Type": "application/json"}, body)
    for url in ("https://github.com/otter/weir/issues/7", "https://doi.org/10.5555/weir",
                "https://nvd.nist.gov/vuln/detail/CVE-2026-12345",
                "https://pypi.org/project/weir/1.0/"):  # fmt: skip
        for one in capture(server, url)[1:]:
            assert one.role is Role.RAW
            assert one.facts in {(), (("comments read", "0"),)}


def test_nothing_more_is_asked_where_it_is_turned_off_or_no_site_is_known(
    server: DataServer,
) -> None:
    assert len(capture(server, "https://github.com/otter/weir/issues/7", raw=False)) == 1
    assert len(capture(server, "https://news.example/story")) == 1
