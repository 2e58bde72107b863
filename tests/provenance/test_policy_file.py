"""Policy files (C2SP tlog-policy): what is read, what is refused, when a quorum is reached."""

from __future__ import annotations

import base64
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.errors import CopydeskError, LimitError, StatementError
from copydesk.provenance.keys import PrivateKey, generate_key
from copydesk.provenance.log.cosignature import add_lines, cosign
from copydesk.provenance.log.note import (
    COSIGNATURE,
    ED25519,
    Note,
    format_vkey,
    key_hash,
    parse_note,
    parse_vkey,
    sign_note,
    signature_line,
)
from copydesk.provenance.log.policy import (
    MAX_GROUPS,
    MAX_LOGS,
    MAX_POLICY_BYTES,
    MAX_WITNESSES,
    Group,
    Policy,
    Witness,
    parse_policy,
    satisfied,
)

ORIGIN = "news.example/log"
LOG = generate_key()
KEYS = [generate_key() for _ in range(6)]
TEXT = f"{ORIGIN}\n3\n{base64.b64encode(bytes(range(32))).decode()}\n"
NOTE = sign_note(TEXT, ORIGIN, LOG)
LOG_LINE = f"log {format_vkey(ORIGIN, LOG.public)}\n"


def vkey(index: int, kind: int = COSIGNATURE, key: PrivateKey | None = None) -> str:
    return format_vkey(f"w{index}.example", (key or KEYS[index]).public, kind)


def cosigned(*indices: int) -> Note:
    lines = [cosign(TEXT, f"w{index}.example", KEYS[index], 1_000 + index) for index in indices]
    return parse_note(add_lines(NOTE, lines).encode())


# The example of the specification, with keys in place of <vkey>.
EXAMPLE = f"""\
{LOG_LINE}
witness X1 {vkey(0)}
witness X2 {vkey(1)}
witness X3 {vkey(2)}
group X-witnesses 2 X1 X2 X3

witness Y1 {vkey(3)}
witness Y2 {vkey(4)}
witness Y3 {vkey(5)}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
"""


def test_the_example_of_the_specification_is_read() -> None:
    policy = parse_policy(EXAMPLE.encode())
    assert [log.key.name for log in policy.logs] == [ORIGIN]
    assert [witness.name for witness in policy.witnesses] == ["X1", "X2", "X3", "Y1", "Y2", "Y3"]
    assert policy.groups == (
        Group("X-witnesses", 2, ("X1", "X2", "X3")),
        Group("Y-witnesses", 1, ("Y1", "Y2", "Y3")),
        Group("X-and-Y", 2, ("X-witnesses", "Y-witnesses")),
    )
    assert policy.quorum == "X-and-Y"


@pytest.mark.parametrize("size", range(7))
def test_the_example_is_satisfied_by_two_x_and_one_y_exactly(size: int) -> None:
    policy = parse_policy(EXAMPLE.encode())
    for indices in combinations(range(6), size):
        answer = satisfied(policy, cosigned(*indices))
        wanted = sum(i < 3 for i in indices) >= 2 and any(i >= 3 for i in indices)
        assert answer.quorum is answer.valid is wanted, indices
        assert [each.time for each in answer.cosigned] == [1_000 + i for i in indices]
        assert answer.log == ORIGIN
        assert ("is reached" in answer.reason) is wanted


def test_white_space_comments_urls_and_octets_that_are_no_utf8_are_accepted() -> None:
    data = (
        f"\n# a comment \t\n\t # another\n\twitness \t\N{KELVIN SIGN} {vkey(0)}   https://w.example/ \n"
        f"witness K {vkey(1)}\nwitness all {vkey(2)}\nwitness any {vkey(3)}\n".encode()
        + b"witness \x80 "
        + vkey(4).encode()
        + b"\n  # \xff\nquorum\t\x80\n\n"
    )
    policy = parse_policy(data)
    assert [w.name for w in policy.witnesses] == ["\N{KELVIN SIGN}", "K", "all", "any", "\\x80"]
    assert [w.url for w in policy.witnesses] == ["https://w.example/", None, None, None, None]
    assert policy.quorum == "\\x80"
    assert satisfied(policy, cosigned(4)).quorum
    assert not satisfied(policy, cosigned(0, 1, 2, 3)).quorum


def test_a_quorum_may_be_none_or_one_witness_and_more_may_follow_it() -> None:
    none = parse_policy(b"quorum none\n")
    assert satisfied(none, parse_note(NOTE.encode())).valid
    assert satisfied(none, parse_note(NOTE.encode())).reason == "The policy asks for no witness."
    one = parse_policy(f"witness a {vkey(0)}\nquorum a\nwitness b {vkey(1)}\n".encode())
    assert satisfied(one, cosigned(0)).valid
    assert satisfied(one, cosigned(1)).reason == (
        "The quorum, the witness a, is not reached: it did not cosign."
        " Cosigned by b at 1970-01-01T00:16:41Z."
    )


def test_the_reason_says_who_is_missing() -> None:
    policy = parse_policy(
        f"{LOG_LINE}witness a {vkey(0)}\nwitness b {vkey(1)}\nwitness c {vkey(2)}\n"
        "group two 2 a b c\nquorum two\n".encode()
    )
    assert satisfied(policy, cosigned(1)).reason == (
        "Signed by the log news.example/log. The quorum is not reached: 1 of 3 members of two did, "
        "2 must; missing: a, c. Cosigned by b at 1970-01-01T00:16:41Z."
    )


W = f"witness a {vkey(0)}\n"
REFUSED = {
    "nothing": b"",
    "no newline at the end": W.encode() + b"quorum a",
    "a control character": b"quorum none\n\x01\n",
    "a carriage return": b"quorum none\r\n",
    "DEL": b"# \x7f\nquorum none\n",
    "NUL in a comment": b"#\0\nquorum none\n",
    "an unknown word": b"quibble a\nquorum none\n",
    "words in capitals": b"Quorum none\n",
    "a comment after a line": f"{W[:-1]} https://w.example # no\nquorum a\n".encode(),
    "a log without key": b"log\nquorum none\n",
    "a log with rubbish": b"log rubbish\nquorum none\n",
    "a log with a witness's key type": f"log {vkey(0)}\nquorum none\n".encode(),
    "a witness with a log's key type": f"witness a {vkey(0, ED25519)}\nquorum a\n".encode(),
    "a witness without key": b"witness a\nquorum none\n",
    "a witness named none": f"witness none {vkey(0)}\nquorum none\n".encode(),
    "a group named none": f"{W}group none any a\nquorum none\n".encode(),
    "two witnesses of one name": f"{W}witness a {vkey(1)}\nquorum a\n".encode(),
    "a group with a witness's name": f"{W}group a any a\nquorum a\n".encode(),
    "two groups of one name": f"{W}witness b {vkey(1)}\ngroup g any a\ngroup g any b\nquorum g\n".encode(),
    "one log twice": f"{LOG_LINE}{LOG_LINE}quorum none\n".encode(),
    "one log under two names": (
        f"{LOG_LINE}log {format_vkey('other.example', LOG.public)}\nquorum none\n"
    ).encode(),
    "one key as two witnesses": f"{W}witness b {vkey(1, key=KEYS[0])}\nquorum a\n".encode(),
    "the log's key as witness": f"{LOG_LINE}witness a {vkey(0, key=LOG)}\nquorum a\n".encode(),
    "a group of nobody": f"{W}group g any\nquorum a\n".encode(),
    "a threshold of nought": f"{W}group g 0 a\nquorum g\n".encode(),
    "a negative threshold": f"{W}group g -1 a\nquorum g\n".encode(),
    "a threshold with a zero before it": f"{W}group g 01 a\nquorum g\n".encode(),
    "a threshold in another script": f"{W}group g \u0661 a\nquorum g\n".encode(),
    "a threshold of no end": f"{W}group g {'9' * 5_000} a\nquorum g\n".encode(),
    "a threshold over the members": f"{W}group g 2 a\nquorum g\n".encode(),
    "a member that is nowhere": f"{W}group g any b\nquorum g\n".encode(),
    "a member that comes later": f"group g any a\n{W}quorum g\n".encode(),
    "a group in itself": f"{W}group g any g\nquorum g\n".encode(),
    "none as a member": f"{W}group g any none a\nquorum g\n".encode(),
    "a member twice in a group": f"{W}group g all a a\nquorum g\n".encode(),
    "a member of two groups": f"{W}group g any a\ngroup h any a\nquorum g\n".encode(),
    "no quorum": W.encode(),
    "two quorums": f"{W}quorum a\nquorum a\n".encode(),
    "a quorum that is nowhere": b"quorum a\n",
    "a quorum that comes later": f"quorum a\n{W}".encode(),
    "a quorum without a name": b"quorum\n",
    "a quorum of two": f"{W}quorum a a\n".encode(),
}


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED)
def test_what_is_no_policy_is_refused(data: bytes) -> None:
    with pytest.raises(StatementError):
        parse_policy(data)


def test_an_error_names_the_line() -> None:
    with pytest.raises(StatementError) as caught:
        parse_policy(f"# one\n{W}witness b rubbish\nquorum a\n".encode())
    assert caught.value.location == "line 3"


def test_limits_hold_and_what_the_specification_recommends_is_supported() -> None:
    keys = [generate_key() for _ in range(MAX_WITNESSES + MAX_LOGS + 2)]
    logs = [
        f"log {format_vkey(f'l{n}.example', key.public)}\n"
        for n, key in enumerate(keys[: MAX_LOGS + 1])
    ]
    witnesses = [
        f"witness w{n} {format_vkey(f'w{n}.example', key.public, COSIGNATURE)}\n"
        for n, key in enumerate(keys[MAX_LOGS + 1 :])
    ]
    groups = [f"group g{n} any w{n}\n" for n in range(MAX_GROUPS)]
    text = "".join([*logs[:-1], *witnesses[:-1], *groups, "quorum g0\n"])
    policy = parse_policy(text.encode())
    assert (len(policy.logs), len(policy.witnesses), len(policy.groups)) == (32, 32, 32)
    for more in (logs[-1], witnesses[-1], "group h any g1\n"):
        with pytest.raises(LimitError):
            parse_policy((text + more).encode())
    with pytest.raises(LimitError):
        parse_policy(b"#" * MAX_POLICY_BYTES + b"\nquorum none\n")


@given(
    st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "ignore"))
)
def test_any_bytes_are_a_policy_or_refused(data: bytes) -> None:
    try:
        policy = parse_policy(data)
    except CopydeskError:
        return
    assert policy.quorum


def test_the_log_must_have_signed_and_be_the_checkpoints_own() -> None:
    policy = parse_policy(f"{LOG_LINE}{W}quorum a\n".encode())
    unsigned = parse_note(f"{TEXT}\n{cosign(TEXT, 'w0.example', KEYS[0], 7)}\n".encode())
    answer = satisfied(policy, unsigned)
    assert answer.quorum
    assert not answer.valid
    assert answer.log is None
    assert answer.reason.startswith("No log of the policy signed the checkpoint.")
    # A log's good signature on another log's checkpoint is no word of either.
    text = TEXT.replace(ORIGIN, "other.example/log")
    other = sign_note(text, ORIGIN, LOG)
    lines = [cosign(text, "w0.example", KEYS[0], 7)]
    assert not satisfied(policy, parse_note(add_lines(other, lines).encode())).valid
    # Nor is a signature under the other log's name one of the log that the policy names.
    renamed = sign_note(text, "other.example/log", LOG)
    answer = satisfied(policy, parse_note(add_lines(renamed, lines).encode()))
    assert answer.log is None
    assert not answer.valid


def test_a_policy_without_logs_leaves_the_log_to_its_reader() -> None:
    policy = parse_policy(f"{W}quorum a\n".encode())
    answer = satisfied(policy, cosigned(0))
    assert answer.valid
    assert answer.log is None


def test_a_broken_cosignature_counts_for_nothing_and_is_named() -> None:
    policy = parse_policy(f"{W}witness b {vkey(1)}\ngroup g 2 a b\nquorum g\n".encode())
    broken = signature_line(
        "w1.example", key_hash("w1.example", KEYS[1].public, COSIGNATURE), b"x" * 72
    )
    answer = satisfied(policy, parse_note(add_lines(NOTE + broken + "\n", []).encode()))
    assert answer.broken == ("b",)
    assert answer.reason.endswith("A cosignature does not verify: b.")
    lines = [cosign(TEXT, f"w{n}.example", KEYS[n], 7) for n in (0, 1)]
    text = NOTE + broken + "\n" + "\n".join(lines) + "\n"
    answer = satisfied(policy, parse_note(text.encode()))
    assert not answer.quorum
    assert [each.name for each in answer.cosigned] == ["a"]


def test_one_raw_key_counts_once_also_in_a_policy_that_was_not_parsed() -> None:
    one, again = parse_vkey(vkey(0)), parse_vkey(vkey(1, key=KEYS[0]))
    log_too = parse_vkey(vkey(2, key=LOG))
    policy = Policy(
        logs=parse_policy(f"{LOG_LINE}quorum none\n".encode()).logs,
        witnesses=(Witness("a", one), Witness("b", again), Witness("c", log_too)),
        groups=(Group("g", 2, ("a", "b", "c", "a")),),
        quorum="g",
    )
    lines = [
        cosign(TEXT, "w0.example", KEYS[0], 7),
        cosign(TEXT, "w1.example", KEYS[0], 7),
        cosign(TEXT, "w2.example", LOG, 7),
    ]
    answer = satisfied(policy, parse_note(add_lines(NOTE, lines).encode()))
    assert [each.name for each in answer.cosigned] == ["a"]
    assert not answer.quorum


def test_a_time_beyond_the_calendar_is_put_in_words_too() -> None:
    policy = parse_policy(f"{W}quorum a\n".encode())
    lines = [cosign(TEXT, "w0.example", KEYS[0], 2**63 - 1)]
    answer = satisfied(policy, parse_note(add_lines(NOTE, lines).encode()))
    assert "Cosigned by a at second 9223372036854775807." in answer.reason
