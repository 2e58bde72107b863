"""Corrections and withdrawals as plain values: what was signed, when, and by whom."""

from __future__ import annotations

import html
from dataclasses import dataclass

from copydesk.article.model import Article
from copydesk.press import wording
from copydesk.press.body import Annotation
from copydesk.press.marks import merged
from copydesk.press.signers import PartyView, parties, party_words
from copydesk.press.state import State, assess
from copydesk.press.view_specifics import ArticleText, QuoteView, quote_passage
from copydesk.provenance.record import Record
from copydesk.provenance.statements import Passage
from copydesk.report import FieldName

__all__ = [
    "CorrectionView",
    "FieldView",
    "TombstoneView",
    "WithdrawalView",
    "amendment_title",
    "annotation",
    "correction_views",
    "field_view",
    "note_label",
    "passages_of",
    "tombstone_view",
    "withdrawal_view",
]


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """One published correction; ``anchor`` is its id on the article page and on the record's."""

    anchor: str
    kind: str
    label: str
    text: str
    time: str
    time_words: str
    day: str
    by: str
    signers: tuple[PartyView, ...]
    quote: QuoteView | None
    sha256: str
    placed: bool = False
    """Whether the article page marks its passage, so that a link can lead there."""

    @property
    def retracts(self) -> bool:
        """Whether it takes the whole article back."""
        return self.kind == "retraction"


@dataclass(frozen=True, slots=True)
class WithdrawalView:
    """The tombstone's statement; ``removed`` names each file taken away, with its SHA-256."""

    reason: str
    time: str
    time_words: str
    by: str
    signers: tuple[PartyView, ...]
    removed: tuple[tuple[str, str], ...]
    sha256: str


@dataclass(frozen=True, slots=True)
class TombstoneView:
    """What stays at the address of an article whose text is not shown."""

    title: str
    published: str
    published_words: str
    removed: tuple[tuple[str, str], ...]
    """What is gone, in words, each with its SHA-256."""
    withdrawal: WithdrawalView | None
    earlier: str
    state: State


@dataclass(frozen=True, slots=True)
class FieldView:
    """Title or summary in pieces: each with whether a correction is about it, then the labels."""

    pieces: tuple[tuple[str, bool], ...]
    notes: tuple[tuple[str, str], ...]


def correction_views(record: Record, article: Article | None) -> tuple[CorrectionView, ...]:
    """All corrections, the oldest first: their numbers never change.

    Without the article (it was withdrawn) no words of it are quoted.
    """
    text = ArticleText(article)
    views = []
    for number, signed in enumerate(record.corrections, 1):
        made = signed.predicate
        who = parties(record, signed)
        views.append(
            CorrectionView(
                f"correction-{number}",
                made.kind,
                f"{made.kind.capitalize()} {number}",
                made.text,
                made.createdAt,
                wording.moment(made.createdAt),
                wording.day(made.createdAt),
                party_words(who),
                who,
                quote_passage(made.passage, text),
                signed.sha256,
            )
        )
    return tuple(views)


def withdrawal_view(record: Record) -> WithdrawalView | None:
    """The withdrawal, if there is one."""
    if record.withdrawal is None:
        return None
    made = record.withdrawal.predicate
    who = parties(record, record.withdrawal)
    return WithdrawalView(
        made.reason,
        made.createdAt,
        wording.moment(made.createdAt),
        party_words(who),
        who,
        tuple((item.name, item.digest.sha256) for item in made.removed),
        record.withdrawal.sha256,
    )


def tombstone_view(record: Record) -> TombstoneView:
    """The page of an article without its text: no word of it but the title that was published."""
    out = record.publication.predicate if record.publication else None
    gone = withdrawal_view(record)
    kinds = [signed.predicate.kind for signed in record.corrections]
    return TombstoneView(
        title=out.article.title if out and out.article.title else record.slug,
        published=out.publishedAt if out else "",
        published_words=wording.moment(out.publishedAt) if out else "",
        removed=_removed(record, gone) if gone else (),
        withdrawal=gone,
        earlier=wording.amendments(kinds),
        state=assess(record),
    )


def _removed(record: Record, gone: WithdrawalView) -> tuple[tuple[str, str], ...]:
    """The files of the withdrawal; the published text is among them, or is added."""
    text = record.publication.subject_sha256 if record.publication else ""
    rows = [
        (f"{name}, the text as published" if sha256 == text else name, sha256)
        for name, sha256 in gone.removed
    ]
    if text and all(sha256 != text for _, sha256 in rows):
        rows.insert(0, ("The text as published", text))
    return tuple(rows)


def amendment_title(views: tuple[CorrectionView, ...]) -> str:
    """The heading over them: ``Corrections``, ``Update``, or one that holds for a mixture."""
    kinds = {view.kind for view in views}
    if len(kinds) == 1:
        return next(iter(kinds)).capitalize() + ("s" if len(views) > 1 else "")
    return "Corrections and later notes" if kinds else ""


def passages_of(record: Record, article: Article, field: FieldName) -> dict[int, Passage]:
    """The passages of that field that corrections are about, by the correction's place in the list.

    Only where the words that the statement quotes stand at the very place that it states.
    """
    text = ArticleText(article)
    return {
        index: signed.predicate.passage
        for index, signed in enumerate(record.corrections)
        if signed.predicate.passage is not None
        and signed.predicate.passage.field == field
        and text.stands(signed.predicate.passage)
    }


def field_view(
    record: Record, article: Article, field: FieldName, views: tuple[CorrectionView, ...]
) -> FieldView:
    """Title or summary, with the words marked that a correction is about."""
    text = article.field(field).text
    about = passages_of(record, article, field)
    pieces: list[tuple[str, bool]] = []
    last = 0
    for start, end in merged([(place.start, place.end) for place in about.values()]):
        pieces += [(text[last:start], False), (text[start:end], True)]
        last = end
    pieces.append((text[last:], False))
    return FieldView(
        tuple((words, marked) for words, marked in pieces if words),
        tuple((views[index].anchor, views[index].label) for index in about),
    )


def note_label(anchor: str, label: str) -> str:
    """The link at a passage that leads to the note about it. It says that the page added it."""
    safe, words = html.escape(anchor), html.escape(label)
    return f'<a class="mark" id="{safe}-mark" href="#{safe}" data-added="">[{words}]</a>'


def annotation(passage: Passage, view: CorrectionView) -> Annotation:
    """The mark on the words of a passage, and the label behind them."""
    label = note_label(view.anchor, view.label)
    return Annotation(passage.start, passage.end, label, corrected=True)
