from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.trace.specifics import scan_names, scan_superlatives

_CASES = [
    ("Dr. Anna Vell of the Norland Institute spoke.", ["Anna Vell", "Norland Institute"]),
    ("On Tuesday the European Commission met in Brussels.", ["European Commission", "Brussels"]),
    ("However, critics objected to Norcel's plan.", ["Norcel"]),
    ("The mayor met Jan van der Velt and J. K. Brandt.", ["Jan van der Velt", "J. K. Brandt"]),
    ("They moved to New York City last May.", ["New York City"]),
    ("Officials said NCCL and PyTorch agree.", ["NCCL", "PyTorch"]),
    ("Prices fell. Demand rose.", []),
    ("Calder fell again, and so Calder closed.", ["Calder", "Calder"]),
    ("The Bank of Norland raised rates.", ["Bank of Norland"]),
    ("In March, sales of GPT-5 and PD-1 kits rose.", []),
    ("The GPU and the API are new.", []),
    ("the Norland Party's leader", ["Norland Party"]),
]


@pytest.mark.parametrize(("text", "wanted"), _CASES)
def test_names(text: str, wanted: list[str]) -> None:
    assert [text[i.start : i.end] for i in scan_names(text)] == wanted


@pytest.mark.parametrize(
    ("text", "known", "wanted"),
    [
        ("Norland Raises Its Harbour Fees", [], []),
        ("Norland Raises Its Harbour Fees", ["Norland"], ["Norland"]),
        ("PyTorch Makes NCCL the Default", [], ["PyTorch", "NCCL"]),
        ("EVERYTHING IN CAPITALS", [], []),
    ],
)
def test_headline_capitals_say_nothing(text: str, known: list[str], wanted: list[str]) -> None:
    found = scan_names(text, headline=True, known=known)
    assert [text[i.start : i.end] for i in found] == wanted


def test_roles() -> None:
    text = "Dr. Anna Vell left the Norland University for Lake Corin."
    roles = [getattr(i.value, "role", None) for i in scan_names(text)]
    assert roles == ["person", "organisation", "place"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("It is the largest deal ever.", ["the largest"]),
        ("She is the only member, and the first woman to lead it.", ["the only", "the first"]),
        ("None of the ships returned.", ["None of the"]),
        ("It was never before seen.", ["never before"]),
        ("In the first quarter and the first half it fell.", []),
        ("He did his best and most people left.", []),
        ("It hit an all-time high.", ["an all-time high"]),
    ],
)
def test_superlatives(text: str, wanted: list[str]) -> None:
    assert [text[i.start : i.end] for i in scan_superlatives(text)] == wanted


@given(st.text(max_size=200), st.booleans())
def test_names_lie_in_the_text_in_order(text: str, headline: bool) -> None:
    for items in (scan_names(text, headline=headline, known=["Abc"]), scan_superlatives(text)):
        assert all(0 <= i.start < i.end <= len(text) for i in items)
        assert all(a.end <= b.start for a, b in pairwise(items))
