"""``copydesk witness add``: names a witness in the keyring, and where to ask it in
``log/policy.txt`` (C2SP tlog-policy), which other tools read as well.
"""

from __future__ import annotations

import base64

from copydesk.errors import UsageError
from copydesk.newsroom.common import Desk
from copydesk.newsroom.keyrings import KeyringChanged, register_key
from copydesk.newsroom.witness_policy import POLICY, witness_urls, write_policy
from copydesk.provenance.keyring import load_keyring
from copydesk.provenance.log.note import COSIGNATURE, parse_vkey

__all__ = ["add_witness"]


def add_witness(desk: Desk, vkey: str, url: str) -> KeyringChanged:
    """Register a witness and write the policy file anew.

    Args:
        desk: the newsroom and its root and log key.
        vkey: the witness's verifier key, of the cosignature kind (0x04).
        url: where it answers ``/add-checkpoint``.

    Raises:
        StatementError: ``vkey`` is malformed.
        UsageError: it is a key of another kind, or the URL holds a space.
        SigningKeyError: an unsafe or known key, or the root key is not here.
    """
    key = parse_vkey(vkey)
    if key.kind != COSIGNATURE:
        raise UsageError(
            "That is no witness's key.", fix="`copydesk witness vkey NAME` prints a witness's key."
        )
    if not url.startswith(("http://", "https://")) or url.split() != [url]:
        raise UsageError(f"{url!r} is no web address.", fix="Give the witness's http or https URL.")
    public = base64.b64encode(key.public).decode()
    done = register_key(desk, name=key.name, roles=["witness"], public=public, kind="service")
    urls = {**witness_urls(desk.room.files), key.name: url}
    desk.room.apply({POLICY: write_policy(load_keyring(desk.room.files), urls)})
    return done
