"""DOIs: the work's data as Crossref holds it. Source: Crossref's REST API, ``/works/{doi}``."""

from __future__ import annotations

import re
from typing import Any

from copydesk.capture.raw.model import Address, Ask, Facts, pick, quoted

__all__ = ["asks"]

_DOI = re.compile(r"10\.\d{4,9}/\S{1,300}")
_WANTED = (("type", "type"), ("publisher", "publisher"), ("in", "container-title"),
           ("cited by", "is-referenced-by-count"), ("registered", "created.date-time"),
           ("deposited", "deposited.date-time"))  # fmt: skip


def asks(address: Address) -> tuple[Ask, ...]:
    """The request for the work behind an address of doi.org."""
    if address.host not in {"doi.org", "dx.doi.org"}:
        return ()
    doi = "/".join(address.path)
    if not _DOI.fullmatch(doi):
        return ()
    return (Ask(f"https://api.crossref.org/works/{quoted(doi)}", facts=_facts),)


def _facts(value: Any) -> Facts:
    work = value.get("message") if isinstance(value, dict) else None
    found = pick(work, _WANTED)
    changes = work.get("updated-by") if isinstance(work, dict) else None
    if isinstance(changes, list):  # a retraction or a correction
        kinds = [one["type"] for one in changes if isinstance(one, dict) and "type" in one]
        found += pick({"kinds": kinds}, (("changed by", "kinds"),))
    return found
