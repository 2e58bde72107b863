"""The article page: byline, state sentence, correction box and mark, numbered links, JSON-LD."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from copydesk.article import read_article
from copydesk.config import Config
from copydesk.press import render_site
from copydesk.press.jsonld import news_article
from copydesk.press.view_article import article_view
from copydesk.provenance.record import Record
from copydesk.provenance.statements import Actor


def test_head_of_the_article(article_page: Any) -> None:
    text = article_page.text
    assert "By wren-desk-bot-01 · Edited by heron-editor-02" in text
    assert "Written by a bot running on Example Writer 4, reviewed by a bot running on" in text
    assert "Published 9 November 2026, 10:04 UTC · Last corrected 12 November 2026" in text


def test_state_is_a_sentence_with_both_numbers_and_leads_to_the_record(article_page: Any) -> None:
    assert (
        "Signed by ledger-press · 57 of 63 specifics matched to 5 archived sources, "
        "4 not matched, 2 could not be checked · 1 correction Read the Provenance Record"
    ) in article_page.text
    assert "record/index.html" in article_page.links


def test_correction_stands_above_the_text_and_at_its_sentence(article_page: Any) -> None:
    text = article_page.text
    box, lead = text.index("The issue gives them for two cards"), text.index("PyTorch 2.15.0, pub")
    assert box < lead
    assert "The default works out at 231 MiB for each group.[Correction 1] Another" in text
    assert "#correction-1" in article_page.links
    assert "#correction-1-mark" in article_page.links
    assert {"correction-1", "correction-1-mark"} <= set(article_page.ids)


def test_clarifications_stand_at_their_passage_and_below(article_page: Any) -> None:
    assert 'will be removed in 2.16[Note 1], "planned' in article_page.text
    assert "created on first use.[Note 2]" in article_page.text
    assert "the first is about initialisation" in article_page.text


def test_each_cited_link_carries_its_source_number(site: Any, record: Record) -> None:
    markup = site[f"a/{record.slug}/index.html"].decode()
    links = re.findall(
        r'<a href="([^"]+)"[^>]*>[^<]*</a><a class="source-ref" href="([^"]+)"', markup
    )
    assert len(links) == 9
    assert links[0] == (
        "https://code.example/torch/releases/v2.15.0",
        "record/index.html#source-2",
    )


def test_tables_scroll_in_a_region_of_their_own(site: Any, record: Record) -> None:
    assert (
        '<div class="scroll" tabindex="0" role="region"'
        in site[f"a/{record.slug}/index.html"].decode()
    )


def test_json_ld_is_derived_from_the_statements(site: Any, record: Record) -> None:
    markup = site[f"a/{record.slug}/index.html"].decode()
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', markup, re.DOTALL)
    assert found is not None
    data = json.loads(found.group(1))
    assert data["@type"] == "NewsArticle"
    assert data["author"] == {
        "@type": "SoftwareApplication",
        "name": "wren-desk-bot-01",
        "identifier": "wren-desk-bot-01",
        "softwareVersion": "Example Writer 4",
    }
    assert data["editor"]["name"] == "heron-editor-02"
    assert [c["position"] for c in data["citation"]] == [1, 2, 3, 4, 5, 6]
    assert data["dateModified"] == data["correction"][0]["datePublished"] == "2026-11-12T08:30:00Z"
    assert data["url"] == f"https://ledger.example/a/{record.slug}/"


def test_json_ld_is_silent_about_a_record_that_fails(
    tampered: Record, article: Any, config: Config
) -> None:
    assert news_article(tampered, article, config) == {}


@pytest.mark.parametrize(
    ("kind", "generator", "line"),
    [
        ("person", None, "Written by a person, reviewed by a bot running on Example Reader 2."),
        (
            "bot",
            "M 1",
            "Written by a bot running on M 1, reviewed by a bot running on Example Reader 2.",
        ),
    ],
)
def test_one_line_says_who_wrote_it(
    record: Record, article: Any, kind: Any, generator: str | None, line: str
) -> None:
    assert record.submission is not None
    sent = record.submission.predicate.model_copy(
        update={"contributor": Actor(id="someone", kind=kind, generator=generator)}
    )
    view = article_view(
        replace(record, submission=replace(record.submission, predicate=sent)), article
    )
    assert view.ai_line == line


def test_a_retraction_is_said_first(record: Record, article: Any) -> None:
    signed = record.corrections[0]
    gone = replace(signed, predicate=signed.predicate.model_copy(update={"kind": "retraction"}))
    view = article_view(replace(record, corrections=(gone,)), article)
    assert view.state.tone == "retracted"
    assert view.state.line.endswith("1 retraction")


def test_reference_marks_lead_to_the_record(
    make_record: Any, article_bytes: bytes, config: Config, read_page: Any
) -> None:
    data = article_bytes.replace(
        b"None of the six sources says", b"None of the six sources [3] says"
    )
    record = make_record(data)
    markup = render_site([record], config, read_article=read_article)[f"a/{record.slug}/index.html"]
    assert b'<a class="source-ref" href="record/index.html#source-3">[3]</a>' in markup
    assert not read_page(markup).faults


def test_the_trace_is_offered_to_machines(article_page: Any) -> None:
    assert any(
        path.startswith("record/files/articles/") and path.endswith("/prov/trace.json")
        for path in article_page.loads
    )
