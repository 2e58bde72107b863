"""The capturer's own marks do not get into what is signed and published."""

import ipaddress
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from copydesk.capture.entry import to_entry
from copydesk.capture.model import Capture, CaptureProblem, Hop, Outcome
from copydesk.capture.own_marks import mask

OWN = (ipaddress.ip_address("192.0.2.77"), ipaddress.ip_address("2001:db8::77"))
TIME = "2026-11-09T10:00:00Z"
URL = "https://weir.example/a"
CAPTURE = Capture(
    URL, Outcome.STORED, TIME, "test", final_url=f"{URL}?ip=192.0.2.77", status=200, size=0,
    sha256="ab" * 32, wire_sha256="ab" * 32, body=b"", address="192.0.2.77",
    headers=(("x-client", "192.0.2.77"), ("x-six", "[2001:db8:0:0::77]"), ("server", "weir 1.9.2.0")),
    hops=(
        Hop("https://weir.example/go?from=192%2E0%2E2%2E77", 302, "/a;jsessionid=0123456789abcdef"),
    ),
    facts=(("client", "ip-192-0-2-77.isp.example"),), reason="It ended at ?ip=192.0.2.77.",
)  # fmt: skip


def test_own_addresses_and_tokens_are_masked_in_every_text() -> None:
    entry = to_entry(CAPTURE, OWN)
    said = entry.model_dump_json(exclude={"address"})
    for trace in ("192.0.2.77", "192%2E", "192-0-2-77", "db8", "0123456789abcdef"):
        assert trace not in said
    assert entry.masked == ["finalUrl", "headers", "hops", "facts", "reason"]
    assert entry.headers[0] == ("x-client", "XXXXXXXXXX")
    assert entry.headers[2] == ("server", "weir 1.9.2.0")
    assert entry.hops[0].location == "/a;jsessionid=XXXXXXXXXXXXXXXX"
    assert entry.address == "192.0.2.77"  # of the server: who serves itself hides nothing by it


def test_a_problem_is_masked_too() -> None:
    problem = CaptureProblem("scheme-refused", "ftp://192.0.2.77/ is not an http address.")
    failed = Capture(URL, Outcome.REFUSED, TIME, "test", problem=problem)
    entry = to_entry(failed, OWN)
    assert entry.problem
    assert "192.0.2.77" not in entry.problem.message
    assert entry.masked == ["problem"]


def test_what_holds_nothing_of_the_capturer_is_as_it_was() -> None:
    plain = replace(
        CAPTURE, final_url=URL, headers=(("server", "weir"),), hops=(), facts=(), reason=""
    )
    assert to_entry(plain, OWN) == to_entry(plain)
    assert to_entry(plain, OWN).masked is None


def test_what_the_article_cites_is_not_masked() -> None:
    cited = f"{URL}?PHPSESSID=0123456789abcdef&ip=192.0.2.77"
    shown = replace(CAPTURE, url=cited, final_url=cited, headers=(), hops=(), facts=(), reason="")
    assert to_entry(shown, OWN).finalUrl == cited


@given(st.text(max_size=60), st.sampled_from(["192.0.2.77", "2001:db8::77", "wwAAAk0="]))
def test_a_masked_text_is_as_long_and_masks_nothing_more(text: str, own: str) -> None:
    masked = mask(f"{text} {own}", OWN)
    assert len(masked.encode("utf-8", "replace")) == len(f"{text} {own}".encode("utf-8", "replace"))
    assert mask(masked, OWN) == masked
