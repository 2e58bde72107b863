"""Evidence text: what was read from a capture, in one string with labelled regions.

Selectors in a trace are code-point offsets into :attr:`EvidenceText.text`. The visible text comes
first; text that stands elsewhere in the capture (JSON-LD, meta tags, embedded JSON) follows, each
in a region of its own, so that a match always says what kind of text it was found in.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum

from copydesk.report import UNDATED, Quality

__all__ = ["ARCHIVE", "EvidenceSource", "EvidenceText", "Label", "Region", "Variant"]

ARCHIVE = "archive-copy"
"""The role of a capture that a web archive holds; see ``copydesk.capture.model.Role``."""


class Label(StrEnum):
    """Where in the capture a region of the evidence text was read from."""

    VISIBLE = "visible"
    META = "meta"
    JSON_LD = "json-ld"
    EMBEDDED_JSON = "embedded-json"
    NOSCRIPT = "noscript"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Region:
    """A half-open code-point range of the evidence text that came from one place."""

    start: int
    end: int
    label: Label


@dataclass(frozen=True, slots=True)
class EvidenceText:
    """The text of a capture. Blocks (paragraphs, cells, list items) are separated by newlines.

    ``title`` is the page's own title, for showing and for the wrong-page test; it is not a region.
    ``notes`` are sentences on how it was read (cut at a limit, a damaged file, a doubtful charset).
    ``signals`` are name-value pairs seen in the capture beside its text (a challenge's marker, the
    declared word count), from which :func:`copydesk.evidence.quality.judge` decides. ``pages`` are, of a
    paged document, where the text of a page begins (code points, rising) and that page's number.
    """

    text: str
    regions: tuple[Region, ...]
    title: str = ""
    media_type: str = ""
    notes: tuple[str, ...] = ()
    signals: tuple[tuple[str, str], ...] = ()
    pages: tuple[tuple[int, int], ...] = ()

    def page_at(self, offset: int) -> int:
        """The page, from 1, that the code point at ``offset`` stands on; 0 where there are no pages."""
        at = bisect_right(self.pages, offset, key=lambda page: page[0])
        return self.pages[at - 1][1] if at else 0

    def label_at(self, offset: int) -> Label:
        """The label of the region that holds the code point at ``offset``."""
        for region in self.regions:
            if region.start <= offset < region.end:
                return region.label
        return Label.VISIBLE

    def signal(self, name: str) -> str | None:
        """The first signal of that name, or ``None``."""
        return next((value for key, value in self.signals if key == name), None)

    @property
    def visible(self) -> str:
        """The text that a reader of the capture sees."""
        return self.text[: self.visible_end]

    @property
    def visible_end(self) -> int:
        """Where the visible text ends."""
        return max((r.end for r in self.regions if r.label is Label.VISIBLE), default=0)


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the captures that a source's text is made of: code points ``start`` to ``end`` of it.

    A place in a report counts from the beginning of its own variant's text.
    """

    sha256: str | None
    role: str
    start: int
    end: int
    captured_at: str = ""
    archived_at: str = ""

    @property
    def archived(self) -> str:
        """When a web archive made it, :data:`copydesk.report.UNDATED` where nobody knows; empty where
        it is the site's own.
        """
        return (self.archived_at or UNDATED) if self.role == ARCHIVE else ""


@dataclass(frozen=True, slots=True)
class EvidenceSource:
    """One source as the trace reads it: the URL, the capture's digest, its verdict and its text.

    ``sha256`` is ``None`` and the text empty where nothing was captured; ``reason`` then says why.
    ``captured_at`` is the time of the capture as ``YYYY-MM-DDTHH:MM:SSZ``, or empty when unknown.
    ``role`` says what the capture is; ``archived_at`` when a web archive took its copy, as far as
    that is known. Where several captures are read as one source, ``variants`` are their parts of
    the text, the preferred one first, and the other fields are the first one's; a source with one
    capture has none.
    """

    id: int
    url: str
    sha256: str | None
    quality: Quality
    text: EvidenceText
    reason: str = ""
    captured_at: str = ""
    role: str = "page"
    archived_at: str = ""
    variants: tuple[Variant, ...] = ()

    @property
    def usable(self) -> bool:
        """Whether its text may support a specific."""
        return self.quality.usable and bool(self.text.text)

    @property
    def legible(self) -> bool:
        """Whether its text is the source's own, if only a part of it."""
        return self.quality.legible and bool(self.text.text)

    def variant_at(self, offset: int) -> Variant:
        """The capture that the code point at ``offset`` of the text was read from."""
        for variant in self.variants:
            if variant.start <= offset < variant.end:
                return variant
        end = len(self.text.text)
        return Variant(self.sha256, self.role, 0, end, self.captured_at, self.archived_at)

    def start_of(self, sha256: str | None) -> int:
        """Where the text of the capture with that digest begins in the source's text."""
        return next((one.start for one in self.variants if one.sha256 == sha256), 0)
