"""One check for everybody: author, gate, editor and record all call these functions."""

from __future__ import annotations

import json
from pathlib import Path

from copydesk.article import Article, read_article
from copydesk.config import Config, PolicyConfig
from copydesk.errors import ArticleError
from copydesk.evidence.model import EvidenceSource
from copydesk.importers.machine_herald import is_submission, read_submission
from copydesk.newsroom.house_rules import house_rules
from copydesk.policy.archive import Archive
from copydesk.policy.lists import PolicyLists
from copydesk.report import Report
from copydesk.trace import trace

__all__ = ["check", "read_any", "trace_bytes"]


def read_any(data: bytes, path: str) -> Article:
    """Read a Markdown article, or a Machine Herald submission where the bytes are JSON.

    Raises:
        ArticleError: neither can be read from the bytes.
        LimitError: larger than an article may be.
    """
    if Path(path).suffix.lower() == ".json" or is_submission(data):
        return read_submission(data, path)
    return read_article(data, path)


def check(
    article: Article,
    sources: tuple[EvidenceSource, ...],
    config: Config | None = None,
    lists: PolicyLists | None = None,
    archive: Archive | None = None,
) -> Report:
    """Trace the article and apply the policy, the newsroom's own rules included."""
    policy = config.policy if config is not None else PolicyConfig()
    return trace(
        article,
        sources,
        policy=policy,
        lists=lists or PolicyLists(),
        archive=archive,
        house=house_rules(policy.house_rules),
    )


def trace_bytes(report: Report) -> bytes:
    """``trace.json``: the report as bytes, the same for the same report.

    Raises:
        ArticleError: a value cannot be encoded (a lone surrogate from a hostile page).
    """
    text = json.dumps(report.as_json(), ensure_ascii=False, indent=1, sort_keys=True)
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError as error:
        raise ArticleError(
            f"The report holds a character that no text can hold: {error.reason}.",
            fix="This is a fault; please report it with the article.",
        ) from error
