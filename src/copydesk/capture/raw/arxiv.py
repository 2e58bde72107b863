"""arXiv: an abstract page or a PDF, as the entry of its Atom interface, in the version cited.

Source: the arXiv API user's manual, 3.3 and 5.1.1.
"""

from __future__ import annotations

import re
from typing import Any

from copydesk.capture.raw.model import Address, Ask, Facts

__all__ = ["asks"]

_NUMBER = r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v[1-9]\d?)?"
_PAPER = re.compile(rf"(?:abs|pdf|html)/({_NUMBER})(?:\.pdf)?")
_ENTRY = re.compile(r"<entry>(.*?)</entry>", re.DOTALL)
_FIELDS = (("version", "id"), ("first submitted", "published"), ("this version", "updated"))


def asks(address: Address) -> tuple[Ask, ...]:
    """The request for a paper of arxiv.org."""
    if address.host not in {"arxiv.org", "export.arxiv.org"}:
        return ()
    found = _PAPER.fullmatch("/".join(address.path))
    if found is None:
        return ()
    return (Ask(f"https://export.arxiv.org/api/query?id_list={found.group(1)}", facts=_facts),)


def _facts(text: Any) -> Facts:
    entry = _ENTRY.search(text) if isinstance(text, str) else None
    found = []
    for name, tag in _FIELDS if entry else ():
        item = re.search(rf"<{tag}>\s*([^<]{{1,200}}?)\s*</{tag}>", entry.group(1) if entry else "")
        if item:
            found.append((name, item.group(1).rpartition("/abs/")[2]))
    return tuple(found)
