"""The office beside a person's name is the one that the sources give that person."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from copydesk.report import Specific
from copydesk.trace.roles import roles_beside

Run = Callable[..., tuple[Specific, ...]]

BESIDE = [
    ("CEO Oda Brekke", "executive"),
    ("the firm's chief executive, Oda Brekke", "executive"),
    ("finance chief Oda Brekke", "finance"),
    ("Oda Brekke, its chief financial officer", "finance"),
    ("Oda Brekke, co-founder and CTO of Nordhavn", "technology"),
    ("Oda Brekke (CFO)", "finance"),
    ("Oda Brekke is Nordhavn's chief operating officer", "operating"),
    ("CEO and co-founder Oda Brekke", "executive"),
    ("Foreign Minister Oda Brekke", "foreign"),
    ("Sen. Oda Brekke", "senate"),
    ("former CEO Oda Brekke", ""),
    ("Oda Brekke, the former chief executive", ""),
    ("deputy finance minister Oda Brekke", ""),
    ("The CEO met Oda Brekke", ""),
    ("Oda Brekke met the CEO", ""),
    ("director Oda Brekke", ""),
    ("Oda Brekke, adviser to the CEO", ""),
]


@pytest.mark.parametrize(("text", "office"), BESIDE, ids=[case[0] for case in BESIDE])
def test_office_beside_a_name(text: str, office: str) -> None:
    start = text.index("Oda Brekke")
    found = [one for one, _ in roles_beside(text, start, start + len("Oda Brekke")).values()]
    assert found == ([office] if office else [])


SOURCE = (
    "Oda Brekke, chief financial officer of Nordhavn Lines, opened the meeting.\n"
    "Chief executive Jon Lie spoke about the ferry. Later Oda Brekke took questions.\n"
    "Among the guests was Tove Aas, a director and former chief executive.\n"
)
ROLES = [
    ("The meeting was opened by chief executive Oda Brekke.[1]", "Oda Brekke", "contradicted"),
    ("The meeting was opened by CFO Oda Brekke.[1]", "Oda Brekke", "traced"),
    ("The meeting was opened by finance chief Oda Brekke.[1]", "Oda Brekke", "traced"),
    ("The meeting was opened by director Oda Brekke.[1]", "Oda Brekke", "traced"),
    ("The ferry was the subject of Jon Lie, its CTO.[1]", "Jon Lie", "contradicted"),
    ("Among the guests was CFO Tove Aas.[1]", "Tove Aas", "traced"),
]


@pytest.mark.parametrize(("body", "name", "status"), ROLES, ids=[case[0][:50] for case in ROLES])
def test_office_against_the_source(run: Run, body: str, name: str, status: str) -> None:
    (one,) = [one for one in run(body, SOURCE) if one.text.endswith(name)]
    assert one.status.value == status, one.reason
