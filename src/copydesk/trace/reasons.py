"""The sentence beside each specific: what was found where, and what a person can do about it."""

from __future__ import annotations

from collections.abc import Sequence

from copydesk.report import LABEL_WORDS, Kind, Quality, copy_words
from copydesk.trace.derive import Derivation
from copydesk.trace.index import MAX_EVIDENCE_CHARS
from copydesk.trace.match import Match
from copydesk.trace.quotes import Nearest
from copydesk.trace.reading import Claim

__all__ = [
    "derived",
    "elsewhere",
    "even",
    "found",
    "misattributed",
    "nowhere",
    "only_hidden",
    "only_in_part",
    "other_noun",
    "other_role",
    "other_speaker",
    "other_spelling",
    "other_value",
    "other_words",
    "unreadable",
    "vague",
]

_WHAT = {Kind.QUOTE: "these words", Kind.NAME: "this name", Kind.SUPERLATIVE: "such a claim"}
# Code points shown on either side of a place, and in all.
_BESIDE, _SHOWN = 60, 160


def found(matches: Sequence[Match], *, cited: bool = True) -> str:
    """Of a traced specific."""
    best = matches[0]
    where = LABEL_WORDS.get(best.label, "")
    note = f" {best.note}" if best.note else ""
    inside = f", in {where}" if where else ""
    tail = _archived(best) + ("" if cited else " This passage does not cite it.")
    return f"Source {best.source} holds it{note}: “{shorten(best.exact)}”{inside}.{tail}"


def _archived(match: Match) -> str:
    """That it stands in a web archive's copy: never to be taken for the page itself."""
    copy = copy_words(match.archived)
    return f" It was read in {copy}, not on the page." if copy else ""


def only_hidden(matches: Sequence[Match]) -> str:
    """Of a specific that stands only where no reader of the source sees it."""
    best = matches[0]
    return (
        f"Source {best.source} has “{shorten(best.exact)}” only in text that the page hides from its "
        "readers, which supports nothing; cite a source that says it openly."
    )


def only_in_part(matches: Sequence[Match]) -> str:
    """Of a specific that stands only in a source of which a part was captured."""
    best = matches[0]
    of = "the part before its paywall" if _is_paid(best) else "a part of it"
    return (
        f"Source {best.source} has “{shorten(best.exact)}”, but only {of} was captured, which supports "
        "nothing alone: the rest may qualify it. Capture it whole, or cite a source that can be read."
    )


def _is_paid(match: Match) -> bool:
    return match.index.source.quality is Quality.PAYWALLED


def misattributed(claim: Claim, matches: Sequence[Match], unread: Sequence[int]) -> str:
    """Of a specific that stands only in sources that the passage does not cite.

    What a cited source says that could not be read (``unread``) is not known, and not claimed.
    """
    best = matches[0]
    read = [source for source in claim.cited if source not in unread]
    said = (
        f"Source {best.source} holds it (“{shorten(best.exact)}”), which this passage does not cite"
    )
    if read:
        verb = "does" if len(read) == 1 else "do"
        said += f"; {numbered(read).lower()}, which it cites, {verb} not say it of this"
    if unread:
        said += f"; {numbered(unread).lower()}, which it cites, could not be read"
    return f"{said}.{_archived(best)}"


def derived(made: Derivation) -> str:
    """Of a figure that follows from others."""
    ids = [match.source for match in made.matches]
    where = f" ({numbered(ids).lower()})" if ids else ""
    copies = next(filter(None, map(_archived, made.matches)), "")
    return f"It follows as {made.formula}{where}.{copies}"


def other_value(claim: Claim, rivals: Sequence[Match]) -> str:
    """Of a value where a source states another one."""
    best = rivals[0]
    return (
        f"Source {best.source} states “{shorten(best.exact)}” of the same thing, where the "
        f"article has “{shorten(claim.text)}”: “…{_beside(best)}…”.{_archived(best)}"
    )


def other_words(nearest: Nearest) -> str:
    """Of a quotation whose nearest wording differs."""
    what = f"; the article {nearest.diff}" if nearest.diff else ""
    return f"Source {nearest.match.source} has “{shorten(nearest.match.exact)}”{what}.{_archived(nearest.match)}"


def other_spelling(match: Match) -> str:
    """Of a name that the source spells differently."""
    return f"Source {match.source} spells it “{shorten(match.exact)}”.{_archived(match)}"


def other_role(match: Match, ours: str, theirs: str) -> str:
    """Of a person to whom a source gives another office."""
    return (
        f"Source {match.source} has “{theirs}” with “{shorten(match.exact)}”, where the article "
        f"has “{ours}”.{_archived(match)}"
    )


def other_speaker(match: Match, ours: str, theirs: str) -> str:
    """Of a quotation that a source lets somebody else say."""
    return f"Source {match.source} gives these words to {theirs}, not to {ours}.{_archived(match)}"


def other_noun(match: Match, theirs: str) -> str:
    """Of a count that a source has of something else."""
    return (
        f"Source {match.source} counts something else: “{shorten(theirs)}” in “…{_beside(match)}…”."
    )


def elsewhere(matches: Sequence[Match]) -> str:
    """Of a specific that is only found in a passage about something else."""
    best = matches[0]
    if best.note == "only in part":
        return f"Source {best.source} holds only “{shorten(best.exact)}” of it."
    if best.note == "in words that stand apart":
        return f"Source {best.source} holds the words of this name, but never together."
    return (
        f"Source {best.source} holds it, but in a passage that seems to be about something "
        f"else: “…{_beside(best)}…”."
    )


def even(matches: Sequence[Match], other: Match) -> str:
    """Of a specific that is found, while its own words stand beside another value."""
    best = matches[0]
    return (
        f"Source {best.source} holds “{shorten(best.exact)}”, but the article's words for it stand "
        f"beside “{shorten(other.exact)}” in source {other.source}: “…{_beside(other)}…”."
    )


def vague(claim: Claim, matches: Sequence[Match]) -> str:
    """Of an order of magnitude that no source bears out: nothing denies it either."""
    if matches:
        return elsewhere(matches)
    return f"“{shorten(claim.text)}” is an order of magnitude that no source states of this."


def nowhere(claim: Claim, unread: Sequence[int], cut: Sequence[int] = ()) -> str:
    """Of a specific that no source holds.

    ``unread`` are cited sources that cannot be read, ``cut`` those too long to be read to the end.
    """
    what = _WHAT.get(claim.item.kind, "this value")
    tail = f" {numbered(unread)} could not be read." if unread else ""
    if cut:
        tail += f" Only the first {MAX_EVIDENCE_CHARS:,} characters of {numbered(cut).lower()} were searched."
    return f"No readable source holds {what}; cite one that does, or remove it.{tail}"


def unreadable(claim: Claim) -> str:
    """Of a specific whose cited sources cannot be read."""
    if not claim.cited:
        return "No source of the article could be read; capture one that can."
    verb = "was" if len(claim.cited) == 1 else "were"
    return (
        f"{numbered(claim.cited)} {verb} not captured in a readable form; capture again or cite "
        "another."
    )


def numbered(ids: Sequence[int]) -> str:
    """``Source 2``, ``Sources 1 and 2``, ``Sources 1, 2 and 5``."""
    chosen = sorted(set(ids))
    if len(chosen) == 1:
        return f"Source {chosen[0]}"
    return f"Sources {', '.join(map(str, chosen[:-1]))} and {chosen[-1]}"


def _beside(match: Match) -> str:
    """A place with the words beside it, as far as its own line goes."""
    text = match.index.text
    low, high = max(0, match.start - _BESIDE), min(len(text), match.end + _BESIDE)
    low = max(low, text.rfind("\n", low, match.start) + 1)
    line_end = text.find("\n", match.end, high)
    return shorten(text[low : line_end if line_end >= 0 else high], _SHOWN)


def shorten(text: str, limit: int = 120) -> str:
    """``text`` on one line, cut to ``limit`` code points."""
    plain = " ".join(text.split())
    return plain if len(plain) <= limit else plain[: limit - 1] + "…"
