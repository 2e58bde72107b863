"""Editorial policy: the checks of a careful editor, as rules with an id each.

``apply`` runs them over an article, its sources and its trace. Importing this package registers
every rule; the documentation in ``docs/rules.md`` is generated from the registry.
"""

from copydesk.policy import (
    absence,
    attribution,
    chronology,
    citations,
    copies,
    dated_pages,
    dates,
    derived,
    disagreement,
    disputes,
    fidelity,
    grave,
    headline,
    hidden,
    house_style,
    independence,
    language,
    length,
    links,
    names,
    originality,
    qualifiers,
    quotes,
    sources,
    specifics,
    standing,
    support,
    tense,
    unread,
    verbatim,
)
from copydesk.policy.engine import apply
from copydesk.policy.lists import (
    HostEntry,
    HostList,
    OwnerList,
    PolicyLists,
    parse_host_list,
    parse_owner_list,
)
from copydesk.policy.registry import Rule, all_rules, rule, rules_table

FAMILIES = (
    headline,
    length,
    sources,
    copies,
    independence,
    hidden,
    citations,
    specifics,
    names,
    qualifiers,
    fidelity,
    grave,
    absence,
    quotes,
    attribution,
    standing,
    unread,
    support,
    language,
    dates,
    disputes,
    chronology,
    tense,
    dated_pages,
    derived,
    disagreement,
    originality,
    verbatim,
    links,
    house_style,
)
"""The modules that register rules, in the order in which their rules are documented."""

__all__ = [
    "FAMILIES",
    "HostEntry",
    "HostList",
    "OwnerList",
    "PolicyLists",
    "Rule",
    "all_rules",
    "apply",
    "parse_host_list",
    "parse_owner_list",
    "rule",
    "rules_table",
]
