"""One try at a source: requests and redirects until there is a body, a failure or a refusal."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from urllib.parse import urljoin

import httpx

from copydesk.capture.decoding import BodyTooLargeError
from copydesk.capture.model import CaptureProblem, Certificate, Hop, Outcome
from copydesk.capture.problems import StoppedError, to_problem
from copydesk.capture.tls import read_chain
from copydesk.errors import RefusedError

__all__ = ["NOT_KEPT", "REDIRECTS", "Exchange", "Exchanges", "target_of"]

REDIRECTS = frozenset({301, 302, 303, 307, 308})

MAX_LOCATION_CHARS = 4_096
"""A Location longer than this is an attack on whoever stores it."""

NOT_KEPT = "(not kept)"
"""In place of a cookie's value."""

Permit = Callable[[str], Awaitable[None]]
"""Called with each URL before it is asked for; raises :class:`StoppedError` to refuse."""


@dataclass
class Exchange:
    """What is known of a try, while it runs and when it is over.

    ``final_url`` is the URL that answered or failed last. ``wire`` is the body as it came over the
    wire, where one came whole; ``whole`` is false where it was cut at a limit by intent. ``took``
    is in seconds. ``problem`` says why there is no body.
    """

    url: str
    at: str
    sent: dict[str, str] = field(default_factory=dict)
    hops: list[Hop] = field(default_factory=list)
    final_url: str = ""
    # A capture's own: what one source's server set must not change what another's answers.
    cookies: httpx.Cookies = field(default_factory=httpx.Cookies)
    address: str = ""
    status: int | None = None
    http_version: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    tls: tuple[Certificate, ...] = ()
    wire: bytes | None = None
    whole: bool = True
    took: float = 0.0
    outcome: Outcome = Outcome.STORED
    problem: CaptureProblem | None = None

    def header(self, name: str) -> str:
        """The first header of that name (lower case), or empty."""
        return next((value for key, value in self.headers if key == name), "")

    @property
    def codings(self) -> list[str]:
        """The content codings, in the order in which they were applied."""
        stated = ",".join(value for key, value in self.headers if key == "content-encoding")
        return [coding for coding in stated.split(",") if coding.strip()]


class Exchanges:
    """Makes exchanges with one client.

    Args:
        client: follows no redirect by itself, and checks each address that it connects to.
        plain: hosts that are asked by plain HTTP whatever the URL says.
        max_bytes: of a body, as it comes over the wire.
        max_redirects: of one exchange.
        cut: whether a longer body is cut there instead of being a failure.
    """

    def __init__(
        self,
        client: httpx.AsyncClient,
        plain: set[str],
        *,
        max_bytes: int,
        max_redirects: int,
        cut: bool = False,
    ) -> None:
        self._client = client
        self._plain = plain
        self._max_bytes = max_bytes
        self._max_redirects = max_redirects
        self._cut = cut

    async def run(self, tried: Exchange, seconds: float, permit: Permit | None = None) -> Exchange:
        """Fetch ``tried.url`` within ``seconds``; never raises but when cancelled."""
        begun = time.monotonic()
        try:
            async with asyncio.timeout(seconds):
                await self._follow(tried, permit)
        except StoppedError as stopped:
            tried.outcome, tried.problem = stopped.outcome, stopped.problem
        except RefusedError as error:
            tried.outcome = Outcome.REFUSED
            tried.problem = CaptureProblem(error.code, error.message)
        except Exception as error:  # noqa: BLE001 - a try is a result whatever happens
            tried.outcome, tried.problem = Outcome.FAILED, to_problem(error, seconds)
        tried.took = time.monotonic() - begun
        return tried

    async def _follow(self, tried: Exchange, permit: Permit | None) -> None:
        current = tried.url
        asked: set[tuple[str, str]] = set()
        for _ in range(self._max_redirects + 1):
            request = self._client.build_request(
                "GET", target_of(current, self._plain), headers=tried.sent
            )
            if permit is not None:
                await permit(current)
            tried.cookies.set_cookie_header(request)
            # The same page with a new cookie is no circle: many servers set one and ask again.
            if (key := (current, request.headers.get("cookie", ""))) in asked:
                raise StoppedError(
                    Outcome.FAILED, "redirect-loop", f"It redirects in a circle, to {current}."
                )
            asked.add(key)
            location = await self._one(tried, request)
            if location is None:
                tried.final_url = current
                return
            tried.hops.append(Hop(current, tried.status or 0, location, tried.address))
            current = urljoin(current, location)
            tried.final_url = current
        raise StoppedError(
            Outcome.FAILED,
            "too-many-redirects",
            f"It redirects more than {self._max_redirects} times.",
        )

    async def _one(self, tried: Exchange, request: httpx.Request) -> str | None:
        """Send one request; where it redirects to, or ``None`` where the body was received."""
        response = await self._client.send(request, stream=True)
        try:
            _note(tried, response)
            tried.cookies.extract_cookies(response)
            location: str = response.headers.get("location", "")
            if response.status_code in REDIRECTS and location:
                if len(location) > MAX_LOCATION_CHARS:
                    said = f"It redirects to an address of {len(location):,} characters."
                    raise StoppedError(Outcome.FAILED, "bad-url", said)
                return location
            await self._receive(tried, response)
            return None
        finally:
            await response.aclose()

    async def _receive(self, tried: Exchange, response: httpx.Response) -> None:
        wire = bytearray()
        async for chunk in response.aiter_raw():
            wire += chunk
            if len(wire) > self._max_bytes:
                if not self._cut:
                    raise BodyTooLargeError(f"it is larger than {self._max_bytes:,} bytes")
                tried.whole = False
                del wire[self._max_bytes :]
                break
        tried.wire = bytes(wire)


def target_of(url: str, plain: Collection[str]) -> httpx.URL:
    """Where a request goes: the URL, checked, and plain HTTP for the hosts of ``plain``.

    Raises:
        StoppedError: another scheme than http and https, or no host.
        httpx.InvalidURL: no URL, or a port that there is not.
    """
    parts = httpx.URL(url)
    if parts.scheme not in {"http", "https"} or not parts.host:
        raise StoppedError(
            Outcome.REFUSED, "scheme-refused", f"{url[:200]} is not an http or https address."
        )
    if parts.port is not None and not 0 < parts.port < 65_536:
        raise httpx.InvalidURL(f"there is no port {parts.port}")
    return parts.copy_with(scheme="http") if parts.host.lower() in plain else parts


def _note(tried: Exchange, response: httpx.Response) -> None:
    stream = response.extensions.get("network_stream")
    peer = stream.get_extra_info("server_addr") if stream is not None else None
    tried.address = str(peer[0]) if peer else ""
    tried.status = response.status_code
    tried.http_version = response.http_version
    tried.headers = tuple(_headers(response))
    tried.tls = read_chain(stream)


def _headers(response: httpx.Response) -> list[tuple[str, str]]:
    """The raw header list in order; cookies are the capturer's own and are not kept."""
    kept = []
    for name, value in response.headers.raw:
        key = name.decode("latin-1").lower()
        kept.append((key, NOT_KEPT if key == "set-cookie" else value.decode("latin-1")))
    return kept
