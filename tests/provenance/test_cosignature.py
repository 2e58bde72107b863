"""Verifier keys and cosignatures (C2SP signed-note, tlog-cosignature) against published examples."""

from __future__ import annotations

import base64
import importlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from copydesk.errors import SigningKeyError, StatementError
from copydesk.provenance.keys import PrivateKey, generate_key
from copydesk.provenance.log.cosignature import (
    MAX_TIME,
    add_lines,
    cosign,
    cosigned_by,
    cosigned_message,
)
from copydesk.provenance.log.note import (
    COSIGNATURE,
    ED25519,
    MAX_SIGNATURES,
    Note,
    format_note,
    format_vkey,
    key_hash,
    parse_note,
    parse_vkey,
    sign_note,
    signature_line,
    signed_by,
)

# Verifier keys that others published: C2SP signed-note's example; golang.org/x/mod/sumdb/note;
# transparency-dev/formats, note_cosigv1_test.go (one whose base64 holds a plus sign, one of type 4).
VKEYS = {
    "C2SP signed-note": "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "Go's documentation": "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    "a plus in the base64": "TEST+7997405c+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6",
    "a cosignature key": "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
}

# A checkpoint of a public staging log of Certificate Transparency with the cosignatures of four
# public witnesses, as florolf/tlog-scales publishes it in its tests; the witnesses' keys are those
# of their operators' pages.
WITNESSED = (
    "arche2025h1.staging.ct.transparency.dev\n"
    "1432088532\n"
    "U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=\n"
    "\n"
    "— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMH"
    "bdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=\n"
    "— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3Ny"
    "gNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=\n"
    "— transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rh"
    "IgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==\n"
    "— witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75"
    "W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==\n"
    "— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXT"
    "ynk5XeU/zZ0WBxtqB0DrAWfBw==\n"
    "— witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+AJmIY/"
    "2TUFucgKi7lI7cUiOvKFYe/TmN9DAg==\n"
)
LOG_VKEY = (
    "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f"
)
WITNESS_VKEYS = (
    "transparency.dev/DEV:witness-little-garden+d8042a87+BCtusOxINQNUTN5Oj8HObRkh2yHf/MwYaGX4CPdiVEPM",
    "witness1.smartit.nu/witness1+a48c820f+BPSFWg9G6KPiO7QPryYO5Xq4oYJJ+kAvLKLSimDhoxMO",
    "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
    "witness.stagemole.eu+67f7aea0+BEqSG3yu9YrmcM3BHvQYTxwFj3uSWakQepafafpUqklv",
)

# A tree head of the public Sigsum test log and the cosignatures of three of its witnesses, as florolf/
# spic publishes them in its documentation (doc/example.md): key, time, signature in hex.
SIGSUM_TEXT = (
    "sigsum.org/v1/tree/4e89cc51651f0d95f3c6127c15e1a42e3ddf7046c5b17b752689c402e773bb4d\n17157\n"
    + base64.b64encode(
        bytes.fromhex("86c07a3959a75a8640dd01c33a62cf4222ef88ace47f706a06905d915e705a3d")
    ).decode()
    + "\n"
)
SIGSUM_TIME = 1765558886
SIGSUM = {
    "dcbf728e02d479f5a7e20dc09adf525833ed6e797526517aeb07fc6854849fc6": (
        "0bd36c6f510e36939758d6b4df06bb90ad332ef2a590ef82a831d50876748387"
        "540891d0e4f77253b396ec57c20f07a33a2dfa644b7b44383000a62924c7e20d"
    ),
    "ebcdeb78e7fdb2ef9227b2c1ef11e94600b55b4d6d9a57877e31ee89e59adc36": (
        "0870780996726ef5376e739f595c3e5ac1e482648f13a6c2ac215051b1c70730"
        "13470bfd5ba870338776fe9b2bd8bb41ae92fec9fae6b4715cb3c7e21b8fad03"
    ),
    "4a921b7caef58ae670cdc11ef4184f1c058f7b9259a9107a969f69fa54aa496f": (
        "642aa8748405401886796c9a3dbddf57942976af469429044f7206489d4b4979"
        "c44ae445c998e0bd0b6b7e0d0da5fa7fe142338ed8a69ac521d694c3cf2cd403"
    ),
}

TEXT = f"news.example/log\n3\n{base64.b64encode(bytes(range(32))).decode()}\n"
# TEST KEY: 32 equal bytes, for reproducible lines only.
TEST_KEY = PrivateKey(Ed25519PrivateKey.from_private_bytes(b"\x07" * 32))


@pytest.mark.parametrize("text", VKEYS.values(), ids=VKEYS)
def test_published_verifier_keys_are_read_and_written_again(text: str) -> None:
    key = parse_vkey(text)
    assert key.text == text
    assert key.hash.hex() == text.removeprefix(key.name + "+")[:8]
    assert key.kind == (COSIGNATURE if text.startswith("remora") else ED25519)


def test_the_specifications_note_verifies_under_its_verifier_key() -> None:
    key = parse_vkey(VKEYS["C2SP signed-note"])
    note = parse_note(
        "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONn"
        "cAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n".encode()
    )
    assert signed_by(note, key.name, key.public)


def _vkey(kind: int, public: bytes, name: str = "w.example", hash_: str = "") -> str:
    hash_ = hash_ or key_hash(name, public, kind).hex()
    return f"{name}+{hash_}+{base64.b64encode(bytes([kind]) + public).decode()}"


GOOD = generate_key().public
BAD_VKEYS = {
    "empty": "",
    "two parts": "w.example+00000000",
    "another key's id": _vkey(1, GOOD, hash_="00000000"),
    "the id of the other type": _vkey(4, GOOD, hash_=key_hash("w.example", GOOD, 1).hex()),
    "capital hex": _vkey(1, GOOD, hash_=key_hash("w.example", GOOD).hex().upper() + "F"),
    "ten hex digits": _vkey(1, GOOD, hash_="00" + key_hash("w.example", GOOD).hex()),
    "a space in the name": _vkey(1, GOOD, name="w example"),
    "no name": _vkey(1, GOOD, name=""),
    "a line break": _vkey(1, GOOD) + "\n",
    "an unknown type": _vkey(2, GOOD),
    "ML-DSA, which Copydesk does not know": _vkey(6, GOOD),
    "a short key": _vkey(1, GOOD[:31]),
    "a long key": _vkey(1, GOOD + b"\0"),
    "no base64": f"w.example+{key_hash('w.example', GOOD).hex()}+AAA",
    "a key of small order": _vkey(4, b"\1" + b"\0" * 31),
    "the zero key": _vkey(4, bytes(32)),
    "a key that is not canonical": _vkey(4, (2**255 - 18).to_bytes(32, "little")),
    "very long": _vkey(1, GOOD, name="w" * 5_000),
}


@pytest.mark.parametrize("text", BAD_VKEYS.values(), ids=BAD_VKEYS)
def test_what_is_no_verifier_key_is_refused(text: str) -> None:
    with pytest.raises(SigningKeyError):
        parse_vkey(text)


@given(st.text())
def test_any_text_is_a_verifier_key_or_refused(text: str) -> None:
    try:
        key = parse_vkey(text)
    except SigningKeyError:
        return
    assert key.text == text


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\u2003b", "a\nb", "a\x01", "a\udc80"])
def test_what_cannot_be_a_keys_name_is_not_written(name: str) -> None:
    with pytest.raises(SigningKeyError):
        format_vkey(name, GOOD)


def test_a_verifier_key_of_an_unsafe_key_or_unknown_type_is_not_written() -> None:
    with pytest.raises(SigningKeyError):
        format_vkey("w.example", b"\1" + b"\0" * 31, COSIGNATURE)
    with pytest.raises(SigningKeyError):
        format_vkey("w.example", GOOD, 6)


@pytest.mark.parametrize("vkey", WITNESS_VKEYS)
def test_cosignatures_of_public_witnesses_verify(vkey: str) -> None:
    note, key = parse_note(WITNESSED.encode()), parse_vkey(vkey)
    assert cosigned_by(note, key.name, key.public) == 0x6A122120
    for damaged in (
        WITNESSED.replace("1432088532", "1432088533"),
        WITNESSED.replace("qEiEg", "qEiEh"),
    ):
        assert cosigned_by(parse_note(damaged.encode()), key.name, key.public) is None


def test_the_log_of_the_witnessed_checkpoint_signed_it_beside_a_signature_of_unknown_type() -> None:
    key = parse_vkey(LOG_VKEY)
    note = parse_note(WITNESSED.encode())
    assert signed_by(note, key.name, key.public)
    # The log's key is no witness's, nor a witness's a log's.
    assert cosigned_by(note, key.name, key.public) is None
    witness = parse_vkey(WITNESS_VKEYS[0])
    assert not signed_by(note, witness.name, witness.public)


@pytest.mark.parametrize(("public", "signature"), SIGSUM.items(), ids=[key[:8] for key in SIGSUM])
def test_cosignatures_of_the_sigsum_test_log_verify(public: str, signature: str) -> None:
    key = bytes.fromhex(public)
    line = signature_line(
        "any.example/name",
        key_hash("any.example/name", key, COSIGNATURE),
        SIGSUM_TIME.to_bytes(8, "big") + bytes.fromhex(signature),
    )
    note = parse_note(f"{SIGSUM_TEXT}\n{line}\n".encode())
    assert cosigned_by(note, "any.example/name", key) == SIGSUM_TIME
    assert cosigned_by(note, "other.example/name", key) is None


def test_the_signed_message_is_that_of_the_specification() -> None:
    assert cosigned_message("example.com/behind-the-sofa\n20852163\n", 1679315147) == (
        b"cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n20852163\n"
    )


@given(st.integers(0, MAX_TIME), st.sampled_from(["", "an extension\n", "one\nand another\n"]))
def test_a_cosignature_verifies_for_its_key_name_text_and_time_alone(time: int, more: str) -> None:
    line = cosign(TEXT + more, "w.example", TEST_KEY, time)
    note = parse_note(f"{TEXT}{more}\n{line}\n".encode())
    assert cosigned_by(note, "w.example", TEST_KEY.public) == time
    assert cosigned_by(note, "w.example", GOOD) is None
    assert cosigned_by(note, "v.example", TEST_KEY.public) is None
    other = parse_note(f"{TEXT}{more}extended\n\n{line}\n".encode())
    assert cosigned_by(other, "w.example", TEST_KEY.public) is None


def test_a_cosignature_is_no_plain_signature_and_the_reverse() -> None:
    line = cosign(TEXT, "w.example", TEST_KEY, 5)
    assert not signed_by(parse_note(f"{TEXT}\n{line}\n".encode()), "w.example", TEST_KEY.public)
    plain = sign_note(TEXT, "w.example", TEST_KEY)
    assert cosigned_by(parse_note(plain.encode()), "w.example", TEST_KEY.public) is None


def test_a_broken_cosignature_voids_the_good_one_beside_it() -> None:
    good = cosign(TEXT, "w.example", TEST_KEY, 5)
    hash_ = key_hash("w.example", TEST_KEY.public, COSIGNATURE)
    for data in (b"x" * 72, b"x" * 71, b"x" * 73, b"\xff" * 72, b"x"):
        broken = signature_line("w.example", hash_, data)
        for lines in ((good, broken), (broken, good), (broken,)):
            note = parse_note((TEXT + "\n" + "\n".join(lines) + "\n").encode())
            assert cosigned_by(note, "w.example", TEST_KEY.public) is None


def test_of_two_good_cosignatures_the_earlier_time_counts() -> None:
    lines = [cosign(TEXT, "w.example", TEST_KEY, time) for time in (9, 4, 7)]
    note = parse_note((TEXT + "\n" + "\n".join(lines) + "\n").encode())
    assert cosigned_by(note, "w.example", TEST_KEY.public) == 4


@pytest.mark.parametrize("time", [-1, MAX_TIME + 1, 2**64])
def test_no_cosignature_has_a_time_that_the_format_cannot_hold(time: int) -> None:
    with pytest.raises(StatementError):
        cosign(TEXT, "w.example", TEST_KEY, time)


def test_a_time_over_the_formats_range_does_not_verify() -> None:
    time = MAX_TIME + 1
    data = time.to_bytes(8, "big") + TEST_KEY.sign(cosigned_message(TEXT, time))
    line = signature_line("w.example", key_hash("w.example", TEST_KEY.public, COSIGNATURE), data)
    note = parse_note(f"{TEXT}\n{line}\n".encode())
    assert cosigned_by(note, "w.example", TEST_KEY.public) is None


@pytest.mark.parametrize("text", ["", "news.example/log\n", "hello\n3\nAAAA\n", TEXT[:-1]])
def test_only_a_checkpoint_is_cosigned(text: str) -> None:
    with pytest.raises(StatementError):
        cosign(text, "w.example", TEST_KEY, 5)


LOG = generate_key()
SIGNED = sign_note(TEXT, "news.example/log", LOG)
LINE = cosign(TEXT, "w.example", TEST_KEY, 5)


def test_lines_are_added_once_and_adding_again_changes_nothing() -> None:
    once = add_lines(SIGNED, [LINE, LINE + "\n"])
    assert once == SIGNED + LINE + "\n"
    assert add_lines(once, [LINE]) == once
    assert add_lines(once, []) == once
    # A later cosignature of the same key neither replaces the earlier one nor stands beside it.
    assert add_lines(once, [cosign(TEXT, "w.example", TEST_KEY, 6)]) == once
    assert add_lines(SIGNED, []) == SIGNED


def test_the_logs_signature_stays_first() -> None:
    cosigned = parse_note(f"{TEXT}\n{LINE}\n".encode())
    log_line = SIGNED.splitlines()[-1]
    assert add_lines(format_note(cosigned), [log_line]) == SIGNED + LINE + "\n"
    many = [cosign(TEXT, f"w{n}.example", TEST_KEY, n) for n in range(5)]
    assert add_lines(SIGNED, many).splitlines()[-6:] == [log_line, *many]


def test_lines_that_are_there_are_kept_also_broken_ones() -> None:
    hash_ = key_hash("w.example", TEST_KEY.public, COSIGNATURE)
    broken = signature_line("w.example", hash_, b"x" * 72)
    note = f"{SIGNED}{LINE}\n{broken}\n"
    assert add_lines(note, [LINE]) == note


@pytest.mark.parametrize(
    "line",
    [
        "",
        "hello",
        "— w.example",
        "— w.example AAAA",
        f"x\n\n{LINE}",
        f"{LINE}\n{LINE}",
        f"{LINE}\n\n",
    ],
)
def test_what_is_no_signature_line_is_not_added(line: str) -> None:
    with pytest.raises(StatementError):
        add_lines(SIGNED, [line])


def test_a_note_gets_no_more_signatures_than_a_note_may_have() -> None:
    lines = [cosign(TEXT, f"w{n}.example", TEST_KEY, n) for n in range(MAX_SIGNATURES)]
    full = add_lines(SIGNED, lines[:-1])
    assert len(parse_note(full.encode()).signatures) == MAX_SIGNATURES
    with pytest.raises(StatementError):
        add_lines(SIGNED, lines)


def test_a_note_is_written_as_it_was_read() -> None:
    assert format_note(parse_note(WITNESSED.encode())) == WITNESSED
    assert isinstance(parse_note(WITNESSED.encode()), Note)


def test_an_independent_implementation_accepts_keys_signatures_and_cosignatures() -> None:
    """With florolf/tlog-scales 0.0.3, where it is installed."""
    try:
        signing = importlib.import_module("tlog_scales.signing")
        tlog = importlib.import_module("tlog_scales.tlog")
    except ImportError:
        pytest.skip("tlog-scales is not installed; `pip install tlog-scales` adds this oracle")
    note = add_lines(SIGNED, [cosign(TEXT, "w.example", TEST_KEY, 1_700_000_000)])
    checkpoint = tlog.Checkpoint.from_text(note)
    for name, public, kind in (
        ("news.example/log", LOG.public, ED25519),
        ("w.example", TEST_KEY.public, COSIGNATURE),
    ):
        vkey = signing.Vkey.from_string(format_vkey(name, public, kind))
        checkpoint.verify(vkey)
        assert vkey.serialize() == format_vkey(name, public, kind)
