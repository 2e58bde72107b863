"""Finds the rules of a newsroom's own in the installed packages that its configuration names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from copydesk.errors import ConfigError
from copydesk.policy import Rule
from copydesk.policy.house import HouseRules

__all__ = ["GROUP", "house_rules"]

GROUP = "copydesk.rules"
"""The group of entry points; see :mod:`copydesk.policy.house`."""


@cache
def house_rules(names: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rules that ``policy.house_rules`` names, in its order.

    Raises:
        ConfigError: no installed package has an entry point of that name, it cannot be loaded, is
            not a :class:`HouseRules`, holds no rule, or one of a name that another holds.
    """
    if not names:
        return ()
    installed = entry_points(group=GROUP)
    found: dict[str, Rule] = {}
    for name in names:
        points = installed.select(name=name)
        if not points:
            there = ", ".join(sorted({point.name for point in installed})) or "none"
            raise _refusal(name, f"no installed package brings it (installed: {there})")
        for item in _loaded(name, next(iter(points))):
            if item.id in found:
                raise _refusal(name, f"another package brings the rule {item.id} too")
            found[item.id] = item
    return tuple(found.values())


def _loaded(name: str, point: EntryPoint) -> Iterable[Rule]:
    try:
        made = point.load()
    except Exception as error:
        raise _refusal(
            name, f"{point.value} cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(made, HouseRules):
        raise _refusal(name, f"{point.value} is not a HouseRules object")
    if not made.rules:
        raise _refusal(name, f"{point.value} holds no rule")
    return made.rules


def _refusal(name: str, why: str) -> ConfigError:
    return ConfigError(
        f"policy.house_rules names {name!r}: {why}.",
        fix="Install or mend the package, or take the name out; docs/house-rules.md shows how one is made.",
        location="copydesk.toml:policy.house_rules",
    )
