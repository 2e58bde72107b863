"""``copydesk key``: make keys, list them, give them a role in the newsroom."""

from __future__ import annotations

from typing import Annotated

import typer

from copydesk.cli.output import Format, FormatOption, answer
from copydesk.cli.places import NewsroomOption, keystore, open_newsroom, passphrase
from copydesk.newsroom import keyrings

__all__ = ["register"]

NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="The key's name on this machine.")
]


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    group = typer.Typer(
        help="Keys: new, list, register.", no_args_is_help=True, rich_markup_mode=None
    )
    group.command("new")(new_command)
    group.command("list")(list_command)
    group.command("register")(register_command)
    app.add_typer(group, name="key")


def new_command(name: NameArgument, format_: FormatOption = Format.TEXT) -> int:
    """Make an Ed25519 key on this machine (mode 0600; COPYDESK_PASSPHRASE encrypts it)."""
    store = keystore()
    key = store.create(name, passphrase=passphrase())
    row = {
        "name": name,
        "keyid": key.keyid,
        "public": key.public_base64,
        "folder": str(store.folder),
    }
    answer(
        format_,
        row,
        lambda: (
            f"Made the key {name} in {store.folder}\n  key id {key.keyid}\n  public {key.public_base64}"
        ),
    )
    return 0


def list_command(newsroom: NewsroomOption = None, format_: FormatOption = Format.TEXT) -> int:
    """List the keys of this machine and those of the newsroom's keyring, with their roles."""
    rows = keyrings.list_keys(keystore(), newsroom)

    def text() -> str:
        if not rows:
            return "No keys here. `copydesk key new NAME` makes one."
        return "\n".join(
            f"{row['name']:<24} {row['keyid'][:16]}…  {', '.join(row['roles']) or 'not registered':<28}"
            f" {'private key here' if row['private'] else ''}".rstrip()
            for row in rows
        )

    answer(format_, {"keys": rows}, text)
    return 0


def register_command(
    name: NameArgument,
    role: Annotated[
        list[str], typer.Option("--role", help="contributor, editor, publisher, collector, log.")
    ],
    public: Annotated[
        str,
        typer.Option("--public", help="Base64 of the raw public key, for a key held elsewhere."),
    ] = "",
    kind: Annotated[str, typer.Option("--kind", help="person, bot or service.")] = "person",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Give a key a role: writes keyring version N+1, signed by the root key, and logs it."""
    done = keyrings.register_key(
        open_newsroom(newsroom),
        keystore(),
        name=name,
        roles=role,
        public=public,
        kind=kind,
        passphrase=passphrase(),
    )
    answer(format_, done.as_json(), done.as_text)
    return 0
