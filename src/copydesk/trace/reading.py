"""The article as claims: every specific with its place, its words around it and its citations."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from copydesk.article.model import Article, Passage, PassageKind, Span
from copydesk.errors import LimitError
from copydesk.report import FieldName
from copydesk.trace.ago import with_spans
from copydesk.trace.specifics import (
    Amount,
    DateValue,
    Item,
    TextValue,
    resolve,
    scan_doubtful,
    scan_names,
    scan_passage,
    scan_quotes,
    scan_superlatives,
)
from copydesk.trace.tables import NO_CELL, Cell, cells
from copydesk.trace.words import Tokens, tokenise

__all__ = ["MAX_SPECIFICS", "Claim", "ReadPassage", "claim_at", "read_claims", "read_passage"]

# A book of 200,000 words has 20,000 specifics. More than this is refused, not cut short: what is not
# traced must not look as if it were.
MAX_SPECIFICS = 60_000

# Items of a list that are counted.
_LIST_ITEMS = 40
# A line that is set like a headline is short, and writes all but its smallest words large.
_HEADLINE_WORDS, _SMALL_WORD = 10, 4

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True, eq=False)
class ReadPassage:
    """A passage with its words; ``around`` are the stems of its heading and column header."""

    passage: Passage
    tokens: Tokens
    around: tuple[str, ...]
    cell: Cell = NO_CELL
    """The labels of a table's cell."""
    items: list[Item] = field(default_factory=list)
    listed: int = 0
    """How many items the list has that this passage leads in."""


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """One specific of the article before it is traced.

    ``start`` and ``end`` count in the field, the item's in the passage's visible text. ``cited``
    is ``inherited`` where the sentence itself cites nothing and its passage does.
    """

    item: Item
    read: ReadPassage
    start: int
    end: int
    sentence: Span
    cited: tuple[int, ...]
    raw: str
    inherited: bool = False

    @property
    def field(self) -> FieldName:
        """The field that the claim stands in."""
        return self.read.passage.field

    @property
    def text(self) -> str:
        """The claim as a reader sees it."""
        return self.read.passage.text.text[self.item.start : self.item.end]

    @property
    def visible(self) -> str:
        """The passage as a reader sees it."""
        return self.read.passage.text.text


def read_claims(article: Article) -> list[Claim]:
    """All specifics of the article in reading order.

    Raises:
        LimitError: there are more than :data:`MAX_SPECIFICS`.
    """
    labels = cells(article.passages)
    reads = [
        _read(passage, labels.get(number, NO_CELL), _listed(article.passages, number))
        for number, passage in enumerate(article.passages)
        if passage.kind is not PassageKind.CODE
    ]
    known = _known_names(reads)
    small = frozenset(word for read in reads for word in read.tokens.raw if word[0].islower())
    reference = _reference(article)
    claims: list[Claim] = []
    for read in reads:
        read.items.extend(_items(read.passage, known, small, reference))
        claims.extend(_claims(read, article))
        if len(claims) > MAX_SPECIFICS:
            raise LimitError(
                f"The article has more than {MAX_SPECIFICS:,} specifics.",
                fix="Check it in parts.",
            )
    return claims


def read_passage(passage: Passage) -> ReadPassage:
    """A passage in which no specific was found, with its words."""
    return _read(passage, NO_CELL, 0)


def claim_at(item: Item, read: ReadPassage, article: Article) -> Claim:
    """An item that is no specific, as a claim: to compare what stands around it."""
    start, end = read.passage.text.to_origin(item.start, item.end)
    sentence = _sentence(read.passage, item)
    cited, inherited = _cited(read.passage, sentence, item)
    raw = article.field(read.passage.field).text[start:end]
    return Claim(item, read, start, end, sentence, cited, raw, inherited)


def _read(passage: Passage, cell: Cell, listed: int) -> ReadPassage:
    around = f"{passage.heading} {passage.header}"
    stems = dict.fromkeys(stem for stem in tokenise(around).stems if stem)
    return ReadPassage(
        passage,
        tokenise(passage.text.text),
        (*stems, *sorted(cell.row - set(stems))),
        cell,
        listed=listed,
    )


def _listed(passages: Sequence[Passage], number: int) -> int:
    """How many items follow a paragraph that ends in a colon; 0 where none do."""
    lead = passages[number]
    if lead.kind is not PassageKind.PARAGRAPH or not lead.text.text.rstrip().endswith(":"):
        return 0
    rows: set[int] = set()
    for one in passages[number + 1 : number + 1 + _LIST_ITEMS]:
        if one.kind is not PassageKind.LIST_ITEM or one.group != passages[number + 1].group:
            break
        rows.add(one.row)
    return len(rows)


def _reference(article: Article) -> DateValue:
    """The article's year: its date, else the year that it names most often."""
    match = _YEAR.search(article.front.date)
    if match is None:
        years = Counter(m.group() for one in article.fields for m in _YEAR.finditer(one.text))
        if not years:
            return DateValue()
        return DateValue(year=int(min(years, key=lambda year: (-years[year], -int(year)))))
    return DateValue(year=int(match.group()))


def _known_names(reads: Sequence[ReadPassage]) -> frozenset[str]:
    known: set[str] = set()
    for read in reads:
        if read.passage.kind in {PassageKind.PARAGRAPH, PassageKind.LIST_ITEM}:
            starts = [span.start for span in read.passage.sentences]
            text = read.passage.text.text
            found = scan_names(text, sentence_starts=starts)
            known.update(text[item.start : item.end] for item in found)
    return frozenset(known)


def _items(
    passage: Passage, known: frozenset[str], small: frozenset[str], reference: DateValue
) -> list[Item]:
    text = passage.text.text
    quotes = scan_quotes(text)
    spoken = [q for q in quotes if isinstance(q.value, TextValue) and q.value.role != "scare"]
    values = [
        replace(item, value=resolve(item.value, reference))
        if isinstance(item.value, DateValue)
        else item
        for item in with_spans(scan_passage(text, code=passage.code), text)
        if not (isinstance(item.value, DateValue) and item.value.relative)
    ]
    values = [
        item
        for item in values
        if not _inside(item, spoken)
        and not _refers_back(text, item)
        and not _counts_off(passage, item)
    ]
    quotes = [item for item in quotes if not _inside(item, values)]
    headline = _is_headline(passage)
    starts = [span.start for span in passage.sentences]
    names = [
        item
        for item in scan_names(text, sentence_starts=starts, headline=headline, known=known)
        if not _touches(item, quotes)
        and not _touches(item, values)
        and not _names_source(passage, item)
        and text[item.start : item.end].lower() not in _NO_NAMES
    ]
    names += _doubtful(passage, small, [*values, *quotes, *names])
    ranks = [] if headline and passage.kind is PassageKind.HEADING else scan_superlatives(text)
    ranks = [
        item
        for item in ranks
        if not _touches(item, quotes)
        and not _touches(item, values)
        and not text[max(0, item.start - 5) : item.start].endswith("than ")
        and not _enumerates(text, item)
    ]
    return sorted([*values, *quotes, *names, *ranks], key=lambda item: (item.start, item.end))


def _is_headline(passage: Passage) -> bool:
    """Whether capitals say nothing: a headline, or a line that is set like one ("**What Comes Next**")."""
    if passage.kind in {PassageKind.TITLE, PassageKind.HEADING}:
        return True
    text = passage.text.text.strip()
    words = text.split()
    if passage.kind is not PassageKind.PARAGRAPH or not 2 <= len(words) <= _HEADLINE_WORDS:
        return False
    return text[-1].isalnum() and all(w[0].isupper() for w in words if len(w) > _SMALL_WORD)


def _doubtful(passage: Passage, small: frozenset[str], others: Sequence[Item]) -> list[Item]:
    """Words that may be misspelt names; they are kept only where they are (see the engine)."""
    headline = _is_headline(passage)
    starts = [span.start for span in passage.sentences]
    found = scan_doubtful(passage.text.text, sentence_starts=starts, headline=headline, small=small)
    return [item for item in found if not _touches(item, others)]


_NEXT = re.compile(r"\b(?:second|third|next|other|last)\b", re.IGNORECASE)


def _enumerates(text: str, item: Item) -> bool:
    """Whether it counts off ("the first …, the second …") and claims no rank."""
    words = text[item.start : item.end].lower()
    return words == "the first" and bool(_NEXT.search(text, item.end))


_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()  # noqa: SIM905
_BEFORE_ORDINAL = len("The ")
# Code points in which the ordinal before it stands.
_COUNTED = 2_000


def _counts_off(passage: Passage, item: Item) -> bool:
    """Whether a sentence begins with an ordinal that follows on one before: "The third theme …"."""
    text = passage.text.text
    word = text[item.start : item.end].lower()
    at = _ORDINALS.index(word) if word in _ORDINALS else 0
    starts = any(
        span.start <= item.start <= span.start + _BEFORE_ORDINAL for span in passage.sentences
    )
    return (
        at > 0
        and starts
        and _ORDINALS[at - 1] in text[max(0, item.start - _COUNTED) : item.start].lower()
    )


# Abbreviations of running text that look like names.
_NO_NAMES = frozenset({"yoy", "qoq", "mom", "ytd"})
# A longer link text is a sentence of the article; a short one names the source that it leads to.
_LABEL_CHARS = 48


def _names_source(passage: Passage, item: Item) -> bool:
    """Whether a name only says who is cited: "the [Lindholm Courier](…)", a source or a page whose
    address has that name.
    """
    name = _LETTERS.sub("", passage.text.text[item.start : item.end].casefold())
    cited = [
        citation.at
        for citation in passage.citations
        if citation.source is not None or _is_host(name, citation.url)
    ]
    return any(
        link.start <= item.start
        and item.end <= link.end
        and link.end - link.start <= _LABEL_CHARS
        and any(link.start <= at <= link.end for at in cited)
        for link in passage.links
    )


_LETTERS = re.compile(r"[\W_]+")
_HOST = re.compile(r"https?://(?:www\.)?([^/?#]{1,253})")


def _is_host(name: str, url: str | None) -> bool:
    """Whether a part of the host is the name without its spaces: "nature" in www.nature.com."""
    match = _HOST.match(url.casefold()) if url else None
    return match is not None and name in [
        part.replace("-", "") for part in match[1].split(".")[:-1]
    ]


_HALVES = re.compile(r"\b(?:first|second|latter|other|opening)[ -]\Z", re.IGNORECASE)
_BACK = re.compile(r"\b(?:these|those|all|both|other|of the|the other|the)\s\Z", re.IGNORECASE)


def _refers_back(text: str, item: Item) -> bool:
    """Whether it says "these three" or "the two": a count of what the article itself has just named."""
    value = item.value
    if text[item.start : item.end].lower() == "half":
        return bool(_HALVES.search(text[max(0, item.start - 10) : item.start]))
    if not isinstance(value, Amount) or value.unit or value.ordinal or value.amount > 10:
        return False
    spelled = text[item.start : item.end].isalpha()
    return spelled and bool(_BACK.search(text[max(0, item.start - 12) : item.start]))


def _inside(item: Item, others: Iterable[Item]) -> bool:
    return any(other.start <= item.start and item.end <= other.end for other in others)


def _touches(item: Item, others: Iterable[Item]) -> bool:
    return any(other.start < item.end and item.start < other.end for other in others)


def _claims(read: ReadPassage, article: Article) -> Iterable[Claim]:
    passage = read.passage
    text = passage.text
    for item in read.items:
        if not 0 <= item.start < item.end <= len(text.text):
            continue
        start, end = text.to_origin(item.start, item.end)
        if start >= end:
            continue
        sentence = _sentence(passage, item)
        raw = article.field(passage.field).text[start:end]
        cited, inherited = _cited(passage, sentence, item)
        yield Claim(item, read, start, end, sentence, cited, raw, inherited)


def _sentence(passage: Passage, item: Item) -> Span:
    ends = [span.end for span in passage.sentences]
    at = bisect_left(ends, item.start + 1)
    if at < len(passage.sentences) and passage.sentences[at].start <= item.start:
        first = passage.sentences[at]
        last = first
        while last.end < item.end and at + 1 < len(passage.sentences):
            at += 1
            last = passage.sentences[at]
        return Span(first.start, max(last.end, item.end))
    return Span(0, len(passage.text.text))


def _cited(passage: Passage, sentence: Span, item: Item) -> tuple[tuple[int, ...], bool]:
    """The source of the link whose words the claim is among, else the sources that its sentence
    cites, else those that its passage cites.
    """
    if passage.field is not FieldName.BODY:
        return (), False
    linked = _linked(passage, item)
    if linked:
        return linked, False
    own = {c.source for c in passage.citations if sentence.start <= c.at <= sentence.end}
    chosen = own or {c.source for c in passage.citations}
    return tuple(sorted(source for source in chosen if source is not None)), not own


def _linked(passage: Passage, item: Item) -> tuple[int, ...]:
    """The source of the link in whose words the item stands, if it is one."""
    for link in passage.links:
        if link.start <= item.start and item.end <= link.end:
            own = {c.source for c in passage.citations if link.start <= c.at < link.end}
            return tuple(sorted(source for source in own if source is not None))
    return ()
