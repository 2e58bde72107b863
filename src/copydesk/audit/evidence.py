"""The outcomes about captures, cited sources, specifics and findings, from counts of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from copydesk.article.urls import host_of
from copydesk.audit.checks import BODY_WORDS, OK
from copydesk.audit.row import Counts, Outcome, Part, absent, counted, fail, passed
from copydesk.provenance.checks import CheckState
from copydesk.report import Report, Severity, Status

__all__ = [
    "STORED",
    "body_outcome",
    "evidence_part",
    "sizes_of",
    "source_outcome",
    "trace_outcomes",
    "untraced_outcomes",
    "with_outcomes",
    "with_report",
]

STORED = "stored"
"""What is said of a cited source that has a body."""

_NOT_COMPARED = ("absent", "no-hash")
_WORSE = (Status.CONTRADICTED, Status.MISATTRIBUTED, Status.UNTRACED)


def evidence_part(bodies: Counts, sources: Counts, urls: Iterable[str]) -> Part:
    """What the stored bodies and the cited sources, both by code, say of an article's evidence."""
    return Part(
        outcomes=(body_outcome(bodies), source_outcome(sources)),
        domains=tuple(sorted({host_of(url) for url in urls})),
        captures=bodies,
        sources=sources,
    )


def sizes_of(bodies: Iterable[tuple[str | None, int | None]]) -> dict[str, set[int]]:
    """The sizes recorded of each stored body, from pairs of digest and size."""
    found: dict[str, set[int]] = {}
    for sha256, size in bodies:
        if sha256 is not None:
            found.setdefault(sha256, set()).add(size or 0)
    return found


def body_outcome(bodies: Counts) -> Outcome:
    """The check ``captures`` from stored bodies by code."""
    total = sum(count for _, count in bodies)
    if not total:
        return absent("captures", "none", "No body is recorded.")
    wrong = sorted(
        (each for each in bodies if each[0] not in {OK, *_NOT_COMPARED}), key=lambda one: -one[1]
    )
    missing = sum(count for code, count in bodies if code in _NOT_COMPARED)
    if wrong:
        said = ", ".join(f"{count} {BODY_WORDS.get(code, code)}" for code, count in wrong)
        bad = sum(count for _, count in wrong)
        return fail(
            "captures", wrong[0][0], f"{bad} of {total} stored bodies do not match: {said}."
        )
    if missing:
        reason = f"{missing} of {total} stored bodies cannot be compared."
        return absent("captures", "absent", reason)
    return passed("captures", f"All {total} stored bodies match their hashes.")


def source_outcome(sources: Counts) -> Outcome:
    """The check ``sources-captured`` from cited sources by what became of them."""
    total = sum(count for _, count in sources)
    if not total:
        return absent("sources-captured", "none", "No source is cited.")
    lost = sorted((each for each in sources if each[0] != STORED), key=lambda one: -one[1])
    if lost:
        said = ", ".join(f"{count} {code}" for code, count in lost)
        reason = (
            f"{sum(count for _, count in lost)} of {total} cited sources are not stored: {said}."
        )
        return fail("sources-captured", "not-captured", reason)
    return passed("sources-captured", f"All {total} cited sources are stored.")


def trace_outcomes(specifics: Counts, findings: Counts) -> Iterator[Outcome]:
    """The checks ``specifics`` and ``findings`` from the counts of a report."""
    found = dict(specifics)
    total = sum(found.values())
    said = ", ".join(f"{count} {status}" for status, count in specifics)
    worst = next((status for status in _WORSE if found.get(status.value)), None)
    held = found.get(Status.TRACED.value, 0) + found.get(Status.DERIVED.value, 0)
    if not total:
        yield absent("specifics", "none", "The article states no specific.")
    elif worst is not None:
        yield fail("specifics", worst.value, f"Of {total} specifics: {said}.")
    elif held < total:
        yield absent("specifics", "undecided", f"Of {total} specifics: {said}.")
    else:
        yield passed("specifics", f"All {total} specifics: {said}.")
    errors = [(name, count) for name, count in findings if name.startswith(Severity.ERROR.value)]
    if errors:
        names = ", ".join(f"{name.split(' ', 1)[-1]} ({count})" for name, count in errors)
        yield fail("findings", "errors", f"Rules that find an error: {names}.")
    else:
        yield passed("findings", "No rule of the policy finds an error.")


def with_report(part: Part, report: Report) -> Part:
    """``part`` with what the check found."""
    specifics = counted(item.status.value for item in report.specifics)
    findings = counted(f"{item.severity.value} {item.rule}" for item in report.findings)
    outcomes = (*part.outcomes, *trace_outcomes(specifics, findings))
    return replace(part, outcomes=outcomes, specifics=specifics, findings=findings)


def with_outcomes(part: Part, outcomes: Iterable[Outcome]) -> Part:
    """``part`` with more outcomes."""
    return replace(part, outcomes=(*part.outcomes, *outcomes))


def untraced_outcomes(code: str, reason: str) -> Iterator[Outcome]:
    """The same two where no check was run."""
    for check in ("specifics", "findings"):
        yield Outcome(check, CheckState.NOT_PRESENT, code, reason)
