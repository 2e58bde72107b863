"""A figure belongs to its row and its column."""

import pytest

from copydesk.article import read_article
from copydesk.evidence import EvidenceSource, read_evidence
from copydesk.report import Quality
from copydesk.trace import trace

URL = "https://one.example/a"
PAGE = b"""<html><body><h2>Repairs by district</h2><table>
<tr><th>District</th><th>Cost in 2024</th><th>Cost in 2025</th></tr>
<tr><td>North</td><td>$410,000</td><td>$655,000</td></tr>
<tr><td>South</td><td>$230,000</td><td>$175,000</td></tr>
</table><p>The harbour basin took $91,000 of repairs in the southern district.</p></body></html>"""
ROWS = {
    "as in the source": ("$410,000", "$655,000", "$230,000", set()),
    "columns swapped": ("$655,000", "$410,000", "$230,000", {"$655,000", "$410,000"}),
    "the other row's": ("$230,000", "$655,000", "$410,000", {"$230,000", "$410,000"}),
}


@pytest.mark.parametrize(("first", "second", "third", "wrong"), ROWS.values(), ids=ROWS)
def test_a_cell_is_bound_to_its_row_and_column(
    first: str, second: str, third: str, wrong: set[str]
) -> None:
    table = (
        "| District | Cost in 2024 | Cost in 2025 |\n|---|---|---|\n"
        f"| North | {first} | {second} |\n| South | {third} | $175,000 |\n"
    )
    data = f"---\ntitle: T\nsources:\n- {URL}\n---\n## Repairs by district\n\n{table}"
    source = EvidenceSource(1, URL, "0" * 64, Quality.OK, read_evidence(PAGE))
    report = trace(read_article(data.encode()), [source])
    money = [item for item in report.specifics if item.kind == "money"]
    assert len(money) == 4
    assert {item.text for item in money if item.status != "traced"} == wrong
