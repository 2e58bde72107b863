"""A published article whose sources gave everything that a capture can be; for tests of WACZ."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

from small_newsroom import DRAFT, ONE, PAGES, REVIEW, TIME, TWO, make_desk, review_input

from copydesk.capture.model import Capture, CaptureProblem, Hop, Outcome, Role, SourceCaptures
from copydesk.config import CaptureLimits
from copydesk.newsroom.common import Desk
from copydesk.newsroom.intake import capture_article, take_in
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.steps import publish, submit
from copydesk.provenance.canonical import sha256_hex
from copydesk.report import Quality

OWN = "192.0.2.77"
UNCITED = """[[findings]]
rule = "source-never-cited"
resolution = "accepted"
note = "It is there to be refused."
[[findings]]
rule = "source-unusable"
resolution = "accepted"
note = "As above."
"""
REFUSED = "https://three.example/refused"
PAGE = PAGES[ONE].replace(
    b"<head>", b"<head><style>body{background:#fed}h1{color:#036}</style>"
).replace(b"</body>", f'<i data-ip="{OWN}"></i></body>'.encode())  # fmt: skip
DENIED = b"<html><title>Denied</title><body><h1>403</h1><p>No access.</p></body></html>"


# What a browser shows is traced in the page's place, so it says what the page says.
SHOWN = "The council’s text\n".encode() + re.sub(rb"<[^>]*>", b"\n", PAGE)


def png(width: int = 8, height: int = 6) -> bytes:
    """A small picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    rows = b"".join(b"\0" + b"\x20\x60\xa0" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def capture(url: str, body: bytes, **how: object) -> Capture:
    """A stored capture of ``body``."""
    values: dict[str, object] = {
        "final_url": url, "status": 200, "media_type": "text/html; charset=utf-8",
        "size": len(body), "sha256": sha256_hex(body), "wire_sha256": sha256_hex(body + b"wire"),
        "quality": Quality.OK, "body": body, "address": "93.184.215.14",
    }  # fmt: skip
    return Capture(url, Outcome.STORED, TIME, "test", **(values | how))  # type: ignore[arg-type]


def page() -> Capture:
    """The page, after a redirect, with headers of the wire."""
    headers = (
        ("content-type", "text/html; charset=utf-8"), ("content-encoding", "gzip"),
        ("content-length", "17"), ("set-cookie", "(not kept)"), ("x-odd", "a\tb \u201cq\u201d"),
    )  # fmt: skip
    hop = Hop(ONE, 301, f"{ONE}/now", "93.184.215.14")
    return capture(ONE, PAGE, final_url=f"{ONE}/now", headers=headers, hops=(hop,))


def fetch(urls: Sequence[str], _: CaptureLimits) -> tuple[SourceCaptures, ...]:
    """Every kind of capture; the second source never came."""
    first = page()
    made = {"derived_from": first.sha256, "final_url": first.final_url}
    problem = CaptureProblem("timeout", "No answer within 30 seconds.")
    variants = (
        first,
        capture(ONE, b"<html><body>rendered</body></html>", role=Role.RENDERED, **made),
        capture(ONE, SHOWN, role=Role.TEXT, media_type="text/plain; charset=utf-8", **made),
        capture(ONE, png(), role=Role.SCREENSHOT, media_type="image/png", **made),
        capture(ONE, b"<p>as archived</p>", role=Role.ARCHIVE, archived_at="2026-10-01T08:00:00Z",
                final_url=f"https://archive.example/web/20261001080000id_/{ONE}"),
        capture(ONE, b'{"a":1}', role=Role.RAW, media_type="application/json",
                final_url="https://api.one.example/report"),
    )  # fmt: skip
    failed = Capture(TWO, Outcome.FAILED, TIME, "test", problem=problem, reason=problem.message)
    refused = capture(REFUSED, DENIED, status=403, quality=Quality.BLOCKED)
    of = {ONE: variants, TWO: (failed,), REFUSED: (refused,)}
    return tuple(SourceCaptures(url, of[url]) for url in urls)


def published(folder: Path) -> tuple[Desk, ArticlePaths]:
    """The newsroom and its article."""
    desk = make_desk(folder)
    draft = DRAFT.replace(f"  - {TWO}\n", f"  - {TWO}\n  - {REFUSED}\n")
    paths = take_in(desk.room, "draft.md", draft.encode(), TIME)
    capture_article(desk, paths, fetch)
    submit(desk, paths)
    review(desk, paths, review_input(REVIEW + UNCITED))
    publish(desk, paths)
    return desk, paths
