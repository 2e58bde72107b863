"""What a bare figure counts, in the article and in the source."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from copydesk.report import Specific

Run = Callable[..., tuple[Specific, ...]]

TRIAL = (
    "The vaccine trial in Tarn enrolled 1,240 children. Before that the team tested the vaccine in 96 adults "
    "in 2023. Some 31 of the biggest clinics took part, and 48 young girls wrote a diary."
)


@pytest.mark.parametrize(
    ("body", "text", "status"),
    [
        ("The team tested the vaccine in 96 children in 2023.", "96", "unbound"),
        ("The team tested the vaccine in 96 adults in 2023.", "96", "traced"),
        ("The team tested the vaccine in 96 people in 2023.", "96", "traced"),
        ("The team tested the vaccine in 96 grown-ups in 2023.", "96", "traced"),
        ("In the vaccine trial 31 big clinics took part.", "31", "traced"),
        ("In the vaccine trial 48 children, all girls, wrote a diary.", "48", "traced"),
    ],
)
def test_a_count_of_something_else_is_for_review(
    run: Run, body: str, text: str, status: str
) -> None:
    one = next(one for one in run(body, TRIAL) if one.text == text)
    assert one.status.value == status, one.reason
    if status == "unbound":
        assert "“96 adults”" in one.reason
