"""Commands on the log and on what leaves the newsroom: ``anchor``, ``export``, ``log``."""

from __future__ import annotations

import base64
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from copydesk.atomic import atomic_write
from copydesk.cli.author import ArticleArgument
from copydesk.cli.output import Format, FormatOption, answer, message
from copydesk.cli.places import KeyOption, NewsroomOption, open_desk, open_newsroom, read_file
from copydesk.errors import EXIT_OK, EXIT_TRANSIENT, UsageError
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.own_addresses import VARIABLE
from copydesk.newsroom.store import Newsroom
from copydesk.provenance.keyring import load_keyring
from copydesk.provenance.keyring_changes import active
from copydesk.provenance.log.merkle import consistency_proof
from copydesk.provenance.log.note import format_vkey
from copydesk.provenance.log.tiles import TileNodes, read_checkpoint
from copydesk.provenance.redaction import Redaction

if TYPE_CHECKING:  # slow to import
    from copydesk.newsroom.exporting import ExportedWacz

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("anchor", short_help="Sign the newest state; ask witnesses and a time authority.")(
        anchor_command
    )
    app.command("export", short_help="Write one article's record as a bundle for readers.")(
        export_command
    )
    group = typer.Typer(
        help="The log: status, consistency, witness.", no_args_is_help=True, rich_markup_mode=None
    )
    group.command("status")(status_command)
    group.command("consistency")(consistency_command)
    group.command("witness")(witness_command)
    app.add_typer(group, name="log")


def anchor_command(
    key: KeyOption = "", newsroom: NewsroomOption = None, format_: FormatOption = Format.TEXT
) -> int:
    """Have others vouch for the newsroom as it stands.

    Signs and logs the list of newest statements, asks the witnesses of log/policy.txt to
    countersign the checkpoint, and has the authority of copydesk.toml date it. Exit code 3 when
    something is missing that a later run may bring.
    """
    from copydesk.newsroom.anchoring import anchor  # noqa: PLC0415 - httpx is slow to import

    done = anchor(open_desk(open_newsroom(newsroom)), key=key)
    answer(format_, done.as_json(), done.as_text)
    return EXIT_TRANSIENT if done.problems else EXIT_OK


def export_command(
    article: ArticleArgument,
    out: Annotated[
        Path | None, typer.Option("--out", help="The file to write; - for stdout.")
    ] = None,
    captures: Annotated[
        bool,
        typer.Option("--with-captures", help="Put the captured pages in; they are their owners'."),
    ] = False,
    wacz: Annotated[
        bool,
        typer.Option(
            "--wacz",
            help="Write the captured pages as a web archive, SLUG.wacz; they are their owners'.",
        ),
    ] = False,
    c2pa: Annotated[
        Path | None,
        typer.Option("--c2pa", help="Write a C2PA sidecar, with this certificate chain (PEM)."),
    ] = None,
    c2pa_key: Annotated[
        Path | None, typer.Option("--c2pa-key", help="The certificate's private key (PEM).")
    ] = None,
    source_type: Annotated[
        str,
        typer.Option("--source-type", help="How the text came about, for C2PA; IPTC's words."),
    ] = "",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Write everything that a reader needs to verify one article alone: SLUG.copydesk.json.

    With --wacz instead SLUG.wacz, the captured pages for ReplayWeb.page and other replay tools, with
    the bundle in it. Whether pages of others may be passed on is the newsroom's decision. With
    --c2pa SLUG.c2pa, a sidecar for tools that know Content Credentials only; it carries none of
    the checks of `copydesk verify`.
    """
    from copydesk.newsroom.exporting import Exporter  # noqa: PLC0415 - only where it is needed

    room = open_newsroom(newsroom, Path(article))
    paths = room.article(article)
    if c2pa is not None:
        return _sidecar(room, paths, c2pa, c2pa_key, source_type, out, format_)
    if wacz:
        return _wacz(Exporter(room).export_wacz(paths), out or Path(f"{paths.slug}.wacz"), format_)
    made = Exporter(room).export(paths, captures=captures)
    data = made.bundle.to_bytes()
    if out == Path("-"):
        sys.stdout.buffer.write(data)
        return 0
    target = out or Path(f"{paths.slug}.copydesk.json")
    _write(target, data)
    skipped = [{"specific": each.specific, "reason": each.reason} for each in made.skipped]
    row = {
        "file": str(target),
        "bytes": len(data),
        "passages": len(made.bundle.passages),
        "skipped": skipped,
        **_public(made.redacted, made.shared),
    }
    answer(
        format_,
        row,
        lambda: (
            f"Wrote {target}, {len(data):,} bytes, {len(made.bundle.passages)} quoted passages "
            f"proved ({len(skipped)} could not be).\n  `copydesk verify {target}` verifies it."
        ),
    )
    return 0


def _wacz(made: ExportedWacz, target: Path, format_: Format) -> int:
    _write(target, made.data)
    row = {
        "file": str(target),
        "bytes": len(made.data),
        "bodies": made.bodies,
        **_public(made.redacted, made.shared),
    }
    answer(
        format_,
        row,
        lambda: (
            f"Wrote {target}, {len(made.data):,} bytes, {made.bodies} captured bodies.\n"
            f"  `copydesk verify {target}` compares it with the signed source set; "
            "ReplayWeb.page shows it."
        ),
    )
    return 0


def _public(
    redacted: Sequence[Redaction], shared: Mapping[str, Sequence[str]]
) -> dict[str, list[dict[str, object]]]:
    """What was taken out of captured pages, and what may have to be; said on stderr as well."""
    for each in redacted:
        message(f"A {each.said} taken out: the capturer's own address, or tokens of the visit.")
    for address, hosts in shared.items():
        message(
            f"The address {address} stands in pages of {', '.join(hosts)}. If it is yours, put it "
            f"in {VARIABLE} and export again."
        )
    return {
        "redacted": [
            {"sha256": each.sha256, "places": [place.model_dump() for place in each.places]}
            for each in redacted
        ],
        "shared_addresses": [
            {"address": address, "hosts": list(hosts)} for address, hosts in shared.items()
        ],
    }


def _sidecar(
    room: Newsroom,
    paths: ArticlePaths,
    chain: Path,
    key: Path | None,
    source_type: str,
    out: Path | None,
    format_: Format,
) -> int:
    from copydesk.newsroom.exporting import export_sidecar  # noqa: PLC0415 - only here

    if key is None:
        raise UsageError("The certificate's private key is missing.", fix="Add --c2pa-key FILE.")
    data = export_sidecar(room, paths, read_file(chain), read_file(key), source_type)
    target = out or Path(f"{paths.slug}.c2pa")
    _write(target, data)
    answer(
        format_,
        {"file": str(target), "bytes": len(data)},
        lambda: (
            f"Wrote {target}, {len(data):,} bytes: who holds that certificate signed the text's "
            "SHA-256 and its publication's.\n  It carries none of the checks of `copydesk verify`."
        ),
    )
    return 0


def _write(target: Path, data: bytes) -> None:
    try:
        atomic_write(target, data)
    except OSError as error:
        raise UsageError(
            f"{target} cannot be written: {error.strerror or error}.", fix="Name another --out."
        ) from error


def status_command(newsroom: NewsroomOption = None, format_: FormatOption = Format.TEXT) -> int:
    """Show the log's newest checkpoint, and its keys as witnesses ask for them."""
    room = open_newsroom(newsroom)
    keyring = load_keyring(room.files)
    public = keyring.public_keys()
    origin = keyring.newest.predicate.newsroom
    vkeys = [format_vkey(origin, public[e.keyid]) for e in keyring.holders("log") if active(e)]
    found = read_checkpoint(room.files)
    if found is None:
        raise UsageError("The newsroom has no log.", fix="`copydesk init` makes it.")
    checkpoint, note = found
    row = {
        "origin": checkpoint.origin,
        "size": checkpoint.size,
        "root": base64.b64encode(checkpoint.root).decode(),
        "checkpoint": note.decode("utf-8"),
        "vkeys": vkeys,
    }
    answer(format_, row, lambda: "\n".join([note.decode("utf-8"), *vkeys]))
    return 0


def witness_command(
    vkey: Annotated[
        str, typer.Argument(metavar="VKEY", help="As `copydesk witness vkey` prints it.")
    ],
    url: Annotated[str, typer.Option("--url", help="Where the witness answers.")],
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Name a witness of this log: in the keyring, and in log/policy.txt for `copydesk anchor`."""
    from copydesk.newsroom.witnesses import add_witness  # noqa: PLC0415 - httpx is slow to import

    done = add_witness(open_desk(open_newsroom(newsroom)), vkey, url)
    answer(format_, done.as_json(), done.as_text)
    return 0


def consistency_command(
    old: Annotated[int, typer.Argument(metavar="OLD", help="The smaller size.")],
    new: Annotated[
        int | None, typer.Argument(metavar="[NEW]", help="The larger one; else the newest.")
    ] = None,
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Print the proof that the log of OLD entries is the beginning of that of NEW (RFC 6962)."""
    room = open_newsroom(newsroom)
    found = read_checkpoint(room.files)
    newest = found[0].size if found else 0
    size = newest if new is None else new
    if not 0 <= old <= size <= newest:
        raise UsageError(
            f"{old} and {size} are no sizes of a log of {newest} entries.",
            fix="Give the smaller one first.",
        )
    proof = consistency_proof(TileNodes(room.files, newest), old, size)
    lines = [base64.b64encode(part).decode() for part in proof]
    answer(format_, {"old": old, "new": size, "proof": lines}, lambda: "\n".join(lines))
    return 0
