"""Options that several commands share: which newsroom, which key."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from copydesk.errors import NewsroomError, UsageError
from copydesk.newsroom.store import Newsroom, find_newsroom

if TYPE_CHECKING:
    from copydesk.newsroom.common import Desk
    from copydesk.newsroom.keystore import Keystore

__all__ = [
    "KeyOption",
    "NewsroomOption",
    "keystore",
    "now",
    "open_desk",
    "open_newsroom",
    "passphrase",
    "read_file",
]

NewsroomOption = Annotated[
    Path | None,
    typer.Option("--newsroom", help="The newsroom's folder; else the one you stand in."),
]
KeyOption = Annotated[str, typer.Option("--key", help="Name of the signing key on this machine.")]

# Copydesk reads articles, review files and batch lines; none is larger than this.
MAX_INPUT_BYTES = 64 * 1024 * 1024


def open_newsroom(option: Path | None, near: Path | None = None) -> Newsroom:
    """The newsroom that was named, or the nearest one at or above ``near`` or the current folder.

    Raises:
        NewsroomError: there is none.
    """
    if option is not None:
        return Newsroom.open(option)
    for start in (near, Path.cwd()):
        found = find_newsroom(start.resolve()) if start is not None else None
        if found is not None:
            return Newsroom.open(found)
    raise NewsroomError(
        "There is no newsroom here.",
        fix="Run `copydesk init DIR`, or name the newsroom with --newsroom DIR.",
    )


def keystore() -> Keystore:
    """The private keys of this machine."""
    # `check` signs nothing and would import what signs in vain.
    from copydesk.newsroom.keystore import Keystore, keystore_folder  # noqa: PLC0415

    return Keystore(keystore_folder(os.environ))


def open_desk(room: Newsroom) -> Desk:
    """A newsroom with this machine's keys and clock."""
    from copydesk.newsroom.common import Desk  # noqa: PLC0415 - as for `keystore`

    return Desk(room, keystore(), now, passphrase())


def passphrase() -> bytes | None:
    """The passphrase of the signing key, from ``COPYDESK_PASSPHRASE``; never asked for."""
    value = os.environ.get("COPYDESK_PASSPHRASE")
    return value.encode() if value else None


def now() -> str:
    """The time, as statements hold it; ``SOURCE_DATE_EPOCH`` takes its place where set."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(fixed), UTC) if fixed.isdigit() else datetime.now(UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def read_file(path: Path) -> bytes:
    """The bytes of a file that the command line names.

    Raises:
        UsageError: it is not there, not a file, unreadable or larger than an input may be.
    """
    try:
        if path.is_file() and path.stat().st_size > MAX_INPUT_BYTES:
            raise UsageError(
                f"{path} is larger than {MAX_INPUT_BYTES:,} bytes.",
                fix="Hand in one article.",
                location=str(path),
            )
        return path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror or error}.",
            fix="Check the path.",
            location=str(path),
        ) from error
