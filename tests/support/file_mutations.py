"""Mutations of whole files and of their bytes, and those that change nothing."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

import zstandard
from chained_newsroom import BODIES, FOLDER, ORIGIN, OTHER, cosigned, key
from damage import (
    CHECKPOINT,
    PROV,
    Change,
    blamed,
    edit,
    edited,
    flip,
    read_paths,
)
from field_rules import CONSEQUENCES
from form_mutations import json_mutations, note_mutations, signature_mutations
from log_mutations import bad_key_mutations, keyring_mutations, log_mutations, person_mutations

from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.log.cosignature import cosign
from copydesk.provenance.log.merkle import inclusion_proof
from copydesk.provenance.log.note import parse_checkpoint, parse_note
from copydesk.provenance.log.proof import format_proof, parse_proof
from copydesk.provenance.log.tiles import TileNodes, append
from mutations import Bytes, Mutation, World, bundles, worlds

__all__ = ["all_mutations", "read_paths"]


def all_mutations() -> Iterator[Mutation]:
    """Every mutation of this module."""
    whole, withdrawn = worlds()
    for world in (whole, withdrawn):
        yield from _bytes_of_files(world)
        yield from _whole_files(world)
        yield from signature_mutations(world)
        yield from json_mutations(world)
        yield from bad_key_mutations(world)
        yield from _harmless(world)
    yield from note_mutations(whole)
    yield from log_mutations(whole)
    yield from keyring_mutations(whole)
    yield from person_mutations(whole)
    yield from person_mutations(withdrawn)
    for world in bundles():
        for made in (
            _bytes_of_files(world),
            _whole_files(world),
            signature_mutations(world),
            note_mutations(world),
        ):
            for mutation in made:
                yield replace(mutation, group=f"bundle: {mutation.group}")


class Reordered(MemoryFiles):
    """Lists its files in another order."""

    def names(self, prefix: str) -> Iterable[str]:
        return list(super().names(prefix))[::-1]


# -- bytes ----------------------------------------------------------------------------------------


def _bytes_of_files(world: World) -> Iterator[Mutation]:
    read = read_paths(world)
    # Of the second newsroom only what differs from the first.
    known: Bytes = {}
    for other in bundles() if world.bundled else worlds():
        if other is world:
            break
        known = other.files
    for path, data in world.files.items():
        if known.get(path) == data:
            continue
        if path not in read:
            # Nothing of it concerns this article: what verify does not read, it does not judge.
            for at in range(0, len(data), max(1, len(data) // 3)):
                yield Mutation(
                    "a byte of a file that concerns other entries", f"{path} at {at}", world,
                    partial(edit, world, path, partial(flip, at, 1)), fine=True,
                )  # fmt: skip
            continue
        kind, any_of, also = blamed(path, world)
        # One bit of a zstd frame's descriptor means nothing to any reader.
        # In a bundle, a proof's checkpoint has the witness's line too, which is read elsewhere.
        same = kind == "capture" or (world.bundled and path.endswith(".tlog-proof"))
        for at in range(len(data)):
            bit = 1 << (at * 5 + 2) % 8
            yield Mutation(
                f"a byte of the {kind}", f"{path} at {at}", world,
                partial(edit, world, path, partial(flip, at, bit)),
                any_of=frozenset(any_of), also=also, same=same,
            )  # fmt: skip


# -- whole files ----------------------------------------------------------------------------------

EDITS: dict[str, Change] = {
    "emptied": lambda _: b"",
    "cut by a byte": lambda data: data[:-1],
    "cut in half": lambda data: data[: len(data) // 2],
    "twice over": lambda data: data + data,
    "with a newline more": lambda data: data + b"\n",
    "with a NUL more": lambda data: data + b"\0",
    "with a byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "with CR LF": lambda data: data.replace(b"\n", b"\r\n"),
    "in UTF-16": lambda data: data.decode("latin-1").encode("utf-16"),
}
# What is left out is not there to be checked; only what the record needs is missed.
_MISSED: dict[str, set[str]] = {
    "article": {"article"},
    "trace": {"trace"},
    "keyring": {"keyring-chain", "references", "signer"},
    "cosigned checkpoint": {"witnesses"},
    "tile": {"consistency"},
    "proof": {"inclusion"},
    "site-state proof": {"site-state"},
    "envelope": {
        "form",
        "references",
        "source-list",
        "four-eyes",
        "approval",
        "corrections",
        "site-state",
    },
    "checkpoint": {"witnesses"},
}


def _whole_files(world: World) -> Iterator[Mutation]:
    for path in read_paths(world):
        kind, any_of, also = blamed(path, world)
        yield _dropped(world, path, kind, also)
        for name, change in EDITS.items():
            if change(world.files[path]) == world.files[path]:
                continue
            # A tile may be wider than what is asked for.
            fine = kind == "tile" and name in {
                "twice over",
                "with a newline more",
                "with a NUL more",
            }
            yield Mutation(
                "a file damaged" if not fine else "a tile that is longer", f"{path} {name}", world,
                partial(edit, world, path, change),
                any_of=frozenset(() if fine else any_of), also=also, fine=fine,
            )  # fmt: skip
    yield from _of_the_other(world)
    yield from _repeated(world)


def _dropped(world: World, path: str, kind: str, also: frozenset[str]) -> Mutation:
    make = partial(edited, world, {path: None})
    missed = _MISSED.get(kind)
    if path == "keys/2.keyring.tlog-proof":
        # Version 1 is known from elsewhere; where a later one begins to count is not.
        missed = {"keyring-log"}
    if missed is None or (kind == "trace" and world.bundled):
        return Mutation("a file left out that is not needed", path, world, make, fine=True)
    return Mutation(
        "a file left out", path, world, make, any_of=frozenset(missed), also=also | {"order"}
    )


def _of_the_other(world: World) -> Iterator[Mutation]:
    """Files of the other article under the names of this one's, alone and with their proofs."""
    for path in list(world.files):
        if not path.startswith(OTHER):
            continue
        mine = path.replace(OTHER, FOLDER)
        if mine not in world.files:
            continue
        changes: dict[str, bytes | None] = {mine: world.files[path]}
        kind, any_of, also = blamed(mine, world)
        yield Mutation(
            "a file of another article", mine, world, partial(edited, world, changes),
            any_of=frozenset(any_of), also=also,
        )  # fmt: skip
        if kind == "envelope":
            proof = mine.replace(".dsse.json", ".tlog-proof")
            both = {**changes, proof: world.files[path.replace(".dsse.json", ".tlog-proof")]}
            yield Mutation(
                "a file of another article, with its proof", mine, world,
                partial(edited, world, both),
                any_of=frozenset({"article", "references", "corrections"}), also=also,
            )  # fmt: skip


def _repeated(world: World) -> Iterator[Mutation]:
    """A statement in the place of another of this article, alone and with its proof."""
    steps = [step for step in world.room.steps if step.base.startswith(FOLDER)]
    places = [step.base for step in steps]
    for gap in ("review-3", "correction-3", "correction-4", "publication-1", "withdrawal"):
        if f"{PROV}/{gap}" not in places:
            places.append(f"{PROV}/{gap}")
    for step in steps:
        for place in places:
            if place == step.base:
                continue
            changes: dict[str, bytes | None] = {
                f"{place}{end}": world.files[f"{step.base}{end}"]
                for end in (".dsse.json", ".tlog-proof")
            }
            blamed = frozenset(
                {"form", "order", "references", "corrections", "four-eyes", "approval"}
            )
            yield Mutation(
                "a statement in another's place", f"{step.name} as {place.rsplit('/', 1)[-1]}",
                world, partial(edited, world, changes), any_of=blamed,
                also=frozenset().union(*CONSEQUENCES.values()),
            )  # fmt: skip


# -- what changes nothing -------------------------------------------------------------------------


def _harmless(world: World) -> Iterator[Mutation]:
    def fine(group: str, name: str, make: Callable[[], Bytes | MemoryFiles]) -> Mutation:
        return Mutation(group, name, world, make, fine=True)

    yield fine("the record as it is", "as it is", lambda: world.files)
    yield fine("the record as it is", "logged at once", world.room.write)
    yield fine("the listing re-ordered", "backwards", lambda: Reordered(world.files))
    yield from _more_lines(world, fine)
    yield from _more_files(world, fine)
    yield from _fresh_proofs(world, fine)
    yield from _grown(world, fine)
    unread = [path for path in world.files if path not in read_paths(world)]
    for path in unread:
        yield fine("a file that is not read left out", path, partial(edited, world, {path: None}))
    yield fine(
        "a file that is not read left out", "all of them",
        partial(edited, world, dict.fromkeys(unread)),
    )  # fmt: skip
    for body in BODIES:
        sha = sha256_hex(body)
        path = f"captures/sha256/{sha[:2]}/{sha}.zst"
        for level in (1, 19):
            yield fine(
                "a capture packed anew", f"{sha[:8]} at level {level}",
                partial(edited, world, {path: zstandard.compress(body, level)}),
            )  # fmt: skip


Fine = Callable[[str, str, Callable[[], Bytes | MemoryFiles]], Mutation]


def _more_lines(world: World, fine: Fine) -> Iterator[Mutation]:
    """Signatures of keys that nobody here knows, on every note."""
    for path in read_paths(world):
        if not path.endswith(".tlog-proof") and "checkpoint" not in path:
            continue
        note = parse_note(world.files[CHECKPOINT])
        lines = {
            "an unknown key": "\u2014 x.example/k " + base64.b64encode(bytes(68)).decode(),
            "an unknown kind": "\u2014 x.example/k " + base64.b64encode(bytes(5)).decode(),
            "an unknown witness": cosign(note.text, "x.example/w", key("stranger"), 1),
        }
        for name, line in lines.items():
            yield fine(
                "an unknown signature line more", f"{path}: {name}",
                partial(edit, world, path, lambda data, line=line: data + f"{line}\n".encode()),
            )  # fmt: skip


def _more_files(world: World, fine: Fine) -> Iterator[Mutation]:
    for path in (
        "README.md", f"{FOLDER}/notes.txt", f"{PROV}/notes.txt", f"{PROV}/.hidden",
        f"{PROV}/rounds/1/review-1.dsse.json", "keys/README", "keys/pending/3.keyring.dsse.json",
        "log/README", "log/tile/0/x001/000", "log/checkpoints/README", "log/checkpoints/999",
        "state/other.json", "captures/sha256/00/" + "0" * 64 + ".zst",
        f"{FOLDER}-2/prov/review-1.dsse.json",
    ):  # fmt: skip
        yield fine("a file more that nothing names", path, partial(edited, world, {path: b"x"}))


def _fresh_proofs(world: World, fine: Fine) -> Iterator[Mutation]:
    """Each proof made anew for each later checkpoint that the log had, or the newest."""
    size = len(world.room.steps)
    for step in world.room.steps:
        path = f"{step.base}.tlog-proof"
        index = parse_proof(world.files[path]).index
        for later in range(index + 1, size + 1):
            note = world.files[CHECKPOINT]
            if later < size:
                proof = world.files[f"{world.room.steps[later - 1].base}.tlog-proof"]
                note = proof.split(b"\n\n", 1)[1]
            assert parse_checkpoint(parse_note(note)).size == later
            nodes = TileNodes(MemoryFiles(world.files), later)
            made = format_proof(index, inclusion_proof(nodes, index, later), note.decode())
            yield fine(
                "a proof made anew", f"{step.name} for {later} entries",
                partial(edited, world, {path: made}),
            )  # fmt: skip


def _grown(world: World, fine: Fine) -> Iterator[Mutation]:
    """The log has grown since, by anything at all."""
    for more in (1, 2, 50, 300):
        made = append(
            MemoryFiles(world.files), [b"%d" % n for n in range(more)], key("log"), ORIGIN
        )
        yield fine("the log grown since", f"by {more}", partial(edited, world, dict(made.changes)))
        if more <= 2:
            changes = {**made.changes, **cosigned(made.changes[CHECKPOINT] or b"")}
            yield fine(
                "the log grown since", f"by {more}, and cosigned",
                partial(edited, world, changes),
            )  # fmt: skip
