"""The state in words: which failures mean what, and what is said of what was not checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from copydesk.press.state import assess, coverage, require_verified
from copydesk.provenance.checks import CHECKS, Check, CheckState, Verification
from copydesk.provenance.record import Record

Fail = Callable[..., Record]


@pytest.mark.parametrize(
    ("failed", "tone"),
    [
        (("article",), "failed"),
        (("signature",), "failed"),
        (("captures",), "failed"),
        (("approval",), "failed"),
        (("four-eyes",), "failed"),
        (("signer", "article"), "failed"),
        (("signer",), "unrecognised"),
        (("keyring-pin",), "unrecognised"),
        (("signer", "approval", "four-eyes"), "unrecognised"),
        ((), "corrected"),
    ],
)
def test_an_unknown_signer_is_not_tampering(
    record: Record, fail_checks: Fail, failed: tuple[str, ...], tone: str
) -> None:
    assert assess(fail_checks(record, *failed)).tone == tone


@pytest.mark.parametrize("name", CHECKS)
def test_every_failing_check_stops_the_build(record: Record, fail_checks: Fail, name: str) -> None:
    assert assess(fail_checks(record, name)).failed
    require_verified(record)  # and none does while nothing fails


def test_the_words_for_an_unknown_signer(record: Record, fail_checks: Fail) -> None:
    state = assess(fail_checks(record, "signer"))
    assert state.headline == "Signer not recognised."
    assert "not the same as a changed text" in state.sentences[0]


def test_a_publication_about_other_bytes_fails_whatever_the_checks_say(record: Record) -> None:
    assert record.publication is not None
    other = replace(record.publication, subject_sha256="0" * 64)
    state = assess(replace(record, publication=other))
    assert [check.id for check in state.failures] == ["press-article-digest"]


def test_stored_copies_that_were_not_hashed_are_said_to_be_unchecked(record: Record) -> None:
    checks = tuple(
        replace(c, state=CheckState.NOT_PRESENT) if c.id == "captures" else c
        for c in record.verification.checks
    )
    said = assess(replace(record, verification=Verification("x", checks))).sentences
    assert any("were not at hand" in sentence for sentence in said)
    assert not any("were not at hand" in sentence for sentence in assess(record).sentences)


def test_a_witness_takes_away_its_limit(record: Record) -> None:
    assert any("No witness" in limit for limit in assess(record).limits)
    seen = Check("witnesses", "Witnesses", CheckState.PASS, "Two.")
    checks = tuple(c for c in record.verification.checks if c.id != "witnesses")
    witnessed = replace(record, verification=Verification("x", (*checks, seen)))
    assert not any("No witness" in limit for limit in assess(witnessed).limits)


def test_a_kept_error_page_is_not_an_archived_source(record: Record) -> None:
    found = coverage(record)
    assert (found.archived, found.sources) == (5, 6)
    assert found.total == found.matched + found.unmatched + found.unchecked == 63


def test_no_correction_and_no_trace_are_said(record: Record) -> None:
    state = assess(replace(record, corrections=(), trace=None))
    assert state.tone == "verified"
    assert "no specifics traced" in state.line
    assert "No correction has been published." in state.sentences
