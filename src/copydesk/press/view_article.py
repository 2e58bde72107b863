"""The article page and the index entry as plain values."""

from __future__ import annotations

import html
from dataclasses import dataclass

from copydesk.article.model import Article
from copydesk.press import wording
from copydesk.press.body import Mark, reference_marks, render_body
from copydesk.press.links import safe_href
from copydesk.press.signers import actor, signer_name
from copydesk.press.state import State, assess
from copydesk.press.view_record import CorrectionView, correction_views
from copydesk.press.view_review import NoteView, review_views
from copydesk.provenance.record import Record

__all__ = ["ArticleView", "IndexEntry", "article_view", "index_entry"]


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line of the list of sources below the article."""

    id: int
    url: str
    href: str


@dataclass(frozen=True, slots=True)
class ArticleView:
    """All of the page. ``body`` is sanitised HTML; everything else is text."""

    title: str
    dek: str
    category: str
    byline: str
    editor_line: str
    ai_line: str
    published: str
    published_words: str
    updated: str
    updated_words: str
    state: State
    corrections: tuple[CorrectionView, ...]
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


def article_view(record: Record, article: Article) -> ArticleView:
    """The view of one published article."""
    corrections = correction_views(record, article)
    reviews = review_views(record, article)
    clarifications = reviews[0].clarifications if reviews else ()
    marks = [*_note_marks(record, corrections, clarifications), *reference_marks(article)]
    body, _ = render_body(article, marks)
    published = record.publication.predicate.publishedAt if record.publication else ""
    updated = corrections[-1].time if corrections else ""
    return ArticleView(
        title=article.title.text or record.slug,
        dek=article.summary.text,
        category=article.front.category,
        byline=byline(record),
        editor_line=_editor_line(record),
        ai_line=_ai_line(record),
        published=published,
        published_words=wording.moment(published),
        updated=updated,
        updated_words=wording.moment(updated),
        state=assess(record),
        corrections=corrections,
        clarifications=clarifications,
        body=body,
        sources=tuple(SourceLine(s.id, s.url, safe_href(s.url)[0]) for s in article.front.sources),
        words=wording.number(article.words),
    )


def index_entry(record: Record, article: Article) -> IndexEntry:
    """The article's place on the front page."""
    state = assess(record)
    published = record.publication.predicate.publishedAt if record.publication else ""
    return IndexEntry(
        article.title.text or record.slug,
        article.summary.text,
        article.front.category,
        f"a/{record.slug}/index.html",
        published,
        wording.day(published),
        byline(record),
        f"{state.headline} {state.line}" if state.failed else state.line,
        state.failed,
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


def _note_marks(
    record: Record,
    corrections: tuple[CorrectionView, ...],
    clarifications: tuple[NoteView, ...],
) -> list[Mark]:
    """A mark behind each passage of the body that a correction or clarification is about."""
    marks: list[Mark] = []
    for signed, view in zip(record.corrections, corrections, strict=True):
        place = signed.predicate.passage
        if place is not None and place.field == "body" and place.start < place.end:
            marks.append(Mark(place.end, _mark(view.anchor, view.label), after=True))
    if record.reviews:
        noted = record.reviews[-1].predicate.clarifications
        for number, (said, _note) in enumerate(zip(noted, clarifications, strict=True), 1):
            place = said.passage
            if place is not None and place.field == "body" and place.start < place.end:
                anchor = f"note-{number}"
                marks.append(Mark(place.end, _mark(anchor, f"Note {number}"), after=True))
    return marks


def _mark(anchor: str, label: str) -> str:
    safe, words = html.escape(anchor), html.escape(label)
    return f'<a class="mark" id="{safe}-mark" href="#{safe}" data-added="">[{words}]</a>'
