"""Text laid out in the cells of a terminal: foreign text made safe, wrapped, underlined.

An article's and a source's words are hostile: nothing of them reaches the terminal but characters
that take up space. Widths are those of UAX #11: two cells for wide and full-width characters, none
for combining marks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from copydesk.cli.output import shown_as

__all__ = ["Cell", "Ink", "cells_of", "laid_out"]

_BOLD, _UNDERLINE, _OFF = "\x1b[1m", "\x1b[4m", "\x1b[0m"
_COLOURS = {"red": "\x1b[31m", "yellow": "\x1b[33m", "blue": "\x1b[34m"}
_WIDE = frozenset("WF")
_NO_WIDTH = frozenset({"Mn", "Me"})
# Hangul vowels and final consonants join the syllable before them (UAX #11 leaves them neutral).
_JOINING = range(0x1160, 0x1200)
_SOFT_HYPHEN = "\xad"


@dataclass(frozen=True, slots=True)
class Ink:
    """What may be written: ``width`` in cells, escape sequences or none, and the encoding."""

    width: int = 80
    ansi: bool = False
    encoding: str = "utf-8"

    def strong(self, text: str, colour: str = "") -> str:
        """``text``, the program's own words, made to stand out where that is possible."""
        return f"{_BOLD}{_COLOURS.get(colour, '')}{text}{_OFF}" if self.ansi else text


@dataclass(frozen=True, slots=True)
class Cell:
    """One character as it is shown: how many cells wide, and whether it is marked."""

    shown: str
    width: int
    marked: bool = False

    @property
    def space(self) -> bool:
        """Whether a line may be broken here."""
        return self.shown == " "


def cells_of(text: str, ink: Ink, marks: Sequence[tuple[int, int]] = ()) -> list[Cell]:
    """The cells of ``text``; ``marks`` are the spans of code points that are marked.

    White space of any kind, tabs and line breaks too, becomes one space; a place where a word may
    be broken is not shown; a character that a terminal would obey or cannot show is written out.
    """
    found: list[Cell] = []
    inside = {at for start, end in marks for at in range(start, end)}
    for at, char in enumerate(text):
        marked = at in inside
        if char.isspace() and char not in "\x1c\x1d\x1e\x1f\x85\u2028\u2029":
            if found and not found[-1].space:
                found.append(Cell(" ", 1, marked))
            continue
        if char == _SOFT_HYPHEN:
            continue
        found.append(_cell(char, ink.encoding, marked))
    return found


def laid_out(cells: Iterable[Cell], ink: Ink, indent: int) -> Iterator[str]:
    """The lines, ``indent`` cells from the left, each with its underline where words are marked."""
    left = " " * indent
    for line in _wrapped(cells, max(ink.width - indent, 20)):
        if ink.ansi:
            yield left + _with_underline(line)
            continue
        yield left + "".join(cell.shown for cell in line)
        carets = "".join(("^" if cell.marked else " ") * cell.width for cell in line).rstrip()
        if carets:
            yield left + carets


@lru_cache(maxsize=4096)
def _cell(char: str, encoding: str, marked: bool) -> Cell:
    shown = shown_as(char).encode(encoding, "backslashreplace").decode(encoding)
    return Cell(shown, _width(shown), marked)


def _width(shown: str) -> int:
    return sum(_cells(char) for char in shown)


def _cells(char: str) -> int:
    if char.isascii():
        return 1
    if unicodedata.category(char) in _NO_WIDTH or ord(char) in _JOINING:
        return 0
    return 2 if unicodedata.east_asian_width(char) in _WIDE else 1


def _wrapped(cells: Iterable[Cell], width: int) -> Iterator[list[Cell]]:
    """Lines no wider than ``width``: broken at the last space that fits, else within the word."""
    line: list[Cell] = []
    used, space = 0, -1
    for cell in cells:
        if cell.space and (not line or used >= width):
            if line:
                yield line
            line, used, space = [], 0, -1
            continue
        # Twice where the word is longer than the space before it gained: a cell of a character
        # that is written out has up to ten places.
        while line and used + cell.width > width:
            kept, line = (line[:space], line[space + 1 :]) if space > 0 else (line, [])
            yield kept
            used, space = sum(item.width for item in line), -1
        if cell.space:
            space = len(line)
        line.append(cell)
        used += cell.width
    while line and line[-1].space:
        line.pop()
    if line:
        yield line


def _with_underline(line: list[Cell]) -> str:
    out: list[str] = []
    on = False
    for cell in line:
        if cell.marked != on:
            out.append(_BOLD + _UNDERLINE if cell.marked else _OFF)
            on = cell.marked
        out.append(cell.shown)
    return "".join(out) + (_OFF if on else "")
