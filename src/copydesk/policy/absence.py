"""Rules about sweeping words and claims of silence: who says so, and what the sources' text shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from copydesk.noticed import Absent, Sweeping
from copydesk.policy.fidelity import near_passage, shown
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import FieldName, Kind, Severity, Specific, Status

# How many one message names before it only counts the rest.
_SHOWN = 20
# Of superlatives traced in a real archive, all that were alike by so much were the same claim; of those
# below, two in thirteen.
_SURE = 0.65
_GOOD = frozenset({Status.TRACED, Status.DERIVED})


@register(
    "quantifier-raised",
    Severity.WARNING,
    statement="“All”, “every”, “none”, “never” and “the only” stand where a source has them, not where it "
    "has “most”, “few”, “rarely” or “one of”.",
    rationale="Most schools closed is news; all schools closed is another one. The words are short, and "
    "nothing else of the sentence changes with them.",
    fix="Use the source's word.",
    bad="All schools stay closed. (the source: most schools)",
    good="Most schools stay closed.",
)
def quantifier_raised(context: Context) -> Iterable[Hit]:
    """Sweeping words whose nearest passage has a weaker word of the same things."""
    for one in context.noticed.sweeping:
        if one.near is not None and one.weaker:
            yield Hit(
                one.field,
                one.start,
                one.end,
                f"Source {one.near.source} says less, “{one.weaker}”: “{shown(one.near.text)}”.",
                expected=one.weaker,
                found=one.text,
                passages=near_passage(context, one.near),
            )


@register(
    "sweeping-unmatched",
    Severity.NOTE,
    statement="“All”, “every”, “none”, “nobody”, “never” and “always” stand in a source that speaks of the "
    "same.",
    rationale="One counter-example makes such a word false, and it is written from habit. The list is "
    "for an editor to go through; a paraphrase may be fair.",
    fix="Find who says so, or say it of what the source says it of.",
    bad="Every shop pays the fee. (the source: shops pay the fee)",
    good="Shops pay the fee.",
)
def sweeping_unmatched(context: Context) -> Iterable[Hit]:
    """One finding for the words of title and summary each, and one for all of the body."""
    ranked = _ranks(context)
    bare = [
        one
        for one in context.noticed.sweeping
        if one.near is None and not any(_touch(one, item) for item in ranked)
    ]
    for name in FieldName:
        group = [one for one in bare if one.field is name]
        if group:
            words = _listed([one.text for one in group])
            yield Hit(
                name,
                group[0].start,
                group[0].end,
                f"No passage of the sources was found that says so: {words}.",
                found=group[0].text,
            )


@register(
    "sweeping-matched",
    Severity.NOTE,
    statement="Sweeping words and superlatives that a source bears out are listed with the passage.",
    rationale="Whoever answers for “all”, “never” or “the largest” wants to read the words that it "
    "rests on, and need not look for them.",
    fix="Nothing needs to be done where the passage says it of the same thing.",
    bad="Every shop pays the fee. (the source: all shops pay the fee; listed with it)",
    good="Shops pay the fee. (nothing to list)",
)
def sweeping_matched(context: Context) -> Iterable[Hit]:
    """One finding for the whole article, with the passages beside it."""
    matched = [one for one in context.noticed.sweeping if one.near is not None and not one.weaker]
    ranked = [
        item
        for item in _ranks(context)
        if item.status in _GOOD and item.evidence and item.evidence[0].score >= _SURE
    ]
    ranked = [item for item in ranked if not any(_touch(one, item) for one in matched)]
    if not matched and not ranked:
        return
    first: Sweeping | Specific = matched[0] if matched else ranked[0]
    words = [f"{one.text} (source {one.near.source})" for one in matched if one.near]
    words += [f"{_with_noun(context, item)} (source {item.evidence[0].source})" for item in ranked]
    passages = [shown for one in matched if one.near for shown in near_passage(context, one.near)]
    passages += [item.evidence[0] for item in ranked]
    yield Hit(
        first.field,
        first.start,
        first.end,
        f"A source has the words; read whether it says so of the same thing: {_listed(words)}.",
        found=first.text,
        passages=tuple(passages[:_SHOWN]),
    )


@register(
    "absence-contradicted",
    Severity.WARNING,
    statement="What an article says that a source does not say is not in that source's text.",
    rationale="“The paper does not say how many” is a claim about the whole paper. It is written after "
    "a quick look, and the answer stands three pages on.",
    fix="Read the passage; report what it says, or take the claim out.",
    bad="The paper does not say how many nurses took part. (the paper: 412 nurses took part)",
    good="412 nurses took part, the paper says.",
)
def absence_contradicted(context: Context) -> Iterable[Hit]:
    """Claims of silence that a passage of the source refutes."""
    for one in context.noticed.absent:
        if one.found is not None:
            yield Hit(
                one.field,
                one.start,
                one.end,
                f"Source {one.found.source} seems to say it: “{shown(one.found.text)}”.",
                expected=shown(one.found.text),
                found=one.text,
                passages=near_passage(context, one.found),
            )


@register(
    "absence-unproven",
    Severity.NOTE,
    statement="A claim that somebody said nothing, or that a source is silent, is stated by a source.",
    rationale="That a text was searched and nothing found proves no silence: a picture, an appendix, a "
    "later edition or another page may say it. Only somebody who asked, or who read it all, can say so.",
    fix="Say who asked whom and when, or “the page as of …”; keep it where an editor has read it all.",
    bad="The company did not respond to a request for comment. (no source reports the request)",
    good="The company did not respond to the Gazette's request for comment. (the Gazette says so)",
)
def absence_unproven(context: Context) -> Iterable[Hit]:
    """One finding for all claims of silence of a field that no passage states or refutes."""
    bare = [one for one in context.noticed.absent if one.stated is None and one.found is None]
    for name in FieldName:
        group = [one for one in bare if one.field is name]
        if group:
            yield Hit(
                name,
                group[0].start,
                group[0].end,
                f"Cannot be shown from text: {_listed([one.text for one in group])}. {_searched(group)}",
                found=group[0].text,
            )


def _searched(group: Sequence[Absent]) -> str:
    read = sorted({source for one in group for source in one.sources})
    unread = sorted({source for one in group for source in one.unread})
    said = f"Searched: {_numbers(read)}." if read else "No source could be searched."
    return said + (f" Not readable: {_numbers(unread)}." if unread else "")


def _numbers(values: Sequence[int]) -> str:
    if len(values) == 1:
        return f"source {values[0]}"
    return f"sources {', '.join(map(str, values[:-1]))} and {values[-1]}"


def _listed(words: Sequence[str]) -> str:
    more = f" and {len(words) - _SHOWN} more" if len(words) > _SHOWN else ""
    return ", ".join(f"“{shown(word, 80)}”" for word in words[:_SHOWN]) + more


def _ranks(context: Context) -> list[Specific]:
    return [item for item in context.specifics if item.kind is Kind.SUPERLATIVE]


def _with_noun(context: Context, item: Specific) -> str:
    """A superlative with the words that it is said of, as far as they are near."""
    text = context.article.field(item.field).text
    behind = _NOUN.match(text, item.end)
    return " ".join((item.text + (behind.group() if behind else "")).split())


_NOUN = re.compile(r"(?:[ -][\w'’-]{1,24}){1,3}")


def _touch(one: Sweeping, item: Specific) -> bool:
    return one.field is item.field and one.start < item.end and item.start < one.end
