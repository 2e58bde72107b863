"""What an absurd article or page costs, and that nothing is left out in silence."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from copydesk.errors import InternalError, LimitError
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality, Specific, Status
from copydesk.trace import engine, index, reading
from copydesk.trace.match import Match
from copydesk.trace.specifics import quotes

Run = Callable[..., tuple[Specific, ...]]
LONG = " ".join(f"word{'abcdefghij'[n % 10]} {'klmnopqrst'[n * 7 % 10]}ext" for n in range(200))


def test_a_long_quotation_is_found_whole(run: Run) -> None:
    (quote,) = run(f"She said “{LONG}” [1].", f"Before it. She's here: “{LONG},” she said.")
    assert quote.status is Status.TRACED
    assert quote.evidence[0].exact == LONG


def test_a_long_quotation_must_be_whole(run: Run) -> None:
    changed = LONG.replace("worda", "wordz", 1)
    (quote,) = run(f"She said “{changed}” [1].", f"She said: “{LONG}”")
    assert quote.status is Status.CONTRADICTED
    assert "has “wordz" in quote.reason


def test_every_place_of_a_long_sequence() -> None:
    text = f"{LONG} and {LONG}"
    page = EvidenceText(text, (Region(0, len(text), Label.VISIBLE),))
    source = index.SourceIndex(EvidenceSource(1, "https://a.example/", None, Quality.OK, page))
    words = LONG.split()
    assert source.sequences(words) == [0, len(words) + 1]
    assert source.sequences(words, limit=1) == [0]
    assert source.sequences([*words, "missing"]) == []


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    ("body", "page"),
    [
        ("“" + "alpha beta " * 10_000 + "” [1]", "alpha beta gamma " * 40_000),
        ("“word word word word” " * 1_500 + "[1]", "word " * 100_000),
        ("The mayor Annax Bellq went. " * 2_000 + "[1]", "Annay Bellq went by. " * 10_000),
        ("NATO GERD FIFA " * 1_000 + "[1]", "Never Again Too Old " * 10_000),
        ("Value 7 is 7 [1].", "7 " * 100_000),
    ],
    ids=["quotation", "quotations", "names", "acronyms", "figures"],
)
def test_repetition_costs_no_more_than_its_length(run: Run, body: str, page: str) -> None:
    assert run(body, page)


@pytest.mark.timeout(20)
def test_names_that_no_source_spells_so(run: Run) -> None:
    pick = random.Random(7)  # noqa: S311 - test data, not a secret
    words = ["".join(pick.choices("abcdefghijklmnop", k=8)).title() for _ in range(30_000)]
    body = ". ".join(f"It was Xy{word} Qu{word}" for word in words[:800])
    found = run(body + " [1].", " ".join(words))
    assert {one.status for one in found} <= {Status.UNTRACED, Status.UNBOUND}


def test_too_many_specifics_are_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_SPECIFICS", 10)
    assert len(run("It rose by $4.5 million [1]. " * 10, "It rose.")) == 10
    with pytest.raises(LimitError, match="more than 10 specifics"):
        run("It rose by $4.5 million [1]. " * 11, "It rose.")


def test_a_page_that_is_not_read_to_its_end_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "MAX_EVIDENCE_CHARS", 20)
    (money,) = run("The ferry cost $4.5 million [1].", "The ferry was dear. It cost $4.5 million.")
    assert money.status is Status.UNTRACED
    assert "characters of source 1 were searched" in money.reason


def test_an_offset_that_points_elsewhere_never_leaves(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shifted(match: Match) -> object:
        shown = as_evidence(match)
        return type(shown)(**{**{n: getattr(shown, n) for n in shown.__slots__}, "start": 0})

    as_evidence = engine.as_evidence
    monkeypatch.setattr(engine, "as_evidence", shifted)
    with pytest.raises(InternalError, match="points at other words"):
        run("The ferry cost $4.5 million [1].", "The ferry cost $4.5 million.")


def test_a_paragraph_of_quotations_is_not_judged_anew_for_each(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = 0
    role = quotes._role

    def counted(text: str, start: int, end: int, inner: str) -> str:
        nonlocal judged
        judged += 1
        return role(text, start, end, inner)

    monkeypatch.setattr(quotes, "_role", counted)
    found = run("“alpha beta gamma ”delta " * 200 + "[1]", "“alpha beta gamma ”delta " * 400)
    assert len(found) == 200 <= judged <= 1_000
