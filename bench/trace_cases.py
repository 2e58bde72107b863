"""How many of the errors that reviewers found in real articles the trace finds.

    python bench/trace_cases.py [--cases DIR] [--show missed|false|all] [--format text|json]

The folder holds ``cases.jsonl`` and one folder an article with ``submission.json`` and its saved
sources; COPYDESK_CASES names it where no option does, and the default is ``../shared/cases``
beside the checkout. Where it is absent the run says so and ends well. A case counts as found when
a specific with a status other than traced or derived, or a finding of severity error or warning,
overlaps its words. The rate of such specifics and findings per 1,000 words stands beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from copydesk.capture.folder import read_folder
from copydesk.importers.machine_herald import read_submission
from copydesk.report import Report, Severity, Status
from copydesk.trace import trace

GOOD = {Status.TRACED, Status.DERIVED}
GRAVE = {Severity.ERROR, Severity.WARNING}


def main() -> int:
    options = _options()
    file = options.cases / "cases.jsonl"
    if not file.is_file():
        print(f"trace_cases: no {file}; nothing measured")
        return 0
    cases = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
    started = time.perf_counter()
    reports = {name: _report(options.cases / name) for name in sorted({c["folder"] for c in cases})}
    seconds = time.perf_counter() - started
    judged = [(case, _hits(case, reports[case["folder"]])) for case in cases]
    if options.show:
        _show(judged, options.show)
    result = _figures(judged, list(reports.values()), seconds)
    print(json.dumps(result, indent=1) if options.format == "json" else _text(result))
    return 0


def _options() -> argparse.Namespace:
    root = Path(__file__).resolve().parent.parent
    default = os.environ.get("COPYDESK_CASES", str(root.parent / "shared" / "cases"))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=Path, default=Path(default))
    parser.add_argument("--show", choices=("missed", "false", "all"))
    parser.add_argument("--format", choices=("text", "json"), default="text")
    return parser.parse_args()


def _report(folder: Path) -> Report:
    article = read_submission((folder / "submission.json").read_bytes())
    urls = [source.url for source in article.front.sources]
    return trace(article, read_folder(folder / "sources", urls))


def _hits(case: dict[str, Any], report: Report) -> list[tuple[str, str, str]]:
    def over(item: Any) -> bool:
        inside = item.start < case["end"] and case["start"] < item.end
        return item.field.value == case["field"] and inside

    return [
        (item.status.value, item.text, item.reason)
        for item in report.specifics
        if item.status not in GOOD and over(item)
    ] + [
        (f"{item.rule}/{item.severity.value}", item.found or "", item.message)
        for item in report.findings
        if item.severity in GRAVE and over(item)
    ]


def _figures(judged: list[Any], reports: list[Report], seconds: float) -> dict[str, Any]:
    words = sum(report.article.words for report in reports)
    by: dict[str, dict[str, list[int]]] = {
        "checkable": defaultdict(lambda: [0, 0]),
        "type": defaultdict(lambda: [0, 0]),
    }
    for case, hits in judged:
        for key, rates in by.items():
            if case["error"]:
                rates[case[key]][0] += bool(hits)
                rates[case[key]][1] += 1
    statuses = Counter(s.status.value for r in reports for s in r.specifics)
    findings = Counter(f.rule for r in reports for f in r.findings if f.severity in GRAVE)
    kinds = Counter(
        f"{s.kind.value}:{s.status.value}"
        for r in reports
        for s in r.specifics
        if s.status not in GOOD
    )
    errors = [hits for case, hits in judged if case["error"]]
    right = [hits for case, hits in judged if not case["error"]]
    return {
        "found": sum(map(bool, errors)),
        "errors": len(errors),
        "by": {key: {k: f"{a}/{b}" for k, (a, b) in sorted(r.items())} for key, r in by.items()},
        "right_places_flagged": f"{sum(map(bool, right))}/{len(right)}",
        "right_places_error": sum(any("/error" in h[0] for h in hits) for hits in right),
        "articles": len(reports),
        "words": words,
        "statuses": dict(sorted(statuses.items())),
        "not_traced_per_1000_words": round(
            1000 * sum(n for s, n in statuses.items() if s not in {"traced", "derived"}) / words, 1
        ),
        "findings_per_1000_words": round(1000 * sum(findings.values()) / words, 1),
        "findings": dict(findings.most_common()),
        "not_traced_by_kind": dict(kinds.most_common()),
        "seconds": round(seconds, 1),
        "words_per_second": round(words / seconds),
    }


def _text(result: dict[str, Any]) -> str:
    return "\n".join(f"{key}: {value}" for key, value in result.items())


def _show(judged: list[Any], which: str) -> None:
    for case, hits in judged:
        missed = case["error"] and not hits
        false = not case["error"] and hits
        if which == "all" or (which == "missed" and missed) or (which == "false" and false):
            print(f"\n{case['id']} {case['type']} {case['checkable']} found={bool(hits)}")
            print(f"  «{case['span']}»  {case.get('evidence')}\n  {case.get('note', '')}")
            for hit in hits:
                print(f"    {hit}")


if __name__ == "__main__":
    raise SystemExit(main())
