"""Stems of one word are found again in its other forms, and not in words that only look alike."""

from __future__ import annotations

import pytest

from copydesk.trace.words import akin, stem

VOCABULARY = (
    "acquisition", "production", "contract", "community", "reports", "analysis", "closure",
)  # fmt: skip


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("acquire", "acquisition"),
        ("productive", "production"),
        ("contractual", "contract"),
        ("analyze", "analysis"),
    ],
)
def test_another_form_is_akin(word: str, other: str) -> None:
    assert akin([stem(word)], map(stem, VOCABULARY)) == {stem(word): stem(other)}


@pytest.mark.parametrize("word", ["commit", "conquest", "cloud", "rep", "anal"])
def test_a_word_that_only_begins_alike_is_not(word: str) -> None:
    assert akin([stem(word)], map(stem, VOCABULARY)) == {}


def test_the_order_of_the_vocabulary_does_not_matter() -> None:
    words = ["produc", "product", "producing"]
    assert akin(["producti"], words) == akin(["producti"], reversed(words))
