"""``log/policy.txt`` of a newsroom (C2SP tlog-policy): whom to ask to countersign, and where."""

from __future__ import annotations

from copydesk.provenance.files import Files
from copydesk.provenance.keyring import Keyring
from copydesk.provenance.keyring_changes import active
from copydesk.provenance.log.note import COSIGNATURE, format_vkey
from copydesk.provenance.log.policy import parse_policy

__all__ = ["POLICY", "follow_keyring", "witness_urls", "write_policy"]

POLICY = "log/policy.txt"


def write_policy(keyring: Keyring, urls: dict[str, str]) -> bytes:
    """The policy file: the log's keys, the active witnesses with their URLs, and how many of them
    the keyring asks for.
    """
    public = keyring.public_keys()
    origin = keyring.newest.predicate.newsroom
    lines = [
        f"log {format_vkey(origin, public[entry.keyid])}"
        for entry in keyring.holders("log")
        if active(entry)
    ]
    names: list[str] = []
    for entry in keyring.holders("witness"):
        if active(entry):
            names.append(f"w{len(names) + 1}")
            vkey = format_vkey(entry.name, public[entry.keyid], COSIGNATURE)
            lines.append(f"witness {names[-1]} {vkey} {urls.get(entry.name, '')}".rstrip())
    wanted = min(keyring.threshold("witness"), len(names))
    lines += [f"group all-witnesses {wanted} {' '.join(names)}", "quorum all-witnesses"]
    if not names:
        lines[-2:] = ["quorum none"]
    return "\n".join([*lines, ""]).encode()


def follow_keyring(files: Files, before: Keyring, after: Keyring) -> dict[str, bytes | None]:
    """The change of the policy file that a change of the keyring brings; none where there is no
    such file, or somebody has edited it by hand.
    """
    data = files.read(POLICY)
    if data is None:
        return {}
    urls = witness_urls(files)
    return {POLICY: write_policy(after, urls)} if data == write_policy(before, urls) else {}


def witness_urls(files: Files) -> dict[str, str]:
    """Where each witness of the policy file is, by its key's name."""
    data = files.read(POLICY)
    if data is None:
        return {}
    return {each.key.name: each.url for each in parse_policy(data).witnesses if each.url}
