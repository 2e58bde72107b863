"""The engine: order, what is turned off, contradictory policies, rules that crash, speed."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from policy_cases import load, rule_ids

from copydesk.article import read_article
from copydesk.config import CategoryRule, PolicyConfig
from copydesk.errors import ConfigError, CopydeskError, RuleCrashError, UsageError
from copydesk.policy import PolicyLists, all_rules, apply, rule, rules_table
from copydesk.policy import registry as registry_module
from copydesk.policy.engine import MAX_PER_RULE
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import FieldName, Severity

ARTICLE = b"""---
title: Stunning
summary: It opened yesterday, the shocking pier.
category: News
sources: [https://a.example/1]
---
A ludicrous TODO: ask [them](https://b.example/).
"""


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    rules = dict(registry_module._BUILT_IN._rules)
    monkeypatch.setattr(registry_module._BUILT_IN, "_rules", rules)
    return rules


def test_order_is_field_then_start_then_severity_then_rule() -> None:
    findings = apply(read_article(ARTICLE), (), (), PolicyConfig())
    fields, severities = list(FieldName), list(Severity)
    keys = [
        (fields.index(f.field), f.start, severities.index(f.severity), f.rule) for f in findings
    ]
    assert keys == sorted(keys)
    assert len(findings) > 8
    assert {f.field for f in findings} == set(FieldName)


def test_the_same_input_gives_the_same_findings() -> None:
    article = read_article(ARTICLE)
    assert apply(article, (), (), PolicyConfig()) == apply(article, (), (), PolicyConfig())


@pytest.mark.parametrize("rule_id", rule_ids())
def test_a_disabled_rule_is_silent_and_no_other_is(rule_id: str) -> None:
    case = load(rule_id, "bad")
    before = case.findings()
    config = replace(case.config, disabled=(rule_id,))
    after = replace(case, config=config).findings()
    assert list(after) == [item for item in before if item.rule != rule_id]
    assert len(after) < len(before)


BAD_POLICIES = [
    ("an unknown rule is turned off", {"disabled": ("title-lenght",)}, "policy.disabled"),
    ("title limits cross", {"title_min": 20, "title_max": 10}, "policy.title"),
    ("summary limits cross", {"summary_min": 20, "summary_max": 10}, "policy.summary"),
    (
        "a category's limits cross",
        {"categories": {"Brief": CategoryRule(min_words=9, max_words=8)}},
        "policy.categories.Brief",
    ),
    ("a named allowlist was not read", {"allowlist": "allow.txt"}, "policy.allowlist"),
    ("a named blocklist was not read", {"blocklist": "block.txt"}, "policy.blocklist"),
    ("an empty loaded word", {"loaded_words": (" ",)}, "policy.loaded_words"),
]


@pytest.mark.parametrize(("name", "keys", "where"), BAD_POLICIES, ids=[c[0] for c in BAD_POLICIES])
def test_a_policy_that_cannot_be_is_refused(name: str, keys: dict[str, object], where: str) -> None:
    with pytest.raises(ConfigError) as caught:
        apply(read_article(ARTICLE), (), (), PolicyConfig(**keys))  # type: ignore[arg-type] # any key
    assert caught.value.location == f"copydesk.toml:{where}", name
    assert caught.value.fix


@pytest.mark.usefixtures("own_registry")
def test_a_crash_names_the_rule_and_keeps_the_others() -> None:
    whole = apply(read_article(ARTICLE), (), (), PolicyConfig())

    @_register("crashes-late")
    def crashes_late(context: Context) -> Iterable[Hit]:
        yield Hit(FieldName.BODY, 0, 0, "lost with the rule")
        raise KeyError(context.article.path)

    with pytest.raises(RuleCrashError) as caught:
        apply(read_article(ARTICLE), (), (), PolicyConfig())
    error = caught.value
    assert error.findings == whole
    assert "crashes-late" in error.message
    assert "KeyError" in error.message
    assert isinstance(error.__cause__, KeyError)
    assert error.exit_code == 70
    mended = apply(read_article(ARTICLE), (), (), PolicyConfig(disabled=("crashes-late",)))
    assert mended == whole


def test_what_an_article_repeats_without_end_is_counted_and_not_listed() -> None:
    article = read_article(b"It opened yesterday. " * (MAX_PER_RULE + 234))
    found = [f for f in apply(article, (), (), PolicyConfig()) if f.rule == "relative-date"]
    assert len(found) == MAX_PER_RULE
    assert found[-1].message.endswith("234 more findings of this rule are not listed.")
    assert "not listed" not in found[-2].message


@pytest.mark.usefixtures("own_registry")
def test_an_error_on_purpose_is_passed_on() -> None:
    @_register("refuses")
    def refuses(context: Context) -> Iterable[Hit]:
        raise UsageError(context.article.path)

    with pytest.raises(UsageError):
        apply(read_article(ARTICLE), (), (), PolicyConfig())


REFUSED_RULES = [
    ("a taken id", "title-length", {}),
    ("capitals", "Title", {}),
    ("an underscore", "title_case", {}),
    ("no rationale", "new-rule", {"rationale": ""}),
    ("no fix", "new-rule", {"fix": ""}),
]


@pytest.mark.parametrize(
    ("name", "rule_id", "texts"), REFUSED_RULES, ids=[c[0] for c in REFUSED_RULES]
)
def test_a_bad_registration_fails_at_import(
    own_registry: dict[str, object], name: str, rule_id: str, texts: dict[str, str]
) -> None:
    before = dict(own_registry)
    with pytest.raises(ValueError, match=rule_id):
        _register(rule_id, **texts)(lambda _context: ())
    assert own_registry == before, name


def _register(rule_id: str, **texts: str):  # type: ignore[no-untyped-def] # a test's short form # noqa: ANN202
    whole = {"statement": "s", "rationale": "r", "fix": "f", "bad": "b", "good": "g", **texts}
    return register(rule_id, Severity.NOTE, **whole)  # type: ignore[arg-type] # texts only


def test_look_up() -> None:
    assert rule("title-length").family == "headline"
    with pytest.raises(UsageError):
        rule("no-such-rule")
    ids = [item.id for item in all_rules()]
    assert len(ids) == len(set(ids))
    with pytest.raises(AttributeError):
        rule("title-length").severity = Severity.NOTE  # type: ignore[misc] # frozen is the point


def test_the_table_holds_every_rule_whole() -> None:
    rows = rules_table()
    assert [row["id"] for row in rows] == [item.id for item in all_rules()]
    for row in rows:
        assert all(row[key] for key in ("statement", "rationale", "fix", "docs", "severity"))
        assert set(row["config"]) <= {f"policy.{name}" for name in vars(PolicyConfig())}


def test_source_ids_beyond_the_list_harm_nothing() -> None:
    case = load("source-unusable", "bad")
    stray = tuple(replace(item, id=99) for item in case.sources)
    findings = apply(case.article, stray, case.specifics, case.config, case.lists)
    assert {item.rule for item in findings} >= {"source-not-captured"}


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120), st.text(max_size=80))
def test_no_article_makes_a_rule_crash(title: str, body: str) -> None:
    try:
        article = read_article(f"---\ntitle: {title}\n---\n# {body}\n\n{body}\n".encode())
    except (CopydeskError, UnicodeEncodeError):
        return
    for finding in apply(article, (), (), PolicyConfig(), PolicyLists()):
        assert 0 <= finding.start <= finding.end <= len(article.field(finding.field).text)


HOSTILE = [
    ("quotation marks", "'\"“‘" * 20_000),
    ("month names", "on monday may 1 " * 8_000),
    ("open brackets", "[insert " * 20_000),
    ("open braces", "{{" * 40_000),
    ("ago", "a few a few " * 10_000),
    ("as an ai", "as an ai " * 15_000),
    ("headings", "# a\n\n" * 8_000),
    ("spaces", "today announced" + " " * 60_000 + "today"),
    ("i am", "i am just " * 15_000),
    ("here is", "here is the " + "a" * 90_000),
]


@pytest.mark.parametrize(("name", "body"), HOSTILE, ids=[case[0] for case in HOSTILE])
def test_hostile_bodies_take_bounded_time(name: str, body: str) -> None:
    article = read_article(body.encode())
    started = time.perf_counter()
    apply(article, (), (), PolicyConfig())
    assert time.perf_counter() - started < 10, name


def test_all_rules_on_a_long_article_are_quick() -> None:
    paragraph = "The ferry carried 4,200 passengers, said the [notice](https://a.example/1). " * 4
    body = "\n\n".join([paragraph] * 25)
    article = read_article(ARTICLE + body.encode())
    started = time.perf_counter()
    for _ in range(5):
        apply(article, (), (), PolicyConfig())
    # 20 ms an article is the aim; the bound leaves room for a loaded machine.
    assert (time.perf_counter() - started) / 5 < 0.2
