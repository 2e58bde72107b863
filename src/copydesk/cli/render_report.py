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
# Code points of the article shown on either side of a place.
_AROUND = 36


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

    def quoted(self, name: FieldName, start: int, end: int) -> str:
        """The words at that place, marked, with a few around them; empty for an empty span."""
        if start >= end:
            return ""
        text = self.article.field(name).text
        low, high = max(0, start - _AROUND), min(len(text), end + _AROUND)
        before, after = _line(text[low:start]), _line(text[end:high])
        return (
            f"{'…' * (low > 0)}{before}⟦{_cut(text[start:end])}⟧{after}{'…' * (high < len(text))}"
        )


def render_report(report: Report, lines: Lines, *, every: bool = False) -> str:
    """The report as text: sources, findings, specifics that are not traced, and a last line.

    Args:
        report: what the check found.
        lines: places in the file.
        every: list the traced specifics too.
    """
    parts = [_head(report), _sources(report)]
    parts.append(_findings(report.findings, lines))
    parts.append(_specifics(report, lines, every=every))
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
    """The findings by severity and rule: what to do is said once, each place with its words."""
    if not findings:
        return "Findings: none."
    parts = ["Findings"]
    for severity in Severity:
        rules = dict.fromkeys(item.rule for item in findings if item.severity is severity)
        for rule in rules:
            hits = [item for item in findings if (item.severity, item.rule) == (severity, rule)]
            many = f" ({len(hits)})" if len(hits) > 1 else ""
            fixes = {item.fix for item in hits}
            parts.append(f"  {severity.value} {rule}{many}" + _said_once(fixes))
            for item in hits:
                parts += _place(lines, item, say_fix=len(fixes) > 1)
    return "\n".join(parts)


def _said_once(fixes: set[str]) -> str:
    return f": {next(iter(fixes))}" if len(fixes) == 1 else ""


def _place(lines: Lines, item: Finding, *, say_fix: bool) -> list[str]:
    where = lines.where(item.field, item.start, item.end)
    quoted = lines.quoted(item.field, item.start, item.end)
    rows = [f"    {where:<15} {quoted}", f"    {'':<15} {item.message}"]
    if not quoted:
        rows = [f"    {where:<15} {item.message}"]
    return [*rows, f"    {'':<15} {item.fix}"] if say_fix else rows


def _specifics(report: Report, lines: Lines, *, every: bool) -> str:
    """Specifics that no finding speaks of; all of them where ``every``."""
    told = {number for item in report.findings for number in item.specifics}
    rows = []
    for status in _ORDER:
        if not every and status in {Status.TRACED, Status.DERIVED}:
            continue
        for item in report.specifics:
            if item.status is status and (every or item.id not in told):
                rows += _specific(item, lines)
    title = "Specifics" if every else "Further specifics to look at"
    return "\n".join([title, *rows]) if rows else ""


def _specific(item: Specific, lines: Lines) -> list[str]:
    where = lines.where(item.field, item.start, item.end)
    quoted = lines.quoted(item.field, item.start, item.end)
    rows = [
        f"  {item.status.value} {item.kind.value}",
        f"    {where:<15} {quoted}",
        f"    {'':<15} {item.reason}",
    ]
    rows += [
        f"    {'':<15} [{found.source}] …{_line(found.prefix)}"
        f"⟦{_cut(found.exact)}⟧{_line(found.suffix)}…"
        for found in item.evidence[:2]
    ]
    return rows


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
    """``text`` on one line."""
    return " ".join(text.splitlines()) if "\n" in text or "\r" in text else text
