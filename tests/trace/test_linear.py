"""What is read once is read once: counted, not timed."""

from __future__ import annotations

import pytest

from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality
from copydesk.trace import index, words
from copydesk.trace.index import Corpus
from copydesk.trace.specifics import fold, scan_values


def _source(text: str) -> EvidenceSource:
    page = EvidenceText(text, (Region(0, len(text), Label.VISIBLE),))
    return EvidenceSource(1, "https://a.example/", None, Quality.OK, page)


def test_only_the_stems_that_are_asked_for_are_put_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    put_together = index.Postings._sentences
    monkeypatch.setattr(
        index.Postings,
        "_sentences",
        lambda self, held: asked.append(len(held)) or put_together(self, held),
    )
    corpus = Corpus([_source("The pier of Selkirk closed. Its piers reopened in spring.")])
    for _ in range(5):
        assert corpus.segments_with.get("pier") == ((1, 0), (1, 1))
        assert corpus.weight("pier") < corpus.weight("selkirk")
    assert corpus.weight("absent") > 0
    assert len(asked) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Plain words, 3.5 of them.",
        "“Curly” quotes – and dashes… U.S. dots",
        "½ of the ﬁgures\nstand on two lines\nwith a\u0301 mark and soft\u00adly\u200b",
        "\n\n`code` \u00a0 \n x²\n",
        "",
    ],
)
def test_words_are_those_of_the_folded_text(text: str) -> None:
    found = words.tokenise(text)
    raw: list[str] = []
    starts, ends = index.array("I"), index.array("I")
    words._mapped(text, 0, raw, starts, ends)
    assert (found.raw, found.starts, found.ends) == (raw, starts, ends)
    assert len(fold(text).text) >= len("".join(raw))


@pytest.mark.parametrize(
    "text",
    [
        "42 people",
        "42, 43",
        "3-1",
        "3/4 of it",
        "version 5 of",
        "737 MAX",
        "9:30",
        "42%",
        "in 2024.",
    ],
)
def test_digits_alone_are_read_as_among_others(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = scan_values(text)
    monkeypatch.setattr("copydesk.trace.specifics.figures._alone", lambda *_: None)
    assert scan_values(text) == found
