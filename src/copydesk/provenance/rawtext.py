"""Captured bytes as text with a way back to the bytes: where words stand in a body, and whether a
slice of it is those words.

A body may be a page, JSON, JSON within a page, or plain text, and nothing in a slice of it says
which. So bytes are read in every way in :data:`_WAYS`, by one scanner that has no state: from a
word's first byte on, a slice reads exactly as the whole body reads there. Finding and verifying
therefore cannot disagree. Only white space is folded; the words, quotation marks and dashes of the
evidence text are the page's own.
"""

from __future__ import annotations

import html
import json
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from copydesk.evidence.markup import BREAKING
from copydesk.textmap import MappedText, MappedTextBuilder

__all__ = ["Wanted", "find_words", "fold_spaces", "is_words", "unsuited"]

# Places of the same words in one body that are compared by what stands around them.
MAX_PLACES = 50

_SPACE = r"[ \t\n\r\f\v]+"
# All but one space that stands alone, which reads as it is and is most of a page's white space.
_FOLDED = r"[\t\n\r\f\v][ \t\n\r\f\v]*| [ \t\n\r\f\v]+"
# Up to the next angle bracket: linear, whatever the page. React's "<!-- -->" is one; a tag with
# "<" in a quoted value is not, and only costs the passage it stands in.
_TAG = r"<[A-Za-z/!?][^<>]*>"
# With its semicolon only: "&quot" and "&quot;" must not be two ends of the same words.
_REFERENCE = r"&(?:\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
_ESCAPE = (
    r"\\(?:u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}"
    r"|u(?![dD][89a-fA-F])[0-9A-Fa-f]{4}|[\"\\/bfnrt])"
)
_TAG_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)")
_SPACES = re.compile(_SPACE)
_BLANK = " \t\n\r\f\v"
# At an edge these could be the rest of a reference, an escape or a tag: two slices, one reading.
_UNSUITED = frozenset(_BLANK + '"\\/&<>')
_C1 = bytes(range(0x80, 0xA0))
# As the Encoding Standard has it: the five bytes without a character are the C1 controls.
_WINDOWS_1252 = {
    code: _C1[code - 0x80 : code - 0x7F].decode("cp1252", "ignore") or chr(code) for code in _C1
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Words to be found, and what stands before and after them in the evidence text."""

    exact: str
    prefix: str = ""
    suffix: str = ""


def fold_spaces(text: str) -> str:
    """``text`` with every run of ASCII white space as one space, none at the ends."""
    return _SPACES.sub(" ", text).strip(" ")


def unsuited(exact: str) -> str:
    """Why a slice cannot be bound to these words; empty when it can."""
    if not exact or exact[0] in _UNSUITED or exact[-1] in _UNSUITED:
        return "the words do not begin and end with a letter or a figure"
    if any("\ud800" <= char <= "\udfff" for char in exact):
        return "the words hold a lone surrogate"
    return ""


def find_words(body: bytes, wanted: Sequence[Wanted]) -> list[tuple[int, int] | None]:
    """Where each of the words stand in ``body``, as bytes from and up to; ``None`` where they
    cannot be found. Of several places it is the one whose surroundings are most alike.
    """
    found: list[tuple[int, int] | None] = [None] * len(wanted)
    for text, width in _decoded(body, every=not _is_utf8(body)):
        for read in _WAYS:
            pending = [at for at, place in enumerate(found) if place is None]
            if not pending:
                return found
            reading = read(text)
            for at in pending:
                span = _best_place(reading, wanted[at])
                if span is not None:
                    found[at] = width(text, span[0]), width(text, span[1])
    return found


def is_words(data: bytes, exact: str) -> bool:
    """Whether ``data``, read in one of the ways, is ``exact`` (white space folded) from its first
    byte to its last.
    """
    words = fold_spaces(exact)
    if unsuited(exact):
        return False
    return any(
        reading.text == words and reading.starts[0] == 0 and reading.ends[-1] == len(text)
        for text, _ in _decoded(data, every=not data.isascii())
        for reading in (read(text) for read in _WAYS)
    )


def _best_place(reading: MappedText, wanted: Wanted) -> tuple[int, int] | None:
    words = fold_spaces(wanted.exact)
    prefix, suffix = _SPACES.sub(" ", wanted.prefix), _SPACES.sub(" ", wanted.suffix)
    best: tuple[int, int] | None = None
    alike = -1
    at = reading.text.find(words) if words else -1
    for _ in range(MAX_PLACES):
        if at < 0:
            break
        end = at + len(words)
        before = reading.text[max(0, at - len(prefix)) : at]
        after = reading.text[end : end + len(suffix)]
        score = _common(before[::-1], prefix[::-1]) + _common(after, suffix)
        if score > alike:
            alike, best = score, reading.to_origin(at, end)
        at = reading.text.find(words, at + 1)
    return best


def _common(one: str, other: str) -> int:
    """How many code points two texts begin with alike."""
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        count += 1
    return count


_Width = Callable[[str, int], int]


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _decoded(data: bytes, *, every: bool) -> Iterator[tuple[str, _Width]]:
    """The bytes as text, with how many bytes its first code points came from: as UTF-8, and with
    ``every`` as windows-1252 too, which a slice can be although it happens to be UTF-8.
    """
    yield data.decode("utf-8", "surrogateescape"), _utf8_width
    if every:
        yield data.decode("latin-1").translate(_WINDOWS_1252), _one_byte


def _utf8_width(text: str, count: int) -> int:
    return len(text[:count].encode("utf-8", "surrogateescape"))


def _one_byte(_: str, count: int) -> int:
    return count


def _scanner(*tokens: str) -> Callable[[str], MappedText]:
    """A reading that understands the tokens, and white space."""
    pattern = re.compile("|".join((_FOLDED, *tokens)))

    def read(text: str) -> MappedText:
        builder = MappedTextBuilder()
        done, spaced = 0, False
        for match in pattern.finditer(text):
            start, end = match.span()
            spaced = _verbatim(builder, text, done, start, spaced=spaced)
            meaning = _meaning(match.group())
            if meaning and not (spaced and meaning == " "):
                builder.replaced(meaning, start, end)
                spaced = meaning == " "
            done = end
        _verbatim(builder, text, done, len(text), spaced=spaced)
        return builder.build()

    return read


def _verbatim(builder: MappedTextBuilder, text: str, start: int, end: int, *, spaced: bool) -> bool:
    """Add a part of the text as it stands; whether the reading now ends in a space."""
    if spaced and text.startswith(" ", start, end):
        start += 1
    if start >= end:
        return spaced
    builder.verbatim(text[start:end], start)
    return text[end - 1] == " "


def _meaning(token: str) -> str:
    """What one token says: characters, one space, or nothing."""
    if token[0] == "<":
        name = _TAG_NAME.match(token)
        return " " if name is not None and name[1].lower() in BREAKING else ""
    return " " if token[0] in _BLANK else _spelt(token)


@lru_cache(maxsize=4096)
def _spelt(token: str) -> str:
    """What a reference or an escape stands for."""
    text = html.unescape(token) if token[0] == "&" else str(json.loads(f'"{token}"'))
    return text if text.strip(_BLANK) or not text else " "


def _after(
    first: Callable[[str], MappedText], second: Callable[[str], MappedText]
) -> Callable[[str], MappedText]:
    """One reading of what another has read."""

    def read(text: str) -> MappedText:
        inner = first(text)
        outer = second(inner.text)
        return MappedText(
            outer.text,
            array("I", (inner.starts[at] for at in outer.starts)),
            array("I", (inner.ends[at - 1] for at in outer.ends)),
        )

    return read


_MARKUP = _scanner(_TAG, _REFERENCE)
_JSON = _scanner(_ESCAPE)
# A page; JSON, also within a page; mark-up within JSON; an attribute's value; plain text.
_WAYS = (_MARKUP, _JSON, _after(_JSON, _MARKUP), _scanner(_REFERENCE), _scanner())
