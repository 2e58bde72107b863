"""What a reader brings of their own: whom they trust, from elsewhere than the record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from copydesk.provenance.log.policy import Policy

__all__ = ["Trust"]


@dataclass(frozen=True, slots=True)
class Trust:
    """The reader's own terms; nothing of it comes from the newsroom that is verified.

    ``pin`` is the SHA-256 of keyring version 1's payload. ``tsa_roots`` are certificates (PEM) of
    timestamp authorities. ``witness_policy`` (C2SP tlog-policy) says which witnesses the reader
    asks for, in place of those that the keyring names.
    """

    pin: str = ""
    tsa_roots: tuple[bytes, ...] = ()
    witness_policy: Policy | None = None
