"""Standing and attribution through the whole engine: what a newsroom adds, what falls back, near misses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from copydesk.article import read_article
from copydesk.config import CategoryRule, PolicyConfig, changed
from copydesk.errors import ConfigError
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.policy.pages import is_preprint, is_record, is_release, is_study, on_site
from copydesk.policy.status_words import STANDINGS, standing
from copydesk.policy.whole_pages import is_self_published
from copydesk.report import Finding, Quality
from copydesk.trace import trace

GAZETTE, NOTICE = "https://gazette.example/cuts", "https://harbour.example/notice"
PLAIN = PolicyConfig(
    categories={"Note": CategoryRule(min_words=0, max_words=900, min_sources=1)},
    title_min=0,
    summary_min=0,
)


def findings(
    body: str,
    pages: dict[str, str],
    config: PolicyConfig = PLAIN,
    title: str = "The ferry firm and its plans",
    quality: Quality = Quality.OK,
    links: tuple[str, ...] = (),
) -> list[Finding]:
    """Those of a check whose first source has ``quality`` and ``links``."""
    listed = "".join(f"- {url}\n" for url in pages)
    head = f"---\ntitle: {title}\nsummary: What was made known.\ncategory: Note\n"
    article = read_article(f"{head}sources:\n{listed}---\n{body}\n".encode(), "a.md")
    sources = [
        EvidenceSource(
            number,
            url,
            str(number) * 64,
            quality if number == 1 else Quality.OK,
            EvidenceText(
                text,
                (Region(0, len(text), Label.VISIBLE),),
                signals=tuple(("link", one) for one in links if number == 1),
            ),
        )
        for number, (url, text) in enumerate(pages.items(), 1)
    ]
    return list(trace(article, sources, policy=config).findings)


def rules(found: list[Finding]) -> set[str]:
    return {one.rule for one in found}


CUT = "The ferry firm has plans.\n\nThe firm will cut 1,240 jobs, [the Gazette]({}) reports."


def test_a_newsroom_adds_phrases_of_sources_and_words_of_its_own() -> None:
    pages = {GAZETTE: "The firm will cut 1,240 jobs, people in the room said."}
    body = CUT.format(GAZETTE)
    assert "anonymous-unlabelled" not in rules(findings(body, pages))
    marked = changed(PLAIN, status_marks={"anonymous": ["people in the room"]})
    assert "anonymous-unlabelled" in rules(findings(body, pages, marked))
    labelled = changed(marked, status_labels={"anonymous": ["the Gazette reports"]})
    assert "anonymous-unlabelled" not in rules(findings(body, pages, labelled))


def test_a_standing_that_there_is_not_is_refused() -> None:
    with pytest.raises(ConfigError, match="status_marks"):
        changed(PLAIN, status_marks={"rumour": ["they say"]})


@pytest.mark.parametrize("name", STANDINGS)
def test_added_phrases_are_no_patterns(name: str) -> None:
    words = standing(name, ("what (they .* say",), ("so+ called",))
    assert words.marked("It is what (they .* say of it.") == "" or "what (they" in words.marked(
        "It is what (they .* say of it."
    )
    assert words.labels.search("a sooo called thing") is None


def test_the_sentence_that_bears_it_out_is_shown() -> None:
    pages = {GAZETTE: "The firm will cut 1,240 jobs, according to people familiar with the plan."}
    (one,) = [
        one for one in findings(CUT.format(GAZETTE), pages) if one.rule == "anonymous-unlabelled"
    ]
    assert [place.exact for place in one.evidence] == ["1,240"]
    assert "people familiar with the" in one.message


SOLD = f"The firm was sold for $640 million, [the Gazette]({GAZETTE}) says.\n\nIt has [boats]({NOTICE})."
BOATS = {GAZETTE: "Access denied", NOTICE: "The firm has boats, and has had boats since 1911."}


def test_a_refused_page_is_one_error_and_not_also_an_untraced_figure() -> None:
    found = findings(SOLD, BOATS, title="Firm is sold for $640 million", quality=Quality.BLOCKED)
    about = [one for one in found if "$640 million" in one.message]
    assert [one.rule for one in about] == ["headline-source-unread"]


def test_where_that_rule_is_off_the_others_speak_again() -> None:
    off = replace(PLAIN, disabled=("headline-source-unread",))
    found = findings(
        SOLD, BOATS, off, title="Firm is sold for $640 million", quality=Quality.BLOCKED
    )
    assert {"specific-untraced", "specific-unverifiable"} <= rules(found)


def test_a_date_alone_in_the_lead_is_left_to_the_other_rules() -> None:
    body = SOLD.replace("for $640 million", "on 4 May 2026")
    found = findings(body, BOATS, quality=Quality.BLOCKED)
    assert "headline-source-unread" not in rules(found)
    assert "specific-unverifiable" in rules(found)


def test_a_link_of_the_report_leads_to_the_first_hand_page() -> None:
    register = "https://www.shipregister.gov/orders"
    pages = {GAZETTE: "The register lists 1,482 hulls.", register: "We list 1,482 hulls in 2026."}
    body = (
        f"The register lists 1,482 hulls, [the Gazette]({GAZETTE}) writes.\n\nSee [it]({register})."
    )
    for links, wanted in (((register,), True), ((), False), ((f"{register}/2",), False)):
        found = findings(body, pages, title="More hulls than ever", links=links)
        assert ("secondary-for-primary" in rules(found)) is wanted


@pytest.mark.parametrize(
    ("url", "kinds"),
    [
        ("https://arxiv.org/abs/2601.1", {"preprint", "study"}),
        ("https://www.biorxiv.org/content/1", {"preprint", "study"}),
        ("https://www.nature.com/articles/s41000-026-1", {"study"}),
        ("https://www.nature.com/articles/d41586-026-1", set()),
        ("https://www.nature.com/nature/info", set()),
        ("https://notarxiv.org/abs/1", set()),
        ("https://firm.example/press-releases/12", {"release"}),
        ("https://firm.example/newsroom/12", {"release"}),
        ("https://gazette.example/pressed-flowers", set()),
        ("https://www.eurekalert.org/news-releases/1", {"release"}),
        ("https://www.shipsafety.gov/a", {"record"}),
        ("https://shipsafety.gov.uk/a", {"record"}),
        ("https://governor.example/a", set()),
        ("https://data.europa.eu/a", {"record"}),
    ],
)
def test_kinds_of_pages(url: str, kinds: set[str]) -> None:
    tests = {
        "preprint": is_preprint(url),
        "study": is_study(url, None),
        "release": is_release(url, None),
        "record": is_record(url),
    }
    assert {name for name, holds in tests.items() if holds} == kinds


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("https://old.reddit.com/r/ferries/1", True),
        ("https://forum.sailors.example/t/1", True),
        ("https://wren.substack.com/p/1", True),
        ("https://github.com/a/b/issues/41", True),
        ("https://github.com/a/b/releases", False),
        ("https://github.com/a/b/issues", False),
        ("https://gazette.example/forum/1", False),
        ("https://x.com.example/1", False),
    ],
)
def test_where_everybody_publishes(url: str, wanted: bool) -> None:
    assert is_self_published(url) is wanted


def test_a_site_with_a_path_holds_below_it_only() -> None:
    sites = frozenset({"nature.com/articles", "journals.example/a/b"})
    assert on_site("https://www.nature.com/articles/1", sites)
    assert on_site("https://www.journals.example/a/b/c", sites)
    assert not on_site("https://www.journals.example/a/c", sites)
    assert not on_site("https://www.nature.com/", sites)
