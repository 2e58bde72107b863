"""The labelled cases of the rules are whole, their floors hold, and the gate that says so can say no."""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from copydesk.policy import all_rules
from copydesk.policy.measured import rates_of

ROOT = Path(__file__).parent.parent
# With fewer cases of a kind, one alarm more or less says nothing.
FEW = 8
GOOD = {
    "id": "one-good",
    "rule": "title-length",
    "good": True,
    "article": {"title": "Ferry runs again on Monday", "summary": "It does.", "body": "It does."},
    "sources": [{"url": "https://harbour.example/notice", "text": "The ferry runs on Monday."}],
    "about": "A title of fair length.",
    "policy": {"title_min": 10},
}
BAD = {**GOOD, "id": "one-bad", "good": False, "expect": ["Ferry"], "policy": {"title_min": 200}}


@pytest.fixture(name="rules", scope="module")
def _rules() -> Iterator[ModuleType]:
    before = list(sys.path)
    sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "bench" / "support")]
    yield importlib.import_module("policy_rules")
    sys.path[:] = before


def _run(rules: ModuleType, folder: Path, cases: list[dict[str, Any]], *more: str) -> int:
    (folder / "cases").mkdir(exist_ok=True)
    (folder / "cases" / "some.json").write_text(json.dumps(cases), "utf-8")
    floors = str(folder / "floors.json")
    code: int = rules.main(["--cases", str(folder / "cases"), "--floors", floors, *more])
    return code


def test_the_labelled_cases_keep_their_floors(
    rules: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rules.main(["--check"]) == 0, capsys.readouterr().err


def test_every_labelled_case_is_of_a_rule_that_exists(rules: ModuleType) -> None:
    known = {item.id for item in all_rules()}
    assert {one.rule for one in rules.read_cases(rules.CASES)} <= known


def test_every_rule_has_labelled_cases_good_and_bad(rules: ModuleType) -> None:
    """A rule that nobody measured shows no error rate: none of our own comes without cases.

    The registry holds our own rules alone: those of installed packages come from the house's list.
    """
    counted = Counter((one.rule, one.good) for one in rules.read_cases(rules.CASES))
    few = {
        item.id
        for item in all_rules()
        if min(counted[item.id, True], counted[item.id, False]) < FEW
    }
    assert few == set(), f"write at least {FEW} bad and {FEW} good cases in bench/policy_cases"
    assert {item.id for item in all_rules() if not rates_of(item.id).bad} == set()


def test_what_is_missed_and_what_is_false_is_counted_and_shown(
    rules: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missed = {**BAD, "id": "missed", "policy": {"title_min": 10}}
    false = {**GOOD, "id": "false", "policy": {"title_min": 200}}
    assert _run(rules, tmp_path, [GOOD, BAD, missed, false], "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    found = {one["measure"]: (one["hits"], one["of"]) for one in answer["figures"]}
    assert found["title-length recall"] == (1, 2)
    assert found["title-length precision"] == (1, 2)
    assert {one["id"] for one in answer["cases"] if one["right"]} == {"one-good", "one-bad"}
    _run(rules, tmp_path, [missed, false], "--show", "title-length", "--held-out")
    shown = capsys.readouterr().out
    assert "MISSED missed" in shown
    assert "FALSE false" in shown


def test_alarms_of_other_rules_on_good_cases_are_counted(
    rules: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = {**GOOD, "policy": {"summary_min": 200}}
    _run(rules, tmp_path, [other], "--json")
    figures = json.loads(capsys.readouterr().out)["figures"]
    assert [one["hits"] for one in figures if "another rule" in one["measure"]] == [1]


def test_the_parts_are_disjoint_and_whole(
    rules: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = [{**BAD, "id": f"bad-{number}"} for number in range(30)]
    _run(rules, tmp_path, cases, "--json")
    figures = json.loads(capsys.readouterr().out)["figures"]
    found = {one["measure"]: one["of"] for one in figures}
    tuned, held = found["title-length recall, tuned"], found["title-length recall, held out"]
    assert tuned + held == 30
    assert 0 < held < tuned


def test_a_change_for_the_worse_or_of_the_cases_ends_with_1(
    rules: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = [{**BAD, "id": f"bad-{number}"} for number in range(9)]
    assert _run(rules, tmp_path, cases, "--pin") == 0
    assert _run(rules, tmp_path, cases, "--check") == 0
    worse = [{**one, "policy": {"title_min": 10}} for one in cases[:5]] + cases[5:]
    assert _run(rules, tmp_path, worse, "--check") == 1
    said = capsys.readouterr().err
    assert "“title-length recall” is" in said
    assert "the data are not those" in said
    assert _run(rules, tmp_path, [], "--check") == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"expect": ["Ferry"]}, "a good one expects none"),
        ({"id": "one-bad"}, "stands twice"),
        ({"words": 3}, "unknown keys"),
    ],
)
def test_a_case_that_is_not_whole_is_refused(
    rules: ModuleType, tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        _run(rules, tmp_path, [BAD, {**GOOD, **change}])


def test_expected_words_must_stand_in_the_article(rules: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="words that it lacks"):
        _run(rules, tmp_path, [{**BAD, "expect": ["Tram"]}])


def test_what_explain_shows_was_measured_on_these_cases(rules: ModuleType) -> None:
    shown = json.loads(rules.RATES.read_text("utf-8"))
    assert shown["digests"] == rules.case_digests(rules.CASES), "run bench/policy_rules.py --rates"
    known = {item.id for item in all_rules()}
    assert set(shown["rules"]) <= known
    for name, counts in shown["rules"].items():
        measured = rates_of(name)
        assert measured.found <= measured.bad
        assert measured.useful <= measured.read
        assert counts.get("bad", 0) == measured.bad
        assert list(measured.sentences())


def test_what_was_read_by_hand_is_what_explain_shows(rules: ModuleType) -> None:
    read = json.loads((ROOT / "bench" / "policy_hand_read.json").read_text("utf-8"))
    assert {name: rates_of(name).read for name in read} == {
        name: counts["read"] for name, counts in read.items()
    }
    assert rules.RATES.is_file()


def test_a_rule_that_was_not_measured_says_so() -> None:
    assert list(rates_of("no-such-rule").sentences()) == ["It has no labelled cases of its own."]
    assert rates_of("no-such-rule").as_json()["precision"] is None
