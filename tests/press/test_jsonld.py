"""What machines are told: schema.org names, only from what verifies, only what there is."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

import pytest

from copydesk.article.model import Article
from copydesk.config import Config, NewsroomIdentity, SiteConfig, parse_config
from copydesk.errors import ConfigError
from copydesk.press.jsonld import news_article, script_json
from copydesk.provenance.record import Record, Signed
from copydesk.provenance.statements import Actor, WithdrawalPredicate


def changed(record: Record, source: int, **updates: Any) -> Record:
    """The record with other fields in the first capture of a source."""
    assert record.source_set is not None
    taken = record.source_set.predicate
    sources = list(taken.sources)
    entry = sources[source - 1]
    capture = entry.captures[0].model_copy(update=updates)
    sources[source - 1] = entry.model_copy(update={"captures": [capture]})
    said = taken.model_copy(update={"sources": sources})
    return replace(record, source_set=replace(record.source_set, predicate=said))


def withdrawn(record: Record) -> Record:
    """The record with a withdrawal, its text still at hand."""
    last = record.corrections[-1]
    who = last.predicate
    gone = WithdrawalPredicate(
        publisher=who.publisher,
        reviewer=who.reviewer,
        withdraws=who.corrects,
        reason="It named a private person.",
        createdAt="2026-11-14T08:30:00Z",
    )
    path = last.path.replace("correction-1", "withdrawal")
    signed: Signed[WithdrawalPredicate] = replace(  # type: ignore[assignment]
        last, kind="withdrawal", path=path, predicate=gone
    )
    return replace(record, withdrawal=signed)


def test_an_archived_source_leads_to_its_capture(
    record: Record, article: Article, config: Config
) -> None:
    cited = news_article(record, article, config)["citation"]
    assert record.source_set is not None
    digest = record.source_set.predicate.sources[0].captures[0].sha256
    assert digest is not None
    name = base64.urlsafe_b64encode(bytes.fromhex(digest)).decode().rstrip("=")
    assert cited[0] == {
        "@type": "CreativeWork",
        "position": 1,
        "url": article.front.sources[0].url,
        "archivedAt": [
            f"https://ledger.example/a/{record.slug}/record/#source-1",
            f"ni:///sha-256;{name}",
        ],
    }
    # Source 5 answered with a robot check: nothing was kept, so there is nothing to point to.
    assert "archivedAt" not in cited[4]


def test_without_an_address_only_the_content_names_the_capture(
    record: Record, article: Article
) -> None:
    here = Config(newsroom=NewsroomIdentity(name="L", origin="ledger.example/log"))
    value = news_article(record, article, here)
    assert all(url.startswith("ni:///sha-256;") for url in value["citation"][0]["archivedAt"])
    assert not {"url", "subjectOf", "publishingPrinciples"} & value.keys()
    assert "correctionsPolicy" not in value["publisher"]


@pytest.mark.parametrize(
    "updates", [{"quality": "blocked"}, {"outcome": "failed"}, {"quality": "of-a-later-version"}]
)
def test_a_copy_that_cannot_serve_is_no_archive(
    record: Record, article: Article, config: Config, updates: dict[str, str]
) -> None:
    value = news_article(changed(record, 2, **updates), article, config)
    assert "archivedAt" not in value["citation"][1]
    assert "archivedAt" in value["citation"][0]


def test_an_archives_own_address_is_given(record: Record, article: Article, config: Config) -> None:
    copy = "https://archive.example/2026/https://code.example"
    found = news_article(changed(record, 2, role="archive-copy", finalUrl=copy), article, config)[
        "citation"
    ][1]["archivedAt"]
    assert copy in found
    odd = news_article(
        changed(record, 2, role="archive-copy", finalUrl="javascript:alert(1)"), article, config
    )["citation"][1]["archivedAt"]
    assert not any("javascript" in url for url in odd)


def test_it_is_based_on_the_sources_that_specifics_rest_on(
    record: Record, article: Article, config: Config
) -> None:
    urls = [source.url for source in article.front.sources]
    based = news_article(record, article, config)["isBasedOn"]
    assert set(based) < set(urls)
    assert urls[4] not in based
    assert "isBasedOn" not in news_article(replace(record, trace=None), article, config)


def test_policies_are_named_only_where_they_are_configured(
    record: Record, article: Article, config: Config
) -> None:
    site = SiteConfig(
        publishing_principles="https://ledger.example/principles",
        corrections_policy="https://ledger.example/corrections",
    )
    value = news_article(record, article, replace(config, site=site))
    assert value["publishingPrinciples"] == "https://ledger.example/principles"
    assert value["publisher"]["correctionsPolicy"] == "https://ledger.example/corrections"
    with pytest.raises(ConfigError, match="corrections_policy"):
        parse_config('[site]\ncorrections_policy = "javascript:alert(1)"\n')


def test_nothing_is_said_of_what_fails_or_was_withdrawn(
    record: Record, tampered: Record, article: Article, config: Config
) -> None:
    assert news_article(tampered, article, config) == {}
    assert news_article(withdrawn(record), article, config) == {}
    assert news_article(replace(record, publication=None), article, config) == {}


def test_a_retracted_article_is_called_so(record: Record, article: Article, config: Config) -> None:
    assert "creativeWorkStatus" not in news_article(record, article, config)
    first = record.corrections[0]
    gone = replace(first, predicate=first.predicate.model_copy(update={"kind": "retraction"}))
    value = news_article(replace(record, corrections=(gone,)), article, config)
    assert value["creativeWorkStatus"] == "Retracted"


def test_hostile_words_cannot_end_the_script(
    record: Record, article: Article, config: Config
) -> None:
    first = record.corrections[0]
    text = "</script><script>alert(1)</script><!-- \u202e"
    said = first.predicate.model_copy(
        update={"text": text, "reviewer": Actor(id="<b>", kind="person")}
    )
    value = news_article(
        replace(record, corrections=(replace(first, predicate=said),)), article, config
    )
    assert value["correction"][0]["text"] == text
    written = script_json(value)
    assert written.isascii()
    assert "<" not in written
