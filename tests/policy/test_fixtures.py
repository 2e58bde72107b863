"""Every rule has a pair of articles: the bad one fires it where it should, the good one does not."""

from __future__ import annotations

import json

import pytest
from policy_cases import FIXTURES, Case, load, rule_ids

from copydesk.policy import all_rules, rule
from copydesk.report import FieldName, Severity


def _end_of_lead(case: Case) -> int:
    lead = case.article.lead
    return lead.text.to_origin(0, len(lead.text.text))[1] if lead else 0


RULES = [item.id for item in all_rules()]


def test_there_are_rules() -> None:
    assert len(RULES) >= 30


def test_every_rule_has_a_pair_and_every_pair_a_rule() -> None:
    assert rule_ids() == sorted(RULES)


@pytest.mark.parametrize("rule_id", RULES)
def test_the_bad_article_fires_the_rule_at_the_exact_places(rule_id: str) -> None:
    case = load(rule_id, "bad")
    found = [item for item in case.findings() if item.rule == rule_id]
    assert case.expect, "a bad article without an expectation proves nothing"
    assert sorted((item.field, item.start, item.end) for item in found) == sorted(case.expect)


@pytest.mark.parametrize("rule_id", RULES)
def test_a_finding_says_what_where_and_what_to_do(rule_id: str) -> None:
    case = load(rule_id, "bad")
    for item in (found for found in case.findings() if found.rule == rule_id):
        lead = item.field is FieldName.BODY and item.end > 0 and item.start < _end_of_lead(case)
        assert item.severity is rule(rule_id).severity_in(item.field, in_lead=lead)
        assert item.message.strip()
        assert item.fix.strip()
        text = case.article.field(item.field).text
        assert 0 <= item.start <= item.end <= len(text)
        if item.specifics:
            assert set(item.specifics) <= {specific.id for specific in case.specifics}
            assert item.found == text[item.start : item.end]


@pytest.mark.parametrize("rule_id", RULES)
def test_the_good_article_does_not_fire_it_or_anything_that_asks_for_work(rule_id: str) -> None:
    findings = load(rule_id, "good").findings()
    assert [item for item in findings if item.rule == rule_id] == []
    asking = [item for item in findings if item.severity is not Severity.NOTE]
    assert asking == []


@pytest.mark.parametrize("rule_id", RULES)
def test_the_pair_says_what_it_shows(rule_id: str) -> None:
    data = json.loads((FIXTURES / rule_id / "case.json").read_text(encoding="utf-8"))
    assert data["about"].endswith(".")
    assert {"bad", "good"} <= set(data)
