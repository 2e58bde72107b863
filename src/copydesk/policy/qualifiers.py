"""Rules about the words that bend a figure: "more than", "up to", "nearly", "an estimated"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from copydesk.noticed import Bent
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import Severity, Specific

_SIDES = frozenset({"above", "below"})
# Of these the figure itself is the limit: without them it becomes a statement.
_LIMITS = frozenset(
    {"up to", "as many as", "as much as", "as high as", "at most", "at least", "no more than",
     "not more than", "no less than", "no fewer than"}
)  # fmt: skip
_BEHIND = re.compile(
    r"\+|[ -]plus\b|\s*(?:[\w-]+\s+){0,3}"
    r"(?:or (?:more|less|so|fewer)|at most|at least|max|maximum|ceiling|limit|cap)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:surpass\w*|exceed\w*|top(?:s|ped|ping)?|cross\w*|past|beyond|pass(?:es|ed|ing)?|"
    r"(?:ceiling|maximum|limit|cap) of)\s+\Z",
    re.IGNORECASE,
)
# These bend nothing.
_EXACT = frozenset({"exactly", "precisely", "only", "just", "a mere", "a record", "nominal"})
# Code points on either side of a figure in which it is bent.
_REACH = 48


@register(
    "qualifier-reversed",
    Severity.WARNING,
    statement="A figure is bent to the same side as in its source, and a rounded one to the side "
    "on which the source's figure lies.",
    rationale="“More than 40” and “nearly 40” are different facts with the same figure. The figure "
    "is found, so a look-up passes it.",
    fix="Use the source's own qualifier, or give its exact figure.",
    bad="More than 40 homes were damaged. (the source: nearly 40 homes)",
    good="Nearly 40 homes were damaged.",
)
def qualifier_reversed(context: Context) -> Iterable[Hit]:
    """Figures whose qualifier says the opposite of every place that they were found at."""
    by_id = {item.id: item for item in context.specifics}
    for bent in context.noticed.bent:
        sides = {side for _, _, _, side in bent.theirs}
        if bent.side in _SIDES and len(sides) == 1 and sides <= _SIDES - {bent.side}:
            item = by_id[bent.specific]
            source, exact, word, _ = bent.theirs[0]
            mine, said = f"{bent.word} {item.text}", f"{word} {exact}".strip()
            message = f"The article has “{mine}”, source {source} has “{said}”."
            yield _hit(item, message, said)


@register(
    "qualifier-dropped",
    Severity.NOTE,
    headline_severity=Severity.WARNING,
    statement="A figure that every source bends (“up to”, “at least”, “an estimated”) is bent in "
    "the article too.",
    rationale="A limit or an estimate that is repeated as a plain figure claims more than the source "
    "does. It happens to one figure in eight of real headlines.",
    fix="Add the source's qualifier.",
    bad="The plan costs $10 million. (the source: an estimated $10 million)",
    good="The plan costs an estimated $10 million.",
)
def qualifier_dropped(context: Context) -> Iterable[Hit]:
    """Figures without a qualifier where every place that they were found at has one that makes the
    figure a limit or an estimate.
    """
    for item, bent in _without(context):
        if _is_limit(bent):
            yield _dropped(item, bent)


@register(
    "approximation-dropped",
    Severity.NOTE,
    statement="A figure that every source gives as “about”, “nearly” or “more than” has such a word in "
    "title, summary and lead.",
    rationale="“Nearly 9 million” becomes 9 million and then the record of 9 million. In the body a "
    "round figure without “about” is fair; alone in a title it is taken for the exact one.",
    fix="Add the source's word, or a sign of your own (“some”, “+”).",
    bad="Nessa Rail carries 9 million passengers (the source: nearly 9 million)",
    good="Nessa Rail carries nearly 9 million passengers",
)
def approximation_dropped(context: Context) -> Iterable[Hit]:
    """The same for words of approximation, in title, summary and lead only."""
    for item, bent in _without(context):
        head = context.article.read_alone(item.field, item.start)
        bends = all(word and word not in _EXACT for _, _, word, _ in bent.theirs)
        if head and bends and not _is_limit(bent):
            yield _dropped(item, bent)


def _without(context: Context) -> Iterator[tuple[Specific, Bent]]:
    """The figures that have no qualifier in the article, before or behind."""
    by_id = {item.id: item for item in context.specifics}
    for bent in context.noticed.bent:
        item = by_id[bent.specific]
        if not bent.word and not _bent_besides(context, item):
            yield item, bent


def _is_limit(bent: Bent) -> bool:
    return all(word in _LIMITS or side == "unsure" for _, _, word, side in bent.theirs)


def _dropped(item: Specific, bent: Bent) -> Hit:
    source, exact, word, _ = bent.theirs[0]
    said = f"{word} {exact}"
    hit = _hit(item, f"Source {source} has “{said}”.", said)
    return replace(hit, passages=item.evidence[:1])


def _hit(item: Specific, message: str, expected: str) -> Hit:
    return Hit(
        item.field,
        item.start,
        item.end,
        message,
        expected=expected,
        found=item.text,
        specifics=(item.id,),
    )


def _bent_besides(context: Context, item: Specific) -> bool:
    """Whether other words bend the figure ("$10 million or more", "surpass 106 million")."""
    text = context.article.field(item.field).text
    before = text[max(0, item.start - _REACH) : item.start]
    behind = text[item.end : item.end + _REACH]
    return _BEHIND.match(behind) is not None or _BEFORE.search(before) is not None
