"""Which network addresses may be asked: public ones only.

An article's URLs are hostile input. A source that resolves to the capturer's own machine, network
or cloud metadata service would turn a capture into a way in.
"""

from __future__ import annotations

import ipaddress

__all__ = ["IPAddress", "is_public", "parse_literal"]

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

# `is_global` follows the IANA registries; these say more than they do.
_REFUSED = tuple(
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8",  # this network
        "100.64.0.0/10",  # shared address space of carriers
        "168.63.129.16/32",  # a cloud's platform services, though in public space
        "192.0.0.0/24",  # protocol assignments
        "192.88.99.0/24",  # 6to4 relays, withdrawn
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved
        "fec0::/10",  # site-local, withdrawn
        "fd00:ec2::254/128",  # a cloud's metadata service
        "ff00::/8",  # multicast
    )
)
# The only IPv6 space that IANA has given out for the public network; the rest says so itself.
_UNICAST = ipaddress.IPv6Network("2000::/3")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def is_public(address: IPAddress) -> bool:
    """Whether a capture may connect to ``address``.

    An IPv6 address that carries an IPv4 one (mapped, 6to4, Teredo, NAT64) is as public as that.
    """
    if isinstance(address, ipaddress.IPv6Address):
        inner = _embedded(address)
        if inner is not None:
            return is_public(inner)
        if address not in _UNICAST or getattr(address, "scope_id", None):
            return False
    if any(address in network for network in _REFUSED if network.version == address.version):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _embedded(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    if address in _NAT64 or int(address) >> 32 == 0:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def parse_literal(host: str) -> IPAddress | None:
    """The address that ``host`` is, in any form that resolvers accept; ``None`` for a name.

    ``127.1``, ``0x7f000001``, ``2130706433`` and ``0177.0.0.1`` are all 127.0.0.1 to a C library.
    """
    text = host.strip("[]").partition("%")[0]
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return _loose_ipv4(text)


def _loose_ipv4(text: str) -> ipaddress.IPv4Address | None:
    parts = text.rstrip(".").split(".")
    if not 1 <= len(parts) <= 4:
        return None
    numbers = [_number(part) for part in parts]
    if any(number is None for number in numbers):
        return None
    *heads, last = [number for number in numbers if number is not None]
    if any(head > 255 for head in heads) or last >= 256 ** (4 - len(heads)):
        return None
    value = last
    for place, head in enumerate(heads):
        value += head << (8 * (3 - place))
    return ipaddress.IPv4Address(value)


def _number(part: str) -> int | None:
    try:
        if part.lower().startswith("0x"):
            return int(part, 16)
        if len(part) > 1 and part.startswith("0"):
            return int(part, 8)
        return int(part) if part.isascii() and part.isdigit() else None
    except ValueError:
        return None
