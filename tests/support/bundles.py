"""A newsroom's article as one bundle (copydesk.bundle/1), from files in memory; for tests.

Unlike the bundles that ``copydesk export`` makes, these are made of damaged records as well.
"""

from __future__ import annotations

from collections.abc import Mapping

from copydesk.errors import CopydeskError
from copydesk.provenance.bundle import Bundle
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.heads import HEAD_PROOF, HEADS
from copydesk.provenance.heads_list import HeadsList
from copydesk.provenance.log.merkle import inclusion_proof
from copydesk.provenance.log.note import parse_checkpoint, parse_note
from copydesk.provenance.log.proof import format_proof, parse_proof
from copydesk.provenance.log.tiles import CHECKPOINT, TileNodes

__all__ = ["bundle_of"]


def bundle_of(files: Mapping[str, bytes], folder: str, newsroom: str) -> Bundle:
    """The files of one article, every proof leading to the newest checkpoint."""
    wanted = ("keys/", f"{folder}/", "state/", "log/checkpoint")
    found = {path: data for path, data in files.items() if path.startswith(wanted)}
    heads = found.pop(HEADS, None)
    if heads is not None:
        proof = HeadsList(heads).proof(folder)
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
    return Bundle(newsroom, folder, MemoryFiles(found))
