"""Who had to sign a statement, and whether they did: keys, roles, names, places in the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from copydesk.provenance.keyring import Keyring
from copydesk.provenance.record import Signed
from copydesk.provenance.statements import Actor, Model

__all__ = ["Party", "SignerJudge", "parties"]


@dataclass(frozen=True, slots=True)
class Party:
    """One who had to sign: any of ``roles`` will do; ``actor`` is who the statement names."""

    roles: tuple[str, ...]
    actor: Actor


_PARTIES: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "source-set": (("collector", ("collector", "contributor")),),
    "submission": (("contributor", ("contributor",)),),
    "review": (("reviewer", ("editor",)),),
    "publication": (("publisher", ("publisher",)),),
    "correction": (("publisher", ("publisher",)), ("reviewer", ("editor",))),
    "withdrawal": (("publisher", ("publisher",)), ("reviewer", ("editor",))),
    "site-state": (("publisher", ("publisher",)),),
    "imported": (("importer", ("publisher",)),),
}


def parties(item: Signed[Model]) -> tuple[Party, ...]:
    """Who had to sign the statement, by the names that it states."""
    return tuple(
        Party(roles, getattr(item.predicate, field)) for field, roles in _PARTIES[item.kind]
    )


class SignerJudge:
    """Judges signatures by one keyring; without one nobody is trusted."""

    def __init__(self, keyring: Keyring | None) -> None:
        self.keyring = keyring

    def unmatched(self, item: Signed[Model]) -> tuple[str, bool]:
        """What is wrong with the envelope's signatures as such, and whether only the signer is
        unknown; an empty text when each is that of another key of the keyring.
        """
        missing = len(item.signatures) - len(item.keyids)
        if not missing or self.keyring is None:
            return "", False
        left = [keyid for keyid, _ in item.signatures if keyid not in item.keyids]
        if any(self.keyring.entry(keyid) for keyid in left):
            return "The signature does not match: the statement was changed after signing.", False
        if not left:
            return "One key has signed twice; that counts once.", False
        reason = (
            f"Signer not recognised: key {left[0][:16]}… is not in the keyring. "
            "This says nothing about the text."
        )
        return reason, True

    def why_not(self, item: Signed[Model]) -> str:
        """Why the signers do not count for this step; empty when each party has signed."""
        for party in parties(item):
            reason = self._party(item, party)[1]
            if reason:
                return reason[0].upper() + reason[1:] + "."
        if item.kind == "publication":
            return self._threshold(item)
        return ""

    def key_of(self, item: Signed[Model], role: str) -> str:
        """The id of the key that signed as the party with that role; empty when none counts."""
        found = (self._party(item, party)[0] for party in parties(item) if role in party.roles)
        return next(found, "")

    def trusted(self, item: Signed[Model]) -> bool:
        """Whether every signature is known and each party has signed."""
        return bool(item.keyids) and not self.unmatched(item)[0] and not self.why_not(item)

    def name_of(self, keyid: str) -> str:
        """The name that the keyring gives the key, or the beginning of its id."""
        entry = self.keyring.entry(keyid) if self.keyring else None
        return entry.name if entry else keyid[:16]

    def _party(self, item: Signed[Model], party: Party) -> tuple[str, str]:
        """The key that signed for the party, or why none did."""
        reasons: list[str] = []
        for keyid in item.keyids:
            reason = self._key(keyid, party, item.log_index)
            if not reason:
                return keyid, ""
            reasons.append(reason)
        return "", _nearest(reasons) or "no signer is known"

    def _key(self, keyid: str, party: Party, index: int | None) -> str:
        entry = self.keyring.entry(keyid) if self.keyring else None
        if self.keyring is None or entry is None:
            return "the signer is not in the keyring"
        reason = self.keyring.why_not(keyid, party.roles, index)
        if not reason and (entry.name, entry.kind) != (party.actor.id, party.actor.kind):
            return (
                f"it names the {party.actor.kind} {party.actor.id}, but the key is that of the "
                f"{entry.kind} {entry.name}"
            )
        return reason

    def _threshold(self, item: Signed[Model]) -> str:
        if self.keyring is None:
            return ""
        count = sum(
            not self.keyring.why_not(keyid, ("publisher",), item.log_index) for keyid in item.keyids
        )
        version = getattr(item.predicate, "keyring", None)
        wanted = self.keyring.threshold("publisher", version.version if version else None)
        return f"{count} of {wanted} publishers have signed." if count < wanted else ""


def _nearest(reasons: Sequence[str]) -> str:
    """The reason that says most: another's role is expected where several keys sign."""
    telling = [reason for reason in reasons if "does not hold the role" not in reason]
    return next(iter(telling or reasons), "")
