"""Fetches sources: every hop, every failure, within limits, from public addresses only."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

import httpx

from copydesk import __version__
from copydesk.article.urls import host_of
from copydesk.capture.connections import make_client
from copydesk.capture.decoding import decode_content
from copydesk.capture.exchange import Exchange, Exchanges
from copydesk.capture.model import Attempt, Capture, CaptureProblem, Outcome, Robots, Role
from copydesk.capture.network import CheckedBackend
from copydesk.capture.permissions import (
    MAX_REDIRECTS,
    MAX_ROBOTS_BYTES,
    Permissions,
    SiteRules,
    read_reservations,
)
from copydesk.capture.problems import StoppedError, to_problem
from copydesk.capture.retry import Tries
from copydesk.capture.tls import make_context
from copydesk.config import CaptureLimits
from copydesk.errors import ConfigError
from copydesk.evidence import EvidenceText, judge, read_evidence

__all__ = ["CLIENT", "Clock", "Fetcher", "Progress", "capture_sources", "fetch_all"]

CLIENT = f"copydesk/{__version__} httpx/{httpx.__version__}"

Clock = Callable[[], str]
Progress = Callable[[Capture], None]


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
        self.fixed = self._fixed()
        backend = CheckedBackend(limits.allow_hosts, self.fixed)
        self.client = make_client(limits, make_context(limits.ca_file), backend)
        self.all = asyncio.Semaphore(limits.concurrency)
        self.hosts: dict[str, asyncio.Semaphore] = {}
        self._pages = Exchanges(
            self.client,
            self.plain,
            max_bytes=limits.max_bytes,
            max_redirects=limits.max_redirects,
        )
        files = Exchanges(
            self.client,
            self.plain,
            max_bytes=MAX_ROBOTS_BYTES,
            max_redirects=MAX_REDIRECTS,
            cut=True,
        )
        self.permissions = Permissions(files, limits.user_agent, limits.timeout_seconds)

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
        tries = Tries(self.limits)
        gate = self.hosts.setdefault(host_of(url), asyncio.Semaphore(self.limits.per_host))
        # The host's turn first: a queue for one host must not hold the places of the others.
        async with gate:
            tried = await tries.run(lambda seconds: self._try(url, dict(headers or {}), seconds))
            rules = await self._rules(tried)
        # Read without a place of the queue: a page that takes seconds to read keeps nobody waiting.
        found = await self._kept(tried, rules, tries.attempts)
        return replace(found, role=role)

    async def _try(self, url: str, headers: dict[str, str], seconds: float) -> Exchange:
        """One try. A source that waits for its next one holds no place of those that ask now."""
        async with self.all:
            tried = Exchange(url, self.clock(), headers)
            permit = self._permit if self.limits.robots == "obey" else None
            return await self._pages.run(tried, seconds, permit)

    async def _permit(self, url: str) -> None:
        rules = await self.permissions.of(url)
        verdict = rules.verdict(url, self.permissions.token)
        if verdict is Robots.DISALLOWED:
            raise StoppedError(
                Outcome.REFUSED,
                "robots-disallowed",
                f"robots.txt disallows {url[:200]}, and the newsroom's configuration obeys it.",
            )
        if verdict is Robots.UNKNOWN:
            raise StoppedError(
                Outcome.REFUSED,
                "robots-unknown",
                f"robots.txt cannot be had ({rules.why.rstrip('.')}), and the newsroom's "
                "configuration obeys it.",
            )

    async def _rules(self, tried: Exchange) -> SiteRules | None:
        """The rules of the site that answered; a site that did not is not asked for them."""
        if tried.problem is not None:
            return None
        async with self.all:
            return await self.permissions.of(tried.final_url)

    async def _kept(
        self, tried: Exchange, rules: SiteRules | None, attempts: tuple[Attempt, ...]
    ) -> Capture:
        problem = tried.problem
        if problem is None:
            try:
                # In a thread: reading a page must not keep the others' answers waiting.
                body, text = await asyncio.to_thread(self._read, tried)
                return self._stored(tried, rules, attempts, body, text)
            except Exception as error:  # noqa: BLE001 - a capture is a result whatever happens
                tried.outcome = Outcome.FAILED
                problem = to_problem(error, self.limits.timeout_seconds)
        return _failed(tried, problem, attempts)

    def _read(self, tried: Exchange) -> tuple[bytes, EvidenceText]:
        body = decode_content(tried.wire or b"", tried.codings, self.limits.max_bytes)
        media_type = tried.header("content-type")
        return body, read_evidence(body, media_type=media_type, url=tried.final_url)

    def _stored(
        self,
        tried: Exchange,
        rules: SiteRules | None,
        attempts: tuple[Attempt, ...],
        body: bytes,
        text: EvidenceText,
    ) -> Capture:
        media_type, url, token = (
            tried.header("content-type"),
            tried.final_url,
            self.permissions.token,
        )
        found = judge(
            text,
            status=tried.status,
            media_type=media_type,
            url=tried.url,
            final_url=url,
            size=len(body),
            headers=tried.headers,
        )
        file = rules.reserves(url) if rules else None
        return replace(
            _tried(tried, attempts),
            robots=rules.verdict(url, token) if rules else None,
            reservations=read_reservations(tried.headers, text.signals, token, file),
            media_type=media_type,
            size=len(body),
            sha256=hashlib.sha256(body).hexdigest(),
            wire_sha256=hashlib.sha256(tried.wire or b"").hexdigest(),
            wire_sha1=_sha1(tried.wire or b""),
            quality=found.quality,
            mark=found.mark,
            reason=f"{found.reason} {self.said_of(url)}".strip(),
            body=body,
        )

    def said_of(self, url: str) -> str:
        """A sentence on how ``url`` is asked for, where the configuration leads it elsewhere."""
        host = host_of(url)
        if host not in self.plain:
            return ""
        address, port = self.fixed[host]
        return (
            f"Fetched over plain HTTP from {address}:{port}, as the newsroom's configuration says."
        )


def _sha1(data: bytes) -> str:
    return base64.b32encode(hashlib.sha1(data, usedforsecurity=False).digest()).decode()


_REFUSED_BY = {"robots-disallowed": Robots.DISALLOWED, "robots-unknown": Robots.UNKNOWN}


def _failed(tried: Exchange, problem: CaptureProblem, attempts: tuple[Attempt, ...]) -> Capture:
    return replace(
        _tried(tried, attempts),
        robots=_REFUSED_BY.get(problem.code),
        mark="no-answer",
        reason=problem.message,
        problem=problem,
    )


def _tried(tried: Exchange, attempts: tuple[Attempt, ...]) -> Capture:
    """What is known of a try however it ended."""
    return Capture(
        url=tried.url,
        outcome=tried.outcome,
        retrieved_at=tried.at,
        client=CLIENT,
        final_url=tried.final_url,
        status=tried.status,
        http_version=tried.http_version,
        headers=tried.headers,
        hops=tuple(tried.hops),
        address=tried.address,
        tls=tried.tls,
        attempts=attempts,
    )
