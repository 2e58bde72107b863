"""The capturer's own address in a page, in every spelling that sites use; tokens of a session."""

import base64
import ipaddress

import pytest

from copydesk.capture.own_marks import find_marks, shared_addresses
from copydesk.provenance.redaction import redact

FOUR = ipaddress.ip_address("192.0.2.77")
SIX = ipaddress.ip_address("2001:db8:0:7::a1")


def left(body: bytes) -> bytes:
    copy, _ = redact(body, find_marks(body, [FOUR, SIX]))
    assert len(copy) == len(body)
    return copy


@pytest.mark.parametrize(
    "spelling",
    [
        "192.0.2.77", "192%2E0%2E2%2E77", "192%2e0%2e2%2e77", "192%252E0%252E2%252E77",
        "192&#46;0&#46;2&#46;77", r"192\u002e0\u002e2\u002e77", "192-0-2-77", "77.2.0.192",
        "c000024d", "0xC000024D", "3221226061",
        "2001:db8:0:7::a1", "2001:DB8:0:7:0:0:0:A1", "2001:0db8:0000:0007:0000:0000:0000:00a1",
        "2001%3Adb8%3A0%3A7%3A%3Aa1", "2001:db8:0:7::0.0.0.161",
        "20010db80000000700000000000000a1",
    ],
)  # fmt: skip
def test_every_spelling_is_taken_out_and_nothing_else(spelling: str) -> None:
    page = f'<script>var v = {{"ip":"{spelling}","city":"Oslo"}};</script>'
    expected = page.replace(spelling, "X" * len(spelling))
    assert left(page.encode()).decode() == expected


@pytest.mark.parametrize("before", range(7))
@pytest.mark.parametrize("address", [FOUR, SIX], ids=str)
def test_base64_is_found_wherever_in_it_the_address_begins(before: int, address: object) -> None:
    blob = base64.b64encode(b'{"t":1}'[:before] + str(address).encode() + b'","n":"?>~~"}')
    found = left(b"<i data-x='" + blob + b"'></i>")
    decoded = base64.b64decode(found.removeprefix(b"<i data-x='").removesuffix(b"'></i>"))
    for part in (str(address).encode()[2:-2], str(address).encode()):
        assert part not in decoded


@pytest.mark.parametrize(
    "text",
    ["1192.0.2.77", "192.0.2.770", "192.0.2.77.5", "192.0.2.7", "5192.0.2.77", "ac000024d",
     "2001:db8:0:7::a12", "2001:db8:0:8::a1", "32212260610"],
)  # fmt: skip
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert left(f"<p>{text}</p>".encode()) == f"<p>{text}</p>".encode()


@pytest.mark.parametrize(
    ("page", "secret"),
    [
        ('{"csrfToken":"aZ09-_xyz=="}', "aZ09-_xyz=="),
        ("<meta name='csrf-token' content='abcdefgh12'>", "abcdefgh12"),
        ('<input type="hidden" name="authenticity_token" id="t" value="Qq+/9=xxxx">', "Qq+/9=xxxx"),
        ('<a href="/list;jsessionid=0A1B2C3D4E">', "0A1B2C3D4E"),
        ('<a href="?PHPSESSID=abcdef012345&p=1">', "abcdef012345"),
        ("sessionId: 'abcdef012345'", "abcdef012345"),
    ],
)
def test_tokens_of_a_session_are_taken_out(page: str, secret: str) -> None:
    assert left(page.encode()).decode() == page.replace(secret, "X" * len(secret))


@pytest.mark.parametrize(
    "page",
    ["<p>A CSRF token protects a form.</p>", '{"session_id":""}', '<input name="q" value="csrf">'],
)
def test_pages_about_tokens_stay_as_they_are(page: str) -> None:
    assert left(page.encode()) == page.encode()


def test_an_address_in_pages_of_unrelated_hosts_is_told() -> None:
    # 93.184.215.14 is public; documentation addresses are not.
    page = b'{"ip":"93.184.215.14","dns":"8.8.8.8","v":"10.0.0.1"}'
    found = shared_addresses([("a.one.example", page), ("www.two.test", page)])
    assert found == {"93.184.215.14": ("a.one.example", "www.two.test")}
    assert shared_addresses([("a.one.example", page), ("b.one.example", page)]) == {}
