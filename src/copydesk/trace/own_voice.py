"""What a newsroom says for itself: analysis, outlook, and sentences that only lead on to the next ones.

No source need say any of it, so a sentence of this kind whose words no source has is for a reader, not
an alarm. It is told by where it stands (under a heading that announces analysis; at the head of a
paragraph that goes on to the facts) and by words of judgement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from copydesk.article.model import Passage, PassageKind, Span

__all__ = ["is_own", "with_section"]

# Headings of sections in which a newsroom weighs what it has told, looks ahead, or lists what nobody
# knows.
_WEIGHS = re.compile(
    r"\b(?:analys[ie]s|opinion|comment(?:ary)?|editorial|assessment|perspective|outlook|reaction|"
    r"implications?|significance|conclusions?|takeaways?|lessons?|bottom line|big(?:ger)? picture|"
    r"stakes|risks?|trade-?offs?|challenges?|limitations?|unanswered|open questions?|unknowns?|"
    r"uncertain(?:ty|ties)?|unclear|remains?|what (?:comes|happens|is|lies)?\s*(?:next|ahead)|"
    r"looking ahead|what to watch|what we (?:do not|don[’']t|still don[’']t) know|not known|"
    r"why it matters|what (?:it|this|that) means|so what|market context|competitive \w+|"
    r"broader context)\b",
    re.IGNORECASE,
)
# Words of judgement, comparison with what is not named, and of the run of the argument.
_JUDGES = re.compile(
    r"\A(?:together|combined|collectively|overall|in effect),|\bis what (?:distinguishes|sets|makes)\b"
    r"|\b(?:position(?:s|ed|ing)? (?:it|them)sel(?:f|ves)|marks? an?|marked an?|highlights?|reinforc\w+|"
    r"demonstrates? (?:that|how)|means? (?:that|no)|fits? (?:in)?to|follows? (?:a|the) (?:pattern|trend)|"
    r"broader (?:pattern|trend|question|shift|debate|picture|landscape|context|ecosystem)|momentum|"
    r"intersection|symbolic|inflection|landscape|indispensable|"
    r"implicitly|arguably|ultimately|differs? fundamentally|qualitative|paradigm|blueprint|"
    r"at the heart of|adds? (?:\w+ )?(?:uncertainty|pressure|weight|urgency))\b",
    re.IGNORECASE,
)
# Unnamed people who are said to say something.
_UNNAMED = re.compile(
    r"\b(?:experts?|analysts?|critics?|observers?|researchers?|scientists?|engineers?|officials?|groups?|"
    r"economists?|insiders?|advocates?|meteorologists?|doctors?|lawyers?|investors?|residents?|"
    r"estimates?|stud(?:y|ies)|surveys?|polls?)\b(?: who| that)? (?:also |have |has |had )?"
    r"(?:sa(?:y|ys|id)|warn\w*|argu\w+|believ\w+|attribut\w+|estimat\w+|suggest\w*|note[ds]?|"
    r"describ\w+|call(?:s|ed)?|expect\w*|fear\w*|report(?:s|ed)?|find|finds|found|show(?:s|ed)?|"
    r"predict\w*|blam\w+|complain\w*|claim\w*)\b",
    re.IGNORECASE,
)
# What a person or an outlet is given to have said in the sentence behind.
_SAYS = re.compile(
    r"\b(?:said|says|told|warned|warns|cautioned|cautions|noted|notes|argued|argues|wrote|writes|explained|"
    r"according to|described|added|estimated|found)\b"
)
# A longer sentence at the head of a paragraph tells something of its own.
MAX_LEAD_ON_WORDS = 18


def with_section(passages: Sequence[Passage]) -> Iterator[tuple[Passage, bool]]:
    """Every passage that is no heading, with whether it stands in a section of the newsroom's own."""
    weighs = False
    for passage in passages:
        if passage.kind is PassageKind.HEADING:
            weighs = _WEIGHS.search(passage.text.text) is not None
        else:
            yield passage, weighs


def is_own(passage: Passage, span: Span, text: str, *, weighs: bool) -> bool:
    """Whether a sentence is the newsroom's own.

    Args:
        passage: where it stands.
        span: its place there.
        text: its words.
        weighs: whether its section is the newsroom's own, from :func:`with_section`.

    What it lays in the mouth of unnamed people ("experts warn") is not its own, since a source has to
    tell of them, unless the sentence leads on to one that says who they are.
    """
    behind = _led_to(passage, span, text)
    if _UNNAMED.search(text):
        return _SAYS.search(behind) is not None
    return weighs or bool(behind) or _JUDGES.search(text) is not None


def _led_to(passage: Passage, span: Span, text: str) -> str:
    """The sentence that one leads on to: it heads a paragraph, is short and cites nothing; else ""."""
    told = [one for one in passage.sentences if one.start < one.end]
    cites = any(span.start <= one.at <= span.end for one in passage.citations)
    if told[0] != span or len(told) == 1 or cites or len(text.split()) > MAX_LEAD_ON_WORDS:
        return ""
    return passage.text.text[told[1].start : told[1].end]
