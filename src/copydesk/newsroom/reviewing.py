"""The editor's step: a review over exactly what was submitted, every error and warning decided."""

from __future__ import annotations

from copydesk.errors import AuthorisationError, NewsroomError
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
from copydesk.newsroom.decisions import resolutions
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.review_input import ReviewInput, clarifications, concerns, stated
from copydesk.provenance.statements import ReviewPredicate
from copydesk.provenance.verify import load_record

__all__ = ["review"]


def review(desk: Desk, paths: ArticlePaths, given: ReviewInput, *, key: str = "") -> StepDone:
    """Sign an editor's review of the submission as it stands.

    Raises:
        ConflictError: nothing is submitted, or the text or trace changed since.
        AuthorisationError: the key is the contributor's, or is no editor's.
        VerificationError: an approval leaves a finding undecided; see :mod:`copydesk.newsroom.decisions`.
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
            findings=resolutions(article, trace["findings"], given),
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
