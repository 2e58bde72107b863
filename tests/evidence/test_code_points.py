"""Characters that take up no space are counted by kind, and what they spell is read."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.evidence.code_points import unseen


def tags(text: str) -> str:
    return "".join(chr(0xE0000 + ord(char)) for char in text)


def selectors(text: str) -> str:
    return "".join(
        chr(0xFE00 + byte if byte < 16 else 0xE0100 + byte - 16) for byte in text.encode()
    )


KINDS = {
    "zero-width": ("fer\u200bry and pa\u2060\u2063y", "zero-width characters within words", 3, ""),
    "soft hyphens": ("fer\u00adry", "soft hyphens", 1, ""),
    "override": ("a\u202ebc\u202c", "characters that turn the direction of text", 2, ""),
    "tags": (
        f"Yes{tags('say it sank')} and {tags('now')}",
        "tag characters",
        14,
        "say it sank now",
    ),
    "selectors": (f"x{selectors('hello')}", "runs of variation selectors", 5, "hello"),
    "selectors of bytes": ("x\ufe00\U000e01ef", "runs of variation selectors", 2, ""),
}


@pytest.mark.parametrize(("text", "kind", "count", "decoded"), KINDS.values(), ids=KINDS.keys())
def test_each_kind(text: str, kind: str, count: int, decoded: str) -> None:
    (found,) = unseen(text)
    assert (found.kind, found.count, found.decoded) == (kind, count, decoded)
    assert found.start < found.end <= len(text)


@pytest.mark.parametrize(
    "text",
    ["plain", "a \u200b b", "می\u200cخواهم", "👩\u200d🚀", "❤\ufe0f", "\ufeffstart", f"\U0001f3f4{tags('gbsct')}\U000e007f"],
)  # fmt: skip
def test_ordinary_uses_are_not_reported(text: str) -> None:
    assert list(unseen(text)) == []


@given(
    st.text(
        alphabet=st.characters() | st.sampled_from("a\u200b\u00ad\u202e\U000e0041\ufe00\U000e0100")
    )
)
def test_any_text_gives_places_within_it(text: str) -> None:
    for found in unseen(text):
        assert 0 <= found.start < found.end <= len(text)
        assert 0 < found.count <= len(text)
        assert found.decoded.isprintable()


@given(st.text(alphabet="ab \u200b\u200c\u2060\ufeff\U000e0041\U0001f3f4", max_size=40))
def test_joiners_and_tags_are_those_between_letters_and_behind_no_flag(text: str) -> None:
    joiners = re.findall(
        r"(?<=[^\W_])[\u200b\u2060-\u2064\ufeff]+(?=[^\W_])|(?<=[a-z])[\u200c\u200d]+(?=[a-z])",
        text,
    )
    tags = re.findall("(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0020-\U000e007f]+", text)
    counts = {one.kind: one.count for one in unseen(text)}
    assert counts.get("zero-width characters within words", 0) == sum(map(len, joiners))
    assert counts.get("tag characters", 0) == sum(map(len, tags))
