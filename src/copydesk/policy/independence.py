"""Rules about how many voices speak: owners, copies of one text, parties to the matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from copydesk.article import SourceRef
from copydesk.noticed import Copied, Held
from copydesk.policy.length import category_rule
from copydesk.policy.lists import host_of
from copydesk.policy.owners import AGENCIES, label_of, registrable
from copydesk.policy.pages import RELEASE_WIRES
from copydesk.policy.places import numbers, shown
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import FieldName, Kind, Severity, Specific, Status

__all__ = ["names_in_lead", "names_in_title", "voices"]

# They keep a record of others' doings, though they may be named in a story about these.
_RECORDS = frozenset(
    {"congress.gov", "federalregister.gov", "govinfo.gov", "sec.gov", "legislation.gov.uk", "europa.eu",
     "courtlistener.com", "uscourts.gov", "un.org", "nejm.org", "nature.com", "science.org", "cell.com",
     "thelancet.com", "bmj.com", "jamanetwork.com", "pnas.org", "arxiv.org", "ieee.org", "acm.org"}
)  # fmt: skip
# A name of fewer letters is no sure sign of who a site belongs to; a name has no more words.
_LETTERS, _NAME_WORDS = 3, 4
_WORD = re.compile(r"[^\W_]+")
# So many specifics of the lead must rest on one source alone.
_CARRIED = 3
_CAST = frozenset({Kind.NAME, Kind.SUPERLATIVE})
_WHOLE = (FieldName.BODY, 0, 0)


def voices(context: Context) -> list[tuple[SourceRef, ...]]:
    """The listed sources, those together that are one voice: one owner's, or copies of one text.

    The newsroom's own pages are left out.
    """
    groups: list[set[int]] = []
    listed = [ref for ref in context.article.front.sources if not _own(context, ref)]
    for ref in listed:
        same = {one.id for one in listed if context.owners[one.id] == context.owners[ref.id]}
        same |= {one.other for one in _copies(context) if one.source == ref.id}
        same &= {one.id for one in listed}
        joined = [group for group in groups if group & same]
        groups = [group for group in groups if not group & same]
        groups.append(reduce(set.union, joined, same))
    return [tuple(context.article.source(one) for one in sorted(group)) for group in groups]


def _own(context: Context, ref: SourceRef) -> bool:
    host = host_of(ref.url)
    return any(host == own or host.endswith(f".{own}") for own in context.config.own_sites)


def _copies(context: Context) -> list[Copied]:
    """Copies on sites of two owners: what one site prints everywhere is no report."""
    domains = {ref.id: registrable(host_of(ref.url)) for ref in context.article.front.sources}
    return [
        one
        for one in context.noticed.copies
        if one.source in domains
        and one.other in domains
        and domains[one.source] != domains[one.other]
    ]


@register(
    "min-owners",
    Severity.ERROR,
    statement="The sources belong to as many owners as the category asks for.",
    rationale="Three pages of one publisher are one voice three times: they share an editor, an "
    "interest, and usually the first page's mistake. Copies of one agency's text count once, and "
    "the newsroom's own pages not at all.",
    fix="Add a source that somebody else answers for.",
    bad="Three sources, all of them at harbour.example",
    good="Two sources at harbour.example, and one at gazette.example",
    config=("categories", "owners", "own_sites"),
)
def min_owners(context: Context) -> Iterable[Hit]:
    """Counts voices; silent where min-sources speaks already."""
    limits = category_rule(context)
    refs = context.article.front.sources
    if limits is None:
        return
    wanted = min(limits.min_owners, limits.min_sources)
    heard = voices(context)
    if len(heard) >= wanted or len(refs) < wanted or not refs:
        return
    names = [_named(context, group) for group in heard]
    own = [ref.id for ref in refs if _own(context, ref)]
    if own:
        names.append(f"the newsroom itself ({numbers(own)})")
    yield Hit(
        *_WHOLE,
        f"Behind the sources {'stands' if len(names) == 1 else 'stand'} {' and '.join(names)}; "
        f"{context.article.front.category.strip()} asks for at least {wanted} owners.",
        expected=f"at least {wanted} owners",
        found=str(len(heard)),
    )


@register(
    "source-copy",
    Severity.WARNING,
    statement="No two sources hold one and the same text.",
    rationale="An agency's report in two papers, or a release and the site that reprints it, look "
    "like two sources that agree. They are one that was printed twice.",
    fix="Keep the one that was first, and add a source with reporting of its own.",
    bad="Two papers that print one report of an agency",
    good="A paper that prints an agency's report, and one that asked for itself",
    config=("owners",),
)
def source_copy(context: Context) -> Iterable[Hit]:
    """Near-duplicate captures on sites of two owners, and two sites that credit one agency."""
    told: set[tuple[int, int]] = set()
    for one in _copies(context):
        told.add((one.source, one.other))
        yield Hit(
            *context.cited.get(one.other, _WHOLE),
            f"Sources {one.source} and {one.other} hold the same text: {one.share:.0%} of the "
            "shorter one stands in the other. They are one voice, not two.",
            found=context.article.source(one.other).url,
            passages=one.passages,
        )
    for first, second in _same_agency(context):
        if (first.id, second.id) not in told:
            yield Hit(
                *context.cited.get(second.id, _WHOLE),
                f"Sources {first.id} and {second.id} both print {context.owners[first.id]}. "
                "They are one voice, not two.",
                found=second.url,
            )


def _same_agency(context: Context) -> Iterator[tuple[SourceRef, SourceRef]]:
    """Sources at two domains that have one owner by what they print, each with the first of them."""
    first: dict[str, SourceRef] = {}
    for ref in context.article.front.sources:
        name = context.owners[ref.id]
        if name not in AGENCIES:
            continue
        before = first.setdefault(name, ref)
        if registrable(host_of(before.url)) != registrable(host_of(ref.url)):
            yield before, ref


@register(
    "no-independent-source",
    Severity.WARNING,
    statement="At least one source belongs to nobody whom the story is about.",
    rationale="A firm's page, its release and its code are one party's account. The figures are "
    "right as that party states them, and nobody else has looked.",
    fix="Add a source that has no part in the matter, or say in the lead that all of it is the "
    "party's own account.",
    bad="“Harbour Lines orders nine ferries”, from harbourlines.example and its release",
    good="The same, with the port authority's register",
    config=("own_sites",),
)
def no_independent_source(context: Context) -> Iterable[Hit]:
    """Every source is the newsroom's own, a release, or at a site named like somebody in the headline
    or lead.
    """
    refs = context.article.front.sources
    if len(refs) < 2:
        return
    names = names_in_lead(context)
    why = {}
    for ref in refs:
        why[ref.id] = _part(context, ref, names)
        if not why[ref.id]:
            return
    by_part = {part: [one for one in why if why[one] == part] for part in why.values()}
    parts = [
        f"{numbers(ids)} {'is' if len(ids) == 1 else 'are'} {part}" for part, ids in by_part.items()
    ]
    yield Hit(
        *_WHOLE,
        f"No source stands outside the matter: {'; '.join(parts)}.",
        expected="a source of somebody else",
        found=", ".join(dict.fromkeys(context.owners[ref.id] for ref in refs)),
    )


def _part(context: Context, ref: SourceRef, names: set[str]) -> str:
    """What part the source's owner has in the story; empty where none is to be seen."""
    if _own(context, ref):
        return "the newsroom's own"
    domain = registrable(host_of(ref.url))
    if domain in RELEASE_WIRES:
        return "a release"
    if domain in _RECORDS:
        return ""
    label = "".join(_WORD.findall(label_of(ref.url).casefold()))
    if len(label) >= _LETTERS and label in names:
        return f"at {context.owners[ref.id]}, whom the story is about"
    return ""


def names_in_lead(context: Context) -> set[str]:
    """Runs of words of the names in title, summary and first paragraph, without blanks."""
    end = context.lead[2] if context.lead else 0
    return names_in_title(context) | _runs(
        item.text
        for item in _names(context)
        if item.field is not FieldName.BODY or item.start < end
    )


def names_in_title(context: Context) -> set[str]:
    """Runs of words of the names in the title, without blanks; its first word, which always has a
    capital, where it is a name elsewhere.
    """
    names = _runs(item.text for item in _names(context) if item.field is FieldName.TITLE)
    elsewhere = _runs(item.text for item in _names(context))
    first = _WORD.match(context.article.title.text.lstrip("“\"'‘ "))
    return names | ({first.group().casefold()} & elsewhere if first else set())


def _names(context: Context) -> list[Specific]:
    return [item for item in context.specifics if item.kind is Kind.NAME]


def _runs(names: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for name in names:
        words = _WORD.findall(name.casefold())
        # "Qwen3.5" is a product of Qwen.
        found.update(word.rstrip("0123456789") for word in words)
        found.update(
            "".join(words[first:last])
            for first in range(len(words))
            for last in range(first + 1, min(len(words), first + _NAME_WORDS) + 1)
        )
    return found


@register(
    "lead-one-source",
    Severity.NOTE,
    statement="What the lead states stands in more than one source.",
    rationale="Several sources are listed and one of them carries everything that most readers will "
    "read. If it is wrong the story is, however long the list.",
    fix="Look for a second source for what the lead states, or say in the lead whose account it is.",
    bad="A lead of four figures that only one of three sources states",
    good="A lead of four figures, two of which a second source states too",
    config=("owners", "own_sites"),
)
def lead_one_source(context: Context) -> Iterable[Hit]:
    """All figures and quotations of the first paragraph are traced, and to one voice alone."""
    heard = voices(context)
    if context.lead is None or len(heard) < 2:
        return
    _, start, end = context.lead
    inside = [
        item
        for item in context.specifics
        if item.field is FieldName.BODY
        and start <= item.start < end
        and item.kind not in _CAST
        and item.status is Status.TRACED
    ]
    if len(inside) < _CARRIED:
        return
    held = {one.specific: one for one in context.noticed.held}
    found = [_voices_of(held.get(item.id), heard) for item in inside]
    common = set.intersection(*found)
    if len(common) != 1 or any(len(one) != 1 for one in found):
        return
    carrying = heard[common.pop()]
    yield Hit(
        FieldName.BODY,
        start,
        end,
        f"All that the lead states stands in {_named(context, carrying)} alone: {shown(inside)}.",
        expected="a second source",
        found=context.article.body.text[start:end],
        specifics=tuple(item.id for item in inside),
    )


def _voices_of(held: Held | None, heard: Sequence[Sequence[SourceRef]]) -> set[int]:
    if held is None:
        return set()
    return {n for n, group in enumerate(heard) if held.sources & {ref.id for ref in group}}


def _unread(context: Context) -> str:
    usable = {source.id for source in context.sources if source.usable}
    ids = [ref.id for ref in context.article.front.sources if ref.id not in usable]
    return f" {numbers(ids).capitalize()} could not be read." if ids else ""


def _named(context: Context, group: Sequence[SourceRef]) -> str:
    names = list(dict.fromkeys(context.owners[ref.id] for ref in group))
    return f"{' with '.join(names)} ({numbers([ref.id for ref in group])})"
