"""Finds in a captured body what tells who captured it: their address, and tokens of their session.

Sites write the visitor's address into a page's scripts in many spellings. Every one that is looked
for here stands for exactly that address; a body is searched once for each.
"""

from __future__ import annotations

import base64
import ipaddress
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from copydesk.capture.addresses import IPAddress, is_public
from copydesk.provenance.redaction import FILLER, Span

__all__ = ["find_marks", "mask", "shared_addresses"]

# Spelt-out forms of a dot and of a colon: URL encoding, HTML, JSON, names of hosts.
_DOT = rb"(?:\.|%2e|%252e|&#46;|&#x2e;|\\u002e|-|_)"
_IPV6 = re.compile(
    rb"(?:[0-9a-f]{0,4}(?::|%3a|%253a|&#58;|\\u003a)){2,7}[0-9a-f.]{0,15}", re.IGNORECASE
)
_COLON = re.compile(rb"%3a|%253a|&#58;|\\u003a", re.IGNORECASE)
_IPV4 = re.compile(rb"(?<![\w.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![\w.]|\.[0-9])")

# Names under which sites keep what is this visit's alone. The value is taken out, not the name.
_TOKEN_NAME = (
    rb"(?:[a-z_]*csrf[a-z_-]*|[a-z_]*xsrf[a-z_-]*|authenticity[_-]?token|"
    rb"__requestverificationtoken|session[_-]?(?:id|token)|phpsessid|jsessionid|sessid)"
)
_TOKENS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # JSON and script: "csrfToken": "value"
        rb"""["']?\b""" + _TOKEN_NAME + rb"""["']?\s{0,4}[:=]\s{0,4}["']([\w+/=.~-]{8,512})["']""",
        # <input name="csrf" … value="…"> and <meta name="csrf-token" content="…">
        rb"""\bname=["']"""
        + _TOKEN_NAME
        + rb"""["'][^<>]{0,200}?\b(?:value|content)=["']([\w+/=.~-]{8,512})["']""",
        # addresses: ;jsessionid=value, ?PHPSESSID=value
        rb"[;?&]" + _TOKEN_NAME + rb"=([\w+/=.~-]{8,512})",
    )
)
# Addresses that stand in many pages because they are known to all.
_KNOWN = frozenset(
    ipaddress.ip_address(text)
    for text in ("1.1.1.1", "1.0.0.1", "8.8.8.8", "8.8.4.4", "9.9.9.9", "208.67.222.222")
)


def find_marks(body: bytes, addresses: Iterable[IPAddress]) -> tuple[Span, ...]:
    """The places of ``body`` (bytes) that hold one of ``addresses`` or a token of a session."""
    found: list[Span] = []
    six = []
    for address in addresses:
        if address.version == 4:
            found += _ipv4(body, address)
        else:
            six.append(address)
        found += _base64(body, str(address))
    if six:
        found += _ipv6(body, six)
    for pattern in _TOKENS:
        found += [Span(*match.span(1), "session-token") for match in pattern.finditer(body)]
    return tuple(sorted(set(found), key=lambda span: (span.start, span.end)))


def mask(text: str, addresses: Sequence[IPAddress], known: str = "") -> str:
    """``text`` with ``X`` in the places that :func:`find_marks` finds; as long in UTF-8 as it was.

    Args:
        text: a header's value, an address, a sentence.
        addresses: the capturer's own.
        known: what everybody knows already (the cited address): what stands in it is not masked.
    """
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    public = known.encode("utf-8", "surrogatepass")
    for span in find_marks(bytes(data), addresses):
        if not public or data[span.start : span.end] not in public:
            data[span.start : span.end] = FILLER * (span.end - span.start)
    return data.decode("utf-8", "replace")


def shared_addresses(bodies: Iterable[tuple[str, bytes]]) -> dict[str, tuple[str, ...]]:
    """Public IPv4 addresses that stand in bodies of several hosts that have nothing in common.

    Args:
        bodies: (host, body) of each capture.

    Returns:
        Address and the hosts, for a person to judge: the capturer's own address looks like that.
    """
    seen: Mapping[str, set[str]] = defaultdict(set)
    for host, body in bodies:
        for match in _IPV4.finditer(body):
            text = match[0].decode()
            try:
                address = ipaddress.IPv4Address(text)
            except ValueError:
                continue
            if is_public(address) and address not in _KNOWN:
                seen[text].add(host)
    return {
        text: tuple(sorted(hosts))
        for text, hosts in sorted(seen.items())
        if len({_owner(host) for host in hosts}) > 1
    }


def _owner(host: str) -> str:
    """The last two labels: hosts of one name are one site, and may share an address of their own."""
    return ".".join(host.lower().split(".")[-2:])


def _ipv4(body: bytes, address: IPAddress) -> Iterator[Span]:
    parts = [b"%d" % part for part in address.packed]
    value = int.from_bytes(address.packed)
    forms = [
        rb"(?<![0-9.])" + _DOT.join(parts) + rb"(?![0-9]|\.[0-9])",
        # Backwards, as in names of hosts and in-addr.arpa.
        rb"(?<![0-9.])" + _DOT.join(parts[::-1]) + rb"(?![0-9]|\.[0-9])",
        rb"(?<![0-9a-f])(?:0x)?" + address.packed.hex().encode() + rb"(?![0-9a-f])",
        rb"(?<![0-9.])%d(?![0-9.])" % value,
    ]
    for form in forms:
        for match in re.finditer(form, body, re.IGNORECASE):
            yield Span(*match.span(), "own-address")


def _ipv6(body: bytes, addresses: Sequence[IPAddress]) -> Iterator[Span]:
    for match in _IPV6.finditer(body):
        text = _COLON.sub(b":", match[0]).decode("ascii").rstrip(".")
        if _address(text) in addresses:
            yield Span(*match.span(), "own-address")
    for address in addresses:
        for match in re.finditer(address.packed.hex().encode(), body, re.IGNORECASE):
            yield Span(*match.span(), "own-address")


def _address(text: str) -> IPAddress | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _base64(body: bytes, text: str) -> Iterator[Span]:
    """The text inside base64, wherever in the encoded bytes it begins: three alignments."""
    for before in range(3):
        encoded = base64.b64encode(bytes(before) + text.encode())
        # The first and last characters also hold bits of what stands beside it.
        start = -(-before * 8 // 6)
        whole = (before + len(text)) * 8 // 6
        core = encoded[start:whole]
        # The characters beside it hold the address's other bits, where it has some there.
        early, late = before > 0, (before + len(text)) * 8 % 6 > 0
        for form in {core, core.replace(b"+", b"-").replace(b"/", b"_")}:
            at = body.find(form)
            while at >= 0:
                end = min(at + len(form) + late, len(body))
                yield Span(max(at - early, 0), end, "own-address")
                at = body.find(form, at + 1)
