"""A bundle: the record of one article in one file, which a reader verifies alone and offline.

A bundle is the newsroom of one article: the very files, under their paths in the newsroom, as JSON
(``files`` as text, ``binary`` as base64). Verifying it is verifying those files. Every log proof in
it is made anew, for the one checkpoint that it holds, so that it needs none of the log's tiles.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from copydesk.errors import LimitError, StatementError, VerificationError
from copydesk.provenance.files import Files, MemoryFiles
from copydesk.provenance.heads import HEAD_PROOF, HEADS, SITE_STATE
from copydesk.provenance.heads_list import HeadsList
from copydesk.provenance.log.merkle import inclusion_proof
from copydesk.provenance.log.note import parse_checkpoint, parse_note
from copydesk.provenance.log.proof import format_proof, parse_proof
from copydesk.provenance.log.tiles import CHECKPOINT, TileNodes
from copydesk.provenance.verify_anchor import ANCHORS, anchor_path, token_path

__all__ = [
    "BUNDLE_SCHEMA",
    "MAX_BUNDLE_BYTES",
    "Bundle",
    "Bundler",
    "bundle_schema",
    "find_bundle",
    "parse_bundle",
]

BUNDLE_SCHEMA = "copydesk.bundle/1"
# Six captures of the largest size that is fetched, in base64, and room to spare.
MAX_BUNDLE_BYTES = 256 * 1024 * 1024
MAX_FILES = 5_000
MAX_PATH_CHARS = 400

_FOLDER = re.compile(r"articles/[0-9]{4}-(?:0[1-9]|1[0-2])/[a-z0-9]+(?:-[a-z0-9]+)*")
_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")
_KEYRING = re.compile(r"keys/[0-9]+\.keyring\.(?:dsse\.json|tlog-proof)")
_ANCHOR = re.compile(rf"{ANCHORS}/([0-9]+)")
_OPENING, _CLOSING = b'<script type="application/json" id="provenance">', b"</script>"
_FIX = "Ask for the bundle again; `copydesk export SLUG` makes one."


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle as read; nothing in it is trusted before it is verified.

    ``folder`` is the article's (``articles/<yyyy-mm>/<slug>``), ``passages`` the unread entries for
    :func:`copydesk.provenance.passages.check_passages`.
    """

    newsroom: str
    folder: str
    files: MemoryFiles
    passages: Sequence[Any] = ()

    @property
    def month(self) -> str:
        """``YYYY-MM``."""
        return self.folder.split("/")[1]

    @property
    def slug(self) -> str:
        """The article's slug."""
        return self.folder.split("/")[2]

    def to_bytes(self) -> bytes:
        """The bundle's file: JSON with sorted keys, one line for each file."""
        texts: dict[str, str] = {}
        binary: dict[str, str] = {}
        for path, data in self.files.files.items():
            try:
                texts[path] = data.decode("utf-8")
            except UnicodeDecodeError:
                binary[path] = base64.b64encode(data).decode("ascii")
        value: dict[str, Any] = {
            "schema": BUNDLE_SCHEMA,
            "newsroom": self.newsroom,
            "article": self.folder,
            "files": texts,
            "binary": binary,
        }
        if self.passages:
            value["passages"] = list(self.passages)
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False)
        return text.encode("utf-8") + b"\n"


class Bundler:
    """Makes bundles of one newsroom; what they share is read once.

    Args:
        files: the newsroom.

    Raises:
        StatementError: the log or the list of newest statements is damaged.
        VerificationError: there is no log.
    """

    def __init__(self, files: Files) -> None:
        self._files = files
        note = files.read(CHECKPOINT)
        if note is None:
            raise VerificationError("There is no log to take proofs from.", fix=_FIX)
        newest = parse_checkpoint(parse_note(note))
        self._newsroom = newest.origin
        self._nodes = TileNodes(files, newest.size)
        self._notes = {newest.size: note}
        for path in files.names(ANCHORS):
            match = _ANCHOR.fullmatch(path)
            if match and int(match[1]) <= newest.size:
                self._notes[int(match[1])] = files.read(path) or note
        self._common = self._read(path for path in files.names("keys") if _KEYRING.fullmatch(path))
        state = [f"{SITE_STATE}{end}" for end in (".dsse.json", ".tlog-proof")]
        heads = files.read(HEADS)
        self._tree = None if heads is None else HeadsList(heads)
        if self._tree is not None:
            self._common |= self._read(state)

    def bundle(
        self,
        month: str,
        slug: str,
        *,
        captures: Iterable[str] = (),
        passages: Sequence[Any] = (),
    ) -> Bundle:
        """The bundle of one article. Of a withdrawn one it holds no text, trace or passage, also
        where somebody has put them back.

        Args:
            month: ``YYYY-MM``.
            slug: the article's slug.
            captures: the SHA-256 of each stored body to put in; publishers may not allow that
                these are passed on, so nothing is put in unasked.
            passages: entries made by :func:`copydesk.provenance.passages.make_passages`.

        Raises:
            VerificationError: a statement is not in the log, so no proof of it can be made.
            StatementError: a proof or a tile is damaged.
        """
        folder = f"articles/{month}/{slug}"
        inside = [path for path in self._files.names(folder) if _wanted(path, folder)]
        if f"{folder}/prov/withdrawal.dsse.json" in inside:
            gone = {f"{folder}/article.md", f"{folder}/prov/trace.json"}
            inside, passages = [path for path in inside if path not in gone], ()
        bodies = [f"captures/sha256/{sha[:2]}/{sha}.zst" for sha in captures]
        found = {**self._common, **self._read([*inside, *bodies])}
        head = self._tree.proof(folder) if self._tree else None
        if head is not None:
            found[HEAD_PROOF] = head.to_bytes()
        return Bundle(self._newsroom, folder, MemoryFiles(self._proved(found)), passages)

    def _read(self, paths: Iterable[str]) -> dict[str, bytes]:
        read = ((path, self._files.read(path)) for path in paths)
        return {path: data for path, data in read if data is not None}

    def _proved(self, found: dict[str, bytes]) -> dict[str, bytes]:
        """``found`` with one checkpoint, and every proof made anew for it."""
        places = {
            path: parse_proof(data).index
            for path, data in found.items()
            if path.endswith(".tlog-proof")
        }
        _all_logged(found, places)
        size = self._size(max(places.values(), default=0))
        note = self._notes[size]
        for path, index in places.items():
            hashes = inclusion_proof(self._nodes, index, size)
            found[path] = format_proof(index, hashes, note.decode("utf-8"))
        found[CHECKPOINT] = note
        token = self._files.read(token_path(size))
        if token is not None:
            found[token_path(size)] = token
            found[anchor_path(size)] = note
        return found

    def _size(self, last: int) -> int:
        """The newest anchored checkpoint that holds entry ``last``, else the newest of all."""
        return max(
            (size for size in self._notes if size > last),
            key=lambda size: (self._files.read(anchor_path(size)) is not None, size),
        )


def _wanted(path: str, folder: str) -> bool:
    """The article and its statements; not those of earlier rounds nor those that wait."""
    inside = path.removeprefix(f"{folder}/")
    return inside == "article.md" or (inside.startswith("prov/") and inside.count("/") == 1)


def _all_logged(found: Mapping[str, bytes], places: Mapping[str, int]) -> None:
    for path in found:
        base = path.removesuffix(".dsse.json")
        if base != path and f"{base}.tlog-proof" not in places:
            raise VerificationError(
                f"{path} is not in the log, so it cannot be proved to a reader.",
                fix="Publish it first; `copydesk verify` says what is missing.",
                location=path,
            )


def find_bundle(data: bytes) -> bytes:
    """The bundle in ``data``: the file itself, or the one that a page carries.

    Raises:
        StatementError: a page without a bundle.
        LimitError: larger than :data:`MAX_BUNDLE_BYTES`.
    """
    if len(data) > MAX_BUNDLE_BYTES:
        raise LimitError(f"The bundle is over {MAX_BUNDLE_BYTES:,} bytes.", fix=_FIX)
    if data.lstrip()[:1] != b"<":
        return data
    # Searched once: a page may open the element as often as it likes and never close it.
    start = data.find(_OPENING)
    end = data.find(_CLOSING, start) if start >= 0 else -1
    if end < 0:
        raise StatementError("The page carries no bundle.", fix=_FIX)
    return data[start + len(_OPENING) : end]


def parse_bundle(data: bytes) -> Bundle:
    """Read a bundle, fail closed.

    Raises:
        StatementError: not JSON, another schema, an unknown or repeated field, a path that a
            newsroom does not have, or a text that is none.
        LimitError: too large, or too many files.
    """
    if len(data) > MAX_BUNDLE_BYTES:
        raise LimitError(f"The bundle is over {MAX_BUNDLE_BYTES:,} bytes.", fix=_FIX)
    try:
        value = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise StatementError(f"The bundle is not JSON: {error}.", fix=_FIX) from error
    if not isinstance(value, dict) or value.get("schema") != BUNDLE_SCHEMA:
        raise StatementError(f"The file is not a bundle ({BUNDLE_SCHEMA}).", fix=_FIX)
    known = {"schema", "newsroom", "article", "files", "binary", "passages"}
    newsroom, folder, passages = value.get("newsroom"), value.get("article"), value.get("passages")
    texts, binary = value.get("files"), value.get("binary", {})
    if set(value) - known or not isinstance(newsroom, str) or not isinstance(folder, str):
        raise StatementError("The bundle has other fields than a bundle has.", fix=_FIX)
    if not _FOLDER.fullmatch(folder) or not isinstance(texts, dict) or not isinstance(binary, dict):
        raise StatementError("The bundle names no article or holds no files.", fix=_FIX)
    if len(texts) + len(binary) > MAX_FILES:
        raise LimitError(f"The bundle has over {MAX_FILES:,} files.", fix=_FIX)
    files = {_path(path, folder): _text(path, text) for path, text in texts.items()}
    for path, text in binary.items():
        if path in files:
            raise StatementError(f"The bundle holds {path!r} twice.", fix=_FIX)
        files[_path(path, folder)] = _base64(path, text)
    listed = passages if isinstance(passages, list) else []
    if passages is not None and not isinstance(passages, list):
        raise StatementError("The bundle's passages are no list.", fix=_FIX)
    return Bundle(newsroom, folder, MemoryFiles(files), listed)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise StatementError("The bundle states a field twice.", fix=_FIX)
    return found


def _path(path: str, folder: str) -> str:
    """A path that this bundle may hold; nothing else can be asked for, and nothing is written."""
    parts = path.split("/")
    fine = len(path) <= MAX_PATH_CHARS and all(_PART.fullmatch(part) for part in parts)
    known = parts[0] in {"keys", "log", "state", "captures"} or path.startswith(f"{folder}/")
    if not fine or not known:
        raise StatementError(f"The bundle holds the path {path[:100]!r}.", fix=_FIX)
    return path


def _text(path: str, text: object) -> bytes:
    try:
        if isinstance(text, str):
            return text.encode("utf-8")
    except UnicodeEncodeError:
        pass
    raise StatementError(f"The bundle's file {path[:100]!r} is no text.", fix=_FIX)


def _base64(path: str, text: object) -> bytes:
    try:
        if isinstance(text, str):
            return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        pass
    raise StatementError(f"The bundle's file {path[:100]!r} is not base64.", fix=_FIX)


def bundle_schema() -> dict[str, Any]:
    """The JSON Schema of a bundle."""
    return {
        "title": "Bundle",
        "description": "The record of one article: the newsroom's own files, by their paths.",
        "type": "object",
        "additionalProperties": False,
        "required": ["schema", "newsroom", "article", "files"],
        "properties": {
            "schema": {"const": BUNDLE_SCHEMA},
            "newsroom": {"type": "string", "description": "The origin of the newsroom's log."},
            "article": {"type": "string", "pattern": f"^{_FOLDER.pattern}$"},
            "files": {
                "type": "object",
                "description": "Files that are UTF-8: path in the newsroom, exact text.",
                "additionalProperties": {"type": "string"},
            },
            "binary": {
                "type": "object",
                "description": "Other files: path in the newsroom, standard base64.",
                "additionalProperties": {"type": "string", "contentEncoding": "base64"},
            },
            "passages": {
                "type": "array",
                "description": "Quoted passages proved to stand in a capture, each by the chunks "
                "that hold it and their place under the signed chunkRoot.",
                "items": {"type": "object"},
            },
        },
    }
