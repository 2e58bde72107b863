"""A web server on loopback that misbehaves on request; for tests of capture."""

from __future__ import annotations

import gzip
import time
from http.server import BaseHTTPRequestHandler

import brotli
import zstandard
from loopback import Loopback, QuietHandler

PAGE = (
    "<!doctype html><html><head><title>A page</title></head><body><p>"
    + "The source says 12 offices. " * 40
    + "</p></body></html>"
).encode()


class _Handler(QuietHandler):
    def reply(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def redirect(self, to: str, status: int = 302) -> None:
        self.reply(status, b"moved", Location=to)

    def get(self) -> None:  # noqa: C901, PLR0912, PLR0915 - a table of behaviours
        path = self.path.split("?")[0]
        port = self.server.server_port  # type: ignore[attr-defined] # it is a TCP server
        html = "text/html; charset=utf-8"
        if path == "/page":
            self.reply(
                200, PAGE, Content_Type=html, Set_Cookie="id=secret", X_Host=self.headers["Host"]
            )
        elif path == "/hop":
            self.redirect("/page", 301)
        elif path == "/hops":
            self.redirect("/hop")
        elif path.startswith("/far/"):
            self.redirect(f"/far/{int(path[5:]) + 1}")
        elif path == "/loop":
            self.redirect("/loop")
        elif path == "/asks-again":  # sets a cookie and sends the client to the same page
            if "seen=1" in self.headers.get("Cookie", ""):
                self.reply(200, PAGE, Content_Type=html)
            else:
                self.reply(302, b"", Location=path, Set_Cookie="seen=1")
        elif path == "/cookie":
            cookie = self.headers.get("Cookie", "")
            self.reply(200, PAGE, Content_Type=html, Set_Cookie="mine=1", X_Cookie=cookie)
        elif path == "/metadata":
            self.redirect("http://169.254.169.254/latest/meta-data/")
        elif path == "/file":
            self.redirect("file:///etc/passwd")
        elif path == "/inside":
            self.redirect(f"http://localhost:{port}/page")
        elif path == "/gone":
            self.reply(404, b"<p>Nothing here</p>", Content_Type=html)
        elif path == "/blocked":
            self.reply(403, b"<p>No</p>", Content_Type=html)
        elif path == "/empty":
            self.reply(200, b"", Content_Type=html)
        elif path == "/huge":
            self.reply(200, b"x" * 3_000_000, Content_Type="text/plain")
        elif path == "/gzip":
            self.reply(200, gzip.compress(PAGE), Content_Type=html, Content_Encoding="gzip")
        elif path == "/br":
            self.reply(200, brotli.compress(PAGE), Content_Type=html, Content_Encoding="br")
        elif path == "/zstd":
            self.reply(200, zstandard.compress(PAGE), Content_Type=html, Content_Encoding="zstd")
        elif path.startswith("/bomb-"):
            packed = {
                "gzip": gzip.compress, "br": brotli.compress, "zstd": zstandard.compress,
            }[path[6:]](b"\0" * 30_000_000)  # fmt: skip
            self.reply(200, packed, Content_Type=html, Content_Encoding=path[6:])
        elif path == "/twice":
            body = gzip.compress(gzip.compress(PAGE))
            self.reply(200, body, Content_Type=html, Content_Encoding="gzip, gzip")
        elif path == "/damaged":
            self.reply(200, b"no gzip", Content_Type=html, Content_Encoding="gzip")
        elif path == "/unknown":
            self.reply(200, PAGE, Content_Type=html, Content_Encoding="rot13")
        elif path == "/short":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b"cut")
            self.close_connection = True
        elif path == "/garbage":
            self.wfile.write(b"this is not HTTP\r\n\r\n")
            self.close_connection = True
        elif path == "/slow":
            self.send_response(200)
            self.end_headers()
            for _ in range(100):
                try:
                    self.wfile.write(b".")
                    self.wfile.flush()
                except OSError:
                    return
                time.sleep(0.1)
        else:
            self.reply(500, b"?", Content_Type=html)


class WebServer(Loopback):
    """Serves on a free port of 127.0.0.1 while it is entered."""

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """The table of behaviours."""
        return _Handler
