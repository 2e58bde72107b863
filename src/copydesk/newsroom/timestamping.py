"""Asks a timestamp authority to date a checkpoint (RFC 3161 over HTTP, section 3.4).

Only the SHA-256 of the checkpoint's text is sent. The answer is returned when it is granted, of
that text and to that request; whoever keeps it verifies it, then and later, with
:func:`copydesk.provenance.timestamp.verify_timestamp` against a root that they chose.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from urllib.parse import urlsplit

import httpx

from copydesk import __version__
from copydesk.errors import LimitError, StatementError, TransientError, UsageError
from copydesk.provenance.timestamp import read_timestamp, timestamp_request, verify_timestamp
from copydesk.provenance.timestamp_form import MAX_RESPONSE_BYTES

__all__ = ["TIMEOUT_SECONDS", "ask"]

TIMEOUT_SECONDS = 30.0
"""For the whole exchange; an authority answers within a second or two."""

_NONCE_BITS = 64
_QUERY = "application/timestamp-query"
_REPLY = "application/timestamp-reply"
_BUSY = frozenset({408, 425, 429})
_AGAIN = "Run it again later, or ask another authority."
_ADDRESS = "Name the address to which the authority takes requests."


def ask(
    url: str,
    note_text: bytes,
    *,
    roots: Sequence[bytes] = (),
    timeout_seconds: float = TIMEOUT_SECONDS,
) -> bytes:
    """Has the authority at ``url`` date a checkpoint.

    Args:
        url: http or https; plain http is usual, for the answer is signed. Proxies set in the
            environment are not used, and redirects are not followed.
        note_text: the checkpoint's note text, without its signature lines.
        roots: root certificates (PEM); where any are given, the answer is verified too.
        timeout_seconds: for the whole exchange.

    Returns:
        The TimeStampResp (DER) as it came, at most :data:`MAX_RESPONSE_BYTES` bytes.

    Raises:
        UsageError: the address cannot be used, or its server takes no such requests.
        TransientError: no answer in time, a broken connection, or a server that is busy or ailing.
        LimitError: the answer is too large.
        StatementError: the answer is no response in the form of RFC 3161.
        VerificationError: the authority refused, or dated another text or request; or, with
            ``roots``, the answer does not verify.
    """
    nonce = secrets.randbits(_NONCE_BITS) or 1
    query = timestamp_request(note_text, nonce)
    body = asyncio.run(_exchange(_address(url), query, timeout_seconds))
    read_timestamp(body, note_text, nonce=nonce)
    if roots:
        verify_timestamp(body, note_text, roots)
    return body


def _address(url: str) -> httpx.URL:
    try:
        urlsplit(url)  # refuses brackets that do not match, which httpx takes for a name
        address = httpx.URL(url)
    except (httpx.InvalidURL, UnicodeError, ValueError):
        address = None
    if address is None or address.scheme not in ("http", "https") or not address.host:
        raise UsageError(f"{url!r} is not an http or https address.", fix=_ADDRESS)
    return address


async def _exchange(url: httpx.URL, query: bytes, seconds: float) -> bytes:
    """The body of the answer; the time limit holds however slowly the bytes drip."""
    client = httpx.AsyncClient(trust_env=False, follow_redirects=False, timeout=seconds)
    headers = {
        "content-type": _QUERY,
        "accept": _REPLY,
        "accept-encoding": "identity",
        "user-agent": f"copydesk/{__version__}",
    }
    try:
        async with (
            asyncio.timeout(seconds),
            client,
            client.stream("POST", url, content=query, headers=headers) as response,
        ):
            _judge(response)
            return await _body(response)
    except (TimeoutError, httpx.TimeoutException):
        raise TransientError(
            f"The timestamp authority did not answer within {seconds:g} seconds.", fix=_AGAIN
        ) from None
    except (httpx.HTTPError, OSError, ValueError) as error:
        said = str(error) or type(error).__name__
        raise TransientError(
            f"The timestamp authority at {url.host} cannot be asked: {said}.", fix=_AGAIN
        ) from None


def _judge(response: httpx.Response) -> None:
    status = response.status_code
    if status >= 500 or status in _BUSY:
        raise TransientError(f"The timestamp authority answered with HTTP {status}.", fix=_AGAIN)
    if status != 200:
        raise UsageError(f"The address answered with HTTP {status}.", fix=_ADDRESS)
    kind = response.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != _REPLY or response.headers.get("content-encoding", "identity") != "identity":
        raise StatementError("The answer is not a timestamp but something else.", fix=_ADDRESS)


async def _body(response: httpx.Response) -> bytes:
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > MAX_RESPONSE_BYTES:
            raise LimitError(
                f"The answer is over {MAX_RESPONSE_BYTES} bytes, so it is no timestamp.",
                fix=_ADDRESS,
            )
    return bytes(body)
