"""The article as schema.org ``NewsArticle``, derived from the verified statements.

There is no ``ClaimReview``: a newsroom that checks its own article states what it cites and what it
corrected, and gives itself no rating.
"""

from __future__ import annotations

import json
from typing import Any

from copydesk.article.model import Article
from copydesk.config import Config
from copydesk.press.signers import signer_name
from copydesk.press.state import assess
from copydesk.provenance.record import Record, Signed
from copydesk.provenance.statements import Actor

__all__ = ["news_article", "script_json"]

# HTML would end a script at "</script", or change its reading at "<!--"; escaped, JSON has neither.
_ESCAPES = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def script_json(value: dict[str, Any]) -> str:
    """``value`` as JSON that may stand inside a ``script`` element; ASCII only."""
    return json.dumps(value, ensure_ascii=True, sort_keys=True, indent=1).translate(_ESCAPES)


def news_article(record: Record, article: Article, config: Config) -> dict[str, Any]:
    """The JSON-LD object of one published article; empty where the record does not verify."""
    if record.publication is None or assess(record).failed:
        return {}
    out = record.publication.predicate
    value: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": article.title.text,
        "description": article.summary.text,
        "inLanguage": config.newsroom.language,
        "datePublished": out.publishedAt,
        "dateModified": record.corrections[-1].predicate.createdAt
        if record.corrections
        else out.publishedAt,
        "version": out.version,
        "wordCount": article.words,
        "identifier": f"sha256:{record.article_sha256}",
        "publisher": {
            "@type": "NewsMediaOrganization",
            "name": config.newsroom.name,
            "identifier": out.newsroom,
        },
        "citation": [
            {"@type": "CreativeWork", "position": s.id, "url": s.url} for s in article.front.sources
        ],
        "correction": [
            {
                "@type": "CorrectionComment",
                "text": c.predicate.text,
                "datePublished": c.predicate.createdAt,
            }
            for c in record.corrections
        ],
    }
    if article.front.category:
        value["articleSection"] = article.front.category
    if article.front.tags:
        value["keywords"] = list(article.front.tags)
    if record.submission:
        value["author"] = _agent(record, record.submission, record.submission.predicate.contributor)
    if record.reviews:
        last = record.reviews[-1]
        value["editor"] = _agent(record, last, last.predicate.reviewer)
    base = config.site.base_url.rstrip("/")
    if base:
        value["url"] = f"{base}/a/{record.slug}/"
        value["subjectOf"] = f"{base}/a/{record.slug}/record/"
    return value


def _agent(record: Record, signed: Signed[Any], who: Actor) -> dict[str, Any]:
    kind = {"person": "Person", "bot": "SoftwareApplication", "service": "SoftwareApplication"}
    value = {
        "@type": kind[who.kind],
        "name": signer_name(record, signed) or who.id,
        "identifier": who.id,
    }
    if who.generator:
        value["softwareVersion"] = who.generator
    return value
