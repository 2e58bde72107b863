"""What a signed trace rests on: its anchors, by source and capture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from copydesk.report import Kind, Specific, Status
from copydesk.watch.model import Anchor

__all__ = ["anchors_of"]

# A place that contradicts the article, or that is about something else, supports nothing: that it
# changes is no loss.
_SUPPORTED = frozenset({Status.TRACED, Status.DERIVED, Status.MISATTRIBUTED})


def anchors_of(specifics: Iterable[Specific]) -> dict[int, dict[str, list[Anchor]]]:
    """The anchors of the supported specifics: by source id, then by the digest of the capture."""
    found: dict[int, dict[str, list[Anchor]]] = defaultdict(lambda: defaultdict(list))
    for one in specifics:
        if one.status not in _SUPPORTED:
            continue
        for place in one.evidence:
            if place.sha256 is None or not place.exact:
                continue
            found[place.source][place.sha256].append(
                Anchor(
                    specific=one.id,
                    kind=one.kind,
                    field=one.field,
                    start=one.start,
                    end=one.end,
                    exact=place.exact,
                    prefix=place.prefix,
                    suffix=place.suffix,
                    at=place.start,
                    quoted=one.text if one.kind is Kind.QUOTE else "",
                    label=place.label,
                    needs_all=one.status is Status.DERIVED,
                )
            )
    return {source: dict(captures) for source, captures in found.items()}
