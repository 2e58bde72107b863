"""Who stands behind a source: the list of owners, accounts, the registered domain, credit lines."""

from __future__ import annotations

import socket
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.errors import ConfigError, CopydeskError, LimitError
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.policy import lists as lists_module
from copydesk.policy.lists import parse_owner_list
from copydesk.policy.owners import credited_agency, label_of, owner, registrable
from copydesk.report import Quality

# From the algorithm's own test data, https://publicsuffix.org/list/test_psl.txt (public domain).
PUBLISHED = [
    ("example.com", "example.com"), ("b.example.com", "example.com"), ("b.c.com.ac", "c.com.ac"),
    ("a.b.test.ac", "test.ac"), ("a.b.c.kobe.jp", "b.c.kobe.jp"),
    ("city.kobe.jp", "city.kobe.jp"), ("www.city.kobe.jp", "city.kobe.jp"),
    ("www.www.ck", "www.ck"), ("a.b.test.ck", "b.test.ck"), ("test.k12.ak.us", "test.k12.ak.us"),
    ("www.test.k12.ak.us", "test.k12.ak.us"),
]  # fmt: skip


@pytest.mark.parametrize(("host", "wanted"), PUBLISHED)
def test_published_vectors(host: str, wanted: str) -> None:
    assert registrable(host) == wanted


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("https://news.harbour.co.uk/a", "harbour.co.uk"),
        ("https://wren.github.io/notes", "wren.github.io"),
        ("https://letters.substack.com/p/ferry", "letters.substack.com"),
        ("https://github.com/Harbour/ferry/releases", "github.com/harbour"),
        ("https://www.reddit.com/r/ferries/comments/1", "reddit.com/r/ferries"),
        ("https://www.youtube.com/watch?v=1", "youtube.com"),
        ("https://a.harbour.example/", "harbour.example"),
        ("https://192.0.2.7/notice", "192.0.2.7"),
        ("https://[2001:db8::1]/notice", "2001:db8::1"),
        ("https://localhost/", "localhost"),
        ("no address", ""),
    ],
)
def test_the_owner_by_address(url: str, wanted: str) -> None:
    assert owner(url) == wanted


def test_the_list_goes_before_the_address() -> None:
    owners = parse_owner_list(
        "\ufeff# who owns what\nharbour.example  Harbour Media Group # since 2020\n"
        "gazette.example Harbour Media Group\nblogs.example/wren Wren\n",
        path="owners.txt",
    )
    for url in (
        "https://harbour.example/a",
        "https://data.harbour.example/b",
        "https://www.gazette.example/",
    ):
        assert owner(url, owners) == "Harbour Media Group"
    assert owner("https://blogs.example/wren/1", owners) == "Wren"
    assert owner("https://blogs.example/finch/1", owners) == "blogs.example"


@pytest.mark.parametrize(
    "line", ["harbour.example", "harbour.example   # nobody", "harbour Harbour Lines"]
)
def test_a_bad_line_is_named(line: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_owner_list(f"gazette.example The Gazette\n{line}\n", path="owners.txt")
    assert caught.value.location == "owners.txt:2"


def test_a_list_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists_module, "MAX_LIST_CHARS", 20)
    with pytest.raises(LimitError):
        parse_owner_list("harbour.example Harbour Lines", path="owners.txt")


@given(st.text(max_size=200))
def test_any_list_is_read_or_refused(text: str) -> None:
    with suppress(CopydeskError):
        assert not parse_owner_list(text, path="owners.txt").of("https://harbour.example/")


@given(st.text(max_size=60))
def test_any_address_has_an_owner_or_none(url: str) -> None:
    assert isinstance(owner(f"https://{url}"), str)
    assert isinstance(label_of(url), str)


def test_no_list_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    registrable.cache_clear()
    assert registrable("www.harbour.org.nz") == "harbour.org.nz"


def page(text: str) -> EvidenceSource:
    body = EvidenceText(text, (Region(0, len(text), Label.VISIBLE),))
    return EvidenceSource(1, "https://gazette.example/", "a" * 64, Quality.OK, body)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("LONDON (Reuters) - The ferry runs again.", "Reuters"),
        ("NEW YORK, March 3 (AP) — The ferry runs again.", "The Associated Press"),
        ("By Jane Wren, Associated Press", "The Associated Press"),
        ("By AFP", "Agence France-Presse"),
        ("Source: Xinhua", "Xinhua"),
        ("© 2026 AFP", "Agence France-Presse"),
        ("Copyright 2026 The Associated Press. All rights reserved.", "The Associated Press"),
        ("(Reporting by Jane Wren; Editing by John Finch)", "Reuters"),
        ("Reuters reported last week that the ferry would run again.", ""),
        ("The (AP) index of the harbour", ""),
        ("By Ann Afp-Miller", ""),
        ("A spokesperson told Reuters - after hours - that nothing was wrong.", ""),
    ],
)
def test_credit_lines(line: str, wanted: str) -> None:
    text = f"Ferry runs again\n{line}\nPassengers waited for hours."
    assert credited_agency(page(text)) == wanted


def test_a_credit_line_in_the_middle_of_a_long_page_is_another_report() -> None:
    filler = "The ferry left the harbour again today.\n" * 400
    assert credited_agency(page(filler + "PARIS (AFP) – Elsewhere.\n" + filler)) == ""


def test_an_agency_stands_behind_what_it_wrote() -> None:
    text = "LONDON (Reuters) - The ferry runs again."
    assert owner("https://gazette.example/", None, page(text)) == "Reuters"
