"""Rows as a table: one line an article, the same columns whatever the archive."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import IO, Any

from copydesk.audit.checks import AUDIT_CHECKS
from copydesk.audit.row import AuditRow
from copydesk.report import Severity, Status

__all__ = ["COLUMNS", "CsvTable", "cells"]

_TEXT = ("article", "slug", "date", "contributor", "model", "category")
_CHECKS = tuple(
    f"{check.replace('-', '_')}{end}" for check in AUDIT_CHECKS for end in ("", "_code")
)
_STATUSES = tuple(f"specifics_{status.value}" for status in Status)
_SEVERITIES = tuple(f"findings_{severity.value}" for severity in Severity)
_NUMBERS = ("corrections_made", "sources_cited", "sources_stored", "bodies", "bodies_ok")

COLUMNS: dict[str, type] = {
    **dict.fromkeys(_TEXT, str),
    "published": bool,
    "full_chain": bool,
    **dict.fromkeys((*_NUMBERS, *_STATUSES, *_SEVERITIES), int),
    **dict.fromkeys(_CHECKS, str),
    "domains": str,
}
"""The columns with the type of their values."""


def cells(row: AuditRow) -> dict[str, Any]:
    """The row's value in each column; ``domains`` are separated by spaces."""
    found: dict[str, Any] = {name: getattr(row, name) for name in _TEXT}
    sources, captures, specifics = dict(row.sources), dict(row.captures), dict(row.specifics)
    found |= {
        "published": row.published,
        "full_chain": row.full_chain,
        "corrections_made": row.corrected,
        "sources_cited": sum(sources.values()),
        "sources_stored": sources.get("stored", 0),
        "bodies": sum(captures.values()),
        "bodies_ok": captures.get("ok", 0),
    }
    found |= {f"specifics_{status.value}": specifics.get(status.value, 0) for status in Status}
    for severity in Severity:
        named = (count for name, count in row.findings if name.startswith(f"{severity.value} "))
        found[f"findings_{severity.value}"] = sum(named)
    for check in AUDIT_CHECKS:
        one, column = row.outcome(check), check.replace("-", "_")
        found[column] = one.state.value if one else ""
        found[f"{column}_code"] = one.code if one else ""
    found["domains"] = " ".join(row.domains)
    return found


class CsvTable:
    """Writes rows as CSV (RFC 4180, UTF-8).

    A value that a spreadsheet would take for a formula gets an apostrophe in front of it (OWASP,
    CSV injection): slugs and names are of the archive, which may be hostile.
    """

    def __init__(self, file: IO[str]) -> None:
        self._writer = csv.DictWriter(file, list(COLUMNS), lineterminator="\r\n")
        self._writer.writeheader()

    def add(self, row: AuditRow) -> None:
        """Write one row."""
        self._writer.writerow({name: _safe(value) for name, value in cells(row).items()})


def _safe(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return value
    shown = "".join(_printed(value))
    return f"'{shown}" if shown[:1] in {"=", "+", "-", "@"} else shown


def _printed(value: str) -> Iterator[str]:
    for char in value:
        yield char if char.isprintable() else f"\\u{ord(char):04x}"
