"""The age of a web archive's copy, as the editor reads it."""

import pytest
from policy_cases import load, source

from copydesk.article import read_article
from copydesk.config import PolicyConfig
from copydesk.evidence.model import EvidenceSource
from copydesk.evidence.variants import joined
from copydesk.policy import apply
from copydesk.report import Evidence, Finding, Kind, Severity, Specific, Status

SHA = "cd" * 32


def findings(
    copy: EvidenceSource, *, date: str = "2026-11-05", specifics: tuple[Specific, ...] = ()
) -> list[Finding]:
    text = f"---\ntitle: T\nsummary: S\ndate: {date}\nsources:\n  - {copy.url}\n---\nIt runs.\n"
    found = apply(read_article(text.encode(), "a.md"), [copy], specifics, PolicyConfig())
    return [one for one in found if one.rule.startswith("archive-copy")]


def copy_of(day: str, **more: str) -> EvidenceSource:
    at = f"{day}T08:00:00Z" if day else ""
    return source(1, "https://harbour.example/x", role="archive-copy", archived_at=at, **more)


@pytest.mark.parametrize(
    ("day", "severity", "words"),
    [
        ("2026-11-05", Severity.NOTE, "copy of 2026-11-05, made on the article’s date."),
        ("2026-11-04", Severity.NOTE, "made 1 day before the article’s date."),
        ("2026-10-06", Severity.NOTE, "made 30 days before the article’s date."),
        ("2026-10-05", Severity.WARNING, "made 31 days before the article’s date."),
        ("2026-11-07", Severity.NOTE, "made 2 days after the article’s date. What it says may"),
        (
            "2027-11-05",
            Severity.WARNING,
            "made 365 days after the article’s date. What it says may",
        ),
        ("", Severity.WARNING, "a web archive’s copy of an unknown date."),
    ],
)
def test_the_age_is_said(day: str, severity: Severity, words: str) -> None:
    (found,) = findings(copy_of(day))
    assert found.severity is severity
    assert words in found.message


def test_an_article_without_a_date_is_compared_with_the_capture() -> None:
    (found,) = findings(copy_of("2026-11-01", captured_at="2026-11-09T08:00:00Z"), date="")
    assert "8 days before the capture, for the article has no date" in found.message
    (found,) = findings(copy_of("2026-11-01"), date="")
    assert "unknown" in found.message or found.rule == "archive-copy-age"


def test_a_copy_that_cannot_serve_is_no_finding_of_its_age() -> None:
    assert findings(copy_of("2020-01-01", quality="blocked")) == []


def test_a_copy_beside_a_page_is_found_with_what_rests_on_it() -> None:
    page = source(1, "https://harbour.example/x")
    both = joined([page, copy_of("2026-11-04", sha256=SHA)])
    resting = [
        Specific(
            number, Kind.NUMBER, read.field, 0, 2, "It", {}, (1,), Status.TRACED,
            (Evidence(1, sha, "It", "", "", 0, 2, 0.9),), "Found.",
        )
        for number, sha in ((1, page.sha256), (2, SHA))
        for read in [load("archive-copy-age", "bad").findings()[0]]
    ]  # fmt: skip
    (found,) = findings(both, specifics=tuple(resting))
    assert found.specifics == (2,)
