"""What holds whatever the article and the source say: offsets, order, no error."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality, Status
from copydesk.trace import trace, trace_specifics

WORDS = st.sampled_from(
    ["the", "ferry", "rose", "fell", "to", "“We", "hope”", "”", '"', "'", "…", "[", "]", "$1.03", "billion", "84%", "12", "of", "134", "v2.15", "Nov.", "3,", "2026", "CVE-2026-1", "Anna", "Vell", "MSB", "largest", "first", "é", "ﬁ", "\xa0", "\u200b", "𝟗", "😀", "(", ")", ".", ",", ";", "--", "—", "|", "2–8", "km", "9,000", "tons", "two-thirds", "U.S.", "İ", "ß"]
)  # fmt: skip
TEXT = st.lists(st.one_of(WORDS, st.text(max_size=6)), max_size=40).map(" ".join)
BODY = TEXT.map(lambda text: text.replace("\x00", " "))


def _source(number: int, text: str, quality: Quality = Quality.OK) -> EvidenceSource:
    regions = (Region(0, len(text), Label.VISIBLE),) if text else ()
    return EvidenceSource(
        number, f"https://s{number}.example/", None, quality, EvidenceText(text, regions)
    )


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


@settings(max_examples=120, deadline=None)
@given(body=BODY, first=TEXT, second=TEXT)
def test_offsets_and_order(body: str, first: str, second: str) -> None:
    sources = [_source(1, first), _source(2, second)]
    body = _encodable(body).lstrip("-")
    article = read_article(
        f"Lead ([x]({sources[0].url})). {body}".encode(), extra_sources=[s.url for s in sources]
    )
    specifics = trace_specifics(article, sources)
    assert [one.id for one in specifics] == list(range(1, len(specifics) + 1))
    texts = {1: first, 2: second}
    for one in specifics:
        assert article.field(one.field).text[one.start : one.end] == one.text
        assert one.reason.endswith(".")
        for shown in one.evidence:
            text = texts[shown.source]
            assert text[shown.start : shown.end] == shown.exact != ""
            assert text[: shown.start].endswith(shown.prefix)
            assert text[shown.end :].startswith(shown.suffix)
            assert 0 <= shown.score <= 1
    assert specifics == trace_specifics(article, list(reversed(sources)))


@settings(max_examples=60, deadline=None)
@given(body=BODY)
def test_a_text_is_traced_in_itself(body: str) -> None:
    """Whatever the grammar finds in a text stands in that text."""
    body = _encodable(body).lstrip("-")
    article = read_article(f"Opening words. {body}".encode(), extra_sources=["https://s1.example/"])
    specifics = trace_specifics(article, [_source(1, article.body.text)])
    bad = {Status.UNTRACED, Status.MISATTRIBUTED, Status.UNVERIFIABLE}
    assert not [one for one in specifics if one.status in bad and one.kind.value == "quote"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n" * 50,
        "“" * 2000,
        "1" * 5000,
        "[" * 2000,
        "A." * 3000,
        "9,9" * 2000,
        "\u0301" * 3000,
    ],
)
def test_hostile_evidence_is_read_in_time(text: str) -> None:
    article = read_article(
        b"Anna Vell said \xe2\x80\x9cone two three four\xe2\x80\x9d on 3 May 2026 of $5.1 million.",
        extra_sources=["https://s1.example/"],
    )
    assert trace_specifics(article, [_source(1, text)])


@pytest.mark.timeout(20)
def test_two_million_characters_of_figures() -> None:
    text = "The ferry carried 2,400 passengers and Anna Vell paid $1.03 billion. \n" * 28_000
    article = read_article(
        b"The ferry carried 2,400 passengers; Anna Vall said \xe2\x80\x9cthe ferry carried 2,500 "
        b"passengers and more\xe2\x80\x9d.",
        extra_sources=["https://s1.example/"],
    )
    specifics = trace_specifics(article, [_source(1, text)])
    assert next(one.status.value for one in specifics) == "traced"


def test_report_lists_sources_that_were_not_captured() -> None:
    article = read_article(b"Words.", extra_sources=["https://a.example/", "https://b.example/"])
    report = trace(article, [_source(2, "Words.")])
    assert [(one.id, one.quality.value, one.chars) for one in report.sources] == [
        (1, "missing", 0),
        (2, "ok", 6),
    ]
    assert report.as_json()["schema"] == "copydesk.trace/1"
