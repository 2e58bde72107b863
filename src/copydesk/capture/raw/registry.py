"""Which site's module answers for a cited address."""

from __future__ import annotations

from collections.abc import Callable

from copydesk.capture.raw import arxiv, cve, doi, github, npm, pypi, rfc
from copydesk.capture.raw.model import Address, Ask, address_of

__all__ = ["SITES", "asks_for"]

SITES: tuple[Callable[[Address], tuple[Ask, ...]], ...] = (
    github.asks,
    arxiv.asks,
    pypi.asks,
    npm.asks,
    cve.asks,
    rfc.asks,
    doi.asks,
)


def asks_for(url: str) -> tuple[Ask, ...]:
    """The requests for the machine-readable original of ``url``; none where no module knows it."""
    address = address_of(url)
    if address is None:
        return ()
    return next((found for site in SITES if (found := site(address))), ())
