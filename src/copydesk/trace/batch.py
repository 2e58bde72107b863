"""One line of ``copydesk check --batch``: JSON in, JSON out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from copydesk.article import read_article
from copydesk.article.urls import same_page_key
from copydesk.errors import CopydeskError, EvidenceError, InternalError, UsageError
from copydesk.evidence import EvidenceSource, EvidenceText, Label, Region, read_evidence
from copydesk.report import Quality
from copydesk.trace import trace

__all__ = ["check_line"]

# As large as a saved page may be.
MAX_PAGE_BYTES = 64 * 1024 * 1024
# A line is one article and the texts of its sources.
MAX_LINE_BYTES = 256 * 1024 * 1024

Read = Callable[[str], bytes]


def _read_file(path: str) -> bytes:
    """The bytes of a saved page.

    Raises:
        EvidenceError: it cannot be read or is larger than a page may be.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_PAGE_BYTES + 1)
    except (OSError, ValueError) as error:
        raise EvidenceError(
            f"{path} cannot be read: {error}.", fix="Correct the path.", location=path
        ) from error
    if len(data) > MAX_PAGE_BYTES:
        raise EvidenceError(
            f"{path} is larger than {MAX_PAGE_BYTES:,} bytes.", fix="Save the page's text alone."
        )
    return data


def check_line(line: bytes, *, read: Read = _read_file) -> str:
    """Check the article of one JSON line.

    Args:
        line: ``{"id", "article", "sources": [{"url", "text"} or {"url", "path"}]}`` as UTF-8.
        read: how the bytes of a source's ``path`` are read.

    Returns:
        The ``copydesk.trace/1`` object with the line's ``id``, on one line without a line break;
        for a bad line ``{"id", "error": {"code", "message", …}}``. Never raises an error that the
        line could cause.
    """
    name: Any = None
    try:
        if len(line) > MAX_LINE_BYTES:
            raise UsageError(f"The line is longer than {MAX_LINE_BYTES:,} bytes.")
        data = _object(line)
        name = data.get("id")
        answer = {"id": name, **_check(data, read)}
    except CopydeskError as error:
        answer = {"id": name, "error": error.as_json()}
    except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError) as error:
        fault = InternalError(
            f"The check failed with {type(error).__name__}.",
            fix="This is a fault; please report it with the line.",
        )
        answer = {"id": name, "error": fault.as_json()}
    return _dump(answer)


def _dump(answer: dict[str, Any]) -> str:
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(answer, ensure_ascii=True, separators=(",", ":"))
    # U+2028 and its like end a line for some readers of JSON Lines.
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("\x85", "\\u0085")


def _object(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"The line is not JSON: {error}.", fix="Write one object a line."
        ) from error
    if not isinstance(data, dict):
        raise UsageError("The line is not a JSON object.", fix="Write one object a line.")
    return data


def _check(data: dict[str, Any], read: Read) -> dict[str, Any]:
    text = _string(data, "article")
    entries = data.get("sources", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise UsageError(
            "`sources` is not a list of objects.", fix='Write {"url", "text"} objects.'
        )
    urls = [_string(entry, "url") for entry in entries]
    article = read_article(
        _bytes(text, "article"), str(data.get("id", "article")), extra_sources=urls
    )
    numbers = {same_page_key(ref.url): ref.id for ref in article.front.sources}
    sources: dict[int, EvidenceSource] = {}
    for url, entry in zip(urls, entries, strict=True):
        number = numbers[same_page_key(url)]
        sources.setdefault(number, _source(number, url, entry, read))
    return trace(article, tuple(sources[number] for number in sorted(sources))).as_json()


def _source(number: int, url: str, entry: dict[str, Any], read: Read) -> EvidenceSource:
    if "text" in entry:
        text = _string(entry, "text")
        body = _bytes(text, "text")
        plain = EvidenceText(text, (Region(0, len(text), Label.VISIBLE),), media_type="text/plain")
    else:
        body = read(_string(entry, "path"))
        plain = read_evidence(body, url=url)
    quality = Quality.OK if plain.text.strip() else Quality.EMPTY
    return EvidenceSource(number, url, hashlib.sha256(body).hexdigest(), quality, plain)


def _bytes(text: str, what: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise UsageError(
            f"`{what}` holds a lone surrogate at character {error.start}.",
            fix="Remove it; it usually comes from cutting a text in the middle of a character.",
        ) from error


def _string(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise UsageError(f"`{name}` is missing or not a string.", fix=f"Give `{name}` as a string.")
    return value
