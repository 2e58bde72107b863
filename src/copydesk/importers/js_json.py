"""JSON as JavaScript reads and writes it (ECMA-262, ``JSON.parse`` and ``JSON.stringify``).

Signatures of programs written in JavaScript cover what ``JSON.stringify`` wrote: every number is a
double, a lone surrogate is written as an escape, keys sort by UTF-16 code units. Reading here is
stricter than ``JSON.parse`` in one thing: a key that stands twice is refused, because readers
disagree on which one counts.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

import rfc8785

from copydesk.importers.unfit import Unfit, UnfitKind

__all__ = ["MAX_JSON_BYTES", "MAX_JSON_DEPTH", "parse", "stringify", "utf16_sorted"]

# The largest record of the known archives has 60 kB; an article may have 2 MiB.
MAX_JSON_BYTES = 4 * 1024 * 1024
MAX_JSON_DEPTH = 32
# Below this many digits an integer is the same as a double.
_EXACT_DIGITS = 15

_SURROGATE = re.compile("[\ud800-\udfff]")
_ENCODE_TEXT = json.JSONEncoder(ensure_ascii=False).encode


class _DuplicateKeyError(ValueError):
    pass


def parse(data: bytes, path: str) -> Any | Unfit:
    """The value that the bytes hold, with every number as JavaScript has it.

    Returns:
        The value, or why there is none: larger than :data:`MAX_JSON_BYTES`, not UTF-8, not JSON, a
        key that stands twice, nested deeper than :data:`MAX_JSON_DEPTH`.
    """
    if len(data) > MAX_JSON_BYTES:
        return Unfit(
            path,
            UnfitKind.TOO_LARGE,
            f"It has {len(data):,} bytes; a record may have {MAX_JSON_BYTES:,}.",
        )
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_constant=_no_constant,
        )
    except UnicodeDecodeError as error:
        return Unfit(path, UnfitKind.NOT_UTF8, f"Byte {error.start} is not UTF-8.")
    except _DuplicateKeyError as error:
        return Unfit(path, UnfitKind.DUPLICATE_KEY, f"The key {error} stands twice in one object.")
    except RecursionError:
        return _too_deep(path)
    except ValueError as error:
        return Unfit(path, UnfitKind.NOT_JSON, f"It is not JSON: {error}.")
    return value if _depth_is_bounded(value) else _too_deep(path)


def _too_deep(path: str) -> Unfit:
    return Unfit(path, UnfitKind.TOO_DEEP, f"It is nested deeper than {MAX_JSON_DEPTH}.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _DuplicateKeyError(repr(key[:60]))
            seen.add(key)
    return found


def _integer(text: str) -> int | float:
    # A double holds more digits than it can tell apart; longer texts are never made integers.
    if len(text) <= _EXACT_DIGITS:
        return int(text)
    return float(text)


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")


def _depth_is_bounded(value: Any) -> bool:
    """Whether nothing is nested deeper than the limit; level by level, so that depth cannot overflow."""
    level = [value]
    for _ in range(MAX_JSON_DEPTH + 1):
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner += item.values()
            elif isinstance(item, list):
                inner += item
        if not inner:
            return True
        level = inner
    return False


def utf16_sorted(texts: Iterable[str]) -> list[str]:
    """The texts as JavaScript's ``sort()`` orders them: by UTF-16 code units."""
    return sorted(texts, key=lambda text: text.encode("utf-16-be", "surrogatepass"))


def stringify(value: Any, keys: Iterable[str] | None = None) -> bytes:
    """The UTF-8 bytes of ``JSON.stringify(value, keys)``, without white space.

    Args:
        value: of what :func:`parse` answers: objects, lists, texts, numbers, booleans, ``None``.
        keys: the list of keys as ``JSON.stringify`` takes it: in every object, at every depth, only
            these are written, in this order.
    """
    return "".join(_write(value, None if keys is None else tuple(keys))).encode("utf-8")


def _write(value: Any, keys: tuple[str, ...] | None) -> Iterable[str]:
    if isinstance(value, Mapping):
        chosen = value if keys is None else [key for key in keys if key in value]
        yield "{"
        for place, key in enumerate(chosen):
            yield f"{',' if place else ''}{_text(key)}:"
            yield from _write(value[key], keys)
        yield "}"
    elif isinstance(value, (list, tuple)):
        yield "["
        for place, item in enumerate(value):
            yield "," if place else ""
            yield from _write(item, keys)
        yield "]"
    else:
        yield _scalar(value)


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if not math.isfinite(value):
        return "null"
    # RFC 8785 writes numbers as ECMA-262 does.
    return rfc8785.dumps(float(value)).decode("ascii")


def _text(text: str) -> str:
    """As JavaScript has written texts since ES2019: lone surrogates are escaped."""
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", _ENCODE_TEXT(text))
