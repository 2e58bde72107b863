"""``copydesk anchor``: has others vouch for the newsroom as it stands.

It signs and logs the list of newest statements (the site-state), asks the witnesses of
``log/policy.txt`` to countersign the checkpoint, and has an authority date it. Each part is kept as
soon as it is there, so that a later run takes up what is missing. Run it after publishing, or by
the clock.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from copydesk.errors import CopydeskError, SigningKeyError
from copydesk.newsroom.common import Desk
from copydesk.newsroom.cosigning import Gathered, gather
from copydesk.newsroom.ledger import Changes
from copydesk.newsroom.timestamping import ask
from copydesk.newsroom.witness_policy import POLICY
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.heads import HEADS, SITE_STATE, HeadTree, format_heads
from copydesk.provenance.keyring import load_keyring
from copydesk.provenance.log.merkle import consistency_proof
from copydesk.provenance.log.note import Checkpoint, parse_checkpoint, parse_note
from copydesk.provenance.log.policy import parse_policy
from copydesk.provenance.log.tiles import CHECKPOINT, TileNodes, append, read_checkpoint
from copydesk.provenance.reading import leaf_bytes, read_statement
from copydesk.provenance.statement import build_statement
from copydesk.provenance.statements import (
    DigestSet,
    Head,
    SiteStatePredicate,
    Subject,
)
from copydesk.provenance.verify_anchor import anchor_path, token_path

__all__ = ["Anchored", "anchor", "newest_heads"]

# The sizes that the witnesses cosigned last, a guess that saves requests: derived, may be deleted.
SIZES = ".copydesk/witness-sizes.json"

Ask = Callable[[str, bytes], bytes]


@dataclass(frozen=True, slots=True)
class Anchored:
    """What was done for the log of ``size`` entries; ``problems`` may go away on a later run."""

    size: int
    articles: int
    state: str
    """``signed``, or ``current`` where nothing had changed since the last one."""
    witnesses: tuple[tuple[str, str], ...] = ()
    """(name, what came of it)."""
    quorum: str = ""
    timestamp: str = ""
    problems: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """For ``--format json``."""
        return {
            "size": self.size,
            "articles": self.articles,
            "site_state": self.state,
            "witnesses": [{"name": name, "outcome": said} for name, said in self.witnesses],
            "quorum": self.quorum,
            "timestamp": self.timestamp,
            "problems": list(self.problems),
        }

    def as_text(self) -> str:
        """For a person."""
        state = "signed" if self.state == "signed" else "is current"
        lines = [f"The log has {self.size} entries; the list of {self.articles} articles {state}."]
        lines += [f"  {name}: {said}" for name, said in self.witnesses]
        lines += [f"  {text}" for text in (self.quorum, self.timestamp, *self.problems) if text]
        return "\n".join(lines)


def anchor(desk: Desk, *, key: str = "", ask_authority: Ask = ask) -> Anchored:
    """Sign the site-state, gather cosignatures and a timestamp of the newest checkpoint.

    Args:
        desk: the newsroom, and the publisher's and log key.
        key: the publisher's key on this machine, where there are several.
        ask_authority: sends a note's text to the timestamp authority at a URL.

    Raises:
        SigningKeyError: the publisher's or log key is not here.
        StatementError: the log or ``log/policy.txt`` is damaged.
    """
    with desk.room.locked():
        heads = newest_heads(desk)
        state = _sign_state(desk, heads, key)
    found = read_checkpoint(desk.room.files)
    if found is None:
        raise SigningKeyError("The newsroom has no log.", fix="`copydesk init` makes it.")
    checkpoint, note = found
    gathered = _witnesses(desk, checkpoint, note)
    problems: list[str] = []
    if gathered is not None:
        note = gathered.note
        if not gathered.answer.valid:
            problems.append("Not enough witnesses yet; run it again later.")
    timestamp = _timestamp(desk, checkpoint, note, ask_authority, problems)
    return Anchored(
        checkpoint.size,
        len(heads),
        state,
        tuple((each.witness, each.reason) for each in gathered.outcomes) if gathered else (),
        gathered.answer.reason if gathered else "",
        timestamp,
        tuple(problems),
    )


# -- the list of newest statements ----------------------------------------------------------------


def newest_heads(desk: Desk) -> tuple[Head, ...]:
    """The newest statement of every published article, sorted by folder.

    Raises:
        StatementError: one of them is malformed.
    """
    found = []
    for paths in desk.room.articles():
        names = [paths.statement("publication")]
        while desk.room.files.read(paths.statement(f"correction-{len(names)}")) is not None:
            names.append(paths.statement(f"correction-{len(names)}"))
        newest = desk.room.files.read(paths.statement("withdrawal")) or desk.room.files.read(
            names[-1]
        )
        if newest is not None:
            head = sha256_hex(parse_envelope(newest).payload)
            found.append(Head(article=paths.folder, head=head, corrections=len(names) - 1))
    return tuple(sorted(found, key=lambda head: head.article))


def _sign_state(desk: Desk, heads: Sequence[Head], key: str) -> str:
    """Sign and log the list, unless the one that is there still says the same of the whole log."""
    files = desk.room.files
    tree = HeadTree(heads)
    current = read_checkpoint(files)
    size = current[0].size if current else 0
    path = f"{SITE_STATE}.dsse.json"
    keyring = load_keyring(files)
    last = read_statement(files, path, SiteStatePredicate, keyring)
    if (
        last is not None
        and last.predicate.headsRoot == tree.root
        and last.predicate.logSize == size - 1
        and files.read(HEADS) == format_heads(heads)
    ):
        return "current"
    signer = desk.signer(("publisher",), key)
    log_key = desk.ledger.log_key(keyring)
    if log_key is None:
        raise SigningKeyError(
            "The newsroom's log key is not on this machine.",
            fix="Run this where `copydesk init` was run.",
        )
    data = format_heads(heads)
    predicate = SiteStatePredicate(
        publisher=signer.actor(),
        newsroom=desk.room.config.newsroom.origin,
        createdAt=desk.clock(),
        logSize=size,
        articles=len(heads),
        headsRoot=tree.root,
    )
    subject = Subject(name=HEADS, digest=DigestSet(sha256=sha256_hex(data)))
    payload = build_statement([subject], predicate)
    envelope = seal(payload, [signer.key])
    leaf = leaf_bytes("site-state", sha256_hex(payload), sha256_hex(envelope))
    origin = desk.room.config.newsroom.origin
    logged = append(files, [leaf], log_key, origin, trusted=keyring.log_keys(size))
    changes: Changes = {
        path: envelope,
        HEADS: data,
        f"{SITE_STATE}.tlog-proof": logged.proofs[0],
        **logged.changes,
    }
    desk.room.apply(changes)
    return "signed"


# -- witnesses and time ---------------------------------------------------------------------------


def _witnesses(desk: Desk, checkpoint: Checkpoint, note: bytes) -> Gathered | None:
    """Ask the witnesses, and keep the checkpoint with what they answered."""
    files = desk.room.files
    text = files.read(POLICY)
    if text is None:
        return None
    policy = parse_policy(text)
    note = files.read(anchor_path(checkpoint.size)) or note
    nodes = TileNodes(files, checkpoint.size)
    gathered = gather(
        note, lambda old: consistency_proof(nodes, old, checkpoint.size), policy, _sizes(desk)
    )
    with desk.room.locked():
        changes: Changes = {}
        if any(outcome.ok for outcome in gathered.outcomes):
            changes[anchor_path(checkpoint.size)] = gathered.note
            current = files.read(CHECKPOINT)
            if current and parse_checkpoint(parse_note(current)) == checkpoint:
                changes[CHECKPOINT] = gathered.note
        changes[SIZES] = json.dumps(dict(gathered.sizes), sort_keys=True).encode()
        desk.room.apply(changes)
    return gathered


def _sizes(desk: Desk) -> dict[str, int]:
    """What each witness cosigned last, as far as it is known; a wrong guess costs one request."""
    try:
        value = json.loads(desk.room.files.read(SIZES) or b"{}")
    except ValueError:
        return {}
    pairs = value.items() if isinstance(value, dict) else ()
    return {str(key): size for key, size in pairs if isinstance(size, int)}


def _timestamp(
    desk: Desk, checkpoint: Checkpoint, note: bytes, ask_authority: Ask, problems: list[str]
) -> str:
    url = desk.room.config.timestamp.url
    path = token_path(checkpoint.size)
    if not url:
        return ""
    if desk.room.files.read(path) is not None:
        return "The checkpoint is dated already."
    try:
        token = ask_authority(url, parse_note(note).text.encode())
    except CopydeskError as error:
        problems.append(error.message)
        return ""
    with desk.room.locked():
        kept = desk.room.files.read(anchor_path(checkpoint.size)) or note
        desk.room.apply({path: token, anchor_path(checkpoint.size): kept})
    return f"Dated by {url}."
