"""Where the rows of ``copydesk audit`` go: the JSON answer, a table, a page."""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
from pathlib import Path
from typing import IO, Any, Protocol

from copydesk.audit.row import AuditRow
from copydesk.audit.run import Audit
from copydesk.audit.schema import SCHEMA
from copydesk.audit.totals import Totals
from copydesk.cli.output import message
from copydesk.cli.places import now
from copydesk.errors import UsageError

__all__ = ["JsonOut", "Page", "Taker", "created"]


class Taker(Protocol):
    """What takes the rows as they come."""

    def add(self, row: AuditRow) -> None:
        """Take one."""


class Page:
    """The page of ``--html``, made in a temporary file and put in its place as a whole."""

    def __init__(self, path: Path, name: str, stack: contextlib.ExitStack) -> None:
        # Only a page needs the templates, which are slow to import.
        from copydesk.press.audit_page import AuditPage  # noqa: PLC0415

        if not path.parent.is_dir() or path.is_dir():
            raise UsageError(
                f"{path} cannot be written.", fix="Name a file in a folder that is there."
            )
        self._path, self._name = path, name
        spool = tempfile.TemporaryFile()  # noqa: SIM115 - the stack closes it
        self._made = AuditPage(stack.enter_context(spool))

    def add(self, row: AuditRow) -> None:
        """Take one row."""
        self._made.add(row)

    def write(self, totals: Totals, notes: list[str]) -> None:
        """Write the page."""
        pieces = self._made.pieces(totals, name=self._name, made=now()[:10], notes=notes)
        part = self._path.with_name(f".{self._path.name[:100]}.part")
        try:
            with part.open("wb") as file:
                file.writelines(pieces)
            part.replace(self._path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise UsageError(
                f"{self._path} cannot be written: {error.strerror or error}.",
                fix="Name another file.",
            ) from error
        message(f"The audit as a page: {self._path}")


class JsonOut:
    """The JSON answer, written while the rows come: no list of them is kept."""

    def __init__(self, kind: str) -> None:
        self._begun = False
        sys.stdout.write(f'{{"schema":"{SCHEMA}","archive":"{kind}","articles":[')

    def add(self, row: AuditRow) -> None:
        """One article."""
        sys.stdout.write(",\n" if self._begun else "\n")
        sys.stdout.write(_json(row.as_json()))
        self._begun = True

    def end(self, totals: Totals, notes: list[str], audit: Audit) -> None:
        """What they say together."""
        rest = {
            "ok": totals.ok,
            "totals": totals.as_json(),
            "notes": notes,
            "work": {
                "articles": audit.seen,
                "unchanged": audit.unchanged,
                "statements_only": audit.statements_only,
            },
        }
        sys.stdout.write("\n]," + _json(rest)[1:] + "\n")
        sys.stdout.flush()


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"))
    return text


def created(path: Path) -> IO[str]:
    """A text file to be written.

    Raises:
        UsageError: it cannot be.
    """
    try:
        return path.open("w", encoding="utf-8", errors="backslashreplace", newline="")
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}.", fix="Name another file."
        ) from error
