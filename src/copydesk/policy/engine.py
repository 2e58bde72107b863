"""Applies the rules to an article: everything in, all findings out, in reading order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

from copydesk.article import Article
from copydesk.article.prose import own_words
from copydesk.config import PolicyConfig
from copydesk.errors import ConfigError, CopydeskError, RuleCrashError
from copydesk.evidence.model import EvidenceSource
from copydesk.noticed import Noticed
from copydesk.policy.archive import Archive
from copydesk.policy.disputes import answered, disputes_of, unanswered
from copydesk.policy.lists import PolicyLists
from copydesk.policy.owners import owners_of
from copydesk.policy.places import Spots
from copydesk.policy.registry import Context, Hit, Place, Rule, all_rules
from copydesk.report import FieldName, Finding, Severity, Specific

__all__ = ["apply"]

# Nobody reads more of one kind, and a report must stay small whatever the article repeats. The
# last finding that is listed says how many are not.
MAX_PER_RULE = 500

_FIELD_ORDER = {name: place for place, name in enumerate(FieldName)}
_SEVERITY_ORDER = {name: place for place, name in enumerate(Severity)}
_IDLE = "dispute-idle"
_NO_LISTS = PolicyLists()
_NOTHING = Noticed()
_NO_ARCHIVE = Archive()


def apply(
    article: Article,
    sources: Sequence[EvidenceSource],
    specifics: Sequence[Specific],
    config: PolicyConfig,
    lists: PolicyLists = _NO_LISTS,
    noticed: Noticed = _NOTHING,
    archive: Archive = _NO_ARCHIVE,
    house: Sequence[Rule] = (),
) -> tuple[Finding, ...]:
    """Apply every rule that the newsroom has not turned off, as grave as it says.

    Args:
        article: the article as read.
        sources: its sources as the trace read them; may lack some.
        specifics: the trace's specifics; empty where nothing was traced.
        config: the ``[policy]`` section.
        lists: the list files that the section names, parsed.
        noticed: what the trace saw besides the specifics.
        archive: what the newsroom published or was handed before; empty where there is none.
        house: the newsroom's own rules; see :func:`copydesk.newsroom.house_rules.house_rules`.

    Returns:
        The findings in order of field, start, severity and rule.

    Raises:
        ConfigError: the policy contradicts itself, turns off a rule that does not exist, or names
            a list that was not handed over.
        RuleCrashError: a rule failed; the error names it and keeps the findings of the others.
    """
    _check_numbers(config)
    _check_lists(config, lists)
    known = {item.id: item for item in (*all_rules(), *house)}
    _check_names(config, known)
    config = config.in_category(article.front.category)
    active = [_as_set(item, config) for item in known.values() if _applies(item, config)]
    prose, cited = own_words(article), _first_citations(article)
    context = Context(
        article,
        sources,
        specifics,
        config,
        lists,
        prose,
        cited,
        noticed,
        archive,
        owners=owners_of(article, sources, lists.owners),
        spots=Spots(article.passages),
    )
    findings: list[Finding] = []
    crashed: list[tuple[Rule, Exception]] = []
    for item in active:
        try:
            findings.extend(_findings(item, context))
        except CopydeskError:
            raise
        except Exception as error:  # noqa: BLE001 - re-raised below; one rule must not hide others
            crashed.append((item, error))
    ordered = _with_disputes(findings, article, active)
    if crashed:
        raise _crash(crashed, ordered)
    return ordered


def _with_disputes(
    findings: Sequence[Finding], article: Article, active: Sequence[Rule]
) -> tuple[Finding, ...]:
    """The findings in reading order, each with what the contributor says against it."""
    made, idle = answered(findings, disputes_of(article))
    listed = next((item for item in active if item.id == _IDLE), None)
    more = [listed.finding(hit) for hit in unanswered(idle)] if listed else []
    return tuple(sorted((*made, *more), key=_order))


def _applies(item: Rule, config: PolicyConfig) -> bool:
    return item.id not in config.disabled and config.severity.get(item.id) != "off"


def _as_set(item: Rule, config: PolicyConfig) -> Rule:
    """The rule with the severity that the newsroom gives it."""
    own = config.severity.get(item.id)
    if own is None:
        return item
    return replace(item, severity=Severity(own), headline_severity=None)


def _first_citations(article: Article) -> dict[int, Place]:
    places: dict[int, Place] = {}
    for passage in article.passages:
        for citation in passage.citations:
            if citation.source is not None:
                place = passage.field, citation.start, citation.end
                places.setdefault(citation.source, place)
    return places


def _findings(item: Rule, context: Context) -> list[Finding]:
    hits = iter(item.check(context))
    lead = context.lead
    found = [
        item.finding(_inside(hit, context.article), lead) for hit in islice(hits, MAX_PER_RULE)
    ]
    unlisted = sum(1 for _ in hits)
    if unlisted:
        last = found[-1]
        message = f"{last.message} {unlisted:,} more findings of this rule are not listed."
        found[-1] = replace(last, message=message)
    return found


def _inside(hit: Hit, article: Article) -> Hit:
    if not 0 <= hit.start <= hit.end <= len(article.field(hit.field).text):
        raise ValueError(f"it points at {hit.field.value} {hit.start}-{hit.end}, outside the text")
    return hit


def _order(finding: Finding) -> tuple[int, int, int, str, int]:
    return (
        _FIELD_ORDER[finding.field],
        finding.start,
        _SEVERITY_ORDER[finding.severity],
        finding.rule,
        finding.end,
    )


def _crash(crashed: list[tuple[Rule, Exception]], kept: tuple[Finding, ...]) -> RuleCrashError:
    names = ", ".join(item.id for item, _ in crashed)
    error = RuleCrashError(
        f"A fault in the rule {names}: {type(crashed[0][1]).__name__}: {crashed[0][1]}",
        fix="Report it with the article; until it is mended, "
        "put the id under policy.disabled to check with the other rules.",
        findings=kept,
    )
    error.__cause__ = crashed[0][1]
    return error


def _check_names(config: PolicyConfig, known: Mapping[str, Rule]) -> None:
    """Refuse a rule that there is not: a misspelt name must not read as a rule that is turned off."""
    named = [("disabled", name) for name in config.disabled]
    named += [("severity", name) for name in config.severity]
    for category, own in config.categories.items():
        named += [(f"categories.{category}.severity", name) for name in own.severity]
    for key, name in named:
        if name not in known:
            raise ConfigError(
                f"policy.{key} names {name!r}, and there is no such rule.",
                fix="`copydesk rules` lists every id.",
                location=f"copydesk.toml:policy.{key}",
            )


def _check_numbers(config: PolicyConfig) -> None:
    for name in ("", *config.categories):
        own = config.in_category(name)
        where = f"categories.{name}." if name else ""
        for low, high, key in (
            (own.title_min, own.title_max, f"{where}title"),
            (own.summary_min, own.summary_max, f"{where}summary"),
            *((c.min_words, c.max_words, f"categories.{n}") for n, c in own.categories.items()),
        ):
            if low > high:
                raise ConfigError(
                    f"policy.{key}: the least, {low}, is more than the most, {high}.",
                    fix="Correct one of the two numbers.",
                    location=f"copydesk.toml:policy.{key}",
                )


def _check_lists(config: PolicyConfig, lists: PolicyLists) -> None:
    # A named list that is missing must not read as "no list": then every host would pass.
    for key, given in (
        ("allowlist", lists.allowlist),
        ("blocklist", lists.blocklist),
        ("owners", lists.owners),
    ):
        named = getattr(config, key)
        if named and given is None:
            raise ConfigError(
                f"policy.{key} names {named!r}, and that list was not read.",
                fix="Check that the file is there and readable.",
                location=f"copydesk.toml:policy.{key}",
            )
