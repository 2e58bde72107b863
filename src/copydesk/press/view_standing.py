"""The log and who watches it, and the keys of the record that no longer count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from copydesk.press import wording
from copydesk.press.signers import key_entry, standing
from copydesk.provenance.checks import CHECKS
from copydesk.provenance.record import Record, Signed

__all__ = ["EndedKeyView", "StandingView", "ended_keys", "standing_views", "statements"]


@dataclass(frozen=True, slots=True)
class StandingView:
    """One question about the log: what the verifier found, and what that means for a reader."""

    id: str
    title: str
    state: str
    state_words: str
    reason: str
    meaning: str


@dataclass(frozen=True, slots=True)
class EndedKeyView:
    """A key that signed something here and that counts no more; one line for each statement."""

    name: str
    keyid: str
    lines: tuple[str, ...]


def standing_views(record: Record) -> tuple[StandingView, ...]:
    """Keyring in the log, witnesses, time, newest state; always all four."""
    views = []
    for name, meanings in wording.STANDING_WORDS.items():
        state = record.verification.state(name)
        reasons = [
            check.reason
            for check in record.verification.checks
            if check.id == name and check.state is state
        ]
        views.append(
            StandingView(
                name,
                CHECKS[name].title,
                state.value,
                wording.CHECK_WORDS[state],
                wording.readable(" ".join(reasons)),
                meanings.get(state, ""),
            )
        )
    return tuple(views)


def statements(record: Record) -> list[tuple[str, Signed[Any]]]:
    """Every statement of the record with its name in words, in the order of the steps."""
    found: list[tuple[str, Signed[Any] | None]] = [
        ("Source set", record.source_set),
        ("Submission", record.submission),
        *((f"Review {number}", item) for number, item in enumerate(record.reviews, 1)),
        ("Publication", record.publication),
        *(
            (f"{item.predicate.kind.capitalize()} {number}", item)
            for number, item in enumerate(record.corrections, 1)
        ),
        ("Withdrawal", record.withdrawal),
    ]
    return [(name, item) for name, item in found if item is not None]


def ended_keys(record: Record) -> tuple[EndedKeyView, ...]:
    """The keys behind this record that were rotated or revoked, and what of theirs stays valid."""
    lines: dict[str, list[str]] = {}
    for name, item in statements(record):
        for keyid in item.keyids:
            words = standing(key_entry(record, keyid), item.log_index)
            if words:
                lines.setdefault(keyid, []).append(f"{name}: {words}")
    views = []
    for keyid, said in lines.items():
        entry = key_entry(record, keyid)
        views.append(EndedKeyView(entry.name if entry else "", keyid, tuple(said)))
    return tuple(views)
