"""Servers that send what no server should: each case ends within its limits, as a result."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import pytest
from hostile_server import _STREAMS, CHALLENGE, FIXED, PAGE, HostileServer
from small_newsroom import DRAFT, make_desk

from copydesk.capture.entry import to_entry
from copydesk.capture.fetch import capture_sources, fetch_all
from copydesk.capture.model import Capture, Outcome, SourceCaptures
from copydesk.capture.sources import capture_everything
from copydesk.capture.store import read_capture
from copydesk.config import CaptureLimits
from copydesk.evidence import read_evidence
from copydesk.newsroom.intake import capture_article, take_in
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.reading import read_statement
from copydesk.provenance.statements import SourceSetPredicate
from copydesk.report import Quality

TIME = "2026-11-09T10:00:00Z"


@pytest.fixture(scope="module")
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        yield running


@pytest.fixture(autouse=True)
def no_name_system(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(*_: Any, **__: Any) -> Any:
        raise socket.gaierror(socket.EAI_NONAME, "there is no such name")

    monkeypatch.setattr(socket, "getaddrinfo", answer)


def limits(server: HostileServer, *hosts: str, **changes: object) -> CaptureLimits:
    base = {
        "timeout_seconds": 1.0, "retries": 0, "max_bytes": 500_000, "max_redirects": 4,
        "browser": "never",
        "resolve": dict.fromkeys(["news.example", *hosts], f"http://127.0.0.1:{server.port}"),
    }  # fmt: skip
    return CaptureLimits(**{**base, **changes})  # type: ignore[arg-type]


def fetch(server: HostileServer, path: str, **changes: object) -> Capture:
    (found,) = capture_sources(
        [f"https://news.example{path}"], limits=limits(server, **changes), clock=lambda: TIME
    )
    to_entry(found)  # every capture can be stated
    return found


FAILED = {
    "/hang": "timeout",
    "/drip-head": "timeout",
    "/drip-body": "timeout",
    "/drip-status": "timeout",
    "/informed": "timeout",
    "/endless": "too-large",
    "/endless-chunks": "timeout",
    "/empty-lines": "headers-too-large",
    "/trailers": "headers-too-large",
    "/long-header": "headers-too-large",
    "/many-headers": "headers-too-large",
    "/endless-header": "headers-too-large",
    "/cookie-wall": "too-many-redirects",
    "/bad-location": "bad-url",
    "/octal": "bad-url",
    "/long-location": "bad-url",
    "/two-lengths": "protocol",
    "/no-number": "protocol",
    "/negative": "protocol",
    "/bad-chunk": "protocol",
    "/huge-chunk": "truncated",
    "/cut-chunks": "truncated",
    "/no-head": "reset",
    "/odd-status": "protocol",
    "/nul-header": "protocol",
}
REFUSED = {
    "/javascript": "scheme-refused",
    "/data": "scheme-refused",
    "/file": "scheme-refused",
    "/ftp": "scheme-refused",
    "/blob": "scheme-refused",
    "/unix": "scheme-refused",
    "/no-scheme": "address-refused",
    "/with-user": "address-refused",
    "/mapped": "address-refused",
}
KEPT = {
    "/nul": Quality.OK,
    "/invalid-utf-8": Quality.OK,
    "/wrong-charset": Quality.OK,
    "/declared-utf-16": Quality.OK,
    "/html-as-picture": Quality.OK,
    "/html-as-nothing": Quality.OK,
    "/odd-type": Quality.OK,
    "/json-as-html": Quality.OK,
    "/picture-as-html": Quality.EMPTY,
    "/pdf-as-html": Quality.EMPTY,
    "/challenge": Quality.BLOCKED,
    "/no-location": Quality.MISSING,
    "/length-and-chunks": Quality.OK,
    "/folded": Quality.OK,
}


def test_every_behaviour_has_its_case() -> None:
    cases = [*FAILED, *REFUSED, *KEPT, "/wide-digits"]
    assert sorted(cases) == sorted([*FIXED, *_STREAMS])


@pytest.mark.parametrize("path", FAILED)
def test_what_cannot_be_had_is_a_result(server: HostileServer, path: str) -> None:
    found = fetch(server, path)
    assert found.outcome is Outcome.FAILED
    assert found.problem is not None
    assert found.problem.code == FAILED[path], found.problem
    assert (found.body, found.sha256) == (None, None)


@pytest.mark.parametrize("path", REFUSED)
def test_what_must_not_be_asked_is_refused(server: HostileServer, path: str) -> None:
    found = fetch(server, path)
    assert found.outcome is Outcome.REFUSED
    assert found.problem is not None
    assert found.problem.code == REFUSED[path], found.problem
    assert len(found.hops) == 1


def test_digits_of_another_script_lead_nowhere(server: HostileServer) -> None:
    found = fetch(server, "/wide-digits")
    assert found.outcome is not Outcome.STORED


@pytest.mark.parametrize("path", KEPT)
def test_what_came_is_kept_as_it_came(server: HostileServer, path: str) -> None:
    found = fetch(server, path)
    assert found.outcome is Outcome.STORED, found.problem
    assert found.quality is KEPT[path], found.reason
    assert found.body is not None
    assert found.sha256 == sha256_hex(found.body)
    sent = FIXED[path].partition(b"\r\n\r\n")[2]
    assert found.body == (b"hello" if path == "/length-and-chunks" else sent)


@pytest.mark.parametrize("path", ["/nul", "/invalid-utf-8", "/wrong-charset", "/html-as-picture"])
def test_the_words_of_a_damaged_page_can_be_read(server: HostileServer, path: str) -> None:
    found = fetch(server, path)
    read = read_evidence(found.body or b"", media_type=found.media_type, url=found.url)
    assert "seats" in read.text
    assert "\0" not in read.text
    assert read.text.count("14") == PAGE.count("14")


def test_a_challenge_is_kept_and_never_solved(server: HostileServer) -> None:
    found = fetch(server, "/challenge")
    assert (found.body, found.mark) == (CHALLENGE, found.mark)
    assert found.quality is Quality.BLOCKED


class Silent:
    """A port that takes connections and never says a word, not even a certificate."""

    def __enter__(self) -> Self:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._socket.getsockname()[1])
        self._open: list[socket.socket] = []
        self._thread = threading.Thread(target=self._accept)
        self._thread.start()
        return self

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                self._open.append(self._socket.accept()[0])

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()
        for one in self._open:
            one.close()


@pytest.fixture
def silent() -> Iterator[Silent]:
    with Silent() as running:
        yield running


HANGING = ("/hang", "/drip-head", "/drip-body", "tls")


def fifty(silent: Silent, server: HostileServer) -> tuple[list[str], CaptureLimits]:
    """50 sources of as many hosts, of which 20 hang, each fifth in another way, among the others."""
    urls, resolve = [], {}
    for n in range(50):
        way = HANGING[n // 5 % 4] if n % 5 in {1, 3} else "/nul"
        host = f"paper-{n}.example"
        mute = way == "tls"
        urls.append(f"https://{host}{'/page' if mute else way}")
        resolve[host] = f"127.0.0.1:{silent.port}" if mute else f"http://127.0.0.1:{server.port}"
    return urls, limits(server, resolve=resolve, timeout_seconds=0.6, retries=1,
                        retry_wait_seconds=0.0, total_seconds=1.0)  # fmt: skip


def test_fifty_sources_of_which_twenty_hang(server: HostileServer, silent: Silent) -> None:
    urls, bounds = fifty(silent, server)

    async def run() -> tuple[Capture, ...]:
        # Eight at once, one second each at most: what hangs cannot hold the rest for longer.
        return await asyncio.wait_for(fetch_all(urls, limits=bounds, clock=lambda: TIME), 60)

    found = asyncio.run(run())
    assert [one.url for one in found] == urls
    good = [one for one in found if one.outcome is Outcome.STORED]
    bad = [one for one in found if one.outcome is Outcome.FAILED]
    assert (len(good), len(bad)) == (30, 20)
    assert {one.quality for one in good} == {Quality.OK}
    assert {one.problem and one.problem.code for one in bad} == {"timeout"}


def test_of_fifty_sources_each_is_in_the_signed_set(
    server: HostileServer, silent: Silent, tmp_path: Path
) -> None:
    urls, bounds = fifty(silent, server)
    desk = make_desk(tmp_path)
    head, _, body = DRAFT.partition("sources:\n")
    listed = "".join(f"  - {url}\n" for url in urls)
    draft = f"{head}sources:\n{listed}contributor: ada{body.partition('contributor: ada')[2]}"

    def capture(wanted: list[str], _: CaptureLimits) -> tuple[SourceCaptures, ...]:
        return capture_everything(wanted, limits=bounds, clock=lambda: TIME)

    paths = take_in(desk.room, "draft.md", draft.encode(), TIME)
    capture_article(desk, paths, capture)
    signed = read_statement(
        desk.room.files, paths.statement("source-set"), SourceSetPredicate, None
    )
    assert signed is not None
    assert [one.url for one in signed.predicate.sources] == urls
    outcomes = [one.captures[0].outcome for one in signed.predicate.sources]
    assert (outcomes.count("stored"), outcomes.count("failed")) == (30, 20)
    for one in signed.predicate.sources:
        if one.captures[0].sha256 is not None:
            assert read_capture(desk.room.root, one.captures[0].sha256)
