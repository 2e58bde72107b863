"""Articles: front matter, passages, sentences, citations; each with offsets into the file."""

from copydesk.article.model import (
    Article,
    Citation,
    Field,
    FrontMatter,
    HumanRequest,
    Passage,
    PassageKind,
    SourceRef,
    Span,
)
from copydesk.article.parse import MAX_ARTICLE_BYTES, read_article, read_head
from copydesk.article.urls import same_page_key

__all__ = [
    "MAX_ARTICLE_BYTES",
    "Article",
    "Citation",
    "Field",
    "FrontMatter",
    "HumanRequest",
    "Passage",
    "PassageKind",
    "SourceRef",
    "Span",
    "read_article",
    "read_head",
    "same_page_key",
]
