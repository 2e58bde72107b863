"""What a contributor says against a finding: it is shown to the editor, and hides nothing.

In the body, ``<!-- copydesk: dispute RULE reason -->`` answers what that rule finds in the block in
which it stands, or, alone between two blocks, in the next one. In the front matter, ``disputes`` (a
list of ``rule`` and ``reason``) answers what it finds anywhere.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from copydesk.article import Article, PassageKind
from copydesk.article.model import Span
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import FieldName, Finding, Severity

__all__ = ["Dispute", "answered", "disputes_of", "unanswered"]

MAX_REASON = 500
"""Characters of a reason; an editor reads twenty of them an hour."""

_COMMENT = re.compile(r"<!--\s*copydesk\s*:(?P<words>.*?)-->", re.DOTALL | re.IGNORECASE)
_WORDS = re.compile(r"\s*dispute\s+(?P<rule>[a-z]+(?:-[a-z]+)*)\s+(?P<reason>\S.*)", re.DOTALL)
_Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Dispute:
    """``start`` to ``end`` are the code points of the body that it answers for, ``place`` those of
    the comment itself; one of the front matter answers for everything, and has neither.
    """

    rule: str
    reason: str
    start: int = 0
    end: int = 0
    place: _Span | None = None

    def answers(self, finding: Finding) -> bool:
        """Whether it speaks of that finding."""
        if finding.rule != self.rule:
            return False
        if self.place is None:
            return True
        at = finding.start, finding.end
        whole = finding.field is FieldName.BODY and at == (0, 0)
        inside = self.start <= finding.start and finding.end <= self.end
        return finding.field is FieldName.BODY and (whole or inside)


def disputes_of(article: Article) -> tuple[Dispute, ...]:
    """Every dispute that can be read, those of the body first; the reason on one line."""
    blocks = _blocks(article)
    inline = []
    for comment in _comments(article):
        words = _WORDS.fullmatch(comment["words"])
        if words is not None:
            start, end = _answered_for(blocks, comment.span())
            inline.append(
                Dispute(words["rule"], _line(words["reason"]), start, end, comment.span())
            )
    listed = (Dispute(name, _line(reason)) for name, reason in article.front.disputes)
    return (*inline, *listed)


def answered(
    findings: Iterable[Finding], disputes: Sequence[Dispute]
) -> tuple[tuple[Finding, ...], tuple[Dispute, ...]]:
    """The findings with what is said against them, and the disputes that answer none."""
    if not disputes:
        return tuple(findings), ()
    idle, made = dict.fromkeys(disputes), []
    for finding in findings:
        said = [item for item in disputes if item.answers(finding)]
        for item in said:
            idle.pop(item, None)
        made.append(replace(finding, dispute=" ".join(item.reason for item in said)))
    return tuple(made), tuple(idle)


def unanswered(disputes: Iterable[Dispute]) -> Iterator[Hit]:
    """What ``dispute-idle`` says of disputes that answer nothing."""
    for item in disputes:
        yield Hit(
            FieldName.BODY,
            *(item.place or (0, 0)),
            f"The rule {item.rule} finds nothing {'here' if item.place else 'in this article'} "
            "that the dispute could answer.",
            found=item.reason,
        )


def _comments(article: Article) -> Iterator[re.Match[str]]:
    """The comments to Copydesk; one that stands in code is shown to readers and addresses nobody."""
    found = list(_COMMENT.finditer(article.body.text))
    code = _code(article) if found else []
    for comment in found:
        if not any(start <= comment.start() < end for start, end in code):
            yield comment


def _code(article: Article) -> list[_Span]:
    body = [passage for passage in article.passages if passage.field is FieldName.BODY]
    return [
        passage.text.to_origin(span.start, span.end)
        for passage in body
        for span in (
            [Span(0, len(passage.text.text))] if passage.kind is PassageKind.CODE else passage.code
        )
        if span.start < span.end
    ]


def _line(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= MAX_REASON else words[: MAX_REASON - 1] + "…"


def _blocks(article: Article) -> list[_Span]:
    """The spans of the body's passages, in order."""
    spans = [
        passage.text.to_origin(0, len(passage.text.text))
        for passage in article.passages
        if passage.field is FieldName.BODY and passage.text.text
    ]
    return sorted(spans)


def _answered_for(blocks: Sequence[_Span], comment: _Span) -> _Span:
    """The block that holds the comment or ends on its line, else the one after it."""
    after = bisect_right(blocks, comment)
    for start, end in reversed(blocks[:after]):
        if comment[0] <= end:
            return start, max(end, comment[1])
    return blocks[after] if after < len(blocks) else comment


@register(
    "dispute-idle",
    Severity.WARNING,
    statement="Every dispute names a rule and a reason, and answers a finding.",
    rationale="A dispute is how a contributor tells the editor why a finding is wrong. One with a "
    "misspelt rule, or left over from an earlier version, answers nothing and looks as if it did.",
    fix="Name the rule as the finding does, give a reason, or take the comment out.",
    bad="A comment “copydesk: dispute loaded-wrod It is the ship’s name.” in the body",
    good="A comment “copydesk: dispute loaded-word It is the ship’s name.” beside the word",
)
def dispute_idle(context: Context) -> Iterable[Hit]:
    """Comments addressed to Copydesk that cannot be read; the engine adds those that answer nothing."""
    for comment in _comments(context.article):
        if _WORDS.fullmatch(comment["words"]) is None:
            yield Hit(
                FieldName.BODY,
                *comment.span(),
                "This comment to Copydesk is not of the form “copydesk: dispute RULE reason”.",
                found=comment.group(),
            )
