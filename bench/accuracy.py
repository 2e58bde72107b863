"""The accuracy of the trace on every set, per kind, with counts, targets and floors.

    python bench/accuracy.py [--set NAME]… [--jobs 2] [--show missed|false] [--format text|json]
                             [--check | --pin [--lower]] [--limit N]

Sets: ``corpus`` (the project's own), ``summedits/news``, ``…/ectsum``, ``…/podcast``, ``…/scitldr``
(``summedits`` for all four), ``faithbench``, ``wice``, ``cases``, ``planted``, ``herald``. Where the
shared sets lie: COPYDESK_LABELLED, COPYDESK_CASES and COPYDESK_HERALD, else ``labelled``, ``cases``
and ``herald`` in ``../shared`` beside the checkout. A set that is absent is said and skipped.
``--check`` compares with bench/floors.json and ends with 1 where a floor is broken, the data are
others, or nothing was there to measure. What each figure means: docs/accuracy.md.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))

import accuracy_archive
import accuracy_corpus
import accuracy_faithbench
import accuracy_planted
import accuracy_summedits
import accuracy_wice
from accuracy_figures import Figure, Outcome, table
from accuracy_floors import digest, gate
from accuracy_marks import remember_sources

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ROOT / "bench" / "floors.json"
EVERYTHING = 10**9


@dataclass(frozen=True, slots=True)
class DataSet:
    """A set: the folder that its file names count from, its files, and what measures it."""

    folder: Path
    files: list[Path]
    measure: Callable[[], Outcome]


def data_sets(jobs: int, limit: int) -> dict[str, DataSet]:
    """All sets by name; one that is absent has no files."""
    labelled, cases, herald = (_folder(name) for name in ("labelled", "cases", "herald"))
    corpus = ROOT / "tests" / "trace" / "corpus"
    files = sorted(corpus.glob("*.json"))
    sets = {"corpus": DataSet(corpus, files, partial(accuracy_corpus.measure, files))}
    for domain in ("news", "ectsum", "podcast", "scitldr"):
        path = labelled / "summedits" / f"{domain}.json"
        name = f"summedits/{domain}"
        run = partial(accuracy_summedits.measure, path, name, jobs, limit)
        sets[name] = DataSet(path.parent, [path] if path.is_file() else [], run)
    for name, module in (("faithbench", accuracy_faithbench), ("wice", accuracy_wice)):
        held = sorted((labelled / name).glob("*.json*"))
        sets[name] = DataSet(
            labelled / name, held, partial(module.measure, labelled / name, jobs, limit)
        )
    held = sorted(path for path in cases.rglob("*") if path.is_file())
    sets["cases"] = DataSet(cases, held, partial(accuracy_archive.measure_cases, cases, jobs))
    held = accuracy_archive.herald_files(herald)
    held += sorted(path for path in herald.glob("sources/*/*/*") if path.is_file())
    planted = partial(accuracy_planted.measure, herald, jobs, min(limit, accuracy_planted.PER_KIND))
    sets["planted"] = DataSet(herald, held, planted)
    sets["herald"] = DataSet(herald, held, partial(accuracy_archive.measure_herald, herald, jobs))
    return sets


def _folder(name: str) -> Path:
    return Path(os.environ.get(f"COPYDESK_{name.upper()}") or ROOT.parent / "shared" / name)


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    sets = data_sets(options.jobs, options.limit)
    wanted = [
        name
        for name in sets
        if not options.set or any(name == one or name.startswith(f"{one}/") for one in options.set)
    ]
    if not wanted:
        print("no such set; there are: " + ", ".join(sets), file=sys.stderr)
        return 2
    remember_sources()
    figures: list[Figure] = []
    digests = {}
    for name in wanted:
        one = sets[name]
        if not one.files:
            print(f"{name}: not there; not measured", file=sys.stderr)
            continue
        begun = time.perf_counter()
        outcome = one.measure()
        figures += outcome.figures
        digests[name] = digest((str(path.relative_to(one.folder)), path) for path in one.files)
        if options.show:
            for shown in outcome.missed if options.show == "missed" else outcome.false:
                print(f"{name} {shown}\n")
        print(f"{name}: {time.perf_counter() - begun:.0f} s", file=sys.stderr, flush=True)
    if options.format == "json":
        print(json.dumps([one.as_json() for one in figures], ensure_ascii=False, indent=1))
    else:
        print(table(figures))
    return gate(options, options.floors, figures, digests)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--set", action="append", help="only this set; may be given again")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=int, default=EVERYTHING, help="texts of each set, to try")
    parser.add_argument("--show", choices=("missed", "false"))
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--check", action="store_true", help="end with 1 where a floor is broken")
    parser.add_argument("--pin", action="store_true", help="write the floors; none gives way")
    parser.add_argument("--lower", action="store_true", help="with --pin: floors may give way")
    parser.add_argument("--floors", type=Path, default=FLOORS, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.limit != EVERYTHING and (options.check or options.pin):
        parser.error("a part of a set has no floors: leave out --limit")
    return options


if __name__ == "__main__":
    raise SystemExit(main())
