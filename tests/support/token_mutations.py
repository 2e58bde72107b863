"""Mutations of the timestamp of a checkpoint; none where the openssl command is not installed."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path

from local_tsa import OPENSSL, LocalTsa

from copydesk.provenance.log.note import parse_note
from copydesk.provenance.verify_anchor import token_path
from mutations import Bytes, Mutation, World, worlds

__all__ = ["token_mutations"]

AT = datetime(2026, 11, 9, 10, 30, tzinfo=UTC)


def token_mutations() -> Iterator[Mutation]:
    """Each byte of the token, and tokens of others and of something else."""
    if OPENSSL is None:
        return
    world, others = _dated()
    path = token_path(len(world.room.steps))
    token = world.files[path]
    for at in range(len(token)):
        # Not every byte is signed, by the format; then every answer must be what it was.
        yield Mutation(
            "a byte of the timestamp", f"{at}", world,
            partial(_with, world, path, _flipped(token, at)),
            any_of=frozenset({"timestamp"}), same=True,
        )  # fmt: skip
    damaged = {
        "emptied": b"", "cut by a byte": token[:-1], "cut in half": token[: len(token) // 2],
        "twice over": token * 2, "with a byte more": token + b"\0", **others,
    }  # fmt: skip
    for name, data in damaged.items():
        yield Mutation(
            "a timestamp that does not hold", name, world, partial(_with, world, path, data),
            any_of=frozenset({"timestamp"}),
        )  # fmt: skip
    left = {name: data for name, data in world.files.items() if name != path}
    yield Mutation("a timestamp left out", "left out", world, lambda: left, fine=True)


@cache
def _dated() -> tuple[World, Bytes]:
    """A world with a timestamp, and tokens that another reader might take for it."""
    world = worlds()[0]
    size = len(world.room.steps)
    text = parse_note(world.files["log/checkpoint"]).text.encode()
    older = text.replace(b"\n%d\n" % size, b"\n%d\n" % (size - 1))
    with tempfile.TemporaryDirectory() as folder:
        tsa, other = LocalTsa(Path(folder) / "tsa"), LocalTsa(Path(folder) / "other")
        token = tsa.token(text, AT)
        others = {
            "of an older checkpoint": tsa.token(older, AT),
            "of the whole note": tsa.token(world.files["log/checkpoint"], AT),
            "by an unknown authority": other.token(text, AT),
            "of before the certificate": tsa.token(text, AT.replace(year=1999)),
        }
        root = tsa.root.pem
    files = {**world.files, token_path(size): token}
    trust = replace(world.trust, tsa_roots=(root,))
    return World(world.room, files, trust), others


def _with(world: World, path: str, data: bytes) -> Bytes:
    return {**world.files, path: data}


def _flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ (1 << (at * 5 + 2) % 8)]) + data[at + 1 :]
