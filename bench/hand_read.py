"""Bad statuses in the sample archive, drawn at random and read by hand: would an editor agree?

    python bench/hand_read.py --draw 100 [--seed TEXT]   print what was drawn, to be read
    python bench/hand_read.py                            the shares, from bench/hand_read.json

A bad status is any but traced and derived. The file holds places and verdicts, no text: the article,
the field, the code points, kind and status when it was drawn, and ``agree``, ``disagree`` or
``unsure`` with the reason in a word. A place whose status is another by now is counted apart, so
that an old reading does not speak for a new engine. COPYDESK_HERALD says where the archive lies.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))

from accuracy_archive import herald_jobs, read_job
from accuracy_marks import GOOD

from copydesk.trace import trace

ROOT = Path(__file__).resolve().parent.parent
READ = ROOT / "bench" / "hand_read.json"
VERDICTS = ("agree", "disagree", "unsure")
_AROUND = 220

Place = dict[str, Any]


def bad_places(job: tuple[Path, Path]) -> list[tuple[Place, str]]:
    """The specifics with a bad status of one article, each with what a reader needs to judge it."""
    article, sources = read_job(job)
    found = []
    for one in trace(article, sources).specifics:
        if one.status in GOOD:
            continue
        place = {
            "article": job[0].stem,
            "field": one.field.value,
            "start": one.start,
            "end": one.end,
            "kind": one.kind.value,
            "status": one.status.value,
        }
        text = article.field(one.field).text
        low, high = max(0, one.start - _AROUND), one.end + _AROUND
        shown = [
            f"{one.kind.value} {one.status.value} «{one.text}», cites {list(one.cited)}",
            f"  reason: {one.reason}",
            f"  article: …{text[low : one.start]}[[{one.text}]]{text[one.end : high]}…",
        ]
        texts = {source.id: source.text.text for source in sources}
        for e in one.evidence:
            held = texts[e.source]
            before, after = held[max(0, e.start - _AROUND) : e.start], held[e.end : e.end + _AROUND]
            shown.append(f"  source {e.source}: …{before}[[{e.exact}]]{after}…")
        found.append((place, "\n".join(shown)))
    return found


def _all(jobs: list[tuple[Path, Path]]) -> Iterator[tuple[Place, str]]:
    with Pool(2) as pool:
        for found in pool.imap(bad_places, jobs):
            yield from found


def _draw(jobs: list[tuple[Path, Path]], number: int, seed: str) -> None:
    everything = list(_all(jobs))
    rng = random.Random(seed)  # noqa: S311 - a sample, not a secret
    for at, (place, shown) in enumerate(rng.sample(everything, min(number, len(everything))), 1):
        print(f"{at}. {json.dumps(place)}\n{shown}\n")
    print(f"{min(number, len(everything))} of {len(everything)} bad statuses", file=sys.stderr)


def _shares(jobs: list[tuple[Path, Path]]) -> int:
    held = json.loads(READ.read_text("utf-8"))
    now = {_key(place): place["status"] for place, _ in _all(jobs)} if jobs else {}
    if not jobs:
        print("The archive is not there: places are not compared with today's statuses.")
    for name in ("status", "kind"):
        tally: dict[str, Counter[str]] = {}
        for one in held["read"]:
            tally.setdefault(one[name], Counter())[one["verdict"]] += 1
        for value, counts in sorted(tally.items()):
            print(f"  {value:<14} {_share(counts)}")
        print()
    total = Counter(one["verdict"] for one in held["read"])
    print(f"  {'all':<14} {_share(total)}")
    if jobs:
        same = [one for one in held["read"] if now.get(_key(one)) == one["status"]]
        print(f"  {'as they stand':<14} {_share(Counter(one['verdict'] for one in same))}")
    return 0 if total.total() else 1


def _key(place: Place) -> tuple[str, str, int, int]:
    return place["article"], place["field"], place["start"], place["end"]


def _share(counts: Counter[str]) -> str:
    of = counts.total()
    rest = ", ".join(f"{counts[name]} {name}" for name in VERDICTS)
    return f"{100 * counts['agree'] / of if of else 0:5.1f} %  of {of:>3} ({rest})"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--draw", type=int, metavar="N")
    parser.add_argument("--seed", default="copydesk 7")
    options = parser.parse_args()
    herald = Path(os.environ.get("COPYDESK_HERALD") or ROOT.parent / "shared" / "herald")
    jobs = herald_jobs(herald)
    if options.draw is None:
        return _shares(jobs)
    if not jobs:
        print("There is no archive to draw from: set COPYDESK_HERALD.", file=sys.stderr)
        return 2
    _draw(jobs, options.draw, options.seed)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
