"""Errors planted in the sample archive, and how many of each kind are caught."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path

from accuracy_archive import herald_jobs, read_job
from accuracy_figures import Outcome, share
from accuracy_marks import hit, marks, remember_sources
from planted_errors import KINDS, Planted, candidates, plant
from planted_sources import Held

from copydesk.trace import trace

__all__ = ["PER_KIND", "SEED", "chosen", "measure", "offered"]

SEED = "copydesk 7"
# Errors of one kind over all articles.
PER_KIND = 200

Job = tuple[Path, Path]


def offered(job: Job) -> list[Planted]:
    """What can be planted in one article."""
    article, sources = read_job(job)
    return candidates(article, trace(article, sources), Held(sources), SEED)


def chosen(offers: Sequence[Sequence[Planted]], most: int = PER_KIND) -> list[list[Planted]]:
    """Up to ``most`` of each kind, as evenly over the articles as they go; in article order.

    Two errors at one place of an article are two articles: each is planted alone.
    """
    taken: list[list[Planted]] = [[] for _ in offers]
    for kind in KINDS:
        queues = [[one for one in offer if one.kind == kind] for offer in offers]
        left, turn = most, 0
        while left and any(turn < len(queue) for queue in queues):
            for at, queue in enumerate(queues):
                if turn < len(queue) and left:
                    taken[at].append(queue[turn])
                    left -= 1
            turn += 1
    return taken


def judged(task: tuple[Job, list[Planted]]) -> list[tuple[str, bool, str]]:
    """Kind, whether it was caught, and the place in words, of each error of one article."""
    job, errors = task
    article, sources = read_job(job)
    results = []
    for one in errors:
        report = trace(plant(article, one), sources)
        caught = hit(marks(report), *one.watched, field=one.field.value)
        text = article.field(one.field).text
        was = text[one.start : one.end]
        around = text[max(0, one.start - 80) : one.start], text[one.end : one.end + 60]
        shown = f"[{one.kind}] {article.path}: …{around[0]}[[{was} → {one.new}]]{around[1]}…"
        results.append((one.kind, caught, shown))
    return results


def measure(herald: Path, processes: int, most: int = PER_KIND) -> Outcome:
    """The share of each kind that is caught."""
    jobs = herald_jobs(herald)
    with Pool(max(processes, 1), initializer=remember_sources) as pool:
        offers = list(pool.imap(offered, jobs))
        tasks = [(j, e) for j, e in zip(jobs, chosen(offers, most), strict=True) if e]
        # The articles with most to do first, so that no core waits for the last one.
        tasks.sort(key=lambda task: -len(task[1]))
        results = [one for found in pool.imap(judged, tasks) for one in found]
    tally: dict[str, Counter[bool]] = defaultdict(Counter)
    out = Outcome()
    for kind, caught, shown in results:
        tally[kind][caught] += 1
        if not caught:
            out.missed.append(shown)
    out.figures = [
        share("planted", f"{kind}: caught", tally[kind][True], tally[kind].total(), target=target)
        for kind, target in KINDS.items()
    ]
    return out
