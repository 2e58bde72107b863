"""``copydesk key``: make keys, list and export them, and change the newsroom's keyring."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from copydesk.cli.output import Format, FormatOption, answer
from copydesk.cli.places import NewsroomOption, keystore, open_desk, open_newsroom, passphrase
from copydesk.newsroom import keyrings
from copydesk.provenance.keys import decode_public, public_forms

__all__ = ["register"]

NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="The key's name on this machine.")
]


EntryArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="The key's name in the keyring.")
]
PublicOption = Annotated[
    str,
    typer.Option("--public", help="Base64 of the raw public key, for a key held elsewhere."),
]


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    group = typer.Typer(
        help="Keys: make, list, export; register, rotate, revoke.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    group.command("new")(new_command)
    group.command("attach")(attach_command)
    group.command("list")(list_command)
    group.command("export")(export_command)
    group.command("register")(register_command)
    group.command("rotate")(rotate_command)
    group.command("revoke")(revoke_command)
    group.command("threshold")(threshold_command)
    group.command("countersign")(countersign_command)
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


def attach_command(
    name: NameArgument,
    public: Annotated[str, typer.Option("--public", help="Base64 of the raw public key.")],
    command: Annotated[list[str], typer.Argument(metavar="-- COMMAND…", help="What signs.")],
    format_: FormatOption = Format.TEXT,
) -> int:
    """Use a key that a service or a hardware module holds.

    COMMAND reads the bytes to sign on its standard input and writes the 64 bytes of the Ed25519
    signature on its standard output; each is checked before it is used.
    """
    signer = keystore().attach(name, decode_public(public), command)
    row = {"name": name, "keyid": signer.keyid, "command": list(signer.command)}
    answer(format_, row, lambda: f"{name} signs through {' '.join(signer.command)}")
    return 0


def list_command(newsroom: NewsroomOption = None, format_: FormatOption = Format.TEXT) -> int:
    """List the keys of this machine and those of the newsroom's keyring, with their roles."""
    rows = keyrings.list_keys(keystore(), newsroom)

    def text() -> str:
        if not rows:
            return "No keys here. `copydesk key new NAME` makes one."
        return "\n".join(_row(row) for row in rows)

    answer(format_, {"keys": rows}, text)
    return 0


def _row(row: dict[str, Any]) -> str:
    roles = ", ".join(row["roles"]) or "not registered"
    here = "private key here" if row["private"] else ""
    notes = "; ".join(part for part in (here, row["state"]) if part)
    return f"{row['name']:<24} {row['keyid'][:16]}…  {roles:<28} {notes}".rstrip()


def export_command(name: NameArgument, format_: FormatOption = Format.TEXT) -> int:
    """Print the public half of a key of this machine, in the forms that other tools read."""
    key = keystore().load(name, passphrase=passphrase())
    forms = {"name": name, **public_forms(key.public)}
    answer(format_, forms, lambda: "\n".join(f"{form}: {value}" for form, value in forms.items()))
    return 0


def register_command(
    name: NameArgument,
    role: Annotated[
        list[str],
        typer.Option(
            "--role", help="root, contributor, editor, publisher, collector, log, witness."
        ),
    ],
    public: PublicOption = "",
    kind: Annotated[str, typer.Option("--kind", help="person, bot or service.")] = "person",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Give a key a role: writes keyring version N+1, signed by the root key, and logs it."""
    desk = open_desk(open_newsroom(newsroom))
    done = keyrings.register_key(desk, name=name, roles=role, public=public, kind=kind)
    answer(format_, done.as_json(), done.as_text)
    return 0


def rotate_command(
    name: EntryArgument,
    new: Annotated[
        str, typer.Option("--new", help="The new key's name on this machine (`key new` makes it).")
    ] = "",
    public: PublicOption = "",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Replace the key of a name; what the old key signed before stays valid."""
    desk = open_desk(open_newsroom(newsroom))
    done = keyrings.rotate(desk, name=name, new=new, public=public)
    answer(format_, done.as_json(), done.as_text)
    return 0


def revoke_command(
    name: EntryArgument,
    reason: Annotated[str, typer.Option("--reason", help="Why; readers see it.")],
    since: Annotated[
        int | None, typer.Option("--since", help="The first log entry that no longer counts.")
    ] = None,
    retroactive: Annotated[
        bool, typer.Option("--retroactive", help="A stolen key: nothing that it signed counts.")
    ] = False,
    keyid: Annotated[
        str, typer.Option("--keyid", help="Which key, where a name has had several.")
    ] = "",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Revoke a key: from now on, from a log entry on, or for all that it signed."""
    desk = open_desk(open_newsroom(newsroom))
    done = keyrings.revoke(
        desk, name=name, reason=reason, since=since, retroactive=retroactive, keyid=keyid
    )
    answer(format_, done.as_json(), done.as_text)
    return 0


def threshold_command(
    role: Annotated[
        str, typer.Argument(metavar="ROLE", help="root, editor, publisher or witness.")
    ],
    count: Annotated[int, typer.Argument(metavar="COUNT", help="How many different keys.")],
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Say how many different keys of a role must sign."""
    done = keyrings.change_threshold(open_desk(open_newsroom(newsroom)), role, count)
    answer(format_, done.as_json(), done.as_text)
    return 0


def countersign_command(
    newsroom: NewsroomOption = None, format_: FormatOption = Format.TEXT
) -> int:
    """Sign the keyring version that waits for more root keys."""
    done = keyrings.countersign_keyring(open_desk(open_newsroom(newsroom)))
    answer(format_, done.as_json(), done.as_text)
    return 0
