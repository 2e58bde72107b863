"""Where a field's offsets stand in the file: line and column, both from 1, in code points."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from copydesk.article import Article
from copydesk.report import FieldName

__all__ = ["FilePlace", "Lines"]


@dataclass(frozen=True, slots=True)
class FilePlace:
    """From the first code point up to the one before ``end_line``:``end_column``."""

    line: int
    column: int
    end_line: int
    end_column: int


class Lines:
    """Places of an article in its file."""

    def __init__(self, article: Article, file_text: str | None) -> None:
        """``file_text`` is the file without a byte order mark; ``None`` where lines mean nothing."""
        self._article = article
        self._starts = [0]
        if file_text is not None:
            self._starts += [at + 1 for at, char in enumerate(file_text) if char == "\n"]
        self._known = file_text is not None

    def place(self, name: FieldName, start: int, end: int) -> FilePlace | None:
        """Where the field's code points stand in the file, if they have a place there."""
        span = self._article.field(name).file_span(start, end) if self._known else None
        if span is None:
            return None
        return FilePlace(*self._at(span.start), *self._at(span.end))

    def where(self, name: FieldName, start: int, end: int) -> str:
        """``line 12:5`` where the field stands in the file, else ``812-825``; empty for no place."""
        if start >= end:
            return ""
        found = self.place(name, start, end)
        return f"{start}-{end}" if found is None else f"line {found.line}:{found.column}"

    def _at(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
