"""Every status and kind on a line or two of text each."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality, Specific
from copydesk.trace import trace_specifics

Run = Callable[..., tuple[Specific, ...]]

FERRY = (
    "Ferry traffic in Nordhavn\n"
    "The ferry Havblik carried 2,400 passengers in May 2026, the port said.\n"
    "Revenue of the operator rose to $1.03 billion from $0.92 billion.\n"
    "The hull is 84 metres long. Punctuality reached 84% in the first quarter.\n"
    "The control software was updated to version 2.15.1 on 3 November 2026.\n"
    "“We hope to sail by Monday, weather permitting,” said Anna Vell, the port's director.\n"
    "The Maritime Safety Board opened case CVE-2026-11223 after the outage."
)
UNION = (
    "Crew union bulletin\n"
    "The union counted 310 sailors on strike. Jonas Brekke, its chair, said the talks had failed.\n"
    "“The roster was overdue for years,” Brekke told members. Ida Moe, chief safety officer, agrees."
)

# body, the specific, its kind, its status, words that the reason must hold
CASES = [
    ("The Havblik ferry carried 2,400 passengers in May.[1]", "2,400", "number", "traced", "2,400"),
    ("In May 2.4 thousand passengers used the ferry Havblik.[1]", "2.4 thousand", "number", "traced", ""),
    ("The ferry carried 4,200 passengers in May 2026.[1]", "4,200", "number", "contradicted", "2,400"),
    ("Crew lost 9,817 kroner each in wages.[1]", "9,817 kroner", "money", "untraced", "No readable"),
    ("Revenue of the operator was $1,030 million.[1]", "$1,030 million", "money", "traced", ""),
    ("Revenue of the operator rose 12% to $1.03 billion.[1]", "12%", "percent", "derived", "$0.92 billion"),
    ("Revenue of the operator rose by $110 million.[1]", "$110 million", "money", "derived", "-"),
    ("Revenue of the operator fell to $1.03 billion.[1]", "$1.03 billion", "money", "contradicted", "rose"),
    ("Revenue of the operator rose to $1.03 million.[1]", "$1.03 million", "money", "contradicted", "billion"),
    ("The hull of the ferry is 276 feet long.[1]", "276 feet", "number", "traced", "another unit"),
    ("Some 84% of sailors support a walkout over pay.[1]", "84%", "percent", "unbound", "something else"),
    ("Punctuality of the ferry reached 84% in spring.[1]", "84%", "percent", "traced", ""),
    ("The union counted 310 sailors on strike.[1]", "310", "number", "misattributed", "Source 2"),
    ("The union counted 310 sailors on strike.[2]", "310", "number", "traced", "Source 2"),
    ("The union counted 310 sailors on strike.", "310", "number", "traced", "Source 2"),
    ("The software was updated to version 2.15.1.[1]", "version 2.15.1", "version", "traced", ""),
    ("The update came on Nov. 3, 2026.[1]", "Nov. 3, 2026", "date", "traced", ""),
    ("The control software was updated on 5 November 2026.[1]", "5 November 2026", "date", "contradicted", "3 November"),
    ("The outage is filed as CVE-2026-11223.[1]", "CVE-2026-11223", "identifier", "traced", ""),
    ("The Maritime Safety Board opened CVE-2026-99999 after the outage.[1]", "CVE-2026-99999", "identifier", "contradicted", "11223"),
    ("The boss, Anna Vell, was at work.[1]", "Anna Vell", "name", "traced", ""),
    ("The boss, Anna Vall, was at work.[1]", "Anna Vall", "name", "contradicted", "Anna Vell"),
    ("It was the Maritime Savety Board again.[1]", "Maritime Savety Board", "name", "contradicted", "Safety"),
    ("The MSB opened a case.[1]", "MSB", "name", "traced", "written out"),
    ("The CSO of the union, Ida Moe, agrees.[2]", "CSO", "name", "traced", "written out"),
    ("The CDO of the union, Ida Moe, agrees.[2]", "CDO", "name", "untraced", "No readable"),
    ("It is the largest ferry in Europe.[1]", "the largest", "superlative", "untraced", "such a claim"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "text", "kind", "status", "said"), CASES, ids=[c[0] for c in CASES]
)
def test_status(run: Run, body: str, text: str, kind: str, status: str, said: str) -> None:
    found = {one.text: one for one in run(body, FERRY, UNION)}
    assert text in found, sorted(found)
    one = found[text]
    assert (one.kind.value, one.status.value) == (kind, status), one.reason
    assert said in one.reason


MARGINS = (
    "Salt works of Tarn, half-year report\n"
    "The margin of the works improved to 74% from 56% in the quarter before.\n"
    "Sales of the works rose to 75 tonnes from 60 tonnes, it said. The kiln was used c. 1193-410 BC.\n"
)


@pytest.mark.parametrize(
    ("body", "text", "derived"),
    [
        ("Sales of the works rose 25% in the quarter.[1]", "25%", True),
        ("The margin of the works improved 32% in the quarter.[1]", "32%", False),
        ("Margin and sales of the works rose; salt made 25% of its income.[1]", "25%", False),
        ("The kiln of the works was used between about 1210 and 783 BC.[1]", "783", False),
    ],
)
def test_no_percentage_of_percentages_and_no_year_is_worked_out(
    run: Run, body: str, text: str, derived: bool
) -> None:
    one = next(one for one in run(body, MARGINS) if one.text == text)
    assert (one.status.value == "derived") is derived, one.reason


def test_what_it_was_before_is_not_what_the_source_says_instead(run: Run) -> None:
    page = "The works of Tarn told of its margin, which improved in the quarter to 74% from 56%."
    was = next(
        one for one in run("In the quarter the margin of Tarn's works improved to 65%.[1]", page)
    )
    assert all(shown.exact != "56%" for shown in was.evidence)
    base = [
        one
        for one in run(
            "The margin of Tarn's works improved to 74% from 65% in the quarter.[1]", page
        )
        if one.text == "65%"
    ]
    assert [shown.exact for shown in base[0].evidence] == ["56%"]


QUOTES = [
    ("She said “We hope to sail by Monday.”[1]", "traced", ""),
    ('She said "we hope to sail by Monday, weather permitting".[1]', "traced", ""),
    ("She said “We hope to sail ... weather permitting.”[1]", "traced", "left out"),
    ("She said “We hope to [leave] by Monday.”[1]", "traced", ""),
    ("She said “We will sail by Monday, weather permitting.”[1]", "contradicted", "“will” for “hope to”"),
    ("She said “We hope to sail by Sunday, weather permitting.”[1]", "contradicted", "“Sunday” for “Monday”"),
    ("She said “We hope not to sail by Monday, weather permitting.”[1]", "contradicted", "adds “not”"),
    ("She said “weather permitting ... hope to sail.”[1]", "untraced", ""),
    ("She said “Nobody asked us about the new winter timetable.”[1]", "untraced", "these words"),
    ("She said “The roster was overdue for years.”[1]", "misattributed", "Source 2"),
    ("“The roster was overdue for years,” said Anna Vell on Friday.", "contradicted", "Brekke"),
    ("“The roster was overdue for years,” wrote the Harbour Gazette.", "traced", ""),
    ("“The roster was overdue for years,” said Jonas Brekke on Friday.", "traced", ""),
]  # fmt: skip


@pytest.mark.parametrize(("body", "status", "said"), QUOTES, ids=[c[0] for c in QUOTES])
def test_quotation(run: Run, body: str, status: str, said: str) -> None:
    (one,) = [one for one in run(body, FERRY, UNION) if one.kind.value == "quote"]
    assert one.status.value == status, one.reason
    assert said in one.reason


def test_nothing_readable_is_unverifiable(run: Run) -> None:
    (one,) = run("The pier is 731 metres long.[1]", FERRY, UNION, bad=(1, 2))
    assert one.status.value == "unverifiable"
    assert "Source 1" in one.reason


def test_unreadable_citation_is_unverifiable_when_nobody_else_holds_it(run: Run) -> None:
    (one,) = run("The pier is 731 metres long.[1]", FERRY, UNION, bad=(1,))
    assert one.status.value == "unverifiable"


def test_unreadable_citation_is_misattributed_when_another_source_holds_it(run: Run) -> None:
    (one,) = run("The union counted 310 sailors on strike.[1]", FERRY, UNION, bad=(1,))
    assert one.status.value == "misattributed"
    assert one.evidence[0].source == 2
    assert one.reason.endswith("source 1, which it cites, could not be read.")


def test_one_unreadable_citation_of_two_is_named_in_the_reason(run: Run) -> None:
    (one,) = run("The pier is 731 metres long.[1] [2]", FERRY, UNION, bad=(1,))
    assert one.status.value == "untraced"
    assert "Source 1 could not be read" in one.reason


def test_title_cites_nothing_and_may_rest_on_any_source(run: Run) -> None:
    found = run("Text.", FERRY, UNION, title="Union counts 310 sailors on strike")
    assert [(one.field.value, one.cited, one.status.value) for one in found] == [
        ("title", (), "traced")
    ]


def test_a_sentence_answers_for_its_own_citation(run: Run) -> None:
    body = "The union counted 310 sailors on strike [2]. The ferry carried 2,400 passengers [1]."
    assert [(one.text, one.cited) for one in run(body, FERRY, UNION)] == [
        ("310", (2,)),
        ("2,400", (1,)),
    ]


def test_a_sentence_without_a_citation_rests_on_those_of_its_passage(run: Run) -> None:
    body = "The union bulletin is out.[2] It counted 310 sailors on strike."
    (one,) = run(body, FERRY, UNION)
    assert (one.cited, one.status.value) == ((2,), "traced")


def test_no_source_at_all(run: Run) -> None:
    (one,) = run("The pier is 731 metres long.")
    assert (one.status.value, one.cited) == ("unverifiable", ())


def test_a_spelled_out_two_is_not_a_figure_of_its_own(run: Run) -> None:
    assert run("The talk between two people went on.", FERRY) == ()


def test_same_input_same_output(run: Run) -> None:
    body = "\n\n".join(case[0] for case in CASES)
    assert run(body, FERRY, UNION) == run(body, FERRY, UNION)


def test_hidden_text_counts_and_the_reason_says_where() -> None:
    text = "The port is open.\nThe pier is 731 metres long."
    regions = (Region(0, 17, Label.VISIBLE), Region(18, len(text), Label.JSON_LD))
    source = EvidenceSource(1, "https://a.example/", None, Quality.OK, EvidenceText(text, regions))
    article = read_article(b"The pier is 731 metres long.", extra_sources=[source.url])
    (one,) = trace_specifics(article, [source])
    assert one.status.value == "traced"
    assert "structured data" in one.reason


def test_a_link_that_is_named_after_its_host_names_no_source_of_the_sources(run: Run) -> None:
    link = "It was in [Tide Post](https://www.tide-post.example/a). "
    other = "It was in [Tide Post](https://www.harbour.example/a). "
    assert [one.text for one in run(link, FERRY, UNION)] == []
    assert [one.text for one in run(other, FERRY, UNION)] == ["Tide Post"]


def test_the_reason_shows_no_line_beside_the_one_that_decided(run: Run) -> None:
    one = run("The ferry carried 4,200 passengers in May 2026.[1]", FERRY)[0]
    assert "The ferry Havblik carried 2,400 passengers" in one.reason
    assert "Nordhavn" not in one.reason
    assert "Revenue" not in one.reason
