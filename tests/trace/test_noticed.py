"""What the trace sees besides the specifics: bent figures, and sentences that no source bears out."""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Finding, Quality
from copydesk.trace import trace

URL = "https://one.example/report"
PAGE = """The harbour authority published its yearly report on Monday.
Nearly 4,000 passengers used the night ferry, the report says.
The repair of the pier costs up to $12.5 million, according to the authority.
At least 31 boats were damaged when the storm reached the outer harbour.
The authority blames late permits for the delay of the new terminal building.
The regulator has not approved the merger of both ferry operators.
The council voted for the new maritime museum in the old town.
The operator cannot say when the winter timetable of the islands begins.
A total of 1,987 containers were handled by the northern crane.
The ministry has not said how many lighthouse keepers it dismissed, but two unions count forty.
Should the harbour court not grant the appeal of the dredging firm, work would resume at once.
The old breakwater failed in its bid for heritage money, which was given to the mint instead.
"""


def findings(body: str, page: str = PAGE, *others: str) -> list[Finding]:
    listed = "".join(f"- {url}\n" for url in (URL, *others))
    text = f"---\ntitle: The harbour report of the year\nsources:\n{listed}---\n{body}\n"
    regions = (Region(0, len(page), Label.VISIBLE),)
    source = EvidenceSource(1, URL, "0" * 64, Quality.OK, EvidenceText(page, regions))
    return list(trace(read_article(text.encode(), "a.md"), [source]).findings)


def rules(body: str, *others: str) -> set[str]:
    wanted = ("qualifier", "sentence", "negation")
    return {item.rule for item in findings(body, PAGE, *others) if item.rule.startswith(wanted)}


BENT = {
    "the other side": ("More than 4,000 passengers used the night ferry.", "qualifier-reversed"),
    "the same side": ("Almost 4,000 passengers used the night ferry.", ""),
    "about, which says little": ("About 4,000 passengers used the night ferry.", ""),
    "rounded to the wrong side": (
        "More than 2,000 containers were handled by the northern crane.", "qualifier-reversed",
    ),
    "rounded to the right side": (
        "Nearly 2,000 containers were handled by the northern crane.", "",
    ),
    "a limit lost": ("The repair of the pier costs $12.5 million.", "qualifier-dropped"),
    "a limit kept": ("The repair of the pier costs up to $12.5 million.", ""),
    "a limit behind": ("The repair of the pier costs $12.5 million at most.", ""),
    "a lower limit lost": ("The storm damaged 31 boats in the outer harbour.", "qualifier-dropped"),
    "a lower limit turned": ("The storm damaged up to 31 boats.", "qualifier-reversed"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "rule"), BENT.values(), ids=BENT)
def test_words_that_bend_a_figure_are_compared(body: str, rule: str) -> None:
    assert rules(body) == ({rule} if rule else set())


UNSUPPORTED = {
    "made up": (
        "Divers discovered a sunken steam locomotive beneath the abandoned lighthouse.", True,
    ),
    "in other words, of the same": (
        "The delay of the terminal building is blamed on late permits, the authority reports.",
        False,
    ),
    "the newsroom's own view": (
        "Whether sceptical investors embrace such ambitious architecture remains unclear.", False,
    ),
    "what nobody said": (
        "The consortium has not disclosed which architects sketched the ambitious pavilion.", False,
    ),
    "a question": ("Did divers discover a sunken locomotive beneath the lighthouse?", False),
    "too short to tell": ("Divers discovered locomotives.", False),
    "a lead-in": ("Sunken steam locomotives beneath abandoned lighthouses, in brief:", False),
    "about a text": (
        "The article portrays sunken steam locomotives beneath abandoned lighthouses.", True,
    ),
    "the newsroom's own work": (
        "We asked seven curious historians about sunken locomotives and lighthouses.", False,
    ),
    "said of a text": (
        "The article describes sunken steam locomotives beneath abandoned lighthouses.", False,
    ),
    "what a text does not say": (
        "The passage does not mention steam locomotives beneath abandoned lighthouses.", False,
    ),
    "other forms of the words": (
        "Harbour authorities publish a report: nightly passengers, repairs, blaming permission.",
        False,
    ),
    "a figure beside what is made up": (
        "Curators catalogued porcelain figurines and tapestries beside 31 boats.", True,
    ),
    "a figure that is a finding already": (
        "Curators catalogued 4,000 porcelain figurines, lacquer cabinets and tapestries.", False,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "reported"), UNSUPPORTED.values(), ids=UNSUPPORTED)
def test_a_sentence_that_no_source_bears_out_is_reported(body: str, reported: bool) -> None:
    found = [item for item in findings(body) if item.rule == "sentence-unsupported"]
    assert bool(found) is reported
    for item in found:
        assert item.found == body


def test_what_is_only_scattered_is_for_a_reader() -> None:
    body = "The museum harbour praised ferry containers, weary boats and a remarkable storm delay."
    found = [item for item in findings(body) if item.rule.startswith("sentence")]
    assert [item.rule for item in found] == ["sentence-scattered"]
    assert "“praised”, “weary”, “remarkable”" in found[0].message


def test_a_sentence_whose_source_could_not_be_read_is_not_judged() -> None:
    made_up = "Divers discovered a sunken steam locomotive beneath the [lighthouse]({})."
    assert "sentence-unsupported" in rules(made_up.format(URL))
    unread = "https://two.example/lost"
    assert "sentence-unsupported" not in rules(made_up.format(unread), unread)


ADDED = {
    "a motive put in": (
        "The authority blames late permits for the delay, fearing angry shareholders.",
        "fearing angry shareholders",
    ),
    "a description put in": (
        "The council voted for the new maritime museum, a glittering marble landmark.",
        "glittering marble landmark",
    ),
    "one word of the writer's own": (
        "The council narrowly voted for the new maritime museum in the old town.", "",
    ),
    "what the source says elsewhere": (
        "The council voted for the new maritime museum, fearing the winter storm, in the old town.",
        "",
    ),
    "an age": (
        "The council voted for the new maritime museum, a 31-year-old idea, in the old town.", "",
    ),
    "words of a sentence that nothing bears out": (
        "Curators polished copper lanterns, fearing angry shareholders.", "",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "clause"), ADDED.values(), ids=ADDED)
def test_a_clause_that_no_source_speaks_of_is_for_a_reader(body: str, clause: str) -> None:
    found = [item for item in findings(body) if item.rule == "clause-unsupported"]
    assert [item.found for item in found] == ([clause] if clause else [])
    assert all(body[item.start : item.end] == clause for item in found)


def test_nothing_is_unsupported_where_no_source_can_be_read() -> None:
    body = "Divers discovered a sunken steam locomotive beneath the abandoned lighthouse."
    assert not [item for item in findings(body, "") if item.rule == "sentence-unsupported"]


def test_the_nearest_passage_is_shown() -> None:
    body = "Harbour divers discovered a sunken steam locomotive beneath the abandoned lighthouse."
    found = next(item for item in findings(body) if item.rule == "sentence-unsupported")
    assert "The nearest words are source 1's" in found.message
    assert found.expected is not None
    assert found.expected.rstrip("…") in " ".join(PAGE.split())


DENIED = {
    "a dropped not": ("The regulator has approved the merger of both ferry operators.", True),
    "said as it is": ("The regulator has not approved the merger of both ferry operators.", False),
    "denied in another way": (
        "The regulator has yet to approve the merger of both ferry operators.", False,
    ),
    "denied by its meaning": (
        "The regulator refused to approve the merger of both ferry operators.", False,
    ),
    "an added not": ("The council did not vote for the new maritime museum.", True),
    "not only": ("The council voted not only for the new maritime museum.", False),
    "a question": ("Has the regulator approved the merger of both ferry operators?", False),
    "a quotation that denies nothing": (
        'The regulator approved the "long awaited" merger of both ferry operators.', True,
    ),
    "a quoted denial, which the rest may rest on": (
        'The regulator approved "not a single merger" of both ferry operators.', False,
    ),
    "not alone": ("The council is not alone in its vote for the new maritime museum.", False),
    "part of a long sentence": (
        "After weeks of rumour the mayor said on Friday that the regulator approved the merger.", True,
    ),
    "other words of saying": (
        "The ministry has disclosed how many lighthouse keepers it dismissed.", True,
    ),
    "declined to say": (
        "The ministry declined to say how many lighthouse keepers it dismissed.", False,
    ),
    "only supposed": (
        "The harbour court granted the appeal of the dredging firm, and work stopped.", False,
    ),
    "failed in other words": (
        "The old breakwater did not get heritage money, which was given to the mint.", False,
    ),
    "unthinkable that not": (
        "It is unthinkable that the regulator approved the merger of both ferry operators.", False,
    ),
    "a not beside other verbs": (
        "The council is not in favour of the new maritime museum in the old town.", True,
    ),
    "a contraction": ("The operator can't say when the winter timetable of the islands begins.", False),
}  # fmt: skip


@pytest.mark.parametrize(
    ("body", "reported"),
    [
        ("The sawmill was not sold to the fishermen.", False),
        ("In 2021 the sawmill was not sold to the fishermen.", True),
        ("In 2024 the sawmill was not sold to the fishermen.", False),
        ("In 2024 the sawmill was not for the fishermen, who had been sold the quay.", False),
    ],
)
def test_what_a_source_tells_of_another_year_contradicts_nothing(body: str, reported: bool) -> None:
    page = PAGE + "In 2021, the sawmill was sold to the fishermen of the quay.\n"
    found = [item for item in findings(body, page) if item.rule == "negation-differs"]
    assert bool(found) is reported


@pytest.mark.parametrize(("body", "reported"), DENIED.values(), ids=DENIED)
def test_a_denial_is_compared_with_the_source(body: str, reported: bool) -> None:
    found = [item for item in findings(body) if item.rule == "negation-differs"]
    assert bool(found) is reported
