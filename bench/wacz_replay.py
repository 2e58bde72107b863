"""Replays a WACZ in tools that know nothing of Copydesk, and compares what they serve.

    python bench/wacz_replay.py FILE.wacz [--pywb FOLDER/bin] [--replaywebpage FOLDER] \
        [--wacz COMMAND] [--screenshot FILE.png]

pywb is GPL and runs as a process of its own; `--replaywebpage` is the unpacked npm package (ui.js and
sw.js in it), shown by an installed Chromium over Playwright. What is not there is left out, and said.
"""

from __future__ import annotations

import argparse
import http.client
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode

from warcio.archiveiterator import ArchiveIterator

PAGE = """<!doctype html><title>replay</title><body style="margin:0">
<script src="./ui.js"></script>
<replay-web-page style="display:block;width:1200px;height:800px" replayBase="./replay/"
  embed="replayonly" deepLink source="{source}" url="{url}" ts="{ts}"></replay-web-page>"""
SECONDS = 60


def responses(path: Path) -> list[tuple[str, str, int, bytes]]:
    """(url, 14 digits, status, body) of each answer in the archive, as warcio reads them."""
    with zipfile.ZipFile(path) as opened:
        data = opened.read("archive/data.warc.gz")
    return [
        (
            each.rec_headers.get_header("WARC-Target-URI"),
            "".join(c for c in each.rec_headers.get_header("WARC-Date") if c.isdigit()),
            int(each.http_headers.get_statuscode()),
            each.content_stream().read(),
        )
        for each in ArchiveIterator(BytesIO(data), check_digests="raise")
        if each.rec_type == "response"
    ]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def raw(port: int, path: str) -> tuple[int, bytes]:
    """One answer of pywb; ``http.client`` changes nothing of the address and follows nothing."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read()


def pywb(path: Path, tools: Path) -> str:
    """Every answer asked for as it was received (`id_`): the very bytes must come back."""
    with tempfile.TemporaryDirectory() as folder:
        add = [str(tools / "wb-manager"), *("init", "c")]
        subprocess.run(add, cwd=folder, check=True, capture_output=True)  # noqa: S603
        with zipfile.ZipFile(path) as opened:
            (Path(folder) / "data.warc.gz").write_bytes(opened.read("archive/data.warc.gz"))
        add = [str(tools / "wb-manager"), "add", "c", "data.warc.gz"]
        subprocess.run(add, cwd=folder, check=True, capture_output=True)  # noqa: S603
        port = free_port()
        server = subprocess.Popen(  # noqa: S603
            [str(tools / "wayback"), "-p", str(port), "-b", "127.0.0.1"],
            cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            until = time.monotonic() + SECONDS
            while time.monotonic() < until:
                try:
                    raw(port, "/")
                    break
                except OSError:
                    time.sleep(0.3)
            wanted = responses(path)
            wrong = []
            for url, stamp, status, body in wanted:
                got, data = raw(port, f"/c/{stamp}id_/{url}")
                if (got, data) != (status, body):
                    wrong.append(f"{url}: {got} for {status}, {len(data)} bytes for {len(body)}")
        finally:
            server.terminate()
            server.wait(10)
    same = len(wanted) - len(wrong)
    return f"{same} of {len(wanted)} answers byte for byte" + "".join(f"\n  {w}" for w in wrong)


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder with ranges, as the viewer asks for them."""

    def log_message(self, *_: object) -> None:
        pass

    def send_head(self):  # noqa: ANN201 - as the base class has it
        wanted = self.headers.get("range", "")
        path = Path(self.translate_path(self.path))
        if not wanted.startswith("bytes=") or not path.is_file():
            return super().send_head()
        data = path.read_bytes()
        first, _, last = wanted.removeprefix("bytes=").partition("-")
        start = int(first) if first else max(len(data) - int(last), 0)
        end = min(int(last) if first and last else len(data) - 1, len(data) - 1)
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {start}-{end}/{len(data)}")
        self.send_header("Content-Length", str(end - start + 1))
        self.send_header("Accept-Ranges", "bytes")
        self.end_headers()
        return BytesIO(data[start : end + 1])


def replaywebpage(path: Path, package: Path, screenshot: Path | None) -> str:
    """The first page of the archive, as ReplayWeb.page shows it in a browser."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where it is asked for

    with zipfile.ZipFile(path) as opened:
        pages = [json.loads(line) for line in opened.read("pages/pages.jsonl").splitlines()][1:]
    first = pages[0]
    expected = {url: body for url, _, status, body in responses(path) if status == 200}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copy(package / "ui.js", root)
        (root / "replay").mkdir()
        shutil.copy(package / "sw.js", root / "replay")
        shutil.copy(path, root / "a.wacz")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        stamp = "".join(char for char in first["ts"] if char.isdigit())
        values = {"source": f"{base}/a.wacz", "url": first["url"], "ts": stamp}
        (root / "index.html").write_text(PAGE.format(**values), encoding="utf-8")
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=shutil.which("chromium"))
            page = browser.new_page(viewport={"width": 1200, "height": 800})
            page.goto(f"{base}/index.html?{urlencode({'url': first['url']})}")
            text = ""
            until = time.monotonic() + SECONDS
            while time.monotonic() < until and not text:
                page.wait_for_timeout(500)
                shown = [frame for frame in page.frames if first["url"] in frame.url]
                text = shown[-1].evaluate("document.body?.innerText || ''") if shown else ""
            if screenshot:
                page.screenshot(path=str(screenshot))
            browser.close()
        server.shutdown()
    words = [word for word in text.split() if word.isalpha()]
    held = sum(word.encode() in expected.get(first["url"], b"") for word in words)
    return f"{first['url']} shows {len(words)} words, {held} of them in the captured body"


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("file", type=Path, nargs="?")
    words.add_argument("--pywb", type=Path)
    words.add_argument("--replaywebpage", type=Path)
    words.add_argument("--wacz", default="")
    words.add_argument("--screenshot", type=Path)
    given = words.parse_args()
    if given.file is None:
        print("left out: name a WACZ, such as `copydesk export SLUG --wacz` writes")
        return 0
    print("warcio:", len(responses(given.file)), "answers, every digest right")
    if given.wacz:
        command = [given.wacz, "validate", "-f", str(given.file)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - named by who runs this
        print(
            "py-wacz:", done.stdout.strip().splitlines()[-1] if done.stdout else done.stderr[-200:]
        )
    else:
        print("py-wacz: left out (--wacz COMMAND)")
    print(
        "pywb:",
        pywb(given.file, given.pywb.resolve()) if given.pywb else "left out (--pywb FOLDER)",
    )
    if given.replaywebpage:
        print("ReplayWeb.page:", replaywebpage(given.file, given.replaywebpage, given.screenshot))
    else:
        print("ReplayWeb.page: left out (--replaywebpage FOLDER)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
