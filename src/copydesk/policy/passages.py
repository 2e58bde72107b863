"""The passages of sources that a finding puts beside the article's words."""

from __future__ import annotations

from copydesk.evidence.model import EvidenceSource, Label
from copydesk.report import Evidence

__all__ = ["passage"]

_AFFIX = 32  # code points on either side, as in a trace


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
    )
