"""Asking an authority over HTTP: what is sent, what is taken, and what is said when it fails."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from local_tsa import NEEDS_OPENSSL, OPENSSL, SHA256, LocalTsa, issue, now, tst_info

from copydesk.errors import (
    CopydeskError,
    LimitError,
    StatementError,
    TransientError,
    UsageError,
    VerificationError,
)
from copydesk.newsroom.timestamping import ask
from copydesk.provenance import der
from copydesk.provenance.timestamp import verify_timestamp
from copydesk.provenance.timestamp_form import MAX_RESPONSE_BYTES

pytestmark = pytest.mark.skipif(OPENSSL is None, reason=NEEDS_OPENSSL)

TEXT = b"news.example/log\n3\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"


@pytest.fixture
def tsa(tmp_path: Path) -> Iterator[LocalTsa]:
    with LocalTsa(tmp_path) as server:
        yield server


def test_the_answer_verifies_and_only_a_digest_was_sent(tsa: LocalTsa) -> None:
    body = ask(tsa.url, TEXT, roots=[tsa.root.pem])
    assert verify_timestamp(body, TEXT, [tsa.root.pem]).authority.startswith("Test timestamp")
    [(media_type, query)] = tsa.requests
    assert media_type == "application/timestamp-query"
    assert TEXT.splitlines()[0] not in query
    assert len(query) < 80


def test_each_request_has_a_number_of_its_own(tsa: LocalTsa) -> None:
    ask(tsa.url, TEXT)
    ask(tsa.url, TEXT)
    first, second = (query for _, query in tsa.requests)
    assert first != second


def test_an_answer_to_an_older_request_is_not_taken(tsa: LocalTsa) -> None:
    old = ask(tsa.url, TEXT)
    tsa.answer = lambda _: (200, old)
    with pytest.raises(VerificationError, match="another request"):
        ask(tsa.url, TEXT)
    bare = tsa.token(TEXT, now())  # without a nonce
    tsa.answer = lambda _: (200, bare)
    with pytest.raises(VerificationError, match="another request"):
        ask(tsa.url, TEXT)


def test_an_answer_about_another_text_is_not_taken(tsa: LocalTsa) -> None:
    def other(query: bytes) -> tuple[int, bytes]:
        nonce = der.read_der(query).child(2, der.INTEGER).integer()
        return 200, tsa.token(TEXT, now(), info=tst_info(b"other", now(), nonce=nonce))

    tsa.answer = other
    with pytest.raises(VerificationError, match="another text"):
        ask(tsa.url, TEXT)


def test_an_answer_under_another_root_is_not_taken_where_one_is_named(tsa: LocalTsa) -> None:
    with pytest.raises(VerificationError, match="none of the roots"):
        ask(tsa.url, TEXT, roots=[issue("Another", authority=True).pem])


def test_a_rejection_says_why(tsa: LocalTsa) -> None:
    unknown = der.encode_oid("2.16.840.1.101.3.4.2.9")
    tsa.answer = lambda query: (200, tsa.reply(query.replace(der.encode_oid(SHA256), unknown)))
    with pytest.raises(VerificationError, match=r"rejected the request \(.*supported"):
        ask(tsa.url, TEXT)


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (500, TransientError),
        (503, TransientError),
        (429, TransientError),
        (302, UsageError),
        (404, UsageError),
        (204, UsageError),
    ],
)
def test_a_status_that_is_not_200(tsa: LocalTsa, status: int, error: type[CopydeskError]) -> None:
    tsa.answer = lambda _: (status, b"")
    with pytest.raises(error, match=str(status)) as caught:
        ask(tsa.url, TEXT)
    assert caught.value.fix
    assert len(tsa.requests) == 1  # no redirect was followed


def test_another_kind_of_answer(tsa: LocalTsa) -> None:
    tsa.media_type = "text/html"
    with pytest.raises(StatementError, match="something else"):
        ask(tsa.url, TEXT)


@pytest.mark.parametrize("body", [b"", b"<html>", b"\x30\x03\x02\x01"])
def test_an_answer_that_is_no_timestamp(tsa: LocalTsa, body: bytes) -> None:
    tsa.answer = lambda _: (200, body)
    with pytest.raises(StatementError):
        ask(tsa.url, TEXT)


def test_an_answer_without_end(tsa: LocalTsa) -> None:
    tsa.answer = lambda _: (200, bytes(MAX_RESPONSE_BYTES * 50))
    with pytest.raises(LimitError):
        ask(tsa.url, TEXT)


def test_an_answer_that_drips(tsa: LocalTsa) -> None:
    tsa.drip = True
    began = time.monotonic()
    with pytest.raises(TransientError, match="within"):
        ask(tsa.url, TEXT, timeout_seconds=0.5)
    assert time.monotonic() - began < 5


def test_nobody_there(tmp_path: Path) -> None:
    with LocalTsa(tmp_path) as gone:
        url = gone.url
    with pytest.raises(TransientError) as caught:
        ask(url, TEXT)
    assert caught.value.exit_code == 3


@pytest.mark.parametrize(
    "url", ["", "tsa.example", "ftp://tsa.example/", "http://", "http://[", "\0"]
)
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(UsageError, match="address"):
        ask(url, TEXT)
