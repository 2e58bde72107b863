"""Where a date comes from: the event or the page, one clock or another."""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality
from copydesk.trace import trace

HEAD = (
    '---\ntitle: "News of the harbour"\ndate: 2026-05-14\nsources:\n  - https://a.example/\n---\n'
)
EVENT = "The ferry Aurora ran aground on 12 May 2026 near the lighthouse, [it says](https://a.example/)."
STORY = "The ferry Aurora ran aground near the lighthouse in thick fog, the coastguard said."


def rules(article: str, text: str, meta: str = "") -> set[str]:
    regions = (Region(0, len(text), Label.VISIBLE),)
    if meta:
        regions += (Region(len(text) + 1, len(text) + 1 + len(meta), Label.META),)
        text = f"{text}\n{meta}"
    source = EvidenceSource(
        1, "https://a.example/", "ab" * 32, Quality.OK, EvidenceText(text, regions)
    )
    found = trace(read_article((HEAD + article).encode()), [source]).findings
    return {one.rule for one in found} & {"page-date-as-event", "time-basis"}


@pytest.mark.parametrize(
    "text",
    [
        f"12 May 2026\n{STORY}",
        f"Published 12 May 2026\n{STORY}",
        f"{STORY}\nThe ferry is old.\n" + "More of it. " * 30 + "\nLast updated on 12 May 2026",
        f"{'Menu. ' * 60}\nBy\nAnn Lund\n12 May 2026\n{STORY}",
    ],
)
def test_a_date_of_the_page_alone_is_none_of_the_event(text: str) -> None:
    assert rules(EVENT, text) == {"page-date-as-event"}


def test_metadata_date_the_page_unless_they_tell_the_story() -> None:
    assert rules(EVENT, STORY, "12 May 2026") == {"page-date-as-event"}
    told = STORY.replace("near the", "on 12 May 2026 near the")
    assert rules(EVENT, "The coastguard said more than that.", told) == set()


@pytest.mark.parametrize(
    "text",
    [
        f"12 May 2026\n{STORY}\nIt was refloated on 12 May 2026 at high tide, and nobody was hurt.",
        f"12 May 2026\n{STORY.replace('near', 'on Tuesday near')}",
        f"{'Menu. ' * 60}\nAccidents\n12 May 2026\n{STORY}",
    ],
)
def test_a_passage_a_weekday_or_a_heading_dates_the_event(text: str) -> None:
    assert rules(EVENT, text) == set()


def test_an_announcement_has_the_date_of_its_page() -> None:
    said = EVENT.replace("ran aground", "was sold, its owner announced")
    assert rules(said, f"12 May 2026\n{STORY}") == set()


@pytest.mark.parametrize(
    ("stated", "basis"),
    [
        ("2026-05-12T23:40:00-07:00", True),
        ("12 May 2026 at 01:30 UTC", True),
        ("12 May 2026, 9:40 p.m. EDT", True),
        ("12 May 2026 at 12:30 UTC", False),
        ("2026-05-12T00:00:00Z", False),
        ("12 May 2026 at 9:40", False),
        ("2026-05-12T10:00:00+05:30", False),
        ("2026-05-12T03:00:00+05:30", True),
    ],
)
def test_a_day_that_is_another_elsewhere(stated: str, basis: bool) -> None:
    text = f"The ferry Aurora ran aground on {stated} near the lighthouse, the coastguard said."
    assert rules(EVENT, text) == ({"time-basis"} if basis else set())
    assert rules(EVENT.replace("near", "(UTC) near"), text) == set()
