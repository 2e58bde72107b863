"""Who is behind a signature: names come from the newsroom's keyring, never from the signer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from copydesk.provenance.record import Record, Signed
from copydesk.provenance.statements import Actor, KeyEntry

__all__ = [
    "ActorView",
    "PartyView",
    "SignatureView",
    "actor",
    "key_entry",
    "key_name",
    "parties",
    "party_words",
    "signatures",
    "signer_name",
    "standing",
]

_KINDS = {"person": "a person", "bot": "a bot", "service": "a service"}


@dataclass(frozen=True, slots=True)
class ActorView:
    """An actor as shown: ``id``, what it is in words, and the model if it names one."""

    id: str
    kind: str
    generator: str

    @property
    def words(self) -> str:
        """``a bot running on Model 2``, ``a person``."""
        if self.generator:
            return f"{_KINDS[self.kind]} running on {self.generator}"
        return _KINDS[self.kind]


@dataclass(frozen=True, slots=True)
class PartyView:
    """One of two who sign a correction or withdrawal; ``signed`` says whether their key did."""

    role: str
    name: str
    words: str
    signed: bool


@dataclass(frozen=True, slots=True)
class SignatureView:
    """One signature of a statement; ``name`` is empty where the keyring does not list the key.

    ``standing`` says what became of the key since, if it no longer counts.
    """

    statement: str
    sha256: str
    keyid: str
    name: str
    signature: str
    verified: bool
    standing: str

    @property
    def words(self) -> str:
        """What the verifier found about it."""
        if not self.name:
            return "Signer not recognised: this key is not in the newsroom’s keyring"
        if not self.verified:
            return "Signature does not verify"
        return f"Signature verified. {self.standing}" if self.standing else "Signature verified"


def actor(value: Actor) -> ActorView:
    """The view of one actor."""
    return ActorView(value.id, value.kind, value.generator or "")


def key_entry(record: Record, keyid: str) -> KeyEntry | None:
    """The keyring's entry for ``keyid``, if it lists it."""
    keys = record.keyring.keys if record.keyring else []
    return next((key for key in keys if key.keyid == keyid), None)


def key_name(record: Record, keyid: str) -> str:
    """The keyring's name for ``keyid``, or nothing."""
    entry = key_entry(record, keyid)
    return entry.name if entry else ""


def signer_name(record: Record, signed: Signed[Any]) -> str:
    """The name of the first key whose signature verified and that the keyring lists."""
    for keyid in signed.keyids:
        name = key_name(record, keyid)
        if name:
            return name
    return ""


def parties(record: Record, signed: Signed[Any]) -> tuple[PartyView, ...]:
    """Publisher and reviewer of a correction or withdrawal, each with whether they signed it."""
    said = signed.predicate
    return tuple(
        PartyView(role, who.id, actor(who).words, _signed_as(record, signed, who, held))
        for role, who, held in (
            ("publisher", said.publisher, "publisher"),
            ("reviewer", said.reviewer, "editor"),
        )
    )


def party_words(views: tuple[PartyView, ...]) -> str:
    """``ada (publisher) and eve (reviewer)``; who has not signed is said to be missing."""
    return " and ".join(
        f"{view.name} ({view.role})" if view.signed else f"{view.name} ({view.role}, not signed)"
        for view in views
    )


def _signed_as(record: Record, signed: Signed[Any], who: Actor, role: str) -> bool:
    entries = (key_entry(record, keyid) for keyid in signed.keyids)
    return any(e is not None and e.name == who.id and role in e.roles for e in entries)


def standing(entry: KeyEntry | None, index: int | None) -> str:
    """What became of a key that no longer counts, and what that means for its signature at log
    entry ``index``; empty for a key that still counts.
    """
    if entry is None or (entry.revoked is None and entry.validUntil is None):
        return ""
    revoked = entry.revoked
    if revoked is not None and revoked.retroactive:
        return f"The key is revoked for all time ({revoked.reason}): none of its signatures counts."
    ends = [entry.validUntil] if entry.validUntil is not None else []
    ends += [revoked.logIndex] if revoked is not None else []
    how = f"revoked ({revoked.reason})" if revoked is not None else "ended"
    words = f"The key was {how} from log entry {min(ends)} on."
    if index is None:
        return f"{words} The log does not show whether this was signed before that."
    if index < min(ends):
        return f"{words} This is entry {index}, made before, so the signature stays valid."
    return f"{words} This is entry {index}, so the signature does not count."


def signatures(record: Record, signed: Signed[Any], statement: str) -> tuple[SignatureView, ...]:
    """All signatures of one statement."""
    return tuple(
        SignatureView(
            statement,
            signed.sha256,
            keyid,
            key_name(record, keyid),
            signature,
            verified=keyid in signed.keyids,
            standing=standing(key_entry(record, keyid), signed.log_index),
        )
        for keyid, signature in signed.signatures
    )
