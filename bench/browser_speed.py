"""Seconds for a browser and one page, and for each further page: ``bench/browser_speed.py``.

A shell on loopback that its script fills in; medians of five. Needs Chromium and the extra `browser`.
"""

from __future__ import annotations

import statistics
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from copydesk.capture.browser_launch import unavailable
from copydesk.capture.sources import capture_everything
from copydesk.config import CaptureLimits

PAGE = (
    "<!doctype html><title>Shell</title><body>" + "<!-- padding -->" * 200 + "<script>"
    "document.body.innerHTML = '<p>A sentence of the page.</p>'.repeat(400)</script>"
).encode()


class _Handler(BaseHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)


def seconds(limits: CaptureLimits, pages: int) -> float:
    urls = [f"https://news.example/{n}" for n in range(pages)]
    started = time.perf_counter()
    found = capture_everything(urls, limits=limits, clock=lambda: "2026-11-09T10:00:00Z")
    taken = time.perf_counter() - started
    assert all(len(one.captures) == 4 for one in found)
    return taken


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    where = f"http://127.0.0.1:{server.server_port}"
    limits = CaptureLimits(browser="always", resolve={"news.example": where})
    if missing := unavailable(limits):
        print(f"skipped: {missing}")
        return
    one = statistics.median(seconds(limits, 1) for _ in range(5))
    eleven = statistics.median(seconds(limits, 11) for _ in range(5))
    print(
        f"browser and one page: {one:.2f} s; each further page, two at once: {(eleven - one) / 10:.2f} s"
    )


if __name__ == "__main__":
    main()
