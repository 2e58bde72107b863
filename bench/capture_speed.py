"""Pages captured a second from a server with latency, beside wget with the same concurrency.

    python bench/capture_speed.py [--pages 100] [--latency 20] [--concurrency 8] [--runs 5]

A server in a process of its own answers each page after the latency (milliseconds). Copydesk
fetches, hashes, reads and judges each page; wget only saves it, one process for each page, as many
at once. robots.txt and tdmrep.json are asked for once more by Copydesk. Times are medians.
"""

from __future__ import annotations

import argparse
import multiprocessing
import shutil
import statistics
import subprocess
import tempfile
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection

from copydesk.capture.fetch import capture_sources
from copydesk.config import CaptureLimits
from copydesk.report import Quality

PAGE = (
    "<!doctype html><html><head><title>Page</title><style>p{margin:1em}</style></head><body>"
    "<nav><a href=/>Home</a></nav>"
    + "".join(
        f"<p>Paragraph {n} says that {n * 7} trains ran on time that day.</p>" for n in range(400)
    )
    + "</body></html>"
).encode()


def main() -> int:
    options = _options()
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.Process(target=_serve, args=(theirs, options.latency / 1000))
    server.start()
    try:
        port = int(ours.recv())
        rates = {"Copydesk": _median(options, lambda: _copydesk(options, port))}
        if shutil.which("wget"):
            rates["wget"] = _median(options, lambda: _wget(options, port))
    finally:
        server.terminate()
        server.join()
    print(
        f"{options.pages} pages of {len(PAGE):,} bytes, {options.latency:g} ms latency, "
        f"{options.concurrency} at once, median of {options.runs} runs"
    )
    for name, rate in rates.items():
        print(f"  {name:<9} {rate:7.1f} pages/s")
    ideal = options.concurrency / (options.latency / 1000)
    print(f"  {'latency alone allows':<9} {ideal:.0f} pages/s")
    if "wget" not in rates:
        print("  wget is not installed: nothing to compare with")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--latency", type=float, default=20.0)
    parser.add_argument("--concurrency", type=int, default=8)
    parser.add_argument("--runs", type=int, default=5)
    return parser.parse_args()


def _median(options: argparse.Namespace, once: object) -> float:
    assert callable(once)
    return statistics.median(options.pages / float(once()) for _ in range(options.runs))


def _copydesk(options: argparse.Namespace, port: int) -> float:
    limits = CaptureLimits(
        concurrency=options.concurrency,
        per_host=options.concurrency,
        allow_hosts=(f"127.0.0.1:{port}",),
    )
    urls = [f"http://127.0.0.1:{port}/{n}" for n in range(options.pages)]
    started = time.perf_counter()
    found = capture_sources(urls, limits=limits, clock=lambda: "2026-11-09T10:00:00Z")
    took = time.perf_counter() - started
    bad = [one for one in found if one.quality is not Quality.OK]
    if bad:
        raise SystemExit(f"not captured: {bad[0].url}: {bad[0].reason}")
    return took


def _wget(options: argparse.Namespace, port: int) -> float:
    urls = "\n".join(f"http://127.0.0.1:{port}/{n}" for n in range(options.pages))
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        subprocess.run(  # noqa: S603 - our own addresses
            ["xargs", "-P", str(options.concurrency), "-n", "1", "wget", "-q", "-P", folder],  # noqa: S607 - as found
            input=urls.encode(), check=True,
        )  # fmt: skip
        return time.perf_counter() - started


def _serve(pipe: Connection, latency: float) -> None:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

        def do_GET(self) -> None:
            time.sleep(latency)
            known = not self.path.startswith(("/robots", "/.well"))
            body = PAGE if known else b""
            self.send_response(200 if known else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    pipe.send(server.server_address[1])
    server.serve_forever()


if __name__ == "__main__":
    raise SystemExit(main())
