"""WARC 1.1 records of a signed source set (ISO 28500:2017), each made of its entry alone.

The same entry gives the same bytes, so that a reader can make the records anew from the signed
statement and compare. Bodies are the stored ones: content-decoded, so headers that speak of the
bytes on the wire are kept under the prefix ``X-Archive-Orig-``, as other tools do.
"""

from __future__ import annotations

import base64
import hashlib
import uuid
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus

from copydesk.provenance.source_set import CaptureEntry, HopEntry, SourceEntry, SourceSetPredicate

__all__ = ["Planned", "WarcRecord", "digest", "plan_records", "record_bytes", "zipped"]

WARC_VERSION = b"WARC/1.1"
FORMAT = "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"
# Of how the body came over the wire, which is not how it is kept; cookies are not kept at all.
_WIRE = frozenset(
    {"content-encoding", "content-length", "transfer-encoding", "connection", "set-cookie"}
)
# Not under the page's own address: replay tools would show them in the place of the page.
_DERIVED = {"visible-text": "urn:text:", "screenshot": "urn:view:", "rendered-dom": "urn:dom:"}


@dataclass(frozen=True, slots=True)
class WarcRecord:
    """One record: its named fields in order, without those that follow from the block; the HTTP
    head (empty where there is none) and the payload make the block.
    """

    fields: tuple[tuple[str, str], ...]
    head: bytes
    payload: bytes

    def field(self, name: str) -> str:
        """The value of a named field; empty where it has none."""
        return next((value for key, value in self.fields if key == name), "")


@dataclass(frozen=True, slots=True)
class Planned:
    """A record as the source set says it is: all but the stored body, whose SHA-256 and ``size`` in
    bytes are signed. ``payload`` is the block where there is no stored body (``sha256`` is then
    empty). ``source`` is the id of the source.
    """

    type: str
    uri: str
    date: str
    fields: tuple[tuple[str, str], ...]
    head: bytes
    payload: bytes
    sha256: str
    size: int
    chunk_root: str | None
    source: int
    role: str
    status: int | None
    media: str

    @property
    def key(self) -> str:
        """The record's id, made of what it is."""
        return dict(self.fields)["WARC-Record-ID"]


def plan_records(source_set: SourceSetPredicate) -> Iterator[Planned]:
    """Every record that the source set gives, in order: for each capture its redirects, then the
    answer, what was made of one, or that none came.
    """
    for source in source_set.sources:
        made: dict[str, str] = {}
        for number, entry in enumerate(source.captures):
            for place, hop in enumerate(entry.hops):
                yield _hop(source, entry, number, place, hop)
            planned = _planned(source, entry, number, made)
            if entry.sha256 is not None:
                made.setdefault(entry.sha256, planned.key)
            yield planned


def record_bytes(record: WarcRecord) -> bytes:
    """The record with its length and its SHA-256 digests, uncompressed."""
    block = record.head + record.payload
    fields = [*record.fields, ("WARC-Block-Digest", digest(block))]
    if record.head:
        fields.append(("WARC-Payload-Digest", digest(record.payload)))
    fields.append(("Content-Length", str(len(block))))
    lines = [WARC_VERSION, *(f"{name}: {value}".encode() for name, value in fields)]
    return b"\r\n".join(lines) + b"\r\n\r\n" + block + b"\r\n\r\n"


def zipped(data: bytes) -> bytes:
    """One gzip member without a time, so that every record can be read alone."""
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return packer.compress(data) + packer.flush()


def digest(data: bytes) -> str:
    """``sha256:`` and base32, the form that every reader of WARC accepts."""
    return "sha256:" + base64.b32encode(hashlib.sha256(data).digest()).decode()


def record_id(*parts: str) -> str:
    """A record's id: a UUID made of the parts, so that it is the same every time."""
    sha256 = hashlib.sha256("\n".join(parts).encode()).digest()
    return f"<urn:uuid:{uuid.UUID(bytes=sha256[:16], version=5)}>"


def _planned(
    source: SourceEntry, entry: CaptureEntry, number: int, made: dict[str, str]
) -> Planned:
    if entry.sha256 is None:
        return _failure(source, entry, number)
    uri = source.url if entry.role == "archive-copy" else entry.finalUrl or source.url
    date = entry.archivedAt or entry.retrievedAt
    media = entry.mediaType or ""
    fields = [("WARC-Record-ID", record_id(str(source.id), str(number), entry.role, entry.sha256))]
    if entry.role in _DERIVED:
        kind = "conversion" if entry.role == "rendered-dom" else "resource"
        # The standard allows WARC-Refers-To in a conversion, not in a resource.
        name = "WARC-Refers-To" if kind == "conversion" else "WARC-Concurrent-To"
        if entry.derivedFrom in made:
            fields.append((name, made[entry.derivedFrom]))
        fields.append(("Content-Type", _one_line(media or "application/octet-stream")))
        head = b""
    else:
        kind, head = "response", _head(entry)
        fields.append(("Content-Type", "application/http; msgtype=response"))
        if entry.address:
            fields.append(("WARC-IP-Address", _one_line(entry.address)))
    fields += _provenance(entry)
    uri = _DERIVED.get(entry.role, "") + uri
    return _make(source, entry, kind, uri, date, fields, head, b"", media)


def _make(
    source: SourceEntry,
    entry: CaptureEntry,
    kind: str,
    uri: str,
    date: str,
    fields: list[tuple[str, str]],
    head: bytes,
    payload: bytes,
    media: str,
    status: int | None = None,
) -> Planned:
    first = [("WARC-Type", kind), *fields[:1], ("WARC-Date", date), ("WARC-Target-URI", _uri(uri))]
    stored = not payload and status is None and entry.sha256 is not None
    return Planned(
        type=kind,
        uri=_uri(uri),
        date=date,
        fields=(*first, *fields[1:]),
        head=head,
        payload=payload,
        sha256=(entry.sha256 or "") if stored else "",
        size=(entry.size or 0) if stored else len(payload),
        chunk_root=entry.chunkRoot if stored else None,
        source=source.id,
        role=entry.role,
        status=status if status is not None else entry.status,
        media=media,
    )


def _hop(
    source: SourceEntry, entry: CaptureEntry, number: int, place: int, hop: HopEntry
) -> Planned:
    """A redirect: of its answer the status and the location are known, and are all that is written."""
    fields = [
        ("WARC-Record-ID", record_id(str(source.id), str(number), "hop", str(place), hop.url)),
        ("Content-Type", "application/http; msgtype=response"),
    ]
    if hop.address:
        fields.append(("WARC-IP-Address", _one_line(hop.address)))
    head = _http(hop.status, [("Location", hop.location), ("Content-Length", "0")])
    return _make(
        source, entry, "response", hop.url, entry.retrievedAt, fields, head, b"", "", hop.status
    )


def _failure(source: SourceEntry, entry: CaptureEntry, number: int) -> Planned:
    """What never came, as a metadata record of the URL: that it was asked for, and what happened."""
    problem = entry.problem
    said = [
        ("outcome", entry.outcome),
        ("code", problem.code if problem else ""),
        ("message", problem.message if problem else ""),
        ("client", entry.client),
        ("via", entry.finalUrl or ""),
    ]
    lines = [f"{name}: {_one_line(value)}" for name, value in said if value]
    fields = [
        ("WARC-Record-ID", record_id(str(source.id), str(number), entry.role, entry.outcome)),
        ("Content-Type", "application/warc-fields"),
    ]
    payload = ("\r\n".join(lines) + "\r\n").encode()
    return _make(source, entry, "metadata", source.url, entry.retrievedAt, fields, b"", payload, "")


def _provenance(entry: CaptureEntry) -> list[tuple[str, str]]:
    """What the standard has no field for, under a name that is ours."""
    fields = [("Copydesk-Role", entry.role), ("Copydesk-Body-Sha256", entry.sha256 or "")]
    if entry.derivedFrom:
        fields.append(("Copydesk-Derived-From", entry.derivedFrom))
    if entry.role == "archive-copy":
        fields.append(("Copydesk-Fetched-From", _uri(entry.finalUrl or "")))
        fields.append(("Copydesk-Fetched-At", entry.retrievedAt))
    return fields


def _head(entry: CaptureEntry) -> bytes:
    headers = [
        (f"X-Archive-Orig-{name}" if name.lower() in _WIRE else name, value)
        for name, value in entry.headers
    ]
    if not any(name.lower() == "content-type" for name, _ in headers) and entry.mediaType:
        headers.append(("content-type", entry.mediaType))
    return _http(entry.status or 200, [*headers, ("Content-Length", str(entry.size or 0))])


def _http(status: int, headers: list[tuple[str, str]]) -> bytes:
    phrase = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else "Unknown"
    lines = [f"HTTP/1.1 {status} {phrase}"]
    lines += [f"{_token(name)}: {_one_line(value)}" for name, value in headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8")


def _token(name: str) -> str:
    """A header's name without what would end it."""
    return "".join(
        char if char.isascii() and (char.isalnum() or char in "-_.") else "_" for char in name
    )


def _one_line(text: str) -> str:
    """Text that can neither end its line nor begin another."""
    return "".join(char if char.isprintable() else " " for char in text).strip()


def _uri(text: str) -> str:
    """An address as a field may hold it: no blank and no control character."""
    return "".join(
        char
        if char.isprintable() and char not in ' <>"'
        else "".join(f"%{byte:02X}" for byte in char.encode())
        for char in text
    )
