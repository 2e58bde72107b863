"""Rules about what dates say of one another, through the whole engine: found is what stands between < and >."""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Finding, Quality
from copydesk.trace import trace

HEAD = (
    '---\ntitle: "News of the harbour"\ndate: 2026-05-14\nsources:\n  - https://a.example/\n---\n'
)

WEEKDAYS = [
    "It met on <Monday, 12 May 2026>, and on <13 May 2026 (Tuesday>).",
    "It met on <Saturday (2026-05-11>).",
    "It met on <Tuesday, May 11>, and on <12 May 2026 (Mon.)>.",
    # near, and none
    "It met on Monday, May 11, and on 12 May 2026, a Tuesday.",
    "It met on Thursday, 29 February 2024.",
    "It met on 12 May 2026, Monday's strike notwithstanding.",
    "The siege of Sunday, 12 May 1702 ended by another calendar.",
    "It met on Monday, 30 February 2026.",
]

ORDER = [
    "It was filed on 10 May 2026, <three days after> the hearing of 5 May 2026.",
    "It was filed on 3 March 2026 and heard <two weeks later>, on 24 March 2026.",
    "It closed on 3 March 2026. <A week later>, on 24 March 2026, it opened.",
    "It opened in 1956 and closed <40 years later>, in 1986.",
    "It ran from <12 June 2026 to 3 June 2026> in the bay.",
    "It was mended on <4 May 2026, before the leak was found on 1 May 2026>.",
    "The strike lasted <three days>, from 4 May 2026 to 9 May 2026.",
    "First published on <3 June 2026, it was then withdrawn on 1 June 2026>.",
    "The captain was born in <1950 and died in 1948>.",
    # near, and none
    "The strike lasted three days, from 4 May 2026 to 6 May 2026.",
    "It met three days a week, from 4 May 2026 to 9 June 2026.",
    "It was filed on 10 May 2026, about a week after the hearing of 5 May 2026.",
    "It was filed on 10 May 2026, more than three days after the hearing of 6 May 2026.",
    "It opened in 1956 and closed thirty years later, in 1987.",
    "It was filed on 10 May 2026, three days after the strike, and heard on 20 May 2026.",
    "It ran from 12 December to 3 January 2026.",
    "It was not mended on 4 May 2026, before or after the storm of 1 May 2026.",
    "It was sold in 1924. Its owner retired, and died four years later on 24 January 1957.",
    "It was mended in May 2026, three days after the leak of 1 May 2026.",
]

AS_OF = [
    "<As of 20 May 2026>, 14 ships were waiting.",
    "It had 212 people <as of the end of May 2026>.",
    # near, and none
    "As of 15 May 2026, 14 ships were waiting.",
    "As of May 2026, 14 ships were waiting.",
    "As of 20 May 2026, ships will pay a fee.",
]

TENSE = [
    "The agency released the report on <20 June 2026>.",
    "On <2 June 2026>, the council approved the plan.",
    "The yard will launch the boat on <3 March 2026>.",
    "Its shares fell on <20 June 2026>, the mayor said on <21 June 2026>.",
    # near, and none
    "The agency announced a hearing on 20 June 2026.",
    "If the agency released the report on 20 June 2026, prices would fall.",
    "The boats were to be released on 20 June 2026.",
    "The council approved loans for the fair on 2 June 2026.",
    "The yard said it will launch the boat on 3 March 2026.",
    "The yard will publish data collected in March 2026.",
    "It was released on 30 December.",
]

RULES = [
    *(("weekday-mismatch", text) for text in WEEKDAYS),
    *(("chronology-wrong", text) for text in ORDER),
    *(("as-of-late", text) for text in AS_OF),
    *(("tense-and-date", text) for text in TENSE),
]


def findings(text: str, *, captured_at: str = "", head: str = HEAD) -> list[Finding]:
    evidence = EvidenceText("The board.", (Region(0, 10, Label.VISIBLE),))
    source = EvidenceSource(
        1, "https://a.example/", "ab" * 32, Quality.OK, evidence, captured_at=captured_at
    )
    return list(trace(read_article((head + text).encode()), [source]).findings)


def marked(rule_id: str, text: str) -> str:
    body = text.replace("<", "").replace(">", "")
    for item in reversed([one for one in findings(body) if one.rule == rule_id]):
        assert item.found == body[item.start : item.end]
        body = f"{body[: item.start]}<{body[item.start : item.end]}>{body[item.end :]}"
    return body


@pytest.mark.parametrize(("rule_id", "text"), RULES)
def test_each_rule_finds_this_and_no_more(rule_id: str, text: str) -> None:
    assert marked(rule_id, text) == text


def test_as_of_is_compared_with_the_capture_of_the_source() -> None:
    text = "As of 13 May 2026, 14 ships were waiting."
    late = findings(text, captured_at="2026-05-10T08:00:00Z")
    assert [one.expected for one in late if one.rule == "as-of-late"] == ["10 May 2026 or earlier"]
    known = findings(text, captured_at="2026-05-12T23:00:00Z")
    assert not [one for one in known if one.rule == "as-of-late"]


def test_without_a_date_of_the_article_nothing_is_late_and_no_year_is_sure() -> None:
    head = HEAD.replace("date: 2026-05-14\n", "")
    text = (
        "As of 20 May 2036, 14 ships were waiting. It was released on 3 June 2036. "
        "It met on Tuesday, May 11."
    )
    rules = {one.rule for one in findings(text, head=head)}
    assert not rules & {"as-of-late", "tense-and-date", "weekday-mismatch"}


def test_right_values_are_stated() -> None:
    (found,) = [
        one
        for one in findings(
            "It was filed on 10 May 2026, a week after the hearing of 10 March 2026."
        )
        if one.rule == "chronology-wrong"
    ]
    assert found.expected == "61 days (about 2 months)"
