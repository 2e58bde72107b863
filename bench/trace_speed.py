"""How fast the trace is, each figure beside its target.

    python bench/trace_speed.py [--only article|archive|curve|hostile]… [--largest 200000]

``article``: articles of 1,000 words against six pages of 300 kB each, invented (seeded); parse, trace
and policy, once the text of the pages is extracted, which is timed apart. ``archive``: the sample
of a newsroom's archive, where COPYDESK_HERALD says, else in ../shared/herald beside the checkout.
``curve``: from 1,000 words and 0.3 MB up to 200,000 words and 50 MB. ``hostile``: texts made to be
slow, against every pattern of the trace, every scanner and the whole trace. Times are of the
processor, but for the archive's on two cores. Ends with 1 where time grows faster than 1.2 in
logarithms.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import math
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from multiprocessing import Pool
from pathlib import Path
from pkgutil import iter_modules

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))

from speed_texts import ADVERSARIAL, adversarial, article, page, prose

import copydesk.trace
import copydesk.trace.specifics
from copydesk.article import read_article
from copydesk.evidence import read_evidence
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.importers.machine_herald import read_submission
from copydesk.newsroom.evidence import evidence_from_folder, no_evidence
from copydesk.report import Quality
from copydesk.trace import trace
from copydesk.trace.specifics import (
    fold,
    scan_names,
    scan_quotes,
    scan_superlatives,
    scan_values,
)
from copydesk.trace.words import tokenise

ROOT = Path(__file__).resolve().parent.parent
HERALD = Path(os.environ.get("COPYDESK_HERALD") or ROOT.parent / "shared" / "herald")
_SLOPE = 1.2
# Places of a hostile text at which each pattern is tried.
_PLACES = 64
_POINTS = (1_000, 6_000, 34_000, 200_000)
# Megabytes of sources for a thousand words, so that 200,000 words have 50 MB.
_MB_PER_WORD = 0.00025


def say(name: str, value: str, target: str = "", held: bool | None = None) -> None:
    """One line of the report."""
    verdict = "" if held is None else "reached" if held else "not reached"
    print(f"  {name:62} {value:>24}  {target:14} {verdict}".rstrip(), flush=True)


def source(number: int, text: EvidenceText) -> EvidenceSource:
    digest = hashlib.sha256(text.text.encode("utf-8", "replace")).hexdigest()
    return EvidenceSource(number, _url(number), digest, Quality.OK, text)


def _url(number: int) -> str:
    return f"https://source{number}.example/story"


def plain(text: str) -> EvidenceText:
    return EvidenceText(text, (Region(0, len(text), Label.VISIBLE),))


def timed(run: Callable[[], object]) -> float:
    """Seconds of processor time."""
    started = time.process_time()
    run()
    return time.process_time() - started


def measure_article() -> bool:
    """A usual article; each is another one, so that no cache knows it."""
    extraction, whole, parsed = [], [], []
    chars = 0
    for number in range(12):
        said = [prose(3_000, 100 * number + page_number) for page_number in range(6)]
        bodies = [page(300_000, sentences) for sentences in said]
        texts: list[EvidenceText] = []
        extraction.append(
            timed(lambda bodies=bodies, texts=texts: texts.extend(map(read_evidence, bodies)))
        )
        sources = [source(at, text) for at, text in enumerate(texts, 1)]
        chars = sum(len(text.text) for text in texts)
        raw = article(
            1_000,
            [_url(at) for at in range(1, 7)],
            [one for page_ in said for one in page_],
            number,
        )
        parsed.append(timed(lambda raw=raw: read_article(raw, "a.md")))
        whole.append(timed(lambda raw=raw, s=sources: trace(read_article(raw, "a.md"), s)))
    del extraction[:2], whole[:2], parsed[:2]
    print("article: 1,000 words, six pages of 300 kB; ten different ones after two to warm up")
    median = 1000 * statistics.median(whole)
    say("parse, trace and policy, median", f"{median:.0f} ms", "≤ 60 ms", median <= 60)
    say("  of which parsing the article", f"{1000 * statistics.median(parsed):.1f} ms")
    say(
        "extraction of the six pages, before that", f"{1000 * statistics.median(extraction):.0f} ms"
    )
    say("evidence text of the six pages", f"{chars:,} characters")
    return True


def herald_files() -> list[tuple[Path, Path | None]]:
    folders = {}
    for manifest in HERALD.glob("sources/*/*/manifest.json"):
        name = json.loads(manifest.read_bytes()).get("submission_file", "")
        folders[Path(name).name] = manifest.parent
    files = sorted(HERALD.glob("src/content/submissions/*/*.json"))
    return [(file, folders.get(file.name)) for file in files]


def _read(job: tuple[Path, Path | None]) -> tuple[object, tuple[EvidenceSource, ...]]:
    file, folder = job
    read = read_submission(file.read_bytes(), file.name)
    if folder is None:
        return read, no_evidence(read, "no evidence folder")
    return read, evidence_from_folder(read, folder)


def _report(job: tuple[Path, Path | None]) -> int:
    return len(json.dumps(trace(*_read(job)).as_json(), ensure_ascii=False))  # type: ignore[arg-type]


def archive_child(mode: str) -> None:
    """One measurement of the archive in a process of its own; prints JSON."""
    jobs = herald_files()
    started = time.perf_counter()
    done: dict[str, float] = {"articles": len(jobs)}
    if mode == "two":
        with Pool(2) as pool:
            done["bytes"] = sum(pool.imap_unordered(_report, jobs, chunksize=2))
        done["seconds"] = time.perf_counter() - started
    else:
        done |= {"words": 0, "seconds": 0.0, "extraction": 0.0}
        for job in jobs:
            begun = time.process_time()
            read, sources = _read(job)
            between = time.process_time()
            trace(read, sources)  # type: ignore[arg-type]
            done["extraction"] += between - begun
            done["seconds"] += time.process_time() - between
            done["words"] += read.words  # type: ignore[attr-defined]
    done["peak"] = _peak()
    both = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    used = [resource.getrusage(who) for who in both]
    done["processor"] = sum(one.ru_utime + one.ru_stime for one in used)
    print(json.dumps(done))


def _peak() -> float:
    """The largest process's memory so far, in MB."""
    pair = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(who).ru_maxrss for who in pair) / 1024


def _child(*arguments: str) -> dict[str, float]:
    command = [sys.executable, __file__, "--child", *arguments]
    found = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - our own
    answer: dict[str, float] = json.loads(found.stdout)
    return answer


def measure_archive() -> bool:
    if not herald_files():
        print(f"archive: not there ({HERALD}); set COPYDESK_HERALD. Not measured.")
        return True
    one, two = _child("archive", "one"), _child("archive", "two")
    print(f"archive: {one['articles']:.0f} articles, {one['words']:,.0f} words")
    rate = one["words"] / one["seconds"]
    say("words a second on one core, extraction excluded", f"{rate:,.0f}", "≥ 5,000", rate >= 5_000)
    say("  extraction of all pages on one core", f"{one['extraction']:.1f} s")
    say("files to reports on two cores", f"{two['seconds']:.1f} s", "≤ 6 s", two["seconds"] <= 6)
    say("  half of their processor time, as if both were free", f"{two['processor'] / 2:.1f} s")
    peak = max(one["peak"], two["peak"])
    say("peak memory of a process", f"{peak:.0f} MB", "≤ 300 MB", peak <= 300)
    return True


def curve_child(words: int) -> None:
    """One point of the curve in a process of its own; prints JSON."""
    size = int(words * _MB_PER_WORD * 1_000_000 * 1.2)
    count = max(1, size // 1_000_000)
    said: list[str] = []
    texts = []
    for number in range(1, count + 1):
        sentences = prose(size // count // 7, number)
        said += sentences[:: max(1, count // 4)]
        texts.append(source(number, plain("\n".join(sentences))))
    raw = article(words, [_url(at) for at in range(1, count + 1)], said, 5)
    read = read_article(raw, "a.md")
    gc.collect()
    seconds = timed(lambda: trace(read, texts))
    chars = sum(len(one.text.text) for one in texts)
    print(json.dumps({"words": read.words, "chars": chars, "s": seconds, "peak": _peak()}))


def measure_curve(largest: int) -> bool:
    print("curve: article and sources grow together")
    found = [_child("curve", str(words)) for words in _POINTS if words <= largest]
    for one in found:
        name = f"{one['words']:,.0f} words, {one['chars'] / 1e6:.1f} MB of sources"
        say(name, f"{one['s']:.2f} s, {one['peak']:.0f} MB")
    slope = _fit([(one["words"], one["s"]) for one in found])
    say("slope in logarithms", f"{slope:.2f}", f"≤ {_SLOPE}", slope <= _SLOPE)
    return slope <= _SLOPE


def _fit(points: list[tuple[float, float]]) -> float:
    """The slope of the straight line nearest to the points' logarithms."""
    xs = [math.log(x) for x, _ in points]
    ys = [math.log(y) for _, y in points]
    if len(points) < 2:
        return 1.0
    return statistics.linear_regression(xs, ys).slope


def patterns() -> dict[str, re.Pattern[str]]:
    """Every pattern of the trace and of its grammar, by module and name."""
    found = {}
    for package in (copydesk.trace, copydesk.trace.specifics):
        for info in iter_modules(package.__path__, f"{package.__name__}."):
            module = import_module(info.name)
            for name, value in vars(module).items():
                if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                    found[f"{info.name.removeprefix('copydesk.trace.')}.{name}"] = value
    return found


def growth(run: Callable[[str], object], name: str, size: int) -> tuple[float, float]:
    """Nanoseconds a character at twice ``size``, and the exponent of doubling."""
    texts = adversarial(name, size), adversarial(name, 2 * size)
    best = [math.inf, math.inf]
    for _ in range(6):
        for at, text in enumerate(texts):
            best[at] = min(best[at], timed(lambda text=text: run(text)))
        short, long = max(best[0], 1e-5), max(best[1], 1e-5)
        # Below a millisecond the clock decides, not the text.
        slope = math.log2(long / short) if long > 1e-3 else 1.0
        # What grows as its text at the first try needs no second one.
        if slope <= _SLOPE:
            break
    return 1e9 * long / (2 * size), slope


def _at_places(pattern: re.Pattern[str]) -> Callable[[str], object]:
    """Tried as the trace tries it: at a place, here at 64 of the text, so that what is worse than
    linear in one attempt shows; one that ends what it is given, in the 120 characters before.
    """
    ends = pattern.pattern.endswith((r"\Z", r"\Z)"))

    def run(text: str) -> None:
        for place in range(_PLACES):
            at = place * len(text) // _PLACES
            if ends:
                pattern.search(text[max(0, at - 120) : at])
            else:
                pattern.match(text, at)

    return run


def measure_hostile(size: int) -> bool:
    print(f"hostile: {len(ADVERSARIAL)} texts of {size:,} and {2 * size:,} characters")
    held = True
    runs: dict[str, dict[str, Callable[[str], object]]] = {
        "patterns": {key: _at_places(one) for key, one in patterns().items()},
        "scanners": {
            one.__name__: one
            for one in (scan_values, scan_quotes, scan_names, scan_superlatives, fold, tokenise)
        },
        "the whole trace, the text as source": {"trace": _as_source},
        "the whole trace, the text as article": {"trace": _as_article},
    }
    for kind, group in runs.items():
        share = 8 if "trace" in kind else 1
        found = [
            (*growth(run, text, size // share), key, text)
            for key, run in group.items()
            for text in ADVERSARIAL
        ]
        worst = max(found)
        say(f"{kind} ({len(group)}): worst", f"{worst[0]:,.0f} ns a character")
        say(f"  {worst[2]} on “{worst[3]}”", "")
        steep = sorted((one for one in found if one[1] > _SLOPE), key=lambda one: -one[1])
        top = max(one[1] for one in found)
        say("  steepest doubling, exponent", f"{top:.2f}", f"≤ {_SLOPE}", not steep)
        for one in steep[:8]:
            say(f"    {one[2]} on “{one[3]}”", f"{one[1]:.2f}, {one[0]:,.0f} ns")
        held = held and not steep
    line = "word 42 " * 655_360
    seconds = timed(lambda: _as_source(line))
    say("a source of one line of 5 MB (read to 2,000,000 characters)", f"{seconds:.1f} s")
    return held


_SHORT = article(60, [_url(1)], prose(400, 3), 3)


def _as_source(text: str) -> object:
    return trace(read_article(_SHORT, "a.md"), [source(1, plain(text))])


def _as_article(text: str) -> object:
    head = f"---\ntitle: T\nsources:\n  - {_url(1)}\n---\n\n".encode()
    said = source(1, plain(" ".join(prose(400, 3)) + " 42 people saw $42 million on May 1, 2026."))
    return trace(read_article(head + text.encode(), "a.md"), [said])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parts = ("article", "archive", "curve", "hostile")
    parser.add_argument("--only", action="append", choices=parts)
    parser.add_argument("--largest", type=int, default=200_000, help="words of the curve's end")
    parser.add_argument("--size", type=int, default=8_000, help="characters of hostile texts")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        kind, value = options.child
        archive_child(value) if kind == "archive" else curve_child(int(value))
        return 0
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores")
    held = True
    for part in options.only or parts:
        if part == "article":
            held &= measure_article()
        elif part == "archive":
            held &= measure_archive()
        elif part == "curve":
            held &= measure_curve(options.largest)
        else:
            held &= measure_hostile(options.size)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
