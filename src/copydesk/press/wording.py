"""The words of the reader's pages: one place, so that a page never says two things of one state.

Every state is text. Nothing here knows HTML; the templates only lay these words out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from copydesk.provenance.checks import CheckState
from copydesk.report import Kind, Quality, Severity, Status

__all__ = [
    "CHECK_WORDS",
    "GLOSSARY",
    "KIND_WORDS",
    "MATCHED",
    "MONTHS",
    "QUALITY_WORDS",
    "RESOLUTION_WORDS",
    "SEVERITY_WORDS",
    "STANDING_WORDS",
    "STATUS_ORDER",
    "STATUS_WORDS",
    "VERDICT_SENTENCES",
    "VERDICT_WORDS",
    "amendments",
    "count",
    "day",
    "moment",
    "number",
    "readable",
    "sentence_case",
    "size",
]

_TIME = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

MATCHED = frozenset({Status.TRACED, Status.DERIVED})

# Problems first: the order in which the record page lists the groups of specifics.
STATUS_ORDER = (
    Status.CONTRADICTED,
    Status.MISATTRIBUTED,
    Status.UNTRACED,
    Status.UNBOUND,
    Status.UNVERIFIABLE,
    Status.DERIVED,
    Status.TRACED,
)

STATUS_WORDS: dict[Status, tuple[str, str]] = {
    Status.CONTRADICTED: (
        "Contradicted",
        "A passage of a source about the same thing says something else.",
    ),
    Status.MISATTRIBUTED: (
        "Misattributed",
        "Found, about the same thing, only in a source that the passage does not cite.",
    ),
    Status.UNTRACED: ("Untraced", "Found in none of the archived sources."),
    Status.UNBOUND: (
        "Unbound",
        "The words stand in a source, but in a passage about something else. An editor must judge.",
    ),
    Status.UNVERIFIABLE: (
        "Unverifiable",
        "Could not be checked: no whole copy exists of a source that the passage cites.",
    ),
    Status.DERIVED: (
        "Derived",
        "Follows from values in the sources by the arithmetic given.",
    ),
    Status.TRACED: (
        "Traced",
        "Found in a passage about the same thing, in a source that the article cites.",
    ),
}

KIND_WORDS: dict[Kind, str] = {
    Kind.QUOTE: "quotation",
    Kind.NUMBER: "number",
    Kind.MONEY: "sum of money",
    Kind.PERCENT: "percentage",
    Kind.DATE: "date",
    Kind.DURATION: "duration",
    Kind.VERSION: "version",
    Kind.IDENTIFIER: "identifier",
    Kind.NAME: "name",
    Kind.SUPERLATIVE: "superlative",
}

QUALITY_WORDS: dict[Quality, tuple[str, str]] = {
    Quality.OK: ("Usable", "The page’s text was read."),
    Quality.PARTIAL: (
        "In part",
        "Only a part of the page’s text was received; it supports nothing alone.",
    ),
    Quality.PAYWALLED: (
        "Behind a paywall",
        "Only the text before the paywall was received; it supports nothing alone.",
    ),
    Quality.BLOCKED: (
        "Blocked",
        "The site refused the request; there is nothing to check against.",
    ),
    Quality.SCRIPT_ONLY: ("Script only", "The page holds no text unless its scripts run."),
    Quality.CONSENT: ("Consent page", "The site answered with a consent form, not the page."),
    Quality.EMPTY: ("Empty", "The answer holds no text."),
    Quality.WRONG_PAGE: ("Another page", "The site answered with another page than the cited one."),
    Quality.MISSING: ("No copy", "Nothing could be captured."),
}

CHECK_WORDS: dict[CheckState, str] = {
    CheckState.PASS: "Passed",
    CheckState.FAIL: "Failed",
    CheckState.NOT_PRESENT: "Not present",
}

SEVERITY_WORDS: dict[Severity, str] = {
    Severity.ERROR: "Error",
    Severity.WARNING: "Warning",
    Severity.NOTE: "Note",
}

RESOLUTION_WORDS = {
    "accepted": "Accepted as it stands",
    "dismissed": "Dismissed by the editor",
    "concern": "Raised as a concern",
    "clarification": "Published with a clarification",
}

VERDICT_WORDS = {
    "approve": "Approved",
    "approve-with-corrections": "Approved with corrections",
    "request-changes": "Changes requested",
    "reject": "Rejected",
}

VERDICT_SENTENCES = {
    "approve": "{who} approved the article for publication.",
    "approve-with-corrections": "{who} approved the article for publication, with {notes} "
    "to be published beside it.",
    "request-changes": "{who} asked for changes and did not approve this text.",
    "reject": "{who} rejected the article.",
}

# What the log and those who watch it say, for a reader; the verifier's own sentence stands beside it.
STANDING_WORDS: dict[str, dict[CheckState, str]] = {
    "keyring-log": {
        CheckState.PASS: "A key cannot be added, ended or exchanged afterwards without the log "
        "showing it.",
        CheckState.NOT_PRESENT: "From which entry a key counts is so far the keyring’s own word.",
    },
    "witnesses": {
        CheckState.PASS: "Others have seen the same log and signed that it only grew.",
        CheckState.NOT_PRESENT: "So far not enough others vouch that everybody is shown the log "
        "that holds all of this.",
    },
    "timestamp": {
        CheckState.PASS: "All of this had been signed by then, and maybe long before.",
        CheckState.NOT_PRESENT: "No date from outside the newsroom was checked for this page; the "
        "times are those that the signers stated.",
    },
    "site-state": {
        CheckState.PASS: "The newsroom’s signed list of newest statements agrees with this record. "
        "It says nothing about what was signed later.",
        CheckState.NOT_PRESENT: "No signed list says that this is the newest about the article.",
    },
}

GLOSSARY: tuple[tuple[str, str], ...] = (
    (
        "Provenance Record",
        (
            "Everything that was signed about one article: what it cites, who wrote, checked and "
            "published it, what was questioned and what was corrected."
        ),
    ),
    (
        "Article SHA-256",
        (
            "A fingerprint of the article file’s exact bytes. Change one byte and the fingerprint is "
            "another."
        ),
    ),
    (
        "Submission hash",
        "The fingerprint of the statement with which the contributor handed the article in.",
    ),
    (
        "Contributor id",
        "Who wrote the article: a person or a bot, known by a signing key.",
    ),
    (
        "Generator",
        "The model that a bot contributor or a bot editor ran on.",
    ),
    (
        "Capture",
        (
            "The copy of a source that was received and kept: the exact bytes, when, from which "
            "address, after which redirects."
        ),
    ),
    (
        "Specific",
        (
            "One checkable item in the article: a quotation, number, sum, percentage, date, duration, "
            "version, identifier, name or superlative."
        ),
    ),
    (
        "Trace",
        (
            "The report that links every specific to the words of a source, or says that it found "
            "none."
        ),
    ),
    (
        "Review",
        (
            "An editor’s signed decision on exactly this text, with what was questioned and how it was "
            "resolved."
        ),
    ),
    (
        "Concern",
        "What an editor questioned, with how it was resolved.",
    ),
    (
        "Clarification",
        "What a reader should know beside a passage, although the passage stands.",
    ),
    (
        "Correction",
        (
            "A signed statement, made after publication, that something in the article was wrong or "
            "needs a word more. The article’s bytes stay as they were signed."
        ),
    ),
    (
        "Signature",
        (
            "Proof that the holder of a key signed exactly these bytes. It says who vouches for them, "
            "not that they are true."
        ),
    ),
    (
        "Key id",
        "The fingerprint of a public key. The newsroom’s keyring says whose it is.",
    ),
    (
        "Log",
        (
            "The newsroom’s list of everything that it signed. Entries can be added but not changed "
            "or removed without it showing."
        ),
    ),
    (
        "Checkpoint",
        "A signed summary of the whole log at one moment.",
    ),
    (
        "Witness",
        (
            "Somebody beside the newsroom who countersigns checkpoints, and only those of a log that "
            "grew from the one they saw before."
        ),
    ),
    (
        "Retraction",
        "The newsroom takes the article back. Its text stays, below that notice.",
    ),
    (
        "Withdrawal",
        (
            "The text itself is taken away. Its fingerprint, the reason and everything that was "
            "signed about it stay."
        ),
    ),
)


def number(value: int) -> str:
    """``1034`` as ``1,034``."""
    return f"{value:,}"


def count(value: int, one: str, many: str | None = None) -> str:
    """``1 source``, ``2 sources``, ``no sources``."""
    if value == 0:
        return f"no {many or one + 's'}"
    return f"{number(value)} {one if value == 1 else many or one + 's'}"


def amendments(kinds: Sequence[str]) -> str:
    """``1 correction``, ``2 corrections, 1 clarification``: each kind under its own name."""
    return ", ".join(count(kinds.count(kind), kind) for kind in dict.fromkeys(kinds))


def sentence_case(text: str) -> str:
    """``text`` with its first letter a capital, the rest as it stands."""
    return text[:1].upper() + text[1:]


def _parts(time: str) -> tuple[int, int, int, str] | None:
    """Year, month, day and ``HH:MM`` of a statement’s time; ``None`` where it is not a date.

    The form was checked when the statement was parsed, but ``2026-99-99`` has that form too.
    """
    try:
        year, month, date = int(time[:4]), int(time[5:7]), int(time[8:10])
    except ValueError:
        return None
    if not (1 <= month <= 12 and 1 <= date <= 31):
        return None
    return year, month, date, time[11:16]


def day(time: str) -> str:
    """``2026-11-09T09:59:00Z`` as ``9 November 2026``; as it stands when it is no date."""
    parts = _parts(time)
    return f"{parts[2]} {MONTHS[parts[1] - 1]} {parts[0]}" if parts else time


def moment(time: str) -> str:
    """``2026-11-09T09:59:00Z`` as ``9 November 2026, 09:59 UTC``."""
    parts = _parts(time)
    return f"{day(time)}, {parts[3]} UTC" if parts else time


def readable(reason: str) -> str:
    """A verifier's sentence with its times as a reader knows them."""
    return _TIME.sub(lambda found: moment(found[0]), reason)


def size(octets: int) -> str:
    """A size for people: ``812 bytes``, ``48.2 kB``, ``1.3 MB`` (powers of ten)."""
    if octets < 1000:
        return count(octets, "byte") if octets else "0 bytes"
    for unit in ("kB", "MB", "GB"):
        octets_in_unit = octets / {"kB": 1e3, "MB": 1e6, "GB": 1e9}[unit]
        if octets_in_unit < 999.95:
            return f"{octets_in_unit:.1f} {unit}"
    return f"{octets / 1e12:.1f} TB"
