"""What an editor writes by hand: a review or a correction as TOML, read strictly.

The file names a passage by its field and its exact words; the offsets are computed from the
article when the statement is made, so that nobody counts characters by hand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from copydesk.article import Article
from copydesk.errors import UsageError
from copydesk.provenance.statements import (
    Assessments,
    Clarification,
    Concern,
    Disclosure,
    Featured,
    Passage,
)
from copydesk.report import FieldName

__all__ = [
    "CorrectionInput",
    "ReviewInput",
    "WithdrawalInput",
    "clarifications",
    "concerns",
    "locate",
    "occurrence",
    "parse_correction",
    "parse_review",
    "parse_withdrawal",
    "stated",
]


class _Input(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PassageInput(_Input):
    """A place in the article, by its words; ``nth`` counts from 1 where they stand there often."""

    field: Literal["title", "summary", "body"]
    exact: Annotated[str, Field(min_length=1)]
    nth: Annotated[int, Field(ge=1, le=100_000)] | None = None


class ConcernInput(_Input):
    """A concern and how it was resolved."""

    id: str
    text: str
    resolution: str
    passage: PassageInput | None = None


class ClarificationInput(_Input):
    """A clarification for the reader."""

    id: str
    text: str
    passage: PassageInput | None = None


class ResolutionInput(_Input):
    """What the editor decided about the findings of a rule (all of them, or those at a place)."""

    rule: str
    resolution: Literal["accepted", "dismissed", "concern", "clarification"]
    note: str | None = None
    passage: PassageInput | None = None


class ReviewerInput(_Input):
    """Who reviewed: a person, or a bot that names its model."""

    kind: Literal["person", "bot"] = "person"
    generator: str | None = None


class ReviewInput(_Input):
    """The review file."""

    verdict: Literal["approve", "approve-with-corrections", "request-changes", "reject"]
    summary: Annotated[str, Field(min_length=1)]
    assessments: Assessments
    reviewer: ReviewerInput = ReviewerInput()
    concerns: list[ConcernInput] = []
    clarifications: list[ClarificationInput] = []
    findings: list[ResolutionInput] = []
    featured: Featured | None = None
    disclosures: list[Disclosure] = []


class CorrectionInput(_Input):
    """The correction file."""

    kind: Literal["correction", "clarification", "update", "retraction"]
    text: Annotated[str, Field(min_length=1)]
    passage: PassageInput | None = None
    generators: dict[str, str] = {}
    """The model of each signer that is a bot, by its name in the keyring."""


class WithdrawalInput(_Input):
    """The withdrawal file."""

    reason: Annotated[str, Field(min_length=1)]
    generators: dict[str, str] = {}


M = TypeVar("M", bound=_Input)
S = TypeVar("S")


def parse_review(data: bytes, path: str) -> ReviewInput:
    """Read a review file.

    Raises:
        UsageError: not TOML, or a field is missing, unknown or wrong.
    """
    return _parse(data, path, ReviewInput)


def parse_correction(data: bytes, path: str) -> CorrectionInput:
    """Read a correction file; raises as :func:`parse_review`."""
    return _parse(data, path, CorrectionInput)


def parse_withdrawal(data: bytes, path: str) -> WithdrawalInput:
    """Read a withdrawal file; raises as :func:`parse_review`."""
    return _parse(data, path, WithdrawalInput)


def _parse(data: bytes, path: str, model: type[M]) -> M:
    try:
        return model.model_validate(tomllib.loads(data.decode("utf-8-sig")))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(
            f"{path} is not TOML: {error}.", fix="Correct the line named.", location=path
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(
            f"{path}: {where}: {first['msg']}.",
            fix="docs/review-file.md shows every field.",
            location=f"{path}:{where}",
        ) from error


def stated(build: Callable[[], S]) -> S:
    """What ``build`` makes for a statement, or the limit it breaks as an error in words.

    Raises:
        UsageError: a text of the file is empty, too long, repeated or holds what no statement may.
    """
    try:
        return build()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise UsageError(
            f"This cannot be signed: {where}: {first['msg']}.",
            fix="Correct that field; docs/review-file.md shows every one.",
        ) from error


def locate(article: Article, passage: PassageInput | None) -> Passage | None:
    """The place of the passage's words in the article.

    Raises:
        UsageError: the words do not stand there, or stand there more than once and no ``nth`` is
            given.
    """
    if passage is None:
        return None
    text = article.field(FieldName(passage.field)).text
    start = text.find(passage.exact)
    again = text.find(passage.exact, start + 1)
    for _ in range(1, passage.nth or 1):
        start = text.find(passage.exact, start + 1) if start >= 0 else start
    if start < 0 or (again >= 0 and passage.nth is None):
        how = "do not stand" if start < 0 else "stand more than once"
        times = f" {passage.nth} times" if start < 0 and passage.nth else ""
        raise UsageError(
            f"The words {passage.exact!r} {how}{times} in the article's {passage.field}.",
            fix="Quote the passage exactly as it stands in the file, long enough to be unique, or "
            "say which one with `nth`.",
        )
    return Passage(
        field=passage.field, start=start, end=start + len(passage.exact), exact=passage.exact
    )


def occurrence(article: Article, field: FieldName, start: int, end: int) -> int | None:
    """Which occurrence of its words a place is, as ``nth`` counts; ``None`` where it is the only one."""
    text = article.field(field).text
    exact, at, count, found = text[start:end], -1, 0, None
    while (at := text.find(exact, at + 1)) >= 0:
        count += 1
        if at == start:
            found = count
        if found is not None and count > 1:
            return found
    return None


def concerns(article: Article, review: ReviewInput) -> list[Concern]:
    """The review's concerns, with their places."""
    return [
        Concern(
            id=item.id,
            text=item.text,
            resolution=item.resolution,
            passage=locate(article, item.passage),
        )
        for item in review.concerns
    ]


def clarifications(article: Article, review: ReviewInput) -> list[Clarification]:
    """The review's clarifications, with their places."""
    return [
        Clarification(id=item.id, text=item.text, passage=locate(article, item.passage))
        for item in review.clarifications
    ]
