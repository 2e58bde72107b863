"""The Provenance Record page as plain values, in the order that a reader meets them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote as percent_encoded

from copydesk.article.model import Article
from copydesk.press import wording
from copydesk.press.signed_trace import signed_trace
from copydesk.press.signers import ActorView, SignatureView, actor, signatures, signer_name
from copydesk.press.state import State, assess, check_title, coverage
from copydesk.press.view_amendments import (
    CorrectionView,
    WithdrawalView,
    correction_views,
    tombstone_view,
    withdrawal_view,
)
from copydesk.press.view_review import ReviewView, review_views
from copydesk.press.view_sources import SourceView, source_views
from copydesk.press.view_specifics import (
    FindingView,
    SpecificGroup,
    finding_views,
    specific_groups,
)
from copydesk.press.view_standing import (
    EndedKeyView,
    StandingView,
    ended_keys,
    standing_views,
    statements,
)
from copydesk.press.view_timeline import EventView, timeline
from copydesk.provenance.checks import CHECKS, Check, CheckState
from copydesk.provenance.record import Record

__all__ = [
    "SECTIONS",
    "AnswerView",
    "AuditView",
    "CheckView",
    "DownloadView",
    "RecordView",
    "record_view",
]

# Anchor and heading of each section; the page, its table of contents and the tests follow it.
SECTIONS: tuple[tuple[str, str], ...] = (
    ("state", "State of this article"),
    ("timeline", "Timeline"),
    ("audit", "Provenance Audit Record"),
    ("sources", "Sources"),
    ("review", "Editorial review"),
    ("specifics", "Every specific and its evidence"),
    ("findings", "Findings of the editorial policy"),
    ("standing", "The log, and who watches it"),
    ("checks", "What the verifier checked"),
    ("corrections", "Corrections"),
    ("glossary", "Understanding this record"),
    ("downloads", "Verify it yourself"),
)

# Stands behind the first section where there is one.
WITHDRAWAL = ("withdrawal", "Withdrawal")

_CHECK_ORDER = {CheckState.FAIL: 0, CheckState.NOT_PRESENT: 1, CheckState.PASS: 2}


@dataclass(frozen=True, slots=True)
class AuditView:
    """The fields of the Provenance Audit Record; empty strings where a step is absent."""

    article_sha256: str
    submission_sha256: str
    contributor: ActorView | None
    contributor_name: str
    generator: str
    human_request: str
    note: str
    supersedes: str
    publisher: ActorView | None
    publisher_name: str
    newsroom: str
    created: str
    created_words: str
    published: str
    published_words: str
    trace_sha256: str
    policy_sha256: str
    keyring_version: str
    signatures: tuple[SignatureView, ...]


@dataclass(frozen=True, slots=True)
class AnswerView:
    """What a check found about one thing; ``about`` is empty where it asks about the whole."""

    about: str
    reason: str


@dataclass(frozen=True, slots=True)
class CheckView:
    """All answers of one check that came out alike."""

    id: str
    title: str
    meaning: str
    state: str
    state_words: str
    answers: tuple[AnswerView, ...]


@dataclass(frozen=True, slots=True)
class DownloadView:
    """A file of the record that lies beside the page."""

    name: str
    href: str
    size: str
    sha256: str


@dataclass(frozen=True, slots=True)
class RecordView:
    """All of the page.

    ``downloads_verify`` says that the files on offer are a newsroom in themselves, so that the
    command works on them alone.
    """

    title: str
    slug: str
    category: str
    state: State
    failures: tuple[tuple[str, str, str], ...]
    coverage_words: str
    timeline: tuple[EventView, ...]
    audit: AuditView
    sources: tuple[SourceView, ...]
    reviews: tuple[ReviewView, ...]
    groups: tuple[SpecificGroup, ...]
    findings: tuple[FindingView, ...]
    checks: tuple[CheckView, ...]
    check_count: int
    corrections: tuple[CorrectionView, ...]
    withdrawal: WithdrawalView | None
    standing: tuple[StandingView, ...]
    ended_keys: tuple[EndedKeyView, ...]
    glossary: tuple[tuple[str, str], ...]
    downloads: tuple[DownloadView, ...]
    verify_command: str
    downloads_verify: bool
    sections: tuple[tuple[str, str], ...]


def record_view(
    record: Record, article: Article | None, downloads: Mapping[str, bytes]
) -> RecordView:
    """The view of one record.

    Args:
        record: as loaded and verified.
        article: the record's own article bytes, read; ``None`` where its text is not shown.
        downloads: relative path to bytes of every file that the page offers.
    """
    trace = signed_trace(record)
    state = assess(record)
    resolutions = [f for signed in record.reviews for f in signed.predicate.findings]
    return RecordView(
        title=_title(record, article),
        slug=record.slug,
        category=article.front.category if article else "",
        state=state,
        failures=tuple((check_title(c), c.about, c.reason) for c in state.failures),
        coverage_words=wording.sentence_case(coverage(record).sentence),
        timeline=timeline(record),
        audit=_audit(record),
        sources=source_views(record),
        reviews=review_views(record, article),
        groups=specific_groups(trace, article),
        findings=finding_views(trace, resolutions, article),
        checks=_checks(record),
        check_count=len(record.verification.checks),
        corrections=correction_views(record, article),
        withdrawal=withdrawal_view(record),
        standing=standing_views(record),
        ended_keys=ended_keys(record),
        glossary=wording.GLOSSARY,
        downloads=_downloads(downloads),
        verify_command=f"copydesk verify {record.folder}",
        downloads_verify="copydesk.toml" in downloads,
        sections=(SECTIONS[0], WITHDRAWAL, *SECTIONS[1:]) if record.withdrawal else SECTIONS,
    )


def _title(record: Record, article: Article | None) -> str:
    """The article's title; without its text the one that the publication names."""
    if article is not None:
        return article.title.text or record.slug
    return tombstone_view(record).title


def _audit(record: Record) -> AuditView:
    sent = record.submission.predicate if record.submission else None
    out = record.publication.predicate if record.publication else None
    return AuditView(
        article_sha256=_text_digest(record),
        submission_sha256=record.submission.sha256 if record.submission else "",
        contributor=actor(sent.contributor) if sent else None,
        contributor_name=signer_name(record, record.submission) if record.submission else "",
        generator=(sent.contributor.generator or "") if sent else "",
        human_request=_human_request(record),
        note=(sent.note or "") if sent else "",
        supersedes=sent.supersedes.digest.sha256 if sent and sent.supersedes else "",
        publisher=actor(out.publisher) if out else None,
        publisher_name=signer_name(record, record.publication) if record.publication else "",
        newsroom=out.newsroom if out else "",
        created=sent.createdAt if sent else "",
        created_words=wording.moment(sent.createdAt) if sent else "",
        published=out.publishedAt if out else "",
        published_words=wording.moment(out.publishedAt) if out else "",
        trace_sha256=sent.trace.digest.sha256 if sent else "",
        policy_sha256=out.policy.digest.sha256 if out else "",
        keyring_version=str(out.keyring.version) if out else "",
        signatures=_all_signatures(record),
    )


def _text_digest(record: Record) -> str:
    """The text's digest; of a withdrawn one that which the publication states."""
    if record.withdrawal is not None and record.publication is not None:
        return record.publication.subject_sha256
    return record.article_sha256


def _human_request(record: Record) -> str:
    if record.submission is None or record.submission.predicate.humanRequest is None:
        return ""
    request = record.submission.predicate.humanRequest
    if not request.requested:
        return "No person asked for this article."
    return (
        f"A person asked for this article: {request.text}"
        if request.text
        else ("A person asked for this article.")
    )


def _all_signatures(record: Record) -> tuple[SignatureView, ...]:
    return tuple(
        view for name, signed in statements(record) for view in signatures(record, signed, name)
    )


def _checks(record: Record) -> tuple[CheckView, ...]:
    """Every check, problems first and otherwise in the verifier's order."""
    alike: dict[tuple[CheckState, str], list[Check]] = {}
    for check in record.verification.checks:
        alike.setdefault((check.state, check.id), []).append(check)
    ordered = sorted(alike.items(), key=lambda item: _CHECK_ORDER[item[0][0]])
    return tuple(_check(state, name, checks) for (state, name), checks in ordered)


def _check(state: CheckState, name: str, checks: list[Check]) -> CheckView:
    kind = CHECKS.get(name)
    return CheckView(
        name,
        kind.title if kind else check_title(checks[0]),
        kind.meaning if kind else "",
        state.value,
        wording.CHECK_WORDS[state],
        tuple(AnswerView(check.about, check.reason) for check in checks),
    )


def _downloads(files: Mapping[str, bytes]) -> tuple[DownloadView, ...]:
    return tuple(
        DownloadView(
            name,
            "files/" + percent_encoded(name),
            wording.size(len(files[name])),
            hashlib.sha256(files[name]).hexdigest(),
        )
        for name in sorted(files)
    )
