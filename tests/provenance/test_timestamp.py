"""Timestamps: what counts, what does not, and that no bytes can end the program."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.x509.oid import ExtendedKeyUsageOID
from local_tsa import (
    DAY,
    NEEDS_OPENSSL,
    OPENSSL,
    POLICY,
    SHA256,
    Issued,
    LocalTsa,
    issue,
    now,
    tst_info,
)

from copydesk.errors import (
    CopydeskError,
    LimitError,
    UsageError,
    VerificationError,
)
from copydesk.provenance import der, timestamp
from copydesk.provenance.timestamp import (
    read_timestamp,
    timestamp_request,
    verify_timestamp,
)
from copydesk.provenance.timestamp_form import take_apart

pytestmark = pytest.mark.skipif(OPENSSL is None, reason=NEEDS_OPENSSL)

TEXT = b"news.example/log\n3\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
STAMP = ExtendedKeyUsageOID.TIME_STAMPING


@pytest.fixture(scope="module")
def tsa(tmp_path_factory: pytest.TempPathFactory) -> LocalTsa:
    return LocalTsa(tmp_path_factory.mktemp("tsa"))


@pytest.fixture(scope="module")
def token(tsa: LocalTsa) -> bytes:
    return tsa.reply(timestamp_request(TEXT, 7))


def says(tsa: LocalTsa, response: bytes, *, text: bytes = TEXT, root: Issued | None = None) -> str:
    """Why it does not count."""
    with pytest.raises(CopydeskError) as caught:
        verify_timestamp(response, text, [(root or tsa.root).pem])
    assert caught.value.fix
    return caught.value.message


# -- what counts --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["ec", "rsa"])
def test_a_token_states_the_time_and_the_authority(tmp_path: Path, kind: str) -> None:
    tsa = LocalTsa(tmp_path, kind)
    before = now()
    response = tsa.reply(timestamp_request(TEXT, 2**63 + 5))
    found = verify_timestamp(response, TEXT, [tsa.root.pem])
    assert found.authority == "Test timestamp authority, Test keys only"
    assert found.policy == POLICY
    assert int(found.serial, 16) > 0
    stamp = before.isoformat().replace("+00:00", "Z")
    assert stamp <= found.gen_time <= now().isoformat().replace("+00:00", "Z")
    assert read_timestamp(response, TEXT, nonce=2**63 + 5) == found


def test_the_request_is_the_one_that_openssl_makes(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(TEXT)
    command = ["ts", "-query", "-data", "text", "-sha256", "-cert", "-out", "request"]
    assert OPENSSL is not None
    subprocess.run([OPENSSL, *command], cwd=tmp_path, check=True, capture_output=True)  # noqa: S603
    theirs = (tmp_path / "request").read_bytes()
    nonce = der.read_der(theirs).child(2, der.INTEGER).integer()
    assert timestamp_request(TEXT, nonce) == theirs


def test_one_of_several_roots_is_enough(tsa: LocalTsa, token: bytes) -> None:
    other = issue("Another root", authority=True)
    assert verify_timestamp(token, TEXT, [other.pem + tsa.root.pem, other.pem])


def test_a_certificate_that_has_expired_since_is_no_fault(tsa: LocalTsa) -> None:
    old = issue("Old", tsa.root, uses=(STAMP,), start=now() - 9 * DAY, end=now() - 2 * DAY)
    response = tsa.token(TEXT, now() - 3 * DAY, signer=old)
    stated = (now() - 3 * DAY).strftime("%Y-%m-%d")
    assert verify_timestamp(response, TEXT, [tsa.root.pem]).gen_time.startswith(stated)


def test_a_real_answer_outlives_its_certificate_and_root(tmp_path: Path) -> None:
    end = now() + timedelta(seconds=2)
    root = issue("Short root", authority=True, end=end)
    tsa = LocalTsa(tmp_path, root=root, end=end)
    response = tsa.reply(timestamp_request(TEXT, 1))
    time.sleep(max(0.0, (end - now()).total_seconds() + 1.2))
    assert now() > end
    assert verify_timestamp(response, TEXT, [root.pem])


def test_intermediates_are_taken_from_the_token_in_any_order(tmp_path: Path) -> None:
    root = issue("Root", authority=True)
    middle = issue("Middle", root, authority=True)
    tsa = LocalTsa(tmp_path, root=middle)
    for chain in ((middle, root), (root, middle), (middle,)):
        response = tsa.reply(timestamp_request(TEXT, 1), chain=chain)
        assert verify_timestamp(response, TEXT, [root.pem])
    assert "none of the roots" in says(tsa, tsa.reply(timestamp_request(TEXT, 1)), root=root)


def test_certificates_out_of_order_are_put_in_order(tsa: LocalTsa) -> None:
    response = tsa.token(TEXT, now(), chain=(tsa.root, issue("Other", authority=True)))
    bag = der.read_der(response).child(1, der.SEQUENCE).child(1, der.context(0)).children()[0]
    bag = next(part for part in bag.children()[3:] if part.tag == der.context(0))
    parts = sorted((one.whole for one in bag.children()), reverse=True)
    shuffled = response[: bag.inside] + b"".join(parts) + response[bag.end :]
    assert shuffled != take_apart(shuffled).response
    assert verify_timestamp(shuffled, TEXT, [tsa.root.pem])


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Los_Angeles"])
def test_the_time_zone_of_the_machine_is_without_effect(
    tsa: LocalTsa, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = now() - 3 * DAY
    edge = timedelta(seconds=30)
    brief = issue("Brief", tsa.root, uses=(STAMP,), start=at - edge, end=at + edge)
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        found = verify_timestamp(tsa.token(TEXT, at, signer=brief), TEXT, [tsa.root.pem])
    finally:
        monkeypatch.undo()
        time.tzset()
    assert found.gen_time == at.isoformat().replace("+00:00", "Z")


def test_fractions_of_a_second_are_cut_off(tsa: LocalTsa) -> None:
    info = tst_info(TEXT, now(), fraction=".987")
    found = verify_timestamp(tsa.token(TEXT, now(), info=info), TEXT, [tsa.root.pem])
    assert "." not in found.gen_time


def test_the_signature_may_be_over_any_digest_of_sha2(tsa: LocalTsa) -> None:
    for digest in ("sha256", "sha384", "sha512"):
        response = tsa.token(TEXT, now(), digest=digest)
        assert verify_timestamp(response, TEXT, [tsa.root.pem])


@pytest.mark.parametrize("named_by", ["sha1", "sha256", "sha384", "sha512"])
def test_the_certificate_may_be_named_in_the_older_way(tsa: LocalTsa, named_by: str) -> None:
    response = tsa.reply(timestamp_request(TEXT, 1), named_by=named_by)
    assert [kind for kind, _ in take_apart(response).named] == [named_by]
    assert verify_timestamp(response, TEXT, [tsa.root.pem])


# -- what does not count --------------------------------------------------------------------------


def test_of_another_text(tsa: LocalTsa, token: bytes) -> None:
    assert "another text" in says(tsa, token, text=TEXT + b"\n")
    with pytest.raises(VerificationError, match="another text"):
        read_timestamp(token, b"")


def test_under_another_root(tsa: LocalTsa, token: bytes) -> None:
    twin = issue("Test timestamp root", authority=True)  # the same name, another key
    assert "none of the roots" in says(tsa, token, root=issue("Another", authority=True))
    assert "does not count" in says(tsa, token, root=twin)


def test_the_authority_itself_is_no_root_of_others(tsa: LocalTsa, token: bytes) -> None:
    assert "none of the roots" in says(tsa, token, root=tsa.signer)


def test_a_certificate_for_something_else(tsa: LocalTsa) -> None:
    server = ExtendedKeyUsageOID.SERVER_AUTH
    for uses, critical in (
        ((), True),
        ((server,), True),
        ((STAMP,), False),
        ((STAMP, server), True),
    ):
        wrong = issue("Wrong", tsa.root, uses=uses, critical=critical)
        assert "not one for timestamps" in says(tsa, tsa.token(TEXT, now(), signer=wrong))


def test_a_chain_through_a_certificate_that_may_not_issue(tsa: LocalTsa) -> None:
    middle = issue("Not an issuer", tsa.root, authority=False)
    leaf = issue("Below", middle, uses=(STAMP,))
    response = tsa.token(TEXT, now(), signer=leaf, chain=(middle,))
    assert "may not issue" in says(tsa, response)


def test_not_valid_at_the_time_stated(tsa: LocalTsa) -> None:
    at = now() - 3 * DAY
    gone = issue("Gone", tsa.root, uses=(STAMP,), start=at - 9 * DAY, end=at - DAY)
    assert "had expired" in says(tsa, tsa.token(TEXT, at, signer=gone))
    future = issue("Future", tsa.root, uses=(STAMP,), start=at + DAY)
    assert "not valid yet" in says(tsa, tsa.token(TEXT, at, signer=future))


def test_a_root_not_valid_at_the_time_stated(tmp_path: Path) -> None:
    at = now() - 3 * DAY
    late = issue("Late root", authority=True, start=at + DAY)
    tsa = LocalTsa(tmp_path, root=late, start=at - DAY)
    assert "not valid yet" in says(tsa, tsa.token(TEXT, at))


def test_another_certificate_of_the_same_key_in_its_place(tsa: LocalTsa) -> None:
    weak = issue("Same", tsa.root, uses=(ExtendedKeyUsageOID.SERVER_AUTH,), serial=77)
    strong = issue("Same", tsa.root, uses=(STAMP,), serial=77, key=weak.key)
    response = tsa.token(TEXT, now(), signer=weak)
    bag = take_apart(response)
    assert bag.signer == weak.der
    # Both at once: nobody can say which is meant.
    both = tsa.token(TEXT, now(), signer=weak, chain=(strong,))
    assert "two of its certificates" in says(tsa, both)
    other = issue("Same", tsa.root, uses=(STAMP,), serial=77, key=weak.key, end=now() + 20 * DAY)
    assert other.der != strong.der
    swapped = tsa.token(TEXT, now(), signer=strong).replace(strong.der, other.der)
    if len(strong.der) == len(other.der):  # ECDSA signatures vary by a byte or two
        assert "another certificate" in says(tsa, swapped)


def test_a_signature_that_does_not_name_its_certificate(tsa: LocalTsa) -> None:
    assert "by which certificate" in says(tsa, tsa.token(TEXT, now(), options=()))
    assert "by which certificate" in says(tsa, tsa.token(TEXT, now(), options=("-noattr",)))


def test_other_digests(tsa: LocalTsa) -> None:
    sha384 = tst_info(TEXT, now(), algorithm="2.16.840.1.101.3.4.2.2", digest=b"1" * 48)
    assert "not over a SHA-256" in says(tsa, tsa.token(TEXT, now(), info=sha384))
    sha1 = tsa.token(TEXT, now(), digest="sha1")
    assert "no longer safe" in says(tsa, sha1)


def test_what_is_signed_has_to_be_a_time(tsa: LocalTsa) -> None:
    other = tsa.token(TEXT, now(), content_type="1.2.840.113549.1.9.16.1.2")
    assert "not a statement of time" in says(tsa, other)


def test_a_changed_time_or_signature(tsa: LocalTsa, token: bytes) -> None:
    stated = read_timestamp(token, TEXT).gen_time
    written = stated.translate(str.maketrans("", "", "-:T")).encode()
    assert token.count(written) == 1
    changed = token.replace(written, b"19991231235959Z")
    assert read_timestamp(changed, TEXT).gen_time == "1999-12-31T23:59:59Z"
    assert "does not count" in says(tsa, changed)
    nearby = token.replace(written, written[:-2] + bytes([written[-2] ^ 1]) + b"Z")
    assert "does not verify" in says(tsa, nearby)
    assert "does not count" in says(tsa, token[:-1] + bytes([token[-1] ^ 1]))


def test_a_time_on_no_calendar(tsa: LocalTsa) -> None:
    for fraction, words in ((".50", "form"), ("+0100", "form")):
        response = tsa.token(TEXT, now(), info=tst_info(TEXT, now(), fraction=fraction))
        assert words in says(tsa, response)
    info = tst_info(TEXT, now()).replace(now().strftime("%Y%m%d").encode(), b"20260231")
    assert "on no calendar" in says(tsa, tsa.token(TEXT, now(), info=info))


def test_a_rejection(tsa: LocalTsa) -> None:
    bad = timestamp_request(TEXT, 1).replace(
        der.encode_oid(SHA256), der.encode_oid("2.16.840.1.101.3.4.2.9")
    )
    answer = tsa.reply(bad)
    assert "rejected the request" in says(tsa, answer)
    with pytest.raises(VerificationError, match=r"rejected the request \(.+\)"):
        read_timestamp(answer, TEXT)


def test_granted_but_empty(tsa: LocalTsa) -> None:
    granted = der.encode(der.SEQUENCE, der.encode(der.SEQUENCE, der.encode_integer(0)))
    assert "missing" in says(tsa, granted)


def test_the_answer_to_another_request(token: bytes) -> None:
    assert read_timestamp(token, TEXT, nonce=7)
    with pytest.raises(VerificationError, match="another request"):
        read_timestamp(token, TEXT, nonce=8)


def test_no_certificate_inside(tsa: LocalTsa) -> None:
    bare = tsa.token(TEXT, now(), options=("-cades", "-nocerts"))
    assert "does not hold the certificate" in says(tsa, bare)


# -- what the caller brings -----------------------------------------------------------------------


def test_without_the_extra_a_token_is_read_and_not_verified(
    tsa: LocalTsa, token: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert timestamp.can_verify()
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert not timestamp.can_verify()
    assert read_timestamp(token, TEXT).authority
    with pytest.raises(UsageError, match=r"pip install copydesk\[timestamp\]"):
        verify_timestamp(token, TEXT, [tsa.root.pem])


def test_nothing_slow_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys, copydesk.provenance.timestamp;"
        "print([m for m in ('rfc3161_client', 'cryptography.x509') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)  # noqa: S603
    assert done.stdout.strip() == b"[]"


def test_roots_that_are_none(tsa: LocalTsa, token: bytes) -> None:
    for roots in ([], [b""], [b"no certificate"], [tsa.root.der]):
        with pytest.raises(UsageError, match="root"):
            verify_timestamp(token, TEXT, roots)
    with pytest.raises(LimitError):
        verify_timestamp(token, TEXT, [b"x" * (timestamp.MAX_ROOT_BYTES + 1)])
    with pytest.raises(LimitError):
        verify_timestamp(token, TEXT, [tsa.root.pem] * (timestamp.MAX_ROOTS + 1))


@pytest.mark.parametrize("nonce", [0, -1, 2**128])
def test_a_nonce_out_of_range(nonce: int) -> None:
    with pytest.raises(UsageError):
        timestamp_request(TEXT, nonce)


# -- names ----------------------------------------------------------------------------------------


def test_odd_certificates_print_no_warning(tsa: LocalTsa) -> None:
    odd = issue("Odd", tsa.root, uses=(STAMP,), country="Nowhere")
    response = tsa.token(TEXT, now(), signer=odd)
    assert verify_timestamp(response, TEXT, [tsa.root.pem]).authority.startswith("Odd")


def test_names_from_certificates_are_fit_for_a_terminal(tsa: LocalTsa) -> None:
    loud = issue("Red \x1b[31m\u202e name", tsa.root, uses=(STAMP,))
    found = verify_timestamp(tsa.token(TEXT, now(), signer=loud), TEXT, [tsa.root.pem])
    assert found.authority == "Red ?[31m? name, Test keys only"
    assert replace(found, authority="").authority == ""
