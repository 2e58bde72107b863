"""What all editorial rules add to the trace of one article: milliseconds of processor time.

    python bench/rules_speed.py [--articles 20] [--top 10] [--archive]

The articles are invented and seeded: 1,000 words, six sources of 10,000 words each, 40 earlier
articles of the newsroom to compare with. Each is traced first and the rules are applied once, so that
what they keep of earlier texts does not help them. With ``--archive`` also the sample of a newsroom's
archive where COPYDESK_HERALD says, each article against the 40 before it; absent, the run says so.
Ends with 1 where the median is not under the target.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))

import rules_texts

from copydesk.article import Article
from copydesk.config import PolicyConfig
from copydesk.evidence.model import EvidenceSource
from copydesk.policy import Rule, all_rules, apply, engine
from copydesk.policy.archive import Archive, ArchivedArticle
from copydesk.policy.registry import Check, Context, Hit
from copydesk.trace.engine import trace_article
from herald_check import DEFAULT as HERALD
from herald_check import folders
from trace_speed import timed

TARGET_MS = 20
_WARM_UP = 3
Case = tuple[Article, Sequence[EvidenceSource], Archive]


@dataclass
class Times:
    """Milliseconds: of all rules by article, of tracing, and of each rule by article."""

    rules: list[float] = field(default_factory=list)
    trace: list[float] = field(default_factory=list)
    each: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    words: int = 0
    source_words: int = 0

    def add(self, case: Case) -> None:
        """Trace an article, then apply all rules to it."""
        article, sources, archive = case
        begun = time.process_time()
        specifics, noticed = trace_article(article, sources)
        self.trace.append(1000 * (time.process_time() - begun))
        gc.collect()  # the trace's remains are not the rules'
        config = PolicyConfig()
        spent = timed(
            lambda: apply(article, sources, specifics, config, noticed=noticed, archive=archive)
        )
        self.rules.append(1000 * spent)
        self.words += article.words
        self.source_words += sum(len(one.text.text.split()) for one in sources)

    def wrapped(self, rules: Iterable[Rule]) -> tuple[Rule, ...]:
        """The rules with a clock around each; what two of them share falls to the first."""
        return tuple(replace(one, check=self._clocked(one.id, one.check)) for one in rules)

    def _clocked(self, name: str, check: Check) -> Callable[[Context], list[Hit]]:
        def run(context: Context) -> list[Hit]:
            hits: list[Hit] = []
            spent = timed(lambda: hits.extend(check(context)))
            self.each[name].append(1000 * spent)
            return hits

        return run


def made(count: int) -> Iterator[Case]:
    for seed in range(count):
        sources = rules_texts.sources(seed, 6, 10_000)
        yield rules_texts.article(seed, 1_000, sources), sources, rules_texts.archive(seed, 40, 600)


def archived() -> Iterator[Case]:
    """The articles of the sample that have captures, with the 40 before each as their archive."""
    from copydesk.importers.machine_herald import read_submission  # noqa: PLC0415 - with it only
    from copydesk.newsroom.evidence import evidence_from_folder  # noqa: PLC0415 - as above

    herald = Path(os.environ.get("COPYDESK_HERALD") or HERALD)
    captured = folders(herald)
    before: list[ArchivedArticle] = []
    for file in sorted(herald.glob("src/content/submissions/*/*.json")):
        if (folder := captured.get(file.name)) is None:
            continue
        article = read_submission(file.read_bytes(), file.name)
        sources = evidence_from_folder(article, folder)
        yield article, sources, Archive(tuple(before[-40:]), known=True)
        before.append(_earlier(article, file.stem))


def _earlier(article: Article, slug: str) -> ArchivedArticle:
    return ArchivedArticle(
        slug,
        article.title.text,
        article.summary.text,
        article.body.text,
        article.front.date,
        sources=tuple(one.url for one in article.front.sources),
    )


def measure(name: str, cases: Iterable[Case], top: int) -> bool:
    """Print the figures of these articles; whether the median is under the target."""
    times = Times()
    everything = all_rules()
    clocked = times.wrapped(everything)
    engine.all_rules = lambda: clocked  # type: ignore[attr-defined]
    for case in cases:
        times.add(case)
    engine.all_rules = lambda: everything  # type: ignore[attr-defined]
    count = len(times.rules) - _WARM_UP
    if count < 1:
        print(f"{name}: no articles with captures; set COPYDESK_HERALD. Not measured.")
        return True
    print(
        f"{name}: {count} articles after {_WARM_UP} to warm up, "
        f"{times.words / len(times.rules):,.0f} words each, "
        f"{times.source_words / len(times.rules):,.0f} words of sources"
    )
    print(f"  {'ms of processor time an article':44}  median     p95")
    median = statistics.median(times.rules[_WARM_UP:])
    verdict = "reached" if median < TARGET_MS else "not reached"
    _line("the trace before that", times.trace)
    _line(f"all {len(everything)} rules", times.rules, f"< {TARGET_MS} ms: {verdict}")
    dear = sorted(times.each.items(), key=lambda one: -statistics.median(one[1][_WARM_UP:]))
    for rule, spent in dear[:top]:
        _line(f"  {rule}", spent)
    rest = [sum(one[at] for _, one in dear[top:]) for at in range(len(times.rules))]
    _line(f"  the {len(dear) - top} others", rest)
    return median < TARGET_MS


def _line(name: str, spent: Sequence[float], after: str = "") -> None:
    ordered = sorted(spent[_WARM_UP:])
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    print(f"  {name:44}{statistics.median(ordered):8.2f}{p95:8.2f}  {after}".rstrip())


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--articles", type=int, default=20, help="how many articles are invented")
    parser.add_argument("--top", type=int, default=10, help="how many rules are listed")
    parser.add_argument("--archive", action="store_true", help="the sample of an archive too")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}")
    held = measure("invented", made(options.articles + _WARM_UP), options.top)
    if options.archive:
        held &= measure("archive", archived(), options.top)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
