"""The record page holds every part, in the order of the record, and everything that was signed."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from typing import Any

import pytest

from copydesk.article import read_article
from copydesk.config import Config
from copydesk.errors import NewsroomError
from copydesk.press import render_site, wording
from copydesk.press.view_record import SECTIONS, record_view
from copydesk.provenance.checks import CHECKS, CheckState, Verification
from copydesk.provenance.record import Record
from copydesk.provenance.statements import Passage
from copydesk.report import Status


def folded(text: str) -> str:
    return " ".join(text.split())


def test_sections_stand_in_the_order_of_the_record(record_page: Any) -> None:
    headings = [text for level, text in record_page.headings if level == 2]
    assert headings == ["On this page", *(heading for _, heading in SECTIONS)]
    assert [anchor for anchor, _ in SECTIONS] == [
        "state", "timeline", "audit", "sources", "review", "specifics", "findings",
        "standing", "checks", "corrections", "glossary", "downloads",
    ]  # fmt: skip


def test_headings_never_skip_a_level_and_one_is_first(record_page: Any, article_page: Any) -> None:
    for page in (record_page, article_page):
        levels = [level for level, _ in page.headings]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_state_says_what_it_does_not_prove(record_page: Any) -> None:
    assert "Published with 1 correction. Signed, and the text is unchanged." in record_page.text
    assert "What this does not prove" in record_page.text
    assert "No witness outside the newsroom is named in its keyring" in record_page.text


def test_audit_record_has_every_field(record: Record, record_page: Any) -> None:
    assert record.submission is not None
    for term, value in (
        ("Article SHA-256", record.article_sha256),
        ("Submission hash", record.submission.sha256),
        ("Contributor id", "wren-desk-bot-01"),
        ("Generator", "Example Writer 4"),
        ("Contributor’s note", "Source 5 answered with a robot check; what it says is attributed"),
        ("Publisher", "ledger-press"),
        ("Created at", "9 November 2026, 09:21 UTC"),
    ):
        assert f"{term} {value}" in record_page.text
    statements = [record.source_set, record.submission, *record.reviews, record.publication]
    for signed in (*statements, *record.corrections):
        assert signed is not None
        for keyid, signature in signed.signatures:
            assert keyid in record_page.text
            assert signature in record_page.text
            assert signed.sha256 in record_page.text


def test_timeline_names_actor_and_time_source(record_page: Any) -> None:
    assert (
        "9 November 2026, 09:59 UTC Reviewed: approved with corrections By heron-editor-02, "
        "a bot running on Example Reader 2 Time: Stated by the signer; its place is fixed by log "
        "entry 5"
    ) in record_page.text


def test_a_statement_outside_the_log_says_so(record: Record, article: Any) -> None:
    assert record.submission is not None
    unlogged = replace(record, submission=replace(record.submission, log_index=None))
    events = record_view(unlogged, article, {}).timeline
    assert events[1].time_source == "Stated by the signer; not in the log"


def test_every_source_is_shown_with_its_capture(record: Record, record_page: Any) -> None:
    assert record.source_set is not None
    for source in record.source_set.predicate.sources:
        assert f"source-{source.id}" in record_page.ids
        assert source.url in record_page.text
        for capture in source.captures:
            assert wording.moment(capture.retrievedAt) in record_page.text
            assert f"HTTP {capture.status}" in record_page.text
            if capture.sha256:
                assert capture.sha256 in record_page.text
            for hop in capture.hops:
                assert f"{hop.url} answered {hop.status} and led to {hop.location}" in (
                    record_page.text
                )
    assert "Blocked The site refused the request" in record_page.text
    assert "Final address https://paper.example/2026/11/06/one-bad-gpu/5308227" in record_page.text


def test_the_review_is_whole(record: Record, record_page: Any) -> None:
    review = record.reviews[0].predicate
    text = record_page.text
    assert (
        "heron-editor-02 approved the article for publication, with 2 clarifications to be "
        "published beside it." in text
    )
    assert "Another key and another model than the contributor’s." in text
    assert f"Word count {review.wordCount}" in text
    assert f"Source count {review.sourceCount}" in text
    said = [review.summary]
    said += [c.text for c in review.concerns] + [c.resolution for c in review.concerns]
    said += [c.text for c in review.clarifications]
    said += [d.text for d in review.disclosures]
    said += [str(v) for v in review.assessments.model_dump().values()]
    assert review.featured is not None
    said += [review.featured.reason, f"{review.featured.score} of 5"]
    assert len(said) == 1 + 3 + 3 + 2 + 2 + 5 + 2
    for words in said:
        assert folded(words) in text


def test_every_specific_is_there_with_its_evidence(record: Record, record_page: Any) -> None:
    assert record.trace is not None
    specifics = record.trace["specifics"]
    assert len(specifics) >= 60
    for item in specifics:
        assert f"specific-{item['id']}" in record_page.ids
        assert folded(item["reason"]) in record_page.text
        for entry in item["evidence"]:
            quoted = folded(entry["prefix"] + entry["exact"] + entry["suffix"])
            assert quoted in record_page.text


def test_problems_come_first(record: Record, article: Any) -> None:
    groups = record_view(record, article, {}).groups
    assert [group.status for group in groups] == [
        "contradicted", "misattributed", "untraced", "unbound", "unverifiable", "derived", "traced",
    ]  # fmt: skip
    assert [group.matched for group in groups] == [False] * 5 + [True] * 2
    assert {Status(group.status) for group in groups} == set(Status)


def test_a_specific_is_shown_without_mark_up_in_its_context(record: Record, article: Any) -> None:
    groups = {group.status: group for group in record_view(record, article, {}).groups}
    shown = groups["contradicted"].items[0].article
    assert shown.exact == "will be removed in 2.16"
    assert "says that the legacy backend " in shown.prefix
    assert "](" not in shown.prefix + shown.suffix
    cell = next(i for i in groups["traced"].items if i.article.exact == "2080 MiB")
    assert cell.article.prefix == "default · "


def test_findings_carry_their_resolution(record_page: Any) -> None:
    assert "The title has 149 characters; the limit is 150." in record_page.text
    assert "Accepted as it stands. Long, within the limit, and exact." in record_page.text
    assert "Published with a clarification." in record_page.text


def test_a_finding_nobody_resolved_says_so(record: Record, article: Any) -> None:
    signed = record.reviews[0]
    silent = replace(signed, predicate=signed.predicate.model_copy(update={"findings": []}))
    findings = record_view(replace(record, reviews=(silent,)), article, {}).findings
    assert len(findings) == 2
    assert {f.resolution for f in findings} == {"No resolution in the signed reviews"}


def test_every_check_is_listed_in_words(record: Record, article: Any, record_page: Any) -> None:
    checks = record.verification.checks
    assert {check.id for check in checks} == set(CHECKS)
    views = record_view(record, article, {}).checks
    assert sum(len(view.answers) for view in views) == len(checks)
    for view in views:
        kind = CHECKS[view.id]
        found = " ".join(
            f"{answer.about}: {answer.reason}" if answer.about else answer.reason
            for answer in view.answers
        )
        assert f"{view.state_words} {kind.title}{kind.meaning} {found}" in record_page.text
    text = record_page.text
    assert text.index("Not present Pinned keyring") < text.index("Passed Keyring")


def test_corrections_glossary_and_downloads(record_page: Any, downloads: Any) -> None:
    assert "The issue gives them for two cards together." in record_page.text
    for term, meaning in wording.GLOSSARY:
        assert f"{term} {meaning}" in record_page.text
    for name in next(iter(downloads.values())):
        assert f"files/{name}" in record_page.links
    assert "copydesk verify articles/2026-11/" in record_page.text


def test_empty_steps_are_said_not_hidden(record: Record, config: Config, read_page: Any) -> None:
    bare = replace(
        record, source_set=None, submission=None, reviews=(), corrections=(), trace=None,
        keyring=None,
    )  # fmt: skip
    site = render_site([bare], config, read_article=read_article)
    page = read_page(site[f"a/{record.slug}/record/index.html"])
    assert not page.faults
    for words in (
        "No source set is in this record.", "No review is in this record.",
        "This record holds no trace.", "No correction has been published.",
        "Signer not recognised", "This build offers no files.",
    ):  # fmt: skip
        assert words in page.text


def test_status_never_stands_on_colour_alone(record: Record, article: Any) -> None:
    for group in record_view(record, article, {}).groups:
        assert group.label
        assert group.meaning
    states = {check.state_words for check in record_view(record, article, {}).checks}
    assert states == {"Passed", "Not present"}


def test_a_record_with_every_specific_traced_says_so(record: Record, article: Any) -> None:
    assert record.trace is not None
    trace = {**record.trace}
    trace["specifics"] = [i for i in trace["specifics"] if i["status"] == "traced"]
    view = record_view(replace(record, trace=trace), article, {})
    assert view.coverage_words == "54 of 54 specifics matched to 5 archived sources"
    assert any("Every specific that the trace found" in s for s in view.state.sentences)


def test_failed_checks_come_before_all_others(tampered: Record, article: Any) -> None:
    view = record_view(tampered, article, {})
    assert view.checks[0].state == CheckState.FAIL.value
    assert view.state.failures[0].id == "article"
    assert view.failures[0] == ("Article text", "submission", "The bytes hash to another digest.")


def test_reviews_show_the_deciding_round_first(record: Record, article: Any) -> None:
    signed = record.reviews[0]
    asked = replace(
        signed, predicate=signed.predicate.model_copy(update={"verdict": "request-changes"})
    )
    view = record_view(replace(record, reviews=(asked, signed)), article, {})
    assert [review.round for review in view.reviews] == [2, 1]
    assert "did not approve this text" in view.reviews[1].sentence


def test_no_check_at_all_is_a_failure(record: Record, article: Any) -> None:
    empty = replace(record, verification=Verification(record.folder, ()))
    assert record_view(empty, article, {}).state.failed


def test_the_command_says_where_it_works(record: Record, config: Config) -> None:
    path = f"a/{record.slug}/record/index.html"
    alone = {record.slug: {"copydesk.toml": b"", "articles/x/article.md": b""}}
    whole = render_site([record], config, read_article=read_article, downloads=alone)[path]
    part = render_site([record], config, read_article=read_article)[path]
    assert b"run this command in the topmost one" in whole
    assert "in a copy of the newsroom’s folder" in part.decode()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"specifics": None}, "tuple"),
        ({"specifics": [{"id": 1}]}, "0.kind"),
        ({"findings": "x"}, "tuple"),
        ({"schema": "copydesk.trace/9"}, "copydesk.trace/9"),
    ],
)
def test_a_signed_trace_that_is_nonsense_is_an_error_with_a_reason(
    record: Record, config: Config, change: dict[str, Any], why: str
) -> None:
    assert record.trace is not None
    odd = replace(record, trace={**record.trace, **change})
    with pytest.raises(NewsroomError, match="cannot be shown") as caught:
        render_site([odd], config, read_article=read_article)
    assert why in caught.value.message


def test_a_specific_that_ends_before_it_starts_is_an_error(record: Record, config: Config) -> None:
    assert record.trace is not None
    trace = json.loads(json.dumps(record.trace))
    trace["specifics"][0]["start"] = 99
    with pytest.raises(NewsroomError, match="ends before it starts"):
        render_site([replace(record, trace=trace)], config, read_article=read_article)


def test_a_passage_outside_the_article_shows_the_words_of_the_statement(
    record: Record, article: Any
) -> None:
    signed = record.corrections[0]
    lost = Passage(field="body", start=90_000, end=90_010, exact="lost words")
    moved = replace(signed, predicate=signed.predicate.model_copy(update={"passage": lost}))
    view = record_view(replace(record, corrections=(moved,)), article, {})
    assert view.corrections[0].quote is not None
    assert view.corrections[0].quote.exact == "lost words"
