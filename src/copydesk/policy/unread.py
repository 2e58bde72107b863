"""The rule about title, summary and lead that rest on a page which could not be read in full."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from copydesk.policy.places import is_telling, names_a_thing, numbers, same_thing, shown
from copydesk.policy.registry import Context, Hit, register
from copydesk.policy.sources import has_evidence
from copydesk.report import FieldName, Kind, Quality, Severity, Specific, Status

__all__ = ["in_headline", "unread_in_headline"]

_GOOD = frozenset({Status.TRACED, Status.DERIVED})
# A teaser alone leaves it unverifiable, with the place shown.
_RESTING = _GOOD | {Status.UNVERIFIABLE}
_UNREAD = frozenset({Quality.BLOCKED, Quality.PAYWALLED})
_HEADLINE = "headline-source-unread"


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
        if resting and unread and (item.status in _RESTING or not having):
            groups.setdefault(tuple(sorted(resting)), []).append(item)
    for resting_on, items in groups.items():
        # When something was announced is seldom in doubt; other rules ask for a source of it.
        if any(item.kind is not Kind.DATE for item in items):
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
