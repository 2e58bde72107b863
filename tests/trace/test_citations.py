"""What a link's own words state, its page must hold; a sentence of which the cited source holds
nothing cites the wrong page; a value is not borne out by the wrong end of a range, nor a version by
another product's.
"""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.report import Quality, Specific, Status
from copydesk.trace import trace_specifics

A, B = "https://a.example/harbour", "https://b.example/union"
TEXTS = (
    (
        "The harbour of Nordhavn opened its lock in March 2024 and dredged 90 percent of the basin.\n"
        "Freight at the new quay is 15 to 25 percent faster.\n"
        "The crane runs Skua 7.2, a control program.\n"
    ),
    (
        "The union of pilots was founded in June 2019 after two strikes over the lock.\n"
        "Its members won three cases at the labour court and hired the lawyer Ida Brandt.\n"
        "Pilots board by Heron 4.5, an app.\n"
    ),
)
TRACED, WRONG = Status.TRACED, Status.MISATTRIBUTED
CASES = {
    "in the words of the right link": (
        f"The lock [opened in March 2024]({A}), and the union [struck twice]({B}).",
        "March 2024", TRACED,
    ),
    "in the words of the other link": (
        f"The lock [opened in March 2024]({B}), and the basin [was dredged]({A}).",
        "March 2024", WRONG,
    ),
    "a sentence whose source holds it": (
        f"The union of pilots won three cases at the labour court, according to [it]({B}).",
        "three", TRACED,
    ),
    "a sentence whose source holds nothing of it": (
        f"The union of pilots won three cases at the labour court, according to [it]({A}).",
        "three", WRONG,
    ),
    "cast beside a figure of the source": (
        f"In June 2019 the union of pilots saw 90 percent of the basin dredged, says [the harbour]({A}).",
        "June 2019", TRACED,
    ),
    "the low end that was not the most": (
        f"Freight at the new quay is up to 15 percent faster, says [the harbour]({A}).",
        "15 percent", Status.UNTRACED,
    ),
    "the high end": (
        f"Freight at the new quay is up to 25 percent faster, says [the harbour]({A}).",
        "25 percent", TRACED,
    ),
    "the version of the product": (f"The crane runs [Skua]({A}) 7.2 now.", "7.2", TRACED),
}  # fmt: skip


def found(body: str) -> list[Specific]:
    text = f"---\ntitle: The harbour\nsources:\n- {A}\n- {B}\n---\n{body}\n"
    sources = [
        EvidenceSource(
            n, url, "0" * 64, Quality.OK,
            EvidenceText(page, (Region(0, len(page), Label.VISIBLE),)),
        )
        for n, (url, page) in enumerate(zip((A, B), TEXTS, strict=True), 1)
    ]  # fmt: skip
    return list(trace_specifics(read_article(text.encode(), "a.md"), sources))


@pytest.mark.parametrize(("body", "words", "wanted"), CASES.values(), ids=CASES)
def test_the_page_behind_the_words(body: str, words: str, wanted: Status) -> None:
    assert next(item.status for item in found(body) if item.text == words) is wanted
