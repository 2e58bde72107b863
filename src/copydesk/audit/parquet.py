"""Rows as Parquet: the columns of the CSV, a thousand rows at a time (extra ``parquet``)."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from copydesk.audit.row import AuditRow
from copydesk.audit.table import COLUMNS, cells
from copydesk.errors import UsageError

__all__ = ["ParquetTable"]

ROWS_AT_A_TIME = 1_000


class ParquetTable:
    """Writes rows to a Parquet file, which is in its place only once it is whole.

    ``domains`` is a list of texts here; what no text can hold is written out.

    Raises:
        UsageError: pyarrow is not installed, or the file cannot be written.
    """

    def __init__(self, path: Path) -> None:
        try:
            import pyarrow as pa  # noqa: PLC0415 - an extra, and slow to import
            import pyarrow.parquet as pq  # noqa: PLC0415
        except ImportError as error:
            raise UsageError(
                "Parquet needs the library pyarrow.", fix="pip install 'copydesk[parquet]'"
            ) from error
        kinds = {str: pa.string(), bool: pa.bool_(), int: pa.int64()}
        fields = [
            pa.field(name, kinds[kind]) for name, kind in COLUMNS.items() if name != "domains"
        ]
        self._schema = pa.schema([*fields, pa.field("domains", pa.list_(pa.string()))])
        self._table = pa.Table.from_pylist
        self._path, self._part = path, path.with_name(f".{path.name[:100]}.part")
        self._waiting: list[dict[str, Any]] = []
        try:
            self._writer = pq.ParquetWriter(os.fspath(self._part), self._schema)
        except OSError as error:
            raise UsageError(f"{path} cannot be written.", fix="Name another file.") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self._write()
        self._writer.close()
        if kind is None:
            self._part.replace(self._path)
        else:
            self._part.unlink(missing_ok=True)

    def add(self, row: AuditRow) -> None:
        """Take one row."""
        made = {name: _encodable(value) for name, value in cells(row).items()}
        self._waiting.append({**made, "domains": [_encodable(host) for host in row.domains]})
        if len(self._waiting) >= ROWS_AT_A_TIME:
            self._write()

    def _write(self) -> None:
        if self._waiting:
            self._writer.write_table(self._table(self._waiting, schema=self._schema))
            self._waiting.clear()


def _encodable(value: Any) -> Any:
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value
