"""npm: a package's page, as the document of one version; that of all versions can have 100 MB.

Source: the registry's REGISTRY-API, ``GET /{package}/{version}``.
"""

from __future__ import annotations

import re

from copydesk.capture.raw.model import Address, Ask, pick, quoted

__all__ = ["asks"]

_NAME = re.compile(r"[A-Za-z0-9._~-]{1,214}")
_VERSION = re.compile(r"[0-9A-Za-z.+-]{1,100}")
_WANTED = (("version", "version"), ("licence", "license"), ("deprecated", "deprecated"),
           ("published by", "_npmUser.name"), ("files", "dist.fileCount"),
           ("integrity", "dist.integrity"))  # fmt: skip


def asks(address: Address) -> tuple[Ask, ...]:
    """The request for a package's page of npmjs.com: its cited version, or the latest."""
    if address.host != "npmjs.com" or address.path[:1] != ("package",):
        return ()
    parts = [part for segment in address.path[1:] for part in segment.split("/")]
    size = 2 if parts and parts[0].startswith("@") else 1
    name, rest = parts[:size], parts[size:]
    if len(name) != size or not all(_NAME.fullmatch(one.removeprefix("@")) for one in name):
        return ()
    version = "latest"
    if len(rest) == 2 and rest[0] == "v" and _VERSION.fullmatch(rest[1]):
        version = rest[1]
    elif rest:
        return ()
    url = f"https://registry.npmjs.org/{quoted('/'.join(name), version)}"
    return (Ask(url, facts=lambda value: pick(value, _WANTED)),)
