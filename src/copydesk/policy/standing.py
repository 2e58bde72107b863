"""Rules about what standing the evidence has: not yet released, anonymous, one reporter's, a machine's.

Such evidence may be used. A reader must be told what it is, near where it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from copydesk.article import Passage
from copydesk.config import StandingName
from copydesk.policy.lists import host_of
from copydesk.policy.passages import around
from copydesk.policy.registry import Context, Hit, register
from copydesk.policy.status_words import Standing, standing
from copydesk.policy.whole_pages import (
    Page,
    first_reported,
    is_self_published,
    is_unreviewed,
    named_in,
    read_pages,
    rests_on_it,
    unlabelled,
)
from copydesk.report import Evidence, FieldName, Kind, Severity, Specific, Status

__all__: list[str] = []

_CAST = frozenset({Kind.NAME, Kind.SUPERLATIVE})
_GOOD = frozenset({Status.TRACED, Status.DERIVED})
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
    # Of the lead the rules of fidelity say so, sentence by sentence.
    dropped = [one for one in context.noticed.dropped if one.field is FieldName.BODY]
    # What is said at the front holds for all that follows.
    in_front = any(words.labels.search(one.text.text) for one in context.article.front_passages)
    for item in context.specifics:
        if item.field is not FieldName.BODY or item.kind in _CAST or item.status not in _GOOD:
            continue
        if any(one.start <= item.start < one.end for one in dropped):
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
    whole = [one for one in read_pages(context) if is_unreviewed(one)]
    for one in unlabelled(context, words, whole):
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
    whole = [
        one for one in read_pages(context) if one.marked(words) and rests_on_it(context, one, words)
    ]
    for one in unlabelled(context, words, whole):
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
    whole = [one for one in read_pages(context, usable=False) if is_self_published(one.url, own)]
    for one in unlabelled(context, words, whole, named_site=True):
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
    for one in read_pages(context):
        found = first_reported(one, words, [p for p in places if p.source == one.source.id])
        if found is None or named_in(context, one, found[0], words):
            continue
        outlet, shown = found
        yield _of_source(
            context,
            one,
            f"Source {one.source.id} says that {outlet} reported this first; the article does not name "
            f"{outlet}.",
            (shown,),
        )


def _of_source(
    context: Context, one: Page, message: str, passages: tuple[Evidence, ...] = ()
) -> Hit:
    place = context.cited.get(one.source.id, (FieldName.BODY, 0, 0))
    return Hit(*place, message, found=one.url, passages=passages)
