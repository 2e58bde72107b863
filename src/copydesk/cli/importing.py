"""``copydesk import``: another system's archive into a newsroom."""

from __future__ import annotations

import re
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

from copydesk.cli.output import Format, FormatOption, answer
from copydesk.cli.places import KeyOption, open_desk, open_newsroom
from copydesk.cli.progress import RateColumn
from copydesk.errors import UsageError
from copydesk.importers.checkout import Checkout
from copydesk.newsroom.importing import import_machine_herald

__all__ = ["register"]

_MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])\Z")


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    group = typer.Typer(
        no_args_is_help=True,
        help="Take in another system's archive, and state what verifies.",
        rich_markup_mode=None,
    )
    group.command("machine-herald", short_help="A checkout of the Machine Herald's repository.")(
        machine_herald_command
    )
    app.add_typer(group, name="import")


def machine_herald_command(
    archive: Annotated[
        Path, typer.Argument(metavar="PATH", help="The folder of the checkout; it is only read.")
    ],
    into: Annotated[
        Path | None,
        typer.Option("--into", help="The newsroom's folder; else the one you stand in."),
    ] = None,
    since: Annotated[
        str, typer.Option("--since", help="The first month to import, YYYY-MM; else all.")
    ] = "",
    jobs: Annotated[
        int, typer.Option("--jobs", min=0, help="Processes; 0: one for each core.")
    ] = 0,
    key: KeyOption = "",
    format_: FormatOption = Format.TEXT,
) -> int:
    """Import articles, captures, reviews and corrections as statements of what was found.

    Every legacy signature is checked as it was made. What is here already is left as it is, what
    does not fit is listed, and a run that was stopped goes on where it was.
    """
    if not archive.is_dir():
        raise UsageError(
            f"{archive} is not a folder.",
            fix="Name the folder of a checkout.",
            location=str(archive),
        )
    if since and not _MONTH.match(since):
        raise UsageError(f"{since!r} is not a month.", fix="Write it as YYYY-MM.")
    desk = open_desk(open_newsroom(into))
    console = Console(stderr=True)
    columns = (
        TextColumn("Importing"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        report = import_machine_herald(
            desk,
            Checkout(archive),
            str(archive),
            since=since,
            key=key,
            jobs=jobs,
            on_progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    answer(format_, report.as_json(), report.as_text)
    return 0
