"""The passages of sources that a finding puts beside the article's words."""

from __future__ import annotations

import re

from copydesk.evidence.model import EvidenceSource, Label
from copydesk.report import Evidence

__all__ = ["around", "passage"]

_AFFIX = 32  # code points on either side, as in a trace
# A sentence ends at a full stop or a line's end, and at this many code points from the place.
_REACH = 400
_ENDS = re.compile(r"[.!?][\"”’)\]]*\s+(?=[A-Z“\"‘(0-9])|\n")


def passage(source: EvidenceSource, start: int, end: int, score: float = 1.0) -> Evidence:
    """The code points ``start`` to ``end`` of a source's evidence text, as evidence.

    Places of a source with several captures count, as in the trace, from the beginning of the
    capture's own text; what reaches past that capture's end is cut there.
    """
    text, own = source.text.text, source.variant_at(start)
    end = min(end, own.end)
    label = source.text.label_at(start)
    return Evidence(
        source=source.id,
        sha256=own.sha256,
        exact=text[start:end],
        prefix=text[max(own.start, start - _AFFIX) : start],
        suffix=text[end : min(end + _AFFIX, own.end)],
        start=start - own.start,
        end=end - own.start,
        score=round(score, 3),
        label="" if label is Label.VISIBLE else label.value,
        archived=own.archived,
        page=source.text.page_at(start),
    )


def around(source: EvidenceSource, place: Evidence, before: int = 0) -> str:
    """The sentence of a source that holds a place, with up to ``before`` sentences in front of it."""
    text = source.text.text
    start = source.start_of(place.sha256) + place.start
    end = start + place.end - place.start
    low = max(0, start - _REACH * (before + 1))
    starts = [low, *(low + found.end() for found in _ENDS.finditer(text[low:start]))]
    behind = _ENDS.search(text, max(start, end - 1), end + _REACH)
    return text[
        starts[max(0, len(starts) - 1 - before)] : behind.start() + 1 if behind else end + _REACH
    ]
