"""As much of DER (ITU-T X.690) as a timestamp needs: reading by hand, and writing a request.

The reader takes the definite, shortest length only and one-byte tags, which is all that RFC 3161
messages hold, so that nothing can be read in two ways.
"""

from __future__ import annotations

from dataclasses import dataclass

from copydesk.errors import StatementError

__all__ = [
    "BOOLEAN",
    "GENERALIZED_TIME",
    "INTEGER",
    "NULL",
    "OCTET_STRING",
    "OID",
    "SEQUENCE",
    "SET",
    "UTF8_STRING",
    "Element",
    "broken",
    "context",
    "encode",
    "encode_integer",
    "encode_oid",
    "read_der",
]

BOOLEAN = 0x01
INTEGER = 0x02
OCTET_STRING = 0x04
NULL = 0x05
OID = 0x06
UTF8_STRING = 0x0C
GENERALIZED_TIME = 0x18
SEQUENCE = 0x30
SET = 0x31

MAX_CHILDREN = 256
"""Parts of one element; a timestamp's longest list (certificates, attributes) has a handful."""

_LONG_TAG = 0x1F
_LONG_LENGTH = 0x80
_MAX_LENGTH_BYTES = 4


def context(number: int) -> int:
    """The tag ``[number]`` of a constructed element."""
    return 0xA0 | number


def broken(what: str) -> StatementError:
    """The error of bytes that are no timestamp; ``what`` completes the sentence."""
    return StatementError(
        f"The timestamp cannot be read: {what}.",
        fix="Restore the file from the repository, or ask the authority again.",
    )


@dataclass(frozen=True, slots=True)
class Element:
    """One element: its tag byte, and where its header and its content lie in ``data``."""

    data: bytes
    tag: int
    start: int
    inside: int
    end: int

    @property
    def content(self) -> bytes:
        """The bytes after the header."""
        return self.data[self.inside : self.end]

    @property
    def whole(self) -> bytes:
        """Header and content."""
        return self.data[self.start : self.end]

    def children(self) -> list[Element]:
        """The elements inside, in order.

        Raises:
            StatementError: they are not DER, or more than :data:`MAX_CHILDREN`.
        """
        found: list[Element] = []
        at = self.inside
        while at < self.end:
            if len(found) >= MAX_CHILDREN:
                raise broken(f"one of its lists has more than {MAX_CHILDREN} parts")
            found.append(_element(self.data, at, self.end))
            at = found[-1].end
        return found

    def expect(self, tag: int) -> Element:
        """The element itself if it has that tag.

        Raises:
            StatementError: it has another.
        """
        if self.tag != tag:
            raise broken(f"a part has the type {self.tag:#04x} where {tag:#04x} belongs")
        return self

    def child(self, number: int, tag: int) -> Element:
        """The part ``number`` (from 0), which has that tag.

        Raises:
            StatementError: there is none.
        """
        found = self.children()
        if number >= len(found):
            raise broken("a part is missing")
        return found[number].expect(tag)

    def integer(self) -> int:
        """The value of an INTEGER.

        Raises:
            StatementError: it is none, or not in its shortest form.
        """
        content = self.expect(INTEGER).content
        padded = len(content) > 1 and content[0] in (0, 0xFF) and content[0] >> 7 == content[1] >> 7
        if not content or padded:
            raise broken("a number is not in its shortest form")
        return int.from_bytes(content, "big", signed=True)


def read_der(data: bytes) -> Element:
    """The one element that ``data`` is.

    Raises:
        StatementError: it is not DER, or bytes follow it.
    """
    element = _element(data, 0, len(data))
    if element.end != len(data):
        raise broken("bytes follow its end")
    return element


def _element(data: bytes, start: int, limit: int) -> Element:
    if limit - start < 2:
        raise broken("it is cut short")
    tag, length, inside = data[start], data[start + 1], start + 2
    if tag & _LONG_TAG == _LONG_TAG:
        raise broken("a part has a type that no timestamp holds")
    if length >= _LONG_LENGTH:
        count = length - _LONG_LENGTH
        written = data[inside : min(inside + count, limit)]
        if not 1 <= count <= _MAX_LENGTH_BYTES or len(written) < count:
            raise broken("a length is not DER, or it is cut short")
        length = int.from_bytes(written, "big")
        if written[0] == 0 or length < _LONG_LENGTH:
            raise broken("a length is not in its shortest form")
        inside += count
    if inside + length > limit:
        raise broken("it is cut short")
    return Element(data, tag, start, inside, inside + length)


def encode(tag: int, *parts: bytes) -> bytes:
    """One element with that tag byte and the parts as its content."""
    content = b"".join(parts)
    size = len(content)
    if size < _LONG_LENGTH:
        return bytes((tag, size)) + content
    written = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes((tag, _LONG_LENGTH | len(written))) + written + content


def encode_integer(value: int) -> bytes:
    """An INTEGER that is not negative."""
    return encode(INTEGER, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def encode_oid(dotted: str) -> bytes:
    """An OBJECT IDENTIFIER, written as numbers with dots between."""
    first, second, *rest = (int(arc) for arc in dotted.split("."))
    content = bytearray()
    for arc in (first * 40 + second, *rest):
        septets = [arc & 0x7F]
        while arc := arc >> 7:
            septets.append(0x80 | (arc & 0x7F))
        content += bytes(reversed(septets))
    return encode(OID, bytes(content))
