"""The keyring: what a new version may change, and when a key counts."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from newsroom_simulator import MONTH, ORIGIN, SLUG, Simulator, published, ref

from copydesk.errors import CopydeskError, SigningKeyError, StatementError, VerificationError
from copydesk.provenance.canonical import canonical_bytes
from copydesk.provenance.checks import CheckState
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.keyring import (
    Keyring,
    add_key,
    first_keyring,
    keyring_path,
    load_keyring,
    make_entry,
    seal_keyring,
)
from copydesk.provenance.keys import generate_key
from copydesk.provenance.statements import KeyringPredicate, Revocation
from copydesk.provenance.verify import verify_article


def successor(room: Simulator, **changes: Any) -> KeyringPredicate:
    last = load_keyring(room.files).newest
    update = {"version": last.predicate.version + 1, "prev": ref(last.sha256), **changes}
    return last.predicate.model_copy(update=update)


def put(room: Simulator, predicate: KeyringPredicate, *signers: str) -> None:
    envelope = seal_keyring(predicate, [room.keys[name] for name in signers or ("root",)])
    room.files.files[keyring_path(predicate.version)] = envelope


def with_entry(room: Simulator, role: str, **changes: Any) -> KeyringPredicate:
    keys = load_keyring(room.files).newest.predicate.keys
    return successor(
        room,
        keys=[key.model_copy(update=changes) if role in key.roles else key for key in keys],
    )


def revoked(index: int, *, retroactive: bool = False) -> Revocation:
    return Revocation(logIndex=index, reason="stolen", retroactive=retroactive)


REWRITES: dict[str, dict[str, Any]] = {
    "another start": {"validFrom": 1},
    "another name": {"name": "somebody-else"},
    "another kind": {"kind": "bot"},
    "a role more": {"roles": ["contributor", "editor"]},
    "a role fewer": {"roles": ["witness"]},
}


@pytest.mark.parametrize("change", REWRITES.values(), ids=REWRITES)
def test_a_key_is_not_rewritten(change: dict[str, Any]) -> None:
    room = Simulator()
    put(room, with_entry(room, "editor", **change))
    with pytest.raises(VerificationError, match="rewrites"):
        load_keyring(room.files)


TAKEN_BACK: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a revocation": ({"revoked": revoked(5)}, {"revoked": None}),
    "a revocation's index": ({"revoked": revoked(5)}, {"revoked": revoked(9)}),
    "an end": ({"validUntil": 5}, {"validUntil": None}),
    "an end's index": ({"validUntil": 5}, {"validUntil": 9}),
}


@pytest.mark.parametrize(("first", "then"), TAKEN_BACK.values(), ids=TAKEN_BACK)
def test_an_end_and_a_revocation_stay(first: dict[str, Any], then: dict[str, Any]) -> None:
    room = Simulator()
    put(room, with_entry(room, "editor", **first))
    assert len(load_keyring(room.files).versions) == 2
    put(room, with_entry(room, "editor", **then))
    with pytest.raises(VerificationError, match="rewrites"):
        load_keyring(room.files)


def test_an_end_may_be_followed_by_a_revocation() -> None:
    room = Simulator()
    put(room, with_entry(room, "editor", validUntil=5))
    put(room, with_entry(room, "editor", revoked=revoked(3)))
    assert load_keyring(room.files).newest.predicate.version == 3


BROKEN_CHAINS: dict[str, Callable[[Simulator], None]] = {
    "another version before it": lambda room: put(room, successor(room, prev=ref("0" * 64))),
    "no version before it": lambda room: put(room, successor(room, prev=None)),
    "another newsroom": lambda room: put(room, successor(room, newsroom="other.example/log")),
    "signed by no root": lambda room: put(room, successor(room), "editor"),
    "a threshold that was not met": lambda room: put(room, successor(room, threshold={"root": 2})),
}


@pytest.mark.parametrize("breaks", BROKEN_CHAINS.values(), ids=BROKEN_CHAINS)
def test_a_broken_chain_is_refused(breaks: Callable[[Simulator], None]) -> None:
    room = Simulator()
    breaks(room)
    with pytest.raises(VerificationError):
        load_keyring(room.files)


def test_a_new_root_needs_the_old_one_too() -> None:
    # TUF, "Key management and migration": version N+1 is signed by the thresholds of N and N+1.
    room = Simulator()
    room.keys["root-2"] = generate_key()
    entry = make_entry("the-second-root", "person", ["root"], room.keys["root-2"].public, 1)
    old = [
        key.model_copy(update={"validUntil": 1}) if "root" in key.roles else key
        for key in load_keyring(room.files).newest.predicate.keys
    ]
    for signers, good in ((("root",), False), (("root-2",), False), (("root", "root-2"), True)):
        room.files.files.pop(keyring_path(2), None)
        put(room, successor(room, keys=[*old, entry]), *signers)
        if good:
            assert load_keyring(room.files).newest.predicate.version == 2
        else:
            with pytest.raises(VerificationError, match="threshold"):
                load_keyring(room.files)
    put(room, successor(room), "root")
    with pytest.raises(VerificationError, match="threshold"):
        load_keyring(room.files)
    put(room, successor_of_two(room), "root-2")
    assert load_keyring(room.files).newest.predicate.version == 3


def successor_of_two(room: Simulator) -> KeyringPredicate:
    room.files.files.pop(keyring_path(3))
    return successor(room)


def raw_keyring(change: Callable[[dict[str, Any]], object]) -> MemoryFiles:
    room = Simulator()
    value = json.loads(parse_envelope(room.files.files[keyring_path(1)]).payload)
    change(value["predicate"])
    return MemoryFiles({keyring_path(1): seal(canonical_bytes(value), [room.keys["root"]])})


HOSTILE: dict[str, Callable[[dict[str, Any]], object]] = {
    "no threshold": lambda p: p.update(threshold={}),
    "a threshold of none": lambda p: p.update(threshold={"root": 0}),
    "a threshold of another role": lambda p: p.update(threshold={"root": 1, "collector": 1}),
    "no keys": lambda p: p.update(keys=[]),
    "one key twice": lambda p: p["keys"].append(p["keys"][0]),
    "a key under another's id": lambda p: p["keys"][1].update(keyid=p["keys"][0]["keyid"]),
    "a control character in a name": lambda p: p["keys"][1].update(name="a\x1b[31m"),
    "an unknown role": lambda p: p["keys"][1].update(roles=["owner"]),
    "another algorithm": lambda p: p["keys"][1].update(alg="rsa"),
    "a version of another number": lambda p: p.update(version=7),
    "a flag for a number": lambda p: p["keys"][1].update(validFrom=True),
    "a null": lambda p: p["keys"][1].update(validUntil=None),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_keyring_is_an_error_with_a_message(
    change: Callable[[dict[str, Any]], object],
) -> None:
    with pytest.raises((StatementError, VerificationError)) as caught:
        load_keyring(raw_keyring(change))
    assert caught.value.message
    assert not verify_article(raw_keyring(change), MONTH, SLUG).ok


# Log indices of the published article: source set 1, submission 2, review 3, publication 4,
# corrections 5 and 6. Each case: what happened to the editor's key, and whether its review counts.
VALIDITY: dict[str, tuple[dict[str, Any], bool]] = {
    "revoked from the review on": ({"revoked": revoked(3)}, False),
    "revoked after the review": ({"revoked": revoked(4)}, True),
    "revoked after it, but never trusted": ({"revoked": revoked(4, retroactive=True)}, False),
    "ended before the review": ({"validUntil": 3}, False),
    "ended after the review": ({"validUntil": 4}, True),
}


@pytest.mark.parametrize(("change", "counts"), VALIDITY.values(), ids=VALIDITY)
def test_a_key_counts_by_its_place_in_the_log(change: dict[str, Any], counts: bool) -> None:
    room = Simulator()
    for step in (room.capture, room.submit, room.review, room.publish):
        step()
    put(room, with_entry(room, "editor", **change))
    result = verify_article(room.files, MONTH, SLUG)
    failed = {(c.id, c.about) for c in result.checks if c.state is CheckState.FAIL}
    # That nothing may be back-dated by a version that is logged later is another check.
    failed.discard(("keyring-log", ""))
    assert failed == (set() if counts else {("signer", "review-1"), ("approval", "")})


LOG_KEY: dict[str, tuple[dict[str, Any], bool]] = {
    "never trusted": ({"revoked": revoked(0, retroactive=True)}, False),
    "revoked at entry 4": ({"revoked": revoked(4)}, False),
    "revoked later": ({"revoked": revoked(90)}, True),
    "ended later": ({"validUntil": 90}, True),
}


@pytest.mark.parametrize(("change", "counts"), LOG_KEY.values(), ids=LOG_KEY)
def test_a_log_key_counts_for_the_logs_that_it_could_sign(
    change: dict[str, Any], counts: bool
) -> None:
    room = published()
    room.change_keyring(with_entry(room, "log", **change))
    result = verify_article(room.files, MONTH, SLUG)
    assert (result.state("inclusion") is CheckState.PASS) is counts
    assert (result.state("consistency") is CheckState.PASS) is counts
    assert result.ok is counts


def test_adding_a_key() -> None:
    room = Simulator()
    last = load_keyring(room.files).newest
    key = generate_key()
    entry = make_entry("ada", "person", ["editor", "editor"], key.public, 7)
    assert entry.roles == ["editor"]
    put(room, add_key(last, entry))
    keyring = load_keyring(room.files)
    assert keyring.newest.predicate.version == 2
    assert keyring.pin == last.sha256
    assert keyring.public_keys()[key.keyid] == key.public
    assert keyring.why_not(key.keyid, ("editor",), 7) == ""
    assert "from log entry 7" in keyring.why_not(key.keyid, ("editor",), 6)
    assert "role" in keyring.why_not(key.keyid, ("publisher",), 7)
    with pytest.raises(SigningKeyError):
        add_key(keyring.newest, entry)


GOOD_PUBLIC = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
UNREGISTRABLE = {
    "an unknown kind": ("robot", ["editor"], GOOD_PUBLIC),
    "an unknown role": ("person", ["owner"], GOOD_PUBLIC),
    "no role": ("person", [], GOOD_PUBLIC),
    "a small-order key": ("person", ["editor"], b"\x01" + b"\0" * 31),
    "no key": ("person", ["editor"], b""),
}


@pytest.mark.parametrize(("kind", "roles", "public"), UNREGISTRABLE.values(), ids=UNREGISTRABLE)
def test_what_cannot_be_registered(kind: str, roles: list[str], public: bytes) -> None:
    with pytest.raises(CopydeskError):
        make_entry("ada", kind, roles, public, 0)


def test_a_keyring_names_the_keys_that_signed_it() -> None:
    room = Simulator()
    envelope = json.loads(room.files.files[keyring_path(1)])
    envelope["signatures"][0]["keyid"] = room.keys["editor"].keyid
    room.files.files[keyring_path(1)] = canonical_bytes(envelope)
    with pytest.raises(VerificationError, match="another id"):
        load_keyring(room.files)


def test_no_keyring_is_said() -> None:
    with pytest.raises(VerificationError, match="There is no keyring"):
        load_keyring(MemoryFiles())


def test_one_root_signing_twice_does_not_meet_a_threshold_of_two() -> None:
    root, other = generate_key(), generate_key()
    entries = [
        make_entry("one", "person", ["root"], root.public, 0),
        make_entry("two", "person", ["root"], other.public, 0),
    ]
    predicate = first_keyring(ORIGIN, entries).model_copy(update={"threshold": {"root": 2}})
    with pytest.raises(VerificationError, match="threshold"):
        load_keyring(MemoryFiles({keyring_path(1): seal_keyring(predicate, [root, root])}))
    both = MemoryFiles({keyring_path(1): seal_keyring(predicate, [root, other])})
    assert isinstance(load_keyring(both), Keyring)
