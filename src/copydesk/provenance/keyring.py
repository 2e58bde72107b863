"""The keyring: which keys hold which role, from which entry of the log on.

Versions follow TUF's root rules: version N+1 is exactly N's successor, signed by the root
threshold of N and by its own. Keys are added, ended or revoked, never dropped or rewritten, so
that the archive stays verifiable. Validity is stated in log indices, never in time.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from copydesk.errors import LimitError, SigningKeyError, VerificationError
from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.dsse import parse_envelope, seal, signers_of
from copydesk.provenance.files import Files
from copydesk.provenance.keys import Signer, decode_public, keyid_of
from copydesk.provenance.statement import build_statement, parse_statement
from copydesk.provenance.statements import (
    DigestSet,
    KeyEntry,
    KeyringPredicate,
    Ref,
    Subject,
)

__all__ = [
    "Keyring",
    "KeyringVersion",
    "add_key",
    "first_keyring",
    "keyring_path",
    "keyring_proof_path",
    "load_keyring",
    "make_entry",
    "root_keys",
    "seal_keyring",
]

# A version a day for five years; a longer chain is an attack on a reader's time.
MAX_VERSIONS = 2_000

_FIX = "Restore the keys folder from the repository, or verify with the keyring that you pinned."


@dataclass(frozen=True, slots=True)
class KeyringVersion:
    """One verified version: its predicate, its payload's digest and its envelope's."""

    predicate: KeyringPredicate
    sha256: str
    envelope_sha256: str


@dataclass(frozen=True)
class Keyring:
    """The verified chain of versions; the newest one says which keys count."""

    versions: tuple[KeyringVersion, ...]

    @property
    def newest(self) -> KeyringVersion:
        """The last version of the chain."""
        return self.versions[-1]

    @property
    def pin(self) -> str:
        """The digest a reader pins: that of version 1's payload."""
        return self.versions[0].sha256

    def version(self, number: int) -> KeyringVersion | None:
        """The version of that number, if the chain has it."""
        return self.versions[number - 1] if 1 <= number <= len(self.versions) else None

    def entry(self, keyid: str) -> KeyEntry | None:
        """The newest entry of the key, if it is known."""
        return self._entries.get(keyid)

    def public_keys(self) -> dict[str, bytes]:
        """Every key ever registered, by its id."""
        return self._public

    def log_keys(self, size: int) -> tuple[bytes, ...]:
        """The raw public keys that count for a checkpoint of a log of ``size`` entries."""
        return tuple(
            self._public[entry.keyid]
            for entry in self.holders("log")
            if not self.why_not(entry.keyid, ("log",), max(size - 1, 0))
        )

    @cached_property
    def _entries(self) -> dict[str, KeyEntry]:
        return {entry.keyid: entry for entry in self.newest.predicate.keys}

    @cached_property
    def _public(self) -> dict[str, bytes]:
        return {entry.keyid: decode_public(entry.public) for entry in self.newest.predicate.keys}

    def threshold(self, role: str, version: int | None = None) -> int:
        """How many different keys must sign for the role, in that version or the newest; one where
        nothing is said.
        """
        chosen = self.version(version) if version is not None else self.newest
        thresholds = (chosen or self.newest).predicate.threshold
        return {str(name): count for name, count in thresholds.items()}.get(role, 1)

    def holders(self, role: str) -> tuple[KeyEntry, ...]:
        """The keys that hold the role, valid or not."""
        return tuple(e for e in self.newest.predicate.keys if role in e.roles)

    def why_not(self, keyid: str, roles: Sequence[str], index: int | None) -> str:
        """Why the key's signature does not count for one of ``roles`` at log entry ``index``;
        empty when it does. Without an index only a retroactive revocation counts against it.
        """
        entry = self.entry(keyid)
        if entry is None:
            return "the signer is not in the keyring"
        if not set(roles) & set(entry.roles):
            return f"{entry.name} does not hold the role {' or '.join(roles)}"
        revoked = entry.revoked
        if revoked is not None and (
            revoked.retroactive or (index is not None and index >= revoked.logIndex)
        ):
            return f"the key {entry.name} is revoked: {revoked.reason.rstrip('.')}"
        if index is not None and index < entry.validFrom:
            return f"the key {entry.name} counts from log entry {entry.validFrom} on"
        if index is not None and entry.validUntil is not None and index >= entry.validUntil:
            return f"the key {entry.name} counts up to log entry {entry.validUntil}"
        return ""


def keyring_path(version: int) -> str:
    """``keys/<N>.keyring.dsse.json``."""
    return f"keys/{version}.keyring.dsse.json"


def keyring_proof_path(version: int) -> str:
    """``keys/<N>.keyring.tlog-proof``: where the log holds that version."""
    return f"keys/{version}.keyring.tlog-proof"


def make_entry(name: str, kind: str, roles: Sequence[str], public: bytes, index: int) -> KeyEntry:
    """A keyring entry for a key that counts from log entry ``index`` on.

    Raises:
        SigningKeyError: an unknown role or kind, or an unsafe public key.
    """
    text = base64.b64encode(public).decode("ascii")
    decode_public(text)
    try:
        return KeyEntry.model_validate(
            {
                "keyid": keyid_of(public),
                "public": text,
                "alg": "ed25519",
                "roles": sorted(set(roles)),
                "name": name,
                "kind": kind,
                "validFrom": index,
            }
        )
    except ValueError as error:
        raise SigningKeyError(
            f"The key cannot be registered with the roles {', '.join(roles)} as {kind}.",
            fix="Roles: root, contributor, editor, publisher, collector, log, witness; "
            "kinds: person, bot, service.",
        ) from error


def first_keyring(newsroom: str, entries: Sequence[KeyEntry]) -> KeyringPredicate:
    """Version 1, with a root threshold of one."""
    return KeyringPredicate(newsroom=newsroom, version=1, threshold={"root": 1}, keys=list(entries))


def add_key(last: KeyringVersion, entry: KeyEntry) -> KeyringPredicate:
    """The version after ``last``, with one more key.

    Raises:
        SigningKeyError: that key is registered already.
    """
    if any(known.keyid == entry.keyid for known in last.predicate.keys):
        raise SigningKeyError(
            f"The key {entry.keyid} is registered already.",
            fix="`copydesk key list` shows its roles.",
        )
    return last.predicate.model_copy(
        update={
            "version": last.predicate.version + 1,
            "prev": Ref(digest=DigestSet(sha256=last.sha256)),
            "keys": [*last.predicate.keys, entry],
        }
    )


def seal_keyring(predicate: KeyringPredicate, signers: Sequence[Signer]) -> bytes:
    """The signed envelope of a keyring version."""
    digest = sha256_hex(canonical_bytes([key.keyid for key in predicate.keys]))
    subject = Subject(name=predicate.newsroom, digest=DigestSet(sha256=digest))
    return seal(build_statement([subject], predicate), signers)


def load_keyring(files: Files) -> Keyring:
    """Read and verify the chain of keyring versions.

    Raises:
        VerificationError: there is none, or a version breaks the rules; the message says which.
        StatementError: a version is malformed.
        SigningKeyError: a version holds an unsafe key.
    """
    versions: list[KeyringVersion] = []
    while (data := files.read(keyring_path(len(versions) + 1))) is not None:
        if len(versions) >= MAX_VERSIONS:
            raise LimitError(f"The keyring has over {MAX_VERSIONS} versions.", fix=_FIX)
        versions.append(_version(data, versions))
    if not versions:
        raise VerificationError("There is no keyring (keys/1.keyring.dsse.json).", fix=_FIX)
    _no_gap(files, len(versions))
    return Keyring(tuple(versions))


def _no_gap(files: Files, count: int) -> None:
    # A version that waits for signatures lies in a folder of its own; it is not one yet.
    names = {
        name
        for name in files.names("keys")
        if name.endswith(".keyring.dsse.json") and name.count("/") == 1
    }
    expected = {keyring_path(number) for number in range(1, count + 1)}
    if names - expected:
        raise VerificationError(
            f"The keyring has {min(names - expected)} but not the version before it.", fix=_FIX
        )


def _version(data: bytes, before: Sequence[KeyringVersion]) -> KeyringVersion:
    number = len(before) + 1
    envelope = parse_envelope(data)
    statement = parse_statement(envelope.payload)
    predicate = statement.predicate
    if not isinstance(predicate, KeyringPredicate):
        raise VerificationError(f"Keyring version {number} is another statement.", fix=_FIX)
    _check_entries(predicate, number)
    if before:
        _check_successor(predicate, before[-1], number)
    elif predicate.prev is not None:
        raise VerificationError("Keyring version 1 names a version before it.", fix=_FIX)
    for signing in (*(v.predicate for v in before[-1:]), predicate):
        keys = root_keys(signing)
        signed = signers_of(envelope, keys)
        if set(signed) - {hint for hint, _ in envelope.signatures}:
            # The hint decides nothing, but no log proof covers this envelope: a changed byte of it
            # must not pass unseen.
            raise VerificationError(
                f"Keyring version {number} calls a signing key by another id.", fix=_FIX
            )
        if len(signed) < signing.threshold["root"]:
            raise VerificationError(
                f"Keyring version {number} is not signed by the root threshold of version "
                f"{signing.version}.",
                fix=_FIX,
            )
    return KeyringVersion(predicate, statement.sha256, sha256_hex(data))


def root_keys(predicate: KeyringPredicate) -> dict[str, bytes]:
    """The raw keys, by id, that may sign this version as root: those neither ended nor revoked."""
    return {
        entry.keyid: decode_public(entry.public)
        for entry in predicate.keys
        if "root" in entry.roles and entry.revoked is None and entry.validUntil is None
    }


def _check_entries(predicate: KeyringPredicate, number: int) -> None:
    if predicate.version != number:
        raise VerificationError(
            f"The file of keyring version {number} holds version {predicate.version}.", fix=_FIX
        )
    seen = set()
    for entry in predicate.keys:
        if keyid_of(decode_public(entry.public)) != entry.keyid or entry.keyid in seen:
            raise VerificationError(
                f"Keyring version {number}: the entry {entry.name} has a wrong or repeated key id.",
                fix=_FIX,
            )
        seen.add(entry.keyid)


def _check_successor(predicate: KeyringPredicate, last: KeyringVersion, number: int) -> None:
    if predicate.prev is None or predicate.prev.digest.sha256 != last.sha256:
        raise VerificationError(
            f"Keyring version {number} does not name version {number - 1} as the one before it.",
            fix=_FIX,
        )
    if predicate.newsroom != last.predicate.newsroom:
        raise VerificationError(f"Keyring version {number} is another newsroom's.", fix=_FIX)
    now = {entry.keyid: entry for entry in predicate.keys}
    for entry in last.predicate.keys:
        if not _kept(entry, now.get(entry.keyid)):
            raise VerificationError(
                f"Keyring version {number} drops or rewrites the key {entry.name}.", fix=_FIX
            )


def _kept(before: KeyEntry, now: KeyEntry | None) -> bool:
    """Whether an entry only gained an end or a revocation, which then stay as they are.

    A role added later would count from the key's start on; another role is another key's.
    """
    if now is None:
        return False
    gained = {
        "validUntil": now.validUntil if before.validUntil is None else before.validUntil,
        "revoked": now.revoked if before.revoked is None else before.revoked,
    }
    return before.model_copy(update=gained) == now
