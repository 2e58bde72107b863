"""Cited URLs: what is one at all, and when two of them name the same page."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote, unquote, urlsplit

from copydesk.errors import ArticleError

__all__ = ["MAX_URL_CHARS", "check_url", "host_of", "same_page_key"]

# Longer than any URL that browsers and servers agree on; a longer one is an attack or a mistake.
MAX_URL_CHARS = 4096

_FORBIDDEN = re.compile(r"[\x00-\x20\x7f<>\"`{}|\\^\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def check_url(url: str, *, location: str | None = None) -> str:
    """Return ``url`` unchanged if a source can have it.

    Raises:
        ArticleError: it holds a space or a control character, has no host, names another scheme
            than http and https, or is longer than :data:`MAX_URL_CHARS`.
    """
    if len(url) > MAX_URL_CHARS:
        raise ArticleError(
            f"A source URL of {len(url)} characters is over the limit of {MAX_URL_CHARS}.",
            fix="Cite the page's short, canonical address.",
            location=location,
        )
    bad = _FORBIDDEN.search(url)
    if bad:
        raise ArticleError(
            f"The source URL {url!r} holds the character {bad.group()!r}, which no URL can hold.",
            fix="Percent-encode it (a space is %20) or correct the address.",
            location=location,
        )
    try:
        parts = urlsplit(url)
        host = parts.hostname
        _ = parts.port
    except ValueError as error:
        raise ArticleError(
            f"The source {url!r} is not a URL: {error}.",
            fix="Give the page's whole address, https://host/path.",
            location=location,
        ) from error
    if parts.scheme.lower() not in {"http", "https"} or not host:
        raise ArticleError(
            f"The source {url!r} is not an http or https address.",
            fix="Give the page's whole address, https://host/path.",
            location=location,
        )
    return url


def host_of(url: str) -> str:
    """The host of ``url`` in lower case; empty where there is none that can be read."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


@lru_cache(maxsize=1024)
def same_page_key(url: str) -> str:
    """A key that two spellings of one page's address share.

    The fragment, a trailing slash, the host's case, a default port, "www." and the form of
    percent-encoding do not make another page. For look-up only; never shown and never fetched.
    """
    try:
        parts = urlsplit(url.strip())
        host = (parts.hostname or "").removeprefix("www.")
        port = parts.port
    except ValueError:
        return url
    default = {"http": 80, "https": 443}.get(parts.scheme.lower())
    where = host if port in (None, default) else f"{host}:{port}"
    path = quote(
        unquote(parts.path, errors="replace"), safe="/:@!$&'()*+,;=~-._", errors="replace"
    ).rstrip("/")
    query = f"?{parts.query}" if parts.query else ""
    return f"{where}{path}{query}"
