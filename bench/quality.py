"""The verdicts on captures, measured: on the labelled pages of this repository, and on an archive.

    python bench/quality.py [--show] [--check | --pin [--lower]] [--format text|json]
    python bench/quality.py --herald

The pages are in bench/quality_pages, written for this after the marks of real walls; each says what
it is and, by its file, which verdict a person gives it. A third of the oldest, by the digest of their ids,
is held out, and so are those in files named ``fresh``, which were written when the rules stood: their
figures are shown, their faults never (``--show`` shows those of the tuned part), so that no rule is made
after them. ``--check`` compares with bench/quality_floors.json, and ends with 1 where
a figure fell or the pages are others.

``--herald`` counts the verdicts on the archive that COPYDESK_HERALD names, and says how many of those
that are not ``ok`` a reader found right: bench/quality_hand_read.json holds digests of bodies and
what a person saw there, no text.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))

from accuracy_figures import Outcome, count, share, table
from accuracy_floors import digest, gate
from labelled_pages import FOLDER, LabelledPage, files, pages

from copydesk.capture.folder import read_folder
from copydesk.report import Quality

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ROOT / "bench" / "quality_floors.json"
READ = ROOT / "bench" / "quality_hand_read.json"
TUNED, HELD_OUT, FRESH = "quality/tuned", "quality/held-out", "quality/fresh"
PRECISION, RECALL = 0.95, 0.90


def measure(name: str, chosen: Sequence[LabelledPage]) -> Outcome:
    """Precision and recall of each verdict on ``chosen``, and how many good pages are condemned."""
    out = Outcome()
    labels: Counter[Quality] = Counter()
    said: Counter[Quality] = Counter()
    right: Counter[Quality] = Counter()
    for page in chosen:
        found = page.judged()
        labels[page.label] += 1
        said[found.quality] += 1
        if found.quality is page.label:
            right[page.label] += 1
        else:
            out.missed.append(
                f"{page.id}: {page.label} is taken for {found.quality} ({found.mark})"
            )
    whole, good = len(chosen), labels[Quality.OK]
    out.figures.append(share(name, "right", right.total(), whole))
    condemned = good - right[Quality.OK]
    out.figures.append(count(name, "good pages condemned", condemned, good, better="low", target=0))
    bad = whole - good
    taken = count(
        name, "bad pages taken for good", said[Quality.OK] - right[Quality.OK], bad, better="low"
    )
    out.figures.append(taken)
    for one in Quality:
        precise = share(name, f"{one}: precision", right[one], said[one], target=PRECISION)
        # How many are called so is no size of a sample: fewer may be better.
        out.figures.append(replace(precise, sample=False))
        out.figures.append(share(name, f"{one}: recall", right[one], labels[one], target=RECALL))
    return out


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    if options.herald:
        return _herald()
    everything = list(pages(options.pages))
    parts = {
        name: measure(name, [page for page in everything if name.endswith(page.part)])
        for name in (TUNED, HELD_OUT, FRESH)
    }
    figures = [figure for part in parts.values() for figure in part.figures]
    if options.show:
        print("\n".join([*parts[TUNED].missed, ""]))
    if options.format == "json":
        print(json.dumps([one.as_json() for one in figures], ensure_ascii=False, indent=1))
    else:
        print(table(figures))
    found = digest((path.name, path) for path in files(options.pages))
    # The pages and the rules are both fixed: what is worse by one page is worse.
    return gate(options, options.floors, figures, dict.fromkeys(parts, found), exact=True)


def _herald() -> int:
    """The counts on an archive, and the share of verdicts that a reader found right."""
    folder = Path(os.environ.get("COPYDESK_HERALD") or ROOT.parent / "shared" / "herald")
    manifests = sorted((folder / "sources").rglob("manifest.json"))
    if not manifests:
        print("There is no archive: set COPYDESK_HERALD.", file=sys.stderr)
        return 2
    read: dict[str, str] = json.loads(READ.read_text("utf-8"))["read"]
    bodies: Counter[Quality] = Counter()
    absent: Counter[Quality] = Counter()
    right: Counter[Quality] = Counter()
    unread: Counter[Quality] = Counter()
    for manifest in manifests:
        urls = [row["url"] for row in json.loads(manifest.read_bytes())["sources"]]
        for source in read_folder(manifest.parent, urls):
            if source.sha256 is None:
                absent[source.quality] += 1
                continue
            bodies[source.quality] += 1
            seen = read.get(source.sha256)
            if source.quality is not Quality.OK:
                right[source.quality] += seen == source.quality
                unread[source.quality] += seen is None
    _print_herald(bodies, absent, right, unread)
    return 0


def _print_herald(*counts: Counter[Quality]) -> None:
    bodies, absent, right, unread = counts
    print(f"{'verdict':<12} {'with a body':>11} {'without':>8}  found right by a reader")
    for one in Quality:
        seen = bodies[one] - unread[one]
        shown = f"{right[one]} of {seen}" if seen and one is not Quality.OK else ""
        shown += f", {unread[one]} not read" if unread[one] else ""
        print(f"{one:<12} {bodies[one]:>11} {absent[one]:>8}  {shown}".rstrip())
    wrong = sum(bodies[one] for one in Quality if one is not Quality.OK) - unread.total()
    print(f"{'together':<12} {bodies.total():>11} {absent.total():>8}  {right.total()} of {wrong}")


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--herald", action="store_true", help="the archive of COPYDESK_HERALD")
    parser.add_argument("--show", action="store_true", help="the faults on the tuned part")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--check", action="store_true", help="end with 1 where a floor is broken")
    parser.add_argument("--pin", action="store_true", help="write the floors; none gives way")
    parser.add_argument("--lower", action="store_true", help="with --pin: floors may give way")
    parser.add_argument("--pages", type=Path, default=FOLDER, help=argparse.SUPPRESS)
    parser.add_argument("--floors", type=Path, default=FLOORS, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
