"""CVE records: from NVD (2.0 API) for a page of NVD, from CVE Services for one of cve.org.

Sources: NVD's developer pages, "CVE API" (``cveId``); the CVE record format 5 (``cveMetadata``).
"""

from __future__ import annotations

import re
from typing import Any

from copydesk.capture.raw.model import Address, Ask, Facts, pick

__all__ = ["asks"]

_ID = re.compile(r"CVE-\d{4}-\d{4,19}", re.IGNORECASE)
_NVD = (("status", "vulnStatus"), ("published", "published"), ("last modified", "lastModified"),
        ("assigned by", "sourceIdentifier"))  # fmt: skip
_RECORD = (("state", "cveMetadata.state"), ("published", "cveMetadata.datePublished"),
           ("updated", "cveMetadata.dateUpdated"),
           ("assigned by", "cveMetadata.assignerShortName"))  # fmt: skip


def asks(address: Address) -> tuple[Ask, ...]:
    """The request for the record of one CVE."""
    match address.host, address.path:
        case "nvd.nist.gov", ("vuln", "detail", found) if _ID.fullmatch(found):
            stem = "https://services.nvd.nist.gov/rest/json/cves/2.0?cveId="
            return (Ask(stem + found.upper(), facts=_of_nvd),)
        case "cve.org", ("CVERecord",) if _ID.fullmatch(address.query.get("id", "")):
            return (_record(address.query["id"]),)
        case "cve.mitre.org", ("cgi-bin", "cvename.cgi") if _ID.fullmatch(
            address.query.get("name", "")
        ):
            return (_record(address.query["name"]),)
    return ()


def _record(number: str) -> Ask:
    url = f"https://cveawg.mitre.org/api/cve/{number.upper()}"
    return Ask(url, facts=lambda value: pick(value, _RECORD))


def _of_nvd(value: Any) -> Facts:
    listed = value.get("vulnerabilities") if isinstance(value, dict) else None
    first = listed[0] if isinstance(listed, list) and listed else {}
    return pick(first.get("cve"), _NVD) if isinstance(first, dict) else ()
