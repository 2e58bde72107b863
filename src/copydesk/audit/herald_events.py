"""Reviews, order and corrections of a Machine Herald story as outcomes of an audit.

Nothing dates these events but what each file says of itself, and reviews are not signed: an order
that holds is what the archive says, not what it proves.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from copydesk.audit.row import Outcome, absent, fail, passed
from copydesk.importers.herald_records import Review, Story, moment

__all__ = ["event_outcomes"]

Dated = tuple[datetime, Review]


def event_outcomes(story: Story) -> Iterator[Outcome]:
    """Whether it was approved in time and by another model, in what order, and corrections."""
    published = _published(story)
    dated = [(at, one) for one in story.reviews if (at := moment(one.timestamp)) is not None]
    before = [each for each in dated if published is not None and each[0] < published]
    newest = max(before, key=lambda each: (each[0], each[1].round), default=None)
    yield _approved(story, published, newest)
    yield _independent(story, newest)
    yield _order(story, published, [at for at, _ in before])
    yield _corrections(story, published)


def _published(story: Story) -> datetime | None:
    recorded = moment(story.provenance.created_at) if story.provenance else None
    return recorded or (moment(story.article.date) if story.article else None)


def _approves(review: Review) -> bool:
    return review.verdict.strip().upper().startswith("APPROVE")


def _approved(story: Story, published: datetime | None, newest: Dated | None) -> Outcome:
    if not story.reviews:
        return fail("review-before", "no-review", "There is no review of this submission.")
    if published is None:
        return absent("review-before", "undated", "It is not known when it was published.")
    if newest is None:
        said = f"None of {len(story.reviews)} reviews is dated before the publication."
        return fail("review-before", "not-in-time", said)
    if not _approves(newest[1]):
        said = f"The newest review before publication says {newest[1].verdict[:60]}."
        return fail("review-before", "not-approved", said)
    return passed("review-before", f"Approved at {newest[1].timestamp[:40]}, by its own date.")


def _independent(story: Story, newest: Dated | None) -> Outcome:
    if newest is None or not _approves(newest[1]):
        return absent("review-independent", "no-review", "There is no approval before publication.")
    submission = story.submission
    writer = (submission.contributor_model if submission else None) or (
        story.article.contributor_model if story.article else ""
    )
    reviewer = newest[1].reviewer_model
    if not writer or not reviewer:
        said = "Not both contributor and reviewer name a model; reviews are not signed."
        return absent("review-independent", "unknown-reviewer", said)
    if _folded(writer) == _folded(reviewer):
        said = f"Contributor and approving reviewer both name {reviewer[:60]}."
        return fail("review-independent", "same-model", said)
    return passed("review-independent", f"Written by {writer[:60]}, approved by {reviewer[:60]}.")


def _folded(model: str) -> str:
    return " ".join(model.casefold().split())


def _order(story: Story, published: datetime | None, reviewed: list[datetime]) -> Outcome:
    submitted = moment(story.submission.timestamp) if story.submission else None
    fetched = moment(story.manifest.fetched_at) if story.manifest else None
    if published is None or submitted is None:
        return absent("order", "undated", "It is not dated when it was submitted and published.")
    first = min([*reviewed, published])
    if submitted > first:
        said = "The submission is dated after its review or its publication."
        return fail("order", "submitted-after", said)
    if fetched is not None and fetched > published:
        return fail("order", "captured-after", "Its sources were fetched after publication.")
    if fetched is None:
        return absent("order", "undated", "It is not known when its sources were fetched.")
    return passed("order", "Submitted, fetched, reviewed, published, by the dates of the files.")


def _corrections(story: Story, published: datetime | None) -> Outcome:
    files = story.corrections
    if not files:
        missing = len(story.ref.corrections)
        if missing:
            return fail("corrections", "unreadable", "A file of corrections cannot be read.")
        return absent("corrections", "none", "There is no correction.")
    for one in files:
        at = moment(one.date)
        if at is not None and published is not None and at < published:
            return fail("corrections", "corrected-before", "A correction is dated too early.")
    count = sum(len(one.entries) for one in files)
    return absent("corrections", "unsigned", f"{count} corrections, none of them signed.")
