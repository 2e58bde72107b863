"""Text that was derived from other text, with a way back.

Matching never works on the raw text itself: Markdown mark-up is dropped, quotation marks and
spaces are folded. ``MappedText`` keeps, for every code point of the derived text, the code point
of the origin it came from, so that every offset shown to a person points into the raw text.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

__all__ = ["MappedText", "MappedTextBuilder"]


@dataclass(frozen=True, slots=True)
class MappedText:
    """Derived ``text`` and where each of its code points begins and ends in the origin.

    ``starts[i]`` and ``ends[i]`` are code-point offsets in the origin of ``text[i]``; an inserted
    code point (a separator that the origin does not have) has ``starts[i] == ends[i]``.
    """

    text: str
    starts: array[int]
    ends: array[int]

    def to_origin(self, start: int, end: int) -> tuple[int, int]:
        """The origin's span of ``text[start:end]``, without inserted code points at its edges.

        Raises:
            IndexError: the span is empty or outside the text.
        """
        if not 0 <= start < end <= len(self.text):
            msg = f"span {start}-{end} is outside a text of {len(self.text)} code points"
            raise IndexError(msg)
        while start < end - 1 and self.starts[start] == self.ends[start]:
            start += 1
        while end > start + 1 and self.starts[end - 1] == self.ends[end - 1]:
            end -= 1
        return self.starts[start], self.ends[end - 1]

    @classmethod
    def identity(cls, text: str, offset: int = 0) -> MappedText:
        """``text`` as it stands, its first code point at ``offset`` of the origin."""
        size = len(text)
        return cls(
            text,
            array("I", range(offset, offset + size)),
            array("I", range(offset + 1, offset + size + 1)),
        )


class MappedTextBuilder:
    """Collects pieces of derived text in order; ``build`` gives the :class:`MappedText`."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._starts: array[int] = array("I")
        self._ends: array[int] = array("I")

    def __len__(self) -> int:
        """Code points so far."""
        return len(self._starts)

    def verbatim(self, text: str, origin: int) -> None:
        """Add ``text`` that stands in the origin exactly as it is, from ``origin`` on."""
        self._parts.append(text)
        self._starts.extend(range(origin, origin + len(text)))
        self._ends.extend(range(origin + 1, origin + len(text) + 1))

    def replaced(self, text: str, start: int, end: int) -> None:
        """Add ``text`` that stands for the origin's span (an entity, an escape)."""
        self._parts.append(text)
        self._starts.extend([start] * len(text))
        self._ends.extend([end] * len(text))

    def inserted(self, text: str, at: int) -> None:
        """Add ``text`` that the origin does not have, at the place ``at`` of the origin."""
        self.replaced(text, at, at)

    def build(self) -> MappedText:
        """The text so far."""
        return MappedText("".join(self._parts), self._starts, self._ends)
