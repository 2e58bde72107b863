"""Published vectors, each with its origin."""

import base64
import hashlib
import json
from typing import Any

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st
from securesystemslib.dsse import Envelope as OracleEnvelope
from securesystemslib.signer import SSlibKey

from copydesk.errors import SigningKeyError, StatementError
from copydesk.provenance.canonical import canonical_bytes, parse_canonical, parse_strict
from copydesk.provenance.dsse import pae, parse_envelope, seal, signers_of
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.keys import (
    PrivateKey,
    check_public,
    decode_public,
    generate_key,
    keyid_of,
    load_private_pem,
    verify_signature,
)
from copydesk.provenance.log.merkle import (
    EMPTY_ROOT,
    ListNodes,
    consistency_proof,
    hash_leaf,
    inclusion_proof,
    root,
    verify_consistency,
    verify_inclusion,
)
from copydesk.provenance.log.note import (
    key_hash,
    parse_checkpoint,
    parse_note,
    sign_note,
    signed_by,
)
from copydesk.provenance.log.proof import parse_proof
from copydesk.provenance.log.tiles import TileNodes, append, entries, tile_path

# RFC 6962 reference implementation (certificate-transparency, merkletree tests): eight leaves and
# the roots of the trees of 1 to 8 of them.
CT_LEAVES = [bytes.fromhex(text) for text in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
)]  # fmt: skip
CT_ROOT_8 = "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"

# RFC 8032, 7.1, TEST 1 to 3: secret key, public key, message, signature.
RFC8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


def test_dsse_pae_of_the_specification() -> None:
    # secure-systems-lab/dsse, protocol.md
    assert pae("http://example.com/HelloWorld", b"hello world") == (
        b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    )


@pytest.mark.parametrize(("secret", "public", "message", "signature"), RFC8032)
def test_rfc8032(secret: str, public: str, message: str, signature: str) -> None:
    key = PrivateKey(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret)))
    assert key.public.hex() == public
    assert key.sign(bytes.fromhex(message)).hex() == signature
    assert verify_signature(key.public, bytes.fromhex(signature), bytes.fromhex(message))
    assert check_public(key.public) == key.public


def test_a_signature_with_s_plus_l_is_refused() -> None:
    key = generate_key()
    signature = key.sign(b"x")
    order = 2**252 + 27742317777372353535851937790883648493
    s = int.from_bytes(signature[32:], "little") + order
    assert not verify_signature(key.public, signature[:32] + s.to_bytes(32, "little"), b"x")


UNSAFE = {
    # The eight points of small order, and encodings that are not canonical (ed25519 torsion points
    # as listed by libsodium's and others' blocklists).
    "identity": "0100000000000000000000000000000000000000000000000000000000000000",
    "identity with the sign bit": "01" + "00" * 30 + "80",
    "zero": "00" * 32,
    "zero with the sign bit": "00" * 31 + "80",
    "minus one": "ec" + "ff" * 30 + "7f",
    "order eight": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "order eight, other sign": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "order eight, negative": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "order eight, negative, sign": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "p": "ed" + "ff" * 30 + "7f",
    "p plus one": "ee" + "ff" * 30 + "7f",
    "all ones": "ff" * 32,
    "not on the curve": "0200000000000000000000000000000000000000000000000000000000000000",
    "short": "00" * 31,
    "long": "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a00",
}


@pytest.mark.parametrize("public", UNSAFE.values(), ids=UNSAFE)
def test_unsafe_public_keys_are_refused(public: str) -> None:
    with pytest.raises(SigningKeyError):
        check_public(bytes.fromhex(public))


def test_made_keys_are_safe_and_survive_a_file() -> None:
    for passphrase in (None, b"test-only passphrase"):
        key = generate_key()
        check_public(key.public)
        again = load_private_pem(key.to_pem(passphrase), passphrase)
        assert again.keyid == key.keyid == hashlib.sha256(key.public).hexdigest()
        assert decode_public(key.public_base64) == key.public
    with pytest.raises(SigningKeyError):
        load_private_pem(generate_key().to_pem(b"right"), b"wrong")
    with pytest.raises(SigningKeyError):
        load_private_pem(generate_key().to_pem(b"right"), None)


def test_rfc8785_sorts_by_utf16_and_leaves_text_alone() -> None:
    # RFC 8785, 3.2.3: the example's keys in their order.
    keys = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\x80", "\xf6"]
    order = list(json.loads(canonical_bytes(dict.fromkeys(keys, 1))))
    assert order == ["\r", "1", "\x80", "\xf6", "\u20ac", "\U0001f600", "\ufb33"]
    assert canonical_bytes("e\u0301") != canonical_bytes("\u00e9")


REFUSED = {
    "a space": b'{"a": 1}',
    "keys in another order": b'{"b":1,"a":1}',
    "duplicate key": b'{"a":1,"a":1}',
    "float": b'{"a":1.5}',
    "float that is whole": b'{"a":1.0}',
    "exponent": b'{"a":1e3}',
    "not a number": b'{"a":NaN}',
    "infinity": b'{"a":Infinity}',
    "minus zero": b'{"a":-0}',
    "beyond 2^53-1": b'{"a":9007199254740992}',
    "huge": b'{"a":' + b"9" * 100_000 + b"}",
    "lone surrogate": b'{"a":"\\ud800"}',
    "surrogate key": b'{"\\udc00":1}',
    "escaped needlessly": b'{"a":"\\u0061"}',
    "deep": b"[" * 40 + b"]" * 40,
    "very deep": b"[" * 100_000,
    "not UTF-8": b'"\xff"',
    "byte order mark": b"\xef\xbb\xbf{}",
    "two values": b"{}{}",
    "empty": b"",
}


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED)
def test_what_two_parsers_could_read_differently_is_refused(data: bytes) -> None:
    with pytest.raises(StatementError):
        parse_canonical(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON)
@settings(max_examples=200, deadline=None)
def test_canonical_json_is_read_back(value: Any) -> None:
    data = canonical_bytes(value)
    assert parse_canonical(data) == value
    assert data == rfc8785.dumps(value)


@given(st.binary(max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_bytes_escape_as_another_error(data: bytes) -> None:
    for parse in (parse_strict, parse_canonical, parse_envelope, parse_note, parse_proof):
        try:
            parse(data)
        except StatementError as error:
            message = error.message
        else:
            message = "read"
        assert message


def test_an_independent_implementation_reads_our_envelopes() -> None:
    key = generate_key()
    payload = canonical_bytes({"a": 1})
    oracle = OracleEnvelope.from_dict(json.loads(seal(payload, [key])))
    public = SSlibKey(key.keyid, "ed25519", "ed25519", {"public": key.public.hex()})
    assert set(oracle.verify([public], 1)) == {key.keyid}
    assert oracle.payload == payload


def test_a_key_counts_once_whatever_it_is_called_and_the_hint_is_only_a_hint() -> None:
    key, other = generate_key(), generate_key()
    envelope = json.loads(seal(b"{}", [key]))
    first = envelope["signatures"][0]
    envelope["signatures"] = [{**first, "keyid": "0" * 64}, {**first, "keyid": other.keyid}]
    parsed = parse_envelope(canonical_bytes(envelope))
    keys = {other.keyid: other.public, "alias": key.public, key.keyid: key.public}
    assert len(signers_of(parsed, keys)) == 1


ENVELOPES = {
    "another type": {"payloadType": "text/plain"},
    "unknown field": {"extra": 1},
    "no signature": {"signatures": []},
    "17 signatures": {
        "signatures": [{"keyid": "a", "sig": base64.b64encode(b"x" * 64).decode()}] * 17
    },
    "signature too short": {"signatures": [{"keyid": "a", "sig": "AAAA"}]},
    "signature with a field more": {"signatures": [{"keyid": "a", "sig": "A" * 88, "x": 1}]},
    "payload is no base64": {"payload": "%%%%"},
    "payload in URL-safe base64": {"payload": "_-8="},
    "payload with loose bits": {"payload": "e31="},
    "payload is a number": {"payload": 3},
}


@pytest.mark.parametrize("change", ENVELOPES.values(), ids=ENVELOPES)
def test_envelopes_are_read_fail_closed(change: dict[str, Any]) -> None:
    envelope = {**json.loads(seal(b"{}", [generate_key()])), **change}
    with pytest.raises(StatementError):
        parse_envelope(canonical_bytes(envelope))


def test_rfc6962_roots() -> None:
    nodes = ListNodes([hash_leaf(leaf) for leaf in CT_LEAVES])
    assert root(nodes, 8).hex() == CT_ROOT_8
    assert root(nodes, 0) == EMPTY_ROOT
    assert (
        root(nodes, 0).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )


@given(st.integers(1, 70), st.data())
@settings(max_examples=80, deadline=None)
def test_every_proof_verifies_and_no_other(size: int, data: st.DataObject) -> None:
    leaves = [hash_leaf(bytes([number])) for number in range(size)]
    nodes = ListNodes(leaves)
    top = root(nodes, size)
    index = data.draw(st.integers(0, size - 1))
    path = inclusion_proof(nodes, index, size)
    assert verify_inclusion(leaves[index], index, size, path, top)
    for wrong in range(size):
        if wrong != index:
            assert not verify_inclusion(leaves[index], wrong, size, path, top)
    assert not verify_inclusion(leaves[index], index, size, [*path, top], top)
    if path:
        assert not verify_inclusion(leaves[index], index, size, path[:-1], top)
    old = data.draw(st.integers(0, size))
    proof = consistency_proof(nodes, old, size)
    old_root = root(ListNodes(leaves[:old]), old)
    assert verify_consistency(old, size, old_root, top, proof)
    if 0 < old < size:
        assert not verify_consistency(old, size, top, top, proof)
        assert not verify_consistency(old, size, old_root, old_root, proof)
        assert not verify_consistency(old, size, old_root, top, [*proof, top])


# C2SP signed-note.md, the example note; its verifier key is published beside it in the Go
# implementation's documentation as quasimodo.example/salvatore.
NOTE = (
    "Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n"
    "\n— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKON"
    "MrouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=\n"
)


def test_the_specifications_note_is_read() -> None:
    note = parse_note(NOTE.encode())
    assert note.text.endswith("ed è subito sera.\n")
    ((name, hash_, signature),) = note.signatures
    assert (name, hash_.hex(), len(signature)) == ("quasimodo.example/salvatore", "367ba04b", 64)


def test_notes_are_signed_and_a_wrong_signature_of_a_known_key_spoils_the_note() -> None:
    key = generate_key()
    text = sign_note(
        "news.example/log\n3\n" + base64.b64encode(EMPTY_ROOT).decode() + "\n",
        "news.example/log",
        key,
    )
    note = parse_note(text.encode())
    assert signed_by(note, "news.example/log", key.public)
    assert not signed_by(note, "other.example/log", key.public)
    assert not signed_by(note, "news.example/log", generate_key().public)
    assert parse_checkpoint(note).size == 3
    bad = base64.b64encode(key_hash("news.example/log", key.public) + b"x" * 64).decode()
    spoiled = parse_note((text + f"— news.example/log {bad}\n").encode())
    assert not signed_by(spoiled, "news.example/log", key.public)
    stranger = base64.b64encode(b"abcd" + b"x" * 64).decode()
    ignored = parse_note((text + f"— w.example {stranger}\n").encode())
    assert signed_by(ignored, "news.example/log", key.public)


def test_tile_paths_of_the_specification() -> None:
    assert tile_path(0, 1234067) == "log/tile/0/x001/x234/067"
    assert tile_path(1, 0, 17) == "log/tile/1/000.p/17"
    assert tile_path("entries", 273, 112) == "log/tile/entries/273.p/112"


def test_the_70000_entry_layout_of_the_specification() -> None:
    files, key = MemoryFiles(), generate_key()
    made = append(files, [b"%d" % n for n in range(70_000)], key, "big.example/log")
    kept = {path for path, data in made.changes.items() if data is not None}
    level0 = {path for path in kept if path.startswith("log/tile/0/")}
    assert len(level0) == 274
    assert "log/tile/0/273.p/112" in level0
    assert {p for p in kept if p.startswith(("log/tile/1/", "log/tile/2/"))} == {
        "log/tile/1/000", "log/tile/1/001.p/17", "log/tile/2/000.p/1",
    }  # fmt: skip


@given(st.lists(st.integers(1, 270), min_size=1, max_size=3))
@settings(max_examples=8, deadline=None)
def test_appending_in_steps_gives_the_same_tree(steps: list[int]) -> None:
    files, key = MemoryFiles(), generate_key()
    all_entries: list[bytes] = []
    for count in steps:
        new = [b"entry %d" % (len(all_entries) + n) for n in range(count)]
        made = append(files, new, key, "log.example/x")
        for path, data in made.changes.items():
            if data is None:
                files.files.pop(path, None)
            else:
                files.files[path] = data
        all_entries += new
        leaves = [hash_leaf(entry) for entry in all_entries]
        size = len(all_entries)
        assert root(TileNodes(files, size), size) == root(ListNodes(leaves), size)
        for index, proof in zip(made.indices, made.proofs, strict=True):
            parsed = parse_proof(proof)
            assert parsed.index == index
            assert verify_inclusion(leaves[index], index, size, parsed.path, parsed.checkpoint.root)
    assert list(entries(files, len(all_entries))) == all_entries
    full = len(all_entries) // 256
    assert not [
        p
        for p in files.files
        if ".p/" in p and int(p.split(".p/")[0][-3:]) < full and "/1/" not in p
    ]


def test_keyid_is_the_hash_of_the_raw_key() -> None:
    public = bytes.fromhex(RFC8032[0][1])
    assert keyid_of(public) == hashlib.sha256(public).hexdigest()
