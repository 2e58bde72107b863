"""A WACZ 1.1.1 of one article's captures: a ZIP that replay tools open, the same bytes every time.

Beside what the format asks for it holds the article's bundle, ``copydesk/bundle.json``, so that the
records are tied to the signed source set (:mod:`copydesk.capture.wacz_reading`).
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from copydesk.capture.warc import (
    FORMAT,
    Planned,
    WarcRecord,
    digest,
    plan_records,
    record_bytes,
    record_id,
    zipped,
)
from copydesk.provenance.redaction import Redaction
from copydesk.provenance.statements import SourceSetPredicate

__all__ = ["BUNDLE", "WARC", "Contents", "make_wacz", "planned_record", "surt", "warcinfo"]

WACZ_VERSION = "1.1.1"
WARC = "archive/data.warc.gz"
INDEX = "indexes/index.cdx"
PAGES = "pages/pages.jsonl"
BUNDLE = "copydesk/bundle.json"
PACKAGE = "datapackage.json"
DIGEST = "datapackage-digest.json"
SOFTWARE = "Copydesk"
# The earliest time that ZIP knows: the files' times say nothing.
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)

Body = Callable[[str], tuple[bytes, Redaction | None] | None]


@dataclass(frozen=True, slots=True)
class Contents:
    """What goes into a WACZ: the title, the signed source set, the article's bundle, and how to
    have a stored body by its SHA-256 (``None`` where it is not here; with its redaction where it is
    a redacted copy).
    """

    title: str
    source_set: SourceSetPredicate
    bundle: bytes
    body: Body


def make_wacz(contents: Contents) -> bytes:
    """The file's bytes."""
    warc, index, pages = io.BytesIO(), [], []
    for planned, record in _records(contents):
        data = zipped(record_bytes(record))
        offset = warc.tell()
        warc.write(data)
        if planned is not None and planned.type in {"response", "resource"}:
            index.append(_index_line(planned, record, offset, len(data)))
            pages += _page(contents.source_set, planned)
    head = {"format": "json-pages-1.0", "id": "pages", "title": "Sources"}
    files = {
        WARC: warc.getvalue(),
        INDEX: "".join(sorted(index)).encode(),
        PAGES: "".join(_json(line) + "\n" for line in [head, *pages]).encode(),
        BUNDLE: contents.bundle,
    }
    package = _package(contents, files, pages)
    files[PACKAGE] = package
    files[DIGEST] = _json({"path": PACKAGE, "hash": _hash(package)}).encode() + b"\n"
    return _zip(files)


def warcinfo(source_set: SourceSetPredicate) -> WarcRecord:
    """The first record: who made the file, and how it is to be read."""
    lines = [f"software: {SOFTWARE}", "format: WARC File Format 1.1", f"conformsTo: {FORMAT}"]
    return WarcRecord(
        (
            ("WARC-Type", "warcinfo"),
            ("WARC-Record-ID", record_id("warcinfo", source_set.capturedAt)),
            ("WARC-Date", source_set.capturedAt),
            ("WARC-Filename", WARC.rpartition("/")[2]),
            ("Content-Type", "application/warc-fields"),
        ),
        b"",
        ("\r\n".join(lines) + "\r\n").encode(),
    )


def planned_record(planned: Planned, body: bytes, redaction: Redaction | None) -> WarcRecord:
    """The record with its body; a redacted copy says so in a field of its own."""
    fields = planned.fields
    if redaction is not None:
        places = " ".join(f"{each.start}-{each.end}" for each in redaction.places)
        fields = (*fields, ("Copydesk-Redacted", f"bytes {places}"))
    return WarcRecord(fields, planned.head, body)


def surt(url: str) -> str:
    """The key of ``url`` in the index: the host backwards, the query sorted, all in lower case."""
    parts = urlsplit(url.lower())
    if parts.scheme not in {"http", "https"}:
        return url.replace(" ", "%20")
    host = (parts.hostname or "").removeprefix("www.")
    key = ",".join(reversed(host.split(".")))
    try:
        port = parts.port
    except ValueError:
        port = None
    if port not in {None, 80, 443}:
        key += f":{port}"
    query = urlencode(sorted(parse_qsl(parts.query, keep_blank_values=True)))
    return f"{key}){parts.path or '/'}" + (f"?{query}" if query else "")


def _records(contents: Contents) -> Any:
    yield None, warcinfo(contents.source_set)
    for planned in plan_records(contents.source_set):
        if not planned.sha256:
            yield planned, planned_record(planned, planned.payload, None)
            continue
        found = contents.body(planned.sha256)
        if found is not None:
            yield planned, planned_record(planned, *found)


def _index_line(planned: Planned, record: WarcRecord, offset: int, length: int) -> str:
    stamp = "".join(char for char in planned.date if char.isdigit())
    value = {
        "url": planned.uri,
        "mime": planned.media.partition(";")[0].strip() or "unk",
        "status": str(planned.status or 200),
        "digest": digest(record.payload),
        "length": str(length),
        "offset": str(offset),
        "filename": WARC.rpartition("/")[2],
    }
    return f"{surt(planned.uri)} {stamp} {_json(value)}\n"


def _page(source_set: SourceSetPredicate, planned: Planned) -> list[dict[str, str]]:
    if planned.role not in {"page", "pdf", "archive-copy"} or not planned.sha256:
        return []
    title = source_set.sources[planned.source - 1].url
    if planned.role == "archive-copy":
        title += f" (a web archive's copy of {planned.date})"
    return [{"id": planned.key[10:-1], "url": planned.uri, "ts": planned.date, "title": title}]


def _package(contents: Contents, files: dict[str, bytes], pages: Sequence[dict[str, str]]) -> bytes:
    value: dict[str, Any] = {
        "profile": "data-package",
        "wacz_version": WACZ_VERSION,
        "title": contents.title,
        "description": "The sources of the article as they were captured. `copydesk verify` "
        f"compares them with the signed source set in {BUNDLE}.",
        "created": contents.source_set.capturedAt,
        "software": SOFTWARE,
        "resources": [
            {
                "name": path.rpartition("/")[2],
                "path": path,
                "hash": _hash(data),
                "bytes": len(data),
            }
            for path, data in files.items()
        ],
    }
    if pages:
        value |= {"mainPageUrl": pages[0]["url"], "mainPageDate": pages[0]["ts"]}
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _hash(data: bytes) -> str:
    return f"sha256:{sha256(data).hexdigest()}"


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=True)


def _zip(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, _ZIP_TIME)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            # What is looked up by its place must not be compressed again.
            keep = path.startswith(("archive/", "indexes/"))
            entry.compress_type = zipfile.ZIP_STORED if keep else zipfile.ZIP_DEFLATED
            made.writestr(entry, data)
    return out.getvalue()
