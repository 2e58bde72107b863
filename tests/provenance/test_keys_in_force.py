"""Which keys count, where: keyring versions in the log, thresholds, rotation, revocation.

Every case says exactly which checks fail; none means that the record is still good.
"""

from collections.abc import Callable
from typing import Any

import pytest
from amended_newsroom import (
    PROV,
    Case,
    failing,
    keyring_with,
    parse_statement_of,
    person,
    plain,
    until_review,
    verify,
)
from newsroom_simulator import (
    MONTH,
    ORIGIN,
    SLUG,
    Simulator,
    published,
    ref,
)

from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.checks import CheckState
from copydesk.provenance.dsse import countersign, parse_envelope
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.keyring import (
    add_key,
    keyring_path,
    keyring_proof_path,
    load_keyring,
    make_entry,
)
from copydesk.provenance.keyring_changes import revoke_key, rotate_key, set_threshold
from copydesk.provenance.keys import generate_key
from copydesk.provenance.log.tiles import append
from copydesk.provenance.reading import leaf_bytes
from copydesk.provenance.statements import Revocation
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import verify_article

# -- the keyring in the log -----------------------------------------------------------------------


def logged_again(number: int) -> Callable[[], Simulator]:
    """Keyring version ``number`` shows a later log entry than its own."""

    def make() -> Simulator:
        room = Simulator()
        room.register("ada", ["editor"])
        until_review(room).publish()
        room.log(keyring_proof_path(number), "keyring", room.files.files[keyring_path(number)])
        return room

    return make


def changed_entry(**changes: Any) -> Callable[[], Simulator]:
    """Version 2 changes the editor's key, with indices before its own place in the log."""

    def make() -> Simulator:
        room = plain()
        last = load_keyring(room.files).newest.predicate
        keys = [
            key.model_copy(update=changes) if "editor" in key.roles else key for key in last.keys
        ]
        sha = load_keyring(room.files).newest.sha256
        room.change_keyring(last.model_copy(update={"version": 2, "prev": ref(sha), "keys": keys}))
        return room

    return make


def back_dated_start() -> Simulator:
    room = plain()
    last = load_keyring(room.files).newest
    entry = make_entry("ada", "person", ["editor"], generate_key().public, 0)
    room.change_keyring(add_key(last, entry))
    return room


def keyring_in_another_log() -> Simulator:
    room = Simulator()
    room.register("ada", ["editor"])
    until_review(room).publish()
    envelope = room.files.files[keyring_path(2)]
    leaf = leaf_bytes("keyring", sha256_hex(parse_envelope(envelope).payload), sha256_hex(envelope))
    made = append(MemoryFiles(), [b"x", leaf], room.keys["log"], ORIGIN)
    room.files.files[keyring_proof_path(2)] = made.proofs[-1]
    return room


def older_version_named() -> Simulator:
    """Version 2 asks for two publishers; the publication after it names version 1."""
    room = until_review()
    honest = room.publication()
    room.keys["second"] = room.register("second", ["publisher"])
    room.publish(keyring=honest.keyring)
    return room


def newer_version_named() -> Simulator:
    """The publication names a version that the log holds only after it."""
    room = until_review()
    room.register("ada", ["editor"])
    named = room.publication().keyring
    room.put("publication", room.publication(keyring=named), "publisher")
    room.log(keyring_proof_path(2), "keyring", room.files.files[keyring_path(2)])
    return room


def without_keyring_proof(number: int) -> Callable[[], Simulator]:
    def make() -> Simulator:
        room = Simulator()
        room.register("ada", ["editor"])
        until_review(room).publish()
        del room.files.files[keyring_proof_path(number)]
        return room

    return make


KEYRINGS: dict[str, Case] = {
    "version 1 is logged after version 2": (logged_again(1), {"keyring-log"}),
    "version 2 is logged late": (logged_again(2), {"keyring-log"}),
    "a key begins before its version is logged": (back_dated_start, {"keyring-log"}),
    "a key ends before its version is logged": (
        changed_entry(validUntil=2), {"keyring-log", "signer", "approval"},
    ),
    "an end that changes nothing here is back-dated too": (
        changed_entry(validUntil=4), {"keyring-log"},
    ),
    "version 2 is logged in another log": (keyring_in_another_log, {"consistency"}),
    "the publication names an older version": (older_version_named, {"references"}),
    "the publication names a version of later": (
        newer_version_named, {"keyring-log"},
    ),
    "a version has no proof": (without_keyring_proof(2), {"keyring-log"}),
}  # fmt: skip


@pytest.mark.parametrize(("make", "checks"), KEYRINGS.values(), ids=KEYRINGS)
def test_the_keyring_in_the_log(make: Callable[[], Simulator], checks: set[str]) -> None:
    result = verify(make())
    assert failing(result) == checks
    assert result.ok is not bool(checks)


def test_the_pinned_version_may_be_without_a_proof_but_then_nothing_older_is_taken_for_it() -> None:
    result = verify(without_keyring_proof(1)())
    assert result.ok
    assert result.state("keyring-log") is CheckState.NOT_PRESENT
    room = older_version_named()
    del room.files.files[keyring_proof_path(1)]
    assert failing(verify(room)) == {"references"}


# -- thresholds -----------------------------------------------------------------------------------


def two(role: str) -> Simulator:
    """A newsroom with two keys of the role, of which both must sign."""
    room = Simulator()
    room.keys["second"] = room.register("second", [role])
    room.change_keyring(set_threshold(load_keyring(room.files).newest, role, 2))
    return room


def second_review(room: Simulator, number: int = 2) -> None:
    first, room.keys["editor"] = room.keys["editor"], room.keys["second"]
    room.review(number=number, reviewer=person("second"))
    room.keys["editor"] = first


def two_editors() -> Simulator:
    room = until_review(two("editor"))
    second_review(room)
    room.publish()
    return room


def one_editor() -> Simulator:
    room = until_review(two("editor"))
    room.publish()
    return room


def one_editor_twice() -> Simulator:
    room = until_review(two("editor"))
    room.review(number=2)
    room.publish()
    return room


def one_editor_approved_again() -> Simulator:
    """Two approve, one takes it back, and only one approves again."""
    room = until_review(two("editor"))
    second_review(room)
    concern = {"id": "a", "text": "No.", "resolution": "Open."}
    honest = parse_statement_of(room, "review-1").model_dump(exclude_none=True)
    refused = type(parse_statement_of(room, "review-1")).model_validate(
        {**honest, "verdict": "reject", "concerns": [concern]}
    )
    room.put("review-3", refused, "editor")
    room.review(number=4)
    room.publish()
    return room


def publishers(*signers: str) -> Callable[[], Simulator]:
    def make() -> Simulator:
        room = until_review(two("publisher"))
        room.put("publication", room.publication(), signers)
        return room

    return make


def second_publisher_is_a_stranger() -> Simulator:
    room = until_review(two("publisher"))
    room.put("publication", room.publication(), ["publisher", generate_key()])
    return room


def threshold_of_later() -> Simulator:
    """Two publishers are asked for only after the publication."""
    room = plain()
    room.register("second", ["publisher"])
    room.change_keyring(set_threshold(load_keyring(room.files).newest, "publisher", 2))
    return room


THRESHOLDS: dict[str, Case] = {
    "two editors approve": (two_editors, set()),
    "one editor approves": (one_editor, {"approval"}),
    "one editor approves twice": (one_editor_twice, {"approval"}),
    "one of two approves again": (one_editor_approved_again, {"approval"}),
    "two publishers": (publishers("publisher", "second"), set()),
    "one publisher": (publishers("publisher"), {"signer", "publication"}),
    "one publisher's key twice": (
        publishers("publisher", "publisher"), {"signature", "publication"},
    ),
    "a publisher and an editor": (publishers("publisher", "editor"), {"signer", "publication"}),
    "a publisher and a stranger": (
        second_publisher_is_a_stranger, {"signer", "publication"},
    ),
    "asked for after the publication": (threshold_of_later, set()),
}  # fmt: skip


@pytest.mark.parametrize(("make", "checks"), THRESHOLDS.values(), ids=THRESHOLDS)
def test_a_threshold(make: Callable[[], Simulator], checks: set[str]) -> None:
    result = verify(make())
    assert failing(result) == checks
    assert result.ok is not bool(checks)


# -- rotation and revocation ----------------------------------------------------------------------


def rotate(room: Simulator, role: str) -> None:
    """The role's key ends at the next log entry, and a new one takes its place and name."""
    fresh = generate_key()
    predicate = rotate_key(
        load_keyring(room.files).newest, f"the-{role}", fresh.public, room.size() + 1
    )
    signers = [room.keys["root"], *([fresh] if role == "root" else [])]
    old = room.keys[role]
    room.change_keyring(predicate, signers)
    room.keys[role] = fresh
    room.keys[f"old-{role}"] = old
    if role == "log":
        room.old_log_keys.append(old.public)


ROTATED = ("root", "log", "collector", "contributor", "editor", "publisher")


@pytest.mark.parametrize("role", ROTATED)
def test_what_a_rotated_key_signed_stays_valid(role: str) -> None:
    room = published()
    rotate(room, role)
    result = verify(room)
    assert result.ok, [check for check in result.checks if check.state is CheckState.FAIL]


@pytest.mark.parametrize("role", ROTATED)
def test_a_new_key_carries_on(role: str) -> None:
    room = published()
    rotate(room, role)
    room.correct(3)
    room.register("ada", ["editor"])
    room.state()
    result = verify(room)
    assert result.ok, [check for check in result.checks if check.state is CheckState.FAIL]
    assert result.state("site-state") is CheckState.PASS


def rotated_then(role: str, step: Callable[[Simulator], object]) -> Callable[[], Simulator]:
    """After the rotation the old key does one more step."""

    def make() -> Simulator:
        room = published()
        rotate(room, role)
        room.keys[role] = room.keys[f"old-{role}"]
        step(room)
        return room

    return make


def revoked(role: str, index: int | None = None, **options: Any) -> Callable[[], Simulator]:
    """The role's key is revoked from ``index`` on, or from the next log entry."""

    def make() -> Simulator:
        room = published()
        room.change_keyring(
            revoke_key(
                load_keyring(room.files).newest,
                f"the-{role}",
                "Its owner left.",
                index=room.size() if index is None else index,
                **options,
            )
        )
        return room

    return make


def corrected_by_a_revoked_key(role: str) -> Callable[[], Simulator]:
    def make() -> Simulator:
        room = revoked(role)()
        room.correct(3)
        return room

    return make


def rotated_publisher_withdraws(role: str) -> Callable[[], Simulator]:
    return rotated_then(role, lambda room: room.withdraw())


def keyring_by_old_root(room: Simulator) -> None:
    last = load_keyring(room.files).newest
    room.change_keyring(
        add_key(last, make_entry("x", "person", ["editor"], generate_key().public, room.size())),
        [room.keys["old-root"]],
    )


# What fails, beside the chain itself, where no keyring can be relied on.
WITHOUT_A_KEYRING = {"approval", "four-eyes", "publication", "references"}

# Entries: 0 keyring, 1 source set, 2 submission, 3 review, 4 publication, 5 and 6 corrections.
KEYS: dict[str, Case] = {
    "an old editor's key corrects": (
        rotated_then("editor", lambda room: room.correct(3)), {"signer", "four-eyes"},
    ),
    "an old publisher's key corrects": (
        rotated_then("publisher", lambda room: room.correct(3)), {"signer", "four-eyes"},
    ),
    "an old publisher's key withdraws": (
        rotated_publisher_withdraws("publisher"), {"signer", "four-eyes", "withdrawal"},
    ),
    "an old publisher's key states the newest": (
        rotated_then("publisher", lambda room: room.state()), {"site-state"},
    ),
    "an old log key goes on": (
        rotated_then("log", lambda room: room.correct(3)), {"inclusion", "order", "consistency"},
    ),
    "an old root key goes on": (
        rotated_then("root", keyring_by_old_root), {"keyring-chain", *WITHOUT_A_KEYRING},
    ),
    "a contributor's key is revoked later": (revoked("contributor"), set()),
    "a contributor's key is revoked from before": (
        revoked("contributor", 2), {"signer"},
    ),
    "a contributor's key was stolen": (revoked("contributor", retroactive=True), {"signer"}),
    "a collector's key was stolen": (revoked("collector", retroactive=True), {"signer"}),
    "an editor's key is revoked later": (revoked("editor"), set()),
    "an editor's key is revoked between the corrections": (
        revoked("editor", 6), {"signer", "four-eyes"},
    ),
    "an editor's key is revoked after the approval": (
        revoked("editor", 4), {"signer", "four-eyes"},
    ),
    "an editor's key is revoked from the approval": (
        revoked("editor", 3), {"signer", "approval", "four-eyes"},
    ),
    "an editor's key was stolen": (
        revoked("editor", retroactive=True), {"signer", "approval", "four-eyes"},
    ),
    "a publisher's key was stolen": (
        revoked("publisher", retroactive=True), {"signer", "publication", "four-eyes"},
    ),
    "a revoked editor corrects": (
        corrected_by_a_revoked_key("editor"), {"signer", "four-eyes"},
    ),
    "a revoked publisher corrects": (
        corrected_by_a_revoked_key("publisher"), {"signer", "four-eyes"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("make", "checks"), KEYS.values(), ids=KEYS)
def test_an_old_or_revoked_key(make: Callable[[], Simulator], checks: set[str]) -> None:
    room = make()
    pin = sha256_hex(parse_envelope(room.files.files[keyring_path(1)]).payload)
    result = verify_article(room.files, MONTH, SLUG, trust=Trust(pin=pin))
    assert failing(result) == checks
    assert result.ok is not bool(checks)


def test_a_stolen_log_key_voids_what_it_signed_and_nothing_is_called_tampered() -> None:
    room = published()
    rotate(room, "log")
    room.correct(3)
    stolen = load_keyring(room.files).newest
    old = room.keys["old-log"].keyid
    room.change_keyring(
        revoke_key(stolen, "the-log", "Stolen.", index=0, retroactive=True, keyid=old)
    )
    assert failing(verify(room)) == {"keyring-log", "inclusion", "order"}


def test_a_revocation_is_not_taken_back_by_a_rotation() -> None:
    room = revoked("editor", 3)()
    entry = next(
        key for key in load_keyring(room.files).newest.predicate.keys if key.name == "the-editor"
    )
    assert entry.revoked == Revocation(logIndex=3, reason="Its owner left.")
    keyring_with(room, "the-editor", ["editor"], generate_key())
    assert failing(verify(room)) == {"signer", "approval", "four-eyes"}


def test_a_signature_added_later_is_seen() -> None:
    """A second editor's signature on a logged correction: the log holds another envelope."""
    room = published()
    room.keys["second"] = room.register("second", ["editor"])
    path = f"{PROV}/correction-1.dsse.json"
    room.files.files[path] = countersign(
        parse_envelope(room.files.files[path]), [room.keys["second"]]
    )
    assert failing(verify(room)) == {"inclusion", "order"}
