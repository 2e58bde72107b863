"""The log as static files (C2SP tlog-tiles): reading subtrees from tiles, appending entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from copydesk.errors import LimitError, StatementError
from copydesk.provenance.files import Files
from copydesk.provenance.keys import Signer
from copydesk.provenance.log.merkle import ListNodes, hash_leaf, inclusion_proof, root
from copydesk.provenance.log.note import (
    Checkpoint,
    parse_checkpoint,
    parse_note,
    sign_note,
    signed_by,
)
from copydesk.provenance.log.proof import format_proof

__all__ = [
    "CHECKPOINT",
    "Appended",
    "TileNodes",
    "append",
    "entries",
    "read_checkpoint",
    "tile_path",
]

CHECKPOINT = "log/checkpoint"
WIDTH = 256
HASH = 32
# Tiles kept in memory, about 40 KB each; whoever audits an archive in its order needs a few.
MAX_TILES = 256
# tlog-tiles prefixes each entry with a 16-bit length.
MAX_ENTRY_BYTES = 65_535

_FIX = "Restore the log folder from the repository; its files are never edited."


@dataclass(frozen=True, slots=True)
class Appended:
    """An append: the files to write, in an order that is safe one by one (tiles, checkpoint last),
    the index of each new entry and its proof file.
    """

    changes: dict[str, bytes | None]
    indices: tuple[int, ...]
    proofs: tuple[bytes, ...]


def tile_path(level: int | str, index: int, width: int = WIDTH) -> str:
    """``log/tile/<L>/<N>[.p/<W>]``; ``level`` "entries" gives the entry bundle."""
    name = f"{index % 1000:03d}"
    index //= 1000
    while index:
        name = f"x{index % 1000:03d}/{name}"
        index //= 1000
    partial = f".p/{width}" if width < WIDTH else ""
    return f"log/tile/{level}/{name}{partial}"


def read_checkpoint(files: Files) -> tuple[Checkpoint, bytes] | None:
    """The log's newest checkpoint and its note's bytes, unverified; ``None`` for an empty log.

    Raises:
        StatementError: the file is no checkpoint.
    """
    data = files.read(CHECKPOINT)
    return None if data is None else (parse_checkpoint(parse_note(data)), data)


class TileNodes:
    """Subtree hashes of a log of ``size`` entries, read from its tiles.

    ``fresh`` holds tiles that are not written yet, by (level, index).
    """

    def __init__(
        self, files: Files, size: int, fresh: dict[tuple[int, int], bytes] | None = None
    ) -> None:
        self._files = files
        self.size = size
        self._fresh = fresh or {}
        self._tiles: dict[tuple[int, int], ListNodes] = {}

    def node(self, level: int, index: int) -> bytes:
        """As :meth:`merkle.Nodes.node`.

        Raises:
            StatementError: a tile is missing or too short.
        """
        tile_level, inner = divmod(level, 8)
        tile, first = divmod(index << inner, WIDTH)
        try:
            return self._tile(tile_level, tile).node(inner, first >> inner)
        except IndexError as error:
            raise StatementError("A tile of the log is too short.", fix=_FIX) from error

    def _tile(self, level: int, index: int) -> ListNodes:
        key = (level, index)
        if key not in self._tiles:
            if len(self._tiles) >= MAX_TILES:
                del self._tiles[next(iter(self._tiles))]
            data = self._fresh.get(key) or _read_wide(
                self._files, level, index, _width(self.size >> (8 * level), index), HASH
            )
            self._tiles[key] = ListNodes(_hashes(data))
        return self._tiles[key]


def append(
    files: Files,
    new: Sequence[bytes],
    signer: Signer,
    origin: str,
    *,
    trusted: Sequence[bytes] = (),
) -> Appended:
    """Append entries to the log.

    The log on disk is checked before it is signed again: were it not, whoever can edit the files
    could have the newsroom sign a history that it never logged.

    Args:
        files: the newsroom.
        new: the entries' bytes, in order.
        signer: the log key.
        origin: the log's origin, which is also the name of its key.
        trusted: raw public keys of earlier log keys, one of which may have signed the checkpoint
            on disk in place of ``signer``.

    Raises:
        StatementError: the log on disk is damaged, has another origin, or was signed by another
            key.
        LimitError: an entry is too long for the format.
    """
    if any(len(entry) > MAX_ENTRY_BYTES for entry in new):
        raise LimitError(
            f"A log entry is over {MAX_ENTRY_BYTES} bytes.", fix="This is a fault; report it."
        )
    current = read_checkpoint(files)
    size = current[0].size if current else 0
    if current is not None:
        _check_current(files, current, origin, (signer.public, *trusted))
    changes: dict[str, bytes | None] = {}
    _extend_entries(files, size, new, changes)
    fresh = _extend_hashes(files, size, [hash_leaf(entry) for entry in new], changes)
    total = size + len(new)
    nodes = TileNodes(files, total, fresh)
    note = sign_note(Checkpoint(origin, total, root(nodes, total)).text(), origin, signer)
    changes[CHECKPOINT] = note.encode()
    indices = tuple(range(size, total))
    proofs = tuple(
        format_proof(index, inclusion_proof(nodes, index, total), note) for index in indices
    )
    return Appended(changes, indices, proofs)


def entries(files: Files, size: int) -> Iterator[bytes]:
    """The log's entries in order.

    Raises:
        StatementError: a bundle is missing or damaged.
    """
    for index in range((size + WIDTH - 1) // WIDTH):
        yield from _split_bundle(_bundle(files, index, _width(size, index)))


def _check_current(
    files: Files, current: tuple[Checkpoint, bytes], origin: str, keys: Sequence[bytes]
) -> None:
    checkpoint, data = current
    if checkpoint.origin != origin:
        raise StatementError(
            f"The log is {checkpoint.origin}, not {origin}.",
            fix="The origin in copydesk.toml never changes; put the old one back.",
        )
    note = parse_note(data)
    if not any(signed_by(note, origin, key) for key in keys):
        raise StatementError("The log's checkpoint is not signed by its log key.", fix=_FIX)
    nodes = TileNodes(files, checkpoint.size)
    if root(nodes, checkpoint.size) != checkpoint.root:
        raise StatementError("The log's tiles do not give its checkpoint's root.", fix=_FIX)
    # The last entries are about to be copied into a wider bundle.
    index, width = divmod(checkpoint.size, WIDTH)
    for at, entry in enumerate(_split_bundle(_bundle(files, index, width)) if width else ()):
        if hash_leaf(entry) != nodes.node(0, index * WIDTH + at):
            raise StatementError("The log's entries are not those of its tiles.", fix=_FIX)


def _width(count: int, index: int) -> int:
    """How many of ``count`` items lie in tile ``index``."""
    return min(max(count - index * WIDTH, 0), WIDTH)


def _extend_entries(
    files: Files, size: int, new: Sequence[bytes], changes: dict[str, bytes | None]
) -> None:
    index, width = divmod(size, WIDTH)
    data = _bundle(files, index, width) if width else b""
    for entry in new:
        data += len(entry).to_bytes(2, "big") + entry
        width += 1
        if width == WIDTH:
            changes[tile_path("entries", index)] = data
            _drop_partials(files, "entries", index, changes)
            index, width, data = index + 1, 0, b""
    if width:
        changes[tile_path("entries", index, width)] = data


def _extend_hashes(
    files: Files, size: int, hashes: list[bytes], changes: dict[str, bytes | None]
) -> dict[tuple[int, int], bytes]:
    """Add hashes at level 0, and that of each tile they fill at the level above, and so on."""
    fresh: dict[tuple[int, int], bytes] = {}
    level = 0
    while hashes:
        index, width = divmod(size >> (8 * level), WIDTH)
        data = _read_wide(files, level, index, width, HASH) if width else b""
        above = []
        for item in hashes:
            data += item
            width += 1
            fresh[level, index] = data
            if width == WIDTH:
                changes[tile_path(level, index)] = data
                _drop_partials(files, level, index, changes)
                above.append(ListNodes(_hashes(data)).node(8, 0))
                index, width, data = index + 1, 0, b""
        if width:
            changes[tile_path(level, index, width)] = data
        hashes, level = above, level + 1
    return fresh


def _hashes(tile: bytes) -> list[bytes]:
    return [tile[at : at + HASH] for at in range(0, len(tile), HASH)]


def _drop_partials(
    files: Files, level: int | str, index: int, changes: dict[str, bytes | None]
) -> None:
    """A full tile takes the place of its partial ones, which may then go."""
    full = tile_path(level, index)
    for path in files.names(f"{full}.p"):
        changes[path] = None


def _split_bundle(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        end = at + 2 + int.from_bytes(data[at : at + 2], "big")
        yield data[at + 2 : end]
        at = end


def _read_wide(files: Files, level: int, index: int, width: int, each: int) -> bytes:
    """A tile of at least ``width`` items: the partial one, or the full one that replaced it."""
    for path in (tile_path(level, index, width), tile_path(level, index)):
        data = files.read(path)
        if data is not None and len(data) >= width * each and width > 0:
            return data[: width * each]
    raise StatementError(f"The log has no tile {tile_path(level, index, width)}.", fix=_FIX)


def _bundle(files: Files, index: int, width: int) -> bytes:
    """The entries of a bundle: the first ``width`` ones."""
    for path in (tile_path("entries", index, width), tile_path("entries", index)):
        data = files.read(path)
        if data is None:
            continue
        at = 0
        for _ in range(width):
            at += 2 + int.from_bytes(data[at : at + 2], "big")
        if at <= len(data):
            return data[:at]
    raise StatementError(f"The log has no entry bundle {index}.", fix=_FIX)
