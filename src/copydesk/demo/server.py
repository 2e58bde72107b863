"""Serves the demo's fixture pages over real HTTP on this machine, for as long as it is entered."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from copydesk.errors import UsageError

__all__ = ["ROUTES", "PageServer", "Reply", "load_routes"]

ROUTES = "routes.json"
# A connection on which nothing is asked is closed after this time, so that stopping never waits.
IDLE_SECONDS = 10
# How often the serving thread looks whether it should stop.
_POLL_SECONDS = 0.05
_NOT_FOUND = b"<!doctype html><title>Not found</title><p>There is no such page here.</p>"


class _Route(BaseModel):
    """One line of ``routes.json``: a page, or a redirect to one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    host: Annotated[str, Field(pattern=r"^[a-z0-9.-]+\.example$")]
    path: Annotated[str, Field(pattern=r"^/")]
    status: Annotated[int, Field(ge=200, le=599)] = 200
    type: str = "text/html; charset=utf-8"
    # A plain name: a file of the folder itself, never a way out of it.
    file: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")] | None = None
    location: str | None = None
    encoding: Literal["gzip"] | None = None
    headers: dict[str, str] = {}

    @model_validator(mode="after")
    def _a_page_or_a_redirect(self) -> Self:
        if (self.file is None) == (self.location is None):
            raise ValueError("a route has either a file or a location")
        return self


class _Routes(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    routes: Annotated[list[_Route], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Reply:
    """What one host and path answers with; ``body`` is as it goes over the wire."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


Table = Mapping[tuple[str, str], Reply]


def load_routes(folder: Path) -> Table:
    """Read ``routes.json`` and every page that it names.

    Nothing is read later: what is not in the table does not exist for a visitor.

    Returns:
        The reply for each (host, path).

    Raises:
        UsageError: the folder has no readable ``routes.json``, or a page of it is missing.
    """
    where = folder / ROUTES
    try:
        routes = _Routes.model_validate_json(where.read_bytes()).routes
        table = {(route.host, route.path): _reply(route, folder) for route in routes}
    except OSError as error:
        raise UsageError(
            f"The demo's pages cannot be read: {error.strerror or error}.",
            fix="Restore the demo folder from the repository.",
            location=str(error.filename or where),
        ) from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        at = ".".join(str(part) for part in first["loc"])
        raise UsageError(
            f"{ROUTES}: {at or 'the file'}: {first['msg']}.",
            fix="Restore the demo folder from the repository.",
            location=str(where),
        ) from error
    if len(table) != len(routes):
        raise UsageError(
            f"{ROUTES} names a page twice.", fix="Keep one route a page.", location=str(where)
        )
    return MappingProxyType(table)


def _reply(route: _Route, folder: Path) -> Reply:
    headers = [("Content-Type", route.type), *route.headers.items()]
    if route.location is not None:
        return Reply(route.status, (*headers, ("Location", route.location)), b"")
    body = (folder / (route.file or "")).read_bytes()
    if route.encoding == "gzip":
        headers.append(("Content-Encoding", "gzip"))
        # Without a time in it, so that two runs send the same bytes.
        body = gzip.compress(body, mtime=0)
    return Reply(route.status, tuple(headers), body)


class PageServer:
    """Answers for the hosts of ``routes.json`` on a free port of 127.0.0.1.

    Used as a context manager. A page is chosen by the request's Host header and its path; a query
    is ignored, every other host or path is a 404.

    Args:
        folder: holds ``routes.json`` and the pages.

    Raises:
        UsageError: the pages cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self._table = load_routes(folder)
        self._server: ThreadingHTTPServer | None = None
        self._thread: threading.Thread | None = None

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that it answers for, in order of name."""
        return tuple(sorted({host for host, _ in self._table}))

    @property
    def port(self) -> int:
        """The port that it listens on.

        Raises:
            UsageError: it is not entered.
        """
        if self._server is None:
            raise UsageError("The page server is not running.", fix="Enter it first.")
        return self._server.server_port

    def resolve(self) -> dict[str, str]:
        """The newsroom's ``capture.resolve`` for these hosts: plain HTTP to this server."""
        return dict.fromkeys(self.hosts, f"http://127.0.0.1:{self.port}")

    def __enter__(self) -> Self:
        """Start serving; the port is open when this returns."""
        table = self._table

        class Handler(_Handler):
            pages = table

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_POLL_SECONDS,), name="demo-pages", daemon=True
        )
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """Stop serving and free the port."""
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()
        self._server = self._thread = None


class _Handler(BaseHTTPRequestHandler):
    """One connection; HTTP/1.1, so that a client may keep it open for the next page."""

    protocol_version = "HTTP/1.1"
    server_version = "demo-pages"
    sys_version = ""
    timeout = IDLE_SECONDS
    pages: Table = MappingProxyType({})

    def do_GET(self) -> None:
        """Answer with the page."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Answer with the page's headers."""
        self._answer(with_body=False)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
        """Keep quiet: the demo's own lines are what a reader should see."""

    def _answer(self, *, with_body: bool) -> None:
        host = self.headers.get("Host", "").partition(":")[0].lower()
        path = self.path.partition("?")[0]
        reply = self.pages.get((host, path)) or Reply(
            404, (("Content-Type", "text/html; charset=utf-8"),), _NOT_FOUND
        )
        self.send_response(reply.status)
        for name, value in reply.headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        if with_body:
            self.wfile.write(reply.body)
