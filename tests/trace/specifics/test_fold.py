import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.trace.specifics import fold, fold_plain

_CASES = [
    ("“It’s here”", '"It\'s here"'),
    ("‘a’ ‚b‘ ‹c›", "'a' 'b' 'c'"),
    ("„Gänse“ «oie»", '"Gänse" "oie"'),
    ("10–20 — well‑known −5", "10-20 - well-known -5"),
    ("5\u00a0km\u2009wide\u202fthere", "5 km wide there"),
    ("two\n\n  lines\there", "two lines here"),
    ("soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"),
    ("ﬁnal ﬂow", "final flow"),
    ("and so on…", "and so on..."),
    ("Cafe\u0301 café", "Café café"),
    ("ＡＢＣ１２３", "ABC123"),
    ("6′ 2″", "6' 2\""),
    ("a`b", "a'b"),
    ("plain text", "plain text"),
    ("Привет мир", "Привет мир"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "wanted"), _CASES)
def test_fold(text: str, wanted: str) -> None:
    assert fold(text).text == wanted


def test_case_is_folded_on_request() -> None:
    assert fold("STRASSE Straße İ", casefold=True).text.startswith("strasse strasse")
    assert fold_plain("  The “Plan” ") == 'the "plan"'


@pytest.mark.parametrize(
    ("text", "word", "origin"),
    [
        ("He said “yes…” now", "...", "…"),
        ("the ﬁnal day", "final", "ﬁnal"),
        ("a  \n b", "a b", "a  \n b"),
        ("co\u00adoperate", "cooperate", "co\u00adoperate"),
    ],
)
def test_the_way_back(text: str, word: str, origin: str) -> None:
    folded = fold(text)
    at = folded.text.index(word)
    start, end = folded.to_origin(at, at + len(word))
    assert text[start:end] == origin


@given(st.text(), st.booleans())
def test_the_map_covers_any_text_in_order(text: str, casefold: bool) -> None:
    folded = fold(text, casefold=casefold)
    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    assert all(0 <= s < e <= len(text) for s, e in zip(folded.starts, folded.ends, strict=True))
    assert list(folded.starts) == sorted(folded.starts)


@pytest.mark.parametrize("piece", ["“a’s ", "e\u0301", "ﬁ", "\u00ad", " \u200b", "Ж", "\n"])
def test_folding_takes_linear_time(piece: str) -> None:
    started = time.perf_counter()
    fold(piece * 100_000, casefold=True)
    assert time.perf_counter() - started < 5


@given(st.text(alphabet="ab “”‘’—…\u00a0\u00ad\n"))
def test_folded_text_has_no_typography_left(text: str) -> None:
    folded = fold(text).text
    assert folded.isascii()
    assert "  " not in folded
