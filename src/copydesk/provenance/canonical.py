"""Canonical JSON (RFC 8785) and a parser that accepts nothing but it."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import rfc8785

from copydesk.errors import LimitError, StatementError

__all__ = ["MAX_JSON_BYTES", "canonical_bytes", "parse_canonical", "parse_strict", "sha256_hex"]

# A source set of 200 sources with every header is about 1 MB; no statement needs more than this.
MAX_JSON_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 32
MAX_INTEGER = 2**53 - 1

_SURROGATE = re.compile("[\ud800-\udfff]")
# With these settings, and without floats, the interpreter's own encoder writes what RFC 8785 asks
# for, ten times faster than the reference one; only the order of keys can differ, see _sorts_alike.
_ENCODE = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
).encode

_FIX = "Restore the file from the repository; it was not written by Copydesk as it stands."


def sha256_hex(data: bytes) -> str:
    """SHA-256 of ``data`` in lower-case hex."""
    return hashlib.sha256(data).hexdigest()


def canonical_bytes(value: Any) -> bytes:
    """RFC 8785 bytes of a JSON value.

    Raises:
        StatementError: it holds a float, an integer beyond 2^53-1, a lone surrogate, a key that
            is no string, or something that JSON does not have.
    """
    return _dump(value, plain=_check(value))


def _dump(value: Any, *, plain: bool) -> bytes:
    """The canonical bytes of a checked value; ``plain`` as :func:`_check` answers it."""
    try:
        return _ENCODE(value).encode() if plain else rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError, RecursionError) as error:
        raise StatementError(f"The value has no canonical form: {error}.", fix=_FIX) from error


def parse_canonical(data: bytes) -> Any:
    """Parse ``data``, which must be exactly its own canonical form.

    Raises:
        StatementError: it is not, or :func:`parse_strict` refuses it.
        LimitError: larger than :data:`MAX_JSON_BYTES`.
    """
    value, plain = _parse(data)
    if _dump(value, plain=plain) != data:
        raise StatementError("The JSON is not in its canonical form (RFC 8785).", fix=_FIX)
    return value


def parse_strict(data: bytes) -> Any:
    """Parse JSON, refusing what two parsers could read differently.

    Raises:
        StatementError: not JSON, not UTF-8, a duplicate key, a float, NaN, an integer beyond
            2^53-1, a lone surrogate, or nested deeper than :data:`MAX_DEPTH`.
        LimitError: larger than :data:`MAX_JSON_BYTES`.
    """
    return _parse(data)[0]


def _parse(data: bytes) -> tuple[Any, bool]:
    """The value, and what :func:`_check` answers of it."""
    if len(data) > MAX_JSON_BYTES:
        raise LimitError(
            f"A statement of {len(data):,} bytes is over the limit of {MAX_JSON_BYTES:,}.",
            fix=_FIX,
        )
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_object,
            parse_float=_no_float,
            parse_constant=_no_float,
            parse_int=_integer,
        )
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise StatementError(f"The statement is not JSON: {error}.", fix=_FIX) from error
    return value, _check(value)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise StatementError("A key stands twice in one object.", fix=_FIX)
    return found


def _no_float(text: str) -> Any:
    raise StatementError(f"The number {text} is not an integer.", fix=_FIX)


def _integer(text: str) -> int:
    # Longer texts are refused before they are converted: that conversion is quadratic.
    if len(text) > len(str(MAX_INTEGER)) + 1 or abs(int(text)) > MAX_INTEGER or text == "-0":
        raise StatementError(f"The integer {text[:24]} is out of range.", fix=_FIX)
    return int(text)


def _check(value: Any) -> bool:
    """Refuse floats, surrogates and depth; iterative, so that depth itself cannot overflow.

    Returns:
        Whether both encoders sort every object's keys alike: RFC 8785 sorts by UTF-16 code units,
        the interpreter by code points, which differ only beyond ASCII. Subclasses of the JSON types
        and tuples are left to the reference encoder as well.
    """
    plain = True
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH + 1):
        inner: list[Any] = []
        for item in level:
            kind = type(item)
            if kind is str:
                if not item.isascii():
                    _refuse_surrogates(item)
            elif kind is dict:
                inner += item.values()
                inner += item
                plain = plain and all(type(key) is str and key.isascii() for key in item)
            elif kind is list:
                inner += item
            else:
                plain = _check_other(item, inner) and plain
        if not inner:
            return plain
        level = inner
    raise StatementError(f"The JSON is nested deeper than {MAX_DEPTH}.", fix=_FIX)


def _refuse_surrogates(text: str) -> None:
    if _SURROGATE.search(text):
        raise StatementError("A text holds a lone surrogate.", fix=_FIX)


def _check_other(item: Any, inner: list[Any]) -> bool:
    """Numbers and the rarer types; what a container holds is added to ``inner``."""
    if item is None or isinstance(item, bool):
        return True
    if isinstance(item, int):
        if abs(item) > MAX_INTEGER:
            raise StatementError(f"The integer {item} is beyond 2^53-1.", fix=_FIX)
        return type(item) is int
    if isinstance(item, str):
        _refuse_surrogates(item)
    elif isinstance(item, dict):
        inner += item.values()
        inner += item
    elif isinstance(item, (list, tuple)):
        inner += item
    else:
        raise StatementError(f"A {type(item).__name__} cannot stand in a statement.", fix=_FIX)
    return False
