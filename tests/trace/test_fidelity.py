"""Hedges, actors, sweeping words and silences: what the trace notices of them, and what it leaves alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copydesk.article import read_article
from copydesk.evidence import EvidenceSource, EvidenceText, Label, Region, read_evidence
from copydesk.noticed import Noticed
from copydesk.report import Quality
from copydesk.trace.absences import read_silences
from copydesk.trace.engine import trace_article
from copydesk.trace.hedges import Kind, hedges_of
from copydesk.trace.scopes import keeps_scope
from copydesk.trace.words import tokenise

URL = "https://one.example/page"


def noticed(title: str, body: str, *pages: str, hidden: str = "") -> Noticed:
    urls = [f"https://source{number}.example/" for number in range(1, len(pages) + 1)]
    listed = "".join(f"- {url}\n" for url in urls)
    text = f"---\ntitle: {title!r}\nsources:\n{listed}---\n{body}\n"
    sources = []
    for number, page in enumerate(pages, 1):
        regions = [Region(0, len(page), Label.VISIBLE)]
        if hidden:
            regions.append(Region(len(page) + 1, len(page) + 1 + len(hidden), Label.HIDDEN))
        whole = EvidenceText(f"{page}\n{hidden}" if hidden else page, tuple(regions))
        sources.append(EvidenceSource(number, urls[number - 1], "0" * 64, Quality.OK, whole))
    return trace_article(read_article(text.encode()), sources)[1]


def kinds(text: str) -> list[tuple[str, str]]:
    return [(one.kind.value, one.word) for one in hedges_of(text, tokenise(text).words)]


HEDGES = {
    "may": ("The firm may buy the yard.", ("modality", "may")),
    "plans to": ("The firm plans to buy the yard.", ("modality", "plans to")),
    "a proposed thing": ("The proposed ban covers boats.", ("modality", "proposed")),
    "a bill would": ("The bill would cap rents.", ("modality", "bill would")),
    "unless": ("The library closes unless the county pays.", ("condition", "unless")),
    "subject to consent": ("It merges, subject to the board's consent.", ("condition", "subject to")),
    "alleges": ("The suit alleges fraud by the firm.", ("attribution", "alleges")),
    "unnamed people": (
        "It was rejected, according to two officials.", ("attribution", "according to two officials"),
    ),
    "in mice": ("It worked in mice last year.", ("scope", "in mice")),
    "a beta": ("The beta version is fast.", ("scope", "beta version")),
}  # fmt: skip


@pytest.mark.parametrize(("text", "found"), HEDGES.values(), ids=HEDGES)
def test_a_hedge_is_seen(text: str, found: tuple[str, str]) -> None:
    assert found in kinds(text)


NONE = {
    "the month of May": "The ferry runs from 3 May. In May it is full.",
    "if for whether": "They want to know if stocks recover.",
    "even if": "It sails even if few are aboard.",
    "if for whether, of what is told": "They cannot tell if it will last.",
    "a post taken on": "She came in May, assuming the post of director.",
    "to the reader": "Write to us if you have questions.",
    "states are subject to a tax": "Imports are subject to a tax of 4%.",
    "pending cases": "The court has 40 pending cases.",
    "insurance claims": "Storm claims rose to 4,000.",
    "mice in a kitchen": "Inspectors found mice there.",
    "a trial in court": "He spoke in the trial before the judge and the court.",
}


@pytest.mark.parametrize("text", NONE.values(), ids=NONE)
def test_what_only_looks_like_a_hedge_is_none(text: str) -> None:
    assert [one for one in kinds(text) if one[0] != "modality" or one[1].lower() == "may"] == []


def test_a_scope_is_kept_by_any_word_for_it() -> None:
    assert keeps_scope("animals", "An animal study of beetroot")
    assert not keeps_scope("animals", "A study of beetroot")


PAGE = (
    "Orrin Foods may buy the chain Lark Bakeries for 90 million crowns, people close to it said. "
    "The bakeries have forty shops. Nobody has signed anything."
)


def test_the_passage_and_the_body_that_keeps_it_stand_beside_a_dropped_hedge() -> None:
    body = "Talks are under way.\n\nOrrin Foods may buy the chain Lark Bakeries, it seems."
    (one,) = noticed("Orrin Foods buys Lark Bakeries", body, PAGE).dropped
    assert (one.kind, one.word) == ("modality", "may")
    assert PAGE[one.near.start : one.near.end] == one.near.text
    assert one.kept.startswith("Orrin Foods may buy")


@pytest.mark.parametrize(
    ("title", "drops"),
    [
        ("Council votes for talks; Orrin Foods buys Lark Bakeries", True),
        ("Orrin Foods buys Lark Bakeries – a plan for bread prices follows", True),
        ("Council votes; Orrin Foods may buy Lark Bakeries", False),
        ("Orrin Foods plans talks and buys Lark Bakeries", False),
    ],
)
def test_a_word_of_possibility_serves_its_own_statement_only(title: str, drops: bool) -> None:
    assert bool(noticed(title, "It is so.", PAGE).dropped) is drops


def test_a_source_that_states_it_flatly_clears_the_title() -> None:
    flat = "Orrin Foods buys the chain Lark Bakeries for 90 million crowns, both said on Friday."
    assert noticed("Orrin Foods buys Lark Bakeries", "It is so.", PAGE, flat).dropped == ()


def test_what_a_page_hides_hedges_nothing() -> None:
    flat = "Lark Bakeries has forty shops. Orrin Foods sells bread and buys flour in autumn."
    assert noticed("Orrin Foods buys Lark Bakeries", "It is so.", flat, hidden=PAGE).dropped == ()


def test_the_body_below_the_lead_is_not_asked() -> None:
    body = "Talks are under way.\n\nOrrin Foods buys Lark Bakeries for 90 million crowns."
    assert noticed("News of bread", body, PAGE).dropped == ()


LONG = (
    "In a letter to its members the union of nurses, which has 40,000 of them in nine counties, wrote "
    "that hospitals could close two wards at Senn in autumn."
)


def test_a_long_sentence_is_bound_by_the_words_around_the_verb() -> None:
    lead = (
        "The county's budget, which was passed on Monday after a debate of nine hours, has less for "
        "roads, and hospitals close two wards at Senn in autumn as costs rise."
    )
    (one,) = noticed("Budget of the county", lead, LONG).dropped
    assert one.word == "could"


SWAPS = {
    "the other way round": ("Lark Bakeries acquires Orrin Foods", 1),
    "as the source": ("Orrin Foods acquires Lark Bakeries", 0),
    "a passive": ("Lark Bakeries acquired by Orrin Foods", 0),
    "an act of both": ("Lark Bakeries meets Orrin Foods", 0),
}


@pytest.mark.parametrize(("title", "number"), SWAPS.values(), ids=SWAPS)
def test_names_that_changed_places_are_noticed(title: str, number: int) -> None:
    page = "Orrin Foods acquires Lark Bakeries for 90 million crowns, the notice says."
    assert len(noticed(title, "The deal is done.", page).renamed) == number


SILENCES = {
    "a paper": ("The paper does not say how many took part.", "how many took part"),
    "a person": ("The firm did not comment on the leak.", "the leak"),
    "no date": ("The statement gives no date for it.", "date for it"),
    "a passive": ("The price was not disclosed.", "The price"),
    "no source": ("No source says who pays.", "who pays"),
    "declined": ("He declined to say who pays.", "who pays"),
}


@pytest.mark.parametrize(("text", "asked"), SILENCES.values(), ids=SILENCES)
def test_a_claim_of_silence_is_read_with_what_is_asked(text: str, asked: str) -> None:
    assert [one.asked for one in read_silences(text)] == [asked]


@pytest.mark.parametrize(
    "text",
    [
        "The ferry does not run on Sunday.",
        "The town has not given up the fight.",
        "“The report does not say who signed,” the mayor said.",
    ],
)
def test_a_denial_of_a_fact_or_of_somebody_else_is_no_silence(text: str) -> None:
    assert list(read_silences(text)) == []


def test_what_is_said_to_be_unsaid_is_looked_for_in_the_whole_text() -> None:
    page = "The study is long. " * 400 + "In total 412 nurses took part in the study."
    body = "The study is out. [The paper](https://source1.example/) does not say how many nurses took part."
    (one,) = noticed("A study of nurses", body, page).absent
    assert one.found is not None
    assert "412 nurses" in one.found.text


def test_what_another_source_says_refutes_no_silence_of_this_one() -> None:
    body = (
        "It is out. [The paper](https://source1.example/) does not say how many nurses took part."
    )
    other = "In total 412 nurses took part in the study."
    (one,) = noticed("A study of nurses", body, "The paper is short.", other).absent
    assert one.found is None
    assert one.sources == (1,)


def test_a_source_that_says_there_is_none_bears_the_silence_out() -> None:
    body = "It is out. [The notice](https://source1.example/) lists no backlight of the keyboard."
    (one,) = noticed("A new laptop", body, "It has no keyboard backlight and a slower disk.").absent
    assert one.found is None
    assert one.stated is not None


def test_most_is_less_than_all_and_some_source_may_say_all() -> None:
    body = "All schools of Marden stay closed on Monday."
    most, every = (f"{word} schools of Marden stay closed on Monday." for word in ("Most", "All"))
    (one,) = noticed("Snow", body, most).sweeping
    assert one.weaker == "Most"
    (one,) = noticed("Snow", body, most, every).sweeping
    assert (one.weaker, one.near is not None) == ("", True)


WORDS = st.sampled_from(
    [
        "may",
        "could",
        "plans",
        "to",
        "if",
        "unless",
        "according",
        "all",
        "every",
        "never",
        "none",
        "the",
        "paper",
        "does",
        "not",
        "say",
        "who",
        "how",
        "many",
        "nurses",
        "in",
        "mice",
        "beta",
        ",",
        ".",
        "“",
        "”",
        "(",
        ")",
        "—",
        "42",
        "%",
        "Orrin",
        "Foods",
        "buys",
        "Lark",
        "by",
        "was",
        "been",
        "\n",
        "-",
        "'",
        "é",
    ]
)
TEXTS = st.lists(WORDS, max_size=60).map(" ".join)


@settings(max_examples=60, deadline=None)
@given(TEXTS, TEXTS, TEXTS)
def test_no_text_breaks_it_and_every_place_is_within_its_text(
    title: str, body: str, page: str
) -> None:
    flat = " ".join(title.split()).replace("'", "")
    text = f"---\ntitle: '{flat}'\nsources: [{URL}]\n---\n{body}\n".encode()
    article = read_article(text)
    evidence = read_evidence(page.encode(), media_type="text/plain")
    source = EvidenceSource(1, URL, "0" * 64, Quality.OK, evidence)
    seen = trace_article(article, [source])[1]
    for one in (*seen.dropped, *seen.renamed, *seen.sweeping, *seen.absent):
        assert 0 <= one.start < one.end <= len(article.field(one.field).text)
    shown = [one.near for one in (*seen.dropped, *seen.renamed, *seen.sweeping) if one.near]
    shown += [near for one in seen.absent for near in (one.stated, one.found) if near]
    for near in shown:
        assert evidence.text[near.start : near.end] == near.text


def test_every_kind_of_hedge_has_a_case() -> None:
    assert {found[0] for _, found in HEDGES.values()} == {kind.value for kind in Kind}


CONDITIONS = {
    "of the statement": ("The town buys the mill if the bank lends the money.", True),
    "told first": ("If the bank lends the money, the town buys the mill by the river.", True),
    "as long as, of a state": ("The town buys the mill as long as the bank lends the money.", True),
    "of another statement": ("The town buys the mill, and it will buy the weir if it can.", False),
    "of another, of things": ("The town buys the mill, and mills can turn if it rains.", False),
    "of the statement before": ("It sells the weir if it can, and the town buys the mill.", False),
    "of an aside": ("The town buys the mill, which will be a school if the bank lends.", False),
    "of what would have been": (
        "The town buys the mill, and would have fallen if it had not.",
        False,
    ),
    "a length compared": (
        "The town buys the mill for nine years, as long as it had before.",
        False,
    ),
    "a number of years": ("The town buys the mill after talks as long as two years.", False),
}


@pytest.mark.parametrize(("page", "drops"), CONDITIONS.values(), ids=CONDITIONS)
def test_a_condition_is_dropped_from_its_own_statement_only(page: str, drops: bool) -> None:
    found = noticed("Town buys the mill", "It is so.", page).dropped
    assert [one.kind for one in found] == ["condition"] * drops


KEPT = {
    "a month": ("Town buys the mill in May", True),
    "a possibility": ("Town may buy the mill in autumn", False),
    "a length of time": ("Town buys the mill after nine days", True),
    "an event": ("Town buys the mill after a loan", False),
}


@pytest.mark.parametrize(("title", "drops"), KEPT.values(), ids=KEPT)
def test_a_month_and_a_length_of_time_keep_no_condition(title: str, drops: bool) -> None:
    page = "The town buys the mill in May or autumn, nine days later, if the bank lends the money."
    found = noticed(title, "It is so.", page).dropped
    assert ("condition" in [one.kind for one in found]) is drops
