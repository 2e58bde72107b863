"""The witness over HTTP (C2SP tlog-witness): ``POST /add-checkpoint``, and nothing else.

Plain HTTP on one address; TLS is the reverse proxy's in front of it. Everything that a client can
make large or slow has a limit: connections, the time of a whole request, headers, the body.
"""

from __future__ import annotations

import io
import re
import socket
import sys
import threading
import time
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from copydesk.errors import UsageError
from copydesk.witness.decision import Answer

__all__ = ["PATH", "WitnessServer", "parse_listen"]

PATH = "/add-checkpoint"
# A checkpoint with 16 post-quantum signatures and 63 lines of proof is under 90 KB.
MAX_BODY_BYTES = 128 * 1024
# From one answer to the end of the next request's body: idle time, line, headers and body together.
REQUEST_SECONDS = 15.0
ANSWER_SECONDS = 10.0
MAX_CONNECTIONS = 64
_POLL_SECONDS = 0.1

_LENGTH = re.compile(r"[0-9]{1,9}")
_LISTEN = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+)):([0-9]{1,5})")

AddCheckpoint = Callable[[bytes], Answer]
Report = Callable[[str], None]


def parse_listen(text: str) -> tuple[str, int]:
    """``HOST:PORT`` or ``[IPv6]:PORT``; port 0 is any free one.

    Raises:
        UsageError: it is neither.
    """
    found = _LISTEN.fullmatch(text)
    if found is None or int(found.group(3)) > 65_535:
        raise UsageError(
            f"{text!r} is no address to listen on.", fix="Write it as 127.0.0.1:8085 or [::1]:8085."
        )
    return found.group(1) or found.group(2), int(found.group(3))


class WitnessServer(ThreadingHTTPServer):
    """Listens from its making on; ``serve_forever`` answers, ``shutdown`` ends that.

    Args:
        listen: host and port; see :func:`parse_listen`.
        add_checkpoint: answers a request's body.
        report: is given one line for each request; it holds nothing that the client wrote.
        request_seconds: how long one request may take to arrive.
        max_connections: how many clients are answered at once.

    Raises:
        UsageError: the address cannot be used.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(
        self,
        listen: tuple[str, int],
        add_checkpoint: AddCheckpoint,
        *,
        report: Report = lambda _line: None,
        request_seconds: float = REQUEST_SECONDS,
        max_connections: int = MAX_CONNECTIONS,
    ) -> None:
        self.add_checkpoint = add_checkpoint
        self.report = report
        self.request_seconds = request_seconds
        self._free = threading.BoundedSemaphore(max_connections)
        if ":" in listen[0]:
            self.address_family = socket.AF_INET6
        try:
            super().__init__(listen, _Handler)
        except (OSError, UnicodeError) as error:
            raise UsageError(
                f"The witness cannot listen on {listen[0]}, port {listen[1]}: {error}.",
                fix="Name an address of this machine and a free port with --listen.",
            ) from error

    @property
    def url(self) -> str:
        """The submission prefix, as clients on this machine reach it."""
        host = str(self.server_address[0])
        return f"http://{f'[{host}]' if ':' in host else host}:{self.server_port}"

    def serve_forever(self, poll_interval: float = _POLL_SECONDS) -> None:
        """Answer until :meth:`shutdown`."""
        super().serve_forever(poll_interval)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer on a thread of its own, unless too many are at it; then hang up."""
        if not self._free.acquire(blocking=False):
            self.report("a connection was refused: too many at once")
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:
            self._free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """As the base class, then give the place back."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002 - the base's
        """One line in place of a traceback; most often the client has gone away."""
        self.report(f"a connection ended: {type(sys.exception()).__name__}")


class _DeadlineReader(io.RawIOBase):
    """Reads a socket up to a point in time, however slowly the bytes drip in."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.deadline = 0.0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        return self._connection.recv_into(buffer)


class _Handler(BaseHTTPRequestHandler):
    """One connection; kept alive from request to request."""

    protocol_version = "HTTP/1.1"
    server_version = "copydesk-witness"
    sys_version = ""
    # Head and body are two writes; the second must not wait for the client's acknowledgement.
    disable_nagle_algorithm = True
    server: WitnessServer

    def setup(self) -> None:
        super().setup()
        self._reader = _DeadlineReader(self.connection)
        self.rfile.close()
        self.rfile = io.BufferedReader(self._reader)

    def handle_one_request(self) -> None:
        self._reader.deadline = time.monotonic() + self.server.request_seconds
        super().handle_one_request()

    def do_POST(self) -> None:
        if self.path != PATH:
            self._refuse(404, "There is only POST /add-checkpoint here.")
            return
        lengths = self.headers.get_all("Content-Length") or []
        if "Transfer-Encoding" in self.headers or not lengths:
            self._refuse(411, "Send the body with a Content-Length.")
        elif len(lengths) > 1 or not _LENGTH.fullmatch(lengths[0]):
            self._refuse(400, "The Content-Length is malformed.")
        elif int(lengths[0]) > MAX_BODY_BYTES:
            self._refuse(413, f"The body is over {MAX_BODY_BYTES} bytes.")
        else:
            self._take(int(lengths[0]))

    def do_GET(self) -> None:
        if self.path == PATH:
            self._refuse(405, "Use POST.", allow="POST")
        else:
            self._refuse(404, "There is only POST /add-checkpoint here.")

    def do_HEAD(self) -> None:
        self.do_GET()

    def _take(self, length: int) -> None:
        body = self.rfile.read(length)
        if len(body) < length:
            self.close_connection = True
            return
        try:
            answer = self.server.add_checkpoint(body)
        except Exception as error:  # noqa: BLE001 - the last line before a traceback
            self.server.report(f"a fault of the witness: {type(error).__name__}")
            answer = Answer(500, "A fault of the witness.\n")
        self._answer(answer)

    def _refuse(self, status: int, message: str, *, allow: str = "") -> None:
        # A body that was not read would be taken for the next request.
        self.close_connection = True
        self._answer(Answer(status, message + "\n"), allow=allow)

    def _answer(self, answer: Answer, *, allow: str = "") -> None:
        body = answer.body.encode()
        self.connection.settimeout(ANSWER_SECONDS)
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        if allow:
            self.send_header("Allow", allow)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        self.server.report(f"answered {answer.status}")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """In plain text, and without what the client wrote."""
        del message, explain
        self.close_connection = True
        # Also where the request's own version could not be read.
        self.request_version = self.protocol_version
        self._answer(Answer(code, f"{HTTPStatus(code).phrase}.\n"))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
        """Keep quiet: :meth:`_answer` reports, in words of its own."""
