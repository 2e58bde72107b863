"""The ``copydesk`` command: gathers the groups and turns every outcome into an exit code."""

from __future__ import annotations

import os
import sys
import traceback
from typing import Annotated

import typer
from typer.exceptions import TyperException

from copydesk import __version__
from copydesk.cli import author, demo, editor, keys, log, reader, setup, witness
from copydesk.cli.output import message, show_error, wants_json
from copydesk.errors import EXIT_USAGE, CopydeskError, InternalError, UsageError

__all__ = ["app", "main"]

app = typer.Typer(
    name="copydesk",
    help="The desk between a draft and the public: evidence, trace, policy, and a record that "
    "any reader verifies.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
setup.register(app)
keys.register(app)
author.register(app)
editor.register(app)
log.register(app)
reader.register(app)
witness.register(app)
demo.register(app)


def _version(shown: bool) -> None:
    if shown:
        sys.stdout.write(f"copydesk {__version__}\n")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Carry the options that stand before a command."""
    del version  # its callback has done the work


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with DESIGN section 6's code; never with a traceback."""
    words = sys.argv[1:] if arguments is None else arguments
    sys.exit(_run(words))


def _run(words: list[str]) -> int:  # noqa: PLR0911 - one return for each way a command ends
    as_json = wants_json(words)
    try:
        result = app(words, standalone_mode=False)
    except CopydeskError as error:
        show_error(error, as_json=as_json)
        return error.exit_code
    except typer.Exit as stop:
        return stop.exit_code
    except TyperException as error:
        usage = UsageError(error.format_message(), fix="`copydesk COMMAND --help` lists the words.")
        show_error(usage, as_json=as_json)
        return EXIT_USAGE
    except (typer.Abort, KeyboardInterrupt):
        message("copydesk: stopped; the newsroom is as it was.")
        return 130
    except BrokenPipeError:
        # The reader of our output has gone (`copydesk … | head`); that is not an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 - the last line before a traceback reaches a user
        return _internal(error, as_json=as_json)
    return result if isinstance(result, int) else 0


def _internal(error: Exception, *, as_json: bool) -> int:
    if os.environ.get("COPYDESK_DEBUG"):
        traceback.print_exception(error)
    fault = InternalError(
        f"{type(error).__name__}: {error}",
        fix="Please report this; COPYDESK_DEBUG=1 shows where it happened.",
    )
    show_error(fault, as_json=as_json)
    return fault.exit_code
