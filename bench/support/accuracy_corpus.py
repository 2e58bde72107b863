"""The project's own small corpus (tests/trace/corpus): every status as a person gave it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from accuracy_figures import Figure, Outcome, per_1000, share

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality, Specific
from copydesk.trace import trace_specifics

__all__ = ["measure"]

_GOOD = {"traced", "derived"}


def _traced(data: dict[str, Any]) -> tuple[Specific, ...]:
    urls = [source["url"] for source in data["sources"]]
    article = read_article(data["article"].encode(), extra_sources=urls)
    sources = [
        EvidenceSource(
            ref.id,
            ref.url,
            None,
            Quality(source["quality"]),
            EvidenceText(source["text"], (Region(0, len(source["text"]), Label.VISIBLE),)),
        )
        for ref, source in zip(article.front.sources, data["sources"], strict=True)
    ]
    return trace_specifics(article, sources)


def measure(files: list[Path]) -> Outcome:
    """Same status, errors flagged, and alarms on what is right or was not labelled."""
    out = Outcome()
    tally: Counter[str] = Counter()
    for path in files:
        data = json.loads(path.read_text("utf-8"))
        tally["words"] += len(data["article"].split())
        waiting = list(data["expect"])
        tally["labelled"] += len(waiting)
        tally["errors"] += sum(label["status"] not in _GOOD for label in waiting)
        for one in _traced(data):
            label = next((held for held in waiting if held["text"] == one.text), None)
            expected = label["status"] if label else "traced"
            if label:
                waiting.remove(label)
                tally["same"] += expected == one.status.value
            bad, flagged = expected not in _GOOD, one.status.value not in _GOOD
            tally["flagged"] += bad and flagged
            tally["alarms"] += flagged and not bad
            if bad != flagged:
                shown = f"{path.stem}: «{one.text}» {expected}, traced as {one.status.value}"
                (out.missed if bad else out.false).append(shown)
        out.missed += [f"{path.stem}: «{label['text']}» is no specific" for label in waiting]
    out.figures = _figures(tally)
    return out


def _figures(tally: Counter[str]) -> list[Figure]:
    return [
        share("corpus", "same status as labelled", tally["same"], tally["labelled"]),
        share("corpus", "errors flagged", tally["flagged"], tally["errors"]),
        per_1000("corpus", "false alarms per 1,000 words", tally["alarms"], tally["words"]),
    ]
