"""What happened when, who did it, and how far the time can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from copydesk.press import wording
from copydesk.press.signers import actor, signer_name
from copydesk.provenance.record import Record, Signed
from copydesk.provenance.statements import Actor

__all__ = ["EventView", "timeline"]


@dataclass(frozen=True, slots=True)
class EventView:
    """One step as shown."""

    time: str
    time_words: str
    what: str
    actor: str
    actor_words: str
    time_source: str
    sha256: str


def timeline(record: Record) -> tuple[EventView, ...]:
    """The signed steps in the order of their making: capture, submission, reviews, publication,
    corrections.
    """
    events: list[EventView] = []
    if record.source_set:
        taken = record.source_set.predicate
        stored = sum(any(c.outcome == "stored" for c in s.captures) for s in taken.sources)
        what = f"Captured {stored} of {wording.count(len(taken.sources), 'source')}"
        events.append(_event(record, record.source_set, what, taken.collector, taken.capturedAt))
    if record.submission:
        sent = record.submission.predicate
        events.append(
            _event(record, record.submission, "Handed in", sent.contributor, sent.createdAt)
        )
    for review in record.reviews:
        what = f"Reviewed: {wording.VERDICT_WORDS[review.predicate.verdict].lower()}"
        said = review.predicate
        events.append(_event(record, review, what, said.reviewer, said.createdAt))
    if record.publication:
        out = record.publication.predicate
        what = f"Published as version {out.version}"
        events.append(_event(record, record.publication, what, out.publisher, out.publishedAt))
    for signed in record.corrections:
        made = signed.predicate
        what = f"{made.kind.capitalize()} published"
        events.append(_event(record, signed, what, made.publisher, made.createdAt))
    return tuple(events)


def _event(record: Record, signed: Signed[Any], what: str, by: Actor, time: str) -> EventView:
    if signed.log_index is None:
        source = "Stated by the signer; not in the log"
    else:
        source = f"Stated by the signer; its place is fixed by log entry {signed.log_index}"
    view = actor(by)
    return EventView(
        time,
        wording.moment(time),
        what,
        signer_name(record, signed) or by.id,
        view.words,
        source,
        signed.sha256,
    )
