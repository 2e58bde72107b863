"""Rules about what standing the evidence has: not yet released, anonymous, one reporter's, a machine's.

Such evidence may be used. A reader must be told what it is, near where it is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from copydesk.article import Passage
from copydesk.config import StandingName
from copydesk.evidence.model import EvidenceSource
from copydesk.policy.lists import host_of, path_of
from copydesk.policy.owners import label_of
from copydesk.policy.pages import is_preprint, is_study, on_site
from copydesk.policy.passages import around, passage
from copydesk.policy.places import is_telling, names_a_thing, numbers, same_thing, shown
from copydesk.policy.registry import Context, Hit, register
from copydesk.policy.sources import has_evidence
from copydesk.policy.status_words import SELF_PUBLISHED, Standing, standing
from copydesk.report import Evidence, FieldName, Kind, Quality, Severity, Specific, Status

__all__ = ["in_headline", "is_self_published", "unread_in_headline"]

_CAST = frozenset({Kind.NAME, Kind.SUPERLATIVE})
_GOOD = frozenset({Status.TRACED, Status.DERIVED})
_UNREAD = frozenset({Quality.BLOCKED, Quality.PAYWALLED})
# A page says what it is in its first words, or in its last.
_HEAD, _FOOT = 3_000, 2_500
# What was first reported elsewhere stands so near to the words that say so (code points).
_NEAR = 800
_FORUMS = frozenset(
    {"forum", "forums", "community", "communities", "discuss", "discourse", "discussions"}
)
_GITHUB_THREAD = re.compile(r"^/[^/]+/[^/]+/(?:issues|discussions|pull)/\d")
_HEADLINE = "headline-source-unread"
_CONFIG = ("status_marks", "status_labels")


def _words(context: Context, name: StandingName) -> Standing:
    config = context.config
    return standing(name, config.status_marks.get(name, ()), config.status_labels.get(name, ()))


@dataclass(frozen=True, slots=True)
class _Marked:
    """A specific of the body, all of whose evidence is marked, with the words that mark it."""

    item: Specific
    passage: Passage
    place: Evidence
    words: str


def _marked(context: Context, words: Standing) -> Iterator[_Marked]:
    """The first specific of each passage that rests on marked sentences alone and is not labelled."""
    spots, sources = context.spots, {one.id: one for one in context.sources}
    held = {one.specific: one.about for one in context.noticed.held}
    told: set[int] = set()
    # What is said at the front holds for all that follows.
    in_front = any(words.labels.search(one.text.text) for one in context.article.front_passages)
    for item in context.specifics:
        if item.field is not FieldName.BODY or item.kind in _CAST or item.status not in _GOOD:
            continue
        places = held.get(item.id) or item.evidence
        spot = spots.of(item)
        if not places or spot is None or id(spot.passage) in told:
            continue
        first = words.marked(around(sources[places[0].source], places[0]))
        if not first or words.labels.search(spot.passage.text.text) or in_front:
            continue
        if all(words.marked(around(sources[one.source], one)) for one in places[1:]):
            told.add(id(spot.passage))
            yield _Marked(item, spot.passage, places[0], first)


def _hit(one: _Marked, message: str) -> Hit:
    return Hit(
        FieldName.BODY,
        one.item.start,
        one.item.end,
        message,
        expected=one.place.exact,
        found=one.item.text,
        specifics=(one.item.id,),
        passages=(one.place,),
    )


@register(
    "anonymous-unlabelled",
    Severity.WARNING,
    statement="What a source has from people it does not name is said to come from such people.",
    rationale="Nobody answers for an unnamed person's word but the paper that printed it. Repeated "
    "without “according to people familiar with”, it reads like a fact that somebody confirmed.",
    fix="Say that it comes from people whom the source does not name.",
    bad="The firm will close nine yards. (the source: according to people familiar with the plan)",
    good="The firm will close nine yards, according to people familiar with the plan.",
    config=_CONFIG,
)
def anonymous_unlabelled(context: Context) -> Iterable[Hit]:
    """Figures and quotations of the body that only sentences with unnamed people bear out."""
    for one in _marked(context, _words(context, "anonymous")):
        yield _hit(
            one,
            f"Source {one.place.source} has this from “{one.words}”; the paragraph does not say so.",
        )


@register(
    "prerelease-unlabelled",
    Severity.WARNING,
    statement="What is not final yet (a preprint, a beta, a leak, a draft) is said to be so.",
    rationale="A preprint has not been reviewed, a beta changes before it ships, a leak may be false. "
    "Figures of these are true of that state only.",
    fix="Say near the figure that it comes from a preprint, a test version, or a leak.",
    bad="A study of 40 crews found … (the source is a preprint)",
    good="A study of 40 crews, a preprint that nobody has reviewed yet, found …",
    config=_CONFIG,
)
def prerelease_unlabelled(context: Context) -> Iterable[Hit]:
    """Sources that are preprints as a whole, and figures that only such sentences bear out."""
    words = _words(context, "prerelease")
    whole = [one for one in _read(context) if _is_preprint(one, words)]
    for one in _unlabelled(context, words, whole):
        yield _of_source(
            context,
            one,
            f"Source {one.source.id} is a preprint, which nobody has reviewed; the article does not "
            "say so where it cites it.",
        )
    ids = {one.source.id for one in whole}
    for marked in _marked(context, words):
        if marked.place.source not in ids:
            yield _hit(
                marked,
                f"Source {marked.place.source} says “{marked.words}” of this; the paragraph does not.",
            )


@register(
    "machine-unlabelled",
    Severity.WARNING,
    statement="A source that says that a machine wrote it is cited as such.",
    rationale="A summary or a report that a program wrote may state what nobody said. The page tells "
    "its readers; an article that hides it passes the machine's word off as somebody's.",
    fix="Say that the page is generated, or cite what it was generated from.",
    bad="Nine crossings failed, the overview says. (the page: “This summary was generated by AI”)",
    good="Nine crossings failed, says an overview that the site's AI generated.",
    config=_CONFIG,
)
def machine_unlabelled(context: Context) -> Iterable[Hit]:
    """Sources whose head or foot says that a program wrote them."""
    words = _words(context, "machine")
    whole = [one for one in _read(context) if one.marked(words)]
    for one in _unlabelled(context, words, whole):
        said = one.marked(words)
        yield _of_source(
            context,
            one,
            f"Source {one.source.id} says of itself “{said}”; the article does not say so where it "
            "cites it.",
            one.passages(words),
        )


@register(
    "self-published-unlabelled",
    Severity.WARNING,
    statement="A post, a forum's thread or a page that everybody can edit is cited as such.",
    rationale="No editor stands between its writer and the reader. It can be first-hand and right; a "
    "reader must know that one person said so.",
    fix="Say that it is a post, a thread or a blog, and whose.",
    bad="The engine failed twice, according to [a report](https://www.reddit.com/r/ferries/1).",
    good="The engine failed twice, a passenger [wrote on Reddit](https://www.reddit.com/r/ferries/1).",
    config=(*_CONFIG, "self_published"),
)
def self_published_unlabelled(context: Context) -> Iterable[Hit]:
    """Sources on sites where everybody publishes, unless the site's name stands there too."""
    words = _words(context, "self-published")
    own = frozenset(context.config.self_published)
    whole = [one for one in _read(context, usable=False) if is_self_published(one.url, own)]
    for one in _unlabelled(context, words, whole):
        yield _of_source(
            context,
            one,
            f"Source {one.source.id} is on {host_of(one.url)}, where everybody publishes; the article "
            "does not say so where it cites it.",
        )


@register(
    "single-report-unlabelled",
    Severity.WARNING,
    statement="What a source has from another outlet's report is given to that outlet.",
    rationale="Ten papers that repeat one reporter's story are one report. Whoever cites a repeater as "
    "if it had asked for itself makes one voice into many.",
    fix="Name the outlet that reported it first, and cite it if it can be read.",
    bad="The firm is for sale, [the Gazette](https://gazette.example/) says. (the Gazette: “first "
    "reported by the Courier”)",
    good="The firm is for sale, the Courier reported, according to [the Gazette](https://g.example/).",
    config=_CONFIG,
)
def single_report_unlabelled(context: Context) -> Iterable[Hit]:
    """Sources that say near what the article takes from them that somebody else reported it first."""
    words = _words(context, "single")
    places = [place for one in context.noticed.held for place in one.about]
    for one in _read(context):
        found = _first_reported(one, words, [p for p in places if p.source == one.source.id])
        if found is None or _told_of(context, one, found[0], words):
            continue
        outlet, shown = found
        yield _of_source(
            context,
            one,
            f"Source {one.source.id} says that {outlet} reported this first; the article does not name "
            f"{outlet}.",
            (shown,),
        )


@register(
    _HEADLINE,
    Severity.ERROR,
    statement="No specific of title, summary or lead rests only on a page that could not be read in full.",
    rationale="What most readers will read and repeat must have been checked. A page behind a block or "
    "a paywall may say it, or say it with a condition that nobody saw.",
    fix="Capture the page another way, cite a second source that can be read, or take it out of the "
    "headline.",
    bad="A title with “$3.2 billion”, which only a paywalled page states",
    good="The same title, with a regulator's notice that states it too",
)
def headline_source_unread(context: Context) -> Iterable[Hit]:
    """Figures and quotations of the headline fields and the lead that are found in paywalled pages
    alone, or that the article cites only to pages that refused.
    """
    quality = {source.id: source.quality for source in context.sources}
    # Where no source can be read at all, no-usable-evidence says so.
    if not has_evidence(context) or not any(one in _UNREAD for one in quality.values()):
        return
    held = {one.specific: one.sources for one in context.noticed.held}
    cited_for: dict[object, set[int]] = {}
    for item in context.specifics:
        if item.field is FieldName.BODY:
            cited_for.setdefault(same_thing(item), set()).update(item.cited)
    groups: dict[tuple[int, ...], list[Specific]] = {}
    for item in context.specifics:
        if not is_telling(item) or names_a_thing(item) or not in_headline(context, item):
            continue
        having = held.get(item.id) or {place.source for place in item.evidence}
        resting = having or cited_for.get(same_thing(item), set())
        unread = all(quality.get(one, Quality.MISSING) in _UNREAD for one in resting)
        if resting and unread and (item.status in _GOOD or not having):
            groups.setdefault(tuple(sorted(resting)), []).append(item)
    for resting_on, items in groups.items():
        yield _unread(items, resting_on, quality)


def unread_in_headline(context: Context) -> frozenset[int]:
    """The specifics that headline-source-unread speaks of, for other rules to leave out; none where
    the newsroom does not apply it.
    """
    config = context.config
    if _HEADLINE in config.disabled or config.severity.get(_HEADLINE) == "off":
        return frozenset()
    return frozenset(one for hit in headline_source_unread(context) for one in hit.specifics)


def in_headline(context: Context, item: Specific) -> bool:
    """Whether it stands in title, summary or the first paragraph."""
    if item.field is not FieldName.BODY:
        return True
    return context.lead is not None and context.lead[1] <= item.start < context.lead[2]


def _unread(
    items: Sequence[Specific], resting: Sequence[int], quality: Mapping[int, Quality]
) -> Hit:
    kinds = {quality[one] for one in resting}
    why = "blocked" if kinds == {Quality.BLOCKED} else "behind a paywall"
    first = items[0]
    return Hit(
        first.field,
        first.start,
        first.end,
        f"{shown(items)} {'rests' if len(items) == 1 else 'rest'} on {numbers(resting)} alone, which "
        f"{'is' if len(resting) == 1 else 'are'} {why}.",
        expected="a source that was read in full",
        found=first.text,
        specifics=tuple(item.id for item in items),
        passages=first.evidence[:1],
    )


@dataclass(frozen=True, slots=True)
class _Page:
    """A listed source with its address, and what its head and foot say of it."""

    source: EvidenceSource
    url: str

    @property
    def head(self) -> str:
        return self.source.text.text[:_HEAD]

    @property
    def foot(self) -> tuple[int, str]:
        visible = self.source.text.visible
        start = max(_HEAD, len(visible) - _FOOT)
        return start, visible[start:]

    def marked(self, words: Standing) -> str:
        """The words of head or foot that mark the whole page."""
        return words.marked(self.head) or words.marked(self.foot[1])

    def passages(self, words: Standing) -> tuple[Evidence, ...]:
        for start, text in ((0, self.head), self.foot):
            found = words.first(text)
            if found:
                return (passage(self.source, start + found.start(), start + found.end()),)
        return ()


def _read(context: Context, *, usable: bool = True) -> list[_Page]:
    urls = {ref.id: ref.url for ref in context.article.front.sources}
    return [
        _Page(source, urls[source.id])
        for source in context.sources
        if source.id in urls and (source.usable or not usable)
    ]


def _is_preprint(one: _Page, words: Standing) -> bool:
    if is_preprint(one.url):
        return True
    return is_study(one.url, one.source) and bool(words.marked(one.head))


def is_self_published(url: str, own: frozenset[str] = frozenset()) -> bool:
    """Whether the page is on a site where everybody publishes: a known one, a forum, an issue."""
    host = host_of(url)
    return (
        on_site(url, SELF_PUBLISHED | own)
        or host.partition(".")[0] in _FORUMS
        or (host == "github.com" and _GITHUB_THREAD.match(path_of(url)) is not None)
    )


def _unlabelled(context: Context, words: Standing, pages: Iterable[_Page]) -> Iterator[_Page]:
    """Those of the pages that no passage which cites them, nor the one before it, labels."""
    for one in pages:
        near: list[str] = []
        before = ""
        for passage_ in context.article.passages:
            text = passage_.text.text
            if any(citation.source == one.source.id for citation in passage_.citations):
                near += [before, text]
            before = text
        site = label_of(one.url)
        if near and not any(words.labels.search(text) or site in text.casefold() for text in near):
            yield one


def _of_source(
    context: Context, one: _Page, message: str, passages: tuple[Evidence, ...] = ()
) -> Hit:
    place = context.cited.get(one.source.id, (FieldName.BODY, 0, 0))
    return Hit(*place, message, found=one.url, passages=passages)


def _first_reported(
    one: _Page, words: Standing, places: Iterable[Evidence]
) -> tuple[str, Evidence] | None:
    """The outlet that a source says reported first, near one of the places; with its words."""
    text, near = one.source.text.text, [one.source.start_of(p.sha256) + p.start for p in places]
    for at in near:
        start = max(0, at - _NEAR)
        found = words.first(text[start : at + _NEAR])
        if found is None:
            continue
        outlet = found.group("by") or found.group("who") or ""
        own = label_of(one.url) in "".join(outlet.casefold().split())
        if outlet and not own:
            return outlet, passage(one.source, start + found.start(), start + found.end())
    return None


def _told_of(context: Context, one: _Page, outlet: str, words: Standing) -> bool:
    """Whether the article names the outlet, cites it, or says that it is a report of another's."""
    name = "".join(outlet.casefold().split())
    texts = [passage_.text.text for passage_ in context.article.passages]
    said = "".join("".join(texts).casefold().split())
    labels = [label_of(ref.url) for ref in context.article.front.sources if ref.id != one.source.id]
    return (
        name in said
        or any(len(label) > 2 and label in name for label in labels)
        or any(words.labels.search(text) for text in texts)
    )
