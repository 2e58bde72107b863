"""A check's report for a terminal: what matters most stands first, with the words that decided.

Each item shows the article's sentence with the words in question underlined, under it the best
passage of a source, then the reason and what to do. Everything foreign passes through
:mod:`copydesk.cli.cells`, so that the result may be written to a terminal as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from copydesk.article import Article
from copydesk.cli.cells import Ink, cells_of, laid_out
from copydesk.evidence.model import EvidenceSource
from copydesk.report import Evidence, FieldName, Quality, Report, Severity
from copydesk.report_view import Group, Item, Lines, Selection, Sides, Words, choose, items_of

__all__ = ["render_report"]

_TITLES = {
    Group.ERROR: ("Errors", "red"),
    Group.WARNING: ("Warnings", "yellow"),
    Group.REVIEW: ("For review: a person must judge", "blue"),
    Group.NOTE: ("Notes", ""),
    Group.MATCHED: ("Borne out", ""),
}
# Items for review that are shown unless something in particular is asked for; the rest is counted.
_FEW = 10
_INDENT, _DEEP = 5, 7
# Places in sources that are shown of one item: the best, or with --all the best few.
_BEST, _BEST_OF_ALL = 1, 3
# A mark under this many words and more, where it is all that is shown, tells nothing.
_MANY_WORDS = 8


def render_report(
    report: Report,
    article: Article,
    sources: Sequence[EvidenceSource],
    lines: Lines,
    ink: Ink,
    selection: Selection | None = None,
) -> str:
    """The report as text that may be written to the terminal as it stands.

    Args:
        report: what the check found.
        article: the article that it points into.
        sources: the evidence that it points into.
        lines: places in the file.
        ink: width, encoding, and whether escape sequences may be used.
        selection: which items; by default all but what is borne out, the notes only counted.
    """
    page = _Page(report, article, sources, lines, ink, selection or Selection())
    return "\n".join(page.rows()) + "\n"


@dataclass(frozen=True, slots=True)
class _Seen:
    """An item with its sentence and the passages beside it."""

    item: Item
    said: Words
    sides: tuple[tuple[Evidence, Words], ...]


class _Page:
    def __init__(
        self,
        report: Report,
        article: Article,
        sources: Sequence[EvidenceSource],
        lines: Lines,
        ink: Ink,
        selection: Selection,
    ) -> None:
        self._report, self._lines, self._ink, self._selection = report, lines, ink, selection
        self._reasons = {source.id: source.reason for source in sources}
        self._sides = Sides(article, sources)
        self._items = items_of(report, self._sides.words, sources)

    def rows(self) -> Iterator[str]:
        """First line, groups of items, sources, last line."""
        yield from self._plain(self._first(), 0)
        chosen = choose(self._items, self._selection)
        for group, items in groupby(chosen, key=lambda item: item.group):
            yield ""
            yield from self._group(group, list(items))
        yield from self._source_list()
        yield ""
        yield from self._plain(self._last(len(chosen)), 0)

    def _plain(self, text: str, indent: int) -> Iterator[str]:
        return laid_out(cells_of(text, self._ink), self._ink, indent)

    def _first(self) -> str:
        counts = [
            _count(many, group.value)
            for group in (Group.ERROR, Group.WARNING, Group.REVIEW, Group.NOTE)
            if (many := sum(item.group is group for item in self._items))
        ]
        article = self._report.article
        return f"{article.path}, {article.words:,} words: {', '.join(counts) or 'nothing to do'}."

    def _group(self, group: Group, items: Sequence[Item]) -> Iterator[str]:
        title, colour = _TITLES[group]
        yield self._ink.strong(f"{title} ({len(items)})", colour)
        if group is Group.NOTE and not self._selection.narrow:
            yield from self._notes(items)
            return
        few = group is Group.REVIEW and not self._selection.narrow
        if few and not any(one.quality.legible for one in self._report.sources):
            # One sentence, not one for each: the error above says that nothing was checked.
            said = "No source could be read, so none of them is checked; --all shows every one."
            yield from self._plain(said, _INDENT)
            return
        places = _BEST_OF_ALL if self._selection.every else _BEST
        shown = [_Seen(one, *self._sides.of(one, places)) for one in items[: _FEW if few else None]]
        for cluster in _clusters(shown):
            yield ""
            yield from self._cluster(cluster)
        if few and len(items) > _FEW:
            yield ""
            more = f"{len(items) - _FEW} more for review; --all shows every one."
            yield from self._plain(more, _INDENT)

    def _notes(self, items: Sequence[Item]) -> Iterator[str]:
        """Notes ask for nothing: one line for each rule."""
        for rule in dict.fromkeys(item.rule for item in items):
            hits = [item for item in items if item.rule == rule]
            said = hits[0].message if len(hits) == 1 else f"{len(hits)}; --only {rule} shows them."
            yield from self._plain(f"{rule}: {said}", _INDENT)

    def _cluster(self, cluster: Sequence[_Seen]) -> Iterator[str]:
        """Items of one rule in one sentence: what they share is shown once."""
        for seen in cluster:
            yield from self._heading(seen.item)
        yield from self._shown([seen.said for seen in cluster])
        passages: dict[tuple[int, str, str], list[Words]] = {}
        for found, words in (side for seen in cluster for side in seen.sides):
            passages.setdefault((found.source, found.place, words.text), []).append(words)
        near = "nearest in source" if cluster[0].item.nearest else "source"
        for (number, place, _), words_of in passages.items():
            within = f", in {place}" if place else ""
            said = f"{near} {number}, {self._sides.host(number)}{within}:"
            yield from self._plain(said, _INDENT)
            yield from self._shown(words_of)
        for brief in dict.fromkeys(seen.item.brief for seen in cluster):
            yield from self._plain(brief, _INDENT)
        for dispute in dict.fromkeys(seen.item.dispute for seen in cluster if seen.item.dispute):
            yield from self._plain(f"The contributor disputes it: {dispute}", _INDENT)
        for fix in dict.fromkeys(seen.item.fix for seen in cluster if seen.item.fix):
            yield from self._plain(f"To do: {fix}", _INDENT)

    def _heading(self, item: Item) -> Iterator[str]:
        """What it is, by which rule, and where: each in words, so that no colour is needed."""
        what = f"{item.status.value} {item.kind.value}" if item.status and item.kind else ""
        place = item.field.value
        if item.field is FieldName.BODY and item.start >= item.end:
            place = "whole article"
        elif item.field is FieldName.BODY and self._sides.words.in_lead(item.start):
            place = "lead"
        at = self._lines.where(item.field, item.start, item.end)
        parts = [part for part in (what, item.rule, f"{place} {at}".strip()) if part]
        number = f"{item.number:>{_INDENT - 1}} "
        for row in self._plain(" | ".join(parts), _INDENT):
            yield number + self._ink.strong(row[_INDENT:])
            number = " " * _INDENT

    def _shown(self, words: Sequence[Words]) -> Iterator[str]:
        """One text with the marks of all; without one where it would be under everything."""
        first = words[0]
        before, after = "… " * first.cut_left, " …" * first.cut_right
        shift = len(before)
        marks = [
            (start + shift, end + shift)
            for one in words
            for start, end in one.spans
            if not (one.whole and len(one.text[start:end].split()) >= _MANY_WORDS)
        ]
        return laid_out(cells_of(before + first.text + after, self._ink, marks), self._ink, _DEEP)

    def _source_list(self) -> Iterator[str]:
        """The sources that could not serve in full; with --all every one."""
        every = self._selection.every
        if self._selection.narrow and not every:
            return
        shown = [one for one in self._report.sources if every or one.quality is not Quality.OK]
        if not shown:
            return
        yield ""
        many = len(self._report.sources)
        title = (
            f"Sources ({many})" if every else f"Sources not read in full ({len(shown)} of {many})"
        )
        yield self._ink.strong(title)
        for one in shown:
            why = self._reasons.get(one.id, "")
            said = f"[{one.id}] {one.quality.value}, {one.chars:,} characters, {one.url}"
            yield from self._plain(said + (f": {why}" if why else ""), _INDENT)

    def _last(self, shown: int) -> str:
        summary = self._report.as_json()["summary"]
        by_status = ", ".join(f"{count} {name}" for name, count in summary["by_status"].items())
        found = summary["findings"]
        counts = ", ".join(_count(found.get(s.value, 0), s.value) for s in Severity)
        total = len(choose(self._items, Selection(every=self._selection.every)))
        part = f" Shown: {shown} of {total}." if shown < total else ""
        return (
            f"{_count(summary['specifics'], 'specific')} ({by_status or 'none'}); {counts}.{part}"
        )


def _count(many: int, what: str) -> str:
    return f"{many} {what}" if many == 1 or what == Group.REVIEW else f"{many} {what}s"


def _clusters(shown: Sequence[_Seen]) -> Iterator[tuple[_Seen, ...]]:
    """Items of one rule in one sentence, where the first of them stands."""
    found: dict[object, list[_Seen]] = {}
    for seen in shown:
        item, text = seen.item, seen.said.text
        same = (item.rule, item.field, text) if text and item.rule else item.number
        found.setdefault(same, []).append(seen)
    return (tuple(cluster) for cluster in found.values())
