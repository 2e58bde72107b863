"""Corrections, withdrawals and site-states: each rule broken by name.

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
    ARTICLE,
    FOLDER,
    MONTH,
    ORIGIN,
    Simulator,
    published,
    subject,
)

from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.checks import CheckState
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.heads import HEAD_PROOF, HEADS, SITE_STATE, format_heads, head_proof
from copydesk.provenance.keys import PrivateKey, generate_key
from copydesk.provenance.log.tiles import append
from copydesk.provenance.reading import leaf_bytes
from copydesk.provenance.statements import Head, WithdrawalPredicate

STATE = f"{SITE_STATE}.dsse.json"
STATE_PROOF = f"{SITE_STATE}.tlog-proof"


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
