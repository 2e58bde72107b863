"""The labelled pages in bench/quality_pages: how they are written, and the answers they become.

A file holds the pages of one quality, which its name begins with (``ok.news.txt``); where its name ends
with ``tuned`` or ``fresh`` (``ok.fresh.txt``), with that part of the set. A page is a line
``=== id``, a sentence on what it is, lines ``key: value`` (``url``, ``final``, ``status``, ``type``,
``header``, ``encoding``, ``make``), an empty line, and its body. In a body ``{{text NAME 1-3}}`` puts
paragraphs of texts.txt in, ``{{plain NAME}}`` the same without tags, ``{{part NAME}}`` a piece of
parts.txt, ``{{script N}}`` so many characters of script.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from copydesk.evidence import judge, read_evidence
from copydesk.evidence.marks import Verdict
from copydesk.report import Quality

__all__ = ["FOLDER", "LabelledPage", "files", "pages"]

FOLDER = Path(__file__).resolve().parents[1] / "quality_pages"
PARTS_HELD_OUT = 3
"""One page of so many is held out."""

_BLOCK = re.compile(r"^=== (\S+)\n", re.MULTILINE)
_MACRO = re.compile(r"\{\{(text|plain|part|script) ([\w-]+)(?: (\d+)-(\d+))?\}\}")
_KEYS = frozenset({"url", "final", "status", "type", "header", "encoding", "make"})
_SCRIPT = (
    "!function(e,t){var n=t[e];n&&n.push(function(){return e.split(t).map(Number)})}(window,[]);"
)


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """An answer as it may come from the web, and the quality that a person gives it."""

    id: str
    label: Quality
    about: str
    url: str
    final_url: str
    status: int | None
    media_type: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    file: str

    @property
    def part(self) -> str:
        """Of which part of the set it is: ``tuned``, ``held-out`` or ``fresh``.

        Nothing is tuned on the last two. Of the oldest pages, the digest of an id decides.
        """
        named = self.file.rpartition(".")[2]
        if named in {"tuned", "fresh"}:
            return named
        spared = hashlib.sha256(self.id.encode()).digest()[0] % PARTS_HELD_OUT == 0
        return "held-out" if spared else "tuned"

    def judged(self) -> Verdict:
        """What Copydesk says of it."""
        text = read_evidence(self.body, media_type=self.media_type, url=self.final_url)
        return judge(
            text,
            status=self.status,
            media_type=self.media_type,
            url=self.url,
            final_url=self.final_url,
            size=len(self.body),
            headers=self.headers,
        )


def files(folder: Path = FOLDER) -> list[Path]:
    """All files of the set."""
    return sorted(folder.glob("*.txt"))


def pages(folder: Path = FOLDER) -> Iterator[LabelledPage]:
    """All pages of the set.

    Raises:
        ValueError: a page is not written as it should be.
    """
    for file in files(folder):
        if file.stem in {"texts", "parts"}:
            continue
        label = Quality(file.stem.partition(".")[0])
        for name, block in _blocks(file):
            yield _page(name, label, block, file.stem)


def _page(name: str, label: Quality, block: str, file: str) -> LabelledPage:
    head, _, body = block.partition("\n\n")
    about, *rows = head.split("\n")
    said: dict[str, list[str]] = {}
    for row in filter(None, rows):
        key, found, value = row.partition(": ")
        if not found or key not in _KEYS:
            raise ValueError(f"{name}: “{row}” is no key and value.")
        said.setdefault(key, []).append(value)
    url = said["url"][0]
    status = said.get("status", ["200"])[0]
    return LabelledPage(
        name,
        label,
        about,
        url,
        said.get("final", [url])[0],
        None if status == "none" else int(status),
        said.get("type", ["text/html; charset=utf-8"])[0],
        tuple(_header(row) for row in said.get("header", [])),
        _made(body, said),
        file,
    )


def _header(row: str) -> tuple[str, str]:
    name, _, value = row.partition(": ")
    return name, value


def _made(body: str, said: dict[str, list[str]]) -> bytes:
    """The bytes of a body."""
    make = said.get("make", [""])[0]
    filled = _MACRO.sub(_fill, body).rstrip("\n")
    if make == "hex":
        return bytes.fromhex(filled)
    if make == "pdf":
        return _pdf(filled)
    if make == "destroyed-pdf":
        return _pdf(filled, packed=True).decode("utf-8", "replace").encode()
    return filled.encode(said.get("encoding", ["utf-8"])[0])


def _fill(found: re.Match[str]) -> str:
    kind, name, first, last = found.groups()
    if kind == "script":
        return (_SCRIPT * (int(name) // len(_SCRIPT) + 1))[: int(name)]
    if kind == "part":
        return _named("parts")[name].strip()
    paragraphs = _named("texts")[name].strip().split("\n\n")
    chosen = paragraphs[int(first) - 1 : int(last)] if first else paragraphs
    if kind == "plain":
        return " ".join(chosen).replace('"', "”")
    return "".join(f"<p>{paragraph}</p>" for paragraph in chosen)


@cache
def _named(stem: str) -> dict[str, str]:
    return dict(_blocks(FOLDER / f"{stem}.txt"))


def _blocks(file: Path) -> Iterator[tuple[str, str]]:
    parts = _BLOCK.split(file.read_text("utf-8"))
    return zip(parts[1::2], parts[2::2], strict=True)


def _pdf(text: str, *, packed: bool = False) -> bytes:
    """A PDF of one page with ``text`` in lines; without text, of a grey box."""
    words, lines = text.split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) > 90:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    shown = b"".join(
        b"(" + re.sub(r"([()\\])", r"\\\1", line).encode("latin-1", "replace") + b") Tj T*\n"
        for line in lines
        if line
    )
    content = (
        b"BT /F1 9 Tf 11 TL 40 800 Td\n" + shown + b"ET" if shown else b"0.5 g 50 50 400 600 re f"
    )
    content = zlib.compress(content) if packed else content
    packing = b" /Filter /FlateDecode" if packed else b""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        (
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
            b" /Resources << /Font << /F1 5 0 R >> >> >>"
        ),
        b"<< /Length %d%s >>\nstream\n%s\nendstream" % (len(content), packing, content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
    return bytes(out)
