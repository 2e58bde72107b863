"""What ``copydesk explain`` says was measured of each rule: the file in the package."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from accuracy_floors import digest
from policy_case import Judged

__all__ = ["RATES", "case_digests", "rates"]

RATES = Path(__file__).resolve().parents[2] / "src" / "copydesk" / "policy" / "measured.json"
HAND_READ = Path(__file__).resolve().parents[1] / "policy_hand_read.json"


def case_digests(folder: Path) -> dict[str, Any]:
    """The digest of each family's file of cases."""
    return {path.stem: digest([(path.name, path)]) for path in sorted(folder.glob("*.json"))}


def rates(judged: Iterable[Judged], digests: Mapping[str, Any]) -> str:
    """The text of the file: counts of every rule that has cases, or findings that were read by hand."""
    rules: dict[str, dict[str, Any]] = {}
    for one in judged:
        own = rules.setdefault(one.case.rule, {"bad": 0, "good": 0, "found": 0, "false": 0})
        own["good" if one.case.good else "bad"] += 1
        own["found"] += not one.case.good and one.right
        own["false"] += bool(one.false)
    for name, read in json.loads(HAND_READ.read_text("utf-8")).items():
        rules.setdefault(name, {}).update(read)
    made = {
        "comment": "Written by bench/policy_rules.py --rates; another digest is another set of cases.",
        "digests": digests,
        "rules": dict(sorted(rules.items())),
    }
    return json.dumps(made, indent=1) + "\n"
