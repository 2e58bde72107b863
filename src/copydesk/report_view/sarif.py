"""Findings as SARIF 2.1.0, for editors and code-scanning services that read it.

Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0". Columns count code
points (``columnKind``, 3.14.17), the article is one artifact, the sources are further ones (3.24) to
which the passages of a finding lead as related locations (3.27.22).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from copydesk.policy.registry import Rule
from copydesk.report import Evidence, Finding, Report, Specific
from copydesk.report_view.places import Lines

__all__ = ["sarif"]

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_MOST_PASSAGES = 5  # of one finding: more are not read

Json = dict[str, Any]


def sarif(report: Report, lines: Lines, rules: Sequence[Rule], version: str) -> Json:
    """The report as a SARIF log of one run.

    Args:
        report: what the check found.
        lines: places in the article's file.
        rules: every rule that was applied; those that found something are described.
        version: Copydesk's own.
    """
    fired = {item.rule for item in report.findings}
    described = [item for item in rules if item.id in fired]
    index = {item.id: number for number, item in enumerate(described)}
    specifics = {item.id: item for item in report.specifics}
    run = {
        "tool": {
            "driver": {
                "name": "Copydesk",
                "semanticVersion": version,
                "rules": [_rule(item) for item in described],
            }
        },
        "columnKind": "unicodeCodePoints",
        "artifacts": _artifacts(report),
        "results": [_result(item, index, specifics, lines, report) for item in report.findings],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(item: Rule) -> Json:
    return {
        "id": item.id,
        "shortDescription": {"text": item.statement},
        "fullDescription": {"text": item.rationale},
        "help": {"text": f"{item.fix}\n\nBad: {item.bad}\nGood: {item.good}"},
        "defaultConfiguration": {"level": item.severity.value},
        "properties": {"family": item.family},
    }


def _artifacts(report: Report) -> list[Json]:
    article = {
        "location": {"uri": quote(report.article.path)},
        "hashes": {"sha-256": report.article.sha256},
        "sourceLanguage": "markdown",
    }
    sources = (
        {
            "location": {"uri": source.url},
            "description": {"text": f"Source {source.id}, {source.quality.value}"},
            **({"hashes": {"sha-256": source.sha256}} if source.sha256 else {}),
        }
        for source in report.sources
    )
    return [article, *sources]


def _result(
    finding: Finding,
    index: Mapping[str, int],
    specifics: Mapping[int, Specific],
    lines: Lines,
    report: Report,
) -> Json:
    about = [specifics[number] for number in finding.specifics if number in specifics]
    passages = finding.evidence or tuple(place for item in about for place in item.evidence)
    urls = {source.id: source.url for source in report.sources}
    related = [
        _related(number, place, urls)
        for number, place in enumerate(passages[:_MOST_PASSAGES])
        if place.source in urls
    ]
    properties: Json = {"field": finding.field.value, "fix": finding.fix}
    for name in ("expected", "found", "dispute"):
        if value := getattr(finding, name):
            properties[name] = value
    return {
        "ruleId": finding.rule,
        **({"ruleIndex": index[finding.rule]} if finding.rule in index else {}),
        "level": finding.severity.value,
        "message": {"text": f"{finding.message} {finding.fix}"},
        "locations": [_location(finding, lines, report)],
        **({"relatedLocations": related} if related else {}),
        "partialFingerprints": {"copydesk/v1": _fingerprint(finding)},
        "properties": properties,
    }


def _location(finding: Finding, lines: Lines, report: Report) -> Json:
    physical: Json = {"artifactLocation": {"uri": quote(report.article.path), "index": 0}}
    place = lines.place(finding.field, finding.start, finding.end)
    if place is not None:
        physical["region"] = {
            "startLine": place.line,
            "startColumn": place.column,
            "endLine": place.end_line,
            "endColumn": place.end_column,
        }
    return {"physicalLocation": physical}


def _related(number: int, place: Evidence, urls: Mapping[int, str]) -> Json:
    return {
        "id": number,
        "message": {"text": f"Source {place.source} says: “{place.exact}”"},
        "physicalLocation": {
            "artifactLocation": {"uri": urls[place.source], "index": place.source}
        },
    }


def _fingerprint(finding: Finding) -> str:
    """The same finding in a later version of the file, wherever it then stands."""
    parts = (finding.rule, finding.field.value, finding.found or "", finding.message)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
