"""Host lists: what an entry matches, what it does not, and where a bad line is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.errors import ConfigError, CopydeskError, LimitError
from copydesk.policy import lists as lists_module
from copydesk.policy.lists import host_of, parse_host_list

LIST = """\ufeff# the newsroom's list
harbour.example

*.gazette.example   # all desks
www.port.example
blogs.example/sailing
blogs.example/sailing/boats
*.museum
b\u00fccher.example
"""

CASES = [
    ("the host itself", "https://harbour.example/a", ("harbour.example", 2)),
    ("with www. before it", "https://www.harbour.example/", ("harbour.example", 2)),
    ("in capitals and with a port", "https://HARBOUR.example:8443/", ("harbour.example", 2)),
    ("with a final dot", "https://harbour.example./", ("harbour.example", 2)),
    ("not a host below a plain entry", "https://old.harbour.example/", None),
    ("not a host that only ends alike", "https://myharbour.example/", None),
    ("not a host that goes on", "https://harbour.example.evil.example/", None),
    ("not the user part", "https://harbour.example@evil.example/", None),
    ("a host below a wildcard", "https://city.gazette.example/", ("*.gazette.example", 4)),
    ("two hosts below a wildcard", "https://a.city.gazette.example/", ("*.gazette.example", 4)),
    ("not the wildcard's own host", "https://gazette.example/", None),
    ("not one that only ends in its letters", "https://thegazette.example/", None),
    ("an entry written with www.", "https://port.example/", ("www.port.example", 5)),
    ("at the path", "https://blogs.example/sailing", ("blogs.example/sailing", 6)),
    ("below the path", "https://blogs.example/sailing/x?y=1", ("blogs.example/sailing", 6)),
    ("the longer path first", "https://blogs.example/sailing/boats/1", ("blogs.example/sailing/boats", 7)),
    ("not a path that only begins alike", "https://blogs.example/sailing-club", None),
    ("not a path that climbs out", "https://blogs.example/sailing/../rowing", None),
    ("not one that climbs out percent-encoded", "https://blogs.example/sailing/%2e%2e/rowing", None),
    ("not the host without the path", "https://blogs.example/", None),
    ("a whole top-level domain", "https://sea.museum/", ("*.museum", 8)),
    ("an international name", "https://b\u00fccher.example/", ("b\u00fccher.example", 9)),
    ("an international name in ASCII", "https://xn--bcher-kva.example/", ("b\u00fccher.example", 9)),
    ("nothing for what is no URL", "https://[harbour.example/", None),
    ("nothing for no host", "mailto:a@harbour.example", None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "url", "entry"), CASES, ids=[case[0] for case in CASES])
def test_match(name: str, url: str, entry: tuple[str, int] | None) -> None:
    found = parse_host_list(LIST, path="list.txt").match(url)
    assert (None if found is None else (found.pattern, found.line)) == entry, name


BAD = [
    ("a scheme", "https://harbour.example"),
    ("a port", "harbour.example:8080"),
    ("a word without a dot", "harbour"),
    ("a space", "harbour .example"),
    ("a wildcard in the middle", "news.*.example"),
    ("a wildcard alone", "*"),
    ("a wildcard without a host", "*."),
    ("a query", "harbour.example/a?b"),
    ("an empty label", "harbour..example"),
    ("a label that is too long", "a" * 64 + ".example"),
    ("a control character", "har\x00bour.example"),
    ("a lone surrogate", "har\ud800bour.example"),
]


@pytest.mark.parametrize(("name", "line"), BAD, ids=[case[0] for case in BAD])
def test_a_bad_line_is_named(name: str, line: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_host_list(f"good.example\n\n{line}\n", path="list.txt")
    assert caught.value.location == "list.txt:3", name
    assert caught.value.fix


def test_windows_line_ends_are_read() -> None:
    held = parse_host_list("a.example\r\nb.example\r\n", path="l")
    assert len(held) == 2
    entry = held.match("https://b.example/")
    assert entry is not None
    assert (entry.pattern, entry.line) == ("b.example", 2)


def test_the_first_of_two_equal_entries_counts() -> None:
    held = parse_host_list("a.example\nwww.a.example\nA.example/\n", path="l")
    entry = held.match("https://a.example/")
    assert entry is not None
    assert entry.line == 1
    assert len(held) == 1


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists_module, "MAX_ENTRIES", 2)
    with pytest.raises(LimitError) as caught:
        parse_host_list("a.example\n# no entry\nb.example\nc.example\n", path="l")
    assert caught.value.location == "l:4"
    monkeypatch.setattr(lists_module, "MAX_LIST_CHARS", 10)
    with pytest.raises(LimitError):
        parse_host_list("#" * 11, path="l")


@given(st.text(alphabet=st.characters(), max_size=60))
def test_any_text_is_read_or_refused_with_our_error(text: str) -> None:
    try:
        held = parse_host_list(text, path="l")
    except CopydeskError:
        return
    held.match("https://" + text[:30])


@given(st.text(max_size=40))
def test_host_of_never_fails(text: str) -> None:
    assert isinstance(host_of(text), str)
    assert isinstance(host_of("https://" + text), str)
