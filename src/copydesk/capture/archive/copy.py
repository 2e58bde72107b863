"""One copy as an archive gave it: checked, dated, judged as the page it is a copy of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from copydesk.article.urls import host_of
from copydesk.capture.archive.index import Choice, moment
from copydesk.capture.archive.replay import (
    Replayed,
    digest_fact,
    memento_time,
    read_replayed,
    rewritten,
)
from copydesk.capture.model import Capture, CaptureProblem, Outcome
from copydesk.capture.permissions import read_reservations
from copydesk.evidence import judge, read_evidence
from copydesk.report import Quality

__all__ = ["TakenCopy", "take"]

_ORIGINAL = "x-archive-orig-"


@dataclass(frozen=True, slots=True)
class TakenCopy:
    """What was asked for: the cited ``url``, the ``address`` of the copy below ``prefix``, why it was
    chosen, what the index says of each copy's digest by its stamp, and the day that it is to be of, with
    what that day is in words; ``how`` is a sentence on how the archive is asked, where one is due.
    """

    url: str
    address: str
    prefix: str
    choice: Choice
    digests: Mapping[str, str]
    day: date
    of: str
    how: str


def take(answer: Capture, taken: TakenCopy, token: str) -> Capture:
    """The archive's answer as a capture of the cited page.

    Kept only where it is a copy, in the bytes that were archived: an error of the archive, a page
    from elsewhere and a page that replay software wrote into are none, and say so.

    Args:
        answer: what the archive sent.
        taken: what was asked for.
        token: the name by which a header of the copied page may address us.
    """
    name = host_of(taken.prefix)
    answer = replace(answer, url=taken.url)
    if answer.outcome is not Outcome.STORED:
        return replace(answer, reason=f"{name} did not give its copy: {answer.reason}")
    at = read_replayed(answer.final_url, taken.prefix)
    time = memento_time(answer.headers)
    if at is None:
        said = f"{name} led away from its copy, to {answer.final_url[:200]}."
        return _refused(answer, "archive-led-away", said)
    if time is None and answer.status != 200:
        said = f"{name} answered HTTP {answer.status} instead of its copy."
        return _failed(answer, "archive-error", said)
    digest = taken.digests.get(at.stamp, "")
    fact = digest_fact(answer, digest)
    if at.flags != "id_" or (rewritten(answer.body or b"") and not fact.startswith("equal")):
        said = f"{name} sent its copy with changes of its own, not as it was archived."
        return _refused(answer, "archive-rewritten", said)
    return _judged(answer, taken, at, time or moment(at.stamp) or datetime.now(UTC), fact, token)


def _judged(
    answer: Capture, taken: TakenCopy, at: Replayed, time: datetime, fact: str, token: str
) -> Capture:
    body = answer.body or b""
    sent = tuple(
        (name.removeprefix(_ORIGINAL), value)
        for name, value in answer.headers
        if name.startswith(_ORIGINAL)
    )
    text = read_evidence(body, media_type=answer.media_type, url=at.original)
    found = judge(
        text,
        status=answer.status,
        media_type=answer.media_type,
        url=taken.url,
        final_url=at.original,
        size=len(body),
        headers=sent,
    )
    reserved = read_reservations(sent, text.signals, token)
    return replace(
        answer,
        archived_at=f"{time:%Y-%m-%dT%H:%M:%SZ}",
        quality=found.quality,
        mark=found.mark,
        reason=" ".join(filter(None, (_said(taken, time), found.reason, taken.how))),
        reservations=tuple(dict.fromkeys((*answer.reservations, *reserved))),
        facts=_facts(answer, taken, at, time, fact),
    )


def _said(taken: TakenCopy, time: datetime) -> str:
    return f"A copy that {host_of(taken.prefix)} made on {time:%Y-%m-%d}, {_age(taken, time)}."


def _age(taken: TakenCopy, time: datetime) -> str:
    apart = (time.date() - taken.day).days
    if apart == 0:
        return f"on {taken.of}"
    count = f"{abs(apart):,} day{'' if abs(apart) == 1 else 's'}"
    return f"{count} {'after' if apart > 0 else 'before'} {taken.of}"


def _facts(
    answer: Capture, taken: TakenCopy, at: Replayed, time: datetime, fact: str
) -> tuple[tuple[str, str], ...]:
    asked, digest = taken.choice.copy, taken.digests.get(at.stamp, "")
    moved = at.stamp != asked.stamp
    stated = f"{time:%Y%m%d%H%M%S}"
    rows = (
        ("archive", host_of(taken.prefix)),
        ("chosen as", taken.choice.why),
        ("copies listed", f"{len(taken.digests):,}"),
        ("asked for", taken.address if moved else ""),
        ("archive led to", f"its copy of {at.stamp}" if moved else ""),
        ("address says", at.stamp if stated != at.stamp else ""),
        ("copy of", at.original if at.original != taken.url else ""),
        ("listed as", "the same as an earlier copy" if asked.revisit and not moved else ""),
        ("digest in the index", f"sha1:{digest}" if digest else ""),
        ("digest", fact),
        ("age", _age(taken, time)),
        ("archived status", str(answer.status or "")),
    )
    return tuple((name, value[:300]) for name, value in rows if value)


def _refused(answer: Capture, code: str, said: str) -> Capture:
    return replace(_failed(answer, code, said), outcome=Outcome.REFUSED)


def _failed(answer: Capture, code: str, said: str) -> Capture:
    """Without its body: it is no copy, and must not be taken for one."""
    return replace(
        answer,
        outcome=Outcome.FAILED,
        body=None,
        sha256=None,
        wire_sha256=None,
        size=0,
        quality=Quality.MISSING,
        mark="no-answer",
        reason=said,
        problem=CaptureProblem(code, said),
    )
