"""The documentation of rules: for ``docs/rules.md``, ``copydesk rules --format md`` and ``explain``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from copydesk.config import PolicyConfig
from copydesk.policy import FAMILIES, Rule
from copydesk.policy.measured import rates_of

__all__ = ["explained", "families", "rules_page"]

_INTRODUCTION = (
    "An **error** blocks approval, a **warning** asks for an answer, a **note** informs. "
    "Quotations, block quotes and code are never read as the newsroom's own words. A finding "
    "that concerns the article as a whole stands at 0-0 of the body. `copydesk.toml` turns rules off "
    "and sets how grave they are; see [Severities, rules of your own, disputes](house-rules.md)."
)


def families(rules: Sequence[Rule]) -> list[tuple[str, str, list[Rule]]]:
    """Name, what it is about, and rules of every family: in the package's order, then the house's."""
    grouped = groupby(sorted(rules, key=lambda item: item.family), key=lambda item: item.family)
    by_name = {name: sorted(items, key=lambda item: item.id) for name, items in grouped}
    found = []
    for module in FAMILIES:
        name = module.__name__.rsplit(".", 1)[-1]
        if name in by_name:
            about = (module.__doc__ or "").strip().splitlines()[0]
            found.append((name, about, by_name.pop(name)))
    found += [(name, "Rules of this newsroom's own.", items) for name, items in by_name.items()]
    return found


def rules_page(rules: Sequence[Rule], notice: str = "") -> Iterator[str]:
    """Every rule as lines of Markdown."""
    yield from ("# Editorial rules", "", *((notice, "") if notice else ()), _INTRODUCTION, "")
    yield from ("| rule | severity | what must hold |", "|---|---|---|")
    grouped = families(rules)
    for _, _, own in grouped:
        for item in own:
            yield (
                f"| [`{item.id}`](#{item.id}) | {item.severity_words} | {_cell(item.statement)} |"
            )
    for name, about, own in grouped:
        yield from ("", f"## Family: {name}", "", about)
        for item in own:
            yield from _rule(item)


def _rule(item: Rule) -> Iterator[str]:
    yield from ("", f"### {item.id}", "", f"**{item.statement}** Severity: {item.severity_words}.")
    yield from ("", item.rationale)
    for label, example in (("Found", item.bad), ("Not found", item.good)):
        yield from ("", f"{label}:", "", "```text", *example.split("\n"), "```")
    yield from ("", f"What to do: {item.fix}")
    if item.config:
        yield from ("", f"Configuration: {', '.join(_key(key) for key in item.config)}.")
    if not item.house:
        yield from ("", f"Measured: {' '.join(rates_of(item.id).sentences())}")


def explained(item: Rule) -> str:
    """One rule as plain text, with what was measured of it."""
    rows = [
        f"{item.id} ({item.severity_words}; family {item.family})",
        *("", item.statement, "", item.rationale),
        *("", "Found:", _indented(item.bad), "Not found:", _indented(item.good)),
        *("", f"What to do: {item.fix}"),
    ]
    if item.config:
        rows += ["", f"Configuration: {', '.join(_key(key) for key in item.config)}."]
    rows += ["", "Measured:", *(f"  {said}" for said in rates_of(item.id).sentences())]
    return "\n".join(rows)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))


def _key(name: str) -> str:
    default = getattr(PolicyConfig(), name)
    shown = f" (default {json.dumps(default)})" if isinstance(default, int | str) else ""
    return f"`policy.{name}`{shown}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
