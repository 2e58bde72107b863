"""``copydesk rules`` and ``copydesk explain``: what the editorial policy asks, and why."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from copydesk.cli.output import Format, FormatOption, answer, safe
from copydesk.cli.places import NewsroomOption, open_newsroom
from copydesk.config import PolicyConfig
from copydesk.errors import UsageError
from copydesk.newsroom.house_rules import house_rules
from copydesk.newsroom.store import find_newsroom
from copydesk.policy import Rule, all_rules, rules_table
from copydesk.policy.describe import explained, rules_page
from copydesk.policy.measured import rates_of

__all__ = ["register"]


class RulesFormat(StrEnum):
    """``text`` for people, ``json`` for programs, ``md`` for a page."""

    TEXT = "text"
    JSON = "json"
    MD = "md"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("rules", short_help="List the rules of the policy.")(rules_command)
    app.command("explain", short_help="Explain one rule, with what was measured of it.")(
        explain_command
    )


def rules_command(
    newsroom: NewsroomOption = None,
    format_: Annotated[
        RulesFormat, typer.Option("--format", help="text for people, json for programs, md a page.")
    ] = RulesFormat.TEXT,
) -> int:
    """List the rules of the policy, with the newsroom's own and its severities."""
    policy = _policy(newsroom)
    rules = _rules(policy)
    rows = rules_table(rules)
    for row in rows:
        row["set"] = _set(row["id"], policy)
    if format_ is RulesFormat.MD:
        sys.stdout.write(safe("\n".join(rules_page(rules)) + "\n"))
        sys.stdout.flush()
        return 0
    width = max(len(row["id"]) for row in rows)

    def text() -> str:
        return "\n".join(
            f"{row['id']:<{width}}  {row['set'] or row['severity']:<7}  {row['statement']}"
            for row in rows
        )

    answer(Format(format_.value), {"rules": json.loads(json.dumps(rows))}, text)
    return 0


def explain_command(
    rule: Annotated[str, typer.Argument(metavar="RULE", help="Its id, as `copydesk rules` lists.")],
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Explain one rule: what it asks and why, examples, what to do, and how right it was."""
    policy = _policy(newsroom)
    found = next((item for item in _rules(policy) if item.id == rule), None)
    if found is None:
        raise UsageError(f"There is no rule {rule!r}.", fix="`copydesk rules` lists all of them.")
    row = rules_table([found])[0]
    row |= {"set": _set(rule, policy), "measured": rates_of(rule).as_json()}

    def text() -> str:
        own = f"\n\nIn this newsroom: {row['set']}." if row["set"] else ""
        return explained(found) + own

    answer(format_, json.loads(json.dumps(row)), text)
    return 0


def _policy(newsroom: Path | None) -> PolicyConfig:
    """That of the newsroom named or around here; as it comes where there is none."""
    if newsroom is None and find_newsroom(Path.cwd()) is None:
        return PolicyConfig()
    return open_newsroom(newsroom).config.policy


def _rules(policy: PolicyConfig) -> tuple[Rule, ...]:
    return (*all_rules(), *house_rules(policy.house_rules))


def _set(rule_id: str, policy: PolicyConfig) -> str:
    """What the newsroom makes of the rule for all categories; empty: as it comes."""
    return "off" if rule_id in policy.disabled else policy.severity.get(rule_id, "")
