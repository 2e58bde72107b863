"""A web server on loopback that sends what no server should, over HTTP/1.1; for tests of capture."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler

from loopback import Loopback, QuietHandler

HTML = b"Content-Type: text/html; charset=utf-8\r\n"
TEXT = "The source says 12 offices, and the café has 14 seats. "
PAGE = f"<html><head><title>A page</title></head><body><p>{TEXT * 30}</p></body></html>"
MEGABYTE = 1_000_000

CHALLENGE = b"""<html><head><title>Just a moment...</title></head><body>
<script>window._cf_chl_opt={}</script><form class="challenge-form"></form></body></html>"""


def answer(body: bytes, head: bytes = HTML, status: bytes = b"200 OK") -> bytes:
    """A whole answer."""
    length = f"Content-Length: {len(body)}\r\n".encode()
    return b"HTTP/1.1 " + status + b"\r\n" + head + length + b"\r\n" + body


def _redirect(to: bytes) -> bytes:
    return answer(b"", b"Location: " + to + b"\r\n", b"302 Found")


def _typed(body: bytes, kind: bytes) -> bytes:
    return answer(body, b"Content-Type: " + kind + b"\r\n")


# What is sent once.
FIXED: dict[str, bytes] = {
    "/nul": answer(PAGE.replace("12 offices", "12\0 off\0ices").encode()),
    "/invalid-utf-8": answer(PAGE.encode().replace(b"caf\xc3\xa9", b"caf\xff\xfe\xc3", 5)),
    "/wrong-charset": answer(PAGE.encode("utf-16"), HTML.replace(b"utf-8", b"iso-8859-1")),
    "/declared-utf-16": answer(PAGE.encode(), HTML.replace(b"utf-8", b"utf-16")),
    "/html-as-picture": _typed(PAGE.encode(), b"image/png"),
    "/html-as-nothing": answer(PAGE.encode(), b""),
    "/picture-as-html": answer(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40),
    "/pdf-as-html": answer(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\nthis is not much of a document\n%%EOF"),
    "/json-as-html": answer(b'{"offices": 12, "text": "' + TEXT.encode() * 30 + b'"}'),
    "/odd-type": _typed(PAGE.encode(), b"text/html;;; charset==\"'; x\xff"),
    "/challenge": answer(CHALLENGE),
    "/javascript": _redirect(b"javascript:alert(1)"),
    "/data": _redirect(b"data:text/html,<p>12 offices"),
    "/file": _redirect(b"file:///etc/passwd"),
    "/ftp": _redirect(b"ftp://news.example/"),
    "/blob": _redirect(b"blob:https://news.example/1"),
    "/no-scheme": _redirect(b"//169.254.169.254/latest/meta-data/"),
    "/with-user": _redirect(b"http://news.example@127.0.0.1/"),
    "/mapped": _redirect(b"http://[::ffff:169.254.169.254]/"),
    "/octal": _redirect(b"http://0177.0.0.1/"),
    "/wide-digits": _redirect("http://①②⑦.0.0.1/".encode()),
    "/unix": _redirect(b"http+unix://%2Fvar%2Frun%2Fdocker.sock/info"),
    "/long-location": _redirect(b"/" + b"a" * 60_000),
    "/bad-location": _redirect(b"http://[::1"),
    "/no-location": answer(b"moved", HTML, b"302 Found"),
    "/two-lengths": b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 50\r\n\r\nhello",
    "/no-number": b"HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello",
    "/negative": b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
    "/length-and-chunks": b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n"
    b"\r\n5\r\nhello\r\n0\r\n\r\n",
    "/bad-chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n",
    "/huge-chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nhello",
    "/cut-chunks": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
    "/folded": b"HTTP/1.1 200 OK\r\nX-A: one\r\n two\r\nContent-Length: 5\r\n\r\nhello",
    "/no-head": b"hello",
    "/odd-status": b"HTTP/1.1 99999 Odd\r\n\r\nhello",
    "/nul-header": b"HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 5\r\n\r\nhello",
}  # fmt: skip


class HostileServer(Loopback):
    """Sends ``FIXED`` and, at the paths of ``_STREAMS``, what does not end until it is left."""

    def __init__(self) -> None:
        self.ended = threading.Event()

    def __exit__(self, *rest: object) -> None:
        self.ended.set()
        super().__exit__(*rest)  # type: ignore[arg-type] # passed on as they came

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Answers from the two tables; robots.txt and its like are not there."""
        outer = self

        class Handler(QuietHandler):
            def get(self) -> None:
                self.close_connection = True
                path = self.path.partition("?")[0]
                with contextlib.suppress(OSError):
                    if path in _STREAMS:
                        _STREAMS[path](outer, self)
                    else:
                        self.wfile.write(FIXED.get(path, answer(b"none", HTML, b"404 Not Found")))

        return Handler


def _drip(head: bytes, drop: bytes) -> Callable[[HostileServer, BaseHTTPRequestHandler], None]:
    def send(server: HostileServer, client: BaseHTTPRequestHandler) -> None:
        client.wfile.write(head)
        while not server.ended.wait(0.05):
            client.wfile.write(drop)
            client.wfile.flush()

    return send


def _flood(head: bytes, part: bytes) -> Callable[[HostileServer, BaseHTTPRequestHandler], None]:
    def send(server: HostileServer, client: BaseHTTPRequestHandler) -> None:
        client.wfile.write(head)
        while not server.ended.is_set():
            client.wfile.write(part)

    return send


def _long_header(server: HostileServer, client: BaseHTTPRequestHandler) -> None:
    del server
    client.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: " + b"a" * 10 * MEGABYTE + b"\r\n\r\nhello")


def _many_headers(server: HostileServer, client: BaseHTTPRequestHandler) -> None:
    del server
    lines = b"".join(b"X-%d: %s\r\n" % (n, b"a" * 1_000) for n in range(10_000))
    client.wfile.write(b"HTTP/1.1 200 OK\r\n" + lines + b"\r\nhello")


def _cookie_wall(server: HostileServer, client: BaseHTTPRequestHandler) -> None:
    """A new cookie each time, and the same page again."""
    del server
    count = len(client.headers.get("Cookie", ""))
    client.wfile.write(
        answer(
            b"",
            f"Location: {client.path}\r\nSet-Cookie: wall={'x' * (count + 1)}\r\n".encode(),
            b"302 Found",
        )
    )


_STREAMS: dict[str, Callable[[HostileServer, BaseHTTPRequestHandler], None]] = {
    "/hang": lambda server, _: bool(server.ended.wait(30)) and None,
    "/drip-head": _drip(b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n"),
    "/drip-body": _drip(b"HTTP/1.1 200 OK\r\n\r\n", b"."),
    "/drip-status": _drip(b"", b"H"),
    "/informed": _flood(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 100),
    "/endless": _flood(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 60_000),
    "/endless-chunks": _flood(
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n" * 5_000
    ),
    "/empty-lines": _flood(
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", b"a" * 60_000
    ),
    "/trailers": _flood(
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n",
        b"X-A: b\r\n" * 1_000,
    ),
    "/long-header": _long_header,
    "/many-headers": _many_headers,
    "/endless-header": _flood(b"HTTP/1.1 200 OK\r\nX-A: ", b"a" * 60_000),
    "/cookie-wall": _cookie_wall,
}
