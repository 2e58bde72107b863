"""When a source is due."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.config import WatchPlan
from copydesk.watch.model import Verdict
from copydesk.watch.schedule import MAX_RETRIES, LastLook, moment, next_due, stamp

START = datetime(2026, 11, 9, 10, tzinfo=UTC)
PLAN = WatchPlan(days=(7, 1), every_days=30, retry_days=2)


def after(days: float, verdict: Verdict = Verdict.TEXT_SAME, failures: int = 0) -> LastLook:
    return LastLook(START + timedelta(days=days), verdict, failures)


@pytest.mark.parametrize(
    ("last", "days"),
    [
        (None, 1),
        (after(0.5), 1),
        (after(1), 7),
        (after(6.9), 7),
        (after(7), 37),
        (after(36), 37),
        (after(37), 67),
        (after(200), 217),
        (after(1, Verdict.UNREACHABLE, 1), 3),
        (after(1, Verdict.UNREACHABLE, MAX_RETRIES), 3),
        (after(1, Verdict.UNREACHABLE, MAX_RETRIES + 1), 7),
    ],
)
def test_when_it_is_due(last: LastLook | None, days: float) -> None:
    assert next_due(PLAN, START, last) == START + timedelta(days=days)


def test_after_the_last_turn_it_is_never_due_again() -> None:
    plan = WatchPlan(days=(1,), every_days=0)
    assert next_due(plan, START, after(1)) is None
    assert next_due(WatchPlan(days=(), every_days=0), START, None) is None
    assert next_due(WatchPlan(days=(), every_days=5), START, None) == START + timedelta(days=5)


@given(
    st.lists(st.integers(1, 400), max_size=5),
    st.integers(0, 400),
    st.none() | st.floats(0, 4_000),
)
def test_the_next_turn_comes_after_the_last_look(
    days: list[int], every: int, looked: float | None
) -> None:
    plan = WatchPlan(days=tuple(days), every_days=every)
    due = next_due(plan, START, None if looked is None else after(looked))
    if due is not None and looked is not None:
        assert due > START + timedelta(days=looked)


def test_times_are_as_statements_hold_them() -> None:
    assert stamp(moment("2026-11-09T10:00:00Z")) == "2026-11-09T10:00:00Z"
    with pytest.raises(ValueError, match="does not match"):
        moment("2026-11-09")
