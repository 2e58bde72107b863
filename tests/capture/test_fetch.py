"""Fetching from a server that misbehaves: every outcome is a result, nothing raises."""

import hashlib
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from web_server import PAGE, WebServer

from copydesk.capture import fetch as fetch_module
from copydesk.capture.entry import to_entry
from copydesk.capture.fetch import capture_sources
from copydesk.capture.model import Capture, Outcome
from copydesk.config import CaptureLimits, changed
from copydesk.errors import ConfigError
from copydesk.evidence import EvidenceText, read_evidence
from copydesk.report import Quality

TIME = "2026-11-09T10:00:00Z"


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with WebServer() as running:
        yield running


@pytest.fixture(autouse=True)
def no_name_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only this machine has a name here."""
    real = socket.getaddrinfo

    def answer(host: str, *rest: Any, **named: Any) -> Any:
        if host == "localhost":
            return real(host, *rest, **named)
        raise socket.gaierror(socket.EAI_NONAME, "there is no such name")

    monkeypatch.setattr(socket, "getaddrinfo", answer)


def limits(server: WebServer, **changes: object) -> CaptureLimits:
    base = {
        "timeout_seconds": 5.0,
        "retries": 0,
        "max_bytes": 1_000_000,
        "max_redirects": 4,
        "resolve": {"news.example": f"127.0.0.1:{server.port}"},
    }
    return changed(CaptureLimits(), **{**base, **changes})


def fetch(server: WebServer, path: str, **changes: object) -> Capture:
    url = path if "://" in path else f"http://news.example{path}"
    (capture,) = capture_sources([url], limits=limits(server, **changes), clock=lambda: TIME)
    to_entry(capture)  # every capture can be stated
    return capture


def test_a_page_is_kept_as_received(server: WebServer) -> None:
    capture = fetch(server, "/page")
    assert (capture.outcome, capture.status, capture.quality) == (Outcome.STORED, 200, Quality.OK)
    assert capture.body == PAGE
    assert capture.sha256 == capture.wire_sha256 == hashlib.sha256(PAGE).hexdigest()
    assert capture.size == len(PAGE)
    assert (capture.retrieved_at, capture.address) == (TIME, "127.0.0.1")
    headers = dict(capture.headers)
    assert headers["set-cookie"] == "(not kept)"
    assert headers["x-host"] == "news.example"


def test_hops_are_recorded(server: WebServer) -> None:
    capture = fetch(server, "/hops")
    assert [(hop.url, hop.status, hop.location) for hop in capture.hops] == [
        ("http://news.example/hops", 302, "/hop"),
        ("http://news.example/hop", 301, "/page"),
    ]
    assert capture.final_url == "http://news.example/page"
    assert capture.outcome is Outcome.STORED


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd", "twice"])
def test_bodies_are_decoded_and_wire_bytes_hashed(server: WebServer, coding: str) -> None:
    capture = fetch(server, f"/{coding}")
    assert capture.body == PAGE
    assert capture.sha256 != capture.wire_sha256


KEPT = {"/gone": (404, Quality.MISSING), "/blocked": (403, Quality.BLOCKED)}


@pytest.mark.parametrize(("path", "expected"), KEPT.items())
def test_bodies_of_failures_are_kept(
    server: WebServer, path: str, expected: tuple[int, Quality]
) -> None:
    capture = fetch(server, path)
    assert capture.outcome is Outcome.STORED
    assert (capture.status, capture.quality) == expected
    assert capture.body


PROBLEMS = {
    "/far/1": (Outcome.FAILED, "too-many-redirects"),
    "/loop": (Outcome.FAILED, "redirect-loop"),
    "/metadata": (Outcome.REFUSED, "address-refused"),
    "/file": (Outcome.REFUSED, "scheme-refused"),
    "/inside": (Outcome.REFUSED, "address-refused"),
    "/huge": (Outcome.FAILED, "too-large"),
    "/bomb-gzip": (Outcome.FAILED, "too-large"),
    "/bomb-br": (Outcome.FAILED, "too-large"),
    "/bomb-zstd": (Outcome.FAILED, "too-large"),
    "/damaged": (Outcome.FAILED, "bad-encoding"),
    "/unknown": (Outcome.FAILED, "bad-encoding"),
    "/short": (Outcome.FAILED, "truncated"),
    "/garbage": (Outcome.FAILED, "protocol"),
    "http://localhost/": (Outcome.REFUSED, "address-refused"),
    "http://127.0.0.1/": (Outcome.REFUSED, "address-refused"),
    "http://2130706433/": (Outcome.REFUSED, "address-refused"),
    "http://[::1]/": (Outcome.REFUSED, "address-refused"),
    "http://0/": (Outcome.REFUSED, "address-refused"),
    "ftp://news.example/": (Outcome.REFUSED, "scheme-refused"),
    "http://nowhere.invalid/": (Outcome.FAILED, "no-such-host"),
    "http://127.1/": (Outcome.REFUSED, "address-refused"),
    "http://0x7f.1/": (Outcome.REFUSED, "address-refused"),
    "http://[::ffff:127.0.0.1]/": (Outcome.REFUSED, "address-refused"),
    "http://１２７.0.0.1/": (Outcome.FAILED, "bad-url"),
    "http://user:word@127.0.0.1/": (Outcome.REFUSED, "address-refused"),
    "http://[x/": (Outcome.FAILED, "no-such-host"),
    "http://exa\ud800mple/": (Outcome.FAILED, "bad-url"),
    "http://x.example:99999/": (Outcome.FAILED, "bad-url"),
    "http://x.example:0/": (Outcome.FAILED, "bad-url"),
}


@pytest.mark.parametrize(("path", "expected"), PROBLEMS.items())
def test_what_goes_wrong_is_a_result(
    server: WebServer, path: str, expected: tuple[Outcome, str]
) -> None:
    capture = fetch(server, path)
    assert capture.problem is not None
    assert (capture.outcome, capture.problem.code) == expected
    assert capture.body is None
    assert capture.sha256 is None
    assert capture.reason


def test_a_server_that_sets_a_cookie_and_asks_again_is_no_circle(server: WebServer) -> None:
    capture = fetch(server, "/asks-again")
    assert (capture.outcome, capture.body) == (Outcome.STORED, PAGE)
    assert len(capture.hops) == 1


def test_no_cookie_goes_from_one_capture_to_another(server: WebServer) -> None:
    urls = [f"http://news.example/cookie?{n}" for n in range(4)]
    captures = capture_sources(urls, limits=limits(server, per_host=1), clock=lambda: TIME)
    assert [dict(capture.headers)["x-cookie"] for capture in captures] == [""] * 4


def test_the_final_address_of_a_failure_is_a_whole_one(server: WebServer) -> None:
    assert fetch(server, "/far/1").final_url == "http://news.example/far/6"
    assert fetch(server, "/huge").final_url == ""


def test_time_to_read_a_page_is_not_the_servers(
    server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(body: bytes, **where: str) -> EvidenceText:
        time.sleep(0.8)
        return read_evidence(body, **where)

    monkeypatch.setattr(fetch_module, "read_evidence", slowly)
    assert fetch(server, "/page", timeout_seconds=0.5).outcome is Outcome.STORED


def test_a_slow_answer_ends_at_the_limit(server: WebServer) -> None:
    capture = fetch(server, "/slow", timeout_seconds=0.5)
    assert capture.problem is not None
    assert capture.problem.code == "timeout"
    assert capture.status == 200


def test_an_allowed_host_may_be_anywhere(server: WebServer) -> None:
    url = f"http://127.0.0.1:{server.port}/page"
    assert fetch(server, url).outcome is Outcome.REFUSED
    for allowed in ("127.0.0.1", f"127.0.0.1:{server.port}"):
        assert fetch(server, url, allow_hosts=(allowed,)).outcome is Outcome.STORED
    assert fetch(server, url, allow_hosts=("127.0.0.1:1",)).outcome is Outcome.REFUSED


def test_plain_http_for_an_https_address_is_said(server: WebServer) -> None:
    there = f"127.0.0.1:{server.port}"
    capture = fetch(
        server, "https://news.example/page", resolve={"news.example": f"http://{there}"}
    )
    assert capture.outcome is Outcome.STORED
    assert f"plain HTTP from {there}" in capture.reason
    assert capture.final_url == "https://news.example/page"


@pytest.mark.parametrize("value", ["127.0.0.1", "https://127.0.0.1:1", "127.0.0.1:x", ""])
def test_a_wrong_resolve_entry_is_a_config_error(server: WebServer, value: str) -> None:
    with pytest.raises(ConfigError, match="address:port"):
        fetch(server, "/page", resolve={"news.example": value})


def test_order_and_progress(server: WebServer) -> None:
    seen: list[str] = []
    urls = [f"http://news.example{path}" for path in ("/page", "/gone", "/loop", "/gzip", "/hop")]
    captures = capture_sources(
        urls, limits=limits(server), clock=lambda: TIME, on_progress=lambda c: seen.append(c.url)
    )
    assert [capture.url for capture in captures] == urls
    assert sorted(seen) == sorted(urls)
    assert capture_sources([], limits=limits(server), clock=lambda: TIME) == ()


@pytest.mark.parametrize(
    ("number", "code"), [(socket.EAI_NONAME, "no-such-host"), (socket.EAI_AGAIN, "connect")]
)
def test_no_such_host_is_told_from_a_name_system_that_does_not_answer(
    server: WebServer, monkeypatch: pytest.MonkeyPatch, number: int, code: str
) -> None:
    def fails(*_: object, **__: object) -> list[object]:
        raise socket.gaierror(number, "said by the resolver")

    monkeypatch.setattr(socket, "getaddrinfo", fails)
    capture = fetch(server, "https://vanished.example/page")
    assert capture.outcome is Outcome.FAILED
    assert capture.problem is not None
    assert capture.problem.code == code
