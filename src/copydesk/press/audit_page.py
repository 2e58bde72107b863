"""The page of an audit: figures as charts, each of which leads to its articles.

One file that needs nothing else. Rows are written to a spool as they come, so that no list of them is
kept; the page holds them as JSON, which its own script shows and filters. Charts are SVG of the
template's making.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Any

from markupsafe import Markup

from copydesk.audit.checks import AUDIT_CHECKS, FUNNEL
from copydesk.audit.row import AuditRow
from copydesk.audit.text import code_words
from copydesk.audit.totals import Totals
from copydesk.press.audit_charts import Bars, Columns, check_bars, columns, funnel, groups, kinds
from copydesk.press.standalone import standalone
from copydesk.press.templating import environment
from copydesk.press.visible import visible
from copydesk.provenance.checks import CheckState

__all__ = ["AuditPage"]

# Beyond this many articles the page gives codes without the reasons, so that it can be opened.
MAX_WITH_REASONS = 5_000
# Things of no article that are listed; they are counted all.
MAX_STRAY = 500
_LETTERS = {CheckState.PASS: "p", CheckState.FAIL: "f", CheckState.NOT_PRESENT: "n"}
_MARK = "@@ROWS@@"


class AuditPage:
    """Takes the rows of an audit one by one and writes the page at its end.

    Args:
        spool: a temporary file, open for reading and writing bytes.
    """

    def __init__(self, spool: IO[bytes]) -> None:
        self._spool = spool
        self._names: dict[str, dict[str, int]] = {}
        self._rows = 0
        self._stray: list[tuple[str, str, str]] = []

    def add(self, row: AuditRow) -> None:
        """Take one row."""
        if row.stray:
            if len(self._stray) < MAX_STRAY:
                self._stray += [(row.article, one.code, one.reason) for one in row.failed[:1]]
            return
        if not row.published:
            return
        text = json.dumps(self._packed(row), ensure_ascii=True, separators=(",", ":"))
        self._spool.write((",\n" if self._rows else "").encode() + _inside_script(text).encode())
        self._rows += 1

    def pieces(self, totals: Totals, *, name: str, made: str, notes: list[str]) -> Iterator[bytes]:
        """The page, piece by piece.

        Args:
            totals: what the rows say together.
            name: the archive's, for the heading.
            made: when, in words.
            notes: what was left out and what was done.
        """
        page = (
            environment()
            .get_template("audit.html.j2")
            .render(
                **standalone("audit"),
                names=Markup(self._lists()),  # noqa: S704 - JSON without "<"
                rows=_MARK,
                name=name,
                made=made,
                notes=notes,
                totals=totals,
                **_views(totals),
                stray=self._stray,
            )
        )
        before, _, after = page.partition(_MARK)
        yield before.encode()
        yield from self._spooled()
        yield after.encode()

    def _spooled(self) -> Iterator[bytes]:
        self._spool.seek(0)
        while data := self._spool.read(1 << 20):
            yield data

    def _packed(self, row: AuditRow) -> list[Any]:
        """The row as the script reads it; names are numbers of the lists beside it."""
        brief = self._rows >= MAX_WITH_REASONS
        return [
            visible(row.article),
            visible(row.slug),
            visible(row.date),
            self._number("contributor", row.contributor),
            self._number("model", row.model),
            self._number("category", row.category),
            [self._number("domain", host) for host in row.domains],
            "".join(_LETTERS[row.state(check)] for check in AUDIT_CHECKS),
            [
                [
                    list(AUDIT_CHECKS).index(one.check),
                    self._number("code", one.code),
                    "" if brief else visible(one.reason),
                ]
                for one in row.failed
            ],
            row.steps,
            int(row.full_chain),
            [self._number("capture", what) for what, _ in row.captures],
            [self._number("source", what) for what, _ in row.sources],
            [self._number("specific", what) for what, _ in row.specifics],
            [self._number("finding", what) for what, _ in row.findings],
        ]

    def _number(self, kind: str, name: str) -> int:
        known = self._names.setdefault(kind, {})
        return known.setdefault(name, len(known))

    def _lists(self) -> str:
        """What the numbers stand for, as JSON."""
        lists = {kind: [visible(name) for name in known] for kind, known in self._names.items()}
        lists["codeWords"] = [visible(code_words(code)) for code in self._names.get("code", {})]
        lists["check"] = list(AUDIT_CHECKS)
        lists["title"] = [kind.title for kind in AUDIT_CHECKS.values()]
        lists["step"] = list(FUNNEL)
        return _inside_script(json.dumps(lists, ensure_ascii=True, separators=(",", ":")))


def _views(totals: Totals) -> dict[str, Any]:
    """The charts."""
    made: dict[str, Bars | Columns] = {
        "funnel": funnel(totals),
        "checks": check_bars(totals),
        "months": columns(totals),
        "captures": kinds(totals, "capture"),
        "sources": kinds(totals, "source"),
        "specifics": kinds(totals, "specific"),
        "findings": kinds(totals, "finding"),
        "contributors": groups(totals, "contributor"),
        "models": groups(totals, "model"),
        "categories": groups(totals, "category"),
        "domains": groups(totals, "domain"),
    }
    return made


def _inside_script(text: str) -> str:
    """JSON that can stand in a script element: nothing in it opens or closes one."""
    return text.replace("<", "\\u003c")
