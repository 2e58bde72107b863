"""Which words a text denies, affirms, or leaves without a side."""

from __future__ import annotations

import pytest

from copydesk.trace.clauses import AFFIRMED, DENIED, UNSURE, sides
from copydesk.trace.words import tokenise

DENIALS = {
    "the first telling word": ("The port has not opened a pier.", ["opened"]),
    "through an adverb": ("The port has not publicly opened a pier.", ["publicly", "opened"]),
    "a contraction": ("The port hasn’t opened a pier.", ["opened"]),
    "never": ("The port never opened a pier.", ["opened"]),
    "declined to": ("The port declined to open a pier.", ["open"]),
    "yet to": ("The port has yet to open a pier.", ["open"]),
    "not only": ("The port not only opened a pier.", []),
    "no later than": ("It opens no later than March.", []),
    "two denials": ("The port never did not open a pier.", []),
    "a supposition": ("Should the port not open a pier, ships wait.", []),
    "behind a comma": ("The port did not, as crews hoped, open a pier.", []),
    "said": ("The port would not say why.", ["say"]),
}


@pytest.mark.parametrize(("text", "denied"), DENIALS.values(), ids=DENIALS)
def test_what_a_sentence_denies(text: str, denied: list[str]) -> None:
    tokens = tokenise(text)
    taken = sides(text, tokens, [0])
    assert [
        word for word, side in zip(tokens.words, taken, strict=True) if side == DENIED
    ] == denied


def test_a_denial_ends_with_its_clause() -> None:
    text = "The port did not open, but ships wait."
    tokens = tokenise(text)
    taken = dict(zip(tokens.words, sides(text, tokens, [0]), strict=True))
    assert (taken["port"], taken["open"], taken["ships"]) == (UNSURE, DENIED, AFFIRMED)


def test_each_sentence_is_read_alone() -> None:
    text = "It is false that ships wait. Crews work"
    tokens = tokenise(text)
    taken = sides(text, tokens, [0, 6])
    assert list(taken) == [UNSURE] * 6 + [AFFIRMED] * 2


def test_no_words() -> None:
    assert list(sides("", tokenise(""), [0])) == []
