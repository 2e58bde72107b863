"""The same story twice, words taken over, links to earlier articles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.article import read_article
from copydesk.article.prose import own_words
from copydesk.config import PolicyConfig, changed
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.policy import PolicyLists, apply
from copydesk.policy.archive import Archive, ArchivedArticle
from copydesk.policy.links import internal_slugs
from copydesk.policy.originality import Told, bones, likeness
from copydesk.policy.registry import Context
from copydesk.report import Finding, Quality
from copydesk.trace import trace

PAGES = ("https://harbour.example/notice", "https://gazette.example/ferry")
STORY = """The ferry Heron stopped at noon on 2 November after a fault in its rudder, and 480 people
waited at Tarn Quay until the evening. The operator sent 12 buses along the western shore. It put
the cost of the repair at 31,000 crowns and named the yard of Ulla Brandt."""


def article(
    title: str, summary: str, body: str, *, pages: tuple[str, ...] = PAGES, more: str = ""
) -> bytes:
    listed = "".join(f"  - {page}\n" for page in pages)
    return f"---\ntitle: {title}\nsummary: {summary}\ncategory: Note\nsources:\n{listed}{more}---\n{body}\n".encode()


def earlier(
    data: bytes, slug: str = "ferry-halts-in-the-harbour", **more: object
) -> ArchivedArticle:
    read = read_article(data)
    made = ArchivedArticle(
        slug, read.title.text, read.summary.text, read.body.text, "2026-11-02",
        sources=tuple(source.url for source in read.front.sources),
    )  # fmt: skip
    return replace(made, **more)


def findings(
    data: bytes, rule: str, *before: ArchivedArticle, texts: tuple[str, ...] = ()
) -> list[Finding]:
    sources = tuple(
        EvidenceSource(
            number, PAGES[number - 1], "ab" * 32, Quality.OK,
            EvidenceText(text, (Region(0, len(text), Label.VISIBLE),)),
        )
        for number, text in enumerate(texts, 1)
    )  # fmt: skip
    report = trace(read_article(data), sources, archive=Archive(before, known=True))
    return [item for item in report.findings if item.rule == rule]


HALT = article(
    "Ferry Heron stops in the harbour with a broken rudder",
    "480 people waited at Tarn Quay after a fault; 12 buses drove along the shore.", STORY,
)  # fmt: skip
SAME = article(
    "Rudder fault stops ferry Heron, and 480 people wait",
    "The ferry stood still until the evening; buses drove along the western shore.",
    "A fault in the rudder stopped the Heron at noon, so that 480 people had to wait at Tarn Quay. "
    "Twelve buses, 12 in all, drove them. Ulla Brandt’s yard mends it for 31,000 crowns.",
    pages=(PAGES[1], "https://radio.example/traffic"),
)  # fmt: skip
OTHER = article(
    "Ferry Heron carries a record number of passengers",
    "The operator counted 91,000 passengers on the western shore in October.",
    "The ferry Heron carried 91,000 people in October, 7% more than a year ago, from Tarn Quay.",
    pages=("https://harbour.example/figures",),
)  # fmt: skip


def test_the_same_story_in_other_words_is_found_both_ways() -> None:
    (found,) = findings(SAME, "duplicate-story", earlier(HALT))
    assert found.found == "ferry-halts-in-the-harbour"
    for words in ("published 2026-11-02", "1 of 2 sources", "figures and names"):
        assert words in found.message
    assert findings(HALT, "duplicate-story", earlier(SAME))


def test_another_story_of_the_same_ferry_is_not_the_same() -> None:
    assert not findings(OTHER, "duplicate-story", earlier(HALT))
    assert not findings(HALT, "duplicate-story", earlier(OTHER))


def test_a_declared_follow_up_is_free_and_its_text_must_be_its_own() -> None:
    def following(data: bytes) -> bytes:
        return data.replace(b"---\n", b"---\nfollows: [ferry-halts-in-the-harbour]\n", 1)

    assert not findings(following(SAME), "duplicate-story", earlier(HALT))
    repeated = HALT.replace(STORY.encode(), (STORY + " " + STORY).encode())
    (found,) = findings(following(repeated), "duplicate-story", earlier(repeated))
    assert "word for word" in found.message


@pytest.mark.parametrize("more", [{"withdrawn": True}, {"title": ""}])
def test_what_is_withdrawn_or_unreadable_was_not_told(more: dict[str, object]) -> None:
    assert not findings(SAME, "duplicate-story", earlier(HALT, **more))


def test_an_open_submission_counts_as_well() -> None:
    (found,) = findings(SAME, "duplicate-story", earlier(HALT, published=""))
    assert "waiting for review" in found.message


def test_only_the_three_most_alike_are_named() -> None:
    many = [earlier(HALT, slug=f"ferry-halts-{number}") for number in range(9)]
    assert len(findings(SAME, "duplicate-story", *many)) == 3


def test_likeness_of_nothing_is_nothing() -> None:
    read = read_article(b"---\ntitle: T\n---\n\n")
    told = Told.by(Context(read, (), (), PolicyConfig(), PolicyLists(), own_words(read), {}))
    seen = likeness(told, ArchivedArticle("x-y", ""))
    assert not seen.same_story
    assert not told.touches(ArchivedArticle("x-y", ""))


RUN = (
    "passengers with a valid ticket for the suspended crossings may travel free of charge on every "
    "bus along the western shore"
)


def copied(body: str, text: str) -> list[Finding]:
    return findings(
        article("A title of some length", "A summary of it.", body), "copied-run", texts=(text,)
    )


def test_a_run_is_found_whole_wherever_it_begins() -> None:
    for before in ("", "Now ", "It says that from today ", "One two three four five six seven "):
        (found,) = copied(f"{before}{RUN}.", f"Notice: all {RUN}, it says.")
        # The article's full stop is not the notice's comma.
        assert found.found == RUN.rsplit(" ", 1)[0]
        assert found.evidence[0].exact == found.found


def test_line_breaks_and_links_hide_nothing() -> None:
    body = RUN.replace(" may ", "\nmay ").replace("every bus", f"[every bus]({PAGES[0]})")
    (found,) = copied(f"{body} today.", f"All {RUN.replace(' for ', chr(10) + 'for ')} today.")
    assert f"{len(RUN.split()) + 1} words in a row" in found.message


@pytest.mark.parametrize(
    "body",
    [
        f"“{RUN}”, it said.",
        f"> {RUN}",
        f"`{RUN}`",
        " ".join(RUN.split()[:15]) + " and then something else follows.",
    ],
)
def test_quotations_and_short_runs_are_free(body: str) -> None:
    assert not copied(body, f"All {RUN} today.")


def test_it_can_be_turned_off() -> None:
    data = article("A title of some length", "A summary of it.", RUN)
    config = changed(PolicyConfig(), copied_words=0)
    text = EvidenceText(RUN, (Region(0, len(RUN), Label.VISIBLE),))
    source = EvidenceSource(1, PAGES[0], "ab" * 32, Quality.OK, text)
    rules = {item.rule for item in apply(read_article(data), (source,), (), config)}
    assert "copied-run" not in rules


LINKS = {
    "../ferry-halts-today/": "ferry-halts-today",
    "/articles/2026-11/ferry-halts-today/": "ferry-halts-today",
    "ferry-halts-today/index.html#part": "ferry-halts-today",
    "../ferry-halts-today/article.md": "ferry-halts-today",
    "ferry-halts-today.html": "ferry-halts-today",
    "#below": None,
    "../images/map.png": None,
    "https://a.example/ferry-halts-today/": None,
    "mailto:ferry-halts-today@a.example": None,
    "//[": None,
    "../record/": None,
}


@pytest.mark.parametrize(("url", "slug"), LINKS.items(), ids=LINKS)
def test_which_links_are_internal(url: str, slug: str | None) -> None:
    read = read_article(f"---\ntitle: T\n---\nSee [it]({url}) now.\n".encode())
    assert internal_slugs(read) == ((slug,) if slug else ())


def test_without_a_newsroom_no_link_is_judged() -> None:
    read = read_article(
        b"---\ntitle: T\nfollows: [no-such]\n---\nSee [it](../ferry-halts-today/) now.\n"
    )
    rules = {item.rule for item in trace(read, ()).findings}
    assert not {"internal-link-unknown", "follows-unknown"} & rules


@given(st.text(max_size=60), st.text(max_size=12), st.text(max_size=60))
def test_the_bones_of_a_text_hold_those_of_its_parts(before: str, part: str, after: str) -> None:
    assert bones(part) in bones(before + part + after)
