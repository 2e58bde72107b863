"""The page server: what it serves, what it does not, and that it stops."""

from __future__ import annotations

import gzip
import http.client
import json
import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from copydesk.capture.fetch import capture_sources
from copydesk.config import CaptureLimits
from copydesk.demo.server import ROUTES, PageServer, load_routes
from copydesk.errors import UsageError

PAGES = Path(__file__).parents[2] / "demo" / "pages"
COURIER = "www.systems-courier.example"
STORY = "/2026/11/06/pytorch-215-new-nccl-backend"
NOTES = "/pytorch/pytorch/releases/tag/v2.15.0"


def ask(port: int, host: str, path: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request(method, path, headers={"Host": host})
        answer = connection.getresponse()
        return (
            answer.status,
            {name.lower(): value for name, value in answer.getheaders()},
            answer.read(),
        )
    finally:
        connection.close()


def folder_with(tmp_path: Path, *routes: dict[str, Any]) -> Path:
    (tmp_path / "page.html").write_bytes(b"<p>hello</p>")
    (tmp_path / ROUTES).write_text(json.dumps({"routes": routes}), "utf-8")
    return tmp_path


def test_every_route_answers_as_it_says() -> None:
    routes = json.loads((PAGES / ROUTES).read_bytes())["routes"]
    with PageServer(PAGES) as server:
        for route in routes:
            status, headers, body = ask(server.port, route["host"], route["path"])
            assert status == route["status"]
            assert headers["content-type"].startswith("text/html")
            if "location" in route:
                assert headers["location"] == route["location"]
                continue
            if route.get("encoding") == "gzip":
                assert headers["content-encoding"] == "gzip"
                body = gzip.decompress(body)
            assert body == (PAGES / route["file"]).read_bytes()


@pytest.mark.parametrize(
    ("host", "path"),
    [
        (COURIER, "/"),
        (COURIER, NOTES),
        ("code.example", STORY),
        ("127.0.0.1", STORY),
        ("", STORY),
        ("code.example", "/routes.json"),
        ("code.example", "/../pages/routes.json"),
        ("code.example", "/..%2f..%2fdraft.md"),
        ("code.example", "/%2e%2e/draft.md"),
        ("code.example", "/etc/passwd"),
        ("code.example", NOTES + "/../../../../../../../draft.md"),
    ],
)
def test_nothing_else_is_there(host: str, path: str) -> None:
    with PageServer(PAGES) as server:
        status, _, body = ask(server.port, host, path)
    assert status == 404
    assert b"no such page" in body


def test_host_in_capitals_or_with_a_port_and_a_query_are_read() -> None:
    with PageServer(PAGES) as server:
        assert ask(server.port, f"CODE.example:{server.port}", NOTES + "?tab=notes")[0] == 200


def test_head_sends_no_body_and_the_connection_stays_open() -> None:
    with PageServer(PAGES) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        try:
            sizes = []
            for method in ("HEAD", "GET"):
                connection.request(method, NOTES, headers={"Host": "code.example"})
                answer = connection.getresponse()
                assert answer.version == 11
                sizes.append((answer.getheader("Content-Length"), len(answer.read())))
        finally:
            connection.close()
    assert sizes[0] == (sizes[1][0], 0)
    assert sizes[1][0] == str(sizes[1][1])


def test_it_listens_on_loopback_only_and_stops_cleanly(capfd: pytest.CaptureFixture[str]) -> None:
    before = threading.active_count()
    with PageServer(PAGES) as server:
        port = server.port
        idle = socket.create_connection(("127.0.0.1", port), timeout=5)
        assert server.resolve() == {
            "code.example": f"http://127.0.0.1:{port}",
            COURIER: f"http://127.0.0.1:{port}",
        }
        assert ask(port, "code.example", NOTES)[0] == 200
    idle.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)
    with pytest.raises(UsageError):
        _ = server.port
    assert not [t for t in threading.enumerate() if t.name == "demo-pages"]
    assert threading.active_count() <= before + 1  # the idle connection's own thread may be last
    assert capfd.readouterr() == ("", "")


def test_it_can_be_entered_twice() -> None:
    server = PageServer(PAGES)
    for _ in range(2):
        with server:
            assert ask(server.port, "code.example", NOTES)[0] == 200


def test_a_capture_records_the_hop_the_coding_and_no_cookie() -> None:
    urls = [f"https://{COURIER}{STORY}", f"https://code.example{NOTES}"]
    with PageServer(PAGES) as server:
        limits = CaptureLimits(resolve=server.resolve())
        news, notes = capture_sources(urls, limits=limits, clock=lambda: "2026-11-09T09:00:00Z")
    assert [(hop.status, hop.location) for hop in news.hops] == [(301, urls[0] + "/")]
    assert news.status == notes.status == 200
    assert news.body == (PAGES / "courier-2026-11-06.html").read_bytes()
    assert notes.body == (PAGES / "release-2.15.0.html").read_bytes()
    assert notes.sha256 != notes.wire_sha256
    assert notes.hops == ()
    assert "visitor=fixture" not in str(news.headers)
    assert ("set-cookie", "visitor=fixture; Path=/; Secure; HttpOnly") not in news.headers


@pytest.mark.parametrize(
    "route",
    [
        {"host": "code.example", "path": "/a", "file": "../page.html"},
        {"host": "code.example", "path": "/a", "file": "/etc/passwd"},
        {"host": "code.example", "path": "/a", "file": ".hidden"},
        {"host": "code.example", "path": "/a", "file": "missing.html"},
        {"host": "code.example", "path": "a", "file": "page.html"},
        {"host": "real-site.org", "path": "/a", "file": "page.html"},
        {"host": "code.example", "path": "/a"},
        {"host": "code.example", "path": "/a", "file": "page.html", "location": "/b"},
        {"host": "code.example", "path": "/a", "file": "page.html", "encoding": "br"},
        {"host": "code.example", "path": "/a", "file": "page.html", "surprise": 1},
    ],
)
def test_a_bad_route_is_refused(tmp_path: Path, route: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as error:
        load_routes(folder_with(tmp_path, route))
    assert error.value.fix


def test_a_page_named_twice_no_routes_and_no_folder_are_refused(tmp_path: Path) -> None:
    route = {"host": "code.example", "path": "/a", "file": "page.html"}
    for folder in (
        folder_with(tmp_path, route, route),
        folder_with(tmp_path),
        tmp_path / "nowhere",
    ):
        with pytest.raises(UsageError):
            PageServer(folder)
    (tmp_path / ROUTES).write_text("no JSON", "utf-8")
    with pytest.raises(UsageError):
        PageServer(tmp_path)
