"""PyPI: a project's page, as the JSON of its version. Source: PyPI's JSON API reference."""

from __future__ import annotations

import re
from typing import Any

from copydesk.capture.raw.model import Address, Ask, Facts, pick, quoted

__all__ = ["asks"]

# PyPA's version specifiers and names, loosely: the site answers 404 to any other.
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")
_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.!+_-]{0,60}")
_INFO = (("version", "version"), ("licence", "license_expression"),
         ("requires Python", "requires_python"), ("yanked", "yanked"),
         ("reason for yanking", "yanked_reason"))  # fmt: skip


def asks(address: Address) -> tuple[Ask, ...]:
    """The request for a project's page of pypi.org."""
    if address.host != "pypi.org":
        return ()
    match address.path:
        case ("project", name) if _NAME.fullmatch(name):
            return (Ask(f"https://pypi.org/pypi/{quoted(name)}/json", facts=_facts),)
        case ("project", name, version) if _NAME.fullmatch(name) and _VERSION.fullmatch(version):
            return (Ask(f"https://pypi.org/pypi/{quoted(name, version)}/json", facts=_facts),)
    return ()


def _facts(value: Any) -> Facts:
    if not isinstance(value, dict):
        return ()
    files = value.get("urls")
    first = files[0] if isinstance(files, list) and files else {}
    return pick(value.get("info"), _INFO) + pick(first, (("uploaded", "upload_time_iso_8601"),))
