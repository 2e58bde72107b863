"""Fetches sources: every hop, every failure, within limits, from public addresses only."""

from __future__ import annotations

import asyncio
import hashlib
import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http.cookiejar import CookieJar, DefaultCookiePolicy
from urllib.parse import urljoin, urlsplit

import httpcore
import httpx

from copydesk import __version__
from copydesk.capture.decoding import BodyTooLargeError, DecodingError, decode_content
from copydesk.capture.model import Capture, CaptureProblem, Hop, Outcome, Role
from copydesk.capture.network import CheckedBackend, NoSuchHostError
from copydesk.config import CaptureLimits
from copydesk.errors import ConfigError, RefusedError
from copydesk.evidence import judge, read_evidence

__all__ = ["CLIENT", "Clock", "Fetcher", "Progress", "capture_sources", "fetch_all"]

CLIENT = f"copydesk/{__version__} httpx/{httpx.__version__}"
REDIRECTS = frozenset({301, 302, 303, 307, 308})
# A Location longer than this is an attack on whoever stores it.
MAX_LOCATION_CHARS = 4_096
_NOT_KEPT = "(not kept)"

Clock = Callable[[], str]
Progress = Callable[[Capture], None]


class _StoppedError(Exception):
    """A fetch that ends without a body, and why."""

    def __init__(self, outcome: Outcome, code: str, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.problem = CaptureProblem(code, message)


@dataclass
class _Trail:
    """What is known of a fetch while it runs; kept when it fails."""

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


def capture_sources(
    urls: Sequence[str],
    *,
    limits: CaptureLimits,
    clock: Clock,
    on_progress: Progress | None = None,
) -> tuple[Capture, ...]:
    """Fetch every URL; as :func:`fetch_all`, for callers that are not asynchronous."""
    return asyncio.run(fetch_all(urls, limits=limits, clock=clock, on_progress=on_progress))


async def fetch_all(
    urls: Sequence[str],
    *,
    limits: CaptureLimits,
    clock: Clock,
    on_progress: Progress | None = None,
) -> tuple[Capture, ...]:
    """Fetch every URL, several at once.

    Args:
        urls: what to fetch.
        limits: time, size, redirects, concurrency, and which hosts may be anywhere.
        clock: gives the time of a fetch as statements hold it.
        on_progress: called with each capture as it is done.

    Returns:
        One capture for each URL, in order. A failure is a capture too; nothing raises for it.

    Raises:
        ConfigError: an entry of ``limits.resolve`` is no address.
    """
    fetcher = Fetcher(limits, clock)
    async with fetcher.client:
        tasks = [asyncio.create_task(fetcher.capture(url)) for url in urls]
        if on_progress is not None:
            for task in tasks:
                task.add_done_callback(lambda done: on_progress(done.result()))
        return tuple(await asyncio.gather(*tasks))


class Fetcher:
    """Fetches within one set of limits; whatever is captured, its address is checked here.

    Use ``async with fetcher.client``. Steps that make variants of a page (raw data, a copy of a
    web archive, the browser's own requests) fetch through it and through nothing else.
    """

    def __init__(self, limits: CaptureLimits, clock: Clock) -> None:
        self.limits = limits
        self.clock = clock
        self.plain: set[str] = set()
        fixed = self._fixed()
        self.client = _client(limits, CheckedBackend(limits.allow_hosts, fixed))
        self.fixed = fixed
        self.all = asyncio.Semaphore(limits.concurrency)
        self.hosts: dict[str, asyncio.Semaphore] = {}

    def _fixed(self) -> dict[str, tuple[str, int]]:
        """``capture.resolve`` as addresses; a value with http:// also means plain HTTP."""
        fixed = {}
        for host, value in self.limits.resolve.items():
            parts = urlsplit(value if "://" in value else f"//{value}")
            try:
                port = parts.port
            except ValueError:
                port = None
            if parts.scheme not in {"", "http"} or not parts.hostname or port is None:
                raise ConfigError(
                    f"capture.resolve: {value!r} is not address:port.",
                    fix='Write it as "127.0.0.1:8080" or "http://127.0.0.1:8080".',
                )
            fixed[host.lower()] = (parts.hostname, port)
            if parts.scheme == "http":
                self.plain.add(host.lower())
        return fixed

    async def capture(
        self, url: str, *, role: Role = Role.PAGE, headers: Mapping[str, str] | None = None
    ) -> Capture:
        """What ``url`` returns now, as a result: a failure is a capture too.

        Args:
            url: what to ask for.
            role: what the answer is to be kept as.
            headers: sent with the first request and after each redirect, beside the client's own.
        """
        capture = await self._capture(url, dict(headers or {}))
        return replace(capture, role=role)

    async def _capture(self, url: str, headers: dict[str, str]) -> Capture:
        gate = self.hosts.setdefault(_host(url), asyncio.Semaphore(self.limits.per_host))
        # The host's turn first: a queue for one host must not hold the places of the others.
        async with gate, self.all:
            trail = _Trail(url, self.clock(), headers)
            try:
                async with asyncio.timeout(self.limits.timeout_seconds):
                    url, response, wire = await self._follow(trail)
                # Not within the time of the fetch: reading a page is not the server's slowness.
                return await self._keep(trail, url, response, wire)
            except _StoppedError as stopped:
                return _failed(trail, stopped.outcome, stopped.problem)
            except RefusedError as error:
                return _failed(trail, Outcome.REFUSED, CaptureProblem(error.code, error.message))
            except Exception as error:  # noqa: BLE001 - a capture is a result whatever happens
                return _failed(trail, Outcome.FAILED, _problem(error, self.limits))

    async def _follow(self, trail: _Trail) -> tuple[str, httpx.Response, bytes]:
        current = trail.url
        asked: set[tuple[str, str]] = set()
        for _ in range(self.limits.max_redirects + 1):
            request = self.client.build_request("GET", self._target(current), headers=trail.sent)
            trail.cookies.set_cookie_header(request)
            # The same page with a new cookie is no circle: many servers set one and ask again.
            if (key := (current, request.headers.get("cookie", ""))) in asked:
                raise _StoppedError(
                    Outcome.FAILED, "redirect-loop", f"It redirects in a circle, to {current}."
                )
            asked.add(key)
            response = await self.client.send(request, stream=True)
            try:
                self._note(trail, response)
                trail.cookies.extract_cookies(response)
                location = response.headers.get("location")
                if response.status_code not in REDIRECTS or not location:
                    return current, response, await self._receive(response)
            finally:
                await response.aclose()
            trail.hops.append(
                Hop(current, response.status_code, location[:MAX_LOCATION_CHARS], trail.address)
            )
            current = urljoin(current, location[:MAX_LOCATION_CHARS])
            trail.final_url = current
        raise _StoppedError(
            Outcome.FAILED,
            "too-many-redirects",
            f"It redirects more than {self.limits.max_redirects} times.",
        )

    def _target(self, url: str) -> httpx.URL:
        """Where a request goes: the URL, checked, and plain HTTP where the newsroom says so."""
        parts = httpx.URL(url)
        if parts.scheme not in {"http", "https"} or not parts.host:
            raise _StoppedError(
                Outcome.REFUSED, "scheme-refused", f"{url[:200]} is not an http or https address."
            )
        return parts.copy_with(scheme="http") if parts.host.lower() in self.plain else parts

    @staticmethod
    def _note(trail: _Trail, response: httpx.Response) -> None:
        stream = response.extensions.get("network_stream")
        peer = stream.get_extra_info("server_addr") if stream is not None else None
        trail.address = str(peer[0]) if peer else ""
        trail.status = response.status_code
        trail.http_version = response.http_version
        trail.headers = tuple(_headers(response))

    async def _receive(self, response: httpx.Response) -> bytes:
        wire = bytearray()
        async for chunk in response.aiter_raw():
            wire += chunk
            if len(wire) > self.limits.max_bytes:
                raise BodyTooLargeError(f"it is larger than {self.limits.max_bytes:,} bytes")
        return bytes(wire)

    async def _keep(
        self, trail: _Trail, url: str, response: httpx.Response, wire: bytes
    ) -> Capture:
        codings = [c for c in response.headers.get("content-encoding", "").split(",") if c.strip()]
        media_type = response.headers.get("content-type", "")
        # In a thread: a page that takes seconds to read must not use up the others' time.
        body = await asyncio.to_thread(decode_content, wire, codings, self.limits.max_bytes)
        text = await asyncio.to_thread(read_evidence, body, media_type=media_type, url=url)
        found = judge(
            text,
            status=trail.status,
            media_type=media_type,
            url=trail.url,
            final_url=url,
            size=len(body),
        )
        reason = found.reason
        host = _host(url)
        if host in self.plain:
            address, port = self.fixed[host]
            said = f"Fetched over plain HTTP from {address}:{port}, as the newsroom's configuration says."
            reason = f"{reason} {said}".strip()
        return Capture(
            url=trail.url,
            outcome=Outcome.STORED,
            retrieved_at=trail.at,
            client=CLIENT,
            final_url=url,
            status=trail.status,
            http_version=trail.http_version,
            headers=trail.headers,
            hops=tuple(trail.hops),
            address=trail.address,
            media_type=media_type,
            size=len(body),
            sha256=hashlib.sha256(body).hexdigest(),
            wire_sha256=hashlib.sha256(wire).hexdigest(),
            quality=found.quality,
            mark=found.mark,
            reason=reason,
            body=body,
        )


def _client(limits: CaptureLimits, backend: CheckedBackend) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(trust_env=False)
    # httpx has no public way to choose the network backend of its pool.
    transport._pool = httpcore.AsyncConnectionPool(  # noqa: SLF001
        ssl_context=ssl.create_default_context(),
        max_connections=limits.concurrency,
        max_keepalive_connections=0,
        http2=True,
        network_backend=backend,
    )
    return httpx.AsyncClient(
        transport=transport,
        trust_env=False,
        follow_redirects=False,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),  # each capture has its own
        timeout=httpx.Timeout(limits.timeout_seconds),
        headers={
            "user-agent": limits.user_agent,
            "accept": "text/html,application/xhtml+xml,application/json,application/pdf,*/*;q=0.8",
            "accept-language": "en;q=0.9,*;q=0.5",
        },
    )


def _host(url: str) -> str:
    """The host of ``url`` in lower case; empty where there is none that can be read."""
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""


def _headers(response: httpx.Response) -> list[tuple[str, str]]:
    """The raw header list in order; cookies are the capturer's own and are not kept."""
    kept = []
    for name, value in response.headers.raw:
        key = name.decode("latin-1").lower()
        kept.append((key, _NOT_KEPT if key == "set-cookie" else value.decode("latin-1")))
    return kept


def _failed(trail: _Trail, outcome: Outcome, problem: CaptureProblem) -> Capture:
    return Capture(
        url=trail.url,
        outcome=outcome,
        retrieved_at=trail.at,
        client=CLIENT,
        final_url=trail.final_url,
        status=trail.status,
        http_version=trail.http_version,
        headers=trail.headers,
        hops=tuple(trail.hops),
        address=trail.address,
        mark="no-answer",
        reason=problem.message,
        problem=problem,
    )


def _problem(error: Exception, limits: CaptureLimits) -> CaptureProblem:
    said = str(error) or type(error).__name__
    if isinstance(error, BodyTooLargeError):
        return CaptureProblem("too-large", f"The body was not kept: {said}.")
    if isinstance(error, DecodingError):
        return CaptureProblem("bad-encoding", f"The body cannot be decoded: {said}.")
    if isinstance(error, (TimeoutError, httpx.TimeoutException)):
        return CaptureProblem("timeout", f"No answer within {limits.timeout_seconds:g} seconds.")
    if isinstance(error, httpx.ConnectError):
        return _no_connection(error, said)
    if isinstance(error, (httpx.InvalidURL, UnicodeError, ValueError)):
        return CaptureProblem("bad-url", f"The address cannot be used: {said}.")
    return CaptureProblem("protocol", f"The server's answer cannot be read: {said}.")


def _no_connection(error: httpx.ConnectError, said: str) -> CaptureProblem:
    if isinstance(error.__cause__, NoSuchHostError):
        return CaptureProblem("no-such-host", f"There is no such host: {said}.")
    code = "tls" if "certificate" in said.lower() or "ssl" in said.lower() else "connect"
    return CaptureProblem(code, f"No connection: {said}.")
