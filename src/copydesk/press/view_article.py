"""The article page and the index entry as plain values."""

from __future__ import annotations

from dataclasses import dataclass, replace

from copydesk.article.model import Article
from copydesk.press import wording
from copydesk.press.body import Annotation, annotate_body
from copydesk.press.links import safe_href
from copydesk.press.signers import actor, signer_name
from copydesk.press.state import State, assess
from copydesk.press.view_amendments import (
    CorrectionView,
    FieldView,
    amendment_title,
    annotation,
    correction_views,
    field_view,
    note_label,
    passages_of,
    tombstone_view,
)
from copydesk.press.view_review import NoteView, review_views
from copydesk.press.view_specifics import ArticleText
from copydesk.provenance.record import Record
from copydesk.report import FieldName

__all__ = ["ArticleView", "IndexEntry", "article_view", "index_entry"]


_UPDATED = {
    "correction": "Last corrected",
    "clarification": "Last clarified",
    "update": "Last updated",
    "retraction": "Retracted",
}


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line of the list of sources below the article."""

    id: int
    url: str
    href: str


@dataclass(frozen=True, slots=True)
class ArticleView:
    """All of the page. ``body`` is sanitised HTML; everything else is text.

    ``placed`` holds the anchors of the notes that a link at their passage leads to.
    """

    title: str
    title_field: FieldView
    dek: str
    dek_field: FieldView
    category: str
    byline: str
    editor_line: str
    ai_line: str
    published: str
    published_words: str
    updated: str
    updated_words: str
    updated_label: str
    state: State
    corrections: tuple[CorrectionView, ...]
    retraction: CorrectionView | None
    """The first one that takes the article back; it stands in a banner of its own."""
    notes: tuple[CorrectionView, ...]
    """The other corrections, in a box below."""
    corrections_title: str
    placed: frozenset[str]
    clarifications: tuple[NoteView, ...]
    body: str
    sources: tuple[SourceLine, ...]
    words: str


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One article on the front page."""

    title: str
    dek: str
    category: str
    href: str
    published: str
    published_words: str
    byline: str
    state_line: str
    failed: bool
    notice: str
    """``Withdrawn`` or ``Retracted``, where that is so."""


def article_view(record: Record, article: Article) -> ArticleView:
    """The view of one published article."""
    corrections = correction_views(record, article)
    reviews = review_views(record, article)
    clarifications = reviews[0].clarifications if reviews else ()
    added = _annotations(record, article, corrections, clarifications)
    body, placed = annotate_body(article, list(added.values()))
    title = field_view(record, article, FieldName.TITLE, corrections)
    dek = field_view(record, article, FieldName.SUMMARY, corrections)
    found = frozenset(anchor for at, anchor in enumerate(added) if at in placed)
    found |= {anchor for anchor, _ in (*title.notes, *dek.notes)}
    corrections = tuple(replace(view, placed=view.anchor in found) for view in corrections)
    retraction = next((view for view in corrections if view.retracts), None)
    notes = tuple(view for view in corrections if view is not retraction)
    published = record.publication.predicate.publishedAt if record.publication else ""
    last = corrections[-1] if corrections else None
    return ArticleView(
        title=article.title.text or record.slug,
        title_field=title,
        dek=article.summary.text,
        dek_field=dek,
        category=article.front.category,
        byline=byline(record),
        editor_line=_editor_line(record),
        ai_line=_ai_line(record),
        published=published,
        published_words=wording.moment(published),
        updated=last.time if last else "",
        updated_words=last.time_words if last else "",
        updated_label=_UPDATED[last.kind] if last else "",
        state=assess(record),
        corrections=corrections,
        retraction=retraction,
        notes=notes,
        corrections_title=amendment_title(notes),
        placed=found,
        clarifications=clarifications,
        body=body,
        sources=_sources(article),
        words=wording.number(article.words),
    )


def _sources(article: Article) -> tuple[SourceLine, ...]:
    return tuple(SourceLine(s.id, s.url, safe_href(s.url)[0]) for s in article.front.sources)


def index_entry(record: Record, article: Article | None) -> IndexEntry:
    """The article's place on the front page; without its text only its title and how it stands."""
    state = assess(record)
    published = record.publication.predicate.publishedAt if record.publication else ""
    return IndexEntry(
        (article.title.text or record.slug) if article else tombstone_view(record).title,
        article.summary.text if article else "",
        article.front.category if article else "",
        f"a/{record.slug}/index.html",
        published,
        wording.day(published),
        byline(record) if article else "",
        f"{state.headline} {state.line}" if state.failed else state.line,
        state.failed,
        {"withdrawn": "Withdrawn", "retracted": "Retracted"}.get(state.tone, ""),
    )


def byline(record: Record) -> str:
    """Who wrote it: the keyring's name of the key that signed the submission."""
    if record.submission is None:
        return ""
    return signer_name(record, record.submission) or record.submission.predicate.contributor.id


def _editor_line(record: Record) -> str:
    if not record.reviews:
        return ""
    last = record.reviews[-1]
    return signer_name(record, last) or last.predicate.reviewer.id


def _ai_line(record: Record) -> str:
    """One line, always there, that says of writer and reviewer whether they are machines."""
    if record.submission is None:
        return ""
    parts = [f"Written by {actor(record.submission.predicate.contributor).words}"]
    if record.reviews:
        parts.append(f"reviewed by {actor(record.reviews[-1].predicate.reviewer).words}")
    return ", ".join(parts) + "."


def _annotations(
    record: Record,
    article: Article,
    corrections: tuple[CorrectionView, ...],
    clarifications: tuple[NoteView, ...],
) -> dict[str, Annotation]:
    """What is added to the body, by the anchor of the note that it leads to."""
    found = {
        corrections[index].anchor: annotation(place, corrections[index])
        for index, place in passages_of(record, article, FieldName.BODY).items()
    }
    text = ArticleText(article)
    noted = record.reviews[-1].predicate.clarifications if record.reviews else []
    for number, (said, _note) in enumerate(zip(noted, clarifications, strict=True), 1):
        place = said.passage
        if place is not None and place.field == "body" and text.stands(place):
            anchor = f"note-{number}"
            label = note_label(anchor, f"Note {number}")
            found[anchor] = Annotation(place.start, place.end, label)
    return found
