"""Evidence folders (DESIGN section 4): saved pages beside a ``manifest.json``."""

from __future__ import annotations

import errno
import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import zstandard

from copydesk.article import same_page_key
from copydesk.atomic import atomic_write
from copydesk.capture.archive.index import moment
from copydesk.capture.archive.replay import is_replay, original_of, stamp_in, stamp_of
from copydesk.capture.model import Capture, Role, SourceCaptures
from copydesk.errors import EvidenceError, NewsroomError
from copydesk.evidence import EvidenceSource, EvidenceText, judge, read_evidence
from copydesk.evidence.variants import joined, preferred
from copydesk.report import Quality

__all__ = ["MANIFEST", "read_folder", "write_folder"]

MANIFEST = "manifest.json"
MAX_MANIFEST_BYTES = 8 * 1024 * 1024
# As large as one saved page may be, packed or unpacked.
MAX_FILE_BYTES = 64 * 1024 * 1024

_EMPTY = EvidenceText("", ())
_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z\Z", re.ASCII)
# Entries beside a page's; a folder made elsewhere, which names no roles, has pages only.
_VARIANTS = frozenset({Role.RAW, Role.TEXT, Role.RENDERED, Role.ARCHIVE, Role.SCREENSHOT})
_SUFFIXES = {
    "application/pdf": ".pdf", "application/json": ".json", "text/plain": ".txt",
    "text/markdown": ".md", "image/jpeg": ".jpg", "image/png": ".png",
}  # fmt: skip


def read_folder(path: Path, urls: Sequence[str]) -> tuple[EvidenceSource, ...]:
    """Read the saved page of each URL.

    Args:
        path: the folder with ``manifest.json``.
        urls: the article's source URLs, in its order; their ids count from 1.

    Returns:
        One source for each URL. One that is not in the folder has quality ``missing`` and says
        why. ``sha256`` is always the digest of the bytes that were read; where the manifest
        records another, ``reason`` says so.

    Raises:
        EvidenceError: there is no readable manifest.
    """
    entries = _manifest(path)
    pages = [entry for entry in entries if _role(entry) not in _VARIANTS]
    exact = {entry["url"]: entry for entry in reversed(pages)}
    loose = {same_page_key(entry["url"]): entry for entry in reversed(pages)}
    variants: dict[str, list[dict[str, Any]]] = {}
    for one in entries:
        if _role(one) in _VARIANTS:
            variants.setdefault(one["url"], []).append(one)
    sources = []
    for number, url in enumerate(urls, 1):
        entry = exact.get(url)
        note = ""
        if entry is None:
            entry = loose.get(same_page_key(url))
            note = f"The folder lists it as {entry['url']}." if entry else ""
        others = variants.get(entry["url"] if entry else url, [])
        if entry is None and not others:
            sources.append(_missing(number, url, "The evidence folder does not list this URL."))
            continue
        read = [_source(path, number, url, entry, note)] if entry else []
        read += [_source(path, number, url, one, "") for one in others]
        chosen = preferred(
            [(one.role, one.quality if one.text.text else Quality.EMPTY) for one in read]
        )
        sources.append(joined([read[at] for at in chosen]))
    return tuple(sources)


def _role(entry: dict[str, Any]) -> str:
    role = entry.get("role")
    return role if isinstance(role, str) else Role.PAGE


def _copy_address(entry: dict[str, Any]) -> str:
    """The address of the archive's copy that an entry is of; empty where it is of the site itself.

    Other programs name no role: they say it by ``archive_url``, or by the address where they ended. A
    copy that the article itself cites is the page that it cites.
    """
    said, final = entry.get("archive_url"), entry.get("final_url")
    found = said if isinstance(said, str) and said else final
    if not isinstance(found, str) or original_of(entry["url"]) != entry["url"]:
        return ""
    return found if found == said or _role(entry) == Role.ARCHIVE or is_replay(found) else ""


def write_folder(path: Path, sources: Sequence[SourceCaptures]) -> None:
    """Write the pages of captured sources as an evidence folder; the manifest comes last.

    Raises:
        NewsroomError: the folder cannot be written.
    """
    entries: list[dict[str, Any]] = []
    try:
        for number, source in enumerate(sources, 1):
            for at, capture in enumerate(source.captures):
                entries.append(_write_one(path, source.url, f"source-{number}", at, capture))
        manifest = json.dumps({"sources": entries}, ensure_ascii=False, indent=1)
        atomic_write(path / MANIFEST, manifest.encode("utf-8", "replace") + b"\n")
    except OSError as error:
        raise NewsroomError(
            f"{path} cannot be written: {error.strerror or error}.",
            fix="Choose a folder that you may write.",
            location=str(path),
        ) from error


def _write_one(path: Path, url: str, stem: str, at: int, capture: Capture) -> dict[str, Any]:
    """Write the body of the source's capture number ``at`` (0 is the page); its manifest entry."""
    name = None
    if capture.body is not None:
        kind = capture.media_type.split(";")[0].strip().lower()
        kept = ".json" if kind.endswith("+json") else _SUFFIXES.get(kind, ".html")
        name = f"{stem}{f'-{at}' if at else ''}{kept}"
        atomic_write(path / name, capture.body)
    entry = {
        "url": url,
        "file": name,
        "sha256": capture.sha256,
        "status_code": capture.status,
        "content_type": capture.media_type,
        "final_url": capture.final_url,
        "fetched_at": capture.retrieved_at,
        "error": capture.problem.message if capture.problem else None,
    }
    if at:
        entry |= {"role": capture.role.value, "archived_at": capture.archived_at or None}
    return entry


def _manifest(path: Path) -> list[dict[str, Any]]:
    file = path / MANIFEST
    try:
        if not file.is_file():  # a pipe would be waited for
            raise FileNotFoundError(errno.ENOENT, "there is no such file")
        if file.stat().st_size > MAX_MANIFEST_BYTES:
            raise EvidenceError(
                f"{file} is larger than {MAX_MANIFEST_BYTES:,} bytes.",
                fix="Name a folder with one article's evidence.",
                location=str(file),
            )
        value = json.loads(file.read_bytes())
    except OSError as error:
        raise EvidenceError(
            f"{path} is not an evidence folder: {MANIFEST} cannot be read "
            f"({error.strerror or error}).",
            fix="`copydesk capture ARTICLE --out DIR` writes one.",
            location=str(file),
        ) from error
    except (ValueError, RecursionError) as error:
        raise EvidenceError(
            f"{file} is not JSON: {error}.", fix="Correct the manifest.", location=str(file)
        ) from error
    sources = value.get("sources") if isinstance(value, dict) else None
    if not isinstance(sources, list) or not all(
        isinstance(entry, dict) and isinstance(entry.get("url"), str) for entry in sources
    ):
        raise EvidenceError(
            f"{file} has no list `sources` whose entries each have a `url`.",
            fix="Correct the manifest.",
            location=str(file),
        )
    return sources


def _source(path: Path, number: int, url: str, entry: dict[str, Any], note: str) -> EvidenceSource:
    name, status = entry.get("file"), entry.get("status_code")
    status = status if isinstance(status, int) else None
    captured_at = _time(entry.get("fetched_at"))
    if not isinstance(name, str) or not name:
        reason = entry.get("error")
        said = reason if isinstance(reason, str) and reason else "no body was saved"
        quality = Quality.BLOCKED if status in {401, 403, 429, 503} else Quality.MISSING
        return EvidenceSource(number, url, None, quality, _EMPTY, f"Not captured: {said}.")
    body, problem = _body(path, name)
    if body is None:
        return _missing(number, url, problem)
    kind = entry.get("content_type")
    media_type = kind if isinstance(kind, str) else ""
    given, copied = entry.get("final_url"), _copy_address(entry)
    final = given if isinstance(given, str) and given else url
    role = Role.ARCHIVE if copied else _role(entry)
    # An archive's copy stands at another address, and is judged as the page that it is a copy of.
    if role == Role.ARCHIVE:
        final = original_of(copied) if is_replay(copied) else url
    # Raw data has another address too, and is not the wrong page for it.
    asked = final if role in _VARIANTS - {Role.ARCHIVE} else url
    text = read_evidence(body, media_type=media_type, url=asked)
    found = judge(
        text,
        status=status,
        media_type=media_type,
        url=asked,
        final_url=final,
        size=len(body),
    )
    sha256 = hashlib.sha256(body).hexdigest()
    recorded = entry.get("sha256")
    changed = (
        "The file is not the one that was recorded: its hash differs."
        if isinstance(recorded, str) and recorded.removeprefix("sha256:") != sha256
        else ""
    )
    reason = " ".join(part for part in (found.reason, note, changed) if part)
    return EvidenceSource(
        number, url, sha256, found.quality, text, reason, captured_at, role,
        _archived_at(entry, copied, body) if role == Role.ARCHIVE else "",
    )  # fmt: skip


def _archived_at(entry: dict[str, Any], address: str, body: bytes) -> str:
    """As the manifest says; else by the copy's address, or by what replay software wrote into it."""
    made = moment(stamp_of(address) or stamp_in(body))
    return _time(entry.get("archived_at")) or (f"{made:%Y-%m-%dT%H:%M:%SZ}" if made else "")


def _missing(number: int, url: str, reason: str) -> EvidenceSource:
    return EvidenceSource(number, url, None, Quality.MISSING, _EMPTY, reason)


def _time(value: object) -> str:
    """``YYYY-MM-DDTHH:MM:SSZ`` of a manifest's time, or empty."""
    found = _TIME.match(value) if isinstance(value, str) else None
    return f"{found.group(1)}Z" if found else ""


def _body(  # noqa: PLR0911 - one return for each reason
    path: Path, name: str
) -> tuple[bytes | None, str]:
    """The unpacked bytes of a saved page, or why there are none."""
    try:
        root = path.resolve()
        file = (root / name).resolve()
    except (OSError, ValueError, RuntimeError):  # NUL, a lone surrogate, links in a circle
        return None, f"The saved page {name[:200]!r} has a name that leads nowhere."
    if not file.is_relative_to(root):
        return None, f"The saved page {name!r} lies outside the evidence folder."
    try:
        if not file.is_file():
            return None, f"The saved page {name!r} is not in the evidence folder."
        if file.stat().st_size > MAX_FILE_BYTES:
            return None, f"The saved page {name!r} is larger than {MAX_FILE_BYTES:,} bytes."
        data = file.read_bytes()
    except OSError as error:
        return None, f"The saved page {name!r} cannot be read: {error.strerror or error}."
    try:
        unpacked = _unpack(file, data)
    except (OSError, EOFError, zlib.error, zstandard.ZstdError) as error:
        return None, f"The saved page {name!r} is damaged: {error}."
    if len(unpacked) > MAX_FILE_BYTES:
        return None, f"The saved page {name!r} unpacks to over {MAX_FILE_BYTES:,} bytes."
    return unpacked, ""


def _unpack(file: Path, data: bytes) -> bytes:
    """Unpack up to one byte more than is allowed, so that a bomb is noticed and not inflated."""
    if data.startswith(b"\x1f\x8b"):
        with gzip.open(file) as packed:
            return packed.read(MAX_FILE_BYTES + 1)
    if data.startswith(b"\x28\xb5\x2f\xfd"):
        with zstandard.ZstdDecompressor().stream_reader(data) as reader:
            return reader.read(MAX_FILE_BYTES + 1)
    return data
