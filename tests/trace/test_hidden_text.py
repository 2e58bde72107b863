"""What only hidden text says is not borne out, and denies nothing; the place is named."""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.evidence import EvidenceSource, read_evidence
from copydesk.report import Quality, Specific, Status
from copydesk.trace import trace
from copydesk.trace.engine import trace_specifics

URL = "https://harbour.example/notice"


def traced(body: str, markup: str) -> list[Specific]:
    head = f"---\ntitle: Ferry\nsummary: Ferry.\ncategory: Note\nsources: [{URL}]\n---\n"
    article = read_article((head + body).encode())
    text = read_evidence(markup.encode(), media_type="text/html")
    return [
        one
        for one in trace_specifics(article, [EvidenceSource(1, URL, "0" * 64, Quality.OK, text)])
        if one.field.value == "body"
    ]


SEEN = "<p>The harbour board runs the ferry every day.</p>"


@pytest.mark.parametrize(
    "said",
    [
        "The ferry carried 48,211 passengers in May.",
        "The board said “we counted every single passenger ourselves”.",
    ],
)
def test_only_hidden_words_support_nothing(said: str) -> None:
    (found,) = traced(f"{said} [1]({URL})", f"{SEEN}<p style='display:none'>{said}</p>")[:1]
    assert found.status is Status.UNVERIFIABLE
    assert found.evidence[0].label == "hidden"
    assert found.as_json()["evidence"][0]["label"] == "hidden"
    assert "hides from its readers" in found.reason


def test_the_finding_says_that_it_is_hidden_and_not_that_it_is_unread() -> None:
    said = "The ferry carried 48,211 passengers in May."
    head = f"---\ntitle: Ferry\nsummary: Ferry.\ncategory: Note\nsources: [{URL}]\n---\n"
    article = read_article(f"{head}{said} [1]({URL})".encode())
    text = read_evidence(f"{SEEN}<p hidden>{said}</p>".encode(), media_type="text/html")
    report = trace(article, [EvidenceSource(1, URL, "0" * 64, Quality.OK, text)])
    (found,) = [one for one in report.findings if one.rule == "specific-unverifiable"]
    assert found.message.startswith("Source 1 says it only in text that the page hides")
    assert "cannot be read" not in found.message
    assert found.fix == "Cite a source that says it openly, or remove it."


def test_what_is_seen_too_is_traced_to_where_it_is_seen() -> None:
    said = "The ferry carried 48,211 passengers in May."
    found = traced(f"{said} [1]({URL})", f"<p hidden>{said}</p><p>{said}</p>")[0]
    assert found.status is Status.TRACED
    assert all(one.label == "" for one in found.evidence)
    assert "label" not in found.as_json()["evidence"][0]


def test_hidden_words_contradict_nothing() -> None:
    hidden = "<p hidden>The ferry carried 31,900 passengers in May.</p>"
    found = traced(f"The ferry carried 48,211 passengers in May. [1]({URL})", SEEN + hidden)[0]
    assert found.status is Status.UNTRACED


def test_zero_width_characters_do_not_part_a_word() -> None:
    page = "<p>The board said it coun\u200bted eve\u00adry pas\u2060senger.</p>"
    found = traced(f"The board said it “counted every passenger”. [1]({URL})", page)[0]
    assert found.status is Status.TRACED
    assert found.evidence[0].exact == "coun\u200bted eve\u00adry pas\u2060senger"
