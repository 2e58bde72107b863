"""Which captures of a source are read as its evidence, and several of them as one text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from copydesk.evidence.model import ARCHIVE, EvidenceSource, Region, Variant
from copydesk.report import Quality

__all__ = ["joined", "preferred"]

# What is read in the page's place, the best first. A browser's visible text also says what a reader
# does not see; beside it the page, which cannot say so, would pass hidden words off as visible. An
# archive's copy only stands in where there is nothing of the site itself.
_ORDER = ("visible-text", "rendered-dom", "page", "pdf", ARCHIVE)
# Of captures that can serve.
_BEST_FIRST = (Quality.OK, Quality.PARTIAL, Quality.PAYWALLED)


def preferred(captures: Sequence[tuple[str, Quality]]) -> list[int]:
    """The captures to trace against, by their numbers: raw data, then the best of what shows the page.

    Args:
        captures: the role of each, and its quality; the page is the first.

    Returns:
        The preferred one first. Where none is usable, those that show a part of it; where none does,
        the page alone, for its reason.
    """
    usable = _chosen([(role, quality.usable) for role, quality in captures])
    legible = _chosen([(role, quality.legible) for role, quality in captures])
    return usable or legible or list(range(len(captures)))[:1]


def _chosen(captures: Sequence[tuple[str, bool]]) -> list[int]:
    """Among the captures that can serve."""
    raw = [at for at, (role, serves) in enumerate(captures) if serves and role == "raw"]
    shown = [
        at
        for wanted in _ORDER
        for at, (role, serves) in enumerate(captures)
        if serves and role == wanted
    ]
    if raw and shown and captures[shown[0]][0] == ARCHIVE:
        shown = []
    return [*raw, *shown[:1]]


def joined(sources: Sequence[EvidenceSource]) -> EvidenceSource:
    """Several captures of one source as one, so that a specific is found in any of them.

    Args:
        sources: the same source as read from each capture, the preferred one first; not empty.

    Returns:
        The first one where it is alone, or one with their texts one after the other.
    """
    first = sources[0]
    if len(sources) == 1:
        return first
    regions: list[Region] = []
    variants: list[Variant] = []
    pages: list[tuple[int, int]] = []
    at = 0
    for one in sources:
        end = at + len(one.text.text)
        variants.append(Variant(one.sha256, one.role, at, end, one.captured_at, one.archived_at))
        regions += [Region(r.start + at, r.end + at, r.label) for r in one.text.regions]
        pages += [(start + at, number) for start, number in one.text.pages or ((0, 0),)]
        at = end + 1
    text = replace(
        first.text,
        text="\n".join(one.text.text for one in sources),
        regions=tuple(regions),
        pages=tuple(pages) if any(number for _, number in pages) else (),
    )
    # As good as the best of it: a teaser beside a whole copy does not make the source a teaser.
    best = min(sources, key=_rank)
    return replace(
        first, text=text, variants=tuple(variants), quality=best.quality, reason=best.reason
    )


def _rank(source: EvidenceSource) -> int:
    known = source.quality in _BEST_FIRST
    return _BEST_FIRST.index(source.quality) if known else len(_BEST_FIRST)
