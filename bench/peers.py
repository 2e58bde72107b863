"""Accuracy and time of the nearest peers beside Copydesk's, on the same sets in the same run.

    python bench/peers.py [--set summedits/news]… [--limit N]

``corroborate`` (numbers, dates, quotations) and ``rag-quantguard`` (figures with units, sums, shares)
are not dependencies of Copydesk. To compare, put them into an environment of their own and name its
folder of packages:

    python -m venv /tmp/peers && /tmp/peers/bin/pip install corroborate rag-quantguard
    PYTHONPATH=/tmp/peers/lib/python3.11/site-packages python bench/peers.py

A peer that cannot be imported is said and skipped. Each is asked as its documentation shows: the
source as one chunk for corroborate, which looks for values anywhere; as paragraphs, else sentences,
for rag-quantguard, which judges a claim by the chunk that fits it best. A flag is a critical finding
(corroborate), or a claim that is not verified nor approximate (rag-quantguard). An exception counts
as no flag and is counted. Where the sets lie: as for bench/accuracy.py.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))

import accuracy_faithbench
import accuracy_summedits
import accuracy_wice
from accuracy_figures import Figure
from accuracy_marks import Mark, document, grave, marks, plain_article

from accuracy import EVERYTHING, data_sets
from copydesk.trace import trace

SETS = ("summedits/news", "summedits/ectsum", "faithbench", "wice")
# The figures that say most of each set; the others are bench/accuracy.py's.
_SHOWN = (
    "consistent: false alarms per 1,000 words",
    "consistent: summaries flagged",
    "digit edits caught",
    "capitalised edits caught",
    "edited: summaries flagged",
    "number flags that hit an unwanted span",
    "false flags per 1,000 words",
    "balanced accuracy",
    "supported: false alarms per 1,000 words",
    "supported: claims flagged",
    "not supported: claims flagged",
    "swapped source noticed",
)

Check = Callable[[str, str], list[Mark]]


@dataclass(slots=True)
class Checker:
    """A peer, or Copydesk, with its time and its failures so far."""

    name: str
    check: Check
    seconds: float = 0.0
    checks: int = 0
    failed: int = 0

    def pairs(
        self, pairs: Sequence[tuple[str, str]], jobs: int = 1, *, notes: bool = False
    ) -> list[list[Mark]]:
        """The marks of each (source, text); in place of the accuracy bench's own."""
        del jobs
        found = []
        for source, text in pairs:
            begun = time.process_time()
            try:
                one = self.check(source, text)
            except Exception:  # noqa: BLE001 - what a peer raises is not ours to know
                self.failed += 1
                one = []
            self.seconds += time.process_time() - begun
            self.checks += 1
            found.append(one)
        return found if notes else [grave(one) for one in found]


def copydesk(source: str, text: str) -> list[Mark]:
    return marks(trace(plain_article(text), (document(source),)), notes=True)


def _mark(start: int, span: str, kind: str, verdict: str) -> Mark:
    return Mark("body", start, start + len(span), kind, verdict, span, "")


_KINDS = {"FG001": "number", "FG002": "date", "FG003": "quote"}


def corroborate(peer: Any) -> Check:
    """Its spans are strings of the answer; each is marked at its next place there."""

    def check(source: str, text: str) -> list[Mark]:
        found = []
        for finding in peer.check_answer("", [source], text).critical:
            at = 0
            for span in finding.spans:
                place = text.find(span, at)
                place = place if place >= 0 else max(0, text.find(span))
                at = place + len(span)
                found.append(_mark(place, span, _KINDS[finding.code], finding.code))
        return found

    return check


def _chunks(source: str) -> list[str]:
    lines = [line for line in source.split("\n") if line.strip()]
    if len(lines) > 1:
        return lines
    return [one for one in re.split(r"(?<=[.!?])\s+", source) if one.strip()]


def quantguard(peer: Any) -> Check:
    guard = peer.QuantitativeGuard()
    good = {peer.Status.VERIFIED, peer.Status.APPROXIMATE, peer.Status.NOT_APPLICABLE}

    def check(source: str, text: str) -> list[Mark]:
        result = guard.verify(text, _chunks(source))
        return [
            _mark(
                one.claim.span.start,
                text[one.claim.span.start : one.claim.span.end] or one.claim.raw_text,
                "number", one.status.value,
            )
            for one in result.results
            if one.status not in good
        ]  # fmt: skip

    return check


def checkers() -> list[Checker]:
    found = [Checker("copydesk", copydesk)]
    for name, module, adapt in (
        ("corroborate", "corroborate", corroborate),
        ("rag-quantguard", "quantguard", quantguard),
    ):
        try:
            found.append(Checker(name, adapt(import_module(module))))
        except ImportError:
            print(
                f"{name}: not there; `pip install {name}` into an environment of its own, and "
                "PYTHONPATH (see --help). Skipped."
            )
    return found


def measured(names: Sequence[str], checker: Checker, limit: int) -> list[Figure]:
    """The accuracy bench's figures, with the checker's marks in place of the trace's."""
    for module in (accuracy_summedits, accuracy_faithbench, accuracy_wice):
        module.check_pairs = checker.pairs  # type: ignore[attr-defined]
    sets = data_sets(1, limit)
    return [
        figure
        for name in names
        if sets[name].files
        for figure in sets[name].measure().figures
        if figure.measure in _SHOWN
    ]


def _value(figure: Figure) -> str:
    if figure.unit == "share":
        return f"{100 * figure.value:.1f} %  {figure.hits:,}/{figure.of:,}"
    return f"{figure.value:.3f}  {figure.hits:,}/{figure.of:,}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--set", action="append", choices=SETS)
    parser.add_argument("--limit", type=int, default=EVERYTHING, help="texts of each set, to try")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    options = parser.parse_args()
    names = options.set or list(SETS)
    ready = checkers()
    found = {one.name: measured(names, one, options.limit) for one in ready}
    if options.format == "json":
        shown = {name: [one.as_json() for one in figures] for name, figures in found.items()}
        print(json.dumps(shown, ensure_ascii=False, indent=1))
        return 0
    columns = [one.name for one in ready]
    print(f"{'':58}" + "".join(f"{name:>24}" for name in columns))
    for at, figure in enumerate(found["copydesk"]):
        cells = [_value(found[name][at]) for name in columns]
        print(f"{figure.set + ' ' + figure.measure:58}" + "".join(f"{cell:>24}" for cell in cells))
    per = [f"{1000 * one.seconds / max(1, one.checks):.2f} ms" for one in ready]
    print(f"{'time a check, one core':58}" + "".join(f"{cell:>24}" for cell in per))
    failures = [f"{one.failed}/{one.checks}" for one in ready]
    print(f"{'checks that ended in an exception':58}" + "".join(f"{c:>24}" for c in failures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
