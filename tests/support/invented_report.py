"""A report made by hand, so that what shows it is tested apart from what decides it.

Every status occurs, in headline, summary, lead and text, in a list and in a table; one finding is
about no specific, one about the whole article.
"""

from __future__ import annotations

from collections.abc import Callable

from copydesk.article import Article, read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import (
    ArticleSummary,
    Evidence,
    FieldName,
    Finding,
    Kind,
    Quality,
    Report,
    Severity,
    SourceSummary,
    Specific,
    Status,
)

__all__ = ["ARTICLE", "invented"]

URLS = ("https://board.example/41", "https://post.example/vote", "https://review.example/x")
ARTICLE = """---
title: "Thornby closes its quay for 16 months"
summary: "The fare stays at 3.20 euros, the board says."
sources:
  - https://board.example/41
  - https://post.example/vote
  - https://review.example/x
date: 2026-11-12
---

The board voted 7 to 2 in [its decision](https://board.example/41). Cost: 48 million euros.

The chair said that the piles "could not be trusted *for* another winter", and that 9 ships wait.

- a ramp of 31 metres & more
- a line of **1,400** metres

| Port | Crossings |
|---|---|
| Thornby | 2,140 |

Most shops fear the winter. A review speaks of 52 berths. 東京の港は 12 年で閉鎖された。
"""
TEXTS = (
    (
        "Decision 41\nThe quay closes for 18 months.\nThe fare from the bay is 3.60 euros.\n"
        "The vote was 7 to 2. The cost is put at 48 million euros.\nEach ramp is 31 metres long."
    ),
    (
        "“The piles cannot be trusted for another winter”, the chair said.\nA line of 1,400 metres "
        "is planned.\nThornby had 2,140 crossings."
    ),
    "",
)


class _Maker:
    def __init__(self, article: Article) -> None:
        self.article = article
        self.specifics: list[Specific] = []
        self.findings: list[Finding] = []

    def specific(
        self, text: str, kind: Kind, status: Status, *places: tuple[int, str],
        field: FieldName = FieldName.BODY, cited: tuple[int, ...] = (1,),
    ) -> int:  # fmt: skip
        start = self.article.field(field).text.index(text)
        number = len(self.specifics) + 1
        evidence = tuple(_evidence(source, exact) for source, exact in places)
        self.specifics.append(
            Specific(
                number, kind, field, start, start + len(text), text, {}, cited, status, evidence,
                f"Reason {number}.",
            )
        )  # fmt: skip
        return number

    def finding(
        self, rule: str, severity: Severity, *about: int, text: str = "", expected: str = ""
    ) -> None:
        field, start, end = FieldName.BODY, 0, 0
        if about:
            first = self.specifics[about[0] - 1]
            field, start, end = first.field, first.start, first.end
        elif text:
            start = self.article.field(field).text.index(text)
            end = start + len(text)
        message = f"Message of {rule}."
        self.findings.append(
            Finding(
                rule, severity, field, start, end, message, f"Mend {rule}.", expected or None, None,
                about,
            )
        )  # fmt: skip


def _evidence(source: int, exact: str) -> Evidence:
    text = TEXTS[source - 1]
    start = text.index(exact)
    end = start + len(exact)
    before, after = text[max(0, start - 32) : start], text[end : end + 32]
    return Evidence(source, f"{source}" * 64, exact, before, after, start, end, 0.9)


def invented(
    change: Callable[[str], str] = lambda text: text,
) -> tuple[Report, Article, tuple[EvidenceSource, ...]]:
    """Report, article and evidence; ``change`` may alter the sources' texts after the report."""
    article = read_article(ARTICLE.encode(), "quay.md")
    make = _Maker(article)
    title, summary = FieldName.TITLE, FieldName.SUMMARY
    one = make.specific(
        "16 months", Kind.DURATION, Status.CONTRADICTED, (1, "18 months"), field=title
    )
    two = make.specific(
        "3.20 euros", Kind.MONEY, Status.CONTRADICTED, (1, "3.60 euros"), field=summary
    )
    make.specific("7 to 2", Kind.NUMBER, Status.TRACED, (1, "7 to 2"))
    make.specific("48 million euros", Kind.MONEY, Status.TRACED, (1, "48 million euros"))
    said = make.specific(
        "could not be trusted *for* another winter", Kind.QUOTE, Status.CONTRADICTED,
        (2, "cannot be trusted for another winter"),
    )  # fmt: skip
    ships = make.specific("9 ships", Kind.NUMBER, Status.UNTRACED)
    make.specific("31 metres", Kind.NUMBER, Status.DERIVED, (1, "31 metres"))
    line = make.specific(
        "1,400** metres", Kind.NUMBER, Status.MISATTRIBUTED, (2, "1,400 metres"), cited=(1,)
    )
    make.specific("2,140", Kind.NUMBER, Status.UNBOUND, (2, "2,140"), cited=())
    berths = make.specific("52 berths", Kind.NUMBER, Status.UNVERIFIABLE, cited=(3,))
    make.specific("12", Kind.NUMBER, Status.UNTRACED)
    make.finding("specific-untraced", Severity.WARNING, ships)
    make.finding("quote-not-verbatim", Severity.ERROR, said)
    make.finding("specific-contradicted", Severity.ERROR, two)
    make.finding("specific-contradicted", Severity.ERROR, one)
    make.finding("specific-misattributed", Severity.WARNING, line)
    make.finding("specific-unverifiable", Severity.NOTE, berths)
    make.finding("sentence-unsupported", Severity.WARNING, text="Most shops fear the winter.",
                 expected="The fare from the bay is")  # fmt: skip
    make.finding("word-count", Severity.NOTE)
    texts = [change(text) for text in TEXTS]
    sources = tuple(
        EvidenceSource(
            number, url, f"{number}" * 64, Quality.OK if text else Quality.BLOCKED,
            EvidenceText(text, (Region(0, len(text), Label.VISIBLE),)),
            "" if text else "The server refuses access (HTTP 403).",
        )
        for number, (url, text) in enumerate(zip(URLS, texts, strict=True), 1)
    )  # fmt: skip
    report = Report(
        ArticleSummary("quay.md", article.sha256, 74),
        tuple(SourceSummary(s.id, s.url, s.sha256, s.quality, len(s.text.text)) for s in sources),
        tuple(make.specifics),
        tuple(make.findings),
    )
    return report, article, sources
