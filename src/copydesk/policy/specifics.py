"""Rules about figures, dates, versions: what the trace says of them.

One fault is one finding: a figure that stands in three places of the body is reported where it
stands first, with the ids of all three; a sentence whose four figures no source holds is one
sentence to be cited or removed. A person with twenty drafts must not drown.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from copydesk.article import Article
from copydesk.article.model import Span
from copydesk.evidence.model import Label
from copydesk.policy.links import internal_links
from copydesk.policy.registry import Context, Hit, Place, register
from copydesk.policy.sources import has_evidence
from copydesk.policy.unread import unread_in_headline
from copydesk.report import FieldName, Kind, Severity, Specific, Status

__all__ = ["VALUES", "grouped", "hit_of", "hits_of", "names_a_thing"]

# What has one right form. Names and superlatives are worded in more ways than a text comparison
# can follow, so they have rules of their own, less severe.
VALUES = frozenset(
    {
        Kind.NUMBER,
        Kind.MONEY,
        Kind.PERCENT,
        Kind.DATE,
        Kind.DURATION,
        Kind.VERSION,
        Kind.IDENTIFIER,
    }
)
# Identifiers that are the names of things: models, products, code; no register says which is right.
_NAMING = frozenset({"model", "code", "file"})
# What classes a thing: "a Tier-1 operator", "SAE Level 4", "Gen 3"; a source that does not use the
# class does not deny it.
_CLASSING = re.compile(r"(?:tier|level|gen|generation|grade|class|mark|mk|series)[ -]")
# How many specifics one message names before it only counts the rest.
_SHOWN = 5


def grouped(
    specifics: Iterable[Specific], key: Callable[[Specific], object]
) -> list[tuple[Specific, ...]]:
    """Specifics with the same key in the same part of the article (each headline field, body)."""
    groups: dict[object, list[Specific]] = {}
    for item in specifics:
        groups.setdefault((item.field, key(item)), []).append(item)
    return [tuple(group) for group in groups.values()]


def _same_words(item: Specific) -> object:
    return item.kind, " ".join(item.text.casefold().split()), item.cited


def _named(items: Sequence[Specific]) -> str:
    more = f" and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
    return ", ".join(f"“{item.text}”" for item in items[:_SHOWN]) + more


def names_a_thing(item: Specific) -> bool:
    """Whether an identifier is the name of a model, a program or a class, which no register fixes."""
    if item.kind is not Kind.IDENTIFIER:
        return False
    return item.value.get("scheme") in _NAMING or bool(
        _CLASSING.match(str(item.value.get("id", "")))
    )


def _by_another(item: Specific) -> bool:
    """Whether only a source that its passage does not cite states it otherwise: that the cited one
    does not hold it is sure, which of the two is right is not.
    """
    shown = {one.source for one in item.evidence}
    return bool(item.cited and shown) and not shown & set(item.cited)


def hits_of(
    context: Context, kinds: frozenset[Kind], status: Status, otherwise: str
) -> Iterable[Hit]:
    """One hit for each thing; the trace's reason is the message, ``otherwise`` where it has none."""
    chosen = [item for item in context.specifics if item.kind in kinds and item.status is status]
    for group in grouped(chosen, _same_words):
        yield hit_of(group, otherwise)


def _by_place(
    context: Context,
    chosen: Sequence[Specific],
    key: Callable[[Specific], object],
    otherwise: str,
    within: str,
) -> Iterable[Hit]:
    """One hit for all specifics of a "sentence" or a "passage" that have one fault; what stands in
    several of them counts where it stands first.
    """
    if not chosen:
        return
    places = _starts(context.article, sentences=within == "sentence")
    groups: dict[object, list[tuple[Specific, ...]]] = {}
    for thing in grouped(chosen, _same_words):
        first = thing[0]
        place = bisect_right(places.get(first.field, []), first.start)
        groups.setdefault((first.field, place, key(first)), []).append(thing)
    for group in groups.values():
        yield hit_of(group[0], otherwise, group[1:], within)


def _starts(article: Article, *, sentences: bool) -> dict[FieldName, list[int]]:
    """Where the sentences or the passages of each field begin, in code points of the field."""
    starts: dict[FieldName, list[int]] = {}
    for passage in article.passages:
        spans = passage.sentences if sentences else [Span(0, len(passage.text.text))]
        own = starts.setdefault(passage.field, [])
        own += [
            passage.text.to_origin(one.start, one.end)[0] for one in spans if one.start < one.end
        ]
    return {field: sorted(own) for field, own in starts.items()}


def hit_of(
    group: tuple[Specific, ...],
    otherwise: str,
    others: Sequence[tuple[Specific, ...]] = (),
    within: str = "",
) -> Hit:
    """The hit for one thing in all its places, and for the ``others`` within the same sentence."""
    first = group[0]
    again = f" It stands in {len(group)} places." if len(group) > 1 else ""
    if others:
        again += f" The same holds of {_named([one[0] for one in others])} in this {within}."
    group = (*group, *(item for one in others for item in one))
    return Hit(
        first.field,
        first.start,
        first.end,
        (first.reason.strip() or otherwise) + again,
        expected=first.evidence[0].exact if first.evidence else None,
        found=first.text,
        specifics=tuple(item.id for item in group),
    )


@register(
    "specific-contradicted",
    Severity.ERROR,
    statement="No figure, date, version or identifier differs from what the sources say of the "
    "same thing.",
    rationale="The commonest error of machine-written news is a slip in one figure: a digit, a unit, "
    "a year. The source states the right one and nobody compared.",
    fix="Write what the source states, or cite a source that states this.",
    bad="The ferry carried 4,200 passengers. (the source: 2,400 passengers)",
    good="The ferry carried 2,400 passengers.",
)
def specific_contradicted(context: Context) -> Iterable[Hit]:
    """Values whose status is ``contradicted`` by a source that their passage cites, or by any where
    it cites none: see :func:`specific_untraced` for the others.
    """
    chosen = [
        item
        for item in context.specifics
        if item.kind in VALUES and item.status is Status.CONTRADICTED and not _by_another(item)
    ]
    for group in grouped(chosen, _same_words):
        yield hit_of(group, "A source states it otherwise.")


@register(
    "specific-misattributed",
    Severity.NOTE,
    headline_severity=Severity.WARNING,
    statement="Every specific stands in a source that its passage cites.",
    rationale="A reader who follows the link does not find the figure there and stops believing the "
    "rest. Typical: the press release is cited and the figure stands only in the study.",
    fix="Cite the source that holds it at these words.",
    bad="The [operator](https://a.example/) counted 2,400 passengers. (only b.example says so)",
    good="The [port authority](https://b.example/) counted 2,400 passengers.",
)
def specific_misattributed(context: Context) -> Iterable[Hit]:
    """Specifics of any kind, quotations included, whose status is ``misattributed``."""
    chosen = [
        item
        for item in context.specifics
        if item.status is Status.MISATTRIBUTED and not _unread(context, item)
    ]
    return _by_place(
        context,
        chosen,
        lambda item: (item.cited, item.evidence[0].source if item.evidence else 0),
        "The cited source does not hold it; another one does.",
        "passage",
    )


@register(
    "specific-untraced",
    Severity.WARNING,
    headline_severity=Severity.ERROR,
    statement="Every figure, date, version and identifier is found in a source.",
    rationale="An invented specific looks exactly like a true one. In title, summary and lead it "
    "is an error, since those are read alone and repeated without the article.",
    fix="Cite the source that states it, show how it was computed, or remove it.",
    bad="The repair cost $3.2 million. (no source names a cost)",
    good="The operator has not said what the repair cost.",
)
def specific_untraced(context: Context) -> Iterable[Hit]:
    """Values whose status is ``untraced``, and those that only a source which the passage does not
    cite states otherwise; silent where no source could be read at all, and in a
    sentence that links a page which is not listed (``link-not-in-sources`` says that) or an article
    of the archive.
    """
    if not has_evidence(context):
        return
    chosen = [
        item
        for item in context.specifics
        if item.kind in VALUES
        and not names_a_thing(item)
        and (
            item.status is Status.UNTRACED
            or (item.status is Status.CONTRADICTED and _by_another(item))
        )
    ]
    # Where the cited page refused, headline-source-unread says why nothing holds it.
    refused = unread_in_headline(context)
    elsewhere = _unlisted(context)
    chosen = [
        item
        for item in chosen
        if item.id not in refused
        and not any(
            field is item.field and start <= item.start < end for field, start, end in elsewhere
        )
    ]
    said = "No readable source holds it."
    # A passage that cites nothing wants one citation; one that cites something says where.
    for within in ("sentence", "passage"):
        part = [item for item in chosen if bool(item.cited) == (within == "sentence")]
        yield from _by_place(context, part, lambda item: item.cited, said, within)


@register(
    "specific-unbound",
    Severity.NOTE,
    headline_severity=Severity.WARNING,
    statement="Every figure, date, version and identifier is found beside what the article says it "
    "is about.",
    rationale="The right number of the wrong thing passes every search: 84% of one thing is no "
    "evidence for 84% of another.",
    fix="Read the source's passage; correct what the figure is said to measure.",
    bad="84% of passengers were satisfied. (the source: 84% of departures were on time)",
    good="84% of departures were on time.",
)
def specific_unbound(context: Context) -> Iterable[Hit]:
    """Values whose status is ``unbound``: a matter for an editor's eye, not a verdict."""
    return hits_of(
        context, VALUES, Status.UNBOUND, "A source holds it, in a passage about something else."
    )


@register(
    "specific-unverifiable",
    Severity.NOTE,
    headline_severity=Severity.WARNING,
    statement="No passage rests only on sources that could not be read, or not to their end, or on text "
    "that a page hides.",
    rationale="A page behind a block, a consent wall or scripts may say all of it or none. “Could "
    "not check” is not “wrong”, and it is not “right” either.",
    fix="Capture the source another way, or cite a second one that can be read.",
    bad="Three figures in one paragraph, which cites only a page that refused the capture",
    good="The same figures, with a second source that could be read",
)
def specific_unverifiable(context: Context) -> Iterable[Hit]:
    """One finding for all specifics of a field that rest on the same unreadable sources, those
    included that a source which the passage does not cite happens to hold; one for all that stand
    only in what was captured of a source in part, or in what the same source hides from its readers.
    """
    if not has_evidence(context):
        return
    yield from _only_hidden(context)
    yield from _only_in_part(context)
    chosen = [
        item
        for item in context.specifics
        if (item.status is Status.UNVERIFIABLE and not item.evidence)
        or (item.status is Status.MISATTRIBUTED and _unread(context, item))
    ]
    told = unread_in_headline(context)
    chosen = [item for item in chosen if item.id not in told]
    for group in grouped(chosen, lambda item: item.cited):
        first = group[0]
        held = [item for item in group if item.status is Status.MISATTRIBUTED]
        tail = f" A source that is not cited there holds {_named(held)}." if held else ""
        yield Hit(
            first.field,
            first.start,
            first.end,
            f"Could not be checked, as {_cited(first.cited)} cannot be read: {_named(group)}.{tail}",
            expected="a readable source",
            found=first.text,
            specifics=tuple(item.id for item in group),
        )


def _unlisted(context: Context) -> list[Place]:
    """Sentences that link a page with a host which is not among the sources, or an article of the
    newsroom's, unless its archive is known and has none: rules on internal links look up what stands there.
    """
    own = {
        citation.url
        for _, citation, slug in internal_links(context.article)
        if not context.archive.known or slug in context.archive.by_slug
    }
    return [
        (passage.field, *passage.text.to_origin(sentence.start, sentence.end))
        for passage in context.article.passages
        for citation in passage.citations
        if citation.source is None and citation.url
        if "//" in citation.url or citation.url in own
        for sentence in passage.sentences
        if sentence.start <= citation.at < sentence.end
    ]


def _only_hidden(context: Context) -> Iterable[Hit]:
    chosen = [item for item in context.specifics if _is_hidden(item)]
    return _resting(
        chosen,
        "says it only in text that the page hides from its readers",
        expected="a source that says it openly",
        fix="Cite a source that says it openly, or remove it.",
    )


def _only_in_part(context: Context) -> Iterable[Hit]:
    said = unread_in_headline(context)
    chosen = [
        item
        for item in context.specifics
        if item.status is Status.UNVERIFIABLE and item.evidence and not _is_hidden(item)
        if item.id not in said
    ]
    return _resting(
        chosen,
        "says it, but only a part of it was captured, and the rest may qualify it",
        expected="a source that can be read to its end",
    )


def _resting(
    chosen: Sequence[Specific], said: str, *, expected: str, fix: str = ""
) -> Iterator[Hit]:
    """One hit for all that rest on the same source, and why that does not do."""
    for group in grouped(chosen, lambda item: item.evidence[0].source):
        first = group[0]
        yield Hit(
            first.field,
            first.start,
            first.end,
            f"{_cited((first.evidence[0].source,)).capitalize()} {said}: {_named(group)}.",
            expected=expected,
            found=first.text,
            specifics=tuple(item.id for item in group),
            fix=fix,
        )


def _is_hidden(item: Specific) -> bool:
    """Whether it could be read, but only where no reader of the source sees it."""
    return item.status is Status.UNVERIFIABLE and any(
        shown.label == Label.HIDDEN for shown in item.evidence
    )


def _unread(context: Context, item: Specific) -> bool:
    """Whether none of the sources that its passage cites could be read."""
    usable = {source.id for source in context.sources if source.usable}
    return not usable & set(item.cited)


def _cited(cited: tuple[int, ...]) -> str:
    if not cited:
        return "what was cited"
    if len(cited) == 1:
        return f"source {cited[0]}"
    return f"sources {', '.join(str(item) for item in cited[:-1])} and {cited[-1]}"
