"""Names: other forms of one name, near misses, and what a source does not bear out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from copydesk.report import Specific
from copydesk.trace.name_forms import forms, one_spelling

Run = Callable[..., tuple[Specific, ...]]

PAGE = (
    "The yard of Bronfield Marine lies in west Norwegian waters, at Sund.\n"
    "Manager Oda Brekke joined Nordhavn from Lindholm in May. Under manager Per Lie the team of\n"
    "Lindholm lost two matches, and Bronfield paid for the journey, as Bronfield had before.\n"
    "The Bank of Norway kept its rate. A report on trade with Chile came out as well.\n"
    "The Harbour Centre is run by the Maritime Safety Board (MSB). Tolve read English there.\n"
    "The Ministry of Fisheries agreed. Few know Bronfield and its past. Visitors of the Winter Championships met the European Parliament in Sund.\n"
)

# The text, the name in it, its status.
NAMES = [
    ("The yard lies in Western Norway, they say.[1]", "Western Norway", "traced"),
    ("She came from Lindholm FC in spring.[1]", "Lindholm FC", "traced"),
    ("They bought it from Bronfield Marine Ltd in May.[1]", "Bronfield Marine Ltd", "traced"),
    ("Defender Oda Brekke joined in May.[1]", "Defender Oda Brekke", "traced"),
    ("A student was J.R. Tolve, of English.[1]", "J.R. Tolve", "traced"),
    ("It stands beside the Harbor Center there.[1]", "Harbor Center", "traced"),
    ("They came to the Winter Championship in May.[1]", "Winter Championship", "traced"),
    ("They met the EU Parliament in Sund.[1]", "EU Parliament", "traced"),
    ("The rate of the Bank of Chile was kept.[1]", "Bank of Chile", "unbound"),
    ("It is run by the Maritime Sefety Board now.[1]", "Maritime Sefety Board", "contradicted"),
    ("We met Oda Brreke in May.[1]", "Oda Brreke", "contradicted"),
    ("We met Oda Brukka in May.[1]", "Oda Brukka", "unbound"),
    ("They met the Chilean Parliament in Sund.[1]", "Chilean Parliament", "unbound"),
    (
        "It is Sund-backed Bronfield Marine that lies there.[1]",
        "Sund-backed Bronfield Marine",
        "traced",
    ),
    ("It was said by the Fisheries Ministry.[1]", "Fisheries Ministry", "traced"),
    ("It was said by the Ministry of Trade.[1]", "Ministry of Trade", "unbound"),
    ("She came from Kvale FC in spring.[1]", "Kvale FC", "untraced"),
    ("They saw Norwegian Lindgren at work.[1]", "Norwegian Lindgren", "unbound"),
]


@pytest.mark.parametrize(("body", "name", "status"), NAMES, ids=[case[1] for case in NAMES])
def test_name(run: Run, body: str, name: str, status: str) -> None:
    (one,) = [one for one in run(body, PAGE) if one.text == name]
    assert one.status.value == status, one.reason


# Where capitals say nothing, a word is only noticed when it is a name with a slip in it.
SLIPS = [
    ("They met Bronfield in May.\n\n## Bronfeild Pays\n\nIt paid.[1]", "Bronfeild"),
    ("They met Bronfield in May.[1] Brofnield's yard is at Sund.[1]", "Brofnield"),
    ("It paid for a journey [1].\n\nBonfield paid for the journey.[1]", "Bonfield"),
]


@pytest.mark.parametrize(("body", "word"), SLIPS, ids=[case[1] for case in SLIPS])
def test_slip_where_capitals_say_nothing(run: Run, body: str, word: str) -> None:
    (one,) = [one for one in run(body, PAGE) if one.text == word]
    assert one.status.value == "contradicted"
    assert "Bronfield" in one.reason


def test_slip_in_a_title(run: Run) -> None:
    found = run("They met Bronfield in May.[1]", PAGE, title="Bronfielt Pays for a Journey")
    assert not [one for one in found if one.text == "Bronfielt"], "another ending is another form"
    found = run("They met Bronfield in May.[1]", PAGE, title="Brnofield Pays for a Journey")
    assert [one.status.value for one in found if one.text == "Brnofield"] == ["contradicted"]


@pytest.mark.parametrize("word", ["Fielding", "Journeys", "Marine", "Pairs", "Visitor", "Walter"])
def test_a_word_is_no_slip(run: Run, word: str) -> None:
    body = f"They met Bronfield in May [1].\n\n{word} met them there [1]."
    assert all(one.text != word for one in run(body, PAGE))


def test_acronym_does_not_stand_for_a_misspelt_name(run: Run) -> None:
    found = run("The Maritime Safety Baord (MSB) came.[1]", PAGE)
    (one,) = [one for one in found if one.text == "Maritime Safety Baord"]
    assert one.status.value == "contradicted"


def test_a_line_set_like_a_headline_names_nothing_by_its_capitals(run: Run) -> None:
    assert not run("**The Visitor Backlash**\n\nThey met in May [1].", PAGE)[:-1]
    assert "Visitor Backlash" in {
        one.text for one in run("They met the Visitor Backlash [1].", PAGE)
    }


@pytest.mark.parametrize(
    ("one", "other"),
    [("organisation", "organization"), ("harbour", "harbor"), ("centre", "center"),
     ("defence", "defense"), ("programme", "program"), ("analysed", "analyzed")],
)  # fmt: skip
def test_two_spellings_of_english(one: str, other: str) -> None:
    assert one_spelling(one) == one_spelling(other)


def test_a_country_and_its_people_are_forms_of_each_other() -> None:
    assert "libyan" in forms("libya")
    assert "libya" in forms("libyans")
    assert "oman" not in forms("roman")
