"""``copydesk audit``: what of a whole archive still holds."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from copydesk.audit.archive import Archive, Options, Unit
from copydesk.audit.journal import Journal
from copydesk.audit.opening import open_archive
from copydesk.audit.row import AuditRow
from copydesk.audit.run import Audit, Work, choose, local
from copydesk.audit.table import CsvTable
from copydesk.audit.text import render
from copydesk.audit.totals import Totals
from copydesk.cli.audit_output import JsonOut, Page, Taker, created
from copydesk.cli.output import Format, FormatOption, answer
from copydesk.cli.progress import RateColumn
from copydesk.errors import EXIT_NO, EXIT_OK, UsageError
from copydesk.newsroom.store import find_newsroom
from copydesk.provenance.trust import Trust

__all__ = ["register"]

_SINCE = re.compile(r"\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("audit", short_help="Audit a whole archive: what of it still holds.")(audit_command)


def audit_command(
    path: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PATH]",
            help="A newsroom's folder, or a checkout of an archive that can be imported.",
        ),
    ] = None,
    since: Annotated[
        str, typer.Option("--since", help="Only articles of this month or day on: YYYY-MM[-DD].")
    ] = "",
    sample: Annotated[
        int, typer.Option("--sample", min=0, help="Only N articles, chosen by digest; 0: all.")
    ] = 0,
    seed: Annotated[
        str, typer.Option("--seed", help="With --sample: another word, another choice.")
    ] = "1",
    trace: Annotated[
        bool,
        typer.Option("--trace/--no-trace", help="Check every article anew; or the chain only."),
    ] = True,
    pin: Annotated[
        str,
        typer.Option("--pin", help="SHA-256 of keyring version 1 that you trust, from elsewhere."),
    ] = "",
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write one line an article to this file.")
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", help="The same as a Parquet file.")
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", help="Write charts that lead to their articles to this file."),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", min=0, help="Processes; 0: one for each core.")
    ] = 0,
    scheduler: Annotated[
        str,
        typer.Option("--scheduler", help="Let the workers of this Dask scheduler do the work."),
    ] = "",
    captures: Annotated[
        str,
        typer.Option("--captures", help="Where a newsroom's captures/ lies, if not in it: a URL."),
    ] = "",
    state: Annotated[
        Path | None,
        typer.Option("--state", help="Folder of earlier results; else in your cache folder."),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Forget earlier results and judge everything anew.")
    ] = False,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Audit a whole archive: signatures, hashes, captures, order, reviews, sources and specifics.

    Nothing is written into the archive. Results are kept beside it: what has not changed since is
    not judged again, and an audit that was stopped goes on where it was. Exit code 1 when
    something fails.
    """
    root = _root(path)
    options = Options(trace, Trust(pin=pin), captures)
    archive = open_archive(root, options)
    asked = _Asked(archive, _since(since), sample, seed)
    with contextlib.ExitStack() as stack:
        journal = stack.enter_context(Journal(_journal(root, state, options), fresh=fresh))
        takers = list(_tables(stack, csv, parquet))
        page = Page(html, root.name, stack) if html is not None else None
        audit = Audit(archive, _work(root, options, jobs, scheduler), journal)
        shown = _Shown(audit, asked, [*takers, page] if page else takers, format_)
        notes = shown.run()
        if page is not None:
            page.write(shown.totals, notes)
        if not since and not sample:
            journal.compact()
    return EXIT_OK if shown.totals.ok else EXIT_NO


def _tables(stack: contextlib.ExitStack, csv: Path | None, parquet: Path | None) -> Iterator[Taker]:
    if csv is not None:
        yield CsvTable(stack.enter_context(created(csv)))
    if parquet is not None:
        from copydesk.audit.parquet import ParquetTable  # noqa: PLC0415 - an extra

        yield stack.enter_context(ParquetTable(parquet))


def _work(root: Path, options: Options, jobs: int, scheduler: str) -> Work:
    if not scheduler:
        return local(root, options, jobs)
    from copydesk.audit.cluster import cluster  # noqa: PLC0415 - an extra

    return cluster(scheduler, root, options)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Which articles of the archive."""

    archive: Archive
    since: str
    sample: int
    seed: str

    def units(self) -> Iterator[Unit]:
        """They, in order."""
        found = self.archive.units(self.since)
        if not self.sample:
            return found
        articles = (unit for unit in found if not unit.problem[0])
        return iter(choose(articles, self.sample, self.seed))

    def notes(self) -> Iterator[str]:
        """What was left out, in words."""
        if self.since:
            yield f"Only articles from {self.since} on."
        if self.sample:
            yield f"A sample of {self.sample:,} articles at most (--seed {self.seed})."


@dataclass
class _Shown:
    """An audit while it runs: rows go out as they come, totals are added up."""

    audit: Audit
    asked: _Asked
    takers: Sequence[Taker]
    format: Format
    totals: Totals = field(default_factory=Totals)

    def run(self) -> list[str]:
        """Audit, and answer; what was left out and done, in words."""
        out = JsonOut(self.audit.archive.kind) if self.format is Format.JSON else None
        for row in self._watched(self.audit.rows(self.asked.units())):
            self.totals.add(row)
            for taker in self.takers:
                taker.add(row)
            if out is not None:
                out.add(row)
        notes = [*self.asked.notes(), *self._work_done()]
        if out is not None:
            out.end(self.totals, notes, self.audit)
        else:
            answer(self.format, None, lambda: render(self.totals, notes))
        return notes

    def _watched(self, rows: Iterator[AuditRow]) -> Iterator[AuditRow]:
        console = Console(stderr=True)
        if not console.is_terminal:
            yield from rows
            return
        total = sum(1 for _ in self.asked.units())
        columns = (
            TextColumn("Auditing"), BarColumn(), MofNCompleteColumn(), RateColumn(), TimeRemainingColumn(),
        )  # fmt: skip
        with Progress(*columns, console=console) as bar:
            task = bar.add_task("", total=total)
            for row in rows:
                yield row
                bar.advance(task)

    def _work_done(self) -> Iterator[str]:
        audit, unpublished = self.audit, self.totals.unpublished
        anew = audit.seen - audit.unchanged - audit.statements_only
        said = [f"{audit.unchanged:,} unchanged since an earlier audit"] if audit.unchanged else []
        if audit.statements_only:
            said.append(f"{audit.statements_only:,} with only their statements verified again")
        said.append(f"{anew:,} judged anew")
        yield f"{_articles(audit.seen)}: {', '.join(said)}."
        if unpublished:
            are = "is" if unpublished == 1 else "are"
            yield f"{_articles(unpublished)} of these {are} not published and not counted above."


def _articles(count: int) -> str:
    return "1 article" if count == 1 else f"{count:,} articles"


def _root(path: Path | None) -> Path:
    found = path if path is not None else find_newsroom(Path.cwd())
    if found is None or not found.is_dir():
        raise UsageError(
            f"{path} is not a folder." if path else "There is no newsroom here.",
            fix="Name a newsroom's folder, or a checkout of an archive.",
        )
    return found.resolve()


def _since(text: str) -> str:
    if text and not _SINCE.fullmatch(text):
        raise UsageError(f"{text!r} is not a month or day.", fix="Write YYYY-MM or YYYY-MM-DD.")
    return text


def _journal(root: Path, state: Path | None, options: Options) -> Path:
    """Where earlier results of this archive are kept: never in the archive itself."""
    if state is None:
        cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        place = hashlib.sha256(os.fsencode(root)).hexdigest()[:32]
        state = Path(cache) / "copydesk" / "audit" / place
    return state / ("audit.journal" if options.trace else "audit-no-trace.journal")
