"""Commands of an author: ``capture``, ``check``, ``rules``, ``submit``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from copydesk.article import Article
from copydesk.capture.folder import write_folder
from copydesk.capture.model import Capture
from copydesk.cli.output import Format, FormatOption, answer, message
from copydesk.cli.places import (
    KeyOption,
    NewsroomOption,
    now,
    open_desk,
    open_newsroom,
    read_file,
)
from copydesk.cli.render_report import Lines, render_report
from copydesk.config import CaptureLimits, Config
from copydesk.errors import EXIT_NO, UsageError
from copydesk.evidence.model import EvidenceSource
from copydesk.newsroom import steps
from copydesk.newsroom.batch import run_batch
from copydesk.newsroom.checking import check, read_any
from copydesk.newsroom.evidence import evidence_from_folder, no_evidence
from copydesk.newsroom.intake import article_evidence, capture_article, find_article, take_in
from copydesk.newsroom.store import Newsroom, find_newsroom
from copydesk.policy import rules_table

__all__ = ["register"]

ArticleArgument = Annotated[
    str,
    typer.Argument(metavar="ARTICLE", help="A file, or the slug of an article in the newsroom."),
]


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("capture", short_help="Fetch every source of an article and keep what came back.")(
        capture_command
    )
    app.command("check", short_help="Trace every specific to its sources and apply the policy.")(
        check_command
    )
    app.command("rules", short_help="List the rules of the policy, or explain one.")(rules_command)
    app.command("submit", short_help="Sign an article, its sources and its trace as contributor.")(
        submit_command
    )


def capture_command(
    article: ArticleArgument,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Write an evidence folder here instead of a newsroom's store."),
    ] = None,
    key: KeyOption = "",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Fetch every source of an article and keep what came back.

    A draft outside the newsroom is taken in first, under its month and slug. With --out no
    newsroom is needed: the pages are saved as an evidence folder for `copydesk check --evidence`.
    """
    path = Path(article)
    if out is not None:
        read = read_any(read_file(path), str(path))
        captures = _with_progress(
            [source.url for source in read.front.sources], CaptureLimits(), len(read.front.sources)
        )
        write_folder(out, captures)
        return _show_captures(captures, format_, f"Saved to {out}")
    room = open_newsroom(newsroom, path)
    paths = take_in(room, article, read_file(path) if path.is_file() else None, now())
    captures = capture_article(open_desk(room), paths, _fetch, key)
    return _show_captures(captures, format_, f"Kept for {paths.folder}")


def _fetch(urls: list[str], limits: CaptureLimits) -> tuple[Capture, ...]:
    return _with_progress(urls, limits, len(urls))


def _with_progress(urls: list[str], limits: CaptureLimits, total: int) -> tuple[Capture, ...]:
    from copydesk.capture.fetch import capture_sources  # noqa: PLC0415 - httpx is slow to import

    console = Console(stderr=True)
    columns = (TextColumn("Capturing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("capture", total=total)
        return capture_sources(
            urls, limits=limits, clock=now, on_progress=lambda _: bar.advance(task)
        )


def _show_captures(captures: tuple[Capture, ...], format_: Format, last: str) -> int:
    rows = [
        {
            "url": item.url,
            "outcome": item.outcome.value,
            "status": item.status,
            "final_url": item.final_url,
            "size": item.size,
            "sha256": item.sha256,
            "quality": item.quality.value,
            "reason": item.reason,
            "problem": item.problem.code if item.problem else None,
        }
        for item in captures
    ]

    def text() -> str:
        lines = [
            f"  [{n}] {row['outcome']:<8} {row['status'] or '-':<4} {row['quality']:<11} "
            f"{row['size']:>9,} bytes  {row['url']}"
            + (f"\n      {row['reason']}" if row["reason"] else "")
            for n, row in enumerate(rows, 1)
        ]
        stored = sum(row["outcome"] == "stored" for row in rows)
        return "\n".join([*lines, f"{last}: {stored} of {len(rows)} sources have a body."])

    answer(format_, {"captures": rows}, text)
    return 0


def check_command(
    article: Annotated[
        str, typer.Argument(metavar="ARTICLE", help="A file, or a slug of the newsroom.")
    ] = "",
    evidence: Annotated[
        Path | None, typer.Option("--evidence", help="A folder of saved pages with manifest.json.")
    ] = None,
    batch: Annotated[
        str, typer.Option("--batch", help="Read JSON Lines from this file (- for standard input).")
    ] = "",
    jobs: Annotated[
        int, typer.Option("--jobs", min=0, help="Processes for --batch; 0: one for each core.")
    ] = 0,
    every: Annotated[bool, typer.Option("--all", help="Show the traced specifics too.")] = False,
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Trace every specific of an article to its sources and apply the policy.

    Exit code 1 when a finding is an error. The evidence is --evidence, else what the newsroom
    captured for this article; without either, nothing can be traced and the report says so.
    """
    if bool(batch) == bool(article):
        raise UsageError(
            "Name either one ARTICLE or --batch FILE.", fix="See `copydesk check --help`."
        )
    if batch:
        _batch(batch, jobs)
        return 0
    read, sources, config, room, file_text = _load(article, evidence, newsroom)
    report = check(read, sources, config, room.lists() if room else None)
    lines = Lines(read, file_text)
    answer(format_, report.as_json(), lambda: render_report(report, lines, every=every))
    return EXIT_NO if report.has_errors else 0


def _load(
    name: str, evidence: Path | None, newsroom: Path | None
) -> tuple[Article, tuple[EvidenceSource, ...], Config, Newsroom | None, str | None]:
    path = Path(name)
    room = None
    if newsroom is not None:
        room = open_newsroom(newsroom)
    elif not path.is_file():
        room = _room_of_slug(name)
    elif find_newsroom(path.resolve().parent) is not None:
        room = open_newsroom(None, path.parent)
    inside = find_article(room, name) if room else None
    if inside is not None and room is not None:
        data = room.files.read(inside.article) or b""
        shown = inside.article
    else:
        data, shown = read_file(path), str(path)
    read = read_any(data, shown)
    if evidence is not None:
        sources = evidence_from_folder(read, evidence)
    elif inside is not None and room is not None:
        sources = article_evidence(room, inside, read)
    else:
        message("No evidence: name a folder with --evidence, or capture the sources first.")
        sources = no_evidence(read, "no evidence was given for this check")
    text = None if shown.endswith(".json") else data.decode("utf-8-sig", "replace")
    return read, sources, room.config if room else Config(), room, text


def _room_of_slug(name: str) -> Newsroom:
    """The newsroom one stands in, for a name that is no file."""
    if find_newsroom(Path.cwd()) is None:
        raise UsageError(
            f"{name} is not a file, and there is no newsroom here whose article it could be.",
            fix="Check the path, or name the newsroom with --newsroom DIR.",
            location=name,
        )
    return open_newsroom(None)


def _batch(name: str, jobs: int) -> None:
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


def rules_command(
    rule: Annotated[str, typer.Argument(metavar="[RULE]", help="Show one rule whole.")] = "",
    format_: FormatOption = Format.TEXT,
) -> int:
    """List the rules of the policy, or explain one."""
    rows: list[dict[str, Any]] = rules_table()
    if rule:
        rows = [row for row in rows if row["id"] == rule]
        if not rows:
            raise UsageError(f"There is no rule {rule!r}.", fix="`copydesk rules` lists them.")

    def text() -> str:
        if rule:
            row = rows[0]
            keys = ("severity", "statement", "rationale", "fix")
            return "\n".join([row["id"], *(f"  {key}: {row[key]}" for key in keys)])
        width = max(len(row["id"]) for row in rows)
        return "\n".join(
            f"{row['id']:<{width}}  {row['severity']:<7}  {row['statement']}" for row in rows
        )

    answer(format_, {"rules": json.loads(json.dumps(rows))}, text)
    return 0


def submit_command(
    article: ArticleArgument,
    key: KeyOption = "",
    note: Annotated[
        str, typer.Option("--note", help="A word to the editor; part of what is signed.")
    ] = "",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Sign an article, its source set and its trace as the contributor."""
    room = open_newsroom(newsroom, Path(article))
    done = steps.submit(open_desk(room), room.article(article), key=key, note=note)
    answer(format_, done.as_json(), done.as_text)
    return 0
