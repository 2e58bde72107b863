"""The public keys of a Machine Herald archive: ``config/keys/<name>.pub``, base64 of DER."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass

from copydesk.errors import SigningKeyError
from copydesk.importers.archive_files import ArchiveFiles
from copydesk.importers.unfit import Unfit, UnfitKind
from copydesk.provenance.keys import check_public

__all__ = ["KEYS", "PUBLISHER", "HeraldKeys", "read_key", "read_keys"]

KEYS = "config/keys"
PUBLISHER = "publisher"
MAX_KEY_BYTES = 4096
MAX_KEYS = 10_000
# The DER of an Ed25519 public key but for its 32 bytes (RFC 8410, section 4).
_SPKI = bytes.fromhex("302a300506032b6570032100")


@dataclass(frozen=True, slots=True)
class HeraldKeys:
    """Raw Ed25519 public keys by the name of their file. The archive keeps no history of them: a
    key that was replaced is not here.
    """

    public: Mapping[str, bytes]
    unfit: tuple[Unfit, ...] = ()


def read_keys(files: ArchiveFiles) -> HeraldKeys:
    """Every key of the archive that is safe to verify with."""
    listing = files.folder(KEYS)
    names = [name for name in listing.files if name.endswith(".pub")]
    unfit = list(listing.unfit)
    if len(names) > MAX_KEYS:
        reason = f"{len(names):,} keys; the first {MAX_KEYS:,} are read."
        unfit.append(Unfit(KEYS, UnfitKind.TOO_MANY, reason))
    found: dict[str, bytes] = {}
    for name in names[:MAX_KEYS]:
        path = f"{KEYS}/{name}"
        data = files.read(path, MAX_KEY_BYTES)
        key = data if isinstance(data, Unfit) else read_key(data, path)
        if isinstance(key, Unfit):
            unfit.append(key)
        else:
            found[name.removesuffix(".pub")] = key
    return HeraldKeys(found, tuple(unfit))


def read_key(data: bytes, path: str) -> bytes | Unfit:
    """The raw 32 bytes of one key file, or why they are not used."""
    try:
        der = base64.b64decode(data.strip(), validate=True)
    except (binascii.Error, ValueError):
        return Unfit(path, UnfitKind.KEY, "It is not base64.")
    if not der.startswith(_SPKI) or len(der) != len(_SPKI) + 32:
        return Unfit(path, UnfitKind.KEY, "It is not the public key of an Ed25519 key pair.")
    try:
        return check_public(der.removeprefix(_SPKI))
    except SigningKeyError as error:
        return Unfit(path, UnfitKind.KEY, error.message)
