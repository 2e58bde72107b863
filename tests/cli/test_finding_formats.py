"""Findings as SARIF and as lines for GitHub's actions."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from invented_report import ARTICLE, invented

from copydesk.cli.check import CheckFormat, check_command
from copydesk.policy import all_rules
from copydesk.report import Finding
from copydesk.report_view import Lines, github_lines, sarif

QUAY = Path(__file__).parent / "data" / "quay"


def lines() -> Lines:
    return Lines(invented()[1], ARTICLE)


def log() -> dict[str, object]:
    return sarif(invented()[0], lines(), all_rules(), "1.2.3")


def text_at(region: dict[str, int], text: str) -> str:
    rows = text.split("\n")
    first, last = region["startLine"] - 1, region["endLine"] - 1
    if first == last:
        return rows[first][region["startColumn"] - 1 : region["endColumn"] - 1]
    middle = rows[first + 1 : last]
    head, tail = rows[first][region["startColumn"] - 1 :], rows[last][: region["endColumn"] - 1]
    return "\n".join([head, *middle, tail])


def test_every_finding_is_a_result_at_its_words() -> None:
    report, article, _ = invented()
    run = log()["runs"][0]  # type: ignore[index]
    assert len(run["results"]) == len(report.findings) > 3
    placed = described = 0
    for result, found in zip(run["results"], report.findings, strict=True):
        assert result["level"] == found.severity.value
        assert result["ruleId"] == found.rule
        if "ruleIndex" in result:  # the invented report has a rule that there is not
            described += 1
            assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == found.rule
        physical = result["locations"][0]["physicalLocation"]
        assert physical["artifactLocation"]["index"] == 0
        if "region" in physical:
            placed += 1
            said = article.field(found.field).text[found.start : found.end]
            assert text_at(physical["region"], ARTICLE) == said
    assert placed > 2
    assert described > 2


def test_columns_count_code_points_and_the_form_is_the_standards() -> None:
    # SARIF 2.1.0, 3.13.2, 3.14.17, 3.18.3, 3.27.5, 3.27.10
    made = log()
    assert made["version"] == "2.1.0"
    run = made["runs"][0]  # type: ignore[index]
    assert run["columnKind"] == "unicodeCodePoints"
    driver = run["tool"]["driver"]
    assert driver["name"] == "Copydesk"
    for rule in driver["rules"]:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule["id"])
        assert rule["shortDescription"]["text"].endswith(".")
    for result in run["results"]:
        assert result["message"]["text"]
        assert len(result["partialFingerprints"]["copydesk/v1"]) == 32
    assert json.loads(json.dumps(made)) == made


def test_passages_lead_to_the_sources_that_say_it() -> None:
    run = log()["runs"][0]  # type: ignore[index]
    related = [place for result in run["results"] for place in result.get("relatedLocations", ())]
    assert related
    for place in related:
        where = place["physicalLocation"]["artifactLocation"]
        assert run["artifacts"][where["index"]]["location"]["uri"] == where["uri"]
        assert place["message"]["text"].startswith("Source ")


def test_the_same_finding_elsewhere_in_the_file_keeps_its_fingerprint() -> None:
    report, article, _ = invented()
    longer = "\n" + ARTICLE
    moved = sarif(report, Lines(article, longer), all_rules(), "1")
    prints = [
        [result["partialFingerprints"] for result in made["runs"][0]["results"]]  # type: ignore[index]
        for made in (log(), moved)
    ]
    assert prints[0] == prints[1]


def test_the_gravest_is_the_first_line_and_each_names_its_place() -> None:
    report = invented()[0]
    made = github_lines(report, lines()).splitlines()
    assert len(made) == len(report.findings)
    kinds = [line[2:].split(" ")[0] for line in made]
    assert kinds == sorted(kinds, key=["error", "warning", "notice"].index)
    assert any(
        re.match(r"::error file=[^,]+,line=\d+,col=\d+,endColumn=\d+,title=", one) for one in made
    )


def hostile(found: Finding) -> Finding:
    return replace(
        found, message="Bad%0A\n::set-env name=x::y\r\n", fix="a,b:c", dispute="::stop-commands::t"
    )


def test_an_articles_words_cannot_become_commands() -> None:
    report = invented()[0]
    report = replace(
        report,
        article=replace(report.article, path="a,line=1::x\n.md"),
        findings=tuple(map(hostile, report.findings)),
    )
    made = github_lines(report, lines())
    assert made.count("\n") == len(report.findings)
    for line in made.splitlines():
        assert re.match(r"::(error|warning|notice) file=a%2Cline=1%3A%3Ax%0A.md,", line)
        assert "%250A%0A::set-env" in line


@pytest.mark.parametrize("form", [CheckFormat.SARIF, CheckFormat.GITHUB])
def test_the_command_prints_them_with_the_same_exit_code(
    form: CheckFormat, capsys: pytest.CaptureFixture[str]
) -> None:
    code = check_command(article=str(QUAY / "article.md"), evidence=QUAY / "evidence", format_=form)
    out = capsys.readouterr().out
    assert code == 1
    if form is CheckFormat.SARIF:
        assert json.loads(out)["runs"][0]["results"]
    else:
        assert out.startswith("::error file=")


def test_a_github_line_has_the_words_beside_the_place_as_far_as_their_line_goes() -> None:
    report, _, _ = invented()
    found = next(one for one in report.findings if one.start < one.end)
    place = replace(
        report.specifics[0].evidence[0],
        prefix="a menu\nThe plan costs about ",
        exact="$4",
        suffix=" a ton.\nMore",
    )
    told = replace(report, findings=(replace(found, evidence=(place,)),))
    assert "“…The plan costs about $4 a ton.…”" in github_lines(told, lines())
