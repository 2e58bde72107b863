"""What is one finding: the figures of a sentence or a passage that have one fault, and what rests on
a source that could not be read.
"""

from __future__ import annotations

from policy_cases import SHA, source, specific

from copydesk.article import read_article
from copydesk.config import CategoryRule, PolicyConfig
from copydesk.policy import apply
from copydesk.report import Finding

CONFIG = PolicyConfig(categories={"Note": CategoryRule(min_words=0, max_words=99, min_sources=1)})
ARTICLE = read_article(
    b"""---
title: The ferry
category: Note
sources: [https://a.example/, https://b.example/]
---
It carried 4,200 people and 310 dogs [1]. In 1998 it sank [1]. The Skua 7 towed it.

It was raised after 88 days. It cost 96 crowns.
"""
)
OK = ("ok", SHA)


def check(*specifics: dict[str, object], states: tuple[object, ...] = (OK, OK)) -> list[Finding]:
    items = tuple(
        specific(
            ARTICLE,
            n,
            {
                "field": "body",
                "kind": "number",
                "status": "untraced",
                "cited": [1],
                "value": {},
                "reason": "",
                **item,
            },
        )
        for n, item in enumerate(specifics, 1)
    )
    sources = tuple(
        source(n, f"https://{'ab'[n - 1]}.example/", quality=quality, sha256=sha256, reason="")
        for n, (quality, sha256) in enumerate(states, 1)  # type: ignore[misc]
    )
    return list(apply(ARTICLE, sources, items, CONFIG))


def of(rule: str, findings: list[Finding]) -> list[tuple[int, ...]]:
    return [one.specifics for one in findings if one.rule == rule]


def test_the_untraced_figures_of_a_sentence_are_one_finding() -> None:
    found = check({"text": "4,200"}, {"text": "310"}, {"text": "1998", "kind": "date"})
    assert of("specific-untraced", found) == [(1, 2), (3,)]
    first = next(one for one in found if one.rule == "specific-untraced")
    assert "“310”" in first.message
    assert "sentence" in first.message


def test_those_of_a_passage_that_cites_nothing_are_one() -> None:
    found = check({"text": "88", "cited": []}, {"text": "96", "cited": []})
    assert of("specific-untraced", found) == [(1, 2)]


def test_the_misattributed_figures_of_a_passage_are_one() -> None:
    wrong = {"status": "misattributed", "exact": "x", "source": 2}
    found = check({"text": "4,200", **wrong}, {"text": "1998", "kind": "date", **wrong})
    assert of("specific-misattributed", found) == [(1, 2)]


def test_what_cites_an_unreadable_source_could_not_be_checked_wherever_else_it_stands() -> None:
    wrong = {"status": "misattributed", "exact": "x", "source": 2}
    found = check({"text": "4,200", **wrong}, states=(("blocked", SHA), OK))
    assert of("specific-misattributed", found) == []
    assert of("specific-unverifiable", found) == [(1,)]
    said = next(one.message for one in found if one.rule == "specific-unverifiable")
    assert "not cited there holds “4,200”" in said


def test_the_name_of_a_model_is_a_name() -> None:
    model = {"text": "Skua 7", "kind": "identifier", "value": {"scheme": "model", "id": "skua 7"}}
    assert of("specific-untraced", check(model)) == []
    assert of("name-untraced", check(model)) == [(1,)]
    rfc = {"text": "Skua 7", "kind": "identifier", "value": {"scheme": "rfc", "id": "7"}}
    assert of("specific-untraced", check(rfc)) == [(1,)]
