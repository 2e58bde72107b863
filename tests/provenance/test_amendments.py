"""Corrections, withdrawals, site-states, keyring versions and thresholds: each rule broken by name.

Every case says exactly which checks fail; none means that the record is still good.
"""

from collections.abc import Callable
from typing import Any

import pytest
from newsroom_simulator import (
    ARTICLE,
    FOLDER,
    MONTH,
    ORIGIN,
    SLUG,
    Simulator,
    published,
    ref,
    subject,
)

from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.checks import CheckState, Verification
from copydesk.provenance.dsse import countersign, parse_envelope, seal
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.heads import HEAD_PROOF, HEADS, SITE_STATE, format_heads, head_proof
from copydesk.provenance.keyring import (
    add_key,
    keyring_path,
    keyring_proof_path,
    load_keyring,
    make_entry,
)
from copydesk.provenance.keyring_changes import revoke_key, rotate_key, set_threshold
from copydesk.provenance.keys import PrivateKey, generate_key
from copydesk.provenance.log.tiles import append
from copydesk.provenance.reading import leaf_bytes
from copydesk.provenance.statements import Actor, Head, Revocation, WithdrawalPredicate
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import verify_article

PROV = f"{FOLDER}/prov"
STATE = f"{SITE_STATE}.dsse.json"
STATE_PROOF = f"{SITE_STATE}.tlog-proof"


def verify(room: Simulator) -> Verification:
    return verify_article(room.files, MONTH, SLUG, trust=Trust(pin=load_keyring(room.files).pin))


def failing(result: Verification) -> set[str]:
    return {check.id for check in result.checks if check.state is CheckState.FAIL}


def person(name: str) -> Actor:
    return Actor(id=name, kind="person")


def until_review(room: Simulator | None = None) -> Simulator:
    room = room or Simulator()
    room.capture()
    room.submit()
    room.review()
    return room


def plain() -> Simulator:
    """Published, and nothing after it."""
    room = until_review()
    room.publish()
    return room


def keyring_with(room: Simulator, name: str, roles: list[str], key: PrivateKey) -> None:
    last = load_keyring(room.files).newest
    room.change_keyring(add_key(last, make_entry(name, "person", roles, key.public, room.size())))


Case = tuple[Callable[[], Simulator], set[str]]


# -- corrections ----------------------------------------------------------------------------------


def corrected_by(*signers: str, **changes: Any) -> Callable[[], Simulator]:
    def make() -> Simulator:
        room = plain()
        room.correct(signers=signers, **changes)
        return room

    return make


def one_person_two_keys() -> Simulator:
    """The publisher has an editor's key as well, under the same name."""
    room = plain()
    room.keys["second"] = generate_key()
    keyring_with(room, "the-publisher", ["editor"], room.keys["second"])
    room.correct(signers=("publisher", "second"), reviewer=person("the-publisher"))
    return room


def one_key_both_roles() -> Simulator:
    room = plain()
    room.keys["both"] = generate_key()
    keyring_with(room, "ada", ["editor", "publisher"], room.keys["both"])
    room.correct(signers=("both",), publisher=person("ada"), reviewer=person("ada"))
    return room


def one_key_signs_twice() -> Simulator:
    room = plain()
    room.keys["both"] = generate_key()
    keyring_with(room, "ada", ["editor", "publisher"], room.keys["both"])
    room.correct(signers=("both", "both"), publisher=person("ada"), reviewer=person("ada"))
    return room


def contributor_as_editor() -> Simulator:
    """The contributor's key holds the role of an editor, and checks the correction."""
    room = Simulator()
    room.keys["contributor"] = generate_key()
    keyring_with(room, "ada", ["contributor", "editor"], room.keys["contributor"])
    room.capture()
    room.submit(contributor=person("ada"))
    room.review()
    room.publish()
    room.correct(signers=("publisher", "contributor"), reviewer=person("ada"))
    return room


def contributor_with_an_editors_key() -> Simulator:
    room = plain()
    room.keys["second"] = generate_key()
    keyring_with(room, "the-contributor", ["editor"], room.keys["second"])
    room.correct(signers=("publisher", "second"), reviewer=person("the-contributor"))
    return room


def correction_names_other_signers() -> Simulator:
    room = plain()
    room.keys["second"] = generate_key()
    keyring_with(room, "second", ["editor"], room.keys["second"])
    room.correct(signers=("publisher", "second"))
    return room


def corrected(number: int, of: str) -> Callable[[], Simulator]:
    """Correction ``number`` names the statement ``of`` as the one before it."""

    def make() -> Simulator:
        room = plain()
        for each in range(1, number):
            room.correct(each)
        room.correct(number, corrects=room.shas.get(of, of))
        return room

    return make


def correction_of_another_text() -> Simulator:
    room = plain()
    room.correct()
    model = parse_statement_of(room, "correction-1")
    room.put("correction-1", model, ["publisher", "editor"], [subject(b"another text")])
    return room


def parse_statement_of(room: Simulator, name: str) -> Any:
    from copydesk.provenance.statement import parse_statement  # noqa: PLC0415

    envelope = parse_envelope(room.files.files[f"{PROV}/{name}.dsse.json"])
    return parse_statement(envelope.payload).predicate


def correction_not_logged() -> Simulator:
    room = plain()
    room.correct()
    del room.files.files[f"{PROV}/correction-1.tlog-proof"]
    return room


def correction_before_publication() -> Simulator:
    """Logged before what it corrects: its text existed first."""
    room = until_review()
    publication = room.publication()
    room.put("publication", publication, "publisher", logged=False)
    room.correct()
    room.log("publication", "publication", room.files.files[f"{PROV}/publication.dsse.json"])
    return room


CORRECTIONS: dict[str, Case] = {
    "a publisher and an editor": (corrected_by("publisher", "editor"), set()),
    "in the other order": (corrected_by("editor", "publisher"), set()),
    "the publisher alone": (corrected_by("publisher"), {"signer", "four-eyes"}),
    "the editor alone": (corrected_by("editor"), {"signer", "four-eyes"}),
    "the publisher and a contributor": (
        corrected_by("publisher", "contributor", reviewer=person("the-contributor")),
        {"signer", "four-eyes"},
    ),
    "the editor and a contributor": (
        corrected_by("contributor", "editor", publisher=person("the-contributor")),
        {"signer", "four-eyes"},
    ),
    "an editor without the role": (
        corrected_by("publisher", "collector", reviewer=person("the-collector")),
        {"signer", "four-eyes"},
    ),
    "one person with two keys": (one_person_two_keys, {"four-eyes"}),
    "one key with both roles": (one_key_both_roles, {"four-eyes"}),
    "one key with both roles, twice": (one_key_signs_twice, {"signature", "four-eyes"}),
    "the contributor as its editor": (contributor_as_editor, {"four-eyes"}),
    "the contributor with an editor's key": (contributor_with_an_editors_key, {"four-eyes"}),
    "another editor than it names": (correction_names_other_signers, {"signer", "four-eyes"}),
    "the second names the publication": (corrected(2, "publication"), {"corrections"}),
    "the first names the submission": (corrected(1, "submission"), {"corrections"}),
    "it names what is not here": (corrected(1, "5" * 64), {"corrections"}),
    "it is of another text": (correction_of_another_text, {"article"}),
    "it is not logged": (correction_not_logged, {"inclusion", "order"}),
    "it is logged before the publication": (correction_before_publication, {"order"}),
}


@pytest.mark.parametrize(("make", "checks"), CORRECTIONS.values(), ids=CORRECTIONS)
def test_a_correction(make: Callable[[], Simulator], checks: set[str]) -> None:
    result = verify(make())
    assert failing(result) == checks
    assert result.ok is not bool(checks)


# -- withdrawal -----------------------------------------------------------------------------------


def withdrawn(of: str = "", **changes: Any) -> Callable[[], Simulator]:
    def make() -> Simulator:
        room = published()
        room.withdraw(room.shas.get(of, of), **changes)
        return room

    return make


def withdrawn_signed_by(*signers: str, **changes: Any) -> Callable[[], Simulator]:
    def make() -> Simulator:
        room = withdrawn()()
        model = parse_statement_of(room, "withdrawal")
        room.put("withdrawal", model.model_copy(update=changes), signers)
        return room

    return make


def text_still_there() -> Simulator:
    room = withdrawn()()
    room.files.files[f"{FOLDER}/article.md"] = ARTICLE
    room.files.files[f"{PROV}/trace.json"] = room.trace
    return room


def text_there_without_its_trace() -> Simulator:
    room = withdrawn()()
    room.files.files[f"{FOLDER}/article.md"] = ARTICLE
    return room


def another_text_there() -> Simulator:
    room = text_still_there()
    room.files.files[f"{FOLDER}/article.md"] = ARTICLE.replace(b"Body 12", b"Body 13")
    return room


def another_trace_there() -> Simulator:
    room = text_still_there()
    room.files.files[f"{PROV}/trace.json"] += b"\n"
    return room


def gone_without_withdrawal() -> Simulator:
    room = published()
    del room.files.files[f"{FOLDER}/article.md"]
    del room.files.files[f"{PROV}/trace.json"]
    return room


def withdrawal_taken_away() -> Simulator:
    room = withdrawn()()
    for end in ("dsse.json", "tlog-proof"):
        del room.files.files[f"{PROV}/withdrawal.{end}"]
    return room


def withdrawal_of_another_text() -> Simulator:
    room = withdrawn()()
    model = parse_statement_of(room, "withdrawal")
    room.put("withdrawal", model, ["publisher", "editor"], [subject(b"another text")])
    return room


def withdrawn_before_publication() -> Simulator:
    room = until_review()
    room.put("publication", room.publication(), "publisher", logged=False)
    room.withdraw(room.shas["publication"])
    room.log("publication", "publication", room.files.files[f"{PROV}/publication.dsse.json"])
    return room


def withdrawn_and_never_published() -> Simulator:
    room = until_review()
    room.withdraw(room.shas["submission"])
    return room


def corrected_after_withdrawal() -> Simulator:
    """A tombstone is the end: a correction after it is out of order."""
    room = plain()
    room.withdraw(room.shas["publication"])
    room.correct(1)
    return room


WITHDRAWALS: dict[str, Case] = {
    "the newest statement": (withdrawn("correction-2"), set()),
    "with its text still there": (text_still_there, set()),
    "with its text, without its trace": (text_there_without_its_trace, set()),
    "with another text there": (
        another_text_there, {"article", "trace"},
    ),
    "with another trace there": (another_trace_there, {"trace", "references"}),
    "an older correction": (withdrawn("correction-1"), {"withdrawal"}),
    "the publication that was corrected": (withdrawn("publication"), {"withdrawal"}),
    "what is not here": (withdrawn("6" * 64), {"withdrawal"}),
    "gone without one": (gone_without_withdrawal, {"article", "source-list", "trace", "references"}),
    "the tombstone is gone too": (
        withdrawal_taken_away, {"article", "source-list", "trace", "references"},
    ),
    "of another text": (withdrawal_of_another_text, {"article", "withdrawal"}),
    "signed by the publisher alone": (
        withdrawn_signed_by("publisher"), {"signer", "four-eyes", "withdrawal"},
    ),
    "signed by the editor alone": (
        withdrawn_signed_by("editor"), {"signer", "four-eyes", "withdrawal"},
    ),
    "the contributor as its editor": (
        withdrawn_signed_by("publisher", "contributor", reviewer=person("the-contributor")),
        {"signer", "four-eyes", "withdrawal"},
    ),
    "logged before the publication": (withdrawn_before_publication, {"order"}),
    "never published": (withdrawn_and_never_published, {"withdrawal"}),
    "corrected after it": (corrected_after_withdrawal, {"order", "withdrawal"}),
}  # fmt: skip


@pytest.mark.parametrize(("make", "checks"), WITHDRAWALS.values(), ids=WITHDRAWALS)
def test_a_withdrawal(make: Callable[[], Simulator], checks: set[str]) -> None:
    result = verify(make())
    assert failing(result) == checks
    assert result.ok is not bool(checks)


def test_a_withdrawn_article_is_said_to_be_withdrawn() -> None:
    result = verify(withdrawn()())
    assert result.state("withdrawal") is CheckState.PASS
    for name in ("article", "source-list", "trace"):
        assert result.state(name) is CheckState.NOT_PRESENT


# -- site-state -----------------------------------------------------------------------------------


def stated(**changes: Any) -> Callable[[], Simulator]:
    def make() -> Simulator:
        room = published()
        room.state(**changes)
        return room

    return make


def withheld(*names: str) -> Callable[[], Simulator]:
    """The newsroom stated everything; then these statements were taken out of the record."""

    def make() -> Simulator:
        room = stated()()
        for name in names:
            for end in ("dsse.json", "tlog-proof"):
                del room.files.files[f"{PROV}/{name}.{end}"]
        return room

    return make


def withheld_withdrawal() -> Simulator:
    room = withdrawn()()
    room.state()
    text = text_still_there()
    for path in (f"{FOLDER}/article.md", f"{PROV}/trace.json"):
        room.files.files[path] = text.files.files[path]
    for end in ("dsse.json", "tlog-proof"):
        del room.files.files[f"{PROV}/withdrawal.{end}"]
    return room


def lists(change: Callable[[list[Head]], list[Head]]) -> Callable[[], Simulator]:
    def make() -> Simulator:
        room = published()
        room.state(change(room.heads()))
        return room

    return make


def mine(**changes: Any) -> Callable[[list[Head]], list[Head]]:
    return lambda heads: [
        head.model_copy(update=changes) if head.article == FOLDER else head for head in heads
    ]


def state_signed_by(signer: str | PrivateKey, **changes: Any) -> Callable[[], Simulator]:
    def make() -> Simulator:
        room = published()
        room.keys["publisher"] = room.keys[signer] if isinstance(signer, str) else signer
        room.state(**changes)
        return room

    return make


def without(*paths: str) -> Callable[[], Simulator]:
    def make() -> Simulator:
        room = stated()()
        for path in paths:
            del room.files.files[path]
        return room

    return make


def old_state() -> Simulator:
    """Stated after the publication; both corrections came later."""
    room = plain()
    room.state()
    room.correct(1)
    return room


def list_of_another_state() -> Simulator:
    room = stated()()
    room.files.files[HEADS] = format_heads(mine(head="7" * 64)(room.heads()))
    return room


def state_logged_before_what_it_lists() -> Simulator:
    room = published()
    room.state(logSize=room.size() + 1)
    return room


def state_of_another_log() -> Simulator:
    """The proof leads to another log of the newsroom's own key: it keeps two."""
    room = stated()()
    envelope = room.files.files[STATE]
    leaf = leaf_bytes(
        "site-state", sha256_hex(parse_envelope(envelope).payload), sha256_hex(envelope)
    )
    filler = [b"%d" % number for number in range(room.size())]
    made = append(MemoryFiles(), [*filler, leaf], room.keys["log"], ORIGIN)
    room.files.files[STATE_PROOF] = made.proofs[-1]
    return room


def proof_in_place_of_the_list() -> Simulator:
    """As in a bundle: one leaf and its path."""
    room = stated()()
    proof = head_proof(room.heads(), FOLDER)
    assert proof is not None
    room.files.files[HEAD_PROOF] = proof.to_bytes()
    del room.files.files[HEADS]
    return room


def proof_of_a_neighbour() -> Simulator:
    room = proof_in_place_of_the_list()
    proof = head_proof(room.heads(), f"articles/{MONTH}/z-last")
    assert proof is not None
    room.files.files[HEAD_PROOF] = proof.to_bytes()
    return room


SITE_STATES: dict[str, Case] = {
    "it lists what is here": (stated(), set()),
    "a proof in place of the list": (proof_in_place_of_the_list, set()),
    "a neighbour's proof": (proof_of_a_neighbour, {"site-state"}),
    "the last correction is withheld": (withheld("correction-2"), {"site-state"}),
    "both corrections are withheld": (withheld("correction-1", "correction-2"), {"site-state"}),
    "the withdrawal is withheld": (withheld_withdrawal, {"site-state"}),
    "it lists another statement": (lists(mine(head="7" * 64)), {"site-state"}),
    "it counts another correction": (lists(mine(corrections=3)), {"site-state"}),
    "the article is missing": (
        lists(lambda heads: [head for head in heads if head.article != FOLDER]), {"site-state"},
    ),
    "the list is empty": (lists(lambda _: []), {"site-state"}),
    "another number of articles": (stated(articles=4), {"site-state"}),
    "another root": (stated(headsRoot="8" * 64), {"site-state"}),
    "another newsroom's": (stated(newsroom="other.example/log"), {"site-state"}),
    "the list beside it is another": (list_of_another_state, {"site-state"}),
    "it is not logged": (without(STATE_PROOF), {"site-state"}),
    "it is logged in another log": (state_of_another_log, {"consistency"}),
    "logged before what it lists": (state_logged_before_what_it_lists, {"site-state"}),
    "by a stranger": (state_signed_by(generate_key()), {"site-state"}),
    "by a key without the role": (
        state_signed_by("editor", publisher=person("the-editor")), {"site-state"},
    ),
    "by another than it names": (
        stated(publisher=person("somebody-else")), {"site-state"},
    ),
    "older than the record": (old_state, set()),
    "none at all": (without(STATE, STATE_PROOF, HEADS), set()),
    "without the list behind it": (without(HEADS), set()),
}  # fmt: skip


@pytest.mark.parametrize(("make", "checks"), SITE_STATES.values(), ids=SITE_STATES)
def test_a_site_state(make: Callable[[], Simulator], checks: set[str]) -> None:
    result = verify(make())
    assert failing(result) == checks
    assert result.ok is not bool(checks)


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("it lists what is here", CheckState.PASS),
        ("a proof in place of the list", CheckState.PASS),
        ("older than the record", CheckState.NOT_PRESENT),
        ("none at all", CheckState.NOT_PRESENT),
        ("without the list behind it", CheckState.NOT_PRESENT),
    ],
)
def test_what_a_site_state_does_not_say_is_not_held_against_the_record(
    name: str, state: CheckState
) -> None:
    assert verify(SITE_STATES[name][0]()).state("site-state") is state


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


def test_a_withdrawal_lists_what_was_removed() -> None:
    room = withdrawn()()
    model = parse_statement_of(room, "withdrawal")
    assert isinstance(model, WithdrawalPredicate)
    assert [item.digest.sha256 for item in model.removed] == [
        sha256_hex(ARTICLE),
        sha256_hex(room.trace),
    ]


def test_an_envelope_of_another_place_is_not_the_site_state() -> None:
    room = stated()()
    room.files.files[STATE] = room.files.files[f"{PROV}/publication.dsse.json"]
    assert failing(verify(room)) == {"site-state"}
    room.files.files[STATE] = seal(b"{}", [room.keys["publisher"]])
    assert failing(verify(room)) == {"site-state"}
