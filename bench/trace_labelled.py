"""The trace against public data with human labels.

    python bench/trace_labelled.py [--labelled DIR] [--set NAME] [--limit N] [--show missed|false]

The folder holds ``summedits/``, ``faithbench/`` and ``wice/`` as their repositories publish them;
COPYDESK_LABELLED names it where no option does, and the default is ``../shared/labelled`` beside
the checkout. A set that is absent is skipped, and the run says so. A document is the one source, a
summary or claim the body of an article without citations; flagged means that some specific has a
status other than traced or derived.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality, Specific, Status
from copydesk.trace import trace_specifics

GOOD = {Status.TRACED, Status.DERIVED}
SEVERE = {Status.CONTRADICTED, Status.UNTRACED}


def main() -> int:
    options = _options()
    runs: dict[str, Callable[[Path, argparse.Namespace], None]] = {
        "summedits": _summedits,
        "faithbench": _faithbench,
        "wice": _wice,
    }
    for name, run in runs.items():
        if options.set and options.set != name:
            continue
        folder = options.labelled / name
        if not folder.is_dir():
            print(f"trace_labelled: no {folder}; {name} not measured")
            continue
        started = time.perf_counter()
        run(folder, options)
        print(f"{name}: {time.perf_counter() - started:.1f} s\n", flush=True)
    return 0


def _options() -> argparse.Namespace:
    root = Path(__file__).resolve().parent.parent
    default = os.environ.get("COPYDESK_LABELLED", str(root.parent / "shared" / "labelled"))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--labelled", type=Path, default=Path(default))
    parser.add_argument("--set", choices=("summedits", "faithbench", "wice"))
    parser.add_argument("--limit", type=int, default=10**9)
    parser.add_argument("--show", choices=("missed", "false"))
    return parser.parse_args()


def _check(document: str, claim: str) -> list[Specific]:
    text = EvidenceText(document, (Region(0, len(document), Label.VISIBLE),))
    digest = hashlib.sha256(document.encode("utf-8", "replace")).hexdigest()
    source = EvidenceSource(1, "https://document.example/", digest, Quality.OK, text)
    article = read_article(claim.replace("\x00", " ").encode("utf-8", "replace"))
    return [s for s in trace_specifics(article, (source,)) if s.status not in GOOD]


def _line(specific: Specific) -> str:
    return f"    {specific.kind.value} {specific.status.value} «{specific.text}» {specific.reason}"


def _summedits(folder: Path, options: argparse.Namespace) -> None:
    for path in sorted(folder.glob("*.json")):
        counts: Counter[str] = Counter()
        for entry in json.loads(path.read_text("utf-8"))[: options.limit]:
            flagged = _check(entry["doc"], entry["summary"])
            right = str(entry["label"]) == "1"
            counts["right" if right else "wrong"] += 1
            if right:
                counts["right words"] += len(entry["summary"].split())
                counts["false alarms"] += len(flagged)
                counts["false severe"] += sum(s.status in SEVERE for s in flagged)
            counts["right flagged" if right else "wrong flagged"] += bool(flagged)
            _show(options, right, flagged, entry["summary"], entry.get("original_summary", ""))
            for specific in flagged:
                counts[f"{'right' if right else 'wrong'}:{specific.kind}:{specific.status}"] += 1
        _summary(path.stem, counts)


def _summary(name: str, counts: Counter[str]) -> None:
    words = max(counts["right words"], 1)
    print(
        f"  {name}: found {counts['wrong flagged']}/{counts['wrong']}, right flagged "
        f"{counts['right flagged']}/{counts['right']}, false alarms per 1,000 words "
        f"{1000 * counts['false alarms'] / words:.1f} (severe {1000 * counts['false severe'] / words:.1f})"
    )
    detail = {k: n for k, n in counts.most_common() if k.startswith("right:")}
    print(f"    {detail}")


def _show(
    options: argparse.Namespace, right: bool, flagged: list[Specific], text: str, original: str
) -> None:
    if options.show == "false" and right and flagged:
        print(f"\n{text}", *map(_line, flagged), sep="\n")
    if options.show == "missed" and not right and not flagged:
        print(f"\n{text}\n  was: {original}")


def _faithbench(folder: Path, options: argparse.Namespace) -> None:
    counts: Counter[str] = Counter()
    by_label: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    samples = [
        sample
        for path in sorted(folder.glob("*.json"))
        for sample in json.loads(path.read_text("utf-8"))["samples"]
    ][: options.limit]
    for sample in samples:
        flagged = _check(sample["source"], sample["summary"])
        bad = [a for a in sample["annotations"] if a.get("summary_start") is not None]
        unwanted = [a for a in bad if any("Unwanted" in label for label in a["label"])]
        for note in bad:
            hit = any(
                s.start < note["summary_end"] and note["summary_start"] < s.end for s in flagged
            )
            for label in note["label"]:
                by_label[label][0] += hit
                by_label[label][1] += 1
        right = not bad
        counts["right" if right else "wrong"] += bool(right or unwanted)
        if right:
            counts["right words"] += len(sample["summary"].split())
            counts["false alarms"] += len(flagged)
            counts["false severe"] += sum(s.status in SEVERE for s in flagged)
        if right or unwanted:
            counts["right flagged" if right else "wrong flagged"] += bool(flagged)
        _show(options, right, flagged, sample["summary"], str([a["note"] for a in bad]))
    _summary("faithbench", counts)
    print("    spans hit:", {label: f"{a}/{b}" for label, (a, b) in sorted(by_label.items())})


def _wice(folder: Path, options: argparse.Namespace) -> None:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    lines = (folder / "dev.jsonl").read_text("utf-8").splitlines()[: options.limit]
    for line in lines:
        entry: dict[str, Any] = json.loads(line)
        flagged = _check("\n".join(entry["evidence"]), entry["claim"])
        one = counts[entry["label"]]
        one["claims"] += 1
        one["flagged"] += bool(flagged)
        one["alarms"] += len(flagged)
        one["severe"] += sum(s.status in SEVERE for s in flagged)
        one["words"] += len(entry["claim"].split())
        _show(options, entry["label"] == "supported", flagged, entry["claim"], entry["label"])
    for label, one in sorted(counts.items()):
        rate, severe = (1000 * one[key] / one["words"] for key in ("alarms", "severe"))
        print(
            f"  {label}: flagged {one['flagged']}/{one['claims']}, per 1,000 words {rate:.1f} "
            f"(untraced or contradicted {severe:.1f})"
        )


if __name__ == "__main__":
    raise SystemExit(main())
