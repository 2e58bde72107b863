"""Figures by the words beside them: by chance in a crowd of values, nearer to another value, or
repeated; and dates of texts that are printed in lower case.
"""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Kind, Quality, Specific, Status
from copydesk.trace import trace_specifics
from copydesk.trace.lowercase import with_capitals

URL = "https://one.example/report"
TRADES = [
    "chandler",
    "cooper",
    "tanner",
    "glazier",
    "weaver",
    "potter",
    "mason",
    "farrier",
    "cutler",
    "hatter",
    "baker",
    "fuller",
]
# A long register, so that nearly any small value stands somewhere.
CROWD = "".join(
    f"The {trade} keeps {n} crates and {n + 40} jars on shelf {n + 7}.\n"
    for n, trade in enumerate(TRADES * 2, 3)
)
PAGE = (
    "The ferry line of Nordhavn carried 2,400 passengers and 310 bicycles on its first day.\n"
    "Its new quay cost 45 million crowns, the old quay 12 million crowns.\n"
    "A pump in the engine room moves 16 buckets an hour.\n"
    "The signing fee was 7 crowns for each berth.\n"
)


def specifics(body: str, page: str = PAGE + CROWD) -> list[Specific]:
    text = f"---\ntitle: The ferry line\nsources:\n- {URL}\n---\n{body}\n"
    regions = (Region(0, len(page), Label.VISIBLE),)
    source = EvidenceSource(1, URL, "0" * 64, Quality.OK, EvidenceText(page, regions))
    found = trace_specifics(read_article(text.encode(), "a.md"), [source])
    return [item for item in found if item.kind not in {Kind.NAME, Kind.SUPERLATIVE}]


def status(body: str, words: str, page: str = PAGE + CROWD) -> Status:
    return next(item.status for item in specifics(body, page) if item.text == words)


CASES = {
    "its own figure": ("The ferry line carried 2,400 passengers.", "2,400", Status.TRACED),
    "the figure of the next noun": (
        "The ferry line carried 310 passengers on its first day.", "310", Status.UNBOUND,
    ),
    "the price of the other quay": (
        "The ferry line paid 45 million crowns for its new quay.", "45 million",
        Status.TRACED,
    ),
    "a small value from anywhere": (
        "The ferry line hired 16 captains for the season.", "16", Status.UNBOUND,
    ),
    "a small value with its noun": (
        "On board a pump moves 16 buckets an hour.", "16", Status.TRACED,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "words", "wanted"), CASES.values(), ids=CASES)
def test_the_words_beside_a_figure_decide(body: str, words: str, wanted: Status) -> None:
    assert status(body, words) is wanted


def test_the_reason_shows_both_places() -> None:
    found = specifics("The ferry line carried 310 passengers on its first day.")
    assert "2,400" in found[0].reason


def test_a_short_source_leaves_little_to_chance() -> None:
    body = "The ferry line hired 16 captains for the season."
    assert status(body, "16", PAGE) is not Status.CONTRADICTED
    assert status("It moves 16 buckets through the engine.", "16", PAGE) is Status.TRACED


def test_an_age_is_no_rival_of_a_term() -> None:
    page = (
        "the 41-year-old harbour master speaks to the press on friday morning .\n"
        "harbour master brandt was given the post after signing a three-year contract .\n"
    )
    body = (
        "Brandt signed a three-year contract as harbour master and speaks to the press on Friday."
    )
    assert status(body, "three-year", page) is Status.TRACED
    assert status(body, "Friday", page) is Status.TRACED


LOWER = {
    "month and day": ("the fair opens on july 11 in the old town", "July 11"),
    "a day": ("the fair opens on saturday in the old town", "Saturday"),
    "a month that is a verb": ("visitors may march to the fair in may and on may 4", "may march"),
}


@pytest.mark.parametrize(("text", "holds"), LOWER.values(), ids=LOWER)
def test_a_text_without_capitals_gets_its_months_and_days(text: str, holds: str) -> None:
    page = text + " , as it has since the wall was built . " * 3
    assert holds in with_capitals(page)
    assert len(with_capitals(page)) == len(page)


def test_a_text_with_capitals_stays_as_it_is() -> None:
    page = "They march on. On Sunday the saturday market is closed. " * 5
    assert with_capitals(page) == page


def test_another_day_of_a_text_in_lower_case_is_not_borne_out() -> None:
    page = "the fair of the old town opens on july 11 , as it has since the wall was built .\n" * 2
    assert status("The fair of the old town opens on July 11.", "July 11", page) is Status.TRACED
    assert (
        status("The fair of the old town opens on July 12.", "July 12", page) is not Status.TRACED
    )


def test_a_repetition_rests_on_the_passage_that_it_repeats() -> None:
    body = (
        f"The ferry line of [Nordhavn]({URL}) carried 310 bicycles on its first day.\n\n"
        f"Whoever leads the line next will look back on [310 happy riders]({URL}) with their "
        "bicycles and wonder.\n"
    )
    assert [item.status for item in specifics(body)] == [Status.TRACED, Status.TRACED]
