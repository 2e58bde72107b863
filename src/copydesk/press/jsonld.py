"""The article as schema.org ``NewsArticle``, derived from the verified statements.

There is no ``ClaimReview``: a newsroom that checks its own article states what it cites and what it
corrected, and gives itself no rating. Everything comes from statements that the verifier found
properly signed, or from the text whose digest they state; there is nothing about a record that
fails, and nothing about a withdrawn article.

Property names are those of schema.org: ``citation``, ``isBasedOn``, ``archivedAt``, ``correction``
and ``creativeWorkStatus`` of CreativeWork, ``publishingPrinciples`` of CreativeWork and
``correctionsPolicy`` of Organization.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Any

from copydesk.article.model import Article, SourceRef
from copydesk.config import Config
from copydesk.press import wording
from copydesk.press.links import safe_href
from copydesk.press.signed_trace import signed_trace
from copydesk.press.signers import signer_name
from copydesk.press.state import assess, is_usable
from copydesk.provenance.record import Record, Signed
from copydesk.provenance.statements import Actor, CaptureEntry, CorrectionPredicate

__all__ = ["news_article", "script_json"]

# HTML would end a script at "</script", or change its reading at "<!--"; escaped, JSON has neither.
_ESCAPES = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def script_json(value: dict[str, Any]) -> str:
    """``value`` as JSON that may stand inside a ``script`` element; ASCII only."""
    return json.dumps(value, ensure_ascii=True, sort_keys=True, indent=1).translate(_ESCAPES)


def news_article(record: Record, article: Article, config: Config) -> dict[str, Any]:
    """The JSON-LD object of one published article; empty where the record does not verify, and
    where the article was withdrawn.
    """
    if record.publication is None or record.withdrawal is not None or assess(record).failed:
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
        "publisher": _publisher(config, out.newsroom),
        "citation": [_citation(record, s, config) for s in article.front.sources],
        "correction": [_comment(signed.predicate) for signed in record.corrections],
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
    return value | _where_there_is_any(record, article, config)


def _where_there_is_any(record: Record, article: Article, config: Config) -> dict[str, Any]:
    """What is left out, not left empty, where there is nothing to say."""
    retracted = any(signed.predicate.kind == "retraction" for signed in record.corrections)
    base = config.site.base_url.rstrip("/")
    value = {
        "isBasedOn": _based_on(record, article),
        "creativeWorkStatus": "Retracted" if retracted else "",
        "publishingPrinciples": config.site.publishing_principles,
        "url": f"{base}/a/{record.slug}/" if base else "",
        "subjectOf": f"{base}/a/{record.slug}/record/" if base else "",
    }
    return {name: said for name, said in value.items() if said}


def _comment(made: CorrectionPredicate) -> dict[str, str]:
    return {
        "@type": "CorrectionComment",
        "text": made.text,
        "datePublished": made.createdAt,
    }


def _publisher(config: Config, identifier: str) -> dict[str, Any]:
    value = {
        "@type": "NewsMediaOrganization",
        "name": config.newsroom.name,
        "identifier": identifier,
    }
    if config.site.corrections_policy:
        value["correctionsPolicy"] = config.site.corrections_policy
    return value


def _citation(record: Record, source: SourceRef, config: Config) -> dict[str, Any]:
    """A cited source; ``archivedAt`` only where the newsroom kept a copy that can serve."""
    value: dict[str, Any] = {"@type": "CreativeWork", "position": source.id, "url": source.url}
    entries = record.source_set.predicate.sources if record.source_set else []
    kept = [
        capture
        for entry in entries
        if (entry.id, entry.url) == (source.id, source.url)
        for capture in entry.captures
        if is_usable(capture) and capture.sha256 is not None
    ]
    if kept:
        value["archivedAt"] = _archived_at(record, source.id, kept, config)
    return value


def _archived_at(
    record: Record, source: int, kept: Sequence[CaptureEntry], config: Config
) -> list[str]:
    """Where a copy can be found: the capture's place on the record's page where the site has an
    address, an archive's own address of it, and always the copy's name by its content (RFC 6920).
    """
    base = config.site.base_url.rstrip("/")
    found = [f"{base}/a/{record.slug}/record/#source-{source}"] if base else []
    for capture in kept:
        if capture.role == "archive-copy" and safe_href(capture.finalUrl or "")[0]:
            found.append(capture.finalUrl or "")
        digest = base64.urlsafe_b64encode(bytes.fromhex(capture.sha256 or "")).decode()
        found.append(f"ni:///sha-256;{digest.rstrip('=')}")
    return list(dict.fromkeys(found))


def _based_on(record: Record, article: Article) -> list[str]:
    """The sources on whose words a specific of the article was found to rest."""
    used = {
        evidence.source
        for item in signed_trace(record).specifics
        if item.status in wording.MATCHED
        for evidence in item.evidence
    }
    return [source.url for source in article.front.sources if source.id in used]


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
