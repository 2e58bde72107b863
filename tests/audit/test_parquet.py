"""Rows as Parquet: typed columns, hostile names kept harmless, whole or not there."""

from pathlib import Path

import pytest

from copydesk.audit.parquet import ParquetTable
from copydesk.audit.row import AuditRow, fail
from copydesk.audit.table import COLUMNS

parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
ROW = AuditRow(
    "articles/2026-01/a\n\udcff", "a", "2026-01-02", domains=("b.example", "c.example"),
    outcomes=(fail("captures", "line-ends", "x"),), captures=(("line-ends", 2), ("ok", 1)),
)  # fmt: skip


def test_a_row_comes_back_with_its_types(tmp_path: Path) -> None:
    with ParquetTable(tmp_path / "rows.parquet") as table:
        for _ in range(2_500):
            table.add(ROW)
    found = parquet.read_table(tmp_path / "rows.parquet")
    assert found.num_rows == 2_500
    assert found.column_names == list(COLUMNS)
    row = found.slice(2_499).to_pylist()[0]
    assert (row["bodies"], row["bodies_ok"], row["full_chain"]) == (3, 1, False)
    assert (row["captures"], row["captures_code"]) == ("fail", "line-ends")
    assert row["domains"] == ["b.example", "c.example"]
    assert row["article"] == "articles/2026-01/a\n\\udcff"


def test_what_is_broken_off_leaves_nothing(tmp_path: Path) -> None:
    def broken_off() -> None:
        with ParquetTable(tmp_path / "rows.parquet") as table:
            table.add(ROW)
            raise KeyError

    with pytest.raises(KeyError):
        broken_off()
    assert list(tmp_path.iterdir()) == []
