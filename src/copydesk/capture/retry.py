"""When a fetch is tried again, and after what wait."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from tenacity import AsyncRetrying, RetryCallState, retry_if_result, wait_exponential_jitter

from copydesk.capture.exchange import Exchange
from copydesk.capture.model import Attempt
from copydesk.config import CaptureLimits

__all__ = ["TRANSIENT_PROBLEMS", "TRANSIENT_STATUSES", "Tries", "asked_wait"]

TRANSIENT_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
"""Answers that may be others in a moment. 501 and 505 will not be; 52x are a common proxy's."""

TRANSIENT_PROBLEMS = frozenset({"timeout", "reset", "truncated", "connect"})

MIN_TRY_SECONDS = 0.05
"""A try with less time left than this is not begun."""


class Tries:
    """The tries of one capture: at most ``retries`` more than one, within ``total_seconds``.

    The time counts from try to try, waits included; waiting for the turn of other captures does
    not count. ``attempts`` holds what was given up for another try.
    """

    def __init__(self, limits: CaptureLimits) -> None:
        self.attempts: tuple[Attempt, ...] = ()
        self._limits = limits
        self._spent = 0.0
        self._back_off = wait_exponential_jitter(
            multiplier=limits.retry_wait_seconds,
            max=limits.retry_max_wait_seconds,
            jitter=limits.retry_wait_seconds,
        )

    async def run(self, one: Callable[[float], Awaitable[Exchange]]) -> Exchange:
        """Call ``one`` with the seconds it may take, until its result will not change."""
        retrying = AsyncRetrying(
            sleep=asyncio.sleep,
            retry=retry_if_result(_transient),
            wait=self._wait,
            stop=self._stop,
            before_sleep=self._note,
            retry_error_callback=_last,
        )
        found: Exchange = await retrying(self._try, one)
        return found

    async def _try(self, one: Callable[[float], Awaitable[Exchange]]) -> Exchange:
        left = self._limits.total_seconds - self._spent
        tried = await one(min(self._limits.timeout_seconds, left))
        self._spent += tried.took
        return tried

    def _wait(self, state: RetryCallState) -> float:
        """The back-off, or longer where the server asks for it; without end past the longest."""
        tried = _last(state)
        asked = asked_wait(tried.headers, tried.at) or 0.0
        if asked > self._limits.retry_max_wait_seconds:
            return math.inf
        return max(asked, self._back_off(state))

    def _stop(self, state: RetryCallState) -> bool:
        after = self._spent + state.upcoming_sleep + MIN_TRY_SECONDS
        return state.attempt_number > self._limits.retries or after > self._limits.total_seconds

    def _note(self, state: RetryCallState) -> None:
        tried, wait = _last(state), state.upcoming_sleep
        self._spent += wait
        problem = tried.problem.code if tried.problem else ""
        self.attempts += (Attempt(tried.at, tried.status, problem, round(1000 * wait)),)


def _last(state: RetryCallState) -> Exchange:
    assert state.outcome is not None  # noqa: S101 - asked only behind a try
    found: Exchange = state.outcome.result()
    return found


def _transient(tried: Exchange) -> bool:
    if tried.problem is not None:
        return tried.problem.code in TRANSIENT_PROBLEMS
    return tried.status in TRANSIENT_STATUSES


def asked_wait(headers: tuple[tuple[str, str], ...], now: str) -> float | None:
    """The seconds that ``Retry-After`` asks for, or ``None`` (RFC 9110, section 10.2.3).

    Args:
        headers: of the answer, names in lower case.
        now: the time of the try, used where the answer states none in ``Date``: a date is counted
            from the server's own clock, so that a wrong one here changes nothing.
    """
    fields = dict(reversed(headers))
    value = fields.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value[:12])
    then = _date(value)
    since = _date(fields.get("date", "")) or datetime.fromisoformat(now)
    return max(0.0, (then - since).total_seconds()) if then else None


def _date(value: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(value[:100])
    except (ValueError, OverflowError):
        return None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found
