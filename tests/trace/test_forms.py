"""The same figure in another form; orders of magnitude; counts that the article itself shows."""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality, Specific, Status
from copydesk.trace import trace_specifics

URL = "https://one.example/report"
PAGE = (
    "The 43-year-old harbour master Ida Brandt steered the ferry home.\n"
    "Her deputy, Olaf Wiik, 29, sounded the horn.\n"
    "Five out of six lifeboats were launched that night.\n"
    "Brandt ran the pilots' choir ( 1996 -- 2001 ; 2007 -- 11 ) .\n"
    "The repair of the quay cost the town 3.2 million crowns.\n"
    "The pilots sang there for the fifth straight winter.\n"
    "The tug charges from 10-97% in 9 minutes.\n"
    "In the cold the charger takes the tug from 20% to 97% in only 12 minutes.\n"
    "Nordhavn beat Ostvik 13:6 in the rowing final, and Tarn beat Corran 2:1.\n"
    "The harbour link carries data at 1,500 kbps on average.\n"
    "The regatta runs in the bay from November 2-29, 2026.\n"
    "The rope maker owns two warehouses and two barges.\n"
)


def found(body: str, page: str = PAGE) -> list[Specific]:
    text = f"---\ntitle: The harbour\nsources:\n- {URL}\n---\n{body}\n"
    regions = (Region(0, len(page), Label.VISIBLE),)
    source = EvidenceSource(1, URL, "0" * 64, Quality.OK, EvidenceText(page, regions))
    return list(trace_specifics(read_article(text.encode(), "a.md"), [source]))


def status(body: str, words: str) -> Status:
    return next(item.status for item in found(body) if item.text == words)


GOOD, OPEN = {Status.TRACED, Status.DERIVED}, {Status.UNBOUND}
CASES = {
    "an age after a name": ("Harbour master Ida Brandt, 43, steered the ferry.", "43", GOOD),
    "an age with at": ("At 43, Ida Brandt steered the ferry home.", "43", GOOD),
    "an age before a noun": ("The 29-year-old deputy sounded the horn.", "29-year-old", GOOD),
    "another age": ("The 31-year-old deputy sounded the horn.", "31-year-old", {Status.UNTRACED, Status.CONTRADICTED}),
    "a bare number is no age": ("The ferry carried 43 crates home.", "43", {Status.UNBOUND, Status.UNTRACED}),
    "one end of a share": ("Five of the lifeboats were launched that night.", "Five", GOOD),
    "the other end": ("All 6 lifeboats of the ferry were launched that night.", "6", GOOD),
    "the end of a span": ("Brandt ran the pilots' choir until 2011.", "2011", GOOD),
    "no end of a span": ("Brandt ran the pilots' choir until 2010.", "2010", {Status.UNTRACED, Status.CONTRADICTED}),
    "an order of magnitude that is borne out": ("The repair of the quay cost millions of crowns.", "millions", GOOD),
    "an order of magnitude that is not": ("The ferry cost the town billions.", "billions", OPEN),
    "one end of a range": ("The charger takes the tug from 10 to 97 percent in 9 minutes.", "10", GOOD),
    "an end of no range": ("The charger takes the tug from 30 to 97 percent in 9 minutes.", "30", {Status.UNTRACED, Status.CONTRADICTED}),
    "a score with a colon": ("In the rowing final Nordhavn beat Ostvik 13-6.", "13-6", GOOD),
    "another score": ("In the rowing final Nordhavn beat Ostvik 13-8.", "13-8", {Status.UNTRACED, Status.CONTRADICTED}),
    "a rate in words": ("The harbour link carries 1,500 kilobits per second on average.", "1,500 kilobits per second", GOOD),
    "a rate of another size": ("The harbour link carries 1,500 megabits per second on average.", "1,500 megabits per second", {Status.UNTRACED, Status.CONTRADICTED}),
    "the last day of two": ("The regatta in the bay runs from November 2 through 29, 2026.", "29, 2026", GOOD),
    "another last day": ("The regatta in the bay runs from November 2 through 25, 2026.", "25, 2026", {Status.UNTRACED, Status.CONTRADICTED}),
    "an ordinal of the same noun": (
        "The pilots sang for five straight winters.", "five", GOOD,
    ),
    "an ordinal of another noun": (
        "The pilots sang for five merry weeks.", "five", {Status.UNTRACED, Status.CONTRADICTED},
    ),
    "a decade": ("The choir has sung for a decade.", "a decade", OPEN | GOOD),
    "a list that is counted": (
        "The report names three reasons:\n\n1. fog\n2. tide\n3. haste\n", "three", GOOD,
    ),
    "a list of another length": (
        "The report names four reasons:\n\n1. fog\n2. tide\n3. haste\n", "four", {Status.UNTRACED},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "words", "wanted"), CASES.values(), ids=CASES)
def test_a_figure_in_another_form(body: str, words: str, wanted: set[Status]) -> None:
    assert status(body, words) in wanted


def test_an_ordinal_that_counts_off_is_no_specific() -> None:
    body = "The second reason is the tide. The third reason is haste.\n"
    assert [item.text for item in found(body) if item.text.lower() in {"third", "the third"}] == []
    body = "The tide was the third reason.\n"
    assert [item.text for item in found(body) if item.text == "third"] == ["third"]


FEES = (
    "The harbour fee rose from 6 crowns to 9 crowns in May.\n"
    "The mate Aker was lost at sea 35 years ago.\n"
    "The dredger moved 57 tonnes of sand and about 1.25 % of the silt.\n"
)
TOLD = {
    "as the source has it": ("The harbour fee rose from 6 crowns to 9 crowns.", "6", GOOD),
    "the two in each other's place": (
        "The harbour fee rose from 9 crowns to 6 crowns.", "9", {Status.CONTRADICTED},
    ),
    "in another order": ("The harbour fee is at 9 crowns, up from 6 crowns.", "9", GOOD),
    "how long ago": ("The mate Aker was lost at sea 35 years ago.", "35 years", GOOD),
    "how long ago, not so long": (
        "The mate Aker was lost at sea 32 years ago.", "32 years",
        {Status.UNTRACED, Status.CONTRADICTED},
    ),
    "rounded up, said to be nearly": (
        "The dredger moved nearly 60 tonnes of sand.", "60 tonnes", GOOD,
    ),
    "rounded by a fifth": (
        "The dredger moved 1 % of the silt.", "1 %", {Status.UNTRACED, Status.CONTRADICTED},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "words", "wanted"), TOLD.values(), ids=TOLD)
def test_swapped_rounded_and_long_ago(body: str, words: str, wanted: set[Status]) -> None:
    assert next(item.status for item in found(body, FEES) if item.text == words) in wanted
