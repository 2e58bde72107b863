"""What a newsroom says for itself is told from what a source has to say; lines end sentences."""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.article.model import Passage
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality
from copydesk.trace import trace
from copydesk.trace.index import SourceIndex
from copydesk.trace.own_voice import is_own, with_section

MADE_UP = (
    "Rusty chains strangled curious porpoises and frightened nearby swimmers and tired fishermen."
)
FACTS = "The island council reopened the small northern ferry terminal after long repairs."


def passages(body: str) -> tuple[Passage, ...]:
    article = read_article(f"---\ntitle: The ferry\n---\n{body}\n".encode(), "a.md")
    return tuple(one for one in article.passages if one.field.value == "body")


def own(body: str, number: int = 0) -> bool:
    """Whether a sentence of the last passage of a body is the newsroom's own."""
    passage, weighs = list(with_section(passages(body)))[-1]
    span = [one for one in passage.sentences if one.start < one.end][number]
    return is_own(passage, span, passage.text.text[span.start : span.end], weighs=weighs)


OWN = {
    "under analysis": f"## Analysis\n\n{MADE_UP}",
    "under an outlook": f"## What comes next\n\n{FACTS}\n\n{MADE_UP}",
    "under what nobody knows": f"## What We Don't Know\n\n{MADE_UP}",
    "of a pattern": "The closing fits into a broader pattern of tired harbours and impatient owners.",
    "of its weight": "The ruling marks a quiet turning point for every small harbour of the coast.",
    "leads on": f"The repairs had a price. {MADE_UP} {FACTS}",
    "leads on to the one who says it": f"Experts warn of rust. Anna Brandt, a diver, said {FACTS}",
}
NOT_OWN = {
    "a fact": MADE_UP,
    "under another heading": f"## What we know\n\n{MADE_UP}",
    "the next section": f"## Analysis\n\n{FACTS}\n\n## The repairs\n\n{MADE_UP}",
    "unnamed people under analysis": "## Analysis\n\nExperts say rusty chains strangle porpoises.",
    "unnamed people of a pattern": "Critics argued that it fits a pattern of tired harbours.",
    "unnamed people, and nobody named behind": f"Experts warn of rust. {FACTS}",
    "cites a page": f"The repairs had [a price](https://a.example/x). {MADE_UP}",
    "stands alone": "The repairs had a price.",
    "long": f"{MADE_UP[:-1]} and two tired lifeguards beside the old wooden pier. {FACTS}",
}


@pytest.mark.parametrize("body", OWN.values(), ids=OWN)
def test_what_the_newsroom_says_for_itself(body: str) -> None:
    assert own(body)


@pytest.mark.parametrize("body", NOT_OWN.values(), ids=NOT_OWN)
def test_what_a_source_has_to_say(body: str) -> None:
    assert not own(body)


def rules(body: str) -> list[str]:
    page = "The council reopened the northern ferry terminal. Repairs of the quay took two winters."
    text = EvidenceText(page, (Region(0, len(page), Label.VISIBLE),))
    source = EvidenceSource(1, "https://a.example/x", "0" * 64, Quality.OK, text)
    article = f"---\ntitle: The ferry\nsources:\n- https://a.example/x\n---\n{body}\n"
    report = trace(read_article(article.encode(), "a.md"), [source])
    return [one.rule for one in report.findings if one.rule.startswith("sentence-")]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (MADE_UP, ["sentence-unsupported"]),
        (f"## Analysis\n\n{MADE_UP}", ["sentence-scattered"]),
    ],
)
def test_it_is_listed_as_a_note(body: str, expected: list[str]) -> None:
    assert rules(body) == expected


CLOSES = "The council voted on Monday evening for the closing of the old harbour until the spring"
REASON = (
    "as the quay has to be repaired, and the ferries of the three islands will leave from the pier"
)
LINES = {
    "a headline and long text": (f"Harbour closes for the winter\n{CLOSES} {REASON}", 2),
    "a menu": (f"Home\nnews\nsport\n{CLOSES} {REASON}", 4),
    "wrapped plain text": (f"{CLOSES}\n{REASON}", 1),
    "a long line that goes on": (f"{CLOSES}\n{REASON} and not from the quay that is closed", 1),
    "a long line and a new one": (f"{CLOSES}\nA{REASON} and not from the quay that is closed", 2),
    "a fraction at the end": ("The quay is longer by a fourth, says the harbour master: 1\n¼", 1),
}


@pytest.mark.parametrize(("text", "count"), LINES.values(), ids=LINES)
def test_a_line_ends_a_sentence_where_lines_mean_something(text: str, count: int) -> None:
    regions = (Region(0, len(text), Label.VISIBLE),)
    source = EvidenceSource(
        1, "https://a.example/x", "0" * 64, Quality.OK, EvidenceText(text, regions)
    )
    assert len(SourceIndex(source).segments) == count
