"""What a page in the browser asks for, answered with what Copydesk fetches itself.

Every request goes out through the fetcher's client, whose connections are to checked addresses only
(:mod:`copydesk.capture.network`), one hop at a time. Only GET: a capture reads, it does not send.
"""

from __future__ import annotations

import asyncio
import html
import json
import time
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from copydesk.article.urls import host_of
from copydesk.capture.decoding import decode_content
from copydesk.capture.exchange import NOT_KEPT, REDIRECTS, target_of

if TYPE_CHECKING:
    from playwright.async_api import Request, Route

    from copydesk.capture.fetch import Fetcher
    from copydesk.capture.model import Capture

__all__ = ["Answers"]

MAX_REQUESTS = 300
"""Requests of one page; a news page makes about 150."""
MAX_HOPS = 10
# The connection's own, or made anew for the decoded body.
_DROPPED = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection",
                      "keep-alive", "alt-svc", "link", "nel", "report-to"})  # fmt: skip
_NOT_SENT = frozenset({"host", "connection", "accept-encoding", "content-length"})
_UNUSED = frozenset({"media", "ping", "eventsource", "websocket"})


class Answers:
    """Answers one page's requests, within its number and bytes.

    The page itself is answered with the very bytes of its capture, so that what is rendered derives
    from what was kept. ``status`` is of the last document that the main frame was given.
    """

    def __init__(self, fetcher: Fetcher, page: Capture, max_bytes: int) -> None:
        self.fetcher = fetcher
        self.page = page
        self.room = max_bytes
        self.made = 0
        self.refused = 0
        self.open = 0
        self.quiet_since = time.monotonic()
        self.status = page.status
        self.hosts: dict[str, None] = {}
        self.given = False
        self.over = asyncio.Event()
        """Set when the page has asked for more than a page may: it is waited for no longer."""

    async def handle(self, route: Route, request: Request) -> None:
        """Answer one request, or refuse it; never raises."""
        if (
            self.over.is_set()
        ):  # it is left without an answer: to say no costs more than to say nothing
            self.made += 1
            self.refused += 1
            return
        self.open += 1
        try:
            await self._answer(route, request)
        except Exception:  # noqa: BLE001 - a refused address, a dead host, a page that is gone
            self.refused += 1
            await _abort(route)
        finally:
            self.open -= 1
            self.quiet_since = time.monotonic()

    async def _answer(self, route: Route, request: Request) -> None:
        document = request.is_navigation_request()
        main = document and request.frame.parent_frame is None
        if main and not self.given and request.url.partition("#")[0] == self.address:
            self.given = True
            await route.fulfill(
                status=self.page.status or 200,
                headers=_headers(self.page.headers),
                body=self.page.body or b"",
            )
            return
        self.made += 1
        if self.made > MAX_REQUESTS:
            self.over.set()
        if (
            request.method != "GET"
            or request.resource_type in _UNUSED
            or self.made > MAX_REQUESTS
            or self.room <= 0
        ):
            self.refused += 1
            await _abort(route)
            return
        sent = {k: v for k, v in (await request.all_headers()).items()
                if k not in _NOT_SENT and not k.startswith(":")}  # fmt: skip
        status, headers, body, url = await self._fetch(request.url, sent, follow=not document)
        location = dict(headers).get("location", "")
        if document and status in REDIRECTS and location:
            # Playwright does not pass on what follows a redirect that it was given.
            status, body = 200, _goes_on(urljoin(url, location))
            headers = [("content-type", "text/html; charset=utf-8"),
                       *((k, v) for k, v in headers if k == "set-cookie")]  # fmt: skip
        if main:
            self.status = status
        await route.fulfill(status=status, headers=_headers(headers), body=body)

    def busy(self, quiet: float) -> bool:
        """Whether the page is still worth waiting for: an answer came within ``quiet`` seconds."""
        recent = time.monotonic() - self.quiet_since < quiet
        return self.open > 0 or recent

    @property
    def address(self) -> str:
        """The address that the page is opened at."""
        return (self.page.final_url or self.page.url).partition("#")[0]

    async def _fetch(
        self, url: str, sent: dict[str, str], *, follow: bool
    ) -> tuple[int, list[tuple[str, str]], bytes, str]:
        first = host_of(url)
        for _ in range(MAX_HOPS):
            host = host_of(url)
            self.hosts[host] = None
            own = sent if host == first else {k: v for k, v in sent.items() if k != "cookie"}
            status, headers, body = await self._one(url, own)
            location = dict(headers).get("location", "")
            if not (follow and status in REDIRECTS and location):
                return status, headers, body, url
            url = urljoin(url, location[:4_096])
        raise ValueError("too many redirects")

    async def _one(
        self, url: str, sent: dict[str, str]
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        target = target_of(url, self.fetcher.plain)
        gate = self.fetcher.hosts.setdefault(
            host_of(url), asyncio.Semaphore(self.fetcher.limits.per_host)
        )
        async with gate, self.fetcher.all:
            request = self.fetcher.client.build_request("GET", target, headers=sent)
            response = await self.fetcher.client.send(request, stream=True)
            try:
                wire = bytearray()
                async for chunk in response.aiter_raw():
                    wire += chunk
                    self.room -= len(chunk)
                    if self.room < 0:
                        raise ValueError("more bytes than one page may load")
            finally:
                await response.aclose()
        codings = [c for c in response.headers.get("content-encoding", "").split(",") if c.strip()]
        limit = self.fetcher.limits.max_bytes
        body = await asyncio.to_thread(decode_content, bytes(wire), codings, limit)
        pairs = [
            (k.decode("latin-1").lower(), v.decode("latin-1")) for k, v in response.headers.raw
        ]
        return response.status_code, pairs, body


def _goes_on(url: str) -> bytes:
    """A page that goes on to ``url``, in place of a redirect."""
    target = json.dumps(url).replace("<", "\\u003c")
    return (
        f"<!doctype html><title>{html.escape(url)}</title><script>location.replace({target})</script>"
    ).encode()


def _headers(pairs: list[tuple[str, str]] | tuple[tuple[str, str], ...]) -> dict[str, str]:
    """As Playwright takes them: of several with one name the values are joined."""
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in _DROPPED or value == NOT_KEPT:
            continue
        gap = "\n" if name == "set-cookie" else ", "
        found[name] = f"{found[name]}{gap}{value}" if name in found else value
    return found


async def _abort(route: Route) -> None:
    try:
        await route.abort("blockedbyclient")
    except Exception:  # noqa: BLE001 - the page is gone, which is as good
        return
