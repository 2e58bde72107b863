"""An HTTP/2 server on loopback, with TLS, that breaks off and floods in every way; for tests of capture."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable
from typing import Self

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
import trustme
from web_server import PAGE

HEADERS = [(":status", "200"), ("content-type", "text/html; charset=utf-8")]
# A frame's header, RFC 9113 section 4.1: length, type, flags, stream.
_CONTINUATION, _PUSH_PROMISE, _PING, _SETTINGS, _DATA = 0x9, 0x5, 0x6, 0x4, 0x0


def frame(kind: int, stream: int, body: bytes = b"", flags: int = 0) -> bytes:
    """One frame as bytes, whether or not anybody may send it."""
    return len(body).to_bytes(3) + bytes([kind, flags]) + stream.to_bytes(4) + body


class Visit:
    """One connection: what the behaviours write to."""

    def __init__(self, sock: ssl.SSLSocket, connection: h2.connection.H2Connection) -> None:
        self.sock = sock
        self.connection = connection

    def flush(self) -> None:
        """Send what h2 has made."""
        self.sock.sendall(self.connection.data_to_send())

    def answer(self, stream: int, body: bytes = PAGE) -> None:
        """A good answer."""
        self.connection.send_headers(stream, HEADERS)
        self.connection.send_data(stream, body[:16_000], end_stream=True)
        self.flush()

    def begin(self, stream: int) -> None:
        """Headers and the beginning of a body."""
        self.connection.send_headers(stream, HEADERS)
        self.connection.send_data(stream, PAGE[:100])
        self.flush()

    def raw(self, data: bytes, times: int = 1) -> None:
        """Bytes that h2 would not send."""
        for _ in range(times):
            self.sock.sendall(data)


def _reset(code: h2.errors.ErrorCodes) -> Callable[[Visit, int], None]:
    def behave(visit: Visit, stream: int) -> None:
        visit.connection.reset_stream(stream, code)
        visit.flush()

    return behave


def _reset_within(visit: Visit, stream: int) -> None:
    visit.begin(stream)
    _reset(h2.errors.ErrorCodes.INTERNAL_ERROR)(visit, stream)


def _goodbye(visit: Visit, stream: int) -> None:
    del stream
    visit.connection.close_connection(h2.errors.ErrorCodes.ENHANCE_YOUR_CALM)
    visit.flush()


def _goodbye_within(visit: Visit, stream: int) -> None:
    visit.begin(stream)
    _goodbye(visit, stream)
    visit.sock.close()


def _close(visit: Visit, stream: int) -> None:
    del stream
    visit.sock.close()


def _close_within(visit: Visit, stream: int) -> None:
    visit.begin(stream)
    visit.sock.close()


def _silence(visit: Visit, stream: int) -> None:
    """Say nothing."""


def _stop_within(visit: Visit, stream: int) -> None:
    visit.begin(stream)


def _endless(visit: Visit, stream: int) -> None:
    visit.connection.send_headers(stream, HEADERS)
    visit.flush()
    visit.raw(frame(_DATA, stream, b"x" * 16_000), times=1_000)


def _many_headers(visit: Visit, stream: int) -> None:
    """10 MB of headers, in one block of continuation frames that does not end."""
    plain = b"\x00\x01x\x7f\xe1\x7c" + b"v" * 16_000  # a literal field with a value of 16,096 bytes
    visit.raw(frame(0x1, stream, plain))
    visit.raw(frame(_CONTINUATION, stream, plain), times=650)


def _large_fields(visit: Visit, stream: int) -> None:
    """A block that is small on the wire and 40 MB of fields when read (RFC 7541 section 4)."""
    # One field of 4,000 bytes into the table, and then its number ten thousand times.
    block = b"\x88\x40\x01x\x7f\xa1\x1e" + b"v" * 4_000 + b"\xbe" * 10_000
    visit.raw(frame(0x1, stream, block, flags=0x4))


def _pings(visit: Visit, stream: int) -> None:
    del stream
    visit.raw(frame(_PING, 0, b"12345678") * 100, times=2_000)


def _settings(visit: Visit, stream: int) -> None:
    del stream
    visit.raw(frame(_SETTINGS, 0) * 100, times=2_000)


def _empty_data(visit: Visit, stream: int) -> None:
    visit.connection.send_headers(stream, HEADERS)
    visit.flush()
    visit.raw(frame(_DATA, stream) * 100, times=2_000)


def _push(visit: Visit, stream: int) -> None:
    visit.raw(frame(_PUSH_PROMISE, stream, (2).to_bytes(4) + b"\x82", flags=0x4))


def _other_stream(visit: Visit, stream: int) -> None:
    visit.raw(frame(_DATA, stream + 100, b"for nobody"))


def _short_ping(visit: Visit, stream: int) -> None:
    del stream
    visit.raw(frame(_PING, 0, b"short"))


def _old_http(visit: Visit, stream: int) -> None:
    """What reads as the head of a frame of 4.7 MB that never comes."""
    del stream
    visit.raw(b"HTTP/1.1 200 OK\r\n\r\nthis is not HTTP/2")


BEHAVIOURS: dict[str, Callable[[Visit, int], None]] = {
    "/page": Visit.answer,
    "/refused-stream": _reset(h2.errors.ErrorCodes.REFUSED_STREAM),
    "/internal-error": _reset(h2.errors.ErrorCodes.INTERNAL_ERROR),
    "/cancel": _reset(h2.errors.ErrorCodes.CANCEL),
    "/http-1-1-required": _reset(h2.errors.ErrorCodes.HTTP_1_1_REQUIRED),
    "/no-error": _reset(h2.errors.ErrorCodes.NO_ERROR),
    "/reset-within": _reset_within,
    "/goodbye": _goodbye,
    "/goodbye-within": _goodbye_within,
    "/close": _close,
    "/close-within": _close_within,
    "/silence": _silence,
    "/stop-within": _stop_within,
    "/endless": _endless,
    "/many-headers": _many_headers,
    "/large-fields": _large_fields,
    "/pings": _pings,
    "/settings": _settings,
    "/empty-data": _empty_data,
    "/push": _push,
    "/other-stream": _other_stream,
    "/short-ping": _short_ping,
    "/old-http": _old_http,
}


class H2Server:
    """Serves ``BEHAVIOURS`` while it is entered; ``visits`` counts the connections."""

    def __init__(self, authority: trustme.CA, host: str) -> None:
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.set_alpn_protocols(["h2"])
        authority.issue_cert(host).configure_cert(self.context)
        self.visits = 0
        self._open: list[socket.socket] = []

    def __enter__(self) -> Self:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._thread = threading.Thread(target=self._accept)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        # To wake who waits for a connection: closing the socket does not.
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for sock in self._open:
            with contextlib.suppress(OSError):
                sock.close()
        self._thread.join()

    def _accept(self) -> None:
        while True:
            try:
                plain, _ = self._listener.accept()
            except OSError:
                return
            self.visits += 1
            plain.settimeout(20)
            self._open.append(plain)
            threading.Thread(target=self._serve, args=(plain,), daemon=True).start()

    def _serve(self, plain: socket.socket) -> None:
        with (
            contextlib.suppress(OSError, h2.exceptions.ProtocolError),
            self.context.wrap_socket(plain, server_side=True) as sock,
        ):
            self._open.append(sock)
            self._talk(sock)

    def _talk(self, sock: ssl.SSLSocket) -> None:
        config = h2.config.H2Configuration(client_side=False, header_encoding="utf-8")
        visit = Visit(sock, h2.connection.H2Connection(config=config))
        visit.connection.initiate_connection()
        visit.flush()
        while data := sock.recv(65_536):
            for event in visit.connection.receive_data(data):
                if isinstance(event, h2.events.RequestReceived) and event.stream_id:
                    path = dict(event.headers or ()).get(":path", "")
                    if path not in BEHAVIOURS:  # robots.txt and its like
                        visit.connection.send_headers(
                            event.stream_id, [(":status", "404")], end_stream=True
                        )
                        continue
                    BEHAVIOURS[str(path)](visit, event.stream_id)
            visit.flush()
