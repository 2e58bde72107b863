"""The fixture pairs: one folder a rule, with a bad and a good article and what goes with them.

``case.json`` holds, for ``bad`` and ``good`` each, the ``sources`` (by id; what is not given is
readable), the ``specifics`` (by the words that they stand at), what the trace ``noticed`` besides
them, and the ``lists``; for ``bad`` also
the spans that the rule must find, each by its exact words (``nth`` counts repetitions from 1).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from copydesk.article import Article, read_article
from copydesk.config import CategoryRule, PolicyConfig, changed
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.noticed import (
    Absent,
    Added,
    Bent,
    Copied,
    Denied,
    Disagreement,
    Dropped,
    Grave,
    Held,
    Misplaced,
    Near,
    Noticed,
    Reckoned,
    Relative,
    Renamed,
    Sweeping,
    Unsupported,
)
from copydesk.policy import PolicyLists, apply, parse_host_list, parse_owner_list
from copydesk.policy.archive import Archive, ArchivedArticle
from copydesk.report import Evidence, FieldName, Finding, Kind, Quality, Specific, Status

FIXTURES = Path(__file__).parent / "fixtures"
NOTE = CategoryRule(min_words=0, max_words=2000, min_sources=1)
SHA = "ab" * 32
_PARSERS: dict[str, Any] = {
    "allowlist": parse_host_list, "blocklist": parse_host_list, "owners": parse_owner_list,
}  # fmt: skip
READABLE = "A notice in full, with enough words to be read."


@dataclass(frozen=True)
class Case:
    """One side of a pair, ready to be checked."""

    article: Article
    sources: tuple[EvidenceSource, ...]
    specifics: tuple[Specific, ...]
    config: PolicyConfig
    lists: PolicyLists
    expect: tuple[tuple[FieldName, int, int], ...]
    noticed: Noticed
    archive: Archive

    def findings(self) -> tuple[Finding, ...]:
        return apply(
            self.article,
            self.sources,
            self.specifics,
            self.config,
            self.lists,
            self.noticed,
            self.archive,
        )


def rule_ids() -> list[str]:
    return sorted(path.name for path in FIXTURES.iterdir() if path.is_dir())


def load(rule_id: str, side: str) -> Case:
    folder = FIXTURES / rule_id
    data = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    own: dict[str, Any] = data[side]
    article = read_article((folder / f"{side}.md").read_bytes(), f"{side}.md")
    lists = own.get("lists", {})
    config = {"categories": {"Note": NOTE}, **data.get("config", {}), **dict.fromkeys(lists, "x")}
    return Case(
        article,
        tuple(
            source(ref.id, ref.url, **own.get("sources", {}).get(str(ref.id), {}))
            for ref in article.front.sources
        ),
        tuple(specific(article, n, item) for n, item in enumerate(own.get("specifics", []), 1)),
        changed(PolicyConfig(), **config),
        PolicyLists(
            **{name: _PARSERS[name](text, path=f"{name}.txt") for name, text in lists.items()}
        ),
        tuple(span(article, item) for item in own.get("expect", [])),
        noticed(article, own.get("noticed", {})),
        archive(data.get("archive")),
    )


def archive(items: list[dict[str, Any]] | None) -> Archive:
    """Earlier articles; none known where the pair says nothing of any."""
    made = (
        ArchivedArticle(
            **{
                name: tuple(value) if isinstance(value, list) else value
                for name, value in one.items()
            }
        )
        for one in items or ()
    )
    return Archive(tuple(made), known=items is not None)


def noticed(article: Article, item: dict[str, Any]) -> Noticed:
    unsupported = []
    for one in item.get("unsupported", []):
        _, start, end = span(article, {"field": "body", **one})
        missing = tuple(one.get("missing", ()))
        near, sure = one.get("nearest", ""), one.get("sure", True)
        unsupported.append(Unsupported(start, end, one["text"], 0.1, 1, near, 0.4, missing, sure))
    bent = [
        Bent(one["specific"], one["word"], one["side"], tuple(tuple(x) for x in one["theirs"]))
        for one in item.get("bent", [])
    ]
    denied = []
    for one in item.get("denied", []):
        _, start, end = span(article, {"field": "body", **one})
        denied.append(
            Denied(FieldName.BODY, start, end, one["text"], one["denies"], 1, one["nearest"])
        )
    misplaced = []
    for one in item.get("misplaced", []):
        _, start, end = span(article, {"field": "body", **one})
        cited = tuple(one["cited"])
        misplaced.append(Misplaced(start, end, one["text"], cited, one["source"], one["nearest"]))
    added = []
    for one in item.get("added", []):
        _, start, end = span(article, {"field": "body", **one})
        missing = tuple(one["missing"])
        added.append(Added(start, end, one["text"], missing, one["source"], one["nearest"]))
    dropped = [
        Dropped(
            *span(article, one),
            one["text"],
            one["kind"],
            one["word"],
            near_words(one),
            one.get("kept", ""),
        )
        for one in item.get("dropped", [])
    ]
    held = [
        Held(one["specific"], tuple(_place(n) for n in one["sources"]), ())
        for one in item.get("held", [])
    ]
    copies = [
        Copied(one["source"], one["other"], 0.8, (_place(one["source"]), _place(one["other"])))
        for one in item.get("copies", [])
    ]
    renamed = [
        Renamed(*span(article, one), one["text"], one["theirs"], near_words(one))
        for one in item.get("renamed", [])
    ]
    sweeping = [
        Sweeping(*span(article, one), one["text"], near_words(one) if "near" in one else None, one.get("weaker", ""))
        for one in item.get("sweeping", [])
    ]  # fmt: skip
    absent = [
        Absent(
            *span(article, one), one["text"], one.get("asked", ""), (1,), (),
            near_words({"near": one["stated"]}) if "stated" in one else None,
            near_words({"near": one["found"]}) if "found" in one else None,
        )
        for one in item.get("absent", [])
    ]  # fmt: skip
    return Noticed(
        tuple(unsupported), tuple(bent), tuple(denied),
        misplaced=tuple(misplaced), added=tuple(added), dropped=tuple(dropped),
        held=tuple(held), copies=tuple(copies),
        grave=tuple(
            Grave(*span(article, {"field": "body", **one}), one["text"], one["matter"], near_words(one))
            for one in item.get("grave", [])
        ),
        disagreements=tuple(
            Disagreement(*span(article, {"field": "body", **one}), tuple(map(tuple, one["values"])), ())
            for one in item.get("disagreements", [])
        ),
        relative=tuple(
            Relative(*span(article, {"field": "body", **one}), one["text"], tuple(one["meant"]), one["date"], ())
            for one in item.get("relative", [])
        ),
        reckoned=tuple(
            Reckoned(*span(article, {"field": "body", **one}), one["kind"], one["said"], one["expected"])
            for one in item.get("reckoned", [])
        ),
        renamed=tuple(renamed), sweeping=tuple(sweeping), absent=tuple(absent),
    )  # fmt: skip


def _place(source_id: int) -> Evidence:
    return Evidence(source_id, SHA, READABLE[:8], "", READABLE[8:], 0, 8, 0.9)


def near_words(item: dict[str, Any]) -> Near:
    """A passage of source 1, whose text it begins."""
    return Near(1, 0, len(item["near"]), item["near"], 0.8)


def span(article: Article, item: dict[str, Any]) -> tuple[FieldName, int, int]:
    name, words = FieldName(item["field"]), item["text"]
    text = article.field(name).text
    at = -1
    for _ in range(item.get("nth", 1)):
        at = text.index(words, at + 1) if words else 0
    return name, at, at + len(words)


def source(
    source_id: int,
    url: str,
    *,
    quality: str = "ok",
    sha256: str | None = SHA,
    text: str = READABLE,
    reason: str = "",
    hidden: str = "",
    role: str = "page",
    archived_at: str = "",
    captured_at: str = "",
) -> EvidenceSource:
    regions = (Region(0, len(text), Label.VISIBLE),)
    if hidden:
        regions += (Region(len(text) + 1, len(text) + 1 + len(hidden), Label.HIDDEN),)
        text += f"\n{hidden}"
    return EvidenceSource(
        source_id, url, sha256, Quality(quality), EvidenceText(text, regions), reason,
        captured_at, role, archived_at,
    )  # fmt: skip


def specific(article: Article, number: int, item: dict[str, Any]) -> Specific:
    name, start, end = span(article, item)
    exact = item.get("exact")
    evidence = (
        Evidence(item.get("source", 1), SHA, exact, "", "", 0, len(exact), 0.9) if exact else None
    )
    return Specific(
        number,
        Kind(item["kind"]),
        name,
        start,
        end,
        item["text"],
        item["value"],
        tuple(item["cited"]),
        Status(item["status"]),
        (evidence,) if evidence else (),
        item["reason"],
    )
