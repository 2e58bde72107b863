"""Every parser that reads what others may have written, with what must hold of whatever it takes.

A parser refuses with a :class:`CopydeskError` and with nothing else; what it accepts is written
again as the very bytes that were read, wherever the form has one spelling only.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from functools import cache

from chained_newsroom import BODIES, FOLDER, MONTH, ORIGIN, SLUG, WITNESS, key

from copydesk.errors import CopydeskError
from copydesk.provenance import dsse, statement, wire
from copydesk.provenance.bundle import find_bundle, parse_bundle
from copydesk.provenance.canonical import canonical_bytes, parse_canonical, parse_strict
from copydesk.provenance.chunks import chunk_root
from copydesk.provenance.der import encode, read_der
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.heads import (
    HEADS,
    format_heads,
    head_proof,
    parse_head_proof,
)
from copydesk.provenance.heads_list import parse_heads
from copydesk.provenance.keyring import load_keyring
from copydesk.provenance.log.cosignature import add_lines, cosigned_by
from copydesk.provenance.log.note import (
    COSIGNATURE,
    Note,
    format_note,
    format_vkey,
    parse_checkpoint,
    parse_note,
    parse_vkey,
    signed_by,
)
from copydesk.provenance.log.policy import parse_policy, satisfied
from copydesk.provenance.log.proof import format_proof, parse_proof
from copydesk.provenance.passages import check_passages, make_passages
from copydesk.provenance.statement import parse_statement
from copydesk.provenance.statements import PREDICATES, SourceSetPredicate
from copydesk.provenance.timestamp_form import take_apart
from copydesk.provenance.verify import verify_article
from copydesk.provenance.verify_bundle import verify_bundle
from mutations import bundles, worlds

__all__ = ["BOMBS", "PARSERS", "refuses_or_holds", "seeds"]

PROV = f"{FOLDER}/prov"


def refuses_or_holds(name: str, data: bytes) -> bool:
    """Give ``data`` to the parser: whether it took it. Any other error is a finding."""
    message = ""
    try:
        PARSERS[name](data)
    except CopydeskError as error:
        message = error.message
    assert len(message) < 10_000, "a message is endless"
    return not message


def _canonical(data: bytes) -> None:
    value = parse_canonical(data)
    assert canonical_bytes(value) == data
    assert parse_strict(data) == value


def _strict(data: bytes) -> None:
    assert parse_canonical(canonical_bytes(parse_strict(data))) is not NotImplemented


def _envelope(data: bytes) -> None:
    short = dsse._read_as_sealed(data)
    try:
        whole = dsse._parse(data)
    except CopydeskError:
        assert short is None, "the short way accepts what the long way refuses"
        raise
    assert short in (None, whole)
    assert dsse.countersign(whole, []) == data
    assert dsse.parse_envelope(data) == whole


def _statement(data: bytes) -> None:
    short = wire.read_as_written(data)
    try:
        whole = statement._parse(data)
    except CopydeskError:
        assert short is None, "the short way accepts what the long way refuses"
        raise
    assert short in (None, whole)
    assert parse_statement(data).predicate == whole[2]


def _note(data: bytes) -> None:
    note = parse_note(data)
    assert format_note(note).encode() == data
    signed_by(note, ORIGIN, key("log").public)
    cosigned_by(note, WITNESS, key("witness").public)


def _checkpoint(data: bytes) -> None:
    checkpoint = parse_checkpoint(parse_note(data))
    again = parse_checkpoint(Note(checkpoint.text(), ()))
    assert again == checkpoint


def _cosignature(data: bytes) -> None:
    """The data are lines that a witness sent for the newest checkpoint."""
    plain = worlds()[0].files["log/checkpoint"].decode()
    lines = data.decode("utf-8", "surrogateescape").splitlines(keepends=True)
    merged = add_lines(plain, lines)
    note = parse_note(merged.encode())
    assert note.text == parse_note(plain.encode()).text
    assert signed_by(note, ORIGIN, key("log").public)
    time = cosigned_by(note, WITNESS, key("witness").public)
    assert time is None or 0 <= time < 2**63


def _proof(data: bytes) -> None:
    proof = parse_proof(data)
    again = format_proof(proof.index, list(proof.path), format_note(proof.note))
    assert again == data


def _policy(data: bytes) -> None:
    policy = parse_policy(data)
    answer = satisfied(policy, parse_note(worlds()[0].files["log/checkpoint"]))
    assert answer.reason


def _vkey(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    assert parse_vkey(text).text == text


def _heads(data: bytes) -> None:
    heads = parse_heads(data)
    assert format_heads(heads) == data
    if heads:
        proof = head_proof(heads, heads[0].article)
        assert proof is not None


def _head_proof(data: bytes) -> None:
    proof = parse_head_proof(data)
    assert proof.to_bytes() == data
    proof.under("0" * 64, 3)


def _keyring(data: bytes) -> None:
    files = {path: worlds()[0].files[path] for path in ("keys/1.keyring.dsse.json",)}
    load_keyring(MemoryFiles({**files, "keys/2.keyring.dsse.json": data}))


def _bundle(data: bytes) -> None:
    bundle = parse_bundle(find_bundle(data))
    result = verify_bundle(bundle, bundles()[0].trust)
    assert all(check.reason.isprintable() for check in result.checks)


def _passages(data: bytes) -> None:
    value = parse_strict(data)
    source_set = _source_set()
    listed = value if isinstance(value, list) else [value]
    for answer in check_passages(listed, source_set):
        assert answer.reason


def _trace(data: bytes) -> None:
    """The data are a trace that somebody signed."""
    value = parse_strict(data)
    if isinstance(value, dict):
        bodies = dict(zip(_shas(), BODIES, strict=True))
        made, _ = make_passages(value, _source_set(), bodies.get)
        assert all(answer.state == "pass" for answer in check_passages(made, _source_set()))


def _timestamp(data: bytes) -> None:
    take_apart(data)


def _der(data: bytes) -> None:
    assert read_der(data).whole == data


def _record(data: bytes) -> None:
    """The first byte says which file of the record the rest is."""
    world = worlds()[0]
    paths = [path for path in sorted(world.files) if not path.startswith("log/tile/entries")]
    path = paths[data[0] % len(paths)] if data else paths[0]
    result = verify_article(
        MemoryFiles({**world.files, path: data[1:]}), MONTH, SLUG, trust=world.trust
    )
    assert all(check.reason.isprintable() for check in result.checks)


PARSERS: dict[str, Callable[[bytes], None]] = {
    "canonical": _canonical,
    "strict": _strict,
    "envelope": _envelope,
    "statement": _statement,
    "note": _note,
    "checkpoint": _checkpoint,
    "cosignature": _cosignature,
    "proof": _proof,
    "policy": _policy,
    "vkey": _vkey,
    "heads": _heads,
    "head-proof": _head_proof,
    "keyring": _keyring,
    "bundle": _bundle,
    "passages": _passages,
    "trace": _trace,
    "timestamp": _timestamp,
    "der": _der,
    "record": _record,
}


# -- what to begin with ---------------------------------------------------------------------------


def _shas() -> list[str]:
    return [
        capture.sha256 or ""
        for entry in _source_set().sources
        for capture in entry.captures
        if capture.sha256
    ]


@cache
def _source_set() -> SourceSetPredicate:
    read = parse_statement(_payload(f"{PROV}/source-set")).predicate
    assert isinstance(read, SourceSetPredicate)
    assert read.sources[0].captures[0].chunkRoot == chunk_root(BODIES[0])
    return read


def _payload(base: str) -> bytes:
    return dsse.parse_envelope(worlds()[0].files[f"{base}.dsse.json"]).payload


def _trace_seed() -> bytes:
    evidence = {"source": 1, "sha256": _shas()[0], "exact": "has 12 seats"}
    specific = {"id": 1, "kind": "quote", "evidence": [evidence]}
    return canonical_bytes({"schema": "copydesk.trace/1", "specifics": [specific]})


@cache
def seeds(name: str) -> tuple[bytes, ...]:
    """Inputs of a real record for that parser; each is one that it takes."""
    files, bundle = worlds()[1].files | worlds()[0].files, bundles()[0]
    ended = {
        end: [data for path, data in files.items() if path.endswith(end)]
        for end in (".dsse.json", ".tlog-proof")
    }
    payloads = [dsse.parse_envelope(data).payload for data in ended[".dsse.json"]]
    anchored = [data for path, data in files.items() if path.startswith("log/checkpoints/")]
    lines = anchored[0].decode().splitlines(keepends=True)[-1].encode()
    log = format_vkey(ORIGIN, key("log").public)
    witness = format_vkey(WITNESS, key("witness").public, COSIGNATURE)
    heads = parse_heads(files[HEADS])
    one = head_proof(heads, FOLDER)
    assert one is not None
    made, _ = make_passages(
        json.loads(_trace_seed()), _source_set(), dict(zip(_shas(), BODIES, strict=True)).get
    )
    policy = (
        f"# a policy\nlog {log} https://{ORIGIN}\nwitness w1 {witness}\n"
        "group g any w1\nquorum g\n"
    )  # fmt: skip
    found: dict[str, list[bytes]] = {
        "canonical": payloads,
        "strict": payloads,
        "envelope": ended[".dsse.json"],
        "statement": payloads,
        "note": [files["log/checkpoint"], *anchored],
        "checkpoint": [files["log/checkpoint"], *anchored],
        "cosignature": [lines],
        "proof": ended[".tlog-proof"],
        "policy": [policy.encode(), b"quorum none\n"],
        "vkey": [log.encode(), witness.encode()],
        "heads": [files[HEADS], b""],
        "head-proof": [one.to_bytes()],
        "keyring": [files["keys/2.keyring.dsse.json"]],
        "bundle": [_bundle_bytes(bundle.files, made)],
        "passages": [canonical_bytes(made)],
        "trace": [_trace_seed()],
        "timestamp": [_RESPONSE],
        "der": [_RESPONSE],
        "record": [
            bytes([at]) + files[path]
            for at, path in enumerate(
                path for path in sorted(worlds()[0].files) if "tile/entries" not in path
            )
        ],
    }
    return tuple(found[name])


def _bundle_bytes(files: dict[str, bytes], passages: list[dict[str, object]]) -> bytes:
    value = {
        "schema": "copydesk.bundle/1",
        "newsroom": ORIGIN,
        "article": FOLDER,
        "files": {path: data.decode() for path, data in files.items()},
        "binary": {"log/checkpoints/1.tsr": base64.b64encode(_RESPONSE).decode()},
        "passages": passages,
    }
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1).encode()


def _response() -> bytes:
    """A response in the form of RFC 3161, with a signature and a certificate of zeros."""
    oid = bytes.fromhex
    sha256 = encode(0x30, oid("0609608648016503040201"))
    name = encode(0x30, encode(0x31, encode(0x30, oid("0603550403"), encode(0x0C, b"A test"))))
    serial = encode(0x02, b"\x01")
    info = encode(
        0x30, encode(0x02, b"\x01"), oid("06032a0304"),
        encode(0x30, sha256, encode(0x04, bytes(32))), serial,
        encode(0x18, b"20261109100000Z"), encode(0x02, b"\x07"),
    )  # fmt: skip
    certificate = encode(
        0x30, encode(0x30, encode(0xA0, encode(0x02, b"\x02")), serial, sha256, name),
        sha256, encode(0x03, bytes(65)),
    )  # fmt: skip
    named = encode(
        0x30, oid("060b2a864886f70d010910022f"),
        encode(0x31, encode(0x30, encode(0x30, encode(0x30, encode(0x04, bytes(32)))))),
    )  # fmt: skip
    signer = encode(
        0x30, encode(0x02, b"\x01"), encode(0x30, name, serial), sha256,
        encode(0xA0, named), sha256, encode(0x04, bytes(64)),
    )  # fmt: skip
    content = encode(0x30, oid("060b2a864886f70d0109100104"), encode(0xA0, encode(0x04, info)))
    signed = encode(
        0x30, encode(0x02, b"\x03"), encode(0x31, sha256), content,
        encode(0xA0, certificate), encode(0x31, signer),
    )  # fmt: skip
    status = encode(0x30, encode(0x02, b"\x00"))
    return encode(0x30, status, encode(0x30, oid("06092a864886f70d010702"), encode(0xA0, signed)))


_RESPONSE = _response()

_DEEP = 200_000
# Small to send and dear to read, if a parser lets them.
BOMBS: dict[str, bytes] = {
    "arrays without end": b"[" * _DEEP,
    "objects without end": b'{"a":' * _DEEP,
    "a number of a million digits": b"1" * 1_000_000,
    "a payload of a million zeros": b'{"payload":"' + b"A" * 1_000_000 + b'","payloadType":"x"}',
    "a hundred thousand keys": b"{" + b",".join(b'"%d":1' % n for n in range(100_000)) + b"}",
    "a million newlines": b"\n" * 1_000_000,
    "a million blanks": b" " * 1_000_000 + b"\n",
    "signature lines without end": b"x\n\n" + "\u2014 a AAAAAAAA\n".encode() * 50_000,
    "hashes without end": b"c2sp.org/tlog-proof@v1\nindex 0\n" + b"A" * 1_000_000 + b"\n\n",
    "pluses": b"+" * 1_000_000,
    "tags without end": b"\x30\x80" * 100_000,
    "lengths of lengths": b"\x30\x84\xff\xff\xff\xff" * 50_000,
    "over the limit": b'"' + b"a" * 9_000_000 + b'"',
    "a page": b"<" * 1_000_000,
    "a page's element": b'<script type="application/json" id="provenance">' * 20_000,
    **{
        f"a {kind} of 60,000 fields": canonical_bytes(
            {
                "_type": "https://in-toto.io/Statement/v1",
                "predicate": {f"{n:06}": 1 for n in range(60_000)},
                "predicateType": f"urn:copydesk:{kind}:v1",
                "subject": [],
            }
        )
        for kind in list(PREDICATES)[:1]
    },
}
