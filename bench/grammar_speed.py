"""Speed of the grammar of specifics on generated news text: ms a sentence, MB/s, and the curve.

    python bench/grammar_speed.py [--megabytes 2]

The sentences are the labelled ones of the test suite, padded with plain ones to the density of
real news (about 45 values in 1,000 words). Exits 1 when a sentence takes more than 0.1 ms.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from copydesk.trace.specifics import (
    fold,
    scan_names,
    scan_quotes,
    scan_superlatives,
    scan_values,
)

_LABELLED = Path(__file__).parents[1] / "tests" / "trace" / "specifics" / "sentences.jsonl"
_PLAIN = (
    "The operator said that the timetable would be looked at again with the people who use it.",
    "“Nobody asked us before they closed the pier,” the owner of a nearby shop said.",
    "Whether the new line can be opened as planned depends on the weather along the coast.",
)
# Milliseconds that a sentence may take on average.
_LIMIT = 0.1


def news(size: int) -> tuple[str, int]:
    """About ``size`` code points of text, and how many sentences they are."""
    labelled = [json.loads(line)["text"] for line in _LABELLED.read_text("utf-8").splitlines()]
    block: list[str] = []
    for number, sentence in enumerate(labelled):
        block += [sentence, _PLAIN[number % 3], _PLAIN[(number + 1) % 3]]
    text = " ".join(block)
    times = max(1, size // len(text))
    return "\n".join([text] * times), len(block) * times


def median_seconds(scan: Callable[[str], object], text: str, runs: int = 5) -> float:
    """The median of some runs, in seconds of processor time."""
    taken = []
    for _ in range(runs):
        started = time.process_time()
        scan(text)
        taken.append(time.process_time() - started)
    return statistics.median(taken)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=float, default=2.0)
    size = int(parser.parse_args().megabytes * 1_000_000)
    text, sentences = news(size)
    print(f"{len(text):,} code points, {sentences:,} sentences")
    slow = False
    for scan in (scan_values, scan_quotes, scan_names, scan_superlatives, fold):
        seconds = median_seconds(scan, text)
        each = seconds * 1000 / sentences
        print(
            f"{scan.__name__:18} {each:7.4f} ms a sentence  {len(text) / seconds / 1e6:6.1f} MB/s"
        )
        slow |= scan is scan_values and each > _LIMIT
    print("scan_values, the curve:")
    for share in (8, 4, 2, 1):
        part, _ = news(size // share)
        print(f"  {len(part):>10,} code points {median_seconds(scan_values, part, 3):7.3f} s")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
