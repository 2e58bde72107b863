"""The state of a record in words, computed from the verifier's checks and nothing else.

No flag is read: what the page says of a signature is what :class:`Verification` answered when the
record was loaded, and what it says of the trace is counted from the trace whose digest was signed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from copydesk.errors import VerificationError
from copydesk.press import wording
from copydesk.press.signed_trace import signed_trace
from copydesk.press.signers import signer_name
from copydesk.provenance.checks import Check, CheckState
from copydesk.provenance.record import Record
from copydesk.provenance.statements import CaptureEntry
from copydesk.report import Quality, Status

__all__ = ["Coverage", "State", "assess", "coverage", "require_verified"]

# More failing checks than this are counted, not listed, in the error's one sentence.
MAX_NAMED_FAILURES = 5

# These checks are about who signed. When nothing else fails, and what cannot hold without a known
# signer, the text itself is not in doubt.
_ABOUT_SIGNERS = frozenset({"signer", "keyring-pin"})
_FOLLOWS = frozenset({"approval", "four-eyes"})

_LIMITS = (
    "It does not prove that the sources are right. It shows what their archived copies say.",
    (
        "A traced specific is a match of words and values, found by a program. Whether the article "
        "reads the source fairly is the editor’s judgement."
    ),
    (
        "Names stand in the newsroom’s own keyring. The record shows that one key signed, not who "
        "held it."
    ),
    (
        "Times are those that the signers and the capturing program stated. The log fixes the order "
        "of the statements, not the hour."
    ),
    "A capture is what one program received once. Other visitors may have been shown another page.",
)
_USABLE = frozenset(quality.value for quality in Quality if quality.usable)
_NO_WITNESS = (
    "No witness outside the newsroom has countersigned the log, so the newsroom could show "
    "different logs to different people."
)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far the specifics are supported. Every specific is in exactly one of the three counts."""

    total: int
    matched: int
    unchecked: int
    archived: int
    sources: int

    @property
    def unmatched(self) -> int:
        """Checked against the sources and not supported as it stands."""
        return self.total - self.matched - self.unchecked

    @property
    def sentence(self) -> str:
        """``61 of 63 specifics matched to 6 archived sources, 2 not matched``; both numbers, always."""
        if self.total == 0:
            return "no specifics traced"
        words = (
            f"{wording.number(self.matched)} of {wording.count(self.total, 'specific')} "
            f"matched to {wording.count(self.archived, 'archived source')}"
        )
        if self.unmatched:
            words += f", {wording.number(self.unmatched)} not matched"
        if self.unchecked:
            words += f", {wording.number(self.unchecked)} could not be checked"
        return words


@dataclass(frozen=True, slots=True)
class State:
    """What a reader is told first.

    ``tone`` is ``verified``, ``corrected``, ``retracted``, ``unrecognised`` or ``failed``; it only
    chooses a rule's weight on the page, since ``headline`` says the same in words.
    """

    tone: str
    headline: str
    line: str
    tallies: tuple[tuple[str, str], ...]
    sentences: tuple[str, ...]
    limits: tuple[str, ...]
    failures: tuple[Check, ...]

    @property
    def failed(self) -> bool:
        """Whether the record does not verify."""
        return bool(self.failures)


def failing_checks(record: Record) -> tuple[Check, ...]:
    """The checks that failed, and one more where nothing was checked or the bytes are others.

    The digest of the article's bytes is computed here once more: it is the one promise that each
    page makes in words, and no page may make it on a stale result.
    """
    failures = [c for c in record.verification.checks if c.state is CheckState.FAIL]
    digest = hashlib.sha256(record.article_bytes).hexdigest()
    signed = record.publication.subject_sha256 if record.publication else record.article_sha256
    if not digest == record.article_sha256 == signed:
        failures.append(
            Check(
                "press-article-digest",
                "Article bytes",
                CheckState.FAIL,
                "The bytes at hand are not those that the publication names.",
                record.folder,
            )
        )
    if not failures and not record.verification.ok:
        failures.append(
            Check(
                "press-something-checked",
                "Anything checked",
                CheckState.FAIL,
                "The verifier made no check that passed, so nothing can be said.",
                record.folder,
            )
        )
    return tuple(failures)


def check_title(check: Check) -> str:
    """The check's title without what it is about: the verifier's title may end with that."""
    return check.title.removesuffix(f": {check.about}") if check.about else check.title


def require_verified(record: Record) -> None:
    """Refuse to build pages for a published record that does not verify.

    Raises:
        VerificationError: names the failing checks.
    """
    failures = failing_checks(record)
    if not failures:
        return
    named = "; ".join(f"{c.id}: {c.reason}" for c in failures[:MAX_NAMED_FAILURES])
    more = len(failures) - MAX_NAMED_FAILURES
    raise VerificationError(
        f"{record.folder} does not verify, so its state cannot be shown: {named}"
        + (f"; and {more} more." if more > 0 else ""),
        fix="Run `copydesk verify` on it; restore the signed files, or build with failing pages "
        "allowed to show the failure.",
        location=record.folder,
    )


def coverage(record: Record) -> Coverage:
    """Count the specifics of the signed trace by what became of them."""
    statuses = [item.status for item in signed_trace(record).specifics]
    entries = record.source_set.predicate.sources if record.source_set else []
    archived = sum(any(is_usable(c) for c in entry.captures) for entry in entries)
    return Coverage(
        total=len(statuses),
        matched=sum(status in wording.MATCHED for status in statuses),
        unchecked=sum(status is Status.UNVERIFIABLE for status in statuses),
        archived=archived,
        sources=len(entries),
    )


def is_usable(capture: CaptureEntry) -> bool:
    """Whether a body was kept and its text may serve as evidence: a kept error page may not."""
    return capture.outcome == "stored" and capture.quality in _USABLE


def assess(record: Record) -> State:
    """The state of the record, from its checks."""
    failures = failing_checks(record)
    if failures:
        return _failed(record, failures)
    signer = signer_name(record, record.publication) if record.publication else ""
    retracted = any(c.predicate.kind == "retraction" for c in record.corrections)
    tone = "retracted" if retracted else "corrected" if record.corrections else "verified"
    headline = {
        "retracted": "This article has been retracted. The record is intact.",
        "corrected": "Published with corrections. Signed, and the text is unchanged.",
        "verified": "Signed, and the text is unchanged.",
    }[tone]
    return State(
        tone,
        headline,
        _line(record, signer),
        _tallies(record),
        (
            *_signing(record, signer),
            _matching(record),
            *_keeping(record),
            *_amending(record),
            _checking(record),
        ),
        _limits(record),
        (),
    )


def _limits(record: Record) -> tuple[str, ...]:
    witnessed = any(
        c.id == "witnesses" and c.state is CheckState.PASS for c in record.verification.checks
    )
    return _LIMITS if witnessed else (*_LIMITS, _NO_WITNESS)


def _line(record: Record, signer: str) -> str:
    parts = [f"Signed by {signer}" if signer else "Signer not recognised"]
    parts.append(coverage(record).sentence)
    if record.corrections:
        parts.append(_amendments(record))
    return " · ".join(parts)


def _amendments(record: Record) -> str:
    """``1 correction``, ``2 corrections, 1 clarification``: each kind under its own name."""
    kinds = [signed.predicate.kind for signed in record.corrections]
    return ", ".join(wording.count(kinds.count(kind), kind) for kind in dict.fromkeys(kinds))


def _signing(record: Record, signer: str) -> list[str]:
    if record.publication is None:
        return ["The article has not been published."]
    on = wording.day(record.publication.predicate.publishedAt)
    out = [
        (
            f"The text is, byte for byte, the text that {signer or 'a key that the newsroom’s keyring does not list'} "
            f"signed for publication on {on}."
        )
    ]
    if record.reviews:
        last = record.reviews[-1]
        who = signer_name(record, last) or last.predicate.reviewer.id
        verdict = wording.VERDICT_WORDS[last.predicate.verdict].lower()
        out.append(
            f"Before that, {who} reviewed exactly this text and signed the verdict: {verdict}."
        )
    return out


def _matching(record: Record) -> str:
    found = coverage(record)
    if found.total == 0:
        return "No trace of the article’s specifics is in this record."
    open_ones = found.unmatched + found.unchecked
    if not open_ones:
        return "Every specific that the trace found in the article matches an archived source."
    verb = "is" if open_ones == 1 else "are"
    return (
        f"{wording.number(open_ones)} of the article’s {wording.count(found.total, 'specific')} "
        f"{verb} not supported by an archived source as it stands in the text; "
        "they are listed first below, each with the reason."
    )


def _keeping(record: Record) -> list[str]:
    """What is not said of the stored bodies unless they were hashed again."""
    if record.source_set is None or record.verification.state("captures") is CheckState.PASS:
        return []
    return [
        (
            "The stored copies of the sources were not at hand when this page was built, so whether "
            "they match their hashes could not be checked."
        )
    ]


def _tallies(record: Record) -> tuple[tuple[str, str], ...]:
    """The figures of the record, each with what it counts."""
    found = coverage(record)
    states = [check.state for check in record.verification.checks]
    figures = [(wording.number(states.count(CheckState.PASS)), "checks passed, none failed")]
    if found.total:
        figures = [
            (wording.number(found.matched), f"of {found.total} specifics matched"),
            (wording.number(found.unmatched), "not matched as they stand"),
            (wording.number(found.unchecked), "could not be checked"),
            (wording.number(found.archived), f"of {found.sources} sources archived, usable"),
            *figures,
        ]
    return tuple(figures)


def _amending(record: Record) -> list[str]:
    if not record.corrections:
        return ["No correction has been published."]
    return [f"Since publication the newsroom has signed {_amendments(record)}; see below."]


def _checking(record: Record) -> str:
    states = [check.state for check in record.verification.checks]
    absent = states.count(CheckState.NOT_PRESENT)
    words = (
        f"{wording.count(states.count(CheckState.PASS), 'check')} passed and "
        f"{states.count(CheckState.FAIL) or 'none'} failed"
    )
    if absent:
        need = "it needs" if absent == 1 else "they need"
        words += f"; {absent} could not be made, because what {need} is not present"
    return wording.sentence_case(f"{words}.")


def _failed(record: Record, failures: tuple[Check, ...]) -> State:
    failed = {check.id for check in failures}
    if failed & _ABOUT_SIGNERS and failed <= _ABOUT_SIGNERS | _FOLLOWS:
        tone, headline = "unrecognised", "Signer not recognised."
        first = (
            "No check found the text changed. But a statement is signed by a key that is unknown, "
            "or that does not count for that step, so its signature says nothing. That is not the "
            "same as a changed text."
        )
    else:
        tone, headline = "failed", "This does not match the record."
        first = (
            "What is shown here is not what was signed, or the record is incomplete. Do not rely "
            "on it before the newsroom has explained the checks below."
        )
    return State(
        tone,
        headline,
        f"{len(failures)} of {wording.count(len(record.verification.checks), 'check')} failed",
        (),
        (first, _checking(record)),
        _limits(record),
        failures,
    )
