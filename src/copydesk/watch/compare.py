"""The ladder: what a source says now, beside what it said when the article was traced.

A pure function. The best verdict that can be proved is given, and nothing is called gone or changed
because the newsroom was not let in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from copydesk.report import Quality
from copydesk.watch.anchors import find_changes
from copydesk.watch.model import Anchor, AnchorState, Change, Comparison, Kept, Seen, Verdict
from copydesk.watch.notices import find_notices
from copydesk.watch.prose import prose, survival

__all__ = ["DAYS_WITHOUT_HOST", "REPLACED_BELOW", "compare"]

REPLACED_BELOW = 150
"""Thousandths of the old text that must survive, or else it is another page."""

DAYS_WITHOUT_HOST = 3
"""Days in a row on which a host did not exist, from which its pages are called gone."""

# Captures that stand in the page's place and say nothing about it.
_NOT_THE_PAGE = frozenset({Quality.BLOCKED, Quality.CONSENT, Quality.SCRIPT_ONLY})
# Answers by which a server says who may come in, not what is there.
_REFUSING = frozenset({401, 402, 403, 407, 429, 451, 999})
_NOT_NOW = 503
_GONE = frozenset({404, 410})
_CUT = frozenset({Quality.PAYWALLED, Quality.PARTIAL})
_WRONG = frozenset({AnchorState.CHANGED, AnchorState.LOST})


def compare(kept: Kept, anchors: Sequence[Anchor], seen: Seen) -> Comparison:
    """The verdict on one source.

    ``gone`` and ``replaced`` are said on one answer; that they were confirmed is the caller's affair.
    """
    specifics = tuple(sorted({anchor.specific for anchor in anchors}))
    missing = _no_page(seen)
    if missing is not None:
        return Comparison(*missing, specifics)
    if kept.digests and seen.digests == kept.digests:
        return Comparison(Verdict.BYTES_SAME, "Every byte is as it was.", specifics)
    if seen.text is None:
        return Comparison(Verdict.UNREACHABLE, "No body came.", specifics)
    not_had = {anchor.specific for anchor in anchors if not anchor.had}
    found = find_changes(anchors, kept.text, seen.text)
    changes = tuple(change for change in found if change.specific not in not_had)
    case = _Case(
        kept, seen, specifics, changes,
        unseen=len(found) - len(changes),
        left=survival(kept.text, seen.text) if kept.text is not None else None,
    )  # fmt: skip
    verdict, reason = case.judged()
    notices = find_notices(kept.text, seen.text) if kept.text is not None else ()
    return Comparison(verdict, reason, specifics, changes, case.left, notices)


def _no_page(seen: Seen) -> tuple[Verdict, str] | None:
    """The verdict where what came cannot be the page, by what the server or the network says."""
    said = seen.reason.rstrip(".")
    if not seen.stored:
        return _no_answer(seen, said)
    status = seen.status or 0
    if status in _GONE and seen.quality is not Quality.BLOCKED:
        return Verdict.GONE, f"The server says that the page is not there (HTTP {status})."
    refused = seen.quality is Quality.BLOCKED and status != _NOT_NOW
    challenge = seen.text is not None and seen.text.signal("challenge") is not None
    if status in _REFUSING or (status >= 400 and (refused or challenge)):
        return Verdict.BLOCKED, f"{said or f'The server refuses access (HTTP {status})'}."
    if status >= 400:
        return Verdict.UNREACHABLE, f"The server answered with an error (HTTP {status})."
    return None


def _no_answer(seen: Seen, said: str) -> tuple[Verdict, str]:
    if seen.problem == "no-such-host":
        days = seen.days_without_host
        if days >= DAYS_WITHOUT_HOST:
            return Verdict.GONE, f"Its host does not exist any more: so on {days} days in a row."
        none = said or "There is no such host"
        return (
            Verdict.UNREACHABLE,
            f"{none}. After {DAYS_WITHOUT_HOST} days of it ({days} so far) it is gone.",
        )
    if seen.problem.startswith("robots-"):
        return Verdict.BLOCKED, f"{said}."
    return Verdict.UNREACHABLE, f"{said or 'No body came'}."


@dataclass(frozen=True, slots=True)
class _Case:
    """Two texts of one source, and what the anchors say. ``unseen``: how many specifics may stand
    in captures that could not be had this time.
    """

    kept: Kept
    seen: Seen
    specifics: tuple[int, ...]
    changes: tuple[Change, ...]
    unseen: int
    left: int | None

    @property
    def wrong(self) -> list[Change]:
        """The changes that cost the article its evidence."""
        return [change for change in self.changes if change.state in _WRONG]

    def judged(self) -> tuple[Verdict, str]:
        """The verdict and its reason."""
        count = len(self.wrong)
        if count or not self.specifics:
            special = self._wall() or self._other_page()
            if special is not None:
                return special
        if count:
            return Verdict.ANCHORS_LOST, (
                f"{count} of {len(self.specifics)} specifics that rest on it "
                f"{'do' if count > 1 else 'does'} not stand there any more."
            )
        if self.unseen:
            return Verdict.BLOCKED, (
                f"{self.unseen} of {len(self.specifics)} specifics that rest on it could not be "
                f"looked for: {self.seen.not_had.rstrip('.') or 'a part of it was not had'}."
            )
        return self._same() or (Verdict.ANCHORS_INTACT, self._intact())

    def _wall(self) -> tuple[Verdict, str] | None:
        """Why what is missing may only be hidden from us; ``None`` where it is not.

        A value that was changed in its own sentence is seen to be changed, whatever is cut off.
        """
        said, now = self.seen.reason.rstrip("."), self.seen.quality
        if now is self.kept.quality:
            return None
        if now in _NOT_THE_PAGE:
            return Verdict.BLOCKED, f"{said or 'Something else was served in its place'}."
        if now in _CUT and all(change.state is AnchorState.LOST for change in self.wrong):
            return (
                Verdict.BLOCKED,
                f"Only a part was served: {said or 'the rest is behind a paywall'}.",
            )
        return None

    def _other_page(self) -> tuple[Verdict, str] | None:
        """Why it is another page; ``None`` where it is not. While half of the specifics stand, it is
        the page; and where the page could not be read before, nobody knows.
        """
        few = 2 * len(self.wrong) <= len(self.specifics) and bool(self.specifics)
        if few or not self.kept.quality.legible:
            return None
        said = self.seen.reason.rstrip(".")
        match self.seen.quality:
            case Quality.MISSING:
                return Verdict.GONE, f"{said or 'The page says that it is not there'}."
            case Quality.WRONG_PAGE:
                return Verdict.REPLACED, f"Another page was served: {said or 'by its title'}."
            case Quality.EMPTY:
                return Verdict.REPLACED, "It was served without its text."
        if self.left is None or self.left >= REPLACED_BELOW:
            return None
        left = f"{self.left / 10:.1f} % of the old one is left"
        return Verdict.REPLACED, f"Another text stands there: {left}."

    def _same(self) -> tuple[Verdict, str] | None:
        if self.changes or self.kept.text is None or self.seen.text is None:
            return None
        before, now = prose(self.kept.text), prose(self.seen.text)
        if before and set(before) == set(now):
            said = "Its sentences are as they were; only what stands around them differs."
            return Verdict.TEXT_SAME, said
        if not before and self.kept.text.visible.split() == self.seen.text.visible.split():
            return Verdict.TEXT_SAME, "Its text is as it was."
        return None

    def _intact(self) -> str:
        count, reworded = len(self.specifics), len(self.changes)
        if not count:
            return "The text differs; no specific rests on it."
        said = f"The text differs; all {count} specifics that rest on it still stand there"
        if count == 1:
            said = "The text differs; the one specific that rests on it still stands there"
        return f"{said}, {reworded} of them in other words." if reworded else f"{said}."
