"""HTTP/2 servers that break off, hang or flood: every case is a result, within its limits."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme
from h2_server import BEHAVIOURS, H2Server
from web_server import PAGE

from copydesk.capture.entry import to_entry
from copydesk.capture.fetch import capture_sources
from copydesk.capture.model import Capture, Outcome
from copydesk.config import CaptureLimits

TIME = "2026-11-09T10:00:00Z"
HOST = "news.example"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> tuple[trustme.CA, str]:
    path: Path = tmp_path_factory.mktemp("authority") / "ca.pem"
    made = trustme.CA()
    made.cert_pem.write_to_path(str(path))
    return made, str(path)


@pytest.fixture(scope="module")
def server(authority: tuple[trustme.CA, str]) -> Iterator[H2Server]:
    with H2Server(authority[0], HOST) as running:
        yield running


def fetch(
    server: H2Server, authority: tuple[trustme.CA, str], *paths: str, **changes: object
) -> tuple[Capture, ...]:
    base = {
        "timeout_seconds": 3.0, "retries": 0, "max_bytes": 500_000, "ca_file": authority[1],
        "retry_wait_seconds": 0.0, "resolve": {HOST: f"127.0.0.1:{server.port}"},
    }  # fmt: skip
    limits = CaptureLimits(**{**base, **changes})  # type: ignore[arg-type]
    urls = [f"https://{HOST}{path}" for path in paths]
    found = capture_sources(urls, limits=limits, clock=lambda: TIME)
    for capture in found:
        to_entry(capture)  # every capture can be stated
    return found


def test_a_page_comes_over_http_2(server: H2Server, authority: tuple[trustme.CA, str]) -> None:
    (found,) = fetch(server, authority, "/page")
    assert (found.outcome, found.http_version, found.body) == (Outcome.STORED, "HTTP/2", PAGE)
    assert found.tls


PROBLEMS = {
    "/refused-stream": "reset",
    "/internal-error": "reset",
    "/cancel": "reset",
    "/http-1-1-required": "reset",
    "/no-error": "reset",
    "/reset-within": "reset",
    "/goodbye": "reset",
    "/goodbye-within": "reset",
    "/close": "reset",
    "/close-within": "reset",
    "/silence": "timeout",
    "/stop-within": "timeout",
    "/endless": "too-large",
    "/many-headers": "headers-too-large",
    "/large-fields": "headers-too-large",
    "/pings": "timeout",
    "/settings": "timeout",
    "/empty-data": "timeout",
    "/push": "protocol",
    "/other-stream": "protocol",
    "/short-ping": "protocol",
    "/old-http": "timeout",
}


def test_every_behaviour_has_its_case() -> None:
    assert set(PROBLEMS) == set(BEHAVIOURS) - {"/page"}


@pytest.mark.parametrize("path", PROBLEMS)
def test_what_a_server_does_is_a_result(
    server: H2Server, authority: tuple[trustme.CA, str], path: str
) -> None:
    (found,) = fetch(server, authority, path)
    assert found.outcome is Outcome.FAILED
    assert found.problem is not None
    assert found.problem.code == PROBLEMS[path], found.problem
    assert found.body is None


def test_a_reset_is_tried_again_on_another_connection(
    server: H2Server, authority: tuple[trustme.CA, str]
) -> None:
    before = server.visits
    (found,) = fetch(server, authority, "/internal-error", retries=2)
    assert [one.problem for one in found.attempts] == ["reset", "reset"]
    assert server.visits - before == 3


def test_one_that_breaks_off_does_not_take_the_others_with_it(
    server: H2Server, authority: tuple[trustme.CA, str]
) -> None:
    bad = ["/reset-within", "/goodbye", "/stop-within", "/many-headers", "/short-ping"]
    paths = [path for one in bad for path in ("/page", one)]
    found = fetch(server, authority, *paths, timeout_seconds=2.0)
    assert [one.outcome is Outcome.STORED for one in found] == [True, False] * len(bad)
