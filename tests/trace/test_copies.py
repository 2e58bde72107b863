"""Captures that hold one text, and where a specific stands besides what its passage cites."""

from __future__ import annotations

import random

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.noticed import Noticed
from copydesk.report import Quality
from copydesk.trace.engine import trace_article

# Long words and short ones.
_WORDS = (
    "harbour", "authority", "passengers", "departure", "timetable", "yesterday", "operator",
    "engineers", "inspection", "vessel", "repaired", "the", "of", "and", "with", "again", "before",
    "after", "island", "morning", "winter", "council", "reported",
)  # fmt: skip


def story(seed: int, sentences: int = 30) -> list[str]:
    chance = random.Random(seed)  # noqa: S311 - the same pages in every run
    return [" ".join(chance.choices(_WORDS, k=18)).capitalize() + "." for _ in range(sentences)]


def noticed(*pages: str, body: str = "The ferry runs.") -> Noticed:
    sources = []
    for number, page in enumerate(pages, 1):
        text = EvidenceText(page, (Region(0, len(page), Label.VISIBLE),))
        url = f"https://s{number}.example/"
        sources.append(EvidenceSource(number, url, str(number) * 64, Quality.OK, text))
    listed = "".join(f"- {one.url}\n" for one in sources)
    article = f"---\ntitle: The ferry of the island\nsources:\n{listed}---\n{body}\n"
    return trace_article(read_article(article.encode(), "a.md"), sources)[1]


def test_a_copy_among_other_text_is_found_with_the_passage_in_both() -> None:
    report, menu, comments = story(1), story(2, 10), story(3, 20)
    first = "\n".join(report)
    second = "\n".join([*menu, *report[:25], *comments])
    (copy,) = noticed(first, second).copies
    assert (copy.source, copy.other) == (1, 2)
    assert copy.share > 0.7
    here, there = copy.passages
    assert (here.source, there.source) == (1, 2)
    assert here.exact == there.exact
    assert len(here.exact.split()) >= 20
    assert first[here.start : here.end] == here.exact
    assert second[there.start : there.end] == there.exact


def test_typography_and_case_make_no_difference() -> None:
    report = "\n".join(story(4))
    (copy,) = noticed(report, report.upper().replace(" ", "\u00a0 ")).copies
    assert copy.share == 1.0


def test_another_report_with_the_same_quotations_is_no_copy() -> None:
    quoted = story(5, 5)
    assert not noticed("\n".join(story(6) + quoted), "\n".join(quoted + story(7))).copies


def test_a_shared_notice_at_the_foot_is_no_copy() -> None:
    notice = story(8, 2)
    assert not noticed("\n".join(story(9, 4) + notice), "\n".join(story(10, 4) + notice)).copies


def test_short_and_empty_pages_are_no_copies() -> None:
    assert not noticed("The ferry runs.", "The ferry runs.", "").copies


def test_where_a_figure_stands_whatever_is_cited() -> None:
    said = "The harbour ferry carried 4,217 passengers in May."
    found = noticed(
        said,
        f"Elsewhere: {said}",
        "A museum in another town owns 4,217 old coins and medals.",
        body="The harbour ferry carried 4,217 passengers in May, the [log](https://s1.example/) says.",
    )
    (held,) = [one for one in found.held if len(one.about) > 1 and one.elsewhere]
    assert held.sources == {1, 2}
    assert held.elsewhere == (3,)
    assert {one.exact for one in held.about} == {"4,217"}
