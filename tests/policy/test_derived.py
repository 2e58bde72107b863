"""Arithmetic that a sentence shows, through the whole engine: wrong is what stands between < and >."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.article import read_article
from copydesk.config import PolicyConfig, changed
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Finding, Quality
from copydesk.trace import trace

WRONG = [
    "Traffic rose <30%> from 1,200 to 1,500 ships.",
    "A <30%> increase from 1,200 to 1,500 ships is near.",
    "Profit fell from $8 million to $6 million, a drop of <33%>.",
    "Traffic rose <200%> from 50 to 100 ships.",
    "Shares rose <5%> to $60 from $58.20.",
    "The count rose by <450>, from 1,210 to 1,560.",
    "It raised $20 million, $5 million and $19 million, a total of <$49 million>.",
    "Of the 120 boats, 60 sank, 20 were sold and the remaining <50> sailed.",
    "The boats, 14 ferries, of which <9 are electric and 7> run on diesel, sailed.",
    "The vote was <split: 45% for, 40% against and 25%> undecided.",
    "Only 30 of the 120 sailors, or <40%>, were trained.",
    "Some <40%> (30 of 120) were trained.",
    "Half of the 250 boats, <150>, were sold.",
    "It carried 900 passengers, <three times> the 400 of last year.",
    "The number of berths <doubled> from 140 to 240.",
    "It bought 40 cranes for $2 million, or <$80,000> each.",
    "It spent $2 million for 40 cranes, or <$80,000> apiece.",
    "The way is 26 miles (<52 kilometres>) long.",
    "Revenue was $60 million, up <12%> from $50 million a year earlier.",
    "Traffic fell from 2.4 million in 2019 to 1.8 million in 2025, a <35%> decline.",
    "It ordered 100 pumps at $30 each, a total of <$4,000>.",
    "A total of <45> boats sank: 20 in Nordhavn, 10 in Sund and 10 in Vik.",
    # near, and none
    "Revenue was $60 million, up 12% from the last quarter and over $50 million.",
    "Profit rose 25 basis points, from 4.0% to 4.25%.",
    "A total of 45 boats sank, among them 20 in Nordhavn and 10 in Sund.",
    "Traffic rose 25% from 1,200 to 1,500 ships.",
    "Traffic rose 26% from 1,190 to 1,500 ships.",
    "Profit fell from $8 million to $6 million, a drop of 25%.",
    "Profit fell from $8 million to $6 million, a drop of 28%.",
    "Traffic rose from 14 to 18.2 ships, a 24% reduction in the risk of delay.",
    "Traffic fell 10% in May, from 1,200 to 1,500 ships by another count.",
    "It raised $20 million and $19 million, a total of about $40 million.",
    "It raised $20 million in May, bringing the total to $49 million.",
    "Of the 120 boats, 60 sank and 20 were sold.",
    "14 ferries, of which 9 are electric and 3 are new, sail.",
    "Asked for their way, 60% named the ferry, 50% the bus and 30% the bridge.",
    "The vote was split: 45% for, 40% against and 16% undecided.",
    "It carried 900 passengers, more than twice the 400 of last year.",
    "The number of berths nearly doubled from 140 to 270.",
    "It carried 900 passengers, three times a week.",
    "It bought 3 cranes for $2 million, or about $667,000 each.",
    "The way is 26 miles (42 kilometres) long, and 3 km (40 minutes) to walk.",
    "It has 5 GB (20 MB in use) of memory.",
    "“It rose 30% from 1,200 to 1,500,” she said.",
]

UNITS = [
    "Revenue rose from <$50 million> to €60 million.",
    "It raised $20 million and €19 million, a total of <$39 million>.",
    "It lifts <40 tonnes>, compared with 60,000 lbs before.",
    "Memory use fell from <900 MB> to 700 MiB.",
    # near, and none
    "Revenue rose from $50 million (€46 million) to €60 million.",
    "It paid $5 million to the port and €3 million to the yard.",
    "Memory use rose from 900 MB to 1.2 GB.",
    "It grew from 40 to 60 miles.",
]

POINTS = [
    "Turnout rose from 10% to 15%, up <5%>.",
    "Profit rose <20 percentage points> from $50 million to $60 million.",
    # near, and none
    "Turnout rose from 10% to 15%, up 50%.",
    "Turnout rose from 10% to 15%, up 5 percentage points.",
    "Turnout rose from 10% to 15%; fares are up 5%.",
]

RULES = [
    *(("arithmetic-wrong", text) for text in WRONG),
    *(("units-mixed", text) for text in UNITS),
    *(("percent-or-points", text) for text in POINTS),
]
SHIPS = "The port handled 1,200 ships in 2024 and 1,500 ships in 2025, it said in its report."


def findings(text: str, evidence: str = "", **policy: object) -> list[Finding]:
    sources = []
    if evidence:
        region = Region(0, len(evidence), Label.VISIBLE)
        own = EvidenceText(evidence, (region,))
        sources = [EvidenceSource(1, "https://a.example/", "ab" * 32, Quality.OK, own)]
    article = read_article(text.encode(), extra_sources=["https://a.example/"])
    return list(trace(article, sources, policy=changed(PolicyConfig(), **policy)).findings)


def marked(rule_id: str, text: str) -> str:
    body = text.replace("<", "").replace(">", "")
    for item in reversed([one for one in findings(body) if one.rule == rule_id]):
        assert item.found == body[item.start : item.end]
        assert item.expected
        body = f"{body[: item.start]}<{body[item.start : item.end]}>{body[item.end :]}"
    return body


@pytest.mark.parametrize(("rule_id", "text"), RULES)
def test_each_rule_finds_this_and_no_more(rule_id: str, text: str) -> None:
    assert marked(rule_id, text) == text


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Traffic rose 30% from 1,200 to 1,500 ships.", "25%"),
        ("It raised $20 million and $19 million, a total of $49 million.", "39,000,000"),
        ("The way is 26 miles (52 kilometres) long.", "42 km"),
        ("Only 30 of the 120 sailors, or 40.5%, were trained.", "25.0%"),
    ],
)
def test_the_right_value_is_stated(text: str, right: str) -> None:
    (found,) = [one for one in findings(text) if one.rule == "arithmetic-wrong"]
    assert found.expected == right


@given(st.integers(20, 5000), st.integers(20, 5000), st.integers(0, 1))
def test_a_change_that_is_rounded_to_whole_percent_is_never_wrong(
    old: int, new: int, up: int
) -> None:
    size = abs(new - old) * 100
    percent = (size + (old // 2 if up else 0)) // old
    text = f"Traffic {'rose' if new > old else 'fell'} {percent}% from {old} to {new} ships."
    assert not [one for one in findings(text) if one.rule == "arithmetic-wrong"]


def test_a_figure_that_follows_from_the_source_is_marked_or_found() -> None:
    plain = "Ship traffic in the port rose 25% from 2024 to 2025, [it](https://a.example/) said."
    (found,) = [one for one in findings(plain, SHIPS) if one.rule == "derived-unmarked"]
    assert found.found == "25%"
    assert "the change from 1,200 to 1,500" in found.message
    assert [one.exact for one in found.evidence] == ["1,200", "1,500"]
    for words in ("25%, our calculation shows,", "about 25%", "25% (Copydesk's arithmetic)"):
        text = plain.replace("25%", words)
        own = ("Copydesk's arithmetic",)
        rules = {one.rule for one in findings(text, SHIPS, derived_marks=own)}
        assert "derived-unmarked" not in rules


def test_percent_for_the_points_of_a_source_shows_the_source() -> None:
    said = "Unemployment in Nordhavn fell by 2 percentage points in March, the office said."
    text = "Unemployment in Nordhavn fell by 2% in March, [it](https://a.example/) said."
    (found,) = [one for one in findings(text, said) if one.rule == "percent-or-points"]
    assert [one.exact for one in found.evidence] == ["2 percentage points"]
