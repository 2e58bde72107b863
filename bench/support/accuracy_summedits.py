"""SummEdits: summaries into which an edit was put, against the document that they summarise."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from accuracy_figures import Figure, Outcome, by_kind, per_1000, share
from accuracy_marks import Mark, check_pairs, hit, once

__all__ = ["TARGETS", "Edit", "edits", "measure"]

# Domain: false alarms per 1,000 words, digit edits caught, capitalised edits caught.
TARGETS: dict[str, tuple[float | None, float | None, float | None]] = {
    "news": (1.5, 0.88, 0.75),
    "ectsum": (3.0, None, None),
}
_EDGES = "\"'“”‘’.,;:!?()[]…"
_SENTENCE_END = re.compile(r"[.!?][\"”’')\]]*\Z")


@dataclass(frozen=True, slots=True)
class Edit:
    """Words of a summary that its original does not have there: code points, and of which sort."""

    start: int
    end: int
    sort: str


def edits(summary: str, original: str) -> list[Edit]:
    """The edits that made ``summary`` of ``original``, word by word.

    A digit edit has a digit in its words; a capitalised one has, where it has no digit, a word with
    a capital that is new and does not begin a sentence; the rest are other edits. Words are compared
    without the punctuation around them and without case. What was only taken away leaves no words
    to mark and is no edit here.
    """
    words = [(m.group(), m.start(), m.end()) for m in re.finditer(r"\S+", summary)]
    new = [_bare(word) for word, _, _ in words]
    old = [_bare(word) for word in original.split()]
    found = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag in {"replace", "insert"}:
            gone = set(old[i1:i2])
            fresh = [at for at in range(j1, j2) if new[at] not in gone] or list(range(j1, j2))
            sort = _sort(words, fresh)
            found.append(Edit(words[j1][1], words[j2 - 1][2], sort))
    return found


def _bare(word: str) -> str:
    return word.strip(_EDGES).casefold()


def _sort(words: list[tuple[str, int, int]], fresh: list[int]) -> str:
    if any(char.isdigit() for at in fresh for char in words[at][0]):
        return "digit"
    for at in fresh:
        first = words[at][0].strip(_EDGES)[:1]
        begins = at == 0 or bool(_SENTENCE_END.search(words[at - 1][0]))
        if first.isupper() and not begins and words[at][0].strip(_EDGES) != "I":
            return "capitalised"
    return "other"


def measure(path: Path, name: str, jobs: int, limit: int) -> Outcome:
    """The figures of one domain's file."""
    entries = json.loads(path.read_text("utf-8"))[:limit]
    entries.sort(key=lambda entry: entry["doc"])
    checked = check_pairs([(entry["doc"], entry["summary"]) for entry in entries], jobs)
    tally: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    out = Outcome()
    for entry, found in zip(entries, checked, strict=True):
        if str(entry["label"]) == "1":
            alarms = once(found)
            tally["consistent"] += 1
            tally["words"] += len(entry["summary"].split())
            tally["alarms"] += len(alarms)
            tally["consistent flagged"] += bool(alarms)
            kinds.update(mark.kind for mark in alarms)
            if alarms:
                out.false.append("\n".join([entry["summary"], *map(str, alarms)]))
        else:
            tally["edited"] += 1
            tally["edited flagged"] += bool(found)
            out.missed += _count_edits(entry, found, tally)
    out.figures = list(_figures(name, tally, kinds))
    return out


def _count_edits(entry: dict[str, Any], found: list[Mark], tally: Counter[str]) -> list[str]:
    """Count the edits of one summary; what was missed, to be shown."""
    missed = []
    for kind in entry["edit_types"]:
        tally[f"type {kind}"] += 1
        tally[f"type {kind} flagged"] += bool(found)
    for edit in edits(entry["summary"], entry["original_summary"]):
        caught = hit(found, edit.start, edit.end)
        tally[edit.sort] += 1
        tally[f"{edit.sort} caught"] += caught
        if not caught:
            shown = entry["summary"][edit.start : edit.end]
            missed.append(
                f"[{edit.sort}] «{shown}» in: {entry['summary']}\n  was: {entry['original_summary']}"
            )
    return missed


def _figures(name: str, tally: Counter[str], kinds: Counter[str]) -> Iterator[Figure]:
    alarms, digit, capital = TARGETS.get(name.rsplit("/", 1)[-1], (None, None, None))
    rate = "consistent: false alarms per 1,000 words"
    yield per_1000(name, rate, tally["alarms"], tally["words"], target=alarms)
    yield from by_kind(name, rate, kinds, tally["words"])
    yield share(
        name, "consistent: summaries flagged", tally["consistent flagged"], tally["consistent"],
        better="low",
    )  # fmt: skip
    for sort, target in (("digit", digit), ("capitalised", capital), ("other", None)):
        yield share(
            name, f"{sort} edits caught", tally[f"{sort} caught"], tally[sort], target=target
        )
    yield share(name, "edited: summaries flagged", tally["edited flagged"], tally["edited"])
    for key in sorted(key for key in tally if key.startswith("type ") and "flagged" not in key):
        label = key.removeprefix("type ").replace("_", " ")
        yield share(name, f"flagged with {label}", tally[f"{key} flagged"], tally[key])
