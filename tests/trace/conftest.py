"""A short way to trace a Markdown text against sources given as plain text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality, Specific
from copydesk.trace import trace_specifics

URLS = tuple(f"https://{name}.example/page" for name in "abcdef")


def make_source(number: int, text: str, quality: Quality = Quality.OK) -> EvidenceSource:
    evidence = EvidenceText(text, (Region(0, len(text), Label.VISIBLE),))
    return EvidenceSource(number, URLS[number - 1], f"{number}" * 64, quality, evidence)


def run_trace(
    body: str, *texts: str, title: str = "", bad: Sequence[int] = ()
) -> tuple[Specific, ...]:
    """Trace ``body``; ``[n]`` in it cites source ``n``; sources in ``bad`` cannot be read."""
    for number, url in enumerate(URLS, 1):
        body = body.replace(f"[{number}]", f"([link]({url}))")
    head = f"---\ntitle: {title}\n---\n" if title else ""
    article = read_article((head + body).encode(), extra_sources=URLS[: len(texts)])
    sources = [
        make_source(n, text, Quality.BLOCKED if n in bad else Quality.OK)
        for n, text in enumerate(texts, 1)
    ]
    specifics = trace_specifics(article, sources)
    texts_by_id = {source.id: source.text.text for source in sources}
    for one in specifics:
        assert article.field(one.field).text[one.start : one.end] == one.text
        for shown in one.evidence:
            assert texts_by_id[shown.source][shown.start : shown.end] == shown.exact
        assert one.reason.strip()
    return specifics


@pytest.fixture(name="run")
def _run() -> Callable[..., tuple[Specific, ...]]:
    return run_trace
