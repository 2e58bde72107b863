"""What happened when, who did it, and how far the time can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from copydesk.press import wording
from copydesk.press.signers import actor, parties, signer_name
from copydesk.provenance.record import Record, Signed
from copydesk.provenance.statements import Actor

__all__ = ["EventView", "timeline"]


@dataclass(frozen=True, slots=True)
class EventView:
    """One step as shown."""

    time: str
    time_words: str
    what: str
    people: tuple[tuple[str, str], ...]
    """Who did it, each as a name and as what they are in words."""
    time_source: str
    sha256: str


def timeline(record: Record) -> tuple[EventView, ...]:
    """The signed steps in the order of their making: capture, submission, reviews, publication,
    corrections, withdrawal.
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
        events.append(_amended(record, signed, what, made.createdAt))
    if record.withdrawal:
        gone = record.withdrawal.predicate
        what = "Withdrawn: the text was taken away"
        events.append(_amended(record, record.withdrawal, what, gone.createdAt))
    return tuple(events)


def _amended(record: Record, signed: Signed[Any], what: str, time: str) -> EventView:
    """What two people sign, with both of them."""
    people = tuple(
        (f"{view.name} ({view.role})", view.words if view.signed else "who has not signed it")
        for view in parties(record, signed)
    )
    return _view(signed, what, people, time)


def _event(record: Record, signed: Signed[Any], what: str, by: Actor, time: str) -> EventView:
    people = ((signer_name(record, signed) or by.id, actor(by).words),)
    return _view(signed, what, people, time)


def _view(
    signed: Signed[Any], what: str, people: tuple[tuple[str, str], ...], time: str
) -> EventView:
    if signed.log_index is None:
        source = "Stated by the signer; not in the log"
    else:
        source = f"Stated by the signer; its place is fixed by log entry {signed.log_index}"
    return EventView(
        time,
        wording.moment(time),
        what,
        people,
        source,
        signed.sha256,
    )
