"""RFCs: the text of the RFC Editor, and its data (status, what replaced it)."""

from __future__ import annotations

import re

from copydesk.capture.raw.model import Address, Ask, pick

__all__ = ["asks"]

_NAME = re.compile(r"rfc0*([1-9]\d{0,4})(?:\.(?:html|txt|pdf|json|xml))?", re.IGNORECASE)
_WANTED = (("status", "status"), ("published", "pub_date"), ("obsoletes", "obsoletes"),
           ("obsoleted by", "obsoleted_by"), ("updates", "updates"),
           ("updated by", "updated_by"))  # fmt: skip
_FOLDERS: dict[str, set[tuple[str, ...]]] = {
    "rfc-editor.org": {("rfc",), ("info",)},
    "datatracker.ietf.org": {("doc",), ("doc", "html")},
    "tools.ietf.org": {("html",)},
    "ietf.org": {("rfc",)},
}


def asks(address: Address) -> tuple[Ask, ...]:
    """The requests for an RFC: its data, and its text where the page is not the text itself."""
    if not address.path or address.path[:-1] not in _FOLDERS.get(address.host, set()):
        return ()
    found = _NAME.fullmatch(address.path[-1])
    if found is None:
        return ()
    stem = f"https://www.rfc-editor.org/rfc/rfc{found.group(1)}"
    data = Ask(f"{stem}.json", facts=lambda value: pick(value, _WANTED))
    return (data,) if address.path[-1].endswith(".txt") else (data, Ask(f"{stem}.txt"))
