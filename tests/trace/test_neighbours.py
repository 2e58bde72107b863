"""A value that the source gives to another thing of the same passage is not its evidence; a date is
borne out by no less than it states; a share is one of figures that stand together.
"""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Kind, Quality, Specific, Status
from copydesk.trace import trace_specifics

URL = "https://one.example/report"
FILLER = "".join(
    f"Entry {n} of the register names a {word} and its keeper.\n"
    for n, word in enumerate(
        [
            "lighthouse",
            "bakery",
            "chapel",
            "granary",
            "orchard",
            "tannery",
            "smithy",
            "foundry",
            "brewery",
            "quarry",
            "mill",
            "kiln",
            "dairy",
            "forge",
            "armoury",
            "stable",
            "barn",
            "cellar",
            "attic",
            "vault",
            "garden",
            "fountain",
            "bridge",
            "tunnel",
        ],
        100,
    )
)
PAGE = (
    "The test network runs from a hub at 60 Hudson Street to three suburbs.\n"
    "It delivered 1.7 million photon pairs per hour in the laboratory and 5,400 photon pairs per "
    "hour over the deployed fibre.\n"
    "The archive opened in February and was enlarged twice.\n"
    "On 9 December 2025 the foundation was formed; in 2026 it met for the first time.\n"
    "Of 86 vessels inspected by the wardens, 53 vessels carried a defective anchor.\n"
    "Elsewhere a warden counted 40 lanterns. The next page of the report is about ropes.\n"
    "A storm of the year before took 15 of them.\n" + FILLER
)


def specifics(body: str) -> list[Specific]:
    text = f"---\ntitle: The network of the year\nsources:\n- {URL}\n---\n{body}\n"
    regions = (Region(0, len(PAGE), Label.VISIBLE),)
    source = EvidenceSource(1, URL, "0" * 64, Quality.OK, EvidenceText(PAGE, regions))
    found = trace_specifics(read_article(text.encode(), "a.md"), [source])
    return [item for item in found if item.kind not in {Kind.NAME, Kind.SUPERLATIVE}]


def status(body: str, words: str) -> Status:
    return next(item.status for item in specifics(body) if item.text == words)


SWAPPED = {
    "the figure of another thing": (
        "The fibre carried 60 photon pairs per hour.", "60", Status.CONTRADICTED,
    ),
    "its own figure": ("The fibre carried 5,400 photon pairs per hour.", "5,400", Status.TRACED),
    "in other words, with one of the words beside it": (
        "Every hour 5,400 pairs crossed the deployed line.", "5,400", Status.TRACED,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "words", "wanted"), SWAPPED.values(), ids=SWAPPED)
def test_two_values_that_changed_places(body: str, words: str, wanted: Status) -> None:
    assert status(body, words) is wanted


DATES = {
    "a year that the source never names": (
        "The archive opened in February 2004.", "February 2004", False,
    ),
    "a year that it names": ("The archive opened in February 2026.", "February 2026", True),
    "the day": (
        "The foundation was formed on December 9, 2025.", "December 9, 2025", True,
    ),
    "another day of that year": (
        "The foundation was formed in 2025. It was on December 10, 2025 that it was formed.",
        "December 10, 2025", False,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "words", "held"), DATES.values(), ids=DATES)
def test_a_date_is_borne_out_by_no_less_than_it_states(body: str, words: str, held: bool) -> None:
    assert (status(body, words) in {Status.TRACED, Status.DERIVED}) is held


SHARES = {
    "of two figures of one sentence": (
        "Of the vessels that the wardens inspected, 62% carried a defective anchor.", "62%", True,
    ),
    "of two figures that stand apart": (
        "Of the lanterns that a warden counted, 38% were taken by the storm.", "38%", False,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "words", "derived"), SHARES.values(), ids=SHARES)
def test_a_share_is_one_of_figures_that_stand_together(
    body: str, words: str, derived: bool
) -> None:
    assert (status(body, words) is Status.DERIVED) is derived
