"""What stands only in a teaser, or in a text that was cut off, is not borne out; the place is shown."""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.evidence import EvidenceSource, judge, read_evidence
from copydesk.report import Quality, Report, Specific, Status
from copydesk.trace import trace

PAID, WHOLE, OTHER = (f"https://{name}.example/ferry" for name in ("paid", "whole", "other"))
FIGURE = "The ferry carried 48,211 passengers in May."
QUOTE = "The board said “we counted every single passenger ourselves”."
ELSE = "The harbour board runs the ferry every day."


def report(body: str, *sources: tuple[str, Quality, str]) -> Report:
    head = "---\ntitle: Ferry\nsummary: Ferry.\ncategory: Note\nsources:\n"
    head += "".join(f"  - {url}\n" for url, _, _ in sources)
    read = [
        EvidenceSource(
            number, url, f"{number}" * 64, quality,
            read_evidence(f"<p>{text}</p>".encode(), media_type="text/html"),
        )
        for number, (url, quality, text) in enumerate(sources, 1)
    ]  # fmt: skip
    return trace(read_article(f"{head}---\n{body}\n".encode()), read)


def first(found: Report) -> Specific:
    return next(one for one in found.specifics if one.field.value == "body")


@pytest.mark.parametrize("quality", [one for one in Quality if one is not Quality.OK])
@pytest.mark.parametrize("said", [FIGURE, QUOTE])
def test_an_only_source_that_is_not_ok_bears_nothing_out(quality: Quality, said: str) -> None:
    alone = first(report(f"{said} [1]({PAID})", (PAID, quality, said)))
    assert alone.status is Status.UNVERIFIABLE
    beside = first(report(f"{said} [1]({PAID})", (PAID, quality, said), (WHOLE, Quality.OK, ELSE)))
    assert beside.status is Status.UNVERIFIABLE
    uncited = first(report(said, (PAID, quality, said), (WHOLE, Quality.OK, ELSE)))
    assert uncited.status is (Status.UNVERIFIABLE if quality.legible else Status.UNTRACED)


@pytest.mark.parametrize("quality", [Quality.PAYWALLED, Quality.PARTIAL])
def test_the_place_in_a_part_is_shown(quality: Quality) -> None:
    # What the lead has that only a teaser says is another finding's: headline-source-unread.
    body = f"The ferry runs.\n\n{FIGURE} [1]({PAID})"
    found = report(body, (PAID, quality, FIGURE), (WHOLE, Quality.OK, ELSE))
    one = first(found)
    assert one.evidence[0].source == 1
    assert "48,211" in one.evidence[0].exact
    assert ("paywall" in one.reason) == (quality is Quality.PAYWALLED)
    assert "supports nothing alone" in one.reason
    said = [hit for hit in found.findings if hit.rule == "specific-unverifiable"]
    assert [hit.message.startswith("Source 1 says it, but only a part") for hit in said] == [True]
    assert one.id in said[0].specifics
    (source,) = [hit for hit in found.findings if hit.rule == "source-unusable"]
    assert "Only a part of source 1 was captured" in source.message


def test_the_place_in_a_blocked_page_is_not() -> None:
    one = first(report(f"{FIGURE} [1]({PAID})", (PAID, Quality.BLOCKED, FIGURE)))
    assert one.evidence == ()


def test_a_whole_source_that_is_cited_too_bears_it_out() -> None:
    found = report(
        f"{FIGURE} [1]({PAID}) [2]({WHOLE})",
        (PAID, Quality.PAYWALLED, FIGURE),
        (WHOLE, Quality.OK, FIGURE),
    )
    one = first(found)
    assert one.status is Status.TRACED
    assert {shown.source for shown in one.evidence} == {2}


def test_a_whole_source_that_is_not_cited_is_named() -> None:
    found = report(
        f"{FIGURE} [1]({PAID})", (PAID, Quality.PAYWALLED, FIGURE), (WHOLE, Quality.OK, FIGURE)
    )
    assert first(found).status is Status.MISATTRIBUTED
    assert not [hit for hit in found.findings if "misattributed" in hit.rule]
    (said,) = [hit for hit in found.findings if hit.rule == "specific-unverifiable"]
    assert "A source that is not cited there holds" in said.message


def test_a_part_neither_denies_nor_is_denied() -> None:
    other = "The ferry carried 31,900 passengers in May."
    denied = report(f"{FIGURE} [1]({PAID})", (PAID, Quality.PAYWALLED, other))
    assert first(denied).status is Status.UNVERIFIABLE
    both = report(
        f"{FIGURE} [1]({PAID}) [2]({OTHER})",
        (PAID, Quality.PAYWALLED, FIGURE),
        (OTHER, Quality.OK, other),
    )
    assert first(both).status is Status.UNVERIFIABLE


def test_no_sentence_that_a_teaser_says_is_said_to_stand_nowhere() -> None:
    said = (
        "Fishermen from the northern villages repaired the lighthouse stairs with borrowed timber."
    )
    other = (WHOLE, Quality.OK, ELSE * 4)
    for quality, expected in ((Quality.PAYWALLED, 0), (Quality.BLOCKED, 1)):
        found = report(f"The ferry runs.\n\n{said}", (PAID, quality, said), other)
        hits = [hit for hit in found.findings if hit.rule == "sentence-unsupported"]
        assert len(hits) == expected


def test_where_only_a_teaser_came_nothing_was_checked_and_that_is_an_error() -> None:
    found = report(f"{FIGURE} [1]({PAID})", (PAID, Quality.PAYWALLED, FIGURE))
    (said,) = [hit for hit in found.findings if hit.rule == "no-usable-evidence"]
    assert "could not be read in full" in said.message


def test_a_real_teaser_is_judged_and_traced_so() -> None:
    page = (
        '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}'
        f"</script><title>Ferry</title><article><h1>Ferry</h1><p>{FIGURE}</p></article>"
    ).encode()
    text = read_evidence(page, media_type="text/html", url=PAID)
    verdict = judge(text, status=200, media_type="text/html", url=PAID, size=len(page))
    assert verdict.quality is Quality.PAYWALLED
    head = f"---\ntitle: Ferry\nsummary: Ferry.\ncategory: Note\nsources:\n  - {PAID}\n---\n"
    article = read_article(f"{head}{FIGURE} [1]({PAID})\n".encode())
    found = trace(article, [EvidenceSource(1, PAID, "1" * 64, verdict.quality, text)])
    assert first(found).status is Status.UNVERIFIABLE
