"""The report of a check: the trace of every specific, and the findings of the policy.

These are the Python objects behind ``copydesk check --format json`` (schema ``copydesk.trace/1``,
DESIGN section 4). All offsets are code points: an article offset counts in the field's text, an
evidence offset in the source's evidence text.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

__all__ = [
    "LABEL_WORDS",
    "SCHEMA",
    "UNDATED",
    "ArticleSummary",
    "Evidence",
    "FieldName",
    "Finding",
    "Kind",
    "Quality",
    "Report",
    "Severity",
    "SourceSummary",
    "Specific",
    "Status",
    "copy_words",
]

SCHEMA = "copydesk.trace/1"

LABEL_WORDS = {
    "meta": "its meta tags",
    "json-ld": "its structured data",
    "embedded-json": "its embedded data",
    "noscript": "its text for browsers without scripts",
    "hidden": "text that the page hides",
}
"""What the labels of an evidence text mean, for people."""


class FieldName(StrEnum):
    """The fields of an article that specifics and findings point into."""

    TITLE = "title"
    SUMMARY = "summary"
    BODY = "body"


class Kind(StrEnum):
    """What a specific is."""

    QUOTE = "quote"
    NUMBER = "number"
    MONEY = "money"
    PERCENT = "percent"
    DATE = "date"
    DURATION = "duration"
    VERSION = "version"
    IDENTIFIER = "identifier"
    NAME = "name"
    SUPERLATIVE = "superlative"


class Status(StrEnum):
    """What the trace says of a specific; decided in the order of DESIGN section 4."""

    TRACED = "traced"
    DERIVED = "derived"
    MISATTRIBUTED = "misattributed"
    CONTRADICTED = "contradicted"
    UNBOUND = "unbound"
    UNTRACED = "untraced"
    UNVERIFIABLE = "unverifiable"


class Severity(StrEnum):
    """How grave a finding is: an error blocks approval, a warning asks, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Quality(StrEnum):
    """How far a capture can serve as evidence."""

    OK = "ok"
    PARTIAL = "partial"
    BLOCKED = "blocked"
    SCRIPT_ONLY = "script-only"
    PAYWALLED = "paywalled"
    CONSENT = "consent"
    EMPTY = "empty"
    WRONG_PAGE = "wrong-page"
    MISSING = "missing"

    @property
    def usable(self) -> bool:
        """Whether its text may bear a specific out: it is the source, and all of it."""
        return self is Quality.OK

    @property
    def legible(self) -> bool:
        """Whether its text is the source's own, if only a part: it shows where to look, no more."""
        return self in {Quality.OK, Quality.PARTIAL, Quality.PAYWALLED}


@dataclass(frozen=True, slots=True)
class ArticleSummary:
    """Which article was checked: its path as given, the digest of its exact bytes, body words."""

    path: str
    sha256: str
    words: int

    def as_json(self) -> dict[str, Any]:
        """As in ``copydesk.trace/1``."""
        return {"path": self.path, "sha256": self.sha256, "words": self.words}


@dataclass(frozen=True, slots=True)
class SourceSummary:
    """One source as the trace saw it; ``chars`` is the length of its evidence text."""

    id: int
    url: str
    sha256: str | None
    quality: Quality
    chars: int

    def as_json(self) -> dict[str, Any]:
        """As in ``copydesk.trace/1``."""
        return {
            "id": self.id,
            "url": self.url,
            "sha256": self.sha256,
            "quality": self.quality.value,
            "chars": self.chars,
        }


UNDATED = "unknown"
"""In place of the time of an archive's copy, where nobody knows it."""


def copy_words(archived: str) -> str:
    """A web archive's copy of that time, in words; empty for none."""
    if not archived:
        return ""
    of = "an unknown date" if archived == UNDATED else archived[:10]
    return f"a web archive’s copy of {of}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a source says it: a W3C TextQuoteSelector and TextPositionSelector in one.

    ``exact`` equals ``evidence_text[start:end]``; ``prefix`` and ``suffix`` are up to 32 code
    points on either side. ``score`` (0 to 1) says how alike the two places are, never whether
    the specific is right. ``label`` says what kind of text it is, where a reader of the page does
    not see it (a :class:`copydesk.evidence.model.Label`); else it is empty. ``archived`` is there where a
    web archive's copy was read in the page's place: when it was made (``YYYY-MM-DDTHH:MM:SSZ``), or
    :data:`UNDATED`. ``page`` is the page of a paged document, from 1; else 0.
    """

    source: int
    sha256: str | None
    exact: str
    prefix: str
    suffix: str
    start: int
    end: int
    score: float
    label: str = ""
    archived: str = ""
    page: int = 0

    @property
    def place(self) -> str:
        """Where it stands, in words; empty for text of a web page itself that a reader sees."""
        parts = (
            f"page {self.page}" if self.page else "",
            LABEL_WORDS.get(self.label, ""),
            copy_words(self.archived),
        )
        return ", in ".join(filter(None, parts))

    def as_json(self) -> dict[str, Any]:
        """As in ``copydesk.trace/1``; ``label`` is there only where it is not visible text,
        ``archived`` only where it is not the page itself, ``page`` only where there are pages.
        """
        return {
            **({"label": self.label} if self.label else {}),
            **({"archived": self.archived} if self.archived else {}),
            **({"page": self.page} if self.page else {}),
            "source": self.source,
            "sha256": self.sha256,
            "exact": self.exact,
            "prefix": self.prefix,
            "suffix": self.suffix,
            "start": self.start,
            "end": self.end,
            "score": round(self.score, 3),
        }


@dataclass(frozen=True, slots=True)
class Specific:
    """One checkable item: ``text`` equals the field's raw text from ``start`` to ``end``."""

    id: int
    kind: Kind
    field: FieldName
    start: int
    end: int
    text: str
    value: dict[str, Any]
    cited: tuple[int, ...]
    status: Status
    evidence: tuple[Evidence, ...]
    reason: str

    def as_json(self) -> dict[str, Any]:
        """As in ``copydesk.trace/1``."""
        return {
            "id": self.id,
            "kind": self.kind.value,
            "field": self.field.value,
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "value": self.value,
            "cited": list(self.cited),
            "status": self.status.value,
            "evidence": [item.as_json() for item in self.evidence],
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a rule found, with where it stands and what to do.

    ``evidence`` are the source's passages to read beside it, where ``specifics`` do not lead to
    them. ``dispute`` is what the contributor says against it; the finding stands all the same.
    """

    rule: str
    severity: Severity
    field: FieldName
    start: int
    end: int
    message: str
    fix: str
    expected: str | None = None
    found: str | None = None
    specifics: tuple[int, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    dispute: str = ""

    def as_json(self) -> dict[str, Any]:
        """As in ``copydesk.trace/1``; ``evidence`` and ``dispute`` only where there is any."""
        return {
            **({"evidence": [item.as_json() for item in self.evidence]} if self.evidence else {}),
            **({"dispute": self.dispute} if self.dispute else {}),
            "rule": self.rule,
            "severity": self.severity.value,
            "field": self.field.value,
            "start": self.start,
            "end": self.end,
            "message": self.message,
            "expected": self.expected,
            "found": self.found,
            "specifics": list(self.specifics),
            "fix": self.fix,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a check says of one article."""

    article: ArticleSummary
    sources: tuple[SourceSummary, ...]
    specifics: tuple[Specific, ...]
    findings: tuple[Finding, ...] = field(default=())

    @property
    def has_errors(self) -> bool:
        """Whether any finding is of severity error."""
        return any(item.severity is Severity.ERROR for item in self.findings)

    def as_json(self) -> dict[str, Any]:
        """The contract of DESIGN section 4, as plain JSON values."""
        return {
            "schema": SCHEMA,
            "article": self.article.as_json(),
            "sources": [item.as_json() for item in self.sources],
            "specifics": [item.as_json() for item in self.specifics],
            "findings": [item.as_json() for item in self.findings],
            "summary": {
                "specifics": len(self.specifics),
                "by_status": _count(item.status.value for item in self.specifics),
                "by_kind": _count(item.kind.value for item in self.specifics),
                "findings": _count(item.severity.value for item in self.findings),
            },
        }


def _count(values: Any) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))
