"""Signatures and hashes of a Machine Herald story as outcomes of an audit."""

from __future__ import annotations

from collections.abc import Iterator

from copydesk.audit.row import Outcome, absent, fail, passed
from copydesk.importers.herald_keys import HeraldKeys
from copydesk.importers.herald_records import Story
from copydesk.importers.herald_signatures import (
    Outcome as Legacy,
)
from copydesk.importers.herald_signatures import (
    SignatureFinding,
    check_payload_hash,
    check_publisher,
    check_submission,
)
from copydesk.provenance.checks import CheckState

__all__ = ["signed_outcomes"]

# What is not known is neither good nor bad news.
_NOT_KNOWN = frozenset({Legacy.UNKNOWN_KEY, Legacy.UNCHECKABLE, Legacy.UNKNOWN_SCHEME})


def signed_outcomes(story: Story, keys: HeraldKeys) -> Iterator[Outcome]:
    """Who signed, whether that holds, and whether the files are the ones that were signed."""
    record, submission = story.provenance, story.submission
    if record is None:
        yield _no_file("publisher-signature", story.ref.provenance, "provenance record")
    else:
        yield _signed("publisher-signature", check_publisher(record, keys))
    yield _text(story)
    yield _submission(story)
    if submission is None:
        yield _no_file("contributor-signature", story.ref.submission, "submission")
    else:
        yield _signed("contributor-signature", check_submission(submission, keys))
    if story.reviews:
        said = (
            f"None of {len(story.reviews)} reviews is signed, or names a hash of what it reviews."
        )
        yield absent("review-signature", "unsigned", said)
    else:
        yield absent("review-signature", "no-review", "There is no review.")
    yield absent("log", "no-log", "The archive has no log and no history of its keys.")


def _signed(check: str, found: SignatureFinding) -> Outcome:
    code = str(found.outcome)
    if found.outcome is Legacy.VALID and found.not_covered:
        said = f"{found.reason} It does not cover {', '.join(found.not_covered[:6])}."
        return Outcome(check, CheckState.PASS, "part-covered", said)
    if found.outcome is Legacy.VALID:
        return passed(check, found.reason)
    return (absent if found.outcome in _NOT_KNOWN else fail)(check, code, found.reason)


def _text(story: Story) -> Outcome:
    article, record = story.article, story.provenance
    if record is None:
        return absent("text-hash", "none", "No record states a hash of the article.")
    if article is None:
        return fail("text-hash", "no-text", "A record states its hash; the article is not here.")
    if article.sha256 == record.article_sha256.removeprefix("sha256:"):
        return passed("text-hash", "The article has the hash that the publisher's record states.")
    said = f"The record states {record.article_sha256[:100]}, the article has {article.sha256}."
    return fail("text-hash", "differs", said)


def _submission(story: Story) -> Outcome:
    submission, record = story.submission, story.provenance
    if submission is None:
        return absent("submission-hash", "none", "The submission is not here.")
    found = check_payload_hash(submission)
    if not found.matches and found.changed:
        changes = "; ".join(found.changed)
        said = f"It has the stated hash only as it was before a change: {changes}."
        return fail("submission-hash", "edited-since", said)
    if not found.matches:
        said = f"It states {str(found.stated)[:100]}, its content has {found.actual}."
        return fail("submission-hash", "differs", said)
    if record is not None and _bare(record.submission_hash) != _bare(submission.payload_hash):
        said = "The publisher's record names another submission."
        return fail("submission-hash", "disagrees", said)
    return passed("submission-hash", "It has the stated hash, which the record names.")


def _bare(text: str | None) -> str:
    return (text or "").removeprefix("sha256:")


def _no_file(check: str, path: str | None, what: str) -> Outcome:
    if path is not None:
        return fail(check, "unreadable", f"The {what} is there and cannot be read.")
    return absent(check, "none", f"There is no {what}.")
