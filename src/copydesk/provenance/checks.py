"""The answer of a verification: a list of checks, each pass, fail or not-present, with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = [
    "ARCHIVE_CHECKS",
    "CHECKS",
    "IMPORT_CHECKS",
    "Check",
    "CheckKind",
    "CheckState",
    "Verification",
    "answer",
]

MAX_REASON = 2_000
"""Characters; no reason that is meant for people has as many."""


class CheckState(StrEnum):
    """``not-present``: what the check needs is not there; it is neither good nor bad news."""

    PASS = "pass"  # noqa: S105 - a word, not a password
    FAIL = "fail"
    NOT_PRESENT = "not-present"


@dataclass(frozen=True, slots=True)
class Check:
    """One check: a stable ``id``, a ``title`` in words, and what it found about ``about``."""

    id: str
    title: str
    state: CheckState
    reason: str
    about: str = ""

    def as_json(self) -> dict[str, Any]:
        """As printed by ``copydesk verify --format json``."""
        return {
            "id": self.id,
            "title": self.title,
            "state": self.state.value,
            "reason": self.reason,
            "about": self.about,
        }


@dataclass(frozen=True, slots=True)
class Verification:
    """All checks of one article. It is never true because nothing was checked."""

    article: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """At least one check passed, none failed, and there is a publication.

        Without the last, whoever takes the publication away could show a text that nobody
        approved, and be told that it verifies.
        """
        states = [check.state for check in self.checks]
        unpublished = any(
            check.id == "publication" and check.state is not CheckState.PASS
            for check in self.checks
        )
        return CheckState.PASS in states and CheckState.FAIL not in states and not unpublished

    def state(self, check_id: str) -> CheckState:
        """The worst state among the checks of that id; not-present when there is none."""
        states = {check.state for check in self.checks if check.id == check_id}
        for state in (CheckState.FAIL, CheckState.NOT_PRESENT, CheckState.PASS):
            if state in states:
                return state
        return CheckState.NOT_PRESENT

    def as_json(self) -> dict[str, Any]:
        """As printed by ``copydesk verify --format json``."""
        counts = {state.value: 0 for state in CheckState}
        for check in self.checks:
            counts[check.state.value] += 1
        return {
            "schema": "copydesk.verification/1",
            "article": self.article,
            "ok": self.ok,
            "counts": counts,
            "checks": [check.as_json() for check in self.checks],
        }


@dataclass(frozen=True, slots=True)
class CheckKind:
    """What a check asks, in words; the documentation is made from these."""

    title: str
    meaning: str


CHECKS: dict[str, CheckKind] = {
    "keyring-chain": CheckKind(
        "Keyring",
        "Every keyring version is signed by the root keys of the version before it and its own.",
    ),
    "keyring-log": CheckKind(
        "Keyring in the log",
        "The log holds every keyring version, in order, and no key begins or ends at an earlier "
        "entry than the version that says so.",
    ),
    "keyring-pin": CheckKind(
        "Pinned keyring", "Version 1 of the keyring is the one that the reader trusts."
    ),
    "form": CheckKind(
        "Form of the statements",
        "Every statement is canonical JSON in a DSSE envelope, of a known kind, without unknown "
        "fields, and every one is accounted for.",
    ),
    "article": CheckKind("Article text", "The statement is about exactly the bytes of article.md."),
    "source-list": CheckKind(
        "Source list", "The source set covers the URLs that the article lists, in order."
    ),
    "captures": CheckKind(
        "Captured bodies", "Every stored body has the hash that the signed source set states."
    ),
    "trace": CheckKind(
        "Trace", "trace.json has the digest that the contributor signed, and is of this text."
    ),
    "signature": CheckKind("Signature", "A key of the keyring signed exactly these bytes."),
    "signer": CheckKind(
        "Signer",
        "The key that signed is the one of the person or bot named, as the keyring names it, holds "
        "the role that the step asks for, and counted at that place of the log.",
    ),
    "references": CheckKind(
        "References",
        "The statement names the very submission, source set, trace, reviews and keyring that "
        "are here.",
    ),
    "publication": CheckKind(
        "Publication", "The newsroom signed that it publishes this text, under this title."
    ),
    "approval": CheckKind("Approval", "The newest review approves this text."),
    "four-eyes": CheckKind(
        "Four eyes",
        "No approving review is by the contributor, nor signed with the same key; a correction or "
        "withdrawal is signed by a publisher and by an editor who is another person and not the "
        "contributor.",
    ),
    "inclusion": CheckKind(
        "Log entry",
        "The statement and its signatures are an entry of the newsroom's log, under a checkpoint "
        "signed by its log key.",
    ),
    "order": CheckKind(
        "Order of the steps",
        "The log holds submission, review, publication, corrections and withdrawal in that order.",
    ),
    "consistency": CheckKind(
        "Log consistency", "The log of today contains the log of each proof, unchanged."
    ),
    "corrections": CheckKind(
        "Corrections", "Each correction names the publication or the correction before it."
    ),
    "withdrawal": CheckKind(
        "Withdrawal", "A tombstone names the newest statement before it; the text is then gone."
    ),
    "witnesses": CheckKind(
        "Witnesses",
        "As many witnesses as the keyring (or the reader's own policy) asks for have countersigned "
        "a checkpoint that holds every statement.",
    ),
    "timestamp": CheckKind(
        "Time",
        "An authority that the reader names has dated a checkpoint that holds every statement.",
    ),
    "site-state": CheckKind(
        "Newest state",
        "The newsroom's signed list of newest statements shows no later one about this article.",
    ),
    "passages": CheckKind(
        "Quoted passages",
        "The passages that a bundle shows stand in the captured bodies, under the signed roots of "
        "their chunks, though the bodies themselves are not passed on.",
    ),
}
"""Every check that ``copydesk verify`` can answer, in the order in which it does."""


ARCHIVE_CHECKS: dict[str, CheckKind] = {
    "archive-file": CheckKind(
        "Web archive", "The files of a WACZ have the hashes that its own manifest states."
    ),
    "archive-records": CheckKind(
        "Archived captures",
        "Each record of a WACZ, its address, time, headers and body, is as the signed source set "
        "says, and no record of it is another's.",
    ),
}
"""What it answers beside these of a WACZ."""

IMPORT_CHECKS: dict[str, CheckKind] = {
    "imported": CheckKind(
        "Imported",
        "The article was read from another system's archive. The newsroom states what it found "
        "there; it has neither reviewed nor published the text, so this never passes.",
    ),
    "import-files": CheckKind(
        "Files of the archive",
        "The archive's own files are kept byte for byte, with the hashes that were signed.",
    ),
    "import-step": CheckKind(
        "Step of the other system",
        "The other system's own signature of that step, checked again from the kept files; and "
        "whether the import statement says of it what is found now. A passed check says that the "
        "archive's key signed these bytes, not whose key that was.",
    ),
}
"""What it answers beside these of an imported article."""


def answer(name: str, state: CheckState, reason: str, about: str = "") -> Check:
    """The check ``name`` of :data:`CHECKS` with what it found about ``about``."""
    title, about = (CHECKS | ARCHIVE_CHECKS | IMPORT_CHECKS)[name].title, _shown(about)
    return Check(name, f"{title}: {about}" if about else title, state, _shown(reason), about)


def _shown(text: str) -> str:
    """The text with what a terminal or a page could obey spelt out, and not endless: names and
    reasons are of the record, which may be hostile.
    """
    if text.isprintable() and len(text) <= MAX_REASON:
        return text
    spelt = (char if char.isprintable() else f"\\u{ord(char):04x}" for char in text[:MAX_REASON])
    return "".join(spelt) + ("…" if len(text) > MAX_REASON else "")
