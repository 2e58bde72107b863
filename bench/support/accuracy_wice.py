"""WiCE: claims of Wikipedia against the whole page that they cite."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from accuracy_figures import Figure, Outcome, by_kind, per_1000, share
from accuracy_marks import check_pairs, hit, once

__all__ = ["measure", "read_lines", "swapped", "token_spans"]

_NAME = "wice"


def swapped(entries: Sequence[dict[str, Any]]) -> list[list[str]]:
    """For each claim the evidence of the next claim of another article; none of its own pages."""
    found = []
    for at, entry in enumerate(entries):
        title, own = entry["meta"]["claim_title"], entry["evidence"]
        for step in range(1, len(entries)):
            other = entries[(at + step) % len(entries)]
            if other["meta"]["claim_title"] != title and other["evidence"] != own:
                found.append(other["evidence"])
                break
        else:
            found.append([])
    return found


def token_spans(claim: str, tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Where each token stands in the claim; (0, 0) for one that is not there."""
    spans, at = [], 0
    for token in tokens:
        found = claim.find(token, at)
        if found < 0:
            spans.append((0, 0))
            continue
        at = found + len(token)
        spans.append((found, at))
    return spans


def measure(folder: Path, jobs: int, limit: int) -> Outcome:
    """The figures of the claims, of the swapped sources and of the marked tokens."""
    out = Outcome()
    entries = read_lines(folder / "dev.jsonl")[:limit]
    checked = check_pairs([("\n".join(e["evidence"]), e["claim"]) for e in entries], jobs)
    tally: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for entry, found in zip(entries, checked, strict=True):
        label, alarms = entry["label"], once(found)
        tally[label] += 1
        tally[f"{label} flagged"] += bool(alarms)
        tally[f"{label} alarms"] += len(alarms)
        tally[f"{label} words"] += len(entry["claim"].split())
        if label == "supported":
            kinds.update(mark.kind for mark in alarms)
            if alarms:
                out.false.append("\n".join([entry["claim"], *map(str, alarms)]))
        elif label == "not_supported" and not alarms:
            out.missed.append(entry["claim"])
    others = swapped(entries)
    pairs = [("\n".join(e), entry["claim"]) for e, entry in zip(others, entries, strict=True)]
    for entry, found in zip(entries, check_pairs(pairs, jobs), strict=True):
        tally["swapped"] += 1
        tally["swapped noticed"] += bool(found)
        if not found:
            out.missed.append(f"[swapped source] {entry['claim']}")
    out.figures = [*_figures(tally, kinds), *_tokens(folder, jobs, limit)]
    return out


def _figures(tally: Counter[str], kinds: Counter[str]) -> Iterator[Figure]:
    rate = "supported: false alarms per 1,000 words"
    words = tally["supported words"]
    yield per_1000(_NAME, rate, tally["supported alarms"], words, target=5.0)
    yield from by_kind(_NAME, rate, kinds, words)
    flagged = tally["supported flagged"]
    yield share(_NAME, "supported: claims flagged", flagged, tally["supported"], better="low")
    yield share(
        _NAME, "not supported: claims flagged", tally["not_supported flagged"],
        tally["not_supported"], target=0.80,
    )  # fmt: skip
    yield share(
        _NAME, "swapped source noticed", tally["swapped noticed"], tally["swapped"], target=0.93
    )
    partial = tally["partially_supported"]
    yield share(
        _NAME, "partially supported: claims flagged", tally["partially_supported flagged"], partial
    )


def _tokens(folder: Path, jobs: int, limit: int) -> Iterator[Figure]:
    """Precision and recall of the words that people marked as not supported."""
    entries = [
        entry
        for name in ("tokens_dev.jsonl", "tokens_train.jsonl")
        if (folder / name).is_file()
        for entry in read_lines(folder / name)
    ][:limit]
    checked = check_pairs([("\n".join(e["evidence"]), e["claim"]) for e in entries], jobs)
    right = given = wanted = 0
    for entry, found in zip(entries, checked, strict=True):
        spans = token_spans(entry["claim"], entry["claim_tokens"])
        for span, bad in zip(spans, entry["non_supported_spans"], strict=True):
            marked = hit(found, *span)
            right += marked and bad
            given += marked
            wanted += bad
    yield Figure(_NAME, "tokens: precision", right / max(given, 1), right, given, "high")
    yield share(_NAME, "tokens: recall", right, wanted)


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
