"""Every specific of the trace beside the words of its source, problems first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from copydesk.article.model import Article, Passage, PassageKind, Span
from copydesk.press import wording
from copydesk.press.signed_trace import SignedTrace
from copydesk.provenance.statements import FindingResolution
from copydesk.provenance.statements import Passage as StatementPassage
from copydesk.report import Evidence, FieldName, Finding, Severity, Specific, Status

__all__ = [
    "ArticleText",
    "EvidenceView",
    "FindingView",
    "QuoteView",
    "SpecificGroup",
    "SpecificView",
    "finding_views",
    "quote_passage",
    "specific_groups",
]

# Code points of the article shown on either side of a specific: about one line of print.
CONTEXT = 60

_FIELD_ORDER = {FieldName.TITLE: 0, FieldName.SUMMARY: 1, FieldName.BODY: 2}
_FIELD_WORDS = {
    FieldName.TITLE: "headline",
    FieldName.SUMMARY: "summary",
    FieldName.BODY: "text",
}


@dataclass(frozen=True, slots=True)
class QuoteView:
    """Words in their context: ``prefix`` **exact** ``suffix``."""

    prefix: str
    exact: str
    suffix: str


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """A place in source number ``source``; the offsets are code points of its evidence text."""

    source: int
    quote: QuoteView
    start: int
    end: int
    place: str = ""


@dataclass(frozen=True, slots=True)
class SpecificView:
    """One specific as shown."""

    id: int
    kind: str
    where: str
    article: QuoteView
    cited: tuple[int, ...]
    evidence: tuple[EvidenceView, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SpecificGroup:
    """All specifics of one status, in reading order."""

    status: str
    label: str
    meaning: str
    matched: bool
    items: tuple[SpecificView, ...]

    @property
    def count(self) -> str:
        """How many, in words."""
        return wording.count(len(self.items), "specific")


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding of the editorial policy, with what the editor decided about it."""

    rule: str
    severity: str
    message: str
    where: str
    quote: QuoteView | None
    resolution: str
    note: str
    dispute: str = ""


class ArticleText:
    """Finds the words around a place of the article, as a reader sees them.

    Of a withdrawn article there is none (``None``), and no words are found.
    """

    def __init__(self, article: Article | None) -> None:
        self._article = article
        self._passages: dict[FieldName, list[Passage]] = {}
        for passage in article.passages if article else ():
            if len(passage.text.starts):
                self._passages.setdefault(passage.field, []).append(passage)
        self._starts = {
            name: [passage.text.starts[0] for passage in passages]
            for name, passages in self._passages.items()
        }

    @property
    def withdrawn(self) -> bool:
        """Whether there is no text to show words of."""
        return self._article is None

    def stands(self, passage: StatementPassage) -> bool:
        """Whether the words that a statement quotes stand at the place that it states."""
        if self._article is None:
            return False
        text = self._article.field(FieldName(passage.field)).text
        return bool(passage.exact) and text[passage.start : passage.end] == passage.exact

    def quote(self, field: FieldName, start: int, end: int) -> QuoteView:
        """The field's ``start`` to ``end`` in context, without mark-up where that is possible."""
        if self._article is None:
            return QuoteView("", "", "")
        several = self._across(field, start, end)
        if several is not None:
            return several
        found, placed = self._placed_at(field, start, end)
        text, span = placed or (self._article.field(field).text, Span(start, end))
        if placed and found and found.kind is PassageKind.TABLE_CELL:
            return QuoteView(
                self._row_before(found) + text[: span.start],
                text[span.start : span.end],
                text[span.end :],
            )
        begin, stop = max(0, span.start - CONTEXT), min(len(text), span.end + CONTEXT)
        return QuoteView(
            _cut_left(text[begin : span.start], cut=begin > 0),
            text[span.start : span.end],
            _cut_right(text[span.end : stop], cut=stop < len(text)),
        )

    def _across(self, field: FieldName, start: int, end: int) -> QuoteView | None:
        """The words of a place that goes beyond one passage, without mark-up."""
        met = [
            passage
            for passage in self._passages.get(field, [])
            if passage.text.starts[0] < end and start < passage.text.ends[-1]
        ]
        if len(met) < 2:
            return None
        first, last = met[0].text, met[-1].text
        begin = bisect_right(first.ends, start)
        stop = bisect_right(last.starts, end - 1)
        words = [passage.text.text for passage in met[1:-1]]
        cut = max(0, begin - CONTEXT)
        return QuoteView(
            _cut_left(first.text[cut:begin], cut=cut > 0),
            " ".join([first.text[begin:], *words, last.text[:stop]]),
            _cut_right(last.text[stop : stop + CONTEXT], cut=stop + CONTEXT < len(last.text)),
        )

    def _placed_at(
        self, field: FieldName, start: int, end: int
    ) -> tuple[Passage | None, tuple[str, Span] | None]:
        """The passage that holds the place, and the place in its text; a passage that begins with
        a link's bracket begins behind the place of that link.
        """
        index = bisect_right(self._starts.get(field, []), start) - 1
        near = self._passages.get(field, [])[max(index, 0) : index + 2] if start < end else []
        for passage in near:
            placed = _placed(passage, start, end)
            if placed is not None:
                return passage, placed
        return None, None

    def _row_before(self, cell: Passage) -> str:
        """The first cell of the row: a figure in a table says nothing without it."""
        for other in self._passages[cell.field]:
            same_row = (other.kind, other.group, other.row) == (cell.kind, cell.group, cell.row)
            if same_row:
                return "" if other is cell else f"{other.text.text} · "
        return ""


def _placed(passage: Passage, start: int, end: int) -> tuple[str, Span] | None:
    """The field's ``start`` to ``end`` in the passage's text without mark-up, if it lies in it."""
    mapped = passage.text
    if end > max(mapped.ends[-1], mapped.starts[-1]):
        return None
    first = bisect_right(mapped.ends, start)
    last = bisect_right(mapped.starts, end - 1)
    return (mapped.text, Span(first, last)) if first < last else None


def _cut_left(text: str, *, cut: bool) -> str:
    if not cut:
        return text
    head, space, tail = text.partition(" ")
    return "…\u00a0" + (tail if space else head)


def _cut_right(text: str, *, cut: bool) -> str:
    if not cut:
        return text
    head, space, tail = text.rpartition(" ")
    return (head if space else tail).rstrip(" .,;:") + "\u00a0…"


def quote_passage(passage: StatementPassage | None, text: ArticleText) -> QuoteView | None:
    """The words that a concern, clarification or correction points at, in their context.

    Where other words stand at that place, only those that the statement itself quotes; of a
    withdrawn article none at all.
    """
    if passage is None or text.withdrawn:
        return None
    found = text.quote(FieldName(passage.field), passage.start, passage.end)
    return found if found.exact and text.stands(passage) else QuoteView("", passage.exact, "")


def specific_groups(trace: SignedTrace, article: Article | None) -> tuple[SpecificGroup, ...]:
    """The groups that hold anything, in the order of :data:`wording.STATUS_ORDER`."""
    text = ArticleText(article)
    by_status: dict[Status, list[Specific]] = {}
    for item in trace.specifics:
        by_status.setdefault(item.status, []).append(item)
    groups = []
    for status in wording.STATUS_ORDER:
        items = sorted(by_status.get(status, []), key=_reading_order)
        if items:
            label, meaning = wording.STATUS_WORDS[status]
            views = tuple(_specific(item, text) for item in items)
            matched = status in wording.MATCHED
            groups.append(SpecificGroup(status.value, label, meaning, matched, views))
    return tuple(groups)


def _reading_order(item: Specific) -> tuple[int, int, int]:
    return _FIELD_ORDER[item.field], item.start, item.id


def _specific(item: Specific, text: ArticleText) -> SpecificView:
    return SpecificView(
        id=item.id,
        kind=wording.KIND_WORDS[item.kind],
        where=_FIELD_WORDS[item.field],
        article=text.quote(item.field, item.start, item.end),
        cited=item.cited,
        evidence=tuple(_evidence(entry) for entry in item.evidence),
        reason=item.reason,
    )


def _evidence(entry: Evidence) -> EvidenceView:
    quote = QuoteView(entry.prefix, entry.exact, entry.suffix)
    return EvidenceView(entry.source, quote, entry.start, entry.end, entry.place)


def finding_views(
    trace: SignedTrace, resolutions: Sequence[FindingResolution], article: Article | None
) -> tuple[FindingView, ...]:
    """Every finding of the trace and every one that a reviewer resolved, the gravest first.

    A finding's message quotes the text; of a withdrawn article it is left out.

    Args:
        trace: the signed trace.
        resolutions: those of all reviews, the newest last.
        article: the article that both point into.
    """
    text = ArticleText(article)
    open_findings = list(trace.findings)
    views: list[tuple[int, int, FindingView]] = []
    for resolved in resolutions:
        match = next((f for f in open_findings if _same(f, resolved)), None)
        if match is not None:
            open_findings.remove(match)
        views.append(_resolved(resolved, match, text))
    views.extend(_unresolved(finding, text) for finding in open_findings)
    return tuple(view for _, _, view in sorted(views, key=lambda item: item[:2]))


_GRAVITY = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def _same(finding: Finding, resolved: FindingResolution) -> bool:
    if finding.rule != resolved.rule or finding.message != resolved.message:
        return False
    place = resolved.passage
    return place is None or (finding.field, finding.start) == (place.field, place.start)


def _resolved(
    resolved: FindingResolution, match: Finding | None, text: ArticleText
) -> tuple[int, int, FindingView]:
    severity = Severity(resolved.severity)
    place = resolved.passage or match
    where, quote, start = "", None, -1
    if place is not None:
        field, start = FieldName(place.field), place.start
        where = _FIELD_WORDS[field]
        quote = None if text.withdrawn else text.quote(field, start, place.end)
    view = FindingView(
        resolved.rule,
        wording.SEVERITY_WORDS[severity],
        "" if text.withdrawn else resolved.message,
        where,
        quote,
        wording.RESOLUTION_WORDS[resolved.resolution],
        resolved.note or "",
        "" if text.withdrawn or match is None else match.dispute,
    )
    return _GRAVITY[severity], start, view


def _unresolved(finding: Finding, text: ArticleText) -> tuple[int, int, FindingView]:
    view = FindingView(
        finding.rule,
        wording.SEVERITY_WORDS[finding.severity],
        finding.message,
        _FIELD_WORDS[finding.field],
        text.quote(finding.field, finding.start, finding.end),
        "No resolution in the signed reviews",
        "",
        finding.dispute,
    )
    return _GRAVITY[finding.severity], finding.start, view
