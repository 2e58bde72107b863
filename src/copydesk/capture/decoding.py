"""Content decoding with a bound: a small body must not become a huge one."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence

import brotli
import zstandard

__all__ = ["BodyTooLargeError", "DecodingError", "decode_content"]

# More codings than any server applies; a longer list only multiplies work.
MAX_CODINGS = 4


class DecodingError(ValueError):
    """The body is not what its Content-Encoding says."""


class BodyTooLargeError(ValueError):
    """The decoded body is over the limit."""


def decode_content(wire: bytes, codings: Sequence[str], limit: int) -> bytes:
    """Undo the content codings of a body, the last applied first.

    Args:
        wire: the bytes as they came over the wire.
        codings: the Content-Encoding header's items, in its order.
        limit: the most bytes that any step may give.

    Raises:
        DecodingError: an unknown coding, too many, or damaged data.
        BodyTooLargeError: a step gives more than ``limit``.
    """
    if len(codings) > MAX_CODINGS:
        raise DecodingError("too many content codings")
    body = wire
    for coding in reversed(codings):
        body = _undo(body, coding.strip().lower(), limit)
        if len(body) > limit:
            raise BodyTooLargeError(f"it decodes to more than {limit:,} bytes")
    return body


def _undo(body: bytes, coding: str, limit: int) -> bytes:
    try:
        if coding in {"", "identity"}:
            return body
        if coding in {"gzip", "x-gzip"}:
            return _inflate(body, 16 + zlib.MAX_WBITS, limit)
        if coding == "deflate":
            raw = body[:1] and body[0] & 0x0F != 8
            return _inflate(body, -zlib.MAX_WBITS if raw else zlib.MAX_WBITS, limit)
        if coding == "br":
            return _brotli(body, limit)
        if coding == "zstd":
            with zstandard.ZstdDecompressor().stream_reader(io.BytesIO(body)) as reader:
                return reader.read(limit + 1)
    except (zlib.error, brotli.error, zstandard.ZstdError) as error:
        raise DecodingError(f"the body is not {coding}: {error}") from error
    raise DecodingError(f"the content coding {coding!r} is unknown")


def _inflate(body: bytes, window: int, limit: int) -> bytes:
    parts, total, rest = [], 0, body
    # A gzip body may consist of several members, each with its own end.
    while rest:
        inflater = zlib.decompressobj(window)
        part = inflater.decompress(rest, limit + 1 - total)
        parts.append(part)
        total += len(part)
        if total > limit or not inflater.eof or inflater.unused_data == rest:
            break
        rest = inflater.unused_data.lstrip(b"\0")
    return b"".join(parts)


def _brotli(body: bytes, limit: int) -> bytes:
    decompressor = brotli.Decompressor()
    out = decompressor.process(body, output_buffer_limit=limit + 1)
    while len(out) <= limit and not decompressor.can_accept_more_data():
        more = decompressor.process(b"", output_buffer_limit=limit + 1 - len(out))
        if not more:
            break
        out += more
    return bytes(out)
