"""A newsroom's article as one bundle (copydesk.bundle/1), from files in memory; for tests."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping

from copydesk.errors import CopydeskError
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.heads import HEAD_PROOF, HEADS, head_proof, parse_heads
from copydesk.provenance.log.merkle import inclusion_proof
from copydesk.provenance.log.note import parse_checkpoint, parse_note
from copydesk.provenance.log.proof import format_proof, parse_proof
from copydesk.provenance.log.tiles import CHECKPOINT, TileNodes

__all__ = ["bundle_files", "bundle_of", "unbundled"]


def bundle_files(files: Mapping[str, bytes], folder: str) -> dict[str, bytes]:
    """The files of one article's bundle: every proof leads to the newest checkpoint."""
    found: dict[str, bytes] = {}
    for path, data in files.items():
        if path == CHECKPOINT or path.startswith(("keys/", f"{folder}/", "state/")):
            found[path] = data
        elif path.startswith("log/checkpoints/"):
            found[path] = data
    heads = found.pop(HEADS, None)
    if heads is not None:
        proof = head_proof(parse_heads(heads), folder)
        if proof is not None:
            found[HEAD_PROOF] = proof.to_bytes()
    note = files[CHECKPOINT].decode()
    size = parse_checkpoint(parse_note(note.encode())).size
    nodes = TileNodes(MemoryFiles(dict(files)), size)
    for path in [path for path in found if path.endswith(".tlog-proof")]:
        try:
            index = parse_proof(found[path]).index
        except CopydeskError:
            continue  # a damaged proof stays as it is
        found[path] = format_proof(index, inclusion_proof(nodes, index, size), note)
    return found


def bundle_of(files: Mapping[str, bytes], folder: str, newsroom: str) -> bytes:
    """The bundle's bytes; ``files`` are those of :func:`bundle_files`."""
    texts: dict[str, str] = {}
    binary: dict[str, str] = {}
    for path, data in files.items():
        try:
            texts[path] = data.decode("utf-8")
        except UnicodeDecodeError:
            binary[path] = base64.b64encode(data).decode()
    value = {
        "schema": "copydesk.bundle/1",
        "newsroom": newsroom,
        "article": folder,
        "files": texts,
        "binary": binary,
    }
    return json.dumps(value, ensure_ascii=False, sort_keys=True).encode()


def unbundled(bundle: bytes) -> MemoryFiles:
    """The files that a bundle holds."""
    value = json.loads(bundle)
    files = {path: text.encode() for path, text in value["files"].items()}
    files |= {path: base64.b64decode(text) for path, text in value["binary"].items()}
    return MemoryFiles(files)
