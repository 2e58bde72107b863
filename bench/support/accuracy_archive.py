"""The sets of whole articles: cases that reviewers found, and the sample of a newsroom's archive."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from accuracy_figures import Figure, Outcome, count, per_1000, share
from accuracy_marks import GOOD, GRAVE, Mark, marks, once

from copydesk.article import Article
from copydesk.capture.folder import read_folder
from copydesk.evidence.model import EvidenceSource
from copydesk.importers.machine_herald import read_submission
from copydesk.report import Report
from copydesk.trace import trace

__all__ = ["herald_files", "herald_jobs", "measure_cases", "measure_herald", "read_job"]

# What a reviewer's errors must be found, by how they can be checked.
_FOUND = {"absent": 0.95, "misattributed": 0.85, "contradicted": 0.65, "url_missing": 1.0}


def read_job(job: tuple[Path, Path]) -> tuple[Article, tuple[EvidenceSource, ...]]:
    """A submission and its saved sources."""
    file, folder = job
    article = read_submission(file.read_bytes(), file.name)
    return article, read_folder(folder, [source.url for source in article.front.sources])


def _report(job: tuple[Path, Path]) -> Report:
    return trace(*read_job(job))


def _reports(jobs: list[tuple[Path, Path]], processes: int) -> list[Report]:
    if processes < 2:
        return [_report(job) for job in jobs]
    with Pool(processes) as pool:
        return list(pool.imap(_report, jobs))


def measure_cases(folder: Path, processes: int) -> Outcome:
    """The figures of ``cases.jsonl``; every rule counts here, as its README says."""
    lines = (folder / "cases.jsonl").read_text("utf-8").splitlines()
    cases: list[dict[str, Any]] = [json.loads(line) for line in lines if line.strip()]
    names = sorted({case["folder"] for case in cases})
    jobs = [(folder / name / "submission.json", folder / name / "sources") for name in names]
    reports = dict(zip(names, _reports(jobs, processes), strict=True))
    found = {name: marks(report, every_rule=True) for name, report in reports.items()}
    out = Outcome()
    tally: Counter[str] = Counter()
    for case in cases:
        own = found[case["folder"]]
        hits = [mark for mark in own if mark.over(case["field"], case["start"], case["end"])]
        _count_case(case, hits, tally, out)
    out.figures = [*_case_figures(tally), *_rates("cases", list(reports.values()))]
    return out


def _count_case(case: dict[str, Any], hits: list[Mark], tally: Counter[str], out: Outcome) -> None:
    shown = "\n".join(
        [f"{case['id']} {case['type']} {case['checkable']} «{case['span']}»",
         f"  {case.get('note', '')}", *map(str, hits)]
    )  # fmt: skip
    if case["error"]:
        for key in ("all", f"class {case['checkable']}", f"type {case['type']}"):
            tally[key] += 1
            tally[f"{key} found"] += bool(hits)
        if not hits:
            out.missed.append(shown)
        return
    tally["right"] += 1
    tally["right flagged"] += bool(hits)
    tally["right error"] += any(mark.verdict.endswith("/error") for mark in hits)
    if hits:
        out.false.append(shown)


def _case_figures(tally: Counter[str]) -> Iterator[Figure]:
    yield share("cases", "errors found", tally["all found"], tally["all"])
    for name, target in _FOUND.items():
        key = f"class {name}"
        label = name.replace("url_missing", "URL missing")
        yield share("cases", f"{label}: found", tally[f"{key} found"], tally[key], target=target)
    yield count(
        "cases", "right places flagged as error", tally["right error"], tally["right"],
        target=2, better="low",
    )  # fmt: skip
    flagged = tally["right flagged"]
    yield count("cases", "right places flagged at all", flagged, tally["right"], better="low")
    for key in sorted(key for key in tally if key.startswith("type ") and "found" not in key):
        label = f"type {key.removeprefix('type ').replace('_', ' ')}: found"
        yield share("cases", label, tally[f"{key} found"], tally[key])


def _rates(name: str, reports: list[Report]) -> Iterator[Figure]:
    words = sum(report.article.words for report in reports)
    grave = [f for r in reports for f in r.findings if f.severity in GRAVE]
    target = 8.0 if name == "cases" else None
    yield per_1000(name, "findings per 1,000 words", len(grave), words, target=target)
    places = sum(len(once(marks(report))) for report in reports)
    yield per_1000(name, "places flagged by the trace per 1,000 words", places, words)
    bad = sum(s.status not in GOOD for r in reports for s in r.specifics)
    yield per_1000(name, "specifics with a bad status per 1,000 words", bad, words)
    for rule, n in Counter(one.rule for one in grave).most_common():
        yield per_1000(name, f"findings per 1,000 words: {rule}", n, words, better="")


def herald_files(herald: Path) -> list[Path]:
    """The submissions of the sample."""
    return sorted(herald.glob("src/content/submissions/*/*.json"))


def herald_jobs(herald: Path) -> list[tuple[Path, Path]]:
    """The submissions that have an evidence folder, with it."""
    folders = {}
    for manifest in sorted(herald.glob("sources/*/*/manifest.json")):
        name = json.loads(manifest.read_bytes()).get("submission_file", "")
        folders[Path(name).name] = manifest.parent
    return [(file, folders[file.name]) for file in herald_files(herald) if file.name in folders]


def measure_herald(herald: Path, processes: int) -> Outcome:
    """Counts by status and by kind; nobody has said of these articles what is right in them."""
    reports = _reports(herald_jobs(herald), processes)
    total = sum(len(report.specifics) for report in reports)
    out = Outcome()
    out.figures = list(_rates("herald", reports))
    statuses = Counter(s.status.value for r in reports for s in r.specifics)
    pairs = Counter((s.kind.value, s.status.value) for r in reports for s in r.specifics)
    kinds = Counter(s.kind.value for r in reports for s in r.specifics)
    for status, n in statuses.most_common():
        out.figures.append(Figure("herald", f"status {status}", n / max(total, 1), n, total))
    for (kind, status), n in sorted(pairs.items()):
        label = f"{kind}: {status}"
        out.figures.append(Figure("herald", label, n / kinds[kind], n, kinds[kind]))
    for report in reports:
        found = once(marks(report))
        if found:
            out.false.append("\n".join([report.article.path, *map(str, found)]))
    return out
