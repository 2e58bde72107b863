"""Further tries: what is tried again, how long a server may ask to be left alone, what is kept."""

import socket
import ssl
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
import trustme
from loopback import Loopback
from web_server import PAGE

from copydesk.capture.entry import to_entry
from copydesk.capture.fetch import capture_sources
from copydesk.capture.model import Capture, Outcome, Robots
from copydesk.capture.permissions import product_token, read_reservations, read_rules
from copydesk.capture.retry import asked_wait
from copydesk.config import CaptureLimits, parse_config
from copydesk.errors import ConfigError

TIME = "2026-11-09T10:00:00Z"
ROBOTS = b"User-agent: *\nDisallow: /closed\nDisallow: /*.secret$\n\nUser-agent: copydesk\nDisallow: /ours\n"


class _Site(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    asked: Counter[str]

    def log_message(self, *_: object) -> None:
        """Keep quiet."""

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content_Type": "text/html", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self.asked[self.path] += 1
        first = self.asked[self.path] == 1
        if self.path == "/robots.txt":
            self.reply(200, ROBOTS)
        elif self.path == "/busy" and first:
            self.reply(429, b"later", Retry_After="0")
        elif self.path == "/down" and first:
            self.reply(503, b"down")
        elif self.path == "/cut" and first:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
        elif self.path == "/always":
            self.reply(500, b"<p>always</p>")
        elif self.path == "/patient":
            self.reply(429, b"later", Retry_After="86400")
        elif self.path == "/reserved":
            self.reply(200, PAGE, X_Robots_Tag="noarchive, noai", TDM_Reservation="1")
        else:
            self.reply(404 if self.path.startswith("/.well") else 200, PAGE)


class Site(Loopback):
    """A loopback site that counts what it is asked for."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def handler(self) -> type[BaseHTTPRequestHandler]:
        return type("Handler", (_Site,), {"asked": self.asked})


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


def fetch(site: Site, path: str, scheme: str = "http", **changes: object) -> Capture:
    base = {
        "timeout_seconds": 5.0, "retries": 2, "retry_wait_seconds": 0.0,
        "resolve": {"news.example": f"127.0.0.1:{site.port}"},
    }  # fmt: skip
    limits = CaptureLimits(**{**base, **changes})  # type: ignore[arg-type]
    url = f"{scheme}://news.example{path}"
    (found,) = capture_sources([url], limits=limits, clock=lambda: TIME)
    to_entry(found)  # every capture can be stated
    return found


@pytest.mark.parametrize(
    ("path", "given_up"), [("/busy", (429, "")), ("/down", (503, "")), ("/cut", (None, "reset"))]
)
def test_what_may_pass_is_tried_again(
    site: Site, path: str, given_up: tuple[int | None, str]
) -> None:
    found = fetch(site, path)
    assert (found.status, found.body) == (200, PAGE)
    assert [(one.status, one.problem) for one in found.attempts] == [given_up]
    assert site.asked[path] == 2


def test_the_last_answer_is_kept_with_its_body(site: Site) -> None:
    found = fetch(site, "/always")
    assert (found.outcome, found.status, found.body) == (Outcome.STORED, 500, b"<p>always</p>")
    assert (len(found.attempts), site.asked["/always"]) == (2, 3)


def test_a_server_that_asks_for_a_day_is_not_asked_again(site: Site) -> None:
    found = fetch(site, "/patient")
    assert (found.status, found.attempts, site.asked["/patient"]) == (429, (), 1)


def test_without_retries_there_is_one_try(site: Site) -> None:
    assert fetch(site, "/down", retries=0).attempts == ()
    assert site.asked["/down"] == 1


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ((("retry-after", "7"),), 7.0),
        ((("retry-after", " 0 "),), 0.0),
        ((("retry-after", "soon"),), None),
        ((("retry-after", "-3"),), None),
        ((), None),
        ((("date", "Mon, 09 Nov 2026 10:00:00 GMT"),
          ("retry-after", "Mon, 09 Nov 2026 10:01:30 GMT")), 90.0),
        ((("retry-after", "Mon, 09 Nov 2026 09:00:00 GMT"),), 0.0),  # of the past
        ((("retry-after", "9" * 400),), 999_999_999_999.0),
    ],
)  # fmt: skip
def test_retry_after_in_both_its_forms(
    headers: tuple[tuple[str, str], ...], seconds: float | None
) -> None:
    assert asked_wait(headers, TIME) == seconds


@pytest.mark.parametrize(
    ("path", "verdict"),
    [("/open", "allowed"), ("/ours/page", "disallowed"), ("/closed", "allowed")],
)
def test_robots_txt_is_recorded_and_not_obeyed(site: Site, path: str, verdict: str) -> None:
    # The group that names this client replaces the one for everybody (RFC 9309, section 2.2.1).
    found = fetch(site, path)
    assert (found.robots, found.status) == (Robots(verdict), 200)


def test_another_client_is_under_the_rules_for_everybody(site: Site) -> None:
    assert fetch(site, "/closed", user_agent="Otherbot/1").robots is Robots.DISALLOWED
    assert fetch(site, "/a.secret", user_agent="Otherbot/1").robots is Robots.DISALLOWED


def test_where_it_is_to_be_obeyed_nothing_disallowed_is_asked_for(site: Site) -> None:
    found = fetch(site, "/ours", robots="obey")
    assert (found.outcome, found.robots) == (Outcome.REFUSED, Robots.DISALLOWED)
    assert found.problem is not None
    assert site.asked["/ours"] == 0


def test_reservations_of_a_page_are_recorded(site: Site) -> None:
    assert fetch(site, "/reserved").reservations == ("noarchive", "noai", "tdm-reservation")


def test_a_header_for_another_client_is_not_for_this_one() -> None:
    header = ("x-robots-tag", "otherbot: noarchive, noai")
    assert read_reservations([header], [], "copydesk") == ()
    assert read_reservations([header], [], "otherbot") == ("noarchive", "noai")
    assert read_reservations([("tdm-reservation", "1")], [("meta-tdm-reservation", "0")], "x") == ()


def test_rules_that_are_none_state_nothing() -> None:
    assert read_rules(b'[{"location": "/news/*", "tdm-reservation": 1}, 3, {"location": 4}]') == (
        ("/news/*", True),
    )
    assert read_rules(b"[" * 100_000) == read_rules(b"\xff") == read_rules(b"{}") == ()
    assert product_token("Copydesk/0.1 (evidence)") == product_token("") == "copydesk"


@pytest.fixture
def authority(tmp_path: Path) -> tuple[trustme.CA, str]:
    """An authority made for this test alone."""
    made = trustme.CA()
    made.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    return made, str(tmp_path / "ca.pem")


def _with_tls(site: Site, made: trustme.CA) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.issue_cert("news.example").configure_cert(context)
    site.server.socket = context.wrap_socket(site.server.socket, server_side=True)


def test_the_certificates_of_the_server_are_recorded(
    site: Site, authority: tuple[trustme.CA, str]
) -> None:
    made, path = authority
    _with_tls(site, made)
    found = fetch(site, "/open", "https", ca_file=path)
    assert found.status == 200
    leaf = found.tls[0]
    assert len(leaf.sha256) == 64
    assert leaf.not_before < datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") < leaf.not_after
    assert datetime.fromisoformat(leaf.not_after).utcoffset() == timedelta(0)


def test_a_certificate_that_nobody_vouches_for_is_a_failure(
    site: Site, authority: tuple[trustme.CA, str]
) -> None:
    _with_tls(site, authority[0])
    found = fetch(site, "/open", "https", retries=0)
    assert (found.outcome, found.problem and found.problem.code) == (Outcome.FAILED, "tls")


def test_an_authority_that_cannot_be_read_is_named(site: Site) -> None:
    with pytest.raises(ConfigError, match="ca_file"):
        fetch(site, "/open", ca_file="no-such-file.pem")


def test_the_keys_are_checked() -> None:
    with pytest.raises(ConfigError, match=r"capture\.robots"):
        parse_config('[capture]\nrobots = "ignore"\n')
    with pytest.raises(ConfigError, match=r"capture\.retries"):
        parse_config("[capture]\nretries = 11\n")
