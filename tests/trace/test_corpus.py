"""A small corpus of our own articles, each specific with the status that a person gave it.

The floors may only rise. The corpus' digest is pinned, so that nobody mends a score by mending the
expectations without saying so here.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality
from copydesk.trace import trace_specifics

CORPUS = Path(__file__).parent / "corpus"
FILES = sorted(CORPUS.glob("*.json"))
FLOORS = json.loads((Path(__file__).parent / "floors.json").read_text("utf-8"))
GOOD = {"traced", "derived"}


def _outcomes(path: Path) -> tuple[list[tuple[str, str, str | None]], list[tuple[str, str]], int]:
    """Pairs of expected and given status; an expected specific that is not found gives None."""
    data = json.loads(path.read_text("utf-8"))
    urls = [source["url"] for source in data["sources"]]
    article = read_article(data["article"].encode(), extra_sources=urls)
    sources = [
        EvidenceSource(
            ref.id,
            ref.url,
            None,
            Quality(source["quality"]),
            EvidenceText(source["text"], (Region(0, len(source["text"]), Label.VISIBLE),)),
        )
        for ref, source in zip(article.front.sources, data["sources"], strict=True)
    ]
    waiting = list(data["expect"])
    pairs: list[tuple[str, str, str | None]] = []
    unexpected = []
    for one in trace_specifics(article, sources):
        label = next((e for e in waiting if e["text"] == one.text), None)
        if label is None:
            unexpected.append((one.text, one.status.value))
            continue
        waiting.remove(label)
        pairs.append((label["text"], label["status"], one.status.value))
    pairs += [(label["text"], label["status"], None) for label in waiting]
    words = len(data["article"].split())
    return pairs, unexpected, words


def _measure() -> tuple[Counter[str], list[str], int]:
    hits: Counter[str] = Counter()
    wrong = []
    words = 0
    for path in FILES:
        pairs, unexpected, size = _outcomes(path)
        words += size
        for text, expected, given in pairs:
            hits["labelled"] += 1
            hits["same status"] += expected == given
            bad = expected not in GOOD
            hits["errors"] += bad
            hits["errors flagged"] += bad and given not in GOOD and given is not None
            hits["alarms on right ones"] += not bad and given not in GOOD
            if expected != given:
                wrong.append(f"{path.stem}: {text!r} is {expected}, traced as {given}")
        hits["alarms on right ones"] += sum(status not in GOOD for _, status in unexpected)
        wrong += [f"{path.stem}: {t!r} ({s}) unlabelled" for t, s in unexpected if s not in GOOD]
    return hits, wrong, words


def test_corpus_is_the_pinned_one() -> None:
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in FILES)).hexdigest()
    assert len(FILES) == FLOORS["files"]
    assert digest == FLOORS["sha256"]


def test_accuracy_is_not_below_its_floors() -> None:
    hits, wrong, words = _measure()
    explained = "\n".join(wrong)
    assert hits["labelled"] >= FLOORS["labelled"], explained
    assert hits["same status"] / hits["labelled"] >= FLOORS["same_status"], explained
    assert hits["errors flagged"] / hits["errors"] >= FLOORS["errors_flagged"], explained
    assert 1000 * hits["alarms on right ones"] / words <= FLOORS["alarms_per_1000_words"], explained
