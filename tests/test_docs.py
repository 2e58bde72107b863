"""The documentation that is generated: nothing stale, nothing undocumented, schemas that hold."""

from __future__ import annotations

import copy
import importlib
import importlib.util
import json
import pkgutil
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import copydesk
from copydesk import docs_gen
from copydesk.article import read_article
from copydesk.config import PolicyConfig
from copydesk.errors import CopydeskError, all_errors
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.policy import FAMILIES, PolicyLists, all_rules, rules_table
from copydesk.provenance.checks import Check, CheckState, Verification
from copydesk.provenance.statements import PREDICATES, STATEMENT_TYPE, predicate_type
from copydesk.report import (
    ArticleSummary,
    Evidence,
    FieldName,
    Finding,
    Kind,
    Quality,
    Report,
    Severity,
    SourceSummary,
    Specific,
    Status,
)
from copydesk.trace.specifics.model import (
    Amount,
    DateValue,
    IdentifierValue,
    TextValue,
    Value,
    VersionValue,
)

DOCS = Path(__file__).parent.parent / "docs"
SHA = "0f" * 32
SCHEMAS = sorted(name for name in docs_gen.generate() if name.startswith("schemas/"))


def schema(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((DOCS / "schemas" / f"{name}.json").read_text("utf-8"))
    return loaded


def errors_in(name: str, instance: object) -> list[str]:
    validator = Draft202012Validator(schema(name))
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(instance)]


# -- nothing stale, nothing missing -----------------------------------------------------------------


def test_nothing_generated_is_stale() -> None:
    assert docs_gen.stale(DOCS) == [], "run `python -m copydesk.docs_gen`"


def test_every_rule_is_documented_under_its_anchor() -> None:
    text = (DOCS / "rules.md").read_text("utf-8")
    for row in rules_table():
        assert text.count(f"\n### {row['id']}\n") == 1
        assert row["docs"] == f"docs/rules.md#{row['id']}"
        for key in ("statement", "rationale", "fix", "bad", "good"):
            assert row[key] in text, (row["id"], key)


def test_every_family_is_documented() -> None:
    names = {module.__name__.rsplit(".", 1)[-1] for module in FAMILIES}
    assert names == {item.family for item in all_rules()}


def test_every_error_is_documented_and_no_two_share_a_code() -> None:
    text = (DOCS / "errors.md").read_text("utf-8")
    codes = [error.code for error in all_errors()]
    assert len(codes) == len(set(codes))
    for error in all_errors():
        assert f"| `{error.code}` | {error.exit_code} |" in text
        assert error.summary in text
        if error is not CopydeskError:
            assert error.summary != CopydeskError.summary, error


def test_every_error_lives_in_the_one_module() -> None:
    for module in pkgutil.walk_packages(copydesk.__path__, "copydesk."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    assert {error.__module__ for error in all_errors()} == {"copydesk.errors"}


def test_every_check_is_documented() -> None:
    if importlib.util.find_spec("copydesk.provenance.verify") is None:
        pytest.skip("there is no verifier yet")
    checks = docs_gen._known_checks()
    text = (DOCS / "checks.md").read_text("utf-8")
    assert checks
    for check_id, title in checks.items():
        assert f"| `{check_id}` | {title} |" in text


def test_there_is_a_schema_for_every_statement_and_answer() -> None:
    expected = {
        "trace",
        "verification",
        "import",
        "audit",
        "bundle",
        "copydesk.toml",
        "watch-look",
        "watch-answer",
        *(f"statement-{kind}" for kind in PREDICATES),
    }
    assert {Path(name).stem for name in SCHEMAS} == expected


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas(name: str) -> None:
    loaded = json.loads((DOCS / name).read_text("utf-8"))
    assert loaded["$schema"] == docs_gen.DIALECT
    assert loaded["$id"].startswith("urn:copydesk:schema:")
    Draft202012Validator.check_schema(loaded)
    for definition in (loaded, *loaded.get("$defs", {}).values()):
        if definition.get("type") == "object" and "properties" in definition:
            assert definition["additionalProperties"] is False


# -- the command -----------------------------------------------------------------------------------


def test_check_tells_missing_stale_and_stray_and_writing_mends_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    assert docs_gen.main(["--check", str(folder)]) == 1
    assert list(folder.iterdir()) == []
    assert docs_gen.main([str(folder)]) == 0
    assert docs_gen.main(["--check", str(folder)]) == 0
    (folder / "rules.md").write_text("old\n")
    (folder / "schemas" / "gone.json").write_text("{}\n")
    capsys.readouterr()
    assert docs_gen.main(["--check", str(folder)]) == 1
    told = capsys.readouterr().err
    assert "rules.md" in told
    assert "gone.json" in told
    assert docs_gen.main([str(folder)]) == 0
    assert docs_gen.main(["--check", str(folder)]) == 0
    assert not (folder / "schemas" / "gone.json").exists()


def test_no_folder_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert docs_gen.main([str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.startswith("usage:")


# -- copydesk.trace/1 ------------------------------------------------------------------------------

VALUES: list[tuple[Kind, Value]] = [
    (Kind.QUOTE, TextValue("we hope to sail", "quote")),
    (Kind.NUMBER, Amount(Fraction(12), ordinal=True)),
    (Kind.NUMBER, Amount(Fraction(1, 3))),
    (Kind.MONEY, Amount(Fraction(1030000000), "USD", qualifier="about")),
    (Kind.PERCENT, Amount(Fraction(-5, 2), "%", high=Fraction(7, 2))),
    (Kind.DATE, DateValue(2026, 5, 12, weekday=1, time="09:30", zone="UTC")),
    (Kind.DATE, DateValue(quarter=3, year=2026, fiscal=True)),
    (Kind.DATE, DateValue(decade=1990, relative="")),
    (Kind.DURATION, Amount(Fraction(40), "hour")),
    (Kind.VERSION, VersionValue(("2", "15"), "rc1")),
    (Kind.IDENTIFIER, IdentifierValue("cve", "cve-2026-0001")),
    (Kind.NAME, TextValue("port of nordhavn", "organisation")),
    (Kind.SUPERLATIVE, TextValue("largest")),
]


def report() -> dict[str, Any]:
    evidence = Evidence(1, SHA, "2,400", "carried ", " people", 8, 13, 0.93)
    specifics = tuple(
        Specific(n, kind, FieldName.BODY, n, n + 3, "abc", value.as_json(), (1,), status, (evidence,), "So.")
        for n, ((kind, value), status) in enumerate(
            zip(VALUES, list(Status) * 2, strict=False), 1
        )
    )  # fmt: skip
    findings = tuple(
        Finding(item.id, severity, name, 0, 3, "Said.", item.fix, "a", None, (1,))
        for item, severity, name in zip(all_rules(), Severity, FieldName, strict=False)
    )
    sources = tuple(
        SourceSummary(
            n, "https://a.example/", None if quality is Quality.MISSING else SHA, quality, 9
        )
        for n, quality in enumerate(Quality, 1)
    )
    made = Report(ArticleSummary("article.md", SHA, 1034), sources, specifics, findings)
    as_json: dict[str, Any] = json.loads(json.dumps(made.as_json()))
    return as_json


def test_the_report_covers_every_kind_and_status() -> None:
    made = report()
    assert {item["kind"] for item in made["specifics"]} == {kind.value for kind in Kind}
    assert {item["status"] for item in made["specifics"]} == {status.value for status in Status}


def test_a_report_is_valid() -> None:
    assert errors_in("trace", report()) == []


def test_an_empty_report_is_valid() -> None:
    empty = Report(ArticleSummary("article.md", SHA, 0), (), ())
    assert errors_in("trace", empty.as_json()) == []


REAL = """---
title: Ferry operator bought 9 boats for $12.5 million
summary: The Nordhavn Ferry Company bought nine boats and expects 4.2% more passengers by 2027.
category: News
sources: [https://a.example/notice, https://b.example/report]
---
The company bought [9 boats for $12.5 million](https://a.example/notice) on 12 May 2026.
“We waited for three years,” the operator said. Passengers rose by 4.2% [2].

The Nordhavn Ferry Company runs release v2.15 of its planner, with CVE-2026-12345 mended,
in 40 minutes; it is the largest operator in the region [2].
"""
NOTICE = (
    "The Nordhavn Ferry Company bought 9 boats for $12.5 million on 12 May 2026.\n"
    "“We waited for two years,” the operator said. It runs release v2.15 of its planner."
)


def test_a_real_report_is_valid() -> None:
    trace = getattr(importlib.import_module("copydesk.trace"), "trace", None)
    if trace is None:
        pytest.skip("there is no trace yet")
    article = read_article(REAL.encode())
    text = EvidenceText(NOTICE, (Region(0, len(NOTICE), Label.VISIBLE),))
    empty = EvidenceText("", ())
    sources = (
        EvidenceSource(1, "https://a.example/notice", SHA, Quality.OK, text),
        EvidenceSource(2, "https://b.example/report", None, Quality.MISSING, empty, "Timed out."),
    )
    made = trace(article, sources, policy=PolicyConfig(), lists=PolicyLists())
    as_json = json.loads(json.dumps(made.as_json()))
    assert len(as_json["specifics"]) > 5
    assert as_json["findings"]
    assert errors_in("trace", as_json) == []


def _objects(instance: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if isinstance(instance, dict):
        yield path
        for key, value in instance.items():
            yield from _objects(value, (*path, key))
    elif isinstance(instance, list):
        for at, value in enumerate(instance[:1]):
            yield from _objects(value, (*path, at))


def _at(instance: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        instance = instance[step]
    return instance


@pytest.mark.parametrize("path", list(_objects(report())), ids=str)
def test_a_report_with_a_key_more_is_refused_everywhere(path: tuple[str | int, ...]) -> None:
    made = report()
    _at(made, path)["unknown"] = 1
    assert errors_in("trace", made)


@pytest.mark.parametrize("path", list(_objects(report())), ids=str)
def test_a_report_with_a_key_less_is_refused(path: tuple[str | int, ...]) -> None:
    optional = {"value", "by_status", "by_kind", "findings"}
    for key in _at(report(), path):
        if path and path[-1] in optional and key not in {"text", "amount"}:
            continue
        made = report()
        del _at(made, path)[key]
        assert errors_in("trace", made), key


WRONG = [
    ("a digest in capitals", ("article", "sha256"), SHA.upper()),
    ("a negative offset", ("specifics", 0, "start"), -1),
    ("an offset as a float", ("specifics", 0, "start"), 1.5),
    ("a source 0", ("specifics", 0, "cited"), [0]),
    ("an unknown status", ("specifics", 0, "status"), "maybe"),
    ("an unknown quality", ("sources", 0, "quality"), "good"),
    ("a value of another kind", ("specifics", 0, "value"), {"amount": "1"}),
    ("a score over 1", ("specifics", 0, "evidence", 0, "score"), 1.1),
    ("a rule that is no id", ("findings", 0, "rule"), "Title Length"),
    ("a finding without a fix", ("findings", 0, "fix"), ""),
    ("another schema", ("schema",), "copydesk.trace/2"),
]


@pytest.mark.parametrize(("name", "path", "value"), WRONG, ids=[case[0] for case in WRONG])
def test_a_wrong_report_is_refused(name: str, path: tuple[str | int, ...], value: object) -> None:
    made = report()
    _at(made, path[:-1])[path[-1]] = value
    assert errors_in("trace", made), name


# -- copydesk.verification/1, statements, configuration -----------------------------------------------


def test_a_verification_is_valid_and_nothing_more_is() -> None:
    checks = tuple(Check("article-digest", "The text", state, "So.") for state in CheckState)
    made = json.loads(json.dumps(Verification("a", checks).as_json()))
    assert errors_in("verification", made) == []
    made["checks"][0]["state"] = "unknown"
    assert errors_in("verification", made)


REF = {"digest": {"sha256": SHA}}
BOT = {"id": "desk-bot", "kind": "bot", "generator": "a-model"}
TIME = "2026-11-09T09:59:00Z"
PAYLOADS: dict[str, dict[str, Any]] = {
    "source-set": {
        "collector": BOT,
        "capturedAt": TIME,
        "sources": [
            {
                "id": 1,
                "url": "https://a.example/",
                "captures": [
                    {
                        "role": "page",
                        "outcome": "stored",
                        "retrievedAt": TIME,
                        "client": "c",
                        "quality": "ok",
                        "status": 200,
                        "sha256": "0" * 64,
                        "size": 12,
                        "headers": [["content-type", "text/html"]],
                        "hops": [],
                    }
                ],
            }
        ],
    },
    "submission": {"contributor": BOT, "createdAt": TIME, "sourceSet": REF, "trace": REF},
    "publication": {
        "publisher": {"id": "p", "kind": "service"},
        "newsroom": "A newsroom",
        "article": {"slug": "a", "month": "2026-11", "title": "A title"},
        "version": 1,
        "publishedAt": TIME,
        "submission": REF,
        "sourceSet": REF,
        "trace": REF,
        "reviews": [REF],
        "policy": REF,
        "keyring": {"version": 1, **REF},
    },
    "correction": {
        "publisher": {"id": "p", "kind": "person"},
        "reviewer": {"id": "e", "kind": "person"},
        "corrects": REF,
        "kind": "correction",
        "text": "It said 4,200.",
        "createdAt": TIME,
    },
    "withdrawal": {
        "publisher": {"id": "p", "kind": "person"},
        "reviewer": {"id": "e", "kind": "person"},
        "withdraws": REF,
        "reason": "It named a private person.",
        "createdAt": TIME,
        "removed": [{"name": "article.md", "digest": {"sha256": SHA}}],
    },
    "site-state": {
        "publisher": {"id": "p", "kind": "person"},
        "newsroom": "news.example/log",
        "createdAt": TIME,
        "logSize": 12,
        "articles": 1,
        "headsRoot": SHA,
    },
    "imported": {
        "importer": {"id": "p", "kind": "service"},
        "newsroom": "news.example/log",
        "archive": {"format": "machine-herald", "key": "2031-03/14-a-title"},
        "article": {"slug": "14-a-title", "month": "2031-03", "title": "A title"},
        "importedAt": TIME,
        "files": [{"path": "src/content/articles/2031-03/14-a-title.md", "sha256": SHA}],
        "steps": [
            {
                "step": "publication",
                "file": "src/content/provenance/2031-03/14-a-title.json",
                "signature": {
                    "signer": "publisher",
                    "scheme": "HMAC-SHA-256",
                    "outcome": "forgeable",
                    "reason": "The secret is public.",
                },
            }
        ],
        "captures": [{"url": "https://a.example/", "state": "not-stored", "reason": "HTTP 403."}],
    },
}


def payload(kind: str) -> dict[str, Any]:
    PREDICATES[kind].model_validate_json(json.dumps(PAYLOADS[kind]))
    return {
        "_type": STATEMENT_TYPE,
        "subject": [{"name": "article.md", "digest": {"sha256": SHA}}],
        "predicateType": predicate_type(kind),
        "predicate": copy.deepcopy(PAYLOADS[kind]),
    }


@pytest.mark.parametrize("kind", sorted(PAYLOADS))
def test_a_statement_is_valid(kind: str) -> None:
    assert errors_in(f"statement-{kind}", payload(kind)) == []


@pytest.mark.parametrize("kind", sorted(PAYLOADS))
def test_a_statement_with_an_unknown_field_null_or_another_kind_is_refused(kind: str) -> None:
    name = f"statement-{kind}"
    assert errors_in(name, {**payload(kind), "extra": 1})
    for change in ({"extra": 1}, {"createdAt": None}, {"publishedAt": "2026-11-09 09:59"}):
        made = payload(kind)
        made["predicate"] |= change
        assert errors_in(name, made), change
    assert errors_in(name, {**payload(kind), "predicateType": predicate_type("keyring")})
    assert errors_in(name, {**payload(kind), "subject": []})


def test_null_stands_in_no_statement_schema() -> None:
    for kind in PREDICATES:
        assert '"null"' not in json.dumps(schema(f"statement-{kind}"))


def test_the_configuration_that_init_writes_is_valid() -> None:
    template = importlib.import_module("copydesk.newsroom.template")
    data = tomllib.loads(template.config_text("A newsroom", "newsroom.example/log"))
    assert errors_in("copydesk.toml", data) == []
    assert errors_in("copydesk.toml", {**data, "polcy": {}})
    assert errors_in("copydesk.toml", {"policy": {"title_max": "long"}})
