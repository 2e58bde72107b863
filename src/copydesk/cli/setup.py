"""Commands that set a newsroom up: ``init``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from copydesk.cli.output import Format, FormatOption, answer
from copydesk.cli.places import keystore, passphrase
from copydesk.newsroom.create import create_newsroom

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("init", short_help="Make a newsroom: configuration, first keyring, empty log.")(
        init_command
    )


def init_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The newsroom's folder.")],
    name: Annotated[str, typer.Option("--name", help="The newsroom's name.")] = "",
    origin: Annotated[
        str,
        typer.Option("--origin", help="Names the log for ever, such as news.example/log."),
    ] = "",
    format_: FormatOption = Format.TEXT,
) -> int:
    """Make a newsroom: its configuration, its first keyring and an empty log.

    Four keys are made on this machine: root (signs keyrings), publisher, collector (signs source
    sets) and log. They stay in the key folder, never in the newsroom.
    """
    made = create_newsroom(folder, keystore(), name=name, origin=origin, passphrase=passphrase())
    answer(format_, made.as_json(), made.as_text)
    return 0
