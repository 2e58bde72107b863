"""The witness's decision, without a network: every status of C2SP tlog-witness."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_log import SmallLog

from copydesk.errors import StatementError
from copydesk.provenance.keys import generate_key
from copydesk.provenance.log.merkle import EMPTY_ROOT
from copydesk.provenance.log.note import Checkpoint, key_hash, sign_note, signature_line
from copydesk.witness.decision import (
    MAX_PROOF_LINES,
    NEVER,
    SIZE_TYPE,
    Decision,
    State,
    decide,
    parse_request,
    request_body,
)

LOG = SmallLog()
FORK = LOG.fork()
KEYS = {LOG.origin: (LOG.key.public,)}


def at(size: int, log: SmallLog = LOG) -> State:
    return State(size, log.root(size))


def answer(body: bytes, state: State = NEVER) -> Decision:
    return decide(parse_request(body), KEYS, state)


def status(body: bytes, state: State = NEVER) -> int:
    refusal = answer(body, state).refusal
    return refusal.status if refusal else 200


# The requests of filippo.io/torchwood's witness tests: a Sigsum log's signed tree heads.
SIGSUM_ORIGIN = (
    "sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562"
)
SIGSUM_KEYS = {
    SIGSUM_ORIGIN: (
        bytes.fromhex("ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f"),
    )
}
FIRST = (
    f"old 0\n\n{SIGSUM_ORIGIN}\n1\nKgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n"
    f"— {SIGSUM_ORIGIN} UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzV"
    "nnNuWRTYrajXpNUbIQY=\n"
).encode()
THREE = (
    "old 1\nKgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"
    "KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n"
    f"{SIGSUM_ORIGIN}\n3\nRcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=\n\n"
    f"— {SIGSUM_ORIGIN} UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4"
    "SUUdrcawfAB8WVrx6go=\n"
).encode()
FIVE = (
    "old 1\nKgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"
    "+fUDV+k970B4I3uKrqJM4aP1lloPZP8mvr2Z4wRw2LI=\n"
    "KgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n"
    f"{SIGSUM_ORIGIN}\n5\nQrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=\n\n"
    f"— {SIGSUM_ORIGIN} UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi"
    "0tW90dJWAShei7sDww=\n"
).encode()


def test_the_requests_of_another_implementations_tests_get_its_answers() -> None:
    one = decide(parse_request(FIRST), SIGSUM_KEYS, NEVER).state
    assert one is not None
    assert one.size == 1
    five = decide(parse_request(FIVE), SIGSUM_KEYS, one).state
    assert five is not None
    assert five.root.hex() == "42bb57ad06420afa4882c4a63ac6a1ec77480b330b2f20dfc53a0caa5f564e36"
    three = decide(parse_request(THREE), SIGSUM_KEYS, one).state
    assert three is not None
    assert three.size == 3
    # The race of that test: the smaller tree comes after the larger one was kept.
    late = decide(parse_request(THREE), SIGSUM_KEYS, five).refusal
    assert late is not None
    assert (late.status, late.body, late.type) == (409, "5\n", SIZE_TYPE)
    many = b"old 0\n" + b"KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n" * 64 + FIRST[6:]
    with pytest.raises(StatementError):
        parse_request(many)


def test_the_example_of_the_specification_is_read() -> None:
    body = (
        "old 20852014\n"
        "PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n"
        "jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=\n"
        "5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=\n"
        "/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=\n"
        "\n"
        "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
        "— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcy"
        "v2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
        "— example.com/behind-the-sofa opLqBQsREYCgu6xQkYQwJr9fo45a62DN9EdmHXnZdXNqlcVGlCum2Wks+49/V"
        "6267UEjw6QUXTS5Rovnzv++qbSzm9Q=\n"
    ).encode()
    request = parse_request(body)
    assert (request.old, len(request.proof), request.checkpoint.size) == (20852014, 4, 20852163)
    assert len(request.note.signatures) == 2
    assert status(body) == 404


@given(st.integers(0, 20), st.integers(0, 20))
def test_a_growing_log_is_cosigned_from_every_size_to_every_size(old: int, new: int) -> None:
    old, new = sorted((old, new))
    decision = answer(LOG.request(old, new), at(old))
    assert decision.state == at(new)
    assert decision.refusal is None


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20))
def test_the_state_never_shrinks_and_never_changes_its_history(
    known: int, old: int, new: int
) -> None:
    """Whatever a client claims, the new state extends the old one, or there is none."""
    for log in (LOG, FORK):
        proof = log.proof(*sorted((old, new))) if old else []
        decision = answer(log.request(old, new, proof=proof), at(known))
        assert (decision.state is None) != (decision.refusal is None)
        if decision.state is not None:
            assert old == known <= new
            assert decision.state == at(new, log)
            assert log is LOG or known == 0


REQUESTS = st.tuples(
    st.sampled_from([LOG, FORK]), st.integers(0, 20), st.integers(0, 20), st.booleans()
)


@given(st.lists(REQUESTS, max_size=25))
def test_whatever_is_sent_in_whatever_order_one_history_alone_is_cosigned(
    requests: list[tuple[SmallLog, int, int, bool]],
) -> None:
    state, history = NEVER, []
    for log, old, new, informed in requests:
        old_ = state.size if informed else old
        proof = log.proof(old_, new) if old_ <= new else log.proof(new, old_)
        decision = answer(log.request(old_, new, proof=proof), state)
        if decision.state is not None:
            state = decision.state
            history.append(state)
    assert [each.size for each in history] == sorted(each.size for each in history)
    assert any(all(each == at(each.size, log) for each in history) for log in (LOG, FORK))


@given(st.integers(1, 20), st.integers(0, 20), st.data())
def test_no_other_proof_is_accepted(old: int, new: int, data: st.DataObject) -> None:
    old, new = sorted((old, max(new, 1)))
    proof = LOG.proof(old, new)
    other = data.draw(
        st.lists(st.sampled_from([*proof, LOG.root(old), LOG.root(new), b"x" * 32]), max_size=7)
    )
    wanted = 200 if other == proof else 422
    assert status(LOG.request(old, new, proof=other), at(old)) == wanted


def test_an_unknown_log_is_not_found() -> None:
    other = SmallLog(origin="other.example/log", key=LOG.key)
    assert status(other.request(0, 3)) == 404


def test_a_checkpoint_without_a_trusted_signature_is_forbidden() -> None:
    stranger = SmallLog(key=generate_key())
    assert status(stranger.request(0, 3)) == 403
    text = LOG.text(3)
    under_another_name = sign_note(text, "other.example/log", LOG.key)
    assert status(request_body(0, [], under_another_name.encode())) == 403
    broken = signature_line(LOG.origin, key_hash(LOG.origin, LOG.key.public), b"x" * 64)
    assert status(request_body(0, [], f"{text}\n{broken}\n".encode())) == 403


def test_signatures_of_strangers_beside_the_logs_are_ignored() -> None:
    stranger = signature_line("w.example", b"abcd", b"x" * 64)
    body = request_body(0, [], LOG.note(3) + f"{stranger}\n".encode())
    assert status(body) == 200


def test_any_of_a_logs_trusted_keys_will_do() -> None:
    newer = SmallLog(key=generate_key())
    keys = {LOG.origin: (LOG.key.public, newer.key.public)}
    assert decide(parse_request(newer.request(0, 3)), keys, NEVER).state == at(3)
    assert decide(parse_request(LOG.request(3, 5)), keys, at(3)).state == at(5)


def test_an_old_size_over_the_new_one_is_a_bad_request() -> None:
    assert status(LOG.request(5, 3, proof=[]), at(5)) == 400


@pytest.mark.parametrize("known", [0, 3, 9])
@pytest.mark.parametrize("old", [0, 2, 5])
def test_another_old_size_than_the_latest_is_a_conflict_that_tells_the_size(
    known: int, old: int
) -> None:
    refusal = answer(LOG.request(old, 10), at(known)).refusal
    if known == old:
        assert refusal is None
        return
    assert refusal is not None
    assert (refusal.status, refusal.body, refusal.type) == (409, f"{known}\n", SIZE_TYPE)


def test_a_rollback_is_a_conflict() -> None:
    for old in (0, 5):
        refusal = answer(LOG.request(old, 5), at(9)).refusal
        assert refusal is not None
        assert (refusal.status, refusal.body) == (409, "9\n")


def test_another_tree_of_the_same_size_is_a_conflict_and_a_fork() -> None:
    decision = answer(FORK.request(5, 5), at(5))
    assert decision.fork
    assert decision.refusal is not None
    assert (decision.refusal.status, decision.refusal.body) == (409, "5\n")
    assert not answer(LOG.request(5, 5), at(5)).fork
    # A larger tree of another history proves nothing by itself, and is refused for its proof.
    assert status(FORK.request(5, 9), at(5)) == 422


def test_the_same_checkpoint_again_is_cosigned_again() -> None:
    assert answer(LOG.request(5, 5), at(5)).state == at(5)
    assert status(LOG.request(5, 5, proof=[LOG.root(5)]), at(5)) == 422


def test_extension_lines_are_no_fork() -> None:
    assert answer(LOG.request(5, 5, more="extended\n"), at(5)).state == at(5)


def test_the_empty_tree_has_one_root_and_no_proof() -> None:
    assert answer(LOG.request(0, 0)).state == NEVER
    wrong = sign_note(Checkpoint(LOG.origin, 0, b"x" * 32).text(), LOG.origin, LOG.key).encode()
    assert status(request_body(0, [], wrong)) == 409
    assert status(LOG.request(0, 0, proof=[EMPTY_ROOT])) == 422
    assert status(LOG.request(0, 5, proof=[EMPTY_ROOT])) == 422


GOOD = LOG.request(3, 7)
HASH = base64.b64encode(bytes(32)).decode()
BAD = {
    "nothing": b"",
    "no empty line": GOOD.replace(b"\n\n", b"\n"),
    "no old line": GOOD.partition(b"\n")[2],
    "another word": GOOD.replace(b"old", b"new"),
    "two spaces": GOOD.replace(b"old ", b"old  "),
    "a zero before the size": GOOD.replace(b"old 3", b"old 03"),
    "a sign": GOOD.replace(b"old 3", b"old +3"),
    "a negative size": GOOD.replace(b"old 3", b"old -3"),
    "digits of another script": GOOD.replace(b"old 3", "old ٣".encode()),
    "a size of no end": GOOD.replace(b"old 3", b"old " + b"9" * 5_000),
    "a carriage return": GOOD.replace(b"old 3\n", b"old 3\r\n"),
    "a space after the size": GOOD.replace(b"old 3\n", b"old 3 \n"),
    "a short hash": GOOD.replace(b"old 3\n", b"old 3\nAAAA\n"),
    "a hash without padding": GOOD.replace(b"old 3\n", f"old 3\n{HASH[:-1]}\n".encode()),
    "base64 in another form": GOOD.replace(b"old 3\n", f"old 3\n{HASH[:-2]}B=\n".encode()),
    "64 lines of proof": LOG.request(3, 7, proof=[bytes(32)] * (MAX_PROOF_LINES + 1)),
    "no checkpoint": b"old 3\n\n",
    "no signature": GOOD.partition("—".encode())[0],
    "a note that is no checkpoint": b"old 0\n\n" + sign_note("hello\n", "o", LOG.key).encode(),
    "not UTF-8": GOOD.replace(b"news", b"n\xffws"),
    "a NUL": GOOD.replace(b"news", b"n\0ws"),
    "cut off": GOOD[:-1],
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD)
def test_what_is_no_request_is_refused(body: bytes) -> None:
    with pytest.raises(StatementError):
        parse_request(body)


def test_63_lines_of_proof_are_read() -> None:
    request = parse_request(LOG.request(3, 7, proof=[bytes(32)] * MAX_PROOF_LINES))
    assert len(request.proof) == MAX_PROOF_LINES


@given(st.binary(max_size=400))
def test_any_bytes_are_a_request_or_refused(body: bytes) -> None:
    try:
        request = parse_request(body)
    except StatementError:
        return
    assert request.old >= 0


@given(st.integers(0, len(GOOD) - 1), st.integers(0, 255))
def test_a_changed_byte_never_gets_another_tree_cosigned(position: int, value: int) -> None:
    body = GOOD[:position] + bytes([value]) + GOOD[position + 1 :]
    try:
        decision = answer(body, at(3))
    except StatementError:
        return
    assert decision.state in {None, at(7)}
    if body != GOOD and decision.state is not None:
        # What may change unnoticed is nothing of what the witness cosigns.
        assert parse_request(body).note.text == parse_request(GOOD).note.text
