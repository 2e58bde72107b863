"""The addresses under which sites see who captures; told from outside the newsroom.

They are not a key of ``copydesk.toml``: that file lies in the newsroom's repository, which is often
public, and would tell everybody what is to be kept from them.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from pathlib import Path

from copydesk.capture.addresses import IPAddress, is_public
from copydesk.errors import ConfigError

__all__ = ["VARIABLE", "own_addresses"]

VARIABLE = "COPYDESK_OWN_ADDRESSES"
MAX_ADDRESSES = 100
# Documentation addresses: nothing is sent, the system only says from where it would send.
_ASKED = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def own_addresses() -> tuple[IPAddress, ...]:
    """Those of the environment, of the file ``own-addresses`` in Copydesk's configuration folder,
    and this machine's own where they are public.

    Raises:
        ConfigError: an entry is no address, or there are over :data:`MAX_ADDRESSES`.
    """
    found = [_parsed(word) for word in _words()]
    if len(found) > MAX_ADDRESSES:
        raise ConfigError(
            f"Over {MAX_ADDRESSES} own addresses are given.", fix="Give the ones in use."
        )
    return tuple(dict.fromkeys([*found, *_interfaces()]))


def _words() -> list[str]:
    base = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    try:
        text = (Path(base) / "copydesk" / "own-addresses").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        text = ""
    lines = [line.partition("#")[0] for line in text.splitlines()]
    return " ".join([os.environ.get(VARIABLE, "").replace(",", " "), *lines]).split()


def _parsed(word: str) -> IPAddress:
    try:
        return ipaddress.ip_address(word)
    except ValueError as error:
        raise ConfigError(
            f"{word!r} is no IP address.",
            fix=f"Correct {VARIABLE}, or the file own-addresses in Copydesk's configuration folder.",
        ) from error


def _interfaces() -> list[IPAddress]:
    found = []
    for family, asked in _ASKED:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((asked, 9))
                address = ipaddress.ip_address(probe.getsockname()[0])
        except (OSError, ValueError):
            continue
        if is_public(address):
            found.append(address)
    return found
