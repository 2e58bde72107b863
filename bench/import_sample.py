"""Imports a Machine Herald checkout into a newsroom of its own and prints what came of it.

Run: python bench/import_sample.py ARCHIVE [--work FOLDER] [--jobs N]

The archive is named by the argument or by COPYDESK_HERALD; without either nothing is run, and it says so.
Printed beside each count is the share; a second import follows, which must change nothing.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from copydesk.importers.checkout import Checkout
from copydesk.newsroom.common import Desk
from copydesk.newsroom.create import create_newsroom
from copydesk.newsroom.import_report import ImportReport
from copydesk.newsroom.importing import import_machine_herald
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.store import Newsroom


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archive", nargs="?", default=os.environ.get("COPYDESK_HERALD", ""))
    parser.add_argument("--work", default="", help="Where the newsroom is made; else a new folder.")
    parser.add_argument("--jobs", type=int, default=1, help="Processes; 0: one for each core.")
    given = parser.parse_args()
    if not given.archive:
        print("Skipped: no archive is named, by argument or by COPYDESK_HERALD.")
        return 0
    with tempfile.TemporaryDirectory() as spare:
        work = Path(given.work or spare)
        keystore = Keystore(work / "keys")
        create_newsroom(work / "room", keystore, name="Bench", origin="bench.example/log")
        desk = Desk(Newsroom.open(work / "room"), keystore, now)
        first, spent = timed(desk, given.archive, given.jobs)
        show(first)
        print(f"first import            {spent}")
        second, spent = timed(desk, given.archive, given.jobs)
        print(f"second import           {spent}, changed something: {not second.unchanged}")
        return 0 if second.unchanged else 1


def timed(desk: Desk, archive: str, jobs: int) -> tuple[ImportReport, str]:
    """The report, and what it took: on the clock, and of processor time with all processes."""
    started, used = time.perf_counter(), processor()
    report = import_machine_herald(desk, Checkout(Path(archive)), archive, jobs=jobs)
    clock, used = time.perf_counter() - started, processor() - used
    count = sum(report.stories.values())
    rate = f"{count / used:.0f} articles a second of processor time"
    return report, f"{used:8.1f} s of processor time, {clock:.1f} s on the clock; {rate}"


def processor() -> float:
    found = os.times()
    return found.user + found.system + found.children_user + found.children_system


def show(report: ImportReport) -> None:
    for state, count in report.stories.items():
        print(f"articles {state:<22} {count:>6}")
    for step, counts in report.signatures.items():
        for outcome, count in counts.most_common():
            print(
                f"{step:<14} {outcome:<16} {count:>6} of {counts.total()} ({share(count, counts.total())})"
            )
    for name, found in report.hashes.items():
        print(
            f"{name:<31} {found[True]:>6} of {found.total()} ({share(found[True], found.total())})"
        )
    total = report.captures.total()
    for state, count in report.captures.most_common():
        print(f"captures       {state:<16} {count:>6} of {total} ({share(count, total)})")
    for step in ("review", "earlier-review", "correction"):
        print(f"{step:<31} {report.steps[step]:>6}, none signed")
    print(f"does not fit                    {sum(report.kinds.values()):>6} {dict(report.kinds)}")


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


if __name__ == "__main__":
    sys.exit(main())
