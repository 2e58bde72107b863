"""Rules about which source a statement is given to: both of two, the paper itself, where it began."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from copydesk.article import Citation, same_page_key
from copydesk.evidence.model import EvidenceSource
from copydesk.noticed import Held
from copydesk.policy.independence import names_in_title
from copydesk.policy.owners import label_of
from copydesk.policy.pages import is_record, is_release, is_study
from copydesk.policy.passages import around
from copydesk.policy.places import Spot, is_telling, names_a_thing, numbers, same_thing
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import Evidence, FieldName, Kind, Quality, Severity, Specific, Status

__all__: list[str] = []

# Between two links that stand for one statement; a reference [1][2] has nothing between.
_JOINT = re.compile(r"[\s,;*_]*(?:(?:and|&|as well as|plus|both)[\s*_]*(?:also[\s]+)?)?(?:the\s+)?")
_OF_STUDY = re.compile(
    r"\b(?:stud(?:y|ies)|paper|trial|researchers?|authors?|scientists|journal|findings?|published|"
    r"team|results?)\b",
    re.IGNORECASE,
)
# A page with less text is a paper's abstract, which leaves out most of its figures.
_FULL_PAPER = 12_000
_SAYS = re.compile(
    r"\baccording to\b|\b(?:said|says|reported|reports|announced|announces|published|found|finds|"
    r"disclosed|wrote|stated|confirmed|data from|figures from|released|filed|filing|statement|"
    r"blog post|press release|advisory|registry|register|report (?:by|from))\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
_LETTERS = 3
# Specifics that one message names beside the first.
_SHOWN = 4


@dataclass(frozen=True, slots=True)
class _Given:
    """A telling specific of the body, the sentence that it stands in, and who holds it."""

    item: Specific
    spot: Spot
    held: Held

    def place_in(self, source: int) -> Evidence:
        return next(one for one in self.held.about if one.source == source)


class _Desk:
    """What the rules of this module look up of one article."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.sources: Mapping[int, EvidenceSource] = {one.id: one for one in context.sources}
        self.urls = {ref.id: ref.url for ref in context.article.front.sources}
        self._links: dict[int, frozenset[str]] = {}

    @cached_property
    def given(self) -> list[_Given]:
        """The telling specifics of the body that some source holds."""
        held = {one.specific: one for one in self.context.noticed.held if one.about}
        return [
            _Given(item, spot, held[item.id])
            for item in self.context.specifics
            if item.field is FieldName.BODY and item.id in held and is_telling(item)
            if (spot := self.context.spots.of(item)) is not None
        ]

    def links(self, source: int) -> frozenset[str]:
        """The pages that a source links, as :func:`same_page_key` gives them."""
        if source not in self._links:
            signals = self.sources[source].text.signals
            self._links[source] = frozenset(
                same_page_key(url) for name, url in signals if name == "link"
            )
        return self._links[source]

    def readable(self, source: int) -> bool:
        """Whether all that the page says was read: silence of anything less proves nothing."""
        one = self.sources.get(source)
        return one is not None and one.usable and one.quality is Quality.OK

    def study(self, source: int) -> bool:
        return is_study(self.urls[source], self.sources.get(source))

    def release(self, source: int) -> bool:
        return not self.study(source) and is_release(self.urls[source], self.sources.get(source))


@register(
    "joint-citation",
    Severity.WARNING,
    statement="Where two sources are cited together for a figure or quotation, both of them have it.",
    rationale="“[A] and [B] report 96 %” says that two agree. If only one of them has the figure, the "
    "agreement is made up, and a reader who opens the other finds nothing.",
    fix="Cite each source where its own words are used, or leave out the one that lacks it.",
    bad="[The study](https://a.example/) and [the firm](https://b.example/) report 96%. (only the "
    "study does)",
    good="[The study](https://a.example/) reports 96%; [the firm](https://b.example/) names no figure.",
)
def joint_citation(context: Context) -> Iterable[Hit]:
    """Sentences that cite nothing but sources side by side, of which one lacks every telling
    specific that the other one has.
    """
    desk = _Desk(context)
    by_spot: dict[int, list[_Given]] = {}
    for one in desk.given:
        by_spot.setdefault(one.spot.start, []).append(one)
    for spot in context.spots:
        together = _together(context, spot) if spot.start in by_spot else ()
        given = by_spot.get(spot.start, ())
        if not together or not all(desk.readable(one.source or 0) for one in together):
            continue
        cited = {one.source for one in together}
        given = [one for one in given if one.held.sources & cited]
        for citation in together if given else ():
            source = citation.source
            if source is None or any(_has(one.held, source) for one in given):
                continue
            yield _lacking(citation, source, given, cited - {source})


def _together(context: Context, spot: Spot) -> tuple[Citation, ...]:
    """The citations of a sentence, where they are of several sources and stand side by side."""
    cited = spot.citations
    if len({one.source for one in cited}) < 2 or any(one.source is None for one in cited):
        return ()
    text = context.article.body.text
    gaps = (text[a.end : b.start] for a, b in pairwise(cited))
    return cited if all(_JOINT.fullmatch(gap) for gap in gaps) else ()


def _has(held: Held, source: int) -> bool:
    return source in held.sources or source in held.elsewhere


def _lacking(citation: Citation, source: int, given: list[_Given], others: set[int | None]) -> Hit:
    words = ", ".join(dict.fromkeys(f"“{one.item.text}”" for one in given[:4]))
    having = sorted({one for item in given for one in item.held.sources} & others)
    have = "has" if len(having) == 1 else "have"
    it = "it" if len(given) == 1 else "any of these"
    return Hit(
        FieldName.BODY,
        citation.start,
        citation.end,
        f"Source {source} is cited together with {numbers(having)} for {words} and does not have "
        f"{it}; {numbers(having)} {have}.",
        expected=given[0].place_in(having[0]).exact if having else None,
        passages=tuple(
            one.place_in(having[0]) for one in given[:3] if having[0] in one.held.sources
        ),
    )


@register(
    "release-for-study",
    Severity.WARNING,
    statement="A study's figures are cited to the study, where it is among the sources.",
    rationale="A release is written to be noticed. It rounds up, drops the interval and the control "
    "group, and at times gives a figure that the paper does not have.",
    fix="Cite the study where it states the figure; say that only the release does where it does not.",
    bad="The treatment halved relapses, [the university](https://news.uni.example/press-release) says. "
    "(the study is listed and states the figure)",
    good="The treatment halved relapses, [the study](https://doi.org/10.5555/1) found.",
)
def release_for_study(context: Context) -> Iterable[Hit]:
    """Telling specifics of sentences that cite releases alone: the study has them too, or, where its
    full text was read and the sentence speaks of the study, has them not.
    """
    desk = _Desk(context)
    studies = [one for one in desk.urls if desk.readable(one) and desk.study(one)]
    if not studies:
        return
    told: set[tuple[int, int, bool]] = set()
    for one in desk.given:
        cited = set(one.item.cited)
        if not cited or one.item.status is not Status.TRACED or not all(map(desk.release, cited)):
            continue
        having = [study for study in studies if study in one.held.sources]
        if not having and not _only_released(desk, one, studies):
            continue
        key = one.spot.start, (having or studies)[0], bool(having)
        if key not in told:
            told.add(key)
            yield _released(one, sorted(cited), having, studies)


def _only_released(desk: _Desk, one: _Given, studies: list[int]) -> bool:
    """Whether a sentence about the study has what none of the studies has."""
    full = all(len(desk.sources[study].text.text) >= _FULL_PAPER for study in studies)
    return (
        full
        # When something was announced is the release's own to say.
        and one.item.kind is not Kind.DATE
        and not any(study in one.held.elsewhere for study in studies)
        and bool(set(one.item.cited) & one.held.sources)
        and _OF_STUDY.search(one.spot.text) is not None
    )


def _released(one: _Given, cited: list[int], having: list[int], studies: list[int]) -> Hit:
    release = f"the release ({numbers(cited)})"
    if having:
        said = f"“{one.item.text}” is cited to {release}; the study itself, source {having[0]}, has it."
        shown = [one.place_in(having[0])]
        fix = "Cite the study for it."
    else:
        said = f"Only {release} has “{one.item.text}”; the study, {numbers(studies)}, does not."
        shown = [one.place_in(source) for source in cited if source in one.held.sources]
        fix = "Give it as the release's own figure, or leave it out."
    return _hit(one, said, tuple(shown), fix)


def _hit(
    one: _Given,
    message: str,
    shown: tuple[Evidence, ...],
    fix: str = "",
    others: tuple[int, ...] = (),
) -> Hit:
    return Hit(
        FieldName.BODY,
        one.item.start,
        one.item.end,
        message,
        expected=shown[0].exact if shown else None,
        found=one.item.text,
        specifics=(one.item.id, *others),
        fix=fix,
        passages=shown,
    )


@register(
    "secondary-for-primary",
    Severity.WARNING,
    statement="What the register, the paper or the firm itself states is cited to it, where it is among "
    "the sources.",
    rationale="A report on a report can be wrong in a new way. The first-hand page was found, read and "
    "listed; a reader should be led to it.",
    fix="Cite the first-hand page, alone or beside the report on it.",
    bad="Nine vessels failed, [the Gazette](https://gazette.example/) writes, quoting the register that "
    "is source 2",
    good="Nine vessels failed, [the register](https://register.example/) shows.",
)
def secondary_for_primary(context: Context) -> Iterable[Hit]:
    """Telling specifics that are nowhere cited to the first-hand page which has them, and which the
    cited report links or names as where it has them from.
    """
    desk = _Desk(context)
    names = names_in_title(context)
    first_hand = {one for one in desk.urls if desk.readable(one) and _first_hand(desk, one, names)}
    if not first_hand:
        return
    cited_for = _cited_for(context)
    found: dict[int, list[tuple[_Given, int]]] = {}
    for one in desk.given:
        if names_a_thing(one.item):
            continue
        for report, primary in _secondary(desk, one, first_hand):
            if primary not in cited_for[same_thing(one.item)]:
                found.setdefault(primary, []).append((one, report))
    for primary, given in found.items():
        yield _first_handed(context, primary, given)


def _first_handed(context: Context, primary: int, given: list[tuple[_Given, int]]) -> Hit:
    """One hit for all that should be cited to one first-hand page."""
    (one, report), *others = given
    more = list(dict.fromkeys(f"“{other.item.text}”" for other, _ in others))
    again = (
        f" The same holds of {', '.join(more[:_SHOWN])}{' and more' if more[_SHOWN:] else ''}."
        if more
        else ""
    )
    return _hit(
        one,
        f"“{one.item.text}” is cited to source {report}, which has it from source {primary}, "
        f"{context.owners[primary]}; that one states it itself.{again}",
        (one.place_in(primary), one.place_in(report)),
        others=tuple(other.item.id for other, _ in others),
    )


def _first_hand(desk: _Desk, source: int, names: set[str]) -> bool:
    url = desk.urls[source]
    label = "".join(_WORD.findall(label_of(url).casefold()))
    return is_record(url) or desk.study(source) or (len(label) >= _LETTERS and label in names)


def _cited_for(context: Context) -> Mapping[object, set[int]]:
    """The sources that the article cites for each thing, wherever it says it."""
    found: dict[object, set[int]] = {}
    for item in context.specifics:
        found.setdefault(same_thing(item), set()).update(item.cited)
    return found


def _secondary(desk: _Desk, one: _Given, first_hand: set[int]) -> Iterator[tuple[int, int]]:
    """Pairs of a cited report and the first-hand page that it has the specific from."""
    for report in one.item.cited:
        if report in first_hand or report not in one.held.sources or desk.release(report):
            continue
        for primary in sorted(first_hand & one.held.sources):
            owners = desk.context.owners
            if owners[primary] != owners[report] and _points(desk, one, report, primary):
                yield report, primary


def _points(desk: _Desk, one: _Given, report: int, primary: int) -> bool:
    """Whether the report links the first-hand page, or names its owner where it has the specific."""
    url, page = desk.urls[primary], desk.sources[report]
    if same_page_key(url) in desk.links(report):
        return True
    words = around(page, one.place_in(report))
    label = "".join(_WORD.findall(label_of(url).casefold()))
    names = {"".join(pair).casefold() for pair in _runs(_WORD.findall(words))}
    return len(label) >= _LETTERS and label in names and _SAYS.search(words) is not None


def _runs(words: list[str]) -> Iterator[list[str]]:
    for size in (1, 2, 3):
        yield from (words[at : at + size] for at in range(len(words) - size + 1))
