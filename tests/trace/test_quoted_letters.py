"""Quotations whose first letter a writer made large or small, in brackets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from copydesk.report import Specific

Run = Callable[..., tuple[Specific, ...]]

SAID = "“We hope that households will wait for the tide,” said Anna Vell, the port's director."
# What the article quotes, and its status.
CASES = [
    ("“[H]ouseholds will wait for the tide”", "traced"),
    ("“[w]e hope that households will wait”", "traced"),
    ("“we hope that [h]ouseholds will wait”", "traced"),
    ("“[W]e hope that households will pay for the tide”", "contradicted"),
    # Another letter makes another word; a whole word in brackets is the writer's.
    ("“[m]ouseholds will wait for the tide”", "untraced"),
    ("“[they] will wait for the tide”", "traced"),
]


@pytest.mark.parametrize(("quoted", "status"), CASES, ids=[case[0] for case in CASES])
def test_a_letter_in_brackets_belongs_to_its_word(quoted: str, status: str, run: Run) -> None:
    found = run(f"Anna Vell, the port's director, said {quoted}.[1]", SAID)
    assert [one.status for one in found if one.kind == "quote"] == [status]
