"""Floors: what each figure must not fall below, and which data it was measured on."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from accuracy_figures import Figure

__all__ = ["broken", "digest", "gate", "load", "pinned", "save"]

_COMMENT = (
    "What the measurement gave, less a little slack. A floor may rise with any commit "
    "(--pin raises it). Lowering one (--pin --lower) needs a reason in the commit message: what "
    "was gained elsewhere that is worth it. A digest is that of a data set's file names and "
    "contents; another digest is another set, and its figures are pinned anew."
)
# Two cases, or one in a hundred: a floor is to notice a change for the worse, not a coin's fall.
_CASES, _PART = 2, 0.01


def digest(files: Iterable[tuple[str, Path]]) -> dict[str, Any]:
    """How many files a set has, and the SHA-256 over their names and contents in order of name."""
    whole = hashlib.sha256()
    number = 0
    for name, path in sorted(files):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        whole.update(f"{name}\0{content}\n".encode())
        number += 1
    return {"files": number, "sha256": whole.hexdigest()}


def _floor(one: Figure, *, exact: bool) -> dict[str, Any]:
    slack = max(_CASES, round(one.hits * _PART))
    if one.unit == "points":
        slackened = 0.005
    elif one.unit == "count":
        slackened = float(_CASES)
    else:
        slackened = slack / one.of * (1000 if one.unit == "rate" else 1)
    slackened = 0.0001 if exact else slackened  # as floors are rounded
    if one.better == "high":
        return {"at_least": round(max(0.0, one.value - slackened), 4), "of": one.of}
    return {"at_most": round(one.value + slackened, 4), "of": one.of}


def pinned(
    old: dict[str, Any],
    figures: Sequence[Figure],
    digests: dict[str, Any],
    *,
    lower: bool,
    exact: bool = False,
) -> dict[str, Any]:
    """The floors with the measured sets in them; without ``lower`` no floor of a set whose data are
    the same gives way. ``exact`` leaves no slack below what was measured.
    """
    floors = {name: dict(held) for name, held in old.get("floors", {}).items()}
    before = old.get("digests", {})
    for name, found in digests.items():
        same = before.get(name) == found
        held = floors.get(name, {}) if same else {}
        fresh = {}
        for one in figures:
            if one.set != name or not one.better or not one.of:
                continue
            fresh[one.key] = _floor(one, exact=exact)
            if one.key in held and not lower:
                fresh[one.key] = _stricter(held[one.key], fresh[one.key])
        floors[name] = fresh
    return {
        "comment": _COMMENT,
        "digests": dict(sorted({**before, **digests}.items())),
        "floors": dict(sorted(floors.items())),
    }


def _stricter(held: dict[str, Any], fresh: dict[str, Any]) -> dict[str, Any]:
    if "at_least" in held:
        return held if held["at_least"] >= fresh.get("at_least", 0.0) else fresh
    return held if held["at_most"] <= fresh.get("at_most", float("inf")) else fresh


def gate(
    options: argparse.Namespace,
    path: Path,
    figures: Sequence[Figure],
    digests: dict[str, Any],
    *,
    exact: bool = False,
) -> int:
    """Do what ``--pin``, ``--lower`` and ``--check`` of a bench ask; the exit code.

    Nothing measured is never a pass. ``exact`` is as for :func:`pinned`.
    """
    floors = load(path)
    if options.pin:
        save(path, pinned(floors, figures, digests, lower=options.lower, exact=exact))
        return 0
    if not options.check:
        return 0
    said = broken(floors, figures, digests)
    if not digests or not any(one.of for one in figures):
        said.append("Nothing was measured: no data are there.")
    for line in said:
        print(line, file=sys.stderr)
    return 1 if said else 0


def broken(floors: dict[str, Any], figures: Sequence[Figure], digests: dict[str, Any]) -> list[str]:
    """In a sentence each: floors that do not hold, figures that are gone, data that are others."""
    said = []
    measured = {(one.set, one.key): one for one in figures}
    for name, found in digests.items():
        known = floors.get("digests", {}).get(name)
        if known is None:
            said.append(f"{name}: no floors are pinned for this set; --pin does it.")
        elif known != found:
            said.append(
                f"{name}: the data are not those that the floors were measured on "
                f"({found['files']} files, sha256 {found['sha256'][:12]}…; pinned were "
                f"{known['files']}, {known['sha256'][:12]}…)."
            )
        for key, floor in floors.get("floors", {}).get(name, {}).items():
            said += _one(name, key, floor, measured.get((name, key)))
    return said


def _one(name: str, key: str, floor: dict[str, Any], one: Figure | None) -> list[str]:
    if one is None or not one.of:
        # A kind that raises no alarm any more has no row; that is no loss.
        return [] if "at_most" in floor else [f"{name}: “{key}” was not measured."]
    shown = f"{name}: “{key}” is {one.value:.4f} ({one.hits} of {one.of})"
    said = []
    if "at_least" in floor and one.value < floor["at_least"]:
        said.append(f"{shown}; its floor is {floor['at_least']}.")
    if "at_most" in floor and one.value > floor["at_most"]:
        said.append(f"{shown}; at most {floor['at_most']} is allowed.")
    if one.sample and one.of < 0.95 * floor["of"]:
        said.append(f"{shown}; it was measured on {floor['of']} before: too few are left.")
    return said


def load(path: Path) -> dict[str, Any]:
    """The floors file; empty where there is none."""
    if not path.is_file():
        return {}
    held: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return held


def save(path: Path, floors: dict[str, Any]) -> None:
    path.write_text(json.dumps(floors, ensure_ascii=False, indent=1) + "\n", "utf-8")
