"""What words for a day mean, and that a source's date of the same thing must be among it."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Finding, Quality
from copydesk.trace import trace
from copydesk.trace.relative_days import RELATIVE, days_meant, days_of
from copydesk.trace.specifics import DateValue

OWN = date(2026, 5, 14)
STOPPED = (
    "The ferry Aurora stopped {} after a fire in its engine room, the operator of the line said."
)


@pytest.mark.parametrize(
    ("words", "inside", "outside"),
    [
        ("yesterday", date(2026, 5, 13), date(2026, 5, 11)),
        ("Last night", date(2026, 5, 13), date(2026, 5, 10)),
        ("today", date(2026, 5, 14), date(2026, 5, 12)),
        ("three days ago", date(2026, 5, 11), date(2026, 5, 8)),
        ("2 weeks ago", date(2026, 4, 30), date(2026, 4, 20)),
        ("a month ago", date(2026, 4, 14), date(2026, 3, 14)),
        ("last week", date(2026, 5, 4), date(2026, 5, 1)),
        ("this week", date(2026, 5, 16), date(2026, 5, 30)),
        ("last month", date(2026, 4, 1), date(2026, 3, 20)),
        ("this month", date(2026, 5, 31), date(2026, 4, 20)),
        ("last year", date(2025, 1, 1), date(2024, 12, 31)),
        ("this year", date(2026, 12, 31), date(2025, 12, 31)),
    ],
)
def test_what_is_meant(words: str, inside: date, outside: date) -> None:
    assert RELATIVE.search(f"It closed {words}.") or words == "today"
    first, last = days_meant(words, OWN) or (OWN, OWN)
    assert first <= inside <= last
    assert not first <= outside <= last


@given(st.dates(date(1000, 1, 1), date(9000, 12, 31)), st.integers(0, 99))
def test_any_day_can_be_counted_from(own: date, count: int) -> None:
    words = [
        "yesterday",
        "today",
        "last week",
        "this week",
        "last month",
        "this month",
        "last year",
        "this year",
    ]
    for said in [*words, *(f"{count} {unit}s ago" for unit in ("day", "week", "month"))]:
        first, last = days_meant(said, own) or (own, date.min)
        assert first <= last


def test_words_without_a_number_and_dates_that_are_none_say_nothing() -> None:
    assert days_meant("a few days ago", OWN) is None
    assert days_of(DateValue(2026, 2, 30), OWN) is None
    assert days_of(DateValue(quarter=2), OWN) is None
    assert days_of(DateValue(month=12, day=20), OWN) == (date(2025, 12, 20), date(2025, 12, 20))


def findings(when: str, *theirs: str, day: str = "2026-05-14") -> list[Finding]:
    text = "\n".join(theirs)
    evidence = EvidenceText(text, (Region(0, len(text), Label.VISIBLE),))
    source = EvidenceSource(1, "https://a.example/", "ab" * 32, Quality.OK, evidence)
    head = f"---\ntitle: News\ndate: {day}\nsources: [https://a.example/]\n---\n"
    article = read_article((head + STOPPED.format(when)).encode())
    return [one for one in trace(article, [source]).findings if one.rule == "relative-date-differs"]


def test_the_source_s_date_is_shown() -> None:
    (found,) = findings("yesterday", STOPPED.format("on 11 May 2026"))
    assert (found.found, found.expected) == ("yesterday", "11 May 2026")
    assert found.evidence[0].exact.startswith("The ferry Aurora stopped on 11 May 2026")


@pytest.mark.parametrize(
    "theirs",
    [
        STOPPED.format("on 13 May 2026"),
        STOPPED.format("yesterday, 11 May 2026,"),
        STOPPED.format("in May 2026"),
        "11 May 2026\n" + STOPPED.format("again"),
        "Published 11 May 2026: " + STOPPED.format("again"),
        "The operator of the line was founded on 11 May 2006.",
        STOPPED.format("on 11 May 2026") + "\n" + STOPPED.format("on 13 May 2026"),
    ],
)
def test_what_the_words_can_mean_is_right(theirs: str) -> None:
    assert findings("yesterday", theirs) == []


def test_without_a_day_of_its_own_the_article_says_nothing() -> None:
    theirs = STOPPED.format("on 11 May 2026")
    for day in ("", "soon", "0001-01-01", "9999-12-31", "2026-02-30"):
        assert findings("yesterday", theirs, day=f"'{day}'") == []
