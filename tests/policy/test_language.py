"""Rules about wording, case by case: what is found (between < and >) and what is near and not."""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.config import CategoryRule, PolicyConfig
from copydesk.policy import apply
from copydesk.report import FieldName

CONFIG = PolicyConfig(
    categories={"": CategoryRule(min_words=0, max_words=9999, min_sources=0)},
    loaded_words=("synergy", "win  win"),
)


def marked(rule_id: str, body: str) -> str:
    findings = [
        item for item in apply(read_article(body.encode()), (), (), CONFIG) if item.rule == rule_id
    ]
    for item in reversed(findings):
        assert item.field is FieldName.BODY
        body = f"{body[: item.start]}<{body[item.start : item.end]}>{body[item.end :]}"
    return body


AI = [
    "<As an AI language model, I> cannot say.",
    "<As an AI, I> have no view, and <as an artificial intelligence I> never will.",
    "<As a large language model, I> cannot say.",
    "Sorry, <I am an AI> and cannot say. <I’m just a language model>.",
    "That is after <my knowledge cutoff>. <As of my last update>, it stood.",
    "<I cannot access the internet> from here. <I don't have access to real-time> figures.",
    # near, and none
    "It is used as an air taxi, as an aide and as an AIDS test.",
    "The firm began as an AI research laboratory. As an AI company, it hires.",
    "It is sold as an AI assistant. It acts as an AI model for ships.",
    "As an AI assistant, Pilot sits on the bridge. As an AI, Pilot is not a person.",
    "“As an AI language model, I cannot say,” the terminal replied.",
    'The terminal replied "I am an AI" and stopped.',
    "The prompt began `As an AI language model, I` and went on.",
    "> As an AI language model, I cannot say.",
    "```\nAs an AI language model, I cannot say.\n```",
    "The firm said its training data and its knowledge cutoff are secret.",
    "The island has no access to the internet.",
]

CHAT = [
    "The boats run <turn2search11>. And <oaicite> too.",
    "So it is.<【12†source】> And <【3:1†a.md】>.",
    "<Certainly! Here is> the article.",
    "<Sure, here's> a draft.",
    "<Here is the revised draft> of it.",
    "<Here’s a rewritten> text.",
    "So it ends. <I hope this helps>!",
    "<Let me know if you'd like> more.",
    # near, and none
    "Here is the timetable. It is a draft law that passed.",
    "Certainly, the boats run. Sure enough, here they are.",
    "“I hope this helps,” the mayor said. “Let me know if you need more.”",
    "The turn 2 search went on. Use `oaicite` there.",
]  # fmt: skip

PLACEHOLDERS = [
    "<TODO>: ask the union.",
    "The cost is open (<TODO>) and so is <FIXME>: this.",
    "It cost <[TK]> crowns, <TKTK> in all.",
    "It cost <$XX million> or <XX%>, <XXX percent> of it.",
    "So it was <[citation needed]>. So <[Citation Needed]>.",
    "The mayor <[insert name of the mayor]> spoke on <[date]>.",
    "Dear <{{ reader }}>, <Lorem ipsum> dolor.",
    "By <[Your Name]>, for <[placeholder]>.",
    # near, and none
    "The crew keeps a TODO list and its todo: boats.",
    "Super Bowl XX was won by 46 points. Louis XX reigned 20 percent less.",
    "“It cost XX million,” the letter said.",
    "Use `{{ name }}` and `[TODO]` and `XX%`.",
    "He wrote [sic] and [the mayor] and [...] in it.",
    "The airline TK flies there. The TK-421 sails.",
    "The [date](https://a.example/) is open, and so is the [name](https://b.example/).",
]

LOADED = [
    "The <shocking> and <game-changing> pier was <slammed>.",
    "<Stunning> views. <Needless  to say>, they sell.",
    "A <synergy> of boats; a <win win>.",
    "It is an *<incredible>* pier, an **<incredible>** one.",
    # near, and none
    "It was a non-shocking, unshocking, shockingness-free pier.",
    "The Islamic Revolutionary Guard and the Stunning Point pier.",
    "“A shocking pier,” she said; 'a stunning one', he said.",
    "> A shocking pier.",
    "The `shocking` flag.",
    "He slammed-dunked; the islam of slamming.",
]


@pytest.mark.parametrize("text", AI)
def test_ai_self_reference(text: str) -> None:
    assert marked("ai-self-reference", _plain(text)) == text


@pytest.mark.parametrize("text", CHAT)
def test_chat_residue(text: str) -> None:
    assert marked("chat-residue", _plain(text)) == text


@pytest.mark.parametrize("text", PLACEHOLDERS)
def test_placeholder(text: str) -> None:
    assert marked("placeholder", _plain(text)) == text


@pytest.mark.parametrize("text", LOADED)
def test_loaded_word(text: str) -> None:
    assert marked("loaded-word", _plain(text)) == text


def _plain(text: str) -> str:
    """The text without the expectation's marks; a line that begins with > is a block quote."""
    head = ">" if text.startswith("> ") else ""
    return head + text[len(head) :].replace("<", "").replace(">", "")


def test_every_table_holds_hits_and_near_misses() -> None:
    for table in (AI, CHAT, PLACEHOLDERS, LOADED):
        hits = [text for text in table if "<" in text]
        assert 3 <= len(hits) < len(table)
