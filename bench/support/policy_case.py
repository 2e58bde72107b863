"""Labelled cases of the editorial rules: one short article with its sources, read and checked whole.

A case is ``{"id", "rule", "good", "article", "sources", "expect", "about"}``. ``article`` is Markdown
(with or without front matter), or in short an object of the front matter's keys with the ``body``,
where category and sources may be left out. Each of the ``sources`` has ``url`` and ``text``, and may
have ``quality`` (as in the report), ``links``, the addresses that the page links, ``hidden``, words that
the page keeps from its readers, and ``role``, ``archived_at``, ``captured_at`` and ``reason`` as an
``EvidenceSource`` has them; one with ``"captured": false`` was never received. ``policy`` may change
keys of ``[policy]``; ``owners``, ``allowlist`` and ``blocklist`` give the text of these lists, and ``archive``
the newsroom's earlier articles, by the fields of ``ArchivedArticle``. ``expect`` are the words that a
finding of a bad case must lie on.

A file is a list of cases, or ``{"pages", "cases"}``: a source without a ``text`` then has that of its
address in ``pages``, so that several cases can ask different things of one page.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from copydesk.article import Article, read_article, same_page_key
from copydesk.config import PolicyConfig, changed
from copydesk.evidence import EvidenceSource, EvidenceText, Label, Region
from copydesk.policy import PolicyLists, parse_host_list, parse_owner_list
from copydesk.policy.archive import Archive, ArchivedArticle
from copydesk.report import FieldName, Finding, Quality, Severity
from copydesk.trace import trace

__all__ = ["Case", "Judged", "judge", "read_cases"]

# What a list's text is read by; the policy names the list where a case gives it.
_LISTS = {"owners": parse_owner_list, "allowlist": parse_host_list, "blocklist": parse_host_list}
_NEEDED = {"id", "rule", "good", "article", "sources", "about"}
_KEYS = _NEEDED | {"expect", "policy", "archive", *_LISTS}
_SOURCE_KEYS = {
    "url", "text", "quality", "links", "hidden", "captured", "reason", "role", "archived_at",
    "captured_at",
}  # fmt: skip
# A short case is no measure of lengths and numbers of sources; one that is about them says so.
_CATEGORY = "Note"
_OPEN = {
    "title_min": 0, "title_max": 1000, "summary_min": 0, "summary_max": 1000,
    "categories": {_CATEGORY: {"min_words": 0, "max_words": 5000, "min_sources": 1}},
}  # fmt: skip
# One case in three is never looked at while a rule is made.
_HELD_OUT = 3


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled case; ``family`` is the file that it stands in."""

    family: str
    id: str
    rule: str
    good: bool
    article: str
    sources: tuple[dict[str, Any], ...]
    expect: tuple[str, ...]
    about: str
    policy: dict[str, Any] = field(default_factory=dict)
    lists: dict[str, str] = field(default_factory=dict)
    archive: tuple[ArchivedArticle, ...] = ()

    @property
    def held_out(self) -> bool:
        """Whether the case is kept for measuring only; decided by its id alone."""
        return int(hashlib.sha256(self.id.encode()).hexdigest(), 16) % _HELD_OUT == 0


@dataclass(frozen=True, slots=True)
class Judged:
    """What the engine made of a case: findings of its rule, and what else asks for work.

    ``missed`` are the expected words that no finding lies on, ``false`` the findings of the rule that
    lie on none of them; ``others`` are errors and warnings of other rules.
    """

    case: Case
    article: Article
    missed: tuple[str, ...]
    false: tuple[Finding, ...]
    others: tuple[Finding, ...]

    @property
    def right(self) -> bool:
        """Whether the rule fired where it should: in a bad case on all words, in a good one nowhere."""
        return not self.missed and not (self.case.good and self.false)


def read_cases(folder: Path) -> list[Case]:
    """All cases of a folder, by family and in the order of each file.

    Raises:
        ValueError: a case lacks a key or has an unknown one, a bad one expects nothing, a good one
            something, or an id stands twice.
    """
    cases: list[Case] = []
    for path in sorted(folder.glob("*.json")):
        read = json.loads(path.read_text("utf-8"))
        pages, items = (read["pages"], read["cases"]) if isinstance(read, dict) else ({}, read)
        cases += [_case(path.stem, item, pages) for item in items]
    seen: set[str] = set()
    for one in cases:
        if one.id in seen:
            raise ValueError(f"{one.family}: the id {one.id!r} stands twice")
        seen.add(one.id)
    return cases


def _case(family: str, item: dict[str, Any], pages: Mapping[str, str]) -> Case:
    name = f"{family}: {item.get('id')}"
    unknown = sorted(set(item) - _KEYS)
    unknown += sorted({key for source in item["sources"] for key in source} - _SOURCE_KEYS)
    lacking = sorted(_NEEDED - set(item))
    if unknown or lacking:
        raise ValueError(f"{name}: unknown keys {unknown}, lacking keys {lacking}")
    expect = tuple(item.get("expect", ()))
    if bool(expect) is item["good"]:
        raise ValueError(f"{name}: a bad case expects words, a good one expects none")
    return Case(
        family,
        item["id"],
        item["rule"],
        item["good"],
        _markdown(item["article"], item["sources"]),
        tuple({"text": pages.get(source["url"], ""), **source} for source in item["sources"]),
        expect,
        item["about"],
        item.get("policy", {}),
        {name: item[name] for name in _LISTS if name in item},
        tuple(map(_archived, item.get("archive", ()))),
    )


def _archived(item: dict[str, Any]) -> ArchivedArticle:
    """An earlier article of the newsroom, by the fields of that class."""
    return ArchivedArticle(
        **{name: tuple(value) if isinstance(value, list) else value for name, value in item.items()}
    )


def _markdown(article: str | dict[str, Any], sources: Iterable[dict[str, Any]]) -> str:
    """The article as one file; JSON is YAML, so that no value needs escaping of its own."""
    if isinstance(article, str):
        return article
    front = {key: value for key, value in article.items() if key != "body"}
    front.setdefault("category", _CATEGORY)
    front.setdefault("sources", [source["url"] for source in sources])
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in front.items()]
    return "\n".join(["---", *lines, "---", "", article["body"], ""])


def judge(case: Case) -> Judged:
    """Run the trace and every rule over a case."""
    urls = [source["url"] for source in case.sources]
    article = read_article(case.article.encode(), f"{case.id}.md", extra_sources=urls)
    numbers = {same_page_key(ref.url): ref.id for ref in article.front.sources}
    sources = [_source(numbers[same_page_key(one["url"])], one) for one in case.sources]
    named = {name: f"{name}.txt" for name in case.lists}
    policy = changed(PolicyConfig(), **{**_OPEN, **named, **case.policy})
    read = {name: _LISTS[name](text, path=named[name]) for name, text in case.lists.items()}
    lists = PolicyLists(**read)
    archive = Archive(case.archive, known=bool(case.archive))
    findings = trace(article, sources, policy=policy, lists=lists, archive=archive).findings
    own = [one for one in findings if one.rule == case.rule]
    wanted = {words: _places(article, words, case) for words in case.expect}
    places = [place for found in wanted.values() for place in found]
    return Judged(
        case,
        article,
        tuple(words for words, at in wanted.items() if not any(_on(one, at) for one in own)),
        tuple(one for one in own if not _on(one, places)),
        tuple(one for one in findings if one.rule != case.rule and one.severity != Severity.NOTE),
    )


def _source(number: int, item: dict[str, Any]) -> EvidenceSource:
    told = {
        key: item[key] for key in ("reason", "role", "archived_at", "captured_at") if key in item
    }
    if not item.get("captured", True):
        nothing = EvidenceText("", ())
        return EvidenceSource(number, item["url"], None, Quality.MISSING, nothing, **told)
    text, hidden = item.get("text", ""), item.get("hidden", "")
    regions = [Region(0, len(text), Label.VISIBLE)]
    if hidden:
        regions.append(Region(len(text) + 1, len(text) + 1 + len(hidden), Label.HIDDEN))
        text += f"\n{hidden}"
    quality = Quality(item.get("quality", "ok" if text.strip() else "empty"))
    evidence = EvidenceText(
        text,
        tuple(regions),
        media_type="text/plain",
        signals=tuple(("link", url) for url in item.get("links", ())),
    )
    digest = hashlib.sha256(text.encode()).hexdigest()
    return EvidenceSource(number, item["url"], digest, quality, evidence, **told)


def _places(article: Article, words: str, case: Case) -> list[tuple[FieldName, int, int]]:
    """Everywhere that the words stand in the article."""
    found = []
    for one in article.fields:
        at = one.text.find(words)
        while at >= 0:
            found.append((one.name, at, at + len(words)))
            at = one.text.find(words, at + 1)
    if not found:
        raise ValueError(f"{case.family}: {case.id} expects words that it lacks: {words!r}")
    return found


def _on(one: Finding, places: Iterable[tuple[FieldName, int, int]]) -> bool:
    """Whether a finding lies on one of the places; one about the whole article lies on all."""
    if one.start == one.end:
        return True
    return any(
        one.field is name and one.start < end and start < one.end for name, start, end in places
    )
