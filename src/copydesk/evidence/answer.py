"""One answer as it is judged: what was read, and what was asked of whom."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import SplitResult, unquote, urlsplit

from copydesk.evidence.main_text import weight
from copydesk.evidence.model import EvidenceText, Label

__all__ = ["Answer", "plain_words"]

MIN_WORD = 4
"""Letters from which a word of an address says what a page is about."""

_WORD = re.compile(r"[^\W\d_]+")
_CODES = re.compile(r"(?<!\d)[1-5]\d\d(?!\d)")
_SUFFIX = re.compile(r"\.(?:x?html?|php|aspx?|jsp|cfm|pdf|txt)$", re.IGNORECASE)
_VOWEL = re.compile("[aeiouyаеиоуыэюяàâäéèêëîïôöùûü]")
# Words that addresses have and headlines leave out.
_IDLE = frozenset({
    "with", "from", "that", "this", "what", "when", "where", "will", "have", "been", "into",
    "over", "after", "about", "more", "than", "their", "your", "news", "article", "articles",
    "story", "post", "blog", "page", "html", "index", "press", "release", "update",
})  # fmt: skip


@dataclass(frozen=True)
class Answer:
    """What :func:`copydesk.evidence.quality.judge` was given, with what follows from it."""

    text: EvidenceText
    status: int | None
    url: str
    final_url: str
    size: int
    media_type: str
    headers: tuple[tuple[str, str], ...] = ()

    @cached_property
    def visible(self) -> int:
        """Visible characters."""
        return len(self.text.visible.strip())

    @cached_property
    def main(self) -> int:
        """Characters of main text as estimated; all visible ones where there is no estimate."""
        said = self.text.signal("main-chars")
        return int(said) if said is not None else weight(self.text.visible)

    @cached_property
    def asked(self) -> SplitResult:
        """The URL that was cited, in parts."""
        return _parts(self.url)

    @cached_property
    def final(self) -> SplitResult:
        """The URL that answered, in parts."""
        return _parts(self.final_url or self.url)

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """What the page calls itself: title, headings, Open Graph title, headline of its data."""
        names = {"heading", "og-title", "headline"}
        said = (value for name, value in self.text.signals if name in names)
        return tuple(filter(None, (self.text.title, *said)))

    @cached_property
    def shown_titles(self) -> tuple[str, ...]:
        """The title and the headings."""
        said = (value for name, value in self.text.signals if name == "heading")
        return tuple(filter(None, (self.text.title, *said)))

    @cached_property
    def headed(self) -> bool:
        """Whether it has a heading of the first order."""
        return any(name == "heading" for name, _ in self.text.signals)

    @cached_property
    def openings(self) -> tuple[str, ...]:
        """What stands first on a page: its title, its headings, and its first visible line."""
        return tuple(
            filter(None, (*self.shown_titles, self.text.visible.strip().split("\n", 1)[0]))
        )

    @cached_property
    def moved(self) -> bool:
        """Whether the request ended at another path, which shares no word with the cited one."""
        was, now = plain_words(unquote(self.asked.path)), plain_words(unquote(self.final.path))
        return self.final.path != self.asked.path and not set(was) & set(now)

    @cached_property
    def slug(self) -> frozenset[str]:
        """The telling words of the cited address: those of its last wordiest part of the path."""
        best: frozenset[str] = frozenset()
        host = (self.asked.hostname or "").lower() if self.moved else ""
        for part in self.asked.path.split("/"):
            words = plain_words(_SUFFIX.sub("", unquote(part)))
            telling = frozenset(word for word in words if word not in _IDLE and word not in host)
            if telling and len(telling) >= len(best):
                best = telling
        return best

    def shares(self, text: str) -> int:
        """How many of the address's telling words stand in ``text``, by their first five letters."""
        stems = set(map(_stem, plain_words(text)))
        return sum(_stem(word) in stems for word in self.slug)

    def tells(self, words: str) -> bool:
        """Whether the cited address itself holds what ``words`` say: a code of three digits."""
        return any(code in _CODES.findall(self.asked.path) for code in _CODES.findall(words))

    def length(self, label: Label) -> int:
        """Code points of the text under ``label``."""
        return sum(r.end - r.start for r in self.text.regions if r.label is label)

    def number(self, name: str) -> int:
        """The largest signal of that name, as a number; 0 where there is none."""
        return max((int(value) for key, value in self.text.signals if key == name), default=0)


def _stem(word: str) -> str:
    """What a word shares with its other forms: “ferry” and “ferries” have one."""
    return f"{word[:4]}i" if word[4:5] == "y" else word[:5]


def plain_words(text: str) -> list[str]:
    """The words of ``text`` that have at least four letters, folded and without accents."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(ch for ch in folded if not unicodedata.combining(ch))
    return [word for word in _WORD.findall(bare) if len(word) >= MIN_WORD and _VOWEL.search(word)]


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.hostname, parts.port
    except ValueError:
        return SplitResult("", "", "", "", "")
    return parts
