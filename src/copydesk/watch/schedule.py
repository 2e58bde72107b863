"""When a source is due to be looked at again: from what is on disk and the time alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from copydesk.config import WatchPlan
from copydesk.watch.model import Verdict

__all__ = ["MAX_RETRIES", "LastLook", "moment", "next_due", "stamp"]

MAX_RETRIES = 5
"""Looks in a row that found a source unreachable, after which it waits for its next turn."""


@dataclass(frozen=True, slots=True)
class LastLook:
    """The newest look at a source, and how many in a row, this one counted, could not reach it."""

    at: datetime
    verdict: Verdict
    failures: int = 0


def moment(text: str) -> datetime:
    """A time as statements hold it.

    Raises:
        ValueError: it is none.
    """
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def stamp(at: datetime) -> str:
    """``at`` as statements hold it."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def next_due(plan: WatchPlan, published: datetime, last: LastLook | None) -> datetime | None:
    """When the source is due; in the past where it is due now, ``None`` where it never is again.

    A turn that passed without a look is not made up for: one look answers all turns before it.
    """
    if last is not None and 0 < last.failures <= MAX_RETRIES:
        return last.at + timedelta(days=plan.retry_days)
    after = last.at if last is not None else None
    for turn in _turns(published, sorted(plan.days)):
        if after is None or turn > after:
            return turn
    if not plan.every_days:
        return None
    start = published + timedelta(days=max(plan.days, default=0))
    if after is None:
        return start + timedelta(days=plan.every_days)
    period = timedelta(days=plan.every_days)
    return start + period * max((after - start) // period + 1, 1)


def _turns(published: datetime, days: Sequence[int]) -> list[datetime]:
    return [published + timedelta(days=day) for day in days]
