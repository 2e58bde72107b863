"""FaithBench: summaries by ten modern models, with the spans that people marked.

A span is bad where one of its labels is Unwanted or begins with it, else doubtful where one is
Questionable, else benign. A summary is as bad as its worst span. Benign counts as good (true, but
not from the source); doubtful spans and summaries are left out of what is right or wrong.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from accuracy_figures import Figure, Outcome, by_kind, per_1000, share
from accuracy_marks import FIGURES, Mark, check_pairs, grave, hit, once

__all__ = ["grade", "measure", "spans_by_grade"]

_NAME = "faithbench"


def grade(labels: list[str]) -> str:
    """``bad``, ``doubtful`` or ``benign``."""
    if any(label.startswith("Unwanted") for label in labels):
        return "bad"
    return "doubtful" if "Questionable" in labels else "benign"


def measure(folder: Path, jobs: int, limit: int) -> Outcome:
    """The figures of all batches."""
    samples = [
        sample
        for path in sorted(folder.glob("batch_*.json"))
        for sample in json.loads(path.read_text("utf-8"))["samples"]
    ][:limit]
    checked = check_pairs([(one["source"], one["summary"]) for one in samples], jobs, notes=True)
    tally: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    out = Outcome()
    review: Counter[str] = Counter()
    for sample, noted in zip(samples, checked, strict=True):
        found = grave(noted)
        spans = spans_by_grade(sample)
        worst = min(spans or ["benign"], key=["bad", "doubtful", "benign"].index)
        _count_review(worst, spans, noted, review)
        tally[worst] += 1
        tally[f"{worst} flagged"] += bool(found)
        tally["words"] += len(sample["summary"].split())
        if worst == "benign":
            tally["good words"] += len(sample["summary"].split())
            tally["good alarms"] += len(once(found))
        _count_spans(spans, found, tally)
        false = _count_marks(spans, once(found), tally, kinds)
        if false:
            out.false.append("\n".join([sample["summary"], *map(str, false)]))
        out.missed += [
            f"«{sample['summary'][start:end]}» in: {sample['summary']}"
            for start, end in spans.get("bad", [])
            if not hit(found, start, end)
        ]
    out.figures = [*_figures(tally, kinds), *_review_figures(tally | review)]
    return out


def _count_review(
    worst: str, spans: dict[str, list[tuple[int, int]]], noted: list[Mark], review: Counter[str]
) -> None:
    """Count the same with what is for review counted as a flag."""
    review[f"{worst} noted"] += bool(noted)
    review["bad spans noted"] += sum(hit(noted, *span) for span in spans.get("bad", []))
    judged = [*spans.get("bad", []), *spans.get("doubtful", [])]
    review["noted false"] += sum(
        not any(mark.over("body", *span) for span in judged) for mark in once(noted)
    )


def _review_figures(tally: Counter[str]) -> Iterator[Figure]:
    bad, good = max(tally["bad"], 1), max(tally["benign"], 1)
    passed = tally["benign"] - tally["benign noted"]
    yield per_1000(
        _NAME, "notes too: false flags per 1,000 words", tally["noted false"], tally["words"]
    )
    yield Figure(
        _NAME, "notes too: balanced accuracy", (tally["bad noted"] / bad + passed / good) / 2,
        tally["bad noted"] + passed, tally["bad"] + tally["benign"], "high", unit="points",
        sample=True,
    )  # fmt: skip
    yield share(
        _NAME, "notes too: summaries with an unwanted span, flagged", tally["bad noted"],
        tally["bad"],
    )  # fmt: skip
    yield share(_NAME, "notes too: good summaries, not flagged", passed, tally["benign"])
    yield share(
        _NAME, "notes too: unwanted spans hit", tally["bad spans noted"], tally["bad spans"]
    )


def spans_by_grade(sample: dict[str, Any]) -> dict[str, list[tuple[int, int]]]:
    """The marked spans by grade; one that several people marked alike stands once."""
    spans: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for note in sample["annotations"]:
        start, end = note.get("summary_start"), note.get("summary_end")
        if start is None or end is None or not note["label"]:
            continue
        one = (int(start), int(end))
        if one not in spans[grade(note["label"])]:
            spans[grade(note["label"])].append(one)
    return {key: held for key, held in spans.items() if held}


def _count_spans(
    spans: dict[str, list[tuple[int, int]]], found: list[Mark], tally: Counter[str]
) -> None:
    for key, held in spans.items():
        tally[f"{key} spans"] += len(held)
        tally[f"{key} spans hit"] += sum(hit(found, start, end) for start, end in held)


def _count_marks(
    spans: dict[str, list[tuple[int, int]]],
    found: list[Mark],
    tally: Counter[str],
    kinds: Counter[str],
) -> list[Mark]:
    """Count flags that hit and flags that do not; those that are false."""
    false = []
    for mark in found:
        on = {key for key, held in spans.items() for span in held if mark.over("body", *span)}
        figure = mark.kind in FIGURES
        tally["figures"] += figure
        tally["figures on any"] += figure and bool(on)
        if "bad" in on:
            tally["figures on bad"] += figure
        elif "doubtful" in on:
            tally["figures on doubtful"] += figure
        else:
            tally["false"] += 1
            kinds[mark.kind] += 1
            false.append(mark)
    return false


def _figures(tally: Counter[str], kinds: Counter[str]) -> Iterator[Figure]:
    judged = tally["figures"] - tally["figures on doubtful"]
    yield Figure(
        _NAME, "number flags that hit an unwanted span",
        tally["figures on bad"] / judged if judged else 0.0, tally["figures on bad"], judged,
        "high", 0.60,
    )  # fmt: skip
    figures = tally["figures"]
    yield Figure(
        _NAME, "number flags that hit any marked span",
        tally["figures on any"] / figures if figures else 0.0, tally["figures on any"], figures,
        "high",
    )  # fmt: skip
    rate = "false flags per 1,000 words"
    yield per_1000(_NAME, rate, tally["false"], tally["words"], target=1.5)
    yield from by_kind(_NAME, rate, kinds, tally["words"])
    yield per_1000(
        _NAME, "flags per 1,000 words of good summaries", tally["good alarms"], tally["good words"]
    )
    recall = tally["bad flagged"] / max(tally["bad"], 1)
    passed = tally["benign"] - tally["benign flagged"]
    kept = passed / max(tally["benign"], 1)
    both = tally["bad"] + tally["benign"]
    yield Figure(
        _NAME, "balanced accuracy", (recall + kept) / 2, tally["bad flagged"] + passed, both,
        "high", 0.60, unit="points", sample=True,
    )  # fmt: skip
    yield share(
        _NAME, "summaries with an unwanted span, flagged", tally["bad flagged"], tally["bad"]
    )
    yield share(_NAME, "good summaries, not flagged", passed, tally["benign"])
    yield share(_NAME, "unwanted spans hit", tally["bad spans hit"], tally["bad spans"])
    for key in ("doubtful", "benign"):
        yield Figure(
            _NAME, f"{key} spans hit (left out)" if key == "doubtful" else "benign spans hit",
            tally[f"{key} spans hit"] / max(tally[f"{key} spans"], 1), tally[f"{key} spans hit"],
            tally[f"{key} spans"],
        )  # fmt: skip
