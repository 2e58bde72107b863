"""What an article is once it has been read: fields, passages, sentences, citations.

All offsets are code points. A field offset counts in the field's own ``text``; ``Field.file_span``
leads on to the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from copydesk.report import FieldName
from copydesk.textmap import MappedText

__all__ = [
    "Article",
    "Citation",
    "Field",
    "FrontMatter",
    "HumanRequest",
    "Passage",
    "PassageKind",
    "SourceRef",
    "Span",
]


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the article: its decoded text, and where that stands in the file.

    ``origin`` maps the text to code points of the file after a byte order mark; it is ``None``
    for a field that has no place in a file (a field of a JSON submission, or an absent one).
    """

    name: FieldName
    text: str
    origin: MappedText | None = None

    def file_span(self, start: int, end: int) -> Span | None:
        """Where ``text[start:end]`` stands in the file, if the field has a place there."""
        if self.origin is None or start >= end:
            return None
        return Span(*self.origin.to_origin(start, end))


@dataclass(frozen=True, slots=True)
class SourceRef:
    """A cited URL of the front matter; ``id`` counts from 1 in the order listed."""

    id: int
    url: str
    file_span: Span | None = None


class PassageKind(StrEnum):
    """What part of the article a passage is."""

    TITLE = "title"
    SUMMARY = "summary"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list-item"
    TABLE_CELL = "table-cell"
    BLOCK_QUOTE = "block-quote"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Citation:
    """A link or a ``[1]`` reference in a passage.

    ``start`` and ``end`` are code points of the field (mark-up included). ``source`` is the id of
    the source whose URL it is, or ``None`` when the URL is not among the sources. ``at`` is where
    it stands in the passage's ``text.text``: the link's first word, or, for a reference (whose
    mark is not part of the text), just behind the last word before it.
    """

    url: str | None
    source: int | None
    start: int
    end: int
    label: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Passage:
    """One block of running text.

    ``text`` is what a reader sees, without mark-up, mapped to code points of the field.
    ``sentences``, ``code`` and ``links`` are spans of ``text.text`` (not of the field).
    ``citations`` are all citations within the passage. ``row`` numbers the table row or list that
    a cell or item belongs to, so that a rule can look at its neighbours; ``header`` is the text of
    the column's header cell.
    """

    field: FieldName
    kind: PassageKind
    text: MappedText
    sentences: tuple[Span, ...]
    citations: tuple[Citation, ...]
    code: tuple[Span, ...] = ()
    links: tuple[Span, ...] = ()
    heading: str = ""
    group: int = 0
    row: int = 0
    header: str = ""


@dataclass(frozen=True, slots=True)
class HumanRequest:
    """Whether a person asked a bot for this article, and in what words."""

    requested: bool
    text: str = ""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The fields that are not running text; ``extra`` keeps unknown keys as they were read.

    ``disputes`` are pairs of a rule's id and what the contributor says against its findings;
    ``follows`` are slugs of earlier articles of the newsroom that this one carries on.
    """

    category: str = ""
    tags: tuple[str, ...] = ()
    sources: tuple[SourceRef, ...] = ()
    contributor: str = ""
    generator: str = ""
    date: str = ""
    slug: str = ""
    human_request: HumanRequest = HumanRequest(requested=False)
    disputes: tuple[tuple[str, str], ...] = ()
    follows: tuple[str, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Article:
    """An article as read from its exact bytes.

    ``passages`` holds title, summary, then the body's passages in reading order. ``sha256`` is the
    digest of the exact bytes. ``words`` counts the body's words as a reader sees them.
    """

    path: str
    sha256: str
    front: FrontMatter
    title: Field
    summary: Field
    body: Field
    passages: tuple[Passage, ...]
    words: int

    @property
    def fields(self) -> tuple[Field, Field, Field]:
        """Title, summary and body."""
        return self.title, self.summary, self.body

    @property
    def lead(self) -> Passage | None:
        """The first paragraph of the body; ``None`` where there is none."""
        return next(
            (
                one
                for one in self.passages
                if one.field is FieldName.BODY and one.kind is PassageKind.PARAGRAPH
            ),
            None,
        )

    @property
    def lead_span(self) -> Span:
        """Where the first paragraph stands in the body (code points); empty where there is none."""
        lead = self.lead
        if lead is None or not lead.text.text:
            return Span(0, 0)
        return Span(*lead.text.to_origin(0, len(lead.text.text)))

    def read_alone(self, field: FieldName, start: int) -> bool:
        """Whether that code point stands where many read nothing else: title, summary or lead."""
        return field is not FieldName.BODY or self.lead_span.start <= start < self.lead_span.end

    @property
    def front_passages(self) -> tuple[Passage, ...]:
        """What most readers read alone: title, summary and lead, as far as they are there."""
        head = [one for one in self.passages if one.field is not FieldName.BODY]
        lead = self.lead
        return (*head, lead) if lead is not None else tuple(head)

    def field(self, name: FieldName) -> Field:
        """The field of that name."""
        return {field.name: field for field in self.fields}[name]

    def source(self, source_id: int) -> SourceRef:
        """The source with that id (they count from 1)."""
        return self.front.sources[source_id - 1]
