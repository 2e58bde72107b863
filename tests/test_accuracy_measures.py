"""What the instrument counts, on invented examples: edits, marks, grades, planted errors."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import FieldName, Quality, Status
from copydesk.trace import trace

SUPPORT = Path(__file__).parent.parent / "bench" / "support"

HARBOUR = (
    "The harbour at Tolvik reopened on 14 March 2026 after repairs that cost €3.2 million. "
    "The port authority counted 1,482 ships last year, and 9,710 containers. “The new quay will "
    "carry twice the load of the old one,” said Marit Solberg, who leads the port. Jonas Ekdal said "
    "that the crane was not insured against storms. Release 4.7.1 of the harbour software runs there."
)
FERRY = (
    "The ferry line carried 62,400 passengers in 2025, Ida Brekke wrote in the yearly report. "
    "A ticket costs 48 kroner."
)
BODY = (
    "The harbour at Tolvik reopened on 14 March 2026 after repairs that cost €3.2 million, the "
    "[port authority](https://a.example/page) said. “The new quay will carry twice the load of the "
    "old one,” said Marit Solberg, who leads the port.\n\n"
    "Jonas Ekdal said that the crane was not insured against storms, according to the "
    "[port authority](https://a.example/page). It counted 1,482 ships last year. Release 4.7.1 of "
    "the harbour software runs there.\n"
)


def _rng(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - an example, no secret


KINDS = {
    "absent number", "swapped number", "date", "name letter", "quote word", "version",
    "citation moved",
}  # fmt: skip


@pytest.fixture(name="bench", scope="module")
def _bench() -> Iterator[SimpleNamespace]:
    before = list(sys.path)
    sys.path.insert(0, str(SUPPORT))
    yield SimpleNamespace(
        faithbench=importlib.import_module("accuracy_faithbench"),
        marks=importlib.import_module("accuracy_marks"),
        planted=importlib.import_module("accuracy_planted"),
        summedits=importlib.import_module("accuracy_summedits"),
        wice=importlib.import_module("accuracy_wice"),
        changes=importlib.import_module("planted_changes"),
        errors=importlib.import_module("planted_errors"),
        sources=importlib.import_module("planted_sources"),
    )
    sys.path[:] = before


def _source(number: int, url: str, text: str) -> EvidenceSource:
    read = EvidenceText(text, (Region(0, len(text), Label.VISIBLE),))
    return EvidenceSource(number, url, f"{number}" * 64, Quality.OK, read)


def _case() -> tuple[Any, tuple[EvidenceSource, ...]]:
    urls = ("https://a.example/page", "https://b.example/page")
    article = read_article(BODY.encode(), extra_sources=urls)
    return article, (_source(1, urls[0], HARBOUR), _source(2, urls[1], FERRY))


# -- SummEdits --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        ("It cost 40 kroner.", "It cost 48 kroner.", [("48", "digit")]),
        ("He met Ida Brekke there.", "He met Ida Solberg there.", [("Solberg", "capitalised")]),
        ("Prices rose in May.", "Prices fell in May.", [("fell", "other")]),
        ("Ships left. Boats came.", "Ships left. Ferries came.", [("Ferries", "other")]),
        ("Ships left the port.", "Ships left the Port", []),
        ("It is old and grey.", "It is old.", []),
        ("A ship, new, sank.", "A ship, new, sank in 1904.", [("in 1904.", "digit")]),
    ],
)
def test_edits_are_found_and_sorted(
    bench: SimpleNamespace, was: str, now: str, expected: list[tuple[str, str]]
) -> None:
    found = bench.summedits.edits(now, was)
    assert [(now[one.start : one.end].strip(), one.sort) for one in found] == [
        (text, sort) for text, sort in expected
    ]


# -- marks ------------------------------------------------------------------------------------------


def test_a_finding_about_a_marked_place_counts_once(bench: SimpleNamespace) -> None:
    make = bench.marks.Mark
    number = make("body", 10, 15, "number", "untraced", "1,482", "")
    same = make("body", 10, 15, "number", "specific-untraced/warning", "", "", finding=True)
    alone = make("body", 30, 60, "x", "sentence-unsupported/warning", "", "", finding=True)
    other = make("title", 10, 15, "number", "specific-untraced/error", "", "", finding=True)
    assert bench.marks.once([number, same, alone, other]) == [number, alone, other]
    assert bench.marks.hit([number], 14, 20)
    assert not bench.marks.hit([number], 15, 20)
    assert not bench.marks.hit([number], 10, 15, "title")


def test_a_wrong_number_is_marked_and_a_right_one_is_not(bench: SimpleNamespace) -> None:
    good, bad = bench.marks.check_pairs(
        [
            (HARBOUR, "The port counted 1,482 ships last year."),
            (HARBOUR, "The port counted 1,739 ships last year."),
        ]
    )
    assert good == []
    assert [mark.text for mark in bad if not mark.finding] == ["1,739"]
    assert bad[0].kind in bench.marks.FIGURES


def test_a_note_is_a_mark_only_where_it_is_asked_for(bench: SimpleNamespace) -> None:
    text = (
        "The article describes sunken locomotives, glass cathedrals and golden bicycles of monks."
    )
    (without,), (noted,) = (
        bench.marks.check_pairs([(HARBOUR, text)], notes=notes) for notes in (False, True)
    )
    assert without == []
    assert [mark.verdict for mark in noted] == ["sentence-scattered/note"]


def test_offsets_count_in_the_text_as_given(bench: SimpleNamespace) -> None:
    text = " ---\nnot: a head\n---\nIt counted 1,739 ships last year.\x00"
    article = bench.marks.plain_article(text)
    assert article.body.text == text.replace("\x00", " ")


# -- FaithBench and WiCE ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("labels", "grade"),
    [
        (["Unwanted", "Unwanted.Intrinsic"], "bad"),
        (["Questionable", "Unwanted.Extrinsic"], "bad"),
        (["Questionable", "Benign"], "doubtful"),
        (["Benign"], "benign"),
    ],
)
def test_a_span_is_as_bad_as_its_worst_label(
    bench: SimpleNamespace, labels: list[str], grade: str
) -> None:
    assert bench.faithbench.grade(labels) == grade


def test_a_claim_is_never_swapped_to_its_own_article(bench: SimpleNamespace) -> None:
    entries = [
        {"meta": {"claim_title": title}, "evidence": [page]}
        for title, page in (("A", "a1"), ("A", "a2"), ("B", "b"), ("C", "b"))
    ]
    assert bench.wice.swapped(entries) == [["b"], ["b"], ["a1"], ["a1"]]


def test_tokens_are_placed_in_the_claim(bench: SimpleNamespace) -> None:
    assert bench.wice.token_spans("ex-pats, ex", ["ex", "-", "pats", ",", "ex", "?"]) == [
        (0, 2), (2, 3), (3, 7), (7, 8), (9, 11), (0, 0),
    ]  # fmt: skip


# -- changes ----------------------------------------------------------------------------------------


def test_another_figure_keeps_its_shape_and_is_not_held(bench: SimpleNamespace) -> None:
    held = bench.sources.Held(_case()[1])
    for seed in range(30):
        made = bench.changes.another_figure("€3.2 million", _rng(seed), held.has_number)
        assert made.startswith("€")
        assert made.endswith(" million")
        assert made[2] == "."
        assert not held.has_number(bench.sources.number_of(made))
    assert bench.changes.another_figure("7 ships", _rng(1), held.has_number) == ""


def test_another_date_is_in_no_source(bench: SimpleNamespace) -> None:
    held = bench.sources.Held(_case()[1])
    value = {"year": 2026, "month": 3, "day": 14}
    made = {
        bench.changes.another_date("14 March 2026", value, _rng(n), held.has_date)
        for n in range(40)
    }
    assert "14 March 2026" not in made
    assert len(made) > 10


def test_another_spelling_keeps_the_first_and_last_letter(bench: SimpleNamespace) -> None:
    for seed in range(60):
        made = bench.changes.another_spelling("Marit Solberg", _rng(seed), {"solberg"})
        assert made != "Marit Solberg"
        for was, now in zip(("Marit", "Solberg"), made.split(), strict=True):
            assert (was[0], was[-1]) == (now[0], now[-1])


def test_another_wording_is_not_a_part_of_the_quotation(bench: SimpleNamespace) -> None:
    said = "The new quay will carry twice the load of the old one"
    held = bench.sources.Held(_case()[1]).has_wording
    assert held(said)
    for seed in range(60):
        made = bench.changes.another_wording(said, _rng(seed), held)
        assert made
        assert not held(made)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It was not insured.", "It was insured."),
        ("It isn’t insured.", "It is insured."),
        ("It cannot sail.", "It can sail."),
        ("They won't sail.", "They will sail."),
        ("It was insured.", ""),
        ("It was not insured and did not sail.", ""),
        ("Nobody was there, but no one had not paid.", ""),
    ],
)
def test_a_denial_is_taken_away(bench: SimpleNamespace, text: str, expected: str) -> None:
    assert bench.changes.undenied(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It was insured.", "It was not insured."),
        ("It was never insured.", ""),
        ("It sails.", ""),
    ],
)
def test_a_denial_is_added(bench: SimpleNamespace, text: str, expected: str) -> None:
    assert bench.changes.denied(text) == expected


# -- planted errors ---------------------------------------------------------------------------------


def test_everything_planted_was_traced_and_is_wrong_afterwards(bench: SimpleNamespace) -> None:
    article, sources = _case()
    report = trace(article, sources)
    found = bench.errors.candidates(article, report, bench.sources.Held(sources), "seed")
    assert {one.kind for one in found} >= KINDS
    assert {one.kind for one in found} <= set(bench.errors.KINDS)
    flagged = bench.marks.marks(report)
    traced = {(s.start, s.end) for s in report.specifics if s.status is Status.TRACED}
    for one in found:
        text = article.field(one.field).text
        assert one.low <= one.start <= one.end <= one.high <= len(text), one
        assert one.new != text[one.start : one.end]
        assert not bench.marks.hit(flagged, one.low, one.high), one
        if one.kind in KINDS - {"citation moved"}:
            assert (one.start, one.end) in traced, one
        changed = bench.errors.plant(article, one)
        low, high = one.watched
        assert one.new in changed.field(one.field).text[low:high]
        assert changed.field(FieldName.TITLE) == article.field(FieldName.TITLE)


def test_a_swapped_number_is_one_of_the_same_source_and_not_of_the_article(
    bench: SimpleNamespace,
) -> None:
    article, sources = _case()
    report = trace(article, sources)
    found = bench.errors.candidates(article, report, bench.sources.Held(sources), "seed")
    swapped = {one.new for one in found if one.kind == "swapped number"}
    assert swapped == {"9,710"}


def test_a_moved_citation_goes_to_the_source_that_lacks_it(bench: SimpleNamespace) -> None:
    article, sources = _case()
    report = trace(article, sources)
    found = bench.errors.candidates(article, report, bench.sources.Held(sources), "seed")
    moved = [one for one in found if one.kind == "citation moved"]
    assert {one.new for one in moved} == {"https://b.example/page"}
    for one in moved:
        changed = bench.errors.plant(article, one)
        cited = {c.source for p in changed.passages for c in p.citations}
        assert cited == {1, 2}


def test_the_same_seed_plants_the_same(bench: SimpleNamespace) -> None:
    article, sources = _case()
    report, held = trace(article, sources), bench.sources.Held(sources)
    first = bench.errors.candidates(article, report, held, "one")
    assert first == bench.errors.candidates(article, report, held, "one")
    assert first != bench.errors.candidates(article, report, held, "two")


def test_errors_are_taken_evenly_and_not_beyond_the_limit(bench: SimpleNamespace) -> None:
    def offer(at: int) -> Any:
        return bench.errors.Planted("date", FieldName.BODY, at, at + 1, "x", at, at + 1)

    offers = [[offer(n) for n in range(9)], [offer(n) for n in range(2)], []]
    assert [len(one) for one in bench.planted.chosen(offers, 6)] == [4, 2, 0]
    assert [len(one) for one in bench.planted.chosen(offers, 99)] == [9, 2, 0]


def test_the_sources_are_looked_up_by_plain_means(bench: SimpleNamespace) -> None:
    held = bench.sources.Held(_case()[1])
    assert held.has_number(1482)
    assert held.has_number(1480)
    assert not held.has_number(1700)
    assert held.backs("The crane was not insured against storms.", denial=True)
    assert not held.backs("The crane was not insured against storms.", denial=False)
    assert held.backs("The ferry line carried 62,400 passengers in 2025.", denial=False)
    assert held.is_person("Marit Solberg")
    assert not held.is_person("Harbour Software")
    assert held.stated_in(1, "9,710")
    assert not held.stated_in(2, "9,710")
