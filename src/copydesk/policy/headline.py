"""Rules about title and summary: how long they are."""

from __future__ import annotations

from collections.abc import Iterable

from copydesk.policy.registry import Context, Hit, register
from copydesk.report import FieldName, Severity

_TITLE_KEYS = ("title_min", "title_max")
_SUMMARY_KEYS = ("summary_min", "summary_max")


def _outside(context: Context, name: FieldName, low: int, high: int) -> Iterable[Hit]:
    text = context.article.field(name).text
    size = len(text)
    if not text.strip() or low <= size <= high:
        return
    short = size < low
    fix = f"Add at least {low - size} characters." if short else f"Cut {size - high} characters."
    yield Hit(
        name,
        0 if short else high,
        size,
        f"The {name.value} has {size} characters; {low} to {high} are allowed.",
        expected=f"{low} to {high} characters",
        found=f"{size} characters",
        fix=fix,
    )


def _near(context: Context, name: FieldName, low: int, high: int) -> Iterable[Hit]:
    text = context.article.field(name).text
    size = len(text)
    if not text.strip() or not low <= size <= high:
        return
    for limit, side in ((high, "at most"), (low, "at least")):
        if abs(size - limit) <= context.config.near_limit:
            yield Hit(
                name,
                0,
                size,
                f"The {name.value} has {size} characters, within the limit of {side} {limit}.",
                expected=f"{low} to {high} characters",
                found=f"{size} characters",
            )
            return


@register(
    "title-length",
    Severity.ERROR,
    statement="The title has between 10 and 150 characters.",
    rationale="Search results, feeds and phones cut a long title, and what is cut off is often the "
    "condition or the attribution. A very short one names no story.",
    fix="Shorten or lengthen the title.",
    bad="Outage",
    good="Harbour ferry service resumes after a two-day outage",
    config=_TITLE_KEYS,
)
def title_length(context: Context) -> Iterable[Hit]:
    """The title's length in code points, as it stands in the file."""
    policy = context.config
    return _outside(context, FieldName.TITLE, policy.title_min, policy.title_max)


@register(
    "title-near-limit",
    Severity.NOTE,
    statement="A title within a few characters of its limit is noted as within it.",
    rationale="An editor who counts by hand near the limit counts twice. The note gives the count, "
    "so that a title of 149 characters is not sent back for being over 150.",
    fix="Nothing needs to be done.",
    bad="A title of 149 characters, where 150 are allowed: noted, and within the limit",
    good="A title far from both limits",
    config=(*_TITLE_KEYS, "near_limit"),
)
def title_near_limit(context: Context) -> Iterable[Hit]:
    """Within ``near_limit`` characters of either limit, and not outside."""
    policy = context.config
    return _near(context, FieldName.TITLE, policy.title_min, policy.title_max)


@register(
    "summary-length",
    Severity.ERROR,
    statement="The summary has between 10 and 300 characters.",
    rationale="The summary is shown alone in feeds and previews, which cut it at about this length; "
    "a cut summary can say the opposite of the whole one.",
    fix="Shorten or lengthen the summary.",
    bad="Ferries.",
    good="The harbour ferry runs again after two days; the operator has not said what failed.",
    config=_SUMMARY_KEYS,
)
def summary_length(context: Context) -> Iterable[Hit]:
    """The summary's length in code points, as it stands in the file."""
    policy = context.config
    return _outside(context, FieldName.SUMMARY, policy.summary_min, policy.summary_max)


@register(
    "summary-near-limit",
    Severity.NOTE,
    statement="A summary within a few characters of its limit is noted as within it.",
    rationale="As for the title: the count is given, so that nobody counts by hand.",
    fix="Nothing needs to be done.",
    bad="A summary of 298 characters, where 300 are allowed: noted, and within the limit",
    good="A summary far from both limits",
    config=(*_SUMMARY_KEYS, "near_limit"),
)
def summary_near_limit(context: Context) -> Iterable[Hit]:
    """Within ``near_limit`` characters of either limit, and not outside."""
    policy = context.config
    return _near(context, FieldName.SUMMARY, policy.summary_min, policy.summary_max)
