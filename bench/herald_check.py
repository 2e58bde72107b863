"""`copydesk check` over the sample archive of a real newsroom: figures by kind, status, quality.

Run: python bench/herald_check.py [--herald DIR] [--show STATUS --count N]
The folder is COPYDESK_HERALD, else ../shared/herald beside the checkout; absent, the run says so.
"""

import argparse
import json
import os
import sys
import time
from collections import Counter
from pathlib import Path

from copydesk.evidence.model import EvidenceSource
from copydesk.importers.machine_herald import read_submission
from copydesk.newsroom.checking import check
from copydesk.newsroom.evidence import evidence_from_folder, no_evidence
from copydesk.report import Report

DEFAULT = Path(__file__).resolve().parents[1].parent / "shared" / "herald"


def folders(herald: Path) -> dict[str, Path]:
    """The evidence folder of each submission, by the submission's path in its archive."""
    found = {}
    for manifest in herald.glob("sources/*/*/manifest.json"):
        name = json.loads(manifest.read_bytes()).get("submission_file", "")
        found[Path(name).name] = manifest.parent
    return found


def show(report: Report, status: str, left: int) -> int:
    for item in report.specifics:
        if item.status.value == status and left > 0:
            left -= 1
            print(f"\n{report.article.path} {item.field.value} {item.start}-{item.end}")
            print(f"  {item.kind.value} {item.text!r}: {item.reason}")
            for found in item.evidence[:2]:
                print(f"  [{found.source}] …{found.prefix}[[{found.exact}]]{found.suffix}…")
    return left


def table(title: str, counts: Counter[str]) -> None:
    print(f"\n{title}")
    for name, count in counts.most_common():
        print(f"  {count:>6}  {name}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", type=Path, default=os.environ.get("COPYDESK_HERALD") or DEFAULT)
    parser.add_argument("--show", default="")
    parser.add_argument("--count", type=int, default=20)
    options = parser.parse_args()
    herald = Path(options.herald)
    files = sorted(herald.glob("src/content/submissions/*/*.json"))
    if not files:
        print(f"skipped: no sample archive at {herald}; set COPYDESK_HERALD")
        return 0
    evidence = folders(herald)
    kinds: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    qualities: Counter[str] = Counter()
    findings: Counter[str] = Counter()
    words, without, seconds, slowest, left = 0, 0, 0.0, 0.0, options.count
    for file in files:
        begun = time.perf_counter()
        article = read_submission(file.read_bytes(), file.name)
        folder = evidence.get(file.name)
        sources: tuple[EvidenceSource, ...]
        if folder is None:
            without += 1
            sources = no_evidence(article, "no evidence folder")
        else:
            sources = evidence_from_folder(article, folder)
        report = check(article, sources)
        took = time.perf_counter() - begun
        seconds, slowest = seconds + took, max(slowest, took)
        words += article.words
        kinds.update(item.kind.value for item in report.specifics)
        statuses.update(item.status.value for item in report.specifics)
        qualities.update(item.quality.value for item in report.sources)
        findings.update(f"{item.severity.value} {item.rule}" for item in report.findings)
        if options.show:
            left = show(report, options.show, left)
    total = sum(statuses.values())
    print(
        f"{len(files)} articles ({without} without evidence), {words:,} words, {total:,} specifics"
    )
    print(
        f"{seconds:.1f} s in all, {seconds / len(files):.2f} s an article, slowest {slowest:.2f} s"
    )
    table("specifics by kind", kinds)
    table("specifics by status", statuses)
    table("sources by quality", qualities)
    table("findings by rule", findings)
    return 0


if __name__ == "__main__":
    sys.exit(main())
