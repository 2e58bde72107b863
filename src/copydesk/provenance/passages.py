"""The ``passages`` of a bundle: that a quoted passage stands in a captured body, proved without it.

Each entry shows the 1 KiB chunks of the body around the words and proves them under the chunk root
that the signed source set states (:mod:`copydesk.provenance.chunks` says how: one range proof with
the recursion of RFC 6962, 2.1). The bytes ``start`` to ``end`` of the body, read as text, are the
words (:mod:`copydesk.provenance.rawtext`). A passage proves what the collector received; whether
the source is right is not its subject.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeGuard

from copydesk.provenance.checks import CheckState
from copydesk.provenance.chunks import (
    CHUNK_BYTES,
    MAX_CHUNKS,
    MAX_PATH,
    ChunkProof,
    chunk_root,
    chunks_of,
    prove,
    verify,
)
from copydesk.provenance.rawtext import Wanted, find_words, is_words, unsuited
from copydesk.provenance.statements import CaptureEntry, SourceSetPredicate

__all__ = ["MAX_PASSAGES", "PassageAnswer", "Skipped", "check_passages", "make_passages"]

MAX_PASSAGES = 200
# The longest text of a statement; a quotation that long is no quotation.
MAX_EXACT = 20_000
# Bytes that all passages together say they are; 200 long quotations have 60,000.
MAX_SHOWN = 256 * 1024
# The largest page of a newsroom's archive has 3.8 MB; a hostile one of this size costs some seconds.
MAX_BODY = 4 * 1024 * 1024

_AT_MOST = f"at most {MAX_PASSAGES} passages of {MAX_SHOWN:,} bytes in all"
FIELDS = frozenset(
    {"source", "sha256", "size", "chunkRoot", "start", "end", "exact", "chunks", "first", "path"}
)
PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT


@dataclass(frozen=True, slots=True)
class Skipped:
    """A quotation's evidence that has no passage in the bundle, and why.

    ``specific`` is its id in the trace (0 where the trace has none), ``source`` the source's.
    """

    specific: int
    source: int
    reason: str


@dataclass(frozen=True, slots=True)
class PassageAnswer:
    """What became of the passage number ``index`` (from 0); ``source`` and ``exact`` are as it
    states them, empty where it does not.
    """

    index: int
    state: CheckState
    reason: str
    source: int = 0
    sha256: str = ""
    exact: str = ""


@dataclass(frozen=True, slots=True)
class _Quoted:
    """One evidence of a quotation, as the trace states it."""

    specific: int
    source: int
    sha256: str
    wanted: Wanted


def make_passages(
    trace: dict[str, Any],
    source_set: SourceSetPredicate,
    read_capture: Callable[[str], bytes | None],
) -> tuple[list[dict[str, Any]], list[Skipped]]:
    """The passages behind the quotations of a signed trace.

    Args:
        trace: the parsed ``trace.json``, whose digest is the signed one.
        source_set: the signed source set; only captures with a ``chunkRoot`` can be shown.
        read_capture: the stored body of a SHA-256, or ``None`` where it is not here.

    Returns:
        The entries of the bundle, in the order of the trace, and what was skipped, with reasons.
    """
    made: list[tuple[int, int, dict[str, Any]]] = []
    skipped: list[tuple[int, Skipped]] = []
    groups: dict[tuple[int, str], list[tuple[int, _Quoted]]] = {}
    for order, item in enumerate(_quoted(trace)):
        groups.setdefault((item.source, item.sha256), []).append((order, item))
    for (source, sha256), items in groups.items():
        entry = _entry(source_set, source, sha256)
        body = read_capture(sha256) if entry is not None and entry.chunkRoot else None
        problem = _unshowable(entry, body)
        places = [None] * len(items) if problem else _places(body or b"", items)
        for (order, item), place in zip(items, places, strict=True):
            reason = problem or _why_not(item, place)
            if not reason and entry is not None and body is not None and place is not None:
                made.append((order, item.specific, _passage(item, entry, body, place)))
            else:
                skipped.append((order, Skipped(item.specific, item.source, reason)))
    made.sort(key=lambda part: part[0])
    while _shown([passage for _, _, passage in made]) is None:
        order, specific, passage = made.pop()
        skipped.append((order, Skipped(specific, passage["source"], f"a bundle has {_AT_MOST}")))
    skipped.sort(key=lambda part: part[0])
    return [passage for _, _, passage in made], [item for _, item in skipped]


def check_passages(
    passages: list[Any],
    source_set: SourceSetPredicate | None,
    *,
    trace: dict[str, Any] | None = None,
) -> list[PassageAnswer]:
    """Verify the passages of a bundle; never raises, whatever they are.

    Args:
        passages: the bundle's list, as parsed from JSON.
        source_set: the signed source set, or ``None`` where it did not verify.
        trace: the signed trace; given, a passage must be the evidence of one of its quotations.

    Returns:
        One answer for each passage; a single failure where the list is not one, or too long.
        ``not-present`` is what cannot be checked: no source set, or one without that chunk root.
    """
    shown = _shown(passages)
    if shown is None:
        return [PassageAnswer(0, FAIL, f"They are not a list of {_AT_MOST}.")]
    known = None
    if trace is not None:
        known = {(item.source, item.sha256, item.wanted.exact) for item in _quoted(trace)}
    return [_check(index, item, source_set, known) for index, item in enumerate(shown)]


# -- making ---------------------------------------------------------------------------------------


def _quoted(trace: dict[str, Any]) -> Iterator[_Quoted]:
    """Each evidence of a quotation once."""
    seen = set()
    for specific in _dicts(trace.get("specifics")):
        if specific.get("kind") != "quote":
            continue
        for item in _dicts(specific.get("evidence")):
            source, sha256, exact = item.get("source"), item.get("sha256"), item.get("exact")
            if not _is_count(source) or not isinstance(sha256, str) or not isinstance(exact, str):
                continue
            if (source, sha256, exact) in seen:
                continue
            seen.add((source, sha256, exact))
            number = specific.get("id")
            wanted = Wanted(exact, _text(item.get("prefix")), _text(item.get("suffix")))
            yield _Quoted(number if _is_count(number) else 0, source, sha256, wanted)


def _dicts(value: Any) -> Iterator[dict[str, Any]]:
    return (
        (item for item in value if isinstance(item, dict)) if isinstance(value, list) else iter(())
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _is_count(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def _entry(source_set: SourceSetPredicate, source: int, sha256: str) -> CaptureEntry | None:
    """The signed entry of that capture of that source."""
    if not 1 <= source <= len(source_set.sources):
        return None
    captures = source_set.sources[source - 1].captures
    return next((entry for entry in captures if entry.sha256 == sha256), None)


def _unshowable(entry: CaptureEntry | None, body: bytes | None) -> str:
    """Why nothing of a capture can be shown; empty when it can."""
    reason = ""
    if entry is None:
        reason = "the source set has no such capture"
    elif entry.chunkRoot is None:
        reason = "the source set states no chunk root of this capture"
    elif body is None:
        reason = "the captured body is not here"
    elif hashlib.sha256(body).hexdigest() != entry.sha256 or chunk_root(body) != entry.chunkRoot:
        reason = "the captured body is not the one that was signed"
    elif b"%PDF-" in body[:1024]:
        reason = "a PDF's text does not stand in its bytes"
    elif len(body) > MAX_BODY:
        reason = f"the captured body is over {MAX_BODY:,} bytes"
    return reason


def _places(body: bytes, items: list[tuple[int, _Quoted]]) -> list[tuple[int, int] | None]:
    return find_words(body, [item.wanted for _, item in items])


def _why_not(item: _Quoted, place: tuple[int, int] | None) -> str:
    exact = item.wanted.exact
    if len(exact) > MAX_EXACT:
        return f"the words are over {MAX_EXACT:,} characters"
    if reason := unsuited(exact):
        return reason
    if place is None:
        return "the words do not stand in the captured bytes as the evidence reads them"
    first, last = chunks_of(*place)
    if last - first > MAX_CHUNKS:
        return f"the passage is over {MAX_CHUNKS} KiB of the body"
    return ""


def _passage(
    item: _Quoted, entry: CaptureEntry, body: bytes, place: tuple[int, int]
) -> dict[str, Any]:
    start, end = place
    proof = prove(body, start, end)
    return {
        "source": item.source,
        "sha256": entry.sha256,
        "size": len(body),
        "chunkRoot": entry.chunkRoot,
        "start": start,
        "end": end,
        "exact": item.wanted.exact,
        "first": proof.first,
        "chunks": [base64.b64encode(chunk).decode() for chunk in proof.chunks],
        "path": [base64.b64encode(part).decode() for part in proof.path],
    }


# -- verifying ------------------------------------------------------------------------------------


def _check(
    index: int,
    item: Any,
    source_set: SourceSetPredicate | None,
    known: set[tuple[int, str, str]] | None,
) -> PassageAnswer:
    if not isinstance(item, dict) or not _is_form(item):
        return PassageAnswer(index, FAIL, "It is not a passage: other fields or other values.")
    source, sha256, exact = item["source"], item["sha256"], item["exact"]
    entry = _entry(source_set, source, sha256) if source_set is not None else None
    state, reason = FAIL, ""
    if source_set is None:
        state, reason = ABSENT, "There is no signed source set to compare it with."
    elif entry is None:
        reason = "The signed source set has no such capture of that source."
    elif entry.chunkRoot is None:
        state, reason = ABSENT, "The signed source set states no chunk root of that capture."
    elif item["chunkRoot"] != entry.chunkRoot or item["size"] != entry.size:
        reason = "Its chunk root or size is not the signed one."
    elif known is not None and (source, sha256, exact) not in known:
        reason = "No quotation of the signed trace has this evidence."
    elif not (reason := _unproved(item, entry.chunkRoot)):
        state, reason = PASS, f"These words stand in what source {source} returned."
    return PassageAnswer(index, state, reason, source, sha256, exact)


def _unproved(item: dict[str, Any], root: str) -> str:
    """Why the words are not proved to stand under that root; empty when they are."""
    start, end = item["start"], item["end"]
    chunks, path = _decoded(item["chunks"]), _decoded(item["path"])
    if chunks is None or path is None:
        return "Its chunks or hashes are not base64."
    proof = ChunkProof(item["first"], chunks, path)
    if not start < end or (proof.first, proof.first + len(chunks)) != chunks_of(start, end):
        return "Its chunks are not those of the bytes that it names."
    if not verify(proof, item["size"], root):
        return "Its chunks are not part of the body that was captured."
    offset = start - proof.first * CHUNK_BYTES
    data = proof.data[offset : offset + end - start]
    if len(data) != end - start or not is_words(data, item["exact"]):
        return "The bytes that it names are not these words."
    return ""


def _shown(passages: Any) -> list[Any] | None:
    """The passages, if they are a list within the limits."""
    if not isinstance(passages, list) or len(passages) > MAX_PASSAGES:
        return None
    shown = 0
    for item in passages:
        if isinstance(item, dict) and _is_form(item):
            shown += max(item["end"] - item["start"], 0)
    return passages if shown <= MAX_SHOWN else None


def _is_form(item: dict[Any, Any]) -> bool:
    return (
        item.keys() == FIELDS
        and all(_is_count(item[name]) for name in ("source", "size", "start", "end", "first"))
        and all(isinstance(item[name], str) for name in ("sha256", "chunkRoot", "exact"))
        and len(item["exact"]) <= MAX_EXACT
        and _is_list(item["chunks"], MAX_CHUNKS, -(-CHUNK_BYTES // 3) * 4)
        and _is_list(item["path"], MAX_PATH, 44)
    )


def _is_list(value: Any, most: int, width: int) -> bool:
    """Whether it is a list of so many strings of at most that length."""
    return (
        isinstance(value, list)
        and len(value) <= most
        and all(isinstance(part, str) and len(part) <= width for part in value)
    )


def _decoded(parts: list[str]) -> tuple[bytes, ...] | None:
    """The bytes of each; ``None`` where one is not base64 in its canonical form."""
    try:
        data = tuple(base64.b64decode(part, validate=True) for part in parts)
    except (binascii.Error, ValueError):
        return None
    same = all(
        base64.b64encode(one).decode() == part for one, part in zip(data, parts, strict=True)
    )
    return data if same else None
