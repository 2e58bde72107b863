"""The form that an editor fills in: a review file with every finding of the check to be decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from copydesk.article import Article
from copydesk.newsroom.common import (
    Desk,
    current_submission,
    read_text,
    refuse_published,
    reviews_of,
)
from copydesk.newsroom.decisions import Finding, read_alone
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.review_input import occurrence
from copydesk.newsroom.template import toml_string
from copydesk.provenance.statements import FindingResolution
from copydesk.provenance.verify import load_record
from copydesk.report import FieldName, Severity

__all__ = ["form_of", "review_form"]

_MOST_SHOWN = 300  # code points of a passage; the check shows the rest
_ASSESSMENTS = {
    "content": "Is it clear and complete, and does the lead say what the sources say?",
    "sourceVerification": "Which sources were read, and how?",
    "facts": "Which numbers, dates, quotations and names were compared with which source?",
    "tone": "Is it neutral outside quotations?",
    "originality": "What else was published on it, and what is copied?",
}


def review_form(desk: Desk, paths: ArticlePaths) -> str:
    """The form for the submission as it stands.

    Raises:
        ConflictError: nothing is submitted, it was changed since, or it is published already.
    """
    data, article = read_text(desk.room, paths)
    refuse_published(desk.room, paths)
    submission = current_submission(desk.room, paths, data)
    trace = load_record(desk.room.files, paths.month, paths.slug).trace or {}
    before = [one for signed in reviews_of(desk.room, paths) for one in signed.predicate.findings]
    head = f"{paths.slug}, {article.words:,} words, submitted {submission.predicate.createdAt}"
    note = getattr(submission.predicate, "note", "") or ""
    return form_of(article, trace.get("findings", []), head=head, note=note, before=before)


def form_of(
    article: Article,
    findings: Sequence[Finding],
    *,
    head: str,
    note: str = "",
    before: Sequence[FindingResolution] = (),
) -> str:
    """The form as TOML: what must be filled in is empty.

    Args:
        article: what is reviewed.
        findings: those of its signed trace.
        head: the first line.
        note: the contributor's word to the editor.
        before: what earlier reviews of this submission decided, the newest last.
    """
    earlier = {_key(item.rule, item.passage): item for item in before}
    rows = [*_head(head, note), *_findings(article, findings, earlier)]
    return "\n".join(rows) + "\n"


def _head(head: str, note: str) -> Iterator[str]:
    yield from _comment(head)
    if note:
        yield from _comment(f"The contributor's note: {note}")
    yield from (
        "",
        "# approve, approve-with-corrections, request-changes or reject",
        'verdict = ""',
        "# The verdict in one sentence; shown first in the record.",
        'summary = ""',
        "",
        "[reviewer]",
        'kind = "person"',
        "",
        "[assessments]",
    )
    for name, question in _ASSESSMENTS.items():
        yield from (f"# {question}", f'{name} = ""')


def _findings(
    article: Article, findings: Sequence[Finding], earlier: Mapping[Any, FindingResolution]
) -> Iterator[str]:
    ranks = list(Severity)

    def order(item: Finding) -> Any:
        alone = read_alone(article, item)
        return (
            ranks.index(Severity(item["severity"])), not alone,
            list(FieldName).index(FieldName(item["field"])), item["start"], item["rule"], item["end"],
        )  # fmt: skip

    ordered = sorted(findings, key=order)
    asking = [item for item in ordered if item["severity"] != Severity.NOTE]
    yield from ("", *_comment(_counted(ordered)))
    yield from _comment(
        "Decide each: fixed ones are not here; send the article back with request-changes. Else "
        "accepted or dismissed (with the reason in `note`), concern or clarification (written under "
        "[[concerns]] or [[clarifications]]). An error in headline, summary or first paragraph cannot "
        "be accepted."
    )
    for _, same in groupby(asking, key=lambda item: (order(item)[2:5], item["end"])):
        yield from ("", *_decision(article, list(same), earlier))
    notes = [item for item in ordered if item["severity"] == Severity.NOTE]
    if notes:
        yield from ("", "# Notes, which need no decision:")
        for item in notes:
            yield from _comment(f"- {item['rule']}: {item['message']}")


def _counted(findings: Sequence[Finding]) -> str:
    counts = [
        f"{many} {severity.value}{'s' if many != 1 else ''}"
        for severity in Severity
        if (many := sum(item["severity"] == severity for item in findings))
    ]
    return f"Findings of the check: {', '.join(counts) or 'none'}."


def _decision(
    article: Article, same: Sequence[Finding], earlier: Mapping[Any, FindingResolution]
) -> Iterator[str]:
    """One block for what a rule found at one place."""
    first = same[0]
    field, start, end = FieldName(first["field"]), first["start"], first["end"]
    exact = article.field(field).text[start:end]
    where = f"{field.value}: “{exact[:_MOST_SHOWN]}”" if exact else "the article as a whole"
    yield from _comment(
        f"{first['severity']} in the {where}" if exact else f"{first['severity']}, {where}"
    )
    for item in same:
        yield from _comment(f"{item['message']} To do: {item['fix']}")
        for place in item.get("evidence", ()):
            yield from _comment(f"Source {place['source']} says: “{place['exact'][:_MOST_SHOWN]}”")
        if item.get("dispute"):
            yield from _comment(f"The contributor disputes it: {item['dispute']}")
    was = earlier.get((first["rule"], field.value, start, end))
    if was is not None:
        because = f": {was.note}" if was.note else ""
        yield from _comment(f"Decided before: {was.resolution}{because}")
    yield from (
        "[[findings]]",
        f"rule = {toml_string(first['rule'])}",
        'resolution = ""',
        'note = ""',
    )
    if exact:
        nth = occurrence(article, field, start, end)
        counted = f", nth = {nth}" if nth else ""
        yield f"passage = {{ field = {toml_string(field.value)}, exact = {toml_string(exact)}{counted} }}"


def _key(rule: str, place: Any) -> Any:
    return (rule, place.field, place.start, place.end) if place is not None else (rule,)


def _comment(text: str) -> Iterator[str]:
    """``text`` as one comment line; a control character, which TOML has none of there, is written out."""
    line = " ".join(text.split())
    yield "# " + "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in line)
