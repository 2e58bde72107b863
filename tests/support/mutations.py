"""What is done to a published record, and which checks of the verifier must then fail.

A mutation names the checks that must all fail (``need``), of which one must (``any_of``), and those
that may fail beside them (``also``); anything else that fails is a wrong name. ``fine`` mutations
change nothing of what the record means, and must not be refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from chained_newsroom import FOLDER, MONTH, ORIGIN, SLUG, Newsroom, Step, newsroom, trust_of
from field_rules import CONSEQUENCES, FREE, checks_of

from copydesk.errors import CopydeskError
from copydesk.provenance.bundle import Bundle, Bundler
from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.checks import CheckState, Verification
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.statement import parse_statement
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import verify_article
from copydesk.provenance.verify_bundle import verify_bundle

__all__ = [
    "Mutation",
    "World",
    "bundles",
    "failing",
    "field_mutations",
    "judge",
    "worlds",
]

Bytes = dict[str, bytes]


@dataclass(frozen=True)
class World:
    """An honest newsroom, its files, and the reader. ``bundled``: the files are a bundle's."""

    room: Newsroom
    files: Bytes
    trust: Trust
    bundled: bool = False

    def verify(self, files: Bytes | MemoryFiles) -> Verification:
        read = MemoryFiles(files) if isinstance(files, dict) else files
        if self.bundled:
            return verify_bundle(Bundle(ORIGIN, FOLDER, read), self.trust)
        return verify_article(read, MONTH, SLUG, trust=self.trust)


@dataclass(frozen=True)
class Mutation:
    """See the module; ``group`` is its row of the table, ``make`` gives the files that are shown."""

    group: str
    name: str
    world: World
    make: Callable[[], Bytes | MemoryFiles]
    need: frozenset[str] = frozenset()
    any_of: frozenset[str] = frozenset()
    also: frozenset[str] = frozenset()
    fine: bool = False
    same: bool = False
    """Either refused as said, or every answer is what it was: the byte means nothing."""


@cache
def worlds() -> tuple[World, World]:
    """The newsroom with the article, and the one in which it is withdrawn."""
    return _world(newsroom()), _world(newsroom(withdrawn=True))


def _world(room: Newsroom) -> World:
    files = room.write(at_once=False)
    return World(room, files, trust_of(pin_of(files)))


@cache
def bundles() -> tuple[World, World]:
    """The bundles of both."""
    whole, withdrawn = worlds()
    return _bundled(whole), _bundled(withdrawn)


def _bundled(world: World) -> World:
    bundle = Bundler(MemoryFiles(world.files)).bundle(MONTH, SLUG)
    return replace(world, files=bundle.files.files, bundled=True)


def pin_of(files: Bytes) -> str:
    return sha256_hex(parse_envelope(files["keys/1.keyring.dsse.json"]).payload)


def failing(result: Verification) -> set[str]:
    return {check.id for check in result.checks if check.state is CheckState.FAIL}


def judge(mutation: Mutation) -> str:
    """What the verifier got wrong about the mutation; empty when it is right."""
    try:
        result = mutation.world.verify(mutation.make())
    except Exception as error:  # noqa: BLE001 - that it raises nothing is what is tested
        return f"raised {type(error).__name__}: {error}"
    if not all(check.reason.isprintable() for check in result.checks):
        return "a reason is not printable"
    if mutation.fine:
        return "" if result.ok else f"refused, with nothing changed: {_named(failing(result))}"
    if mutation.same and result == mutation.world.verify(mutation.world.files):
        return ""
    return "accepted" if result.ok else _misnamed(mutation, failing(result))


def _misnamed(mutation: Mutation, failed: set[str]) -> str:
    if not mutation.need <= failed:
        return f"{_named(mutation.need)} should fail, not {_named(failed)}"
    if mutation.any_of and not mutation.any_of & failed:
        return f"one of {_named(mutation.any_of)} should fail, not {_named(failed)}"
    wrong = failed - mutation.need - mutation.any_of - mutation.also
    return f"{_named(wrong)} should not fail" if wrong else ""


def _named(checks: set[str] | frozenset[str]) -> str:
    return ", ".join(sorted(checks)) or "nothing"


# -- every field of every statement ---------------------------------------------------------------

KEPT = "field changed, signature kept"
SIGNED = "field changed and signed again, not logged"
RULE = "field changed, signed and logged again: breaks a rule"
FORM = "field changed, signed and logged again: no longer a statement"
FREELY = "field changed, signed and logged again: the newsroom's own word"


def field_mutations() -> Iterator[Mutation]:
    """Each change of each field of each statement of the article, in three ways."""
    whole, withdrawn = worlds()
    for world, names in ((whole, None), (withdrawn, {"withdrawal"})):
        for step in world.room.steps:
            mine = step.base.startswith((FOLDER, "keys/", "state/"))
            if mine and (names is None or step.name in names):
                yield from _of_step(world, step)


def _of_step(world: World, step: Step) -> Iterator[Mutation]:
    # Counterparts: the other article's statement, the other correction, review or keyring.
    like = [each.value for each in world.room.steps if each.kind == step.kind and each != step]
    for path, label, value in changes(step.value, like):
        name = f"{step.name}: {'.'.join(map(str, path))}: {label}"
        payload = canonical_bytes(value)
        parses = _parses(payload)
        yield Mutation(
            KEPT, name, world, partial(_kept, world, step, payload), **_unlogged(step, parses, True)
        )
        yield Mutation(
            SIGNED, name, world, partial(_signed, world, step, payload),
            **_unlogged(step, parses, False),
        )  # fmt: skip
        make = partial(_rewritten, world, step.base, value)
        also = CONSEQUENCES[step.kind]
        if not parses:
            need = {"keyring": {"keyring-chain"}, "site-state": {"site-state"}}
            yield Mutation(
                FORM, name, world, make,
                need=frozenset(need.get(step.kind, {"form"})), also=also,
            )  # fmt: skip
            continue
        checks = checks_of(step, path, label)
        if checks is FREE:
            yield Mutation(FREELY, name, world, make, fine=True)
        else:
            yield Mutation(RULE, name, world, make, any_of=frozenset(checks), also=also)


def _unlogged(step: Step, parses: bool, kept: bool) -> dict[str, frozenset[str]]:
    also = CONSEQUENCES[step.kind]
    if step.kind == "site-state":
        return {"need": frozenset({"site-state"}), "also": also}
    if step.kind == "keyring":
        if kept or not parses:
            return {"need": frozenset({"keyring-chain"}), "also": also}
        return {"any_of": frozenset({"keyring-chain", "keyring-log"}), "also": also}
    if not parses:
        return {"need": frozenset({"form"}), "also": also}
    checks = {"signature", "inclusion"} if kept else {"inclusion"}
    return {"need": frozenset(checks), "also": also}


def _parses(payload: bytes) -> bool:
    try:
        parse_statement(payload)
    except CopydeskError:
        return False
    return True


def _kept(world: World, step: Step, payload: bytes) -> Bytes:
    path = f"{step.base}.dsse.json"
    envelope = json.loads(world.files[path])
    other = json.loads(seal(payload, []))
    return world.files | {path: canonical_bytes({**envelope, "payload": other["payload"]})}


def _signed(world: World, step: Step, payload: bytes) -> Bytes:
    envelope = seal(payload, [world.room._key(name) for name in step.signers])
    return world.files | {f"{step.base}.dsse.json": envelope}


def _rewritten(world: World, base: str, value: Any) -> Bytes:
    return world.room.with_step(base, value=value).write()


# -- values ---------------------------------------------------------------------------------------

Path = tuple[str | int, ...]
_LITERALS = (
    ("person", "service", "bot"),
    ("approve", "approve-with-corrections", "request-changes", "reject"),
    ("page", "rendered-dom", "raw", "archive-copy"),
    ("stored", "failed", "refused"),
    ("error", "warning", "note"),
    ("accepted", "dismissed", "concern"),
    ("title", "summary", "body"),
    ("correction", "clarification", "update", "retraction"),
    ("root", "contributor", "editor", "publisher", "collector", "log", "witness"),
)
_DROP = object()


def changes(value: Any, like: list[Any]) -> Iterator[tuple[Path, str, Any]]:
    """Each change of each part of a JSON value: where, what in words, the whole value after it.

    ``like`` are values of the same kind, whose parts are put in this one's place.
    """
    for path, node in _walk(value, ()):
        made = [*_variants(node), *_borrowed(path, node, like)]
        if path:
            made += [("null", None), ("dropped", _DROP)]
        for label, new in made:
            changed = _put(value, path, new)
            if changed != value or type(new) is not type(node):
                yield path, label, changed


def _walk(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    yield path, value
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for name, inner in items:
            yield from _walk(inner, (*path, name))


def _variants(node: Any) -> list[tuple[str, Any]]:
    if isinstance(node, bool):
        return [("negated", not node), ("a number", int(node))]
    if isinstance(node, int):
        return [("+1", node + 1), ("-1", node - 1), ("a text", str(node)), ("huge", 2**53 - 1)]
    if isinstance(node, str):
        return _texts(node)
    if isinstance(node, dict):
        return [("a field more", {**node, "zz": 1}), ("emptied", {}), ("a list", [node])]
    if isinstance(node, list):
        found = [("emptied", [])]
        if node:
            found.append(("an element more", [*node, node[-1]]))
        if len(node) > 1:
            found.append(("swapped", [node[1], node[0], *node[2:]]))
        return found
    return []


def _texts(node: str) -> list[tuple[str, Any]]:
    last = node[-1:]
    if len(node) == 20 and node.endswith("Z"):
        changed = node[:-2] + ("1" if node[-2] != "1" else "2") + "Z"
    elif len(node) == 44 and last == "=":
        changed = ("A" if node[0] != "A" else "B") + node[1:]
    else:
        changed = node[:-1] + ("1" if last != "1" else "2")
    found: list[tuple[str, Any]] = [
        ("changed", changed), ("longer", node + "x"), ("empty", ""), ("a number", 1),
        ("with a terminal's escape", node + "\x1b[2J"), ("from right to left", node + "\u202e"),
    ]  # fmt: skip
    for group in _LITERALS:
        if node in group:
            found += [(f"to {other}", other) for other in group if other != node]
    return found


def _borrowed(path: Path, node: Any, like: list[Any]) -> Iterator[tuple[str, Any]]:
    # Whole statements in each other's place are whole files: see file_mutations.
    seen = [node]
    for value in like if len(path) > 1 else ():
        try:
            for part in path:
                value = value[part]  # noqa: PLW2901
        except (KeyError, IndexError, TypeError):
            continue
        if value not in seen:
            seen.append(value)
            yield "another statement's", value


def _put(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    head, *rest = path
    copy = dict(value) if isinstance(value, dict) else list(value)
    if not rest and new is _DROP:
        del copy[head]  # type: ignore[arg-type]
    else:
        copy[head] = _put(value[head], tuple(rest), new)  # type: ignore[index]
    return copy
