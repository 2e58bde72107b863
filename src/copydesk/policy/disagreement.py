"""The rule about sources that disagree."""

from __future__ import annotations

from collections.abc import Iterable

from copydesk.policy.registry import Context, Hit, register
from copydesk.report import Severity


@register(
    "sources-disagree",
    Severity.WARNING,
    statement="Where sources state different values of the same thing, the article names both and who "
    "says which.",
    rationale="Each figure is found in a source, so a look-up passes it, and the reader is never told "
    "that it is in doubt. Which one is right is not for the writer to settle in silence.",
    fix="Give both values, each with its source, or say why one of them is out of date.",
    bad="The fire injured 14. (the board: 14; the Gazette: 19)",
    good="The fire injured 14, the board says; the Gazette counts 19.",
)
def sources_disagree(context: Context) -> Iterable[Hit]:
    """Values that one source bears out and another one states otherwise, unless both are named and
    attributed. Rounding, limits that allow the other value and other days are no disagreement.
    """
    for one in context.noticed.disagreements:
        text = context.article.field(one.field).text[one.start : one.end]
        said = "; ".join(f"source {source} has “{value}”" for source, value in one.values)
        yield Hit(
            one.field,
            one.start,
            one.end,
            f"The sources disagree: {said}. The article states “{text}” as plain fact.",
            expected="both values, each with its source",
            found=text,
            specifics=tuple(
                item.id
                for item in context.specifics
                if item.field is one.field and (item.start, item.end) == (one.start, one.end)
            ),
            passages=one.passages,
        )
