"""Commands of an author: ``capture``, ``submit``; ``check`` is in a module of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from copydesk.capture.folder import write_folder
from copydesk.capture.model import Capture, Outcome, Role, SourceCaptures
from copydesk.cli.output import Format, FormatOption, answer
from copydesk.cli.places import (
    KeyOption,
    NewsroomOption,
    now,
    open_desk,
    open_newsroom,
    read_file,
)
from copydesk.config import CaptureLimits
from copydesk.newsroom import steps
from copydesk.newsroom.checking import read_any
from copydesk.newsroom.common import read_text
from copydesk.newsroom.intake import capture_article, take_in

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
    app.command("submit", short_help="Sign an article, its sources and its trace as contributor.")(
        submit_command
    )


def capture_command(
    article: ArticleArgument,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Write an evidence folder here instead of a newsroom's store."),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser", help="Show every page in an installed Chromium too.")
    ] = False,
    no_archive: Annotated[
        bool, typer.Option("--no-archive", help="Ask no web archive for what cannot be had.")
    ] = False,
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
        limits = _limits(CaptureLimits(), browser=browser, no_archive=no_archive)
        captures = _fetch([one.url for one in read.front.sources], limits, read.front.date)
        write_folder(out, captures)
        return _show_captures(captures, format_, f"Saved to {out}")
    room = open_newsroom(newsroom, path)
    paths = take_in(room, article, read_file(path) if path.is_file() else None, now())

    dated = read_text(room, paths)[1].front.date

    def fetch(urls: list[str], limits: CaptureLimits) -> tuple[SourceCaptures, ...]:
        return _fetch(urls, _limits(limits, browser=browser, no_archive=no_archive), dated)

    captures = capture_article(open_desk(room), paths, fetch, key)
    return _show_captures(captures, format_, f"Kept for {paths.folder}")


def _limits(limits: CaptureLimits, *, browser: bool, no_archive: bool) -> CaptureLimits:
    if browser:
        limits = replace(limits, browser="always")
    return replace(limits, archive="off") if no_archive else limits


def _fetch(urls: list[str], limits: CaptureLimits, dated: str) -> tuple[SourceCaptures, ...]:
    from copydesk.capture.sources import capture_everything  # noqa: PLC0415 - httpx is slow

    console = Console(stderr=True)
    columns = (TextColumn("Capturing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("capture", total=len(urls))
        return capture_everything(
            urls, limits=limits, clock=now, on_progress=lambda _: bar.advance(task), dated=dated
        )


def _show_captures(found: tuple[SourceCaptures, ...], format_: Format, last: str) -> int:
    rows = [_capture_row(n, item) for n, one in enumerate(found, 1) for item in one.captures]

    def text() -> str:
        lines = [
            (f"  [{row['source']}] " if row["role"] == Role.PAGE else f"      {row['role']}: ")
            + f"{row['outcome']:<8} {row['status'] or '-':<4} {row['quality']:<11} "
            f"{row['size']:>9,} bytes  {_shown_address(row)}"
            + "".join(f"\n      {said}" for said in (row["reason"], *_asides(row)) if said)
            for row in rows
        ]
        stored = sum(any(c.outcome is Outcome.STORED for c in one.captures) for one in found)
        return "\n".join([*lines, f"{last}: {stored} of {len(found)} sources have a body."])

    answer(format_, {"captures": rows}, text)
    return 0


def _shown_address(row: dict[str, Any]) -> str:
    """The cited address; of a copy the archive's, so that nobody takes it for the page."""
    return str(row["final_url"] or row["url"] if row["role"] == Role.ARCHIVE else row["url"])


def _asides(row: dict[str, Any]) -> list[str]:
    """What else is worth a line: earlier tries, and what the publisher asks of machines."""
    tries = ", ".join(f"HTTP {one['status']}" if not one["problem"] else one["problem"]
                      for one in row["attempts"])  # fmt: skip
    return [
        f"Earlier tries: {tries}." if tries else "",
        "Its robots.txt disallows this address." if row["robots"] == "disallowed" else "",
        f"The publisher reserves: {', '.join(row['reservations'])}." if row["reservations"] else "",
    ]


def _capture_row(number: int, item: Capture) -> dict[str, Any]:
    return {
        "source": number,
        "role": item.role.value,
        "url": item.url,
        "outcome": item.outcome.value,
        "status": item.status,
        "final_url": item.final_url,
        "size": item.size,
        "sha256": item.sha256,
        "quality": item.quality.value,
        "mark": item.mark,
        "reason": item.reason,
        "archived_at": item.archived_at or None,
        "facts": dict(item.facts),
        "problem": item.problem.code if item.problem else None,
        "attempts": [{"at": one.at, "status": one.status, "problem": one.problem or None,
                      "waited_ms": one.waited} for one in item.attempts],
        "robots": item.robots.value if item.robots else None,
        "reservations": list(item.reservations),
    }  # fmt: skip


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
