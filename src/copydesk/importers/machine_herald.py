"""The Machine Herald's submission format (v2 and v3 JSON), read as an article.

Offsets count in the decoded ``article.title``, ``article.summary`` and ``article.body_markdown``.
The digest is that of the JSON file's exact bytes: that is what this reader was handed.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from copydesk.article.model import Article, Field, FrontMatter, HumanRequest
from copydesk.article.parse import MAX_ARTICLE_BYTES, assemble, check_text, make_sources
from copydesk.article.urls import same_page_key
from copydesk.errors import ArticleError, LimitError
from copydesk.report import FieldName

__all__ = ["is_submission", "read_submission"]


def is_submission(data: bytes) -> bool:
    """Whether the bytes look like JSON rather than Markdown."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def read_submission(data: bytes, path: str = "submission.json") -> Article:
    """Read one submission.

    Raises:
        ArticleError: not JSON, or a field is missing or of another type than the format's.
        LimitError: larger than an article may be.
    """
    if len(data) > MAX_ARTICLE_BYTES:
        raise LimitError(
            f"{path} has {len(data):,} bytes; a submission may have {MAX_ARTICLE_BYTES:,}.",
            fix="Hand in one submission a file.",
            location=path,
        )
    try:
        submission = json.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise ArticleError(
            f"{path} is not JSON: {error}.",
            fix="Hand in a Markdown article or a Machine Herald submission.",
            location=path,
        ) from error
    article = _typed(submission, dict, path)
    article = _typed(submission.get("article"), dict, f"{path}: article")
    return _assemble(submission, article, hashlib.sha256(data).hexdigest(), path)


def _assemble(
    submission: dict[str, Any], article: dict[str, Any], sha256: str, path: str
) -> Article:
    def text(name: str, holder: dict[str, Any] = article) -> str:
        return check_text(_typed(holder.get(name, ""), str, f"{path}: {name}"), name)

    urls = [
        _typed(url, str, f"{path}: sources")
        for url in _typed(article.get("sources", []), list, f"{path}: sources")
    ]
    # The format allows a page to be listed twice; the first place counts.
    unique = {same_page_key(url): url for url in reversed(urls)}
    kept = [url for url in dict.fromkeys(urls) if unique[same_page_key(url)] == url]
    front = FrontMatter(
        category=text("category"),
        tags=tuple(_typed(tag, str, "tags") for tag in _typed(article.get("tags", []), list, path)),
        sources=make_sources([(url, None) for url in kept]),
        contributor=text("bot_id", submission),
        generator=text("contributor_model", submission),
        date=text("timestamp", submission),
        human_request=HumanRequest(
            requested=submission.get("human_requested") is True,
            text=text("human_request_text", submission),
        ),
    )
    return assemble(
        path,
        sha256,
        front,
        Field(FieldName.TITLE, text("title")),
        Field(FieldName.SUMMARY, text("summary")),
        Field(FieldName.BODY, text("body_markdown")),
    )


def _typed(value: Any, kind: type[Any], where: str) -> Any:
    if not isinstance(value, kind):
        raise ArticleError(
            f"{where} is not a {kind.__name__}.",
            fix="Hand in a Machine Herald submission (`article` with title, summary, body_markdown).",
            location=where,
        )
    return value
