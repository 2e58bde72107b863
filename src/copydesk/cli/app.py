"""The ``copydesk`` command: gathers the groups and turns every outcome into an exit code."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from copydesk import __version__
from copydesk.cli.output import message, show_error, wants_json
from copydesk.errors import EXIT_USAGE, CopydeskError, InternalError, UsageError

__all__ = ["COMMANDS", "app", "loaded", "main"]

# Name, module of the group, and what the help says of it. A group is imported when one of its
# commands runs: all of them together cost ten times what the help is allowed to take.
COMMANDS = (
    ("init", "setup", "Make a newsroom: configuration, first keyring, empty log."),
    ("capture", "author", "Fetch every source of an article and keep what came back."),
    ("check", "check", "Trace every specific to its sources and apply the policy."),
    ("rules", "rules", "List the rules of the policy."),
    ("explain", "rules", "Explain one rule, with what was measured of it."),
    ("submit", "author", "Sign an article, its sources and its trace as contributor."),
    ("review", "editor", "Sign a review: verdict, concerns, clarifications."),
    ("publish", "editor", "Sign, log and publish an approved article."),
    ("correct", "editor", "Sign a correction of a published article."),
    ("withdraw", "editor", "Sign the withdrawal of a published article."),
    ("countersign", "editor", "Sign what waits for a second signature, and log it."),
    ("watch", "watch", "Look at the sources of published articles again."),
    ("anchor", "log", "Sign the newest state; ask witnesses and a time authority."),
    ("export", "log", "Write one article's record as a bundle for readers."),
    ("verify", "reader", "Verify published records offline, from files alone."),
    ("audit", "audit", "Audit a whole archive: what of it still holds."),
    ("build", "reader", "Build the reader's pages."),
    ("demo", "demo", "Do the whole job on the bundled newsroom, then tamper."),
    ("import", "importing", "Take in another system's archive, and state what verifies."),
    ("key", "keys", "Keys: make, list, export; register, rotate, revoke."),
    ("log", "log", "The log: status, consistency, witness."),
    ("witness", "witness", "Witness other logs: serve, vkey."),
)


def loaded(module: str) -> dict[str, Any]:
    """The commands of one group's module, by name."""
    # No plugin of another package may touch what is read here, and looking for some takes time.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    group = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    import_module(f"copydesk.cli.{module}").register(group)
    return dict(typer.main.get_group(group).commands)


class _Listed(TyperGroup):
    """The commands as the help lists them; the one that runs is imported then."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        for name, _, said in COMMANDS:
            self.add_command(TyperCommand(name, help=said, short_help=said))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """As the base class has it, with the command itself in the place of its name."""
        name, listed, rest = super().resolve_command(ctx, args)
        module = next((of for known, of, _ in COMMANDS if known == name), None)
        return name, listed if module is None else loaded(module)[str(name)], rest


app = typer.Typer(
    name="copydesk",
    cls=_Listed,
    help="The desk between a draft and the public: evidence, trace, policy, and a record that "
    "any reader verifies.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


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
    # Nearly all that a command makes is there until it ends: looking for garbage after every 700
    # objects, as Python does, takes a tenth of the time of a check.
    gc.set_threshold(50_000, 20, 50)
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
