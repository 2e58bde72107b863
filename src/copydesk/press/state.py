"""The state of a record in words, computed from the verifier's checks and nothing else.

No flag is read: what the page says of a signature is what :class:`Verification` answered when the
record was loaded, and what it says of the trace is counted from the trace whose digest was signed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from copydesk.errors import VerificationError
from copydesk.press import wording
from copydesk.press.limits import limits
from copydesk.press.signed_trace import signed_trace
from copydesk.press.signers import parties, party_words, signer_name
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

_HEADLINES = {
    "withdrawn": "This article has been withdrawn. Its record is intact.",
    "retracted": "This article has been retracted. The record is intact.",
    "corrected": "Published with {amendments}. Signed, and the text is unchanged.",
    "verified": "Signed, and the text is unchanged.",
}
_USABLE = frozenset(quality.value for quality in Quality if quality.usable)


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

    ``tone`` is ``verified``, ``corrected``, ``retracted``, ``withdrawn``, ``unrecognised`` or
    ``failed``; it only chooses a rule's weight on the page, since ``headline`` says the same in
    words.
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
    page makes in words, and no page may make it on a stale result. Of a withdrawn article there are
    no bytes; its tombstone must then be about the very text that was published.
    """
    failures = [c for c in record.verification.checks if c.state is CheckState.FAIL]
    reason = _other_text(record)
    if reason:
        failures.append(
            Check("press-article-digest", "Article bytes", CheckState.FAIL, reason, record.folder)
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


def _other_text(record: Record) -> str:
    """Why the text at hand, or the one withdrawn, is not the one that was published."""
    signed = record.publication.subject_sha256 if record.publication else record.article_sha256
    if record.withdrawal is not None:
        same = record.withdrawal.subject_sha256 == signed
        return "" if same else "The withdrawal is of another text than the publication."
    digest = hashlib.sha256(record.article_bytes).hexdigest()
    same = digest == record.article_sha256 == signed
    return "" if same else "The bytes at hand are not those that the publication names."


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
    found = coverage(record)
    signer = signer_name(record, record.publication) if record.publication else ""
    retracted = any(c.predicate.kind == "retraction" for c in record.corrections)
    tone = "retracted" if retracted else "corrected" if record.corrections else "verified"
    if record.withdrawal is not None:
        tone = "withdrawn"
    return State(
        tone,
        _HEADLINES[tone].format(amendments=_amendments(record)),
        _line(record, signer, found),
        _tallies(record, found),
        _sentences(record, signer, found),
        limits(record),
        (),
    )


def _sentences(record: Record, signer: str, found: Coverage) -> tuple[str, ...]:
    text = _withdrawing(record, signer)
    if record.withdrawal is None:
        text = [*_signing(record, signer), _matching(found)]
    return (
        *text,
        *_keeping(record),
        *_amending(record),
        *_newest(record),
        _checking(record),
    )


def _line(record: Record, signer: str, found: Coverage) -> str:
    if record.withdrawal is not None:
        when = wording.day(record.withdrawal.predicate.createdAt)
        who = party_words(parties(record, record.withdrawal))
        return f"Withdrawn on {when}, signed by {who}"
    parts = [
        f"Retracted on {wording.day(signed.predicate.createdAt)}"
        for signed in record.corrections
        if signed.predicate.kind == "retraction"
    ][:1]
    parts.append(f"Signed by {signer}" if signer else "Signer not recognised")
    parts.append(found.sentence)
    if record.corrections:
        parts.append(_amendments(record))
    return " · ".join(parts)


def _amendments(record: Record) -> str:
    return wording.amendments([signed.predicate.kind for signed in record.corrections])


def _withdrawing(record: Record, signer: str) -> list[str]:
    """What was published, and that it is gone."""
    if record.publication is None or record.withdrawal is None:
        return []
    first = wording.day(record.publication.predicate.publishedAt)
    last = wording.day(record.withdrawal.predicate.createdAt)
    who = party_words(parties(record, record.withdrawal))
    return [
        (
            f"{signer or 'A key that the newsroom’s keyring does not list'} signed the article for "
            f"publication on {first}. On {last} its text and its trace were taken away; the "
            f"withdrawal is signed by {who}."
        ),
        (
            "What was signed about the text stays: who wrote, reviewed, published and withdrew it, "
            "when, and the SHA-256 of what is gone."
        ),
    ]


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


def _matching(found: Coverage) -> str:
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


def _tallies(record: Record, found: Coverage) -> tuple[tuple[str, str], ...]:
    """The figures of the record, each with what it counts."""
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
        return [] if record.withdrawal else ["No correction has been published."]
    if record.withdrawal is not None:
        return [f"Before that the newsroom had signed {_amendments(record)}; see below."]
    return [f"Since publication the newsroom has signed {_amendments(record)}; see below."]


def _newest(record: Record) -> list[str]:
    """What the newsroom's signed list says, if it was there and agrees."""
    found = [c for c in record.verification.checks if c.id == "site-state"]
    return [wording.readable(c.reason) for c in found if c.state is CheckState.PASS]


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
        limits(record),
        failures,
    )
