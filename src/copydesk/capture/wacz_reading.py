"""Reads a WACZ that somebody hands over, within limits, and compares it with what was signed.

The format's own hashes vouch for themselves only: whoever changes a page changes them too. Here each
record is made anew from the signed source set in the enclosed bundle, and must be the same but for
the body, whose SHA-256 is signed. Nothing is unpacked to disk.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from copydesk.capture.wacz import BUNDLE, DIGEST, PACKAGE, WARC, planned_record, warcinfo
from copydesk.capture.warc import Planned, plan_records, record_bytes
from copydesk.errors import LimitError, StatementError
from copydesk.provenance.bundle import Bundle, parse_bundle
from copydesk.provenance.checks import Check, CheckState, answer
from copydesk.provenance.redaction import Redaction, list_path, parse_redaction
from copydesk.provenance.statements import SourceSetPredicate

__all__ = ["Wacz", "is_wacz", "read_wacz"]

MAX_WACZ_BYTES = 1024 * 1024 * 1024
MAX_ENTRIES = 1_000
# Of one entry unpacked; the archive is stored as it is, the rest is text.
MAX_TEXT_BYTES = 256 * 1024 * 1024
# What all text entries may unpack to, for each byte that they take in the file, and in all.
MAX_RATIO = 200
MAX_RECORDS = 20_000
# The largest body that is kept, and its head.
MAX_RECORD_BYTES = 260 * 1024 * 1024
STEP = 64 * 1024

_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*){0,5}")
_FIX = "Ask for the file again; `copydesk export SLUG --wacz` makes one."
PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT


def is_wacz(start: bytes) -> bool:
    """Whether a file that begins so is a ZIP, the only one that is read here being a WACZ."""
    return start.startswith(b"PK\x03\x04")


@dataclass
class Wacz:
    """An opened WACZ: its article's bundle, and the names of its files."""

    bundle: Bundle
    zip: zipfile.ZipFile
    hashes: dict[str, tuple[str, int]] = field(default_factory=dict)

    def checks(self, source_set: SourceSetPredicate | None) -> tuple[Check, Check]:
        """The checks ``archive-file`` and ``archive-records``; ``source_set`` is the signed one."""
        return self._files(), self._records(source_set)

    def _files(self) -> Check:
        try:
            listed = _listed(self.zip, self.hashes)
        except StatementError as error:
            return answer("archive-file", FAIL, error.message)
        return answer("archive-file", PASS, f"All {listed} files have the hashes of {PACKAGE}.")

    def _records(self, source_set: SourceSetPredicate | None) -> Check:
        if source_set is None:
            return answer("archive-records", FAIL, "There is no signed source set to compare with.")
        try:
            with self.zip.open(WARC) as file:
                return _Comparison(self.bundle, source_set).run(_members(file))
        except (StatementError, LimitError) as error:
            return answer("archive-records", FAIL, error.message)
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError) as error:
            return answer("archive-records", FAIL, f"The archive is damaged: {error}.")


def read_wacz(file: BinaryIO, size: int) -> Wacz:
    """Open a WACZ of ``size`` bytes, fail closed.

    Raises:
        StatementError: no ZIP, a name that a WACZ does not have or has twice, an entry that is
            encrypted, a link or packed in a way that the format does not know, or no bundle in it.
        LimitError: larger, or unpacking to more, than is read.
    """
    if size > MAX_WACZ_BYTES:
        raise LimitError(f"The file is over {MAX_WACZ_BYTES:,} bytes.", fix=_FIX)
    try:
        opened = zipfile.ZipFile(file)
        hashes = _checked(opened, size)
        bundle = parse_bundle(opened.read(BUNDLE))
    except KeyError as error:
        raise StatementError(
            f"The file holds no {BUNDLE}, so it is tied to nothing.", fix=_FIX
        ) from error
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        NotImplementedError,
        RuntimeError,
        ValueError,
    ) as error:
        raise StatementError(f"The file cannot be read as a WACZ: {error}.", fix=_FIX) from error
    return Wacz(bundle, opened, hashes)


def _checked(opened: zipfile.ZipFile, size: int) -> dict[str, tuple[str, int]]:
    """SHA-256 and size of every entry, read within limits."""
    entries = opened.infolist()
    if len(entries) > MAX_ENTRIES:
        raise LimitError(f"The file has over {MAX_ENTRIES:,} entries.", fix=_FIX)
    names = [entry.filename.casefold() for entry in entries]
    if len(set(names)) != len(names):
        raise StatementError("The file holds an entry twice.", fix=_FIX)
    # Entries may be made to share their bytes, which is how the worst of bombs are built.
    if sum(entry.compress_size for entry in entries) > size:
        raise LimitError("The file's entries overlap.", fix=_FIX)
    found = {}
    for entry in entries:
        _refuse_odd(entry)
        found[entry.filename] = _hashed(opened, entry)
    return found


def _refuse_odd(entry: zipfile.ZipInfo) -> None:
    name = entry.filename
    if not _NAME.fullmatch(name) or ".." in name or len(name) > 200:
        raise StatementError(f"The file holds the entry {name[:100]!r}.", fix=_FIX)
    kind = entry.external_attr >> 28
    if entry.flag_bits & 0x1 or kind not in {0, 8}:
        raise StatementError(f"The entry {name} is encrypted or no plain file.", fix=_FIX)
    stored = entry.compress_type == zipfile.ZIP_STORED
    if not stored and entry.compress_type != zipfile.ZIP_DEFLATED:
        raise StatementError(f"The entry {name} is packed in another way than a WACZ is.", fix=_FIX)
    if name.startswith("archive/") and not stored:
        raise StatementError(f"The entry {name} is compressed twice.", fix=_FIX)
    if stored and entry.file_size != entry.compress_size:
        raise StatementError(f"The entry {name} states two sizes.", fix=_FIX)
    allowed = max(entry.compress_size * MAX_RATIO, STEP)
    if not stored and entry.file_size > min(allowed, MAX_TEXT_BYTES):
        raise LimitError(f"The entry {name} would unpack to {entry.file_size:,} bytes.", fix=_FIX)


def _hashed(opened: zipfile.ZipFile, entry: zipfile.ZipInfo) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    with opened.open(entry) as file:
        while data := file.read(STEP):
            digest.update(data)
            size += len(data)
            if size > entry.file_size:
                raise LimitError(f"The entry {entry.filename} is longer than it states.", fix=_FIX)
    return digest.hexdigest(), size


def _listed(opened: zipfile.ZipFile, hashes: Mapping[str, tuple[str, int]]) -> int:
    """How many files the manifest lists, all of which are there with their hashes, and no others."""
    package = _json(opened, PACKAGE)
    listed: dict[str, tuple[str, int]] = {}
    resources = package.get("resources")
    for each in resources if isinstance(resources, list) else []:
        named = each if isinstance(each, dict) else {}
        path, stated, size = (named.get(name) for name in ("path", "hash", "bytes"))
        if not isinstance(path, str) or not isinstance(stated, str) or path in listed:
            raise StatementError(
                f"{PACKAGE} lists something that is no file, or one twice.", fix=_FIX
            )
        listed[path] = (stated.removeprefix("sha256:"), size if isinstance(size, int) else -1)
    for path in sorted({*listed, *hashes} - {PACKAGE, DIGEST}):
        if path not in listed:
            raise StatementError(f"{path} is not listed in {PACKAGE}.", fix=_FIX)
        if listed[path] != hashes.get(path):
            raise StatementError(f"{path} has not the hash that {PACKAGE} states.", fix=_FIX)
    if DIGEST in hashes and _json(opened, DIGEST).get("hash") != f"sha256:{hashes[PACKAGE][0]}":
        raise StatementError(f"{PACKAGE} has not the hash that {DIGEST} states.", fix=_FIX)
    return len(listed)


def _json(opened: zipfile.ZipFile, name: str) -> dict[str, Any]:
    try:
        value = json.loads(opened.read(name))
    except (KeyError, ValueError, RecursionError) as error:
        raise StatementError(f"{name} is missing or is not JSON.", fix=_FIX) from error
    if not isinstance(value, dict):
        raise StatementError(f"{name} is no object.", fix=_FIX)
    return value


def _members(file: Any) -> Iterator[bytes]:
    """The records of a ``.warc.gz``, one gzip member each, none larger than a capture may be."""
    data, count = b"", 0
    while data or (data := file.read(STEP)):
        unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)
        out = io.BytesIO()
        whole = False
        while not whole:
            part = unpack.decompress(data, STEP)
            out.write(part)
            if out.tell() > MAX_RECORD_BYTES:
                raise LimitError(f"A record is over {MAX_RECORD_BYTES:,} bytes.", fix=_FIX)
            whole = unpack.eof
            data = unpack.unconsumed_tail or (b"" if whole else file.read(STEP))
            if not (whole or data or part):
                raise StatementError("The archive is cut short.", fix=_FIX)
        data = unpack.unused_data
        count += 1
        if count > MAX_RECORDS:
            raise LimitError(f"The archive has over {MAX_RECORDS:,} records.", fix=_FIX)
        yield out.getvalue()


class _Comparison:
    """The records of an archive against those that the signed source set gives."""

    def __init__(self, bundle: Bundle, source_set: SourceSetPredicate) -> None:
        self.files = bundle.files
        self.source_set = source_set
        self.left = {planned.key: planned for planned in plan_records(source_set)}
        self.bodies = sum(bool(planned.sha256) for planned in self.left.values())
        self.held = 0
        self.redacted: list[str] = []

    def run(self, members: Iterator[bytes]) -> Check:
        first = next(members, b"")
        if first != record_bytes(warcinfo(self.source_set)):
            raise StatementError("The archive does not begin as those of Copydesk do.", fix=_FIX)
        for data in members:
            self._compare(data)
        # Bodies may be left out; that a source answered, or did not, may not.
        lost = [planned for planned in self.left.values() if not planned.sha256]
        if lost:
            raise StatementError(f"The record of {lost[0].uri[:200]} is left out.", fix=_FIX)
        said = f"{self.held} of {self.bodies} stored bodies are here"
        if self.redacted:
            said += f", {len(self.redacted)} as redacted copies; the first is a {self.redacted[0]}"
        whole = self.held == self.bodies and not self.redacted
        return answer(
            "archive-records",
            PASS if whole else ABSENT,
            f"{said}; every record is as the signed source set says.",
        )

    def _compare(self, data: bytes) -> None:
        head, _, block = data.partition(b"\r\n\r\n")
        key = re.search(rb"^WARC-Record-ID: (\S+)\r?$", head, re.MULTILINE)
        planned = self.left.pop(key[1].decode("latin-1") if key else "", None)
        if planned is None:
            raise StatementError(
                "The archive holds a record that was not signed, or one twice.", fix=_FIX
            )
        if not planned.sha256:
            expected, redaction = planned.payload, None
        else:
            expected = block[len(planned.head) : -4]
            redaction = self._redaction(planned, expected)
            self.held += 1
        if data != record_bytes(planned_record(planned, expected, redaction)):
            raise StatementError(
                f"The record of {planned.uri[:200]} is not as the signed source set says.", fix=_FIX
            )

    def _redaction(self, planned: Planned, body: bytes) -> Redaction | None:
        if hashlib.sha256(body).hexdigest() == planned.sha256:
            return None
        listed = self.files.read(list_path(planned.sha256))
        if listed is None:
            raise StatementError(
                f"The body of {planned.uri[:200]} is not the one that was captured.", fix=_FIX
            )
        redaction = parse_redaction(listed)
        problem = redaction.problem(body, planned.size, planned.chunk_root)
        if problem or redaction.sha256 != planned.sha256:
            raise StatementError(f"The body of {planned.uri[:200]}: {problem}.", fix=_FIX)
        self.redacted.append(redaction.said)
        return redaction
