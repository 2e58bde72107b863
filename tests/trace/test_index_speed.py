"""What is looked up in a shorter way gives what the long way gives."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.evidence import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality
from copydesk.trace.figures import GOOD
from copydesk.trace.index import Corpus
from copydesk.trace.span_of import span_of
from copydesk.trace.specifics import Amount, lookup_keys, relation
from copydesk.trace.words import akin, tokenise

TEXT = (
    "The works shipped 1,240 tonnes in March 2026. It employs 300 people.\n"
    "Rivals shipped 980 tonnes, 12% less, and acquired two depots in the U.S. on 4 May."
)


def corpus(text: str = TEXT) -> Corpus:
    held = EvidenceText(text, (Region(0, len(text), Label.VISIBLE),))
    return Corpus([EvidenceSource(1, "https://a.example/", "0" * 64, Quality.OK, held)])


def test_the_values_of_a_sentence_are_those_whose_words_stand_in_it() -> None:
    index = corpus().indexes[0]
    grouped = {number: list(index.items_of(number)) for number in range(len(index.segments))}
    assert sum(map(len, grouped.values())) == len(index.items) > 5
    for number, items in grouped.items():
        assert {index.segment_of[index.item_tokens[at]] for at in items} <= {number}


def test_a_source_without_words_has_no_values() -> None:
    index = corpus("— … —").indexes[0]
    assert (index.segments, index.items) == ([], [])


@given(st.lists(st.sampled_from(["acquisit", "acquir", "ship", "riv", "employ", "produc", ""])))
def test_only_words_that_begin_alike_are_tried_for_another_form(stems: list[str]) -> None:
    known = corpus().segments_with
    assert known.akin(stems) == akin(stems, known)


@pytest.mark.parametrize("amount", [1, 9, 10, 995, 1240, Fraction(7, 2), Fraction(1, 3), -40])
def test_equal_amounts_are_filed_alike(amount: Fraction) -> None:
    one, other = Amount(Fraction(amount), "km"), Amount(Fraction(amount * 2, 2), "km")
    assert (one, hash(one), lookup_keys(one)) == (other, hash(other), lookup_keys(other))
    assert hash(one) != hash(Amount(Fraction(amount) + 1, "km"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("U.S. U.S.A. U.S.Ab", ["U.S.", "U.S.A.", "U", "S", "Ab"]),
        ("don't naïve Ñandú ñandú's", ["don't", "naïve", "Ñandú", "ñandú's"]),
        ("iPhone15 3.5% ٣٤ ½ x_y ≥2", ["iPhone", "15", "3.5", "%", "٣٤", "1", "2", "x", "y", "≥", "2"]),
        ("МИД Россия漢字 a'b'c", ["МИД", "Россия漢字", "a'b", "c"]),
    ],
)  # fmt: skip
def test_words_of_any_script(text: str, words: list[str]) -> None:
    assert tokenise(text).raw == [w.replace(".", "") if w[-1] == "." else w for w in words]


@pytest.mark.parametrize("longer", [0, 1, 2])
def test_words_spelt_like_another_begin_alike_and_are_as_long(longer: int) -> None:
    index = corpus("Bron Bronfield bonfield Bronf broad bran Brano crane bra b").indexes[0]
    found = index.spelt_like("bronf", longer)
    wanted = [one for one in index.places if one[0] == "b" and abs(len(one) - 5) <= longer]
    assert found == sorted(wanted, key=len)


def test_each_word_has_its_places_in_order() -> None:
    index = corpus("Norway said Norway's rate rose. Norway’s rate").indexes[0]
    assert index.places == {"norway": [0, 2, 5], "said": [1], "rate": [3, 6], "rose": [4]}


_AMOUNTS = st.builds(
    Amount,
    st.sampled_from([10, 12, 95, 99, 100, 104, 950, 1000, 1240, Fraction(7, 2), Fraction(1001, 10), -12]).map(Fraction),
    st.sampled_from(["", "x", "km", "%", "°F"]),
    st.sampled_from([1, 10, 100, Fraction(1, 10)]).map(Fraction),
    st.sampled_from([None, Fraction(2000)]),
    st.booleans(),
    st.sampled_from(["", "about", "more than", "nearly", "up to"]),
)  # fmt: skip


@given(_AMOUNTS, _AMOUNTS)
def test_what_a_span_excludes_is_no_rounding(mine: Amount, other: Amount) -> None:
    span = span_of(mine)
    if span is not None and span.excludes(other):
        assert relation(mine, other) not in GOOD


def test_a_span_keeps_what_rounds_to_it() -> None:
    span = span_of(Amount(Fraction(1_200), "km", qualifier="more than"))
    assert span is not None
    assert [
        n for n in (1_000, 1_150, 1_250, 1_299, 1_400) if span.excludes(Amount(Fraction(n), "km"))
    ] == [1_000, 1_400]
