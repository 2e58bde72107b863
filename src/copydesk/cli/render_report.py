"""A check's report in words: what an editor reads first stands first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from copydesk.article import Article
from copydesk.report import FieldName, Finding, Report, Severity, Specific, Status

__all__ = ["Lines", "render_report"]

_ORDER = (
    Status.CONTRADICTED,
    Status.MISATTRIBUTED,
    Status.UNTRACED,
    Status.UNBOUND,
    Status.UNVERIFIABLE,
    Status.DERIVED,
    Status.TRACED,
)
_EXCERPT = 100


class Lines:
    """Line and column of a field's offsets in the file, from 1."""

    def __init__(self, article: Article, file_text: str | None) -> None:
        self.article = article
        self._starts = [0]
        if file_text is not None:
            self._starts += [at + 1 for at, char in enumerate(file_text) if char == "\n"]
        self._known = file_text is not None

    def where(self, name: FieldName, start: int, end: int) -> str:
        """``12:5`` where the field stands in the file, else ``body 812-825``."""
        span = self.article.field(name).file_span(start, end) if self._known else None
        if span is None:
            return f"{name.value} {start}-{end}"
        line = bisect_right(self._starts, span.start)
        return f"{line}:{span.start - self._starts[line - 1] + 1}"


def render_report(report: Report, lines: Lines, *, every: bool = False) -> str:
    """The report as text: sources, findings, specifics that are not traced, and a last line.

    Args:
        report: what the check found.
        lines: places in the file.
        every: list the traced specifics too.
    """
    parts = [_head(report), _sources(report)]
    parts.append(_findings(report.findings, lines))
    parts.append(_specifics(report.specifics, lines, every=every))
    parts.append(_last(report))
    return "\n\n".join(part for part in parts if part)


def _head(report: Report) -> str:
    article = report.article
    return f"{article.path}: {article.words} words, sha256 {article.sha256}"


def _sources(report: Report) -> str:
    if not report.sources:
        return "Sources: none listed."
    rows = [
        f"  [{source.id}] {source.quality.value:<11} {source.chars:>8,} characters  {source.url}"
        for source in report.sources
    ]
    return "\n".join(["Sources", *rows])


def _findings(findings: Sequence[Finding], lines: Lines) -> str:
    rows = []
    for severity in Severity:
        for item in findings:
            if item.severity is not severity:
                continue
            where = lines.where(item.field, item.start, item.end)
            rows.append(f"  {severity.value:<7} {where:<12} {item.rule}: {item.message}")
            if item.expected and item.found:
                rows.append(f"          expected {_cut(item.expected)} · found {_cut(item.found)}")
            if severity is not Severity.NOTE:
                rows.append(f"          {item.fix}")
    return "\n".join(["Findings", *rows]) if rows else "Findings: none."


def _specifics(specifics: Sequence[Specific], lines: Lines, *, every: bool) -> str:
    rows = []
    for status in _ORDER:
        if not every and status in {Status.TRACED, Status.DERIVED}:
            continue
        for item in specifics:
            if item.status is not status:
                continue
            where = lines.where(item.field, item.start, item.end)
            rows.append(f"  {status.value:<13} {where:<12} {item.kind.value} “{_cut(item.text)}”")
            rows.append(f"                {item.reason}")
            rows.extend(
                f"                [{found.source}] …{_line(found.prefix)}"
                f"⟦{_cut(found.exact)}⟧{_line(found.suffix)}…"
                for found in item.evidence[:2]
            )
    title = "Specifics" if every else "Specifics to look at"
    return "\n".join([title, *rows]) if rows else ""


def _last(report: Report) -> str:
    summary = report.as_json()["summary"]
    by_status = ", ".join(f"{count} {name}" for name, count in summary["by_status"].items())
    found = summary["findings"]
    counts = ", ".join(f"{found.get(s.value, 0)} {s.value}s" for s in Severity)
    return f"{summary['specifics']} specifics ({by_status or 'none'}); {counts}."


def _cut(text: str) -> str:
    line = _line(text)
    return line if len(line) <= _EXCERPT else line[: _EXCERPT - 1] + "…"


def _line(text: str) -> str:
    return " ".join(text.split()) if "\n" in text else text
