"""Rules about the words that bend a figure: "more than", "up to", "nearly", "an estimated"."""

from __future__ import annotations

from collections.abc import Iterable

from copydesk.policy.registry import Context, Hit, register
from copydesk.report import Severity, Specific

_SIDES = frozenset({"above", "below"})
# Of these the figure itself is the limit: without them it becomes a statement.
_LIMITS = frozenset(
    {"up to", "as many as", "as much as", "as high as", "at most", "at least", "no more than",
     "not more than", "no less than", "no fewer than"}
)  # fmt: skip
_BEHIND = ("or more", "or less", "or so", "at most", "at least", "max")


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
    statement="A figure that every source bends (“up to”, “at least”, “an estimated”) is bent in "
    "the article too.",
    rationale="A limit or an estimate that is repeated as a plain figure claims more than the source "
    "does. It happens to one figure in eight of real headlines.",
    fix="Add the source's qualifier.",
    bad="The plan costs $10 million. (the source: an estimated $10 million)",
    good="The plan costs an estimated $10 million.",
)
def qualifier_dropped(context: Context) -> Iterable[Hit]:
    """Figures without a qualifier where every place that they were found at has one that matters."""
    by_id = {item.id: item for item in context.specifics}
    for bent in context.noticed.bent:
        item = by_id[bent.specific]
        lost = all(word in _LIMITS or side == "unsure" for _, _, word, side in bent.theirs)
        if bent.word or not lost or _bent_behind(context, item):
            continue
        source, exact, word, _ = bent.theirs[0]
        said = f"{word} {exact}"
        yield _hit(item, f"Source {source} has “{said}”.", said)


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


def _bent_behind(context: Context, item: Specific) -> bool:
    """Whether words right behind the figure bend it instead ("$10 million or more")."""
    text = context.article.field(item.field).text
    return text[item.end : item.end + 24].lower().lstrip().startswith(_BEHIND)
