"""Which decision of a review answers which finding, and what an approval must have decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from copydesk.article import Article
from copydesk.errors import UsageError, VerificationError
from copydesk.newsroom.review_input import ResolutionInput, ReviewInput, locate
from copydesk.provenance.statements import FindingResolution, Passage
from copydesk.report import FieldName, Severity

__all__ = ["Decided", "decided", "read_alone", "resolutions"]

Finding = Mapping[str, Any]
"""A finding as ``trace.json`` holds it."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A finding, its place, and the editor's decision about it, if there is one.

    ``alone`` says that the decision is for this place and no other.
    """

    finding: Finding
    place: Passage
    decision: ResolutionInput | None
    alone: bool


def resolutions(
    article: Article, findings: Sequence[Finding], given: ReviewInput
) -> list[FindingResolution]:
    """Every finding with what the editor decided; a note without a decision is accepted as it is.

    Raises:
        UsageError: a decision answers no finding, or names a concern or clarification that the
            review does not hold.
        VerificationError: the verdict approves, and a finding is not decided as it must be.
    """
    found = decided(article, findings, given)
    _refuse_empty(given)
    if given.verdict.startswith("approve"):
        for one in found:
            _refuse_undecided(one, article)
    return [
        FindingResolution(
            rule=one.finding["rule"],
            severity=one.finding["severity"],
            message=one.finding["message"],
            passage=one.place,
            resolution=one.decision.resolution if one.decision else "accepted",
            note=one.decision.note if one.decision else None,
        )
        for one in found
    ]


def decided(
    article: Article, findings: Sequence[Finding], given: ReviewInput
) -> tuple[Decided, ...]:
    """Every finding with its decision.

    A decision for the very place comes before one for words that overlap it, and that before one
    for every finding of the rule.

    Raises:
        UsageError: a decision answers no finding, or its words do not stand in the article.
    """
    decisions = [(item, locate(article, item.passage)) for item in given.findings]
    used: set[int] = set()
    found = []
    for finding in findings:
        place = _place(article, finding)
        number = _answer(finding["rule"], place, decisions)
        if number is not None:
            used.add(number)
        decision, where = (None, None) if number is None else decisions[number]
        found.append(Decided(finding, place, decision, where is not None))
    idle = [item for number, item in enumerate(given.findings) if number not in used]
    if idle:
        raise UsageError(
            f"{len(idle)} decisions of the review name no finding of the check, the first: "
            f"{idle[0].rule}.",
            fix="Compare them with `copydesk check`; name the rule and the passage's exact words.",
        )
    return tuple(found)


def read_alone(article: Article, finding: Finding) -> bool:
    """Whether it stands where many read nothing else; one about the whole article does not."""
    field, start = FieldName(finding["field"]), finding["start"]
    somewhere = field is not FieldName.BODY or start < finding["end"]
    return somewhere and article.read_alone(field, start)


def _answer(
    rule: str, place: Passage, decisions: Sequence[tuple[ResolutionInput, Passage | None]]
) -> int | None:
    best: tuple[int, int] | None = None
    for number, (item, where) in enumerate(decisions):
        rank = _nearness(where, place) if item.rule == rule else None
        if rank is not None and (best is None or rank < best[0]):
            best = rank, number
    return None if best is None else best[1]


def _nearness(where: Passage | None, place: Passage) -> int | None:
    """0 for the very place, 1 for one that overlaps it, 2 for every finding of the rule."""
    if where is None:
        return 2
    if (where.field, where.start, where.end) == (place.field, place.start, place.end):
        return 0
    overlaps = where.field == place.field and where.start < place.end and place.start < where.end
    return 1 if overlaps else None


def _refuse_empty(given: ReviewInput) -> None:
    """A finding that is "a concern" must have led to one, and so for clarifications."""
    for name, held in (("concern", given.concerns), ("clarification", given.clarifications)):
        if not held and any(item.resolution == name for item in given.findings):
            raise UsageError(
                f"A finding is resolved as a {name}, and the review holds no {name}.",
                fix=f"Write it under [[{name}s]], or resolve the finding in another way.",
            )


def _refuse_undecided(one: Decided, article: Article) -> None:
    """What an approval cannot leave open.

    An error or a warning needs a decision, with a reason where it is only accepted or dismissed. An
    error that stands in headline, summary or first paragraph cannot be accepted at all, and needs a
    decision of its own: it is dismissed as wrong, clarified, or sent back.
    """
    if one.finding["severity"] == Severity.NOTE:
        return
    if one.decision is None:
        raise _refusal(one, "is undecided", "Decide it under [[findings]] in the review file")
    if one.decision.resolution in {"accepted", "dismissed"} and not one.decision.note:
        raise _refusal(one, f"is {one.decision.resolution} without a reason", "Say why in `note`")
    if one.finding["severity"] == Severity.ERROR and read_alone(article, one.finding):
        if one.decision.resolution == "accepted":
            raise _refusal(
                one,
                "is accepted where many read nothing else",
                "Dismiss it with a reason where it is wrong, clarify it",
            )
        if not one.alone:
            raise _refusal(
                one,
                "has no decision of its own, where many read nothing else",
                "Name its passage in the decision",
            )


def _refusal(one: Decided, what: str, fix: str) -> VerificationError:
    finding = one.finding
    return VerificationError(
        f"A finding of severity {finding['severity']} {what}: {finding['rule']}: "
        f"{finding['message']}",
        fix=f"{fix}, or request changes; `copydesk review ARTICLE --form` lists every finding.",
        location=f"{finding['field']}:{finding['start']}-{finding['end']}",
    )


def _place(article: Article, finding: Finding) -> Passage:
    text = article.field(FieldName(finding["field"])).text
    start, end = finding["start"], finding["end"]
    return Passage(field=finding["field"], start=start, end=end, exact=text[start:end])
