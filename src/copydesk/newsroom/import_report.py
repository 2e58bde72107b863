"""What an import did: counts that add up as stories pass, and everything that does not fit."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from copydesk.importers.herald_captures import CaptureState
from copydesk.importers.herald_signatures import OUTCOME_WORDS, Outcome
from copydesk.importers.unfit import Unfit
from copydesk.provenance.imported import ImportedPredicate

__all__ = ["SCHEMA", "ImportReport", "LeftOut", "StoryState"]

SCHEMA = "copydesk.import/1"

# Problems that are listed one by one; all are counted.
MAX_LISTED = 10_000
_LINES = 20

_STATE_WORDS = {
    CaptureState.MATCHES: "have their recorded hash",
    CaptureState.LINE_ENDS: "have it once line ends are converted back (shown)",
    CaptureState.LINE_ENDS_LIKELY: "differ as converted line ends would (likely, not shown)",
    CaptureState.DIFFERS: "are other bytes than those recorded",
    CaptureState.NO_HASH: "have no recorded hash",
    CaptureState.NOT_STORED: "were never stored",
    CaptureState.UNREADABLE: "cannot be read",
}


class StoryState(StrEnum):
    """What became of one story."""

    IMPORTED = "imported"
    ALREADY = "already-imported"
    CHANGED = "changed-since"
    """Imported before; the archive now holds other bytes. What was imported stays as it is."""
    LEFT_OUT = "left-out"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A story that was not imported, and why."""

    key: str
    state: StoryState
    reason: str

    def as_json(self) -> dict[str, str]:
        """For ``--format json``."""
        return {"story": self.key, "state": str(self.state), "reason": self.reason}


@dataclass
class ImportReport:
    """The sum of an import. It grows while stories pass; nothing in it grows without a limit."""

    archive: str
    newsroom: str
    signer: str
    commit: str | None = None
    stories: Counter[StoryState] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    signatures: dict[str, Counter[str]] = field(default_factory=dict)
    hashes: dict[str, Counter[bool]] = field(default_factory=dict)
    captures: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    left_out: list[LeftOut] = field(default_factory=list)
    unfit: list[Unfit] = field(default_factory=list)

    def add(self, state: StoryState, said: ImportedPredicate) -> None:
        """Count a story that is in the newsroom, by what its statement says."""
        self.stories[state] += 1
        for step in said.steps:
            self.steps[step.step] += 1
            if step.signature.outcome != "not-signed":
                self.signatures.setdefault(step.step, Counter())[step.signature.outcome] += 1
            for stated in step.hashes:
                self.hashes.setdefault(stated.name, Counter())[stated.matches] += 1
        self.captures.update(each.state for each in said.captures)

    def leave_out(self, key: str, reason: str, state: StoryState = StoryState.LEFT_OUT) -> None:
        """Count a story that was not imported."""
        self.stories[state] += 1
        if len(self.left_out) < MAX_LISTED:
            self.left_out.append(LeftOut(key, state, reason))

    def note(self, unfit: Unfit) -> None:
        """Count something that does not fit."""
        self.kinds[str(unfit.kind)] += 1
        if len(self.unfit) < MAX_LISTED:
            self.unfit.append(unfit)

    @property
    def unchanged(self) -> bool:
        """Whether the newsroom is as it was."""
        return not self.stories[StoryState.IMPORTED]

    def as_json(self) -> dict[str, Any]:
        """For ``--format json``."""
        return {
            "schema": SCHEMA,
            "archive": self.archive,
            "format": "machine-herald",
            "commit": self.commit,
            "newsroom": self.newsroom,
            "signed_by": self.signer,
            "changed": not self.unchanged,
            "stories": {str(state): self.stories[state] for state in StoryState},
            "steps": dict(sorted(self.steps.items())),
            "signatures": {step: dict(sorted(n.items())) for step, n in self.signatures.items()},
            "hashes": {
                name: {"match": n[True], "differ": n[False]} for name, n in self.hashes.items()
            },
            "captures": {str(state): self.captures[state] for state in CaptureState},
            "not_imported": [each.as_json() for each in self.left_out],
            "unfit": {
                "count": sum(self.kinds.values()),
                "by_kind": dict(sorted(self.kinds.items())),
                "list": [each.as_json() for each in self.unfit],
            },
        }

    def as_text(self) -> str:
        """For a person."""
        return "\n".join([*self._head(), *self._signed(), *self._captured(), *self._problems()])

    def _head(self) -> list[str]:
        new, old = self.stories[StoryState.IMPORTED], self.stories[StoryState.ALREADY]
        first = (
            f"Nothing was changed: {old} articles were here already."
            if self.unchanged
            else f"{new} articles imported; {old} were here already."
        )
        commit = f" (commit {self.commit})" if self.commit else ""
        return [
            first,
            f"  from {self.archive}{commit}, Machine Herald format",
            f"  into {self.newsroom}; the import statements are signed by {self.signer}",
            "  They say what was found in the archive. They approve nothing, and no article is",
            "  published by being imported.",
        ]

    def _signed(self) -> list[str]:
        lines = ["Signatures of the archive:"]
        for step, counts in sorted(self.signatures.items(), reverse=True):
            lines += [f"  {step}: {n} {_words(outcome, n)}" for outcome, n in counts.most_common()]
        reviews = self.steps["review"] + self.steps["earlier-review"]
        lines.append(f"  reviews: {reviews}; corrections: {self.steps['correction']}; none signed")
        lines += [
            f"  {name}: {found[True]} of {found.total()} as stated"
            for name, found in sorted(self.hashes.items())
        ]
        return lines

    def _captured(self) -> list[str]:
        total = self.captures.total()
        return [
            f"Captured pages: {total}",
            *(
                f"  {self.captures[state]} {words}"
                for state, words in _STATE_WORDS.items()
                if self.captures[state]
            ),
        ]

    def _problems(self) -> list[str]:
        count = self.stories[StoryState.LEFT_OUT] + self.stories[StoryState.CHANGED]
        lines = [f"Stories not imported: {count}"]
        lines += _first([f"  {each.key}: {each.reason}" for each in self.left_out], count)
        total = sum(self.kinds.values())
        lines.append(f"What does not fit: {total}")
        lines += _first([f"  {u.path}: {u.reason} [{u.kind}]" for u in self.unfit], total)
        return lines


def _words(outcome: str, count: int) -> str:
    words = OUTCOME_WORDS[Outcome(outcome)]
    plural = {"verifies": "verify", "does": "do", "is": "are"}
    first, _, rest = words.partition(" ")
    return words if count == 1 else f"{plural.get(first, first)} {rest}".rstrip()


def _first(lines: list[str], total: int) -> list[str]:
    shown = lines[:_LINES]
    if total > len(shown):
        shown.append(f"  … and {total - len(shown):,} more; --format json lists them")
    return shown
