"""The HTTP client of captures: connections that are used again, but never one that went wrong.

httpcore lets HTTP/2 requests share a connection, and goes on using one on which a request hung or
was given up: the next request then hangs with it, or starves because the abandoned answer still
fills the window. So each connection here serves one request at a time, and is closed unless the
answer was read to its end.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpcore
import httpx

from copydesk.capture.network import CheckedBackend
from copydesk.config import CaptureLimits

__all__ = ["make_client"]

KEEPALIVE_SECONDS = 15.0
"""An idle connection is closed after this long; the sources of one article take not much longer."""

ACCEPT = "text/html,application/xhtml+xml,application/json,application/pdf,*/*;q=0.8"


class _Connection(httpcore.AsyncHTTPConnection):
    """One request at a time, and none after one that did not end well."""

    _busy = False
    _stream: httpcore.AsyncNetworkStream | None = None

    def is_available(self) -> bool:
        return not self._busy and self.is_idle() and super().is_available()

    def has_expired(self) -> bool:
        # What can be read from an idle connection is its end, or a goodbye.
        return super().has_expired() or (
            self.is_idle()
            and self._stream is not None
            and bool(self._stream.get_extra_info("is_readable"))
        )

    async def handle_async_request(self, request: httpcore.Request) -> httpcore.Response:
        if self._busy:
            raise httpcore.ConnectionNotAvailable
        self._busy = True
        try:
            response = await super().handle_async_request(request)
        except BaseException:
            await self.ended(whole=False)
            raise
        self._stream = response.extensions["network_stream"]
        return httpcore.Response(
            response.status,
            headers=response.headers,
            content=_Body(response, self),
            extensions=response.extensions,
        )

    async def ended(self, *, whole: bool) -> None:
        """The request is over."""
        self._busy = False
        if not whole:
            await self.aclose()


class _Body:
    """The bytes of one answer; tells the connection whether they were read to the end."""

    def __init__(self, response: httpcore.Response, connection: _Connection) -> None:
        self._response = response
        self._connection = connection
        self._whole = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._response.aiter_stream():
            yield chunk
        self._whole = True

    async def aclose(self) -> None:
        try:
            await self._response.aclose()
        finally:
            await self._connection.ended(whole=self._whole)


class _Pool(httpcore.AsyncConnectionPool):
    def __init__(self, context: ssl.SSLContext, backend: CheckedBackend) -> None:
        super().__init__(
            ssl_context=context,
            # How many there are is decided by who asks: `concurrency` and `per_host`.
            max_connections=None,
            max_keepalive_connections=64,
            keepalive_expiry=KEEPALIVE_SECONDS,
            http2=True,
            network_backend=backend,
        )
        self._context = context
        self._backend = backend

    def create_connection(self, origin: httpcore.Origin) -> httpcore.AsyncConnectionInterface:
        return _Connection(
            origin=origin,
            ssl_context=self._context,
            keepalive_expiry=KEEPALIVE_SECONDS,
            http1=True,
            http2=True,
            network_backend=self._backend,
        )


class _Client(httpx.AsyncClient):
    """Hands every redirect out as it came.

    httpx makes the next request of a redirect even where it is not to follow it, and raises for a
    ``Location`` that is no web address: the answer, which is the evidence, would be lost.
    """

    def _build_redirect_request(
        self, request: httpx.Request, response: httpx.Response
    ) -> httpx.Request:
        del response
        return request


def make_client(
    limits: CaptureLimits, context: ssl.SSLContext, backend: CheckedBackend
) -> httpx.AsyncClient:
    """The client; it follows no redirect, keeps no cookie and reads no proxy variable."""
    transport = httpx.AsyncHTTPTransport(trust_env=False, verify=context)
    # httpx has no public way to choose the network backend of its pool.
    transport._pool = _Pool(context, backend)  # noqa: SLF001
    return _Client(
        transport=transport,
        trust_env=False,
        follow_redirects=False,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),  # each capture has its own
        timeout=httpx.Timeout(limits.timeout_seconds),
        headers={
            "user-agent": limits.user_agent,
            "accept": ACCEPT,
            "accept-language": "en;q=0.9,*;q=0.5",
        },
    )
