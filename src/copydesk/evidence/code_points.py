"""Characters that take up no space: what could part a word, turn a line round, or carry a message.

Kinds and their code points (Unicode 16, chapters 9, 23.2, 23.4 and 23.9):
zero-width characters between two letters or digits of the same line; soft hyphens; embeddings,
overrides and isolates of bidirectional text; tag characters, each an invisible copy of an ASCII
character (those that spell a flag are left out); and runs of variation selectors, of which one
sign never needs two, and which can carry any bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["Unseen", "unseen"]

MAX_DECODED = 400
"""Characters of a message in tag characters or variation selectors that are shown."""

# Each begins with the characters themselves, which are looked for quickest.
_KINDS = {
    "zero-width characters within words": re.compile(
        r"[\u200b-\u200d\u2060-\u2064\ufeff](?:"
        r"(?<=[^\W_][\u200b\u2060-\u2064\ufeff])[\u200b\u2060-\u2064\ufeff]*(?=[^\W_])"
        r"|(?<=[A-Za-z0-9][\u200c\u200d])[\u200c\u200d]*(?=[A-Za-z0-9]))"
    ),
    "soft hyphens": re.compile("\u00ad+"),
    "characters that turn the direction of text": re.compile("[\u202a-\u202e\u2066-\u2069]+"),
    "tag characters": re.compile(
        "[\U000e0020-\U000e007f](?<![\U0001f3f4\U000e0020-\U000e007f].)[\U000e0020-\U000e007f]*"
    ),
    "runs of variation selectors": re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}"),
}


@dataclass(frozen=True, slots=True)
class Unseen:
    """One kind of unseen characters in a text: how many, and the first run of them (code points).

    ``decoded`` is what tag characters or variation selectors spell; empty for the other kinds and
    where it cannot be read.
    """

    kind: str
    count: int
    start: int
    end: int
    decoded: str = ""

    @property
    def typographic(self) -> bool:
        """Whether it only says where a word may be broken."""
        return self.kind == "soft hyphens"


# What each kind is made of.
_CHARACTERS = {
    "zero-width characters within words": re.compile("[\u200b-\u200d\u2060-\u2064\ufeff]"),
    "soft hyphens": re.compile("\u00ad"),
    "characters that turn the direction of text": re.compile("[\u202a-\u202e\u2066-\u2069]"),
    "tag characters": re.compile("[\U000e0020-\U000e007f]"),
    "runs of variation selectors": re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]"),
}
_ANY = re.compile("|".join(one.pattern for one in _CHARACTERS.values()))
_ASCII = bytes(range(128))


def unseen(text: str) -> tuple[Unseen, ...]:
    """What ``text`` holds of each kind; nothing for ASCII. Linear in its length."""
    return () if text.isascii() else _seen(text)


@lru_cache(maxsize=64)
def _seen(text: str) -> tuple[Unseen, ...]:
    """Kept, since several rules ask of the same texts."""
    # Few characters of a text are beyond ASCII, and bytes are dropped far quicker than they are read.
    rest = text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    found = "".join(set(_ANY.findall(rest.decode("utf-8", "surrogatepass"))))
    return tuple(_each(text, found)) if found else ()


def _each(text: str, found: str) -> Iterator[Unseen]:
    """The kinds that the text holds; ``found`` are the unseen characters that stand anywhere in it."""
    for kind, pattern in _KINDS.items():
        if not _CHARACTERS[kind].search(found):
            continue
        count, first = 0, None
        decoded: list[str] = []
        room = MAX_DECODED
        for match in pattern.finditer(text):
            first = first or match
            count += match.end() - match.start()
            if room > 0:
                decoded.append(_decoded(match[0][:room]))
                room -= len(decoded[-1]) + 1
        if first is not None:
            said = " ".join(filter(None, decoded))
            yield Unseen(kind, count, first.start(), first.end(), said)


def _decoded(run: str) -> str:
    """The characters that a run of tag characters or variation selectors stands for."""
    points = [ord(char) for char in run]
    if all(0xE0020 <= point <= 0xE007E for point in points):
        return "".join(chr(point - 0xE0000) for point in points)
    if all(0xFE00 <= point <= 0xFE0F or 0xE0100 <= point <= 0xE01EF for point in points):
        held = bytes(p - 0xFE00 if p <= 0xFE0F else p - 0xE0100 + 16 for p in points)
        said = held.decode("utf-8", "replace")
        return said if said.isprintable() and "\ufffd" not in said else ""
    return ""
