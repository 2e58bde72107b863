"""New lines by which a page corrects itself."""

import pytest

from copydesk.evidence import read_evidence
from copydesk.evidence.model import EvidenceText
from copydesk.watch.notices import MAX_NOTICES, find_notices

BODY = ["The harbour has 14 ferries, its yearly report says."]


def text(lines: list[str]) -> EvidenceText:
    return read_evidence("".join(f"<p>{one}</p>" for one in lines).encode(), media_type="text/html")


NOTICES = [
    "Correction: an earlier version of this story gave another number of ferries.",
    "CORRECTION (Nov. 12): The name of the minister was wrong in the first paragraph.",
    "Editor’s note: this report was changed after the harbour had complained about it.",
    "This article has been corrected: the harbour has 17 ferries, and not 14 of them.",
    "An earlier version of this story misstated the number of ferries of the harbour.",
    "Retraction: the authors withdraw the paper because the counts cannot be repeated.",
    "Korrektur: In einer früheren Fassung stand eine andere Zahl von Fähren als hier.",
    "Fe de errores: en una versión anterior de esta noticia se daba otra cifra de barcos.",
    "Rectificatif : une version précédente de cet article donnait un autre nombre de navires.",
]


@pytest.mark.parametrize("notice", NOTICES)
def test_a_new_notice_is_seen(notice: str) -> None:
    assert find_notices(text(BODY), text([*BODY, notice])) == (notice,)


def test_a_heading_counts_with_the_line_under_it() -> None:
    said = "The harbour has 17 ferries, and not 14 as we had written in the first version."
    assert find_notices(text(BODY), text([*BODY, "Correction", said])) == (f"Correction {said}",)


def test_what_stood_there_before_is_no_news() -> None:
    assert find_notices(text([*BODY, NOTICES[0]]), text([NOTICES[0], *BODY])) == ()
    heading = [
        *BODY,
        "Corrections",
        "We correct what is wrong: write to the desk about it, please.",
    ]
    assert find_notices(text(heading[:1] + heading[2:]), text(heading)) == ()


@pytest.mark.parametrize(
    "line",
    [
        "Corrections",
        "Updated 3 hours ago by the desk of the paper, which works through the whole night",
        "The correction of the course took the ferry back to the harbour in the evening.",
        "Corrective steps were taken by the board of the harbour in the winter of 2025.",
    ],
)
def test_what_is_no_notice(line: str) -> None:
    assert find_notices(text(BODY), text([*BODY, line])) == ()


def test_a_page_full_of_notices_is_cut() -> None:
    many = [f"Correction: number {n} of the many things that were wrong here." for n in range(99)]
    found = find_notices(text(BODY), text([*BODY, *many, "Correction: " + "long " * 500]))
    assert found == tuple(many[:MAX_NOTICES])
    (long,) = find_notices(text(BODY), text([*BODY, "Correction: " + "long " * 500]))
    assert len(long) == 400
