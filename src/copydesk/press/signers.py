"""Who is behind a signature: names come from the newsroom's keyring, never from the signer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from copydesk.provenance.record import Record, Signed
from copydesk.provenance.statements import Actor, KeyEntry

__all__ = ["ActorView", "SignatureView", "actor", "key_name", "signatures", "signer_name"]

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
class SignatureView:
    """One signature of a statement; ``name`` is empty where the keyring does not list the key."""

    statement: str
    sha256: str
    keyid: str
    name: str
    signature: str
    verified: bool

    @property
    def words(self) -> str:
        """What the verifier found about it."""
        if not self.name:
            return "Signer not recognised: this key is not in the newsroom’s keyring"
        return "Signature verified" if self.verified else "Signature does not verify"


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
        )
        for keyid, signature in signed.signatures
    )
