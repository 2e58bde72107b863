"""Hostile bytes where a timestamp belongs: an error of ours, or the same answer as before."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from local_tsa import NEEDS_OPENSSL, OPENSSL, LocalTsa, issue, now

from copydesk.errors import CopydeskError, LimitError, StatementError
from copydesk.provenance.timestamp import (
    Timestamp,
    read_timestamp,
    timestamp_request,
    verify_timestamp,
)
from copydesk.provenance.timestamp_form import MAX_RESPONSE_BYTES

pytestmark = pytest.mark.skipif(OPENSSL is None, reason=NEEDS_OPENSSL)

TEXT = b"news.example/log\n3\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"


@pytest.fixture(scope="module")
def tsa(tmp_path_factory: pytest.TempPathFactory) -> LocalTsa:
    return LocalTsa(tmp_path_factory.mktemp("tsa"))


@pytest.fixture(scope="module")
def token(tsa: LocalTsa) -> bytes:
    return tsa.reply(timestamp_request(TEXT, 7))


def test_every_truncation_is_refused(tsa: LocalTsa, token: bytes) -> None:
    for size in range(len(token)):
        with pytest.raises(StatementError):
            verify_timestamp(token[:size], TEXT, [tsa.root.pem])
    with pytest.raises(StatementError, match="bytes follow"):
        verify_timestamp(token + b"\0", TEXT, [tsa.root.pem])


def test_too_large(tsa: LocalTsa) -> None:
    with pytest.raises(LimitError):
        verify_timestamp(bytes(MAX_RESPONSE_BYTES + 1), TEXT, [tsa.root.pem])
    many = (issue(f"Number {number}", authority=True) for number in range(16))
    with pytest.raises(LimitError, match="certificates"):
        verify_timestamp(tsa.token(TEXT, now(), chain=tuple(many)), TEXT, [tsa.root.pem])


def judge(response: bytes, root: bytes) -> Timestamp | None:
    try:
        return verify_timestamp(response, TEXT, [root])
    except CopydeskError:
        return None


def test_no_change_of_one_byte_changes_what_is_believed(tsa: LocalTsa, token: bytes) -> None:
    believed = judge(token, tsa.root.pem)
    assert believed is not None
    without_effect = set()
    for at in range(len(token)):
        for value in {token[at] ^ 1, token[at] ^ 0x80, 0, 255} - {token[at]}:
            found = judge(token[:at] + bytes([value]) + token[at + 1 :], tsa.root.pem)
            assert found in (None, believed)
            if found:
                without_effect.add(at)
    # Nothing signs the two version numbers of CMS and the name of the signature's algorithm, which
    # OpenSSL takes from the key.
    assert len(without_effect) <= 16


@settings(deadline=None)
@given(data=st.data())
def test_no_mutation_ends_the_program(tsa: LocalTsa, token: bytes, data: st.DataObject) -> None:
    believed = judge(token, tsa.root.pem)
    changed = bytearray(token)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(changed)))
        end = data.draw(st.integers(at, min(at + 8, len(changed))))
        changed[at:end] = data.draw(st.binary(max_size=8))
    assert judge(bytes(changed), tsa.root.pem) in (None, believed)


@settings(deadline=None)
@given(st.binary(max_size=300))
@example(b"")
@example(b"\x30\x80\0\0")
def test_any_bytes_at_all(data: bytes) -> None:
    with pytest.raises(CopydeskError):
        read_timestamp(data, TEXT)


def test_a_panic_of_the_library_is_an_error_of_ours(
    tsa: LocalTsa, token: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    class PanicError(BaseException):
        """As pyo3's PanicException, which is no Exception either."""

    def panic(_: bytes) -> None:
        raise PanicError

    monkeypatch.setattr("rfc3161_client.decode_timestamp_response", panic)
    with pytest.raises(StatementError, match="damaged"):
        verify_timestamp(token, TEXT, [tsa.root.pem])
