"""Sources that disagree, through the whole engine."""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Finding, Quality
from copydesk.trace import trace

URLS = ["https://board.example/", "https://gazette.example/", "https://courier.example/"]
FIRE = "The fire in the ferry terminal of Nordhavn injured {} passengers, {} said."
ARTICLE = FIRE.format("14", "[the board](https://board.example/)")


def findings(article: str, *texts: str, label: Label = Label.VISIBLE) -> list[Finding]:
    sources = []
    for number, text in enumerate(texts, 1):
        head = "Nothing else is known."
        regions = (
            Region(0, len(head), Label.VISIBLE),
            Region(len(head) + 1, len(head) + 1 + len(text), label),
        )
        evidence = EvidenceText(f"{head}\n{text}", regions)
        sources.append(
            EvidenceSource(number, URLS[number - 1], f"{number:064x}", Quality.OK, evidence)
        )
    read = read_article(article.encode(), extra_sources=URLS[: len(texts)])
    return [one for one in trace(read, sources).findings if one.rule == "sources-disagree"]


def test_both_values_are_listed_with_source_and_passage() -> None:
    board, gazette = FIRE.format("14", "the board"), FIRE.format("19", "the Gazette")
    (found,) = findings(ARTICLE, board, gazette)
    assert found.found == "14"
    assert "source 1 has “14”; source 2 has “19”" in found.message
    assert [(one.source, one.exact) for one in found.evidence] == [
        (1, board.rstrip(".")),
        (2, gazette.rstrip(".")),
    ]


def test_the_same_two_values_are_one_finding() -> None:
    twice = f"{ARTICLE}\n\n{ARTICLE.replace('said', 'repeated')}"
    assert (
        len(findings(twice, FIRE.format("14", "the board"), FIRE.format("19", "the Gazette"))) == 1
    )


@pytest.mark.parametrize(
    "gazette",
    [
        FIRE.format("14", "the Gazette"),
        FIRE.format("about 15", "the Gazette"),
        FIRE.format("more than 10", "the Gazette"),
        FIRE.format("beyond 12", "the Gazette"),
        FIRE.format("19", "the Gazette") + " The board counts 14 passengers.",
        FIRE.format("190", "the Gazette"),
        FIRE.format("19", "the Gazette").replace("The fire", "The fire of 3 May 2019"),
        FIRE.format("19", "the Gazette").replace("ferry terminal", "Orbis warehouse"),
        FIRE.format("19", "the Gazette").replace("injured", "killed"),
        "The ferry carried 19 passengers, the Gazette said.",
    ],
)
def test_what_is_no_disagreement(gazette: str) -> None:
    board = FIRE.format("14", "the board").replace("The fire", "The fire of 2 May 2026")
    article = ARTICLE.replace("The fire", "The fire of 2 May 2026")
    assert findings(article, board, gazette) == []


def test_an_article_that_names_both_is_right_and_one_that_gives_the_other_to_nobody_is_not() -> (
    None
):
    texts = FIRE.format("14", "the board"), FIRE.format("19", "the Gazette")
    both = f"{ARTICLE} [The Gazette](https://gazette.example/) counts 19 passengers injured in the fire."
    assert findings(both, *texts) == []
    bare = "The fire in the ferry terminal of Nordhavn injured 14 passengers.\n\nSome 19 passengers were hurt."
    assert len(findings(bare, *texts)) >= 1


def test_what_a_page_hides_disagrees_with_nothing() -> None:
    texts = FIRE.format("14", "the board"), FIRE.format("19", "the Gazette")
    assert findings(ARTICLE, *texts, label=Label.HIDDEN) == []
    assert findings(ARTICLE, texts[0]) == []
