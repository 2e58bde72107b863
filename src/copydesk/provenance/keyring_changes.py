"""What may become of a keyring: the successor of a version with one key ended, replaced or revoked,
or with another threshold (TUF's root rules say who signs it, see :mod:`.keyring`).

Every change is a new version; nothing is ever taken out. Indices are those of the log: ``index`` is
the entry at which the new version itself will be logged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from copydesk.errors import SigningKeyError
from copydesk.provenance.keyring import KeyringVersion, add_key, make_entry
from copydesk.provenance.statements import (
    DigestSet,
    KeyEntry,
    KeyringPredicate,
    Ref,
    Revocation,
)

__all__ = ["active", "entry_named", "revoke_key", "rotate_key", "set_threshold"]

_LIST = "`copydesk key list` shows the keys and their roles."


def active(entry: KeyEntry) -> bool:
    """Whether the entry has neither an end nor a revocation."""
    return entry.validUntil is None and entry.revoked is None


def entry_named(last: KeyringVersion, name: str, keyid: str = "") -> KeyEntry:
    """The entry of that name: the one whose id begins with ``keyid``, else the one still active.

    Raises:
        SigningKeyError: there is none, or ``keyid`` fits none or several.
    """
    named = [entry for entry in last.predicate.keys if entry.name == name]
    fitting = [
        entry for entry in named if (entry.keyid.startswith(keyid) if keyid else active(entry))
    ]
    if len(fitting) != 1:
        what = "no key" if not named else "no active key" if not fitting else "several keys"
        raise SigningKeyError(
            f"The keyring has {what} named {name}{f' with the id {keyid}' if keyid else ''}.",
            fix=_LIST if not named or len(fitting) > 1 else f"{_LIST} Name one with --keyid.",
        )
    return fitting[0]


def rotate_key(last: KeyringVersion, name: str, public: bytes, index: int) -> KeyringPredicate:
    """The successor in which the key ``name`` ends and ``public`` takes its place, name, kind and
    roles. What the old key signed before stays valid.

    Raises:
        SigningKeyError: no active key of that name, or an unsafe or known new key.
    """
    old = entry_named(last, name)
    fresh = make_entry(old.name, old.kind, old.roles, public, index)
    return add_key(_with(last, old, lambda e: e.model_copy(update={"validUntil": index})), fresh)


def revoke_key(
    last: KeyringVersion,
    name: str,
    reason: str,
    *,
    index: int,
    retroactive: bool = False,
    keyid: str = "",
) -> KeyringPredicate:
    """The successor in which the key counts no more from log entry ``index`` on, or, for a stolen
    key, never did.

    Raises:
        SigningKeyError: no such key, revoked before, the reason is empty or too long, or nobody
            could sign the next keyring any more.
    """
    old = entry_named(last, name, keyid)
    if old.revoked is not None:
        raise SigningKeyError(f"The key {name} is revoked already.", fix=_LIST)
    if not reason.strip():
        raise SigningKeyError("A revocation needs a reason.", fix="Say why with --reason.")
    try:
        revoked = Revocation(logIndex=index, reason=reason, retroactive=retroactive)
    except ValueError as error:
        raise SigningKeyError(
            "The revocation cannot be stated: its reason is too long or its entry is no index.",
            fix="Shorten the reason; give --since as a log entry.",
        ) from error
    changed = _with(last, old, lambda e: e.model_copy(update={"revoked": revoked}))
    return _enough_roots(_successor(last, list(changed.predicate.keys)))


def set_threshold(last: KeyringVersion, role: str, count: int) -> KeyringPredicate:
    """The successor that asks for ``count`` different keys of the role.

    Raises:
        SigningKeyError: a role without a threshold, a count out of range, or more than there are
            active keys of that role.
    """
    holders = [e for e in last.predicate.keys if role in e.roles and active(e)]
    try:
        changed = KeyringPredicate.model_validate(
            {
                **_successor(last, list(last.predicate.keys)).model_dump(exclude_none=True),
                "threshold": {**last.predicate.threshold, role: count},
            }
        )
    except ValueError as error:
        raise SigningKeyError(
            f"{role} cannot have the threshold {count}.",
            fix="Roles with a threshold: root, editor, publisher, witness; from 1 to 16.",
        ) from error
    if count > len(holders):
        raise SigningKeyError(
            f"Only {len(holders)} active keys hold the role {role}.",
            fix=f"Register more with `copydesk key register NAME --role {role}` first.",
        )
    return changed


def _successor(last: KeyringVersion, keys: Sequence[KeyEntry]) -> KeyringPredicate:
    return last.predicate.model_copy(
        update={
            "version": last.predicate.version + 1,
            "prev": Ref(digest=DigestSet(sha256=last.sha256)),
            "keys": list(keys),
        }
    )


def _with(
    last: KeyringVersion, old: KeyEntry, change: Callable[[KeyEntry], KeyEntry]
) -> KeyringVersion:
    """``last`` as if it held the changed entry; its number and digest stay."""
    keys = [change(entry) if entry is old else entry for entry in last.predicate.keys]
    predicate = last.predicate.model_copy(update={"keys": keys})
    return KeyringVersion(predicate, last.sha256, last.envelope_sha256)


def _enough_roots(predicate: KeyringPredicate) -> KeyringPredicate:
    roots = [entry for entry in predicate.keys if "root" in entry.roles and active(entry)]
    if len(roots) < predicate.threshold["root"]:
        raise SigningKeyError(
            "Without this key nobody could sign the next keyring.",
            fix="`copydesk key rotate` puts another root key in its place; then revoke this one.",
        )
    return predicate
