"""How an audit grows with its archive: articles a second, memory, a second audit, beside the bare floor.

    python bench/audit_scale.py [--sizes 300 1000] [--cores 1 2] [--no-trace] [--keep DIR]

The archive is invented and seeded: articles of 400 words, each with three captured pages of 40 KB
(300 words of text, the rest scripts), signed and logged. The floor is what no audit can go below: text
of the same pages by bare selectolax, SHA-256 over the same bytes, and the same Ed25519 verifications
by OpenSSL, in one process with nothing else done. "CPU" is the processor time of all processes, from
which the rate on free cores follows; "wall" is what passed on this machine. Memory is the largest of the
process that hands out the work, and of any of its workers. Ends with 1 where processor time grows
faster than 1.1 in logarithms.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import zstandard
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from selectolax.lexbor import LexborHTMLParser

from copydesk.audit.archive import Options
from copydesk.audit.journal import Journal
from copydesk.audit.newsroom import NewsroomArchive
from copydesk.audit.run import Audit, local
from copydesk.audit.totals import Totals
from copydesk.newsroom.run_files import RunFiles
from copydesk.newsroom.store import DirectoryFiles
from copydesk.provenance import keys
from copydesk.provenance.context import Context
from copydesk.provenance.verify import verify_article

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "support")]
from support.synthetic_archive import CAPTURES, build  # noqa: E402 - found by the line before

SAMPLE = 200
STEEPEST = 1.1


def main() -> int:
    options = _options()
    if options.one:
        print(json.dumps(_audited(Path(options.one), options.cores[0], options.trace)))
        return 0
    with tempfile.TemporaryDirectory(prefix="copydesk-bench-", dir=options.keep) as name:
        return _curve(Path(name), options)


def _curve(folder: Path, options: argparse.Namespace) -> int:
    _print(
        "articles",
        "cores",
        "wall",
        "a second",
        "CPU",
        "per free core",
        "memory",
        "of a worker",
        "floor",
        "times",
    )
    points = []
    for size in options.sizes:
        room = folder / str(size)
        began = time.perf_counter()
        build(room, size, words=400, page_bytes=40_000, page_words=300)
        made = time.perf_counter() - began
        floor = _floor(room, size)
        for cores in options.cores:
            found = _measured(room, cores, options, fresh=True)
            points.append((size, found["cpu"], cores))
            _row(size, cores, found, floor)
        again = _measured(room, options.cores[-1], options, fresh=False)
        _print("", "again", f"{again['wall']:.1f} s", f"{size / again['wall']:,.0f}",
               f"{again['cpu']:.1f} s", f"{size / again['cpu']:,.0f}", "", "",
               f"{again['unchanged']:,} unchanged", "")  # fmt: skip
        print(
            f"({size:,} articles, {CAPTURES * size:,} captures: made in {made:.0f} s)", flush=True
        )
        shutil.rmtree(room)
    print("load average:", ", ".join(f"{load:.1f}" for load in os.getloadavg()))
    return _steep(points)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[300, 1_000])
    parser.add_argument("--cores", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--no-trace", dest="trace", action="store_false")
    parser.add_argument("--keep", help="folder for the archives; a temporary one by default")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    return parser.parse_args()


# -- one audit, in a process of its own -----------------------------------------------------------


def _measured(
    room: Path, cores: int, options: argparse.Namespace, *, fresh: bool
) -> dict[str, float]:
    journal = _journal(room)
    if fresh:
        journal.unlink(missing_ok=True)
    flags = [] if options.trace else ["--no-trace"]
    done = subprocess.run(  # noqa: S603 - this very program
        [sys.executable, __file__, "--one", str(room), "--cores", str(cores), *flags],
        check=True, capture_output=True, text=True, env={**os.environ},
    )  # fmt: skip
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _journal(room: Path) -> Path:
    return room.with_name(f"{room.name}.journal")


def _audited(room: Path, cores: int, trace: bool) -> dict[str, float]:
    options = Options(trace=trace)
    start, cpu = time.perf_counter(), _cpu()
    totals = Totals()
    with Journal(_journal(room)) as journal:
        archive = NewsroomArchive(room, options)
        audit = Audit(archive, local(room, options, cores), journal)
        for row in audit.rows(archive.units("")):
            totals.add(row)
    assert totals.full_chain == totals.articles, totals.as_json()["checks"]
    return {
        "wall": time.perf_counter() - start,
        "cpu": _cpu() - cpu,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "worker": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024,
        "unchanged": audit.unchanged,
    }


def _cpu() -> float:
    """Processor seconds of this process and of those that it started."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


# -- the floor ------------------------------------------------------------------------------------


def _floor(room: Path, size: int) -> float:
    """Articles a second of one core by the bare work, over a sample."""
    places = sorted((room / "articles").glob("*/*"))[:: max(size // SAMPLE, 1)][:SAMPLE]
    files = RunFiles(DirectoryFiles(room), captures=False)
    checks: list[tuple[bytes, bytes, bytes]] = []
    real = keys._verify  # noqa: SLF001 - counted where it happens

    def noted(public: bytes, signature: bytes, data: bytes) -> bool:
        checks.append((public, signature, data))
        return real(public, signature, data)

    keys._verify = noted  # noqa: SLF001
    try:
        context = Context(files)
        checks.clear()
        for place in places:
            verify_article(files, place.parent.name, place.name, context=context)
    finally:
        keys._verify = real  # noqa: SLF001
    texts = [path.read_bytes() for place in places for path in place.rglob("*") if path.is_file()]
    stored = sorted((room / "captures").rglob("*.zst"))[: CAPTURES * len(places)]
    bodies = [zstandard.ZstdDecompressor().decompress(path.read_bytes()) for path in stored]
    start = time.process_time()
    for public, signature, data in checks:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, data)
    for data in (*texts, *bodies):
        hashlib.sha256(data).digest()
    for body in bodies:
        LexborHTMLParser(body).text()
    return len(places) / (time.process_time() - start)


# -- showing --------------------------------------------------------------------------------------


def _row(size: int, cores: int, found: dict[str, float], floor: float) -> None:
    rate = size / found["cpu"]
    _print(
        f"{size:,}", str(cores), f"{found['wall']:.1f} s", f"{size / found['wall']:,.0f}",
        f"{found['cpu']:.1f} s", f"{rate:,.0f}", f"{found['memory']:.0f} MB",
        f"{found['worker']:.0f} MB" if cores > 1 else "", f"{floor:,.0f}/s", f"{floor / rate:.1f}",
    )  # fmt: skip


def _print(*cells: str) -> None:
    print("  ".join(cell.rjust(13) for cell in cells), flush=True)


def _steep(points: list[tuple[int, float, int]]) -> int:
    """How processor time grows from the smallest archive to the largest."""
    worst = 0.0
    for cores in sorted({cores for _, _, cores in points}):
        line = [(size, cpu) for size, cpu, of in points if of == cores]
        (small, first), (large, last) = line[0], line[-1]
        if small < large:
            slope = math.log(last / first) / math.log(large / small)
            print(f"{cores} cores: time grows with the archive to the power of {slope:.2f}")
            worst = max(worst, slope)
    return int(worst > STEEPEST)


if __name__ == "__main__":
    raise SystemExit(main())
