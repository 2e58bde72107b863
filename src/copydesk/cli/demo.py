"""``copydesk demo``: the whole job on the bundled newsroom."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from copydesk.cli.output import Format, FormatOption, answer, message
from copydesk.cli.places import now

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("demo", short_help="Do the whole job on the bundled newsroom, then tamper.")(
        demo_command
    )


def demo_command(
    out: Annotated[
        Path | None, typer.Option("--out", help="Where to work; else demo/.build in the checkout.")
    ] = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Publish the bundled draft with its Provenance Record, verify it, then tamper with a copy.

    The sources are captured over real HTTP from a server on this machine. Keys made here are for
    the demo only.
    """
    # The demo brings a web server and the press along; no other command pays for importing them.
    from copydesk.demo.run import demo_folder, run_demo  # noqa: PLC0415

    done = run_demo(out or demo_folder() / ".build", now, message)
    data = {
        "newsroom": str(done.newsroom),
        "article": done.article.folder,
        "pin": done.pin,
        "index": str(done.index_page),
        "record": str(done.record_page),
        "bundle": str(done.bundle),
        "verifies": done.verification.ok,
        "tampered": str(done.tampered),
        "tampered_verifies": done.tampered_verification.ok,
    }
    answer(
        format_,
        data,
        lambda: (
            "The record verifies; the tampered copy does not.\n"
            f"  Start here:     {done.index_page}\n"
            f"  The record:     {done.record_page}\n"
            f"  Verify it:      copydesk verify {done.newsroom} --pin {done.pin}\n"
            f"  From one file:  copydesk verify {done.bundle} --pin {done.pin}\n"
            f"  See it fail:    copydesk verify {done.tampered}"
        ),
    )
    return 0
