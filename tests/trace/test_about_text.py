"""Sentences about a text are told by their grammar from sentences about the world."""

from __future__ import annotations

import time

import pytest

from copydesk.trace.about_text import TextTalk

NOTHING_ABOUT_THE_WORLD = (
    "Here is a short overview of the report, with its main findings:",
    "Here’s what the letter says in brief:",
    "Below are the main points of the document.",
    "The council decided on three things:",
    "The passage does not mention who paid for the bridge.",
    "No reason for the closure is given in the article.",
    "Nothing about the crew is stated in this text.",
    "Note that only the figures of the first table were used.",
)
FRAMED = {
    "The article describes how fishermen lost the northern banks.": "The article describes",
    "This document contains an offer to both ferry operators.": "This document contains",
    "In the end, the passage concludes that the harbour must close.": (
        "In the end, the passage concludes"
    ),
    "The second episode also explores the island’s lost trades.": (
        "The second episode also explores"
    ),
    "The author recommends a longer pier for the island.": "The author recommends",
}
ABOUT_THE_WORLD = (
    "The author was arrested at the ferry terminal on Monday.",
    "The article of the treaty was repealed by the senate.",
    "The harbour report blames late permits for the delay.",
    "The study found no link between noise and the loss of seals.",
    "The regulator has not approved the merger of both operators.",
    "The peace talks include all five parties of the coast.",
    "Hosts of the summit discussed a new route.",
    "It includes a clause on the winter timetable.",
)


@pytest.mark.parametrize("sentence", NOTHING_ABOUT_THE_WORLD)
def test_what_only_speaks_of_the_text_is_empty(sentence: str) -> None:
    assert TextTalk().read(sentence).empty


@pytest.mark.parametrize(("sentence", "frame"), FRAMED.items())
def test_the_frame_is_told_from_what_it_holds(sentence: str, frame: str) -> None:
    about = TextTalk().read(sentence)
    assert not about.empty
    assert sentence[: about.frame] == frame


@pytest.mark.parametrize("sentence", ABOUT_THE_WORLD)
def test_a_sentence_about_the_world_has_no_frame(sentence: str) -> None:
    about = TextTalk().read(sentence)
    assert not about.empty
    assert about.frame == 0


def test_a_pronoun_goes_on_speaking_of_the_text_until_something_else_is_the_subject() -> None:
    talk = TextTalk()
    assert talk.read("The interview covers the storm of last winter.").frame
    assert talk.read("It also includes memories of the lost pier.").frame
    assert not talk.read("The pier was rebuilt in spring.").frame
    assert not talk.read("It includes a lift for wheelchairs.").frame


def test_a_line_break_within_the_frame_leaves_the_offsets() -> None:
    sentence = "The whole\narticle describes a harbour."
    assert sentence[: TextTalk().read(sentence).frame] == "The whole\narticle describes"


@pytest.mark.parametrize(
    "text",
    ["The " + "very " * 40_000, "the passage " * 20_000, "no " * 60_000, "A b, " * 40_000],
    ids=["adverbs", "nouns", "denials", "openings"],
)
def test_long_sentences_take_no_time(text: str) -> None:
    begun = time.perf_counter()
    TextTalk().read(text)
    assert time.perf_counter() - begun < 2
