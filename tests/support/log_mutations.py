"""Forks and rollbacks of the log; keys that do not count, unsafe keys, one person in two places."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from chained_newsroom import FOLDER, ORIGIN, OTHER, Step, cosigned, key
from damage import (
    CHECKPOINT,
    PROV,
    edited,
)
from field_rules import CONSEQUENCES, WITHOUT_A_KEYRING

from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.keyring import make_entry
from copydesk.provenance.keys import keyid_of
from copydesk.provenance.log.proof import parse_proof
from copydesk.provenance.log.tiles import append, entries
from mutations import Bytes, Mutation, World, pin_of

# -- the log --------------------------------------------------------------------------------------


def log_mutations(world: World) -> Iterator[Mutation]:
    """Forks, each shown in one proof or as the whole log, and rollbacks to each size."""
    size = len(world.room.steps)
    leaves = list(entries(MemoryFiles(world.files), size))
    forks = {
        "with another first entry": [b"x", *leaves[1:]],
        "with two entries swapped": [leaves[1], leaves[0], *leaves[2:]],
        "with an entry more before": [b"x", *leaves],
        "with another last entry": [*leaves[:-1], b"x"],
        "longer, with another entry": [b"x", *leaves[1:], b"y"],
    }
    for name, forked in forks.items():
        made = append(MemoryFiles(), forked, key("log"), ORIGIN)
        log = {path: data for path, data in made.changes.items() if data is not None}
        yield from _forked(world, name, forked, made.proofs, log)
    for older in range(1, size):
        yield from _rolled_back(world, leaves, older)


def _forked(
    world: World, name: str, leaves: list[bytes], proofs: tuple[bytes, ...], log: Bytes
) -> Iterator[Mutation]:
    blamed = frozenset({"consistency", "order"})
    also = frozenset({"witnesses", "keyring-log", "inclusion", "order", "signer", "references"})
    every: dict[str, bytes | None] = {}
    for step in world.room.steps:
        path = f"{step.base}.tlog-proof"
        old = parse_proof(world.files[path]).index
        leaf = list(entries(MemoryFiles(world.files), len(world.room.steps)))[old]
        if leaf not in leaves:
            continue
        every[path] = proofs[leaves.index(leaf)]
        if step.base.startswith(OTHER):
            continue
        yield Mutation(
            "a proof of a forked log", f"{name}: {step.name}", world,
            partial(edited, world, {path: every[path]}),
            any_of=blamed | {"keyring-log"} if step.kind == "keyring" else blamed, also=also,
        )  # fmt: skip
    yield Mutation(
        "the log forked", f"{name}: the checkpoint", world,
        partial(edited, world, {CHECKPOINT: log[CHECKPOINT]}),
        any_of=frozenset({"consistency"}), also=also,
    )  # fmt: skip
    gone: dict[str, bytes | None] = dict.fromkeys(
        path for path in world.files if path.startswith("log/tile")
    )
    yield Mutation(
        "the log forked", f"{name}: the folder", world, partial(edited, world, {**gone, **log}),
        any_of=frozenset({"consistency"}), also=also,
    )  # fmt: skip
    # All proofs too: one history, like any other, but for what the witness saw.
    yield Mutation(
        "the log forked", f"{name}: everything but the witness", world,
        partial(edited, world, {**gone, **log, **every}),
        any_of=frozenset({"witnesses"}),
        also=also | {"consistency", "site-state", "publication", "approval", "four-eyes"},
    )  # fmt: skip


def _rolled_back(world: World, leaves: list[bytes], size: int) -> Iterator[Mutation]:
    made = append(MemoryFiles(), leaves[:size], key("log"), ORIGIN)
    log = {path: data for path, data in made.changes.items() if data is not None}
    gone: dict[str, bytes | None] = dict.fromkeys(
        path for path in world.files if path.startswith("log/tile")
    )
    for name, changes in {
        "the checkpoint": {CHECKPOINT: log[CHECKPOINT], **cosigned(log[CHECKPOINT])},
        "the folder": {**gone, **log, **cosigned(log[CHECKPOINT])},
    }.items():
        yield Mutation(
            "the log rolled back", f"{name} to {size} entries", world,
            partial(edited, world, changes),
            need=frozenset({"consistency"}), also=frozenset({"witnesses"}),
        )  # fmt: skip


# -- keys -----------------------------------------------------------------------------------------

_BAD: dict[str, dict[str, Any]] = {
    "not yet": {"validFrom": 1000},
    "ended": {"validFrom": 4, "validUntil": 4},
    "revoked": {"validFrom": 4, "revoked": {"logIndex": 4, "reason": "Lost.", "retroactive": False}},
    "stolen": {
        "validFrom": 4, "revoked": {"logIndex": 99, "reason": "Stolen.", "retroactive": True},
    },
    "role-less": {"validFrom": 4, "roles": ["witness"]},
}  # fmt: skip


def bad_key_mutations(world: World) -> Iterator[Mutation]:
    """Each statement signed by each kind of key that does not count, logged like an honest one."""
    for step in world.room.steps:
        if not step.base.startswith((FOLDER, "state/")):
            continue
        for at, honest in enumerate(step.signers):
            owner = "the-" + honest.removesuffix("-2")
            for name, entry in _BAD.items():
                yield _by_bad_key(world, step, at, f"{name} {owner}", owner, entry)
            yield _by_bad_key(world, step, at, "unregistered", owner, None)
            for role in ("root", "log", "collector", "contributor", "publisher", "editor-2"):
                if role in step.signers or (step.kind == "source-set" and role == "contributor"):
                    continue
                yield _by_bad_key(world, step, at, f"{role}'s", owner, None, other=role)


def _by_bad_key(
    world: World,
    step: Step,
    at: int,
    name: str,
    owner: str,
    entry: dict[str, Any] | None,
    other: str = "",
) -> Mutation:
    signers = list(step.signers)
    signers[at] = other or f"bad {name}"
    room = world.room.with_step(step.base, signers=tuple(signers))
    if entry is not None:
        second = room.step("keys/2.keyring")
        roles = ["collector", "contributor", "editor", "publisher"]
        made = make_entry(owner, "person", roles, key(signers[at]).public, 4)
        keys = [
            *second.value["predicate"]["keys"],
            {**made.model_dump(mode="json", exclude_none=True), **entry},
        ]
        predicate = {**second.value["predicate"], "keys": keys}
        room = room.with_step(second.base, value={**second.value, "predicate": predicate})
    blamed = {"site-state"} if step.kind == "site-state" else {"signer"}
    return Mutation(
        "signed by a key that does not count", f"{step.name}, signer {at}: {name}", world,
        room.write, need=frozenset(blamed), also=CONSEQUENCES[step.kind],
    )  # fmt: skip


# The eight points of small order and their other encodings; y = p + 2 is not canonical either.
_P = 2**255 - 19
_Y8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
_UNSAFE = [
    *((y + sign * 2**255).to_bytes(32, "little") for y in (0, 1, _P - 1, _P, _P + 1) for sign in (0, 1)),
    _Y8, _Y8[:31] + bytes([_Y8[31] | 0x80]),
    (_P - int.from_bytes(_Y8, "little")).to_bytes(32, "little"),
    (_P - int.from_bytes(_Y8, "little") + 2**255).to_bytes(32, "little"),
    (_P + 3).to_bytes(32, "little"), (2).to_bytes(32, "little"), b"\xff" * 32,
]  # fmt: skip


def keyring_mutations(world: World) -> Iterator[Mutation]:
    """Unsafe keys in a keyring version that the root signs; versions signed by others."""
    second = world.room.step("keys/2.keyring")
    also = WITHOUT_A_KEYRING
    for raw in _UNSAFE:
        keys = [dict(entry) for entry in second.value["predicate"]["keys"]]
        keys[7] |= {"public": base64.b64encode(raw).decode(), "keyid": keyid_of(raw)}
        value = {**second.value, "predicate": {**second.value["predicate"], "keys": keys}}
        yield Mutation(
            "an unsafe key in the keyring", raw.hex(), world,
            world.room.with_step(second.base, value=value).write,
            need=frozenset({"keyring-chain"}), also=also,
        )  # fmt: skip
    for base in ("keys/1.keyring", "keys/2.keyring"):
        for name in ("stranger", "log", "editor", "editor-2", "publisher", "witness"):
            yield Mutation(
                "a keyring signed by another", f"{base} by {name}", world,
                world.room.with_step(base, signers=(name,)).write,
                need=frozenset({"keyring-chain"}), also=also,
            )  # fmt: skip
    for name in ("stranger", "root", "editor", "publisher", "witness"):
        yield Mutation(
            "a log signed by another", name, world,
            replace(world.room, keys={"log": key(name)}).write,
            need=frozenset({"consistency", "inclusion", "keyring-log"}),
            also=frozenset({"order", "site-state", "witnesses"}),
        )  # fmt: skip


def person_mutations(world: World) -> Iterator[Mutation]:
    """The contributor approves, by the same key or by another; one person signs for both."""
    for name in ("review-2", "correction-1", "correction-2", "withdrawal"):
        step = next((s for s in world.room.steps if s.base == f"{PROV}/{name}"), None)
        if step is None:
            continue
        for who in ("contributor", "publisher"):
            if (name, who) == ("review-2", "publisher"):
                # A publisher who is an editor too may approve; only who wrote it may not.
                continue
            for second in ("", f"{who} again"):
                yield _by_one(world, step, who, second)


def _by_one(world: World, step: Step, who: str, second: str) -> Mutation:
    """``who`` stands in the editor's place, with the one key or a second one of that name."""
    room = world.room
    first, keyring = room.step("keys/1.keyring"), room.step("keys/2.keyring")
    extra = []
    if second:
        made = make_entry(f"the-{who}", "person", ["editor"], key(second).public, 4)
        extra = [made.model_dump(mode="json", exclude_none=True)]
    for each, more in ((first, []), (keyring, extra)):
        keys = [
            {**entry, "roles": [*entry["roles"], "editor"]}
            if entry["name"] == f"the-{who}" and not second
            else entry
            for entry in each.value["predicate"]["keys"]
        ]
        predicate = {**each.value["predicate"], "keys": [*keys, *more]}
        room = room.with_step(each.base, value={**each.value, "predicate": predicate})
    said = {**step.value["predicate"], "reviewer": {"id": f"the-{who}", "kind": "person"}}
    signer = second or who
    signers = (signer,) if step.kind == "review" else ("publisher", signer)
    if signers == ("publisher", "publisher"):
        signers = ("publisher",)
    value = {**step.value, "predicate": said}
    room = room.with_step(step.base, value=value, signers=signers)
    return Mutation(
        "one person in two places", f"{step.name}: {who}{' with a second key' if second else ''}",
        _with_pin(world, room.write()), room.write,
        need=frozenset({"four-eyes"}),
    )  # fmt: skip


def _with_pin(world: World, files: Bytes) -> World:
    return replace(world, trust=replace(world.trust, pin=pin_of(files)))
