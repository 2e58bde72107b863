"""What ``copydesk verify`` may be pointed at: a bundle, a page that carries one, or the address of
either. Newsrooms and articles in them are :mod:`.store`'s.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import httpx

from copydesk import __version__
from copydesk.errors import LimitError, TransientError, UsageError
from copydesk.provenance.bundle import MAX_BUNDLE_BYTES, Bundle, find_bundle, parse_bundle

__all__ = ["is_address", "read_target"]

SECONDS = 60.0
MAX_REDIRECTS = 5


def is_address(target: str) -> bool:
    """Whether the target is a web address."""
    return target.startswith(("http://", "https://"))


def read_target(target: str) -> Bundle:
    """The bundle at an address, or in a file.

    Raises:
        UsageError: the file cannot be read, or the address is none.
        TransientError: the address does not answer with it.
        StatementError: what is there is no bundle and carries none.
        LimitError: it is too large.
    """
    return parse_bundle(find_bundle(_fetch(target) if is_address(target) else _read(target)))


def _read(target: str) -> bytes:
    path = Path(target)
    try:
        if path.stat().st_size > MAX_BUNDLE_BYTES:
            raise LimitError(
                f"{path} is over {MAX_BUNDLE_BYTES:,} bytes.", fix="No bundle is that large."
            )
        return path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror or error}.",
            fix="Name a bundle, a newsroom's folder, an article's folder, a slug or an address.",
            location=target,
        ) from error


def _fetch(url: str) -> bytes:
    if not urlsplit(url).hostname:
        raise UsageError(f"{url!r} is no web address.", fix="Give the bundle's whole address.")
    found = bytearray()
    try:
        with (
            httpx.Client(
                follow_redirects=True,
                max_redirects=MAX_REDIRECTS,
                timeout=SECONDS,
                headers={"user-agent": f"copydesk/{__version__}"},
            ) as client,
            client.stream("GET", url) as response,
        ):
            response.raise_for_status()
            for part in response.iter_bytes():
                found += part
                if len(found) > MAX_BUNDLE_BYTES:
                    raise LimitError(
                        f"{url} is over {MAX_BUNDLE_BYTES:,} bytes.", fix="No bundle is that large."
                    )
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise TransientError(
            f"{url} could not be read: {str(error) or type(error).__name__}.",
            fix="Check the address, try again, or save the page and name the file.",
        ) from error
    return bytes(found)
