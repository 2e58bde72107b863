"""A newsroom's own rules, from packages that its operator has installed.

A package names them as an entry point of the group ``copydesk.rules``; ``policy.house_rules`` in
``copydesk.toml`` names the entry points that count. What is installed and not named does nothing, so
that the same article gets the same findings on every machine of the newsroom::

    from copydesk.policy.house import Context, FieldName, Hit, HouseRules, Severity

    rules = HouseRules()

    @rules.register("house-ship-names", Severity.WARNING, statement=..., rationale=..., fix=...,
                    bad=..., good=...)
    def ship_names(context: Context):
        yield Hit(FieldName.BODY, 0, 5, "A ship's name stands without its port.")
"""

from __future__ import annotations

from copydesk.policy.passages import passage
from copydesk.policy.registry import HOUSE_PREFIX, Context, Hit, Registry
from copydesk.report import FieldName, Severity

__all__ = ["Context", "FieldName", "Hit", "HouseRules", "Severity", "passage"]


class HouseRules(Registry):
    """The rules of one package; every id begins with ``house-``, which no built-in one does."""

    def __init__(self) -> None:
        super().__init__(HOUSE_PREFIX)
