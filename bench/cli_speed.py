"""Wall time of the command line, imports included: `copydesk --help` and `copydesk check`.

    python bench/cli_speed.py [--runs 15] [--parts]

Each run is a new process that finds compiled modules on disk, as after an installation. The article
is invented, of 1,000 words; its six pages have 50 KB each (ordinary ones) or 300 KB. The processor
time beside it tells a slow program from a busy machine. ``--parts`` says what a check spends its
time on. Exits 1 when a median misses its target.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "bench" / "support")]

from synthetic_check import LARGE, ORDINARY, write_check  # noqa: E402

# Milliseconds of wall time on one core (issue 7).
HELP_LIMIT, CHECK_LIMIT = 150, 600
# What a check does, timed within one new process.
_PARTS = """
import sys, time
from pathlib import Path
clock = time.perf_counter
marks = [("start", clock())]
import typer, copydesk.cli.app
marks.append(("command line", clock()))
import copydesk.cli.check
from copydesk.newsroom.checking import check, read_any
from copydesk.newsroom.evidence import evidence_from_folder
marks.append(("imports of the check", clock()))
path, folder = Path(sys.argv[1]), Path(sys.argv[2])
article = read_any(path.read_bytes(), str(path))
marks.append(("article", clock()))
sources = evidence_from_folder(article, folder)
marks.append(("text of the pages", clock()))
report = check(article, sources)
marks.append(("trace and policy", clock()))
from copydesk.cli.cells import Ink
from copydesk.cli.render_report import Lines, render_report
text = path.read_text(encoding="utf-8")
render_report(report, article, sources, Lines(article, text), Ink(width=100))
marks.append(("view", clock()))
for (_, before), (name, after) in zip(marks, marks[1:]):
    print(f"    {name:<22} {(after - before) * 1000:5.0f} ms")
"""


def timed(
    command: list[str], runs: int, environment: dict[str, str]
) -> tuple[list[float], list[float]]:
    """Milliseconds of wall and of processor time of each run, after one that is not counted."""
    wall, processor = [], []
    for _ in range(runs + 1):
        before = _processor()
        started = time.perf_counter()
        subprocess.run(command, env=environment, check=False, capture_output=True)  # noqa: S603
        wall.append((time.perf_counter() - started) * 1000)
        processor.append((_processor() - before) * 1000)
    return wall[1:], processor[1:]


def _processor() -> float:
    used = os.times()
    return used.children_user + used.children_system


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--parts", action="store_true", help="what a check spends its time on")
    options = parser.parse_args()
    copydesk = [sys.executable, "-m", "copydesk"]
    missed = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)

        def report(what: str, command: list[str], limit: int) -> None:
            nonlocal missed
            taken, processor = timed(command, options.runs, environment)
            median = statistics.median(taken)
            missed |= median > limit
            verdict = "ok" if median <= limit else "MISSED"
            print(
                f"{what}: {median:.0f} ms (fastest {min(taken):.0f}, processor "
                f"{statistics.median(processor):.0f}), target {limit}: {verdict}"
            )

        report("copydesk --help", [*copydesk, "--help"], HELP_LIMIT)
        for size, shape in (("50 KB", ORDINARY), ("300 KB", LARGE)):
            article, evidence = write_check(folder / size.split()[0], shape)
            command = [*copydesk, "check", str(article), "--evidence", str(evidence)]
            report(f"copydesk check, six pages of {size}", command, CHECK_LIMIT)
            if options.parts:
                parts = [sys.executable, "-c", _PARTS, str(article), str(evidence)]
                for _ in range(3):
                    done = subprocess.run(  # noqa: S603
                        parts, env=environment, check=False, capture_output=True, text=True
                    )
                print(done.stdout + done.stderr, end="")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
