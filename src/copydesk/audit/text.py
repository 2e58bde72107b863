"""The totals of an audit in plain words."""

from __future__ import annotations

from collections.abc import Iterator

from copydesk.audit.checks import AUDIT_CHECKS, BODY_CODES, CODES
from copydesk.audit.totals import Group, Totals
from copydesk.provenance.checks import CHECKS, CheckState

__all__ = ["code_words", "render", "share"]

# Groups and rules that are listed; the JSON has all of them.
MOST = 10


def share(part: int, whole: int) -> str:
    """``12 of 98 (12.2 %)``."""
    return f"{part:,} of {whole:,} ({100 * part / whole:.1f} %)" if whole else "none"


def code_words(code: str) -> str:
    """What a code means, in words; the code itself where it explains itself."""
    if code in CHECKS:
        return f"the check `{code}` of copydesk verify"
    return BODY_CODES.get(code) or CODES.get(code, code)


def render(totals: Totals, notes: list[str]) -> str:
    """The text of ``copydesk audit``."""
    return "\n".join([*_lines(totals), *_notes(notes)])


def _lines(totals: Totals) -> Iterator[str]:
    count = totals.articles
    if not count:
        yield "No published article was audited."
        return
    yield f"The full chain of evidence holds for {share(totals.full_chain, count)} articles."
    yield f"Nothing at all fails in {share(count - totals.failing, count)}."
    yield ""
    yield "How far the chain holds, step by step"
    for check, reached in totals.funnel():
        yield f"  {reached:>7,}  {AUDIT_CHECKS[check].title}"
    yield ""
    yield "What fails most"
    yield f"  {'fails':>7}  {'holds':>7}  {'neither':>7}"
    for check in sorted(AUDIT_CHECKS, key=lambda name: -totals.state(name, CheckState.FAIL)):
        yield from _check(totals, check)
    yield from _counts("In the archive, and of no article", totals.under("stray"))
    yield from _counts("Stored bodies", totals.under("capture"))
    yield from _counts("Cited sources", totals.under("source"))
    yield from _counts("Specifics", totals.under("specific"))
    yield from _counts("Findings", totals.under("finding"))
    for title, axis in (
        ("By month", "month"),
        ("By contributor", "contributor"),
        ("By model", "model"),
        ("By source domain", "domain"),
    ):
        yield from _groups(title, totals.groups(axis))


def _check(totals: Totals, check: str) -> Iterator[str]:
    failed, held, neither = (
        totals.state(check, state)
        for state in (CheckState.FAIL, CheckState.PASS, CheckState.NOT_PRESENT)
    )
    yield f"  {failed:>7,}  {held:>7,}  {neither:>7,}  {AUDIT_CHECKS[check].title}{_why(totals, check)}"


def _why(totals: Totals, check: str) -> str:
    counts = list(totals.why(check).items())[:4]
    return ": " + ", ".join(f"{count:,} {code}" for code, count in counts) if counts else ""


def _counts(title: str, counts: dict[str, int]) -> Iterator[str]:
    if not counts:
        return
    yield ""
    yield f"{title} ({sum(counts.values()):,})"
    for name, count in list(counts.items())[:MOST]:
        yield f"  {count:>7,}  {name}"
    if len(counts) > MOST:
        yield f"           and {len(counts) - MOST:,} more kinds"


def _groups(title: str, groups: list[Group]) -> Iterator[str]:
    if not groups:
        return
    yield ""
    yield f"{title}: articles, full chain, something fails"
    for one in groups[:MOST] if len(groups) > 24 or "month" not in title else groups:
        yield f"  {one.articles:>7,}  {one.full_chain:>7,}  {one.failing:>7,}  {one.name}"
    if len(groups) > MOST and not ("month" in title and len(groups) <= 24):
        yield f"           and {len(groups) - MOST:,} more"


def _notes(notes: list[str]) -> Iterator[str]:
    if notes:
        yield ""
        yield from notes
