"""How right each rule was on labelled cases and on a real archive, for ``copydesk explain``.

``measured.json`` beside this module is written by ``bench/policy_rules.py --rates``; a test fails where
the cases have changed since.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["Rates", "rates_of"]


@dataclass(frozen=True, slots=True)
class Rates:
    """Counts of one rule; all zero where it was not measured.

    Of ``bad`` labelled cases it found ``found``, and it was wrong ``false`` times, of all of them
    together (``good`` ones included). In a real archive, ``useful`` of ``read`` findings read by hand
    were worth an editor's time, and it found ``per_1000_words``.
    """

    bad: int = 0
    good: int = 0
    found: int = 0
    false: int = 0
    read: int = 0
    useful: int = 0
    per_1000_words: float | None = None

    @property
    def precision(self) -> float | None:
        """The share of its findings on labelled cases that are right."""
        total = self.found + self.false
        return self.found / total if total else None

    @property
    def recall(self) -> float | None:
        """The share of the bad cases that it found."""
        return self.found / self.bad if self.bad else None

    def as_json(self) -> dict[str, Any]:
        """The counts and the two shares."""
        shares = {"precision": self.precision, "recall": self.recall}
        return {
            **{name: getattr(self, name) for name in self.__slots__},
            **{name: None if value is None else round(value, 3) for name, value in shares.items()},
        }

    def sentences(self) -> Iterator[str]:
        """The same in words."""
        if not (self.bad or self.good):
            yield "It has no labelled cases of its own."
        else:
            yield (
                f"Of {self.bad} labelled bad cases it finds {self.found}; beside {self.good} good ones "
                f"it is wrong {self.false} times."
            )
        if self.read:
            yield (
                f"In a real archive {self.useful} of {self.read} of its findings, read by hand, were "
                "worth an editor's time."
            )
        if self.per_1000_words is not None:
            yield f"There it finds {self.per_1000_words:g} in 1,000 words."


def rates_of(rule_id: str) -> Rates:
    """What was measured of a rule; a house's own rules were not."""
    return Rates(**_table().get(rule_id, {}))


@cache
def _table() -> dict[str, dict[str, Any]]:
    text = files("copydesk.policy").joinpath("measured.json").read_text(encoding="utf-8")
    rules: dict[str, dict[str, Any]] = json.loads(text)["rules"]
    return rules
