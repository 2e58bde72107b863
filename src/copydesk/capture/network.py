"""Connections for captures: each address is checked after DNS, and that very address is used.

Checking a name and then connecting to it again would let DNS answer differently the second time.
So this backend resolves once, checks every answer, and connects to the checked address itself.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import httpcore
from httpcore import AnyIOBackend, AsyncNetworkBackend, AsyncNetworkStream

from copydesk.capture.addresses import IPAddress, is_public, parse_literal
from copydesk.errors import RefusedError

__all__ = ["CheckedBackend", "NoSuchHostError", "allowed_host"]

MAX_ADDRESSES = 6
"""Of one name that are tried; each of those it has is checked."""

CONNECT_SECONDS = 10.0
"""For one address; the next is tried within the time of the whole."""


class NoSuchHostError(httpcore.ConnectError):
    """The name has no address: asking again at once would answer the same."""


def allowed_host(host: str, port: int, allow: Iterable[str]) -> bool:
    """Whether the newsroom's configuration allows ``host`` or ``host:port`` by name."""
    wanted = {entry.lower() for entry in allow}
    return host.lower() in wanted or f"{host.lower()}:{port}" in wanted


class CheckedBackend(AsyncNetworkBackend):
    """Opens TCP connections to public addresses only.

    Args:
        allow: hosts (or ``host:port``) whose address may be anything.
        resolve: ``host`` → ``(address, port)``: where to connect instead of asking DNS.
    """

    def __init__(self, allow: Iterable[str], resolve: Mapping[str, tuple[str, int]]) -> None:
        self._allow = tuple(allow)
        self._resolve = dict(resolve)
        self._inner = AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's own interface
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> AsyncNetworkStream:
        """Connect to a checked address of ``host``.

        Raises:
            RefusedError: an address of the host is not public.
            httpcore.ConnectError: the name has no address, or nobody answers.
        """
        fixed = self._resolve.get(host.lower())
        if fixed is not None:
            addresses, port = [fixed[0]], fixed[1]
        else:
            addresses = await self._checked(host, port)
        last: Exception | None = None
        seconds = CONNECT_SECONDS if timeout is None else min(timeout, CONNECT_SECONDS)
        for address in addresses[:MAX_ADDRESSES]:
            try:
                return _Stream(
                    await self._inner.connect_tcp(
                        address, port, seconds, local_address, socket_options
                    )
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last = error
        raise last or httpcore.ConnectError(f"{host} has no address")

    async def _checked(self, host: str, port: int) -> list[str]:
        literal = parse_literal(host)
        found = [literal] if literal is not None else await _resolve(host, port)
        if not allowed_host(host, port, self._allow):
            for address in found:
                if not is_public(address):
                    raise RefusedError(
                        f"{host} is at {address}, which is not a public address.",
                        fix="If the newsroom means it, list the host under capture.allow_hosts.",
                    )
        return [str(address) for address in found]

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ARG002, ASYNC109 - httpcore's own interface
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002 - as above
    ) -> AsyncNetworkStream:
        """Refuse: no source is behind a socket of this machine."""
        raise RefusedError(f"{path} is not a web address.", fix="Cite a page on the web.")

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class _Stream(AsyncNetworkStream):
    """A connection that is closed when its TLS handshake is given up.

    httpcore closes it only where the handshake fails; one that ran out of time stayed open until the
    program ended, with a server that never says a word at the other end.
    """

    def __init__(self, inner: AsyncNetworkStream) -> None:
        self._inner = inner

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109 - as above
        return await self._inner.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        await self._inner.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's own interface
    ) -> AsyncNetworkStream:
        try:
            return await self._inner.start_tls(ssl_context, server_hostname, timeout)
        except BaseException:
            await self._inner.aclose()
            raise

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


async def _resolve(host: str, port: int) -> list[IPAddress]:
    """Every address of ``host``, each once.

    Raises:
        NoSuchHostError: there is no such name, or it has no address.
        httpcore.ConnectError: the name cannot be looked up now.
    """
    try:
        infos = await _ask(host, port)
    except (OSError, UnicodeError) as error:
        gone = isinstance(error, UnicodeError) or error.errno in _NO_SUCH_NAME
        kind = NoSuchHostError if gone else httpcore.ConnectError
        raise kind(f"{host} cannot be found: {error}") from error
    found = [parse_literal(str(info[4][0])) for info in infos]
    return list(dict.fromkeys(address for address in found if address is not None))


_NO_SUCH_NAME = {socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)}
_Infos = list[tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[Any, ...]]]


async def _ask(host: str, port: int) -> _Infos:
    """``getaddrinfo`` in a thread of its own.

    A name server that does not answer holds the thread for half a minute, and nothing can end it
    before. In a shared pool a few such names would keep every other source waiting, and the end of
    the program too.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[_Infos] = loop.create_future()

    def settle(infos: _Infos, error: Exception | None) -> None:
        if answer.done():  # nobody waits for it any more
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(infos)

    def ask() -> None:
        infos: Any = []
        failed: Exception | None = None
        try:
            infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except Exception as error:  # noqa: BLE001 - passed on to who waits
            failed = error
        with suppress(RuntimeError):  # the loop is closed: the capture is over
            loop.call_soon_threadsafe(settle, infos, failed)

    threading.Thread(target=ask, name=f"lookup {host[:60]}", daemon=True).start()
    return await answer
