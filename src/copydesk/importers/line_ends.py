"""Which line ends of a stored page version control has rewritten, shown by the recorded hash.

A page that came with CRLF at some line ends is kept with LF there, and which places those were is
not recorded. Tried are all line ends, and every unbroken run of as many as bytes are missing: runs
are what text pasted into a template leaves. Every trial hashes all that follows its first place,
so the last places, which cost least, are tried first.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator

__all__ = ["MAX_LINE_ENDS", "MAX_TRIED_BYTES", "bare_line_ends", "full_conversion", "restoring_run"]

# Bytes that are hashed for one page; less than a tenth of a second. Of the known archive's sample
# twice as much shows one page more.
MAX_TRIED_BYTES = 128 * 1024 * 1024
# A page with more bare line ends is not tried: their places are kept in memory.
MAX_LINE_ENDS = 2_000_000


def bare_line_ends(body: bytes) -> int:
    """How many line ends are LF alone."""
    return body.count(b"\n") - body.count(b"\r\n")


def full_conversion(body: bytes) -> bytes:
    """The body with CRLF for every LF that stands alone."""
    return body.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def restoring_run(
    body: bytes, missing: int, recorded: str, budget: int = MAX_TRIED_BYTES
) -> int | None:
    """The line (from 1) that the run of ``missing`` bare line ends begins with which, as CRLF, give
    the recorded hash; ``None`` where none does, or none within ``budget`` hashed bytes.

    Args:
        body: the stored bytes.
        missing: how many line ends were converted; at least one.
        recorded: the SHA-256 of the bytes before the conversion, in hexadecimal.
        budget: how many bytes may be hashed.
    """
    if not 0 < missing <= bare_line_ends(body) <= MAX_LINE_ENDS:
        return None
    places = array("Q", _bare_places(body))
    last = len(places) - missing
    earliest = _affordable(places, last, len(body), budget)
    plain, full = memoryview(body), memoryview(full_conversion(body))
    before = list(_before_each(plain, places[earliest : last + 1]))
    for first in range(last, earliest - 1, -1):
        start, behind = places[first], places[first + missing - 1] + 1
        tried = before.pop()
        # In the fully converted body each bare line end before a place has moved it by one.
        tried.update(full[start + first : behind + first + missing])
        tried.update(plain[behind:])
        if tried.hexdigest() == recorded:
            return body.count(b"\n", 0, start) + 1
    return None


def _bare_places(body: bytes) -> Iterator[int]:
    at = body.find(b"\n")
    while at >= 0:
        if not at or body[at - 1] != 0x0D:
            yield at
        at = body.find(b"\n", at + 1)


def _affordable(places: array[int], last: int, size: int, budget: int) -> int:
    """The first place from which on every run may be tried, going back from the last one."""
    first = last + 1
    while first > 0 and (cost := size - places[first - 1]) <= budget:
        budget -= cost
        first -= 1
    return first


def _before_each(plain: memoryview, places: array[int]) -> Iterator[hashlib._Hash]:
    """The state of the hash before each place."""
    so_far, at = hashlib.sha256(), 0
    for place in places:
        so_far.update(plain[at:place])
        at = place
        yield so_far.copy()
