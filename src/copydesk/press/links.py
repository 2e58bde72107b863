"""Which foreign addresses may become links, and how local ones are written."""

from __future__ import annotations

from copydesk.article.urls import check_url
from copydesk.errors import ArticleError

__all__ = ["safe_href"]


def safe_href(url: str) -> tuple[str, str]:
    """``url`` and its host if it may stand in ``href``, else two empty strings.

    Only http and https addresses without spaces, quotes or control characters become links; any
    other is shown as text.
    """
    try:
        check_url(url)
    except ArticleError:
        return "", ""
    host = url.split("//", 1)[1]
    for mark in "/?#":
        host = host.split(mark, 1)[0]
    return url, host.rsplit("@", 1)[-1]
