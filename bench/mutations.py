"""Tries every mutation of a published record and prints, by class, how many were judged right.

``python bench/mutations.py [--every N] [--processes N]``: with ``--every 10`` a tenth of each class.
A mutation is judged right when it is refused by a check that is named for it and by none that has
nothing to do with it, or, where it changes nothing, when it is not refused; never by a traceback.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from file_mutations import all_mutations
from token_mutations import token_mutations

from mutations import Mutation, field_mutations, judge


@cache
def every() -> tuple[Mutation, ...]:
    return (*field_mutations(), *all_mutations(), *token_mutations())


def judged(numbers: range) -> list[tuple[str, str, str, float]]:
    """Group, name, what is wrong (empty when nothing is), and seconds."""
    found = []
    for number in numbers:
        mutation = every()[number]
        start = time.perf_counter()
        wrong = judge(mutation)
        found.append((mutation.group, mutation.name, wrong, time.perf_counter() - start))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="try one in so many")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    start = time.perf_counter()
    numbers = range(0, len(every()), options.every)
    parts = [numbers[at : at + 200] for at in range(0, len(numbers), 200)]
    tried: Counter[str] = Counter()
    wrong: dict[str, list[str]] = defaultdict(list)
    slowest = (0.0, "")
    with multiprocessing.Pool(options.processes) as pool:
        for answers in pool.imap(judged, parts):
            for group, name, reason, seconds in answers:
                tried[group] += 1
                slowest = max(slowest, (seconds, name))
                if reason:
                    wrong[group].append(f"{name}: {reason}")
    fine = {mutation.group for mutation in every() if mutation.fine}
    print(f"{'mutations':>9} {'right':>7}  class (* must not be refused)")
    for group, count in tried.items():
        mark = " *" if group in fine else ""
        print(f"{count:9,} {count - len(wrong[group]):7,}  {group}{mark}")
    total, failed = tried.total(), sum(map(len, wrong.values()))
    print(f"{total:9,} {total - failed:7,}  in all, {time.perf_counter() - start:.0f} s")
    print(f"slowest: {slowest[0] * 1000:.0f} ms, {slowest[1]}")
    for group, names in wrong.items():
        for name in names[:20]:
            print(f"WRONG  {group}: {name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
