"""How every command answers: data on stdout, messages on stderr, as text or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import typer

from copydesk.errors import CopydeskError

__all__ = ["Format", "FormatOption", "answer", "message", "show_error", "shown_as", "wants_json"]


class Format(StrEnum):
    """``text`` for people, ``json`` for programs."""

    TEXT = "text"
    JSON = "json"


FormatOption = Annotated[
    Format, typer.Option("--format", help="text for people, json for programs.")
]


def answer(format_: Format, data: Any, text: Callable[[], str]) -> None:
    """Print the result on stdout: ``data`` as JSON, or the text that ``text`` makes."""
    if format_ is Format.JSON:
        sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    else:
        sys.stdout.write(safe(text()).rstrip("\n") + "\n")
    sys.stdout.flush()


def message(text: str) -> None:
    """Print one message on stderr."""
    sys.stderr.write(safe(text).rstrip("\n") + "\n")


def wants_json(arguments: list[str]) -> bool:
    """Whether the command line asks for JSON; needed where it could not even be parsed."""
    joined = " ".join(arguments)
    return "--format json" in joined or "--format=json" in joined


def show_error(error: CopydeskError, *, as_json: bool) -> None:
    """Print an error: as the ``error`` object on stdout, or in words on stderr."""
    if as_json:
        sys.stdout.write(json.dumps({"error": error.as_json()}, ensure_ascii=False) + "\n")
        return
    message(f"copydesk: {error.message} [{error.code}]")
    if error.fix:
        message(f"  What to do: {error.fix}")


def safe(text: str) -> str:
    """``text`` without what a terminal would obey or cannot encode: control and bidi characters.

    Text from articles and pages is hostile; an escape sequence in a title must stay visible.
    """
    shown = "".join(map(shown_as, text))
    encoding = sys.stdout.encoding or "utf-8"
    return shown.encode(encoding, "backslashreplace").decode(encoding)


def shown_as(char: str) -> str:
    """One character as a terminal may be given it: itself, or its code point written out."""
    return char if _printable(char) else _escaped(char)


def _printable(char: str) -> bool:
    return char in "\n\t" or (char.isprintable() and char not in _BIDI)


def _escaped(char: str) -> str:
    return f"\\u{ord(char):04x}" if char != "\xa0" else " "


_BIDI = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
