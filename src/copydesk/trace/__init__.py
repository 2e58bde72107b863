"""The trace: every specific of an article, linked to the words of a source that support it."""

from __future__ import annotations

from collections.abc import Sequence

from copydesk.article.model import Article
from copydesk.config import PolicyConfig
from copydesk.evidence.model import EvidenceSource
from copydesk.policy import PolicyLists, Rule, apply
from copydesk.policy.archive import Archive
from copydesk.report import ArticleSummary, Quality, Report, SourceSummary
from copydesk.trace.engine import trace_article, trace_specifics

__all__ = ["trace", "trace_specifics"]


def trace(
    article: Article,
    sources: Sequence[EvidenceSource],
    *,
    policy: PolicyConfig | None = None,
    lists: PolicyLists | None = None,
    archive: Archive | None = None,
    house: Sequence[Rule] = (),
) -> Report:
    """Trace an article and apply the newsroom's policy to it.

    Args:
        article: the article as read.
        sources: its sources as captured; one that is missing here counts as ``missing``.
        policy: the ``[policy]`` section; the defaults where left out.
        lists: the list files that the policy names.
        archive: what the newsroom published before, for rules that compare with it.
        house: the newsroom's own rules, where the policy names any.

    Returns:
        The report whose ``as_json`` is the ``copydesk.trace/1`` object.

    Raises:
        ConfigError: the policy contradicts itself or names a list that was not handed over.
        LimitError: the article has more specifics than one trace takes.
        RuleCrashError: a rule failed; the error keeps what the others found.
    """
    specifics, noticed = trace_article(article, sources)
    known = {source.id: source for source in sources}
    findings = apply(
        article,
        sources,
        specifics,
        policy or PolicyConfig(),
        lists or PolicyLists(),
        noticed,
        archive or Archive(),
        house,
    )
    return Report(
        article=ArticleSummary(article.path, article.sha256, article.words),
        sources=tuple(
            _summary(ref.id, ref.url, known.get(ref.id)) for ref in article.front.sources
        ),
        specifics=specifics,
        findings=findings,
    )


def _summary(number: int, url: str, source: EvidenceSource | None) -> SourceSummary:
    if source is None:
        return SourceSummary(number, url, None, Quality.MISSING, 0)
    return SourceSummary(number, url, source.sha256, source.quality, len(source.text.text))
