"""Mutations of files rather than fields: bytes, whole files, the log, keys, forms; and those that
change nothing.
"""

from __future__ import annotations

import base64
import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import zstandard
from chained_newsroom import BODIES, FOLDER, ORIGIN, OTHER, WITNESS, Step, cosigned, key
from field_rules import CONSEQUENCES, WITHOUT_A_KEYRING

from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.heads import HEADS
from copydesk.provenance.keyring import make_entry
from copydesk.provenance.keys import PrivateKey, keyid_of
from copydesk.provenance.log.cosignature import cosign
from copydesk.provenance.log.merkle import inclusion_proof
from copydesk.provenance.log.note import parse_checkpoint, parse_note
from copydesk.provenance.log.proof import format_proof, parse_proof
from copydesk.provenance.log.tiles import TileNodes, append, entries
from copydesk.provenance.verify_anchor import anchor_path
from mutations import Bytes, Mutation, World, bundles, pin_of, worlds

__all__ = ["all_mutations", "read_paths"]

PROV = f"{FOLDER}/prov"
CHECKPOINT = "log/checkpoint"
ORDER = 2**252 + 27742317777372353535851937790883648493
Change = Callable[[bytes], bytes]
Checks = Iterable[str]


def all_mutations() -> Iterator[Mutation]:
    """Every mutation of this module."""
    whole, withdrawn = worlds()
    for world in (whole, withdrawn):
        yield from _bytes_of_files(world)
        yield from _whole_files(world)
        yield from _signatures(world)
        yield from _json_forms(world)
        yield from _bad_keys(world)
        yield from _harmless(world)
    yield from _notes(whole)
    yield from _log(whole)
    yield from _keyring_keys(whole)
    yield from _one_person(whole)
    yield from _one_person(withdrawn)
    for world in bundles():
        for made in (
            _bytes_of_files(world),
            _whole_files(world),
            _signatures(world),
            _notes(world),
        ):
            for mutation in made:
                yield replace(mutation, group=f"bundle: {mutation.group}")


class Recording(MemoryFiles):
    """Notes which files are read."""

    def __init__(self, files: Bytes) -> None:
        super().__init__(files)
        self.read_paths: set[str] = set()

    def read(self, path: str) -> bytes | None:
        self.read_paths.add(path)
        return super().read(path)


class Reordered(MemoryFiles):
    """Lists its files in another order."""

    def names(self, prefix: str) -> Iterable[str]:
        return list(super().names(prefix))[::-1]


def read_paths(world: World) -> list[str]:
    """The files that a verification of the honest record reads."""
    files = Recording(world.files)
    assert world.verify(files).ok
    return sorted(files.read_paths & set(world.files))


def _blamed(path: str, world: World) -> tuple[str, set[str], frozenset[str]]:
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


def _edited(world: World, changes: dict[str, bytes | None]) -> Bytes:
    files = {**world.files, **changes}
    return {path: data for path, data in files.items() if data is not None}


def _edit(world: World, path: str, change: Change) -> Bytes:
    return _edited(world, {path: change(world.files[path])})


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
                    partial(_edit, world, path, partial(_flip, at, 1)), fine=True,
                )  # fmt: skip
            continue
        kind, any_of, also = _blamed(path, world)
        # One bit of a zstd frame's descriptor means nothing to any reader.
        # In a bundle, a proof's checkpoint has the witness's line too, which is read elsewhere.
        same = kind == "capture" or (world.bundled and path.endswith(".tlog-proof"))
        for at in range(len(data)):
            bit = 1 << (at * 5 + 2) % 8
            yield Mutation(
                f"a byte of the {kind}", f"{path} at {at}", world,
                partial(_edit, world, path, partial(_flip, at, bit)),
                any_of=frozenset(any_of), also=also, same=same,
            )  # fmt: skip


def _flip(at: int, bits: int, data: bytes) -> bytes:
    return data[:at] + bytes([data[at] ^ bits]) + data[at + 1 :]


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
        kind, any_of, also = _blamed(path, world)
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
                partial(_edit, world, path, change),
                any_of=frozenset(() if fine else any_of), also=also, fine=fine,
            )  # fmt: skip
    yield from _of_the_other(world)
    yield from _repeated(world)


def _dropped(world: World, path: str, kind: str, also: frozenset[str]) -> Mutation:
    make = partial(_edited, world, {path: None})
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
        kind, any_of, also = _blamed(mine, world)
        yield Mutation(
            "a file of another article", mine, world, partial(_edited, world, changes),
            any_of=frozenset(any_of), also=also,
        )  # fmt: skip
        if kind == "envelope":
            proof = mine.replace(".dsse.json", ".tlog-proof")
            both = {**changes, proof: world.files[path.replace(".dsse.json", ".tlog-proof")]}
            yield Mutation(
                "a file of another article, with its proof", mine, world,
                partial(_edited, world, both),
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
                world, partial(_edited, world, changes), any_of=blamed,
                also=frozenset().union(*CONSEQUENCES.values()),
            )  # fmt: skip


# -- signatures -----------------------------------------------------------------------------------


def _signatures(world: World) -> Iterator[Mutation]:
    """Each signature of each envelope in forms that a lax verifier accepts, or counted twice."""
    for step in world.room.steps:
        if not step.base.startswith((FOLDER, "keys/", "state/")):
            continue
        path = f"{step.base}.dsse.json"
        count = len(json.loads(world.files[path])["signatures"])
        for at in range(count):
            for name, change in _SIGNATURES.items():
                yield _resigned(
                    world, step, f"signature {at} {name}", partial(_on_signature, at, change)
                )
        yield _resigned(world, step, "signatures twice", _twice)
        yield _resigned(world, step, "no signature", lambda e: {**e, "signatures": []})
        yield _resigned(world, step, "17 signatures", _seventeen)
        if count > 1:
            yield _resigned(
                world, step, "signatures in another order",
                lambda e: {**e, "signatures": e["signatures"][::-1]},
            )  # fmt: skip


def _plus_order(signature: bytes) -> bytes:
    s = int.from_bytes(signature[32:], "little") + ORDER
    return signature[:32] + s.to_bytes(32, "little")


_SIGNATURES: dict[str, Change] = {
    "with S + L": _plus_order,
    "of zeros": lambda _: bytes(64),
    "with R of small order": lambda sig: b"\x01" + bytes(31) + sig[32:],
    "cut": lambda sig: sig[:-1],
    "longer": lambda sig: sig + b"\0",
    "negated": lambda sig: sig[:31] + bytes([sig[31] ^ 0x80]) + sig[32:],
}


def _on_signature(at: int, change: Change, envelope: dict[str, Any]) -> dict[str, Any]:
    signatures = [dict(item) for item in envelope["signatures"]]
    signature = change(base64.b64decode(signatures[at]["sig"]))
    signatures[at]["sig"] = base64.b64encode(signature).decode()
    return {**envelope, "signatures": signatures}


def _twice(envelope: dict[str, Any]) -> dict[str, Any]:
    return {**envelope, "signatures": envelope["signatures"] * 2}


def _seventeen(envelope: dict[str, Any]) -> dict[str, Any]:
    return {**envelope, "signatures": envelope["signatures"][:1] * 17}


def _resigned(
    world: World, step: Step, name: str, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> Mutation:
    path = f"{step.base}.dsse.json"
    _, any_of, also = _blamed(path, world)
    envelope = change(json.loads(world.files[path]))
    # The log holds the envelope as it was, so even a good signature more is seen.
    if step.kind == "keyring":
        any_of = {"keyring-chain", "keyring-log"}
    return Mutation(
        "a signature in another form", f"{step.name}: {name}", world,
        partial(_edited, world, {path: canonical_bytes(envelope)}),
        any_of=frozenset(any_of), also=also,
    )  # fmt: skip


# -- forms of JSON --------------------------------------------------------------------------------


def _spaced(data: bytes) -> bytes:
    return json.dumps(json.loads(data), ensure_ascii=False).encode()


def _reversed_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _reversed_keys(value[name]) for name in reversed(list(value))}
    return [_reversed_keys(item) for item in value] if isinstance(value, list) else value


def _other_order(data: bytes) -> bytes:
    value = _reversed_keys(json.loads(data))
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _doubled(data: bytes) -> bytes:
    """The first field of the outermost object twice."""
    value = json.loads(data)
    first = next(iter(value))
    pair = json.dumps({first: value[first]}, ensure_ascii=False, separators=(",", ":")).encode()
    return pair[:-1] + b"," + data[1:]


def _first_number(text: Callable[[str], str], data: bytes) -> bytes:
    """The first integer of the text in another form; the data as it is without one."""
    for mark in (b'"wordCount":', b'"logSize":', b'"validFrom":', b'"version":', b'"size":', b":"):
        at = data.find(mark) + len(mark)
        end = at
        while data[end : end + 1].isdigit():
            end += 1
        if end > at >= len(mark):
            return data[:at] + text(data[at:end].decode()).encode() + data[end:]
    return data


def _spare_bits(text: str) -> str:
    body = text.rstrip("=")
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    if body == text:
        return text
    return body[:-1] + alphabet[alphabet.index(body[-1]) ^ 1] + text[len(body) :]


FORMS: dict[str, Change] = {
    "with spaces": _spaced,
    "with a newline": lambda data: data + b"\n",
    "with its keys in another order": _other_order,
    "with a key twice": _doubled,
    "with a float": partial(_first_number, lambda text: text + ".0"),
    "with an exponent": partial(_first_number, lambda text: text + "e0"),
    "with a number from zero": partial(_first_number, lambda text: "0" + text),
    "with minus zero": partial(_first_number, lambda _: "-0"),
    "with 2^53": partial(_first_number, lambda _: str(2**53)),
    "with 10^5000": partial(_first_number, lambda _: "1" + "0" * 5000),
    "with NaN": partial(_first_number, lambda _: "NaN"),
    "with an escape": lambda data: data.replace(b"sha256", b"sha25\\u0036", 1),
    "with a solidus escaped": lambda data: data.replace(b"/", b"\\/", 1),
    "with a lone surrogate": lambda data: data.replace(b"the-", b"\\ud800-", 1),
    "decomposed (NFD)": lambda data: unicodedata.normalize("NFD", data.decode()).encode(),
    "nested a thousand deep": lambda data: data[:-1] + b',"z":' + b"[" * 999 + b"]" * 999 + b"}",
    "nested a hundred thousand deep": lambda data: b"[" * 100_000 + data,
    "no JSON": lambda data: data.replace(b"{", b"(", 1),
    "overlong UTF-8": lambda data: data.replace(b"/", b"\xc0\xaf", 1),
    "with a trailing comma": lambda data: data[:-1] + b",}",
    "with a comment": lambda data: data[:-1] + b"/**/}",
}
BASE64: dict[str, Callable[[str], str]] = {
    "without padding": lambda text: text.rstrip("="),
    "for URLs": lambda text: text.replace("+", "-").replace("/", "_"),
    "in lines": lambda text: text[:40] + "\n" + text[40:],
    "with spare bits": _spare_bits,
    "with a space": lambda text: text + " ",
}


def _json_forms(world: World) -> Iterator[Mutation]:
    """Other spellings: of envelopes, of payloads signed anew, of base64 in envelopes."""
    for step in world.room.steps:
        if not step.base.startswith((FOLDER, "keys/", "state/")):
            continue
        path = f"{step.base}.dsse.json"
        envelope = world.files[path]
        _, any_of, also = _blamed(path, world)
        strict = {"form"} if any_of & {"form"} else any_of
        payload = parse_envelope(envelope).payload
        for name, change in FORMS.items():
            if change(envelope) != envelope:
                yield Mutation(
                    "an envelope spelt otherwise", f"{step.name} {name}", world,
                    partial(_edit, world, path, change), any_of=frozenset(strict), also=also,
                )  # fmt: skip
            if change(payload) != payload:
                # Decomposed text is other text, signed like any other; but it is not logged.
                free = name.startswith("decomposed")
                yield Mutation(
                    "a payload spelt otherwise and signed", f"{step.name} {name}", world,
                    partial(_spelt, world, step, change(payload)),
                    any_of=frozenset(any_of if free else strict)
                    | (frozenset({"keyring-log"}) if step.kind == "keyring" else frozenset()),
                    also=also,
                )  # fmt: skip
        for name, text in BASE64.items():
            value = json.loads(envelope)
            for field in ("payload", "sig"):
                changed = json.loads(envelope)
                holder = changed if field == "payload" else changed["signatures"][0]
                holder[field] = text(holder[field])
                if changed != value:
                    yield Mutation(
                        "base64 spelt otherwise", f"{step.name} {field} {name}", world,
                        partial(_edited, world, {path: canonical_bytes(changed)}),
                        any_of=frozenset(strict), also=also,
                    )  # fmt: skip
    yield from _heads_forms(world)


def _spelt(world: World, step: Step, payload: bytes) -> Bytes:
    keys = [key(name) for name in step.signers]
    return _edited(world, {f"{step.base}.dsse.json": seal(payload, keys)})


def _heads_forms(world: World) -> Iterator[Mutation]:
    heads = world.files[HEADS]
    lines = heads.splitlines(keepends=True)
    forms: dict[str, bytes] = {
        "in another order": b"".join(reversed(lines)),
        "a line twice": lines[0] + heads,
        "a line fewer": lines[0],
        "the other line alone": lines[1],
        "a line more": heads + lines[1].replace(b"another", b"zzz"),
        **{name: change(heads[:-1]) + b"\n" for name, change in FORMS.items()
           if name in {"with minus zero", "with a solidus escaped", "with an escape"}},
    }  # fmt: skip
    for name, data in forms.items():
        if data != heads:
            yield Mutation(
                "the list of newest statements", name, world, partial(_edited, world, {HEADS: data}),
                need=frozenset({"site-state"}),
            )  # fmt: skip


# -- notes and proofs -----------------------------------------------------------------------------


def _lines(change: Callable[[list[str]], list[str]]) -> Change:
    return lambda data: "\n".join(change(data.decode().split("\n"))).encode()


def _at_size(text: Callable[[str], str], data: bytes) -> bytes:
    """The size line of the checkpoint, in a proof or alone, in another form."""
    lines = data.decode().split("\n")
    at = lines.index(ORIGIN) + 1
    lines[at] = text(lines[at])
    return "\n".join(lines).encode()


def _signature_line(name: str, change: Change, data: bytes) -> bytes:
    """The line by which ``name`` signed the note, changed; with its newline."""
    line = next(line for line in data.decode().split("\n") if line.startswith(f"\u2014 {name} "))
    raw = base64.b64decode(line.split(" ")[2])
    return f"\u2014 {name} {base64.b64encode(raw[:4] + change(raw[4:])).decode()}\n".encode()


def _resign(name: str, change: Change, data: bytes) -> bytes:
    same = _signature_line(name, bytes, data)
    return data.replace(same, _signature_line(name, change, data))


NOTES: dict[str, Change] = {
    "size from zero": partial(_at_size, lambda text: "0" + text),
    "size with a plus": partial(_at_size, lambda text: "+" + text),
    "size with a space": partial(_at_size, lambda text: text + " "),
    "another size": partial(_at_size, lambda text: str(int(text) + 1)),
    "a huge size": partial(_at_size, lambda _: "9" * 16),
    "a size of 5000 digits": partial(_at_size, lambda _: "9" * 5000),
    "another script's digits": partial(_at_size, lambda _: "\u0661\u0662"),
    "an extension line": partial(_at_size, lambda text: text + "\nx"),
    "another origin": lambda data: data.replace(ORIGIN.encode(), b"other.example/log"),
    "no signature of the log's": lambda data: data.replace(
        _signature_line(ORIGIN, bytes, data), b""
    ),
    "a blank line more": lambda data: data + b"\n",
    "no newline at the end": lambda data: data[:-1],
    "a hyphen for the dash": lambda data: data.replace("\u2014".encode(), b"-"),
    "a tab": lambda data: data.replace(b" ", b"\t"),
    "a bad signature of the log's beside the good one": lambda data: (
        data + _signature_line(ORIGIN, lambda _: bytes(64), data)
    ),
    "65 signatures": lambda data: data + data.splitlines(keepends=True)[-1] * 64,
    **{
        f"signature {name}": partial(_resign, ORIGIN, change)
        for name, change in _SIGNATURES.items()
    },
}
PROOFS: dict[str, Change] = {
    "another header": lambda data: data.replace(b"@v1", b"@v2", 1),
    "a hash fewer": _lines(lambda lines: [*lines[:2], *lines[3:]]),
    "a hash more": _lines(lambda lines: [*lines[:3], lines[2], *lines[3:]]),
    "two hashes swapped": _lines(lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]]),
    "an extra line": _lines(lambda lines: [lines[0], "extra YQ==", *lines[1:]]),
    "64 hashes": _lines(lambda lines: [*lines[:2], *[lines[2]] * 64, *lines[3:]]),
}


def _notes(world: World) -> Iterator[Mutation]:
    for path in read_paths(world):
        kind, any_of, also = _blamed(path, world)
        proof = path.endswith(".tlog-proof")
        if not proof and kind != "checkpoint":
            continue
        forms = dict(NOTES)
        if proof:
            hashes = len(parse_proof(world.files[path]).path)
            least = {"two hashes swapped": 2, "a hash fewer": 1, "a hash more": 1, "64 hashes": 1}
            forms |= {n: c for n, c in PROOFS.items() if hashes >= least.get(n, 0)}
            forms |= _indices(world.files[path])
        for name, change in forms.items():
            yield Mutation(
                "a note or proof in another form", f"{path} {name}", world,
                partial(_edit, world, path, change), any_of=frozenset(any_of), also=also,
            )  # fmt: skip
    path = CHECKPOINT if world.bundled else anchor_path(len(world.room.steps))
    for name, change in _SIGNATURES.items():
        yield Mutation(
            "a cosignature in another form", name, world,
            partial(_edit, world, path, partial(_resign, WITNESS, partial(_timed, change))),
            need=frozenset({"witnesses"}),
        )  # fmt: skip
    for name, data in _cosignatures(world).items():
        yield Mutation(
            "a cosignature in another form", name, world, partial(_edited, world, {path: data}),
            need=frozenset({"witnesses"}),
        )  # fmt: skip


def _timed(change: Change, cosignature: bytes) -> bytes:
    """A cosignature is a time, then a signature."""
    return cosignature[:8] + change(cosignature[8:])


def _indices(data: bytes) -> dict[str, Change]:
    index = parse_proof(data).index
    line = b"index %d\n" % index
    others = [*range(20), 2**53 - 1, 10**15]
    found: dict[str, Change] = {
        f"index {other}": lambda data, other=other: data.replace(line, b"index %d\n" % other, 1)
        for other in others
        if other != index
    }
    found["index from zero"] = lambda data: data.replace(line, b"index 0%d\n" % index, 1)
    found["index below zero"] = lambda data: data.replace(line, b"index -%d\n" % (index + 1), 1)
    return found


def _cosignatures(world: World) -> dict[str, bytes]:
    note = parse_note(world.files[CHECKPOINT])
    plain = world.files[CHECKPOINT]
    if world.bundled:
        plain = plain.replace(_signature_line(WITNESS, bytes, plain), b"")

    def cosigned_as(name: str, signer: PrivateKey, time: int = 1, text: str = note.text) -> bytes:
        return plain + (cosign(text, name, signer, time) + "\n").encode()

    older = _at_size(lambda text: str(int(text) - 1), note.text.encode()).decode()
    good = cosigned_as(WITNESS, key("witness"))
    return {
        "by another key under the witness's name": cosigned_as(WITNESS, key("stranger")),
        "by the witness under another name": cosigned_as("other.example/w", key("witness")),
        "by the log's own key": cosigned_as(WITNESS, key("log")),
        "of an older checkpoint": cosigned_as(WITNESS, key("witness"), text=older),
        "beside a bad one": good
        + _signature_line(WITNESS, lambda _: bytes(72), good),
        "with a time of later": _resign(
            WITNESS, lambda sig: (2).to_bytes(8, "big") + sig[8:], good
        ),
        "with a time beyond 2^63": _resign(WITNESS, lambda sig: b"\xff" * 8 + sig[8:], good),
        "as a plain signature": plain
        + _signature_line(WITNESS, lambda sig: sig[8:], good),
    }  # fmt: skip


# -- the log --------------------------------------------------------------------------------------


def _log(world: World) -> Iterator[Mutation]:
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
            partial(_edited, world, {path: every[path]}),
            any_of=blamed | {"keyring-log"} if step.kind == "keyring" else blamed, also=also,
        )  # fmt: skip
    yield Mutation(
        "the log forked", f"{name}: the checkpoint", world,
        partial(_edited, world, {CHECKPOINT: log[CHECKPOINT]}),
        any_of=frozenset({"consistency"}), also=also,
    )  # fmt: skip
    gone: dict[str, bytes | None] = dict.fromkeys(
        path for path in world.files if path.startswith("log/tile")
    )
    yield Mutation(
        "the log forked", f"{name}: the folder", world, partial(_edited, world, {**gone, **log}),
        any_of=frozenset({"consistency"}), also=also,
    )  # fmt: skip
    # All proofs too: one history, like any other, but for what the witness saw.
    yield Mutation(
        "the log forked", f"{name}: everything but the witness", world,
        partial(_edited, world, {**gone, **log, **every}),
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
            partial(_edited, world, changes),
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


def _bad_keys(world: World) -> Iterator[Mutation]:
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


def _keyring_keys(world: World) -> Iterator[Mutation]:
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


def _one_person(world: World) -> Iterator[Mutation]:
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
        yield fine("a file that is not read left out", path, partial(_edited, world, {path: None}))
    yield fine(
        "a file that is not read left out", "all of them",
        partial(_edited, world, dict.fromkeys(unread)),
    )  # fmt: skip
    for body in BODIES:
        sha = sha256_hex(body)
        path = f"captures/sha256/{sha[:2]}/{sha}.zst"
        for level in (1, 19):
            yield fine(
                "a capture packed anew", f"{sha[:8]} at level {level}",
                partial(_edited, world, {path: zstandard.compress(body, level)}),
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
                partial(_edit, world, path, lambda data, line=line: data + f"{line}\n".encode()),
            )  # fmt: skip


def _more_files(world: World, fine: Fine) -> Iterator[Mutation]:
    for path in (
        "README.md", f"{FOLDER}/notes.txt", f"{PROV}/notes.txt", f"{PROV}/.hidden",
        f"{PROV}/rounds/1/review-1.dsse.json", "keys/README", "keys/pending/3.keyring.dsse.json",
        "log/README", "log/tile/0/x001/000", "log/checkpoints/README", "log/checkpoints/999",
        "state/other.json", "captures/sha256/00/" + "0" * 64 + ".zst",
        f"{FOLDER}-2/prov/review-1.dsse.json",
    ):  # fmt: skip
        yield fine("a file more that nothing names", path, partial(_edited, world, {path: b"x"}))


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
                partial(_edited, world, {path: made}),
            )  # fmt: skip


def _grown(world: World, fine: Fine) -> Iterator[Mutation]:
    """The log has grown since, by anything at all."""
    for more in (1, 2, 50, 300):
        made = append(
            MemoryFiles(world.files), [b"%d" % n for n in range(more)], key("log"), ORIGIN
        )
        yield fine("the log grown since", f"by {more}", partial(_edited, world, dict(made.changes)))
        if more <= 2:
            changes = {**made.changes, **cosigned(made.changes[CHECKPOINT] or b"")}
            yield fine(
                "the log grown since", f"by {more}, and cosigned",
                partial(_edited, world, changes),
            )  # fmt: skip
