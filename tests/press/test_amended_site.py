"""From really signed corrections, retractions and withdrawals to pages that say so."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from amended_site import amend, built, correction, published, record_of, remove
from small_newsroom import DRAFT, REVIEW, make_desk

from copydesk.article import read_article
from copydesk.errors import VerificationError
from copydesk.newsroom.amending import correct
from copydesk.newsroom.anchoring import anchor
from copydesk.newsroom.common import Desk
from copydesk.newsroom.keyrings import revoke, rotate
from copydesk.newsroom.layout import ArticlePaths
from copydesk.press.view_article import article_view
from copydesk.provenance.checks import CheckState

ReadPage = Callable[[bytes], Any]
HOSTILE = "It said <b>12</b>. \u202eevil\u202c </p><script>alert(1)</script> \"' &amp; \x1b"
LABEL = re.compile(r"\[(?:Correction|Clarification|Update|Retraction) \d+\]")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return make_desk(tmp_path)


def article_page(desk: Desk, paths: ArticlePaths) -> bytes:
    return built(desk)[f"a/{paths.slug}/index.html"]


def record_page(desk: Desk, paths: ArticlePaths) -> bytes:
    return built(desk)[f"a/{paths.slug}/record/index.html"]


def part(markup: bytes, name: str) -> str:
    """The content of the element marked ``data-signed``."""
    text = markup.decode()
    found = re.search(rf'<(\w+)[^>]*data-signed="{name}"[^>]*>(.*?)</\1>\n', text, re.DOTALL)
    assert found is not None
    return found.group(2)


def test_a_correction_is_told_above_the_text_and_at_its_words(
    desk: Desk, read_page: ReadPage
) -> None:
    paths = published(desk)
    amend(
        desk,
        paths,
        correction("They are 14.", exact="12 offices in the northern district, according to"),
        correction("The cost was another.", exact="cost $4.5 million in 2025, [the report]"),
        correction("It is a committee's.", field="title", exact="Council runs"),
        correction("A second report is out.", kind="update"),
    )
    markup = article_page(desk, paths)
    page = read_page(markup)
    assert page.faults == []
    signed = "signed by test.example-publisher (publisher, a service) and eve (reviewer, a person)"
    assert f"Correction 1 · 9 November 2026, 10:00 UTC · {signed} They are 14." in page.text
    assert page.text.index("They are 14.") < page.text.index("What the report says")
    assert "12 offices in the northern district, according to[Correction 1] the report" in page.text
    assert "northern district, report says[Correction 3]" in page.text
    # Down to the note and up to the sentence, by links alone; none where there is no passage.
    ids, links = set(page.ids), page.links
    for number in (1, 2, 3):
        assert {f"correction-{number}", f"correction-{number}-mark"} <= ids
        assert links.count(f"#correction-{number}") >= 1
        assert links.count(f"#correction-{number}-mark") == 1
    assert "correction-4-mark" not in markup.decode()
    assert {link[1:] for link in links if link.startswith("#")} <= ids
    # In words and by a line below the words, not by colour alone.
    css = built(desk)["static/press.css"].decode()
    assert "underline double" in css[css.index("mark.corrected {") :][:90]


def test_what_the_page_adds_within_the_words_says_so(desk: Desk, read_page: ReadPage) -> None:
    paths = published(desk)
    plain = part(article_page(desk, paths), "body")
    amend(
        desk,
        paths,
        correction("One.", exact="12 offices in the northern district"),
        correction("Two.", exact="offices in"),
        correction("Three.", exact="says.\n\nA [note]"),
    )
    marked = part(article_page(desk, paths), "body")
    added = re.findall(r"<a class=\"mark\"[^>]*>[^<]*</a>", marked)
    assert len(added) == 3
    assert all('data-added=""' in item for item in added)
    left = re.sub(r"<a class=\"mark\"[^>]*>[^<]*</a>|</?mark[^>]*>", "", marked)
    assert left == plain
    outside = re.sub(r"<(\w+)[^>]*data-added[^>]*>.*?</\1>", "", marked)
    assert not LABEL.search(read_page(outside.encode()).text)


def test_a_passage_that_the_article_does_not_hold_gets_no_mark(desk: Desk) -> None:
    paths = published(desk)
    amend(desk, paths, correction("They are 14.", exact="12 offices in the northern"))
    record = record_of(desk, paths)
    said = record.corrections[0].predicate
    assert said.passage is not None
    moved = said.passage.model_copy(update={"start": said.passage.start + 3})
    signed = replace(record.corrections[0], predicate=said.model_copy(update={"passage": moved}))
    article = read_article(record.article_bytes, "article.md")
    view = article_view(replace(record, corrections=(signed,)), article)
    assert "corrected" not in view.body
    assert view.placed == frozenset()
    quote = view.notes[0].quote
    assert quote is not None
    assert (quote.prefix, quote.exact, quote.suffix) == ("", moved.exact, "")


def test_a_retraction_stands_above_a_text_that_stays(desk: Desk, read_page: ReadPage) -> None:
    paths = published(desk)
    amend(
        desk,
        paths,
        correction("They are 14.", exact="12 offices in the northern"),
        correction("We take it back.", kind="retraction"),
    )
    markup = article_page(desk, paths)
    page = read_page(markup)
    assert page.faults == []
    assert page.text.startswith("Retracted: Council runs 12 offices")
    banner = page.text.index("This article has been retracted")
    assert banner < page.text.index("They are 14.") < page.text.index("What the report says")
    assert page.text.count("We take it back.") == 1
    assert 'data-signed="correction-2"' in markup.decode()
    assert '"creativeWorkStatus": "Retracted"' in markup.decode()
    assert "Retracted · Briefing" in read_page(built(desk)["index.html"]).text
    assert "This article has been retracted." in read_page(record_page(desk, paths)).text


def words_of_the_text() -> list[str]:
    """Runs of four words that stand only in the draft's summary or body."""
    body = DRAFT.split("---\n", 2)[2] + DRAFT.split("summary: ")[1].split("\n")[0]
    words = re.sub(r"\[|\]\([^)]*\)", "", body).split()
    return [" ".join(words[at : at + 4]) for at in range(len(words) - 3)]


def test_a_withdrawn_article_leaves_a_tombstone(desk: Desk, read_page: ReadPage) -> None:
    paths = published(desk)
    digest = record_of(desk, paths).article_sha256
    amend(desk, paths, correction("They are 14.", exact="12 offices in the northern district"))
    remove(desk, paths, "It named a private person.")
    record = record_of(desk, paths)
    assert record.verification.ok
    assert record.article_bytes == b""
    site = built(desk)
    folder = f"a/{paths.slug}"
    tomb, kept = site[f"{folder}/index.html"], site[f"{folder}/record/index.html"]
    for markup in (tomb, kept, site["index.html"]):
        page = read_page(markup)
        assert page.faults == []
        title = "council runs 12 offices in the northern district, report says"
        text = page.text.lower().replace(title, "")
        runs = [run.lower() for run in words_of_the_text() if run not in REVIEW]
        assert len(runs) > 20
        assert [run for run in runs if run in text] == []
        assert "The council's report counts" not in page.text
        assert b"ld+json" not in markup
    page = read_page(tomb)
    signed = "signed by test.example-publisher (publisher, a service) and eve (reviewer, a person)"
    assert page.text.startswith("Withdrawn: Council runs 12 offices in the northern district")
    assert f"It named a private person. 9 November 2026, 10:00 UTC · {signed}" in page.text
    assert f"article.md, the text as published {digest}" in page.text
    assert record.submission is not None
    assert f"prov/trace.json {record.submission.predicate.trace.digest.sha256}" in page.text
    assert "record/index.html" in page.links
    assert "had signed 1 correction" in page.text
    assert "They are 14." not in page.text
    assert "Withdrawn · 9 November 2026" in read_page(site["index.html"]).text


def test_the_record_of_a_withdrawn_article_says_what_it_leaves_out(
    desk: Desk, read_page: ReadPage
) -> None:
    paths = published(desk)
    digest = record_of(desk, paths).article_sha256
    amend(desk, paths, correction("They are 14.", exact="12 offices in the northern district"))
    remove(desk, paths, "It named a private person.")
    page = read_page(record_page(desk, paths))
    assert "This article has been withdrawn. Its record is intact." in page.text
    assert f"Article SHA-256 {digest}" in page.text
    assert "This page shows no words of the text." in page.text
    assert "The trace was taken away with the text" in page.text
    assert "Withdrawn: the text was taken away By test.example-publisher (publisher)" in page.text
    assert "They are 14." in page.text
    assert "Every figure was compared with the report." in page.text
    assert "The text is gone, so nobody can compare it here" in page.text
    for absent in (
        "byte for byte",
        "A traced specific",
        "specifics matched",
        "the text is unchanged",
    ):
        assert absent not in page.text


def test_nothing_that_holds_the_text_is_offered_once_withdrawn(desk: Desk) -> None:
    paths = published(desk)
    remove(desk, paths, "It named a private person.")
    # Whatever was left behind, or put back.
    left = desk.room.root / paths.prov / "round-1"
    left.mkdir()
    (left / "trace.json").write_bytes(b'{"text": "12 offices"}')
    site = built(desk)
    offered = [path for path in site if path.startswith(f"a/{paths.slug}/record/files/articles/")]
    assert offered
    assert all(path.endswith((".dsse.json", ".tlog-proof")) for path in offered)
    assert not any("round-1" in path for path in site)
    assert any(path.endswith("withdrawal.dsse.json") for path in offered)


def test_a_text_put_back_after_its_withdrawal_is_not_shown(desk: Desk, read_page: ReadPage) -> None:
    paths = published(desk)
    data = desk.room.files.read(paths.article)
    assert data is not None
    remove(desk, paths, "It named a private person.")
    (desk.room.root / paths.article).write_bytes(data)
    site = built(desk)
    page = read_page(site[f"a/{paths.slug}/index.html"])
    assert "This article has been withdrawn" in page.text
    assert "Repairs of the town hall" not in page.text
    assert not any(path.endswith("/article.md") for path in site)
    # Neither in the bundle, nor in the copy of it that the pages carry.
    assert not [path for path, data in site.items() if b"Repairs of the town hall" in data]


def test_a_text_that_is_gone_without_a_withdrawal_stops_the_build(desk: Desk) -> None:
    paths = published(desk)
    (desk.room.root / paths.article).unlink()
    with pytest.raises(VerificationError, match=re.escape(paths.folder)):
        built(desk)


def test_a_statement_that_waits_for_a_signature_is_not_published(desk: Desk) -> None:
    paths = published(desk)
    correct(desk, paths, correction("Not yet signed by both."), other="eve")
    site = built(desk)
    assert not any("pending" in path for path in site)
    assert not any(b"Not yet signed by both." in data for data in site.values())


@pytest.mark.parametrize("kind", ["correction", "retraction", "withdrawal"])
def test_hostile_words_stay_words(desk: Desk, read_page: ReadPage, kind: Any) -> None:
    paths = published(desk)
    hostile = HOSTILE.replace("\x1b", "")
    if kind == "withdrawal":
        remove(desk, paths, hostile)
    else:
        amend(desk, paths, correction(hostile, kind=kind, exact="12 offices in the northern"))
    site = built(desk)
    for path in (f"a/{paths.slug}/index.html", f"a/{paths.slug}/record/index.html"):
        page = read_page(site[path])
        assert page.faults == []
        assert "It said <b>12</b>. ⟨U+202E⟩evil⟨U+202C⟩ </p><script>alert(1)</script>" in page.text
        tags = [tag for tag, _ in page.elements]
        assert "b" not in tags
        scripts = re.findall(r"<script[^>]*>(.*?)</script>", site[path].decode(), re.DOTALL)
        assert not any("alert(1)</p>" in script or script == "alert(1)" for script in scripts)
        shown = [char for char in site[path].decode() if unicodedata.category(char) == "Cf"]
        assert "\u202e" not in shown


def test_keys_that_were_ended_keep_their_signatures_and_the_page_says_so(
    desk: Desk, read_page: ReadPage
) -> None:
    paths = published(desk)
    page = read_page(record_page(desk, paths))
    assert "None: every key that signed something in this record still counts." in page.text
    desk.keystore.create("eve-2")
    rotate(desk, name="eve", new="eve-2")
    revoke(desk, name="ada", reason="lost <i>laptop</i>")
    record = record_of(desk, paths)
    assert record.verification.ok
    page = read_page(record_page(desk, paths))
    assert page.faults == []
    assert re.search(
        r"Review 1: The key was ended from log entry \d+ on\. This is entry \d+, made before, so "
        r"the signature stays valid\.",
        page.text,
    )
    assert re.search(
        r"Submission: The key was revoked \(lost <i>laptop</i>\) from log entry \d+ on\. This is "
        r"entry \d+, made before, so the signature stays valid\.",
        page.text,
    )
    assert "Signature verified. The key was ended" in page.text


def test_the_newest_state_is_told_and_its_limit_with_it(desk: Desk, read_page: ReadPage) -> None:
    paths = published(desk)
    before = read_page(record_page(desk, paths)).text
    assert "No signed list says that this is the newest about the article." in before
    assert "does not show whether the newsroom has signed something newer" in before
    anchor(desk)
    record = record_of(desk, paths)
    assert record.verification.state("site-state") is CheckState.PASS
    after = read_page(record_page(desk, paths)).text
    assert "Nothing newer was signed as of the state of 9 November 2026, 10:00 UTC" in after
    assert "What was signed after that date it cannot show." in after
    assert "does not show whether the newsroom has signed something newer" not in after


def test_machines_are_told_of_corrections_and_of_nothing_withdrawn(desk: Desk) -> None:
    paths = published(desk)
    amend(desk, paths, correction("They are 14.", exact="12 offices in the northern"))
    found = re.search(
        r'<script type="application/ld\+json">(.*?)</script>',
        article_page(desk, paths).decode(),
        re.DOTALL,
    )
    assert found is not None
    data = json.loads(found.group(1))
    assert data["correction"] == [
        {
            "@type": "CorrectionComment",
            "text": "They are 14.",
            "datePublished": "2026-11-09T10:00:00Z",
        }
    ]
    assert data["isBasedOn"] == ["https://one.example/report"]
    assert [("archivedAt" in cited) for cited in data["citation"]] == [True, False]
    remove(desk, paths, "It named a private person.")
    assert b"ld+json" not in article_page(desk, paths)
