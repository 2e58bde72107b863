"""The editorial review: what the editor decided, questioned, clarified and disclosed."""

from __future__ import annotations

from dataclasses import dataclass

from copydesk.article.model import Article
from copydesk.press import wording
from copydesk.press.signers import ActorView, actor, signer_name
from copydesk.press.view_specifics import ArticleText, QuoteView, quote_passage
from copydesk.provenance.record import Record, Signed
from copydesk.provenance.statements import ReviewPredicate

__all__ = ["AssessmentView", "DisclosureView", "NoteView", "ReviewView", "review_views"]


@dataclass(frozen=True, slots=True)
class NoteView:
    """A concern (with its resolution) or a clarification (without one)."""

    id: str
    anchor: str
    text: str
    resolution: str
    quote: QuoteView | None


@dataclass(frozen=True, slots=True)
class AssessmentView:
    """The reviewer's words on one subject."""

    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class DisclosureView:
    """A disclosure that was considered."""

    subject: str
    decision: str
    text: str


@dataclass(frozen=True, slots=True)
class ReviewView:
    """One review as shown; ``round`` counts from 1."""

    round: int
    verdict: str
    sentence: str
    summary: str
    reviewer: ActorView
    signer: str
    independence: str
    time: str
    time_words: str
    words: str
    sources: str
    assessments: tuple[AssessmentView, ...]
    concerns: tuple[NoteView, ...]
    clarifications: tuple[NoteView, ...]
    disclosures: tuple[DisclosureView, ...]
    featured: str
    featured_reason: str


def review_views(record: Record, article: Article | None) -> tuple[ReviewView, ...]:
    """All reviews, the deciding (newest) one first."""
    text = ArticleText(article)
    views = [
        _review(record, signed, number, text) for number, signed in enumerate(record.reviews, 1)
    ]
    return tuple(reversed(views))


def _review(
    record: Record, signed: Signed[ReviewPredicate], number: int, text: ArticleText
) -> ReviewView:
    review = signed.predicate
    signer = signer_name(record, signed)
    notes = wording.count(len(review.clarifications), "clarification")
    sentence = wording.VERDICT_SENTENCES[review.verdict].format(
        who=signer or review.reviewer.id, notes=notes
    )
    return ReviewView(
        round=number,
        verdict=wording.VERDICT_WORDS[review.verdict],
        sentence=sentence,
        summary=review.summary,
        reviewer=actor(review.reviewer),
        signer=signer,
        independence=_independence(record, signed),
        time=review.createdAt,
        time_words=wording.moment(review.createdAt),
        words=wording.number(review.wordCount),
        sources=wording.number(review.sourceCount),
        assessments=_assessments(review),
        concerns=tuple(
            NoteView(
                c.id, f"concern-{number}-{at}", c.text, c.resolution, quote_passage(c.passage, text)
            )
            for at, c in enumerate(review.concerns, 1)
        ),
        clarifications=tuple(
            NoteView(
                c.id, f"clarification-{number}-{at}", c.text, "", quote_passage(c.passage, text)
            )
            for at, c in enumerate(review.clarifications, 1)
        ),
        disclosures=tuple(
            DisclosureView(d.subject, "Required" if d.required else "Not required", d.text)
            for d in review.disclosures
        ),
        featured=f"{review.featured.score} of 5" if review.featured else "",
        featured_reason=review.featured.reason if review.featured else "",
    )


def _assessments(review: ReviewPredicate) -> tuple[AssessmentView, ...]:
    said = review.assessments
    subjects = (
        ("Content", said.content),
        ("Source verification", said.sourceVerification),
        ("Facts", said.facts),
        ("Tone", said.tone),
        ("Originality", said.originality),
    )
    return tuple(AssessmentView(subject, text) for subject, text in subjects)


def _independence(record: Record, signed: Signed[ReviewPredicate]) -> str:
    """Whether another key, and another model, wrote the article: both are said, never implied."""
    if record.submission is None:
        return "The contributor’s submission is not in this record."
    if set(signed.keyids) & set(record.submission.keyids):
        return "The contributor’s own key signed this review."
    author = record.submission.predicate.contributor.generator
    editor = signed.predicate.reviewer.generator
    if author and author == editor:
        return f"Another key than the contributor’s, but the same model ({editor})."
    if author and editor:
        return "Another key and another model than the contributor’s."
    return "Another key than the contributor’s."
