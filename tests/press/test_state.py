"""The state in words: which failures mean what, and what is said of what was not checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from copydesk.press.signers import parties, party_words, standing
from copydesk.press.state import assess, coverage, require_verified
from copydesk.press.view_standing import standing_views
from copydesk.provenance.checks import CHECKS, Check, CheckState, Verification
from copydesk.provenance.record import Record
from copydesk.provenance.statements import Revocation, WithdrawalPredicate

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


def answered(record: Record, **states: CheckState) -> Record:
    """The record as if these checks had been answered so."""
    given = {name.replace("_", "-"): state for name, state in states.items()}
    checks = [c for c in record.verification.checks if c.id not in given]
    checks += [Check(name, name, state, "As said.") for name, state in given.items()]
    return replace(record, verification=Verification("x", tuple(checks)))


def with_witness(record: Record) -> Record:
    """The record whose keyring names a witness."""
    assert record.keyring is not None
    key = record.keyring.keys[0].model_copy(update={"roles": ["witness"], "name": "w.example"})
    keys = [*record.keyring.keys, key]
    return replace(record, keyring=record.keyring.model_copy(update={"keys": keys}))


PASS, ABSENT = CheckState.PASS, CheckState.NOT_PRESENT


@pytest.mark.parametrize(
    ("states", "named", "said", "unsaid"),
    [
        ({}, False, "No witness outside the newsroom is named", "countersigned a log"),
        ({}, True, "Not as many of the named witnesses", "No witness"),
        ({"witnesses": PASS}, True, "Whether they are independent", "different logs"),
        ({"witnesses": PASS}, True, "by when all of this had been signed", "not the hour"),
        ({"timestamp": PASS}, False, "by when all of this had been signed", "not the hour"),
        ({"timestamp": ABSENT}, False, "not the hour", "by when all of this"),
        ({"site_state": PASS}, False, "nothing newer", "does not show whether the newsroom"),
        ({"site_state": ABSENT}, False, "does not show whether the newsroom", "nothing newer"),
    ],
)
def test_every_limit_is_true_of_the_record(
    record: Record, states: dict[str, CheckState], named: bool, said: str, unsaid: str
) -> None:
    shown = answered(with_witness(record) if named else record, **states)
    limits = " ".join(assess(shown).limits)
    assert said in limits
    assert unsaid not in limits
    # The witnesses' and the authority's words never say who held a key or that a source is right.
    assert "not who held it" in limits
    assert "It does not prove that the sources are right." in limits


def test_every_state_of_the_log_has_a_meaning(record: Record) -> None:
    for state in (PASS, ABSENT):
        views = standing_views(
            answered(record, keyring_log=state, witnesses=state, timestamp=state, site_state=state)
        )
        assert [view.id for view in views] == [
            "keyring-log",
            "witnesses",
            "timestamp",
            "site-state",
        ]
        assert all(view.reason == "As said." and view.meaning for view in views)
    failed = answered(record, witnesses=CheckState.FAIL)
    view = standing_views(failed)[1]
    assert (view.state_words, view.meaning) == ("Failed", "")


@pytest.mark.parametrize(
    ("ended", "index", "said"),
    [
        ({}, 5, ""),
        ({"validUntil": 9}, 5, "ended from log entry 9 on. This is entry 5, made before"),
        ({"validUntil": 5}, 5, "This is entry 5, so the signature does not count."),
        ({"validUntil": 9}, None, "The log does not show whether this was signed before that."),
        ({"revoked": (9, False)}, 8, "revoked (lost) from log entry 9 on. This is entry 8, made"),
        ({"revoked": (9, True)}, 8, "revoked for all time (lost): none of its signatures counts."),
        (
            {"validUntil": 12, "revoked": (9, False)},
            10,
            "from log entry 9 on. This is entry 10, so",
        ),
    ],
)
def test_what_became_of_a_key(
    record: Record, ended: dict[str, Any], index: int | None, said: str
) -> None:
    assert record.keyring is not None
    if "revoked" in ended:
        at, retroactive = ended["revoked"]
        ended = {
            **ended,
            "revoked": Revocation(logIndex=at, reason="lost", retroactive=retroactive),
        }
    words = standing(record.keyring.keys[0].model_copy(update=ended), index)
    assert said in words
    assert bool(words) == bool(said)


def test_a_correction_without_the_second_signature_says_who_is_missing(record: Record) -> None:
    first = record.corrections[0]
    alone = replace(first, keyids=first.keyids[:1], signatures=first.signatures[:1])
    views = parties(record, alone)
    assert [view.signed for view in views] == [True, False]
    assert party_words(views) == (
        "ledger-press (publisher) and second-reader (reviewer, not signed)"
    )
    assert all(view.signed for view in parties(record, first))


def test_a_withdrawal_of_another_text_is_no_withdrawal(record: Record) -> None:
    first = record.corrections[0]
    gone = WithdrawalPredicate(
        publisher=first.predicate.publisher,
        reviewer=first.predicate.reviewer,
        withdraws=first.predicate.corrects,
        reason="It named a private person.",
        createdAt="2026-11-14T08:30:00Z",
    )
    signed: Any = replace(first, kind="withdrawal", predicate=gone)
    shown = replace(record, withdrawal=signed, article_bytes=b"", article_sha256="")
    state = assess(shown)
    assert (state.tone, state.failures) == ("withdrawn", ())
    assert "Withdrawn on 14 November 2026" in state.line
    other = replace(shown, withdrawal=replace(signed, subject_sha256="0" * 64))
    assert [check.id for check in assess(other).failures] == ["press-article-digest"]
    # Bytes that are merely gone are not withdrawn.
    lost = replace(record, article_bytes=b"", article_sha256="")
    assert [check.id for check in assess(lost).failures] == ["press-article-digest"]


def test_a_kept_error_page_is_not_an_archived_source(record: Record) -> None:
    found = coverage(record)
    assert (found.archived, found.sources) == (5, 6)
    assert found.total == found.matched + found.unmatched + found.unchecked == 63


def test_no_correction_and_no_trace_are_said(record: Record) -> None:
    state = assess(replace(record, corrections=(), trace=None))
    assert state.tone == "verified"
    assert "no specifics traced" in state.line
    assert "No correction has been published." in state.sentences
