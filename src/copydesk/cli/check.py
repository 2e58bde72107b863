"""``copydesk check``: one article as an editor reads it, as JSON or as a page; or a batch.

What signs, fetches or serves is not imported here: a check takes half a second, and half of that
was spent on importing what it never uses.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from copydesk import __version__
from copydesk.article import Article
from copydesk.atomic import atomic_write
from copydesk.cli.cells import Ink
from copydesk.cli.output import Format, answer, message, safe
from copydesk.cli.places import NewsroomOption, open_newsroom, read_file
from copydesk.cli.render_report import render_report
from copydesk.config import Config
from copydesk.errors import EXIT_NO, UsageError
from copydesk.evidence.model import EvidenceSource
from copydesk.newsroom.checking import check, read_any
from copydesk.newsroom.evidence import article_evidence, evidence_from_folder, no_evidence
from copydesk.newsroom.house_rules import house_rules
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.past import past
from copydesk.newsroom.store import Newsroom, find_newsroom
from copydesk.policy import Rule, all_rules
from copydesk.report import Kind, Report, Status
from copydesk.report_view import Lines, Selection, github_lines, sarif

__all__ = ["register"]

# Cells of a line: as many as the terminal has, but no longer than an eye can follow.
_WIDEST, _NARROWEST = 110, 40
_DEFAULT_WIDTH = 100


class CheckFormat(StrEnum):
    """What ``--format`` takes."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("check", short_help="Trace every specific to its sources and apply the policy.")(
        check_command
    )


def check_command(
    article: Annotated[
        str, typer.Argument(metavar="ARTICLE", help="A file, or a slug of the newsroom.")
    ] = "",
    evidence: Annotated[
        Path | None, typer.Option("--evidence", help="A folder of saved pages with manifest.json.")
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", help="Write the article with its evidence as one page to this file."
        ),
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", help="Show what this rule found; may be repeated.")
    ] = None,
    kind: Annotated[
        list[Kind] | None,
        typer.Option("--kind", help="Show specifics of this kind; may be repeated."),
    ] = None,
    status: Annotated[
        list[Status] | None,
        typer.Option("--status", help="Show specifics of this status; may be repeated."),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", min=0, help="Show the N most important; 0: all.")
    ] = 0,
    every: Annotated[
        bool, typer.Option("--all", help="Show traced specifics and every note and source too.")
    ] = False,
    batch: Annotated[
        str, typer.Option("--batch", help="Read JSON Lines from this file (- for standard input).")
    ] = "",
    jobs: Annotated[
        int, typer.Option("--jobs", min=0, help="Processes for --batch; 0: one for each core.")
    ] = 0,
    newsroom: NewsroomOption = None,
    format_: Annotated[
        CheckFormat,
        typer.Option(
            "--format", help="text for people, json or sarif for programs, github for its actions."
        ),
    ] = CheckFormat.TEXT,
) -> int:
    """Trace every specific of an article to its sources and apply the policy.

    Exit code 1 when a finding is an error. The evidence is --evidence, else what the newsroom
    captured for this article; without either, nothing can be traced and the report says so.
    --only, --kind, --status, --limit and --all choose what the text shows; every other format, the
    page of --html and the exit code are always those of the whole report.
    """
    if bool(batch) == bool(article):
        raise UsageError(
            "Name either one ARTICLE or --batch FILE.", fix="See `copydesk check --help`."
        )
    if batch:
        _batch(batch, jobs)
        return 0
    checked = _checked(article, evidence, newsroom)
    named = _named(only or [], checked.rules)
    selection = Selection(named, frozenset(kind or []), frozenset(status or []), every, limit)
    if html is not None:
        _write_page(html, checked)
    if format_ is CheckFormat.JSON:
        answer(Format.JSON, checked.report.as_json(), str)
    elif format_ is CheckFormat.SARIF:
        answer(Format.JSON, checked.as_sarif(), str)
    else:
        github = format_ is CheckFormat.GITHUB
        sys.stdout.write(
            safe(checked.as_annotations()) if github else checked.as_text(selection, _ink())
        )
        sys.stdout.flush()
    return EXIT_NO if checked.report.has_errors else 0


@dataclass(frozen=True, slots=True)
class _Checked:
    """A report with what it points into; ``file_text`` is ``None`` where lines mean nothing."""

    report: Report
    article: Article
    sources: tuple[EvidenceSource, ...]
    file_text: str | None
    rules: tuple[Rule, ...]

    def as_sarif(self) -> dict[str, Any]:
        """The findings as a SARIF log."""
        lines = Lines(self.article, self.file_text)
        return sarif(self.report, lines, self.rules, __version__)

    def as_annotations(self) -> str:
        """The findings as GitHub shows them beside a change."""
        return github_lines(self.report, Lines(self.article, self.file_text))

    def as_text(self, selection: Selection, ink: Ink) -> str:
        """The report as the terminal shows it."""
        lines = Lines(self.article, self.file_text)
        return render_report(self.report, self.article, self.sources, lines, ink, selection)


def _named(names: list[str], rules: Iterable[Rule]) -> frozenset[str]:
    known = {rule.id for rule in rules}
    for name in names:
        if name not in known:
            raise UsageError(f"There is no rule {name!r}.", fix="`copydesk rules` lists them.")
    return frozenset(names)


def _ink() -> Ink:
    """What standard output can show.

    No escape sequence goes anywhere but to a terminal, none where NO_COLOR is set (no-color.org) or
    the terminal says that it knows none.
    """
    terminal = sys.stdout.isatty()
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM", "") in {"", "dumb"}
    columns = shutil.get_terminal_size((_DEFAULT_WIDTH, 24)).columns
    return Ink(
        width=min(max(columns, _NARROWEST), _WIDEST),
        ansi=terminal and not plain,
        encoding=sys.stdout.encoding or "utf-8",
    )


def _write_page(path: Path, checked: _Checked) -> None:
    # Only a page needs the templates, and a check of the terminal should not wait for them.
    from copydesk.press.report_html import report_page  # noqa: PLC0415

    page = report_page(checked.report, checked.article, checked.sources)
    try:
        atomic_write(path, page.encode())
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}.", fix="Name another file."
        ) from error
    message(f"The article with its evidence: {path}")


def _checked(name: str, evidence: Path | None, newsroom: Path | None) -> _Checked:
    room = _room(name, newsroom)
    inside = _article_of(room, name) if room else None
    if inside is not None and room is not None:
        data, shown = room.files.read(inside.article) or b"", inside.article
    else:
        data, shown = read_file(Path(name)), str(Path(name))
    read = read_any(data, shown)
    if evidence is not None:
        sources = evidence_from_folder(read, evidence)
    elif inside is not None and room is not None:
        sources = article_evidence(room, inside, read)
    else:
        message("No evidence: name a folder with --evidence, or capture the sources first.")
        sources = no_evidence(read, "no evidence was given for this check")
    if room is None:
        report = check(read, sources, Config())
    else:
        before = past(room, read, inside.slug if inside else "")
        report = check(read, sources, room.config, room.lists(), before)
    text = None if shown.endswith(".json") else data.decode("utf-8-sig", "replace")
    own = house_rules(room.config.policy.house_rules) if room else ()
    return _Checked(report, read, sources, text, (*all_rules(), *own))


def _room(name: str, newsroom: Path | None) -> Newsroom | None:
    """The newsroom whose policy and captures count: the one named, or the one that is near."""
    path = Path(name)
    if newsroom is not None:
        return open_newsroom(newsroom)
    if path.is_file():
        near = find_newsroom(path.resolve().parent)
        return open_newsroom(None, path.parent) if near is not None else None
    if find_newsroom(Path.cwd()) is None:
        raise UsageError(
            f"{name} is not a file, and there is no newsroom here whose article it could be.",
            fix="Check the path, or name the newsroom with --newsroom DIR.",
            location=name,
        )
    return open_newsroom(None)


def _article_of(room: Newsroom, name: str) -> ArticlePaths | None:
    try:
        return room.article(name)
    except UsageError:
        return None


def _batch(name: str, jobs: int) -> None:
    from copydesk.newsroom.batch import run_batch  # noqa: PLC0415 - brings what starts processes

    def lines() -> Iterator[bytes]:
        if name == "-":
            yield from sys.stdin.buffer
            return
        path = Path(name)
        try:
            with path.open("rb") as file:
                yield from file
        except OSError as error:
            raise UsageError(
                f"{path} cannot be read: {error.strerror or error}.", fix="Check the path."
            ) from error

    _write_lines(run_batch(lines(), jobs=jobs))


def _write_lines(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")
    sys.stdout.flush()
