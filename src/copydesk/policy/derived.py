"""Rules about figures that were worked out: whether they come out, and whether they say so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from copydesk.policy.registry import Context, Hit, register
from copydesk.report import Kind, Severity, Specific, Status

# Words of a sentence that say that a figure is the newsroom's own reckoning.
_MARKS = (
    r"calculat\w*|comput(?:ed|es|ing|ations?)|works? out|worked out|adds? up|reckon\w*|extrapolat\w*"
    r"|our (?:own )?(?:count|sum|tally|analysis|estimate|arithmetic)|by our|equivalent to|implies|implying"
)
_ROUGH = frozenset(
    {"about", "around", "roughly", "some", "approximately", "nearly", "almost", "close to", "just over",
     "just under", "well over", "more than", "over", "less than", "under", "an estimated", "estimated"}
)  # fmt: skip
# A distance of two dates, and a count of what is listed, any reader makes himself.
_FIGURES = frozenset({Kind.NUMBER, Kind.MONEY, Kind.PERCENT})
_FORMULA = re.compile(r"It follows as (.+?)\.?\Z", re.DOTALL)


@register(
    "derived-unmarked",
    Severity.WARNING,
    statement="A figure that no source states and that follows from theirs is marked as the newsroom's "
    "own calculation.",
    rationale="A reader who looks it up does not find it, and a wrong operand or a wrong base cannot be "
    "seen. The press release's growth rate and the newsroom's own look alike and are not.",
    fix="Say that it is the newsroom's calculation and from which figures (“by our calculation”); if it "
    "is not, cite the source that states it.",
    bad="Traffic rose 25%. (the source: 1,200 ships, then 1,500)",
    good="Traffic rose 25% by our calculation from the port's figures.",
    config=("derived_marks",),
)
def derived_unmarked(context: Context) -> Iterable[Hit]:
    """Numbers, sums of money and percentages whose status is ``derived``, in a sentence that neither
    speaks of a calculation nor calls the figure rough; each value once.
    """
    own = "|".join(re.escape(word) for word in context.config.derived_marks)
    marks = re.compile(rf"\b(?:{_MARKS}{'|' + own if own else ''})\b", re.IGNORECASE)
    # What some source states of another thing is at least no figure of the newsroom's own making.
    seen = {item.text for item in context.specifics if item.status is Status.TRACED}
    for item in context.specifics:
        if item.kind not in _FIGURES or item.status is not Status.DERIVED or not item.evidence:
            continue
        if item.text in seen or item.value.get("qualifier") in _ROUGH:
            continue
        if marks.search(_sentences(context, item)):
            continue
        seen.add(item.text)
        match = _FORMULA.search(item.reason)
        way = match[1] if match else "a sum of theirs"
        yield Hit(
            item.field,
            item.start,
            item.end,
            f"No source states “{item.text}”. From their figures it is {way}; if it was made "
            "otherwise, or stands elsewhere, nothing bears it out.",
            expected="words that say whose calculation it is",
            found=item.text,
            specifics=(item.id,),
            passages=item.evidence,
        )


def _sentences(context: Context, item: Specific) -> str:
    """The words of the sentence that a specific stands in, and of the next one."""
    for passage in context.article.passages:
        text = passage.text
        if passage.field is not item.field or not text.text:
            continue
        if not text.starts[0] <= item.start < text.ends[-1]:
            continue
        for number, span in enumerate(passage.sentences):
            if text.starts[span.start] <= item.start < text.ends[span.end - 1]:
                last = passage.sentences[min(number + 1, len(passage.sentences) - 1)]
                return text.text[span.start : last.end]
        return text.text
    return ""


@register(
    "arithmetic-wrong",
    Severity.ERROR,
    statement="Figures that a sentence puts together come out: changes, sums, remainders, shares, "
    "multiples, prices of one, conversions.",
    rationale="All figures stand in the sentence, so a reader with a pencil finds the fault, and every "
    "one of them loses credit. Taking the new figure for the base is the commonest slip.",
    fix="Work it out again, and look up in the source which of the figures is wrong.",
    bad="Fares went up 12% from 50 to 60 euros. (20%)",
    good="Fares went up 20% from 50 to 60 euros.",
)
def arithmetic_wrong(context: Context) -> Iterable[Hit]:
    """What the trace worked out again within a sentence, beyond rounding of any figure in it."""
    return _reckoned(context, "arithmetic", "The figures of the sentence do not come out")


@register(
    "percent-or-points",
    Severity.WARNING,
    statement="A change of a percentage is told in percentage points, or in percent of it, and not in "
    "one for the other.",
    rationale="From 10% to 15% is five percentage points, and half as much again. “Up 5%” is neither.",
    fix="Write “percentage points”, or the change in percent.",
    bad="Turnout rose from 10% to 15%, up 5%.",
    good="Turnout rose from 10% to 15%, up 5 percentage points.",
)
def percent_or_points(context: Context) -> Iterable[Hit]:
    """Changes whose both ends the sentence tells, and percentages that the source has as points."""
    return _reckoned(context, "points", "Percent and percentage points are taken for one another")


@register(
    "units-mixed",
    Severity.WARNING,
    statement="Figures that are compared or added have one currency and one system of units, or are "
    "converted.",
    rationale="“From $50 million to €60 million” says nothing of how much it grew; two sources were "
    "joined without looking at the sign.",
    fix="Convert one of the two and say at what rate, or give both in the source's unit.",
    bad="Revenue rose from $50 million to €60 million.",
    good="Revenue rose from $50 million to $65 million (€60 million).",
)
def units_mixed(context: Context) -> Iterable[Hit]:
    """Comparisons and sums within a sentence, with no conversion in brackets beside them."""
    return _reckoned(context, "units", "The units differ")


def _reckoned(context: Context, kind: str, what: str) -> Iterator[Hit]:
    for one in context.noticed.reckoned:
        if one.kind != kind:
            continue
        inside = [
            item.id
            for item in context.specifics
            if item.field is one.field and one.start <= item.start and item.end <= one.end
        ]
        yield Hit(
            one.field,
            one.start,
            one.end,
            f"{what}: {one.said}.",
            expected=one.expected,
            found=context.article.field(one.field).text[one.start : one.end],
            specifics=tuple(inside),
            passages=one.passages,
        )
