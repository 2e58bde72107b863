"""What follows publication: corrections, clarifications, updates, retractions, and a withdrawal.

Each is signed by two people, a publisher and an editor who is not the article's contributor. The
first of them states it (:func:`correct`, :func:`withdraw`); it then waits in ``prov/pending/`` for
the other (:func:`countersign`), and only then is it written, logged and shown. Publications that
the keyring wants from several publishers wait there as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from copydesk.errors import AuthorisationError, ConflictError, NewsroomError
from copydesk.newsroom import ledger
from copydesk.newsroom.common import Desk, StepDone, done, read_text, ref
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.ledger import Changes, DeskSigner
from copydesk.newsroom.review_input import CorrectionInput, WithdrawalInput, locate, stated
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.dsse import countersign as add_signature
from copydesk.provenance.dsse import parse_envelope, seal, signers_of
from copydesk.provenance.keyring import Keyring, load_keyring
from copydesk.provenance.log.tiles import read_checkpoint
from copydesk.provenance.statement import Statement, build_statement, parse_statement
from copydesk.provenance.statements import (
    Actor,
    CorrectionPredicate,
    DigestSet,
    KeyEntry,
    Predicate,
    PublicationPredicate,
    Subject,
    WithdrawalPredicate,
)

__all__ = ["correct", "countersign", "finish_or_wait", "pending", "withdraw"]

_STEP = {"correction": "corrected", "withdrawal": "withdrawn", "publication": "published"}
Role = Literal["publisher", "editor"]


def correct(
    desk: Desk, paths: ArticlePaths, given: CorrectionInput, *, other: str, key: str = ""
) -> StepDone:
    """Sign a correction, chained to the publication or to the correction before it.

    Args:
        desk: the newsroom and the keys of this machine.
        paths: the article.
        given: what the correction says.
        other: the name, in the keyring, of who must sign it as well: an editor where a publisher
            signs now, a publisher where an editor does.
        key: the key to sign with now.

    Raises:
        ConflictError: the article is not published, or withdrawn, or something waits already.
        AuthorisationError: the two are not a publisher and another editor.
    """
    _, article = read_text(desk.room, paths)
    subject, last = _newest(desk, paths)
    number = _corrections(desk, paths) + 1
    signer, publisher, reviewer = _two(desk, key, other, given.generators)
    passage, corrects = locate(article, given.passage), ref(last)
    predicate = stated(
        lambda: CorrectionPredicate(
            publisher=publisher,
            reviewer=reviewer,
            corrects=corrects,
            kind=given.kind,
            text=given.text,
            createdAt=desk.clock(),
            passage=passage,
        )
    )
    return _propose(desk, paths, f"correction-{number}", subject, predicate, signer, other)


def withdraw(
    desk: Desk, paths: ArticlePaths, given: WithdrawalInput, *, other: str, key: str = ""
) -> StepDone:
    """Sign the withdrawal of an article: once countersigned, its text and trace are removed and a
    tombstone with their hashes stays. Arguments and errors as for :func:`correct`.
    """
    subject, last = _newest(desk, paths)
    signer, publisher, reviewer = _two(desk, key, other, given.generators)
    withdraws = ref(last)
    predicate = stated(
        lambda: WithdrawalPredicate(
            publisher=publisher,
            reviewer=reviewer,
            withdraws=withdraws,
            reason=given.reason,
            createdAt=desk.clock(),
            removed=[
                Subject(name=name, digest=DigestSet(sha256=sha256_hex(data)))
                for name, data in _texts(desk, paths).items()
            ],
        )
    )
    return _propose(desk, paths, "withdrawal", subject, predicate, signer, other)


def pending(desk: Desk, paths: ArticlePaths) -> str:
    """The name of the statement that waits for another signature; empty when none does."""
    folder = f"{paths.prov}/pending/"
    names = [name for name in desk.room.files.names(folder) if name.endswith(".dsse.json")]
    return names[0].removeprefix(folder).removesuffix(".dsse.json") if names else ""


def countersign(desk: Desk, paths: ArticlePaths, *, key: str = "") -> StepDone:
    """Sign what waits, and write and log it once everyone who must has signed.

    Raises:
        NewsroomError: nothing waits.
        ConflictError: something else was published since it was made.
        AuthorisationError: the key is not that of one who is named and has not signed.
        VerificationError: the record as it would stand does not verify.
    """
    with desk.room.locked():
        name = pending(desk, paths)
        data = desk.room.files.read(paths.pending(name)) if name else None
        if data is None:
            raise NewsroomError(
                f"Nothing of {paths.folder} waits for a signature.",
                fix="`copydesk correct` or `copydesk withdraw` comes first.",
            )
        envelope = parse_envelope(data)
        statement = parse_statement(envelope.payload)
        _still_newest(desk, paths, name, statement)
        keyring = load_keyring(desk.room.files)
        signed = signers_of(envelope, keyring.public_keys())
        signer = _missing_signer(desk, keyring, statement, signed, key)
        both = add_signature(envelope, [signer.key])
        return _finish(desk, paths, name, statement, both, signer, keyring)


def finish_or_wait(
    desk: Desk, paths: ArticlePaths, name: str, envelope: bytes, signer: DeskSigner
) -> StepDone:
    """Write and log a signed statement if nobody else must sign it, else keep it until they have.

    The caller holds the newsroom's lock.
    """
    statement = parse_statement(parse_envelope(envelope).payload)
    keyring = load_keyring(desk.room.files)
    return _finish(desk, paths, name, statement, envelope, signer, keyring)


# -- one statement, two signers -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Seat:
    """A signature that is asked for: by whom (any holder of the role where nobody is named)."""

    role: Role
    name: str = ""


def _seats(statement: Statement, keyring: Keyring) -> list[_Seat]:
    said = statement.predicate
    if isinstance(said, PublicationPredicate):
        more = keyring.threshold("publisher", said.keyring.version) - 1
        return [_Seat("publisher", said.publisher.id), *[_Seat("publisher")] * more]
    if isinstance(said, CorrectionPredicate | WithdrawalPredicate):
        return [_Seat("publisher", said.publisher.id), _Seat("editor", said.reviewer.id)]
    raise NewsroomError(
        "What waits is no correction, withdrawal or publication.", fix="Delete the file."
    )


def _open_seats(statement: Statement, keyring: Keyring, signed: Sequence[str]) -> list[_Seat]:
    """The seats that none of the signatures takes; each signature takes one."""
    left = list(signed)
    found = []
    for seat in _seats(statement, keyring):
        fitting = [
            keyid
            for keyid in left
            if (entry := keyring.entry(keyid)) is not None
            and seat.role in entry.roles
            and seat.name in {"", entry.name}
        ]
        if fitting:
            left.remove(fitting[0])
        else:
            found.append(seat)
    return found


def _missing_signer(
    desk: Desk, keyring: Keyring, statement: Statement, signed: Sequence[str], key: str
) -> DeskSigner:
    seats = _open_seats(statement, keyring, signed)
    for seat in seats:
        here = key or _here(desk, keyring, seat, signed)
        if not here:
            continue
        signer = desk.signer((seat.role,), here)
        if signer.keyid not in signed and seat.name in {"", signer.entry.name}:
            return signer
    who = " and ".join(seat.name or f"another {seat.role}" for seat in seats)
    raise AuthorisationError(
        f"It waits for the signature of {who or 'nobody'}.",
        fix="Run this where that key is, or name it with --key.",
    )


def _here(desk: Desk, keyring: Keyring, seat: _Seat, signed: Sequence[str]) -> str:
    checkpoint = read_checkpoint(desk.room.files)
    size = checkpoint[0].size if checkpoint else 0
    for entry in keyring.holders(seat.role):
        # A name may have had other keys before.
        counts = not keyring.why_not(entry.keyid, (seat.role,), size)
        if counts and seat.name in {"", entry.name} and entry.keyid not in signed:
            name = desk.keystore.name_of(entry.keyid)
            if name is not None:
                return name
    return ""


def _two(
    desk: Desk, key: str, other: str, generators: Mapping[str, str]
) -> tuple[DeskSigner, Actor, Actor]:
    """Who signs now, and publisher and editor as the statement will name them."""
    keyring = load_keyring(desk.room.files)
    named = [entry for entry in keyring.newest.predicate.keys if entry.name == other]
    roles = {role for entry in named for role in entry.roles}
    if not {"publisher", "editor"} & roles:
        raise AuthorisationError(
            f"{other or 'Nobody'} is no publisher or editor of this newsroom.",
            fix="Name who must sign as well with --with NAME; `copydesk key list` shows them.",
        )
    mine: tuple[Role, ...] = ("publisher",) if "editor" in roles else ("editor",)
    signer = desk.signer(mine, key)
    if signer.entry.name == other:
        raise AuthorisationError(
            f"{other} cannot sign it twice.", fix="Another person signs it as well."
        )
    me, them = _actor(signer.entry, generators), _actor(named[-1], generators)
    return (signer, me, them) if mine == ("publisher",) else (signer, them, me)


def _actor(entry: KeyEntry, generators: Mapping[str, str]) -> Actor:
    generator = generators.get(entry.name)
    if entry.kind == "bot" and not generator:
        raise AuthorisationError(
            f"{entry.name} is a bot and names no generator.",
            fix=f'State its model in the file: [generators] "{entry.name}" = "MODEL".',
        )
    return Actor(id=entry.name, kind=entry.kind, generator=generator)


def _propose(
    desk: Desk,
    paths: ArticlePaths,
    name: str,
    subject: Sequence[Subject],
    predicate: Predicate,
    signer: DeskSigner,
    other: str,
) -> StepDone:
    waiting = pending(desk, paths)
    if waiting:
        raise ConflictError(
            f"{waiting} of {paths.folder} waits for a signature.",
            fix=f"`copydesk countersign`, or delete {paths.pending(waiting)}.",
        )
    payload = build_statement(subject, predicate)
    with desk.room.locked():
        desk.room.apply({paths.pending(name): seal(payload, [signer.key])})
    return StepDone(
        "proposed", paths.folder, paths.pending(name), sha256_hex(payload), signer.entry.name,
        None, f"It waits for {other}: `copydesk countersign {paths.slug}`.", waiting=True,
    )  # fmt: skip


def _finish(
    desk: Desk,
    paths: ArticlePaths,
    name: str,
    statement: Statement,
    envelope: bytes,
    signer: DeskSigner,
    keyring: Keyring,
) -> StepDone:
    signed = signers_of(parse_envelope(envelope), keyring.public_keys())
    left = _open_seats(statement, keyring, signed)
    if left or desk.ledger.log_key() is None:
        desk.room.apply({paths.pending(name): envelope})
        who = " and ".join(seat.name or f"another {seat.role}" for seat in left)
        note = f"It waits for {who or 'the machine that holds the log key'}."
        return StepDone(
            "signed", paths.folder, paths.pending(name), statement.sha256, signer.entry.name,
            None, note, waiting=True,
        )  # fmt: skip
    changes: Changes = {paths.pending(name): None}
    if statement.kind == "withdrawal":
        changes |= dict.fromkeys(f"{paths.folder}/{text}" for text in _texts(desk, paths))
    made = ledger.write_envelope(
        desk.ledger, paths, name, envelope, signer, changes=changes, must_log=True
    )
    return done(_STEP[statement.kind], paths, made)


# -- what is there --------------------------------------------------------------------------------


def _newest(desk: Desk, paths: ArticlePaths) -> tuple[list[Subject], str]:
    """The subject of the article's statements, and the digest of the newest of them.

    Raises:
        ConflictError: not published, or withdrawn.
    """
    publication = ledger.read_step(desk.room, paths, "publication", PublicationPredicate)
    if publication is None:
        raise ConflictError(
            f"{paths.folder} is not published.",
            fix="Before publication, change the text and submit it again.",
        )
    if desk.room.files.read(paths.statement("withdrawal")) is not None:
        raise ConflictError(f"{paths.folder} is withdrawn.", fix="A withdrawal is final.")
    last, number = publication.sha256, 1
    while before := ledger.read_step(desk.room, paths, f"correction-{number}", CorrectionPredicate):
        last, number = before.sha256, number + 1
    digest = DigestSet(sha256=publication.subject_sha256)
    return [Subject(name=paths.article, digest=digest)], last


def _corrections(desk: Desk, paths: ArticlePaths) -> int:
    number = 0
    while desk.room.files.read(paths.statement(f"correction-{number + 1}")) is not None:
        number += 1
    return number


def _still_newest(desk: Desk, paths: ArticlePaths, name: str, statement: Statement) -> None:
    said = statement.predicate
    if isinstance(said, CorrectionPredicate):
        follows = said.corrects.digest.sha256
    elif isinstance(said, WithdrawalPredicate):
        follows = said.withdraws.digest.sha256
    else:
        return
    if follows != _newest(desk, paths)[1]:
        raise ConflictError(
            f"{paths.folder} has a newer statement than the one that {name} follows.",
            fix=f"Delete {paths.pending(name)} and make it again.",
        )


def _texts(desk: Desk, paths: ArticlePaths) -> dict[str, bytes]:
    """The files that a withdrawal removes, by their names in the article's folder: the text, and
    every trace, since a trace quotes it; those of earlier rounds as well.
    """
    found = {}
    inside = sorted(desk.room.files.names(paths.prov))
    traces = [path for path in inside if path.endswith("/trace.json")]
    for path in (paths.article, *traces):
        data = desk.room.files.read(path)
        if data is not None:
            found[path.removeprefix(f"{paths.folder}/")] = data
    return found
