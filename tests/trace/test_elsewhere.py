"""A sentence that cites one source and stands in another is noticed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality
from copydesk.trace import trace

PAGES = {
    "https://one.example/council": (
        "The council debated a new timetable for the island ferry on Monday.\n"
        "Members asked for later departures in summer and for cheaper tickets."
    ),
    "https://two.example/yard": (
        "The shipyard found deep corrosion beneath the engine room of the ferry.\n"
        "It will replace both propeller shafts before the winter season begins."
    ),
    "https://three.example/data": " ".join(
        ["The shipyard will paint old lifeboats orange before tourists arrive again"] * 20
    ),
}
COUNCIL, YARD, DATA = PAGES
SHIPYARD = "The shipyard found deep corrosion beneath the engine room, [the paper]({}) reports."
SAID_SO = {
    "before": "According to [the paper]({}), the shipyard found deep corrosion beneath the engine room.",
    "behind the whole": "The shipyard found deep corrosion beneath the engine room, per [the paper]({}).",
    "reported by": "Deep corrosion was found beneath the engine room by the shipyard, as reported by [the paper]({}).",
    "in brackets": "The shipyard found deep corrosion beneath the engine room ([the paper]({})).",
    "a paper's account": "The shipyard found deep corrosion beneath the engine room, [the paper]({})'s account says.",
    "nearly all of it": "The shipyard found [deep corrosion beneath the engine room]({}).",
}


def misattributed(body: str, changed: Mapping[str, str] = {}) -> list[str]:
    sources = []
    for number, (url, page) in enumerate((PAGES | dict(changed)).items(), 1):
        text = EvidenceText(page, (Region(0, len(page), Label.VISIBLE),))
        sources.append(EvidenceSource(number, url, str(number) * 64, Quality.OK, text))
    listed = "".join(f"- {url}\n" for url in (*PAGES, "https://four.example/lost"))
    article = f"---\ntitle: The ferry of the island\nsources:\n{listed}---\n{body}\n"
    report = trace(read_article(article.encode(), "a.md"), sources)
    return [one.message for one in report.findings if one.rule == "sentence-misattributed"]


def test_the_source_that_says_it_is_shown() -> None:
    (message,) = misattributed(SHIPYARD.format(COUNCIL))
    assert message.startswith("Source 2 says this: “The shipyard found deep corrosion")
    assert "The cited source 1 has little of it" in message


@pytest.mark.parametrize("body", SAID_SO.values(), ids=SAID_SO)
def test_a_link_that_speaks_for_the_sentence_is_followed(body: str) -> None:
    assert len(misattributed(body.format(COUNCIL))) == 1


def test_the_items_of_a_list_in_the_cited_source_count_together() -> None:
    found = (
        "deep corrosion of the hull",
        "worn shafts",
        "loose rivets",
        "a cracked engine room floor",
    )
    page = "The shipyard told what it found:\n" + "\n".join(f"- {one}" for one in found)
    assert misattributed(SHIPYARD.format(COUNCIL), {COUNCIL: page}) == []


@pytest.mark.parametrize(
    "body",
    [
        SHIPYARD.format(YARD),
        f"The shipyard found deep [corrosion]({COUNCIL}) beneath the engine room.",
        SHIPYARD.format(COUNCIL).replace("engine room", f"[engine room]({YARD})"),
        SHIPYARD.format("https://four.example/lost"),
        SHIPYARD.format("https://unlisted.example/"),
        "The shipyard found deep corrosion beneath the engine room, the paper reports.",
        f"Sailors blame [cheap paint]({COUNCIL}) for corrosion and weary passengers.",
        f"The shipyard will paint [old lifeboats]({COUNCIL}) orange before tourists arrive.",
        f"Deep corrosion beneath the engine room delays the island [timetable]({COUNCIL}) of Monday.",
    ],
    ids=[
        "cited rightly", "a link laid on one word", "cites both", "cites what was not read", "cites what is not listed",
        "cites nothing", "stands nowhere", "stands in what is no sentence", "takes from both",
    ],
)  # fmt: skip
def test_other_sentences_are_left_alone(body: str) -> None:
    assert misattributed(body) == []
