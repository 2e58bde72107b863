"""The review form, and what an approval must have decided."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copydesk.article import read_article
from copydesk.errors import UsageError, VerificationError
from copydesk.newsroom.decisions import decided, resolutions
from copydesk.newsroom.review_form import form_of
from copydesk.newsroom.review_input import ReviewInput, parse_review
from copydesk.provenance.statements import FindingResolution, Passage

TITLE = "Ferry returns after 2 days"
BODY = "The ferry carried 840 people.\n\nIt costs 840 crowns, and 840 again. A shocking bill.\n"
ARTICLE = read_article(f"---\ntitle: {TITLE}\nsummary: A ferry returns.\n---\n{BODY}".encode())
HEAD = """verdict = "{verdict}"
summary = "Read."
[assessments]
content = "c"
sourceVerification = "s"
facts = "f"
tone = "t"
originality = "o"
"""


def finding(
    rule: str, field: str, words: str, severity: str = "error", nth: int = 1, **more: Any
) -> dict[str, Any]:
    text, at = getattr(ARTICLE, field).text, -1
    for _ in range(nth):
        at = text.index(words, at + 1)
    return {
        "rule": rule, "severity": severity, "field": field, "start": at, "end": at + len(words),
        "message": f"{words} is wrong.", "fix": "Mend it.", "expected": None, "found": words,
        "specifics": [], **more,
    }  # fmt: skip


WHOLE = {**finding("min-sources", "body", "", "warning"), "message": "Two are needed."}
IN_TITLE = finding("specific-untraced", "title", "2 days")
IN_LEAD = finding("specific-untraced", "body", "840")
THIRD = finding("specific-untraced", "body", "840", nth=3)
WORD = finding("loaded-word", "body", "shocking", "warning")
NOTE = finding("specific-unbound", "body", "crowns", "note")
ALL = [IN_TITLE, IN_LEAD, THIRD, WORD, WHOLE, NOTE]


def review(text: str, verdict: str = "approve") -> ReviewInput:
    return parse_review((HEAD.format(verdict=verdict) + text).encode(), "review.toml")


def decision(rule: str, resolution: str, note: str = "", passage: str = "") -> str:
    lines = ["[[findings]]", f'rule = "{rule}"', f'resolution = "{resolution}"']
    lines += [f'note = "{note}"'] if note else []
    lines += [f"passage = {passage}"] if passage else []
    return "\n".join(lines) + "\n"


TITLE_PLACE = '{ field = "title", exact = "2 days" }'
REFUSED: dict[str, tuple[list[dict[str, Any]], str, str]] = {
    "an error is undecided": ([THIRD], "", "is undecided"),
    "a warning is undecided": ([WORD], "", "is undecided"),
    "accepted without a reason": (
        [THIRD], decision("specific-untraced", "accepted"), "without a reason"),
    "dismissed without a reason": (
        [WORD], decision("loaded-word", "dismissed"), "without a reason"),
    "an error of the headline is accepted": (
        [IN_TITLE],
        decision("specific-untraced", "accepted", "It is fine.", TITLE_PLACE),
        "where many read nothing else",
    ),
    "an error of the headline is dismissed with all others": (
        [IN_TITLE, THIRD], decision("specific-untraced", "dismissed", "Fine."), "no decision of its own"),
    "an error of the lead is accepted": (
        [IN_LEAD], decision("specific-untraced", "accepted", "Fine."), "where many read nothing else"),
}  # fmt: skip


@pytest.mark.parametrize(("findings", "text", "why"), REFUSED.values(), ids=REFUSED)
def test_an_approval_with_open_findings_is_refused(
    findings: list[dict[str, Any]], text: str, why: str
) -> None:
    with pytest.raises(VerificationError, match=why) as caught:
        resolutions(ARTICLE, findings, review(text))
    assert caught.value.location
    # The same file sends the article back: that needs no decision.
    assert resolutions(ARTICLE, findings, review(text, "request-changes"))


def test_what_is_decided_is_recorded_and_notes_are_accepted() -> None:
    text = (
        decision("specific-untraced", "dismissed", "It is the timetable's.", TITLE_PLACE)
        + decision("specific-untraced", "accepted", "The operator told us.")
        + decision("loaded-word", "accepted", "The mayor's word.")
    )
    made = resolutions(ARTICLE, [IN_TITLE, THIRD, WORD, NOTE], review(text))
    assert [(item.resolution, item.note) for item in made] == [
        ("dismissed", "It is the timetable's."),
        ("accepted", "The operator told us."),
        ("accepted", "The mayor's word."),
        ("accepted", None),
    ]


def test_the_very_place_comes_before_words_that_overlap_and_those_before_the_rule() -> None:
    wide = '{ field = "body", exact = "costs 840 crowns" }'
    narrow = '{ field = "body", exact = "840", nth = 2 }'
    second = finding("specific-untraced", "body", "840", nth=2)
    texts = [
        decision("specific-untraced", "accepted", note, place)
        for note, place in (("all", ""), ("wide", wide), ("narrow", narrow))
    ]
    crowns = finding("specific-untraced", "body", "crowns")
    for order in (texts, texts[::-1]):
        found = decided(ARTICLE, [second, THIRD, crowns], review("".join(order)))
        assert [one.decision.note for one in found if one.decision] == ["narrow", "all", "wide"]


@pytest.mark.parametrize("kind", ["concern", "clarification"])
def test_a_concern_or_clarification_must_be_there(kind: str) -> None:
    text = decision("loaded-word", kind)
    with pytest.raises(UsageError, match=f"holds no {kind}"):
        resolutions(ARTICLE, [WORD], review(text))
    more = '[[concerns]]\nid = "a"\ntext = "t"\nresolution = "r"\n'
    if kind == "clarification":
        more = '[[clarifications]]\nid = "a"\ntext = "t"\n'
    assert resolutions(ARTICLE, [WORD], review(text + more))[0].resolution == kind


def test_a_decision_about_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="no finding of the check"):
        resolutions(ARTICLE, [WORD], review(decision("specific-untraced", "accepted", "x")))


def filled(form: str, change: Callable[[str], str] = str) -> ReviewInput:
    """The form as an editor fills it in who dismisses everything."""
    text = form.replace('verdict = ""', 'verdict = "approve"')
    text = text.replace('resolution = ""', 'resolution = "dismissed"')
    text = text.replace(' = ""', ' = "Said."')
    return parse_review(change(text).encode(), "review.toml")


def test_a_filled_in_form_decides_every_finding_at_its_own_place() -> None:
    made = resolutions(ARTICLE, ALL, filled(form_of(ARTICLE, ALL, head="a")))
    assert [item.resolution for item in made] == ["dismissed"] * 5 + ["accepted"]
    found = decided(ARTICLE, ALL, filled(form_of(ARTICLE, ALL, head="a")))
    assert [one.alone for one in found] == [True, True, True, True, False, False]


def test_an_empty_form_is_no_review() -> None:
    with pytest.raises(UsageError, match="verdict"):
        parse_review(form_of(ARTICLE, ALL, head="a").encode(), "review.toml")


def test_the_form_shows_what_an_editor_needs() -> None:
    place = {"source": 2, "exact": "It runs again after 3 days."}
    shown = {**IN_TITLE, "evidence": [place], "dispute": "The operator says two."}
    before = FindingResolution(
        rule="specific-untraced", severity="error", message="m", resolution="dismissed",
        note="It was two.", passage=Passage(field="title", start=20, end=26, exact="2 days"),
    )  # fmt: skip
    form = form_of(
        ARTICLE, [NOTE, WORD, shown], head="ferry", note="Please hurry.", before=[before]
    )
    for words in (
        "1 error, 1 warning, 1 note", "Source 2 says: “It runs again after 3 days.”",
        "disputes it: The operator says two.", "Decided before: dismissed: It was two.",
        "note: Please hurry.", "# - specific-unbound: crowns is wrong.", "To do: Mend it.",
    ):  # fmt: skip
        assert words in form
    assert form.index("specific-untraced") < form.index("loaded-word")


def test_two_findings_of_a_rule_at_one_place_are_decided_once() -> None:
    other = {**IN_TITLE, "message": "And it is late."}
    form = form_of(ARTICLE, [IN_TITLE, other], head="a")
    assert form.count("[[findings]]") == 2 - 1 + form.count("under [[findings]]")
    assert "And it is late." in form
    assert len(resolutions(ARTICLE, [IN_TITLE, other], filled(form))) == 2


@settings(max_examples=60)
@given(st.text(max_size=60), st.text(max_size=60))
def test_hostile_words_stay_comments_and_strings(message: str, dispute: str) -> None:
    item = {**WORD, "message": f"m{message}", "dispute": dispute}
    form = form_of(ARTICLE, [item], head=message, note=dispute)
    read = tomllib.loads(form)
    assert set(read) == {"verdict", "summary", "reviewer", "assessments", "findings"}
    assert read["findings"][0]["passage"] == {"field": "body", "exact": "shocking"}
