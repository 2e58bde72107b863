"""Findings as workflow commands of GitHub Actions: one line each, shown beside the article's line.

Source: GitHub's documentation "Workflow commands for GitHub Actions". A page's or an article's words
must not become commands of their own, so that everything is escaped as that page asks.
"""

from __future__ import annotations

from collections.abc import Iterator

from copydesk.report import Evidence, Finding, Report, Severity
from copydesk.report_view.places import Lines

__all__ = ["github_lines"]

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def github_lines(report: Report, lines: Lines) -> str:
    """One line a finding, the gravest first: GitHub shows only ten of a kind for each step."""
    ranks = list(Severity)
    ordered = sorted(report.findings, key=lambda item: ranks.index(item.severity))
    return "".join(f"{_command(item, report, lines)}\n" for item in ordered)


def _command(finding: Finding, report: Report, lines: Lines) -> str:
    named = ",".join(
        f"{name}={_property(value)}" for name, value in _properties(finding, report, lines)
    )
    return f"::{_COMMANDS[finding.severity]} {named}::{_data(_message(finding))}"


def _properties(finding: Finding, report: Report, lines: Lines) -> Iterator[tuple[str, str]]:
    yield "file", report.article.path
    place = lines.place(finding.field, finding.start, finding.end)
    if place is not None:
        yield "line", str(place.line)
        if place.end_line == place.line:
            yield "col", str(place.column)
            yield "endColumn", str(place.end_column)
        else:
            yield "endLine", str(place.end_line)
    yield "title", f"copydesk {finding.rule}"


def _message(finding: Finding) -> str:
    said = [f"{finding.message} {finding.fix}"]
    said += [f"Source {item.source} says: “…{_line(item)}…”" for item in finding.evidence]
    if finding.dispute:
        said.append(f"Disputed: {finding.dispute}")
    return "\n".join(said)


def _line(found: Evidence) -> str:
    """The words of a source with those beside them on the same line."""
    return found.prefix.rpartition("\n")[2] + found.exact + found.suffix.partition("\n")[0]


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
