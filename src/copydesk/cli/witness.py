"""``copydesk witness``: run a witness of other newsrooms' logs, show its public key."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from copydesk.cli.output import Format, FormatOption, answer, message
from copydesk.cli.places import keystore, passphrase, read_file
from copydesk.errors import SigningKeyError
from copydesk.provenance.log.note import COSIGNATURE, VerifierKey, parse_vkey
from copydesk.provenance.log.policy import parse_policy

__all__ = ["register"]

# Each submission prefix is for one machine; who serves others puts a TLS proxy in front.
DEFAULT_LISTEN = "127.0.0.1:8085"

NameOption = Annotated[
    str,
    typer.Option(
        "--name",
        help="The witness's name in its cosignatures, best a URL without https://; else the key's.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    group = typer.Typer(
        help="Witness other logs: serve, vkey.", no_args_is_help=True, rich_markup_mode=None
    )
    group.command("serve")(serve_command)
    group.command("vkey")(vkey_command)
    app.add_typer(group, name="witness")


def serve_command(
    state: Annotated[
        Path, typer.Option("--state", help="The folder of the witness's memory; back it up.")
    ],
    key: Annotated[str, typer.Option("--key", help="Name of the witness's key on this machine.")],
    log: Annotated[
        list[str] | None, typer.Option("--log", help="Verifier key of a log; may be repeated.")
    ] = None,
    policy: Annotated[
        Path | None, typer.Option("--policy", help="A policy file: its logs are witnessed.")
    ] = None,
    name: NameOption = "",
    listen: Annotated[
        str, typer.Option("--listen", help="HOST:PORT; plain HTTP, for a TLS proxy in front.")
    ] = DEFAULT_LISTEN,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Cosign the checkpoints of logs that only grow, until stopped (C2SP tlog-witness).

    POST /add-checkpoint is the one call. A checkpoint is kept on disk before it is cosigned; a log
    that shrinks or changes its history is refused. Reports go to stderr.
    """
    from copydesk.witness.server import (  # noqa: PLC0415 - other commands need no server
        WitnessServer,
        parse_listen,
    )
    from copydesk.witness.service import (  # noqa: PLC0415 - as above
        WitnessService,
        keys_by_origin,
    )
    from copydesk.witness.store import StateStore  # noqa: PLC0415 - as above

    logs = keys_by_origin(_log_keys(log or (), policy))
    address = parse_listen(listen)
    signer = keystore().load(key, passphrase=passphrase())
    vkey = VerifierKey(name or key, signer.public, COSIGNATURE)
    with StateStore(state, vkey) as store:
        service = WitnessService(
            store, logs, signer, clock=lambda: int(time.time()), report=message
        )
        with WitnessServer(address, service.add_checkpoint, report=message) as server:
            row = {"url": server.url, "vkey": vkey.text, "logs": sorted(logs)}
            answer(
                format_,
                row,
                lambda: f"Witnessing {', '.join(sorted(logs))} at {server.url}\n  vkey {vkey.text}",
            )
            try:
                server.serve_forever()
            except KeyboardInterrupt:
                message("The witness has stopped; what it cosigned is kept.")
    return 0


def vkey_command(
    key: Annotated[str, typer.Argument(metavar="NAME", help="The key's name on this machine.")],
    name: NameOption = "",
    format_: FormatOption = Format.TEXT,
) -> int:
    """Print the cosignature verifier key of a key on this machine, for others' policy files."""
    held = next((each for each in keystore().held() if each.name == key), None)
    if held is None:
        raise SigningKeyError(
            f"There is no key named {key} on this machine.",
            fix="`copydesk key list` shows those there are; `copydesk key new NAME` makes one.",
        )
    vkey = VerifierKey(name or key, held.public, COSIGNATURE).text
    answer(format_, {"vkey": vkey}, lambda: vkey)
    return 0


def _log_keys(texts: Sequence[str], policy: Path | None) -> list[VerifierKey]:
    keys = [parse_vkey(text) for text in texts]
    if policy is not None:
        keys += [log.key for log in parse_policy(read_file(policy)).logs]
    return list(dict.fromkeys(keys))
