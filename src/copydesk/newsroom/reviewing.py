"""The editor's step: a review over exactly what was submitted, every error decided."""

from __future__ import annotations

from typing import Any

from copydesk.article import Article
from copydesk.errors import AuthorisationError, NewsroomError, UsageError, VerificationError
from copydesk.newsroom import ledger
from copydesk.newsroom.common import (
    Desk,
    StepDone,
    current_submission,
    done,
    read_text,
    ref,
    refuse_published,
    reviews_of,
    subject_of,
)
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.review_input import (
    ResolutionInput,
    ReviewInput,
    clarifications,
    concerns,
    locate,
    stated,
)
from copydesk.provenance.statements import FindingResolution, Passage, ReviewPredicate
from copydesk.provenance.verify import load_record

__all__ = ["review"]


def review(desk: Desk, paths: ArticlePaths, given: ReviewInput, *, key: str = "") -> StepDone:
    """Sign an editor's review of the submission as it stands.

    Raises:
        ConflictError: nothing is submitted, or the text or trace changed since.
        AuthorisationError: the key is the contributor's, or is no editor's.
        VerificationError: an approval leaves a finding of severity error undecided.
    """
    room = desk.room
    data, article = read_text(room, paths)
    refuse_published(room, paths)
    submission = current_submission(room, paths, data)
    signer = desk.signer(("editor",), key)
    if signer.keyid in submission.keyids:
        raise AuthorisationError(
            "The editor's key is the contributor's own.",
            fix="Another person or bot, with another key, reviews it.",
        )
    trace = load_record(room.files, paths.month, paths.slug).trace
    if trace is None:
        raise NewsroomError(
            f"{paths.trace} is not the trace that was submitted.",
            fix="Restore it from the repository, or capture and submit again.",
            location=paths.trace,
        )
    predicate = stated(
        lambda: ReviewPredicate(
            reviewer=signer.actor(given.reviewer.generator or "", given.reviewer.kind),
            createdAt=desk.clock(),
            submission=ref(submission.sha256),
            sourceSet=submission.predicate.sourceSet,
            trace=submission.predicate.trace,
            verdict=given.verdict,
            summary=given.summary,
            wordCount=article.words,
            sourceCount=len(article.front.sources),
            findings=_resolved(article, trace["findings"], given),
            concerns=concerns(article, given),
            clarifications=clarifications(article, given),
            assessments=given.assessments,
            featured=given.featured,
            disclosures=given.disclosures,
        )
    )
    with room.locked():
        name = f"review-{len(reviews_of(room, paths)) + 1}"
        made = ledger.write_statement(
            desk.ledger, paths, name, subject_of(paths, data), predicate, signer
        )
    return done("reviewed", paths, made, f"Verdict: {given.verdict}.")


def _resolved(
    article: Article, findings: list[dict[str, Any]], given: ReviewInput
) -> list[FindingResolution]:
    """Every finding of the check with the editor's decision; one without is accepted as it is."""
    decisions = [(item, locate(article, item.passage)) for item in given.findings]
    used: set[int] = set()
    resolved, undecided = [], []
    for finding in findings:
        place = _place(article, finding)
        number = _decision(finding["rule"], place, decisions)
        decision = None if number is None else decisions[number][0]
        if number is not None:
            used.add(number)
        elif finding["severity"] == "error":
            undecided.append(finding)
        resolved.append(
            FindingResolution(
                rule=finding["rule"],
                severity=finding["severity"],
                message=finding["message"],
                passage=place,
                resolution=decision.resolution if decision else "accepted",
                note=decision.note if decision else None,
            )
        )
    _refuse_unused(given, used)
    if given.verdict.startswith("approve"):
        _refuse_undecided(undecided)
    return resolved


def _decision(
    rule: str, place: Passage, decisions: list[tuple[ResolutionInput, Passage | None]]
) -> int | None:
    for number, (item, where) in enumerate(decisions):
        inside = where is None or (
            where.field == place.field and where.start < place.end and place.start < where.end
        )
        if item.rule == rule and inside:
            return number
    return None


def _refuse_unused(given: ReviewInput, used: set[int]) -> None:
    unused = [item for number, item in enumerate(given.findings) if number not in used]
    if unused:
        raise UsageError(
            f"{len(unused)} decisions of the review name no finding of the check, the first: "
            f"{unused[0].rule}.",
            fix="Compare them with `copydesk check`; name the rule and the passage's exact words.",
        )


def _refuse_undecided(undecided: list[dict[str, Any]]) -> None:
    if undecided:
        first = undecided[0]
        raise VerificationError(
            f"{len(undecided)} findings of severity error are undecided, the first: "
            f"{first['rule']}: {first['message']}",
            fix="Decide each under [[findings]] in the review file, or request changes.",
            location=f"{first['field']}:{first['start']}-{first['end']}",
        )


def _place(article: Article, finding: dict[str, Any]) -> Passage:
    text = getattr(article, finding["field"]).text
    start, end = finding["start"], finding["end"]
    return Passage(field=finding["field"], start=start, end=end, exact=text[start:end])
