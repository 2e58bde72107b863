"""Rules about dates, case by case: what is found (between < and >) and what is near and not."""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.config import PolicyConfig
from copydesk.policy import apply

RELATIVE = [
    "It opened <yesterday> and closes <tomorrow>.",
    "It opens <tonight>. It opened <last night> and <this morning>.",
    "<Last week> it rained; <next weekend> it will not. <This week> is dry.",
    "It closed <last Friday> and opens <next Tuesday>.",
    "The firm announced <today> a new boat. The mayor said so <earlier today>.",
    "The firm said it <today>. <Today>, announced the mayor, it sails.",
    "It sank <three days ago>, <a few hours ago> or <2 weeks ago>.",
    "It opened [<yesterday>](https://a.example/).",
    # near, and none
    "It is widely used today, and today's boats are fast. Boats today are fast.",
    "It opened yesterday, 12 May 2026. It closed last Friday (8 May).",
    "On 2026-05-12, last Tuesday, it opened.",
    "“We open tomorrow,” the mayor said. 'Not this week', said the crew.",
    "> We open tomorrow.",
    "Run `yesterday` first.",
    "The last weekly boat and the next weekender. It lasts this weekday.",
    "The yesterdays of Pier 3.",
    "Universe Today reported it. USA Today too.",
]  # fmt: skip

PERIODS = [
    "Fares rise <next year>, after <last month> and <this quarter>.",
    "It opened <last summer>. Earlier <this year> it closed.",
    # near, and none
    "“Next year will be hard,” she said.",
    "Within the last months and the next years it will.",
    "It opened fifty years ago and costs more than a year ago.",
    "The first month of 2027; the year 2026; summer 2026.",
]

WEEKDAYS = [
    "The council met on <Monday> and on <Tuesday>.",
    "The mayor said <Thursday> that it is dry.",
    "It met on Monday, 11 May 2026. It voted on <Friday>.",
    # near, and none
    "The council met on Monday, 11 May. It met on May 12, a Tuesday; on Friday, May 15, it votes.",
    "Boats run on Mondays and Fridays. Monday is quiet.",
    "“We met on Monday,” she said.",
    "It met on Monday (2026-05-11).",
    "It met on Monday, 11 May 2026. On Monday it also voted, and on <Sunday> it slept.",
]


def marked(rule_id: str, text: str) -> str:
    head = ">" if text.startswith("> ") else ""
    body = head + text[len(head) :].replace("<", "").replace(">", "")
    findings = apply(read_article(body.encode()), (), (), PolicyConfig())
    for item in reversed([item for item in findings if item.rule == rule_id]):
        body = f"{body[: item.start]}<{body[item.start : item.end]}>{body[item.end :]}"
    return body


@pytest.mark.parametrize("text", RELATIVE)
def test_relative_date(text: str) -> None:
    assert marked("relative-date", text) == text


@pytest.mark.parametrize("text", PERIODS)
def test_relative_period(text: str) -> None:
    assert marked("relative-period", text) == text


@pytest.mark.parametrize("text", WEEKDAYS)
def test_weekday_without_date(text: str) -> None:
    assert marked("weekday-without-date", text) == text
