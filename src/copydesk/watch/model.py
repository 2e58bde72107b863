"""What a look at a source yields: a verdict on the whole, and what became of each anchor."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from copydesk.evidence.model import EvidenceText
from copydesk.report import FieldName, Kind, Quality

__all__ = [
    "ALARMS",
    "Anchor",
    "AnchorState",
    "Change",
    "Comparison",
    "Kept",
    "Seen",
    "Verdict",
    "better",
]


class Verdict(StrEnum):
    """The ladder, best first. ``blocked`` and ``unreachable`` say nothing about the page itself."""

    BYTES_SAME = "bytes-same"
    TEXT_SAME = "text-same"
    ANCHORS_INTACT = "anchors-intact"
    ANCHORS_LOST = "anchors-lost"
    REPLACED = "replaced"
    BLOCKED = "blocked"
    UNREACHABLE = "unreachable"
    GONE = "gone"


ALARMS = frozenset({Verdict.ANCHORS_LOST, Verdict.REPLACED, Verdict.GONE})
"""The verdicts that an editor has to answer."""

_RANK = {verdict: rank for rank, verdict in enumerate(Verdict)}


def better(one: Verdict, other: Verdict) -> bool:
    """Whether ``one`` stands above ``other`` on the ladder."""
    return _RANK[one] < _RANK[other]


class AnchorState(StrEnum):
    """What became of an anchor, best first. ``reworded``: the very words stand in a sentence that
    says the same in other words; ``changed``: that sentence now has something else in their place.
    """

    INTACT = "intact"
    REWORDED = "reworded"
    CHANGED = "changed"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where the signed trace found a specific: a TextQuoteSelector in the kept capture's text.

    ``field``, ``start`` and ``end`` are the specific's place in the article, ``at`` the code point
    of ``exact`` in the evidence text. ``quoted`` is the article's wording of a quotation, which may
    leave out what stands between its parts. ``label`` is that of text which a reader does not see.
    ``needs_all``: the specific was derived from several values, so that each must stand; else one
    of its places is enough. ``had``: a capture like the one that holds it was had this time too.
    """

    specific: int
    kind: Kind
    field: FieldName
    start: int
    end: int
    exact: str
    prefix: str
    suffix: str
    at: int
    quoted: str = ""
    label: str = ""
    needs_all: bool = False
    had: bool = True


@dataclass(frozen=True, slots=True)
class Kept:
    """What the trace rests on: the digests of the captures that were read as one source, and their
    text, ``None`` where a body is not at hand.
    """

    digests: frozenset[str]
    quality: Quality
    text: EvidenceText | None


@dataclass(frozen=True, slots=True)
class Seen:
    """What the source answers now. ``stored`` says whether a body came; ``problem`` is the code of
    why none did. ``days_without_host``: on how many days in a row, this one counted, its host did
    not exist. ``not_had`` says why captures that it once had could not be had now.
    """

    stored: bool
    status: int | None
    quality: Quality
    reason: str = ""
    problem: str = ""
    digests: frozenset[str] = frozenset()
    text: EvidenceText | None = None
    days_without_host: int = 1
    not_had: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """An anchor that is not as it was.

    ``said`` are the kept capture's exact words, ``says`` what stands in their place (empty where
    nothing does); ``was`` and ``now`` are the sentences around them. ``now`` of a lost anchor is the
    nearest sentence that was not on the page before: it is shown, and verifies nothing.
    """

    specific: int
    field: FieldName
    start: int
    end: int
    state: AnchorState
    said: str
    says: str
    was: str
    now: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The verdict on one source. ``specifics`` rest on it, by their ids in the trace. ``survival``
    is the share of the old text's five-word sequences that the new text holds, in thousandths;
    ``None`` where no two texts were compared. ``notices`` are new lines by which it corrects itself.
    """

    verdict: Verdict
    reason: str
    specifics: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    survival: int | None = None
    notices: tuple[str, ...] = ()
