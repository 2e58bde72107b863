"""Other forms of what is signed: signatures, JSON, base64, notes and proofs."""

from __future__ import annotations

import base64
import json
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from chained_newsroom import FOLDER, ORIGIN, WITNESS, Step, key
from damage import (
    CHECKPOINT,
    ORDER,
    Change,
    blamed,
    edit,
    edited,
    read_paths,
)

from copydesk.provenance.canonical import canonical_bytes
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.heads import HEADS
from copydesk.provenance.keys import PrivateKey
from copydesk.provenance.log.cosignature import cosign
from copydesk.provenance.log.note import parse_note
from copydesk.provenance.log.proof import parse_proof
from copydesk.provenance.verify_anchor import anchor_path
from mutations import Bytes, Mutation, World

# -- signatures -----------------------------------------------------------------------------------


def signature_mutations(world: World) -> Iterator[Mutation]:
    """Each signature of each envelope in forms that a lax verifier accepts, or counted twice."""
    for step in world.room.steps:
        if not step.base.startswith((FOLDER, "keys/", "state/")):
            continue
        path = f"{step.base}.dsse.json"
        count = len(json.loads(world.files[path])["signatures"])
        for at in range(count):
            for name, change in SIGNATURES.items():
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


SIGNATURES: dict[str, Change] = {
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
    _, any_of, also = blamed(path, world)
    envelope = change(json.loads(world.files[path]))
    # The log holds the envelope as it was, so even a good signature more is seen.
    if step.kind == "keyring":
        any_of = {"keyring-chain", "keyring-log"}
    return Mutation(
        "a signature in another form", f"{step.name}: {name}", world,
        partial(edited, world, {path: canonical_bytes(envelope)}),
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


def json_mutations(world: World) -> Iterator[Mutation]:
    """Other spellings: of envelopes, of payloads signed anew, of base64 in envelopes."""
    for step in world.room.steps:
        if not step.base.startswith((FOLDER, "keys/", "state/")):
            continue
        path = f"{step.base}.dsse.json"
        envelope = world.files[path]
        _, any_of, also = blamed(path, world)
        strict = {"form"} if any_of & {"form"} else any_of
        payload = parse_envelope(envelope).payload
        for name, change in FORMS.items():
            if change(envelope) != envelope:
                yield Mutation(
                    "an envelope spelt otherwise", f"{step.name} {name}", world,
                    partial(edit, world, path, change), any_of=frozenset(strict), also=also,
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
                        partial(edited, world, {path: canonical_bytes(changed)}),
                        any_of=frozenset(strict), also=also,
                    )  # fmt: skip
    yield from _heads_forms(world)


def _spelt(world: World, step: Step, payload: bytes) -> Bytes:
    keys = [key(name) for name in step.signers]
    return edited(world, {f"{step.base}.dsse.json": seal(payload, keys)})


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
                "the list of newest statements", name, world, partial(edited, world, {HEADS: data}),
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


def signature_line(name: str, change: Change, data: bytes) -> bytes:
    """The line by which ``name`` signed the note, changed; with its newline."""
    line = next(line for line in data.decode().split("\n") if line.startswith(f"\u2014 {name} "))
    raw = base64.b64decode(line.split(" ")[2])
    return f"\u2014 {name} {base64.b64encode(raw[:4] + change(raw[4:])).decode()}\n".encode()


def resign(name: str, change: Change, data: bytes) -> bytes:
    same = signature_line(name, bytes, data)
    return data.replace(same, signature_line(name, change, data))


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
        signature_line(ORIGIN, bytes, data), b""
    ),
    "a blank line more": lambda data: data + b"\n",
    "no newline at the end": lambda data: data[:-1],
    "a hyphen for the dash": lambda data: data.replace("\u2014".encode(), b"-"),
    "a tab": lambda data: data.replace(b" ", b"\t"),
    "a bad signature of the log's beside the good one": lambda data: (
        data + signature_line(ORIGIN, lambda _: bytes(64), data)
    ),
    "65 signatures": lambda data: data + data.splitlines(keepends=True)[-1] * 64,
    **{f"signature {name}": partial(resign, ORIGIN, change) for name, change in SIGNATURES.items()},
}
PROOFS: dict[str, Change] = {
    "another header": lambda data: data.replace(b"@v1", b"@v2", 1),
    "a hash fewer": _lines(lambda lines: [*lines[:2], *lines[3:]]),
    "a hash more": _lines(lambda lines: [*lines[:3], lines[2], *lines[3:]]),
    "two hashes swapped": _lines(lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]]),
    "an extra line": _lines(lambda lines: [lines[0], "extra YQ==", *lines[1:]]),
    "64 hashes": _lines(lambda lines: [*lines[:2], *[lines[2]] * 64, *lines[3:]]),
}


def note_mutations(world: World) -> Iterator[Mutation]:
    for path in read_paths(world):
        kind, any_of, also = blamed(path, world)
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
                partial(edit, world, path, change), any_of=frozenset(any_of), also=also,
            )  # fmt: skip
    path = CHECKPOINT if world.bundled else anchor_path(len(world.room.steps))
    for name, change in SIGNATURES.items():
        yield Mutation(
            "a cosignature in another form", name, world,
            partial(edit, world, path, partial(resign, WITNESS, partial(_timed, change))),
            need=frozenset({"witnesses"}),
        )  # fmt: skip
    for name, data in _cosignatures(world).items():
        yield Mutation(
            "a cosignature in another form", name, world, partial(edited, world, {path: data}),
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
        plain = plain.replace(signature_line(WITNESS, bytes, plain), b"")

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
        + signature_line(WITNESS, lambda _: bytes(72), good),
        "with a time of later": resign(
            WITNESS, lambda sig: (2).to_bytes(8, "big") + sig[8:], good
        ),
        "with a time beyond 2^63": resign(WITNESS, lambda sig: b"\xff" * 8 + sig[8:], good),
        "as a plain signature": plain
        + signature_line(WITNESS, lambda sig: sig[8:], good),
    }  # fmt: skip
