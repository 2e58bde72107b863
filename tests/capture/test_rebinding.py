"""Names whose addresses change or are mixed: whatever a resolver says, and whenever, only public
addresses are contacted. The resolver and the opening of connections are the test's own: each
connection that is opened is noted, and leads to a server of this machine.
"""

from __future__ import annotations

import ipaddress
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpcore
import pytest
from changing_server import ChangingServer, Reply
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from web_server import PAGE

from copydesk.capture import network
from copydesk.capture.addresses import is_public
from copydesk.capture.fetch import capture_sources
from copydesk.capture.model import Capture, Outcome, Robots
from copydesk.capture.sources import capture_everything
from copydesk.config import CaptureLimits

TIME = "2026-11-09T10:00:00Z"
PUBLIC, OTHER, SIX = "93.184.215.14", "151.101.1.69", "2606:2800:21f::1"
PRIVATE = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",  # noqa: S104
    "::1", "fe80::1", "fd00:ec2::254", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
)  # fmt: skip


@dataclass
class Net:
    """What each name resolves to at each look-up (the last answer stays), and what was opened."""

    server: ChangingServer
    names: dict[str, list[list[str]]] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    opened: list[tuple[str, int]] = field(default_factory=list)

    def getaddrinfo(self, host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        answers = self.names.get(host)
        self.asked[host] += 1
        if not answers:
            raise socket.gaierror(socket.EAI_NONAME, "there is no such name")
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        return [
            (socket.AF_INET6 if ":" in one else socket.AF_INET, 1, 6, "", (one, port))
            for one in answer
        ]

    def check(self) -> None:
        """No address that is not public was contacted."""
        for address, _ in self.opened:
            assert is_public(ipaddress.ip_address(address)), self.opened


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> Iterator[Net]:
    with ChangingServer() as server:
        found = Net(server)

        class Recording(httpcore.AnyIOBackend):
            async def connect_tcp(self, host: str, port: int, *rest: Any, **named: Any) -> Any:
                found.opened.append((host, port))
                return await super().connect_tcp("127.0.0.1", server.port, *rest, **named)

        monkeypatch.setattr(network, "AnyIOBackend", Recording)
        monkeypatch.setattr(socket, "getaddrinfo", _only_names(found))
        server.pages = {"/page": Reply(PAGE), "/robots.txt": Reply(b"", 404)}
        yield found
        found.check()


def _only_names(found: Net) -> Callable[..., Any]:
    """The resolver; what is an address already stays one (the recording backend connects by it)."""
    real = socket.getaddrinfo

    def answer(host: Any, *rest: Any, **named: Any) -> Any:
        if host in {"127.0.0.1", b"127.0.0.1"}:
            return real(host, *rest, **named)
        return found.getaddrinfo(str(host), *rest, **named)

    return answer


def fetch(*urls: str, **changes: object) -> tuple[Capture, ...]:
    base: dict[str, object] = {"timeout_seconds": 5.0, "retries": 0, "browser": "never"}
    limits = CaptureLimits(**{**base, **changes})  # type: ignore[arg-type]
    return capture_sources(urls, limits=limits, clock=lambda: TIME)


def refused(capture: Capture) -> bool:
    return (
        capture.outcome is Outcome.REFUSED
        and capture.problem is not None
        and capture.problem.code == "address-refused"
    )


def test_the_address_that_was_checked_is_the_one_that_is_used(net: Net) -> None:
    net.names = {"news.example": [[PUBLIC], ["127.0.0.1"]]}
    (found,) = fetch("http://news.example/page")
    assert (found.outcome, found.body) == (Outcome.STORED, PAGE)
    assert net.opened == [(PUBLIC, 80)]
    # One look-up for a connection: there is none between the check and the use.
    assert net.asked["news.example"] == 1


def test_a_name_that_changes_before_a_redirect_is_refused_there(net: Net) -> None:
    for private in PRIVATE:
        net.opened.clear()
        net.names = {"news.example": [[PUBLIC], [private]]}
        net.server.pages["/first"] = Reply(b"", 302, {"Location": "/page", "Connection": "close"})
        (found,) = fetch("http://news.example/first")
        assert refused(found), private
        assert len(found.hops) == 1
        assert net.opened == [(PUBLIC, 80)]


def test_a_name_that_changes_before_robots_txt_is_refused_there(net: Net) -> None:
    net.names = {"news.example": [[PUBLIC], ["169.254.169.254"]]}
    net.server.pages["/page"] = Reply(PAGE, headers={"Connection": "close"})
    (found,) = fetch("http://news.example/page")
    assert (found.outcome, found.robots) == (Outcome.STORED, Robots.UNKNOWN)
    assert {address for address, _ in net.opened} == {PUBLIC}


def test_a_name_that_changes_before_the_next_try_is_refused_there(net: Net) -> None:
    net.names = {"news.example": [[PUBLIC], ["10.0.0.1"]]}
    net.server.pages["/page"] = Reply(cut=True)
    (found,) = fetch("http://news.example/page", retries=3, retry_wait_seconds=0.0)
    assert refused(found)
    assert net.opened == [(PUBLIC, 80)]


@pytest.mark.parametrize("private", PRIVATE)
def test_one_private_address_among_public_ones_refuses_them_all(net: Net, private: str) -> None:
    for mixed in ([PUBLIC, private], [private, PUBLIC], [PUBLIC, SIX, OTHER, private]):
        net.names = {"news.example": [mixed]}
        (found,) = fetch("http://news.example/page")
        assert refused(found)
    assert net.opened == []


def test_many_public_addresses_before_a_private_one_do_not_hide_it(net: Net) -> None:
    many = [f"93.184.{n // 250}.{n % 250 + 1}" for n in range(600)]
    net.names = {"news.example": [[*many, "127.0.0.1"]]}
    (found,) = fetch("http://news.example/page")
    assert refused(found)
    assert net.opened == []


def test_a_redirect_to_another_name_is_checked_too(net: Net) -> None:
    net.names = {"news.example": [[PUBLIC]], "inside.example": [["192.168.0.1"]]}
    net.server.pages["/page"] = Reply(b"", 301, {"Location": "http://inside.example/admin"})
    (found,) = fetch("http://news.example/page")
    assert refused(found)
    assert "inside.example is at 192.168.0.1" in found.reason
    assert net.opened == [(PUBLIC, 80)]


def test_the_interface_of_a_known_site_is_checked_too(net: Net) -> None:
    net.names = {"www.rfc-editor.org": [[PUBLIC], ["127.0.0.1"]]}
    net.server.pages["/rfc/rfc9110"] = Reply(PAGE, headers={"Connection": "close"})
    limits = CaptureLimits(
        timeout_seconds=5.0,
        retries=0,
        browser="never",
        resolve={},
    )
    (found,) = capture_everything(
        ["http://www.rfc-editor.org/rfc/rfc9110"], limits=limits, clock=lambda: TIME
    )
    page, *raw = found.captures
    assert page.outcome is Outcome.STORED
    assert raw
    assert all(refused(one) for one in raw)


def test_addresses_that_do_not_answer_are_passed_over_for_public_ones_only(
    net: Net, monkeypatch: pytest.MonkeyPatch
) -> None:
    net.names = {"news.example": [[PUBLIC, OTHER, SIX]]}
    real = network.AnyIOBackend.connect_tcp

    async def fails_twice(self: Any, host: str, *rest: Any, **named: Any) -> Any:
        if host != SIX:
            net.opened.append((host, rest[0]))
            raise httpcore.ConnectError("nobody there")
        return await real(self, host, *rest, **named)

    monkeypatch.setattr(network.AnyIOBackend, "connect_tcp", fails_twice)
    (found,) = fetch("http://news.example/page")
    assert found.outcome is Outcome.STORED
    assert [address for address, _ in net.opened][:3] == [PUBLIC, OTHER, SIX]


ADDRESSES = st.sampled_from([PUBLIC, OTHER, SIX, *PRIVATE]) | st.ip_addresses().map(str)


@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(st.lists(st.lists(ADDRESSES, min_size=1, max_size=4), min_size=1, max_size=5))
def test_whatever_a_resolver_says(net: Net, answers: list[list[str]]) -> None:
    net.opened.clear()
    net.names = {"news.example": answers}
    again = Reply(b"", 302, {"Location": "/page", "Connection": "close"})
    net.server.pages["/first"] = again
    (found,) = fetch("http://news.example/first")
    net.check()
    assert found.outcome is Outcome.STORED or refused(found)
