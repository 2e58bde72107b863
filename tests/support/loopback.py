"""A server on a free port of 127.0.0.1; what it answers is its handler's affair."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self


class QuietHandler(BaseHTTPRequestHandler):
    """Speaks HTTP/1.1 and writes no log."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Keep quiet."""

    def do_GET(self) -> None:
        """Hand on to the name that this project's style has."""
        self.get()

    def get(self) -> None:
        """Answer one request."""
        raise NotImplementedError


class Loopback:
    """Serves while it is entered; :meth:`handler` says with what."""

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """The class that answers each request."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.server.daemon_threads = True
        self._thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self._thread.start()
        self.port = self.server.server_port
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.server.shutdown()
        self._thread.join()
        self.server.server_close()
