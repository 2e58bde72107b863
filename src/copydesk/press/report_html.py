"""A check's report as one page: the article with every specific marked, its evidence beside it.

One file that needs nothing else: no address is asked for, the style and the script are its own and
named by digest in its policy, and without the script everything can be read by following links.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from markupsafe import Markup

from copydesk.article import Article
from copydesk.article.urls import same_page_key
from copydesk.evidence.model import EvidenceSource
from copydesk.press import wording
from copydesk.press.capture_wording import ROLE_WORDS
from copydesk.press.links import safe_href
from copydesk.press.report_body import (
    LETTERS,
    Noted,
    Segment,
    marked_body,
    marked_line,
    segments_of,
)
from copydesk.press.standalone import standalone
from copydesk.press.templating import environment
from copydesk.report import UNDATED, Evidence, FieldName, Kind, Report, Specific, Status
from copydesk.report_view import Group, Item, Selection, Sides, Words, brief, choose, items_of

__all__ = ["report_page"]

_GROUPS = {
    Group.ERROR: "Error",
    Group.WARNING: "Warning",
    Group.REVIEW: "For review",
    Group.NOTE: "Note",
}
_FIELD_WORDS = {FieldName.TITLE: "headline", FieldName.SUMMARY: "summary", FieldName.BODY: "text"}
# Places in sources that are shown of one specific; the rest is counted.
_PLACES = 3


Pieces = tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class PassageView:
    """A place in source ``source``; ``said`` is its text in pieces, some of them marked; ``place`` is
    not empty where a reader of the source does not see it.
    """

    source: int
    host: str
    said: Pieces
    place: str = ""


@dataclass(frozen=True, slots=True)
class FindingView:
    """What a rule found; ``href`` leads to its place, empty where it has none on the page."""

    number: int
    group: str
    grave: bool
    rule: str
    where: str
    message: str
    fix: str
    dispute: str
    href: str
    said: Pieces
    status: str
    kind: str
    passages: tuple[PassageView, ...]


@dataclass(frozen=True, slots=True)
class CardView:
    """One specific with its evidence; ``placed``: it is marked in the text."""

    id: int
    letter: str
    status: str
    label: str
    kind: str
    kind_name: str
    where: str
    cited: tuple[int, ...]
    said: Pieces
    reason: str
    passages: tuple[PassageView, ...]
    more: str
    findings: tuple[int, ...]
    fixes: tuple[str, ...]
    placed: bool


@dataclass(frozen=True, slots=True)
class SourceView:
    """One source and how well it could be read."""

    id: int
    href: str
    url: str
    quality: str
    meaning: str
    usable: bool
    chars: str
    sha256: str
    read: tuple[str, ...]
    """What was read of it, where that is more, or another thing, than its page."""


@dataclass(frozen=True, slots=True)
class LegendView:
    """A status or a kind with how many specifics have it; ``letter`` only for a status."""

    name: str
    label: str
    count: int
    letter: str = ""
    meaning: str = ""


def report_page(report: Report, article: Article, sources: Sequence[EvidenceSource]) -> str:
    """The page.

    Args:
        report: what the check found; its places point into the other two.
        article: the article that was checked.
        sources: the evidence that it was checked against.
    """
    made = _Made(report, article, sources)
    title, summary, body = made.fields()
    return (
        environment()
        .get_template("report.html.j2")
        .render(
            **standalone("report"),
            name=PurePath(report.article.path).name,
            path=report.article.path,
            sha256=report.article.sha256,
            words=wording.count(report.article.words, "word"),
            page_title=article.title.text or report.article.path,
            headline=Markup(title),  # noqa: S704 - written by press.report_body, which escapes
            summary=Markup(summary),  # noqa: S704 - as above
            body=Markup(body),  # noqa: S704 - as above
            counts=made.counts(),
            findings=made.findings(),
            statuses=made.statuses(),
            kinds=made.kinds(),
            cards=made.cards(),
            sources=made.sources(),
        )
    )


class _Made:
    """The page's values; ``fields`` comes first, since only then it is known what has a place."""

    def __init__(self, report: Report, article: Article, sources: Sequence[EvidenceSource]) -> None:
        self._report, self._article = report, article
        self._by_id = {source.id: source for source in sources}
        self._sides = Sides(article, sources)
        items = items_of(report, self._sides.words, sources)
        self._items = [item for item in choose(items, Selection()) if item.rule]
        self._placed: set[int] = set()
        self._noted: set[int] = set()

    def fields(self) -> tuple[str, str, str]:
        """Headline, summary and body as HTML."""
        numbers = {same_page_key(source.url): source.id for source in self._article.front.sources}
        made = []
        for name in FieldName:
            text = self._article.field(name).text
            segments, notes = self._segments(name, text), self._notes(name)
            if name is FieldName.BODY:
                shown, ids = marked_body(text, segments, notes, numbers)
            else:
                shown, ids = marked_line(text, segments, notes)
            self._placed |= ids
            made.append(shown)
        return made[0], made[1], made[2]

    def _segments(self, name: FieldName, text: str) -> list[Segment]:
        """What is marked; a specific that does not stand where it says is not."""
        return segments_of(
            [
                item
                for item in self._report.specifics
                if item.field is name and text[item.start : item.end] == item.text and item.text
            ]
        )

    def _notes(self, name: FieldName) -> list[Noted]:
        """Links to findings about no specific, behind the words that they are about."""
        notes = [
            Noted(item.end, item.number, shown=item.group is not Group.NOTE)
            for item in self._items
            if item.field is name and not item.specifics and item.start < item.end
        ]
        self._noted |= {note.finding for note in notes}
        return sorted(notes, key=lambda note: (note.at, note.finding))

    def counts(self) -> str:
        """``2 errors, 1 warning, 3 for review``."""
        found = Counter(item.group for item in self._items)
        said = [
            f"{wording.number(found[group])} {group.value}"
            if group is Group.REVIEW
            else wording.count(found[group], group.value)
            for group in _GROUPS
            if found[group]
        ]
        return ", ".join(said) or "nothing to do"

    def findings(self) -> tuple[FindingView, ...]:
        """What the rules found, the most important first."""
        return tuple(self._finding(item) for item in self._items)

    def _finding(self, item: Item) -> FindingView:
        href = f"#note-{item.number}" if item.number in self._noted else ""
        for number in item.specifics:
            if number in self._placed:
                href = f"#at-{number}"
                break
        has_place = item.start < item.end
        said, sides = self._sides.of(item, 1)
        return FindingView(
            number=item.number,
            group=_GROUPS[item.group],
            grave=item.group is not Group.NOTE,
            rule=item.rule,
            where=self._where(item.field, item.start) if has_place else "whole article",
            message=item.brief,
            fix=item.fix,
            dispute=item.dispute,
            href=href,
            said=said.pieces,
            status=item.status.value if item.status else "",
            kind=item.kind.value if item.kind else "",
            passages=self._passages(sides),
        )

    def _where(self, field: FieldName, start: int) -> str:
        lead = field is FieldName.BODY and self._sides.words.in_lead(start)
        return "lead" if lead else _FIELD_WORDS[field]

    def cards(self) -> tuple[CardView, ...]:
        """Every specific, as one reads."""
        about: dict[int, list[Item]] = {}
        for item in self._items:
            for number in item.specifics:
                about.setdefault(number, []).append(item)
        order = list(FieldName)
        specifics = sorted(
            self._report.specifics, key=lambda item: (order.index(item.field), item.start, item.id)
        )
        return tuple(self._card(item, about.get(item.id, [])) for item in specifics)

    def _card(self, item: Specific, findings: Sequence[Item]) -> CardView:
        hidden = len(item.evidence) - _PLACES
        said, sides = self._sides.of(item, _PLACES)
        return CardView(
            id=item.id,
            letter=LETTERS[item.status],
            status=item.status.value,
            label=wording.STATUS_WORDS[item.status][0],
            kind=wording.KIND_WORDS[item.kind],
            kind_name=item.kind.value,
            where=self._where(item.field, item.start),
            cited=item.cited,
            said=said.pieces,
            reason=brief(item.reason) if item.evidence else item.reason,
            passages=self._passages(sides),
            more=wording.count(hidden, "more place") if hidden > 0 else "",
            findings=tuple(found.number for found in findings),
            fixes=tuple(dict.fromkeys(found.fix for found in findings if found.fix)),
            placed=item.id in self._placed,
        )

    def _passages(self, sides: Sequence[tuple[Evidence, Words]]) -> tuple[PassageView, ...]:
        return tuple(
            PassageView(found.source, self._sides.host(found.source), words.pieces, found.place)
            for found, words in sides
        )

    def statuses(self) -> tuple[LegendView, ...]:
        """The statuses that occur, problems first."""
        found = Counter(item.status for item in self._report.specifics)
        return tuple(
            LegendView(
                status.value,
                wording.STATUS_WORDS[status][0],
                found[status],
                LETTERS[status],
                wording.STATUS_WORDS[status][1],
            )
            for status in wording.STATUS_ORDER
            if found[Status(status)]
        )

    def kinds(self) -> tuple[LegendView, ...]:
        """The kinds that occur."""
        found = Counter(item.kind for item in self._report.specifics)
        return tuple(
            LegendView(kind.value, wording.sentence_case(wording.KIND_WORDS[kind]), found[kind])
            for kind in Kind
            if found[kind]
        )

    def sources(self) -> tuple[SourceView, ...]:
        """Every source with its quality."""
        views = []
        for one in self._report.sources:
            label, meaning = wording.QUALITY_WORDS[one.quality]
            evidence = self._by_id.get(one.id)
            views.append(
                SourceView(
                    id=one.id,
                    href=safe_href(one.url)[0],
                    url=one.url,
                    quality=label,
                    meaning=evidence.reason if evidence and evidence.reason else meaning,
                    usable=one.quality.usable,
                    chars=wording.count(one.chars, "character"),
                    sha256=one.sha256 or "",
                    read=_read_from(evidence) if evidence else (),
                )
            )
        return tuple(views)


def _read_from(source: EvidenceSource) -> tuple[str, ...]:
    parts = source.variants or (source.variant_at(0),)
    if [one.role for one in parts] == ["page"]:
        return ()
    found = []
    for one in parts:
        said = ROLE_WORDS[one.role][0] if one.role in ROLE_WORDS else one.role
        if one.archived:
            made = wording.moment(one.archived) if one.archived != UNDATED else "an unknown date"
            said += f" of {made}"
        got = f", captured {wording.moment(one.captured_at)}" if one.captured_at else ""
        found.append(said + got)
    return tuple(found)
