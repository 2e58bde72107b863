"""What a newsroom sets: severities, values for one category, rules of its own; and disputes."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from copydesk.article import read_article
from copydesk.config import PolicyConfig, parse_config, policy_digest
from copydesk.errors import ArticleError, ConfigError, RuleCrashError
from copydesk.newsroom import house_rules as house
from copydesk.newsroom.house_rules import house_rules
from copydesk.policy import apply
from copydesk.policy.house import Context, Hit, HouseRules
from copydesk.report import FieldName, Finding, Severity

TEXTS = {"statement": "s", "rationale": "r", "fix": "f", "bad": "b", "good": "g"}

ARTICLE = """---
title: "{title}"
summary: "The ferry across the harbour runs again; the operator has not named a cause."
category: {category}
sources: [https://a.example/1]
{more}---
{body}
"""


def findings(
    policy: str, *, title: str = "A stunning ferry returns", category: str = "News",
    more: str = "", body: str = "The shocking outage is over.",
    own: HouseRules | None = None,
) -> list[Finding]:  # fmt: skip
    text = ARTICLE.format(title=title, category=category, more=more, body=body)
    config = parse_config(policy).policy
    return list(apply(read_article(text.encode()), (), (), config, house=own.rules if own else ()))


def of(rule: str, found: list[Finding]) -> list[Finding]:
    return [item for item in found if item.rule == rule]


def test_a_severity_of_the_newsroom_holds_in_every_field() -> None:
    found = of("loaded-word", findings('[policy.severity]\nloaded-word = "error"'))
    assert {item.field for item in found} == {FieldName.TITLE, FieldName.BODY}
    assert {item.severity for item in found} == {Severity.ERROR}


def test_off_turns_a_rule_off_and_no_other() -> None:
    found = findings('[policy.severity]\nloaded-word = "off"')
    assert of("loaded-word", found) == []
    assert found == [item for item in findings("") if item.rule != "loaded-word"]


def test_a_category_has_severities_and_values_of_its_own() -> None:
    policy = (
        '[policy.severity]\nloaded-word = "error"\n'
        "[policy.categories.Brief]\nmin_words = 0\nmax_words = 90\n"
        '[policy.categories.Brief.severity]\nloaded-word = "note"\n'
        '[policy.categories.Brief.limits]\ntitle_max = 20\nloaded_words = ["outage"]\n'
    )
    brief = findings(policy, category="Brief")
    assert {item.severity for item in of("loaded-word", brief)} == {Severity.NOTE}
    assert "outage" in {item.found for item in of("loaded-word", brief)}
    assert of("title-length", brief)[0].expected == "10 to 20 characters"
    other = findings(policy + "[policy.categories.News]\nmin_words = 0\nmax_words = 90\n")
    assert {item.severity for item in of("loaded-word", other)} == {Severity.ERROR}
    assert of("title-length", other) == []


WRONG = {
    "a rule that is not": ('[policy.severity]\nloaded-wrod = "note"', "policy.severity"),
    "a category's rule that is not": (
        (
            "[policy.categories.Brief]\nmin_words = 0\nmax_words = 9\n"
            '[policy.categories.Brief.severity]\nloaded-wrod = "note"'
        ),
        "policy.categories.Brief.severity",
    ),
    "a key that is not": (
        (
            "[policy.categories.Brief]\nmin_words = 0\nmax_words = 9\n"
            "[policy.categories.Brief.limits]\ntitle_mx = 9"
        ),
        "policy.categories.Brief.limits",
    ),
    "a key for all": (
        (
            "[policy.categories.Brief]\nmin_words = 0\nmax_words = 9\n"
            '[policy.categories.Brief.limits]\nallowlist = "x"'
        ),
        "policy.categories.Brief.limits",
    ),
    "a category's limits cross": (
        (
            "[policy.categories.Brief]\nmin_words = 0\nmax_words = 9\n"
            "[policy.categories.Brief.limits]\ntitle_max = 9"
        ),
        "policy.categories.Brief.title",
    ),
}


@pytest.mark.parametrize(("policy", "where"), WRONG.values(), ids=WRONG)
def test_a_mistake_in_the_policy_is_named(policy: str, where: str) -> None:
    with pytest.raises(ConfigError) as caught:
        findings(policy)  # of an article in another category: a mistake must not wait for its day
    assert where in (caught.value.location or "")


def test_a_severity_that_there_is_not_is_refused() -> None:
    with pytest.raises(ConfigError, match="severity"):
        parse_config('[policy.severity]\nloaded-word = "fatal"')


def test_the_digest_of_the_policy_knows_severities_and_house_rules() -> None:
    texts = (
        "",
        '[policy.severity]\nloaded-word = "note"',
        '[policy]\nhouse_rules = ["x"]',
        (
            "[policy.categories.News]\nmin_words = 400\nmax_words = 1200\nmin_sources = 3\n"
            "[policy.categories.News.limits]\ntitle_max = 99"
        ),
    )
    assert len({policy_digest(parse_config(text), {}) for text in texts}) == len(texts)


def own_rules() -> HouseRules:
    rules = HouseRules()

    @rules.register("house-ship", Severity.WARNING, **TEXTS)
    def ship(context: Context) -> list[Hit]:
        at = context.article.body.text.find("outage")
        return [Hit(FieldName.BODY, at, at + 6, "Name the ship.")] if at >= 0 else []

    return rules


def test_a_house_rule_is_applied_like_any_other() -> None:
    found = of("house-ship", findings("", own=own_rules()))
    assert [(item.severity, item.message) for item in found] == [
        (Severity.WARNING, "Name the ship.")
    ]
    quiet = findings('[policy.severity]\nhouse-ship = "off"', own=own_rules())
    assert of("house-ship", quiet) == []


def test_a_house_rule_that_crashes_is_named_and_hides_nothing() -> None:
    rules = own_rules()

    @rules.register("house-broken", Severity.NOTE, **TEXTS)
    def broken(context: Context) -> list[Hit]:
        raise KeyError(context.article.path)

    with pytest.raises(RuleCrashError, match="house-broken") as caught:
        findings("", own=rules)
    assert of("house-ship", list(caught.value.findings))


@pytest.mark.parametrize("place", [(5, 2), (-1, 3), (0, 10_000)])
def test_a_house_rule_cannot_point_outside_the_article(place: tuple[int, int]) -> None:
    rules = HouseRules()

    @rules.register("house-wild", Severity.NOTE, **TEXTS)
    def wild(context: Context) -> list[Hit]:  # noqa: ARG001 - it looks at nothing
        return [Hit(FieldName.BODY, *place, "Here.")]

    with pytest.raises(RuleCrashError, match="house-wild"):
        findings("", own=rules)


def test_house_ids_are_told_from_built_in_ones() -> None:
    with pytest.raises(ValueError, match="does not begin with 'house-'"):
        HouseRules().register("ship", Severity.NOTE, **TEXTS)(lambda _: ())


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A package with the entry points ``harbour``, ``again``, ``empty``, ``wrong`` and ``broken``."""
    module = ModuleType("harbour_rules_of_a_test")
    module.rules, module.again = own_rules(), own_rules()  # type: ignore[attr-defined]
    module.empty, module.wrong = HouseRules(), object()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    names = {
        "harbour": "rules",
        "again": "again",
        "empty": "empty",
        "wrong": "wrong",
        "broken": "x",
    }
    points = [
        EntryPoint(name, f"{module.__name__}:{value}", house.GROUP) for name, value in names.items()
    ]

    def entry_points(*, group: str) -> EntryPoints:
        assert group == house.GROUP
        return EntryPoints(points)

    monkeypatch.setattr(house, "entry_points", entry_points)
    house_rules.cache_clear()
    return module


@pytest.mark.usefixtures("installed")
def test_rules_of_an_installed_package_are_found_by_name() -> None:
    assert [rule.id for rule in house_rules(("harbour",))] == ["house-ship"]
    assert house_rules(()) == ()


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("harbor",), "no installed package brings it"),
        (("empty",), "holds no rule"),
        (("wrong",), "is not a HouseRules object"),
        (("broken",), "cannot be loaded"),
        (("harbour", "again"), "another package brings the rule house-ship"),
    ],
)
def test_a_package_that_cannot_serve_is_refused(names: tuple[str, ...], why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        house_rules(names)


BOTH = "The shocking outage is over.{0}\n\nA shocking bill follows.{1}\n"
DISPUTE = " <!-- copydesk: dispute loaded-word It is a quotation from\n the poster. -->"


@pytest.mark.parametrize(("which", "disputed"), [(0, [True, False]), (1, [False, True])])
def test_an_inline_dispute_answers_for_its_own_block(which: int, disputed: list[bool]) -> None:
    body = BOTH.format(*(DISPUTE if at == which else "" for at in (0, 1)))
    found = of("loaded-word", findings("", title="The ferry returns", body=body))
    assert [bool(item.dispute) for item in found] == disputed
    assert found[which].dispute == "It is a quotation from the poster."


def test_a_dispute_alone_answers_for_the_next_block() -> None:
    body = f"{DISPUTE.strip()}\n\nThe shocking outage is over.\n\nA shocking bill follows.\n"
    found = of("loaded-word", findings("", title="The ferry returns", body=body))
    assert [bool(item.dispute) for item in found] == [True, False]


def test_a_dispute_of_the_front_matter_answers_everywhere_and_hides_nothing() -> None:
    more = "disputes:\n  - rule: loaded-word\n    reason: It is the ship's name.\n"
    found, before = findings("", more=more), findings("")
    assert {item.dispute for item in of("loaded-word", found)} == {"It is the ship's name."}
    assert [item.rule for item in found] == [item.rule for item in before]
    assert of("loaded-word", found)[0].as_json()["dispute"] == "It is the ship's name."


def test_a_dispute_of_the_whole_article_may_stand_anywhere() -> None:
    body = "The outage is over. <!-- copydesk: dispute min-sources The regulator says it all. -->"
    found = of("min-sources", findings("", title="The ferry returns", body=body))
    assert [item.dispute for item in found] == ["The regulator says it all."]


SHOWN = ["An `<!-- copydesk: {0} -->` helps.", "```\n<!-- copydesk: {0} -->\n```\n"]


@pytest.mark.parametrize("shown", SHOWN, ids=["in a line", "in a block"])
def test_a_comment_that_stands_in_code_is_shown_to_readers_and_addresses_nobody(shown: str) -> None:
    body = f"A shocking bill follows.\n\n{shown.format('dispute loaded-word It is a name.')}\n"
    found = findings("", title="The ferry returns", body=body)
    assert [item.dispute for item in of("loaded-word", found)] == [""]
    assert of("dispute-idle", found) == []
    half = findings("", body=shown.format("dispute"))
    assert of("dispute-idle", half) == []


def test_a_comment_beside_code_is_read() -> None:
    body = "`dispute` is the word. <!-- copydesk: dispute -->\n"
    assert len(of("dispute-idle", findings("", body=body))) == 1


def test_a_long_reason_is_cut() -> None:
    more = f"disputes:\n  - rule: loaded-word\n    reason: {'word ' * 200}\n"
    assert {len(item.dispute) for item in of("loaded-word", findings("", more=more))} == {500}


@pytest.mark.parametrize("entry", ["loaded-word", "rule: loaded-word", "reason: because"])
def test_half_a_dispute_is_refused(entry: str) -> None:
    with pytest.raises(ArticleError, match="Dispute 1"):
        findings("", more=f"disputes:\n  - {entry}\n")


def test_the_default_policy_sets_no_severity() -> None:
    assert PolicyConfig().severity == {}
    assert PolicyConfig().in_category("News") == PolicyConfig()


def test_the_rule_of_the_documentation_works() -> None:
    page = (Path(__file__).parents[2] / "docs" / "house-rules.md").read_text(encoding="utf-8")
    code = page.split("```python\n", 1)[1].split("```", 1)[0]
    names: dict[str, Any] = {"__name__": "harbour_rules"}
    exec(compile(code, "house-rules.md", "exec"), names)  # noqa: S102 - our own page
    own = names["rules"]
    assert of("house-ship-names", findings("", body="The Heron sailed.", own=own))
    assert not of("house-ship-names", findings("", body="The Heron (Northport) sailed.", own=own))
