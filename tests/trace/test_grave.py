"""Grave words: what counts as a claim, what a source may say instead, and where nothing is said."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copydesk.article import read_article
from copydesk.evidence import EvidenceSource, EvidenceText, Label, Region
from copydesk.noticed import Grave
from copydesk.report import Quality
from copydesk.trace.engine import trace_article
from copydesk.trace.grave_words import GROUPS

URL = "https://one.example/page"
WORDS = st.lists(
    st.sampled_from(
        [
            "died",
            "was killed",
            "sued",
            "the",
            "vaccine",
            ".",
            "\n",
            "“",
            "Tarn",
            "seizures",
            "é",
            "-",
            "arrested",
        ]
    )
).map(" ".join)
PAGE = (
    "The trial of the vaccine in Tarn goes on. Malaria is a cause of many deaths in the region. Four "
    "children in the vaccine group developed febrile seizures, and they all recovered within a week."
)


def found(body: str, page: str, hidden: str = "") -> tuple[Grave, ...]:
    regions = [Region(0, len(page), Label.VISIBLE)]
    if hidden:
        regions.append(Region(len(page) + 1, len(page) + 1 + len(hidden), Label.HIDDEN))
    text = EvidenceText(f"{page}\n{hidden}" if hidden else page, tuple(regions))
    article = read_article(f"---\ntitle: A day\nsources: [{URL}]\n---\n\n{body}\n".encode())
    return trace_article(article, [EvidenceSource(1, URL, "0" * 64, Quality.OK, text)])[1].grave


@pytest.mark.parametrize(
    "body",
    [
        "Four children in the vaccine group died of febrile seizures.",
        "The regulator halted the trial of the vaccine in Tarn.",
        "Hackers stole the records of the vaccine trial in Tarn.",
        "The investigators of the vaccine trial declined to comment.",
        "In the vaccine group the trial's head treated four children and his sister.",
    ],
)
def test_a_matter_that_no_source_speaks_of_is_noticed_at_its_word(body: str) -> None:
    (one,) = found(body, PAGE)
    assert one.text in body
    assert one.near is None or PAGE[one.near.start : one.near.end] == one.near.text


@pytest.mark.parametrize(
    ("body", "page"),
    [
        ("Two sailors died in the storm off Orl.", "Two sailors drowned in the storm off Orl, the coastguard said."),
        ("Ilse Brandt was fired as head of Nessa Rail.", "Ilse Brandt led Nessa Rail since 2019. She had to go in May; the board removed her."),
        ("The ferry firm sued the builder of the Alva.", "The ferry firm took the builder of the Alva to court on Monday, it said."),
        ("The song died down as the ferry left Orl.", "The song faded as the ferry left Orl, the paper said of the evening."),
        ("Passengers of the ferry are charged 14 crowns.", "Passengers of the ferry pay 14 crowns, the firm said of the new fares."),
        ("“They died of boredom,” the mate said of Orl.", "The mate spoke of a long evening at Orl, and of the rain that fell on it."),
        ("Tor Aas rows in his father's footsteps; his son Tor rows too.", "Tor Aas Jr. rows for the club of Orl, as Tor Aas did for it in his day."),
        ("The band Killed by Fog played at Orl.", "The band played at Orl for an hour, and it rained all the while on them."),
    ],
)  # fmt: skip
def test_other_words_for_it_other_senses_quotations_and_names_are_none(
    body: str, page: str
) -> None:
    assert found(body, page) == ()


def test_a_word_that_the_page_hides_bears_nothing_out() -> None:
    body = "Four children in the vaccine group died of febrile seizures."
    hidden = "Four children in the vaccine group died of febrile seizures."
    assert len(found(body, PAGE, hidden)) == 1


def test_a_source_in_another_language_is_not_judged_by_english_words() -> None:
    page = "Fyra barn i vaccingruppen fick feberkramper och avled senare på sjukhuset i Tarn under natten."
    assert found("Four children in the vaccine group died of febrile seizures.", page) == ()


def test_every_group_knows_its_own_claims_in_a_source_and_by_its_hints() -> None:
    samples = {
        "a death": "was killed", "an injury": "was injured", "an arrest": "arrested", "charges": "indicted",
        "a conviction": "convicted", "fraud": "fraud", "abuse": "harassment", "a lawsuit": "lawsuit",
        "a resignation or dismissal": "resigned", "a bankruptcy": "bankrupt", "layoffs": "laid off",
        "a stop or a ban": "was suspended", "a break-in or theft": "data breach", "violence": "was stabbed",
        "an apology": "apologised", "an acquittal": "acquitted", "a kidnapping": "kidnapped",
        "an investigation": "is investigating", "an evacuation": "evacuated",
        "a refusal to comment": "declined to comment", "a unanimous decision": "unanimously",
        "tax evasion": "tax evasion", "drug offences": "drug possession", "human trafficking": "human trafficking",
        "murder": "murdered", "robbery": "robbery", "arson": "arson", "espionage": "espionage",
        "treason": "treason", "perjury": "perjury", "extortion": "blackmailed", "insider trading": "insider trading",
        "terrorism": "terrorism", "plagiarism": "plagiarised", "house arrest": "house arrest",
        "a brother": "his brother", "a sister": "her younger sister", "a wife": "Brandt's wife",
        "a husband": "her husband", "a son": "their son", "a daughter": "his daughters", "a mother": "whose mother",
        "a father": "her father", "a cousin": "his cousin", "an uncle or aunt": "her aunt",
        "a nephew or niece": "his niece",
    }  # fmt: skip
    assert samples.keys() == {group.name for group in GROUPS}
    for group in GROUPS:
        said = samples[group.name]
        assert group.claim.search(said)
        assert group.held.search(said)
        assert any(hint in said for hint in group.hints)


@settings(max_examples=60)
@given(body=WORDS, page=WORDS)
def test_anything_may_be_read(body: str, page: str) -> None:
    assert isinstance(found(body.replace("---", ""), page), tuple)
