"""Which addresses may be asked."""

import ipaddress

import pytest

from copydesk.capture.addresses import is_public, parse_literal

REFUSED = [
    "127.0.0.1", "127.8.9.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1",  # noqa: S104 - an address to refuse, not to bind
    "169.254.169.254", "100.64.0.1", "168.63.129.16", "192.0.0.1", "192.0.2.7", "198.18.0.1",
    "198.51.100.2", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255",
    "::1", "::", "fe80::1", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b:1::1", "2002:7f00:1::",
    "::ffff:0:7f00:1", "5f00::1", "4000::1", "::127.0.0.1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
]  # fmt: skip
PUBLIC = ["93.184.216.34", "8.8.8.8", "172.32.0.1", "2606:2800:220:1:248:1893:25c8:1946",
          "64:ff9b::8.8.8.8", "::ffff:8.8.8.8"]  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_addresses_that_are_not_public(text: str) -> None:
    assert not is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize("text", PUBLIC)
def test_public_addresses(text: str) -> None:
    assert is_public(ipaddress.ip_address(text))


FORMS = {
    "127.1": "127.0.0.1",
    "2130706433": "127.0.0.1",
    "0x7f000001": "127.0.0.1",
    "0x7f.1": "127.0.0.1",
    "0177.0.0.1": "127.0.0.1",
    "017700000001": "127.0.0.1",
    "192.168.257": "192.168.1.1",
    "127.0.0.1.": "127.0.0.1",
    "[::1]": "::1",
}


@pytest.mark.parametrize(("text", "address"), FORMS.items())
def test_every_form_that_a_resolver_accepts(text: str, address: str) -> None:
    assert parse_literal(text) == ipaddress.ip_address(address)


@pytest.mark.parametrize("text", ["news.example", "1.2.3.4.5", "256.1.1.1", "0x", "", "1.2.3.x"])
def test_names_are_no_addresses(text: str) -> None:
    assert parse_literal(text) is None
