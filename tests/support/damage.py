"""What the files of a record are, which checks answer for each, and how to change them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from chained_newsroom import FOLDER
from field_rules import CONSEQUENCES, WITHOUT_A_KEYRING

from copydesk.provenance.files import MemoryFiles
from mutations import Bytes, World

PROV = f"{FOLDER}/prov"
CHECKPOINT = "log/checkpoint"
ORDER = 2**252 + 27742317777372353535851937790883648493
Change = Callable[[bytes], bytes]
Checks = Iterable[str]


class Recording(MemoryFiles):
    """Notes which files are read."""

    def __init__(self, files: Bytes) -> None:
        super().__init__(files)
        self.read_paths: set[str] = set()

    def read(self, path: str) -> bytes | None:
        self.read_paths.add(path)
        return super().read(path)


def read_paths(world: World) -> list[str]:
    """The files that a verification of the honest record reads."""
    files = Recording(world.files)
    assert world.verify(files).ok
    return sorted(files.read_paths & set(world.files))


def blamed(path: str, world: World) -> tuple[str, set[str], frozenset[str]]:
    """What kind of file it is; the checks of which one must fail; those that may beside them."""
    also: frozenset[str] = frozenset()
    named: tuple[str, set[str]]
    if path == f"{FOLDER}/article.md":
        named = "article", {"article"}
        also = frozenset({"source-list", "trace", "publication"})
    elif path.endswith("trace.json"):
        named, also = ("trace", {"trace"}), frozenset({"references"})
    elif path.startswith("captures/"):
        named = "capture", {"captures"}
    elif path.startswith("keys/"):
        proof = path.endswith(".tlog-proof")
        named = ("keyring proof", {"keyring-log"}) if proof else ("keyring", {"keyring-chain"})
        also = WITHOUT_A_KEYRING | {"consistency"}
    elif path.startswith("log/"):
        named, also = _blamed_log(path, world), frozenset({"witnesses", "timestamp"})
    elif path.startswith("state/"):
        # The list behind it may be left out, and so may all of it; but not its proof alone.
        proof = path.endswith(".tlog-proof")
        named = ("site-state proof" if proof else "site-state"), {"site-state"}
        also = frozenset({"consistency"})
    elif path.endswith(".tlog-proof"):
        named, also = ("proof", {"inclusion"}), frozenset({"order", "consistency"})
    else:
        step = world.room.step(path.removesuffix(".dsse.json"))
        named = "envelope", {"form", "signature", "signer", "inclusion"}
        also = CONSEQUENCES[step.kind]
    return *named, also


def _blamed_log(path: str, world: World) -> tuple[str, set[str]]:
    if path == CHECKPOINT:
        # A bundle holds one checkpoint, and the witnesses' signatures on it.
        return "checkpoint", {"consistency", "witnesses"} if world.bundled else {"consistency"}
    if path.startswith("log/checkpoints/"):
        return "cosigned checkpoint", {"witnesses"}
    return "tile", {"consistency"}


def edited(world: World, changes: dict[str, bytes | None]) -> Bytes:
    files = {**world.files, **changes}
    return {path: data for path, data in files.items() if data is not None}


def edit(world: World, path: str, change: Change) -> Bytes:
    return edited(world, {path: change(world.files[path])})


def flip(at: int, bits: int, data: bytes) -> bytes:
    return data[:at] + bytes([data[at] ^ bits]) + data[at + 1 :]
