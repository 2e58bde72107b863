"""What thresholds of "sentence-unsupported" buy and cost on all labelled sets at once.

    python bench/support_curve.py [--together 0.25,0.3,0.35,0.4] [--held 0.55,0.65,0.75] [--missing 3]

A row for each pair of thresholds: a sentence is flagged where less than ``together`` of its telling
words stand in one place, less than ``held`` of them in any source, and at least ``missing`` in none.
Columns: FaithBench sentences flagged with and without an unwanted span (questionable ones left out)
and good summaries flagged; WiCE claims flagged by label, and with another claim's source; consistent
summaries' sentences flagged; reviewers' errors within flagged sentences and sentences flagged in all
articles of cases and herald per 1,000 words. Only sentences that the rule judges: those with a
figure, a quotation or a name that is not borne out have been decided already. Sets: see accuracy.py.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))

import accuracy_archive
from accuracy_faithbench import spans_by_grade
from accuracy_marks import document, plain_article, remember_sources
from accuracy_wice import read_lines, swapped

from accuracy import _folder
from copydesk.article import Article
from copydesk.evidence.model import EvidenceSource
from copydesk.noticed import Unsupported
from copydesk.policy.support import not_decided
from copydesk.trace import support
from copydesk.trace.engine import trace_article


class Judged(NamedTuple):
    """A sentence that the rule judges, and what people said of its place."""

    column: str
    text: int
    together: float
    held: float
    missing: int


def judged(article: Article, sources: tuple[EvidenceSource, ...]) -> Iterator[Unsupported]:
    """Every sentence of which the rule may be sure, whatever its shares."""
    specifics, noticed = trace_article(article, sources)
    yield from (one for one in not_decided(specifics, noticed.unsupported) if one.sure)


def _pair(text: str, source: str) -> Iterator[Unsupported]:
    yield from judged(plain_article(text), (document(source),))


def _row(column: str, text: int, one: Unsupported) -> Judged:
    return Judged(column, text, one.share, one.held, len(one.missing))


def faithbench(folder: Path) -> Iterator[Judged]:
    number = 0
    for path in sorted(folder.glob("batch_*.json")):
        for sample in json.loads(path.read_text("utf-8"))["samples"]:
            number += 1
            spans = spans_by_grade(sample)
            good = not spans.keys() - {"benign"}
            for one in _pair(sample["summary"], sample["source"]):
                on = {
                    grade
                    for grade, held in spans.items()
                    for start, end in held
                    if one.start < end and start < one.end
                }
                if "bad" in on:
                    yield _row("fb bad", number, one)
                elif "doubtful" not in on:
                    yield _row("fb false", number, one)
                if good:
                    yield _row("fb good sum", number, one)


def wice(folder: Path) -> Iterator[Judged]:
    entries = read_lines(folder / "dev.jsonl")
    names = {"supported": "wice sup", "partially_supported": "part", "not_supported": "not"}
    others = swapped(entries)
    for number, (entry, other) in enumerate(zip(entries, others, strict=True)):
        for one in _pair(entry["claim"], "\n".join(entry["evidence"])):
            yield _row(names[entry["label"]], number, one)
        for one in _pair(entry["claim"], "\n".join(other)):
            yield _row("swapped", number, one)


def summedits(folder: Path) -> Iterator[Judged]:
    for path in sorted(folder.glob("*.json")):
        for number, entry in enumerate(json.loads(path.read_text("utf-8"))):
            if str(entry["label"]) == "1":
                for one in _pair(entry["summary"], entry["doc"]):
                    yield _row(path.stem, number, one)


def archives(cases: Path, herald: Path) -> Iterator[Judged]:
    lines = (cases / "cases.jsonl").read_text("utf-8").splitlines()
    said = [json.loads(line) for line in lines if line.strip()]
    jobs = [
        ("cases", (cases / name / "submission.json", cases / name / "sources"))
        for name in sorted({case["folder"] for case in said})
    ]
    jobs += [("herald", job) for job in accuracy_archive.herald_jobs(herald)]
    for number, (column, job) in enumerate(jobs):
        for one in judged(*accuracy_archive.read_job(job)):
            yield _row(column, number, one)
            for case in said if column == "cases" else ():
                inside = case["start"] < one.end and one.start < case["end"]
                if case["folder"] == job[0].parent.name and case["field"] == "body" and inside:
                    yield _row("errors" if case["error"] else "right", number, one)


COLUMNS = (
    "fb bad", "fb false", "fb good sum", "wice sup", "part", "not", "swapped", "news", "ectsum",
    "podcast", "scitldr", "errors", "right", "cases", "herald",
)  # fmt: skip
# Counted by text, not by sentence: what the targets count.
_BY_TEXT = {"fb good sum", "wice sup", "part", "not", "swapped"}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--together", default="0.25,0.3,0.35,0.4,0.45,0.5")
    parser.add_argument("--held", default="0.5,0.55,0.6,0.65,0.7,0.75,1.1")
    parser.add_argument("--missing", default="3")
    options = parser.parse_args()
    remember_sources()
    support.NOTED_TOGETHER = support.NOTED_HELD = support.SURE_TOGETHER = support.SURE_HELD = 1.1
    support.MIN_MISSING = 0
    labelled = _folder("labelled")
    rows = defaultdict(list)
    for one in (
        *faithbench(labelled / "faithbench"),
        *wice(labelled / "wice"),
        *summedits(labelled / "summedits"),
        *archives(_folder("cases"), _folder("herald")),
    ):
        rows[one.column].append(one)
    grid = product(
        *(_numbers(value) for value in (options.missing, options.together, options.held))
    )
    print("missing together held", *(f"{name:>11}" for name in COLUMNS))
    for missing, together, held in grid:
        counts = []
        for name in COLUMNS:
            flagged = [
                one.text
                for one in rows[name]
                if one.missing >= missing and one.together < together and one.held < held
            ]
            counts.append(len(set(flagged) if name in _BY_TEXT else flagged))
        print(f"{missing:7.0f} {together:8.2f} {held:4.2f}", *(f"{count:11}" for count in counts))


def _numbers(value: str) -> list[float]:
    return [float(part) for part in value.split(",")]


if __name__ == "__main__":
    main()
