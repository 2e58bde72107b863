"""What a report holds against an article, as marks on its text, and reports of plain texts.

A mark is a specific with a status other than traced or derived, or a finding of severity error or
warning. Only rules that judge by the evidence make marks (``specific-*``, ``quote-*``,
``sentence-unsupported`` and the like), unless all are asked for: a missing title says nothing about
what the trace sees.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import Pool

from copydesk.article.model import Article, Field, FrontMatter
from copydesk.article.parse import assemble, make_sources
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.policy import all_rules
from copydesk.report import FieldName, Kind, Quality, Report, Severity, Specific, Status
from copydesk.trace import engine, trace
from copydesk.trace.index import Corpus

__all__ = [
    "FIGURES",
    "Mark",
    "check_pairs",
    "document",
    "grave",
    "hit",
    "marks",
    "once",
    "plain_article",
]

GOOD = frozenset({Status.TRACED, Status.DERIVED})
GRAVE = frozenset({Severity.ERROR, Severity.WARNING})
# Families of rules that look at the article alone, or at which sources it has.
_NOT_OF_THE_TRACE = frozenset(
    {
        *("headline", "length", "sources", "citations", "language", "dates", "chronology", "tense"),
        *("derived", "originality", "verbatim", "independence", "standing", "links", "house_style"),
    }
)
# They list what is borne out.
_GOOD_NEWS = frozenset({"sweeping-matched"})
# What counts as a number where a benchmark asks for numbers.
FIGURES = frozenset(
    kind.value
    for kind in (
        Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.DATE, Kind.DURATION, Kind.VERSION
    )
)  # fmt: skip
_DOCUMENT = "https://document.example/"


@dataclass(frozen=True, slots=True)
class Mark:
    """A flagged range of a field, in code points; ``kind`` is that of the specific it is about."""

    field: str
    start: int
    end: int
    kind: str
    verdict: str
    text: str
    reason: str
    finding: bool = False

    def over(self, field: str, start: int, end: int) -> bool:
        """Whether it shares a code point with that range."""
        return self.field == field and self.start < end and start < self.end

    def __str__(self) -> str:
        return f"    {self.kind} {self.verdict} «{self.text}» {self.reason}"


def marks(report: Report, *, every_rule: bool = False, notes: bool = False) -> list[Mark]:
    """All marks of a report: specifics first, then findings; of severity note only if asked for."""
    families = {rule.id: rule.family for rule in all_rules()}
    found = [_of_specific(one) for one in report.specifics if one.status not in GOOD]
    kinds = {one.id: one.kind.value for one in report.specifics}
    for one in report.findings:
        if one.severity not in GRAVE and not notes:
            continue
        if one.rule in _GOOD_NEWS:
            continue
        if not every_rule and families.get(one.rule) in _NOT_OF_THE_TRACE:
            continue
        about = next((kinds[number] for number in one.specifics if number in kinds), one.rule)
        found.append(
            Mark(
                one.field.value, one.start, one.end, about, f"{one.rule}/{one.severity.value}",
                one.found or "", one.message, finding=True,
            )
        )  # fmt: skip
    return found


def _of_specific(one: Specific) -> Mark:
    return Mark(
        one.field.value, one.start, one.end, one.kind.value, one.status.value, one.text, one.reason
    )


def once(all_marks: Iterable[Mark]) -> list[Mark]:
    """One mark for each place: a finding about a place that is marked already is not another."""
    kept: list[Mark] = []
    for mark in all_marks:
        if mark.finding and any(one.over(mark.field, mark.start, mark.end) for one in kept):
            continue
        kept.append(mark)
    return kept


def hit(all_marks: Iterable[Mark], start: int, end: int, field: str = "body") -> bool:
    """Whether any mark shares a code point with the range."""
    return any(mark.over(field, start, end) for mark in all_marks)


def plain_article(text: str) -> Article:
    """A text as the body of an article with one source and no citation; offsets stay as they are."""
    clean = "".join(" " if c == "\x00" or "\ud800" <= c <= "\udfff" else c for c in text)
    return assemble(
        "text.md",
        hashlib.sha256(clean.encode()).hexdigest(),
        FrontMatter(sources=make_sources([(_DOCUMENT, None)])),
        Field(FieldName.TITLE, ""),
        Field(FieldName.SUMMARY, ""),
        Field(FieldName.BODY, clean),
    )


@lru_cache(maxsize=4)
def document(text: str) -> EvidenceSource:
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    read = EvidenceText(text, (Region(0, len(text), Label.VISIBLE),))
    return EvidenceSource(1, _DOCUMENT, digest, Quality.OK, read)


@lru_cache(maxsize=4)
def _corpus(sources: tuple[EvidenceSource, ...]) -> Corpus:
    return Corpus(sources)


def remember_sources() -> None:
    """Let the engine read the same sources once for all texts that are checked against them.

    A corpus does not change by being looked up in, so that the answers are the same; the time is
    not, which is why no speed is measured here.
    """

    def corpus(sources: Sequence[EvidenceSource], _indexes: object = None) -> Corpus:
        return _corpus(tuple(sources))

    if hasattr(engine, "Corpus"):
        engine.Corpus = corpus  # type: ignore[misc, assignment]


def _check(pair: tuple[str, str]) -> list[Mark]:
    source, text = pair
    return marks(trace(plain_article(text), (document(source),)), notes=True)


def grave(found: Iterable[Mark]) -> list[Mark]:
    """Those that count by the definition of a mark: what a note says is for review."""
    return [mark for mark in found if not mark.verdict.endswith(f"/{Severity.NOTE.value}")]


def check_pairs(
    pairs: Sequence[tuple[str, str]], jobs: int = 1, *, notes: bool = False
) -> list[list[Mark]]:
    """The marks of each ``(document, text)``, in order; with ``notes`` those of severity note too."""
    if jobs < 2 or len(pairs) < 32:
        found = [_check(pair) for pair in pairs]
    else:
        with Pool(jobs, initializer=remember_sources) as pool:
            found = list(pool.imap(_check, pairs, chunksize=16))
    return found if notes else [grave(one) for one in found]
